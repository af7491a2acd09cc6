//! A move drawn among the first parts of moves: most positions have far fewer of these than moves.

use super::Fast;
use super::list::Play;
use crate::eval::playout::{Chance, Playout};
use crate::index::Player;
use crate::position::State;
use crate::program::{Set, Tail};

impl<'p, S: Set> Fast<'p, S> {
    /// Plays a move of a game; false if none is played any more.
    pub(super) fn draw_head(
        &mut self,
        turn: Player,
        most: u32,
        chance: &mut Chance,
        plies: u32,
        game: &mut Playout,
    ) -> bool {
        let mut after = chance.clone();
        let chosen = self.headed(turn, most, &mut after);
        self.known = Some((turn, chosen.is_none()));
        game.state = self.state(turn);
        self.known = None;
        let goes_on = !self.wide && game.state == State::Ongoing;
        let Some(chosen) = chosen.filter(|_| goes_on) else { return false };
        if game.plies == plies {
            game.unended = true;
            return false;
        }
        if chance.surveys() {
            game.survey(self.survey(turn));
        }
        *chance = after;
        game.plies += 1;
        self.now.iter().for_each(|past| self.history.add(*past));
        self.make(turn, chosen);
        true
    }

    /// One of the moves, if there is any. Every first part comes with as many numbers as every other, and each of
    /// its second parts with one of them: so all moves are alike. Where as many draws have failed as there are first
    /// parts, no more is lost by counting.
    fn headed(&mut self, player: Player, most: u32, chance: &mut Chance) -> Option<Play> {
        let (heads, most) = self.heads(player, most);
        for _ in 0..heads {
            let mut before = chance.below(heads) as u32;
            let mut starts = self.choice.heads.iter().copied();
            let (from, to) = starts.find_map(|(from, to)| match before.checked_sub(to.len()) {
                None => Some((from, to.nth(before))),
                Some(others) => {
                    before = others;
                    None
                }
            })?;
            let from = usize::from(from);
            let tail = self.tail(player, from)?;
            let before = chance.below(most) as u32;
            // No more than those that are empty: most draws that fail are known by this.
            let occupied = self.board.occupied & !S::one(from);
            if before >= (tail.cells[to] & !occupied).len() {
                continue;
            }
            let beyond = self.beyond(tail, from, to);
            if before < beyond.len() {
                return Some(Self::put(from, to, beyond, before));
            }
        }
        let legal = self.survey(player);
        (legal > 0).then(|| self.chosen(player, chance.below(legal)))
    }

    /// Finds the first parts of moves: how many there are, and what no number of second parts is above, of which
    /// a plan knows of no more than `most`.
    pub(super) fn heads(&mut self, player: Player, most: u32) -> (usize, usize) {
        let plan = self.plan;
        let mut heads = std::mem::take(&mut self.choice.heads);
        heads.clear();
        for kind in &plan.sides[player.index()].kinds {
            for group in &kind.groups {
                for from in self.board.set(kind.pieces).cells() {
                    heads.push((from as u16, self.reach(group, from)));
                }
            }
        }
        heads.sort_unstable_by_key(|head| head.0);
        let count = heads.iter().map(|head| head.1.len()).sum::<u32>();
        self.choice.heads = heads;
        // A first part leaves one cell and stands on another: it adds no more than one to the empty ones.
        let empty = (self.plan.cells & !self.board.occupied).len() + 1;
        (count as usize, most.min(empty) as usize)
    }

    /// How the moves of the piece on a cell go on when it has arrived.
    fn tail(&self, player: Player, from: usize) -> Option<&'p Tail<S>> {
        let kind = self.board.cells[from].kind()?;
        self.plan.sides[player.index()].kinds[kind.index()].groups.first()?.tail.as_ref()
    }
}
