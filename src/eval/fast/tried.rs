//! Moves that are made to know whether they may be made: those that do more than to move a piece, and those that
//! leave open what may be left open where more holds.

use super::Fast;
use super::count::{Slid, Tally};
use super::danger::Hold;
use super::facts::amounts;
use super::field::Arrival;
use super::list::Play;
use crate::index::{Piece, Player};
use crate::program::{Deed, Fact, Forbid, Moves, Set, Where};

/// Which moves a prohibition may refuse that leave nothing open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// None.
    None,
    /// Those that lead where a mask tells, and those of which [no mask tells](Fast::is_masked).
    Masked,
    /// Those that [stir](Fast::stirs).
    Stirring,
    /// Any.
    All,
}

impl<S: Set> Fast<'_, S> {
    /// Which of the player's moves prohibitions may refuse, as the board is. Where they are placements alone, it is asked
    /// where they can be made whether they are refused.
    pub(super) fn doubt(&mut self, player: Player) -> Doubt {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        if !side.listed || side.masks_phases {
            return Doubt::None;
        }
        let masks = side.asks_masks();
        let of = |this: &mut Self, forbid: &Forbid<S>| match this.may_come(player, &forbid.fact) {
            false => Doubt::None,
            true if forbid.kept && !this.holds(&forbid.fact, None) => Doubt::Stirring,
            true if forbid.mask && masks => Doubt::Masked,
            true => Doubt::All,
        };
        let forbids = side.forbids.iter();
        forbids.map(|forbid| of(self, forbid)).fold(Doubt::None, |all, one| match (all, one) {
            (Doubt::Masked, Doubt::Stirring) | (Doubt::Stirring, Doubt::Masked) => Doubt::All,
            _ => all.max(one),
        })
    }

    /// What comes to which cell by a move of which masks tell: it changes no other cell but the one that is left, or what else it
    /// changes is none of what those ask of.
    pub(super) fn arrival(&self, player: Player, play: Play) -> Option<(usize, Arrival)> {
        let side = &self.plan.sides[player.index()];
        match play {
            Play::Plain { from, to, piece, group } => {
                let group = self.group(player, from, group);
                let arrival = Arrival { name: group.name, piece, from: Some(from.into()) };
                (!group.stirs).then_some((to.into(), arrival))
            }
            Play::Put { from, to, group, .. } => {
                let piece = self.board.cells[usize::from(from)];
                let name = self.group(player, from, group).name;
                Some((to.into(), Arrival { name, piece, from: Some(from.into()) }))
            }
            Play::Place { at, to, .. } => {
                let place = &side.places[usize::from(at)];
                place.is_masked().then_some((to.into(), Arrival::put(place)))
            }
            _ => None,
        }
    }

    /// Whether masks tell of a move.
    pub(super) fn is_masked(&self, player: Player, play: Play) -> bool {
        self.arrival(player, play).is_some()
    }

    /// Whether more comes of a move than that one piece stands elsewhere, and what it captures is gone.
    pub(super) fn stirs(&self, player: Player, play: Play) -> bool {
        let side = &self.plan.sides[player.index()];
        match play {
            Play::Plain { from, group, .. } => self.group(player, from, group).stirs,
            Play::Loose { .. }
            | Play::Put { .. }
            | Play::Chain { .. }
            | Play::Finished { .. }
            | Play::Phase { .. }
            | Play::Walked { .. } => true,
            Play::Place { at, .. } => {
                let place = &side.places[usize::from(at)];
                let more = place.after.is_some() || !place.turns.is_empty();
                more || place.second.is_some() || place.on.is_some()
            }
            Play::Throw { .. } | Play::Pass => false,
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
        let mut hold = self.hold(player);
        let twins = self.twins(player);
        hold.twins = twins;
        let united = if side.alike { self.lend_united(player, &hold) } else { Vec::new() };
        let stirring = hold.stirring;
        hold.apart = stirring;
        let open = hold.free;
        let free = open & !stirring;
        hold.free = free;
        let mut tally = Tally { captures: S::NONE, count: [0; 2] };
        let mut slid = Slid { pieces: S::NONE, to: S::NONE };
        // Where nothing binds but what always does, moves are told as elsewhere of pieces that may be in danger nowhere; where all
        // dangers are such, moves that change nothing of what tells that.
        let plain = !hold.doubtful;
        let strict = plain || !self.excuses(player);
        if plain {
            slid = self.slides(player, hold.bound | twins, free, &mut tally);
        }
        for play in &united {
            let goes = !self.stirs(player, *play) || !self.refused(player, *play);
            tally.count[0] += u64::from(goes);
        }
        if side.alike {
            self.pool.push(united);
        }
        for kind in side.kinds.iter().filter(|kind| kind.moves && !kind.alike) {
            let pieces = self.board.set(kind.pieces);
            if pieces.is_none() {
                continue;
            }
            let pieces = pieces & !twins;
            for (index, group) in kind.distinct(false) {
                if group.stirs {
                    let pieces = pieces & !self.idle(kind, index, &slid);
                    tally.count[0] += self.count_stirring(player, kind, index, pieces);
                } else if plain && !(side.excused && (kind.wary || group.wary))
                    || strict && group.keeps
                {
                    self.count_group(player, (kind, group, pieces), &hold, slid.pieces, &mut tally);
                } else {
                    tally.count[0] += self.count_each(player, kind, index, &hold);
                }
            }
            let mut moves = self.pool.pop().unwrap_or_default();
            moves.clear();
            self.each_loose(player, kind, &hold.binds, |from, at, _| {
                moves.push(Play::Loose { from, at });
            });
            let calm = kind.distinct(false).filter(|(_, group)| !group.stirs);
            for (index, _) in calm.filter(|_| !stirring.is_none()) {
                self.list_reaching((kind, index), pieces, stirring, &mut moves);
            }
            for play in &moves {
                tally.count[0] += u64::from(match play {
                    Play::Plain { .. } => self.goes(player, *play),
                    _ => !self.refused(player, *play),
                });
            }
            self.pool.push(moves);
        }
        for (at, place) in side.places.iter().enumerate() {
            let cells = self.places(player, place);
            let doubtful = self.unsure(player, place, &hold, open);
            tally.count[0] += self.placements(place, cells & open & !doubtful);
            for to in (cells & doubtful).cells() {
                let play = Play::Place { at: at as u8, to: to as u16, then: 0 };
                tally.count[0] += u64::from(self.goes(player, play)) * place.ways() as u64;
            }
        }
        self.binds.push(hold.binds);
        if side.walks {
            let count = &mut tally.count[0];
            self.each_walked(player, |this, play| {
                *count += u64::from(!this.refused(player, play));
            });
        }
        tally.count[0]
    }

    /// Adds the moves of a group by which some pieces of a kind may go to these cells, whatever they leave open.
    fn list_reaching(
        &self,
        (kind, index): (&Moves<S>, usize),
        pieces: S,
        cells: S,
        moves: &mut Vec<Play>,
    ) {
        let group = &kind.groups[index];
        for from in pieces.cells() {
            let reach = self.reach(group, from) & cells;
            for becomes in group.becomes.iter().filter(|_| !reach.is_none()) {
                for to in becomes.within(from, reach).cells() {
                    moves.extend(becomes.pieces.iter().map(|piece| {
                        let (from, to, group) = (from as u16, to as u16, index as u8);
                        Play::Plain { from, to, piece: *piece, group }
                    }));
                }
            }
        }
    }

    /// Whether a danger is none as the board is.
    fn excuses(&mut self, player: Player) -> bool {
        let dangers = &self.plan.sides[player.index()].dangers;
        let mut only = dangers.iter().filter_map(|danger| danger.only.as_deref());
        only.any(|fact| !self.holds(fact, None))
    }

    /// Pieces that have no moves of a group, as slides of theirs along the same ways tell.
    fn idle(&self, kind: &Moves<S>, index: usize, slid: &Slid<S>) -> S {
        let group = &kind.groups[index];
        let before = index.checked_sub(1).map(|before| &kind.groups[before]);
        match (&group.parts[..], before) {
            ([part], Some(before)) if group.goes_on && before.slid => {
                let none = (slid.to & self.board.set(part.land)).is_none();
                if none { slid.pieces } else { S::NONE }
            }
            _ => S::NONE,
        }
    }

    /// How many moves of a group that stirs these pieces have: those of all are looked for at once, if they can be,
    /// for most often there are none.
    fn count_stirring(&mut self, player: Player, kind: &Moves<S>, index: usize, pieces: S) -> u64 {
        let group = &kind.groups[index];
        if let Some(shifts) = &group.shifts
            && shifts.len() <= 2 * pieces.len() as usize
            && shifts.iter().all(|shift| self.arrivals(shift, pieces).is_none())
        {
            return 0;
        }
        let mut moves = self.pool.pop().unwrap_or_default();
        moves.clear();
        self.list_reaching((kind, index), pieces, S::ALL, &mut moves);
        let mut count = 0;
        for play in &moves {
            let goes = self.goes_clearing(player, *play);
            count += u64::from(goes.unwrap_or_else(|| self.goes(player, *play)));
        }
        self.pool.push(moves);
        count
    }

    /// The same as [`Fast::goes`] of a move by which pieces only leave the board, told without making it, if it can be.
    fn goes_clearing(&self, player: Player, play: Play) -> Option<bool> {
        let Play::Plain { from, to, piece: Piece::EMPTY, group } = play else { return None };
        let side = &self.plan.sides[player.index()];
        let group = self.group(player, from, group);
        let mut gone = S::one(from.into()) | S::one(to.into());
        for Deed { cells, of, piece } in
            group.after.iter().flat_map(|after| &after[usize::from(to)])
        {
            if !piece.is_empty() {
                return None;
            }
            gone |= self.board.set(*of) & *cells;
        }
        for forbid in side.forbids_on(group.name) {
            match &forbid.fact {
                // So many pieces of one's own.
                Fact::Count(Where::Stands(content, _), relation, number) if forbid.kept => {
                    if amounts(self.board.set(*content) & !gone, *relation, *number) {
                        return Some(false);
                    }
                }
                _ => return None,
            }
        }
        match side.dangers.iter().find(|danger| self.would_be_there(danger, gone, &[])) {
            None => side.truces.is_empty().then_some(true),
            Some(danger) => danger.only.is_none().then_some(false),
        }
    }

    /// How many moves of a group that does not stir there are: those are tried that may leave something open.
    fn count_each(&mut self, player: Player, kind: &Moves<S>, index: usize, hold: &Hold<S>) -> u64 {
        let group = &kind.groups[index];
        let wary = kind.wary || group.wary;
        let excused = self.plan.sides[player.index()].excused;
        let mut count = 0;
        for from in self.board.set(kind.pieces).cells() {
            let free = hold.free_from(kind, from, self.board.occupied);
            let reach = self.reach(group, from);
            for becomes in &group.becomes {
                let to = becomes.within(from, reach);
                for piece in &becomes.pieces {
                    let sure = self.safely(player, (group, *piece), from, to & free, wary);
                    count += u64::from(sure.len());
                    if !excused {
                        continue;
                    }
                    let mut doubtful = to & !hold.apart & !sure;
                    if !hold.doubtful {
                        doubtful &= free;
                        doubtful &= !self.surely_dangerous(player, *piece, from, doubtful);
                    }
                    for to in doubtful.cells() {
                        let (from, to, group) = (from as u16, to as u16, index as u8);
                        let play = Play::Plain { from, to, piece: *piece, group };
                        count += u64::from(self.goes(player, play));
                    }
                }
            }
        }
        count
    }
}
