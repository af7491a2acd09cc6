//! What is put around the moves of pieces: `slide any` → `PLAYER, (slide any), land, …`.

use super::scope::{Bound, Failed, Scope};
use super::table::AroundRow;
use super::value::Value;
use toml::{Table, Value as Toml};

/// The alternatives of a pattern: what stands between the `|` that are in no bracket.
pub(super) fn alternatives(walk: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, sign) in walk.char_indices() {
        match sign {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.push(walk[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(walk[start..].trim());
    parts
}

/// Whether a walk says itself where its piece lands.
fn lands(walk: &str) -> bool {
    let words = walk.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    words.into_iter().any(|word| ["land", "again"].contains(&word))
}

/// Every alternative with the cursor where the piece ends, in brackets; `end` is what comes then.
pub(super) fn ending(walk: &str, end: &str) -> String {
    if !lands(walk) {
        return format!("({walk}){end}");
    }
    let one = |part: &&str| match lands(part) {
        true => format!("({part}), return{end}"),
        false => format!("({part}){end}"),
    };
    alternatives(walk).iter().map(one).collect::<Vec<_>>().join(" | ")
}

/// The walk with its piece arrived and the cursor there.
pub(super) fn landed(walk: &str) -> String {
    let alternatives = alternatives(walk);
    if !lands(walk) && alternatives.len() > 1 {
        return format!("(({walk}), land)");
    }
    let one = |part: &&str| match lands(part) {
        true => format!("{part}, return"),
        false => format!("{part}, land"),
    };
    let walks: Vec<String> = alternatives.iter().map(one).collect();
    format!("({})", walks.join(" | "))
}

impl Scope<'_> {
    /// Puts around the moves of pieces what the table says; what could not be said.
    pub(super) fn put_around(&self, pieces: &mut Table) -> Vec<Failed> {
        let mut failed = Vec::new();
        let bare = pieces.clone();
        for row in &self.format.table.around {
            for piece in &self.settings.pieces {
                let to = self.becomes(&row.each, &piece.kind);
                let bound = Bound { piece: Some(piece.kind.clone()), to, ..Bound::default() };
                if let Err(fault) = self.put_row(row, &bound, &bare, pieces) {
                    failed.push(fault);
                }
            }
        }
        failed
    }

    /// What goes with a piece in an option of pairs.
    fn becomes(&self, option: &str, kind: &str) -> Option<String> {
        let Some([Value::Pairs(pairs), _]) = self.values(option) else { return None };
        pairs.into_iter().find(|(from, _)| from == kind).map(|(_, to)| to)
    }

    fn put_row(
        &self,
        row: &AroundRow,
        bound: &Bound,
        bare: &Table,
        pieces: &mut Table,
    ) -> Result<(), Failed> {
        let piece = bound.piece.as_deref().unwrap_or_default();
        let mut has = [false; 2];
        for (side, has) in has.iter_mut().enumerate() {
            let bound = Bound { side: Some(side), ..bound.clone() };
            let kinds = self.kinds(&row.each, &bound);
            let kinds = kinds.ok_or_else(|| Failed::table(format!("`{}` is no list", row.each)))?;
            *has = kinds.iter().any(|kind| kind == piece || kind == "*");
        }
        let when = row.when.as_deref();
        if has == [false; 2] || !when.map_or(Ok(true), |when| self.holds(when, bound))? {
            return Ok(());
        }
        let kind = self.text(&row.kind, bound, 0)?;
        let Some(Toml::Table(kind)) = pieces.get_mut(&kind) else { return Ok(()) };
        // Moves that another kind lends are written out, as nothing is put around those.
        let lent = kind.get("like").and_then(Toml::as_str).and_then(|like| bare.get(like));
        if let Some(Toml::Table(lent)) = lent {
            for key in ["moves", "betza"] {
                kind.extend(lent.get(key).map(|moves| (String::from(key), moves.clone())));
            }
            kind.remove("like");
        }
        let betza = kind.remove("betza").map(|betza| ("betza", betza));
        let Some((key, moves)) = kind.remove("moves").map(|moves| ("moves", moves)).or(betza)
        else {
            return Ok(());
        };
        let moves = match (key, moves) {
            ("betza", Toml::String(betza)) => Toml::String(self.pattern(piece, &betza)?),
            (_, Toml::Table(moves)) => {
                let mut around = Table::new();
                for (name, walk) in moves {
                    // A name stands for those that begin with it: `turn` for `turn_far`.
                    let stem = name.split('_').next().map(str::to_owned).unwrap_or_default();
                    let left = !row.only.is_empty() && !row.only.contains(&stem)
                        || row.except.contains(&stem);
                    let walk = if left { walk } else { self.one(row, bound, has, walk)? };
                    around.insert(name, walk);
                }
                kind.insert(String::from("moves"), Toml::Table(around));
                return Ok(());
            }
            (_, moves) => moves,
        };
        let moves = match row.only.is_empty() {
            true => self.one(row, bound, has, moves)?,
            false => moves,
        };
        kind.insert(String::from("moves"), moves);
        Ok(())
    }

    /// One move with what is put around it: a pattern, or a table with a pattern and where it starts.
    fn one(
        &self,
        row: &AroundRow,
        bound: &Bound,
        has: [bool; 2],
        walk: Toml,
    ) -> Result<Toml, Failed> {
        let text = match walk {
            Toml::String(text) => text,
            Toml::Table(mut table) => {
                let piece = bound.piece.as_deref().unwrap_or_default();
                let walk = match (table.remove("walk"), table.remove("betza")) {
                    (None, Some(Toml::String(betza))) => Toml::String(self.pattern(piece, &betza)?),
                    (Some(walk), _) => walk,
                    _ => return Ok(Toml::Table(table)),
                };
                table.insert(String::from("walk"), self.one(row, bound, has, walk)?);
                return Ok(Toml::Table(table));
            }
            other => return Ok(other),
        };
        let text = text.trim().to_owned();
        let of = |side: Option<usize>| {
            let bound = Bound { side, walk: Some(text.clone()), ..bound.clone() };
            self.text(&row.walk, &bound, 0)
        };
        if !row.sided {
            return of(None).map(Toml::String);
        }
        let mut parts = Vec::new();
        for (side, has) in has.into_iter().enumerate() {
            let walk = if has { of(Some(side))? } else { text.clone() };
            let walk = match alternatives(&walk).len() {
                1 => walk,
                _ => format!("({walk})"),
            };
            parts.push(format!("{}, {walk}", self.players()[side]));
        }
        Ok(Toml::String(parts.join(" | ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_is_told_apart_by_where_it_lands() {
        assert_eq!(alternatives("a | (b | c), d"), ["a", "(b | c), d"]);
        assert_eq!(landed("step any"), "(step any, land)");
        assert_eq!(landed("a | b, land, c"), "(a, land | b, land, c, return)");
        assert_eq!(ending("a | b, land, c", ", d"), "(a), d | (b, land, c), return, d");
    }
}
