//! Every board of `tests/cases/boards/GAME`, with what the program answers, as a snapshot to be read: the
//! input, the answer, and the first case drawn with its legal moves.

use crate::tool::{interp, snapshots, text};
use std::path::Path;

/// What a reviewer needs, on one page: the input, the exit code and both outputs, and what `drawn` shows.
fn page(input: &str, ran: &crate::tool::Ran, drawn: &[(&str, String)]) -> String {
    let part = |name: &str, text: &str| {
        let text = text.trim_end_matches('\n');
        if text.is_empty() { String::new() } else { format!("--- {name}\n{text}\n") }
    };
    part("input", input)
        + &part("answer", &ran.out)
        + &part("standard error", &ran.err)
        + &format!("--- exit code {}\n", ran.code)
        + &drawn.iter().map(|(name, text)| part(name, text)).collect::<String>()
}

fn name(path: Option<&Path>) -> String {
    path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn boards_are_answered_or_refused_as_reviewed() {
    let _bound = snapshots("boards");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_suffix("");
    let _plain = settings.bind_to_scope();
    insta::glob!("cases/boards/*/*.txt", |path| {
        let (game, case) = (name(path.parent()), name(Some(path)));
        let own = format!("tests/cases/boards/{game}/rules.toml");
        let shipped = format!("rules/{game}.toml");
        let rules = if crate::tool::root().join(&own).exists() { own } else { shipped };
        let board = format!("tests/cases/boards/{game}/{case}");
        let ran = interp(&["--rules", &rules, &board], "");
        let refused = case.starts_with("err_");
        assert_eq!(ran.code, if refused { 3 } else { 0 }, "{board}\n{}{}", ran.out, ran.err);
        assert_eq!(ran.err.is_empty(), !refused, "{board}: {}", ran.err);
        let shown = |command: &str| interp(&[command, "--rules", &rules, &board], "").out;
        let drawn = match refused {
            true => Vec::new(),
            false => vec![("drawn", shown("board")), ("legal moves", shown("moves"))],
        };
        let snapshot = format!("{game}__{}", case.trim_end_matches(".txt"));
        insta::with_settings!({ snapshot_suffix => "" }, {
            insta::assert_snapshot!(snapshot, page(&text(path), &ran, &drawn));
        });
    });
}
