//! Lists of moves: small values, in memory that is used again.

use super::Fast;
use super::danger::{Bind, Hold, allowed};
use super::facts::Made;
use super::field::Arrival;
use super::targets::targets;
use super::tried::Doubt;
use crate::index::{Cell, Kind, Piece, Player};
use crate::position::Edit;
use crate::program::{
    After, Bunch, Deed, Fact, Flood, Forbid, Gauge, Given, Group, Known, Loose, Meanwhile, Moves,
    NOWHERE, Part, Ready, Set, Shift, Tail, has,
};
use crate::rules::Pass;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Play {
    /// A piece goes from a cell to another and is that then, by a group of its kind's moves.
    Plain { from: u16, to: u16, piece: Piece, group: u8 },
    /// One of the loose moves from that cell.
    Loose { from: u16, at: u16 },
    /// A piece goes from a cell to another and puts something there by its group's tail.
    Put { from: u16, to: u16, group: u8, at: u16 },
    /// A chain of hops, by its number.
    Chain { at: u32 },
    /// A placement, by its number, on a cell, and which of its turns comes then, if it has any, or the cell of its second
    /// piece, if it has one.
    Place { at: u8, to: u16, then: u16 },
    /// A move of a phase, by its number: the cell from which a piece goes, if one does, where it comes, and where
    /// it takes another, if it does.
    Phase { phase: u8, from: u16, to: u16, taken: u16 },
    /// A move that ends with a piece that is put somewhere: packed, see `Play::unfinished`.
    Finished { group: u8, bits: [u16; 3] },
    /// A move that was walked, by the number of its list and its own.
    Walked { list: u16, at: u32 },
    /// A move that is drawn and changes nothing but numbers, by its own number.
    Throw { at: u16 },
    /// Nothing.
    Pass,
}

/// The cells that tell a move and what its piece became, where that matters, and what it changes.
type Outcome = ([u16; 2], Option<Kind>, Vec<Edit>);

/// A list of moves that is in use.
#[derive(Debug)]
pub(super) struct Lent {
    pub moves: Vec<Play>,
    chains: (usize, usize),
    walks: usize,
}

impl Play {
    /// The cell from which a piece goes, if one does and the move is told by itself.
    pub(super) fn from(self) -> Option<u16> {
        match self {
            Play::Plain { from, .. } | Play::Loose { from, .. } | Play::Put { from, .. } => {
                Some(from)
            }
            _ => None,
        }
    }
}

/// Pieces that are looked at one by one sooner than all together.
const FEW: u32 = 2;

impl<'p, S: Set> Fast<'p, S> {
    /// Asks about the player's legal moves, whether or not an ending holds.
    pub(super) fn listed<T>(
        &mut self,
        player: Player,
        ask: impl FnOnce(&mut Self, &mut [Play]) -> T,
    ) -> T {
        let mut lent = self.lend();
        self.list(player, &mut lent.moves);
        let answer = ask(self, &mut lent.moves);
        self.give_back(lent);
        answer
    }

    /// An empty list, and up to where others use the memory of the moves that only their lists tell.
    pub(super) fn lend(&mut self) -> Lent {
        let moves = self.pool.pop().unwrap_or_default();
        Lent { moves, chains: self.chains.mark(), walks: self.walking }
    }

    /// Gives a list's memory back.
    pub(super) fn give_back(&mut self, lent: Lent) {
        self.chains.forget(lent.chains);
        self.walking = lent.walks;
        self.pool.push(lent.moves);
    }

    /// The player's legal moves, whether or not an ending holds.
    pub(super) fn list(&mut self, player: Player, moves: &mut Vec<Play>) {
        self.list_kept(player, moves, true);
    }

    /// Whether the player has no legal move, if that is asked of a list. What must be made and what is preferred leaves
    /// one where there is one, and need not be asked.
    pub(super) fn lists_none(&mut self, player: Player) -> bool {
        // Of placements that are tried most often the first can be made.
        if self.draws_places(player) {
            let mark = self.board.mark();
            let mut places = self.plan.sides[player.index()].places.iter().enumerate();
            return !places.any(|(at, place)| {
                self.places(player, place).cells().any(|cell| {
                    let made = self.try_place(player, at as u8, cell as u16);
                    self.board.undo(mark);
                    made.is_some()
                })
            });
        }
        let mut lent = self.lend();
        self.list_kept(player, &mut lent.moves, false);
        let none = lent.moves.iter().all(|play| *play == Play::Pass);
        self.give_back(lent);
        none
    }

