//! The rules as a page for players.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;

use super::Game;
use crate::eval::Evaluator;
use crate::eval::playout::Chance;
use crate::index::Kind;
use crate::position::{Move, Position};
use crate::program::Program;
use crate::report::{self, Example};
use crate::rules::{Act, MoveRule, Walk};

/// Random games in which examples of moves are looked for, at most, and how far these are played.
const GAMES: u64 = 20;
const PLIES: u32 = 80;

/// Instructions of walks that are run for one of them.
const WALKED: u64 = 50_000_000;

impl Game {
    /// The rules in plain English, as Markdown: a page that a player could learn the game from. What takes many words has an example, out
    /// of a random game.
    pub fn describe(&self) -> String {
        let sample = OnceCell::new();
        let example = |kind: Option<Kind>, rule: &MoveRule| {
            let sample = sample.get_or_init(|| Sample::of(self));
            sample.as_ref()?.borrow_mut().example(self, kind, rule)
        };
        report::describe(self.notation(), &|kind| self.reach(kind, None), &example)
    }
}

/// Random games, as many as have been asked for.
struct Sample {
    program: Program,
    start: Position,
    games: u64,
    /// Their positions, each with its moves.
    positions: Vec<(Position, Vec<Move>)>,
}

impl Sample {
    /// None yet; nothing where no game begins.
    fn of(game: &Game) -> Option<RefCell<Self>> {
        let start = game.start().ok()?.inner().clone();
        let program = Program::compile(game.rules(), start.size);
        Some(RefCell::new(Self { program, start, games: 0, positions: Vec::new() }))
    }

    /// Plays one game more; whether there is one.
    fn more(&mut self) -> bool {
        if self.games == GAMES {
            return false;
        }
        self.games += 1;
        let mut evaluator = Evaluator::plain(&self.program);
        evaluator.allow(WALKED);
        let mut chance = Chance::of_game(1, self.games);
        let mut here = self.start.clone();
        for _ in 0..PLIES {
            let mut moves = Vec::new();
            // Where there are too many moves, nothing more is shown.
            if evaluator.moves(&here, &mut moves).is_err() {
                self.games = GAMES;
                break;
            }
            let Some(chosen) = moves.get(chance.below(moves.len().max(1))).cloned() else { break };
            let next = here.after(&chosen, &self.program.layout);
            self.positions.push((std::mem::replace(&mut here, next), moves));
        }
        true
    }

    /// A move of a rule, out of the first position that has one; if the rule can capture, one that does. Of several the one that changes
    /// the most.
    fn example(&mut self, game: &Game, kind: Option<Kind>, rule: &MoveRule) -> Option<Example> {
        let captures = rule.walk.any(&|walk| matches!(walk, Walk::Act(Act::Capture)));
        let mut at = 0;
        loop {
            while at >= self.positions.len() {
                if !self.more() {
                    return None;
                }
            }
            let (before, moves) = self.positions.get(at)?;
            at += 1;
            let stands = |chosen: &Move| {
                let from = chosen.path.first();
                from.and_then(|from| before.cells.get(from.index())).and_then(|on| on.kind())
            };
            let fits = |chosen: &&Move| {
                let of = kind.is_none_or(|kind| stands(chosen) == Some(kind));
                chosen.name == rule.name && of && !(captures && chosen.captures.is_empty())
            };
            let most = |chosen: &&Move| (chosen.edits.len(), Reverse(chosen.path.clone()));
            let Some(chosen) = moves.iter().filter(fits).max_by_key(most) else { continue };
            let notation = game.notation();
            return Some(Example {
                mover: game.player(before.turn).to_owned(),
                name: notation.move_name(chosen, before),
                before: notation.draw(before),
                after: notation.draw(&before.after(chosen, &self.program.layout)),
            });
        }
    }
}
