//! Model + position → moves and verdicts with their reasons: the slow reference evaluator.
//!
//! It walks the model directly, keeps every way that a walk fits in a list, and is the
//! specification that the compiled evaluator is held against.

mod acts;
mod attacks;
mod explain;
mod explain_move;
mod facts;
mod goals;
mod moves;
mod nearest;
mod overlay;
mod score;
mod seen;
mod teller;
mod towers;
mod uses;
mod walk;

use std::collections::HashMap;
use std::rc::Rc;

use crate::index::{Cell, Counter, GoalId, Heading, MoveName, Piece, Player};
use crate::position::{Move, Past, Position, Put, Size, State, TooWide};
use crate::rules::{Cond, Dirs, Facing, Graph, Layout, Named, Node, Rules, Test, limits};
use crate::source::Span;
use attacks::Struck;
use facts::Made;
pub use uses::Uses;

/// Failures of walks that are written down.
const STOPS: usize = 10_000;
/// Boards whose legal moves are remembered while a question is answered.
const KNOWN: usize = 256;

/// A line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How far it is indented: it explains the last note that is less deep.
    pub depth: usize,
    /// What is said.
    pub text: String,
    /// The cells that it names, each once, in the order of the text.
    pub cells: Vec<Cell>,
    /// The place in the rule file that says so.
    pub span: Option<Span>,
}

/// The reference evaluator of some rules on boards of one size.
#[derive(Clone, Debug)]
pub struct Reference<'r> {
    rules: &'r Rules,
    graph: Graph,
    layout: Layout,
    /// Whether it is asked of a move what moves there are after it, which the positions before may tell.
    replies_ask_past: bool,
    /// Which names tell moves apart that change the same.
    named: Named,
    /// The legal moves of the position that it is asked about, where they are known.
    given: Option<(Asked, Rc<[Move]>)>,
}

/// By whom moves can be made, and on which board.
type Asked = (Player, Vec<Piece>);

impl<'r> Reference<'r> {
    /// An evaluator of `rules` for positions of that size.
    pub fn new(rules: &'r Rules, size: Size) -> Self {
        let (graph, layout) = (rules.graph(size), rules.layout(size));
        let replies_ask_past = rules.replies_ask_past().is_some();
        Self { rules, graph, layout, replies_ask_past, named: Named::of(rules), given: None }
    }

    /// The same for one position, with its legal moves as they are played, whether or not an ending holds. There may be tens of
    /// thousands, which another evaluator finds much sooner.
    ///
    /// # Panics
    /// If the reference [takes](Reference::takes_moves) no moves.
    pub fn knowing(mut self, position: &Position, legal: Vec<Move>) -> Self {
        assert!(self.takes_moves(), "these rules sift their moves");
        let asked = (position.turn, self.store(position));
        self.given = Some((asked, self.unplayed(legal).into()));
        self
    }

    /// Moves without what playing them does to the counters and to the place in the schedule, and without passes.
    fn unplayed(&self, mut played: Vec<Move>) -> Vec<Move> {
        let players = || (0..self.rules.players.len()).map(Player::at);
        let counters = (0..self.rules.counters.len()).map(Counter::at);
        let counted =
            counters.flat_map(|of| players().map(move |who| self.layout.counter(of, who)));
        let turn = self.layout.turn_slots().into_iter().flat_map(|(at, made)| [at, made]);
        let slots: Vec<Cell> = counted.chain(turn.map(Cell::at)).collect();
        played.retain(|chosen| !self.rules.turn.is_pass(Some(chosen.name)));
        for chosen in &mut played {
            chosen.edits.retain(|edit| !slots.contains(&edit.cell));
        }
        played.sort();
        played
    }

    /// The legal moves, sorted; none when the game is over.
    ///
    /// # Errors
    ///
    /// [`TooWide`] where a limit is reached, as in every other method here.
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, TooWide> {
        self.about(position).moves()
    }

    /// The legal moves, sorted, whether or not an ending holds.
    pub fn legal(&self, position: &Position) -> Result<Vec<Move>, TooWide> {
        self.about(position).legal()
    }

    /// How the game stands.
    pub fn state(&self, position: &Position) -> Result<State, TooWide> {
        self.about(position).state()
    }

    /// The first verdict of the rules that holds.
    pub fn verdict(&self, position: &Position) -> Result<Option<usize>, TooWide> {
        self.about(position).verdict()
    }

