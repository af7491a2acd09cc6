//! Slots as text: hands, marks, counters, the round.

use super::Notation;
use crate::index::{Cell, Kind, Piece, Player};
use crate::position::Position;
use crate::rules::{Bearer, Field, Style, points_text};

impl Notation {
    /// A field that tells of slots, or of the round, as text.
    pub(super) fn slot_text(
        &self,
        field: Field,
        style: Style,
        position: &Position,
    ) -> Option<String> {
        let layout = self.rules.layout(position.size);
        let players = || (0..self.rules.players.len()).map(Player::at);
        let number = |slot: Cell| position.cells.get(slot.index()).map_or(0, |slot| slot.byte());
        Some(match field {
            Field::Step => {
                let slot = |at: usize| position.cells.get(at).copied().unwrap_or_default();
                layout.step(slot, position.turn).to_string()
            }
            Field::Round => {
                let moves = self.rules.turn.order.len().max(1) as u32;
                (position.ply / moves).saturating_add(1).to_string()
            }
            Field::Ply => position.ply.saturating_add(1).to_string(),
            Field::Counter(counter) => {
                let rule = self.rules.counters.get(counter.index())?;
                let numbers = players().take(if rule.each { usize::MAX } else { 1 });
                let numbers = numbers.map(|player| number(layout.counter(counter, player)));
                let written = numbers.map(|number| match style {
                    Style::Spent => rule.start.saturating_sub(number).to_string(),
                    _ => number.to_string(),
                });
                written.collect::<Vec<_>>().join("+")
            }
            Field::Numbers(of) => match self.rules.numbers.get(of.index())?.of {
                Bearer::Player => {
                    let numbers = players().map(|player| number(layout.player_number(of, player)));
                    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join("+")
                }
                Bearer::Turn => number(layout.player_number(of, Player(0))).to_string(),
                Bearer::Cell => {
                    let at = |cell: &Cell| number(layout.cell_number(of, *cell)).to_string();
                    let (joint, ends) =
                        if style == Style::Packed { (",", "/") } else { (" ", "\n") };
                    let canvas = self.canvas(position.size);
                    let row = |row: &Vec<Cell>| row.iter().map(at).collect::<Vec<_>>().join(joint);
                    canvas.rows.iter().map(row).collect::<Vec<_>>().join(ends)
                }
            },
            Field::Score(score) => {
                let points = self.points(score, position).unwrap_or_default();
                points.into_iter().map(points_text).collect::<Vec<_>>().join(":")
            }
            Field::Marked(mark) => {
                let cells = (0..layout.cells()).map(Cell::at);
                let marked = cells.filter(|cell| layout.marked(&position.cells, mark, *cell));
                or_none(marked.map(|cell| self.cell_name(cell, position.size)).collect())
            }
            Field::Letters(mark) => {
                let letters = self.lettered(position).unwrap_or_default();
                let mut covered: Vec<Cell> = Vec::new();
                let mut text = String::new();
                for (letter, cells) in self.rules.format.letters.iter().zip(&letters) {
                    let marked = |cell: &Cell| layout.marked(&position.cells, mark, *cell);
                    let adds = cells.iter().any(|cell| !covered.contains(cell));
                    if letter.mark == mark && adds && cells.iter().all(marked) {
                        covered.extend(cells);
                        text.push_str(&letter.letter.value);
                    }
                }
                or_none(text)
            }
            Field::Hands => {
                let text: String = match style {
                    Style::Counted => {
                        players().map(|player| self.hand(player, position, "")).collect()
                    }
                    _ => players()
                        .flat_map(|player| self.held(player, position))
                        .fold(String::new(), |text, (glyph, count)| {
                            text + &glyph.repeat(usize::from(count))
                        }),
                };
                match style {
                    Style::Counted => or_none(text),
                    Style::Bracketed => format!("[{text}]"),
                    _ => text,
                }
            }
            _ => return None,
        })
    }

    /// A player's hand, a number before what he has several of: `2P`, `N`.
    pub(super) fn hand(&self, player: Player, position: &Position, joint: &str) -> String {
        let held = self.held(player, position).into_iter().map(|(glyph, count)| match count {
            1 => glyph.to_owned(),
            _ => format!("{count}{glyph}"),
        });
        held.collect::<Vec<_>>().join(joint)
    }

    /// The glyphs of what a player has in hand, and how many of each.
    fn held(&self, player: Player, position: &Position) -> Vec<(&str, u8)> {
        let layout = self.rules.layout(position.size);
        let count = |piece: &Piece| {
            let slot = piece.kind().and_then(|kind| layout.hand(player, kind));
            slot.and_then(|slot| position.cells.get(slot.index())).map_or(0, |slot| slot.byte())
        };
        let order = self.hand_order(player);
        let held = order.into_iter().map(|piece| (self.glyph(piece), count(&piece)));
        held.filter(|(_, count)| *count > 0).collect()
    }

    /// The pieces that a player may hold: in the order of the format, then those without a glyph.
    fn hand_order(&self, player: Player) -> Vec<Piece> {
        let glyphs = self.rules.format.cells.iter().map(|glyph| glyph.piece);
        let mut order: Vec<Piece> = glyphs.filter(|piece| piece.owner() == Some(player)).collect();
        for kind in (0..self.rules.kinds.len()).map(Kind::at) {
            let piece = Piece::new(kind, Some(player));
            if !order.contains(&piece) {
                order.push(piece);
            }
        }
        order
    }
}

fn or_none(text: String) -> String {
    if text.is_empty() { String::from("-") } else { text }
}
