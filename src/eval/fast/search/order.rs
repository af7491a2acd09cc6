//! In which order a search tries moves.

use super::Search;
use crate::eval::fast::Fast;
use crate::eval::fast::list::Play;
use crate::index::{Cell, Piece, Player};
use crate::program::{NOWHERE, Set};

/// Moves of one player are counted by so many of their prints' low bits.
const PRINTS: usize = 1 << 14;

/// What is known of moves wherever they are made.
#[derive(Debug)]
pub(super) struct Known {
    /// By ply, the prints of the last two moves that captured nothing and were enough.
    killers: Vec<[u32; 2]>,
    /// By player and print, how often such a move was enough, by depth.
    often: Vec<Box<[u32]>>,
}

impl Known {
    pub fn new(players: usize) -> Self {
        let often = (0..players).map(|_| vec![0; PRINTS].into()).collect();
        Self { killers: Vec::new(), often }
    }

    /// A quiet move was enough.
    pub fn enough(&mut self, player: Player, print: u32, depth: u32, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != print {
            *killers = [print, killers[0]];
        }
        let often = &mut self.often[player.index()];
        let count = &mut often[print as usize % PRINTS];
        *count += depth * depth;
        if *count > MOST {
            often.iter_mut().for_each(|count| *count /= 2);
        }
    }

    /// How early a quiet move is tried.
    fn rank(&self, player: Player, print: u32, ply: usize) -> i32 {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        match killers.iter().position(|killer| *killer == print) {
            Some(at) => MOST as i32 + 2 - at as i32,
            None => self.often[player.index()][print as usize % PRINTS] as i32,
        }
    }
}

/// The most that is counted of a move.
const MOST: u32 = 1 << 20;
/// What captures are ranked above.
const CAPTURES: i32 = 1 << 22;

/// A move that is to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub play: Play,
    /// What tells it from others, in this position and the next.
    pub print: u32,
    /// What it wins at once; 0 of a quiet one.
    pub gain: i32,
    rank: i32,
}

impl<S: Set> Search<'_, '_, S> {
    /// Ranks moves; `best` is the print of the one that was best before.
    pub(super) fn ranked(
        &mut self,
        player: Player,
        moves: &[Play],
        best: u32,
        ply: usize,
    ) -> Vec<Ranked> {
        let mut all = self.spare.pop().unwrap_or_default();
        all.clear();
        all.extend(moves.iter().map(|play| {
            let (print, (gain, cost)) = (self.fast.print(*play), self.gain(player, *play));
            let rank = match gain {
                _ if print == best => i32::MAX,
                _ if *play == Play::Pass => -1,
                0 => self.known.rank(player, print, ply),
                gain => CAPTURES + 16 * gain - cost,
            };
            Ranked { play: *play, print, gain, rank }
        }));
        all
    }

    /// What a move wins at once, and what the piece that makes it is worth.
    fn gain(&self, player: Player, play: Play) -> (i32, i32) {
        let cells = &self.fast.board.cells;
        let worth = |piece: Piece| self.worth.of(piece);
        let there = |cell: u16| worth(cells[usize::from(cell)]);
        let becomes = |from: u16, piece: Piece| worth(piece) - there(from);
        let all = |taken: &mut dyn Iterator<Item = u16>| taken.map(|cell| there(cell).max(1)).sum();
        match play {
            Play::Plain { from, to, piece, .. } => {
                let taken = cells[usize::from(to)];
                let taken = if taken.is_empty() || from == to { 0 } else { worth(taken).max(1) };
                (taken + becomes(from, piece).max(0), there(from))
            }
            Play::Put { from, to, .. } => {
                let empty = cells[usize::from(to)].is_empty();
                (if empty { 0 } else { there(to).max(1) }, there(from))
            }
            Play::Loose { from, at } => {
                let Some(loose) = self.fast.loose(player, from.into(), at) else { return (0, 0) };
                let stands = |cell: &&Cell| !cells[cell.index()].is_empty();
                let mut taken = loose.effect.captures.iter().filter(stands).map(|cell| cell.0);
                let taken: i32 = all(&mut taken);
                let piece = loose.to.and_then(|to| loose.effect.sets.get(Cell::at(to)));
                (taken + piece.map_or(0, |piece| becomes(from, piece).max(0)), there(from))
            }
            Play::Chain { at } => {
                let from = self.fast.chains.path(at)[0];
                (all(&mut self.fast.chains.taken(at).iter().copied()), there(from))
            }
            Play::Phase { from, taken, .. } => {
                let taken = [taken].into_iter().filter(|taken| *taken != NOWHERE);
                (all(&mut { taken }), if from == NOWHERE { 0 } else { there(from) })
            }
            Play::Walked { list, at } => {
                let (list, at) = (&self.fast.walks[usize::from(list)], at as usize);
                (all(&mut list.captures(at).iter().map(|cell| cell.0)), 0)
            }
            Play::Finished { group, bits } => self.gain(player, Play::unfinished(group, bits).0),
            Play::Place { at, to, .. } => {
                let place = &self.fast.plan.sides[player.index()].places[usize::from(at)];
                (if place.captures { all(&mut std::iter::once(to)) } else { 0 }, 0)
            }
            Play::Throw { .. } | Play::Pass => (0, 0),
        }
    }
}

impl<S: Set> Fast<'_, S> {
    /// What a move is known by in a position and in those that are like it: of 32 bits, not 0.
    pub(in crate::eval::fast) fn print(&self, play: Play) -> u32 {
        let mix = |sort: u32, parts: [u16; 3]| {
            let parts = parts.into_iter().fold(u64::from(sort), |all, part| {
                (all ^ u64::from(part)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            });
            ((parts >> 32) as u32 ^ parts as u32) | 1
        };
        let cells =
            |sort: u32, cells: &[u16]| cells.iter().fold(sort, |all, cell| mix(all, [*cell, 0, 0]));
        match play {
            Play::Plain { from, to, piece, .. } => mix(1, [from, to, piece.0]),
            Play::Loose { from, at } => mix(2, [from, at, 0]),
            Play::Put { from, to, at, .. } => mix(3, [from, to, at]),
            Play::Chain { at } => cells(cells(4, self.chains.path(at)), self.chains.taken(at)),
            Play::Finished { group, bits } => mix(u32::from(group) << 8 | 8, bits),
            Play::Place { at, to, then } => mix(5, [at.into(), to, then]),
            Play::Phase { phase, from, to, taken } => {
                mix(u32::from(phase) << 8 | 6, [from, to, taken])
            }
            Play::Walked { list, at } => {
                let (list, at) = (&self.walks[usize::from(list)], at as usize);
                let path = list.path(at).iter();
                let path = path.fold(7, |all, cell| mix(all, [cell.0, 0, 0]));
                let edits = list.edits(at).iter();
                edits.fold(path, |all, edit| mix(all, [edit.cell.0, edit.after.0, 0]))
            }
            Play::Throw { at } => mix(9, [at, 0, 0]),
            Play::Pass => 8,
        }
    }
}

/// Brings the best of those that have not been tried to the front of them, and tells it.
#[inline]
pub(super) fn next(moves: &mut [Ranked], tried: usize) -> Ranked {
    let mut best = tried;
    for at in tried + 1..moves.len() {
        if moves[at].rank > moves[best].rank {
            best = at;
        }
    }
    // The others keep their order, so that of equals the first comes first.
    moves[tried..=best].rotate_right(1);
    moves[tried]
}