    /// The legal moves; unless `kept`, with those that others put aside.
    fn list_kept(&mut self, player: Player, moves: &mut Vec<Play>, kept: bool) {
        moves.clear();
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        if let Some(throws) = &side.throws {
            self.list_throws(player, throws, moves);
            if !moves.is_empty() {
                return;
            }
        }
        if side.must_first && side.must_singly {
            self.list_must(player, moves);
        } else if side.hops {
            self.list_chains(player, moves);
        }
        if side.must_first && !moves.is_empty() {
            if kept {
                self.prefer(player, moves);
            }
            return;
        }
        if side.draws_first && side.throws.is_none() {
            self.list_walked(player, moves);
            if !moves.is_empty() {
                return;
            }
        }
        if let Some(finish) = &side.finish {
            self.list_finished_heads(player, finish, moves);
            self.list_ends(player, finish, moves);
            return;
        }
        let masking = self.doubt(player) == Doubt::Masked;
        let before = self.mask(player, masking);
        let hold = self.list_heads(player, moves);
        let free = hold.free;
        for (at, place) in side.places.iter().enumerate() {
            if !side.listed && !place.tried || place.second.is_some() {
                for to in self.granted(player, at, free).cells() {
                    self.list_place(place, at, to, moves);
                }
                continue;
            }
            let cells = self.places(player, place);
            let doubtful = self.unsure(player, place, &hold, free);
            let (sure, doubtful) = (cells & free & !doubtful, cells & doubtful);
            for to in (sure | doubtful).cells() {
                let (at, to) = (at as u8, to as u16);
                let play = Play::Place { at, to, then: 0 };
                let goes = match place.tried {
                    true => !self.refused(player, play),
                    false => sure.has(to.into()) || self.leaves_safe(player, play),
                };
                if goes {
                    let ways = 0..place.ways() as u16;
                    moves.extend(ways.map(|then| Play::Place { at, to, then }));
                }
            }
        }
        self.binds.push(hold.binds);
        self.list_others(player, moves);
        (self.masking, self.lenient) = before;
        if kept {
            self.must(player, moves);
            self.prefer(player, moves);
            self.once(player, moves);
        }
        match self.program.pass {
            Some(Pass::Free(_)) if self.all_drawn(player, moves) => {}
            Some(Pass::Free(_)) => self.pass(player, moves),
            Some(Pass::Stuck(_)) if moves.is_empty() => self.pass(player, moves),
            _ => {}
        }
    }

    /// Adds the moves of pieces by groups and by themselves, without what all end with; what binds the pieces.
    pub(super) fn list_heads(&mut self, player: Player, moves: &mut Vec<Play>) -> Hold<S> {
        let hold = self.hold(player);
        for kind in self.plan.sides[player.index()].kinds.iter().filter(|kind| kind.moves) {
            let all = self.board.set(kind.pieces);
            for from in (all & kind.goes_from).cells() {
                self.list_from(player, (kind, from), &hold, S::ALL, moves);
            }
            self.each_loose(player, kind, &hold.binds, |from, at, _| {
                moves.push(Play::Loose { from, at })
            });
        }
        hold
    }

    /// Adds the moves of phases and those that are walked, and takes out those that a prohibition refuses.
    pub(super) fn list_others(&mut self, player: Player, moves: &mut Vec<Play>) {
        let side = &self.plan.sides[player.index()];
        if !side.phases.is_empty() {
            self.list_phases(player, moves);
            if !side.dangers.is_empty() || !side.truces.is_empty() {
                moves.retain(|play| self.leaves_safe(player, *play));
            }
        }
        if side.alike {
            self.unite(player, moves);
        }
        if side.walks {
            // What is walked takes the place of one move that comes to the same.
            self.list_walked(player, moves);
        }
        match self.doubt(player) {
            Doubt::None => {}
            Doubt::Masked if self.masking => {
                moves.retain(|play| self.is_masked(player, *play) || !self.refused(player, *play));
            }
            Doubt::Masked => moves.retain(|play| !self.refused(player, *play)),
            Doubt::Stirring => {
                moves.retain(|play| !self.stirs(player, *play) || !self.refused(player, *play));
            }
            Doubt::All => {
                let doubted = self.doubted(player);
                moves.retain(|play| {
                    !self.is_doubted(player, *play, doubted) || !self.refused(player, *play)
                });
            }
        }
    }

    /// The moves of pieces that may come to the same, each once.
    pub(super) fn lend_united(&mut self, player: Player, hold: &Hold<S>) -> Vec<Play> {
        let mut moves = self.pool.pop().unwrap_or_default();
        moves.clear();
        let side = &self.plan.sides[player.index()];
        let sinks = side.sinks();
        let kinds = side.kinds.iter().filter(|kind| kind.moves);
        for kind in kinds.filter(|kind| kind.unites() || !sinks.is_none()) {
            let pieces = self.board.set(kind.pieces);
            if sinks.is_none() && !kind.alike {
                for from in (pieces & hold.twins).cells() {
                    self.list_from(player, (kind, from), hold, S::ALL, &mut moves);
                }
                let shares = kind.groups.iter().any(|group| group.alike);
                let others = if shares { pieces & !hold.twins } else { S::NONE };
                for from in others.cells() {
                    let groups = kind.groups.iter().enumerate().filter(|(_, group)| group.alike);
                    self.list_groups(player, (kind, from), hold, S::ALL, groups, &mut moves);
                }
                continue;
            }
            let pieces = if kind.alike { pieces } else { self.sinking(kind, pieces, sinks) };
            for from in pieces.cells() {
                let within = if kind.alike || sinks.has(from) { S::ALL } else { sinks };
                self.list_from(player, (kind, from), hold, within, &mut moves);
            }
            self.each_loose(player, kind, &hold.binds, |from, at, _| {
                moves.push(Play::Loose { from, at });
            });
        }
        self.unite(player, &mut moves);
        moves
    }

