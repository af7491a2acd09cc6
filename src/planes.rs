//! What a position looks like to a learning system: flat arrays, a plane for everything that cells can be or carry.
//!
//! ```
//! use interp::{index::Player, notation::Notation, planes::Planes, rules, source::Source};
//!
//! let page = r#"
//! [board]
//! size = [3, 2]
//! [players]
//! order = ["x", "o"]
//! [pieces]
//! token = {}
//! [actions]
//! place = 'pick empty, put token'
//! [[verdict]]
//! say  = "open"
//! [format]
//! case  = "{board}"
//! turn  = 'fewest'
//! cells = { "." = 'empty', X = 'x token', O = 'o token' }
//! "#;
//! let rules = rules::load(&Source::new("small.toml", page)).expect("no faults");
//! let position = Notation::new(&rules).position("O..\nXX.").expect("a board").position;
//!
//! let planes = Planes::new(&rules, position.size);
//! assert_eq!(planes.names(), ["board", "own token", "enemy token", "own turn", "enemy turn"]);
//! assert_eq!(planes.shape(), [5, 2, 3]);
//!
//! let mut seen = Vec::new();
//! assert!(planes.see(&position, Player(1), &mut seen));
//! // The south comes first, and what the viewer has comes before what the others have.
//! assert_eq!(seen[6..12], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
//! assert_eq!(seen[12..18], [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
//! assert_eq!(seen[18..24], [1.0; 6]);
//! ```
//!
//! `docs/actions.md` tells the order of the planes.

use crate::index::{Cell, Counter, Kind, Mark, Number, Piece, Player};
use crate::position::{Position, Seen, Size};
use crate::rules::{Bearer, Lasts, Layout, NumberRule, Rules};

/// What a plane tells. A player is told by how many turns after the viewer he comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plane {
    /// Which cells of the grid the board has.
    Board,
    /// Where pieces of a kind stand, a player's or nobody's.
    Piece(Kind, Option<usize>),
    /// Which cells carry a mark, whoever made it or as made by a player.
    Mark(Mark, Option<usize>),
    /// How many of a kind a player has in hand.
    Hand(Kind, usize),
    /// A counter, the game's or a player's.
    Counter(Counter, Option<usize>),
    /// Where pieces of a kind stand on a storey beneath others, a player's or nobody's.
    Beneath(usize, Kind, Option<usize>),
    /// The number of each cell, or a player's.
    Number(Number, Option<usize>),
    /// Where a player's pieces stand whose kinds the viewer does not know.
    Unknown(usize),
    /// Which cells the viewer does not see.
    Hidden,
    /// Whether it is a player's turn.
    Turn(usize),
}

impl Plane {
    /// Whether it tells something of what is on a cell, and whether that is the kind of a piece.
    fn tells(self) -> (bool, bool) {
        match self {
            Plane::Piece(..) | Plane::Beneath(..) => (true, true),
            Plane::Mark(..) | Plane::Number(_, None) => (true, false),
            _ => (false, false),
        }
    }
}

/// The planes of some rules on boards of one size.
#[derive(Clone, Debug)]
pub struct Planes {
    size: Size,
    players: usize,
    layout: Layout,
    /// Which cells of the grid the board has.
    real: Vec<bool>,
    planes: Vec<Plane>,
    names: Vec<String>,
}

impl Planes {
    /// The planes of those rules on boards of that size.
    pub fn new(rules: &Rules, size: Size) -> Self {
        let graph = rules.graph(size);
        let real = (0..graph.cells()).map(|cell| graph.has(Cell::at(cell))).collect();
        let players = rules.players.len();
        let planes = list(rules);
        let names = planes.iter().map(|plane| name(rules, *plane)).collect();
        Self { size, players, layout: rules.layout(size), real, planes, names }
    }

    /// What each plane tells, in the words of the rules.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many planes, ranks and files there are: the lengths of the array's axes, the last one the fastest.
    pub fn shape(&self) -> [usize; 3] {
        [self.planes.len(), usize::from(self.size.height), usize::from(self.size.width)]
    }

    /// The position as that player sees it who sees everything, in the [shape](Planes::shape) that is told. False, and nothing seen,
    /// where the position is of another size, or the rules have no such player.
    #[must_use]
    pub fn see(&self, position: &Position, viewer: Player, seen: &mut Vec<f32>) -> bool {
        self.see_part(position, viewer, &[], seen)
    }

