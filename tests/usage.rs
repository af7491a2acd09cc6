//! The command line itself: words, options, helps and exit codes.

use crate::tool::{Ran, interp, run};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Every command, the main job first, and the options that it takes beside `--format` and `--help`.
const COMMANDS: &[(&str, &str)] = &[
    ("", "--rules --position --play --nodes --time --memory --threads --verbose --version"),
    ("moves", "--rules --position --play"),
    ("check", "--rules --fix --sarif --explain --verbose --deny-warnings"),
    ("listing", "--rules"),
    ("test", "--rules --accept --mutate --propose --coverage --min --verbose --threads"),
    ("describe", "--rules"),
    ("perft", "--rules --position --play --depth --divide --chance --threads"),
    ("games", "--markdown --gallery"),
    ("solve", "--rules --position --play --plies --nodes --time --memory --threads --verbose"),
    (
        "play",
        "--rules --position --play --for --load --machine --nodes --time --clock --seed --plies --plain",
    ),
    (
        "playout",
        "--rules --position --play --games --seed --plies --threads --game --coverage --min --verbose",
    ),
    ("board", "--rules --position --play --targets --for"),
    ("betza", "--pattern"),
    ("import", "--variant --out --partial"),
    ("explain", "--rules --position --play --move"),
    ("diff", "--nodes --games --seed"),
    (
        "draw",
        "--rules --position --play --moves --targets --for --attacks --film --bare --theme --pitch --out",
    ),
    ("fmt", "--check"),
    ("new", "--from --whole --board"),
    ("completions", ""),
    ("man", ""),
    ("schema", ""),
    ("serve", ""),
    ("lsp", ""),
];

/// Runs a line of words.
fn line(words: &str) -> Ran {
    interp(&words.split_whitespace().collect::<Vec<_>>(), "")
}

/// Holds that the words are refused as wrong usage, with these words in the failure.
#[track_caller]
fn assert_usage(words: &str, told: &[&str]) {
    let ran = line(words);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{words}: {}", ran.err);
    for told in told {
        assert!(ran.err.contains(told), "{words}: no `{told}` in\n{}", ran.err);
    }
    // Nobody reads a hundred names on a line.
    assert!(ran.err.lines().all(|line| line.len() < 120), "{words}: {}", ran.err);
}

