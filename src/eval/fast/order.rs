//! The order of moves: which of them comes before which.

use super::Fast;
use super::list::Play;
use crate::index::{Cell, Kind, Piece, Player};
use crate::position::{Edit, Move};
use crate::program::{NOWHERE, Set};
use std::cmp::Ordering;
use std::collections::HashMap;

impl<S: Set> Fast<'_, S> {
    /// Of some moves the one before which so many others come in their order.
    pub(super) fn nth_of(&mut self, player: Player, moves: &[Play], before: usize) -> Play {
        if let [only] = moves {
            return *only;
        }
        let mut traced = self.begun(player, moves);
        let (lower, one, upper) = traced.select_nth_unstable_by_key(before, |(begin, _)| *begin);
        let begin = one.0;
        let same = |(other, _): &&(u64, Play)| *other == begin;
        let alike = lower.iter().filter(same).chain(upper.iter().filter(same));
        let mut alike: Vec<Play> = alike.map(|(_, play)| *play).collect();
        let mut chosen = one.1;
        if !alike.is_empty() {
            let fewer = lower.iter().filter(|other| other.0 < begin).count();
            chosen = match alike[..] {
                [other] => {
                    let first = self.compare(player, chosen, other).is_le();
                    if first == (before == fewer) { chosen } else { other }
                }
                _ => {
                    alike.push(chosen);
                    let mut told = HashMap::new();
                    alike.sort_by(|a, b| self.compare_told(player, *a, *b, Some(&mut told)));
                    alike[before - fewer]
                }
            };
        }
        self.traced = traced;
        chosen
    }

    /// Puts moves in their order.
    pub(super) fn sort(&mut self, player: Player, moves: &mut [Play]) {
        let mut traced = self.begun(player, moves);
        let mut told = HashMap::new();
        traced.sort_by(|(one, a), (two, b)| {
            one.cmp(two).then_with(|| self.compare_told(player, *a, *b, Some(&mut told)))
        });
        moves.iter_mut().zip(&traced).for_each(|(play, (_, known))| *play = *known);
        self.traced = traced;
    }

    /// Moves, each with the beginning of what tells it.
    pub(super) fn begun(&mut self, player: Player, moves: &[Play]) -> Vec<(u64, Play)> {
        let mut traced = std::mem::take(&mut self.traced);
        traced.clear();
        traced.extend(moves.iter().map(|play| (self.beginning(player, *play), *play)));
        traced
    }

    /// The first three of the cells that tell a move, each by one more than its number: the lesser one comes first, and where
    /// they are the same, [`Fast::compare`] tells.
    fn beginning(&mut self, player: Player, play: Play) -> u64 {
        let packed =
            |cells: [u16; 3]| cells.iter().fold(0, |all, cell| all << 16 | u64::from(*cell));
        let path = |path: &[u16]| {
            let mut cells = [0; 3];
            cells.iter_mut().zip(path).for_each(|(cell, of)| *cell = of + 1);
            packed(cells)
        };
        let places = &self.plan.sides[player.index()].places;
        packed(match play {
            Play::Plain { from, to, .. } => [from + 1, to + 1, 0],
            Play::Put { from, to, group, at } => {
                let tail = self.group(player, from, group).tail.as_ref();
                let told = tail.is_some_and(|tail| tail.told);
                [from + 1, to + 1, if told { at + 1 } else { 0 }]
            }
            Play::Place { at, to, then } => {
                let place = &places[usize::from(at)];
                match &place.second {
                    Some(second) => [to + 1, if second.told { then + 1 } else { 0 }, 0],
                    None => {
                        let told = place.turns.get(usize::from(then)).map(|turns| &turns.told);
                        let cell = |at: usize| {
                            told.and_then(|told| told.get(at)).map_or(0, |cell| cell + 1)
                        };
                        [to + 1, cell(0), cell(1)]
                    }
                }
            }
            Play::Phase { from: NOWHERE, to, taken, .. } => [to + 1, taken.wrapping_add(1), 0],
            Play::Phase { from, to, taken, .. } => [from + 1, to + 1, taken.wrapping_add(1)],
            Play::Throw { .. } | Play::Pass => [0; 3],
            Play::Chain { at } => return path(self.chains.path(at)),
            Play::Finished { group, bits } => {
                let (head, lifted, at) = Play::unfinished(group, bits);
                let ways = self.ways_told(player, head).into_iter();
                let ways = ways.filter(|cell| *cell != NOWHERE);
                let ends = lifted.into_iter().chain([at]).map(|cell| cell as u16);
                let mut cells = [0; 3];
                cells.iter_mut().zip(ways.chain(ends)).for_each(|(cell, of)| *cell = of + 1);
                cells
            }
            Play::Walked { list, at } => first_of(self.walks[usize::from(list)].path(at as usize)),
            Play::Loose { from, at } => first_of(self.loose_path(player, from.into(), at)),
        })
    }

    /// How two moves compare.
    pub(super) fn compare(&mut self, player: Player, a: Play, b: Play) -> Ordering {
        self.compare_told(player, a, b, None)
    }

    /// The same of two of many: what only making a move tells is told once.
    fn compare_told(
        &mut self,
        player: Player,
        a: Play,
        b: Play,
        told: Option<&mut HashMap<Play, Move>>,
    ) -> Ordering {
        let paths = match (a, b) {
            (Play::Chain { at: one }, Play::Chain { at: two }) => {
                self.chains.path(one).cmp(self.chains.path(two))
            }
            (Play::Walked { list: one, at }, Play::Walked { list: two, at: other }) => {
                let path = |list: u16, at: u32| self.walks[usize::from(list)].path(at as usize);
                path(one, at).cmp(path(two, other))
            }
            _ => Ordering::Equal,
        };
        if paths != Ordering::Equal {
            return paths;
        }
        if let (Some(one), Some(two)) =
            (self.told_with_end(player, a), self.told_with_end(player, b))
        {
            return one.cmp(&two);
        }
        let few = |this: &mut Self, play| match play {
            Play::Plain { from, to, .. } => Some([from + 1, to + 1, 0]),
            Play::Put { from, to, group, at } => {
                let tail = this.group(player, from, group).tail.as_ref();
                let last = at == from && tail.is_some_and(|tail| !tail.told);
                Some([from + 1, to + 1, if last { u16::MAX } else { at + 1 }])
            }
            Play::Place { at, to, then } => {
                let place = &this.plan.sides[player.index()].places[usize::from(at)];
                if let Some(second) = &place.second {
                    return Some([to + 1, if second.told { then + 1 } else { 0 }, 0]);
                }
                match place.turns.get(usize::from(then)).map(|turns| &turns.told[..]) {
                    None => Some([to + 1, 0, 0]),
                    Some([turned, onto]) => Some([to + 1, turned + 1, onto + 1]),
                    Some(_) => None,
                }
            }
            Play::Phase { from, to, taken, .. } => Some(match from {
                NOWHERE => [to + 1, taken.wrapping_add(1), 0],
                from => [from + 1, to + 1, taken.wrapping_add(1)],
            }),
            Play::Throw { .. } | Play::Pass => Some([0; 3]),
            Play::Chain { .. } | Play::Finished { .. } => None,
            Play::Walked { list, at } => few_of(this.walks[usize::from(list)].path(at as usize)),
            Play::Loose { from, at } => few_of(this.loose_path(player, from.into(), at)),
        };
        // What is put tells something only of moves that put the same way.
        let put = |play| if let Play::Put { group, .. } = play { Some(group) } else { None };
        let cells = if put(a) == put(b) { 3 } else { 2 };
        let order = match (few(self, a), few(self, b)) {
            (Some(a), Some(b)) => a[..cells].cmp(&b[..cells]),
            _ => Ordering::Equal,
        };
        order.then_with(|| match (self.arrives(player, a), self.arrives(player, b)) {
            (Some(one), Some(two)) if one != two => one.cmp(&two),
            _ => match (self.compare_unmade(player, a, b), told) {
                (Some(order), _) => order,
                (None, Some(told)) => {
                    for play in [a, b] {
                        told.entry(play).or_insert_with(|| self.told(player, play));
                    }
                    told.get(&a).cmp(&told.get(&b))
                }
                (None, None) => self.compare_made(player, a, b),
            },
        })
    }

    /// The same without making them, where tables tell what they change.
    fn compare_unmade(&self, player: Player, a: Play, b: Play) -> Option<Ordering> {
        let puts = self.cells_put(player, a).zip(self.cells_put(player, b));
        match puts {
            Some((one, two)) if !one.starts_with(&two) && !two.starts_with(&one) => {
                Some(one.cmp(&two))
            }
            _ => self.compare_slots(player, a, b),
        }
    }

    /// The cells that a placement of several pieces changes, and what stands there then, in order; or one of one piece, behind which
    /// nothing more comes. What it does to slots comes behind these cells.
    fn cells_put(&self, player: Player, play: Play) -> Option<Vec<(usize, Piece)>> {
        let Play::Place { at, to, .. } = play else { return None };
        let place = &self.plan.sides[player.index()].places[usize::from(at)];
        let plain = place.second.is_none() && place.turns.is_empty() && place.sequel.is_empty();
        if !plain || place.on.is_some() || place.after.is_some() && !place.fills {
            return None;
        }
        Some(place.puts_on(to.into()))
    }

    /// The same of two moves of a piece to the same cell that differ by nothing but marks and counters, without making them.
    fn compare_slots(&self, player: Player, a: Play, b: Play) -> Option<Ordering> {
        let (
            Play::Plain { from, to, piece, .. },
            Play::Plain { from: begins, to: ends, piece: is, .. },
        ) = (a, b)
        else {
            return None;
        };
        let captured = self.board.cells[usize::from(to)];
        let keeps = self.program.sides[player.index()].hand[usize::from(captured.0)] != NOWHERE;
        let side = &self.plan.sides[player.index()];
        let alone = side.passing.is_none() && self.program.layout.stack() == 1 && !keeps;
        if (from, to, piece) != (begins, ends, is) || !alone || self.may_take_around(player, a) {
            return None;
        }
        let order = self.slots_changed(player, a)?.cmp(&self.slots_changed(player, b)?);
        (order != Ordering::Equal).then_some(order)
    }

    /// What becomes of the slots by a move of a piece after which nothing more comes, in order, if tables tell it.
    fn slots_changed(&self, player: Player, play: Play) -> Option<Vec<Edit>> {
        let Play::Plain { from, to, group, .. } = play else { return None };
        let group = self.group(player, from, group);
        if group.after.is_some() || !group.tallies.is_empty() {
            return None;
        }
        let (from, to) = (usize::from(from), usize::from(to));
        let mut edits = Vec::new();
        let changed = S::one(from) | S::one(to);
        self.board.fades(player, group.marking(from, to), changed, &mut edits);
        let side = &self.plan.sides[player.index()];
        if self.counts && !side.counters.is_empty() {
            for tick in &side.ticks.as_ref()?[group.name.index()] {
                let before = self.board.slot(tick.slot.into());
                let cell = Cell(tick.slot);
                let [before, after] = [before, tick.after(before)].map(Piece::of_byte);
                edits.extend((before != after).then_some(Edit { cell, before, after }));
            }
        }
        edits.sort_unstable();
        Some(edits)
    }

    /// The same of two alone, told by making them. Of those of a piece to the same cell most often what changes beside tells.
    fn compare_made(&mut self, player: Player, a: Play, b: Play) -> Ordering {
        let ends = |play| match play {
            Play::Plain { from, to, .. } => Some([from, to]),
            _ => None,
        };
        if ends(a).is_some_and(|one| ends(b) == Some(one)) {
            let [one, two] = [a, b].map(|play| self.edits_of(|this| this.make(player, play)));
            let order = one.cmp(&two);
            if order != Ordering::Equal {
                return order;
            }
        }
        self.told(player, a).cmp(&self.told(player, b))
    }

    /// What comes to a cell by a move that changes no others but that from which it comes, if the cell changes.
    fn arrives(&self, player: Player, play: Play) -> Option<Piece> {
        let (to, piece, alone) = match play {
            Play::Plain { from, to, piece, group } => {
                (to, piece, from != to && self.group(player, from, group).after.is_none())
            }
            Play::Place { at, to, .. } => {
                let place = &self.plan.sides[player.index()].places[usize::from(at)];
                let more = place.after.is_some() || !place.is_brief();
                (to, place.piece, !more)
            }
            _ => return None,
        };
        let around = matches!(play, Play::Plain { .. }) && self.may_take_around(player, play);
        (alone && !around && self.board.cells[usize::from(to)] != piece).then_some(piece)
    }

    /// A move as a value.
    pub(super) fn told(&mut self, player: Player, play: Play) -> Move {
        let name = self.name(player, play);
        let (path, captures) = match play {
            Play::Plain { from, to, group, .. } => {
                let rises = self.group(player, from, group).rises;
                let captures = if rises { Vec::new() } else { vec![Cell(to)] };
                (vec![Cell(from), Cell(to)], captures)
            }
            Play::Put { from, to, group, at } => {
                let tail = self.group(player, from, group).tail.as_ref();
                let at = tail.filter(|tail| tail.told).map(|_| Cell(at));
                ([Cell(from), Cell(to)].into_iter().chain(at).collect(), vec![Cell(to)])
            }
            Play::Finished { group, bits } => {
                let (head, lifted, at) = Play::unfinished(group, bits);
                let path = self.ways_told(player, head).into_iter();
                let path = path.filter(|cell| *cell != NOWHERE).map(usize::from);
                let path = path.chain(lifted).chain([at]).map(Cell::at).collect();
                let captures = match head {
                    Play::Plain { to, .. } => vec![Cell(to)],
                    Play::Loose { from, at } => {
                        let loose = self.loose(player, from.into(), at);
                        loose.map(|loose| loose.effect.captures.clone()).unwrap_or_default()
                    }
                    _ => Vec::new(),
                };
                (path, captures)
            }
            Play::Chain { at } => {
                let cells = |cells: &[u16]| cells.iter().copied().map(Cell).collect();
                let (path, mut taken): (_, Vec<Cell>) =
                    (cells(self.chains.path(at)), cells(self.chains.taken(at)));
                taken.sort();
                (path, taken)
            }
            Play::Place { at, to, then } => {
                let place = &self.plan.sides[player.index()].places[usize::from(at)];
                let turned = place.turns.get(usize::from(then)).into_iter();
                let turned = turned.flat_map(|turns| turns.told.iter().copied().map(Cell));
                let second = place.second.iter().filter(|second| second.told);
                let then = second.map(|_| Cell(then)).chain(turned);
                (std::iter::once(Cell(to)).chain(then).collect(), Vec::new())
            }
            Play::Phase { from, to, taken, .. } => {
                let told = |cells: &[u16]| -> Vec<Cell> {
                    let cells = cells.iter().filter(|cell| **cell != NOWHERE);
                    cells.map(|cell| Cell(*cell)).collect()
                };
                (told(&[from, to, taken]), told(&[taken]))
            }
            Play::Throw { .. } | Play::Pass => (Vec::new(), Vec::new()),
            Play::Walked { list, at } => {
                let (list, at) = (&self.walks[usize::from(list)], at as usize);
                (list.path(at).to_vec(), list.captures(at).to_vec())
            }
            Play::Loose { from, at } => {
                let loose = self.loose(player, from.into(), at);
                let captures = loose.map(|loose| loose.effect.captures.clone());
                let path = self.loose_path(player, from.into(), at).to_vec();
                (path, captures.unwrap_or_default())
            }
        };
        let walked = matches!(play, Play::Walked { .. });
        let stands = |cell: &Cell| !self.board.cells[cell.index()].is_empty();
        let mut captures: Vec<Cell> =
            captures.into_iter().filter(|cell| walked || stands(cell)).collect();
        let edits = self.edits_of(|this| this.make(player, play));
        if self.may_take_around(player, play) {
            captures.extend(self.captured.cells().map(Cell::at));
            captures.sort();
            captures.dedup();
        }
        let became = self.became(player, play);
        Move { path, edits, captures, name, became }
    }

    /// What the piece of a move became before it left the board by the same one, where routes differ.
    pub(super) fn became(&self, player: Player, play: Play) -> Option<Kind> {
        match play {
            Play::Walked { list, at } => self.walks[usize::from(list)].became(at as usize),
            Play::Loose { from, at } => {
                self.loose(player, from.into(), at).and_then(|loose| loose.effect.became)
            }
            _ => None,
        }
    }
}

/// The cells of a path, each by one more than its number, if they are few.
fn few_of(path: &[Cell]) -> Option<[u16; 3]> {
    (path.len() <= 3).then(|| first_of(path))
}

/// The first cells of a path, each by one more than its number.
fn first_of(path: &[Cell]) -> [u16; 3] {
    let mut cells = [0; 3];
    cells.iter_mut().zip(path).for_each(|(cell, of)| *cell = of.0 + 1);
    cells
}
