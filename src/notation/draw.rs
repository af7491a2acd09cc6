//! Boards for people: glyphs with blanks between them, ranks at the left, files below.

use std::fmt;

use super::Notation;
use super::grid::Spot;
use crate::index::{Cell, Counter, Number, Piece, Player};
use crate::position::{Position, Size};
use crate::rules::{Bearer, Compass, Lasts};

/// A drawn board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Its lines, the northernmost first.
    pub lines: Vec<String>,
    /// Where each cell is shown.
    pub spots: Vec<Spot>,
}

impl fmt::Display for Sheet {
    /// Each line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl Notation {
    /// The board, a line a row, each line ended, with the hands beside it where there are any.
    pub fn draw(&self, position: &Position) -> String {
        self.sheet(position, false).to_string()
    }

    /// The same as a sheet of lines that tells where in it each cell is shown; `turned` as who sits across sees it.
    pub fn sheet(&self, position: &Position, turned: bool) -> Sheet {
        let shown = self.shown(position);
        let plane = self.grid(position.size, |cell| &shown[cell.index()]);
        let plane = if turned { plane.turned() } else { plane };
        let (mut lines, spots) = plane.laid_out();
        self.beside(position, &mut lines, turned);
        Sheet { lines, spots }
    }

    /// What is shown on each cell: what stands there, and its numbers. Where nothing can stand anywhere, numbers alone.
    fn shown(&self, position: &Position) -> Vec<String> {
        let layout = self.rules.layout(position.size);
        let alone = self.rules.kinds.is_empty();
        let numbers = |cell: Cell| {
            let of_cells = self.rules.numbers.iter().enumerate();
            let of_cells = of_cells.filter(|(_, rule)| rule.of == Bearer::Cell);
            let numbers = of_cells.map(|(at, _)| {
                let slot = layout.cell_number(Number::at(at), cell);
                position.cells.get(slot.index()).map_or(0, |slot| slot.byte())
            });
            numbers.collect::<Vec<u8>>()
        };
        let show = |cell: Cell| {
            let (glyph, numbers) = (self.standing_by(&layout, position, cell), numbers(cell));
            let hidden = self.veil(cell).is_some_and(|veil| veil.hidden);
            if hidden || numbers.is_empty() || !alone && numbers.iter().all(|number| *number == 0) {
                return glyph;
            }
            let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
            let numbers = numbers.join(",");
            if position.at(cell).is_empty() { numbers } else { format!("{glyph}{numbers}") }
        };
        (0..layout.cells()).map(Cell::at).map(show).collect()
    }

    /// The board, and beside it one where `marked` cells show `*`.
    pub fn draw_marked(&self, position: &Position, marked: &[Cell]) -> String {
        let shown = self.shown(position);
        let board = self.grid(position.size, |cell| &shown[cell.index()]).lines();
        let marks = self.grid(position.size, |cell| {
            if marked.contains(&cell) { "*" } else { self.glyph(Piece::EMPTY) }
        });
        let marks = marks.lines();
        let width = board.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let both = board.iter().zip(marks).map(|(left, right)| format!("{left:width$}    {right}"));
        let mut lines: Vec<String> = both.collect();
        self.beside(position, &mut lines, false);
        Sheet { lines, spots: Vec::new() }.to_string()
    }

