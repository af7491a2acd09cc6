//! A pattern → Betza notation, where there is one.

use super::ast::Step;
use super::letters::LEAPS;
use super::pattern::{Modes, Shape};
use super::ways::{self, ALL, Class, EVEN, ODD, Phrases, Ways, set};
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    Choice, Count, Over, OwnerWord, Part, Shift, ShiftWord, TestAst, TestWord,
};
use crate::syntax::directions::{Bearing, COMPASS, DirTerm, Dirs, Group, Vector, leap_vectors};

/// The Betza text that means the same as a pattern.
///
/// # Errors
///
/// The parts of the pattern for which there is none.
pub fn back(pattern: &Choice) -> Result<String, Vec<Diagnostic>> {
    let (mut text, mut faults) = (String::new(), Vec::new());
    for sequence in &pattern.value {
        match alternative(&sequence.value, sequence.span) {
            Ok(letters) => {
                // A capital twice in a row would be a rider; with its range it stands by itself.
                if text.chars().last() == letters.chars().next() {
                    text.push(if text.ends_with(['R', 'B', 'Q']) { '0' } else { '1' });
                }
                text += &letters;
            }
            Err(span) => {
                let fault = Diagnostic::new("a walk that has no Betza form", span);
                faults.push(fault.label("not said in Betza notation"));
            }
        }
    }
    if faults.is_empty() { Ok(text) } else { Err(faults) }
}

/// What a walk has in Betza notation; or the place of what has nothing.
type Said<T> = Result<T, Span>;

/// A walk with its shape: where it sets out for, how often it steps, where it ends.
struct Walk<'a> {
    shape: Shape,
    dirs: &'a Dirs,
    range: Option<u32>,
    to: Modes,
    /// The step whose first cell the directions name; a leap of its own if `None`.
    whole: Option<u8>,
    span: Span,
}

fn alternative(parts: &[Spanned<Part>], span: Span) -> Said<String> {
    let (initial, parts) = match parts {
        [first, rest @ ..] if is_unmoved(&first.value) => ("i", rest),
        _ => ("", parts),
    };
    let shifts: Vec<&Spanned<Part>> = parts.iter().collect();
    let walk = plain(&shifts, span).or_else(|fault| match shifts.len() {
        0 => Err(span),
        1 => Err(fault),
        _ => several(&shifts, fault),
    })?;
    // `(1,2)` by its cells: an orthogonal step onto the first, then a diagonal one.
    if walk.whole == Some(0) {
        return bent(&walk, parts, initial);
    }
    let mut atoms: Vec<(Step, Ways)> = Vec::new();
    for term in &walk.dirs.0 {
        for (step, ways) in eighths(term).ok_or(walk.span)? {
            let step = match walk.whole {
                Some(long) if step.1 == 1 => (step.0 * long, long),
                Some(_) => return Err(walk.span),
                None => step,
            };
            match atoms.iter_mut().find(|(known, _)| *known == step) {
                Some((_, known)) => *known |= ways,
                None => atoms.push((step, ways)),
            }
        }
    }
    Ok(letters(initial, walk.shape, walk.to, walk.range, &atoms))
}

fn is_unmoved(part: &Part) -> bool {
    matches!(part, Part::Test(Spanned { value: TestWord::Unmoved, .. }))
}

/// A part that is a shift and nothing else.
fn shift(part: &Spanned<Part>) -> Said<&Shift> {
    match &part.value {
        Part::Shift(shift) => Ok(shift),
        _ => Err(part.span),
    }
}

/// A walk of one part.
fn plain<'a>(parts: &[&'a Spanned<Part>], span: Span) -> Said<Walk<'a>> {
    let [part, rest @ ..] = parts else { return Err(span) };
    let shift = shift(part)?;
    if let [other, ..] = rest {
        return Err(other.span);
    }
    let to = modes(shift.to.as_ref())?;
    let (dirs, span) = (&shift.dirs, part.span);
    let walk = |shape, range, whole| Walk { shape, dirs, range, to, whole, span };
    match (shift.word, &shift.over) {
        (ShiftWord::Bare | ShiftWord::Step, _) => Ok(walk(Shape::Plain, Some(1), None)),
        (ShiftWord::Slide, _) => Ok(walk(Shape::Plain, slid(shift, span)?, None)),
        (ShiftWord::Jump, None) => Ok(walk(Shape::Jump, Some(1), Some(2))),
        (ShiftWord::Jump, Some((Over::Passes, over))) if over.value == TestWord::Occupied => {
            Ok(walk(Shape::Jump, Some(1), Some(2)))
        }
        (ShiftWord::Jump, Some((_, over))) => Err(over.span),
    }
}

/// The range of a slide.
fn slid(shift: &Shift, span: Span) -> Said<Option<u32>> {
    match shift.range {
        None => Ok(None),
        Some(Count { min: 0 | 1, max }) => Ok(max),
        Some(_) => Err(span),
    }
}

