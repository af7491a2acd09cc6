//! Random positions, and the two evaluators held to each other on them.
#![allow(dead_code, reason = "each suite uses its own part")]

use crate::tool::Chance;
use interp::eval::Evaluator;
use interp::eval::playout::{Chance as Luck, Playout};
use interp::index::{Cell, Piece, Player};
use interp::notation::Notation;
use interp::position::{Move, Position, Size, State};
use interp::program::Program;
use interp::rules::Rules;
use interp::trace::Reference;

/// Plies of a random game from each position, where games are played by sets of cells.
const PLIES: u32 = 6;
/// A random game ends where it has seen more moves than that.
pub const SEEN: usize = 3000;
/// More sequences of two moves are not counted.
const MANY: u64 = 150_000;

/// What an evaluator says of a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How the game stands.
    pub state: State,
    /// The legal moves, whether or not an ending holds.
    pub legal: Vec<Move>,
    /// Its verdict.
    pub verdict: Option<usize>,
    /// How many moves a count finds.
    pub count: u64,
    /// A random game, where games are played by sets of cells.
    pub played: Option<Playout>,
}

impl Answer {
    /// The moves, none when the game is over.
    pub fn moves(&self) -> &[Move] {
        playable(self.state, &self.legal)
    }
}

/// Rules with the engine of them, for boards of one size.
pub struct Engine<'r> {
    rules: &'r Rules,
    program: Program,
}

impl<'r> Engine<'r> {
    /// The engine.
    pub fn new(rules: &'r Rules, size: Size) -> Self {
        Self { rules, program: Program::compile(rules, size) }
    }

    /// What it says of the position, having held that every move can be taken back. `None` where it finds the
    /// position too wide.
    pub fn answer(&self, position: &Position) -> Option<Answer> {
        let mut fast = Evaluator::new(&self.program);
        let (mut moves, mut legal) = (Vec::new(), Vec::new());
        let state = fast.state(position).ok()?;
        fast.legal(position, &mut legal).ok()?;
        fast.moves(position, &mut moves).ok()?;
        let verdict = fast.verdict(position).ok()?;
        let count = fast.perft(position, 1).ok()?;
        let played = match self.program.plays_by_sets() {
            true => Some(fast.playout(position, &mut luck(position), PLIES).ok()?),
            false => None,
        };
        let answer = Answer { state, legal, verdict, count, played };
        assert_eq!(answer.moves(), moves, "moves of\n{position:?}\n{}", self.shown(position));
        self.assert_restored(position, &moves);
        Some(answer)
    }

    fn assert_restored(&self, position: &Position, moves: &[Move]) {
        let layout = self.rules.layout(position.size);
        let mut position = position.clone();
        layout.complete(&mut position.cells, position.turn);
        for chosen in moves {
            let mut after = position.clone();
            after.apply(chosen, &layout);
            // A pass may change nothing, where every counter has come to its end; nor need what is drawn, or what makes a mark
            // that is there.
            let marks = chosen.edits.is_empty() && !self.rules.marks.is_empty();
            if !chosen.path.is_empty() && !self.rules.is_drawn(chosen.name) && !marks {
                assert_ne!(after.cells, position.cells, "{chosen:?} changes nothing");
            }
            after.undo(chosen, &layout);
            assert_eq!(after, position, "{chosen:?} is not taken back");
        }
    }

    /// The number of sequences of two moves, if they are not a great many.
    pub fn count(&self, position: &Position) -> Option<u64> {
        let count = Evaluator::new(&self.program).perft(position, 2).ok();
        count.filter(|count| *count <= MANY)
    }

    /// Makes a move. `None` where it finds the position too wide.
    pub fn play(&self, position: &mut Position, chosen: &Move) -> Option<()> {
        Evaluator::new(&self.program).play(position, chosen).ok()
    }

    fn shown(&self, position: &Position) -> String {
        Notation::new(self.rules).draw(position)
    }
}

