//! Loose moves that need a mark, by the cells that may carry it.

use super::kinds::Loose;
use crate::index::{Cell, Mark};
use crate::program::check::View;
use crate::program::set::Set;
use crate::rules::model::Lasts;

/// The loose moves that need a mark.
#[derive(Debug)]
pub(crate) struct Asked<S> {
    /// The mark.
    pub mark: Mark,
    /// Whether it lasts a ply.
    pub fleeting: bool,
    /// Whether the cell that tells a move is the one from which it is made.
    pub at_from: bool,
    /// The cells where it is of use.
    pub cells: S,
    /// By such a cell, the moves: the cells that all must carry the mark, the cell from which the move is
    /// made, and its number there.
    pub moves: Box<[Vec<(S, u16, u16)>]>,
}

/// Loose moves sorted by whether they need a mark, and whether some ask for one that lasts a ply in another way.
pub(super) type Sorted<S> = (Vec<Box<[u16]>>, Vec<Asked<S>>, bool);

/// Sorts them.
pub(super) fn asked<S: Set>(loose: &[Box<[Loose<S>]>], view: &View<'_>) -> Sorted<S> {
    let lasts: Vec<Lasts> = view.layout.marks().map(|mark| mark.1).collect();
    let fleeting = |mark: &Mark| lasts[mark.index()] == Lasts::Ply;
    let mut murky = false;
    let mut unasked = vec![Vec::new(); loose.len()];
    let mut asked: Vec<Asked<S>> = Vec::new();
    for (from, moves) in loose.iter().enumerate() {
        for (at, one) in moves.iter().enumerate() {
            let always = |need: &&(Mark, Cell, bool)| {
                need.2 && one.any.iter().all(|ready| ready.marked.contains(need))
            };
            let first = one.any.iter().take(1).flat_map(|ready| &ready.marked);
            let always: Vec<_> = first.filter(always).collect();
            let here = always.iter().find(|need| need.1.index() == from);
            let told = here.or(always.first());
            let mut asks = one.any.iter().flat_map(|ready| &ready.marked);
            murky |=
                !told.is_some_and(|need| fleeting(&need.0)) && asks.any(|need| fleeting(&need.0));
            let Some((mark, cell, _)) = told else {
                unasked[from].push(at as u16);
                continue;
            };
            let at_from = here.is_some();
            let marked = always.iter().filter(|need| need.0 == *mark);
            let marked = marked.fold(S::NONE, |set, need| set | S::one(need.1.index()));
            let known =
                asked.iter().position(|known| (known.mark, known.at_from) == (*mark, at_from));
            let known = known.unwrap_or_else(|| {
                let moves = vec![Vec::new(); loose.len()].into();
                let (mark, fleeting) = (*mark, fleeting(mark));
                asked.push(Asked { mark, fleeting, at_from, cells: S::NONE, moves });
                asked.len() - 1
            });
            asked[known].cells |= S::one(cell.index());
            asked[known].moves[cell.index()].push((marked, from as u16, at as u16));
        }
    }
    (unasked.into_iter().map(Vec::into).collect(), asked, murky)
}
