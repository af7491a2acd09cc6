//! Moves that are made to know whether they may be made: those that do more than to move a piece, and those that
//! leave open what may be left open where more holds.

use super::Fast;
use super::danger::Hold;
use super::list::Play;
use crate::index::Player;
use crate::program::{Forbid, Group, Moves, Set};

/// Groups of moves of a kind whose pieces are looked at together, at most.
const AT_ONCE: usize = 8;

/// Which moves a prohibition may refuse that leave nothing open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// None.
    None,
    /// Those that [stir](Fast::stirs).
    Stirring,
    /// Any.
    All,
}

impl<S: Set> Fast<'_, S> {
    /// Which of the player's moves prohibitions may refuse, as the board is. Where they are placements alone, it is asked
    /// where they can be made whether they are refused.
        if !plan.sides[player.index()].listed {
            return Doubt::None;
        }
    pub(super) fn doubt(&mut self, player: Player) -> Doubt {
        let plan = self.plan;
        let of = |this: &mut Self, forbid: &Forbid<S>| match this.may_come(&forbid.fact) {
            false => Doubt::None,
            true if forbid.kept && !this.holds(&forbid.fact, None) => Doubt::Stirring,
            true => Doubt::All,
        };
        let forbids = plan.sides[player.index()].forbids.iter();
        forbids.map(|forbid| of(self, forbid)).max().unwrap_or(Doubt::None)
    }

    /// Whether more comes of a move than that one piece stands elsewhere, and what it captures is gone.
    pub(super) fn stirs(&self, player: Player, play: Play) -> bool {
        let side = &self.plan.sides[player.index()];
        match play {
            Play::Plain { from, group, .. } => self.group(player, from, group).stirs,
            Play::Loose { .. } | Play::Put { .. } | Play::Chain { .. } | Play::Phase { .. } => true,
            Play::Place { at, .. } => {
                let place = &side.places[usize::from(at)];
                place.after.is_some() || !place.turns.is_empty()
            }
            Play::Pass => false,
        }
    }

    /// Whether a move leaves nothing open.
    pub(super) fn leaves_safe(&mut self, player: Player, play: Play) -> bool {
        let mark = self.board.mark();
        let lists = self.plan.sides[player.index()].lists;
        self.act_on(player, play, lists);
        let open = self.exposed(player);
        self.board.undo(mark);
        !open
    }

    /// Whether a move leaves nothing open, and no prohibition refuses it.
    fn goes(&mut self, player: Player, play: Play) -> bool {
        let made = self.made(player, play);
        let mark = self.board.mark();
        self.act_on(player, play, self.plan.sides[player.index()].lists);
        let refused = self.exposed(player) || self.forbidden(player, made);
        self.board.undo(mark);
        !refused
    }

    /// How many legal moves there are where some are tried, a pass not included, and prohibitions refuse
    /// none but those that stir.
    pub(super) fn count_tried(&mut self, player: Player) -> u64 {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let hold = self.hold(player);
        let Hold { free, bound, .. } = hold;
        let occupied = self.board.occupied;
        let mut count = 0;
        for kind in side.kinds.iter().filter(|kind| kind.moves) {
            let pieces = self.board.set(kind.pieces);
            // Where nothing is open, pieces that are not bound may go as they like: many at once.
            let easy = if free == S::ALL && !kind.odd { pieces & !bound } else { S::NONE };
            let mut singles = [pieces; AT_ONCE];
            for (group, single) in kind.groups.iter().zip(&mut singles) {
                if let Some(all) = self.at_once(player, kind, group, easy) {
                    count += all;
                    *single = pieces & !easy;
                }
            }
            for from in pieces.cells() {
                let free = hold.free_from(kind, from, occupied);
                let (mut last, mut known) = (S::NONE, false);
                for (index, group) in kind.groups.iter().enumerate() {
                    if singles.get(index).is_some_and(|single| !single.has(from)) {
                        known = false;
                        continue;
                    }
                    let reach = self.reach_of(group, from, group.goes_on && known, &mut last);
                    known = true;
                    if !reach.is_none() {
                        count += self.count_plain(player, kind, index, from, (reach, free));
                    }
                }
            }
            let mut moves = self.pool.pop().unwrap_or_default();
            moves.clear();
            self.each_loose(player, kind, &hold.binds, |from, at, _| {
                moves.push(Play::Loose { from, at });
            });
            count += moves.iter().filter(|play| !self.refused(player, **play)).count() as u64;
            self.pool.push(moves);
        }
        for (at, place) in side.places.iter().enumerate() {
            let cells = self.places(player, place);
            if place.after.is_none() && !side.excused {
                count += u64::from((cells & free).len()) * place.ways() as u64;
                continue;
            }
            for to in cells.cells() {
                let play = Play::Place { at: at as u8, to: to as u16, then: 0 };
                count += u64::from(self.goes(player, play));
            }
        }
        self.binds.push(hold.binds);
        count
    }

    /// How many moves of a group those pieces have that nothing binds, if they can be told together and none
    /// of them must be tried.
    #[inline]
    fn at_once(&self, player: Player, kind: &Moves<S>, group: &Group<S>, easy: S) -> Option<u64> {
        let shifts = group.shifts.as_ref()?;
        let wary = kind.wary || group.wary || !self.plan.sides[player.index()].truces.is_empty();
        if wary || shifts.len() > 2 * easy.len() as usize {
            return None;
        }
        let mut count = 0;
        for shift in shifts {
            let to = shift.open_to(easy, self.board.occupied) & self.board.set(shift.land);
            if group.stirs && !to.is_none() {
                return None;
            }
            count += u64::from(to.len() * shift.times);
        }
        Some(count)
    }

    /// How many moves of a group a piece has to where it can go, of which it may go to the `free` cells.
    #[inline]
    fn count_plain(
        &mut self,
        player: Player,
        kind: &Moves<S>,
        index: usize,
        from: usize,
        (reach, free): (S, S),
    ) -> u64 {
        let group = &kind.groups[index];
        let wary = kind.wary || group.wary;
        let excused = self.plan.sides[player.index()].excused;
        let mut count = 0;
        for becomes in &group.becomes {
            let to = becomes.to.as_ref().map_or(reach, |cells| reach & cells[from]);
            for piece in &becomes.pieces {
                let sure = match group.stirs {
                    true => S::NONE,
                    false => self.safely(player, *piece, from, to & free, wary),
                };
                count += u64::from(sure.len());
                if !group.stirs && !excused {
                    continue;
                }
                for to in (to & !sure).cells() {
                    let (from, to, group) = (from as u16, to as u16, index as u8);
                    let play = Play::Plain { from, to, piece: *piece, group };
                    count += u64::from(self.goes(player, play));
                }
            }
        }
        count
    }
}
