//! A board's diagram: its lines, with a place for each cell.

use crate::index::Cell;
use crate::position::Size;
use crate::rules::{Cells, Facing, Graph, Shape, Tiling};

/// What stands at one place of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// The content of a cell.
    Cell(Cell),
    /// A line of the drawing.
    Sign(char),
}

/// The lines of a diagram, the northernmost first; each place with its column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Canvas {
    /// The lines.
    pub lines: Vec<Vec<(usize, Spot)>>,
    /// Whether glyphs stand side by side, and no blank is left out.
    pub dense: bool,
    /// The cells of each row of the board, for the board on one line.
    pub rows: Vec<Vec<Cell>>,
    /// Every cell of the board, south-west first.
    pub cells: Vec<Cell>,
    /// Those that have a number, the first of which is 1: row by row from the north-west.
    pub numbered: Vec<Cell>,
    /// The number of every cell of the grid; 0 of one that has none.
    pub numbers: Vec<u16>,
    /// The size that it is of.
    pub size: Size,
}

impl Canvas {
    /// The diagram of a board of that shape and size, some of whose cells may have numbers.
    pub fn new(shape: &Shape, numbered: Option<&Cells>, size: Size) -> Self {
        let graph = Graph::still(shape, size);
        let ranks = shape.ranks(size);
        let row = |rank: u16, layer: u16| -> Vec<Cell> {
            let cells = (0..size.width).filter_map(|file| graph.cell(file, layer * ranks + rank));
            cells.collect()
        };
        let rows =
            (0..shape.layers).flat_map(|layer| (0..ranks).rev().map(move |rank| (rank, layer)));
        let rows: Vec<Vec<Cell>> = rows.map(|(rank, layer)| row(rank, layer)).collect();
        let lines = match &shape.tiling {
            Tiling::Drawn(drawing) => {
                let lines = drawing.lines.iter().enumerate().map(|(at, line)| {
                    let rank = drawing.ranks.iter().position(|known| *known == at);
                    let cell = |column: usize| {
                        let file = drawing.files.iter().position(|known| *known == column)?;
                        graph.cell(u16::try_from(file).ok()?, u16::try_from(rank?).ok()?)
                    };
                    let spots = line.iter().enumerate().map(|(column, sign)| {
                        (column, cell(column).map_or(Spot::Sign(*sign), Spot::Cell))
                    });
                    // A hole of a drawn board is a place without a cell.
                    let blank = |sign: &char| sign.is_whitespace() || *sign == CELL;
                    spots
                        .filter(|(_, spot)| !matches!(spot, Spot::Sign(sign) if blank(sign)))
                        .collect()
                });
                lines.collect()
            }
            _ => {
                let column = |cell: Cell| {
                    let (file, rank, layer) = graph.place(cell);
                    usize::from(match shape.tiling {
                        Tiling::Hex => 2 * file + rank,
                        _ => file + layer * (size.width + 2),
                    })
                };
                // Whatever lies further west than every cell is not drawn.
                let skipped = graph.all().map(column).min().unwrap_or(0);
                let line = |rank: u16| -> Vec<(usize, Spot)> {
                    let cells = (0..shape.layers).flat_map(|layer| row(rank, layer));
                    cells.map(|cell| (column(cell) - skipped, Spot::Cell(cell))).collect()
                };
                (0..ranks).rev().map(line).collect()
            }
        };
        let rows: Vec<Vec<Cell>> = rows.into_iter().filter(|row| !row.is_empty()).collect();
        let north = Facing::NORTH;
        let counts = |cell: &Cell| numbered.is_some_and(|set| graph.contains(set, *cell, north));
        let numbered: Vec<Cell> = rows.iter().flatten().copied().filter(counts).collect();
        let mut numbers = vec![0; graph.cells()];
        for (number, cell) in (1..).zip(&numbered) {
            numbers[cell.index()] = number;
        }
        let cells = graph.all().collect();
        Self { lines, dense: shape.is_plain(), rows, cells, numbered, numbers, size }
    }
}

/// What stands for a cell in a drawing.
pub(super) const CELL: char = 'o';