    /// Of these pieces of a kind's those that stand on some cells or may go there, and perhaps others.
    fn sinking(&self, kind: &Moves<S>, pieces: S, sinks: S) -> S {
        let go = |shift: &Shift<S>| self.board.open(shift, pieces) & sinks.moved(-shift.by);
        let go = |all: S, group: &Group<S>| {
            let shifts = group.shifts.as_ref()?;
            Some(shifts.iter().fold(all, |all, shift| all | go(shift)))
        };
        kind.groups.iter().try_fold(pieces & sinks, go).unwrap_or(pieces)
    }

    /// Keeps one of several moves that come to the same, the first one. Only those are made and taken back of which
    /// [`Fast::trace`] does not tell that they change something else than all others.
    fn unite(&mut self, player: Player, moves: &mut Vec<Play>) {
        let mut traced = std::mem::take(&mut self.traced);
        traced.clear();
        let mut vague = false;
        moves.retain(|play| {
            let alike = self.may_repeat(player, *play);
            if alike {
                let trace = self.trace(player, *play);
                vague |= trace.is_none();
                traced.push((trace.unwrap_or_default(), *play));
            }
            !alike
        });
        if !vague {
            traced.sort_unstable_by_key(|(trace, _)| *trace);
        }
        let mut rest = &traced[..];
        while let [(trace, play), ..] = rest {
            let same = match vague {
                true => rest.len(),
                false => rest.iter().take_while(|other| other.0 == *trace).count(),
            };
            match same {
                1 if *trace != 0 => moves.push(*play),
                _ if self.unite_plain(player, &rest[..same], moves) => {}
                _ => self.unite_made(player, &rest[..same], moves),
            }
            rest = &rest[same..];
        }
        self.traced = traced;
    }

    /// Whether a move may come to the same as another one of those that are united.
    pub(super) fn may_repeat(&self, player: Player, play: Play) -> bool {
        let side = &self.plan.sides[player.index()];
        let Some(kind) = play.from().and_then(|from| self.board.cells[usize::from(from)].kind())
        else {
            return false;
        };
        let (kind, sinks) = (&side.kinds[kind.index()], side.sinks());
        match play {
            Play::Plain { from, to, group, .. } => {
                let captures = self.board.occupied.has(to.into());
                let sunk = sinks.has(from.into()) || sinks.has(to.into());
                let group = kind.groups[usize::from(group)].alike || kind.turns && captures;
                sunk || kind.alike || group
            }
            _ => kind.alike || !sinks.is_none(),
        }
    }

    /// The same of moves by which a piece goes from one cell to another and does nothing else there; whether they are such.
    fn unite_plain(&self, player: Player, some: &[(u64, Play)], moves: &mut Vec<Play>) -> bool {
        let plain = |play: Play| match play {
            Play::Plain { from, to, piece, group } if from != to => {
                let group = self.group(player, from, group);
                let alone = group.after.is_none() && !group.rises && group.tallies.is_empty();
                alone.then_some(((from, to, piece), group))
            }
            _ => None,
        };
        let Some((ends, _)) = some.first().and_then(|(_, play)| plain(*play)) else { return false };
        let same = |(_, play): &(u64, Play)| plain(*play).is_some_and(|(other, _)| other == ends);
        if !some.iter().all(same) {
            return false;
        }
        let (from, to, _) = ends;
        let [from, to] = [from, to].map(usize::from);
        let first = moves.len();
        for (_, play) in some {
            let made = |play: Play| match play {
                Play::Plain { group, .. } => {
                    self.group(player, from as u16, group).marking(from, to)
                }
                _ => &[],
            };
            let changed = S::one(from) | S::one(to);
            let known = |other: &Play| {
                self.board.settles_alike(player, [made(*play), made(*other)], changed)
            };
            // Told by the name that comes first: nothing else differs.
            match moves[first..].iter().position(known).map(|at| first + at) {
                None => moves.push(*play),
                Some(at) if self.name(player, *play) < self.name(player, moves[at]) => {
                    moves[at] = *play;
                }
                Some(_) => {}
            }
        }
        true
    }

    /// The same of moves that are made and taken back. Where routes differ, those by which a piece comes elsewhere are others.
    fn unite_made(&mut self, player: Player, some: &[(u64, Play)], moves: &mut Vec<Play>) {
        let mut all: Vec<(Outcome, Play)> = Vec::with_capacity(some.len());
        for (_, play) in some {
            let ways = match self.program.routes_differ {
                true => self.ways_told(player, *play),
                false => [NOWHERE; 2],
            };
            let edits = self.edits_of(|this| this.act(player, *play));
            let on_board = |edit: &Edit| edit.cell.index() < self.program.cells;
            if edits.iter().any(on_board) || self.does(player, *play) {
                all.push(((ways, self.became(player, *play), edits), *play));
            }
        }
        all.sort_by(|(one, a), (other, b)| {
            one.cmp(other).then_with(|| self.compare(player, *a, *b))
        });
        all.dedup_by(|(one, _), (other, _)| one == other);
        moves.extend(all.into_iter().map(|(_, play)| play));
    }