/// A walk of several parts: a hop, a skipped cell, a lame leap.
fn several<'a>(parts: &[&'a Spanned<Part>], fault: Span) -> Said<Walk<'a>> {
    let [part, middle @ .., last] = parts else { return Err(fault) };
    let (first, end) = (shift(part)?, shift(last)?);
    let to = modes(end.to.as_ref())?;
    let (dirs, span) = (&first.dirs, part.span);
    let walk = |shape, range, whole| Ok(Walk { shape, dirs, range, to, whole, span });
    let stands = first.to.as_ref().map(|test| &test.value);
    let steps = |shift: &Shift| matches!(shift.word, ShiftWord::Bare | ShiftWord::Step);
    let ahead = is_group(&end.dirs, Group::Ahead);
    match (first.word, stands, middle) {
        (ShiftWord::Slide, Some(TestWord::Occupied), _) if ahead && steps(end) => {
            if first.range.is_some() {
                return Err(part.span);
            }
            match middle {
                [] => walk(Shape::Behind, None, None),
                [empties] if is_empties(&empties.value) => walk(Shape::Over, None, None),
                [other, ..] => Err(other.span),
            }
        }
        (ShiftWord::Bare, None, []) if ahead && end.word == ShiftWord::Slide => {
            let range = slid(end, last.span)?;
            walk(Shape::Skip, range.map(|most| most + 1), None)
        }
        (_, Some(TestWord::Empty), _) if ahead && steps(first) && steps(end) => {
            for between in middle {
                let fits = matches!(&between.value, Part::Shift(shift)
                    if steps(shift) && is_group(&shift.dirs, Group::Ahead) && is_to_empty(shift));
                if !fits {
                    return Err(between.span);
                }
            }
            let long = u8::try_from(middle.len() + 2).ok().filter(|long| *long <= 3);
            walk(Shape::Lame, Some(1), Some(long.ok_or(last.span)?))
        }
        (_, Some(TestWord::Empty), []) if steps(first) && steps(end) => {
            walk(Shape::Lame, Some(1), Some(0))
        }
        (_, Some(TestWord::Occupied), []) if steps(first) && steps(end) => {
            walk(Shape::Jump, Some(1), Some(0))
        }
        _ => Err(middle.first().unwrap_or(last).span),
    }
}

/// A leap of (1,2) by its cells.
fn bent(walk: &Walk<'_>, parts: &[Spanned<Part>], initial: &str) -> Said<String> {
    let Some(last) = parts.last() else { return Err(walk.span) };
    let [term] = shift(last)?.dirs.0.as_slice() else { return Err(last.span) };
    if (term.bearing, term.group) != (Some(Bearing::Outward), Group::Diagonal) {
        return Err(last.span);
    }
    let (right, left) = match term.side {
        None => (true, true),
        Some(Bearing::Right) => (true, false),
        Some(Bearing::Left) => (false, true),
        Some(_) => return Err(last.span),
    };
    let mut found = 0;
    for term in &walk.dirs.0 {
        for (step, ways) in eighths(term).ok_or(walk.span)? {
            if step != (0, 1) {
                return Err(walk.span);
            }
            // After an orthogonal step, the eighth of even number lies to the right.
            found |= if right { ways } else { 0 } | if left { ways.rotate_right(1) } else { 0 };
        }
    }
    Ok(letters(initial, walk.shape, walk.to, walk.range, &[((1, 2), found)]))
}

fn is_group(dirs: &Dirs, group: Group) -> bool {
    dirs.0 == [DirTerm::of(group)]
}

fn is_to_empty(shift: &Shift) -> bool {
    matches!(shift.to, Some(Spanned { value: TestWord::Empty, .. }))
}

/// `(ahead to empty)*`.
fn is_empties(part: &Part) -> bool {
    let Part::Bracket(body, Some(Count { min: 0, max: None })) = part else { return false };
    let [sequence] = body.value.as_slice() else { return false };
    matches!(sequence.value.as_slice(), [Spanned { value: Part::Shift(shift), .. }]
        if shift.word != ShiftWord::Slide && is_group(&shift.dirs, Group::Ahead) && is_to_empty(shift))
}

/// What may stand where a walk ends.
fn modes(to: Option<&TestAst>) -> Said<Modes> {
    let both = Modes { quiet: true, capture: true, ..Modes::default() };
    let Some(to) = to else { return Ok(both) };
    let enemy = TestWord::Owner(OwnerWord::Other, None);
    match &to.value {
        TestWord::Empty => Ok(Modes { capture: false, ..both }),
        test if *test == enemy => Ok(Modes { quiet: false, ..both }),
        TestWord::Or(tests) => {
            let has = |word: &TestWord| tests.iter().any(|test| test.value == *word);
            let whole = tests.len() == 2 && has(&TestWord::Empty) && has(&enemy);
            if whole { Ok(both) } else { Err(to.span) }
        }
        _ => Err(to.span),
    }
}

