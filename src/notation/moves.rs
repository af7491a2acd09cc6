//! Moves as text, and back.

use super::Notation;
use crate::diag::nearest;
use crate::index::{Cell, Kind};
use crate::position::{Edit, Move, Position, Size};
use crate::rules::{Act, MoveRule, Node, Walk};

/// Why a text is not taken for a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// No legal move is called so: `e2-e5`; with the most similar one.
    Unknown(Option<String>),
    /// Several are: `e7e8` where the piece may become this or that.
    Several(Vec<String>),
}

impl Notation<'_> {
    /// A move's name: its cells joined by `-`, or `x` where it captures, and `=kind` where the piece
    /// became another or several could be put. Two moves may share it; see [`Notation::move_names`].
    pub fn move_name(&self, chosen: &Move, position: &Position) -> String {
        let joint = if chosen.captures.is_empty() { "-" } else { "x" };
        let cells: Vec<String> =
            chosen.path.iter().map(|cell| self.cell_name(*cell, position.size)).collect();
        let mut name = cells.join(joint);
        if name.is_empty() {
            name = self.rules.move_names.get(chosen.name.index()).cloned().unwrap_or_default();
        }
        if let Some(kind) = self.kind_told(chosen, position) {
            name.push('=');
            name.push_str(&self.rules.kinds[kind.index()].name.value);
        }
        name
    }

    /// The names of a position's moves; those that would read alike tell more of what changes.
    pub fn move_names(&self, moves: &[Move], position: &Position) -> Vec<String> {
        let mut names: Vec<String> =
            moves.iter().map(|chosen| self.move_name(chosen, position)).collect();
        let beside_path = |chosen: &Move, edit: &Edit| !chosen.path.contains(&edit.cell);
        for all in [false, true] {
            let alike = repeated(&names);
            for index in (0..names.len()).filter(|index| alike[*index]) {
                let chosen = &moves[index];
                let told = chosen.edits.iter().filter(|edit| all || beside_path(chosen, edit));
                let told: Vec<String> =
                    told.map(|edit| self.edit_name(edit, position.size)).collect();
                if !told.is_empty() {
                    names[index] =
                        format!("{} ({})", self.move_name(chosen, position), told.join(", "));
                }
            }
        }
        names
    }

    /// The legal move that a text names: exactly, or but for its joints, capitals and blanks.
    pub fn parse_move<'m>(
        &self,
        text: &str,
        moves: &'m [Move],
        position: &Position,
    ) -> Result<&'m Move, MoveFault> {
        let names = self.move_names(moves, position);
        let text = text.trim();
        if let Some(index) = names.iter().position(|name| name == text) {
            return Ok(&moves[index]);
        }
        let loose = loosened(text);
        let similar: Vec<usize> =
            (0..names.len()).filter(|index| loosened(&names[*index]) == loose).collect();
        match similar[..] {
            [index] => Ok(&moves[index]),
            [] => {
                let begun: Vec<usize> = (0..names.len())
                    .filter(|index| {
                        !loose.is_empty() && loosened(&names[*index]).starts_with(&loose)
                    })
                    .collect();
                match begun[..] {
                    [] => {
                        let near = nearest(text, names.iter().map(String::as_str));
                        Err(MoveFault::Unknown(near.map(str::to_owned)))
                    }
                    _ => Err(several(&begun, &names)),
                }
            }
            _ => Err(several(&similar, &names)),
        }
    }

    /// The cells that a text such as `e2-e4` or `b4xd6xf8` names, legal or not.
    pub fn parse_path(&self, text: &str, size: Size) -> Option<Vec<Cell>> {
        let text = text.trim();
        let text = text.split(['=', '(']).next().unwrap_or(text).trim_end();
        let mut cells: Vec<(String, Cell)> = (0..usize::from(size.width)
            * usize::from(size.height))
            .map(|index| (self.cell_name(Cell::at(index), size), Cell::at(index)))
            .filter(|(name, _)| text.contains(name.as_str()))
            .collect();
        cells.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        // `ways[at]` is the cell and joint that lead on from there to the end of the text.
        let mut ways: Vec<Option<(Cell, usize)>> = vec![None; text.len() + 1];
        let good = |ways: &[Option<(Cell, usize)>], at: usize| {
            at == text.len() || ways.get(at).is_some_and(Option::is_some)
        };
        for at in (0..text.len()).rev().filter(|at| text.is_char_boundary(*at)) {
            let fits = |(name, cell): &(String, Cell)| {
                let rest = text[at..].strip_prefix(name.as_str()).filter(|_| !name.is_empty())?;
                let end = at + name.len();
                let joint = rest.starts_with(['-', 'x']) && good(&ways, end + 1) && rest.len() > 1;
                let next = if joint { end + 1 } else { end };
                good(&ways, next).then_some((*cell, next))
            };
            ways[at] = cells.iter().find_map(fits);
        }
        let mut path = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (cell, next) = ways[at]?;
            path.push(cell);
            at = next;
        }
        (!path.is_empty()).then_some(path)
    }

    /// The kind that a move's name must tell.
    fn kind_told(&self, chosen: &Move, position: &Position) -> Option<Kind> {
        let (first, last) = (chosen.path.first()?, chosen.path.last()?);
        let edit = chosen.edits.iter().find(|edit| edit.cell == *last);
        let after = edit.map_or_else(|| position.at(*last), |edit| edit.after).kind()?;
        match position.at(*first).kind() {
            Some(before) => (before != after).then_some(after),
            None => (put_kinds(&self.rules.actions).len() > 1).then_some(after),
        }
    }

    fn edit_name(&self, edit: &Edit, size: Size) -> String {
        format!("{}: {}", self.cell_name(edit.cell, size), self.rules.piece_name(edit.after))
    }
}

fn several(indices: &[usize], names: &[String]) -> MoveFault {
    MoveFault::Several(indices.iter().map(|index| names[*index].clone()).collect())
}

/// Which of the names stand more than once.
fn repeated(names: &[String]) -> Vec<bool> {
    let mut count = std::collections::HashMap::new();
    for name in names {
        *count.entry(name.as_str()).or_insert(0_usize) += 1;
    }
    names.iter().map(|name| count[name.as_str()] > 1).collect()
}

/// The name without joints, blanks and capitals.
fn loosened(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '-' | 'x') && !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The kinds that the walks of these moves put on the board.
fn put_kinds(moves: &[MoveRule]) -> Vec<Kind> {
    fn visit(node: &Node, found: &mut Vec<Kind>) {
        match &node.walk {
            Walk::Seq(nodes) | Walk::Alt(nodes) => nodes.iter().for_each(|n| visit(n, found)),
            Walk::Repeat { body, .. } | Walk::Each { body, .. } => visit(body, found),
            Walk::Act(Act::Put(kind)) if !found.contains(kind) => found.push(*kind),
            _ => {}
        }
    }
    let mut found = Vec::new();
    moves.iter().for_each(|rule| visit(&rule.walk, &mut found));
    found
}
