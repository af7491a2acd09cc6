//! The kinds of a variant: their moves, within the cells where they may go.

use super::around::ending;
use super::cells;
use super::scope::{Bound, Failed, Scope};
use super::settings::Piece;
use super::value::Value;
use crate::betza::{self, ast::Dir};
use crate::syntax::text::Text;
use toml::{Table, Value as Toml};

/// The option that a piece's own first moves ask for: where they may start.
const START: &str = "unmoved, ";
/// The letters of Betza notation that are directions.
const DIRECTIONS: [char; 7] = ['f', 'b', 'l', 'r', 's', 'v', 'h'];

impl Scope<'_> {
    /// The moves of a piece as a rule file has them; nothing for a piece that does not move.
    pub(super) fn moves(&self, piece: &Piece) -> Result<Option<(&'static str, Toml)>, Failed> {
        let region = self.region(piece);
        let Some(betza) = &piece.betza else {
            let row = self.format.piece(&piece.kind);
            let Some(moves) = row.and_then(|row| row.moves.as_ref()) else { return Ok(None) };
            let moves = self.value(moves, &Bound::default())?;
            return Ok(Some((
                "moves",
                match &region {
                    Some(region) => within(&moves, region),
                    None => moves,
                },
            )));
        };
        if betza.is_empty() {
            return Ok(None);
        }
        let mut betza = self.decomposed(betza);
        for (letter, when) in &self.format.table.silent {
            if betza.contains(*letter) && !self.holds(when, &Bound::default())? {
                betza = betza.replace(*letter, "");
            }
        }
        let mut walk = self.pattern(&piece.kind, &betza)?;
        let first = walk.contains(START);
        if !first && region.is_none() {
            return Ok(Some(("betza", Toml::String(betza))));
        }
        if first {
            let start = self.text(&self.format.table.unmoved, &Bound::default(), 0)?;
            walk = walk.replace(START, &format!("({start}), "));
        }
        let walk = Toml::String(walk);
        Ok(Some((
            "moves",
            match &region {
                Some(region) => within(&walk, region),
                None => walk,
            },
        )))
    }

    /// The pattern of moves in Betza notation of that type of piece.
    pub(super) fn pattern(&self, kind: &str, betza: &str) -> Result<String, Failed> {
        let pattern = betza::parse(&Text::plain(betza)).and_then(|moves| betza::pattern(&moves));
        let pattern = pattern.map_err(|faults| {
            let told = faults.into_iter().map(|fault| {
                let help = fault.help.first().map(|help| format!(" ({help})"));
                fault.message + &help.unwrap_or_default()
            });
            Failed::of(kind, told.collect::<Vec<_>>().join("; "))
        })?;
        Ok(pattern.value)
    }

    /// Betza notation in which letters that stand for several are these, where directions or a range
    /// go with them: `fK` is `fWfF`.
    fn decomposed(&self, betza: &str) -> String {
        let (mut text, mut marks) = (String::new(), String::new());
        let mut letters = betza.chars().peekable();
        while let Some(letter) = letters.next() {
            if !letter.is_ascii_uppercase() {
                marks.push(letter);
                // A leap that is written with numbers is no mark of what follows.
                if letter == ')' {
                    text += &std::mem::take(&mut marks);
                }
                continue;
            }
            let mut range = String::new();
            while let Some(digit) = letters.next_if(|next| next.is_ascii_digit() || *next == letter)
            {
                range.push(digit);
            }
            let several = self.format.table.compounds.get(&letter).filter(|several| {
                several.len() == 1 || !range.is_empty() || marks.contains(DIRECTIONS)
            });
            let atoms = several.map_or(letter.to_string(), String::clone);
            for atom in atoms.chars() {
                let range = range.replace(letter, &atom.to_string());
                text += &format!("{marks}{atom}{range}");
            }
            marks.clear();
        }
        text + &marks
    }

    /// Whether a type of piece may not go everywhere.
    pub(super) fn bounded(&self, kind: &str) -> bool {
        self.settings.piece(kind).is_some_and(|piece| self.region(piece).is_some())
    }

    /// The test, or the walk, that passes where the mover's piece of a type may go.
    pub(super) fn bounds_of(&self, kind: &str) -> String {
        match self.settings.piece(kind).and_then(|piece| self.region(piece)) {
            None => String::from("empty"),
            Some(Region::Both(region)) => format!("({region})"),
            Some(Region::Each(each)) => {
                let one = each.iter().map(|(player, region)| match region {
                    Some(region) => format!("if ({player} to move), ({region})"),
                    None => format!("if ({player} to move)"),
                });
                format!("({})", one.collect::<Vec<_>>().join(" | "))
            }
        }
    }

    /// Where a piece may go, if it may not go everywhere: one region of both players, or each one's own.
    fn region(&self, piece: &Piece) -> Option<Region> {
        let of = |side: usize| {
            let region = self.settings.regions.get(&(piece.kind.clone(), side));
            let Some(Value::Cells(places)) = region else { return None };
            (!places.is_empty()).then(|| cells::cells(places, self.size))
        };
        let sets = [of(0), of(1)];
        if let [Some(first), Some(second)] = &sets
            && let Some(both) = cells::of_both(&[first.clone(), second.clone()], self.size)
        {
            return Some(Region::Both(both));
        }
        if sets.iter().all(Option::is_none) {
            return None;
        }
        let own = |side: usize| {
            let text = sets[side].as_ref().and_then(|set| cells::of_one(set, self.size));
            (self.players()[side].clone(), text)
        };
        Some(Region::Each([own(0), own(1)]))
    }
}