    /// A number that two moves share if they come to the same, and others hardly ever: what a move does and what tables tell of what
    /// follows, but for cells of which what else follows may change what stands there; 0 if that is none. `None` where that does
    /// not tell.
    pub(super) fn trace(&self, player: Player, play: Play) -> Option<u64> {
        let side = &self.plan.sides[player.index()];
        let follows = side.follows.as_ref()?;
        // What is left on these cells is not told by what comes there.
        let culls = side.culls.unwrap_or(S::NONE);
        let mut trace = 0u64;
        let mut set = |cell: usize, piece: Piece| {
            let before = self.board.cells[cell];
            if before != piece && !has(follows, before) && !culls.has(cell) {
                let change = (cell as u64) << 32 | u64::from(piece.0) | 1 << 63;
                let mixed = change.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                trace = trace.wrapping_add(mixed ^ (mixed >> 29));
            }
        };
        match play {
            Play::Plain { from, to, piece, group } if from != to => {
                set(from.into(), Piece::EMPTY);
                set(to.into(), piece);
                let after = self.group(player, from, group).after.as_ref();
                let after = after.map_or(&[][..], |after| &after[usize::from(to)]);
                self.follows(after, S::one(from.into()), (to.into(), piece), &mut set)?;
            }
            Play::Put { from, to, group, at } => {
                let tail = self.group(player, from, group).tail.as_ref()?;
                if at != from {
                    set(from.into(), Piece::EMPTY);
                }
                set(to.into(), self.board.cells[usize::from(from)]);
                set(at.into(), tail.piece);
            }
            Play::Loose { from, at } => {
                let loose = self.loose(player, from.into(), at)?;
                for (cell, piece) in loose.effect.sets.iter() {
                    set(cell.index(), self.comes_up(loose, cell, piece).0);
                }
                for After { cell, of, piece } in &loose.effect.after {
                    match loose.effect.sets.has(*cell) {
                        true => return None,
                        false if has(of, self.board.cells[cell.index()]) => {
                            set(cell.index(), *piece);
                        }
                        false => {}
                    }
                }
            }
            Play::Place { at, to, .. } => {
                let place = &self.plan.sides[player.index()].places[usize::from(at)];
                set(to.into(), place.piece);
                let after = place.after.as_ref();
                let after = after.map_or(&[][..], |after| &after[usize::from(to)]);
                self.follows(after, S::NONE, (to.into(), place.piece), &mut set)?;
            }
            Play::Walked { list, at } => {
                let edits = self.walks[usize::from(list)].edits(at as usize).iter();
                let edits = edits.filter(|edit| edit.cell.index() < self.program.cells);
                edits.for_each(|edit| set(edit.cell.index(), edit.after));
            }
            _ => {}
        }
        Some(trace)
    }

    /// Tells what follows a move by which a piece comes to a cell and leaves these others empty; `None` where it might change them.
    fn follows(
        &self,
        after: &[Deed<S>],
        left: S,
        (to, piece): (usize, Piece),
        set: &mut impl FnMut(usize, Piece),
    ) -> Option<()> {
        for deed in after {
            let of = &self.plan.contents.codes[usize::from(deed.of.0)];
            let again = has(of, piece) && deed.cells.has(to);
            if again || has(of, Piece::EMPTY) && !(deed.cells & left).is_none() {
                return None;
            }
            let cells = self.board.set(deed.of) & deed.cells & !(left | S::one(to));
            cells.cells().for_each(|cell| set(cell, deed.piece));
        }
        Some(())
    }

    /// Whether a move does anything as the board stands: else it is none. What fades with it is nothing that it does.
    fn does(&mut self, player: Player, play: Play) -> bool {
        let Play::Loose { from, at } = play else { return true };
        let Some(loose) = self.loose(player, from.into(), at) else { return true };
        !loose.effect.marks.is_empty()
            || !self.edits_of(|this| this.change(player, loose)).is_empty()
    }

    /// The plain moves of a piece to some cells that leave nothing open. Where moves are made to know that, those to others may be
    /// among them.
    pub(super) fn list_from(
        &mut self,
        player: Player,
        of: (&Moves<S>, usize),
        hold: &Hold<S>,
        within: S,
        moves: &mut Vec<Play>,
    ) {
        self.list_groups(player, of, hold, within, of.0.groups.iter().enumerate(), moves);
    }

