//! Loose moves that need a mark, by the cells that may carry it, and those that need the same, in bunches.

use super::content::Content;
use super::kinds::Loose;
use crate::index::{Cell, Mark};
use crate::program::check::View;
use crate::program::set::Set;
use crate::rules::model::Lasts;
use std::collections::{BTreeMap, BTreeSet};

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

/// Loose moves from a cell none of which can be made unless the same stands somewhere: of eight ways past an enemy it is asked once
/// whether there is one. Bunches of a bunch follow it.
#[derive(Debug)]
pub(crate) struct Bunch<S> {
    /// Whether they need a mark.
    pub asked: bool,
    /// What must stand where beside what the bunches that this is one of need; nothing of moves that are asked about one by one.
    pub needs: Option<(Content, S)>,
    /// The numbers there of those that are in no bunch of it.
    pub moves: Vec<u16>,
    /// The number of the next bunch that is not one of it.
    pub next: usize,
}

/// A loose move by its number, and what must stand where for it that is not asked yet.
type Needy = (u16, BTreeSet<(Content, usize)>);

/// So few moves of a bunch are asked about one by one.
const FEW: usize = 4;

impl<S: Set> Bunch<S> {
    /// The loose moves from a cell, of which it is told whether each needs a mark: by what most of them need.
    fn list(from: usize, moves: &[Loose<S>], asked: &[bool]) -> Box<[Self]> {
        let mut bunches = Vec::new();
        for needy in [false, true] {
            let such = (0..).zip(moves).zip(asked).filter(|(_, asked)| **asked == needy);
            let needs = such.map(|((at, one), _)| {
                let mut needs = needs(one);
                // All of them need the piece that goes.
                needs.retain(|need| need.1 != from);
                (at, needs)
            });
            Self::part(needs.collect(), needy, &mut bunches);
        }
        bunches.into()
    }

    /// Parts moves by what most of them need.
    fn part(moves: Vec<Needy>, asked: bool, bunches: &mut Vec<Self>) {
        let mut often: BTreeMap<(Content, usize), usize> = BTreeMap::new();
        moves.iter().flat_map(|one| &one.1).for_each(|need| *often.entry(*need).or_default() += 1);
        let mut by: BTreeMap<Option<(Content, usize)>, Vec<Needy>> = BTreeMap::new();
        for (at, mut needs) in moves {
            let several = needs.iter().copied().filter(|need| often[need] > 1);
            let need = several.max_by_key(|need| (often[need], *need));
            if let Some(need) = &need {
                needs.remove(need);
            }
            by.entry(need).or_default().push((at, needs));
        }
        for (need, moves) in by {
            let at = bunches.len();
            let needs = need.map(|(of, cell)| (of, S::one(cell)));
            bunches.push(Self { asked, needs, moves: Vec::new(), next: 0 });
            if need.is_none() || moves.len() <= FEW {
                bunches[at].moves = moves.into_iter().map(|one| one.0).collect();
            } else {
                Self::part(moves, asked, bunches);
            }
            bunches[at].next = bunches.len();
        }
    }
}

/// What must stand where for a loose move, whichever way it is made.
fn needs<S: Set>(one: &Loose<S>) -> BTreeSet<(Content, usize)> {
    let each = one.any.iter().map(|ready| {
        let mut all = BTreeSet::new();
        for (of, cells) in &ready.content {
            all.extend(cells.cells().map(|cell| (*of, cell)));
        }
        all
    });
    each.reduce(|all, one| &all & &one).unwrap_or_default()
}

/// Loose moves sorted by whether they need a mark, and whether some ask for one that lasts a ply in another way.
pub(super) type Sorted<S> = (Vec<Box<[Bunch<S>]>>, Vec<Asked<S>>, bool);

/// Sorts them.
pub(super) fn asked<S: Set>(loose: &[Box<[Loose<S>]>], view: &View<'_>) -> Sorted<S> {
    let lasts: Vec<Lasts> = view.layout.marks().map(|mark| mark.1).collect();
    let fleeting = |mark: &Mark| lasts[mark.index()] == Lasts::Ply;
    let mut murky = false;
    let mut bunches = Vec::new();
    let mut asked: Vec<Asked<S>> = Vec::new();
    for (from, moves) in loose.iter().enumerate() {
        let mut needy = vec![false; moves.len()];
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
            let Some((mark, cell, _)) = told else { continue };
            needy[at] = true;
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
        bunches.push(Bunch::list(from, moves, &needy));
    }
    (bunches, asked, murky)
}
