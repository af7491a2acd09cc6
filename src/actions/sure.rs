//! What tests of a cell come to where little is known of the board, and where that leaves no choice.

use crate::index::{Cell, Heading, Player};
use crate::rules::{Act, Cond, Facing, Graph, Node, Relation, Rules, Test, Walk};

/// What is known: the board's shape, where the mover faces, and some cells on which nothing stands.
#[derive(Clone, Copy, Debug)]
pub struct Known<'k> {
    /// The board.
    pub graph: &'k Graph,
    /// Where the mover faces.
    pub facing: Facing,
    /// Cells on which nothing stands.
    pub empty: &'k [Cell],
}

impl Known<'_> {
    /// Whether a cell passes a test, if that is sure.
    pub fn passes(&self, test: &Test, cell: Cell) -> Option<bool> {
        let of_empty = |answer: bool| self.empty.contains(&cell).then_some(answer);
        match test {
            Test::All(list) => self.all(list, cell, true),
            Test::Any(list) => self.all(list, cell, false),
            Test::Not(inner) => self.passes(inner, cell).map(|holds| !holds),
            Test::In(cells) => Some(self.graph.contains(cells, cell, self.facing)),
            Test::Empty => of_empty(true),
            Test::Occupied | Test::Owned(_) | Test::Is(_) => of_empty(false),
            Test::Look { body, holds } => {
                self.fits(body, vec![(cell, self.facing.heading)]).map(|fits| fits == *holds)
            }
            _ => None,
        }
    }

    /// Whether all of the tests pass (`wanted`), or whether any does.
    fn all(&self, list: &[Test], cell: Cell, wanted: bool) -> Option<bool> {
        let mut sure = true;
        for test in list {
            match self.passes(test, cell) {
                Some(answer) if answer != wanted => return Some(!wanted),
                Some(_) => {}
                None => sure = false,
            }
        }
        sure.then_some(wanted)
    }

    /// Whether a look fits that turns, goes ahead and tests, if that is sure.
    fn fits(&self, body: &Node, begun: Vec<(Cell, Heading)>) -> Option<bool> {
        let mut sure = true;
        match self.go(body, begun, &mut sure)?.is_empty() {
            true => Some(false),
            false => sure.then_some(true),
        }
    }

    /// Where a look may lead; `sure` becomes false where a test is not sure. `None` where it does more.
    fn go(
        &self,
        node: &Node,
        begun: Vec<(Cell, Heading)>,
        sure: &mut bool,
    ) -> Option<Vec<(Cell, Heading)>> {
        let turns = |(cell, ahead): (Cell, Heading), dirs| {
            let turns = self.graph.resolve(dirs, self.facing, ahead);
            turns.into_iter().map(move |heading| (cell, heading))
        };
        let next = |(cell, ahead)| Some((self.graph.next(cell, ahead)?, ahead));
        Some(match &node.walk {
            Walk::Seq(list) => {
                let mut at = begun;
                for node in list {
                    at = self.go(node, at, sure)?;
                }
                at
            }
            Walk::Face(dirs) => begun.into_iter().flat_map(|at| turns(at, dirs)).collect(),
            Walk::Ahead => begun.into_iter().filter_map(next).collect(),
            Walk::Test(test) => {
                let mut left = begun;
                left.retain(|(cell, _)| {
                    let passes = self.passes(test, *cell);
                    *sure &= passes.is_some();
                    passes != Some(false)
                });
                left
            }
            _ => return None,
        })
    }
}

/// Where pieces are only ever added, each on the lowest empty cell of a line, and no cell of a line can
/// be free below another: the lowest cell of each cell's line. A pick then is a choice among lines.
pub fn feet(rules: &Rules, graph: &Graph) -> Option<Vec<Cell>> {
    let pieces_move = rules.turn.pieces && rules.kinds.iter().any(|kind| !kind.moves.is_empty());
    if pieces_move || rules.actions.is_empty() || graph.has_rings() {
        return None;
    }
    let holds =
        |down: &Heading| rules.actions.iter().all(|rule| adds(&rule.walk, rules, graph, *down));
    let down = (0..graph.headings()).map(Heading::at).find(holds)?;
    let foot = |cell: usize| {
        let cell = Cell::at(cell);
        match graph.has(cell) {
            true => std::iter::successors(Some(cell), |cell| graph.next(*cell, down)).last(),
            false => None,
        }
        .unwrap_or(cell)
    };
    Some((0..graph.cells()).map(foot).collect())
}

/// Whether a walk takes nothing off the board, and puts something only where it has picked a cell that
/// has nothing free below it.
fn adds(node: &Node, rules: &Rules, graph: &Graph, down: Heading) -> bool {
    let within = |node: &Node| adds(node, rules, graph, down);
    match &node.walk {
        Walk::Seq(list) | Walk::Alt(list) => list.iter().all(within),
        Walk::Pick(test) => (0..rules.players.len()).all(|player| {
            let facing = rules.facing(Player::at(player));
            let mut lines = graph.all().filter_map(|cell| Some([cell, graph.next(cell, down)?]));
            let mut some = false;
            let refused = lines.all(|empty| {
                some = true;
                let known = Known { graph, facing, empty: &empty };
                known.passes(test, empty[0]) == Some(false)
            });
            refused && some
        }),
        Walk::Act(act) => {
            matches!(act, Act::Put(_) | Act::Cover(_) | Act::Drop(_) | Act::Flip | Act::Mark(..))
        }
        Walk::Test(_) | Walk::See { .. } | Walk::Tally { .. } | Walk::When(_) => true,
        _ => false,
    }
}

/// Whether a walk picks a cell where at most one passes: it asks that there is no more than one such piece.
pub fn picks_the_only_one(node: &Node) -> bool {
    let Walk::Seq(list) = &node.walk else { return false };
    let mut after = list.iter().skip_while(|node| !matches!(node.walk, Walk::Pick(_)));
    let Some(Walk::Pick(test)) = after.next().map(|node| &node.walk) else { return false };
    // Asked before anything is done.
    let mut asked = after.map_while(|node| match &node.walk {
        Walk::When(when) => Some(Some(when)),
        Walk::Test(_) => Some(None),
        _ => None,
    });
    asked.any(|when| when.is_some_and(|when| allows_one(when, test)))
}

/// Whether a condition fails where several cells pass a test.
fn allows_one(when: &Cond, test: &Test) -> bool {
    match when {
        Cond::All(list) => list.iter().any(|when| allows_one(when, test)),
        Cond::Count(of, Relation::Equal | Relation::AtMost, 0 | 1)
        | Cond::Count(of, Relation::Less, 0..=2) => {
            of == test || *of == Test::Occupied && stands(test)
        }
        _ => false,
    }
}

/// Whether something stands wherever a test passes.
fn stands(test: &Test) -> bool {
    match test {
        Test::Occupied | Test::Owned(_) | Test::Is(_) => true,
        Test::All(list) => list.iter().any(stands),
        Test::Any(list) => !list.is_empty() && list.iter().all(stands),
        _ => false,
    }
}

/// Whether a walk picks one cell and goes nowhere else.
pub fn picks_once(node: &Node) -> bool {
    fn picks(node: &Node) -> usize {
        match &node.walk {
            Walk::Seq(list) => list.iter().map(picks).sum(),
            Walk::Alt(list) => list.iter().map(picks).max().unwrap_or(0),
            Walk::Pick(_) => 1,
            _ => 0,
        }
    }
    picks(node) == 1
}
