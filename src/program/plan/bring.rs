//! What a piece brings about where it comes to a cell: of which conditions sets tell that of all cells at once.
//!
//! `some (own and see (any to own, ahead to own))` holds once a piece closes three in a row. Where a look leads straight on, a piece
//! stands at one place of it at most, so that the cells where it closes one are those that the steps before it lead to, and from which
//! the steps behind it fit (see `eval::fast::bring`).

use super::content::Contents;
use super::fact::{Fact, Where};
use super::rows::Rows;
use super::sight::Sight;
use super::ways::Ways;
use crate::index::{Piece, Player};
use crate::program::check::{Codes, has};
use crate::program::set::Set;
use crate::program::trail::meet;
use crate::rules::Relation;

/// Parts of a look at most of which it is told what a piece brings about.
const PARTS: u32 = 256;

/// A piece that comes to a cell where one of these stood, or none.
pub(super) type Arrives = (Codes, Piece);

impl<S: Set> Fact<S> {
    /// Asks for a player's rows as for cells that lie in one, where such are found.
    pub(super) fn ask_rows(&mut self, player: Player, rows: &[Vec<Rows<S>>]) {
        let own = 1 << player.0;
        match self {
            Fact::All(list) | Fact::Any(list) => {
                list.iter_mut().for_each(|fact| fact.ask_rows(player, rows));
            }
            Fact::Not(fact) => fact.ask_rows(player, rows),
            Fact::Has(who, goal, _) if *who == own && !rows[goal.index()].is_empty() => {
                let lies = Where::lies(*goal, own, &rows[goal.index()]);
                *self = Fact::Count(lies, Relation::AtLeast, 1);
            }
            _ => {}
        }
    }
}

impl<S: Set> Where<S> {
    /// Whether sets tell at which cells a piece that comes there makes some pass where none did, by all of these pieces.
    pub(super) fn is_brought(&self, arrives: &[Arrives], contents: &Contents) -> bool {
        match self {
            one if one.is_plain() => arrives.iter().all(|(codes, piece)| {
                let comes = one.with(*piece, contents);
                contents.pieces().all(|other| {
                    !has(codes, other) || (one.with(other, contents) & !comes).is_none()
                })
            }),
            Where::Lies(.., own) => own.iter().all(|content| {
                let of = &contents.codes[usize::from(content.0)];
                arrives.iter().all(|(codes, piece)| has(of, *piece) || meet(codes, of).is_none())
            }),
            Where::All(list) => {
                // A piece may complete a row in which other cells lie.
                let mut others = list.iter().filter(|one| !one.is_plain());
                let look = others.next().is_none_or(|one| !matches!(one, Where::Lies(..)));
                look && others.next().is_none()
                    && list.iter().all(|one| one.is_brought(arrives, contents))
            }
            Where::Any(list) => list.iter().all(|one| one.is_brought(arrives, contents)),
            Where::Look(sight, true) => {
                let stays = |cells: &Self| cells.is_plain() && cells.is_brought(arrives, contents);
                sight.goes_on(None, &mut PARTS.clone()) && sight.grows() && sight.asks(&stays)
            }
            _ => false,
        }
    }

    /// Whether sets tell at which cells a piece that comes there passes itself: no look of it comes back to where it began.
    pub(super) fn is_landing(&self) -> bool {
        match self {
            Where::Stands(..) | Where::Lies(..) => true,
            Where::All(list) | Where::Any(list) => list.iter().all(Self::is_landing),
            Where::Not(cells) => cells.is_landing(),
            Where::Look(sight, _) => {
                sight.goes_on(None, &mut PARTS.clone()) && sight.asks(&Where::is_plain)
            }
            Where::Marked(_) => false,
        }
    }
}

impl<S: Set> Sight<S> {
    /// Whether it leads straight on, along `way` if it has begun, or by one step; and has no more parts than are left.
    fn goes_on(&self, way: Option<&Ways<S>>, left: &mut u32) -> bool {
        let Some(fewer) = left.checked_sub(1) else { return false };
        *left = fewer;
        let along = |ways: &Ways<S>| way.map_or(ways.is_straight(), |way| way == ways);
        match self {
            Sight::Every => true,
            Sight::Here(_, rest) => rest.goes_on(way, left),
            Sight::Any(list) => list.iter().all(|sight| sight.goes_on(way, left)),
            Sight::Next(ways, rest) if way.is_none() && !rest.steps() => ways.leads_away(),
            Sight::Next(ways, rest) => along(ways) && rest.goes_on(Some(ways), left),
            Sight::Run(run, rest) => along(&run.ways) && rest.goes_on(Some(&run.ways), left),
            // Rounds may come back to where they were.
            Sight::Loop(_) | Sight::Again => false,
            Sight::Several(several) => {
                let apart = several.looks.iter().flat_map(|(ways, _)| ways);
                let one = |(ways, look): &(Vec<Ways<S>>, Self)| !ways.is_empty() && !look.steps();
                way.is_none() && several.looks.iter().all(one) && Ways::lead_apart(apart)
            }
        }
    }

    /// Whether it leads away from where it is.
    fn steps(&self) -> bool {
        match self {
            Sight::Every => false,
            Sight::Here(_, rest) => rest.steps(),
            Sight::Any(list) => list.iter().any(Self::steps),
            Sight::Next(..) | Sight::Run(..) | Sight::Several(_) => true,
            Sight::Loop(_) | Sight::Again => true,
        }
    }

    /// Whether of several looks at least so many must fit.
    fn grows(&self) -> bool {
        match self {
            Sight::Every | Sight::Again => true,
            Sight::Here(_, rest) | Sight::Next(_, rest) | Sight::Run(_, rest) => rest.grows(),
            Sight::Loop(rounds) => rounds.round.grows() && rounds.rest.grows(),
            Sight::Any(list) => list.iter().all(Self::grows),
            Sight::Several(several) => several.grows(),
        }
    }

    /// Whether all that it asks of cells is such.
    pub(super) fn asks(&self, such: &impl Fn(&Where<S>) -> bool) -> bool {
        match self {
            Sight::Every | Sight::Again => true,
            Sight::Here(cells, rest) => such(cells) && rest.asks(such),
            Sight::Any(list) => list.iter().all(|sight| sight.asks(such)),
            Sight::Next(_, rest) => rest.asks(such),
            Sight::Run(run, rest) => such(&run.cells) && rest.asks(such),
            Sight::Loop(rounds) => rounds.round.asks(such) && rounds.rest.asks(such),
            Sight::Several(several) => several.looks.iter().all(|(_, look)| look.asks(such)),
        }
    }
}