/// Rules with both evaluators of them, for boards of one size.
pub struct Pair<'r> {
    rules: &'r Rules,
    size: Size,
    reference: Reference<'r>,
    /// The same rules without the endings that do not stop a count, if there are such.
    counting: Option<Rules>,
    engine: Engine<'r>,
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
        Self { rules, size, reference, counting, engine: Engine::new(rules, size) }
    }

    /// The reference evaluator of what a count stops at.
    fn counting(&self) -> Reference<'_> {
        match &self.counting {
            Some(rules) => Reference::new(rules, self.size),
            None => self.reference.clone(),
        }
    }

    /// Holds that both say the same of the position, that every move can be taken back, and that a random game is the
    /// same whether it is played by sets or walked; the moves.
    /// `None` where one of them finds the position too wide.
    pub fn agreed(&self, position: &Position) -> Option<Vec<Move>> {
        self.answer(position).map(|answer| answer.moves().to_vec())
    }

    /// The same; what the reference evaluator says.
    pub fn answer(&self, position: &Position) -> Option<Answer> {
        let mut fast = Evaluator::new(&self.engine.program);
        let shown = || self.engine.shown(position);
        let (mut moves, mut legal) = (Vec::new(), Vec::new());
        // The reference's moves are the legal ones where the game goes on, and none elsewhere, as
        // `assert_moves` holds; and a count goes on where the game does.
        let mut reference = self.reference.about(position);
        let state = reference.state().ok()?;
        assert_eq!(fast.state(position).ok()?, state, "state of\n{position:?}\n{}", shown());
        let expected = reference.legal().ok()?;
        fast.legal(position, &mut legal).ok()?;
        assert_eq!(legal, expected, "legal moves of\n{position:?}\n{}", shown());
        let playing = playable(state, &expected);
        fast.moves(position, &mut moves).ok()?;
        assert_eq!(moves, playing, "moves of\n{position:?}\n{}", shown());
        let verdict = reference.verdict().ok()?;
        let found = fast.verdict(position).ok()?;
        assert_eq!(found, verdict, "verdict of\n{position:?}\n{}", shown());
        let counted = match (state, &self.counting) {
            (State::Won(_, at) | State::Drawn(at), Some(_)) if !self.rules.endings[at].perft => {
                playable(self.counting().state(position).ok()?, &expected).len()
            }
            _ => playing.len(),
        };
        let count = counted as u64;
        assert_eq!(fast.perft(position, 1).ok()?, count, "perft of\n{}", shown());
        self.engine.assert_restored(position, &moves);
        let mut played = None;
        if self.engine.program.plays_by_sets() {
            let walked = fast.replay(position, &mut luck(position), PLIES, |_| {}).ok()?;
            let found = fast.playout(position, &mut luck(position), PLIES).ok()?;
            assert_eq!(found, walked, "a random game from\n{position:?}\n{}", shown());
            played = Some(walked);
        }
        Some(Answer { state, legal: expected, verdict, count, played })
    }

    /// Holds that the reference evaluator has the legal moves while the game goes on, and then none.
    pub fn assert_moves(&self, position: &Position) {
        let reference = &self.reference;
        let asked = (reference.state(position), reference.legal(position));
        let (Ok(state), Ok(legal)) = asked else { return };
        assert_eq!(reference.moves(position), Ok(playable(state, &legal).to_vec()));
    }

    /// Holds that counting two moves deep is counting one move deep after every move; how many that are. `None`
    /// where it is not held: there are none or a great many, or one of both finds a position too wide.
    pub fn count(&self, position: &Position, moves: &[Move]) -> Option<u64> {
        // Counts may go past the ending.
        let first = moves.first()?;
        let (counting, layout) = (self.counting(), self.rules.layout(position.size));
        // What enters the history is the same for every move.
        let mut before = position.clone();
        counting.play(&mut before, first).ok()?;
        before.undo(first, &layout);
        let mut sum = 0;
        for chosen in moves {
            let mut after = before.clone();
            after.apply(chosen, &layout);
            sum += counting.moves(&after).ok()?.len() as u64;
            // The reference takes its time over a great many.
            if sum > MANY {
                return None;
            }
        }
        let count = Evaluator::new(&self.engine.program).perft(position, 2).ok()?;
        assert_eq!(count, sum, "perft 2 of\n{}", self.engine.shown(position));
        Some(sum)
    }

    /// Makes a move; both enter the same into the history. `None` where one of them finds the position too wide.
    pub fn play(&self, position: &mut Position, chosen: &Move) -> Option<()> {
        let mut found = position.clone();
        self.reference.play(position, chosen).ok()?;
        self.engine.play(&mut found, chosen)?;
        assert_eq!(found, *position, "{chosen:?} is played otherwise");
        Some(())
    }

    /// Plays at random from a position; both evaluators are asked at every step.
    pub fn assert_game(&self, position: Position, plies: usize, chance: &mut Chance) {
        let play = |position: &mut Position, chosen: &Move| self.play(position, chosen);
        game(position, plies, chance, |position| self.agreed(position), play);
    }
}

/// Plays at random from a position, whose moves someone tells and makes. Where there are
/// thousands of moves the game is cut short, for the reference takes its time over each.
pub fn game(
    mut position: Position,
    plies: usize,
    chance: &mut Chance,
    mut moves: impl FnMut(&Position) -> Option<Vec<Move>>,
    mut play: impl FnMut(&mut Position, &Move) -> Option<()>,
) {
    let mut seen = 0;
    for _ in 0..plies {
        let Some(moves) = moves(&position) else { return };
        seen += moves.len();
        if moves.is_empty() || seen > SEEN {
            return;
        }
        if play(&mut position, chance.of(&moves)).is_none() {
            return;
        }
    }
}

/// The chance of a random game from there.
fn luck(position: &Position) -> Luck {
    Luck::of_game(position.cells.iter().map(|one| u64::from(one.0)).sum(), 1)
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
    let mut stands = |cell: usize| match graph.has(Cell::at(cell))
        && chance.percent(filled)
        && !pieces.is_empty()
    {
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
    if layout.stack() > 1 {
        for cell in (0..first).map(Cell::at) {
            let top = cells[cell.index()];
            let high = match chance.below(3) {
                0 if !top.is_empty() => chance.below(layout.stack().min(6)),
                _ => 0,
            };
            let mut tower: Vec<Piece> = (0..high).map(|_| *chance.of(&pieces)).collect();
            tower.extend((!top.is_empty()).then_some(top));
            layout.build(&mut cells, cell, &tower);
        }
    }
    let turn = Player::at(chance.below(rules.players.len()));
    // As every position that is read or set up.
    layout.complete(&mut cells, turn);
    Position::new(size, cells, turn)
}
