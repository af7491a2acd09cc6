//! Directions of the file's own: where each leads from each cell.

use super::graph::Graph;
use super::limits;
use super::load::Loader;
use super::model::{Board, TrackRule, TrackStep};
use crate::diag::Diagnostic;
use crate::position::Size;
use crate::source::Spanned;
use crate::syntax::decl::{TrackDecl, TrackLine, TrackLines};

/// Two steps with the same beginning, or the same end.
struct Fork {
    /// 0 for the beginning of a step, 1 for its end.
    end: usize,
    message: &'static str,
    help: &'static str,
}

const FORKS: [Fork; 2] = [
    Fork {
        end: 0,
        message: "two ways lead on from this cell",
        help: "a direction leads from a cell to one other; name another direction for the second way",
    },
    Fork {
        end: 1,
        message: "two ways lead to this cell",
        help: "a direction comes to a cell from one other; name another direction for the second way",
    },
];

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
                let help = "give one to each player, or the same to all";
                let none = ("line", decl.name.span, help);
                let lines = self.names.each_player(each, none, &mut self.faults);
                let steps = |lines: Option<&Vec<TrackLine>>| {
                    lines.map_or_else(Vec::new, |lines| self.steps(lines, graph))
                };
                lines.into_iter().map(steps).collect()
            }
        };
        TrackRule { name: decl.name.clone(), of }
    }

    /// The steps of some lines: from each cell one at most, to each cell one at most.
    fn steps(&mut self, lines: &[TrackLine], graph: Option<&Graph>) -> Vec<TrackStep> {
        let mut steps: Vec<[&Spanned<(u16, u16)>; 2]> = Vec::new();
        for line in lines {
            for place in line {
                let (file, rank) = place.value;
                if graph.is_some_and(|graph| graph.cell(file, rank).is_none()) {
                    self.faults.push(Diagnostic::new("the board has no such cell", place.span));
                }
            }
            for pair in line.windows(2) {
                let [from, to] = [&pair[0], &pair[1]];
                if from.value == to.value {
                    self.faults.push(Diagnostic::new("a cell does not lead to itself", to.span));
                    continue;
                }
                let fork = FORKS.iter().find_map(|fork| {
                    let cell = [from, to][fork.end];
                    let known = steps.iter().find(|known| known[fork.end].value == cell.value)?;
                    let fault = Diagnostic::new(fork.message, cell.span);
                    Some(fault.also(known[fork.end].span, "one of them").help(fork.help))
                });
                match fork {
                    Some(fault) => self.faults.push(fault),
                    None => steps.push([from, to]),
                }
            }
        }
        steps.into_iter().map(|[from, to]| (from.value, to.value)).collect()
    }
}
