//! Looks as operations on sets: from which cells a walk that changes nothing fits, all of them at once, found from
//! its end back to its beginning.

use super::content::Contents;
use super::fact::Where;
use super::rows::Rows;
use super::several::Several;
use super::ways::Ways;
use crate::index::{Cell, Heading};
use crate::program::check::{Apart, Check, View};
use crate::program::codes::EVERY;
use crate::program::set::Set;
use crate::program::table::Region;
use crate::program::trail::without;
use crate::program::walk::ROUNDS;
use crate::program::why::{Reason, Why};
use crate::rules::{Dirs, Node, Walk};

/// Steps of looks that are unfolded for a player; more are walked.
const STEPS: usize = 20_000;

/// From which cells a look fits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sight<S> {
    /// From every cell.
    Every,
    /// From those that pass, if the rest fits.
    Here(Box<Where<S>>, Box<Sight<S>>),
    /// From those before a cell, in one of these directions, from which the rest fits.
    Next(Ways<S>, Box<Sight<S>>),
    /// From those from which one of these does.
    Any(Vec<Sight<S>>),
    /// From those from which any number of steps, to cells that pass, or at least one, lead to where the rest
    /// fits.
    Run(Box<Run<S>>, Box<Sight<S>>),
    /// From those from which any number of rounds lead to where the rest fits.
    Loop(Box<Loop<S>>),
    /// In a round of a loop: from those from which another round is begun.
    Again,
    /// From those from which so many of some looks fit.
    Several(Box<Several<S>>),
}

impl<S: Set> Sight<S> {
    /// Whether it fits from every cell, as far as is told at once.
    pub(super) fn is_every(&self) -> bool {
        match self {
            Sight::Every => true,
            Sight::Any(list) => list.iter().any(Self::is_every),
            _ => false,
        }
    }

    /// From those that pass, if the rest fits; what is told by what stands there is asked first.
    pub(super) fn here(cells: Where<S>, rest: Self) -> Self {
        let here = |cells, rest| Sight::Here(Box::new(cells), Box::new(rest));
        let Where::All(list) = cells else { return here(cells, rest) };
        let (plain, others): (Vec<_>, Vec<_>) = list.into_iter().partition(Where::is_plain);
        match (plain.is_empty(), others.len()) {
            (_, 0) => here(Where::every(plain), rest),
            (true, _) => here(Where::every(others), rest),
            (false, _) => here(Where::every(plain), here(Where::every(others), rest)),
        }
    }

    /// What comes after a step, if it begins with one.
    fn behind_step(&self) -> Option<&Self> {
        match self {
            Sight::Next(ways, rest) if ways.is_step() => Some(rest),
            _ => None,
        }
    }

    /// From those from which one of these fits; what comes after a step is told once for all directions.
    pub(super) fn any(list: Vec<Self>) -> Self {
        let mut each: Vec<Self> = Vec::new();
        for mut sight in list {
            if let Some(rest) = sight.behind_step() {
                let same = |known: &Self| known.behind_step() == Some(rest);
                let known = each.iter().position(same).map(|at| each.remove(at));
                sight = match (known, sight) {
                    (Some(Sight::Next(ways, rest)), Sight::Next(others, _)) => {
                        Sight::Next(ways.and(others), rest)
                    }
                    (_, sight) => sight,
                };
            }
            each.push(sight);
        }
        if each.len() > 1 { Sight::Any(each) } else { each.pop().unwrap_or(Sight::Any(each)) }
    }
}

/// A run of steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run<S> {
    /// The directions of each.
    pub ways: Ways<S>,
    /// The cells that they may lead to.
    pub cells: Where<S>,
    /// Whether there must be a step.
    pub least: bool,
    /// Whether they cannot come back to where they were.
    pub open: bool,
}

/// Rounds of several steps each, along which nothing is remembered but where they have led.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loop<S> {
    /// A round, which ends with [`Sight::Again`].
    pub round: Sight<S>,
    /// What comes after the last.
    pub rest: Sight<S>,
}

