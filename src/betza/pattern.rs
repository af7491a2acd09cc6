//! Moves → a pattern of the rule language, as short as a person would write it.

use super::ast::{Betza, Leg, Move, Step};
use super::chain;
use super::ways::{self, Class, Ways};
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::limits::PATTERN_BYTES;
use crate::syntax::text::Text;

/// The name of the mark that a lame first move leaves behind for `e`.
const MARK: &str = "passed";

/// What lies on the way of a move of one leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing that matters, or empty cells between the steps.
    Plain,
    /// `n`: the cells within a leap must be empty.
    Lame,
    /// `j` of a leap: the cell within it must be occupied.
    Jump,
    /// `j` of a slide: the first cell does not matter.
    Skip,
    /// `p`: exactly one piece, anywhere.
    Over,
    /// `g`: a piece right before the last step.
    Behind,
    /// `z`: each step turns a right angle, by turns to the left and to the right.
    Zigzag,
}

/// What a move may do where it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modes {
    /// `m`: go to an empty cell.
    pub(super) quiet: bool,
    /// `c`: capture an enemy.
    pub(super) capture: bool,
    /// `d`: capture a piece of one's own.
    pub(super) destroy: bool,
    /// `e`: capture what has just passed.
    pub(super) passing: bool,
}

impl Modes {
    /// The modes of a last leg.
    pub(super) fn of(leg: &Leg) -> Self {
        let [quiet, capture, destroy, passing] = ['m', 'c', 'd', 'e'].map(|mark| leg.has(mark));
        if quiet || capture || destroy || passing {
            return Self { quiet, capture, destroy, passing };
        }
        Self { quiet: true, capture: true, ..Self::default() }
    }

    /// What follows a word that goes to an empty cell or an enemy unless it says otherwise; one each
    /// way of ending.
    pub(super) fn endings(self) -> Vec<&'static str> {
        let both = match (self.quiet, self.capture) {
            (true, true) => Some(""),
            (true, false) => Some(" to empty"),
            (false, true) => Some(" to enemy"),
            (false, false) => None,
        };
        both.into_iter().chain(self.destroy.then_some(" to own, capture")).collect()
    }
}

/// Moves of one leg that differ in their directions alone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Simple {
    pub(super) initial: bool,
    pub(super) shape: Shape,
    pub(super) modes: Modes,
    pub(super) range: Option<u32>,
    /// The steps and their ways, in the order of the text; each step once.
    pub(super) steps: Vec<(Step, Ways)>,
    pub(super) span: Span,
}

