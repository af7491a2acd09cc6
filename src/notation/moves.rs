//! Moves as text, and back.

use std::collections::{BTreeMap, HashMap};

use super::Notation;
use crate::diag::nearest;
use crate::index::{Cell, Kind, Piece, Player};
use crate::position::{Edit, Move, Position, Put, Size};
use crate::rules::{Act, Change, MoveRule, Node, Rules, Tower, Walk};

/// Why a text is not taken for a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// No legal move is called so: `e2-e5`; with the most similar one.
    Unknown(Option<String>),
    /// Several are: `e7e8` where the piece may become this or that.
    Several(Vec<String>),
}

/// What may stand between the cells of a move.
pub(super) const JOINTS: [char; 3] = ['-', 'x', ':'];

/// Behind a cell, how many pieces a move takes along from there, or leaves there.
pub(super) const TIMES: char = '*';

/// The name of moves that the file does not name.
const UNNAMED: &str = "move";

impl Notation {
    /// A move's name: its cells joined by `-`, or `x` where it captures, and `=kind` where the piece
    /// became another or several could be put; `P@e4` where a piece comes out of a hand; of a move
    /// without cells its name in the rules. Two moves may share it; see [`Notation::move_names`].
    pub fn move_name(&self, chosen: &Move, position: &Position) -> String {
        let cell = |cell: &Cell| self.cell_name(*cell, position.size);
        if let (Some(kind), [to]) = (self.dropped(chosen, position), chosen.path.as_slice()) {
            return format!("{}@{}", self.kind_glyph(kind), cell(to));
        }
        let joint = if chosen.captures.is_empty() { "-" } else { "x" };
        let pushed = self.pushed(chosen, position);
        let path = match (chosen.path.as_slice(), &pushed) {
            // A picked piece that goes on is told by where it goes from and to.
            ([only], Some(both)) if both[0] == *only => both.as_slice(),
            (path, _) => path,
        };
        let mut cells: Vec<String> = path.iter().map(cell).collect();
        if self.rules.board.stack > 1 && path.len() > 1 {
            for (at, many) in self.carried(chosen, position) {
                cells[at].push_str(&format!("{TIMES}{many}"));
            }
        }
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

    /// The names of a position's moves, each different from all others: of those that would read
    /// alike more is told, their names in the rules, what changes on the board, at last a number.
    pub fn move_names(&self, moves: &[Move], position: &Position) -> Vec<String> {
        let plain: Vec<String> = match self.rules.format.short {
            true => self.short_names(moves, position),
            false => moves.iter().map(|chosen| self.move_name(chosen, position)).collect(),
        };
        let mut names = plain.clone();
        let mut told: Vec<Option<&str>> = vec![None; moves.len()];
        let doubled = alike(&names);
        if doubled.is_empty() {
            return names;
        }
        for alike in doubled {
            let first = moves[alike[0]].name;
            if alike.iter().any(|index| moves[*index].name != first) {
                for index in alike {
                    let name = self.rules.move_names.get(moves[index].name.index());
                    told[index] = name.map(String::as_str).filter(|name| *name != UNNAMED);
                }
            }
        }
        let named = |index: usize, more: &[String]| {
            let told: Vec<&str> =
                told[index].into_iter().chain(more.iter().map(String::as_str)).collect();
            match told[..] {
                [] => plain[index].clone(),
                _ => format!("{} ({})", plain[index], told.join(", ")),
            }
        };
        (0..names.len()).for_each(|index| names[index] = named(index, &[]));
        for all in [false, true] {
            for index in alike(&names).into_iter().flatten() {
                let chosen = &moves[index];
                let told = chosen.edits.iter().filter(|edit| position.is_cell(edit));
                let told = told.filter(|edit| all || !chosen.path.contains(&edit.cell));
                let told: Vec<String> =
                    told.map(|edit| self.edit_name(edit, position.size)).collect();
                names[index] = named(index, &told);
            }
        }
        // What differs in what is remembered alone is told by the marks that are made and taken away; where nothing
        // else differs, what changes on the board says nothing.
        let board = |index: usize| -> Vec<&Edit> {
            moves[index].edits.iter().filter(|edit| position.is_cell(edit)).collect()
        };
        for group in alike(&names) {
            let mut others = (0..names.len()).filter(|index| plain[*index] == plain[group[0]]);
            let same = others.all(|index| board(index) == board(group[0]));
            for index in group {
                let cells = board(index).into_iter().filter(|_| !same);
                let cells = cells.map(|edit| self.edit_name(edit, position.size));
                let told: Vec<String> =
                    cells.chain(self.slots_told(&moves[index], position)).collect();
                names[index] = named(index, &told);
            }
        }
        for alike in alike(&names) {
            for (number, index) in alike.into_iter().enumerate() {
                names[index].push_str(&format!(" ({})", number + 1));
            }
        }
        names
    }

    /// The legal move that a text names: exactly, or but for its joints, capitals and blanks; or
    /// with a glyph in place of the kind, as in `e7e8q`; or with cells of which the same becomes in
    /// another order. Where names are short, more of a move may be told, or less where that is clear.
    pub fn parse_move<'m>(
        &self,
        text: &str,
        moves: &'m [Move],
        position: &Position,
    ) -> Result<&'m Move, MoveFault> {
        let names = self.move_names(moves, position);
        let named = self.with_first_glyph(text.trim());
        let text = named.as_deref().unwrap_or(text.trim());
        if let Some(index) = names.iter().position(|name| name == text) {
            return Ok(&moves[index]);
        }
        if let Some(found) = self.whole(text, moves, position) {
            return Ok(found);
        }
        if let Some(found) = self.by_cells(text, moves, position, &names) {
            return found;
        }
        let loose = loosened(text);
        let those = |fits: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..names.len()).filter(|index| !loose.is_empty() && fits(*index)).collect()
        };
        let similar = those(&|index| loosened(&names[index]) == loose);
        let short = || {
            let loose = loose.replace('=', "");
            those(&|index| self.shorts(&moves[index], position).contains(&loose))
        };
        let similar = if similar.is_empty() { short() } else { similar };
        // At last without any joint: cells whose names are numbers may then be several.
        let bare = |text: &str| text.replace('-', "");
        let similar = match similar.is_empty() {
            true => those(&|index| {
                let texts = self.shorter(&moves[index], position).into_iter();
                let mut texts = texts.chain([names[index].clone()]);
                texts.any(|text| bare(&loosened(&text)) == bare(&loose))
            }),
            false => similar,
        };
        let unfound = similar.is_empty();
        let similar = match unfound.then(|| self.parse_path(text, position.size)).flatten() {
            Some(cells) => those(&|index| {
                let told = |text: &str| text.split_once('=').map(|(_, kind)| loosened(kind));
                moves[index].takes_in_any_order(&cells) && told(&names[index]) == told(text)
            }),
            None => similar,
        };
        match similar[..] {
            [index] => Ok(&moves[index]),
            [] => {
                // A number is not begun by its first figures.
                let figures = |text: Option<char>| text.is_some_and(|c| c.is_ascii_digit());
                let begun = those(&|index| {
                    let name = loosened(&names[index]);
                    let rest = name.strip_prefix(&loose);
                    rest.is_some_and(|rest| {
                        !(figures(loose.chars().last()) && figures(rest.chars().next()))
                    })
                });
                // Without a glyph, where one kind alone can be dropped there.
                let cell = loose.trim_start_matches('@');
                let dropped = those(&|index| {
                    loosened(&names[index]).split_once('@').is_some_and(|(_, at)| at == cell)
                });
                match begun[..] {
                    [] if dropped.len() == 1 => Ok(&moves[dropped[0]]),
                    [] if !dropped.is_empty() => Err(several(&dropped, &names)),
                    [] => {
                        let known: Vec<String> = names.iter().map(|name| loosened(name)).collect();
                        let near = nearest(&loose, known.iter().map(String::as_str));
                        let near = near.and_then(|near| known.iter().position(|name| name == near));
                        Err(MoveFault::Unknown(near.map(|index| names[index].clone())))
                    }
                    _ => Err(several(&begun, &names)),
                }
            }
            _ => Err(several(&similar, &names)),
        }
    }

    /// A move's cells alone, and with the glyph of the kind that its name tells, as in `e7e8q`; where that
    /// glyph is the old one and a sign, the sign alone will do, as in `e7e8+`.
    fn shorts(&self, chosen: &Move, position: &Position) -> Vec<String> {
        let Some(kind) = self.kind_told(chosen, position) else { return Vec::new() };
        let cells: Vec<String> =
            chosen.path.iter().map(|cell| self.cell_name(*cell, position.size)).collect();
        let cells = cells.join("-");
        let glyph = self.kind_glyph(kind);
        let before = chosen.path.first().and_then(|cell| position.at(*cell).kind());
        let sign = before.and_then(|before| glyph.strip_suffix(self.kind_glyph(before)));
        let signs = [Some(""), Some(glyph), sign.filter(|sign| !sign.is_empty())];
        signs.into_iter().flatten().map(|sign| loosened(&format!("{cells}{sign}"))).collect()
    }

    /// A drop with the first player's glyph of the kind, which names of moves tell, where it is told by another player's.
    fn with_first_glyph(&self, text: &str) -> Option<String> {
        let (glyph, cell) = text.split_once('@')?;
        let mut glyphs = self.rules.format.cells.iter();
        let kind = glyphs.find(|known| known.glyph.value == glyph.trim())?.piece.kind()?;
        Some(format!("{}@{cell}", self.kind_glyph(kind)))
    }

    /// The glyph of a kind: the first player's, or nobody's.
    fn kind_glyph(&self, kind: Kind) -> &str {
        let neutral = self.rules.kinds.get(kind.index()).is_some_and(|rule| rule.neutral);
        self.glyph(Piece::new(kind, (!neutral).then_some(Player(0))))
    }

    /// The kind that comes out of a hand.
    fn dropped(&self, chosen: &Move, position: &Position) -> Option<Kind> {
        self.rules.hands?;
        let last = chosen.path.last()?;
        let towers = self.rules.board.stack > 1;
        let after = match chosen.edits.iter().find(|edit| edit.cell == *last) {
            Some(put) if put.before.is_empty() || towers => put.after,
            // On a tower with such a piece on top.
            None if towers => position.at(*last),
            _ => return None,
        };
        let (kind, owner) = (after.kind()?, after.owner()?);
        let slot = self.rules.layout(position.size).hand(owner, kind)?;
        let taken = chosen.edits.iter().find(|edit| edit.cell == slot)?;
        (taken.after < taken.before).then_some(kind)
    }

    /// The piece that a text such as `P@e4` or `e7e8=Q` puts on the last cell.
    pub fn parse_put(&self, text: &str) -> Option<Put> {
        let kind = |glyph: &str| {
            let glyph = glyph.trim();
            (0..self.rules.kinds.len()).map(Kind::at).find(|kind| {
                let named = &self.rules.kinds[kind.index()].name.value;
                self.kind_glyph(*kind).eq_ignore_ascii_case(glyph)
                    || named.eq_ignore_ascii_case(glyph)
            })
        };
        if let Some((_, glyph)) = text.split_once('=') {
            return kind(glyph).map(Put::As);
        }
        let (glyph, _) = text.split_once('@')?;
        kind(glyph).filter(|_| self.rules.hands.is_some()).map(Put::Dropped)
    }

    /// The cells that a text such as `e2-e4`, `b4xd6xf8`, `e7e8q` or `P@e4` names, legal or not.
    pub fn parse_path(&self, text: &str, size: Size) -> Option<Vec<Cell>> {
        let text = text.split(['=', '(']).next().unwrap_or(text);
        let text = without_counts(text);
        let text = text.as_str();
        let text = text.rsplit('@').next().unwrap_or(text).trim();
        self.path(text, size).or_else(|| {
            let glyphs = self.rules.format.cells.iter().map(|glyph| glyph.glyph.value.as_str());
            glyphs.chain(["+"]).find_map(|glyph| {
                let cut = text.len().checked_sub(glyph.len())?;
                let ends = text.get(cut..)?.eq_ignore_ascii_case(glyph);
                ends.then(|| self.path(text[..cut].trim_end(), size)).flatten()
            })
        })
    }

    /// The same of a text that tells nothing but cells.
    pub fn parse_cells(&self, text: &str, size: Size) -> Option<Vec<Cell>> {
        self.path(text.trim(), size)
    }

    /// The cells that a text names one after another, perhaps with joints between them.
    fn path(&self, text: &str, size: Size) -> Option<Vec<Cell>> {
        let mut cells: Vec<(String, Cell)> = self
            .canvas(size)
            .cells
            .iter()
            .map(|cell| (self.cell_name(*cell, size), *cell))
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
                let joint = rest.starts_with(JOINTS) && good(&ways, end + 1) && rest.len() > 1;
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
        if chosen.became.is_some() {
            return chosen.became;
        }
        let edit = chosen.edits.iter().find(|edit| edit.cell == *last);
        let after = edit.map_or_else(|| position.at(*last), |edit| edit.after);
        let (owner, after) = (after.owner(), after.kind()?);
        match position.at(*first).kind() {
            // Something else that stands where the path ends is not what the piece has become: then the cells of the
            // path, from the first on, tell where it does stand.
            Some(before) if owner != position.at(*first).owner() => {
                let changed = |cell: &&Cell| chosen.edits.iter().find(|edit| edit.cell == **cell);
                let stands = chosen.path.iter().skip(1).filter_map(|cell| changed(&cell));
                let mut stands =
                    stands.filter(|edit| edit.after.owner() == position.at(*first).owner());
                stands.next().and_then(|edit| edit.after.kind()).filter(|after| *after != before)
            }
            Some(before) => (before != after).then_some(after),
            None => {
                let told = self.told_kinds.get(after.index());
                told.is_some_and(|told| *told).then_some(after)
            }
        }
    }

    /// What a move does to marks and numbers: `passed d5`, `not passed d5`, `d5 seeds 3`, `seeds 3`.
    fn slots_told(&self, chosen: &Move, position: &Position) -> Vec<String> {
        let changes = self.rules.layout(position.size).changes(&chosen.edits);
        let told = changes.into_iter().filter_map(|change| match change {
            Change::Mark(mark, cell, _, on) => {
                let name = &self.rules.marks.get(mark.index())?.name.value;
                let not = if on { "" } else { "not " };
                Some(format!("{not}{name} {}", self.cell_name(cell, position.size)))
            }
            Change::Number(number, cell, [_, after]) => {
                let name = &self.rules.numbers.get(number.index())?.name.value;
                Some(format!("{} {name} {after}", self.cell_name(cell, position.size)))
            }
            Change::Store(number, _, [_, after]) => {
                Some(format!("{} {after}", self.rules.numbers.get(number.index())?.name.value))
            }
            Change::Cell(_) | Change::Beneath(..) | Change::Hand(..) | Change::Counter(..) => None,
        });
        told.collect()
    }

    /// The piece that a move takes from one cell to another, beside the one that makes it, with both: what is pushed.
    fn pushed(&self, chosen: &Move, position: &Position) -> Option<[Cell; 2]> {
        let mut edits = chosen.edits.iter().filter(|edit| position.is_cell(edit));
        let (one, two, none) = (edits.next()?, edits.next()?, edits.next());
        let goes = |from: &Edit, to: &Edit| {
            from.after.is_empty() && to.before.is_empty() && from.before == to.after
        };
        match none {
            None if goes(one, two) => Some([one.cell, two.cell]),
            None if goes(two, one) => Some([two.cell, one.cell]),
            _ => None,
        }
    }

    /// Where a move takes a part of a tower along, and where it leaves some of it: the place in its path, and how many pieces.
    /// The rest stands where the path ends.
    fn carried(&self, chosen: &Move, position: &Position) -> Vec<(usize, u16)> {
        let layout = self.rules.layout(position.size);
        let mut grown: BTreeMap<Cell, i32> = BTreeMap::new();
        for change in layout.changes(&chosen.edits) {
            let (cell, before, after) = match change {
                Change::Cell(edit) => (edit.cell, edit.before, edit.after),
                Change::Beneath(cell, _, [before, after]) => (cell, before, after),
                _ => continue,
            };
            let stands = |piece: Piece| i32::from(!piece.is_empty());
            *grown.entry(cell).or_default() += stands(after) - stands(before);
        }
        let grown = |cell: &Cell| grown.get(cell).copied().unwrap_or(0);
        let path = &chosen.path;
        let Some((first, others)) = path.split_first() else { return Vec::new() };
        let stands = |edit: &Edit| edit.cell == *first && !edit.after.is_empty();
        let left =
            chosen.edits.iter().any(stands) || !chosen.edits.iter().any(|edit| edit.cell == *first);
        let part = -grown(first);
        let mut told = Vec::new();
        if left && part > 0 && !others.contains(first) {
            told.push((0, part as u16));
        }
        // What comes again to where it has been has left nothing there.
        let last = path.last();
        let between = path.iter().enumerate().skip(1).take(path.len().saturating_sub(2));
        let left = between.filter(|(_, cell)| grown(cell) > 0 && Some(*cell) != last);
        told.extend(left.map(|(at, cell)| (at, grown(cell) as u16)));
        told
    }

    fn edit_name(&self, edit: &Edit, size: Size) -> String {
        format!("{}: {}", self.cell_name(edit.cell, size), self.rules.piece_name(edit.after))
    }
}

