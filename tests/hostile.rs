//! Whatever bytes come in, the loader and the reader answer: a value or faults, never a panic.

use crate::tool::{Chance, each, files, interp, text, tries};
use interp::notation::Notation;
use interp::rules::Rules;
use interp::source::Source;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(7),
        ..ProptestConfig::default()
    }
}

/// Loads a text; every fault must point into it.
fn load(text: &str) -> Option<Rules> {
    match crate::tool::load(Source::new("rules/hostile.toml", text)) {
        (_, Ok(rules)) => Some(rules),
        (source, Err(faults)) => {
            assert!(!faults.is_empty(), "refused without a reason\n{text}");
            for label in faults.iter().flat_map(|fault| &fault.labels) {
                let range = label.span.start..label.span.end;
                assert!(source.text.get(range).is_some(), "{faults:?} points outside\n{text}");
            }
            None
        }
    }
}

/// Reads an input; every fault must point into it.
fn read(rules: &Rules, input: &str) {
    let notation = Notation::new(rules);
    let lines = input.split('\n').map(|line| Ok(line.to_owned()));
    for case in notation.cases(lines).take(100) {
        match case {
            Ok(case) => {
                let cells =
                    usize::from(case.position.size.width) * usize::from(case.position.size.height);
                assert_eq!(case.position.cells.len(), rules.layout(case.position.size).len());
                let text = notation.write(&case.position);
                assert!(notation.position(&text).is_ok(), "written and not read again:\n{text}");
                assert!(cells > 0);
            }
            Err(interp::notation::ReadError::Faults(faults)) => {
                assert!(!faults.is_empty(), "refused without a reason\n{input}");
                for fault in faults {
                    assert!(fault.text.get(fault.range.clone()).is_some(), "{fault:?}");
                }
            }
            Err(interp::notation::ReadError::Io(fault)) => panic!("{fault}"),
        }
    }
}

/// What replaces a piece of a text: words of the language, brackets, numbers, and odd characters.
const PIECES: &[&str] = &[
    "",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "'''",
    "\\",
    "\n",
    "=",
    ",",
    "|",
    "*",
    "+",
    "?",
    "#",
    "0",
    "1",
    "99",
    "99999999999",
    "-1",
    "1e9",
    "{0}",
    "{0,0}",
    "{2,1}",
    "{1,}",
    "*)*",
    "((((",
    "each any (",
    "see (",
    "pick ",
    "slide any",
    "jump any capturing any",
    ", again",
    ", land",
    " to ",
    " and ",
    " not ",
    "read",
    "[0, 0]",
    "[300, 300]",
    "[10001, 1]",
    "true",
    "x",
    "é",
    "𝄞",
    "\u{0}",
    "\u{feff}",
    "\r",
    "{board}",
    "{hands}",
    "{letters:unmoved}",
    "{counter:",
    ":bracketed}",
    "{size}",
    "{turn}",
    "{",
    "}}",
    "until {size} = 0",
    "extends = 'tomek'\n",
    "false",
    "[before]\n",
    "[[after.end]]\n",
    "count",
    "empty",
    "mover stuck",
    "can win in 9",
    "at least",
    "last rank",
    "(1,99)",
    "(0,0)",
    "\t",
];

/// The text with some pieces of it cut out, doubled, swapped or replaced.
fn mutated(text: &str, chance: &mut Chance) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(4) {
        let at = chance.below(chars.len() + 1);
        let end = (at + chance.below(12)).min(chars.len());
        match chance.below(4) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let copy: Vec<char> = chars[at..end].to_vec();
                let to = chance.below(chars.len() + 1);
                chars.splice(to..to, copy);
            }
            2 => drop(chars.splice(at..end, chance.of(PIECES).chars())),
            _ => drop(chars.splice(at..at, chance.of(PIECES).chars())),
        }
    }
    chars.into_iter().collect()
}

/// Every rule file with the inputs that the suites have for it.
fn corpus() -> Vec<(String, Vec<String>)> {
    let shipped = files("rules", ".toml").into_iter().map(|path| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (path, format!("tests/cases/boards/{stem}"))
    });
    let own = files("tests/cases/boards", "rules.toml").into_iter();
    let own = own.chain(files("tests/cases/perft", "tokens.toml")).map(|path| {
        let folder = path.parent().unwrap_or(&path).strip_prefix(crate::tool::root());
        let folder = folder.expect("a folder of ours").to_string_lossy().into_owned();
        (path, folder)
    });
    let both = shipped.chain(own).map(|(path, boards)| {
        let boards = files(&boards, ".txt");
        (text(&path), boards.iter().map(|path| text(path)).collect())
    });
    both.collect()
}

/// The same, each with a number that its chance comes from.
fn numbered() -> Vec<(u64, String, Vec<String>)> {
    let numbers = (1..).map(|number| number * 1000);
    numbers.zip(corpus()).map(|(number, (text, boards))| (number, text, boards)).collect()
}

