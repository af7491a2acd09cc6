//! The lines of a drawn board: what stands on each cell, with the coordinates around.

use super::{Notation, canvas, names};
use crate::index::Cell;
use crate::position::Size;
use crate::rules::{Drawing, Field, Graph, Tiling};

/// Characters on a plane that grows as they are put there; lines grow to the north.
#[derive(Default)]
pub(super) struct Plane(Vec<Put>);

/// A text on a plane.
struct Put {
    column: i32,
    line: i32,
    text: String,
    /// The cell that it shows.
    cell: Option<Cell>,
}

/// Where a cell is shown in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    /// The line of the drawing, from 0.
    pub line: usize,
    /// The character of the line, from 0, at which it begins.
    pub column: usize,
    /// How many characters it takes.
    pub width: usize,
}

impl Plane {
    /// Puts a text at that column of that line.
    fn put(&mut self, column: i32, line: i32, text: impl Into<String>) {
        self.0.push(Put { column, line, text: text.into(), cell: None });
    }

    /// The same with what shows a cell.
    fn show(&mut self, column: i32, line: i32, text: impl Into<String>, cell: Cell) {
        self.0.push(Put { column, line, text: text.into(), cell: Some(cell) });
    }

    /// The same plane as who sits across sees it: turned by half a circle, each text left as it is.
    pub(super) fn turned(mut self) -> Self {
        for put in &mut self.0 {
            put.line = -put.line;
            put.column = -(put.column + put.text.chars().count() as i32);
        }
        self
    }

    /// The lines, the northernmost first.
    pub(super) fn lines(self) -> Vec<String> {
        self.laid_out().0
    }

    /// The lines, the northernmost first, and where each cell is shown in them.
    pub(super) fn laid_out(mut self) -> (Vec<String>, Vec<Spot>) {
        let west = self.0.iter().map(|put| put.column).min().unwrap_or(0);
        self.0.sort_by_key(|put| (-put.line, put.column));
        let (Some(first), Some(last)) = (self.0.first(), self.0.last()) else {
            return Default::default();
        };
        let mut lines = vec![String::new(); (first.line - last.line) as usize + 1];
        let (north, mut spots) = (first.line, Vec::new());
        for Put { column, line, text, cell } in &self.0 {
            let at = (north - line) as usize;
            let line = &mut lines[at];
            let blanks = ((column - west) as usize).saturating_sub(line.chars().count());
            line.extend(std::iter::repeat_n(' ', blanks));
            if let Some(cell) = *cell {
                let (column, width) = (line.chars().count(), text.chars().count());
                spots.push(Spot { cell, line: at, column, width });
            }
            line.push_str(text);
        }
        for line in &mut lines {
            line.truncate(line.trim_end().len());
        }
        (lines, spots)
    }
}

