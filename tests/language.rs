//! Every snippet of the language's reference and of the tutorial loads, and what it tests holds.
//!
//! A `toml` block with a `[board]` is a whole file; any other extends `rules/chess.toml`. A line of a
//! `pattern` block is the move of a new piece there, a line of a `condition` block an ending that is
//! tried first. Blocks of the tutorial that make up a file of `tests/cases/tutorial/` stand for that file.

use interp::source::Source;
use interp::trial::{self, Outcome};
use std::collections::BTreeSet;
use std::path::Path;
use toml::Value;

const REFERENCE: &str = "docs/language.md";
const TUTORIAL: &str = "docs/tutorial.md";

/// A fenced block.
struct Block {
    language: String,
    /// The line of the fence, from 1.
    line: usize,
    body: String,
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

fn blocks(document: &str, language: &str) -> Vec<Block> {
    let (mut found, mut open) = (Vec::new(), None::<Block>);
    for (at, line) in read(document).lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => block.body += &format!("{line}\n"),
            (None, Some(language)) => {
                open = Some(Block { language: language.into(), line: at + 1, body: String::new() });
            }
            (None, None) => {}
        }
    }
    found.retain(|block| block.language == language);
    assert!(!found.is_empty(), "{document} shows no {language}");
    found
}

/// A text that extends `rules/chess.toml`, if it is not a whole game: it loads, and its own tests hold.
fn assert_loads(place: &str, text: &str) {
    let whole = ["[board]", "extends ="]
        .iter()
        .any(|start| text.lines().any(|line| line.starts_with(start)));
    let base = if whole { "" } else { "extends = \"chess\"\n" };
    let (source, rules) = crate::tool::load(Source::new(place, format!("{base}{text}")));
    let rules = rules.unwrap_or_else(|faults| {
        let words = faults.iter().map(|fault| {
            let span = fault.labels[0].span;
            format!(
                "{} at `{}` {:?}",
                fault.message,
                &source.text[span.start..span.end],
                fault.help
            )
        });
        panic!("{place}: {}\n{text}", words.collect::<Vec<_>>().join("\n"));
    });
    for test in &rules.tests {
        assert_eq!(trial::run(&rules, test), Outcome::Holds, "{place}\n{text}");
    }
}

#[test]
fn the_first_variant_of_the_readme_is_a_case() {
    let case = read("tests/cases/readme/mine.toml");
    for block in blocks("README.md", "toml") {
        assert!(case.ends_with(&block.body), "README.md:{} is another variant", block.line);
    }
}

/// The texts of a block, one a line, and their lines.
fn lines(block: &Block) -> impl Iterator<Item = (usize, &str)> {
    let texts = block.body.lines().enumerate();
    texts.map(|(at, text)| (block.line + 1 + at, text)).filter(|(_, text)| !text.trim().is_empty())
}

/// The files that the tutorial writes, whole.
fn written() -> Vec<String> {
    let files = crate::tool::files("tests/cases/tutorial", ".toml");
    assert!(!files.is_empty());
    files.iter().map(|path| crate::tool::text(path)).collect()
}

#[test]
fn the_files_of_the_tutorial_are_its_blocks_one_after_another() {
    let blocks: Vec<String> =
        blocks(TUTORIAL, "toml").into_iter().map(|block| block.body).collect();
    let page = blocks.join("\n");
    for file in written() {
        assert!(page.contains(&file), "the tutorial does not write\n{file}");
    }
}

#[test]
fn every_rule_file_of_the_reference_loads() {
    for block in blocks(REFERENCE, "toml") {
        assert_loads(&format!("{REFERENCE}:{}", block.line), &block.body);
    }
}

#[test]
fn every_rule_file_of_the_tutorial_loads() {
    let files = written();
    for block in blocks(TUTORIAL, "toml") {
        if !files.iter().any(|file| file.contains(&block.body)) {
            assert_loads(&format!("{TUTORIAL}:{}", block.line), &block.body);
        }
    }
}

#[test]
fn every_pattern_of_the_reference_loads() {
    for document in [REFERENCE, TUTORIAL] {
        for block in blocks(document, "pattern") {
            for (line, pattern) in lines(&block) {
                let text = format!("pieces.newcomer.moves = {}\n", Value::from(pattern));
                assert_loads(&format!("{document}:{line}"), &text);
            }
        }
    }
}

