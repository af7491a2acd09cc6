//! Positions made up piece by piece: anything that can be written down, checked against the rules at once.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Code, Fault, Game, Play, What};
use crate::diag::{list, nearest};
use crate::index::{Cell, Counter, Kind, Mark, Number, Piece, Player};
use crate::position::{Edit, Position, Size};
use crate::rules::{Bearer, Change, Graph, Lasts, Layout, Place, Rules, limits};
use crate::source::Spanned;

/// A position by names. Nothing of it need make sense: [`Game::setup`] says all that does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Files of the board.
    pub width: u16,
    /// Ranks of the board.
    pub height: u16,
    /// The name of the player to move.
    pub turn: String,
    /// Moves made since the start of the game.
    #[serde(default)]
    pub ply: u32,
    /// Which step of his turn it is, from 1; 0 where he begins it, as it is where players simply take turns.
    #[serde(default)]
    pub step: u32,
    /// Who made the last move, where that is not told by whose turn it is.
    #[serde(default)]
    pub last: Option<String>,
    /// What stands on the board; of several on one cell, which make a tower, the lowest first.
    #[serde(default)]
    pub pieces: Vec<Placed>,
    /// What players hold.
    #[serde(default)]
    pub hands: Vec<Held>,
    /// Marks that cells carry.
    #[serde(default)]
    pub marks: Vec<Marked>,
    /// Counters that are not 0.
    #[serde(default)]
    pub counters: Vec<Counted>,
    /// Numbers that are not 0.
    #[serde(default)]
    pub numbers: Vec<Numbered>,
}

/// A piece on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The cell.
    pub cell: String,
    /// Whose it is; none for a piece that is nobody's.
    #[serde(default)]
    pub player: Option<String>,
    /// Its kind.
    pub kind: String,
}

/// Pieces in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Whose hand.
    pub player: String,
    /// Their kind.
    pub kind: String,
    /// How many.
    pub count: u64,
}

/// A mark on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marked {
    /// The mark.
    pub mark: String,
    /// The cell.
    pub cell: String,
    /// Who made it, where it lasts a turn of his.
    #[serde(default)]
    pub player: Option<String>,
}

/// A counter's number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// The counter.
    pub counter: String,
    /// Whose it is, where each player has his own.
    #[serde(default)]
    pub player: Option<String>,
    /// The number.
    pub value: u64,
}

/// A number of a cell or of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbered {
    /// The number.
    pub number: String,
    /// The cell, where each has one.
    #[serde(default)]
    pub cell: Option<String>,
    /// The player, where each has one.
    #[serde(default)]
    pub player: Option<String>,
    /// How much it is.
    pub value: u64,
}

impl Setup {
    /// An empty board of that size with that player to move.
    pub fn new(width: u16, height: u16, turn: impl Into<String>) -> Self {
        Self { width, height, turn: turn.into(), ..Self::default() }
    }

    /// The same with a piece on a cell; `player` is empty for a piece that is nobody's.
    #[must_use]
    pub fn with(mut self, cell: &str, player: &str, kind: &str) -> Self {
        let player = Some(player.to_owned()).filter(|player| !player.is_empty());
        self.pieces.push(Placed { cell: cell.to_owned(), player, kind: kind.to_owned() });
        self
    }

    /// The position that it is under those rules.
    pub(super) fn position(&self, game: &Game) -> Result<Position, Fault> {
        let size = Size { width: self.width, height: self.height };
        let said = sized(game.rules(), size);
        if !said.is_empty() {
            return Err(Fault::new(Code::Setup, What::Plain(said)));
        }
        let (rules, graph) = (game.rules(), game.rules().graph(size));
        let layout = rules.layout(size);
        let cells = vec![Piece::EMPTY; layout.len()];
        let mut check = Check { game, rules, size, graph, layout, cells, said: Vec::new() };
        let turn = check.player("turn", &self.turn);
        check.pieces(&self.pieces);
        check.hands(&self.hands);
        check.marks(&self.marks);
        check.counters(&self.counters);
        check.numbers(&self.numbers);
        check.place(turn, self.step, self.last.as_deref());
        match (turn, check.said.is_empty()) {
            (Some(turn), true) => {
                let position = Position::new(size, check.cells, turn);
                Ok(Position { ply: self.ply, ..position })
            }
            _ => Err(Fault::new(Code::Setup, What::Plain(check.said))),
        }
    }
}

