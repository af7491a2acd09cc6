//! Moves: pseudo-legal, legal, and how the game stands.

use std::collections::BTreeSet;

use super::Inquiry;
use super::facts::applied;
use super::walk::By;
use crate::index::{Cell, Piece, Player};
use crate::position::{Move, State, TooWide};
use crate::rules::{MoveRule, Outcome, Who, limits};

/// A pseudo-legal move and the rule that makes it.
#[derive(Clone)]
pub(super) struct Found<'r> {
    /// The move.
    pub(super) chosen: Move,
    /// Its rule.
    pub(super) rule: &'r MoveRule,
}

impl<'r> Inquiry<'r> {
    /// The rules by which a player may try to move, each with the cell of the piece (an action has
    /// none).
    pub(super) fn rules_of(
        &self,
        cells: &[Piece],
        player: Player,
    ) -> Vec<(Option<Cell>, &'r MoveRule)> {
        let (rules, facing) = (self.rules, self.rules.facing(player));
        let mut found = Vec::new();
        for cell in self.graph.all().filter(|_| rules.turn.pieces) {
            let piece = cells[cell.index()];
            let Some(kind) = piece.kind().filter(|_| piece.owner() == Some(player)) else {
                continue;
            };
            for rule in &rules.kinds[kind.index()].moves {
                if self.graph.contains(&rule.from, cell, facing) {
                    found.push((Some(cell), rule));
                }
            }
        }
        found.extend(rules.actions.iter().map(|rule| (None, rule)));
        found
    }

    /// Every route that fits and changes something, sorted; several may be one move.
    pub(super) fn routes(
        &mut self,
        cells: &[Piece],
        player: Player,
    ) -> Result<Vec<Found<'r>>, TooWide> {
        let by = By { player, attack: false };
        let mut found = Vec::new();
        for (place, rule) in self.rules_of(cells, player) {
            for way in self.ways(by, rule, cells, place)? {
                let mut captures = way.captures;
                captures.sort();
                captures.dedup();
                let edits = way.board.edits();
                if !edits.is_empty() {
                    let chosen = Move { path: way.path, edits, captures, name: rule.name };
                    found.push(Found { chosen, rule });
                }
            }
            if found.len() > super::WAYS {
                return Err(TooWide);
            }
        }
        found.sort_by(|a, b| a.chosen.cmp(&b.chosen));
        Ok(found)
    }

    /// The pseudo-legal moves, sorted: of the routes that are one move, the first.
    pub(super) fn pseudo(
        &mut self,
        cells: &[Piece],
        player: Player,
    ) -> Result<Vec<Found<'r>>, TooWide> {
        let differ = self.rules.turn.routes_differ;
        let mut found = self.routes(cells, player)?;
        let mut seen = BTreeSet::new();
        found.retain(|found| {
            let path = if differ { found.chosen.path.clone() } else { Vec::new() };
            seen.insert((path, found.chosen.edits.clone()))
        });
        if found.len() > limits::MOVES { Err(TooWide) } else { Ok(found) }
    }

    /// The first prohibition that holds after a move of that player.
    pub(super) fn refusal(
        &mut self,
        after: &[Piece],
        player: Player,
    ) -> Result<Option<usize>, TooWide> {
        for (index, forbid) in self.rules.forbids.iter().enumerate() {
            if self.holds(after, player, &forbid.when.value)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The moves that no prohibition refuses, sorted; one may yet force others aside.
    pub(super) fn allowed(
        &mut self,
        cells: &[Piece],
        player: Player,
    ) -> Result<Vec<Move>, TooWide> {
        self.within(|this| {
            let mut allowed = Vec::new();
            for found in this.pseudo(cells, player)? {
                if this.refusal(&applied(cells, &found.chosen), player)?.is_none() {
                    allowed.push(found.chosen);
                }
            }
            Ok(allowed)
        })
    }

    /// The legal moves, sorted, whether or not an ending holds.
    pub(super) fn legal(&mut self, cells: &[Piece], player: Player) -> Result<Vec<Move>, TooWide> {
        let mut legal = self.allowed(cells, player)?;
        if let Some(must) = self.rules.turn.must
            && legal.iter().any(|chosen| chosen.name == must)
        {
            legal.retain(|chosen| chosen.name == must);
        }
        Ok(legal)
    }

    /// The legal moves, sorted; none when the game is over.
    pub(super) fn moves(&mut self, cells: &[Piece], player: Player) -> Result<Vec<Move>, TooWide> {
        match self.state(cells, player)? {
            State::Ongoing => self.legal(cells, player),
            State::Won(..) | State::Drawn(_) => Ok(Vec::new()),
        }
    }

    /// How the game stands, by the first ending that holds.
    pub(super) fn state(&mut self, cells: &[Piece], turn: Player) -> Result<State, TooWide> {
        self.within(|this| {
            let rules = this.rules;
            for (index, ending) in rules.endings.iter().enumerate() {
                if this.holds(cells, turn, &ending.when.value)? {
                    return Ok(match ending.result {
                        Outcome::Draw | Outcome::Win(Who::Nobody) => State::Drawn(index),
                        Outcome::Win(Who::Mover) => State::Won(turn, index),
                        Outcome::Win(Who::Last) => State::Won(rules.previous(turn), index),
                        Outcome::Win(Who::Other) => State::Won(rules.next(turn), index),
                        Outcome::Win(Who::Player(player)) => State::Won(player, index),
                    });
                }
            }
            Ok(State::Ongoing)
        })
    }

    /// The first verdict that holds.
    pub(super) fn verdict(
        &mut self,
        cells: &[Piece],
        turn: Player,
    ) -> Result<Option<usize>, TooWide> {
        for (index, verdict) in self.rules.verdicts.iter().enumerate() {
            let holds = match &verdict.when {
                Some(when) => self.holds(cells, turn, &when.value)?,
                None => true,
            };
            if holds {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}
