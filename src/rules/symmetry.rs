//! Turns and reflections of the board that the rules do not notice: positions that are images of one another have as many moves,
//! which lead to images of one another, and end alike.
//!
//! So it is for pieces that jump `orthogonal` over one another on a square without its corners: all eight symmetries of the square. A rule that names
//! `north`, `left` or `rank 3` leaves out those that do not keep it. What could hang on an order of cells or directions
//! (`each`, `every`, `while`), or lies in slots that belong to cells (marks, numbers, towers), is not looked into: such rules have none.

use super::graph::{Facing, Graph};
use super::model::*;
use super::shape::{Outline, Tiling};
use super::visit::{self, Seen};
use crate::index::{Cell, Player};
use crate::position::Size;
use crate::syntax::directions::{COMPASS, Vector};

/// A linear map of the plane: where a step to the east leads, and a step to the north.
type Matrix = [Vector; 2];

/// The symmetries of a square but for the one that changes nothing.
const MATRICES: [Matrix; 7] = [
    [(-1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(-1, 0), (0, -1)],
    [(0, 1), (1, 0)],
    [(0, -1), (-1, 0)],
    [(0, 1), (-1, 0)],
    [(0, -1), (1, 0)],
];

impl Rules {
    /// Where each cell goes by each of the board's symmetries that the rules of one player do not notice, the one that changes
    /// nothing left out. None where that is not known.
    pub(crate) fn symmetries(&self, size: Size) -> Vec<Vec<Cell>> {
        let shape = &self.board.shape;
        let flat = shape.tiling == Tiling::Square && shape.layers == 1;
        let plain = flat && shape.outline == Outline::Whole && shape.wraps == (false, false);
        let cells = self.numbers.iter().any(|number| number.of == Bearer::Cell);
        let others = !self.marks.is_empty() || !self.tracks.is_empty() || !self.chance.is_empty();
        if !plain || cells || others || self.board.stack > 1 || self.players.len() != 1 {
            return Vec::new();
        }
        let graph = self.graph(size);
        let kept = MATRICES.iter().filter_map(|matrix| {
            let places = places(&graph, *matrix)?;
            Symmetry { rules: self, graph: &graph, matrix: *matrix, places: &places }
                .is_kept()
                .then_some(places)
        });
        kept.collect()
    }
}

/// Where each cell goes; `None` if the board is not the same then.
fn places(graph: &Graph, matrix: Matrix) -> Option<Vec<Cell>> {
    let Size { width, height } = graph.size();
    let (far_east, far_north) = (i32::from(width) - 1, i32::from(height) - 1);
    let place = |at: usize| {
        // Twice the way from the middle of the board, which stays where it is.
        let (file, rank) = graph.file_rank(Cell::at(at));
        let way = (2 * i32::from(file) - far_east, 2 * i32::from(rank) - far_north);
        let (x, y) = image(matrix, way);
        let [file, rank] =
            [(x + far_east, far_east), (y + far_north, far_north)].map(|(twice, far)| {
                let within = twice % 2 == 0 && (0..=2 * far).contains(&twice);
                within.then_some((twice / 2) as u16)
            });
        let to = usize::from(rank?) * usize::from(width) + usize::from(file?);
        (graph.has(Cell::at(at)) == graph.has(Cell::at(to))).then_some(Cell::at(to))
    };
    (0..graph.cells()).map(place).collect()
}

fn image([east, north]: Matrix, (x, y): Vector) -> Vector {
    (x * east.0 + y * north.0, x * east.1 + y * north.1)
}

/// A symmetry that the rules may keep.
struct Symmetry<'s> {
    rules: &'s Rules,
    graph: &'s Graph,
    matrix: Matrix,
    places: &'s [Cell],
}

