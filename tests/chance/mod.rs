//! Random positions, and the two evaluators held to each other on them.
#![allow(dead_code, reason = "each suite uses its own part")]

use crate::tool::Chance;
use interp::eval::Evaluator;
use interp::index::{Piece, Player};
use interp::notation::Notation;
use interp::position::{Move, Position, Size};
use interp::program::Program;
use interp::rules::Rules;
use interp::trace::Reference;

/// Rules with both evaluators of them, for boards of one size.
pub struct Pair<'r> {
    rules: &'r Rules,
    reference: Reference<'r>,
    program: Program,
}

impl<'r> Pair<'r> {
    /// Both evaluators.
    pub fn new(rules: &'r Rules, size: Size) -> Self {
        Self {
            rules,
            reference: Reference::new(rules, size),
            program: Program::compile(rules, size),
        }
    }

    /// Holds that both say the same of the position, and that every move can be taken back; the moves.
    /// `None` where one of them finds the position too wide.
    pub fn agreed(&self, position: &Position) -> Option<Vec<Move>> {
        let mut fast = Evaluator::new(&self.program);
        let shown = || Notation::new(self.rules).draw(position);
        let (mut moves, mut legal) = (Vec::new(), Vec::new());
        let expected = self.reference.moves(position).ok()?;
        fast.moves(position, &mut moves).ok()?;
        assert_eq!(moves, expected, "moves of\n{position:?}\n{}", shown());
        let expected = self.reference.legal(position).ok()?;
        fast.legal(position, &mut legal).ok()?;
        assert_eq!(legal, expected, "legal moves of\n{position:?}\n{}", shown());
        let state = self.reference.state(position).ok()?;
        assert_eq!(fast.state(position).ok()?, state, "state of\n{position:?}\n{}", shown());
        let verdict = self.reference.verdict(position).ok()?;
        let found = fast.verdict(position).ok()?;
        assert_eq!(found, verdict, "verdict of\n{position:?}\n{}", shown());
        assert_eq!(fast.perft(position, 1).ok()?, moves.len() as u64, "perft of\n{}", shown());
        self.assert_restored(position, &moves);
        Some(moves)
    }

    fn assert_restored(&self, position: &Position, moves: &[Move]) {
        let players = self.rules.players.len();
        for chosen in moves {
            let mut after = position.clone();
            after.apply(chosen, players);
            assert_ne!(after.cells, position.cells, "{chosen:?} changes nothing");
            after.undo(chosen, players);
            assert_eq!(&after, position, "{chosen:?} is not taken back");
        }
    }

    /// Holds that counting two moves deep is counting one move deep after every move.
    pub fn assert_counts(&self, position: &Position, moves: &[Move]) {
        let mut sum = 0;
        for chosen in moves {
            let mut after = position.clone();
            after.apply(chosen, self.rules.players.len());
            let Ok(replies) = self.reference.moves(&after) else { return };
            sum += replies.len() as u64;
        }
        if let Ok(count) = Evaluator::new(&self.program).perft(position, 2) {
            assert_eq!(count, sum, "perft 2 of\n{}", Notation::new(self.rules).draw(position));
        }
    }

    /// Plays at random from a position; both evaluators are asked at every step.
    pub fn assert_game(&self, mut position: Position, plies: usize, chance: &mut Chance) {
        for _ in 0..plies {
            let Some(moves) = self.agreed(&position) else { return };
            if moves.is_empty() {
                return;
            }
            position.apply(chance.of(&moves), self.rules.players.len());
        }
    }
}

/// What may stand on a cell: everything that the format has a character for.
pub fn pieces(rules: &Rules) -> Vec<Piece> {
    let glyphs = rules.format.cells.iter().map(|glyph| glyph.piece);
    glyphs.filter(|piece| !piece.is_empty()).collect()
}

/// A board of that size with about so many cells of a hundred filled.
pub fn board(rules: &Rules, size: Size, filled: usize, chance: &mut Chance) -> Position {
    let pieces = pieces(rules);
    let cells = usize::from(size.width) * usize::from(size.height);
    Position {
        size,
        cells: (0..cells)
            .map(|_| if chance.percent(filled) { *chance.of(&pieces) } else { Piece::EMPTY })
            .collect(),
        turn: Player::at(chance.below(rules.players.len())),
    }
}
