//! Games and variants written from `docs/language.md` alone, by people who knew neither the engine nor its tests.
//!
//! Most games were drawn from the list of games of the largest library, Ludii, none of them for what it asks of the language; others were
//! chosen as its list might be. What their tests count was found by programs of the same author's own in Python, written from the rules
//! of the games, or by reasoning on small boards. A variant is a shipped game with one idea more.

use crate::tool::{interp, root};
use std::path::Path;

/// Holds that a rule file has no warnings, and that its tests hold.
fn hold(path: &Path) {
    let name = path.strip_prefix(root()).expect("a path of the project");
    let name = name.display().to_string();
    for command in ["check", "test"] {
        let ran = interp(&[command, &name], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command} {name}");
    }
}

#[test]
fn games_written_from_the_manual_are_what_their_author_counted() {
    insta::glob!("cases/written/*.toml", hold);
}

#[test]
fn variants_written_from_the_manual_do_what_their_author_meant() {
    insta::glob!("cases/variants/*.toml", hold);
}
