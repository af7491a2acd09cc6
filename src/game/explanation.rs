//! Why a position is judged as it is, and why a move is legal or not: a tree of reasons.

use std::fmt;

use serde::Serialize;

use super::{Code, Fault, Place, Play};
use crate::eval::Evaluator;
use crate::index::MoveName;
use crate::trace::{Note, Reference};

/// Why something holds: the reasons in order. It prints as `interp explain` tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The reasons that stand for themselves.
    pub reasons: Vec<Reason>,
}

/// A reason, and what supports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Reason {
    /// The reason, a sentence.
    pub text: String,
    /// The cells of which it speaks.
    pub cells: Vec<Named>,
    /// The part of the rule file that says so.
    pub place: Option<Place>,
    /// What shows it.
    pub because: Vec<Reason>,
}

/// A cell of which a reason speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Named {
    /// The cell.
    pub cell: String,
    /// Whose piece stands there; none on an empty cell, and of a piece that is nobody's.
    pub player: Option<String>,
    /// The kind of piece that stands there.
    pub kind: Option<String>,
}

impl Play {
    /// Why a move is legal, with what it does, or what keeps it from being legal. The move is told by its cells: `e2e4`, `e2-e4`; one
    /// without cells by its name.
    ///
    /// # Errors
    /// [`Code::Move`] if the text names neither cells of the board nor moves.
    pub fn explain(&self, chosen: &str) -> Result<Explanation, Fault> {
        let position = self.inner();
        let pass =
            chosen.trim().eq_ignore_ascii_case("pass") && self.game().rules().turn.pass.is_some();
        let path = match pass {
            true => Some(Vec::new()),
            false => self.game().notation().parse_path(chosen, position.size),
        };
        let named = self.game().rules().move_names.iter().position(|name| name == chosen.trim());
        if let (None, Some(named)) = (&path, named) {
            let name = |cell| self.name(cell);
            return Ok(self.told(self.reference().explain_named(
                position,
                MoveName::at(named),
                &name,
            )));
        }
        let Some(path) = path else {
            let cell = self.name(crate::index::Cell(0));
            return Err(Fault::plain(Code::Move, format!("`{chosen}` is not a move")).help(
                format!("a move is its cells joined by `-` or `x`; cells are named like `{cell}`"),
            ));
        };
        let name = |cell| self.name(cell);
        // A move that is listed so may be told by more than its cells, and others by the same.
        let moves = self.moves().ok();
        let mut moves = moves.iter().flat_map(|moves| moves.iter());
        let listed =
            moves.find(|known| known.text() == chosen.trim() && !known.inner().path.is_empty());
        if let Some(listed) = listed {
            return Ok(self.told(self.reference().explain_listed(position, listed.inner(), &name)));
        }
        let put = self.game().notation().parse_put(chosen);
        Ok(self.told(self.reference().explain_move(position, &path, put, &name)))
    }

    /// What holds in the position and why: endings, verdicts, which moves are refused by what.
    pub fn explanation(&self) -> Explanation {
        let notes = self.reference().explain(self.inner(), &|cell| self.name(cell));
        self.told(notes)
    }

    /// The evaluator that gives reasons, with the legal moves where it takes them from the engine.
    fn reference(&self) -> Reference<'_> {
        let position = self.inner();
        let reference = Reference::new(self.game().rules(), position.size);
        if !reference.takes_moves() {
            return reference;
        }
        let mut legal = Vec::new();
        match Evaluator::plain(self.program()).legal(position, &mut legal) {
            Ok(()) => reference.knowing(position, legal),
            Err(_) => reference,
        }
    }

    /// The notes as a tree: each lies below the last one before it that is less deep.
    fn told(&self, notes: Vec<Note>) -> Explanation {
        let mut open: Vec<(usize, Reason)> = Vec::new();
        let mut reasons = Vec::new();
        let mut close = |open: &mut Vec<(usize, Reason)>, depth: usize| {
            while open.last().is_some_and(|(known, _)| *known >= depth) {
                let Some((_, done)) = open.pop() else { break };
                match open.last_mut() {
                    Some((_, above)) => above.because.push(done),
                    None => reasons.push(done),
                }
            }
        };
        for note in notes {
            close(&mut open, note.depth);
            open.push((note.depth, self.reason(note)));
        }
        close(&mut open, 0);
        Explanation { reasons }
    }

    fn reason(&self, note: Note) -> Reason {
        let rules = self.game().rules();
        let named = note.cells.iter().map(|cell| {
            let piece = self.inner().at(*cell);
            let kind = piece.kind().and_then(|kind| rules.kinds.get(kind.index()));
            Named {
                cell: self.name(*cell),
                player: piece.owner().map(|owner| self.game().player(owner).to_owned()),
                kind: kind.map(|kind| kind.name.value.clone()),
            }
        });
        Reason {
            text: note.text,
            cells: named.collect(),
            place: note.span.map(|span| self.game().place(span)),
            because: Vec::new(),
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        for reason in &self.reasons {
            reason.lines(0, &mut lines);
        }
        f.write_str(&lines.join("\n"))
    }
}

impl Reason {
    fn lines(&self, depth: usize, lines: &mut Vec<String>) {
        let place = self.place.as_ref().map(|place| format!("  ({place})"));
        lines.push(format!("{:1$}{2}{3}", "", 2 * depth, self.text, place.unwrap_or_default()));
        self.because.iter().for_each(|reason| reason.lines(depth + 1, lines));
    }
}
