//! What is open to danger now, and which moves would leave it so.

use super::Fast;
use crate::index::{Piece, Player};
use crate::program::{Danger, Far, Moves, Set, has};

/// A piece that aims at another, or would if what stands between changed a little.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bind<S> {
    /// The cell that is aimed at.
    pub anchor: usize,
    /// The cell of the piece that aims.
    pub from: S,
    /// The cells between.
    pub between: S,
    /// How many pieces stand there.
    pub count: u32,
    /// With how many the danger is there.
    pub hurdles: u32,
    /// If not any piece will do for it, or not anywhere between.
    pub picky: Option<Picky<S>>,
}

/// Which piece must stand between for a danger to be there, where not any will do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picky<S> {
    /// The cells where it may stand.
    pub held: S,
    /// Where one stands that will do.
    pub fit: S,
}

impl<'p, S: Set> Fast<'p, S> {
    /// What the player may not leave open; nothing, while moves are told as if nothing could be.
    #[inline]
    fn dangers(&self, player: Player) -> &'p [Danger<S>] {
        if self.daring { &[] } else { &self.plan.sides[player.index()].dangers }
    }

    /// Asks as if nothing could be left open, or not so.
    pub(super) fn daringly<T>(&mut self, daring: bool, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.daring, daring);
        let answer = ask(self);
        self.daring = before;
        answer
    }

    /// What binds the player's pieces; its list is to be given back to those that are not in use.
    pub(super) fn hold(&mut self, player: Player) -> Hold<S> {
        let mut binds = self.binds.pop().unwrap_or_default();
        let doubtful = self.gather(player, &mut binds);
        let free = allowed(&binds, None, self.board.occupied, false);
        let bound = |bound: S, bind: &Bind<S>| bound | bind.between | S::one(bind.anchor);
        let bound = binds.iter().fold(S::NONE, bound);
        let stirring = self.stirring(player);
        Hold { binds, free, bound, apart: S::NONE, twins: S::NONE, doubtful, stirring }
    }

    /// Whether some of the player's moves must be made to know what they leave open, as the board stands, where none must be
    /// wherever it leads.
    pub(super) fn is_stirred(&mut self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        let hold = self.hold(player);
        let occupied = self.board.occupied;
        let stirred = hold.doubtful
            || !hold.stirring.is_none()
            || side.places.iter().any(|place| !self.clears(place).is_none())
            || side.excused
                && side.kinds.iter().filter(|kind| kind.moves).any(|kind| {
                    let mut pieces = self.board.set(kind.pieces).cells();
                    pieces.any(|from| {
                        let free = hold.free_from(kind, from, occupied);
                        self.may_be_excused(player, (kind, from), free)
                    })
                });
        self.binds.push(hold.binds);
        stirred
    }

    /// Whether a piece may go to one of these cells where it is in a danger that may be none.
    fn may_be_excused(&self, player: Player, (kind, from): (&Moves<S>, usize), free: S) -> bool {
        kind.groups.iter().filter(|group| kind.wary || group.wary).any(|group| {
            let to = self.reach(group, from) & free;
            let mut pieces = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
            pieces.any(|piece| {
                let doubtful = self.dangerous(player, *piece, from, to);
                !(doubtful & !self.surely_dangerous(player, *piece, from, doubtful)).is_none()
            })
        })
    }

    /// All that aims, or nearly does, at the player's pieces that may not be aimed at; whether some of that is a danger only where
    /// more holds.
    pub(super) fn gather(&self, player: Player, binds: &mut Vec<Bind<S>>) -> bool {
        binds.clear();
        let mut doubtful = false;
        for danger in self.dangers(player) {
            let before = binds.len();
            self.gather_of(danger, binds);
            doubtful |= danger.only.is_some() && binds.len() > before;
        }
        self.gather_truces(player, binds);
        doubtful
    }

    /// All that aims, or nearly does, as one danger tells.
    pub(super) fn gather_of(&self, danger: &Danger<S>, binds: &mut Vec<Bind<S>>) {
        let board = &self.board;
        let cells = self.program.cells;
        for anchor in board.set(danger.anchors).cells() {
            if danger.always {
                let (from, between) = (S::NONE, S::NONE);
                binds.push(Bind { anchor, from, between, count: 0, hurdles: 0, picky: None });
            }
            for near in &danger.aims.near {
                for from in (near.from[anchor] & board.set(near.pieces)).cells() {
                    let (from, between) = (S::one(from), S::NONE);
                    let (count, hurdles, picky) = (0, 0, None);
                    binds.push(Bind { anchor, from, between, count, hurdles, picky });
                }
            }
            for far in &danger.aims.far {
                for from in (far.from[anchor] & board.set(far.pieces)).cells() {
                    let between = self.plan.between[far.between][from * cells + anchor];
                    let count = (between & board.occupied).len();
                    if count <= far.hurdles + 1 {
                        let (from, hurdles, picky) = (S::one(from), far.hurdles, None);
                        binds.push(Bind { anchor, from, between, count, hurdles, picky });
                    }
                }
            }
            for hurdle in &danger.aims.over {
                for from in (hurdle.from[anchor] & board.set(hurdle.pieces)).cells() {
                    let at = from * cells + anchor;
                    let between = self.plan.between[hurdle.between][at];
                    let count = (between & board.occupied).len();
                    if count <= 2 {
                        let held = self.plan.between[hurdle.held][at];
                        let fit = held & board.set(hurdle.over);
                        let (from, picky) = (S::one(from), Some(Picky { held, fit }));
                        binds.push(Bind { anchor, from, between, count, hurdles: 1, picky });
                    }
                }
            }
        }
    }

    /// Whether a piece of that code would be in danger on a cell, or attacked there if a walk asks that, on a board where that is
    /// occupied and these pieces are gone.
    pub(super) fn open(
        &self,
        player: Player,
        piece: Piece,
        at: usize,
        occupied: S,
        gone: S,
    ) -> bool {
        let of = |danger: &&Danger<S>| has(&danger.codes, piece);
        let side = &self.plan.sides[player.index()];
        let dangers = side.dangers.iter().chain(&side.shunned);
        dangers.filter(of).any(|danger| self.aimed(danger, at, occupied, gone))
    }

    /// Of these cells those where one of the dangers would be there for a piece of that code that has come from a
    /// cell and captured what stood there.
    #[inline]
    pub(super) fn dangerous(&self, player: Player, piece: Piece, from: usize, to: S) -> S {
        self.dangerous_by(player, |_| true, piece, from, to)
    }

    /// The same by dangers that are such wherever they are found.
    pub(super) fn surely_dangerous(&self, player: Player, piece: Piece, from: usize, to: S) -> S {
        self.dangerous_by(player, |danger| danger.only.is_none(), piece, from, to)
    }

    #[inline]
    fn dangerous_by(
        &self,
        player: Player,
        such: impl Fn(&Danger<S>) -> bool,
        piece: Piece,
        from: usize,
        to: S,
    ) -> S {
        let mut found = S::NONE;
        for danger in self.dangers(player).iter().filter(|danger| such(danger)) {
            if !has(&danger.codes, piece) {
                continue;
            }
            let occupied = self.board.occupied & !S::one(from);
            for at in (to & !found).cells() {
                let arrived = S::one(at);
                if self.aimed(danger, at, occupied | arrived, arrived) {
                    found |= arrived;
                }
            }
        }
        found
    }

    /// Whether something aims at a cell, on a board where that is occupied and these pieces are gone.
    #[inline]
    pub(super) fn aimed(&self, danger: &Danger<S>, at: usize, occupied: S, gone: S) -> bool {
        if danger.always {
            return true;
        }
        let (cells, aims) = (self.program.cells, &danger.aims);
        let pieces = |of| self.board.set(of) & !gone;
        let mut near = aims.near.iter();
        if near.any(|near| !(near.from[at] & pieces(near.pieces)).is_none()) {
            return true;
        }
        let far = aims.far.iter().any(|Far { pieces: of, from, between: table, hurdles }| {
            (from[at] & pieces(*of)).cells().any(|from| {
                let between = self.plan.between[*table][from * cells + at] & occupied;
                if *hurdles == 0 { between.is_none() } else { between.len() == *hurdles }
            })
        });
        let over = || {
            aims.over.iter().any(|hurdle| {
                (hurdle.from[at] & pieces(hurdle.pieces)).cells().any(|from| {
                    let way = from * cells + at;
                    let between = self.plan.between[hurdle.between][way] & occupied;
                    let fit = self.plan.between[hurdle.held][way] & self.board.set(hurdle.over);
                    between.len() == 1 && !(between & fit).is_none()
                })
            })
        };
        far || over()
    }

    /// Whether a danger is there for any piece of the player's.
    pub(super) fn exposed(&mut self, player: Player) -> bool {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let mut dangers = self.dangers(player).iter();
        dangers.any(|danger| self.is_one(danger))
            || side.truces.iter().any(|truce| self.is_there(&truce.danger))
    }

    /// Whether one would be if nothing stood on some cells, and such pieces on others.
    pub(super) fn exposed_by(
        &self,
        player: Player,
        (left, comes): &(S, Vec<(usize, Piece)>),
    ) -> bool {
        let mut dangers = self.dangers(player).iter();
        dangers.any(|danger| self.would_be_there(danger, *left, comes))
    }

    /// The same of one danger.
    pub(super) fn would_be_there(
        &self,
        danger: &Danger<S>,
        left: S,
        comes: &[(usize, Piece)],
    ) -> bool {
        let filled = comes.iter().fold(S::NONE, |filled, (at, _)| filled | S::one(*at));
        let (occupied, gone) = (self.board.occupied & !left | filled, left | filled);
        let come = comes.iter().filter(|(_, piece)| has(&danger.codes, *piece));
        let stay = self.board.set(danger.anchors) & !gone;
        let mut anchors = come.fold(stay, |all, (at, _)| all | S::one(*at)).cells();
        anchors.any(|at| self.aimed(danger, at, occupied, gone))
    }

    /// Whether a royal piece of the player's is attacked.
    pub(super) fn attacked(&mut self, player: Player) -> bool {
        let plan = self.plan;
        plan.sides[player.index()].attack.iter().any(|danger| self.is_one(danger))
    }

    /// Whether a danger is there and is one, as the board stands.
    fn is_one(&mut self, danger: &Danger<S>) -> bool {
        self.is_there(danger) && danger.only.as_deref().is_none_or(|fact| self.holds(fact, None))
    }

    pub(super) fn is_there(&self, danger: &Danger<S>) -> bool {
        let anchors = self.board.set(danger.anchors);
        anchors.cells().any(|at| self.aimed(danger, at, self.board.occupied, S::NONE))
    }
}

