//! What each walk of a piece was lowered to, as it is listed.

use super::Moves;
use super::kinds::Told;
use super::shape::Step;
use crate::index::{Cell, MoveName, Piece};
use crate::program::check::{Codes, has};
use crate::program::set::Set;
use crate::program::why::Why;

/// What a walk of a piece has become.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// Steps, found as such.
    Steps,
    /// The same, where a look from the piece's own cell fits.
    Given,
    /// Ways that were followed one by one: where those begin and end that change no other cells and whether they go over a piece, and
    /// whether there are others. The moves tell which of them are steps.
    Ways(Box<[End]>, bool),
    /// What goes on from cell to cell as often as it can before it lands.
    Floods,
    /// Jumps that go on as long as they can.
    Hops,
    /// Steps, and something that is put where it can be reached from where they end, or, if it `lifts`, is taken off there.
    Tail {
        /// Whether something is taken off.
        lifts: bool,
    },
    /// Instructions.
    Walked(Why),
}

/// Where a way begins and ends, and whether something must stand on another cell.
type End = (Cell, Cell, bool);

/// What a prohibition has become.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    /// Dangers from that number on, so many: what may not be left open to a capture, or in sight.
    Dangers(usize, usize),
    /// What one's own pieces may not aim at.
    Truce,
    /// The condition of that number, asked of the board after a move.
    Fact(usize),
}

impl Form {
    /// That of a walk that was followed from each cell.
    pub(super) fn of_ways(told: &[Told]) -> Self {
        let (mut ends, mut others) = (Vec::new(), false);
        for (_, from, trails) in told {
            for trail in trails {
                match super::kinds::plainly(*from, &trail.needs, &trail.effect) {
                    Some((to, _)) => {
                        let over = |(cell, codes): &(Cell, Codes)| {
                            ![*from, to].contains(cell) && !has(codes, Piece::EMPTY)
                        };
                        ends.push((*from, to, trail.needs.content.iter().any(over)));
                    }
                    None => others = true,
                }
            }
        }
        Form::Ways(ends.into(), others)
    }
}

impl<S: Set> Moves<S> {
    /// What a walk of that number and name is called in the listing, and why if it is walked.
    pub fn form(&self, at: usize, name: MoveName) -> (String, Option<Why>) {
        let Some(form) = self.forms.get(&(at as u16)) else {
            // Without a move on this board there is nothing to tell.
            return (String::from("no moves"), None);
        };
        let text = match form {
            Form::Steps => String::from("steps"),
            Form::Given => String::from("steps, given more"),
            Form::Floods => String::from("floods"),
            Form::Hops => String::from("hops"),
            Form::Tail { lifts: false } => String::from("steps, then a placement"),
            Form::Tail { lifts: true } => String::from("steps, then something is taken off"),
            Form::Walked(why) => return (String::from("walked"), Some(*why)),
            Form::Ways(ends, others) => self.ways(name, ends, *others),
        };
        (text, None)
    }

    /// The forms of moves of a name with such ends.
    fn ways(&self, name: MoveName, ends: &[End], others: bool) -> String {
        let groups = || self.groups.iter().filter(|group| group.name == name);
        let parts = || groups().flat_map(|group| group.parts.iter().map(move |part| (group, part)));
        let steps = |(from, to, goes_over): &End| -> Vec<(bool, u32)> {
            let same = |step: &&Step<S>| step.to == to.index() && (step.hurdles > 0) == *goes_over;
            let steps = parts().flat_map(|(group, part)| {
                let steps = part.steps[from.index()].iter().filter(same);
                steps.map(|step| (!group.given.is_empty(), step.hurdles))
            });
            steps.collect()
        };
        let found: Vec<Vec<(bool, u32)>> = ends.iter().map(steps).collect();
        let some = |such: fn(&(bool, u32)) -> bool| found.iter().flatten().any(such);
        let (given, plain) = (some(|step| step.0), some(|step| step.1 == 0));
        let over = some(|step| step.1 > 0);
        let counted = parts().any(|(_, part)| part.gauge.is_some());
        let single = others || !counted && found.iter().any(Vec::is_empty);
        let forms = [
            (plain, "steps"),
            (over, "steps over a piece"),
            (counted, "steps as far as pieces are counted"),
            (single, "single moves"),
        ];
        let forms: Vec<&str> = forms.iter().filter(|form| form.0).map(|form| form.1).collect();
        match (&forms[..], given) {
            ([], _) => String::from("no moves"),
            (forms, true) => format!("{}, given more", forms.join(", ")),
            (forms, false) => forms.join(", "),
        }
    }
}
