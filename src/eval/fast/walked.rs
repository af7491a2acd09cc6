//! What no set tells: moves that are walked, and conditions that are asked of the board as it stands.

use super::Fast;
use super::facts::Made;
use super::list::Play;
use crate::eval;
use crate::eval::Evaluator;
use crate::index::{Cell, Piece, Player, ScoreId};
use crate::program::{CondCode, Moves, NOWHERE, Set};
use std::cmp::Ordering;

impl<'p, S: Set> Fast<'p, S> {
    /// Asks what walks, with the board as it stands.
    fn walker<T>(&mut self, ask: impl FnOnce(&mut Evaluator<'p>) -> T) -> T {
        let program = self.program;
        let mut walker = self.walker.take().unwrap_or_else(|| Box::new(Evaluator::plain(program)));
        self.board.write(&mut walker.machine.cells);
        walker.version += 1;
        (walker.machine.steps, walker.depth, walker.counting) = (0, 0, self.counting);
        let answer = ask(&mut walker);
        self.walker = Some(walker);
        answer
    }

    /// Whether a condition of that player's holds that no set tells.
    pub(super) fn ask(&mut self, player: Player, when: &CondCode, made: Option<&Made>) -> bool {
        let made = made.map(|made| eval::Made {
            captured: made.captured,
            name: made.name,
            kind: made.kind,
            before: made.before.unwrap_or(0),
        });
        let answer = self.walker(|walker| {
            walker.made = made;
            let answer = walker.holds(when, player, None);
            if answer.is_err() {
                walker.machine.reset();
            }
            answer
        });
        self.wide |= answer.is_err();
        answer.unwrap_or(true)
    }

    /// What a player has of a score that no set tells, in half points.
    pub(super) fn ask_points(&mut self, player: Player, score: ScoreId) -> i32 {
        let points = self.walker(|walker| walker.points(player, score));
        if points.is_err() {
            self.wide = true;
            self.walker(|walker| walker.machine.reset());
        }
        points.unwrap_or(0)
    }

    /// Walks all that the player may by walks of which no set tells; the number of the list.
    fn walk(&mut self, player: Player) -> usize {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let walks = &self.program.sides[player.index()];
        let at = self.walking;
        self.walking += 1;
        if self.walks.len() == at {
            self.walks.push(eval::Moves::default());
        }
        let mut found = std::mem::take(&mut self.walks[at]);
        found.clear();
        let pieces: Vec<(usize, S)> = side
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| !kind.walked.is_empty())
            .map(|(at, kind)| (at, self.board.set(kind.pieces)))
            .collect();
        let done = self.walker(|walker| {
            for (kind, pieces) in pieces {
                for from in pieces.cells() {
                    for rule in &side.kinds[kind].walked {
                        let entry = &walks.kinds[kind].entries[usize::from(*rule)];
                        if entry.from.as_ref().is_none_or(|cells| cells.contains(Cell::at(from))) {
                            walker.walk(player, entry, from as u16, &mut found)?;
                        }
                    }
                }
            }
            for action in &side.walked {
                let entry = &walks.actions.entries[usize::from(*action)];
                walker.walk(player, entry, NOWHERE, &mut found)?;
            }
            Ok::<(), crate::position::TooWide>(())
        });
        if done.is_err() {
            self.wide = true;
            self.walker(|walker| walker.machine.reset());
            found.clear();
        }
        self.walks[at] = found;
        at
    }

    /// Each move that is walked and leaves nothing open.
    pub(super) fn each_walked(&mut self, player: Player, mut see: impl FnMut(&mut Self, Play)) {
        let walking = self.walking;
        let list = self.walk(player);
        for at in 0..self.walks[list].len() {
            let play = Play::Walked { list: list as u16, at: at as u32 };
            if self.walks_safely(player, play) {
                see(self, play);
            }
        }
        self.walking = walking;
    }

    /// Whether a move that is walked leaves nothing open.
    fn walks_safely(&mut self, player: Player, play: Play) -> bool {
        let side = &self.plan.sides[player.index()];
        let asked = !side.dangers.is_empty() || !side.truces.is_empty();
        !asked || self.leaves_safe(player, play)
    }

    /// Adds the moves that are walked to others. What is among these already is told by the first of its ways.
    pub(super) fn list_walked(&mut self, player: Player, moves: &mut Vec<Play>) {
        let plan = self.plan;
        let mixed = plan.sides[player.index()].kinds.iter().any(Moves::is_mixed);
        let list = self.walk(player);
        let known = moves.len();
        for at in 0..self.walks[list].len() {
            let play = Play::Walked { list: list as u16, at: at as u32 };
            let mut others = moves[..known].iter();
            match others.position(|other| mixed && self.is_same(player, *other, list, at)) {
                Some(other) if self.compare(player, play, moves[other]) == Ordering::Less => {
                    moves[other] = play;
                }
                Some(_) => {}
                None if self.walks_safely(player, play) => moves.push(play),
                None => {}
            }
        }
    }

    /// Whether a move of a kind that is walked in part changes the same as one that is walked.
    fn is_same(&self, player: Player, play: Play, list: usize, at: usize) -> bool {
        let edits = self.walks[list].edits(at);
        let edits = || edits.iter().filter(|edit| edit.cell.index() < self.program.cells);
        let sets = |cell: usize, piece: Piece| {
            edits().any(|edit| edit.cell.index() == cell && edit.after == piece)
        };
        match play {
            Play::Plain { from, to, piece, .. } => {
                edits().count() == 2 && sets(from.into(), Piece::EMPTY) && sets(to.into(), piece)
            }
            Play::Loose { from, at } => {
                let Some(loose) = self.loose(player, from.into(), at) else { return false };
                let changes =
                    |(cell, piece): &(&Cell, &Piece)| self.board.cells[cell.index()] != **piece;
                let changes = || loose.effect.sets.iter().filter(changes);
                changes().count() == edits().count()
                    && changes().all(|(cell, piece)| sets(cell.index(), *piece))
            }
            _ => false,
        }
    }
}
