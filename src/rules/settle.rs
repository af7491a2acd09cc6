//! Which of the faults found are told, and with which places.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Label};
use crate::source::{Span, Spanned};
use crate::syntax::decl::RulesFile;
use crate::syntax::parse;

/// What is said where a fact is used that is at fault itself.
pub(super) const USED: &str = "used here";

/// So many uses are shown of a text that is at fault in each of them.
const SHOWN: usize = 3;

/// What the syntax tree knows of names that are missing from the model.
pub(super) struct Missing {
    /// Names whose declarations are themselves at fault.
    broken: Vec<Spanned<String>>,
    /// Names of moves whose walks are.
    unread_moves: Vec<String>,
    /// Names that a file has taken away from what it extends, and where.
    removed: BTreeMap<String, Span>,
    /// Texts that have a name, and each use of one.
    uses: Vec<(Span, Span)>,
}

impl Missing {
    pub(super) fn of(file: &RulesFile) -> Self {
        let mut broken = file.broken.clone();
        if let Some(players) = &file.players {
            let unfit = players.order.iter().filter(|name| !parse::is_name(&name.value));
            broken.extend(unfit.map(|name| Spanned::new(name.value.clone(), name.span)));
        }
        let removed = file.removed.iter().map(|name| (name.value.clone(), name.span)).collect();
        let unread_moves = file.unread_moves.clone();
        Self { broken, unread_moves, removed, uses: file.uses.clone() }
    }

    /// The faults in the order of the text, without those that only echo another.
    pub(super) fn settle(&self, mut faults: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
        self.used(&mut faults);
        // What a broken declaration would have named is not missed a second time; where each fault
        // seems the echo of another, all stay.
        if faults.iter().any(|fault| !self.echoes(fault, text)) {
            faults.retain(|fault| !self.echoes(fault, text));
        }
        faults.sort_by_key(|fault| fault.labels.first().map(|label| label.span));
        // A place that is used from several others is told once.
        let place = |fault: &Diagnostic| fault.labels.first().map(|label| label.span);
        faults.dedup_by(|later, first| {
            place(later) == place(first) && later.message == first.message
        });
        self.gather(faults, text)
    }

    /// Shows with faults of texts that have a name where these are used, if nothing has yet.
    fn used(&self, faults: &mut [Diagnostic]) {
        let within =
            |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
        for fault in faults {
            let Some(mut place) = fault.labels.first().map(|label| label.span) else { continue };
            while let Some((text, _)) = self.uses.iter().find(|(text, _)| within(place, *text)) {
                let uses = self.uses.iter().filter(|(of, _)| of == text).map(|(_, at)| *at);
                let uses: Vec<Span> = uses.collect();
                if uses.iter().any(|at| fault.labels.iter().any(|label| within(label.span, *at))) {
                    break;
                }
                let told = uses.iter().take(SHOWN);
                fault.labels.extend(told.map(|at| Label { span: *at, text: String::from(USED) }));
                place = uses.first().copied().unwrap_or_default();
            }
        }
    }

    /// Names that are still used somewhere after they were taken away, each told once with all its places.
    fn gather(&self, faults: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
        let mut told: Vec<Diagnostic> = Vec::new();
        let mut gathered: BTreeMap<&str, usize> = BTreeMap::new();
        for mut fault in faults {
            let taken = word(&fault, text).and_then(|word| self.removed.get_key_value(word));
            let Some((name, taken)) = taken else {
                told.push(fault);
                continue;
            };
            if let Some(first) = gathered.get(name.as_str()) {
                for mut label in fault.labels.drain(..) {
                    if !told[*first].labels.iter().any(|known| known.span == label.span) {
                        label.text =
                            String::from(if label.text == USED { USED } else { "and here" });
                        told[*first].labels.push(label);
                    }
                }
                continue;
            }
            gathered.insert(name, told.len());
            fault.labels.push(Label { span: *taken, text: String::from("taken away here") });
            told.push(fault);
        }
        told
    }

    /// Whether a fault is only that a name is not known whose declaration is itself at fault, or that a word of the language which
    /// was declared as a name does not stand as one beside it.
    fn echoes(&self, fault: &Diagnostic, text: &str) -> bool {
        let Some(place) = fault.labels.first().map(|label| label.span) else { return false };
        let elsewhere =
            |name: &&Spanned<String>| place.start < name.span.start || name.span.end < place.end;
        let broken = || self.broken.iter().filter(elsewhere);
        let unknown = word(fault, text).is_some_and(|word| {
            let move_at_fault = || self.unread_moves.iter().any(|name| name == word);
            broken().any(|name| name.value == word)
                || fault.message == format!("unknown move `{word}`") && move_at_fault()
        });
        let reserved = || broken().filter(|name| parse::is_reserved(&name.value));
        let parted = |letter: char| !letter.is_alphanumeric() && letter != '_';
        let before = text.get(..place.start).unwrap_or_default().trim_end_matches(' ');
        let before = before.strip_suffix('(').unwrap_or(before).trim_end_matches(' ');
        let behind = text.get(place.end..).unwrap_or_default().trim_start_matches(' ');
        unknown
            || reserved().any(|name| {
                let before = before.strip_suffix(name.value.as_str());
                let behind = behind.strip_prefix(name.value.as_str());
                before.is_some_and(|before| before.ends_with(parted))
                    || behind.is_some_and(|behind| behind.starts_with(parted))
            })
    }
}

/// What stands at the place of a fault.
fn word<'t>(fault: &Diagnostic, text: &'t str) -> Option<&'t str> {
    let span = fault.labels.first()?.span;
    text.get(span.start..span.end).map(|word| word.trim_matches('"'))
}
