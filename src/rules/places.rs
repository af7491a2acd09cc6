//! Places that tests of cells name, against the board that the file has.

use super::model::*;
use super::names::Names;
use super::shape::Tiling;
use crate::diag::Diagnostic;
use crate::source::Span;

impl Names {
    /// The cells of one of two colours.
    pub(super) fn shade(
        &self,
        dark: bool,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Test> {
        if matches!(self.shape.tiling, Tiling::Hex | Tiling::Drawn(_)) {
            let fault = Diagnostic::new("the cells of this board have no two colours", span);
            faults.push(fault.help("`dark` and `light` are said of squares and of triangles"));
            return None;
        }
        let dark_cells = Test::In(Cells::Dark);
        Some(if dark { dark_cells } else { Test::Not(Box::new(dark_cells)) })
    }

    /// The cells of a layer, counted from 1.
    pub(super) fn layer(
        &self,
        layer: u16,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Cells> {
        let layers = self.shape.layers;
        if (1..=layers).contains(&layer) {
            return Some(Cells::Layer(layer - 1));
        }
        let fault = Diagnostic::new("this lies beyond the board", span);
        let plural = if layers == 1 { "" } else { "s" };
        faults.push(fault.label(format!("the board has {layers} layer{plural}")));
        None
    }

    /// Reports an edge that the board does not have.
    pub(super) fn has_side(
        &self,
        side: Compass,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<()> {
        let sides = self.shape.sides();
        if sides.contains(&side) {
            return Some(());
        }
        let word = |side: Compass| format!("{side:?}").to_lowercase();
        let fault = Diagnostic::new(format!("this board has no {} edge", word(side)), span);
        let known: Vec<String> = sides.iter().copied().map(word).collect();
        faults.push(match known.as_slice() {
            [] => fault.label("it has no edges"),
            known => fault.help(format!("it has the edges {}", known.join(", "))),
        });
        None
    }

    /// Reports a place that counts further than the board is long.
    pub(super) fn on_board(
        &self,
        counted: u16,
        side: Option<u32>,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<()> {
        let (Some((width, height)), Some(side)) = (self.size, side) else { return Some(()) };
        if side == 0 || u32::from(counted) <= side {
            return Some(());
        }
        let fault = Diagnostic::new("this lies beyond the board", span);
        faults.push(fault.label(format!("the board has {width} files and {height} ranks")));
        None
    }
}
