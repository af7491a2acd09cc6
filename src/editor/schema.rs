//! What may stand where, by the schema of rule files: keys and what they are for, values, and which language a text is in.

use std::sync::OnceLock;

use serde_json::Value;

use super::outline::Step;
use crate::syntax::parse::Language;

/// The schema of a rule file that extends none.
pub const RULES: &str = include_str!("../../tables/rules.schema.json");

/// What a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// Something in a language of its own.
    In(Language),
    /// What stands on a cell.
    Content,
    /// Text with fields.
    Template,
    /// What a game has come to.
    State,
    /// A kind, or a word for several.
    Kind,
    /// A player.
    Player,
    /// A mark.
    Mark,
    /// A number.
    Number,
}

/// Lists of the base that a variant adds to, or replaces: within them stands what stands in a file.
const LISTS: [&str; 3] = ["before", "after", "instead"];

/// How deep the schema is looked into.
const DEPTH: usize = 16;

fn whole() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    // That it is JSON is held by a test.
    SCHEMA.get_or_init(|| serde_json::from_str(RULES).unwrap_or_default())
}

/// A part of the schema, and the name under which it is referred to.
#[derive(Clone, Copy)]
struct Node {
    schema: &'static Value,
    name: Option<&'static str>,
}

impl Node {
    /// The node, what it refers to, and the alternatives that it has.
    fn with_all(self, depth: usize, all: &mut Vec<Node>) {
        if depth == 0 {
            return;
        }
        all.push(self);
        let reference = self.schema.get("$ref").and_then(Value::as_str);
        if let Some(name) = reference.and_then(|to| to.strip_prefix("#/$defs/"))
            && let Some(schema) = whole().get("$defs").and_then(|defs| defs.get(name))
        {
            Node { schema, name: Some(name) }.with_all(depth - 1, all);
        }
        for one in self.schema.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
            Node { schema: one, name: None }.with_all(depth - 1, all);
        }
    }

    fn all(self) -> Vec<Node> {
        let mut all = Vec::new();
        self.with_all(DEPTH, &mut all);
        all
    }
}

/// Everything that is said of what stands at a path.
fn at(path: &[Step]) -> Vec<Node> {
    let path = match path {
        [Step::Key(list), rest @ ..] if LISTS.contains(&list.as_str()) => rest,
        path => path,
    };
    let mut nodes = Node { schema: whole(), name: None }.all();
    for step in path {
        let member = |key: &str, of: &Node| of.schema.get(key);
        let next: Vec<&'static Value> = match step {
            Step::Item => nodes.iter().filter_map(|node| member("items", node)).collect(),
            Step::Key(key) => {
                let known = nodes.iter().filter_map(|node| member("properties", node)?.get(key));
                let known: Vec<_> = known.collect();
                let any = || nodes.iter().filter_map(|node| member("additionalProperties", node));
                if known.is_empty() { any().collect() } else { known }
            }
        };
        nodes = next.into_iter().flat_map(|schema| Node { schema, name: None }.all()).collect();
    }
    nodes
}

fn said(nodes: &[Node]) -> Option<&'static str> {
    nodes.iter().find_map(|node| node.schema.get("description")?.as_str())
}

/// What stands at a path, in a sentence.
pub fn about(path: &[Step]) -> Option<&'static str> {
    match path {
        [Step::Key(list)] if LISTS.contains(&list.as_str()) => {
            Some("Lists of the base that are added to at the front or the back, or replaced.")
        }
        _ => said(&at(path)),
    }
}

/// A key that a table may have.
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Whether its value is a table, or a list of tables.
    pub table: bool,
}

/// The keys that the table at a path may have; of one whose keys are names, none.
pub fn keys(path: &[Step]) -> Vec<Key> {
    let nodes = at(path);
    let lists = matches!(path, [Step::Key(list)] if LISTS.contains(&list.as_str()));
    let mut keys = Vec::new();
    for node in nodes {
        let table = node.schema.get("properties").and_then(Value::as_object);
        for (name, schema) in table.into_iter().flatten() {
            let nodes = Node { schema, name: None }.all();
            let is = |sort: &str| {
                nodes.iter().any(|node| node.schema.get("type").is_some_and(|of| of == sort))
            };
            if lists && !is("array") {
                continue;
            }
            let words = nodes.iter().any(|node| node.schema.get("enum").is_some());
            let about = said(&nodes).unwrap_or_default();
            let text = is("string") || words;
            let table = (is("object") || is("array")) && !text;
            keys.push(Key { name, about, table });
        }
    }
    if path.is_empty() {
        let about = "Lists of the base that are added to at the front or the back, or replaced.";
        keys.extend(LISTS.map(|name| Key { name, about, table: true }));
    }
    keys
}

