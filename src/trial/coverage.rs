//! Which clauses of a rule file its tests use, or games at random.

use super::{play, position};
use crate::eval::Evaluator;
use crate::eval::playout::Chance;
use crate::notation::Notation;
use crate::position::{Move, Position, Size, TooWide};
use crate::program::Program;
use crate::rules::{Clause, Rules, TestRule};
use crate::source::Source;
use crate::trace::{Reference, Uses};

/// Positions below that of a test whose `perft` counts moves, at most: the rest use what these do.
const BELOW: usize = 40;

/// How often each clause of the rules has been used. What a file takes over from its base is not its own to cover.
pub struct Coverage<'r> {
    rules: &'r Rules,
    clauses: Vec<Clause>,
    uses: Uses,
    /// The evaluator of boards of the last size.
    reference: Option<(Size, Reference<'r>)>,
}

impl<'r> Coverage<'r> {
    /// Of rules that nothing has used yet.
    pub fn new(rules: &'r Rules, source: &Source) -> Self {
        let own = source.own().start;
        let mut clauses = rules.clauses();
        clauses.retain(|clause| clause.span.start >= own && clause.span.start < clause.span.end);
        let uses = Uses::of(clauses.iter().map(|clause| clause.span));
        Self { rules, clauses, uses, reference: None }
    }

    /// The clauses in the order of the text, and how often each has been used.
    pub fn clauses(&self) -> impl Iterator<Item = (Clause, u64)> {
        self.clauses.iter().map(|clause| (*clause, self.uses.times(clause.span)))
    }

    /// Notes what a test uses: all its positions, from the one that it starts with, and some of those whose moves it counts.
    /// Of a test that cannot be read or played, nothing more.
    ///
    /// # Errors
    /// [`TooWide`] where a limit is reached.
    pub fn test(&mut self, test: &TestRule) -> Result<(), TooWide> {
        let notation = Notation::new(self.rules);
        let Ok(mut here) = position(&notation, test) else { return Ok(()) };
        let program = Program::compile(self.rules, here.size);
        let mut evaluator = Evaluator::lazy(&program);
        let mut before = Vec::new();
        let mut see = |position: &Position, _: &Move| before.push(position.clone());
        if play(&notation, &mut evaluator, &mut here, test, &mut see).is_err() {
            return Ok(());
        }
        before.iter().try_for_each(|position| self.look(position, false))?;
        let mut level = vec![here];
        let mut left = BELOW;
        self.look(&level[0], test.answer.is_some())?;
        for _ in 1..test.perft.len() {
            let mut below = Vec::new();
            for position in &level {
                for chosen in self.reference(position.size).moves(position)? {
                    if left == 0 {
                        return Ok(());
                    }
                    left -= 1;
                    let mut next = position.clone();
                    self.reference(position.size).play(&mut next, &chosen)?;
                    self.look(&next, false)?;
                    below.push(next);
                }
            }
            level = below;
        }
        Ok(())
    }

    /// Notes what a game at random uses: the one of that number that `interp playout` plays.
    ///
    /// # Errors
    /// [`TooWide`] where a limit is reached.
    pub fn game(
        &mut self,
        start: &Position,
        (seed, number): (u64, u64),
        plies: u32,
    ) -> Result<(), TooWide> {
        let program = Program::compile(self.rules, start.size);
        let mut evaluator = Evaluator::lazy(&program);
        let mut line = Vec::new();
        let mut chance = Chance::of_game(seed, number);
        evaluator.replay(start, &mut chance, plies, |chosen| line.push(chosen))?;
        let mut here = start.clone();
        for chosen in &line {
            self.look(&here, true)?;
            self.reference(here.size).play(&mut here, chosen)?;
        }
        self.look(&here, true)
    }

    fn look(&mut self, position: &Position, judged: bool) -> Result<(), TooWide> {
        self.reference(position.size);
        let Self { uses, reference: Some((_, reference)), .. } = self else { return Ok(()) };
        reference.uses(position, judged, uses).map(|_| ())
    }

    /// The evaluator of boards of a size.
    fn reference(&mut self, size: Size) -> &Reference<'r> {
        let known = self.reference.take().filter(|(known, _)| *known == size);
        &self.reference.insert(known.unwrap_or_else(|| (size, Reference::new(self.rules, size)))).1
    }
}