/// What is wrong with a board's size.
fn sized(rules: &Rules, size: Size) -> Vec<(String, Vec<String>)> {
    let Size { width, height } = size;
    let told = match rules.board.size {
        Some(own) if own != size => {
            format!("the board is {} x {} cells, not {width} x {height}", own.width, own.height)
        }
        Some(_) => return Vec::new(),
        None if width == 0 || height == 0 => String::from("the board has no cells"),
        None if width > limits::SIDE || height > limits::SIDE => {
            format!("the board has a side of more than {} cells", limits::SIDE)
        }
        None if usize::from(width) * usize::from(height) > limits::cells(rules.board.stack) => {
            format!("the board has more than {} cells", limits::cells(rules.board.stack))
        }
        None => return Vec::new(),
    };
    vec![(told, Vec::new())]
}

/// A setup being checked: what is put down so far, and what is wrong.
struct Check<'g> {
    game: &'g Game,
    rules: &'g Rules,
    size: Size,
    graph: Graph,
    layout: Layout,
    cells: Vec<Piece>,
    said: Vec<(String, Vec<String>)>,
}

impl Check<'_> {
    fn say(&mut self, at: &str, what: String) {
        self.said.push((format!("`{at}`: {what}"), Vec::new()));
    }

    /// The place of a name among the known ones.
    fn find<'k>(
        &mut self,
        at: &str,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'k str>,
    ) -> Option<usize> {
        let known: Vec<&str> = known.collect();
        let found = known.iter().position(|known| *known == name);
        if found.is_none() {
            let help = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => format!("the rules have no {what}"),
                None => format!("expected {}", list(&known)),
            };
            self.said.push((format!("`{at}`: unknown {what} `{name}`"), vec![help]));
        }
        found
    }

    /// Fills a cell or a slot.
    fn put(&mut self, at: Cell, value: Piece) {
        if let Some(cell) = self.cells.get_mut(at.index()) {
            *cell = value;
        }
    }

    fn player(&mut self, at: &str, name: &str) -> Option<Player> {
        let players = self.rules.players.iter().map(|player| player.name.value.as_str());
        self.find(at, "player", name, players).map(Player::at)
    }

    fn kind(&mut self, at: &str, name: &str) -> Option<Kind> {
        let kinds = self.rules.kinds.iter().map(|kind| kind.name.value.as_str());
        self.find(at, "kind", name, kinds).map(Kind::at)
    }

    fn cell(&mut self, at: &str, name: &str) -> Option<Cell> {
        let cell = self.game.notation().parse_cell(name, self.size);
        let cell = cell.filter(|cell| self.graph.has(*cell));
        if cell.is_none() {
            self.say(at, format!("the board has no cell `{name}`"));
        }
        cell
    }

    fn pieces(&mut self, pieces: &[Placed]) {
        let mut towers: BTreeMap<Cell, Vec<Piece>> = BTreeMap::new();
        for (number, placed) in pieces.iter().enumerate() {
            let at = format!("pieces[{number}]");
            let cell = self.cell(&at, &placed.cell);
            let kind = self.kind(&at, &placed.kind);
            let owner = placed.player.as_ref().map(|name| self.player(&at, name));
            let (Some(cell), Some(kind)) = (cell, kind) else { continue };
            let neutral = self.rules.kinds.get(kind.index()).is_some_and(|rule| rule.neutral);
            let owner = match owner {
                Some(None) => continue,
                Some(Some(owner)) if !neutral => Some(owner),
                None if neutral => None,
                Some(_) => {
                    self.say(&at, format!("pieces of kind `{}` are nobody's", placed.kind));
                    continue;
                }
                None => {
                    self.say(&at, format!("a piece of kind `{}` needs a `player`", placed.kind));
                    continue;
                }
            };
            let tower = towers.entry(cell).or_default();
            match self.layout.stack() {
                most if tower.len() < most => tower.push(Piece::new(kind, owner)),
                1 => self.say(&at, format!("there is a piece on `{}` already", placed.cell)),
                most => self.say(&at, format!("towers are {most} pieces high at most")),
            }
        }
        for (cell, tower) in towers {
            self.layout.build(&mut self.cells, cell, &tower);
        }
    }

    fn hands(&mut self, hands: &[Held]) {
        for (number, held) in hands.iter().enumerate() {
            let at = format!("hands[{number}]");
            let (player, kind) = (self.player(&at, &held.player), self.kind(&at, &held.kind));
            let (Some(player), Some(kind)) = (player, kind) else { continue };
            match (self.layout.hand(player, kind), u8::try_from(held.count)) {
                (None, _) => self.say(&at, String::from("the rules have no hands")),
                (_, Err(_)) => self.say(&at, String::from("a hand holds at most 255 of a kind")),
                (Some(slot), Ok(count)) => self.put(slot, Piece::of_byte(count)),
            }
        }
    }

    fn marks(&mut self, marks: &[Marked]) {
        for (number, marked) in marks.iter().enumerate() {
            let at = format!("marks[{number}]");
            let names = self.rules.marks.iter().map(|mark| mark.name.value.as_str());
            let mark = self.find(&at, "mark", &marked.mark, names).map(Mark::at);
            let cell = self.cell(&at, &marked.cell);
            let owner = marked.player.as_ref().map(|name| self.player(&at, name));
            let (Some(mark), Some(cell)) = (mark, cell) else { continue };
            let rule = self.rules.marks.get(mark.index());
            let owned = rule.is_some_and(|rule| rule.lasts == Lasts::Turn);
            let player = match owner {
                Some(None) => continue,
                Some(Some(player)) if owned => player,
                None if !owned => Player(0),
                Some(_) => {
                    self.say(&at, format!("the mark `{}` is no player's", marked.mark));
                    continue;
                }
                None => {
                    self.say(&at, format!("the mark `{}` needs a `player`", marked.mark));
                    continue;
                }
            };
            let (slot, bit) = self.layout.mark(mark, cell, player);
            let marked = self.cells.get(slot.index()).map_or(0, |value| value.byte());
            self.put(slot, Piece::of_byte(marked | bit));
        }
    }

    fn counters(&mut self, counters: &[Counted]) {
        for (number, counted) in counters.iter().enumerate() {
            let at = format!("counters[{number}]");
            let names = self.rules.counters.iter().map(|counter| counter.name.value.as_str());
            let counter = self.find(&at, "counter", &counted.counter, names).map(Counter::at);
            let owner = counted.player.as_ref().map(|name| self.player(&at, name));
            let Some(counter) = counter else { continue };
            let rule = self.rules.counters.get(counter.index());
            let player = match (owner, rule.is_some_and(|rule| rule.each)) {
                (Some(None), _) => continue,
                (Some(Some(player)), true) => player,
                (None, false) => Player(0),
                (Some(_), false) => {
                    self.say(&at, format!("the counter `{}` is no player's", counted.counter));
                    continue;
                }
                (None, true) => {
                    self.say(&at, format!("the counter `{}` needs a `player`", counted.counter));
                    continue;
                }
            };
            match u8::try_from(counted.value) {
                Ok(value) => self.put(self.layout.counter(counter, player), Piece::of_byte(value)),
                Err(_) => self.say(&at, String::from("a counter goes up to 255")),
            }
        }
    }
}

