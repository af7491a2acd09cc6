//! The tests that rule files hold: those of the shipped files, and what is said of tests that fail.

use crate::tool::{files, interp, load, root, snapshots, text};
use interp::source::Source;
use interp::trial::{self, Mutation};

/// All that are shipped are tested where none is named; their tests hold, and use every clause: what no test uses, nobody would miss.
#[test]
fn the_tests_of_every_shipped_file_hold_and_cover_it() {
    let ran = interp(&["test", "--coverage", "--min", "100"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    let names = ran
        .out
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(_, told)| told.ends_with("hold") || told.ends_with("test holds"));
    let tested: Vec<&str> = names.map(|(name, _)| name).collect();
    let shipped = files("rules", ".toml");
    let stems = shipped.iter().map(|path| path.file_stem().unwrap_or_default().to_string_lossy());
    assert_eq!(tested, stems.collect::<Vec<_>>());
}

#[test]
fn a_failing_test_is_shown_at_what_it_expects() {
    let _bound = snapshots("trial");
    insta::glob!("cases/trial/*.toml", |path| {
        let name = path.strip_prefix(root()).expect("a path of the project");
        let ran = interp(&["test", &name.to_string_lossy()], "");
        let line = "=".repeat(72);
        let told = format!("{}{}exit code {}", ran.err, ran.out, ran.code);
        insta::assert_snapshot!("trial", format!("{}{line}\n{told}", text(path)));
    });
}

#[test]
fn the_worst_of_several_files_is_the_exit_code() {
    let case = |name: &str| format!("tests/cases/trial/{name}.toml");
    let code = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| case(name)).collect();
        let args = ["test"].into_iter().chain(names.iter().map(String::as_str));
        interp(&args.collect::<Vec<_>>(), "").code
    };
    assert_eq!(code(&["holds", "base"]), 0);
    assert_eq!(code(&["holds", "absent"]), 1);
    assert_eq!(code(&["refused", "holds"]), 2);
    assert_eq!(code(&["refused", "fails", "absent"]), 4);
}

#[test]
fn tests_are_told_to_programs() {
    let ran = interp(&["test", "tests/cases/trial/refused.toml", "--format", "json"], "");
    let expected = r#"{"version":1,"file":"tests/cases/trial/refused.toml","test":1,"name":"a row of seven, and a stranger","ok":false}
{"version":1,"file":"tests/cases/trial/refused.toml","test":2,"name":null,"ok":true}
"#;
    assert_eq!(ran.out, expected);
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
}

#[test]
fn a_check_reads_the_positions_of_tests() {
    let refused = "tests/cases/trial/refused.toml";
    let [checked, tried] = ["check", "test"].map(|command| interp(&[command, refused], ""));
    assert_eq!((checked.code, checked.err), (2, tried.err));
}

/// Files of `tests/cases/trial`, and what is asked of their tests.
const LEFT_OUT: [&str; 9] = [
    "clauses--coverage",
    "clauses--mutate",
    "clauses--propose",
    "small--coverage",
    "small--mutate",
    "small--propose",
    "smaller--coverage",
    "smaller--mutate",
    "smaller--propose",
];