    /// The same of some of the kind's groups, each with its number.
    pub(super) fn list_groups<'g>(
        &mut self,
        player: Player,
        (kind, from): (&Moves<S>, usize),
        hold: &Hold<S>,
        within: S,
        groups: impl Iterator<Item = (usize, &'g Group<S>)>,
        moves: &mut Vec<Play>,
    ) where
        S: 'g,
    {
        let side = &self.plan.sides[player.index()];
        let (tests, excused) = (side.tests, side.excused);
        let free = hold.free_from(kind, from, self.board.occupied) & within;
        let stirring = if self.is_followed(player, kind) { hold.stirring } else { S::NONE };
        let (mut last, mut next) = (S::NONE, 0);
        for (index, group) in groups {
            let goes_on = group.goes_on && index == next;
            next = index + 1;
            let wary = kind.wary || group.wary;
            if let Some(tail) = &group.tail {
                for to in self.headed(player, kind, group, from, free).cells() {
                    for at in self.beyond(tail, from, to).cells() {
                        let [from, to, at] = [from, to, at].map(|cell| cell as u16);
                        moves.push(Play::Put { from, to, group: index as u8, at });
                    }
                }
                continue;
            }
            let reach = self.reach_of(group, from, goes_on, &mut last);
            for becomes in &group.becomes {
                let to = becomes.within(from, reach);
                for piece in &becomes.pieces {
                    let moot = to & if tests && group.stirs { S::ALL } else { stirring };
                    let quiet = to & free & !moot;
                    let sure = match tests && quiet.is_none() {
                        true => S::NONE,
                        false => self.safely(player, (group, *piece), from, quiet, wary),
                    };
                    let doubtful = match excused {
                        true if hold.doubtful => to,
                        true if wary => {
                            let to = to & free;
                            to & !self.surely_dangerous(player, *piece, from, to)
                        }
                        _ => S::NONE,
                    };
                    for to in (sure | moot | doubtful).cells() {
                        let (from, to16) = (from as u16, to as u16);
                        let group = index as u8;
                        let play = Play::Plain { from, to: to16, piece: *piece, group };
                        if sure.has(to) || self.leaves_safe(player, play) {
                            moves.push(play);
                        }
                    }
                }
            }
        }
    }

    /// Of these cells those where a piece that leaves a cell is in no danger when it arrives, if it is `wary`, nor
    /// aims where it may not.
    #[inline]
    pub(super) fn safely(
        &self,
        player: Player,
        (group, piece): (&Group<S>, Piece),
        from: usize,
        mut to: S,
        wary: bool,
    ) -> S {
        if self.bars(player, group) {
            let name = group.name;
            to &= !self.barred(player, Arrival { name, piece, from: Some(from) });
        }
        if wary {
            to &= !self.dangerous(player, piece, from, to);
        }
        to
    }

    fn pass(&mut self, player: Player, moves: &mut Vec<Play>) {
        if self.may_pass(player) {
            moves.push(Play::Pass);
        }
    }

    /// Whether nothing refuses a pass.
    pub(super) fn may_pass(&mut self, player: Player) -> bool {
        self.passes_safely(player) && !self.refused(player, Play::Pass)
    }

    /// Whether a pass leaves nothing open: marks may end with it, on which an attack rests.
    pub(super) fn passes_safely(&mut self, player: Player) -> bool {
        let mark = self.board.mark();
        self.act(player, Play::Pass);
        let exposed = self.exposed(player);
        self.board.undo(mark);
        !exposed
    }

    /// Whether a prohibition refuses a move that leaves nothing open.
    pub(super) fn refused(&mut self, player: Player, play: Play) -> bool {
        let side = &self.plan.sides[player.index()];
        if let Play::Place { at, to, .. } = play
            && side.places[usize::from(at)].tried
        {
            let mark = self.board.mark();
            let made = self.try_place(player, at, to);
            self.board.undo(mark);
            return made.is_none();
        }
        // A pass captures nothing.
        let may = |forbid: &Forbid<S>| play != Play::Pass || !forbid.fact.says_captured();
        if !side.forbids_on(self.name(player, play)).any(may) {
            return false;
        }
        if let Some((to, arrival)) = self.arrival(player, play)
            && side.forbids_on(arrival.name).all(|forbid| forbid.mask)
        {
            return self.field().refuses(player.index(), arrival, to);
        }
        let around = self.may_take_around(player, play);
        if !around && side.forbids_on(self.name(player, play)).all(|forbid| forbid.of_move) {
            let made = self.made(player, play);
            return self.forbidden(player, made);
        }
        let mark = self.board.mark();
        let made = self.act_told(player, play);
        let refused = self.forbidden(player, made);
        self.board.undo(mark);
        refused
    }

    /// Whether a prohibition refuses a move that has been made.
    pub(super) fn forbidden(&mut self, player: Player, made: Made) -> bool {
        let plan = self.plan;
        let mut forbids = plan.sides[player.index()].forbids_on(made.name);
        forbids.any(|forbid| self.holds(&forbid.fact, Some(&made)))
    }

    /// Makes a placement of which only trying tells whether it can be made, but for the counters; what
    /// conditions may ask of it, if it can.
    pub(super) fn try_place(&mut self, player: Player, at: u8, to: u16) -> Option<Made> {
        let mut made = self.made(player, Play::Place { at, to, then: 0 });
        let mark = self.board.mark();
        if !self.lay(player, at, to.into()) {
            return None;
        }
        made.captured = !self.captured.is_none();
        let place = &self.plan.sides[player.index()].places[usize::from(at)];
        if place.returns && self.board.cells[usize::from(to)].is_empty() {
            let edits = self.board.edits(mark);
            if edits.is_empty() || self.is_same_before(player, (at, to), (mark, edits)) {
                return None;
            }
        }
        self.board.settle(player, &place.marks_on(Cell(to)), mark);
        (!self.forbidden(player, made)).then_some(made)
    }