#[test]
fn every_condition_of_the_reference_loads() {
    for document in [REFERENCE, TUTORIAL] {
        for block in blocks(document, "condition") {
            for (line, condition) in lines(&block) {
                let condition = Value::from(condition);
                let text = format!("[[before.end]]\nwhen = {condition}\ndraw = true\n");
                assert_loads(&format!("{document}:{line}"), &text);
            }
        }
    }
}

/// A rule file with a key in each of its tables that no table has.
const STRANGE: &str = r#"
zqx = 1
[board]
zqx = 1
size = [4, 4]
[players]
zqx = 1
order = ["one", "two"]
[areas.part]
zqx = 1
blocks = [2, 2]
[pieces.man]
zqx = 1
moves.go_on = { walk = 'step any', from = 'edge', zqx = 1 }
promote = { to = "man", at = 'edge', zqx = 1 }
[turn]
zqx = 1
[counters.count]
zqx = 1
[hands]
zqx = 1
[goals]
row   = { line = 3, zqx = 1 }
chain = { connect = ['a1', 'd4'], zqx = 1 }
all   = { together = true, zqx = 1 }
loop  = { ring = true, zqx = 1 }
[scores.points]
zqx = 1
count = 'own'
[[forbid]]
zqx = 1
when = 'captured'
[[end]]
zqx = 1
when = 'mover stuck'
draw = true
[[verdict]]
zqx = 1
say = "on"
[format]
zqx = 1
cells = { "." = 'empty' }
also.more = { zqx = 1, case = "{board}" }
[[test]]
zqx = 1
moves = []
"#;

/// What stands between backticks.
fn ticked(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The keys of each table of a document: `[[end]]` and `letters.MARK` are the keys `end` and `letters`.
fn tables(document: &str) -> Vec<BTreeSet<String>> {
    let mut found = vec![BTreeSet::new()];
    for line in document.lines() {
        let Some(row) = line.strip_prefix('|') else {
            found.push(BTreeSet::new());
            continue;
        };
        let keys = ticked(row.split('|').next().unwrap_or_default());
        let keys = keys.map(|key| key.trim_matches(['[', ']']).split('.').next().unwrap_or(key));
        found.last_mut().expect("one").extend(keys.map(str::to_owned));
    }
    found
}

#[test]
fn every_table_of_a_rule_file_has_a_table_with_its_keys() {
    let tables = tables(&read(REFERENCE));
    let (_, read) = crate::tool::load(Source::new("strange.toml", STRANGE));
    let faults = read.expect_err("keys that are not known");
    let strange = faults.iter().filter(|fault| fault.message.starts_with("unknown key `zqx`"));
    let mut seen = 0;
    for fault in strange {
        seen += 1;
        let known: BTreeSet<String> =
            fault.help.iter().flat_map(|help| ticked(help)).map(str::to_owned).collect();
        let nearest = tables.iter().max_by_key(|keys| {
            known.intersection(keys).count() * 100 / known.union(keys).count().max(1)
        });
        assert_eq!(Some(&known), nearest, "{}: no table of {REFERENCE}", fault.message);
    }
    assert_eq!(seen, STRANGE.matches("zqx").count());
}

/// The words that a grammar's rules quote.
fn quoted(grammar: &str) -> Vec<String> {
    let code = grammar.lines().map(|line| line.split("//").next().unwrap_or_default());
    let quoted = code.flat_map(|line| line.split('"').skip(1).step_by(2));
    let words = quoted.filter(|text| text.chars().all(|c| c.is_ascii_lowercase()));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn every_word_of_the_grammar_stands_in_the_index() {
    let reference = read(REFERENCE);
    let (_, index) = reference.split_once("## Index of words\n").expect("an index");
    let rows = index.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let listed: Vec<&str> = rows.map(|(word, _)| word).collect();
    let mut words = Vec::new();
    for grammar in ["pattern", "cells", "condition", "directions", "words"] {
        words.extend(quoted(&read(&format!("grammar/{grammar}.pest"))));
    }
    words.sort();
    words.dedup();
    assert!(words.len() > 90, "only {} words are found", words.len());
    for word in &words {
        assert!(listed.contains(&word.as_str()), "`{word}` is not in the index of {REFERENCE}");
    }
    let plain = |text: &&&str| text.chars().all(|c| c.is_ascii_lowercase());
    for word in listed.iter().filter(plain) {
        assert!(words.iter().any(|known| known == word), "the index has `{word}`, no grammar has");
    }
}