/// The words that may stand at a path, each as it is written there, and whether quotes are around it.
pub fn words(path: &[Step]) -> Vec<(String, bool)> {
    let mut words: Vec<(String, bool)> = Vec::new();
    for node in at(path) {
        let listed = node.schema.get("enum").and_then(Value::as_array).into_iter().flatten();
        for word in listed.chain(node.schema.get("const")) {
            match word {
                Value::String(word) => words.push((word.clone(), true)),
                other => words.push((other.to_string(), false)),
            }
        }
        if node.schema.get("type").is_some_and(|of| of == "boolean") {
            words.extend(["true", "false"].map(|word| (String::from(word), false)));
        }
    }
    words
}

fn tongue_of(nodes: &[Node]) -> Option<Tongue> {
    nodes.iter().find_map(|node| {
        Some(match node.name? {
            "pattern" => Tongue::In(Language::Pattern),
            "condition" => Tongue::In(Language::Condition),
            "test" | "cells" => Tongue::In(Language::Test),
            "directions" => Tongue::In(Language::Directions),
            "measure" => Tongue::In(Language::Measure),
            "winner" => Tongue::In(Language::Winner),
            "content" => Tongue::Content,
            "template" => Tongue::Template,
            "state" => Tongue::State,
            "kind" => Tongue::Kind,
            "player" => Tongue::Player,
            "mark" => Tongue::Mark,
            "number-name" => Tongue::Number,
            _ => return None,
        })
    })
}

/// The language of a text at a path, if it is in one.
pub fn tongue(path: &[Step]) -> Option<Tongue> {
    tongue_of(&at(path))
}

/// The language of the keys of the table at a path, if they are in one.
pub fn tongue_of_keys(path: &[Step]) -> Option<Tongue> {
    let names = at(path).into_iter().filter_map(|node| node.schema.get("propertyNames"));
    let nodes: Vec<Node> = names.flat_map(|schema| Node { schema, name: None }.all()).collect();
    tongue_of(&nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Vec<Step> {
        let step = |word: &str| match word {
            "*" => Step::Item,
            key => Step::Key(key.to_owned()),
        };
        text.split('.').filter(|word| !word.is_empty()).map(step).collect()
    }

    #[test]
    fn each_text_is_in_its_language() {
        for (text, expected) in [
            ("pieces.p.moves", Some(Tongue::In(Language::Pattern))),
            ("pieces.p.moves.step", Some(Tongue::In(Language::Pattern))),
            ("pieces.p.moves.step.from", Some(Tongue::In(Language::Test))),
            ("pieces.p.moves.from", Some(Tongue::In(Language::Test))),
            ("pieces.p.promote.to.*", Some(Tongue::Kind)),
            ("before.end.*.when", Some(Tongue::In(Language::Condition))),
            ("goals.g.along", Some(Tongue::In(Language::Directions))),
            ("goals.g.connect.first.*", Some(Tongue::In(Language::Test))),
            ("format.case", Some(Tongue::Template)),
            ("format.cells.K", Some(Tongue::Content)),
            ("format.letters.m.K.*", Some(Tongue::In(Language::Test))),
            ("name", None),
            ("nothing.of.this", None),
        ] {
            assert_eq!(tongue(&path(text)), expected, "{text}");
        }
        assert_eq!(tongue_of_keys(&path("players.facing")), Some(Tongue::Player));
        assert_eq!(tongue_of_keys(&path("scores.s.count")), Some(Tongue::In(Language::Test)));
        assert_eq!(tongue_of_keys(&path("pieces")), None);
    }

    #[test]
    fn each_table_has_its_keys() {
        let names = |text: &str| keys(&path(text)).iter().map(|key| key.name).collect::<Vec<_>>();
        assert_eq!(names("hands"), ["captures"]);
        assert_eq!(names("pieces.p.moves"), ["betza", "from", "walk"]);
        assert!(names("").contains(&"before") && names("").contains(&"pieces"));
        assert_eq!(names("after"), ["end", "forbid", "test", "verdict"]);
        assert!(names("pieces").is_empty());
        assert!(keys(&[]).iter().all(|key| !key.about.is_empty()));
        assert_eq!(words(&path("hands.captures")).len(), 3);
        let passes = [("free", true), ("stuck", true)].map(|(word, text)| (word.to_owned(), text));
        assert_eq!(words(&path("turn.pass")), passes);
    }
}