/// The text without the counts behind its cells.
fn without_counts(text: &str) -> String {
    let mut parts = text.split(TIMES);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn several(indices: &[usize], names: &[String]) -> MoveFault {
    MoveFault::Several(indices.iter().map(|index| names[*index].clone()).collect())
}

/// The names that stand more than once: where each does.
fn alike(names: &[String]) -> Vec<Vec<usize>> {
    // There may be tens of thousands, and seldom two alike.
    let mut firsts: HashMap<&str, usize> = HashMap::with_capacity(names.len());
    let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        let first = *firsts.entry(name).or_insert(index);
        if first != index {
            places.entry(first).or_insert_with(|| vec![first]).push(index);
        }
    }
    places.into_values().collect()
}

/// The name without joints, blanks and capitals; between two digits a joint stays, as `-`.
fn loosened(name: &str) -> String {
    let mut loose = String::with_capacity(name.len());
    let mut joint = false;
    for c in name.chars() {
        if JOINTS.contains(&c) || c.is_whitespace() {
            joint = true;
            continue;
        }
        if joint && c.is_ascii_digit() && loose.ends_with(|c: char| c.is_ascii_digit()) {
            loose.push('-');
        }
        joint = false;
        loose.extend(c.to_lowercase());
    }
    loose
}

/// By kind, whether a move that puts it tells so: actions put several, or make what stands somewhere into that one.
pub(super) fn told_kinds(rules: &Rules) -> Vec<bool> {
    let many = put_kinds(&rules.actions).len() > 1;
    let makes = |kind: Kind| {
        let make = Act::Tower(Tower::Make(kind));
        rules.actions.iter().any(|rule| rule.walk.acts(&|act| act == make))
    };
    (0..rules.kinds.len()).map(|at| many || makes(Kind::at(at))).collect()
}

/// The kinds that the walks of these moves put on the board.
fn put_kinds(moves: &[MoveRule]) -> Vec<Kind> {
    fn visit(node: &Node, found: &mut Vec<Kind>) {
        match &node.walk {
            Walk::Seq(nodes) | Walk::Alt(nodes) => nodes.iter().for_each(|n| visit(n, found)),
            Walk::Repeat { body, .. } | Walk::Each { body, .. } => visit(body, found),
            Walk::Act(Act::Put(kind) | Act::Cover(kind) | Act::Tower(Tower::Put(kind)))
                if !found.contains(kind) =>
            {
                found.push(*kind)
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    moves.iter().for_each(|rule| visit(&rule.walk, &mut found));
    found
}
