//! Pieces that cover several cells: `shape` of a piece, and what `put` and `drop` do with it.
//!
//! `[pieces.ell] shape = "x./x./xx"` makes `put ell` a choice of the eight ways in which an L may lie with the first of its cells
//! on the cursor's. Each is written out in the core, as steps over the shape's cells:
//! `as start, put, north, cover, north, cover, go start, east, cover, go start`.

use super::expand::Expander;
use super::limits;
use super::model::*;
use super::names::Names;
use super::shape::Tiling;
use crate::diag::Diagnostic;
use crate::index::{Kind, Register};
use crate::source::Span;
use crate::syntax::ast::{GivenName, Name, Scope, TestAst};
use crate::syntax::decl::{PieceDecl, RulesFile, ShapeDecl, WalkDecl};
use crate::syntax::directions::COMPASS;

/// The ways in which a piece of several cells may lie: of each its cells as files to the east and ranks to the north of the first,
/// which is the westernmost of the southernmost.
pub(super) type Covers = Vec<Vec<(i32, i32)>>;

/// The name of the cell where a shape begins; no file can say it.
const START: &str = "the first cell";

/// A step over the cells of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// One cell that way, an index of [`COMPASS`].
    To(usize),
    /// This cell is one of the shape's, and has not been seen before.
    Here,
}

impl Names {
    /// What the file says of pieces that cover several cells.
    pub(super) fn read_covers(&mut self, file: &RulesFile, faults: &mut Vec<Diagnostic>) {
        for piece in &file.pieces {
            let covers = piece.shape.as_ref().and_then(|shape| {
                if !matches!(self.shape.tiling, Tiling::Square) {
                    let fault =
                        Diagnostic::new("a shape of squares on another board", shape.picture.span);
                    faults.push(
                        fault.label("its cells are squares").help(
                            "say it as a walk: `pick empty, put KIND, east to empty, put KIND`",
                        ),
                    );
                    return None;
                }
                lies_still(piece, shape, faults);
                read(shape, faults)
            });
            self.covers.push(covers);
        }
    }
}

