//! What a walk or a condition asks of a cell or of the whole board.

use super::towers::{ALL, TUCKED};
use super::{Frame, Machine, NONE, State};
use crate::index::{Cell, Player};
use crate::position::TooWide;
use crate::program::{Apart, Check, CondCode, Eye, NOWHERE, ReadCode, has};
use crate::rules::{Amount, Relation, Storey};

impl Machine<'_> {
    /// Whether a cell passes a check of the code, for who walks.
    pub(super) fn passes(&mut self, check: u32, cell: u16) -> bool {
        let asked = &self.program.code.checks[check as usize];
        has(&asked.codes, self.cells[usize::from(cell)])
            && (matches!(asked.check, Check::Leaf(_, None))
                || self.test(&asked.check, Cell(cell), self.frame.walker))
    }

    /// Whether a cell passes a check of that player's.
    pub fn test(&mut self, check: &Check, cell: Cell, mover: Player) -> bool {
        let piece = self.cells[cell.index()];
        match check {
            Check::Leaf(codes, None) => has(codes, piece),
            Check::Leaf(codes, Some(cells)) => has(codes, piece) && cells.contains(cell),
            Check::All(list) => list.iter().all(|check| self.test(check, cell, mover)),
            Check::Any(list) => list.iter().any(|check| self.test(check, cell, mover)),
            Check::Not(check) => !self.test(check, cell, mover),
            Check::Attacked => self.enemy_attacks(cell, mover),
            Check::Taken => self.is_taken(cell.0) || self.is_taken(cell.0 | TUCKED),
            Check::Visited => self.has_visited(cell),
            Check::Among(slot, values) => self.among(*slot, values),
            Check::Marked(mark) => self.program.layout.marked(&self.cells, *mark, cell),
            Check::Number(first, relation, amount) => {
                let count = self.cells[usize::from(*first) + cell.index()].0;
                self.amount(*amount).is_some_and(|amount| relation.holds(count, amount))
            }
            Check::Held(register, relation, amount) => {
                let held = self.amount(Amount::Held(*register));
                let amount = self.amount(*amount);
                held.zip(amount).is_some_and(|(held, amount)| relation.holds(held, amount))
            }
            Check::Height(relation, amount) => {
                let height = self.height(cell.0) as u16;
                self.amount(*amount).is_some_and(|amount| relation.holds(height, amount))
            }
            Check::Distance(apart, relation, amount) => match self.amount(*amount) {
                Some(amount) => {
                    // Any more steps compare alike.
                    let distance = self.distance(apart, cell, mover, amount);
                    relation.holds_of(distance.map(u16::from), amount)
                }
                None => false,
            },
            Check::Within(storey, codes) => {
                let height = self.height(cell.0);
                let among = match storey {
                    Storey::Any => 0..height,
                    Storey::Bottom => 0..height.min(1),
                    Storey::Under => height.saturating_sub(2)..height.saturating_sub(1),
                };
                among.into_iter().any(|number| has(codes, self.piece(cell.0, number, height)))
            }
            Check::Named(register) => self.registers[usize::from(*register)] == cell.0,
            Check::Lies(goal) => self.lies(cell, *goal),
            Check::Look(look, holds) => self.looks(*look, cell, mover) == *holds,
        }
    }

    /// How many steps it is from a cell to the nearest that passes, if a way leads there in so many at most.
    pub(super) fn distance(
        &mut self,
        of: &Apart,
        cell: Cell,
        mover: Player,
        most: u16,
    ) -> Option<u8> {
        // What is asked of a cell on the way may ask for a distance again.
        let [mut here, mut next, mut seen] = std::mem::take(&mut self.spread);
        seen.clear();
        seen.resize(self.program.cells.div_ceil(16), 0);
        here.clear();
        let mut come_to = |cell: u16, list: &mut Vec<u16>| {
            let (word, bit) = (&mut seen[usize::from(cell / 16)], 1 << (cell % 16));
            if *word & bit == 0 {
                *word |= bit;
                list.push(cell);
            }
        };
        come_to(cell.0, &mut here);
        let mut found = None;
        'spread: for steps in 0..=most.min(u8::MAX.into()) {
            for at in here.drain(..) {
                self.steps += 1;
                if self.test(&of.to, Cell(at), mover) {
                    found = Some(steps as u8);
                    break 'spread;
                }
                if steps == most || steps > 0 && !self.test(&of.over, Cell(at), mover) {
                    continue;
                }
                for heading in &of.headings {
                    let ahead = self.program.neighbours.next(*heading, at);
                    if ahead != NOWHERE {
                        come_to(ahead, &mut next);
                    }
                }
            }
            std::mem::swap(&mut here, &mut next);
            if here.is_empty() {
                break;
            }
        }
        next.clear();
        self.spread = [here, next, seen];
        found
    }

    /// How many cells of the line through a cell pass.
    pub(super) fn along(&mut self, check: u32, cursor: u16, heading: u16) -> u32 {
        let neighbours = &self.program.neighbours;
        let mut count = u32::from(self.passes(check, cursor));
        for ahead in [true, false] {
            let mut cell = cursor;
            for _ in 0..self.program.cells {
                self.steps += 1;
                cell = match ahead {
                    true => neighbours.next(heading, cell),
                    false => neighbours.before(heading, cell),
                };
                if cell == cursor {
                    // The line comes round.
                    return count;
                }
                if cell == NOWHERE {
                    break;
                }
                count += u32::from(self.passes(check, cell));
            }
        }
        count
    }

    /// Sets up a part of a walk that begins with those instructions, from a cell.
    fn begin(&mut self, pc: u32, cell: Cell, mover: Player) {
        let Frame { name, target, .. } = self.frame;
        let state = State {
            pc,
            cursor: cell.0,
            heading: self.program.sides[mover.index()].facing,
            place: NOWHERE,
            barrier: NONE,
            again: NONE,
            became: None,
            load: ALL,
        };
        self.frame = self.frame_of(mover, name, state, target);
    }

    /// Does what a walk does in each of some directions from a cell, with that number; whether it could. What it has done
    /// then is undone by [`Machine::stop`].
    pub fn does(&mut self, script: u16, cell: Cell, mover: Player) -> Result<bool, TooWide> {
        self.begin(self.program.sides[mover.index()].scripts[usize::from(script)].at, cell, mover);
        self.first()
    }

    /// Whether a walk fits from a cell.
    fn looks(&mut self, look: u16, cell: Cell, mover: Player) -> bool {
        let side = &self.program.sides[mover.index()];
        let look = side.looks[usize::from(look)];
        if look.eye == Eye::Plain {
            let (walker, place) = (self.frame.walker, self.frame.state.place);
            (self.frame.walker, self.frame.state.place) = (mover, NOWHERE);
            let fits = self.glance(look.at, cell.0, side.facing);
            (self.frame.walker, self.frame.state.place) = (walker, place);
            return fits;
        }
        let frame = self.frame;
        self.begin(look.at, cell, mover);
        (self.frame.sees, self.frame.came) = (frame.sees, frame.came);
        // Too many steps count as a fit here, and as too many at the walk's next instruction.
        let fits = self.first().unwrap_or(true);
        self.stop();
        self.frame = frame;
        fits
    }

    /// The first cell of the board from that one on, of those among which all are that pass a check.
    #[inline]
    fn next_among(&self, check: &Check, mut at: usize) -> Option<usize> {
        let cells = check.cells();
        loop {
            at = cells.map_or(Some(at), |cells| cells.next(at))?;
            if at >= self.program.cells {
                return None;
            }
            if self.program.has(Cell::at(at)) {
                return Some(at);
            }
            at += 1;
        }
    }

    /// How many cells pass a check of that player's, though not more than one beyond `number`.
    pub fn count(&mut self, check: &Check, number: usize, mover: Player) -> usize {
        // Within a question about attacks nothing is attacked.
        if self.frame.target != NOWHERE && check.needs_attack() {
            return 0;
        }
        let mut count = 0;
        let codes = check.first_codes();
        let mut next = 0;
        while count <= number
            && let Some(at) = self.next_among(check, next)
        {
            next = at + 1;
            if codes.is_none_or(|codes| has(codes, self.cells[at])) {
                count += usize::from(self.test(check, Cell::at(at), mover));
            }
        }
        count
    }

    /// Whether a condition that a walk may ask holds of the board as the walk has left it.
    pub(super) fn fact(&mut self, when: &CondCode) -> bool {
        match when {
            CondCode::All(list) => list.iter().all(|when| self.fact(when)),
            CondCode::Any(list) => list.iter().any(|when| self.fact(when)),
            CondCode::Not(when) => !self.fact(when),
            CondCode::Count(check, relation, number) => {
                let number = usize::from(*number);
                // A condition is about the board alone.
                let walk = self.leave();
                let count = self.count(check, number, walk.walker);
                self.come_back(walk);
                relation.holds(count, number)
            }
            CondCode::Slot(slots, relation, number) => self.slots(slots, *relation, *number),
            CondCode::Compare(read, relation) => match &**read {
                [ReadCode::Slots(slots), ReadCode::Slots(others)] => {
                    let read = |slot: &u16| self.cells[usize::from(*slot)].0;
                    relation.holds_of_any(slots.iter().map(read), others.iter().map(read))
                }
                // The loader lets a walk ask for no score.
                _ => false,
            },
            CondCode::Among(slot, values) => self.among(*slot, values),
            CondCode::Captured => self.captures.len() > self.frame.captures,
            // The loader lets a walk ask nothing else.
            _ => false,
        }
    }

    /// Whether the number in one of the slots compares so.
    pub fn slots(&self, slots: &[u16], relation: Relation, number: u16) -> bool {
        let number = usize::from(number);
        slots.iter().any(|slot| relation.holds(self.cells[usize::from(*slot)].0.into(), number))
    }

    /// Whether the number in a slot is one of some, a bit each.
    pub fn among(&self, slot: u16, values: &[u64; 4]) -> bool {
        let value = self.cells[usize::from(slot)].byte();
        values[usize::from(value / 64)] >> (value % 64) & 1 != 0
    }

    /// Forgets the walk, for a question that is about the board alone; returns it as it was.
    pub fn leave(&mut self) -> Frame {
        let frame = self.frame;
        self.frame.state.place = NOWHERE;
        (self.frame.sees, self.frame.came) = (self.taken.len(), self.path.len());
        frame
    }

    /// The walk goes on.
    pub fn come_back(&mut self, frame: Frame) {
        self.frame = frame;
    }

    /// Whether an enemy attacks a cell; false within another such question.
    fn enemy_attacks(&mut self, cell: Cell, mover: Player) -> bool {
        let frame = self.frame;
        if frame.target != NOWHERE {
            return false;
        }
        // The question is whether the piece would be attacked there, not shielded by itself.
        let place = frame.state.place;
        let moved = place != NOWHERE && place != cell.0;
        let towers = moved.then(|| [self.tower(place), self.tower(cell.0)]);
        if let Some([walker, _]) = &towers {
            self.stand(cell.0, walker);
            self.stand(place, &[]);
        }
        let (program, all) = (self.program, (0..self.program.players).map(Player::at));
        let mut others = all.filter(|by| program.team(*by) != program.team(mover));
        // Too many steps count as an attack here, and as too many at the walk's next instruction.
        let attacked = others.any(|by| self.attacked(cell, by, mover).unwrap_or(true));
        if let Some([walker, there]) = &towers {
            self.stand(place, walker);
            self.stand(cell.0, there);
        }
        self.frame = frame;
        attacked
    }
}
