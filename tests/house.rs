//! The house's own rules: who may import whom, no game's words in the program, no stray snapshots.

use crate::tool::{files, root, text};
use std::collections::BTreeSet;
use std::path::Path;

/// What every folder may import.
const BASE: &[&str] = &["diag", "index", "position", "source", "xml"];

/// What each folder may import beside [`BASE`]: the table of docs/architecture.md.
const IMPORTS: &[(&str, &[&str])] = &[
    ("syntax", &[]),
    ("betza", &["syntax"]),
    ("import", &["syntax", "betza"]),
    ("tidy", &[]),
    ("editor", &["syntax"]),
    ("picture", &["rules", "notation"]),
    ("rules", &["syntax", "betza"]),
    ("words", &["rules"]),
    ("trace", &["rules", "words"]),
    ("actions", &["rules"]),
    ("planes", &["rules"]),
    ("program", &["rules"]),
    // Of `rules` only the limits and the small words that a program is written in.
    ("eval", &["program", "rules", "parallel"]),
    ("notation", &["rules", "program", "eval"]),
    ("report", &["rules", "words", "trace", "eval", "notation"]),
    ("trial", &["rules", "trace", "program", "eval", "notation", "report", "parallel"]),
    ("parallel", &[]),
    (
        "game",
        &[
            "syntax", "rules", "trace", "actions", "planes", "program", "eval", "notation",
            "report", "parallel", "picture", "tidy",
        ],
    ),
    (
        "cli",
        &[
            "syntax", "betza", "import", "rules", "trace", "program", "eval", "notation", "report",
            "trial", "game", "parallel", "editor",
        ],
    ),
];

/// The modules of `crate::…` paths in a source text, `use crate::{a, b}` included.
fn imports(source: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let code: String =
        source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    for rest in code.split("crate::").skip(1) {
        let rest = rest.trim_start();
        let names = match rest.strip_prefix('{') {
            None => vec![rest],
            Some(list) => top_level(list),
        };
        for name in names {
            let word: String =
                name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.insert(word);
        }
    }
    found.remove("");
    found
}

/// The entries of a braced list, up to its closing brace.
fn top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut entries) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => {
                entries.push(&list[start..at]);
                return entries;
            }
            ',' if depth == 0 => {
                entries.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    entries
}

/// A source without its unit tests, which may drive whatever they need.
fn without_tests(path: &Path) -> String {
    let source = text(path);
    source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned()
}

/// Whether the file is declared `#[cfg(test)] mod NAME;` beside it.
fn is_test(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let parent = path.with_file_name("mod.rs");
    parent.exists() && text(&parent).contains(&format!("#[cfg(test)]\nmod {stem};"))
}

