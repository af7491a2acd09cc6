//! What a variant inherits and what does not know of it: rules of the base that list its kinds, endings that count its board.

use super::super::model::*;
use super::super::visit::{self, Seen};
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::index::Kind;
use crate::source::{Source, Span};
use crate::syntax::ast::Relation;
use crate::syntax::decl::RulesFile;

/// What only the file as written tells.
pub(in super::super) struct Listed {
    /// Kinds whose moves another has.
    pub(super) patterns: Vec<String>,
    /// Whether a variant has taken moves away, and so means it.
    pub(super) stilled: bool,
    /// Inherited texts that may list kinds: what each is called, and the words in it.
    pub(super) texts: Vec<(String, Span, Vec<String>)>,
    /// Where the user's own file begins; nothing is inherited if it is the only one.
    pub(super) own: usize,
}

impl Listed {
    pub(in super::super) fn of(file: &RulesFile, source: &Source) -> Self {
        let own = source.own().start;
        let words = |span: Span| -> Vec<String> {
            let text = source.text.get(span.start..span.end).unwrap_or_default();
            let parted = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
            parted.map(str::to_owned).collect()
        };
        let mut texts = Vec::new();
        for (name, fact) in &file.facts {
            texts.push((format!("the fact `{}`", name.value), fact.span, words(fact.span)));
        }
        for end in &file.ends {
            texts.push((String::from("this ending"), end.when.span, words(end.when.span)));
        }
        for forbid in &file.forbids {
            let span = forbid.when.span;
            texts.push((String::from("this prohibition"), span, words(span)));
        }
        for score in &file.scores {
            let groups = score.groups.iter().flat_map(|groups| {
                let worth = groups.count.iter().flatten().chain(&groups.touching);
                groups.of.iter().chain(worth.map(|(test, _)| test))
            });
            let tests = score.count.iter().map(|(test, _)| test).chain(groups);
            let listed = tests.flat_map(|test| words(test.span)).collect();
            texts.push((format!("the score `{}`", score.name.value), score.name.span, listed));
        }
        texts.retain(|(_, span, _)| span.start < own);
        // A word for several kinds names each of them; it may be among those below it.
        for (group, kinds) in file.kinds.iter().rev() {
            for (.., words) in &mut texts {
                if words.contains(&group.value) {
                    words.extend(kinds.iter().map(|kind| kind.value.clone()));
                }
            }
        }
        let patterns = file.pieces.iter().filter_map(|piece| piece.like.as_ref());
        Self {
            patterns: patterns.map(|like| like.value.clone()).collect(),
            stilled: file.removed.iter().any(|key| key.value == "moves"),
            texts,
            own,
        }
    }
}

/// Kinds of a variant that an inherited rule does not know: it names every other kind that moves and is not royal.
pub(super) fn missed(rules: &Rules, listed: &Listed, warnings: &mut Vec<Warning>) {
    let counts = |kind: &&KindRule| !kind.neutral && !kind.royal && !kind.moves.is_empty();
    let (old, new): (Vec<&KindRule>, Vec<&KindRule>) =
        rules.kinds.iter().filter(counts).partition(|kind| kind.name.span.start < listed.own);
    if old.len() < 2 {
        return;
    }
    for (what, span, words) in &listed.texts {
        let named = |kind: &&&KindRule| words.contains(&kind.name.value);
        if !old.iter().all(|kind| named(&kind)) {
            continue;
        }
        let Some(kind) = new.iter().find(|kind| !named(kind)) else { continue };
        let name = &kind.name.value;
        let told = Diagnostic::new(format!("{what} does not know of `{name}`"), kind.name.span)
            .label("a kind of this file")
            .also(*span, "names every other kind that moves")
            .help(format!("write it anew here, with `{name}` or without"));
        warnings.push(Warning::new(WarningCode::MissedKind, told));
    }
}

/// An inherited ending that says how much is left on the board, where in the variant what is captured may come back out of a hand. (Where
/// hands are only emptied, as at the start of a game, such an ending seldom comes before they are.)
pub(super) fn hands(rules: &Rules, listed: &Listed) -> Option<Warning> {
    let (mut drop, mut dropped) = (None, Vec::new());
    visit::rules(rules, &mut |seen| {
        let Seen::Walk(Node { walk: Walk::Act(act), span }) = seen else { return };
        match act {
            Act::Drop(kind) => dropped.push(*kind),
            Act::Tower(Tower::Drop(_)) => dropped.extend((0..rules.kinds.len()).map(Kind::at)),
            _ => return,
        }
        if span.start >= listed.own {
            drop = drop.or(Some(*span));
        }
    });
    let drop = drop.filter(|_| rules.captures_to_hand())?;
    let holds = |part: &Cond| matches!(part, Cond::Compare(Reading::Hand(..), ..));
    let mut endings = rules.endings.iter().map(|ending| &ending.when);
    let ending = endings.find(|when| {
        let known = when.span.start >= listed.own || visit::asks(&when.value, &holds);
        !known && few(&when.value, true, &dropped)
    })?;
    let told = Diagnostic::new("an inherited ending does not know of hands", drop)
        .label("lets pieces come out of a hand")
        .also(ending.span, "counts what is left on the board alone")
        .help("write the endings anew here (`[[instead.end]]`, or a fact of the same name) with `mover holds no KIND`");
    Some(Warning::new(WarningCode::MissedHand, told))
}

/// Whether a condition that `holds`, or one that does not, has a part that holds where few enough pieces are left, of kinds that come out
/// of hands.
fn few(when: &Cond, holds: bool, dropped: &[Kind]) -> bool {
    match when {
        Cond::All(parts) | Cond::Any(parts) => parts.iter().any(|part| few(part, holds, dropped)),
        Cond::Not(part) => few(part, !holds, dropped),
        Cond::Count(test, relation, _) => {
            let upper = matches!(relation, Relation::Less | Relation::AtMost | Relation::Equal);
            upper == holds && pieces(test, dropped)
        }
        _ => false,
    }
}

/// Whether a test passes only where a piece stands, wherever that is, and such a one may come out of a hand.
fn pieces(test: &Test, dropped: &[Kind]) -> bool {
    let other = |test: &Test| match test {
        Test::In(_) => true,
        Test::Is(kind) => !dropped.contains(kind),
        _ => false,
    };
    match test {
        Test::All(tests) => {
            tests.iter().any(|test| pieces(test, dropped)) && !tests.iter().any(other)
        }
        Test::Any(tests) => tests.iter().all(|test| pieces(test, dropped)),
        Test::Owned(_) | Test::Occupied => true,
        Test::Is(kind) => dropped.contains(kind),
        _ => false,
    }
}
