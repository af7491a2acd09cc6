//! What rules say and may be other than it seems: kinds that never come, endings that never hold, lists that lack a kind.

use super::check;
use super::model::*;
use super::visit::{self, Seen};
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::index::Kind;
use crate::source::{Source, Span, Spanned};
use crate::syntax::decl::RulesFile;

/// What only the file as written tells.
pub(super) struct Listed {
    /// Kinds whose moves another has.
    patterns: Vec<String>,
    /// Whether a variant has taken moves away, and so means it.
    stilled: bool,
    /// Inherited texts that may list kinds: what each is called, and the words in it.
    texts: Vec<(String, Span, Vec<String>)>,
    /// Where the user's own file begins; nothing is inherited if it is the only one.
    own: usize,
}

impl Listed {
    pub(super) fn of(file: &RulesFile, source: &Source) -> Self {
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
            let listed = score.count.iter().flat_map(|(test, _)| words(test.span)).collect();
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

/// Adds what is to be said of rules without faults.
pub(super) fn rules(rules: &Rules, listed: &Listed, warnings: &mut Vec<Warning>) {
    missed(rules, listed, warnings);
    kinds(rules, listed, warnings);
    endings(rules, warnings);
    warnings.extend(alike(rules));
}

/// Players who all face north as the file does not say where, though a piece goes forward or backward alone.
fn alike(rules: &Rules) -> Option<Warning> {
    if rules.players.iter().any(|player| player.facing.is_some()) {
        return None;
    }
    let one_way = |seen: Seen<'_>| {
        let Seen::Dirs(Dirs(terms)) = seen else { return false };
        let has = |bearing| terms.iter().any(|term| term.bearing == Some(bearing));
        has(Bearing::Forward) != has(Bearing::Backward)
    };
    let goes = |rule: &&MoveRule| {
        let mut found = false;
        visit::walk(&rule.walk, &mut |seen| found |= one_way(seen));
        found
    };
    let rule = rules.kinds.iter().flat_map(|kind| &kind.moves).find(goes)?;
    let (first, second) = (rules.players.first()?, rules.players.get(1)?);
    let facing = format!(
        "facing = {{ {} = \"north\", {} = \"south\" }}",
        first.name.value, second.name.value
    );
    let told = Diagnostic::new("pieces go the same way for all players", rule.walk.span)
        .label("asks where a player faces")
        .also(second.name.span, "faces north, as all do of whom nothing is said")
        .help(format!(
            "write `{facing}` under `[players]`, or `north` for each where that is meant"
        ));
    Some(Warning::new(WarningCode::FacesAlike, told))
}

/// Kinds of a variant that an inherited rule does not know: it names every other kind that moves and is not royal.
fn missed(rules: &Rules, listed: &Listed, warnings: &mut Vec<Warning>) {
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

/// Kinds without a glyph, kinds that never come, kinds that never move.
fn kinds(rules: &Rules, listed: &Listed, warnings: &mut Vec<Warning>) {
    let mut made: Vec<Kind> = Vec::new();
    visit::rules(rules, &mut |seen| {
        if let Seen::Walk(Node { walk: Walk::Act(act), .. }) = seen
            && let Act::Put(kind)
            | Act::Drop(kind)
            | Act::Become(kind)
            | Act::Tower(Tower::Put(kind) | Tower::Drop(kind) | Tower::Make(kind)) = act
        {
            made.push(*kind);
        }
    });
    let moving = rules.kinds.iter().any(|kind| !kind.moves.is_empty());
    for (at, kind) in rules.kinds.iter().enumerate() {
        let name = &kind.name.value;
        let is = |of: Kind| of.index() == at;
        let mut glyphs =
            rules.format.cells.iter().filter(|glyph| glyph.piece.kind().is_some_and(is));
        let placed = made.iter().any(|made| is(*made));
        let mut warn = |code, message: String, label: &str, help: &str| {
            let told = Diagnostic::new(message, kind.name.span).label(label).help(help);
            warnings.push(Warning::new(code, told));
        };
        if glyphs.clone().next().is_none() {
            if !listed.patterns.contains(name) {
                let help = "give it one under `[format.cells]`";
                let message = format!("`{name}` has no glyph");
                let label = "no position that has it can be read or written";
                warn(WarningCode::NoGlyph, message, label, help);
            }
            continue;
        }
        // What is nobody's may be there on some boards and not on others.
        // A base's kinds that a variant does without are none of its slips.
        if kind.name.span.start < listed.own {
            continue;
        }
        if let Some(setup) = rules.setup.as_ref().filter(|_| !placed && !kind.neutral)
            && !glyphs.any(|glyph| setup.value.contains(&glyph.glyph.value))
            && rules.format.kinds.is_empty()
        {
            let help = "put it into the `setup`, or let a move, a promotion or an action make it";
            let label = "not in the `setup`, and nothing makes it";
            warn(WarningCode::NeverComes, format!("`{name}` never comes"), label, help);
        }
        let still = kind.moves.is_empty() && !kind.neutral && !placed && moving;
        if still && !listed.stilled {
            let help = "give it `moves`; `owner = \"none\"` is for what stands in the way";
            let label = "it has no moves, and others have";
            warn(WarningCode::NeverMoves, format!("`{name}` never moves"), label, help);
        }
    }
}

/// Endings that never hold, and those that an earlier one forestalls.
fn endings(rules: &Rules, warnings: &mut Vec<Warning>) {
    for (at, ending) in rules.endings.iter().enumerate() {
        let Spanned { value: when, span } = &ending.when;
        if let Some(why) = never(rules, when) {
            let told = Diagnostic::new("an ending that never holds", *span).label(why);
            let help = "change it, or take it away";
            warnings.push(Warning::new(WarningCode::NeverHolds, told.help(help)));
            continue;
        }
        // A variant's own ending before an inherited one is there to forestall it.
        let meant = |earlier: &Ending| earlier.when.span.start > span.start;
        let mut before =
            rules.endings[..at].iter().filter(|earlier| !earlier.claim && !meant(earlier));
        let first = before.find(|earlier| follows(when, &earlier.when.value));
        if let Some(first) = first {
            let told = Diagnostic::new("an ending that is never reached", *span)
                .label("never alone")
                .also(first.when.span, "this one holds whenever it does, and comes first")
                .help("put it before the other, or take it away");
            warnings.push(Warning::new(WarningCode::NeverReached, told));
        }
    }
}

/// Whether one condition holds wherever another does, as far as their parts tell.
fn follows(when: &Cond, from: &Cond) -> bool {
    if when == from {
        return true;
    }
    match (when, from) {
        (Cond::Any(parts), _) => parts.iter().all(|part| follows(part, from)),
        (_, Cond::All(wanted)) => wanted.iter().all(|wanted| follows(when, wanted)),
        (_, Cond::Any(wanted)) if wanted.iter().any(|wanted| follows(when, wanted)) => true,
        (Cond::All(parts), _) => parts.iter().any(|part| follows(part, from)),
        _ => false,
    }
}

/// Why a condition never holds, if that is plain.
fn never(rules: &Rules, when: &Cond) -> Option<String> {
    match when {
        Cond::Any(parts) => {
            let mut whys = parts.iter().map(|part| never(rules, part));
            let first = whys.next()??;
            whys.all(|why| why.is_some()).then_some(first)
        }
        Cond::All(parts) => parts.iter().find_map(|part| never(rules, part)).or_else(|| {
            let negated = |part: &Cond| match part {
                Cond::Not(part) => parts.contains(part),
                _ => false,
            };
            parts.iter().any(negated).then(|| String::from("asks for something and its contrary"))
        }),
        Cond::Count(test, relation, number) => {
            let size = rules.board.size?;
            let cells = match check::possible(test) {
                true => rules.graph(size).all().count(),
                false => 0,
            };
            let none = !(0..=cells).any(|count| relation.holds(count, usize::from(*number)));
            none.then(|| match cells {
                0 => String::from("nothing on a board is so"),
                cells => format!("the board has {cells} cells"),
            })
        }
        Cond::Number(_, _, relation, number) => {
            let none = !(0..=u16::from(u8::MAX)).any(|count| relation.holds(count, *number));
            none.then(|| String::from("a number goes from 0 to 255"))
        }
        Cond::Counter(_, counter, relation, number) => {
            let rule = rules.counters.get(counter.index())?;
            let most = match (&rule.up, &rule.down) {
                (None, Some(_)) => u16::from(rule.start),
                _ => u16::from(u8::MAX),
            };
            let none = !(0..=most).any(|count| relation.holds(count, *number));
            none.then(|| format!("the counter goes from 0 to {most}"))
        }
        Cond::Has(_, goal) => {
            let size = rules.board.size.filter(|_| rules.board.shape.is_plain())?;
            let longest = size.width.max(size.height);
            match rules.goals.get(goal.index())?.goal {
                Goal::Line { length, .. } if length as usize > usize::from(longest) => {
                    Some(format!("the board is {longest} cells long"))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