impl Check<'_> {
    /// The place in the order of turns.
    fn place(&mut self, turn: Option<Player>, step: u32, last: Option<&str>) {
        let last = last.map(|last| self.player("last", last));
        let (Some(turn), None | Some(Some(_))) = (turn, last) else { return };
        let last = last.flatten();
        let (Some(schedule), Some((slot, made))) =
            (self.layout.schedule(), self.layout.turn_slots())
        else {
            if step > 1 || last.is_some() {
                let what = if step > 1 { "step" } else { "last" };
                self.say(what, String::from("players simply take turns"));
            }
            return;
        };
        let first = schedule.first(turn);
        let place = match u16::try_from(step) {
            Ok(0) => Some(first),
            Ok(step) => schedule.place_of(turn, step),
            Err(_) => None,
        };
        let Some(place) = place else {
            let most = schedule.most_steps(turn);
            return self.say("step", format!("there are steps from 1 to {most} in a turn"));
        };
        let place = Place { last: last.unwrap_or(place.last), ..place };
        let value = schedule.value(place);
        self.put(Cell::at(slot), Piece::of_byte(value));
        self.put(Cell::at(made), Piece::of_byte(step.saturating_sub(1).min(255) as u8));
    }

    fn numbers(&mut self, numbers: &[Numbered]) {
        for (at, numbered) in numbers.iter().enumerate() {
            let at = format!("numbers[{at}]");
            let names = self.rules.numbers.iter().map(|number| number.name.value.as_str());
            let number = self.find(&at, "number", &numbered.number, names).map(Number::at);
            let cell = numbered.cell.as_ref().map(|name| self.cell(&at, name));
            let owner = numbered.player.as_ref().map(|name| self.player(&at, name));
            let Some(number) = number else { continue };
            let of = self.rules.numbers.get(number.index()).map(|rule| rule.of);
            let slot = match (of, cell, owner) {
                (_, Some(None), _) | (_, _, Some(None)) => continue,
                (Some(Bearer::Cell), Some(Some(cell)), None) => {
                    self.layout.cell_number(number, cell)
                }
                (Some(Bearer::Player), None, Some(Some(player))) => {
                    self.layout.player_number(number, player)
                }
                (Some(Bearer::Turn), None, None) => self.layout.player_number(number, Player(0)),
                (Some(Bearer::Turn), ..) => {
                    let name = &numbered.number;
                    self.say(
                        &at,
                        format!("a turn has `{name}`: tell neither a `cell` nor a `player`"),
                    );
                    continue;
                }
                (of, ..) => {
                    let whose = if of == Some(Bearer::Cell) { "cell" } else { "player" };
                    let name = &numbered.number;
                    self.say(&at, format!("each {whose} has `{name}`: tell the `{whose}` alone"));
                    continue;
                }
            };
            match u8::try_from(numbered.value) {
                Ok(value) => self.put(slot, Piece::of_byte(value)),
                Err(_) => self.say(&at, String::from("a number goes up to 255")),
            }
        }
    }
}

