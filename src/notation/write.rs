//! Positions → text in the format of a case: the inverse of reading.

use super::Notation;
use super::canvas::Spot;
use crate::index::Cell;
use crate::position::Position;
use crate::rules::{Field, Part, Style, TurnText};

impl Notation {
    /// The position as a case of the file's format, without the last line end.
    pub fn write(&self, position: &Position) -> String {
        let mut text = String::new();
        for part in &self.rules.format.case.0 {
            match &part.value {
                Part::Text(literal) => text.push_str(literal),
                Part::Newline => text.push('\n'),
                Part::Field(field, style) => {
                    text.push_str(&self.field(*field, *style, position).unwrap_or_default());
                }
            }
        }
        text
    }

    /// A field that says something of a position: its board, turn, mover, size, hands, marks.
    pub fn field(&self, field: Field, style: Style, position: &Position) -> Option<String> {
        let mover = position.turn;
        let text = match field {
            Field::Board if style == Style::Packed => return Some(self.packed(position)),
            Field::Board => return Some(self.rows(position).join("\n")),
            Field::Pieces => return Some(self.pieces(position)),
            Field::Turn => match &self.rules.format.turn {
                TurnText::Words(words) => words
                    .iter()
                    .find(|(_, player)| *player == mover)
                    .map(|(word, _)| word.value.clone())
                    .unwrap_or_default(),
                TurnText::Fewest(_) | TurnText::First => self.player_name(mover).to_owned(),
            },
            Field::Mover => self.player_name(mover).to_owned(),
            Field::Size | Field::Width => position.size.width.to_string(),
            Field::Height => self.rules.board.shape.ranks(position.size).to_string(),
            other => return self.slot_text(other, style, position),
        };
        Some(styled(text, style))
    }

    /// A player's name.
    pub fn player_name(&self, player: crate::index::Player) -> &str {
        self.rules.players.get(player.index()).map_or("nobody", |rule| rule.name.value.as_str())
    }

    /// What the winner of a game is called: the team, where there are teams.
    pub fn winner_name(&self, winner: crate::index::Player) -> &str {
        self.rules.winner_name(winner)
    }

    /// The lines of the diagram, the northernmost first.
    fn rows(&self, position: &Position) -> Vec<String> {
        let canvas = self.canvas(position.size);
        let layout = self.rules.layout(position.size);
        let glyph = |cell: Cell| self.standing_by(&layout, position, cell);
        let wide = match canvas.dense {
            true => 1,
            false => {
                canvas.cells.iter().map(|cell| glyph(*cell).chars().count()).max().unwrap_or(1)
            }
        };
        let line = |spots: &Vec<(usize, Spot)>| {
            let (mut text, mut long) = (String::new(), 0);
            for (column, spot) in spots {
                let blanks = if canvas.dense { 0 } else { (column * wide).saturating_sub(long) };
                text.extend(std::iter::repeat_n(' ', blanks));
                let before = text.len();
                match spot {
                    Spot::Cell(cell) => text.push_str(&glyph(*cell)),
                    Spot::Sign(sign) => text.push(*sign),
                }
                long += blanks + text[before..].chars().count();
            }
            text
        };
        canvas.lines.iter().map(line).collect()
    }

    fn packed(&self, position: &Position) -> String {
        let mut glyphs = self.rules.format.cells.iter().map(|glyph| glyph.glyph.value.as_str());
        let digits = glyphs.any(|glyph| glyph.contains(|c: char| c.is_ascii_digit()));
        let canvas = self.canvas(position.size);
        let layout = self.rules.layout(position.size);
        let rows: Vec<String> = canvas
            .rows
            .iter()
            .map(|row| {
                let mut text = String::new();
                let mut run = 0;
                for cell in row {
                    if position.at(*cell).is_empty() && !digits && self.veil(*cell).is_none() {
                        run += 1;
                        continue;
                    }
                    push_run(&mut text, &mut run);
                    text.push_str(&self.standing_by(&layout, position, *cell));
                }
                push_run(&mut text, &mut run);
                text
            })
            .collect();
        rows.join("/")
    }
}

fn push_run(text: &mut String, run: &mut usize) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

/// The text in capitals or small letters, if the style says so.
pub fn styled(text: String, style: Style) -> String {
    match style {
        Style::Upper => text.to_uppercase(),
        Style::Lower => text.to_lowercase(),
        Style::Title => {
            let mut letters = text.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().collect::<String>() + letters.as_str()
            })
        }
        Style::Plain | Style::Packed | Style::Counted | Style::Bracketed | Style::Spent => text,
    }
}