    /// Several questions about one position: what has been found for one need not be found again for
    /// the next.
    pub fn about(&self, position: &Position) -> About<'_> {
        About { inquiry: self.inquiry(position), cells: self.store(position), turn: position.turn }
    }

    /// Whether a condition holds, its mover being the player to move.
    pub fn holds<'s>(&'s self, position: &Position, when: &'s Cond) -> Result<bool, TooWide> {
        self.inquiry(position).holds(&self.store(position), position.turn, when)
    }

    /// A number that two positions of a game share if they are the same: what stands where and in
    /// hands, whose turn it is, the marks, and the counters that are never reset. Marks that last a
    /// ply matter only where the mover has other moves with them than without.
    pub fn key(&self, position: &Position) -> Result<u64, TooWide> {
        self.inquiry(position).key(&self.store(position), position.turn)
    }

    /// Makes a move and enters the position before it into the history.
    pub fn play(&self, position: &mut Position, chosen: &Move) -> Result<(), TooWide> {
        let key = self.key(position)?;
        position.cells = self.store(position);
        let board = self.layout.board_key(&position.cells);
        position.history.push(Past { key, board });
        position.apply(chosen, &self.layout);
        Ok(())
    }

    /// The position with all of its slots.
    fn whole(&self, position: &Position) -> Position {
        Position { cells: self.store(position), ..position.clone() }
    }

    /// The position's cells and slots, all of them.
    fn store(&self, position: &Position) -> Vec<Piece> {
        let mut cells = position.cells.clone();
        self.layout.complete(&mut cells, position.turn);
        cells
    }

    /// Says whose turn it is, what holds and why, and which moves are refused by what.
    pub fn explain(&self, position: &Position, name: &dyn Fn(Cell) -> String) -> Vec<Note> {
        explain::position(self, &self.whole(position), name)
    }

    /// Whether whoever has found the legal moves of a position may hand them to [`Reference::knowing`]: no rule refuses moves
    /// or puts some before others, and no walk changes the numbers that go with a turn.
    pub fn takes_moves(&self) -> bool {
        let turn = &self.rules.turn;
        let sifts =
            !self.rules.forbids.is_empty() || turn.must.is_some() || !turn.prefer.is_empty();
        !sifts && self.layout.turn_numbers().next().is_none()
    }

    /// Says what a legal move does.
    pub fn explain_listed(
        &self,
        position: &Position,
        listed: &Move,
        name: &dyn Fn(Cell) -> String,
    ) -> Vec<Note> {
        explain_move::listed(self, &self.whole(position), listed, name)
    }

    /// The legal move that a walk of that path comes to, if one does: it may be told by other cells, where several walks come to the
    /// same.
    ///
    /// # Errors
    /// [`TooWide`] where the position has more walks or moves than are tried.
    pub fn told_by(&self, position: &Position, path: &[Cell]) -> Result<Option<Move>, TooWide> {
        explain_move::told_by(self, &self.whole(position), path)
    }

    /// Says what the move of that path does, which may `put` a piece where it ends, or why there is none.
    pub fn explain_move(
        &self,
        position: &Position,
        path: &[Cell],
        put: Option<Put>,
        name: &dyn Fn(Cell) -> String,
    ) -> Vec<Note> {
        explain_move::path(self, &self.whole(position), path, put, name)
    }

    /// Says what the moves of a name do that have no cells, or why there are none.
    pub fn explain_named(
        &self,
        position: &Position,
        named: MoveName,
        name: &dyn Fn(Cell) -> String,
    ) -> Vec<Note> {
        explain_move::named(self, &self.whole(position), named, name)
    }

    /// The cells by which a player has reached a goal: the line, the path from side to side, the group.
    pub fn reached(
        &self,
        position: &Position,
        player: Player,
        goal: GoalId,
    ) -> Result<Option<Vec<Cell>>, TooWide> {
        self.inquiry(position).reached(&self.store(position), player, goal)
    }

    /// The cells that a player attacks, each with how many of his rules and pieces do: where something of the next player's that stood
    /// there would be captured.
    pub fn attacks(
        &self,
        position: &Position,
        player: Player,
    ) -> Result<Vec<(Cell, usize)>, TooWide> {
        let (cells, defender) = (self.store(position), self.rules.opponent(player));
        let mut found = Vec::new();
        for cell in self.graph.all() {
            let mut inquiry = self.inquiry(position);
            let count = inquiry.attackers(&cells, cell, player, defender, usize::MAX)?.len();
            found.extend((count > 0).then_some((cell, count)));
        }
        Ok(found)
    }

    fn inquiry<'s>(&'s self, position: &Position) -> Inquiry<'s> {
        Inquiry {
            rules: self.rules,
            graph: &self.graph,
            layout: &self.layout,
            replies_ask_past: self.replies_ask_past,
            named: &self.named,
            history: position.history.clone(),
            made: None,
            steps: 0,
            depth: 0,
            stops: None,
            uses: None,
            keying: false,
            attacking: false,
            known: self.given.clone().into_iter().collect(),
            struck: None,
            headings: HashMap::new(),
        }
    }
}

