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
        let place = decl.sees.as_ref().or(decl.knows.as_ref()).map(|test| test.span);
        let usual = || Spanned::new(HIDDEN.to_owned(), place.unwrap_or_default());
        let hidden = decl.hidden.map_or_else(usual, spanned);
        let hidden = self.shown(hidden, format).unwrap_or_else(|| HIDDEN.to_owned());
        let mut unknown = vec![hidden.clone(); self.names.players.len()];
        for (name, glyph) in decl.unknown {
            let player = self.names.player(&name, &mut self.faults).map(Player::index);
            let shown = player.and_then(|player| unknown.get_mut(player));
            if let (Some(shown), Some(glyph)) = (shown, self.shown(spanned(glyph), format)) {
                *shown = glyph;
            }
        }
        SightRule { sees, moves: decl.moves, knows, hidden, unknown }
    }

    /// A glyph that stands for nothing else.
    fn shown(&mut self, glyph: Spanned<String>, format: &Format) -> Option<String> {
        if let Some(message) = unfit(&glyph.value) {
            self.faults.push(Diagnostic::new(message, glyph.span));
            return None;
        }
        if let Some(other) = format.cells.iter().find(|other| other.glyph.value == glyph.value) {
            let message = format!("`{}` stands for something else", glyph.value);
            let fault = Diagnostic::new(message, glyph.span).also(other.glyph.span, "for this");
            let help = "say what is shown of what is not seen: `hidden = \"~\"`";
            self.faults.push(fault.help(help));
        }
        Some(glyph.value)
    }
}

fn spanned(text: Text) -> Spanned<String> {
    Spanned::new(text.value, text.span)
}