/// What tests and looks of one player's are made with.
pub(super) struct Scope<'s, 'v, S> {
    /// The sets of pieces that are asked for.
    pub contents: &'s mut Contents,
    /// The cells of the board.
    pub cells: S,
    /// What the player sees of the rules.
    pub view: &'s View<'v>,
    /// The rows that tests may ask for, by goal and player.
    pub rows: &'s [Vec<Rows<S>>],
    /// Whether tests may ask for marks: those are told of boards on which no move has begun.
    pub marks: bool,
    /// How many steps of looks are unfolded still.
    pub(super) left: usize,
}

/// What comes after a part of a look, by the heading, if that is known.
type Rest<'r, 's, 'v, S> =
    &'r mut dyn FnMut(&mut Scope<'s, 'v, S>, Option<Heading>) -> Result<Sight<S>, Why>;

impl<'s, 'v, S: Set> Scope<'s, 'v, S> {
    /// A scope for the viewing player.
    pub fn new(contents: &'s mut Contents, cells: S, view: &'s View<'v>) -> Self {
        Self { contents, cells, view, rows: &[], marks: false, left: STEPS }
    }

    /// The same of boards on which no move has begun.
    pub fn marked(contents: &'s mut Contents, cells: S, view: &'s View<'v>) -> Self {
        Self { marks: true, ..Self::new(contents, cells, view) }
    }

    /// Whether each cell passes one of two tests of what stands there or of where it is, and none passes both.
    pub(super) fn divides(&self, one: &Where<S>, other: &Where<S>) -> bool {
        let (Where::Stands(this, here), Where::Stands(that, there)) = (one, other) else {
            return false;
        };
        let [this, that] = [this, that].map(|of| &self.contents.codes[usize::from(of.0)]);
        let everywhere = |at: &S| self.cells & !*at == S::NONE;
        let apart = without(&EVERY, this) == *that && everywhere(here) && everywhere(there);
        let split = (*here & *there & self.cells).is_none() && everywhere(&(*here | *there));
        apart || split && *this == EVERY && *that == EVERY
    }

    /// The cells of a region; of the board, if there is none.
    pub(super) fn within(&self, region: Option<&Region>) -> S {
        let within = |cell: &usize| region.is_none_or(|region| region.contains(Cell::at(*cell)));
        self.cells.cells().filter(within).fold(S::NONE, |set, cell| set | S::one(cell))
    }

    /// From which cells a look fits, heading where the player faces; else why sets do not tell.
    pub fn sight(&mut self, body: &Node) -> Result<Sight<S>, Why> {
        self.sight_along(body, self.view.facing.heading)
    }

    /// The same, with another heading.
    pub(super) fn sight_along(&mut self, body: &Node, heading: Heading) -> Result<Sight<S>, Why> {
        self.part(body, Some(heading), &mut |_, _| Ok(Sight::Every))
    }

    /// From which cells it is so few steps to one that passes.
    pub(super) fn near(&mut self, apart: &Apart, most: u16) -> Result<Sight<S>, Why> {
        if most > ROUNDS as u16 {
            return Err(Reason::Distances.into());
        }
        let [to, over] = [&apart.to, &apart.over].map(|check| Where::new(check, self));
        let (to, over) = (to?.sight(), over?);
        let headings: Vec<Heading> = apart.headings.iter().map(|at| Heading(*at)).collect();
        let ways = Ways::new(self.view, &headings);
        // Over whatever stands between, as most are, a distance asks of nothing but where it leads.
        let anywhere = match &apart.over {
            Check::Leaf(codes, cells) => {
                *codes == EVERY && self.within(cells.as_ref()) == self.cells
            }
            _ => false,
        };
        if anywhere && most > 1 {
            return Ok(Sight::any(vec![to.clone(), Sight::Next(ways.up_to(most), Box::new(to))]));
        }
        let next = |rest: Sight<S>| Sight::Next(ways.clone(), Box::new(rest));
        let nearer = |rest| Sight::any(vec![to.clone(), Sight::here(over.clone(), next(rest))]);
        // The cell itself need not be one that may lie between.
        Ok(match most.checked_sub(1) {
            None => to.clone(),
            Some(more) => {
                let rest = (0..more).fold(to.clone(), |rest, _| nearer(rest));
                Sight::any(vec![to.clone(), next(rest)])
            }
        })
    }

