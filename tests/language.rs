//! Every snippet of the language's reference loads, and so does the variant of the README.
//!
//! A `toml` block with a `[board]` is a whole file; any other is laid over `rules/chess.toml`: tables
//! merge, everything else replaces. A line of a `pattern` block is the move of a new piece there, a line
//! of a `condition` block an ending that is tried first.

use interp::rules::load;
use interp::source::Source;
use std::path::Path;
use toml::{Table, Value};

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

fn merge(base: &mut Table, over: Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(base)), Value::Table(over)) => merge(base, over),
            (_, value) => drop(base.insert(key, value)),
        }
    }
}

/// A shipped rule file with something laid over it.
fn laid_over(base: &str, over: Table) -> Table {
    let mut rules: Table = read(base).parse().expect("a rule file");
    merge(&mut rules, over);
    rules
}

/// `rules/chess.toml` with something laid over it.
fn chess_with(over: Table) -> Table {
    laid_over("rules/chess.toml", over)
}

#[test]
fn the_first_variant_of_the_readme_loads() {
    for block in blocks("README.md", "toml") {
        let over = block.body.parse().expect("TOML");
        let rules = laid_over("rules/rank_and_file.toml", over);
        assert_loads(&format!("README.md:{}", block.line), rules.to_string());
    }
}

fn assert_loads(place: &str, text: String) {
    let source = Source::new(place, text);
    if let Err(faults) = load(&source) {
        let words = faults.iter().map(|fault| {
            let span = fault.labels[0].span;
            format!(
                "{} at `{}` {:?}",
                fault.message,
                &source.text[span.start..span.end],
                fault.help
            )
        });
        panic!("{place}: {}\n{}", words.collect::<Vec<_>>().join("\n"), source.text);
    }
}

fn table(key: &str, value: impl Into<Value>) -> Table {
    Table::from_iter([(key.to_owned(), value.into())])
}

/// The texts of a block, one a line, and their lines.
fn lines(block: &Block) -> impl Iterator<Item = (usize, &str)> {
    let texts = block.body.lines().enumerate();
    texts.map(|(at, text)| (block.line + 1 + at, text)).filter(|(_, text)| !text.trim().is_empty())
}

#[test]
fn every_rule_file_of_the_reference_loads() {
    for block in blocks(REFERENCE, "toml") {
        let place = format!("docs/language.md:{}", block.line);
        let over: Table = block.body.parse().expect(&place);
        let text = match over.contains_key("board") {
            true => block.body,
            false => toml::to_string(&chess_with(over)).expect("a document"),
        };
        assert_loads(&place, text);
    }
}

#[test]
fn every_pattern_of_the_reference_loads() {
    for block in blocks(REFERENCE, "pattern") {
        for (line, pattern) in lines(&block) {
            let piece = table("pieces", table("newcomer", table("moves", pattern)));
            let text = toml::to_string(&chess_with(piece)).expect("a document");
            assert_loads(&format!("docs/language.md:{line}"), text);
        }
    }
}

#[test]
fn every_condition_of_the_reference_loads() {
    for block in blocks(REFERENCE, "condition") {
        for (line, condition) in lines(&block) {
            let mut ending = table("when", condition);
            ending.insert("draw".to_owned(), true.into());
            let mut chess = chess_with(Table::new());
            let endings = chess.get_mut("end").and_then(Value::as_array_mut);
            endings.expect("endings").insert(0, ending.into());
            let text = toml::to_string(&chess).expect("a document");
            assert_loads(&format!("docs/language.md:{line}"), text);
        }
    }
}
