//! A position → a picture of it, as SVG.
//!
//! [`Scene::new`] takes down what stands where; whoever draws adds what is to be shown beside that: the last move, where moves end, what is attacked,
//! goals that are reached. [`Scene::svg`] draws it, [`Scene::film`] several in turn. Where cells lie is told by [`Notation::geometry`], what pieces look like by
//! `tables/pictures.toml`. A picture has no texts and no fonts: letters are strokes.

mod letters;
mod style;
mod svg;

use std::time::Duration;

use crate::index::{Cell, Number, Piece, Player};
use crate::notation::Notation;
use crate::notation::geometry::Geometry;
use crate::notation::labels::Label;
use crate::position::Position;
use crate::rules::{Bearer, Cells, Compass, Goal, Graph, Lasts, Rules, Tiling};

/// What is drawn where nobody says otherwise.
pub const THEME: &str = "wood";

/// The names of the themes.
pub fn themes() -> Vec<String> {
    style::Style::new().themes().map(str::to_owned).collect()
}

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What it is of, in words.
    pub title: String,
    /// The theme's name.
    pub theme: String,
    /// Pixels from one cell to the next.
    pub pitch: u32,
    /// Whether coordinates are drawn.
    pub coordinates: bool,
    /// The cells by which the last move went.
    pub last: Vec<Cell>,
    /// The cell of the piece whose moves are shown.
    pub from: Option<Cell>,
    /// Where legal moves end, and whether something is captured.
    pub targets: Vec<(Cell, bool)>,
    /// The cells that a player attacks, each with how often.
    pub attacks: Vec<(Cell, usize)>,
    /// Goals that are reached.
    pub goals: Vec<Reached>,
    geometry: Geometry,
    labels: Vec<Label>,
    /// Of each cell of the geometry, what stands there.
    sights: Vec<Sight>,
    /// Whether the tones of cells alternate.
    checkered: bool,
    /// Of each player, the cells of which groups are to connect, and whether it is a drawing.
    sides: Vec<(Player, Vec<Cell>)>,
    hands: Vec<Hand>,
    names: Vec<String>,
    players: Vec<String>,
}

/// A goal that a player has reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The cells by which.
    pub cells: Vec<Cell>,
    /// Whether they follow one another, as a line or a path does.
    pub joined: bool,
}

/// What stands on a cell.
#[derive(Clone, Debug, Default)]
struct Sight {
    /// Whether the cell is of the darker tone.
    dark: bool,
    /// The pieces, the lowest first.
    tower: Vec<Figure>,
    /// The cell's numbers.
    number: String,
    /// Whether it carries a mark.
    marked: bool,
    /// Whether it is hidden from who looks.
    hidden: bool,
}

/// A piece.
#[derive(Clone, Debug, PartialEq)]
struct Figure {
    /// The kind, by its place among the names; none where it is not known to who looks.
    kind: Option<usize>,
    /// Whose it is; none of what is nobody's.
    owner: Option<usize>,
    /// Its letter.
    letter: String,
    /// By how many degrees it is turned, where its set is.
    turn: u16,
}

/// What a player holds.
#[derive(Clone, Debug)]
struct Hand {
    /// Whether it lies at the northern end of the board.
    above: bool,
    /// Pieces, and how many.
    held: Vec<(Figure, u8)>,
}

impl Scene {
    /// A picture of a position and nothing else.
    pub fn new(notation: &Notation, position: &Position) -> Self {
        let rules = notation.rules();
        let geometry = notation.geometry(position.size);
        let graph = rules.graph(position.size);
        let turn = notation.player_name(position.turn);
        let sights =
            geometry.cells.iter().map(|shape| sight(notation, position, &graph, shape.cell));
        Self {
            title: format!("{}: {turn} to move", rules.name),
            theme: THEME.to_owned(),
            pitch: 64,
            coordinates: true,
            last: Vec::new(),
            from: None,
            targets: Vec::new(),
            attacks: Vec::new(),
            goals: Vec::new(),
            labels: notation.labels(position.size, &geometry),
            sights: sights.collect(),
            checkered: is_checkered(rules),
            sides: sides(rules, &graph),
            hands: hands(notation, position),
            names: rules.kinds.iter().map(|kind| kind.name.value.clone()).collect(),
            players: rules.players.iter().map(|player| player.name.value.clone()).collect(),
            geometry,
        }
    }

    /// Shows what a player sees of the position instead: of the last move and of goals the cells of which all is seen.
    pub fn look(&mut self, notation: &Notation, position: &Position) {
        let whole = |cell: &Cell| notation.veil(*cell).is_none();
        let graph = notation.rules().graph(position.size);
        let cells = self.geometry.cells.iter();
        self.sights = cells.map(|shape| sight(notation, position, &graph, shape.cell)).collect();
        self.last.retain(whole);
        self.goals.retain(|goal| goal.cells.iter().all(whole));
    }