impl Notation {
    /// The board with its coordinates; what stands on a cell is as wide as `show` makes it.
    pub(super) fn grid<'g>(&self, size: Size, show: impl Fn(Cell) -> &'g str) -> Plane {
        let shape = &self.rules.board.shape;
        let graph = Graph::still(shape, size);
        let widest = graph.all().map(|cell| show(cell).chars().count()).max().unwrap_or(1);
        match &shape.tiling {
            Tiling::Square => self.squares(&graph, widest, show),
            Tiling::Hex => self.hexagons(&graph, widest as i32, show),
            Tiling::Triangular => self.triangles(&graph, widest as i32, show),
            Tiling::Drawn(drawing) => self.picture(&graph, drawing, show),
        }
    }

    pub(super) fn file_label(&self, file: u16) -> String {
        let has = |field| names::has_field(&self.rules, field);
        match has(Field::Column) && !has(Field::File) {
            true => file.to_string(),
            false => names::letters(file),
        }
    }

    pub(super) fn rank_label(&self, rank: u16, ranks: u16) -> String {
        let has = |field| names::has_field(&self.rules, field);
        match has(Field::Row) && !has(Field::Rank) {
            true => (ranks - 1 - rank).to_string(),
            false => (rank + 1).to_string(),
        }
    }

    /// The number of the first cell of a rank that has one.
    fn first_number(&self, graph: &Graph, rank: u16) -> String {
        let canvas = self.canvas(graph.size());
        let cells = (0..graph.size().width).filter_map(|file| graph.cell(file, rank));
        let numbers = cells.map(|cell| canvas.numbers[cell.index()]);
        numbers.into_iter().find(|number| *number > 0).map_or_else(String::new, |n| n.to_string())
    }

    /// A line a row and one for the files, layers side by side; every column is as wide as its widest
    /// glyph or letter.
    fn squares<'g>(&self, graph: &Graph, widest: usize, show: impl Fn(Cell) -> &'g str) -> Plane {
        let (size, layers) = (graph.size(), graph.shape().layers);
        let ranks = graph.shape().ranks(size);
        let numbered = self.rules.format.numbered.is_some() && layers == 1;
        let files: Vec<String> = (0..size.width).map(|file| self.file_label(file)).collect();
        let row = |rank| match numbered {
            true => self.first_number(graph, rank),
            false => self.rank_label(rank, ranks),
        };
        let rows: Vec<String> = (0..ranks).map(row).collect();
        let wide = |labels: &[String]| labels.iter().map(String::len).max().unwrap_or(1);
        let (left, below) = (wide(&rows), wide(&files).max(widest));
        let across = left + 1 + files.len() * (below + 1);
        let west = |layer: u16| usize::from(layer) * (across + 3);
        let column =
            |file: u16, layer: u16| west(layer) + left + 2 + usize::from(file) * (below + 1);
        let mut plane = Plane::default();
        for layer in 0..layers {
            if layers > 1 {
                let name = names::letters(layer).to_uppercase();
                plane.put((west(layer) + left + 2) as i32, ranks.into(), name);
            }
            for (rank, label) in (0..ranks).zip(&rows) {
                let label = format!("{label:>left$}");
                plane.put(west(layer) as i32, rank.into(), label);
                for file in 0..size.width {
                    let Some(cell) = graph.cell(file, layer * ranks + rank) else { continue };
                    let shown = format!("{:>below$}", show(cell));
                    plane.show(column(file, layer) as i32, rank.into(), shown, cell);
                }
            }
            // Files mean nothing where cells have numbers.
            for (file, label) in (0..size.width).zip(&files).filter(|_| !numbered) {
                plane.put(column(file, layer) as i32, -1, format!("{label:>below$}"));
            }
        }
        plane
    }

    /// Each rank half a cell further west than the one north of it; its name at its eastern end, that of
    /// a file at its southern.
    fn hexagons<'g>(&self, graph: &Graph, widest: i32, show: impl Fn(Cell) -> &'g str) -> Plane {
        let Size { width, height } = graph.size();
        let half = (widest + 2) / 2;
        let column = |file: i32, rank: i32| (2 * file + rank) * half;
        let mut plane = Plane::default();
        for cell in graph.all() {
            let (file, rank) = graph.file_rank(cell);
            let text = format!("{:>1$}", show(cell), widest as usize);
            plane.show(column(file.into(), rank.into()), rank.into(), text, cell);
        }
        let mut labels: Vec<(i32, i32)> = Vec::new();
        for file in 0..width {
            if let Some(first) = (0..height).find(|rank| graph.cell(file, *rank).is_some()) {
                let (rank, at) = (i32::from(first) - 1, column(file.into(), i32::from(first) - 1));
                plane.put(at, rank, format!("{:>1$}", self.file_label(file), widest as usize));
                labels.push((at, rank));
            }
        }
        for rank in 0..height {
            if let Some(last) = (0..width).rev().find(|file| graph.cell(*file, rank).is_some()) {
                let mut at = column(i32::from(last) + 1, rank.into());
                while labels.contains(&(at, rank.into())) {
                    at += 2 * half;
                }
                plane.put(at, rank.into(), self.rank_label(rank, height));
            }
        }
        plane
    }

    /// Triangles side by side between the lines that part them.
    fn triangles<'g>(&self, graph: &Graph, widest: i32, show: impl Fn(Cell) -> &'g str) -> Plane {
        let Size { width, height } = graph.size();
        let column = |file: i32| file * (widest + 1);
        let mut plane = Plane::default();
        for rank in 0..height {
            let mut last = None;
            for cell in (0..width).filter_map(|file| graph.cell(file, rank)) {
                let file = i32::from(graph.file_rank(cell).0);
                let up = graph.points_up(cell);
                if last != Some(file - 1) {
                    plane.put(column(file) - 1, rank.into(), if up { "/" } else { "\\" });
                }
                let text = format!("{:>1$}", show(cell), widest as usize);
                plane.show(column(file), rank.into(), text, cell);
                plane.put(column(file) + widest, rank.into(), if up { "\\" } else { "/" });
                last = Some(file);
            }
            let label = self.rank_label(rank, height);
            plane.put(-3 - label.len() as i32, rank.into(), label);
        }
        for file in 0..width {
            plane.put(column(file.into()), -1, self.file_label(file));
        }
        plane
    }

    /// The drawing itself, its ranks named at the left and its files below.
    fn picture<'g>(
        &self,
        graph: &Graph,
        drawing: &Drawing,
        show: impl Fn(Cell) -> &'g str,
    ) -> Plane {
        let Size { width, height } = graph.size();
        let count = drawing.lines.len() as i32;
        let mut plane = Plane::default();
        let canvas = self.canvas(graph.size());
        for (at, line) in canvas.lines.iter().enumerate() {
            for (column, spot) in line {
                let (column, line) = (*column as i32, count - at as i32);
                match spot {
                    canvas::Spot::Cell(cell) => plane.show(column, line, show(*cell), *cell),
                    canvas::Spot::Sign(sign) => plane.put(column, line, sign.to_string()),
                }
            }
        }
        for rank in 0..height {
            if let Some((_, line)) = drawing.spot(0, rank) {
                let label = self.rank_label(rank, height);
                plane.put(-2 - label.len() as i32, count - line as i32, label);
            }
        }
        for file in 0..width {
            if let Some((column, _)) = drawing.spot(file, 0) {
                plane.put(column as i32, 0, self.file_label(file));
            }
        }
        plane
    }
}
