//! The coordinates around a board, in the plane of its [`Geometry`].

use super::Notation;
use super::geometry::{Geometry, Point};
use super::names::letters;
use crate::index::Cell;
use crate::position::Size;
use crate::rules::{Graph, Tiling};

/// A coordinate, or the name of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Its middle.
    pub at: Point,
    /// What is written there.
    pub text: String,
    /// Whether it stands in the corner of its own cell, not beside the board.
    pub within: bool,
}

/// How far from the board's cells coordinates stand.
const APART: f64 = 0.32;
/// Where a number stands in its cell, from the middle.
const CORNER: f64 = 0.35;

impl Notation {
    /// The coordinates of a board of that size: of squares and drawings beside the board, of hexagons where files and ranks end; numbers of
    /// cells in their corners.
    pub fn labels(&self, size: Size, geometry: &Geometry) -> Vec<Label> {
        let shape = &self.rules.board.shape;
        let graph = Graph::still(shape, size);
        let label =
            |x: f64, y: f64, text: String| Label { at: Point { x, y }, text, within: false };
        if self.rules.format.numbered.is_some() {
            return self.numbers(size, geometry);
        }
        if matches!(shape.tiling, Tiling::Hex) {
            return self.around_hexagons(&graph, geometry);
        }
        let (ranks, mut labels) = (shape.ranks(size), Vec::new());
        let below = geometry.height + APART;
        let cells = geometry.cells.iter().map(|shape| (graph.place(shape.cell), shape));
        let cells: Vec<_> = cells.collect();
        // One label for each file, of each layer, and one for each rank.
        for layer in 0..shape.layers {
            for file in 0..size.width {
                let found = cells.iter().find(|((f, _, l), _)| (*f, *l) == (file, layer));
                if let Some((_, shape)) = found {
                    labels.push(label(shape.centre.x, below, self.file_label(file)));
                }
            }
            let of_layer = cells.iter().filter(|((_, _, l), _)| *l == layer);
            let middle = of_layer.map(|(_, shape)| shape.centre.x);
            let (west, east) = middle.fold((f64::MAX, f64::MIN), |(w, e), x| (w.min(x), e.max(x)));
            if shape.layers > 1 {
                let name = letters(layer).to_uppercase();
                labels.push(label((west + east) / 2.0, -APART, name));
            }
        }
        for rank in 0..ranks {
            let of_rank: Vec<_> = cells.iter().filter(|((_, r, _), _)| *r == rank).collect();
            let highest = of_rank.iter().map(|(_, shape)| shape.outline.iter().map(|at| at.y));
            let (north, south) =
                highest.flatten().fold((f64::MAX, f64::MIN), |(n, s), y| (n.min(y), s.max(y)));
            if !of_rank.is_empty() {
                labels.push(label(-APART, (north + south) / 2.0, self.rank_label(rank, ranks)));
            }
        }
        labels
    }

    /// The numbers of cells, each in its cell.
    fn numbers(&self, size: Size, geometry: &Geometry) -> Vec<Label> {
        let canvas = self.canvas(size);
        let number =
            |cell: Cell| canvas.numbers.get(cell.index()).copied().filter(|number| *number > 0);
        let numbered = geometry.cells.iter().filter_map(|shape| Some((number(shape.cell)?, shape)));
        let label = |(number, shape): (u16, &super::geometry::CellShape)| Label {
            at: Point { x: shape.centre.x - CORNER, y: shape.centre.y - CORNER },
            text: number.to_string(),
            within: true,
        };
        numbered.map(label).collect()
    }

    /// The name of a file at its southern end, that of a rank at its eastern.
    fn around_hexagons(&self, graph: &Graph, geometry: &Geometry) -> Vec<Label> {
        let Size { width, height } = graph.size();
        let centre = |cell: Cell| {
            let found = geometry.cells.iter().find(|shape| shape.cell == cell);
            found.map(|shape| shape.centre)
        };
        let mut labels: Vec<Label> = Vec::new();
        for file in 0..width {
            let first = (0..height).find_map(|rank| graph.cell(file, rank));
            if let Some(at) = first.and_then(centre) {
                // The file goes on to the south-west.
                let at = Point { x: at.x - 0.47, y: at.y + 0.82 };
                labels.push(Label { at, text: self.file_label(file), within: false });
            }
        }
        for rank in 0..height {
            let last = (0..width).rev().find_map(|file| graph.cell(file, rank));
            if let Some(mut at) = last.and_then(centre) {
                at.x += 0.97;
                let near =
                    |label: &Label, at: Point| (label.at.x - at.x).hypot(label.at.y - at.y) < 0.5;
                while labels.iter().any(|label| near(label, at)) {
                    at.x += 0.5;
                }
                labels.push(Label { at, text: self.rank_label(rank, height), within: false });
            }
        }
        labels
    }
}