    /// The picture as a document of SVG.
    pub fn svg(&self) -> String {
        svg::draw(self)
    }

    /// Scenes of one board, each shown for that long after the one before it, as a document of SVG that moves; what looks at
    /// it without time sees the last.
    pub fn film(scenes: &[Self], each: Duration) -> String {
        svg::film(scenes, each)
    }

    /// The name of a piece's kind; empty where it is not known.
    fn name(&self, figure: &Figure) -> &str {
        figure.kind.and_then(|kind| self.names.get(kind)).map_or("", String::as_str)
    }

    /// The place of a cell in the geometry.
    fn at(&self, cell: Cell) -> Option<usize> {
        self.geometry.cells.iter().position(|shape| shape.cell == cell)
    }
}

/// Whether neighbouring cells have two tones: where pieces move about. On others one tone is enough.
fn is_checkered(rules: &Rules) -> bool {
    let moves = rules.kinds.iter().any(|kind| !kind.moves.is_empty());
    matches!(rules.board.shape.tiling, Tiling::Square) && moves
        || matches!(rules.board.shape.tiling, Tiling::Triangular)
}

fn sight(notation: &Notation, position: &Position, graph: &Graph, cell: Cell) -> Sight {
    let rules = notation.rules();
    let layout = rules.layout(position.size);
    let slot = |slot: Cell| position.cells.get(slot.index()).copied().unwrap_or_default();
    let tower = match layout.stack() {
        1 => vec![slot(cell)],
        _ => layout.tower(slot, cell),
    };
    let veil = notation.veil(cell);
    let figures = tower.into_iter().filter_map(|piece| figure(notation, piece));
    let figures = figures.map(|figure| match veil {
        Some(veil) => Figure { kind: None, letter: veil.glyph.to_uppercase(), ..figure },
        None => figure,
    });
    let (file, rank, layer) = graph.place(cell);
    let dark = match graph.shape().tiling {
        Tiling::Triangular => graph.points_up(cell),
        _ => (file + rank + layer) % 2 == 0,
    };
    let numbers = rules.numbers.iter().enumerate().filter(|(_, rule)| rule.of == Bearer::Cell);
    let numbers: Vec<u8> =
        numbers.map(|(at, _)| slot(layout.cell_number(Number::at(at), cell)).byte()).collect();
    let shown = rules.kinds.is_empty() || numbers.iter().any(|number| *number > 0);
    let number = match shown {
        true => numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(","),
        false => String::new(),
    };
    // What goes with a piece is known from the start, as that it has not moved.
    let marked = layout
        .marks()
        .any(|(mark, lasts)| lasts != Lasts::Piece && layout.marked(&position.cells, mark, cell));
    let hidden = veil.is_some_and(|veil| veil.hidden);
    Sight { dark, tower: figures.collect(), number, marked, hidden }
}

fn figure(notation: &Notation, piece: Piece) -> Option<Figure> {
    let rules = notation.rules();
    let kind = Some(piece.kind()?.index());
    let owner = piece.owner().map(Player::index);
    let facing = owner.and_then(|owner| rules.players.get(owner)).and_then(|player| player.facing);
    let turn = match facing {
        Some(Compass::South) => 180,
        Some(Compass::East) => 90,
        Some(Compass::West) => 270,
        _ => 0,
    };
    Some(Figure { kind, owner, letter: notation.glyph(piece).to_uppercase(), turn })
}

/// The sides that players are to connect, where each has their own.
fn sides(rules: &Rules, graph: &Graph) -> Vec<(Player, Vec<Cell>)> {
    let mut found = Vec::new();
    for goal in &rules.goals {
        let Goal::Connect { sides, .. } = &goal.goal else { continue };
        let differ = sides.windows(2).any(|two| two[0].1 != two[1].1);
        for (player, sets) in sides.iter().filter(|_| differ) {
            let facing = rules.facing(*player);
            let within = |set: &Cells| -> Vec<Cell> {
                graph.all().filter(|cell| graph.contains(set, *cell, facing)).collect()
            };
            found.extend(sets.iter().map(|set| (*player, within(set))));
        }
    }
    found
}

/// What each player holds, where players have hands.
fn hands(notation: &Notation, position: &Position) -> Vec<Hand> {
    let rules = notation.rules();
    if rules.hands.is_none() {
        return Vec::new();
    }
    let layout = rules.layout(position.size);
    let each = rules.players.iter().enumerate().map(|(at, player)| {
        let kinds = (0..rules.kinds.len()).map(crate::index::Kind::at);
        let held = kinds.filter_map(|kind| {
            let slot = layout.hand(Player::at(at), kind)?;
            let count = position.cells.get(slot.index()).map_or(0, |slot| slot.byte());
            let figure = figure(notation, Piece::new(kind, Some(Player::at(at))))?;
            (count > 0).then_some((figure, count))
        });
        Hand { above: player.facing == Some(Compass::South), held: held.collect() }
    });
    each.collect()
}
