//! The forms in which a format has positions written: its own, and others that are only read.

use super::ask::fields;
use super::model::{Field, Format, Glyph, Template, TurnText};
use crate::source::Spanned;

/// A form in which positions are read and never written. What it does not say is as in the format.
#[derive(Clone, Debug, PartialEq)]
pub struct Also {
    /// Its name.
    pub name: Spanned<String>,
    /// What a case looks like.
    pub case: Option<Template>,
    /// Words for players in `{turn}`.
    pub turn: Option<TurnText>,
    /// Glyphs for what stands on a cell.
    pub cells: Option<Vec<Glyph>>,
}

/// What a case looks like in one of the forms that a format has.
#[derive(Clone, Copy, Debug)]
pub struct Form<'f> {
    /// The name; the format's own form has none.
    pub name: Option<&'f Spanned<String>>,
    /// The case.
    pub case: &'f Template,
    /// Words for players in `{turn}`.
    pub turn: &'f TurnText,
    /// Glyphs for what stands on a cell; where several fit, the longest is meant.
    pub cells: &'f [Glyph],
}

impl Format {
    /// The format's own form of a case, in which positions are written.
    pub fn form(&self) -> Form<'_> {
        Form { name: None, case: &self.case, turn: &self.turn, cells: &self.cells }
    }

    /// The other forms in which a case is read, in order.
    pub fn others(&self) -> impl Iterator<Item = Form<'_>> + '_ {
        self.also.iter().map(|also| Form {
            name: Some(&also.name),
            case: also.case.as_ref().unwrap_or(&self.case),
            turn: also.turn.as_ref().unwrap_or(&self.turn),
            cells: also.cells.as_deref().unwrap_or(&self.cells),
        })
    }
}

impl<'f> Form<'f> {
    /// The fields of a case.
    pub fn fields(self) -> impl Iterator<Item = Field> + 'f {
        fields(self.case).map(|(field, _)| field)
    }
}
