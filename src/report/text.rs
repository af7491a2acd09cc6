//! Filling the template of an answer.

use super::Answer;
use crate::notation::styled;
use crate::rules::{Ask, Field, Part, Style};

impl Answer<'_> {
    /// The answer as the file's format has it, without the last line end.
    pub fn text(&self) -> String {
        let format = &self.notation.rules().format;
        let template = match &format.no_move {
            Some(other) if format.ask == Ask::Move && self.chosen.is_none() => other,
            _ => &format.answer,
        };
        let mut text = String::new();
        for part in &template.0 {
            match &part.value {
                Part::Text(literal) => text.push_str(literal),
                Part::Newline => text.push('\n'),
                Part::Field(field, style) => text.push_str(&self.field(*field, *style)),
            }
        }
        text
    }

    fn field(&self, field: Field, style: Style) -> String {
        let text = match field {
            Field::Number => self.number.to_string(),
            Field::Verdict => self.verdict_text(),
            Field::Hops => {
                let hops = self.chosen.map_or(0, |chosen| chosen.path.len().saturating_sub(1));
                hops.to_string()
            }
            Field::Path => self.path().join("\n"),
            Field::Move => self.chosen_name().unwrap_or_default(),
            Field::Moves => self.notation.move_names(self.moves, self.position).join("\n"),
            other => return self.notation.field(other, style, self.position).unwrap_or_default(),
        };
        styled(text, style)
    }

    fn path(&self) -> Vec<String> {
        let path = self.chosen.map_or(&[][..], |chosen| chosen.path.as_slice());
        path.iter().map(|cell| self.notation.cell_name(*cell, self.position.size)).collect()
    }
}
