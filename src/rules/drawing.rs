//! Boards drawn as a picture: `o` for a cell, lines of `-`, `|`, `/` and `\` between neighbours.

use super::limits;
use super::model::Compass;
use crate::diag::Diagnostic;
use crate::syntax::text::Text;

/// A picture of a board, and what it says.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Drawing {
    /// Its lines, the northernmost first.
    pub lines: Vec<Vec<char>>,
    /// The columns of the picture that have cells: the files, from the west.
    pub files: Vec<usize>,
    /// The lines of the picture that have cells: the ranks, from the south.
    pub ranks: Vec<usize>,
}

/// Of more faults than this the rest is not told: the picture is something else.
const TOLD: usize = 20;

/// What stands for a cell.
pub const CELL: char = 'o';

/// A way that lines run.
struct Line {
    /// What it is made of.
    sign: char,
    /// What stands where it meets another.
    crossing: char,
    /// One character on: columns to the east, lines to the south.
    on: (isize, isize),
    /// The directions of the compass that it runs.
    ways: [Compass; 2],
}

const LINES: [Line; 4] = [
    Line { sign: '-', crossing: '+', on: (1, 0), ways: [Compass::East, Compass::West] },
    Line { sign: '|', crossing: '+', on: (0, -1), ways: [Compass::North, Compass::South] },
    Line { sign: '/', crossing: 'X', on: (1, -1), ways: [Compass::Northeast, Compass::Southwest] },
    Line { sign: '\\', crossing: 'X', on: (1, 1), ways: [Compass::Southeast, Compass::Northwest] },
];

impl Drawing {
    /// Reads a picture.
    ///
    /// # Errors
    ///
    /// Everything in it that is neither a cell nor a line from one to another.
    pub(super) fn read(text: &Text) -> Result<Self, Vec<Diagnostic>> {
        let lines: Vec<Vec<char>> =
            text.value.lines().map(|line| line.trim_end().chars().collect()).collect();
        let skipped = lines.iter().take_while(|line| line.is_empty()).count();
        let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        let mut drawing = Self {
            lines: lines.get(skipped..last).unwrap_or_default().to_vec(),
            ..Self::default()
        };
        drawing.ranks = (0..drawing.lines.len())
            .rev()
            .filter(|line| drawing.lines[*line].contains(&CELL))
            .collect();
        let width = drawing.lines.iter().map(Vec::len).max().unwrap_or(0);
        drawing.files = (0..width)
            .filter(|column| drawing.lines.iter().any(|line| line.get(*column) == Some(&CELL)))
            .collect();
        let faults = drawing.faults(text, skipped);
        if faults.is_empty() { Ok(drawing) } else { Err(faults) }
    }

    fn faults(&self, text: &Text, skipped: usize) -> Vec<Diagnostic> {
        if self.files.is_empty() {
            let fault = Diagnostic::new("a drawing without cells", text.span);
            return vec![fault.help("write an `o` for each cell, and lines between neighbours")];
        }
        let side = usize::from(limits::SIDE);
        if self.files.len() > side || self.ranks.len() > side {
            let fault = Diagnostic::new("a drawing with too many files or ranks", text.span);
            return vec![fault.label(format!("at most {side} of each"))];
        }
        let mut used: Vec<Vec<bool>> =
            self.lines.iter().map(|line| vec![false; line.len()]).collect();
        for (row, line) in self.lines.iter().enumerate() {
            for column in (0..line.len()).filter(|column| line[*column] == CELL) {
                for way in &LINES {
                    let Some(end) = self.follow((column, row), way, true) else { continue };
                    let (x, y) = way.on;
                    let (mut column, mut row) = (column, row);
                    while (column, row) != end {
                        used[row][column] = true;
                        // Within the picture, for the line has been followed.
                        (column, row) = (column.wrapping_add_signed(x), row.wrapping_add_signed(y));
                    }
                    used[end.1][end.0] = true;
                }
            }
        }
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.value.match_indices('\n').map(|(at, _)| at + 1))
            .skip(skipped)
            .collect();
        let mut faults = Vec::new();
        for (row, line) in self.lines.iter().enumerate() {
            let mut at = starts.get(row).copied().unwrap_or(0);
            for (column, sign) in line.iter().enumerate() {
                let span = text.span(at, at + sign.len_utf8());
                at += sign.len_utf8();
                if sign.is_whitespace() || *sign == CELL || used[row][column] {
                    continue;
                }
                if faults.len() == TOLD {
                    return faults;
                }
                let known = LINES.iter().any(|line| [line.sign, line.crossing].contains(sign));
                faults.push(if known {
                    Diagnostic::new("a line that joins nothing", span)
                        .help("a line runs straight from one `o` to the next")
                } else {
                    Diagnostic::new(format!("`{sign}` means nothing in a drawing"), span).help(
                        "a drawing has `o` for cells, lines of `-`, `|`, `/`, `\\`, and `+` and `X` where two meet",
                    )
                });
            }
        }
        faults
    }

    /// The end of the line that leaves a cell that way, or the opposite way, if there is one.
    fn follow(&self, from: (usize, usize), way: &Line, on: bool) -> Option<(usize, usize)> {
        let (x, y) = if on { way.on } else { (-way.on.0, -way.on.1) };
        let ((mut column, mut row), mut long) = (from, false);
        loop {
            (column, row) = (column.checked_add_signed(x)?, row.checked_add_signed(y)?);
            match *self.lines.get(row)?.get(column)? {
                CELL if long => return Some((column, row)),
                sign if sign == way.sign || sign == way.crossing => long = true,
                _ => return None,
            }
        }
    }

    /// Whether there is a cell on that file and rank.
    pub(super) fn has(&self, file: u16, rank: u16) -> bool {
        self.spot(file, rank)
            .is_some_and(|(column, row)| self.lines[row].get(column) == Some(&CELL))
    }

    /// Column and line of a file and a rank.
    pub fn spot(&self, file: u16, rank: u16) -> Option<(usize, usize)> {
        let column = self.files.get(usize::from(file))?;
        Some((*column, *self.ranks.get(usize::from(rank))?))
    }

    /// File and rank of the cell that a line leads to.
    pub(super) fn next(&self, file: u16, rank: u16, compass: Compass) -> Option<(u16, u16)> {
        let way = LINES.iter().find(|line| line.ways.contains(&compass))?;
        let on = way.ways[0] == compass;
        let (column, row) = self.follow(self.spot(file, rank)?, way, on)?;
        let file = self.files.iter().position(|known| *known == column)?;
        let rank = self.ranks.iter().position(|known| *known == row)?;
        Some((u16::try_from(file).ok()?, u16::try_from(rank).ok()?))
    }
}