    /// Whether a placement that has been made comes to the same as one on a cell before it.
    fn is_same_before(
        &mut self,
        player: Player,
        (at, to): (u8, u16),
        (mark, mut edits): (usize, Vec<Edit>),
    ) -> bool {
        let place = &self.plan.sides[player.index()].places[usize::from(at)];
        let captured = self.captured;
        self.board.undo(mark);
        edits.sort_unstable();
        let cells = self.places(player, place).cells();
        let mut before = cells.take_while(|cell| *cell < to.into());
        let same = before.any(|cell| {
            let mut done = false;
            let others = self.edits_of(|this| done = this.lay(player, at, cell));
            done && others == edits
        });
        self.lay(player, at, to.into());
        self.captured = captured;
        same
    }

    /// Keeps only the moves that must be made, if there are any.
    fn must(&mut self, player: Player, moves: &mut Vec<Play>) {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        // Of moves that are drawn there are none here.
        let Some(must) = side.must.as_ref().filter(|_| !side.draws_first) else { return };
        let after = side.must_after;
        let first = |this: &mut Self, play: Play| this.holds_of(player, play, must, after);
        if moves.iter().any(|play| first(self, *play)) {
            moves.retain(|play| first(self, *play));
        }
    }

    /// Whether a condition holds of a move, or of the board `after` it.
    pub(super) fn holds_of(
        &mut self,
        player: Player,
        play: Play,
        fact: &Fact<S>,
        after: bool,
    ) -> bool {
        if !after {
            let made = self.made(player, play);
            return self.holds(fact, Some(&made));
        }
        let mark = self.board.mark();
        let made = self.act_told(player, play);
        let holds = self.holds(fact, Some(&made));
        self.board.undo(mark);
        holds
    }

    /// Where a piece may go by the moves of a group, whatever that leaves open.
    #[inline]
    pub(super) fn reach(&self, group: &Group<S>, from: usize) -> S {
        let mut last = S::NONE;
        self.reach_of(group, from, false, &mut last)
    }

    /// The same for one group of a kind's after another: `last` is where the ways of the part before lead, and
    /// the first part's are the same if it `goes_on`.
    #[inline(always)]
    pub(super) fn reach_of(&self, group: &Group<S>, from: usize, goes_on: bool, last: &mut S) -> S {
        let mut to = S::NONE;
        if !group.given.is_empty() && !self.are_given(&group.given, from) {
            return to;
        }
        for (at, part) in group.parts.iter().enumerate() {
            if at > 0 || !goes_on {
                *last = self.ways(part, from);
            }
            to |= *last & self.board.set(part.land);
        }
        match group.known.is_empty() && !group.rises && group.given.is_empty() {
            true => to,
            false => self.less(group, from, to),
        }
    }

    /// Of where moves of a group lead, where they may, none leads that another walk makes as well and, if the piece would stand on
    /// others there, there is room for it; few rules have such moves.
    #[inline(never)]
    fn less(&self, group: &Group<S>, from: usize, to: S) -> S {
        let to = if to.is_none() { return to } else { to & self.field().onto(&group.given) };
        let to = if group.known.is_empty() { to } else { to & !self.known(&group.known, from) };
        if !group.rises {
            return to;
        }
        to & self.board.room_beside(from)
    }

    /// Where the ways of moves lead, whatever stands there.
    #[inline(always)]
    fn ways(&self, part: &Part<S>, from: usize) -> S {
        match (&part.flood, &part.gauge) {
            (Some(flood), _) => self.flooded(flood, from),
            (None, Some(gauge)) => self.gauged(gauge, from),
            (None, None) => {
                let hurdles = part.over.map_or(S::ALL, |over| self.board.set(over));
                targets(&part.shape, from, self.board.occupied, hurdles)
            }
        }
    }

    /// Where other moves of the piece lead.
    fn known(&self, known: &[Known<S>], from: usize) -> S {
        let made = known.iter().filter(|known| self.are_given(&known.given, from));
        made.fold(S::NONE, |all, known| {
            let lead = |to: S, part| to | self.ways(part, from) & self.board.set(part.land);
            all | known.parts.iter().fold(S::NONE, lead) & self.field().onto(&known.given)
        })
    }

    /// Whether what a move from a cell is given holds.
    #[inline(never)]
    pub(super) fn are_given(&self, given: &[Given<S>], from: usize) -> bool {
        self.field().gives(given, from, None)
    }

    /// Where a piece may go as far as what stands on its lines says; few rules have such moves.
    #[inline(never)]
    fn gauged(&self, gauge: &Gauge<S>, from: usize) -> S {
        gauge.targets(from, self.board.set(gauge.of), self.board.set(gauge.walls))
    }

    /// Where a piece may go that goes on as often as it can.
    #[inline(never)]
    fn flooded(&self, flood: &Flood<S>, from: usize) -> S {
        flood.targets(from, self.board.occupied, |content| self.board.set(content))
    }

    /// Where a piece that has gone from a cell to another may put something, or take something off.
    #[inline]
    pub(super) fn beyond(&self, tail: &Tail<S>, from: usize, to: usize) -> S {
        if tail.home {
            return S::one(from);
        }
        let occupied = (self.board.occupied & !S::one(from)) | S::one(to);
        let hurdles = tail.over.map_or(S::ALL, |over| self.board.set(over));
        let cells = targets(&tail.shape, to, occupied, hurdles) & self.plan.cells;
        let cells = match tail.onto {
            None => cells & !occupied,
            Some(content) => cells & self.board.set(content) & !S::one(from),
        };
        match &tail.only {
            Some(only) if !cells.is_none() => cells & self.cells(only),
            _ => cells,
        }
    }