fn help(command: &str) -> String {
    let ran = line(&format!("{command} --help"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command}");
    ran.out
}

/// The options that a help shows.
fn shown(help: &str) -> BTreeSet<&str> {
    let lines = help.lines().map(str::trim_start);
    let long = lines
        .filter_map(|line| line.strip_prefix("-h, ").or(line.strip_prefix("-V, ")).or(Some(line)));
    long.filter(|line| line.starts_with("--"))
        .filter_map(|line| line.split([' ', '[']).next())
        .collect()
}

#[test]
fn the_help_lists_every_command_and_each_has_its_own() {
    let main = line("help");
    assert_eq!((main.code, main.err.as_str()), (0, ""));
    assert_eq!(main.out, help(""));
    let list = main.out.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let list = list.unwrap_or_default().lines();
    let listed: BTreeSet<&str> = list.filter_map(|line| line.split_whitespace().next()).collect();
    let known = COMMANDS.iter().map(|(name, _)| *name).filter(|name| !name.is_empty());
    assert_eq!(listed, known.chain(["help"]).collect());
    for (name, _) in &COMMANDS[1..] {
        assert_eq!(line(&format!("help {name}")).out, help(name), "{name}");
    }
}

#[test]
fn each_command_takes_the_options_that_its_help_shows_and_no_others() {
    let all: BTreeSet<&str> = COMMANDS.iter().flat_map(|(_, own)| own.split_whitespace()).collect();
    for (name, own) in COMMANDS {
        let own: BTreeSet<&str> = own.split_whitespace().chain(["--format", "--help"]).collect();
        let help = help(name);
        let shown = shown(&help);
        assert_eq!(shown, own, "{name}");
        for other in all.difference(&own) {
            assert_usage(&format!("{name} {other}=1"), &["unexpected argument", other]);
        }
    }
}

#[test]
fn what_stands_before_a_command_is_refused_unless_the_command_goes_by_it() {
    for (name, own) in &COMMANDS[1..] {
        for option in ["--position", "--play", "--nodes", "--time", "--threads"] {
            let more = match *name {
                "perft" => "--depth 1",
                "import" => "variants.ini",
                "schema" => "json",
                "completions" => "bash",
                "diff" => "chess chess",
                _ => "",
            };
            assert_usage(&format!("{option} 1 {name} {more}"), &[option, "before a command"]);
        }
        if !own.contains("--rules") {
            let word = match *name {
                "games" | "serve" | "lsp" => "",
                "schema" => "json",
                "completions" => "bash",
                "diff" => "chess chess",
                _ => "W",
            };
            assert_usage(&format!("--rules chess {name} {word}"), &["--rules", "takes no rules"]);
        }
    }
    assert_usage("chess moves", &["`chess` stands before a command", "after its name"]);
}

#[test]
fn rules_may_be_an_option_or_the_first_word_of_every_command_that_goes_by_them() {
    for (name, own) in COMMANDS.iter().filter(|(_, own)| own.contains("--rules")) {
        let more = if own.contains("--depth") { "--depth 2" } else { "" };
        let by_option = line(&format!("{name} --rules tictactoe {more}"));
        let by_word = line(&format!("{name} tictactoe {more}"));
        assert_eq!(by_option, by_word, "{name}");
        assert_eq!(line(&format!("--rules tictactoe {name} {more}")), by_word, "{name}");
        if name.is_empty() {
            continue;
        }
        assert_eq!((by_word.code, by_word.err.as_str()), (0, ""), "{name}");
    }
    let board = "tests/cases/boards/tomek/sample.txt";
    let moves = line(&format!("moves --rules tomek {board}"));
    assert_eq!(line(&format!("moves tomek {board}")), moves);
    assert_eq!(moves.code, 0);
    let answers = line(&format!("--rules rules/tomek.toml {board} {board}"));
    assert_eq!(line(&format!("rules/tomek {board} {board}")), answers);
    assert_eq!(answers.code, 0);
}

#[test]
fn words_that_name_nothing_are_told_what_may_have_been_meant() {
    assert_usage("hlep", &["no such command or file: `hlep`", "did you mean the command `help`?"]);
    assert_usage("mvoes", &["did you mean the command `moves`?"]);
    assert_usage("ches", &["no such command or file", "did you mean the shipped rules `chess`?"]);
    assert_usage("nonsense", &["`interp help` lists", "`interp games` lists"]);
    assert_usage("--rules chess mvoes", &["no such file", "did you mean the command `moves`?"]);
    assert_usage("moves ches", &["cannot read `ches`", "did you mean the shipped rules `chess`?"]);
    assert_usage("check nonsense", &["cannot read `nonsense`", "`interp games` lists"]);
    assert_usage("help mvoes", &["mvoes"]);
    assert_usage("--position x", &["no rules given", "--rules RULES", "`interp games` lists"]);
    assert_usage("-", &["no rules given"]);
    for command in ["", "moves"] {
        let words = format!("{command} tests/cases/readme/board.txt");
        assert_usage(&words, &["no rules given", "board.txt` is taken for a board"]);
        let words = format!("{command} chess - --position x");
        assert_usage(&words, &["`--position` stands in place of the BOARD `-`"]);
    }
    assert_usage("moves --rules chess a b", &["one BOARD too many: `b`"]);
    assert_usage("board rank_and_file", &["no usual starting position", "give a BOARD", "`setup`"]);
    assert_usage("games --markdown --format json", &["--markdown"]);
    assert_usage("playout tomek --game 1 --threads 2", &["--game", "--threads"]);
}

/// Runs the program in a folder.
fn within(folder: &Path, words: &str) -> Ran {
    let mut command = Command::new("env");
    command.arg("-C").arg(folder).arg(env!("CARGO_BIN_EXE_interp")).args(words.split(' '));
    run(&mut command, b"")
}

#[test]
fn a_name_is_a_rule_file_of_the_folder_or_shipped_rules_or_any_other_file() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("usage-names");
    std::fs::create_dir_all(folder.join("chess")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("nine.toml", "extends = 'tictactoe'\nname = 'Nine'");
    write("tomek.toml", "extends = 'tomek'\n[board]\nsize = 'red'");
    write("no_ending", "extends = 'tictactoe'\n");
    write("path", "no rules at all");
    for words in ["board nine", "board --rules nine", "--rules nine board", "board nine.toml"] {
        assert_eq!(within(&folder, words), line("board tictactoe"), "{words}");
    }
    // The file comes first, as where it is extended; its faults are told by its name.
    let own = within(&folder, "check tomek");
    assert!(own.code == 2 && own.err.contains(" tomek.toml:3:8"), "{}", own.err);
    // What is not called a rule file does not hide shipped rules.
    assert_eq!(within(&folder, "board path"), line("board path"));
    assert_eq!(within(&folder, "board chess"), line("board chess"));
    assert_eq!(within(&folder, "board --rules no_ending"), line("board tictactoe"));
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// Commands, their inputs, and the codes with which they end: every code that a help tells of.
const CODES: &[(&str, &str, &str, i32)] = &[
    ("", "--rules tictactoe", "...\n...\n...\n", 0),
    ("", "--position x", "", 1),
    ("", "tests/cases/readme/broken.toml", "", 2),
    ("", "tictactoe", "?", 3),
    ("check", "tictactoe", "", 0),
    ("check", "nosuch", "", 1),
    ("check", "tests/cases/readme/broken.toml", "", 2),
    ("listing", "tictactoe", "", 0),
    ("listing", "nosuch", "", 1),
    ("listing", "tests/cases/readme/broken.toml", "", 2),
    ("test", "tictactoe", "", 0),
    ("test", "nosuch", "", 1),
    ("test", "tests/cases/readme/broken.toml", "", 2),
    ("test", "tests/cases/trial/fails.toml", "", 4),
    ("test", "--coverage --min 100 tests/cases/trial/small.toml", "", 8),
    ("playout", "--coverage --min 100 --games 2 tests/cases/trial/clauses.toml", "", 8),
    ("describe", "tictactoe", "", 0),
    ("describe", "nosuch", "", 1),
    ("describe", "tests/cases/readme/broken.toml", "", 2),
    ("games", "", "", 0),
    ("schema", "json", "", 0),
    ("schema", "", "", 1),
    ("diff", "tictactoe tictactoe --nodes 10 --games 1", "", 0),
    ("diff", "tictactoe", "", 1),
    ("diff", "tictactoe tests/cases/readme/broken.toml", "", 2),
    ("fmt", "--check rules/tictactoe.toml", "", 0),
    ("fmt", "nosuch", "", 1),
    ("fmt", "tests/cases/tidy/err_no_toml.toml", "", 2),
    ("fmt", "--check tests/cases/tidy/loose.toml", "", 7),
    ("new", "", "", 0),
    ("new", "--whole", "", 1),
    ("new", "--from tests/cases/readme/broken.toml", "", 2),
    ("completions", "bash", "", 0),
    ("completions", "", "", 1),
    ("man", "moves", "", 0),
    ("man", "nosuch", "", 1),
    ("serve", "", "", 0),
    ("serve", "x", "", 1),
    ("lsp", "", "", 0),
    ("lsp", "", "no message\n", 1),
    ("games", "--markdown --format json", "", 1),
    ("solve", "tomek --nodes 10", "", 6),
    ("betza", "W", "", 0),
    ("betza", "", "", 1),
    ("betza", "?", "", 2),
    ("import", "tests/cases/import/larger.ini", "", 0),
    ("import", "nosuch", "", 1),
    ("import", "tests/cases/import/err_lines.ini", "", 2),
    ("import", "tests/cases/import/lost.ini", "", 5),
];

#[test]
fn each_help_tells_the_exit_codes_that_the_command_gives() {
    let mut every = BTreeSet::new();
    for (name, own) in COMMANDS.iter().rev() {
        let mut seen = BTreeSet::new();
        let mut holds = |words: &str, input: &str, code: i32| {
            let ran = interp(&words.split_whitespace().collect::<Vec<_>>(), input);
            assert_eq!(ran.code, code, "{words}: {}{}", ran.out, ran.err);
            seen.insert(code);
        };
        for (_, words, input, code) in CODES.iter().filter(|(command, ..)| command == name) {
            holds(&format!("{name} {words}"), input, *code);
        }
        if own.contains("--position") && !name.is_empty() {
            let more = if own.contains("--depth") { "--depth 1" } else { "" };
            holds(&format!("{name} tictactoe {more}"), "", 0);
            holds(&format!("{name} {more}"), "", 1);
            holds(&format!("{name} tests/cases/readme/broken.toml {more}"), "", 2);
            holds(&format!("{name} tictactoe --position ? {more}"), "", 3);
        }
        every.extend(seen.iter().copied());
        let help = help(name);
        let codes = help.split("Exit codes:\n").nth(1).unwrap_or_default().lines();
        let codes =
            codes.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()?.parse().ok());
        // The main job's help, the last one here, tells those of all commands.
        let given = if name.is_empty() { &every } else { &seen };
        assert_eq!(codes.collect::<BTreeSet<i32>>(), *given, "{name}");
    }
}

#[test]
fn memory_is_a_size_that_is_large_enough() {
    for command in ["checkers", "solve heap"] {
        assert_usage(&format!("{command} --memory 0"), &["--memory <SIZE>", "at least `1M`"]);
        for size in ["much", "64m", "1.5G", "M"] {
            let words = format!("{command} --memory {size}");
            assert_usage(&words, &[size, "expected a size: `64M`, `1G`"]);
        }
    }
    assert_usage("tictactoe --memory 64M", &["asks for no move", "--memory", "--verbose"]);
    assert_usage("--memory 64M solve heap", &["`--memory` stands before a command"]);
}
