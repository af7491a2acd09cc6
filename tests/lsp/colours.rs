//! The colours of rule files in editors know the words that the language knows.

use crate::tool::{root, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn json(path: &str) -> Value {
    serde_json::from_str(&text(&root().join(path))).expect("JSON")
}

/// The words that the index of the reference has.
fn known() -> BTreeSet<String> {
    let reference = text(&root().join("docs/language.md"));
    let (_, index) = reference.split_once("\n## Index of words\n").expect("an index");
    let words = index.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0));
    let plain = words.filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()));
    plain.map(str::to_owned).collect()
}

#[test]
fn each_word_of_the_language_has_one_colour() {
    let grammar = json("editors/vscode/syntaxes/rules.tmLanguage.json");
    let mut colours: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for rule in grammar["repository"]["language"]["patterns"].as_array().expect("a list") {
        let (Some(name), Some(found)) = (rule["name"].as_str(), rule["match"].as_str()) else {
            continue;
        };
        let Some(words) = found.split_once("(?:").and_then(|(_, rest)| rest.split_once(')')) else {
            continue;
        };
        for word in words.0.split('|').filter(|word| word.bytes().all(|b| b.is_ascii_lowercase())) {
            colours.entry(word.to_owned()).or_default().push(name.to_owned());
        }
    }
    let coloured: BTreeSet<String> = colours.keys().cloned().collect();
    assert_eq!(coloured, known());
    let several: Vec<_> = colours.iter().filter(|(_, names)| names.len() > 1).collect();
    assert!(several.is_empty(), "{several:?}");
}

#[test]
fn the_extension_names_files_that_are_there() {
    let package = json("editors/vscode/package.json");
    let parts = &package["contributes"];
    let files =
        [&package["main"], &parts["languages"][0]["configuration"], &parts["grammars"][0]["path"]];
    for file in files {
        let file = root().join("editors/vscode").join(file.as_str().expect("a path"));
        assert!(file.exists(), "{}", file.display());
    }
    let grammar = json("editors/vscode/syntaxes/rules.tmLanguage.json");
    assert_eq!(grammar["scopeName"], parts["grammars"][0]["scopeName"]);
    assert_eq!(parts["grammars"][0]["language"], parts["languages"][0]["id"]);
    let script = text(&root().join("editors/vscode/extension.js"));
    assert!(script.contains("args: [\"lsp\"]"));
}
