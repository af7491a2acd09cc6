//! Where pieces may be put.

use super::Fast;
use super::danger::Hold;
use super::field::Arrival;
use super::list::Play;
use crate::index::Player;
use crate::program::{Aims, Content, Forbid, Place, Set, has};

impl<S: Set> Fast<'_, S> {
    /// Where a placement is possible.
    #[inline]
    pub(super) fn places(&self, player: Player, place: &Place<S>) -> S {
        let side = &self.plan.sides[player.index()];
        let open = |place| self.field().open(place);
        let less = |cells, less: &u8| cells & !open(&side.places[usize::from(*less)]);
        let mut cells = open(place);
        if cells.is_none() {
            return cells;
        }
        cells = place.less.iter().fold(cells, less);
        if !side.truces.is_empty() && place.on.is_none() {
            cells &= !self.truced(player, place.piece, None);
        }
        if self.masking && place.is_masked() {
            cells &= !self.field().refused(player.index(), Arrival::put(place));
        }
        cells
    }

    /// The empty cells.
    #[inline]
    pub(super) fn empty(&self) -> S {
        self.plan.cells & !self.board.occupied
    }

    /// How many placements there are with the first piece on one of those cells.
    #[inline]
    pub(super) fn placements(&self, place: &Place<S>, cells: S) -> u64 {
        match &place.second {
            Some(second) => second.count(cells, self.empty()),
            None => u64::from(cells.len()) * place.ways() as u64,
        }
    }

    /// How many there are with the first piece on that cell.
    pub(super) fn placements_at(&self, place: &Place<S>, first: usize) -> usize {
        match &place.second {
            Some(second) => second.beside(first, self.empty()).len() as usize,
            None => place.ways(),
        }
    }

    /// Lists those.
    pub(super) fn list_place(
        &self,
        place: &Place<S>,
        at: usize,
        first: usize,
        moves: &mut Vec<Play>,
    ) {
        let (at, to) = (at as u8, first as u16);
        match &place.second {
            Some(second) => {
                let seconds = second.beside(first, self.empty()).cells();
                moves.extend(seconds.map(|then| Play::Place { at, to, then: then as u16 }));
            }
            None => {
                moves.extend((0..place.ways() as u16).map(|then| Play::Place { at, to, then }));
            }
        }
    }

    /// Where a placement must be made to know what it leaves open, as cells may be emptied behind it.
    pub(super) fn clears(&self, place: &Place<S>) -> S {
        place.stirs.as_ref().map_or(S::NONE, |stirs| self.stirred(stirs))
    }

    /// Where making a placement tells what it leaves open; elsewhere it leaves nothing so on `free` cells alone.
    pub(super) fn unsure(&self, player: Player, place: &Place<S>, hold: &Hold<S>, free: S) -> S {
        let tests = self.plan.sides[player.index()].tests;
        match place.on.is_some() || tests && place.after.is_some() {
            true => S::ALL,
            false if hold.doubtful => !free | self.clears(place),
            false => self.clears(place),
        }
    }

    /// Where a placement, told by its number, leaves nothing open: one on an empty cell if that is `free`.
    pub(super) fn safe_places(&mut self, player: Player, at: usize, free: S) -> S {
        let side = &self.plan.sides[player.index()];
        let place = &side.places[at];
        let mut cells = self.places(player, place);
        let doubtful = match place.on {
            None => self.clears(place),
            Some(_) if side.dangers.is_empty() && side.truces.is_empty() => return cells,
            Some(_) => cells,
        };
        cells &= free | doubtful;
        for to in (cells & doubtful).cells() {
            let play = Play::Place { at: at as u8, to: to as u16, then: 0 };
            if !self.leaves_safe(player, play) {
                cells &= !S::one(to);
            }
        }
        cells
    }

    /// The cells where a placement can be made, leaves nothing open and is not refused by prohibitions of which the cell tells all.
    pub(super) fn granted(&mut self, player: Player, at: usize, free: S) -> S {
        let cells = self.safe_places(player, at, free);
        self.allowed(player, at, cells)
    }

    /// Of these cells those where no prohibition refuses it, if the cell tells all of it.
    pub(super) fn allowed(&mut self, player: Player, at: usize, mut cells: S) -> S {
        let side = &self.plan.sides[player.index()];
        let place = &side.places[at];
        let mut doubted = S::NONE;
        for forbid in side.forbids_on(place.name).filter(|_| place.is_single()) {
            if cells.is_none() {
                break;
            }
            if forbid.mask && place.is_masked() {
                cells &= !self.field().after(&forbid.fact, Arrival::put(place));
            } else {
                doubted |= self.doubted_of(player, forbid, place, cells);
            }
        }
        doubted &= cells;
        for to in doubted.cells() {
            if self.refused(player, Play::Place { at: at as u8, to: to as u16, then: 0 }) {
                cells &= !S::one(to);
            }
        }
        cells
    }

    /// Of these cells those where a prohibition may refuse a placement.
    fn doubted_of(&mut self, player: Player, forbid: &Forbid<S>, place: &Place<S>, cells: S) -> S {
        let brief = place.is_brief() && place.on.is_none();
        let alone = brief && place.after.is_none();
        match forbid.attacks {
            Some(_) if !self.may_come(player, &forbid.fact) => S::NONE,
            Some(attacked) if alone => self.attacking(attacked, place, cells),
            Some(_) => cells,
            None => cells & self.touched(player, forbid).unwrap_or(S::ALL),
        }
    }

    /// Of these empty cells those where a piece that is put there may leave a player's royal piece attacked.
    fn attacking(&self, player: Player, place: &Place<S>, cells: S) -> S {
        let mut found = S::NONE;
        for danger in &self.plan.sides[player.index()].attack {
            // Where nothing goes over pieces, one more is in the way of others at most.
            let Aims { near, far, over } = &danger.aims;
            let over = !over.is_empty() || far.iter().any(|far| far.hurdles > 0);
            if over || has(&danger.codes, place.piece) || self.is_there(danger) {
                return cells;
            }
            let near = near.iter().map(|near| (near.pieces, &near.from));
            let far = far.iter().map(|far| (far.pieces, &far.from));
            let goes = |of: Content| has(&self.plan.contents.codes[usize::from(of.0)], place.piece);
            let ways = near.chain(far).filter(|(of, _)| goes(*of));
            let anchors = self.board.set(danger.anchors);
            found = ways.fold(found, |found, (_, from)| {
                anchors.cells().fold(found, |found, anchor| found | from[anchor])
            });
        }
        cells & found
    }
}