impl Play {
    /// The position by names, without what was played to reach it: the inverse of [`Game::setup`].
    pub fn setup(&self) -> Setup {
        let (rules, position) = (self.game().rules(), self.inner());
        let layout = rules.layout(position.size);
        let name = |player: Player| self.game().player(player).to_owned();
        let named = |name: Option<&Spanned<String>>| name.map(|name| name.value.clone());
        let kind_name = |kind: Kind| {
            named(rules.kinds.get(kind.index()).map(|kind| &kind.name)).unwrap_or_default()
        };
        let mut setup = Setup::new(position.size.width, position.size.height, self.turn());
        setup.ply = position.ply;
        let slot = |at: usize| position.cells.get(at).copied().unwrap_or_default();
        if layout.schedule().is_some() {
            setup.step = u32::from(layout.step(slot, position.turn));
            setup.last = Some(name(layout.last(slot, position.turn)));
        }
        for cell in rules.graph(position.size).all() {
            for piece in layout.tower(|cell| slot(cell.index()), cell) {
                let Some(kind) = piece.kind() else { continue };
                let (cell, player) = (self.name(cell), piece.owner().map(name));
                setup.pieces.push(Placed { cell, player, kind: kind_name(kind) });
            }
        }
        // What the slots hold is told as if a move had filled them.
        let slots = position.cells.iter().enumerate().skip(layout.cells());
        let filled = slots.filter(|(_, value)| value.0 != 0);
        let edits: Vec<Edit> = filled
            .map(|(slot, after)| Edit { cell: Cell::at(slot), before: Piece::EMPTY, after: *after })
            .collect();
        for change in layout.changes(&edits) {
            match change {
                Change::Cell(_) | Change::Beneath(..) => {}
                Change::Hand(player, kind, [_, count]) => {
                    let (player, kind) = (name(player), kind_name(kind));
                    setup.hands.push(Held { player, kind, count: u64::from(count) });
                }
                Change::Mark(mark, cell, player, _) => setup.marks.push(Marked {
                    mark: named(rules.marks.get(mark.index()).map(|mark| &mark.name))
                        .unwrap_or_default(),
                    cell: self.name(cell),
                    player: player.map(name),
                }),
                Change::Number(number, cell, [_, value]) => setup.numbers.push(Numbered {
                    number: named(rules.numbers.get(number.index()).map(|one| &one.name))
                        .unwrap_or_default(),
                    cell: Some(self.name(cell)),
                    player: None,
                    value: u64::from(value),
                }),
                Change::Store(number, player, [_, value]) => setup.numbers.push(Numbered {
                    number: named(rules.numbers.get(number.index()).map(|one| &one.name))
                        .unwrap_or_default(),
                    cell: None,
                    player: player.map(name),
                    value: u64::from(value),
                }),
                Change::Counter(counter, player, [_, value]) => setup.counters.push(Counted {
                    counter: named(rules.counters.get(counter.index()).map(|one| &one.name))
                        .unwrap_or_default(),
                    player: player.map(name),
                    value: u64::from(value),
                }),
            }
        }
        setup
    }
}