    /// The cells where a piece may go that puts something then.
    #[inline]
    fn headed(&self, player: Player, kind: &Moves<S>, group: &Group<S>, from: usize, free: S) -> S {
        let to = self.reach(group, from) & free;
        match self.masking {
            true => self.safely(player, (group, kind.piece), from, to, false),
            false => to,
        }
    }

    /// The cells where a piece may go by the moves of a group, and how many pieces it may be then.
    #[inline(always)]
    pub(super) fn each_plain(
        &self,
        player: Player,
        kind: &Moves<S>,
        group: &Group<S>,
        from: usize,
        free: S,
        mut see: impl FnMut(S, u32),
    ) {
        if let Some(tail) = &group.tail {
            let to = self.headed(player, kind, group, from, free);
            if tail.home {
                return see(to, 1);
            }
            to.cells().for_each(|to| see(self.beyond(tail, from, to), 1));
            return;
        }
        let each = |to, pieces: &[Piece]| see(to, pieces.len() as u32);
        self.each_arrival(player, kind, group, from, free, each);
    }

    /// The same with the pieces, but for those that put something then.
    #[inline(always)]
    pub(super) fn each_arrival<'g>(
        &self,
        player: Player,
        kind: &Moves<S>,
        group: &'g Group<S>,
        from: usize,
        free: S,
        mut see: impl FnMut(S, &'g [Piece]),
    ) {
        let to = self.reach(group, from) & free;
        let wary = kind.wary || group.wary;
        let safe = !wary && !self.bars(player, group);
        for becomes in &group.becomes {
            let to = becomes.within(from, to);
            if safe {
                see(to, &becomes.pieces);
                continue;
            }
            for piece in &becomes.pieces {
                let one = std::slice::from_ref(piece);
                see(self.safely(player, (group, *piece), from, to, wary), one);
            }
        }
    }

    /// Each loose move of the player's pieces of a kind that can be made and leaves nothing open.
    pub(super) fn each_loose(
        &mut self,
        player: Player,
        kind: &Moves<S>,
        binds: &[Bind<S>],
        mut see: impl FnMut(u16, u16, &Loose<S>),
    ) {
        let pieces = self.board.set(kind.pieces);
        let mut fits = |this: &mut Self, from: u16, at: u16| {
            let loose = &kind.loose[usize::from(from)][usize::from(at)];
            if this.loose_fits(player, usize::from(from), loose, binds) {
                see(from, at, loose);
            }
        };
        for from in self.leapers(kind, pieces & kind.unasked_from).cells() {
            let mut next = 0;
            while let Some(bunch) = self.open_bunch(&kind.bunches[from], &mut next) {
                for at in bunch.moves.iter().filter(|_| !bunch.asked) {
                    fits(self, from as u16, *at);
                }
            }
        }
        for asked in &kind.asked {
            let marked = self.board.marks(asked.mark);
            let mut cells = marked & asked.cells;
            if asked.at_from {
                cells &= pieces;
            }
            for cell in cells.cells() {
                for (needed, from, at) in &asked.moves[cell] {
                    if (*needed & !marked).is_none() && pieces.has(usize::from(*from)) {
                        fits(self, *from, *at);
                    }
                }
            }
        }
    }

