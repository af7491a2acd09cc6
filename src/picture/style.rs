//! What pictures are drawn with: themes, colours, shapes, and which kinds have which.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The table of all of it.
const TABLE: &str = include_str!("../../tables/pictures.toml");

/// The table, read.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Style {
    themes: BTreeMap<String, Theme>,
    colours: BTreeMap<String, [String; 3]>,
    order: Order,
    shapes: BTreeMap<String, Shape>,
    set: Vec<Set>,
}

/// Colours of a board and of what is shown on it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Theme {
    /// Behind all.
    pub paper: String,
    /// Cells, and every other one where they alternate.
    pub light: String,
    pub dark: String,
    /// Between cells.
    pub line: String,
    /// Coordinates.
    pub label: String,
    /// Cells of the last move.
    pub last: String,
    /// Where a legal move ends.
    pub target: String,
    /// What reaches a goal.
    pub goal: String,
    /// A mark on a cell.
    pub mark: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    players: Vec<String>,
}

/// A shape of a piece, in a box of 100 by 100; paths of SVG.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shape {
    /// What is filled.
    pub body: String,
    /// Lines on it.
    pub lines: Option<String>,
    /// What is filled with the colour of these lines.
    pub solid: Option<String>,
    /// How large the box is drawn, in cells; as large as most are if there is none.
    size: Option<f64>,
}

/// How large the box of most shapes is drawn, in cells.
const SIZE: f64 = 0.86;

impl Shape {
    /// How large the box is drawn, in cells.
    pub fn size(&self) -> f64 {
        self.size.unwrap_or(SIZE)
    }
}

/// How the kinds of a game are drawn.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Set {
    /// The kinds that a game has which is drawn so.
    with: Vec<String>,
    /// The shape of kinds that have none of their own; they have their letter on it.
    other: String,
    /// Whether the board is of one colour.
    pub plain: bool,
    /// Whether pieces look where their player does.
    pub turned: bool,
    /// The shapes of kinds.
    shapes: BTreeMap<String, String>,
}

/// What a player's pieces are drawn with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Colours {
    /// What is filled.
    pub fill: String,
    /// The edge around it.
    pub edge: String,
    /// What is drawn on it.
    pub on: String,
}

impl Style {
    /// Reads the table.
    pub fn new() -> Self {
        toml::from_str(TABLE).unwrap_or_default()
    }

    /// The names of the themes.
    pub fn themes(&self) -> impl Iterator<Item = &str> {
        self.themes.keys().map(String::as_str)
    }

    /// The theme of that name.
    pub fn theme(&self, name: &str) -> Option<&Theme> {
        self.themes.get(name)
    }

    /// The shape of that name.
    pub fn shape(&self, name: &str) -> Option<&Shape> {
        self.shapes.get(name)
    }

    /// How a game with those kinds is drawn.
    pub fn set(&self, kinds: &[&str]) -> Option<&Set> {
        self.set.iter().find(|set| set.with.iter().all(|with| kinds.contains(&with.as_str())))
    }

    /// The colours of each player, and last those of what is nobody's: a player who is called after a colour has that, the others have the
    /// first ones that are left.
    pub fn colours<'n>(&self, players: impl Iterator<Item = &'n str> + Clone) -> Vec<Colours> {
        let of = |name: &str| {
            let [fill, edge, on] = self.colours.get(name)?.clone();
            Some(Colours { fill, edge, on })
        };
        let taken = |name: &String| players.clone().any(|player| player == name);
        let mut left = self.order.players.iter().filter(|name| !taken(name));
        let plain = || Colours { fill: "#fff".into(), edge: "#000".into(), on: "#000".into() };
        let each = players.clone().map(|player| {
            of(player).or_else(|| left.next().and_then(|name| of(name))).unwrap_or_else(plain)
        });
        let mut colours: Vec<Colours> = each.collect();
        colours.push(of("nobody").unwrap_or_else(plain));
        colours
    }
}

impl Set {
    /// The name of a kind's shape, and whether the kind's letter stands on it.
    pub fn shape(&self, kind: &str) -> (&str, bool) {
        match self.shapes.get(kind) {
            Some(shape) => (shape, false),
            None => (&self.other, true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read_and_names_what_it_has() {
        let style: Style = toml::from_str(TABLE).expect("a table");
        assert!(style.theme("wood").is_some());
        assert!(style.order.players.iter().all(|name| style.colours.contains_key(name)));
        for set in &style.set {
            for shape in set.shapes.values().chain([&set.other]) {
                assert!(style.shape(shape).is_some(), "{shape}");
            }
        }
        assert!(
            style.set.last().is_some_and(|set| set.with.is_empty()),
            "some set fits every game"
        );
    }

    #[test]
    fn players_have_colours_of_their_own() {
        let style = Style::new();
        let named = style.order.players[0].as_str();
        let colours = style.colours(["one", named, "other"].into_iter());
        assert_eq!(colours.len(), 4);
        assert_eq!(colours[1], style.colours([named].into_iter())[0]);
        assert!(colours[0] != colours[1] && colours[0] != colours[2]);
    }
}
