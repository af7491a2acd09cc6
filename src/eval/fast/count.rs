//! Counts of moves and of lines of moves.

use super::Fast;
use super::danger::allowed;
use super::list::Play;
use super::targets::targets;
use crate::index::Player;
use crate::program::{Becomes, Fact, Set, has};

impl<S: Set> Fast<'_, S> {
    /// How many lines of `depth` moves there are from here.
    pub(super) fn leaves(&mut self, player: Player, depth: u32) -> u64 {
        self.asked = 0;
        match depth {
            0 => return 1,
            _ if self.wide => return 0,
            _ if self.ended(player) => return 0,
            1 => return self.playable(player),
            _ => {}
        }
        let mut moves = self.pool.pop().unwrap_or_default();
        self.list(player, &mut moves);
        let next = self.next(player);
        let mut count = 0;
        for play in &moves {
            let mark = self.board.mark();
            self.make(player, *play);
            count += self.leaves(next, depth - 1);
            self.board.undo(mark);
        }
        self.pool.push(moves);
        count
    }

    /// How many moves there are, a pass included.
    fn playable(&mut self, player: Player) -> u64 {
        let side = &self.plan.sides[player.index()];
        if side.forbids.is_empty() && self.program.pass.is_none() {
            match side.must {
                None => return self.count(player).iter().sum(),
                Some(Fact::Captured) => {
                    let [quiet, capturing] = self.count(player);
                    return if capturing > 0 { capturing } else { quiet };
                }
                Some(_) => {}
            }
        }
        let mut moves = self.pool.pop().unwrap_or_default();
        self.list(player, &mut moves);
        let count = moves.len() as u64;
        self.pool.push(moves);
        count
    }

    /// How many legal moves there are, a pass not included.
    pub(super) fn legal(&mut self, player: Player) -> u64 {
        let mut moves = self.pool.pop().unwrap_or_default();
        self.list(player, &mut moves);
        let count = moves.iter().filter(|play| **play != Play::Pass).count() as u64;
        self.pool.push(moves);
        count
    }

    /// How many moves there are that capture nothing, and how many that do, where no prohibition is about
    /// moves by name.
    fn count(&mut self, player: Player) -> [u64; 2] {
        let mut binds = self.binds.pop().unwrap_or_default();
        self.gather(player, &mut binds);
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let occupied = self.board.occupied;
        let mut count = [0; 2];
        for from in self.board.set(side.own).cells() {
            let piece = self.board.cells[from];
            let Some(kind) = piece.kind() else { continue };
            let moves = &side.kinds[kind.index()];
            let free = allowed(&binds, Some(from), occupied);
            let wary = side.dangers.iter().any(|danger| has(&danger.codes, piece));
            for group in &moves.groups {
                let mut to = S::NONE;
                for part in &group.parts {
                    to |= targets(&part.shape, from, occupied) & self.board.set(part.land);
                }
                to &= free;
                for Becomes { pieces, to: cells } in &group.becomes {
                    let to = cells.as_ref().map_or(to, |cells| to & cells[from]);
                    let sorts = [to & !occupied, to & occupied];
                    for (count, to) in count.iter_mut().zip(sorts) {
                        if !wary && !group.wary {
                            *count += u64::from(to.len()) * pieces.len() as u64;
                            continue;
                        }
                        for to in to.cells() {
                            let safe = |piece| !self.walks_into_danger(player, piece, from, to);
                            *count += pieces.iter().filter(|piece| safe(**piece)).count() as u64;
                        }
                    }
                }
            }
            for (at, loose) in moves.loose[from].iter().enumerate() {
                if self.loose_fits(player, from, at, free) {
                    let mut captured = loose.effect.captures.iter();
                    count[usize::from(captured.any(|cell| occupied.has(cell.index())))] += 1;
                }
            }
        }
        let free = allowed(&binds, None, occupied);
        for place in &side.places {
            count[0] += u64::from((self.places(place) & free).len());
        }
        self.binds.push(binds);
        count
    }
}
