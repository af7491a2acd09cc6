//! Moves of several legs: `mafsW`, `cabK`, `yafsF`.
//!
//! The rules are those of "Multi-leg" in <https://www.gnu.org/software/xboard/Betza.html>: a leg turns relative
//! to the one before it, in eighths; its default directions are all but straight back (of a step with four
//! ways, without the eighths between); before the last one a leg is `m` unless it says otherwise; a step that
//! turns by an odd eighth changes between orthogonal and diagonal; `g` and `y` change steps into slides and
//! slides into steps.

use super::ast::{Leg, Move, Step};
use super::pattern::{Modes, directions};
use super::ways::{self, Class, EVEN, ODD, Ways};
use crate::diag::Diagnostic;
use crate::source::Spanned;
use crate::syntax::limits::PATTERN_BYTES;

/// The walks that a move of several legs means.
pub(super) fn texts(one: &Spanned<Move>) -> Result<Vec<String>, Diagnostic> {
    let (Some(leg), [step, others @ ..]) =
        (one.value.legs.first(), one.value.atom.steps.as_slice())
    else {
        return Ok(Vec::new());
    };
    for leg in &one.value.legs {
        for mark in &leg.marks {
            if "enjz".contains(mark.value) {
                let fault = Diagnostic::new(
                    format!("`{}` in a move of several legs", mark.value),
                    mark.span,
                );
                return Err(fault.help("say the cells on the way as legs: `mafsW` is `nN`"));
            }
        }
    }
    let mut first = Vec::new();
    for step in &one.value.atom.steps {
        first.push((*step, directions(&one.value, leg, *step)?));
    }
    let eight = !others.is_empty() || ways::class(*step) == Class::Oblique;
    let heading = Heading {
        class: others.is_empty().then(|| ways::class(*step)),
        long: step.1,
        oblique: *step,
    };
    let mut chain = Chain { one, eight, returns: false, texts: Vec::new(), bytes: 0 };
    chain.returns = chain.may_return();
    let unmoved = if one.value.initial.is_some() { "unmoved, " } else { "" };
    let dirs = ways::first(&first);
    chain.leg(0, unmoved.to_owned(), &dirs, heading, one.value.atom.range)?;
    Ok(chain.texts)
}

/// What is known of the direction of the last leg.
#[derive(Clone, Copy)]
struct Heading {
    /// Its symmetry; `None` if it is orthogonal or diagonal, and either may be.
    class: Option<Class>,
    /// The longer side of its step.
    long: u8,
    /// The step, if it is oblique.
    oblique: Step,
}

struct Chain<'m> {
    one: &'m Spanned<Move>,
    /// Whether the atom has eight ways.
    eight: bool,
    /// Whether the piece may come back to where it started, which then counts as empty.
    returns: bool,
    texts: Vec<String>,
    /// Bytes written so far.
    bytes: usize,
}