/// What is told of the tests themselves, each with the file that it is about.
#[test]
fn what_tests_leave_out_is_told() {
    let _bound = snapshots("trial");
    for name in LEFT_OUT {
        let (file, asked) = name.split_once("--").expect("a file and what is asked");
        let path = format!("tests/cases/trial/{file}.toml");
        let ran = interp(&["test", &format!("--{asked}"), &path], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        insta::with_settings!({ description => format!("interp test --{asked} {path}") }, {
            insta::assert_snapshot!(name, ran.out);
        });
    }
    for format in ["tap", "junit"] {
        let files =
            ["fails", "holds", "absent"].map(|name| format!("tests/cases/trial/{name}.toml"));
        let [fails, holds, absent] = &files;
        let ran = interp(&["test", "--format", format, fails, holds, absent], "");
        assert_eq!((ran.code, ran.err.as_str()), (4, ""), "{format}");
        insta::assert_snapshot!(format, ran.out);
    }
}

#[test]
fn too_little_is_refused() {
    let small = "tests/cases/trial/small.toml";
    let asked = |words: &[&str]| interp(&[words, &[small]].concat(), "");
    assert_eq!(asked(&["test", "--coverage", "--min", "66"]).code, 0);
    let ran = asked(&["test", "--coverage", "--min", "67"]);
    assert_eq!(ran.code, 8);
    assert!(
        ran.err.contains("66.6 % of the clauses are used, and --min asks for 67 %"),
        "{}",
        ran.err
    );
    assert_eq!(asked(&["test", "--mutate", "--min", "100"]).code, 8);
    assert_eq!(asked(&["test", "--min", "100"]).code, 1);
    assert_eq!(asked(&["playout", "--min", "100"]).code, 1);
    assert_eq!(asked(&["test", "--format", "tap", "--coverage"]).code, 1);
    assert_eq!(asked(&["moves", "--format", "tap"]).code, 1);
}

#[test]
fn what_is_left_out_is_told_to_programs() {
    let small = "tests/cases/trial/small.toml";
    let lines = |asked: &str| {
        let ran = interp(&["test", asked, small, "--format", "json"], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran.out.lines().last().unwrap_or_default().to_owned()
    };
    let covered = lines("--coverage");
    assert!(covered.contains(r#""clauses":6,"used":4,"unused":[{"sort":"walk","line":10,"column":34,"text":"step forward diagonal to enemy"}"#), "{covered}");
    let changed = lines("--mutate");
    assert!(
        changed.contains(r#""line":19,"column":9,"text":"mover stuck","change":"no ending""#),
        "{changed}"
    );
}

#[test]
fn what_comes_out_is_accepted_where_it_may_be() {
    let folder = std::env::temp_dir().join(format!("interp-accept-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("mine.toml");
    let before = r#"extends = "tictactoe"  # mine
[[test]]
play   = "a1 b2"
answer = "Nobody has three in a row yet."
moves  = ["a2", "c3"]  # not all
perft  = [7, 42, 1]
[[test]]
position = "XXX\nOO.\n..."
state    = "draw"
answer   = ''
legal    = ["c3"]
"#;
    std::fs::write(&path, before).expect("a file");
    let file = path.to_string_lossy();
    let ran = interp(&["test", "--accept", &file], "");
    // What is said to be legal is not written over.
    assert_eq!(ran.code, 4, "{}", ran.out);
    assert!(ran.out.contains("- \"draw\"\n+ \"x wins\"\n"), "{}", ran.out);
    assert!(ran.out.contains(": 4 expectations written"), "{}", ran.out);
    let after = std::fs::read_to_string(&path).expect("the file");
    let expected = before
        .replace(r#"["a2", "c3"]"#, r#"["b1", "c1", "a2", "c2", "a3", "b3", "c3"]"#)
        .replace("[7, 42, 1]", "[7, 42, 210]")
        .replace("\"draw\"", "\"x wins\"")
        .replace("''", "\"X has three in a row.\"");
    assert_eq!(after, expected);
    let again = interp(&["test", "--accept", &file], "");
    assert!(!again.out.contains("written"), "{}", again.out);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert_eq!(interp(&["test", "--accept", "tictactoe"], "").code, 1);
}

/// Every change of a shipped file changes something and leaves rules that can be played by; of the file's tests
/// one is tried with some of them.
#[test]
fn changed_rules_can_be_played_by() {
    const TRIED: usize = 13;
    for (at, path) in files("rules", ".toml").iter().enumerate() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let (source, rules) = load(Source::new(path.to_string_lossy(), text(path)));
        let rules = rules.expect("shipped rules");
        let all = Mutation::all(&rules, &source);
        for (number, one) in all.iter().enumerate() {
            let changed = one.of(&rules);
            assert_ne!(changed, rules, "{name}: {one:?}");
            if let (true, [test, ..]) = (number % TRIED == at % TRIED, rules.tests.as_slice()) {
                trial::run(&changed, test);
            }
        }
    }
}