    /// The same of a viewer who sees so much of each cell, as [`Reference::seen`](crate::trace::Reference::seen) tells it; all of those of
    /// which nothing is said.
    #[must_use]
    pub fn see_part(
        &self,
        position: &Position,
        viewer: Player,
        parts: &[Seen],
        seen: &mut Vec<f32>,
    ) -> bool {
        seen.clear();
        if position.size != self.size || viewer.index() >= self.players {
            return false;
        }
        seen.reserve(self.planes.len() * self.real.len());
        let player = |after: usize| Player::at((viewer.index() + after) % self.players);
        let value = |at: usize| position.cells.get(at).copied().unwrap_or_default();
        let number = |slot: Cell| f32::from(value(slot.index()).0);
        for plane in &self.planes {
            let on = |cell: usize| -> f32 {
                let part = parts.get(cell).copied().unwrap_or(Seen::Whole);
                let (of_cell, of_kinds) = plane.tells();
                if of_cell && part == Seen::Hidden || of_kinds && part == Seen::Piece {
                    return 0.0;
                }
                let holds = match *plane {
                    Plane::Board => true,
                    Plane::Piece(kind, after) => value(cell) == Piece::new(kind, after.map(player)),
                    Plane::Beneath(storey, kind, after) => {
                        let slot = self.layout.storey(Cell::at(cell), storey);
                        value(slot.index()) == Piece::new(kind, after.map(player))
                    }
                    Plane::Mark(mark, None) => {
                        self.layout.marked(&position.cells, mark, Cell::at(cell))
                    }
                    Plane::Mark(mark, Some(after)) => {
                        let (slot, bit) = self.layout.mark(mark, Cell::at(cell), player(after));
                        value(slot.index()).byte() & bit != 0
                    }
                    Plane::Hand(kind, after) => {
                        let slot = self.layout.hand(player(after), kind);
                        return slot.map_or(0.0, number);
                    }
                    Plane::Counter(counter, after) => {
                        return number(self.layout.counter(counter, player(after.unwrap_or(0))));
                    }
                    Plane::Number(of, None) => {
                        return number(self.layout.cell_number(of, Cell::at(cell)));
                    }
                    Plane::Number(of, Some(after)) => {
                        return number(self.layout.player_number(of, player(after)));
                    }
                    Plane::Unknown(after) => {
                        part == Seen::Piece && value(cell).owner() == Some(player(after))
                    }
                    Plane::Hidden => part == Seen::Hidden,
                    Plane::Turn(after) => position.turn == player(after),
                };
                f32::from(u8::from(holds))
            };
            let real = self.real.iter().enumerate();
            seen.extend(real.map(|(cell, real)| if *real { on(cell) } else { 0.0 }));
        }
        true
    }
}

/// The planes, in their order.
fn list(rules: &Rules) -> Vec<Plane> {
    let players = rules.players.len();
    let kinds = |neutral: bool| {
        let kinds = rules.kinds.iter().enumerate();
        kinds.filter(move |(_, kind)| kind.neutral == neutral).map(|(at, _)| Kind::at(at))
    };
    let mut planes = vec![Plane::Board];
    for after in 0..players {
        planes.extend(kinds(false).map(|kind| Plane::Piece(kind, Some(after))));
    }
    planes.extend(kinds(true).map(|kind| Plane::Piece(kind, None)));
    for storey in 0..usize::from(rules.board.stack) - 1 {
        for after in 0..players {
            planes.extend(kinds(false).map(|kind| Plane::Beneath(storey, kind, Some(after))));
        }
        planes.extend(kinds(true).map(|kind| Plane::Beneath(storey, kind, None)));
    }
    for (at, mark) in rules.marks.iter().enumerate() {
        let mark_of = |after| Plane::Mark(Mark::at(at), after);
        match mark.lasts {
            Lasts::Turn => planes.extend((0..players).map(|after| mark_of(Some(after)))),
            Lasts::Ply | Lasts::Piece | Lasts::Ever => planes.push(mark_of(None)),
        }
    }
    if rules.hands.is_some() {
        for after in 0..players {
            planes.extend(kinds(false).map(|kind| Plane::Hand(kind, after)));
        }
    }
    for (at, counter) in rules.counters.iter().enumerate() {
        let counter_of = |after| Plane::Counter(Counter::at(at), after);
        match counter.each {
            true => planes.extend((0..players).map(|after| counter_of(Some(after)))),
            false => planes.push(counter_of(None)),
        }
    }
    for (at, number) in rules.numbers.iter().enumerate() {
        let number_of = |after| Plane::Number(Number::at(at), after);
        match number.of {
            Bearer::Player => planes.extend((0..players).map(|after| number_of(Some(after)))),
            Bearer::Cell => planes.push(number_of(None)),
            Bearer::Turn => planes.push(number_of(Some(0))),
        }
    }
    if rules.sight.is_some() {
        planes.extend((0..players).map(Plane::Unknown));
        planes.push(Plane::Hidden);
    }
    planes.extend((0..players).map(Plane::Turn));
    planes
}

/// What a plane tells, in the words of the rules.
fn name(rules: &Rules, plane: Plane) -> String {
    let whose = |after: usize| match (after, rules.players.len()) {
        (0, _) => String::from("own"),
        (_, 2) => String::from("enemy"),
        _ => format!("enemy {after}"),
    };
    let kind = |kind: Kind| &rules.kinds[kind.index()].name.value;
    match plane {
        Plane::Board => String::from("board"),
        Plane::Piece(piece, Some(after)) => format!("{} {}", whose(after), kind(piece)),
        Plane::Piece(piece, None) => kind(piece).clone(),
        Plane::Beneath(storey, piece, after) => {
            let piece = after.map_or(String::new(), |after| whose(after) + " ") + kind(piece);
            format!("{piece} beneath {}", storey + 1)
        }
        Plane::Mark(mark, after) => {
            let mark = &rules.marks[mark.index()].name.value;
            after.map_or(String::new(), |after| whose(after) + " ") + "marked " + mark
        }
        Plane::Hand(piece, after) => format!("{} hand {}", whose(after), kind(piece)),
        Plane::Counter(counter, after) => {
            let counter = &rules.counters[counter.index()].name.value;
            after.map_or(String::new(), |after| whose(after) + " ") + counter
        }
        Plane::Number(number, after) => {
            let NumberRule { name: number, of, .. } = &rules.numbers[number.index()];
            let (number, after) = (&number.value, after.filter(|_| *of != Bearer::Turn));
            after.map_or(String::new(), |after| whose(after) + " ") + number
        }
        Plane::Unknown(after) => format!("{} unknown", whose(after)),
        Plane::Hidden => String::from("hidden"),
        Plane::Turn(after) => format!("{} turn", whose(after)),
    }
}