impl Chain<'_> {
    /// Writes the legs from `at` on, each way of doing them by itself.
    fn leg(
        &mut self,
        at: usize,
        before: String,
        dirs: &str,
        heading: Heading,
        range: Option<u32>,
    ) -> Result<(), Diagnostic> {
        let one = self.one;
        let Some(leg) = one.value.legs.get(at) else { return Ok(()) };
        let word = |range: Option<u32>| match range {
            Some(1) if heading.long > 1 => format!("leap {dirs}"),
            Some(1) => format!("step {dirs}"),
            Some(most) => format!("slide {dirs} {{1,{most}}}"),
            None => format!("slide {dirs}"),
        };
        let Some(next) = one.value.legs.get(at + 1) else {
            let hop = match (leg.mark('p'), leg.mark('g')) {
                (Some(mark), _) | (_, Some(mark)) if range.is_some() => {
                    let fault = Diagnostic::new("a hop in a leg that does not slide", mark);
                    return Err(fault.help("in a last leg, `p` and `g` are about endless slides"));
                }
                (Some(_), _) => " to piece, (ahead to empty)*, step ahead",
                (_, Some(_)) => " to piece, step ahead",
                _ => "",
            };
            if let Some(mark) = leg.mark('y') {
                return Err(Diagnostic::new("`y` stands in a leg before `a`", mark));
            }
            // A walk that has landed on its way lands at its end only where it says so.
            let land = if before.contains("land") { ", land" } else { "" };
            for to in Modes::of(leg).endings() {
                self.push(format!("{before}{}{hop}{to}{land}", word(range)))?;
            }
            return Ok(());
        };
        let (turns, turned) = self.turn(next, heading, at + 2 == one.value.legs.len())?;
        for (relay, toggles) in self.relays(leg, range)? {
            let walk = match relay {
                // What is passed over whatever stands there is not tested.
                None => dirs.to_owned(),
                Some(to) => format!("{}{to}", word(range)),
            };
            let range = if toggles { self.toggled(range) } else { range };
            self.leg(at + 1, format!("{before}{walk}, "), &turns, turned, range)?;
        }
        Ok(())
    }

    fn push(&mut self, text: String) -> Result<(), Diagnostic> {
        self.bytes += text.len();
        if self.bytes > PATTERN_BYTES {
            let fault = Diagnostic::new("the Betza text means too long a pattern", self.one.span);
            return Err(fault.help(format!("at most {PATTERN_BYTES} bytes are read")));
        }
        self.texts.push(text);
        Ok(())
    }

    /// What a leg before the last does where it ends, and whether it changes steps into slides.
    fn relays(
        &self,
        leg: &Leg,
        range: Option<u32>,
    ) -> Result<Vec<(Option<&'static str>, bool)>, Diagnostic> {
        let [quiet, capture, destroy, pass, hop, yaw] =
            ['m', 'c', 'd', 'p', 'g', 'y'].map(|mark| leg.has(mark));
        if let Some(mark) = leg.mark('p').or(leg.mark('g')).filter(|_| self.returns) {
            let fault = Diagnostic::new("a piece that hops and may come back", mark);
            return Err(fault
                .label("the cell where it started would have to count as empty")
                .help("give the legs directions that lead away, for example `f` or `fs`"));
        }
        if quiet && pass && range == Some(1) && !capture && !destroy && !hop && !yaw {
            return Ok(vec![(None, false)]);
        }
        let quiet = quiet || !(capture || destroy || pass || hop || yaw);
        // A piece that lands leaves the cell where it started, and captures what stands there.
        let stay = if self.returns { " to empty, land" } else { " to empty" };
        let relays = [
            (quiet && !capture, stay, false),
            (quiet && capture, " to empty or enemy, land", false),
            (!quiet && capture, " to enemy, land", false),
            (destroy, " to own, capture, land", false),
            (pass, " to piece", false),
            (hop, " to piece", true),
            (yaw, stay, true),
        ];
        let relays = relays.into_iter().filter(|(done, ..)| *done);
        Ok(relays.map(|(_, to, toggles)| (Some(to), toggles)).collect())
    }

    /// A step for a slide, a slide for a step. The letters of steps to the next cell and of their slides
    /// are exchanged, whatever range was written.
    fn toggled(&self, range: Option<u32>) -> Option<u32> {
        match self.one.value.atom.name.value.as_str() {
            "K" | "W" | "F" if range == self.one.value.atom.range => None,
            _ if range == Some(1) => None,
            _ => Some(1),
        }
    }

    /// The turns of a leg that is not the first.
    fn turns(&self, leg: &Leg) -> Result<Ways, Diagnostic> {
        let mut turns = 0;
        for dir in &leg.dirs {
            turns |= ways::turn(dir.value).ok_or_else(|| {
                Diagnostic::new("a hand is not a turn", dir.span)
                    .help("a leg after `a` turns by `f`, `l`, `r`, `b` or two of them")
            })?;
        }
        Ok(match (turns, self.eight) {
            (0, true) => !ways::set(&[4]),
            (0, false) => ways::set(&[6, 0, 2]),
            (turns, _) => turns,
        })
    }

    /// How the turns of the next leg are said, and what is then known of the heading.
    fn turn(
        &self,
        leg: &Leg,
        heading: Heading,
        last: bool,
    ) -> Result<(String, Heading), Diagnostic> {
        let turns = self.turns(leg)?;
        let span = leg.dirs.first().map_or(leg.span, |dir| dir.span);
        let (straight, bent) = (turns & EVEN, turns & ODD);
        let group = |class: Class| match (class, heading.long) {
            (Class::Oblique, _) => ways::group(heading.oblique),
            (Class::Orthogonal, long) => ways::group((0, long)),
            (Class::Diagonal, long) => ways::group((long, long)),
        };
        let Some(class) = heading.class else {
            return Ok((ways::turns(turns, "any", true, true).join(" or "), heading));
        };
        let other = match class {
            Class::Orthogonal => Class::Diagonal,
            Class::Diagonal => Class::Orthogonal,
            Class::Oblique if bent == 0 => Class::Oblique,
            Class::Oblique => {
                let fault =
                    Diagnostic::new("an oblique leap that turns by half a right angle", span);
                return Err(fault
                    .label("goes on `f`, `l`, `r` or `b`")
                    .help("the pattern language turns an oblique leap by right angles"));
            }
        };
        let mut said = ways::turns(straight, &group(class), true, false);
        said.extend(ways::turns(bent, &group(other), false, true));
        let turned = match (straight, bent) {
            (_, 0) => Some(class),
            (0, _) => Some(other),
            _ if heading.long > 1 && !last => {
                let fault =
                    Diagnostic::new("a leap that turns by a half and by a whole right angle", span);
                return Err(fault.help("write the two as moves of their own"));
            }
            _ => None,
        };
        Ok((said.join(" or "), Heading { class: turned, ..heading }))
    }

    /// Whether the legs may lead back to where they started.
    fn may_return(&self) -> bool {
        let legs = &self.one.value.legs;
        let turns = |leg: &Leg| self.turns(leg).unwrap_or(ways::ALL);
        if let [_, second] = legs.as_slice() {
            return turns(second) & ways::set(&[4]) != 0;
        }
        // The eighths that the legs head for if the first heads for 0.
        let (mut heads, mut all): (Ways, Ways) = (1, 1);
        for leg in legs.iter().skip(1) {
            let turns = turns(leg);
            let by = (0..8).filter(|eighth| turns >> eighth & 1 == 1);
            heads = by.fold(0, |next, eighth| next | heads.rotate_left(eighth));
            all |= heads;
        }
        // Within less than half a circle every step leads further away.
        !(0..8).any(|eighth| all & !ways::set(&[0, 1, 2, 3]).rotate_left(eighth) == 0)
    }
}