#[test]
fn nothing_flows_back() {
    let mut wrong = Vec::new();
    for path in files("src", ".rs").into_iter().filter(|path| !is_test(path)) {
        let inside = path.strip_prefix(root().join("src")).expect("a file of src");
        let folder = inside.iter().next().unwrap_or_default().to_string_lossy();
        let folder = folder.trim_end_matches(".rs");
        let allowed: &[&str] = match IMPORTS.iter().find(|(name, _)| *name == folder) {
            Some((_, allowed)) => allowed,
            None if ["lib", "main"].contains(&folder) => continue,
            None => &[],
        };
        for module in imports(&without_tests(&path)) {
            let fine = module == folder
                || BASE.contains(&module.as_str())
                || allowed.contains(&module.as_str());
            if !fine {
                wrong.push(format!("src/{} imports `{module}`", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn imports_are_seen_however_they_are_written() {
    let seen = imports(
        "use crate::rules::{Act, Node}; use crate::{trace::{a, b}, eval};\nlet x = crate::diag::list; // crate::cli",
    );
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["diag", "eval", "rules", "trace"]);
}

/// What only a test of `src/` that comes to the engine names.
const ENGINE: [&str; 4] = ["Program::compile", "Evaluator::", "Game::", "Session::"];

#[test]
fn unit_tests_do_not_have_the_engine_compiled_twice() {
    let mut wrong = Vec::new();
    let mut tests = 0;
    for path in files("src", ".rs") {
        let whole = text(&path);
        let tested = if is_test(&path) { &whole } else { &whole[without_tests(&path).len()..] };
        tests += tested.matches("#[test]").count();
        let named = ENGINE.iter().find(|name| tested.contains(*name));
        wrong.extend(named.map(|name| format!("{}: `{name}`", path.display())));
    }
    assert!(wrong.is_empty(), "these tests belong into `tests/`:\n{}", wrong.join("\n"));
    assert!(tests > 100, "only {tests} are looked at");
}

#[test]
fn only_the_command_line_prints_and_exits_and_rule_files_are_read_in_one_place() {
    let marks = ["println!", "eprintln!", "print!(", "std::fs", "std::env", "process::exit"];
    for path in files("src", ".rs").into_iter().filter(|path| !is_test(path)) {
        let inside = path.strip_prefix(root().join("src")).expect("a file of src");
        let reads = [Path::new("main.rs"), Path::new("game/files.rs")];
        if inside.starts_with("cli") || reads.contains(&inside) {
            continue;
        }
        let code: String = without_tests(&path)
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        for mark in marks {
            assert!(!code.contains(mark), "src/{} has `{mark}`", inside.display());
        }
    }
}

/// Names of games that no rule file need have for them to be kept out.
const GAMES: &[&str] = &[
    "chess", "rook", "bishop", "king", "pawn", "checkers", "draughts", "tomek", "othello",
    "xiangqi",
];

/// Words that rule files use as names and that also are the program's own.
const SHARED: &[&str] = &[
    "path",     // the cells of a move; the place of a file
    "the path", // the same, after its article
    "x",        // between the cells of a capture; a coordinate
    "y",        // a coordinate
    "o",        // a single letter
    "hex",      // the shape of a board
    "star",     // the outline of a board
    "atomic",   // what threads share
    "stroke",   // a line of a picture, as SVG calls it
    "man",      // a page of the manual
    "general",  // of what an editor can do, what is no feature's own
    "symbol",   // an entry of an outline, as editors call it
    "rim",      // the outer line of a board, or of what is drawn
    "f5",       // a cell
];

/// The words of a text, small; `camelCase` and `snake_case` come apart.
fn words(text: &str) -> Vec<String> {
    let mut parted = String::new();
    let mut last = ' ';
    for c in text.chars() {
        if last.is_lowercase() && c.is_uppercase() {
            parted.push(' ');
        }
        parted.push(if c.is_alphanumeric() { c } else { ' ' });
        last = c;
    }
    parted.split_whitespace().map(str::to_lowercase).collect()
}

/// What the rule files name: games, players and pieces, each as its words.
fn declared() -> BTreeSet<Vec<String>> {
    let mut names = BTreeSet::new();
    for path in files("rules", ".toml") {
        let rules = crate::tool::rules(&path);
        names.insert(words(&path.file_stem().unwrap_or_default().to_string_lossy()));
        names.insert(words(&rules.name));
        names.extend(rules.players.iter().map(|player| words(&player.name.value)));
        names.extend(rules.kinds.iter().map(|kind| words(&kind.name.value)));
    }
    names.remove(&Vec::new());
    names
}

#[test]
fn the_program_knows_no_game() {
    let mut names = declared();
    names.extend(GAMES.iter().map(|name| words(name)));
    names.retain(|name| !SHARED.iter().any(|shared| words(shared) == *name));
    let mut found = Vec::new();
    for path in [files("src", ""), files("grammar", "")].concat() {
        for (at, line) in text(&path).lines().enumerate() {
            let words = words(line);
            for name in &names {
                if words.windows(name.len()).any(|window| window == name.as_slice()) {
                    let place = path.strip_prefix(root()).unwrap_or(&path);
                    found.push(format!("{}:{}: {}", place.display(), at + 1, name.join(" ")));
                }
            }
        }
    }
    assert!(found.is_empty(), "words of games:\n{}", found.join("\n"));
}

#[test]
fn shared_words_are_names_in_some_rule_file() {
    for shared in SHARED {
        assert!(declared().contains(&words(shared)), "`{shared}` need not be excused any more");
    }
}

/// Whether a path of the repository is there; `*` and `NAME` stand for anything, and end what is looked for.
fn stands(path: &str) -> bool {
    let open = [path.find('*'), path.find("NAME")].into_iter().flatten().min();
    let known = match open {
        Some(open) => path[..open].rsplit_once('/').map_or("", |(folder, _)| folder),
        None => path,
    };
    root().join(known).exists()
}

#[test]
fn the_paths_that_documents_name_are_there() {
    let folders = std::fs::read_dir(root()).expect("the root").flatten();
    let folders: BTreeSet<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let mut gone = Vec::new();
    let mut seen = 0;
    let named = ["CONTRIBUTING.md", "README.md"].map(|name| root().join(name));
    for path in [files("docs", ".md"), named.to_vec()].concat() {
        for (at, line) in text(&path).lines().enumerate() {
            // What stands between backticks; in the prose of a line they come in pairs.
            let quoted = line.split('`').skip(1).step_by(2);
            let paths = quoted.flat_map(str::split_whitespace).filter(|word| {
                word.split_once('/').is_some_and(|(folder, _)| folders.contains(folder))
            });
            for named in paths.filter(|word| !word.starts_with("target/")) {
                seen += 1;
                if !stands(named) {
                    let place = path.strip_prefix(root()).unwrap_or(&path).display();
                    gone.push(format!("{place}:{}: {named}", at + 1));
                }
            }
        }
    }
    assert!(seen > 40, "only {seen} paths are found");
    assert!(gone.is_empty(), "named, but gone:\n{}", gone.join("\n"));
}

/// The value of a key in the head of a snapshot.
fn head<'t>(snapshot: &'t str, key: &str) -> Option<&'t str> {
    let head = snapshot.strip_prefix("---\n")?.split("\n---\n").next()?;
    let value = head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))?;
    Some(value.trim_matches('"'))
}

#[test]
fn every_snapshot_belongs_to_a_case() {
    for folder in ["snapshots", "tests", "src"] {
        let pending = files(folder, ".snap.new");
        assert!(pending.is_empty(), "not yet reviewed: {pending:?}");
    }
    for path in files("snapshots", ".snap") {
        let shown = path.display();
        let snapshot = text(&path);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let source = head(&snapshot, "source").unwrap_or_else(|| panic!("{shown}: no source"));
        let source = text(&root().join(source));
        match head(&snapshot, "input_file") {
            Some(input) => {
                let input = Path::new(input);
                assert!(root().join(input).exists(), "{shown}: {} is gone", input.display());
                let name = input.file_name().unwrap_or_default().to_string_lossy();
                let case = input.file_stem().unwrap_or_default().to_string_lossy();
                let fits = stem.ends_with(&*case) || stem.ends_with(&*name);
                assert!(fits, "{shown} is not of {}", input.display());
            }
            None => assert!(source.contains(&stem), "{shown}: nothing asserts `{stem}`"),
        }
    }
}
