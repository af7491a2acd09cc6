//! Where a win needs nothing but some cells.
//!
//! Where pieces are only placed, on any empty cell, and who first joins or fills enough cells wins, who wins needs some cells to
//! be empty, and no others: what the other one places elsewhere changes nothing. So where a reply to one move is known,
//! it is known to all moves but those that take one of these cells (van Rijswijck's must-play region).

use super::numbers::Child;
use crate::eval::fast::Fast;
use crate::eval::fast::list::Play;
use crate::index::{Piece, Player};
use crate::program::{End, Fill, Goal, Join, Plan, Room, Set, Where, Winner, has};

impl<S: Set> Fast<'_, S> {
    /// Whether wins may need few cells.
    pub(super) fn has_zones(&self) -> bool {
        let plan = self.plan;
        let plain = |fill: &&Fill<S>| fill.plain && plan.slot.is_none() && !plan.fills_later;
        let Some(fill) = plan.fill.as_ref().filter(plain) else { return false };
        let players = || (0..self.program.players).map(Player::at);
        let wins = |player: Player| {
            let turn = &fill.turns[player.index()].put;
            let everywhere = matches!(turn.room, Room::All(room) if fill.rooms[room] == plan.cells);
            let won = |(at, end): &(usize, End<S>)| {
                let winner =
                    |side: &Winner| matches!(side, Winner::Player(winner) if *winner == player);
                matches!(end, End::Goal(..))
                    && winner(&plan.sides[self.next(player).index()].winners[*at])
            };
            let piece = |player: Player| {
                let place = fill.turns[player.index()].put.place;
                plan.sides[player.index()].places[place].piece
            };
            let pieces = [piece(player), piece(self.next(player))];
            let goals = plan.sides[player.index()].goals.iter();
            everywhere
                && turn.ends.iter().flatten().all(won)
                && goals
                    .clone()
                    .all(|goal| goal.as_ref().is_ok_and(|goal| grows(plan, goal, pieces)))
        };
        self.program.cells <= 64 && self.program.players == 2 && players().all(wins)
    }
}

impl<S: Set> Fast<'_, S> {
    /// How many pieces a player must place at least to reach a goal that is a group, were the other one to place none.
    pub(super) fn steps_left(&self, player: Player) -> u32 {
        let goals = self.plan.sides[player.index()].goals.iter().flatten();
        let steps = goals.filter_map(|goal| match goal {
            Goal::Connect(join) => Some(self.steps_to_join(join)),
            _ => None,
        });
        steps.min().unwrap_or(0)
    }

    /// The fewest pieces for a group that touches enough sides: of the cells where the shortest ways to these meet.
    fn steps_to_join(&self, join: &Join<S>) -> u32 {
        let own = self.cells(&join.of);
        let empty = self.plan.cells & !self.board.occupied;
        let all = (own | empty).cells().fold(0, |all, cell| all | join.sides[cell]);
        let mut far = [[u8::MAX; 64]; SIDES];
        let mut count = 0;
        for side in (0..u64::BITS).filter(|side| all >> side & 1 != 0).take(SIDES) {
            let at = |cells: S| {
                let at = cells.cells().filter(|cell| join.sides[*cell] >> side & 1 != 0);
                at.fold(S::NONE, |all, cell| all | S::one(cell))
            };
            let around = |cells: S| cells.cells().fold(S::NONE, |all, cell| all | join.near[cell]);
            let (mut reached, mut new, mut steps) = (S::NONE, at(own), 0);
            let mut gate = at(empty);
            loop {
                // Own cells cost nothing.
                while !new.is_none() {
                    new.cells().for_each(|cell| far[count][cell] = steps);
                    reached |= new;
                    new = around(new) & own & !reached;
                }
                steps += 1;
                gate = (gate | around(reached)) & empty & !reached;
                if gate.is_none() {
                    break;
                }
                gate.cells().for_each(|cell| far[count][cell] = steps);
                reached |= gate;
                new = around(gate) & own & !reached;
            }
            count += 1;
        }
        let meet = |cell: usize| {
            let mut each: Vec<u32> = far[..count].iter().map(|far| far[cell].into()).collect();
            each.sort_unstable();
            let least = join.least as usize;
            let sum: u32 = each.get(..least)?.iter().sum();
            Some(sum.saturating_sub(if empty.has(cell) { join.least - 1 } else { 0 }))
        };
        (own | empty).cells().filter_map(meet).min().unwrap_or(u32::MAX)
    }
}

/// Sides at most that are looked at.
const SIDES: usize = 12;

/// Whether one of two pieces helps to reach a goal, wherever it is added, and the other one does not.
fn grows<S: Set>(plan: &Plan<S>, goal: &Goal<S>, [own, other]: [Piece; 2]) -> bool {
    let of = match goal {
        Goal::Never => return true,
        Goal::Line(row) if row.exactly || !row.limits.is_empty() => return false,
        Goal::Line(row) => &row.of,
        Goal::Connect(join) => &join.of,
        Goal::Ring(_) | Goal::Together(_) => return false,
    };
    let Where::Stands(content, _) = of else { return false };
    let codes = &plan.contents.codes[usize::from(content.0)];
    has(codes, own) && !has(codes, other) && !has(codes, Piece::EMPTY)
}

/// The cells that a player who has won by his last placement does not need: all, if the other one could reach nothing with all that
/// are empty.
pub(super) fn spared_by<S: Set>(fast: &Fast<'_, S>, winner: Player) -> u64 {
    let empty = fast.plan.cells & !fast.board.occupied;
    if fast.reaches_with(fast.next(winner), empty) { 0 } else { ALL }
}

/// Every cell.
const ALL: u64 = u64::MAX;

/// The cell of a placement.
fn cell(play: Play) -> u64 {
    match play {
        Play::Place { to, .. } => 1 << to,
        _ => ALL,
    }
}

/// Where the move of that place does not help who makes it, others to cells that its answer does not need do not either.
pub(super) fn skip(children: &mut [Child], at: usize, mine: bool) {
    let told = children[at].told;
    if !told.decided(!mine) || told.spared == 0 {
        return;
    }
    let others = |child: &&mut Child| !child.told.known() && cell(child.play) & !told.spared == 0;
    for child in children.iter_mut().filter(others) {
        (child.told, child.skipped) = (told, true);
    }
}

/// The cells that who wins a position does not need, of which it is known who does: by its best move, or by the answers to all.
pub(super) fn spared(children: &[Child], best: usize, mine: bool) -> u64 {
    let Child { play, told, .. } = children[best];
    if told.decided(mine) {
        return told.spared & !cell(play);
    }
    let mut left = children.iter().fold(0, |all, child| all | cell(child.play));
    let skipped = children.iter().filter(|child| child.skipped);
    let skipped = skipped.fold(0, |all, child| all | cell(child.play));
    let mut used: Vec<&Child> = children.iter().filter(|child| !child.skipped).collect();
    used.sort_by_key(|child| child.told.spared.count_zeros());
    let mut spared = ALL;
    for Child { play, told, .. } in used {
        // Those that need few cells answer many moves.
        if left & (cell(*play) | skipped & told.spared) != 0 {
            spared &= told.spared;
            left &= !(told.spared | cell(*play));
        }
    }
    spared
}