/// The steps of a direction term and their ways; `None` if they are not those of the player's facing.
fn eighths(term: &DirTerm) -> Option<Vec<(Step, Ways)>> {
    if matches!(term.group, Group::Compass(_)) {
        return None;
    }
    // A piece sets out heading where its owner faces.
    let mut steps: Vec<(Step, Ways)> = Vec::new();
    for vector in term.vectors(COMPASS[0], COMPASS[0]) {
        let (step, eighth) = eighth(vector)?;
        match steps.iter_mut().find(|(known, _)| *known == step) {
            Some((_, ways)) => *ways |= 1 << eighth,
            None => steps.push((step, 1 << eighth)),
        }
    }
    // Directions that there are none of have no letters.
    Some(steps).filter(|steps| !steps.is_empty())
}

fn eighth(vector: Vector) -> Option<(Step, usize)> {
    let (x, y) = (vector.0.unsigned_abs(), vector.1.unsigned_abs());
    let step = (u8::try_from(x.min(y)).ok()?, u8::try_from(x.max(y)).ok()?);
    let unit = (vector.0.signum(), vector.1.signum());
    let eighth = match ways::class(step) {
        Class::Oblique => leap_vectors(step).iter().position(|known| *known == vector),
        _ => COMPASS.iter().position(|known| *known == unit),
    };
    Some((step, eighth?))
}

/// The letters of moves that differ in their directions alone.
fn letters(
    initial: &str,
    shape: Shape,
    to: Modes,
    range: Option<u32>,
    atoms: &[(Step, Ways)],
) -> String {
    let mode = match (to.quiet, to.capture) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    };
    let shape = match shape {
        Shape::Plain | Shape::Zigzag => "",
        Shape::Lame => "n",
        Shape::Jump | Shape::Skip => "j",
        Shape::Over => "p",
        Shape::Behind => "g",
    };
    let one =
        |step: Step, dirs: &str| format!("{initial}{dirs}{mode}{shape}{}", named(step, range));
    if let [((0, 1), EVEN), ((1, 1), ODD)] | [((1, 1), ODD), ((0, 1), EVEN)] = atoms {
        let atom = match range {
            None => String::from("Q"),
            Some(1) => String::from("K"),
            Some(most) => format!("Q{most}"),
        };
        return format!("{initial}{mode}{shape}{atom}");
    }
    let mut text = String::new();
    for (step, ways) in atoms {
        let phrases = phrases(ways::class(*step));
        let dirs = ways::cover(*ways, &phrases);
        match ways::class(*step) {
            // Letters of orthogonal steps never combine.
            Class::Orthogonal => text += &one(*step, &dirs.concat()),
            _ => text.extend(dirs.into_iter().map(|dirs| one(*step, dirs))),
        }
    }
    text
}

/// `W`, `R4`, `N0`, `(1,4)`.
fn named(step: Step, range: Option<u32>) -> String {
    let letter = LEAPS.iter().find(|(_, known)| *known == step);
    let letter = letter.map_or_else(|| ways::group(step), |(letter, _)| letter.to_string());
    match (step, range) {
        (_, Some(1)) => letter,
        ((0, 1), None) => String::from("R"),
        ((1, 1), None) => String::from("B"),
        ((0, 1), Some(most)) => format!("R{most}"),
        ((1, 1), Some(most)) => format!("B{most}"),
        (_, None) => letter + "0",
        (_, Some(most)) => format!("{letter}{most}"),
    }
}

/// The letters of directions, the larger sets first.
fn phrases(class: Class) -> Phrases {
    let words: &[(&str, Ways)] = match class {
        Class::Orthogonal => &[
            ("", EVEN),
            ("v", set(&[0, 4])),
            ("s", set(&[2, 6])),
            ("f", set(&[0])),
            ("b", set(&[4])),
            ("l", set(&[6])),
            ("r", set(&[2])),
        ],
        Class::Diagonal => &[
            ("", ODD),
            ("f", set(&[7, 1])),
            ("b", set(&[3, 5])),
            ("l", set(&[5, 7])),
            ("r", set(&[1, 3])),
            ("fl", set(&[7])),
            ("fr", set(&[1])),
            ("bl", set(&[5])),
            ("br", set(&[3])),
        ],
        Class::Oblique => &[
            ("", ALL),
            ("v", set(&[7, 0, 3, 4])),
            ("s", set(&[1, 2, 5, 6])),
            ("fh", set(&[6, 7, 0, 1])),
            ("bh", set(&[2, 3, 4, 5])),
            ("lh", set(&[4, 5, 6, 7])),
            ("rh", set(&[0, 1, 2, 3])),
            ("hr", EVEN),
            ("hl", ODD),
            ("f", set(&[7, 0])),
            ("b", set(&[3, 4])),
            ("l", set(&[5, 6])),
            ("r", set(&[1, 2])),
            ("fs", set(&[1, 6])),
            ("bs", set(&[2, 5])),
            ("lv", set(&[4, 7])),
            ("rv", set(&[0, 3])),
            ("fr", set(&[1])),
            ("fl", set(&[6])),
            ("br", set(&[2])),
            ("bl", set(&[5])),
            ("rf", set(&[0])),
            ("lf", set(&[7])),
            ("rb", set(&[3])),
            ("lb", set(&[4])),
        ],
    };
    words.iter().map(|(word, ways)| ((*word).to_owned(), *ways)).collect()
}