    /// A board that shows what `show` says of each cell, a line a row, each line ended.
    pub fn draw_signs<'s>(&self, size: Size, show: impl Fn(Cell) -> &'s str) -> String {
        let lines = self.grid(size, show).lines();
        Sheet { lines, spots: Vec::new() }.to_string()
    }

    /// Puts each player's hand beside the row where he sits: who faces south above, the others below; `turned` the other way round.
    fn beside(&self, position: &Position, lines: &mut [String], turned: bool) {
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let rows = lines.len().saturating_sub(1);
        let (mut above, mut below) = (0, rows.saturating_sub(1));
        let players = self.rules.players.iter().filter(|_| self.rules.hands.is_some());
        for (player, rule) in players.enumerate() {
            let far = (rule.facing == Some(Compass::South)) != turned;
            let row = if far { above } else { below };
            if far {
                above = (above + 1).min(below);
            } else {
                below = below.saturating_sub(1);
            }
            let hand = self.hand(Player::at(player), position, " ");
            let hand = if hand.is_empty() { "-" } else { &hand };
            // On a board of very few rows several hands share one.
            let line = &mut lines[row];
            *line = format!("{line:width$}    {}'s hand: {hand}", rule.name.value);
        }
    }

    /// What the drawing does not show and the rules remember, where it is not as at the start: marks
    /// and counters, a line each.
    pub fn remembered(&self, position: &Position) -> Vec<String> {
        let layout = self.rules.layout(position.size);
        let setup = self.rules.setup.as_ref();
        let setup = setup.and_then(|setup| self.position(&setup.value).ok());
        let setup = setup.map(|case| case.position).filter(|setup| setup.size == position.size);
        let mut told = Vec::new();
        for (mark, lasts) in layout.marks() {
            let name = &self.rules.marks[mark.index()].name.value;
            let marked = |cell: &Cell| layout.marked(&position.cells, mark, *cell);
            let before = |cell: &Cell| {
                setup.as_ref().is_some_and(|setup| {
                    let stands = lasts != Lasts::Piece || setup.at(*cell) == position.at(*cell);
                    stands && layout.marked(&setup.cells, mark, *cell)
                })
            };
            let those = |now: bool| -> String {
                let canvas = self.canvas(position.size);
                let cells = canvas.cells.iter().copied();
                let cells = cells.filter(|cell| self.veil(*cell).is_none());
                let changed = cells.filter(|cell| marked(cell) == now && before(cell) != now);
                let names: Vec<String> =
                    changed.map(|cell| self.cell_name(cell, position.size)).collect();
                names.join(", ")
            };
            let sorts = [(those(true), ""), (those(false), "no longer ")];
            let sorts = sorts.iter().filter(|(cells, _)| !cells.is_empty());
            told.extend(sorts.map(|(cells, sort)| format!("{sort}{name}: {cells}")));
        }
        for (at, rule) in self.rules.numbers.iter().enumerate() {
            if rule.of == Bearer::Cell {
                continue;
            }
            if rule.of == Bearer::Turn {
                let slot = layout.player_number(Number::at(at), position.turn);
                let number = position.cells.get(slot.index()).map_or(0, |slot| slot.byte());
                told.extend((number > 0).then(|| format!("{}: {number}", rule.name.value)));
                continue;
            }
            let owners = self.rules.players.iter().enumerate().map(|(player, owner)| {
                let slot = layout.player_number(Number::at(at), Player::at(player));
                let number = position.cells.get(slot.index()).map_or(0, |slot| slot.byte());
                (number, owner.name.value.as_str())
            });
            let owners: Vec<(u8, &str)> = owners.collect();
            if owners.iter().any(|(number, _)| *number > 0) {
                let of = |(number, owner): &(u8, &str)| format!("{number} of {owner}");
                let numbers: Vec<String> = owners.iter().map(of).collect();
                told.push(format!("{}: {}", rule.name.value, numbers.join(", ")));
            }
        }
        for (at, rule) in self.rules.counters.iter().enumerate() {
            let owners = self.rules.players.iter().enumerate();
            let number = |player: usize| {
                let slot = layout.counter(Counter::at(at), Player::at(player)).index();
                position.cells.get(slot).map_or(0, |slot| slot.byte())
            };
            let owners = owners.take(if rule.each { usize::MAX } else { 1 });
            let numbers: Vec<(&str, u8)> =
                owners.map(|(at, owner)| (owner.name.value.as_str(), number(at))).collect();
            if numbers.iter().all(|(_, number)| *number == rule.start) {
                continue;
            }
            let of = |(owner, number): &(&str, u8)| match rule.each {
                true => format!("{number} of {owner}"),
                false => number.to_string(),
            };
            let numbers: Vec<String> = numbers.iter().map(of).collect();
            told.push(format!("{}: {}", rule.name.value, numbers.join(", ")));
        }
        told
    }
}
