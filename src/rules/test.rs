//! `[[test]]` → what is to be tried. Whether it holds is found out by `trial`.

use super::model::{PlayerRule, Standing, TestRule};
use super::names::Names;
use crate::diag::Diagnostic;
use crate::source::Spanned;
use crate::syntax::decl::TestDecl;
use crate::syntax::text::Text;

/// The test of a declaration. `setup` tells whether there is a usual starting position.
pub(super) fn rule(
    decl: TestDecl,
    names: &Names,
    players: &[PlayerRule],
    setup: bool,
    faults: &mut Vec<Diagnostic>,
) -> TestRule {
    if decl.position.is_none() && !setup {
        let fault = Diagnostic::new("a test without a position", decl.span);
        faults.push(fault.help("add a `position`, or a `setup` to `[format]`"));
    }
    let state = decl.state.as_ref().and_then(|text| standing(text, players, faults));
    let seen = decl.seen.into_iter();
    let seen = seen.filter_map(|(name, text)| Some((names.player(&name, faults)?, text))).collect();
    TestRule {
        span: decl.span,
        name: decl.name.map(|name| name.value),
        position: decl.position,
        play: decl.play,
        answer: decl.answer,
        state,
        moves: decl.moves,
        legal: decl.legal,
        illegal: decl.illegal,
        perft: decl.perft,
        seen,
    }
}

fn standing(
    text: &Text,
    players: &[PlayerRule],
    faults: &mut Vec<Diagnostic>,
) -> Option<Spanned<Standing>> {
    let wins = players.iter().map(|player| {
        let name = player.team_name.as_ref().unwrap_or(&player.name);
        (format!("{} wins", name.value), Standing::Won(player.team))
    });
    let others = [("draw", Standing::Drawn), ("goes on", Standing::Open)];
    let others = others.map(|(word, standing)| (String::from(word), standing));
    let known: Vec<_> = wins.chain(others).collect();
    match known.iter().find(|(word, _)| *word == text.value) {
        Some((_, standing)) => Some(Spanned::new(*standing, text.span)),
        None => {
            let words = known.iter().map(|(word, _)| word.as_str());
            faults.push(Diagnostic::unknown("state", &text.value, text.span, words));
            None
        }
    }
}
