//! Every snippet of the language's reference loads.
//!
//! A `toml` block with a `[board]` is a whole file; any other extends `rules/chess.toml`. A line of a
//! `pattern` block is the move of a new piece there, a line of a `condition` block an ending that is
//! tried first.

use interp::source::Source;
use std::path::Path;
use toml::Value;

const REFERENCE: &str = "docs/language.md";

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

/// A text that extends `rules/chess.toml`, if it is not a whole game.
fn assert_loads(place: &str, text: &str) {
    let whole = ["[board]", "extends ="]
        .iter()
        .any(|start| text.lines().any(|line| line.starts_with(start)));
    let base = if whole { "" } else { "extends = \"chess\"\n" };
    let (source, rules) = crate::tool::load(Source::new(place, format!("{base}{text}")));
    if let Err(faults) = rules {
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

#[test]
fn every_rule_file_of_the_reference_loads() {
    for block in blocks(REFERENCE, "toml") {
        assert_loads(&format!("{REFERENCE}:{}", block.line), &block.body);
    }
}

#[test]
fn every_pattern_of_the_reference_loads() {
    for block in blocks(REFERENCE, "pattern") {
        for (line, pattern) in lines(&block) {
            let text = format!("pieces.newcomer.moves = {}\n", Value::from(pattern));
            assert_loads(&format!("{REFERENCE}:{line}"), &text);
        }
    }
}

#[test]
fn every_condition_of_the_reference_loads() {
    for block in blocks(REFERENCE, "condition") {
        for (line, condition) in lines(&block) {
            let condition = Value::from(condition);
            let text = format!("[[before.end]]\nwhen = {condition}\ndraw = true\n");
            assert_loads(&format!("{REFERENCE}:{line}"), &text);
        }
    }
}
