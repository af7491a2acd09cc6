//! Faults of a format that lists pieces by their cells.

use super::ask::fields;
use super::model::*;
use crate::diag::{Diagnostic, list};
use crate::source::Span;

/// What stands between the cells and the lists.
const TAKEN: &str = ",:.-";

/// The faults of the lists in one form of a case, and of the answer with the format's own.
pub(super) fn pieces(rules: &Rules, form: Form<'_>, faults: &mut Vec<Diagnostic>) {
    let format = &rules.format;
    let answers = std::iter::once(&format.answer).chain(&format.no_move);
    let answers = answers.filter(|_| form.name.is_none());
    let mut told = std::iter::once(form.case).chain(answers).flat_map(fields);
    let Some((_, span)) = told.find(|(field, _)| *field == Field::Pieces) else { return };
    words(form, span, faults);
    if let Some(kind) = rules.kinds.iter().find(|kind| kind.neutral) {
        let name = &kind.name.value;
        let message = format!("a `{name}` belongs to nobody, and could not be told");
        let fault = Diagnostic::new(message, span).also(kind.name.span, "declared here");
        faults.push(fault.help("`{pieces}` lists the pieces of players"));
    }
    let lettered = |at: usize| rules.format.kinds.iter().any(|(_, known)| known.index() == at);
    let bare = rules.kinds.iter().enumerate().filter(|(at, _)| !lettered(*at));
    let bare: Vec<&str> = bare.map(|(_, kind)| kind.name.value.as_str()).collect();
    if bare.len() > 1 {
        let known = list(&bare).replace(" or ", " and ");
        let fault = Diagnostic::new(format!("{known} would be told alike"), span);
        let kind = bare.last().copied().unwrap_or_default();
        faults.push(fault.help(format!(
            "one kind may do without a letter; give the others theirs: `kinds = {{ X = \"{kind}\" }}`"
        )));
    }
    letters(rules, faults);
}

/// Whose the pieces are is told by the words for turns.
fn words(form: Form<'_>, span: Span, faults: &mut Vec<Diagnostic>) {
    let TurnText::Words(words) = form.turn else {
        let fault = Diagnostic::new("nothing tells whose pieces they are", span);
        faults.push(fault.help("`{pieces}` tells it by the words of `turn = { … }`"));
        return;
    };
    for (word, _) in words {
        let longer = words.iter().map(|(other, _)| other);
        let mut longer = longer.filter(|other| other.value != word.value);
        if let Some(other) = longer.find(|other| other.value.starts_with(&word.value)) {
            let message =
                format!("`{}` may also be the beginning of `{}`", word.value, other.value);
            let fault = Diagnostic::new(message, word.span).also(other.span, "the longer one");
            faults.push(fault.help("in `{pieces}` the cells follow a word at once"));
        }
    }
}

/// Letters of kinds that could not be told from the names of cells.
fn letters(rules: &Rules, faults: &mut Vec<Diagnostic>) {
    let coordinate = &rules.format.coordinate.0;
    let part = |wanted: &dyn Fn(&Part) -> bool| coordinate.iter().any(|part| wanted(&part.value));
    let field = |known: &Part, field: Field| matches!(known, Part::Field(one, _) if *one == field);
    // Where cells have numbers, those that have none are called by file and rank.
    let small = part(&|part| {
        matches!(part, Part::Field(Field::File, style) if *style != Style::Upper)
            || field(part, Field::Nth)
    });
    let capitals = part(&|part| {
        matches!(part, Part::Field(Field::File | Field::Layer, Style::Upper))
            || matches!(part, Part::Field(Field::Layer, style) if *style != Style::Lower)
    });
    for (letter, _) in &rules.format.kinds {
        let mut signs = letter.value.chars();
        let (Some(sign), None) = (signs.next(), signs.next()) else {
            let message = format!("`{}` is no letter for a kind", letter.value.escape_debug());
            faults.push(Diagnostic::new(message, letter.span).label("one character"));
            continue;
        };
        let of_names = sign.is_ascii_digit()
            || small && sign.is_ascii_lowercase()
            || capitals && sign.is_ascii_uppercase()
            || part(&|part| matches!(part, Part::Text(text) if text.contains(sign)));
        let label = if TAKEN.contains(sign) || sign.is_whitespace() || sign.is_control() {
            "it parts the cells from one another"
        } else if of_names {
            "names of cells have it"
        } else {
            continue;
        };
        let message = format!("`{}` is no letter for a kind", sign.escape_debug());
        faults.push(Diagnostic::new(message, letter.span).label(label));
    }
}
