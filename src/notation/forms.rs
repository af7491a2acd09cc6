//! The forms of a case, ready to be read, and which of them a text is in.

use std::io;

use super::Notation;
use super::fault::{BoardFault, ReadError};
use super::lines::Lines;
use super::scan::Scan;
use crate::diag::list;
use crate::index::{Mark, Piece};
use crate::position::Position;
use crate::rules::{Form, Rules};

/// A form of a case.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Which of the format's other forms it is; none: its own.
    at: Option<usize>,
    /// What the ASCII characters with which no longer glyph begins stand for; a board is mostly
    /// these, and there are many of them.
    ascii: [Option<Piece>; 128],
    /// All other glyphs, the longest first.
    longer: Vec<(String, Piece)>,
    /// The mark of the pieces that have not moved, where no field tells of it; then a piece has it
    /// that stands where the same stands at home.
    pub unmoved: Option<Mark>,
}

impl Reading {
    /// The reading of the format's own form, or of one of the others.
    pub fn new(rules: &Rules, at: Option<usize>) -> Self {
        let form = form(rules, at);
        let known = || form.cells.iter().map(|one| (one.glyph.value.as_str(), one.piece));
        let mut ascii = [None; 128];
        let mut longer = Vec::new();
        for (glyph, piece) in known() {
            let begins = known().any(|(other, _)| other != glyph && other.starts_with(glyph));
            match glyph.as_bytes() {
                [byte] if byte.is_ascii() && !begins => ascii[usize::from(*byte)] = Some(piece),
                _ => longer.push((glyph.to_owned(), piece)),
            }
        }
        longer.sort_by_key(|(glyph, _)| std::cmp::Reverse(glyph.len()));
        let told = |mark: &Mark| form.fields().any(|field| field.mark() == Some(*mark));
        let unmoved = rules.unmoved().filter(|mark| !told(mark));
        Self { at, ascii, longer, unmoved }
    }

    /// What the glyph at the beginning of a text stands for, and how many bytes it has.
    pub fn piece(&self, text: &str) -> Option<(Piece, usize)> {
        let first = text.as_bytes().first()?;
        if let Some(Some(piece)) = self.ascii.get(usize::from(*first)) {
            return Some((*piece, 1));
        }
        let found = self.longer.iter().find(|(glyph, _)| text.starts_with(glyph.as_str()));
        found.map(|(glyph, piece)| (*piece, glyph.len()))
    }

    /// What a case looks like in it.
    pub fn form<'f>(&self, rules: &'f Rules) -> Form<'f> {
        form(rules, self.at)
    }

    fn name<'f>(&self, rules: &'f Rules) -> &'f str {
        self.form(rules).name.map_or("", |name| name.value.as_str())
    }
}

/// One of the format's other forms; its own where there is none of that number.
fn form(rules: &Rules, at: Option<usize>) -> Form<'_> {
    let other = at.and_then(|at| rules.format.others().nth(at));
    other.unwrap_or_else(|| rules.format.form())
}

impl Notation {
    /// Reads a case in the first form that fits; `None` where the format's mark stands instead. The
    /// first line is not blank.
    ///
    /// # Errors
    /// Where none fits, the faults of the form that has understood most of the text.
    pub(super) fn case<I: Iterator<Item = io::Result<String>>>(
        &self,
        lines: &mut Lines<I>,
    ) -> Result<Option<Position>, ReadError> {
        if self.others.is_empty() {
            return Scan::case(self, &self.own, lines);
        }
        lines.keep();
        let mut refusals: Vec<(&Reading, Vec<BoardFault>)> = Vec::new();
        for form in std::iter::once(&self.own).chain(&self.others) {
            match Scan::case(self, form, lines) {
                // What cannot be read at all is no better in another form.
                Err(ReadError::Faults(faults)) if !lines.broken() => {
                    refusals.push((form, faults));
                    lines.rewind();
                }
                read => {
                    lines.release();
                    return read;
                }
            }
        }
        Err(ReadError::Faults(furthest(&self.rules, refusals)))
    }
}

/// The faults of the form in which the first fault stands furthest, or which has fewer of them, and
/// what is said of the others.
fn furthest(rules: &Rules, mut refusals: Vec<(&Reading, Vec<BoardFault>)>) -> Vec<BoardFault> {
    let merit = |faults: &[BoardFault]| {
        let first = faults.iter().map(|fault| (fault.line, fault.range.start)).min();
        (first, std::cmp::Reverse(faults.len()))
    };
    // Of several the first, as they are tried.
    let merits = refusals.iter().map(|(_, faults)| merit(faults)).enumerate();
    let best = merits.reduce(|best, next| if next.1 > best.1 { next } else { best });
    let (form, mut faults) = refusals.remove(best.map_or(0, |(at, _)| at));
    let others: Vec<&str> = refusals.iter().map(|(form, _)| form.name(rules)).collect();
    let own = refusals.first().filter(|(other, _)| other.at.is_none());
    let own = own.and_then(|(_, faults)| faults.first());
    let Some(last) = faults.last_mut() else { return faults };
    match (own, others.as_slice()) {
        (Some(own), _) => {
            last.help.push(format!("this is the form `{}`, which fits best", form.name(rules)));
            let (line, column) = (own.line, own.column);
            last.help.push(format!("in the format's own form: {} at {line}:{column}", own.message));
        }
        (None, [one]) => {
            last.help.push(format!("the format's other form, `{one}`, does not fit either"));
        }
        (None, several) => {
            let several = list(several).replace(" or ", " and ");
            last.help.push(format!("the format's other forms, {several}, do not fit either"));
        }
    }
    faults
}
