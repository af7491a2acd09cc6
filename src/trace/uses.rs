//! Which clauses of the rules a position uses: what its legal moves walk over, what refuses others, what ends the game.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Inquiry, Reference};
use crate::index::{Piece, Player};
use crate::position::{Move, Position, State, TooWide};
use crate::rules::Cond;
use crate::source::{Span, Spanned};

/// Clauses of the rules by where they stand, and how often each has been used: a walk by legal moves, a condition by
/// positions and moves of which it decided something.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    numbers: HashMap<Span, usize>,
    times: Vec<u64>,
}

impl Uses {
    /// Those clauses, none of which has been used.
    pub fn of(clauses: impl IntoIterator<Item = Span>) -> Self {
        let mut uses = Self::default();
        for clause in clauses {
            let next = uses.numbers.len();
            uses.numbers.entry(clause).or_insert(next);
        }
        uses.times = vec![0; uses.numbers.len()];
        uses
    }

    /// How often a clause has been used.
    pub fn times(&self, clause: Span) -> u64 {
        self.numbers.get(&clause).map_or(0, |at| self.times[*at])
    }

    fn note(&mut self, clause: Span) {
        if let Some(at) = self.numbers.get(&clause) {
            self.times[*at] += 1;
        }
    }

    fn note_all(&mut self, trail: &Trail) {
        for (at, times) in self.times.iter_mut().enumerate() {
            *times += u64::from(trail.has(at));
        }
    }
}

/// The clauses that a walk has come over, by their numbers; shared with the ways that clause from it.
#[derive(Clone, Default)]
pub(super) struct Trail(Option<Rc<Vec<u64>>>);

impl Trail {
    fn has(&self, at: usize) -> bool {
        let word = self.0.as_ref().and_then(|words| words.get(at / 64));
        word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// How many clauses it has come over.
    pub(super) fn len(&self) -> usize {
        let words = self.0.iter().flat_map(|words| words.iter());
        words.map(|word| word.count_ones() as usize).sum()
    }

    fn enter(&mut self, at: usize) {
        if !self.has(at) {
            let words = Rc::make_mut(self.0.get_or_insert_default());
            words.resize(words.len().max(at / 64 + 1), 0);
            words[at / 64] |= 1 << (at % 64);
        }
    }

    /// Takes up what another has come over.
    pub(super) fn join(&mut self, other: &Trail) {
        let Some(more) = &other.0 else { return };
        let words = Rc::make_mut(self.0.get_or_insert_default());
        words.resize(words.len().max(more.len()), 0);
        words.iter_mut().zip(more.iter()).for_each(|(word, more)| *word |= more);
    }
}

impl<'r> Inquiry<'r> {
    /// Notes that a clause has been used, if that is asked for.
    pub(super) fn note(&mut self, clause: Span) {
        if let Some(uses) = &mut self.uses {
            uses.note(clause);
        }
    }

    /// Whether a condition holds; if it does, it is used.
    pub(super) fn decides(
        &mut self,
        cells: &[Piece],
        mover: Player,
        when: &'r Spanned<Cond>,
    ) -> Result<bool, TooWide> {
        let holds = self.holds(cells, mover, &when.value)?;
        if holds {
            self.note(when.span);
        }
        Ok(holds)
    }

    /// Notes all that a walk has come over, if that is asked for.
    pub(super) fn note_all(&mut self, trail: &Trail) {
        if let Some(uses) = &mut self.uses {
            uses.note_all(trail);
        }
    }

    /// Has a walk come over a clause, if that is asked for.
    pub(super) fn enter(&self, trail: &mut Trail, clause: Span) {
        if let Some(at) = self.uses.as_ref().and_then(|uses| uses.numbers.get(&clause)) {
            trail.enter(*at);
        }
    }
}

impl Reference<'_> {
    /// The legal moves, sorted, none where the game is over; and notes the clauses of the rules that they use, and by which others are
    /// refused or the game ends. With `judged` also the verdict.
    ///
    /// # Errors
    /// [`TooWide`] where a limit is reached.
    pub fn uses(
        &self,
        position: &Position,
        judged: bool,
        uses: &mut Uses,
    ) -> Result<Vec<Move>, TooWide> {
        let mut inquiry = self.inquiry(position);
        inquiry.uses = Some(std::mem::take(uses));
        let moves = inquiry.used(&self.store(position), position.turn, judged);
        *uses = inquiry.uses.unwrap_or_default();
        moves
    }
}

impl Inquiry<'_> {
    fn used(&mut self, cells: &[Piece], turn: Player, judged: bool) -> Result<Vec<Move>, TooWide> {
        let rules = self.rules;
        if judged && let Some(at) = self.verdict(cells, turn)? {
            self.note(rules.verdicts[at].say.span);
        }
        for ending in rules.endings.iter().filter(|ending| ending.claim) {
            if self.holds(cells, turn, &ending.when.value)? {
                self.note(ending.when.span);
            }
        }
        match self.state(cells, turn)? {
            State::Won(_, ending) | State::Drawn(ending) => {
                self.note(rules.endings[ending].when.span);
                return Ok(Vec::new());
            }
            State::Ongoing => {}
        }
        let found = self.allowed(cells, turn)?;
        let found = self.required(cells, turn, found)?;
        let found = self.preferred(cells, turn, found)?;
        for found in &found {
            self.note_all(&found.trail);
        }
        self.legal_or_pass(cells, turn)
    }
}
