//! Remarks below the lines of a rule file that they are about.

use crate::source::{Source, Span};

/// The lines of the user's own file of which `head` says something or that remarks are about, each with its number; below it
/// carets where the remarks point, those that say the same in one row.
pub fn beside(
    source: &Source,
    remarks: &[(Span, &str)],
    head: impl Fn(Span) -> Option<String>,
) -> Vec<String> {
    let own = source.own();
    let wide = own.text.lines().count().to_string().len();
    let mut shown = Vec::new();
    let mut start = own.start;
    for (number, line) in (1..).zip(own.text.split_inclusive('\n')) {
        let whole = Span::new(start, start + line.len());
        start = whole.end;
        let here: Vec<&(Span, &str)> = remarks
            .iter()
            .filter(|(place, _)| (whole.start..whole.end).contains(&place.start))
            .collect();
        let head = head(whole);
        if here.is_empty() && head.is_none() {
            continue;
        }
        let (head, text) = (head.unwrap_or_default(), line.trim_end());
        let blank = " ".repeat(head.chars().count() + wide);
        shown.push(format!("  {head}{number:>wide$} | {text}"));
        let mut said: Vec<&str> = Vec::new();
        for (_, what) in &here {
            if !said.contains(what) {
                said.push(what);
                let same = here.iter().filter(|(_, other)| other == what);
                let places: Vec<Span> = same.map(|(place, _)| place.within(whole.start)).collect();
                shown.push(format!("  {blank} | {} {what}", carets(text, &places)));
            }
        }
    }
    shown
}

/// Carets below those bytes of a line.
fn carets(line: &str, places: &[Span]) -> String {
    let within = |at: usize| places.iter().any(|place| (place.start..place.end).contains(&at));
    let below = line.char_indices().map(|(at, _)| if within(at) { '^' } else { ' ' });
    below.collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_stand_below_what_they_are_about() {
        let source = Source::new("mine", "a = 'b | c'\nx = 1\nd = 'é' # e\nf\n");
        let at = Span::new;
        let remarks = [(at(5, 6), "never"), (at(9, 10), "never"), (at(22, 26), "other")];
        let shown =
            beside(&source, &remarks, |line| (line.start == 12).then(|| String::from("7  ")));
        let expected = [
            "  1 | a = 'b | c'",
            "    |      ^   ^ never",
            "  7  2 | x = 1",
            "  3 | d = 'é' # e",
            "    |     ^^^ other",
        ];
        assert_eq!(shown, expected);
    }
}
