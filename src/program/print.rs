//! A program's listing.

use super::{Check, CondCode, Op, Program, Side, Walks};
use crate::index::Piece;
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "board {} x {}", self.size.width, self.size.height)?;
        for (player, side) in self.names.players.iter().zip(&self.sides) {
            for (kind, walks) in self.names.kinds.iter().zip(&side.kinds) {
                self.walks(f, player, kind, walks)?;
            }
            self.walks(f, player, "action", &side.actions)?;
            for (at, start) in side.looks.iter().enumerate() {
                writeln!(f, "\n{player} look #{at}:")?;
                self.body(f, *start)?;
            }
            self.goals(f, player, side)?;
        }
        Ok(())
    }
}

impl Program {
    fn walks(
        &self,
        f: &mut fmt::Formatter<'_>,
        player: &str,
        kind: &str,
        walks: &Walks,
    ) -> fmt::Result {
        for entry in &walks.entries {
            let name = self.names.moves.get(entry.name.index()).map_or("move", String::as_str);
            write!(f, "\n{player} {kind} {name}")?;
            if let Some(from) = &entry.from {
                write!(f, " from {} cells", from.len())?;
            }
            writeln!(f, "{}", if entry.captures { " (may capture):" } else { ":" })?;
            self.body(f, entry.start)?;
        }
        Ok(())
    }

    /// The instructions from an address to the end of the walk.
    fn body(&self, f: &mut fmt::Formatter<'_>, start: u32) -> fmt::Result {
        for (at, op) in self.code.ops.iter().enumerate().skip(start as usize) {
            write!(f, "{at:6}  ")?;
            self.op(f, *op)?;
            writeln!(f)?;
            if *op == Op::Done {
                break;
            }
        }
        Ok(())
    }

    /// A condition that a walk may ask.
    fn cond(&self, cond: &CondCode) -> String {
        let each = |list: &[CondCode], word: &str| {
            let parts: Vec<String> = list.iter().map(|cond| self.cond(cond)).collect();
            format!("({})", parts.join(word))
        };
        match cond {
            CondCode::All(list) => each(list, " and "),
            CondCode::Any(list) => each(list, " or "),
            CondCode::Not(cond) => format!("not {}", self.cond(cond)),
            CondCode::Count(check, relation, number) => {
                format!("{relation} {number} {}", self.check(check))
            }
            CondCode::Slot(slots, relation, number) => {
                format!("slot {slots:?} {relation} {number}")
            }
            CondCode::Captured => String::from("captured"),
            other => format!("{other:?}"),
        }
    }

    fn goals(&self, f: &mut fmt::Formatter<'_>, player: &str, side: &Side) -> fmt::Result {
        use super::GoalCode;
        for (name, goal) in self.names.goals.iter().zip(&side.goals) {
            match goal {
                GoalCode::Never => {}
                GoalCode::Line(line) => writeln!(
                    f,
                    "\n{player} goal {name}: {}{} in line along {} of {}",
                    if line.exactly { "exactly " } else { "" },
                    line.length,
                    self.headings(&line.headings),
                    self.check(&line.check)
                )?,
                GoalCode::Connect(goal) => writeln!(
                    f,
                    "\n{player} goal {name}: {} sides joined along {} by {}",
                    goal.least,
                    self.headings(&goal.headings),
                    self.check(&goal.check)
                )?,
                GoalCode::Together { joins, check } => writeln!(
                    f,
                    "\n{player} goal {name}: all joined along {} of {}",
                    self.headings(joins),
                    self.check(check)
                )?,
                GoalCode::Ring(ring) => writeln!(
                    f,
                    "\n{player} goal {name}: a ring across {} of {}",
                    self.headings(&ring.joins),
                    self.check(&ring.check)
                )?,
            }
        }
        Ok(())
    }