impl Symmetry<'_> {
    /// Whether no rule notices it.
    fn is_kept(&self) -> bool {
        let rules = self.rules;
        let moves = || rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
        let mut kept = moves().all(|rule| self.keeps(&rule.from));
        let walks = moves().map(|rule| &rule.walk).chain(rules.looks());
        kept &= walks.into_iter().all(|walk| self.heads(walk, false).is_some());
        visit::rules(rules, &mut |seen| {
            kept &= match seen {
                Seen::Walk(node) => !matches!(
                    node.walk,
                    Walk::Each { .. } | Walk::Every { .. } | Walk::While { .. } | Walk::Turn { .. }
                ),
                Seen::Test(Test::In(cells)) => self.keeps(cells),
                Seen::Dirs(dirs) => self.turns(dirs),
                Seen::Test(_) | Seen::Cond(_) => true,
            }
        });
        kept && rules.goals.iter().all(|rule| match &rule.goal {
            Goal::Connect { sides, .. } => {
                sides.iter().flat_map(|(_, sets)| sets).all(|cells| self.keeps(cells))
            }
            _ => true,
        })
    }

    fn facing(&self) -> Facing {
        self.rules.facing(Player(0))
    }

    /// Whether it maps a set of cells onto itself.
    fn keeps(&self, cells: &Cells) -> bool {
        let within = |cell: Cell| self.graph.contains(cells, cell, self.facing());
        self.graph.all().all(|cell| within(cell) == within(self.places[cell.index()]))
    }

    /// Whether directions lead from images where images of them lead, whatever the heading.
    fn turns(&self, dirs: &Dirs) -> bool {
        let facing = COMPASS[self.facing().heading.index()];
        let known = dirs.0.iter().all(|term| {
            !matches!(term.group, Group::Up | Group::Down | Group::Transposed | Group::Track(_))
        });
        let all = |ahead: Vector| {
            let terms = dirs.0.iter().flat_map(|term| term.vectors(facing, ahead));
            let mut all: Vec<Vector> = terms.collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let mut headings = COMPASS.to_vec();
        visit::rules(self.rules, &mut |seen| {
            if let Seen::Dirs(dirs) = seen {
                let leaps = dirs.0.iter().filter(|term| matches!(term.group, Group::Leap(..)));
                headings
                    .extend(leaps.flat_map(|term| DirTerm::of(term.group).vectors((0, 1), (0, 1))));
            }
        });
        known
            && headings.into_iter().all(|ahead| {
                let mut images: Vec<Vector> =
                    all(ahead).into_iter().map(|way| image(self.matrix, way)).collect();
                images.sort_unstable();
                images == all(image(self.matrix, ahead))
            })
    }

    /// Whether the heading after a walk is one that it has turned to, if that was so before (`turned`); `None` where it goes on
    /// along the heading where its player faces, and the symmetry does not keep that.
    fn heads(&self, node: &Node, turned: bool) -> Option<bool> {
        let facing = COMPASS[self.facing().heading.index()];
        if image(self.matrix, facing) == facing {
            return Some(true);
        }
        Some(match &node.walk {
            Walk::Seq(nodes) => nodes.iter().try_fold(turned, |on, node| self.heads(node, on))?,
            Walk::Alt(nodes) => {
                let mut all = true;
                for node in nodes {
                    all &= self.heads(node, turned)?;
                }
                all
            }
            Walk::Repeat { body, min, .. } => {
                let after = self.heads(body, turned)?;
                let again = self.heads(body, turned && after)?;
                (turned || *min > 0) && after && again
            }
            Walk::Rounds { body, times } => {
                if !turned && matches!(times, Times::Passing(_)) {
                    return None;
                }
                let after = self.heads(body, turned)?;
                turned && after && self.heads(body, after)?
            }
            Walk::See { body, .. } => {
                self.heads(body, turned)?;
                turned
            }
            Walk::Tally { dirs, body, .. } => {
                if !turned && dirs.0.iter().any(DirTerm::is_relative) {
                    return None;
                }
                self.heads(body, true)?;
                turned
            }
            Walk::Face(dirs) if !turned && dirs.0.iter().any(DirTerm::is_relative) => return None,
            Walk::Face(_) => true,
            Walk::Ahead | Walk::Act(Act::Push) if !turned => return None,
            // The heading is where the player faces again.
            Walk::Pick(_) => false,
            _ => turned,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::position::Size;
    use crate::rules::load;
    use crate::source::Source;

    /// How many symmetries, the one that changes nothing included, a board of five by five with such a walk has.
    fn order(walk: &str) -> usize {
        let file = format!(
            "[board]\nsize = [5, 5]\n[players]\norder = [\"one\"]\n[pieces.thing]\nmoves = '{walk}'\n\
             [[verdict]]\nsay = \"so\"\n[format]\ncase = \"{{board}}\"\nturn = 'first'\n\
             cells = {{ \".\" = 'empty', m = 'one thing' }}\n"
        );
        let rules = load(&Source::new("small", file)).expect("rules");
        1 + rules.symmetries(Size { width: 5, height: 5 }).len()
    }

    #[test]
    fn what_rules_name_leaves_out_what_does_not_keep_it() {
        let known = [
            ("jump orthogonal capturing own to empty", 8),
            ("leap (1,2) to empty and not centre", 8),
            ("step any to corner", 8),
            ("step east or west to empty", 4),
            ("step orthogonal to empty, step left to empty", 4),
            ("step orthogonal to empty, step left or right to empty", 8),
            ("step forward to empty", 2),
            ("ahead to empty", 2),
            ("step any to empty and rank 3", 4),
            ("step any to a1", 2),
            ("step north to b2", 1),
            ("step any to empty, each any (ahead to own, capture)?", 1),
        ];
        for (walk, expected) in known {
            assert_eq!(order(walk), expected, "{walk}");
        }
    }
}