/// A position that a [`Reference`] is asked about. Each answer is that of its method of the same name.
pub struct About<'r> {
    inquiry: Inquiry<'r>,
    cells: Vec<Piece>,
    turn: Player,
}

impl About<'_> {
    /// [`Reference::moves`].
    pub fn moves(&mut self) -> Result<Vec<Move>, TooWide> {
        self.inquiry.steps = 0;
        self.inquiry.moves(&self.cells, self.turn)
    }

    /// [`Reference::legal`].
    pub fn legal(&mut self) -> Result<Vec<Move>, TooWide> {
        self.inquiry.steps = 0;
        self.inquiry.legal_or_pass(&self.cells, self.turn)
    }

    /// [`Reference::state`].
    pub fn state(&mut self) -> Result<State, TooWide> {
        self.inquiry.steps = 0;
        self.inquiry.state(&self.cells, self.turn)
    }

    /// [`Reference::verdict`].
    pub fn verdict(&mut self) -> Result<Option<usize>, TooWide> {
        self.inquiry.steps = 0;
        self.inquiry.verdict(&self.cells, self.turn)
    }
}

/// One question put to a [`Reference`], with what has been spent on it.
struct Inquiry<'r> {
    rules: &'r Rules,
    graph: &'r Graph,
    layout: &'r Layout,
    /// As of [`Reference`].
    replies_ask_past: bool,
    named: &'r Named,
    /// The game's earlier positions.
    history: Vec<Past>,
    /// The move that is asked about, where it is made and the turn has not passed yet.
    made: Option<Made>,
    steps: u64,
    depth: u32,
    /// Whether a walk asks that is only followed to know what it attacks, so that tests see no attacks.
    attacking: bool,
    /// Whether it is only asked whether two positions are the same, so that none is taken for a repetition.
    keying: bool,
    /// Where walks failed, if that is asked for.
    stops: Option<Vec<Stop<'r>>>,
    /// Which clauses of the rules are used, if that is asked for.
    uses: Option<Uses>,
    /// By player and board the legal moves that have been found.
    known: HashMap<Asked, Rc<[Move]>>,
    /// What a player attacks on the board that was asked about last.
    struck: Option<Struck<'r>>,
    /// By the place of the word in the rules, whom the player faces and where the walk heads, the
    /// headings that it names.
    headings: HashMap<(*const Dirs, Facing, Heading), Rc<[Heading]>>,
}

/// Where a walk failed.
struct Stop<'r> {
    /// What did not fit.
    node: &'r Node,
    /// The part of its test that did not pass.
    part: Option<&'r Test>,
    /// Where the cursor was.
    cell: Cell,
    /// What stood there then.
    found: Piece,
    /// The number, or the height of the tower, of which that part asks.
    number: u16,
    /// The cells that the walk had come by.
    path: Vec<Cell>,
    /// How many of its parts it had come over, if these are counted.
    parts: usize,
}

impl Inquiry<'_> {
    /// Counts steps of walks.
    fn spend(&mut self, steps: usize) -> Result<(), TooWide> {
        self.steps += steps as u64;
        if self.steps > limits::STEPS { Err(TooWide::Steps) } else { Ok(()) }
    }

    /// Asks something whose failures are not those of the walk that asks: what is looked at.
    fn unseen<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let stops = self.stops.take();
        let answer = ask(self);
        self.stops = stops;
        answer
    }

    /// Asks about a move that has just been made.
    fn about<T>(&mut self, made: Made, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.made.replace(made);
        let answer = ask(self);
        self.made = before;
        answer
    }

    /// Asks what moves there are after the one that is asked about: by then the position before it is the latest of the
    /// earlier ones.
    fn replied<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let past = |made: Made| Some(Past { key: made.key?, board: made.before });
        let Some(past) = self.made.and_then(past) else { return ask(self) };
        let (made, known) = (self.made.take(), std::mem::take(&mut self.known));
        let struck = self.struck.take();
        self.history.push(past);
        let answer = ask(self);
        self.history.pop();
        (self.made, self.known, self.struck) = (made, known, struck);
        answer
    }

    /// Answers a question within a question.
    fn within<T>(
        &mut self,
        ask: impl FnOnce(&mut Self) -> Result<T, TooWide>,
    ) -> Result<T, TooWide> {
        if self.depth >= limits::DEPTH {
            return Err(TooWide::Depth);
        }
        self.depth += 1;
        let answer = ask(self);
        self.depth -= 1;
        answer
    }
}