    fn op(&self, f: &mut fmt::Formatter<'_>, op: Op) -> fmt::Result {
        let check = |at: u32| self.check(&self.code.checks[at as usize]);
        let turns = |at: u32| {
            let turns = &self.code.turns[at as usize];
            match turns.is_relative() {
                true => format!("turns #{at}"),
                false => self.headings(turns.at(0)),
            }
        };
        match op {
            Op::Face(list) => write!(f, "face    {}", turns(list)),
            Op::Ahead => write!(f, "ahead"),
            Op::Test(at) => write!(f, "test    {}", check(at)),
            Op::Empty => write!(f, "test    empty"),
            Op::Capture => write!(f, "capture"),
            Op::Take => write!(f, "take"),
            Op::Lift => write!(f, "lift"),
            Op::Put(piece) => write!(f, "put     {}", self.piece(piece)),
            Op::Drop(slot, piece) => write!(f, "drop    {} from slot {slot}", self.piece(piece)),
            Op::Mark(mark, on) => {
                write!(f, "{}  m{}", if on { "mark  " } else { "unmark" }, mark.0)
            }
            Op::Become(kind) => write!(f, "become  {}", self.names.kinds[kind.index()]),
            Op::Flip => write!(f, "flip"),
            Op::Push => write!(f, "push"),
            Op::Land => write!(f, "land"),
            Op::Again => write!(f, "again"),
            Op::Split(other) => write!(f, "split   or {other}"),
            Op::Jump(to) => write!(f, "jump    {to}"),
            Op::Enter(id) => write!(f, "enter   loop {id}"),
            Op::Loop(id, exit) => {
                let rule = self.code.loops[id as usize];
                write!(f, "loop    {id}, {} times or more", rule.min)?;
                if rule.max != u32::MAX {
                    write!(f, ", {} at most", rule.max)?;
                }
                write!(f, ", then {exit}")
            }
            Op::Each(list, optional, end) => {
                let some = if optional { "any or none" } else { "at least one" };
                write!(f, "each    {}, {some}, then {end}", turns(list))
            }
            Op::Along(id, at) => write!(f, "along   loop {id}, {}", check(at)),
            Op::Round(id, exit) => write!(f, "round   {id}, then {exit}"),
            Op::Turn(at) => {
                let block = &self.code.blocks[at as usize];
                write!(f, "turn    {:?}", block.rounds)
            }
            Op::Every(at, optional, end) => {
                let some = if optional { "any or none" } else { "at least one" };
                write!(f, "every   {}, {some}, then {end}", check(at))
            }
            Op::Fit => write!(f, "fit"),
            Op::See(holds, end) => {
                write!(f, "{}  then {end}", if holds { "see   " } else { "unless" })
            }
            Op::Seen => write!(f, "seen"),
            Op::Tally(list, id, end) => {
                let (relation, number) = self.code.tallies[id as usize];
                write!(f, "tally   {}, {relation} {number}, then {end}", turns(list))
            }
            Op::Told => write!(f, "told"),
            Op::Pick(at) => write!(f, "pick    {}", check(at)),
            Op::As(register) => write!(f, "as      r{register}"),
            Op::Go(register) => write!(f, "go      r{register}"),
            Op::Return => write!(f, "return"),
            Op::When(at) => write!(f, "when    {}", self.cond(&self.code.conds[at as usize])),
            Op::Done => write!(f, "done"),
        }
    }

    fn headings(&self, list: &[u16]) -> String {
        const COMPASS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
        let word = |heading: &u16| match COMPASS.get(usize::from(*heading)) {
            Some(word) => (*word).to_owned(),
            None => format!("leap{}", heading - 8),
        };
        list.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    fn piece(&self, piece: Piece) -> String {
        let Some(kind) = piece.kind() else { return String::from("empty") };
        let Some(kind) = self.names.kinds.get(kind.index()) else { return String::from("none") };
        match piece.owner().and_then(|owner| self.names.players.get(owner.index())) {
            Some(player) => format!("{player} {kind}"),
            None => kind.clone(),
        }
    }

    fn check(&self, check: &Check) -> String {
        let each = |list: &[Check], word: &str| {
            let parts: Vec<String> = list.iter().map(|check| self.check(check)).collect();
            format!("({})", parts.join(word))
        };
        match check {
            Check::Leaf(codes, cells) => {
                let all = self.pieces();
                let passing: Vec<Piece> =
                    all.iter().copied().filter(|piece| super::has(codes, *piece)).collect();
                let pieces = match (passing.len(), all.len()) {
                    (some, all) if some == all => String::from("anything"),
                    (0, _) => String::from("nothing"),
                    (some, all) if some + 1 == all && !passing.contains(&Piece::EMPTY) => {
                        String::from("occupied")
                    }
                    _ => {
                        let words: Vec<String> =
                            passing.iter().map(|piece| self.piece(*piece)).collect();
                        words.join("|")
                    }
                };
                match cells {
                    Some(cells) => format!("{pieces} on {} cells", cells.len()),
                    None => pieces,
                }
            }
            Check::All(list) => each(list, " and "),
            Check::Any(list) => each(list, " or "),
            Check::Not(check) => format!("not {}", self.check(check)),
            Check::Attacked => String::from("attacked"),
            Check::Taken => String::from("taken"),
            Check::Visited => String::from("visited"),
            Check::Marked(mark) => format!("marked m{}", mark.0),
            Check::Named(register) => format!("at r{register}"),
            Check::Lies(goal) => format!("in {}", self.names.goals[goal.index()]),
            Check::Look(at, holds) => {
                format!("{} #{at}", if *holds { "see" } else { "unless" })
            }
        }
    }

    /// Everything that can stand on a cell, emptiness first.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        use crate::index::{Kind, Player};
        let mut all = vec![Piece::EMPTY];
        for (at, neutral) in self.names.neutral.iter().enumerate() {
            let kind = Kind::at(at);
            if *neutral {
                all.push(Piece::new(kind, None));
            } else {
                let owners = (0..self.players).map(Player::at);
                all.extend(owners.map(|owner| Piece::new(kind, Some(owner))));
            }
        }
        all
    }
}