    fn part(
        &mut self,
        node: &Node,
        heading: Option<Heading>,
        rest: Rest<'_, 's, 'v, S>,
    ) -> Result<Sight<S>, Why> {
        self.part_of(node, heading, rest).map_err(|why| why.at(node.span))
    }

    pub(super) fn part_of(
        &mut self,
        node: &Node,
        heading: Option<Heading>,
        rest: Rest<'_, 's, 'v, S>,
    ) -> Result<Sight<S>, Why> {
        self.left = self.left.checked_sub(1).ok_or(Reason::TooManyWays)?;
        match &node.walk {
            Walk::Seq(list) => self.parts(list, heading, rest),
            Walk::Alt(list) => {
                let each: Result<Vec<_>, Why> =
                    list.iter().map(|node| self.part(node, heading, rest)).collect();
                Ok(Sight::any(each?))
            }
            Walk::Face(dirs) => {
                let headings = self.headings(dirs, heading).ok_or(Reason::Heading)?;
                let each: Result<Vec<_>, Why> =
                    headings.into_iter().map(|heading| rest(self, Some(heading))).collect();
                Ok(Sight::any(each?))
            }
            Walk::Ahead => {
                let way = Ways::new(self.view, &[heading.ok_or(Reason::Heading)?]);
                Ok(Sight::Next(way, Box::new(rest(self, heading)?)))
            }
            Walk::Test(test) => {
                let check = self.view.check(test);
                let cells = Where::new(&check, self)?;
                Ok(Sight::here(cells, rest(self, heading)?))
            }
            Walk::See { .. } | Walk::Tally { .. } => {
                let cells = self.looks(node, heading)?;
                Ok(Sight::here(cells, rest(self, heading)?))
            }
            Walk::Repeat { body, min, max: Some(max) } if *max <= ROUNDS && min <= max => {
                // A way that comes back to where it was could be told in fewer rounds.
                let once = *max <= 1 || self.is_open(heading.ok_or(Reason::Heading)?);
                if !once {
                    return Err(Reason::Round.into());
                }
                self.rounds(body, *min, *max, heading, rest)
            }
            Walk::Repeat { body, min: min @ 0..=1, max: None } => {
                let Ok((headings, cells)) = self.step(body, heading) else {
                    return self.looped(body, *min > 0, heading, rest);
                };
                let straight = heading.filter(|heading| headings == [*heading]);
                let (least, open) = (*min > 0, straight.is_some_and(|way| self.is_open(way)));
                if least && !open {
                    return self.looped(body, true, heading, rest);
                }
                let ways = Ways::new(self.view, &headings);
                let rest = match rest(self, straight) {
                    Err(_) if straight.is_none() && !least => {
                        return self.last_steps(&headings, (ways, cells), heading, rest);
                    }
                    rest => rest?,
                };
                let run = Run { ways, cells, least, open };
                Ok(Sight::Run(Box::new(run), Box::new(rest)))
            }
            Walk::When(_) => Err(Reason::Asks.into()),
            Walk::As(_) | Walk::Go(_) => Err(Reason::Names.into()),
            _ => Err(Reason::Looks.into()),
        }
    }

    /// The cells from which what a walk only looks at is as it wants it.
    pub(super) fn looks(&mut self, node: &Node, heading: Option<Heading>) -> Result<Where<S>, Why> {
        match &node.walk {
            Walk::See { body, holds } => {
                let sight = self.sight_along(body, heading.ok_or(Reason::Heading)?)?;
                Ok(Where::Look(Box::new(sight), *holds))
            }
            Walk::Tally { relation, number, dirs, body } => {
                let headings = self.headings(dirs, heading).ok_or(Reason::Heading)?;
                let each = headings.into_iter().map(|heading| self.sight_along(body, heading));
                let several = Several::new(each.collect::<Result<_, _>>()?, *relation, *number);
                let sight = Sight::Several(Box::new(several.ok_or(Reason::TooManyWays)?));
                Ok(Where::Look(Box::new(sight), true))
            }
            _ => Err(Reason::Looks.into()),
        }
    }

