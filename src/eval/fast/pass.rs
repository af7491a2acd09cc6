//! Who moves next, where players do not simply take turns.

use super::Fast;
use super::facts::Made;
use crate::index::Player;
use crate::position::Position;
use crate::program::Set;
use crate::rules::{Place, limits};

impl<S: Set> Fast<'_, S> {
    /// Who is to move after a move of that player's that has been made.
    #[inline]
    pub(super) fn mover(&self, moved: Player) -> Player {
        let layout = &self.program.layout;
        let told = layout.schedule().zip(layout.turn_slots());
        let told = told.and_then(|(all, (slot, _))| all.mover(self.board.slot(slot)));
        told.unwrap_or_else(|| self.next(moved))
    }

    /// Takes over a position, whose turn it is included.
    pub(super) fn load_turn(&mut self, position: &Position, keyed: bool) {
        let layout = &self.program.layout;
        let told = layout.schedule().is_none_or(|schedule| {
            let slot = layout.turn_slots().and_then(|(slot, _)| position.cells.get(slot));
            slot.and_then(|slot| schedule.mover(slot.byte())) == Some(position.turn)
        });
        if told {
            self.load(&position.cells, keyed);
            return;
        }
        let mut cells = position.cells.clone();
        layout.complete(&mut cells, position.turn);
        self.load(&cells, keyed);
    }

    /// What a move that has been made, the counters included, does to the place in the schedule.
    pub(super) fn pass_on(&mut self, player: Player, made: &Made, pass: bool) {
        let (plan, program) = (self.plan, self.program);
        let slots = program.layout.schedule().zip(program.layout.turn_slots());
        let (Some((schedule, (slot, run))), Some(passing)) =
            (slots, &plan.sides[player.index()].passing)
        else {
            return;
        };
        let before = self.board.slot(run);
        let here = schedule.place(self.board.slot(slot), player).at;
        let (next, goes_on) = if pass || self.holds(&passing.over, Some(made)) {
            (schedule.next_turn(here), false)
        } else if self.holds(&passing.again, Some(made)) {
            (here, true)
        } else {
            let next = schedule.next(here);
            (next, schedule.step(next) > 1)
        };
        let mut kept = [0; limits::NUMBERS];
        for (kept, slot) in kept.iter_mut().zip(program.layout.turn_numbers()) {
            *kept = self.board.slot(slot);
        }
        let mut at = next;
        for _ in 0..schedule.len() {
            let mover = schedule.player(at);
            self.keep_numbers(&kept, at == next && goes_on);
            let moves = if mover == player { before.saturating_add(1) } else { 0 };
            self.set_slot(slot, schedule.value(Place { at, last: player }));
            self.set_slot(run, moves);
            let Some(passing) = &plan.sides[mover.index()].passing else { break };
            // To ask whether he can move takes the memory of what was captured.
            let captured = self.captured;
            let skipped = self.holds(&passing.skip, None);
            self.captured = captured;
            if !skipped {
                return;
            }
            at = schedule.next_turn(at);
        }
        // Where everyone is passed over, it is who would have been next.
        let moves = if schedule.player(next) == player { before.saturating_add(1) } else { 0 };
        self.set_slot(slot, schedule.value(Place { at: next, last: player }));
        self.set_slot(run, moves);
        self.keep_numbers(&kept, goes_on);
    }

    /// The numbers of the turn go with it.
    fn keep_numbers(&mut self, kept: &[u8], goes_on: bool) {
        for (slot, kept) in self.program.layout.turn_numbers().zip(kept) {
            self.set_slot(slot, if goes_on { *kept } else { 0 });
        }
    }

    fn set_slot(&mut self, slot: usize, value: u8) {
        if self.board.slot(slot) != value {
            self.board.set_slot(slot, value);
        }
    }
}