/// The pattern that says the moves; each place in it is that of the moves that it says.
///
/// # Errors
///
/// What the pattern language cannot say, and what is not agreed among those who write Betza notation.
pub fn pattern(betza: &Betza) -> Result<Text, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let mut alternatives: Vec<(String, Span)> = Vec::new();
    let marked = leaves_marks(betza);
    for group in groups(betza, &mut faults) {
        match group {
            Group::Simple(simple) => {
                let said = simple.text(marked);
                if said.is_empty() {
                    let fault = Diagnostic::new("no move passes over anything here", simple.span);
                    faults.push(fault.label("`e` captures nothing").help(
                        "`e` is about a lame first move of the same text, as in `fmWfceFifmnD`",
                    ));
                }
                alternatives.extend(said.into_iter().map(|text| (text, simple.span)));
            }
            Group::Chain(texts, span) => {
                alternatives.extend(texts.into_iter().map(|text| (text, span)));
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut pieces: Vec<(&str, Span)> = Vec::new();
    for (at, (text, span)) in alternatives.iter().enumerate() {
        let said = alternatives[..at].iter().any(|(known, _)| known == text);
        if !said {
            pieces.extend((!pieces.is_empty()).then_some((" | ", *span)));
            pieces.push((text, *span));
        }
    }
    let text = Text::made(betza.span, pieces);
    if text.value.len() > PATTERN_BYTES {
        let fault = Diagnostic::new("the Betza text means too long a pattern", betza.span);
        return Err(vec![fault.help(format!("at most {PATTERN_BYTES} bytes are read"))]);
    }
    Ok(text)
}

/// Moves that are said together.
enum Group {
    Simple(Simple),
    Chain(Vec<String>, Span),
}

fn groups(betza: &Betza, faults: &mut Vec<Diagnostic>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for one in &betza.moves {
        if one.value.legs.len() > 1 {
            match chain::texts(one) {
                Ok(texts) => groups.push(Group::Chain(texts, one.span)),
                Err(fault) => faults.push(fault),
            }
            continue;
        }
        for simple in simples(one, faults) {
            let known = groups.iter_mut().find_map(|group| match group {
                Group::Simple(known) if known.goes_with(&simple) => Some(known),
                _ => None,
            });
            match known {
                Some(known) => known.add(simple),
                None => groups.push(Group::Simple(simple)),
            }
        }
    }
    groups
}

/// The moves of a text that has none of several legs, those that differ in their directions alone together.
#[cfg(test)]
pub(super) fn simple(betza: &Betza) -> Vec<Simple> {
    let groups = groups(betza, &mut Vec::new());
    let simple = groups.into_iter().filter_map(|group| match group {
        Group::Simple(simple) => Some(simple),
        Group::Chain(..) => None,
    });
    simple.collect()
}

/// Whether some first move marks the cells that it passes over, and some move captures there.
fn leaves_marks(betza: &Betza) -> bool {
    let any = |wanted: &dyn Fn(&Move, &Leg) -> bool| {
        betza.moves.iter().any(|one| one.value.legs.iter().any(|leg| wanted(&one.value, leg)))
    };
    any(&|one, leg| one.initial.is_some() && leg.has('n')) && any(&|_, leg| leg.has('e'))
}

/// The steps of a move of one leg, each by itself.
fn simples(one: &Spanned<Move>, faults: &mut Vec<Diagnostic>) -> Vec<Simple> {
    let Some(leg) = one.value.legs.last() else { return Vec::new() };
    let atom = &one.value.atom;
    let mut found = Vec::new();
    for step in &atom.steps {
        let simple = directions(&one.value, leg, *step).and_then(|ways| {
            Ok(Simple {
                initial: one.value.initial.is_some(),
                shape: shape(&one.value, leg, *step)?,
                modes: Modes::of(leg),
                range: atom.range,
                steps: vec![(*step, ways)],
                span: one.span,
            })
        });
        match simple {
            Ok(simple) => found.push(simple),
            // Both steps of one atom have the same faults.
            Err(fault) if faults.last() != Some(&fault) => faults.push(fault),
            Err(_) => {}
        }
    }
    found
}

/// The ways of a first leg.
pub(super) fn directions(one: &Move, leg: &Leg, step: Step) -> Result<Ways, Diagnostic> {
    let class = ways::class(step);
    if let ([first, .., last], [_, _]) | ([first @ last], [_, _]) =
        (leg.dirs.as_slice(), one.atom.steps.as_slice())
    {
        let letter = &one.atom.name.value;
        let fault = Diagnostic::new(
            format!("directions of `{letter}` are not agreed"),
            first.span.to(last.span),
        );
        return Err(fault
            .label("one direction in XBoard, and more in Fairy-Stockfish")
            .help("write them before `W` and `F`, or `R` and `B`, as in `fWfF`"));
    }
    let mut ways = 0;
    for dir in &leg.dirs {
        ways |= ways::of(dir.value, class).ok_or_else(|| {
            let letter = &one.atom.name.value;
            let fault = Diagnostic::new(format!("`{letter}` has no halves"), dir.span);
            fault.help("`h` is about the eight leaps of an oblique atom, as in `fhN`")
        })?;
    }
    Ok(if leg.dirs.is_empty() { ways::every(class) } else { ways })
}

fn shape(one: &Move, leg: &Leg, step: Step) -> Result<Shape, Diagnostic> {
    let named: Vec<_> = leg.marks.iter().filter(|mark| "njpgzy".contains(mark.value)).collect();
    let [mark, rest @ ..] = named.as_slice() else { return Ok(Shape::Plain) };
    let refuse = |message: String, help: &str| Err(Diagnostic::new(message, mark.span).help(help));
    if let [other, ..] = rest {
        let message = format!("`{}` and `{}` together are not agreed", mark.value, other.value);
        return Err(Diagnostic::new(message, other.span).also(mark.span, "beside this"));
    }
    if leg.has('e') {
        return refuse(
            format!("`{}` beside `e` means nothing", mark.value),
            "`e` is about a step to the next cell, as in `fceF`",
        );
    }
    let (atom, far) = (&one.atom.name.value, step.1 > 1);
    let class = ways::class(step);
    match mark.value {
        'y' => refuse("`y` stands in a leg before `a`".to_owned(), "for example `yafsW`"),
        'p' | 'g' if one.atom.range == Some(1) => refuse(
            format!("`{}` before a single step is not agreed", mark.value),
            "in XBoard it never moves, in Fairy-Stockfish it slides; \
             write it before `R`, `B`, `Q` or a rider",
        ),
        'p' | 'g' if one.atom.range.is_some() => refuse(
            format!("`{}` with a range is not agreed", mark.value),
            "XBoard counts all cells, Fairy-Stockfish those behind the piece; \
             write it before `R`, `B`, `Q` or a rider",
        ),
        'p' => Ok(Shape::Over),
        'g' => Ok(Shape::Behind),
        'n' if !far => refuse(
            format!("`{atom}` passes over nothing"),
            "`n` is about leaps, as in `nN` or `nA`",
        ),
        'n' if class == Class::Oblique && step != (1, 2) => refuse(
            format!("which cells `n{atom}` passes is not agreed"),
            "write its way as legs with `a`, as in `afsafW`, or a pattern",
        ),
        'n' => Ok(Shape::Lame),
        'j' if !far && one.atom.range != Some(1) => Ok(Shape::Skip),
        'j' if matches!(step, (0, 2) | (1, 2) | (2, 2)) && one.atom.range == Some(1) => {
            Ok(Shape::Jump)
        }
        'j' => refuse(
            format!("what `j{atom}` jumps over is not agreed"),
            "`j` is about `N`, `A` and `D`, and about slides, which skip their first cell",
        ),
        _ if class != Class::Oblique && !far && one.atom.range.is_none() => Ok(Shape::Zigzag),
        _ => refuse(
            format!("how `z{atom}` turns is not agreed"),
            "`z` is about slides, as in `zB` or `zR`",
        ),
    }
}

impl Simple {
    /// Whether the two differ in their directions alone, so that one phrase can say both.
    fn goes_with(&self, other: &Simple) -> bool {
        let key = |simple: &Simple| {
            let reach = simple.steps.first().map(|(step, _)| match simple.shape {
                // A slide and a rider read the same; a step and a leap have each their word, and what a
                // lame leap passes depends on the leap.
                Shape::Lame | Shape::Jump => (ways::class(*step) == Class::Oblique, step.1),
                _ => (false, if simple.range == Some(1) { step.1.min(2) } else { 0 }),
            });
            (simple.initial, simple.shape, simple.modes, simple.range, reach)
        };
        key(self) == key(other)
    }

    fn add(&mut self, other: Simple) {
        for (step, ways) in other.steps {
            match self.steps.iter_mut().find(|(known, _)| *known == step) {
                Some((_, known)) => *known |= ways,
                None => self.steps.push((step, ways)),
            }
        }
        self.span = self.span.to(other.span);
    }

    /// The walks, one a way of ending.
    fn text(&self, marks: bool) -> Vec<String> {
        let unmoved = if self.initial { "unmoved, " } else { "" };
        let mut walks: Vec<String> =
            self.modes.endings().iter().flat_map(|to| self.walks(to, marks)).collect();
        if self.modes.passing && marks {
            walks.push(format!(
                "{} to empty and marked {MARK}, as there, backward to enemy, capture, go there",
                self.word()
            ));
        }
        walks.into_iter().map(|walk| format!("{unmoved}{walk}")).collect()
    }

    /// `step orthogonal`, `leap (1,2)`, `slide diagonal {1,3}`.
    fn word(&self) -> String {
        let dirs = ways::first(&self.steps);
        let far = self.steps.iter().any(|(step, _)| step.1 > 1);
        match self.range {
            Some(1) if far => format!("leap {dirs}"),
            Some(1) => format!("step {dirs}"),
            Some(most) => format!("slide {dirs} {{1,{most}}}"),
            None => format!("slide {dirs}"),
        }
    }

    fn walks(&self, to: &str, marks: bool) -> Vec<String> {
        match self.shape {
            Shape::Plain => vec![format!("{}{to}", self.word())],
            Shape::Over => {
                vec![format!("{} to piece, (ahead to empty)*, step ahead{to}", self.word())]
            }
            Shape::Behind => vec![format!("{} to piece, step ahead{to}", self.word())],
            Shape::Skip => {
                let dirs = ways::first(&self.steps);
                let range =
                    self.range.map(|most| format!(" {{1,{}}}", most - 1)).unwrap_or_default();
                vec![format!("{dirs}, slide ahead{range}{to}")]
            }
            Shape::Zigzag => {
                let dirs = ways::first(&self.steps);
                let zigzag = |one: &str, other: &str| {
                    format!(
                        "step {dirs} to empty, ({one} to empty, {other} to empty)*, \
                         (step {one}{to} | {one} to empty, step {other}{to})"
                    )
                };
                // Where a piece of one's own is captured, its act stands at the end of each.
                vec![format!("step {dirs}{to}"), zigzag("left", "right"), zigzag("right", "left")]
            }
            Shape::Jump if self.oblique() => self.bent("piece", to),
            Shape::Jump => vec![format!("jump {}{to}", self.unit())],
            Shape::Lame if self.oblique() => self.bent("empty", to),
            Shape::Lame => vec![self.straight(to, marks)],
        }
    }

    fn oblique(&self) -> bool {
        self.steps.iter().any(|(step, _)| ways::class(*step) == Class::Oblique)
    }

    /// The directions of a leap, as those of its first cell.
    fn unit(&self) -> String {
        let unit = |(short, long): Step| (short.min(1), long.min(1));
        let steps: Vec<_> = self.steps.iter().map(|(step, ways)| (unit(*step), *ways)).collect();
        ways::first(&steps)
    }

    /// A straight lame leap, cell by cell.
    fn straight(&self, to: &str, marks: bool) -> String {
        let long = self.steps.iter().map(|(step, _)| step.1).max().unwrap_or(2);
        let mark = if self.initial && marks { format!(", mark {MARK}") } else { String::new() };
        let mut walk = format!("step {} to empty{mark}", self.unit());
        for _ in 2..long {
            walk += &format!(", step ahead to empty{mark}");
        }
        if self.range != Some(1) {
            let again = vec!["ahead to empty"; usize::from(long)].join(", ");
            walk += &format!(", ({again}){}", self.count());
        }
        walk + ", step ahead" + to
    }

    /// How often a leap may be made before the last one.
    fn count(&self) -> String {
        self.range.map_or_else(|| String::from("*"), |most| format!("{{0,{}}}", most - 1))
    }

    /// A leap of (1,2) cell by cell: an orthogonal step onto such a cell, then a diagonal one.
    fn bent(&self, within: &str, to: &str) -> Vec<String> {
        let ways = self.steps.iter().fold(0, |all, (_, ways)| all | ways);
        // Ways of even number turn right after the orthogonal step, the others left.
        let (mut right, mut left) = (0, 0);
        for eighth in (0..8).filter(|eighth| ways >> eighth & 1 == 1) {
            let first = ways::set(&[(eighth + 1) & 6]);
            *if eighth % 2 == 0 { &mut right } else { &mut left } |= first;
        }
        let step = |ways: Ways| format!("step {} to {within}", ways::first(&[((0, 1), ways)]));
        if self.range == Some(1) {
            let (both, right, left) = (right & left, right & !left, left & !right);
            let hands = [("outward", both), ("right outward", right), ("left outward", left)];
            let hands = hands.into_iter().filter(|(_, ways)| *ways != 0);
            return hands
                .map(|(hand, ways)| format!("{}, step {hand} diagonal{to}", step(ways)))
                .collect();
        }
        // The next leap of a rider turns back to where the first one set out for.
        let hands = [("right", "left", right), ("left", "right", left)].into_iter();
        let hands = hands.filter(|(_, _, ways)| *ways != 0);
        hands
            .map(|(one, other, ways)| {
                format!(
                    "{}, ({one} outward diagonal to empty, {other} outward orthogonal to {within}){}, \
                     step {one} outward diagonal{to}",
                    step(ways),
                    self.count()
                )
            })
            .collect()
    }
}
