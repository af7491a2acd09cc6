//! `interp check --fix`: writes into rule files what is surely meant.

use super::fail::Failure;
use super::load;
use crate::diag::Fix;
use crate::source::Span;

/// How often a file is read anew: what is taken away may have been all that used something else.
const ROUNDS: usize = 16;

/// Mends a rule file; how many findings there are the less. A file with faults, and shipped rules, stay as they are.
pub fn mend(file: &str) -> Result<usize, Failure> {
    let Some(path) = load::on_disk(file) else { return Ok(0) };
    let mut mended = 0;
    for _ in 0..ROUNDS {
        // What is wrong with it is told when it is checked.
        let Ok(game) = load::rules(file) else { break };
        let Ok(found) = game.found_warnings() else { break };
        let own = game.source().own();
        let sure = found.iter().flat_map(|warning| warning.told.fixes.iter().find(|fix| fix.sure));
        let inside = |fix: &&Fix| fix.edits.iter().all(|(span, _)| span.start >= own.start);
        let (text, count) = edited(own.text, own.start, sure.filter(inside));
        if count == 0 {
            break;
        }
        std::fs::write(&path, &text).map_err(|error| Failure::unwritable(&path, &error))?;
        mended += count;
    }
    Ok(mended)
}

/// The changes that do not overlap earlier ones, in the order of the text, and how many fixes these are.
pub fn together<'f>(fixes: impl Iterator<Item = &'f Fix>) -> (Vec<(Span, &'f str)>, usize) {
    let mut edits: Vec<(Span, &str)> = Vec::new();
    let mut count = 0;
    for fix in fixes {
        let places: Vec<(Span, &str)> =
            fix.edits.iter().map(|(span, to)| (*span, to.as_str())).collect();
        let apart = |(span, _): &(Span, &str)| {
            edits.iter().all(|(other, _)| span.end <= other.start || other.end <= span.start)
        };
        if places.iter().all(apart) {
            edits.extend(places);
            count += 1;
        }
    }
    edits.sort_by_key(|(span, _)| *span);
    (edits, count)
}

/// The text with the changes that do not overlap earlier ones, and how many fixes they are. It begins at `start` of what the places count in.
pub fn edited<'f>(
    text: &str,
    start: usize,
    fixes: impl Iterator<Item = &'f Fix>,
) -> (String, usize) {
    let (edits, count) = together(fixes);
    let edits = edits.into_iter().map(|(span, to)| (span.within(start), to));
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for (span, to) in edits {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        out.push_str(to);
        at = span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_where_they_do_not_overlap() {
        let fix = |at: usize, to: usize, text: &str| Fix {
            title: String::new(),
            sure: true,
            edits: vec![(Span::new(at, to), text.to_owned())],
        };
        let fixes = [fix(14, 15, "X"), fix(11, 12, ""), fix(11, 13, "Y")];
        let text = edited("abcdef", 10, fixes.iter());
        assert_eq!(text, (String::from("acdXf"), 2));
    }
}