    fn parts(
        &mut self,
        list: &[Node],
        heading: Option<Heading>,
        rest: Rest<'_, 's, 'v, S>,
    ) -> Result<Sight<S>, Why> {
        match list {
            [] => rest(self, heading),
            [node, list @ ..] => {
                self.part(node, heading, &mut |this, heading| this.parts(list, heading, rest))
            }
        }
    }

    /// Any number of steps in some directions, where what comes then heads on as the last one did.
    fn last_steps(
        &mut self,
        headings: &[Heading],
        (ways, cells): (Ways<S>, Where<S>),
        heading: Option<Heading>,
        rest: Rest<'_, 's, 'v, S>,
    ) -> Result<Sight<S>, Why> {
        let mut each = vec![rest(self, heading)?];
        for last in headings {
            let end = Sight::here(cells.clone(), rest(self, Some(*last))?);
            let step = Sight::Next(Ways::new(self.view, &[*last]), Box::new(end));
            let (ways, cells) = (ways.clone(), cells.clone());
            let run = Run { ways, cells, least: false, open: false };
            each.push(Sight::Run(Box::new(run), Box::new(step)));
        }
        Ok(Sight::any(each))
    }

    /// A part any number of times, or at least once: each begins and what comes then goes on whichever way the last one headed.
    fn looped(
        &mut self,
        body: &Node,
        least: bool,
        heading: Option<Heading>,
        rest: Rest<'_, 's, 'v, S>,
    ) -> Result<Sight<S>, Why> {
        let rest = rest(self, None)?;
        let round = self.part(body, None, &mut |_, _| Ok(Sight::Again))?;
        let rounds = Sight::Loop(Box::new(Loop { round, rest }));
        match least {
            true => self.part(body, heading, &mut |_, _| Ok(rounds.clone())),
            false => Ok(rounds),
        }
    }

    /// A part from `min` to `max` times.
    fn rounds(
        &mut self,
        body: &Node,
        min: u32,
        max: u32,
        heading: Option<Heading>,
        rest: Rest<'_, 's, 'v, S>,
    ) -> Result<Sight<S>, Why> {
        let mut any = Vec::new();
        if min == 0 {
            any.push(rest(self, heading)?);
        }
        if max > 0 {
            any.push(self.part(body, heading, &mut |this, heading| {
                this.rounds(body, min.saturating_sub(1), max - 1, heading, rest)
            })?);
        }
        Ok(Sight::any(any))
    }

    /// The headings that some directions mean; `None` if that depends on a heading that is not known.
    pub(super) fn headings(&self, dirs: &Dirs, ahead: Option<Heading>) -> Option<Vec<Heading>> {
        let View { graph, facing, .. } = *self.view;
        let headings = graph.resolve(dirs, facing, ahead.unwrap_or(facing.heading));
        (ahead.is_some() || self.view.is_steady(dirs)).then_some(headings)
    }

    /// A part that is one step: in which directions, and to which cells.
    fn step(
        &mut self,
        body: &Node,
        heading: Option<Heading>,
    ) -> Result<(Vec<Heading>, Where<S>), Why> {
        let one = std::slice::from_ref(body);
        let list = if let Walk::Seq(list) = &body.walk { &list[..] } else { one };
        let (headings, list) = match list {
            [Node { walk: Walk::Face(dirs), .. }, list @ ..] => {
                let headings = self.headings(dirs, None).ok_or(Reason::Heading)?;
                (headings, list)
            }
            list => (vec![heading.ok_or(Reason::Heading)?], list),
        };
        let [Node { walk: Walk::Ahead, .. }, tests @ ..] = list else {
            return Err(Reason::Looks.into());
        };
        let mut cells = Vec::new();
        for node in tests {
            let Walk::Test(test) = &node.walk else { return Err(Reason::Looks.into()) };
            cells.push(Where::new(&self.view.check(test), self)?);
        }
        Ok((headings, Where::every(cells)))
    }

    /// Whether a heading never leads back to where it began.
    pub fn is_open(&self, heading: Heading) -> bool {
        self.view.graph.all().all(|start: Cell| {
            let mut at = Some(start);
            for _ in 0..self.view.graph.cells() {
                at = at.and_then(|cell| self.view.graph.next(cell, heading));
            }
            at.is_none()
        })
    }
}
