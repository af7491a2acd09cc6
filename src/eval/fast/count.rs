//! Counts of moves and of lines of moves.

use super::Fast;
use super::danger::Hold;
use super::list::Play;
use super::tried::Doubt;
use crate::index::Player;
use crate::program::{Fact, Group, Moves, Set, Shift};
use crate::rules::Pass;

/// Fewer slides than those of so many pieces are counted one by one.
const FEWEST: usize = 3;

impl<S: Set> Fast<'_, S> {
    /// How many lines of `depth` moves there are from here.
    pub(super) fn leaves(&mut self, player: Player, depth: u32) -> u64 {
        self.begin_turn();
        if self.board.board_key().is_some() && depth > 0 {
            self.now = Some(self.remembered(player));
        }
        let count = self.leaves_on(player, depth);
        self.turns.pop();
        count
    }

    fn leaves_on(&mut self, player: Player, depth: u32) -> u64 {
        self.asked = 0;
        match depth {
            0 => return 1,
            _ if self.wide => return 0,
            1 => return self.playable(player),
            _ if self.ended(player) => return 0,
            _ => {}
        }
        self.listed(player, |this, moves| {
            let mut count = 0;
            let now = this.now;
            this.note(now);
            for play in moves {
                let mark = this.board.mark();
                this.make(player, *play);
                let next = this.mover(player);
                count += this.leaves(next, depth - 1);
                this.board.undo(mark);
            }
            if now.is_some() {
                this.history.pop();
            }
            count
        })
    }

    /// How many moves there are, a pass included, unless the game is over.
    fn playable(&mut self, player: Player) -> u64 {
        let Some(count) = self.moves(player) else {
            return match self.ended(player) {
                true => 0,
                false => self.listed(player, |_, moves| moves.len() as u64),
            };
        };
        self.known = Some((player, count == 0));
        let ended = self.ended(player);
        self.known = None;
        let passes = match self.program.pass {
            _ if ended => return 0,
            Some(Pass::Free(_)) => self.chooses(player) && self.may_pass(player),
            Some(Pass::Stuck(_)) => count == 0 && self.may_pass(player),
            None => false,
        };
        count + u64::from(passes)
    }

    /// How many legal moves there are, a pass not included, if they can be counted without a list.
    pub(super) fn moves(&mut self, player: Player) -> Option<u64> {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        if let Some(finish) = &side.finish {
            return Some(self.count_ends(player, finish));
        }
        if side.throws.is_some() {
            let count = self.count_throws(player);
            if count > 0 {
                return Some(count);
            }
        } else if side.draws_first && !self.walks_none(player) {
            let mut count = 0;
            self.each_walked(player, |_, _| count += 1);
            if count > 0 {
                return Some(count);
            }
        }
        let tried = side.places.iter().any(|place| place.tried);
        // Of moves of phases a list tells what they capture and leave open.
        let open = side.dangers.is_empty() && side.truces.is_empty();
        if !side.phases.is_empty() && (side.must.is_some() || !open) {
            return None;
        }
        // Where captures must be made and sets do not sort them, most often there are none.
        let strides_first = side.strides_first();
        let sorted = matches!(side.must, Some(Fact::Captured)) && side.strides.is_none();
        let sorted = strides_first || sorted && !side.hops && side.prefer.is_empty();
        let quiet = side.must_first && !sorted;
        if tried || side.hops && !side.must_first || quiet && self.must_any(player) {
            return None;
        }
        let must = side.must.as_ref().filter(|_| !side.draws_first && !quiet);
        let must = must.filter(|_| !self.rests(player));
        // An action that is walked may come to the same as any other move, what a piece does as what several others do, or as what
        // captures, where it does not; or to the same by another name.
        let named = side.walks && self.program.merges_names;
        let merges = side.alike || named || !side.walked.is_empty() || side.mixed && must.is_some();
        if merges && !self.walks_none(player) {
            return None;
        }
        let doubt = self.doubt(player);
        // Moves that two walks make are told apart by strides.
        if let Some(strides) = side.strides.as_ref().filter(|strides| strides.shares())
            && doubt == Doubt::None
        {
            return Some(self.striding(player, strides) as u64);
        }
        // Where they ask of few cells, what is refused is taken off all moves, as if nothing were forbidden.
        let few = match doubt {
            Doubt::Masked if side.asks_few && must.is_none() && !side.tests => {
                self.doubted_apart(player)
            }
            _ => None,
        };
        let masking = doubt == Doubt::Masked && few.is_none();
        let puts = || side.places.iter().all(|place| place.is_masked() && place.on.is_none());
        let before = self.mask(player, masking);
        let sure = masking || doubt == Doubt::None;
        let count = match (must, side.tests) {
            // What is preferred is so only of hops.
            _ if !side.prefer.is_empty() && !quiet => None,
            (None, false) if sure => Some(self.count(player, false)[0]),
            (Some(Fact::Captured), false) if !side.must_after && sure => {
                Some(match self.count(player, true) {
                    [quiet, 0] => quiet,
                    [_, capturing] => capturing,
                })
            }
            // Moves are made one by one where what they leave open, or a prohibition, asks for it.
            (None, false) if doubt != Doubt::Stirring => {
                let of = few.or_else(|| self.doubted_apart(player));
                of.map(|of| self.count_doubted(player, of))
            }
            (None, tests) if side.culls.is_none() && doubt != Doubt::All && (tests || puts()) => {
                Some(self.count_tried(player))
            }
            _ => None,
        };
        (self.masking, self.lenient) = before;
        count
    }

    /// How many legal moves there are, a pass not included.
    pub(super) fn legal(&mut self, player: Player) -> u64 {
        let others = |moves: &[Play]| moves.iter().filter(|play| **play != Play::Pass).count();
        self.moves(player).unwrap_or_else(|| self.listed(player, |_, moves| others(moves) as u64))
    }

    /// How many moves there are that capture nothing, and how many that do, where none but placements may
    /// be refused; together, if nobody asks which `sorts`.
    pub(super) fn count(&mut self, player: Player, sorts: bool) -> [u64; 2] {
        let mut hold = self.hold(player);
        let Hold { free, bound, .. } = hold;
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let sinks = side.sinks();
        let occupied = self.board.occupied;
        hold.twins = self.twins(player);
        let apart = sinks | hold.twins;
        let mut tally = Tally { captures: if sorts { occupied } else { S::NONE }, count: [0; 2] };
        let slid = self.slides(player, bound | apart, free & !sinks, &mut tally);
        if side.alike {
            let united = self.lend_united(player, &hold);
            for play in &united {
                if self.masking && !self.is_masked(player, *play) && self.refused(player, *play) {
                    continue;
                }
                let captures = sorts && self.made(player, *play).captured;
                tally.count[usize::from(captures)] += 1;
            }
            self.pool.push(united);
        }
        hold.free &= !sinks;
        for kind in side.kinds.iter().filter(|kind| kind.moves && !kind.alike) {
            let pieces = self.board.set(kind.pieces);
            if pieces.is_none() {
                continue;
            }
            let pieces = pieces & !apart & kind.goes_from;
            for (_, group) in kind.distinct(false) {
                self.count_group(player, (kind, group, pieces), &hold, slid.pieces, &mut tally);
            }
            if !sinks.is_none() {
                continue;
            }
            let mut doubted = self.pool.pop().unwrap_or_default();
            doubted.clear();
            let masking = self.masking;
            self.each_loose(player, kind, &hold.binds, |from, at, loose| {
                if masking {
                    doubted.push(Play::Loose { from, at });
                    return;
                }
                let captured = loose.effect.captures.iter().any(|cell| occupied.has(cell.index()));
                tally.count[usize::from(sorts && captured)] += 1;
            });
            for play in &doubted {
                let captured = sorts && self.made(player, *play).captured;
                let refused = self.refused(player, *play);
                tally.count[usize::from(captured)] += u64::from(!refused);
            }
            self.pool.push(doubted);
        }
        for (at, place) in side.places.iter().enumerate() {
            let cells = self.granted(player, at, free);
            tally.count[usize::from(sorts && place.captures)] += self.placements(place, cells);
        }
        self.binds.push(hold.binds);
        if !side.phases.is_empty() {
            let mut open = self.stages.pop().unwrap_or_default();
            self.field().open_phases(player, &mut open);
            tally.count[0] += u64::from(self.field().count_phases(player, &open, |_, _| ()));
            self.stages.push(open);
        }
        if side.walks {
            let mut count = [0; 2];
            self.each_walked(player, |this, play| {
                if this.masking && this.refused(player, play) {
                    return;
                }
                let captures = sorts && this.made(player, play).captured;
                count[usize::from(captures)] += 1;
            });
            tally.count = [tally.count[0] + count[0], tally.count[1] + count[1]];
        }
        tally.count
    }

    /// Adds the moves of some of a kind's pieces by one of its groups, but for the slides of those whose slides have been added.
    #[inline(always)]
    pub(super) fn count_group(
        &self,
        player: Player,
        (kind, group, pieces): (&Moves<S>, &Group<S>, S),
        hold: &Hold<S>,
        slid: S,
        tally: &mut Tally<S>,
    ) {
        let occupied = self.board.occupied;
        let wary = kind.wary || group.wary || kind.odd || self.bars(player, group);
        let pieces = match group.given.is_empty() {
            true => pieces,
            false => self.field().grants(&group.given, pieces),
        };
        let mut single = if group.slid { pieces & !slid } else { pieces };
        let easy = single & !hold.bound;
        if let Some(shifts) = group.shifts.as_ref().filter(|_| !wary && group.known.is_empty())
            && shifts.len() <= 2 * easy.len() as usize
        {
            single &= hold.bound;
            let free = match group.given.is_empty() {
                true => hold.free,
                false => hold.free & self.field().onto(&group.given),
            };
            for (at, shift) in shifts.iter().enumerate() {
                let from = self.board.open_anew(shift, &shifts[..at], easy);
                tally.add(from.moved(shift.by) & free, shift.times);
            }
        }
        for from in single.cells() {
            let free = hold.free_from(kind, from, occupied);
            let add = |to, pieces| tally.add(to, pieces);
            self.each_plain(player, kind, group, from, free, add);
        }
    }

    /// Where these pieces arrive by a shift.
    #[inline(always)]
    pub(super) fn arrivals(&self, shift: &Shift<S>, pieces: S) -> S {
        self.board.open(shift, pieces).moved(shift.by)
    }

    /// Adds the slides of the pieces that are not bound, all at once, if they are many enough for that to be
    /// quicker.
    #[inline(always)]
    pub(super) fn slides(
        &self,
        player: Player,
        bound: S,
        free: S,
        tally: &mut Tally<S>,
    ) -> Slid<S> {
        let side = &self.plan.sides[player.index()];
        let heeded = if self.masking { self.board.set(side.heeded) } else { S::NONE };
        let pieces = self.board.set(side.sliders) & !bound & !heeded;
        let mut slid = Slid { pieces, to: S::NONE };
        if self.masking && !self.lenient || (pieces.len() as usize) < FEWEST {
            slid.pieces = S::NONE;
            return slid;
        }
        let empty = !self.board.occupied;
        for slide in &side.slides {
            let mut come = self.board.set(slide.pieces) & pieces;
            let (mut open, mut by) = (slide.to & empty, slide.by);
            for _ in 0..slide.rounds {
                come |= open & come.moved(by);
                open &= open.moved(by);
                by *= 2;
            }
            let to = come.moved(slide.by) & slide.to;
            slid.to |= to;
            tally.add(to & self.board.set(slide.land) & free, 1);
        }
        slid
    }
}

/// The slides that have been added.
pub(super) struct Slid<S> {
    /// The pieces whose slides they are: all that slide and are not bound, or none.
    pub pieces: S,
    /// Where their ways lead, whatever may stand there.
    pub to: S,
}

/// Counts of moves that capture nothing, and of those that do.
pub(super) struct Tally<S> {
    /// The cells where moves are counted as the latter.
    pub captures: S,
    /// Both.
    pub count: [u64; 2],
}

impl<S: Set> Tally<S> {
    /// Adds moves to these cells, so many to each.
    #[inline]
    fn add(&mut self, to: S, times: u32) {
        let captures = to & self.captures;
        if !captures.is_none() {
            self.count[1] += u64::from(captures.len() * times);
        }
        self.count[0] += u64::from((to & !self.captures).len() * times);
    }
}