/// Where pieces of a type may go.
enum Region {
    /// A test for both players.
    Both(String),
    /// A player's name, and his own test if he has one.
    Each([(String, Option<String>); 2]),
}

impl Region {
    /// The walk, ending within the region.
    fn bound(&self, walk: &str) -> String {
        match self {
            Region::Both(region) => ending(walk, &format!(", ({region})")),
            // A walk starts on its piece's cell, where the test asks whose it is.
            Region::Each(each) => {
                let own = each.iter().map(|(player, region)| match region {
                    Some(region) => {
                        format!("{player}, ({})", ending(walk, &format!(", ({region})")))
                    }
                    None => format!("{player}, ({walk})"),
                });
                own.collect::<Vec<_>>().join(" | ")
            }
        }
    }
}

/// Moves that end within a region.
fn within(moves: &Toml, region: &Region) -> Toml {
    match moves {
        Toml::String(walk) => Toml::String(region.bound(walk)),
        Toml::Table(table) => {
            let inner = |(key, value): (&String, &Toml)| match key.as_str() {
                "from" => (key.clone(), value.clone()),
                _ => (key.clone(), within(value, region)),
            };
            Toml::Table(table.iter().map(inner).collect::<Table>())
        }
        other => other.clone(),
    }
}

/// Where a piece of such moves cannot move any more: the ranks that are too near for its shortest move,
/// if all of them go forward.
pub(super) fn stuck(betza: &str) -> Option<String> {
    let moves = betza::parse(&Text::plain(betza)).ok()?.moves;
    let mut nearest = u8::MAX;
    for one in &moves {
        let leg = one.value.legs.first()?;
        let forward = |dir: &Dir| {
            matches!(dir, Dir::One('f') | Dir::Two('f', _) | Dir::Half('f') | Dir::Two(_, 'f'))
        };
        if leg.dirs.is_empty() || !leg.dirs.iter().all(|dir| forward(&dir.value)) {
            return None;
        }
        // Of the leaps of one atom, those that are said to go forward go furthest that way.
        nearest = nearest.min(one.value.atom.steps.iter().map(|step| step.1).min()?);
    }
    match nearest {
        u8::MAX => None,
        1 => Some(String::from("last rank")),
        ranks => Some(format!("last {ranks} ranks")),
    }
}
