//! Directions of the file's own: where each leads from each cell.

use super::graph::Graph;
use super::limits;
use super::load::Loader;
use super::model::{Board, TrackRule, TrackStep};
use super::shape::Place;
use crate::diag::Diagnostic;
use crate::position::Size;
use crate::source::Spanned;
use crate::syntax::decl::{TrackDecl, TrackLine, TrackLines};

impl Loader {
    /// The directions, each of their cells on the board.
    pub(super) fn tracks(&mut self, decls: &[TrackDecl], board: &Board) -> Vec<TrackRule> {
        // What is wrong with a size is told where the board is read.
        let cells = |size: &Size| usize::from(size.width) * usize::from(size.height);
        let size = board.size.filter(|size| cells(size) <= limits::CELLS);
        let graph = size.map(|size| Graph::still(&board.shape, size));
        decls.iter().map(|decl| self.track(decl, graph.as_ref())).collect()
    }

    fn track(&mut self, decl: &TrackDecl, graph: Option<&Graph>) -> TrackRule {
        let of = match &decl.of {
            TrackLines::All(lines) => vec![self.steps(lines, graph)],
            TrackLines::Each(each) => {
                for (player, _) in each {
                    self.names.player(player, &mut self.faults);
                }
                let players = self.names.players.clone();
                let of = players.iter().map(|player| {
                    let lines = each.iter().find(|(name, _)| name.value == player.value);
                    if lines.is_none() {
                        let message = format!("`{}` has no line here", player.value);
                        let fault = Diagnostic::new(message, decl.name.span);
                        self.faults.push(fault.help("give one to each player, or the same to all"));
                    }
                    lines.map_or_else(Vec::new, |(_, lines)| self.steps(lines, graph))
                });
                of.collect()
            }
        };
        TrackRule { name: decl.name.clone(), of }
    }

    /// The steps of some lines: from each cell one at most, to each cell one at most.
    fn steps(&mut self, lines: &[TrackLine], graph: Option<&Graph>) -> Vec<TrackStep> {
        let mut steps: Vec<[&Spanned<(u16, u16)>; 2]> = Vec::new();
        for line in lines {
            for place in line {
                let on = |(file, rank): (u16, u16)| {
                    graph.is_none_or(|graph| {
                        let place: Place = (file, rank, 0);
                        graph.cell(place.0, place.1).is_some()
                    })
                };
                if !on(place.value) {
                    self.faults.push(Diagnostic::new("the board has no such cell", place.span));
                }
            }
            for pair in line.windows(2) {
                let [from, to] = [&pair[0], &pair[1]];
                if from.value == to.value {
                    self.faults.push(Diagnostic::new("a cell does not lead to itself", to.span));
                    continue;
                }
                let known = steps.iter().find(|known| known[0].value == from.value);
                if let Some([other, _]) = known {
                    let fault = Diagnostic::new("two ways lead on from this cell", from.span);
                    let fault = fault.also(other.span, "one of them");
                    self.faults.push(fault.help("a direction leads from a cell to one other; name another direction for the second way"));
                    continue;
                }
                let known = steps.iter().find(|known| known[1].value == to.value);
                if let Some([_, other]) = known {
                    let fault = Diagnostic::new("two ways lead to this cell", to.span);
                    let fault = fault.also(other.span, "one of them");
                    self.faults.push(fault.help("a direction comes to a cell from one other; name another direction for the second way"));
                    continue;
                }
                steps.push([from, to]);
            }
        }
        steps.into_iter().map(|[from, to]| (from.value, to.value)).collect()
    }
}
