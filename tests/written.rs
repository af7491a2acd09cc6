//! Games written from `docs/language.md` alone, by somebody who knew neither the engine nor its tests.
//!
//! They were drawn from the list of games of the largest library, Ludii, none of them for what it asks of the language. What their tests
//! count was found by programs of the same author's own in Python, written from the rules of the games.

use crate::tool::{interp, root};

#[test]
fn games_written_from_the_manual_are_what_their_author_counted() {
    insta::glob!("cases/written/*.toml", |path| {
        let name = path.strip_prefix(root()).expect("a path of the project");
        let name = name.display().to_string();
        for command in ["check", "test"] {
            let ran = interp(&[command, &name], "");
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command} {name}");
        }
    });
}