    /// The next bunch of moves of which some might be made, as far as what they all need tells.
    #[inline]
    fn open_bunch<'b>(&self, bunches: &'b [Bunch<S>], next: &mut usize) -> Option<&'b Bunch<S>> {
        loop {
            let bunch = bunches.get(*next)?;
            let stands = |(of, cells): (_, S)| !(cells & self.board.set(of)).is_none();
            if bunch.needs.is_none_or(stands) {
                *next += 1;
                return Some(bunch);
            }
            *next = bunch.next;
        }
    }

    /// Adds the loose moves of a piece that can be made and leave nothing open.
    pub(super) fn list_loose(
        &mut self,
        player: Player,
        (kind, from): (&Moves<S>, usize),
        hold: &Hold<S>,
        moves: &mut Vec<Play>,
    ) {
        let mut next = 0;
        while let Some(bunch) = self.open_bunch(&kind.bunches[from], &mut next) {
            for at in &bunch.moves {
                let loose = &kind.loose[from][usize::from(*at)];
                if self.loose_fits(player, from, loose, &hold.binds) {
                    moves.push(Play::Loose { from: from as u16, at: *at });
                }
            }
        }
    }

    /// Of pieces of a kind that have loose moves those of which one may be made, and others where that is not told at once.
    fn leapers(&self, kind: &Moves<S>, pieces: S) -> S {
        match &kind.leaps {
            Some(leaps) if pieces.len() as usize >= leaps.len() => {
                let set = |of| self.board.set(of);
                leaps.iter().fold(S::NONE, |all, leap| all | leap.open(pieces, set))
            }
            _ => match &kind.leaps_from {
                Some(from) if pieces.len() > FEW => pieces & self.field().seen(from),
                _ => pieces,
            },
        }
    }

    /// Whether a loose move can be made and leaves nothing open.
    pub(super) fn loose_fits(
        &mut self,
        player: Player,
        from: usize,
        loose: &Loose<S>,
        binds: &[Bind<S>],
    ) -> bool {
        if !self.can(player, from, loose) {
            return false;
        }
        let side = &self.plan.sides[player.index()];
        let around = side.stirs.is_some();
        // What binds is told as if none of the player's own pieces left the board.
        let takes_own = |to: usize| self.board.cells[to].owner() == Some(player);
        match (loose.to, &loose.change) {
            (Some(to), _) if !side.excused && !around && !takes_own(to) => {
                let after = loose.effect.sets.get(Cell::at(to)).unwrap_or(Piece::EMPTY);
                let kind = self.board.cells[from].kind().unwrap_or_default();
                let odd = side.kinds[kind.index()].odd;
                allowed(binds, Some(from), self.board.occupied, odd).has(to)
                    && self.dangerous(player, after, from, S::one(to)).is_none()
                    && !self.truced(player, after, Some(from)).has(to)
            }
            (_, Some(change)) if side.plainly && !around => !self.exposed_by(player, change),
            _ => {
                let mark = self.board.mark();
                self.act_loose(player, loose);
                let open = self.exposed(player);
                self.board.undo(mark);
                !open
            }
        }
    }

    /// Whether a loose move can be made. Where more than what aims at a cell tells whether it is safe, the walk does.
    pub(super) fn can(&mut self, player: Player, from: usize, loose: &Loose<S>) -> bool {
        let onto = loose.effect.path.last().filter(|_| loose.effect.rises);
        if onto.is_some_and(|to| !self.board.room_beside(from).has(to.index())) {
            return false;
        }
        if loose.any.iter().any(|ready| self.goes_so(player, from, ready)) {
            return true;
        }
        let (dangers, piece) = (&self.plan.sides[player.index()].dangers, self.board.cells[from]);
        let doubtful = dangers.iter().any(|danger| !danger.exact && has(&danger.codes, piece));
        let mut may = loose.any.iter().filter(|ready| doubtful && !ready.safe.is_empty());
        may.any(|ready| self.stands(from, ready)) && self.can_walk(player, from, loose)
    }

    /// Whether all that a move needs is so, on the way too.
    fn goes_so(&mut self, player: Player, from: usize, ready: &Ready<S>) -> bool {
        self.ready(player, from, ready) && self.holds_meanwhile(player, ready)
    }

    /// Whether what must hold once a part of a move is done will.
    pub(super) fn holds_meanwhile(&mut self, player: Player, ready: &Ready<S>) -> bool {
        let Some(Meanwhile { when, change, own, .. }) = &ready.meanwhile else { return true };
        let plan = self.plan;
        let fact = &plan.sides[player.index()].meanwhile[*when];
        if *own
            && let Fact::Not(seen) = fact
            && let Fact::Seen(danger) = &**seen
            && danger.aims.over.is_empty()
        {
            return !self.would_be_there(danger, change.0, &change.1);
        }
        let mark = self.board.mark();
        let (left, comes) = change;
        left.cells().for_each(|cell| self.board.put(cell, Piece::EMPTY));
        comes.iter().for_each(|(cell, piece)| self.board.put(*cell, *piece));
        let holds = self.holds(fact, None);
        self.board.undo(mark);
        holds
    }

    /// Whether what a move needs is so, but for the cells that must be safe.
    pub(super) fn stands(&self, from: usize, ready: &Ready<S>) -> bool {
        let marked = |(mark, cell, wanted): &(_, Cell, bool)| {
            self.board.marks(*mark).has(cell.index()) == *wanted
        };
        let stands = |(content, cells): &(_, S)| (*cells & !self.board.set(*content)).is_none();
        ready.content.iter().all(stands)
            && ready.marked.iter().all(marked)
            && self.are_given(&ready.given, from)
    }

    pub(super) fn ready(&self, player: Player, from: usize, ready: &Ready<S>) -> bool {
        self.stands(from, ready)
            && ready.safe.iter().all(|(at, unless)| {
                let stands =
                    |(content, cells): &(_, S)| !(*cells & self.board.set(*content)).is_none();
                if unless.iter().any(stands) {
                    return true;
                }
                let left = self.board.occupied & !S::one(from);
                !self.open(player, self.board.cells[from], *at, left | S::one(*at), S::NONE)
            })
    }

    /// The cells that tell a loose move: of several ways that can be gone those of the first.
    pub(super) fn loose_path(&mut self, player: Player, from: usize, at: u16) -> &'p [Cell] {
        let Some(loose) = self.loose(player, from, at) else { return &[] };
        if loose.paths.is_empty() {
            return &loose.effect.path;
        }
        let first = loose.any.iter().position(|ready| self.goes_so(player, from, ready));
        &loose.paths[first.unwrap_or(0)]
    }

    pub(super) fn loose(&self, player: Player, from: usize, at: u16) -> Option<&'p Loose<S>> {
        let kind = self.board.cells[from].kind()?;
        let moves = &self.plan.sides[player.index()].kinds[kind.index()];
        moves.loose[from].get(usize::from(at))
    }
}
