//! Captures by what comes around a piece, wherever it may go.

use super::Fast;
use crate::index::{Cell, Player};
use crate::program::{Around, Content, Pinch, Set, has};

impl<S: Set> Fast<'_, S> {
    /// Whether one of those pieces is captured by what comes around pieces that may go somewhere.
    pub(super) fn taken_around(&mut self, anchors: Content, around: &[Around<S>]) -> bool {
        let mut anchors = self.board.set(anchors).cells();
        anchors.any(|anchor| {
            around.iter().any(|one| {
                one.lines[anchor].iter().any(|pinch| {
                    let mut others = pinch.others.iter();
                    others.all(|(content, cell)| !(self.board.set(*content) & *cell).is_none())
                        && self.pinches(one.player, pinch)
                })
            })
        })
    }

    /// Whether a piece of the player's other than those on the line may go where it begins, whatever that leaves open.
    fn pinches(&mut self, player: Player, pinch: &Pinch<S>) -> bool {
        let side = &self.plan.sides[player.index()];
        let at = usize::from(pinch.at);
        let others = pinch.others.iter().fold(S::NONE, |all, (_, cell)| all | *cell);
        for kind in side.kinds.iter().filter(|kind| kind.moves) {
            let pieces = self.board.set(kind.pieces);
            if pieces.is_none() || !self.is_followed(player, kind) {
                continue;
            }
            let goes = (pieces & !others).cells().any(|from| {
                kind.groups.iter().any(|group| {
                    self.reach(group, from).has(at)
                        && group.becomes.iter().any(|becomes| becomes.may(from, at))
                })
            });
            if goes {
                return true;
            }
            for from in pieces.cells() {
                for loose in &kind.loose[from] {
                    let stays = |(content, cell): &(Content, S)| {
                        let after = loose.effect.sets.get(Cell::at(cell.first()));
                        let codes = &self.plan.contents.codes[usize::from(content.0)];
                        after.is_none_or(|piece| has(codes, piece))
                    };
                    if loose.lands().is_some_and(|lands| lands.index() == at)
                        && pinch.others.iter().all(stays)
                        && self.can(player, from, loose)
                    {
                        return true;
                    }
                }
            }
        }
        let field = self.field();
        side.places.iter().any(|place| {
            !place.sequel.is_empty() && field.vacant(place).has(at) && field.opens(place, at)
        })
    }
}