/// The ways in which a shape may lie, each once.
fn read(shape: &ShapeDecl, faults: &mut Vec<Diagnostic>) -> Option<Covers> {
    let cells = cells(shape, faults)?;
    let mut ways: Covers = Vec::new();
    for mirrored in [false, true] {
        for quarters in 0..4 {
            if mirrored && !shape.mirrored || quarters > 0 && !shape.turned {
                continue;
            }
            let way = cells.iter().map(|(x, y)| {
                let x = if mirrored { -x } else { *x };
                (0..quarters).fold((x, *y), |(x, y), _| (y, -x))
            });
            let way = from_first(way.collect());
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }
    Some(ways)
}

/// The cells of a picture.
fn cells(shape: &ShapeDecl, faults: &mut Vec<Diagnostic>) -> Option<Vec<(i32, i32)>> {
    let picture = &shape.picture;
    let mut refuse = |message: &str, label: &str| {
        let fault = Diagnostic::new(message, picture.span).label(label);
        let help = "write its rows from the north, `x` for a cell and `.` for none: `\"xx/x.\"`";
        faults.push(fault.help(help));
        None
    };
    let mut cells = Vec::new();
    for (row, line) in picture.value.trim_matches('\n').split(['/', '\n']).enumerate() {
        for (column, char) in line.trim_end().chars().enumerate() {
            match char {
                'x' => cells.push((column as i32, -(row as i32))),
                '.' | ' ' => {}
                other => {
                    let message = format!("`{other}` in a shape");
                    return refuse(&message, "neither a cell nor none");
                }
            }
        }
    }
    if cells.len() > limits::SHAPE {
        return refuse("a shape of too many cells", &format!("at most {}", limits::SHAPE));
    }
    if cells.is_empty() {
        return refuse("a shape without a cell", "covers nothing");
    }
    let cells = from_first(cells);
    let reached = steps(&cells).iter().filter(|step| **step == Step::Here).count();
    if reached < cells.len() {
        return refuse("a shape in several pieces", "not all of its cells touch");
    }
    Some(cells)
}

/// The cells in order, from the westernmost of the southernmost.
fn from_first(mut cells: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    cells.sort_by_key(|(x, y)| (*y, *x));
    let first = cells.first().copied().unwrap_or_default();
    cells.iter_mut().for_each(|(x, y)| (*x, *y) = (*x - first.0, *y - first.1));
    cells
}

/// From the first cell over all that touch one another, and no other.
fn steps(cells: &[(i32, i32)]) -> Vec<Step> {
    let mut seen = vec![(0, 0)];
    let mut steps = vec![Step::Here];
    visit((0, 0), cells, &mut seen, &mut steps);
    while let Some(Step::To(_)) = steps.last() {
        steps.pop();
    }
    steps
}

fn visit(
    (x, y): (i32, i32),
    cells: &[(i32, i32)],
    seen: &mut Vec<(i32, i32)>,
    steps: &mut Vec<Step>,
) {
    // Across sides before across corners.
    for way in [0, 2, 4, 6, 1, 3, 5, 7] {
        let next = (x + COMPASS[way].0, y + COMPASS[way].1);
        if cells.contains(&next) && !seen.contains(&next) {
            seen.push(next);
            steps.extend([Step::To(way), Step::Here]);
            visit(next, cells, seen, steps);
            steps.push(Step::To((way + 4) % 8));
        }
    }
}

impl Expander<'_> {
    /// `put` or `drop` of one of several kinds, as the player chooses, to cells that pass.
    pub(super) fn lay(
        &mut self,
        kinds: &[Name],
        act: fn(Kind) -> Act,
        to: Option<&TestAst>,
        span: Span,
        out: &mut Vec<Node>,
    ) {
        let to = match to.map(|to| self.names.test(to, self.faults)) {
            Some(None) => return,
            to => to.flatten(),
        };
        let to = to.map(|to| self.node(Walk::Test(to), span));
        let mut choices = Vec::new();
        let before = self.faults.len();
        for name in kinds {
            for kind in self.names.kinds_of(name, self.faults).unwrap_or_default() {
                match self.names.covers.get(kind.index()).cloned().flatten() {
                    None => {
                        let put = self.node(Walk::Act(act(kind)), span);
                        let nodes = to.iter().cloned().chain([put]).collect();
                        choices.push(self.seq(nodes, span));
                    }
                    Some(ways) => {
                        let name = Name::new(String::from(START), span);
                        let start = GivenName { name, scope: Scope::default() };
                        let start = self.names.register(&start, true, self.faults);
                        for cells in &ways {
                            let put = (act(kind), Act::Cover(kind));
                            choices.push(self.covering(cells, put, to.as_ref(), start, span));
                        }
                    }
                }
            }
        }
        if self.faults.len() == before {
            out.push(self.alt(choices, span));
        }
    }

    /// One way to lay a shape: what its cells must be is asked before any is covered.
    fn covering(
        &mut self,
        cells: &[(i32, i32)],
        (first, rest): (Act, Act),
        to: Option<&Node>,
        start: Register,
        span: Span,
    ) -> Node {
        let steps = steps(cells);
        let mut nodes = vec![self.node(Walk::As(start), span)];
        if let Some(to) = to {
            for step in &steps {
                match step {
                    Step::To(way) => self.go(*way, span, &mut nodes),
                    Step::Here => nodes.push(to.clone()),
                }
            }
            nodes.push(self.node(Walk::Go(start), span));
        }
        let mut put = first;
        for step in &steps {
            match step {
                Step::To(way) => self.go(*way, span, &mut nodes),
                Step::Here => {
                    nodes.push(self.node(Walk::Act(std::mem::replace(&mut put, rest)), span))
                }
            }
        }
        nodes.push(self.node(Walk::Go(start), span));
        self.seq(nodes, span)
    }

    /// One cell that way.
    fn go(&mut self, way: usize, span: Span, nodes: &mut Vec<Node>) {
        let compass = super::ways::AROUND[way];
        let dirs = Dirs(vec![DirTerm::of(Group::Compass(compass))]);
        nodes.push(self.node(Walk::Face(dirs), span));
        nodes.push(self.node(Walk::Ahead, span));
    }

    /// What a cell must be, before something is done there.
    pub(super) fn first_test(&mut self, to: Option<&TestAst>, out: &mut Vec<Node>) {
        if let Some(to) = to
            && let Some(test) = self.names.test(to, self.faults)
        {
            out.push(self.node(Walk::Test(test), to.span));
        }
    }

    /// Refuses a kind that covers several cells where one cell changes.
    pub(super) fn is_single(&mut self, kind: Kind, name: &Name) {
        if let Some(Some(_)) = self.names.covers.get(kind.index()) {
            let what = self.names.kinds[kind.index()].0.value.clone();
            let fault = Diagnostic::new(format!("`{what}` covers several cells"), name.span);
            let fault = fault.label("one cell changes here");
            self.faults.push(fault.help("`put` and `drop` lay such a piece on empty cells"));
        }
    }
}

/// Refuses moves of a piece that covers several cells: each of its cells is a piece of its own once it lies.
fn lies_still(piece: &PieceDecl, shape: &ShapeDecl, faults: &mut Vec<Diagnostic>) {
    let first = piece.moves.first().map(|one| match &one.walk {
        WalkDecl::Pattern(walk) => walk.span,
        WalkDecl::Betza(text) => text.span,
    });
    let like = piece.like.as_ref().map(|like| like.span);
    let promote = piece.promote.as_ref().map(|promote| promote.at.span);
    if let Some(span) = first.or(like).or(promote) {
        let message = format!("`{}` covers several cells, and does not move", piece.name.value);
        let fault = Diagnostic::new(message, span).also(shape.picture.span, "its cells");
        faults.push(fault.help("let an action `pick` its cells and `lift` them, and `put` others"));
    }
}
