//! `[sight]`: what a player sees of a position.

use super::format::unfit;
use super::load::Loader;
use super::model::{Format, SightRule};
use crate::diag::Diagnostic;
use crate::index::Player;
use crate::source::Spanned;
use crate::syntax::decl::SightDecl;
use crate::syntax::text::Text;

/// What is shown of a cell that is not seen, if the file does not say.
const HIDDEN: &str = "?";

impl Loader {
    /// What the section means; `format` has the glyphs from which its own must differ.
    pub(super) fn sight(&mut self, decl: SightDecl, format: &Format) -> SightRule {
        let mut test = |ast: &Option<_>| self.names.test(ast.as_ref()?, &mut self.faults);
        let (sees, knows) = (test(&decl.sees), test(&decl.knows));
        let hidden = decl.hidden.and_then(|glyph| self.shown(glyph, format));
        let hidden = hidden.map_or_else(|| HIDDEN.to_owned(), |glyph| glyph.value);
        let mut unknown = vec![hidden.clone(); self.names.players.len()];
        for (name, glyph) in decl.unknown {
            let player = self.names.player(&name, &mut self.faults).map(Player::index);
            let shown = player.and_then(|player| unknown.get_mut(player));
            if let (Some(shown), Some(glyph)) = (shown, self.shown(glyph, format)) {
                *shown = glyph.value;
            }
        }
        SightRule { sees, moves: decl.moves, knows, hidden, unknown }
    }

    /// A glyph that stands for nothing else.
    fn shown(&mut self, glyph: Text, format: &Format) -> Option<Spanned<String>> {
        let glyph = Spanned::new(glyph.value, glyph.span);
        if let Some(message) = unfit(&glyph.value) {
            self.faults.push(Diagnostic::new(message, glyph.span));
            return None;
        }
        if let Some(other) = format.cells.iter().find(|other| other.glyph.value == glyph.value) {
            let message = format!("`{}` stands for something else", glyph.value);
            let fault = Diagnostic::new(message, glyph.span);
            self.faults.push(fault.also(other.glyph.span, "for this"));
        }
        Some(glyph)
    }
}
