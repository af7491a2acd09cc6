//! What is open to danger now, and which moves would leave it so.

use super::Fast;
use crate::index::{Piece, Player};
use crate::program::{Danger, Set, has};

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
}

impl<S: Set> Fast<'_, S> {
    /// All that aims, or nearly does, at the player's pieces that may not be aimed at.
    pub(super) fn gather(&self, player: Player, binds: &mut Vec<Bind<S>>) {
        binds.clear();
        for danger in &self.plan.sides[player.index()].dangers {
            self.gather_of(danger, binds);
        }
        self.gather_truces(player, binds);
    }

    /// All that aims, or nearly does, as one danger tells.
    pub(super) fn gather_of(&self, danger: &Danger<S>, binds: &mut Vec<Bind<S>>) {
        let board = &self.board;
        let cells = self.program.cells;
        for anchor in board.set(danger.anchors).cells() {
            for aim in &danger.aims {
                let pieces = board.set(aim.pieces);
                for from in (aim.near[anchor] & pieces).cells() {
                    let (from, between) = (S::one(from), S::NONE);
                    binds.push(Bind { anchor, from, between, count: 0, hurdles: 0 });
                }
                for (hurdles, far) in [(0, &aim.far), (1, &aim.over)] {
                    let Some((far, table)) = far else { continue };
                    for from in (far[anchor] & pieces).cells() {
                        let between = self.plan.between[*table][from * cells + anchor];
                        let count = (between & board.occupied).len();
                        if count <= hurdles + 1 {
                            let from = S::one(from);
                            binds.push(Bind { anchor, from, between, count, hurdles });
                        }
                    }
                }
            }
        }
    }

    /// Whether one of the dangers is there for a piece of that code on a cell, on a board where that is
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
        let dangers = &self.plan.sides[player.index()].dangers;
        dangers.iter().filter(of).any(|danger| self.aimed(danger, at, occupied, gone))
    }

    /// Whether something aims at a cell.
    #[inline]
    fn aimed(&self, danger: &Danger<S>, at: usize, occupied: S, gone: S) -> bool {
        let cells = self.program.cells;
        danger.aims.iter().any(|aim| {
            let pieces = self.board.set(aim.pieces) & !gone;
            if !(aim.near[at] & pieces).is_none() {
                return true;
            }
            let far = |far: &Option<(Box<[S]>, usize)>, hurdles: u32| {
                far.as_ref().is_some_and(|(far, table)| {
                    (far[at] & pieces).cells().any(|from| {
                        let between = self.plan.between[*table][from * cells + at];
                        (between & occupied).len() == hurdles
                    })
                })
            };
            far(&aim.far, 0) || far(&aim.over, 1)
        })
    }

    /// Whether a danger is there for any piece of the player's.
    pub(super) fn exposed(&self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        side.dangers.iter().any(|danger| self.is_there(danger))
            || side.truces.iter().any(|truce| self.is_there(&truce.danger))
    }

    /// Whether a royal piece of the player's is attacked.
    pub(super) fn attacked(&self, player: Player) -> bool {
        let attack = &self.plan.sides[player.index()].attack;
        attack.as_ref().is_some_and(|danger| self.is_there(danger))
    }

    fn is_there(&self, danger: &Danger<S>) -> bool {
        let anchors = self.board.set(danger.anchors);
        anchors.cells().any(|at| self.aimed(danger, at, self.board.occupied, S::NONE))
    }
}

/// Where a piece that leaves `from` (nowhere, if it comes out of a hand) may go, so that nothing aims at
/// any but the piece itself.
#[inline]
pub(super) fn allowed<S: Set>(binds: &[Bind<S>], from: Option<usize>, occupied: S) -> S {
    let mut allowed = S::ALL;
    for bind in binds {
        if from == Some(bind.anchor) {
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

/// The cells of the pieces that may not move like others.
pub(super) fn bound<S: Set>(binds: &[Bind<S>]) -> S {
    binds.iter().fold(S::NONE, |bound, bind| bound | bind.between | S::one(bind.anchor))
}
