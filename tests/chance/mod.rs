//! Random positions, and the two evaluators held to each other on them.
#![allow(dead_code, reason = "each suite uses its own part")]

use crate::tool::Chance;
use interp::eval::Evaluator;
use interp::eval::playout::Chance as Luck;
use interp::index::{Cell, Piece, Player};
use interp::notation::Notation;
use interp::position::{Move, Position, Size, State};
use interp::program::Program;
use interp::rules::Rules;
use interp::trace::Reference;

/// Plies of a random game from each position, where games are played by sets of cells.
const PLIES: u32 = 6;

/// Rules with both evaluators of them, for boards of one size.
pub struct Pair<'r> {
    rules: &'r Rules,
    size: Size,
    reference: Reference<'r>,
    /// The same rules without the endings that do not stop a count, if there are such.
    counting: Option<Rules>,
    program: Program,
}

impl<'r> Pair<'r> {
    /// Both evaluators.
    pub fn new(rules: &'r Rules, size: Size) -> Self {
        let counting = rules.endings.iter().any(|ending| !ending.perft).then(|| {
            let mut counting = rules.clone();
            counting.endings.retain(|ending| ending.perft);
            counting
        });
        let reference = Reference::new(rules, size);
        Self { rules, size, reference, counting, program: Program::compile(rules, size) }
    }

    /// The reference evaluator of what a count stops at.
    fn counting(&self) -> Reference<'_> {
        match &self.counting {
            Some(rules) => Reference::new(rules, self.size),
            None => self.reference.clone(),
        }
    }

    /// Holds that both say the same of the position, and that every move can be taken back; the moves.
    /// `None` where one of them finds the position too wide.
    pub fn agreed(&self, position: &Position) -> Option<Vec<Move>> {
        let mut fast = Evaluator::new(&self.program);
        let shown = || Notation::new(self.rules).draw(position);
        let (mut moves, mut legal) = (Vec::new(), Vec::new());
        // The reference's moves are the legal ones where the game goes on, and none elsewhere, as
        // `assert_moves` holds; and a count goes on where the game does.
        let mut reference = self.reference.about(position);
        let state = reference.state().ok()?;
        assert_eq!(fast.state(position).ok()?, state, "state of\n{position:?}\n{}", shown());
        let expected = reference.legal().ok()?;
        fast.legal(position, &mut legal).ok()?;
        assert_eq!(legal, expected, "legal moves of\n{position:?}\n{}", shown());
        let expected = playable(state, &expected);
        fast.moves(position, &mut moves).ok()?;
        assert_eq!(moves, expected, "moves of\n{position:?}\n{}", shown());
        let verdict = reference.verdict().ok()?;
        let found = fast.verdict(position).ok()?;
        assert_eq!(found, verdict, "verdict of\n{position:?}\n{}", shown());
        let counted = match (state, &self.counting) {
            (State::Won(_, at) | State::Drawn(at), Some(_)) if !self.rules.endings[at].perft => {
                playable(self.counting().state(position).ok()?, &legal).len()
            }
            _ => moves.len(),
        };
        assert_eq!(fast.perft(position, 1).ok()?, counted as u64, "perft of\n{}", shown());
        self.assert_restored(position, &moves);
        if self.program.plays_by_sets() {
            let start =
                || Luck::of_game(position.cells.iter().map(|one| u64::from(one.0)).sum(), 1);
            let walked = fast.replay(position, &mut start(), PLIES, |_| {}).ok()?;
            let played = fast.playout(position, &mut start(), PLIES).ok()?;
            assert_eq!(played, walked, "a random game from\n{position:?}\n{}", shown());
        }
        Some(moves)
    }

    /// Holds that the reference evaluator has the legal moves while the game goes on, and then none.
    pub fn assert_moves(&self, position: &Position) {
        let reference = &self.reference;
        let asked = (reference.state(position), reference.legal(position));
        let (Ok(state), Ok(legal)) = asked else { return };
        assert_eq!(reference.moves(position), Ok(playable(state, &legal).to_vec()));
    }

    fn assert_restored(&self, position: &Position, moves: &[Move]) {
        let layout = self.rules.layout(position.size);
        let mut position = position.clone();
        layout.complete(&mut position.cells, position.turn);
        for chosen in moves {
            let mut after = position.clone();
            after.apply(chosen, &layout);
            // A pass may change nothing, where every counter has come to its end.
            if !chosen.path.is_empty() {
                assert_ne!(after.cells, position.cells, "{chosen:?} changes nothing");
            }
            after.undo(chosen, &layout);
            assert_eq!(after, position, "{chosen:?} is not taken back");
        }
    }

    /// Holds that counting two moves deep is counting one move deep after every move.
    pub fn assert_counts(&self, position: &Position, moves: &[Move]) {
        if moves.is_empty() {
            // Counts may go past the ending.
            return;
        }
        let (counting, layout) = (self.counting(), self.rules.layout(position.size));
        // What enters the history is the same for every move.
        let mut before = position.clone();
        if counting.play(&mut before, &moves[0]).is_err() {
            return;
        }
        before.undo(&moves[0], &layout);
        let mut sum = 0;
        for chosen in moves {
            let mut after = before.clone();
            after.apply(chosen, &layout);
            let Ok(replies) = counting.moves(&after) else { return };
            sum += replies.len() as u64;
            // The reference takes its time over a great many.
            if sum > 150_000 {
                return;
            }
        }
        if let Ok(count) = Evaluator::new(&self.program).perft(position, 2) {
            assert_eq!(count, sum, "perft 2 of\n{}", Notation::new(self.rules).draw(position));
        }
    }

    /// Plays at random from a position; both evaluators are asked at every step. Where there are
    /// thousands of moves the game is cut short, for the reference takes its time over each.
    pub fn assert_game(&self, mut position: Position, plies: usize, chance: &mut Chance) {
        let mut seen = 0;
        for _ in 0..plies {
            let Some(moves) = self.agreed(&position) else { return };
            seen += moves.len();
            if moves.is_empty() || seen > 3000 {
                return;
            }
            if self.reference.play(&mut position, chance.of(&moves)).is_err() {
                return;
            }
        }
    }
}

/// The moves of a game that stands so.
fn playable(state: State, legal: &[Move]) -> &[Move] {
    if state == State::Ongoing { legal } else { &[] }
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
    let graph = rules.graph(size);
    let mut stands = |cell: usize| match graph.has(Cell::at(cell)) && chance.percent(filled) {
        true => *chance.of(&pieces),
        false => Piece::EMPTY,
    };
    let mut cells: Vec<Piece> = (0..cells).map(&mut stands).collect();
    // Hands and counters: mostly little, sometimes anything. Marks: some cells.
    let layout = rules.layout(size);
    let slots = layout.len() - cells.len();
    let first = cells.len();
    cells.extend((0..slots).map(|_| match chance.below(8) {
        0 => Piece::of_byte(chance.below(256) as u8),
        1..=3 => Piece::of_byte(chance.below(3) as u8),
        _ => Piece::EMPTY,
    }));
    for (mark, _) in layout.marks() {
        for player in (0..rules.players.len()).map(Player::at) {
            layout.mark_slots(mark, player).for_each(|slot| cells[slot] = Piece::EMPTY);
            for cell in (0..first)
                .map(Cell::at)
                .filter(|cell| graph.has(*cell) && chance.percent(20))
                .collect::<Vec<_>>()
            {
                let (slot, bit) = layout.mark(mark, cell, player);
                cells[slot.index()].0 |= u16::from(bit);
            }
        }
    }
    Position::new(size, cells, Player::at(chance.below(rules.players.len())))
}