/// Where a piece that leaves `from` (nowhere, if it comes out of a hand) may go, so that nothing aims at
/// any but the piece itself. An `odd` piece is none of those that something must go over.
#[inline]
pub(super) fn allowed<S: Set>(binds: &[Bind<S>], from: Option<usize>, occupied: S, odd: bool) -> S {
    let mut allowed = S::ALL;
    for bind in binds {
        if from == Some(bind.anchor) {
            continue;
        }
        if let Some(picky) = bind.picky {
            allowed &= bind.from | spared(bind, picky, from, occupied, odd);
            continue;
        }
        let leaves = from.is_some_and(|from| bind.between.has(from));
        let left = bind.count - u32::from(leaves);
        let mut safe = bind.from;
        if left != bind.hurdles {
            safe |= !bind.between | (bind.between & occupied);
        }
        if left + 1 != bind.hurdles {
            safe |= bind.between & !occupied;
        }
        allowed &= safe;
    }
    allowed
}

/// The same of one bind that not any piece will do for.
fn spared<S: Set>(
    bind: &Bind<S>,
    picky: Picky<S>,
    from: Option<usize>,
    occupied: S,
    odd: bool,
) -> S {
    let left = bind.between & occupied & !from.map_or(S::NONE, S::one);
    // Where the piece would be the one between, or be so in place of the one that it captures.
    let taken = if left.len() == 1 { left } else { S::NONE };
    let alone = if left.is_none() { bind.between & !occupied } else { S::NONE };
    let joins = if odd { S::NONE } else { (taken | alone) & picky.held };
    match left.len() == 1 && !(left & picky.fit).is_none() {
        // It is there already, unless the piece comes between or captures.
        true => bind.between & !joins,
        false => !joins,
    }
}

/// What binds a player's pieces.
#[derive(Debug, Default)]
pub(super) struct Hold<S> {
    pub binds: Vec<Bind<S>>,
    /// Where pieces may go that are not bound.
    pub free: S,
    /// The cells of the pieces that may not move like others.
    pub bound: S,
    /// Where moves lead that are told apart from all others.
    pub apart: S,
    /// The cells of pieces of which several captures come to the same.
    pub twins: S,
    /// Whether some of that binds only where more holds.
    pub doubtful: bool,
    /// The cells where something may come around a piece that arrives, of which making it tells what it leaves open.
    pub stirring: S,
}

impl<S: Set> Hold<S> {
    /// Whether something may aim at the player's pieces by going over others.
    pub fn goes_over(&self) -> bool {
        self.binds.iter().any(|bind| bind.hurdles > 0)
    }

    /// Where one of a kind's pieces may go.
    #[inline]
    pub fn free_from(&self, kind: &Moves<S>, from: usize, occupied: S) -> S {
        if kind.odd || self.bound.has(from) {
            return allowed(&self.binds, Some(from), occupied, kind.odd) & !self.apart;
        }
        self.free
    }
}