#[test]
fn mutated_rule_files_are_loaded_or_refused() {
    let loaded = AtomicUsize::new(0);
    each(&numbered(), |(number, rules, _)| {
        let mut chance = Chance::new(31 + number);
        for _ in 0..tries(600) {
            let sound = load(&mutated(rules, &mut chance)).is_some();
            loaded.fetch_add(usize::from(sound), Ordering::Relaxed);
        }
    });
    let loaded = loaded.into_inner();
    assert!(loaded > 50, "only {loaded} were loaded: the mutations are too wild");
}

#[test]
fn mutated_boards_are_read_or_refused() {
    each(&numbered(), |(number, text, boards)| {
        let mut chance = Chance::new(32 + number);
        let rules = load(text).expect("a rule file of ours");
        for board in boards.iter().cycle().take(if boards.is_empty() { 0 } else { tries(1500) }) {
            read(&rules, &mutated(board, &mut chance));
        }
    });
}

#[test]
fn mutated_rule_files_read_boards() {
    each(&numbered(), |(number, text, boards)| {
        let mut chance = Chance::new(33 + number);
        for _ in 0..if boards.is_empty() { 0 } else { tries(300) } {
            if let Some(rules) = load(&mutated(text, &mut chance)) {
                read(&rules, &boards[chance.below(boards.len())]);
            }
        }
    });
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn any_text_is_loaded_or_refused(text in "\\PC{0,200}") {
        load(&text);
    }

    #[test]
    fn any_pattern_is_loaded_or_refused(pattern in "[a-z0-9(){},|*+? ]{0,60}") {
        load(&format!("[board]\nsize=[3,3]\n[players]\norder=['x','o']\n[pieces.p]\nmoves='{pattern}'\n"));
    }

    #[test]
    fn any_board_is_read_or_refused(input in "[WBU0-9\\-a \n\t\r\\PC]{0,120}") {
        static RULES: LazyLock<Rules> = LazyLock::new(|| {
            let (text, _) = corpus().remove(0);
            load(&text).expect("a rule file of ours")
        });
        read(&RULES, &input);
    }
}

#[test]
fn deep_and_long_texts_do_not_exhaust_the_program() {
    let base = "[board]\nsize=[3,3]\n[players]\norder=['x','o']\n[pieces.p]\nmoves='";
    let nested = |open: &str, close: &str, depth: usize| {
        format!("{base}{}step any{}'\n", open.repeat(depth), close.repeat(depth))
    };
    for depth in [60, 65, 400, 1000] {
        for (open, close) in
            [("(", ")"), ("see (", ")"), ("each any (", ")"), ("(step any, ", ")*")]
        {
            load(&nested(open, close, depth));
        }
    }
    load(&format!("{base}step any{}'\n", ", step any".repeat(100_000)));
    load(&format!("{base}step any to {}empty'\n", "not ".repeat(1000)));
    load(&"[".repeat(100_000));
    load(&format!("a = {}", "[".repeat(100_000)));
    load(&"a.".repeat(100_000));
    load(&format!("{base}(((step any){{1,256}}){{1,256}}){{1,256}}'\n"));
}

#[test]
fn what_a_file_extends_is_bounded() {
    let nested = |depth: usize| format!("extends = 'tomek'\n{}x = 1\n", "pieces.".repeat(depth));
    for depth in [1, 10, 60, 79, 1000] {
        load(&nested(depth));
    }
    let many = |line: &str| -> String {
        (0..20_000).map(|at| line.replace("KEY", &format!("k{at}"))).collect()
    };
    for line in ["pieces.KEY = false\n", "pieces.KEY = {}\n", "after.KEY = [1]\n"] {
        assert!(load(&format!("extends = 'tomek'\n{}", many(line))).is_none());
    }
    for name in ["", ".", "..", "/", "tomek/", "a\u{0}b", "\u{feff}", &"x/".repeat(5000)] {
        let text = format!("extends = {}\n", toml::Value::from(name));
        let path = std::env::temp_dir().join(format!("interp-extends-{}.toml", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        let ran = interp(&["check", &path.to_string_lossy()], "");
        std::fs::remove_file(&path).expect("the file");
        assert_eq!(ran.code, 2, "{name:?}: {}", ran.err);
    }
}

#[test]
fn the_program_refuses_bytes_that_are_no_text() {
    let mut chance = Chance::new(35);
    for path in files("rules", ".toml") {
        let rules = path.to_string_lossy();
        for _ in 0..5 {
            let bytes: Vec<u8> = (0..200).map(|_| chance.below(256) as u8).collect();
            let ran = interp(&["--rules", &rules], &bytes);
            assert!([1, 3].contains(&ran.code), "{rules}: {} {}", ran.code, ran.err);
            assert!(!ran.err.is_empty(), "{rules} refused without a word");
        }
    }
}
