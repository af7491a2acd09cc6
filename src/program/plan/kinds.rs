//! The moves of a kind: shapes for the plain ones, the others each by itself.

use std::collections::{BTreeMap, BTreeSet};

use super::NUMBERED;
use super::after::{Deeds, deeds};
use super::asked::{Asked, Bunch, asked};
use super::begins::Begins;
use super::content::{Content, Contents};
use super::distinct::{Distinct, distinct};
use super::flood::Flood;
use super::form::Form;
use super::gauge::{Gauge, Reading};
use super::given::Given;
use super::glide::glides;
use super::hop::Hops;
use super::leap::Leap;
use super::shape::{Shape, Step, step};
use super::shift::{self, Shift};
use super::sight::{Scope, Sight};
use super::tail::{self, Tail};
use crate::index::{Cell, Kind, Mark, MoveName, Piece};
use crate::program::check::{Codes, View, has};
use crate::program::set::Set;
use crate::program::trail::{
    self, After, EMPTY, Effect, Finder, NONE, Needs, PIECES, Tally, Trail, join, meet, only,
    without,
};
use crate::program::walk::any;
use crate::program::why::{Reason, Why};
use crate::rules::{Act, Lasts, MoveRule, Named, Node, Test, Tower, Walk};

/// Moves of a walk from a cell, at most as many as which are sooner told one by one than as steps with something put behind them.
const FEW: usize = 16;

/// How many ways a walk that ends with putting something goes from a cell at most to be told by each of them, where it is not
/// the only one of its piece.
const SINGLES: usize = 64;

/// How many ways walks that are walked go from a cell at most for what each asks to be looked at before.
const MAY: usize = 64;

/// The moves of one kind of one player's.
#[derive(Debug)]
pub(crate) struct Moves<S> {
    /// The player's piece of the kind.
    pub piece: Piece,
    /// The cells where such a piece stands.
    pub pieces: Content,
    /// Whether they may be in a danger.
    pub wary: bool,
    /// Whether they are none of those that something must go over, where only some will do.
    pub odd: bool,
    /// Whether they have any moves.
    pub moves: bool,
    /// The plain ones: a piece goes from one cell to another and captures what stands there.
    pub groups: Vec<Group<S>>,
    /// The others, by the cell from which they are made.
    pub loose: Vec<Box<[Loose<S>]>>,
    /// The same in bunches.
    pub bunches: Vec<Box<[Bunch<S>]>>,
    /// The cells from which there are some that need no mark.
    pub unasked_from: S,
    /// From where any plain move leads somewhere on some board.
    pub goes_from: S,
    /// The same moves as those of many pieces at once, if such are few, as far as they ask for what stands where.
    pub leaps: Option<Vec<Leap<S>>>,
    /// Which need one.
    pub asked: Vec<Asked<S>>,
    /// Whether some ask for a mark that lasts a ply, but do not all need that one.
    pub murky: bool,
    /// Those that go on from where they end.
    pub hops: Option<Hops<S>>,
    /// The walks of which no set tells: their numbers among those of the kind.
    pub walked: Vec<u16>,
    /// From where moves by themselves may be made, if not from anywhere.
    pub leaps_from: Option<Sight<S>>,
    /// Of the walks, from where each may fit.
    pub begins: Box<[Begins<S>]>,
    /// By the cell where the piece stands, what must be so for any of their moves: one of these; none where that is not known.
    pub may: Box<[Vec<Ready<S>>]>,
    /// Whether there are others beside them.
    pub mixed: bool,
    /// Whether any of its moves may come to the same as others, or as another piece's: these are one move. Else those of its groups
    /// that say so may.
    pub alike: bool,
    /// Whether each that may leaves its piece where it is, and comes to the same as such moves of other pieces.
    pub shares: bool,
    /// Whether captures of one of its pieces may come to the same where each turns over what the other one captures.
    pub turns: bool,
    /// Whether some come to the same on the board's cells, whatever else they change.
    pub overlaps: bool,
    /// What each walk has become, by its number among those of the kind.
    pub forms: BTreeMap<u16, Form>,
}

/// Plain moves that share what the piece may become by them.
#[derive(Debug)]
pub(crate) struct Group<S> {
    /// The name of the moves.
    pub name: MoveName,
    /// Where they lead.
    pub parts: Vec<Part<S>>,
    /// What the piece is after them.
    pub becomes: Vec<Becomes<S>>,
    /// Whether a piece may become one that is in danger where it arrives.
    pub wary: bool,
    /// The marks that they make.
    pub marks: Option<Marking>,
    /// By how much numbers of the player's are more then, or less.
    pub tallies: Box<[Tally]>,
    /// Whether more comes of them than that a piece stands elsewhere, and what it captures is gone.
    pub stirs: bool,
    /// Whether the piece stands on top of what it comes to, and captures nothing.
    pub rises: bool,
    /// Whether nothing of what tells if dangers are such changes by them.
    pub keeps: bool,
    /// Whether they may change what a prohibition asks of.
    pub heeded: bool,
    /// Whether those that capture nothing are among the moves that must be made where there are any, and those that capture.
    pub must: [bool; 2],
    /// What follows them.
    pub after: Option<Deeds<S>>,
    /// What must hold for them.
    pub given: Vec<Given<S>>,
    /// Those that are not made by them, as they are by others, and the groups of these.
    pub known: Vec<Known<S>>,
    pub less: Vec<usize>,
    /// Whether some may come to the same as others of the piece's that lead from the same cell to the same one.
    pub alike: bool,
    /// Whether they begin with the ways with which those of the group before end.
    pub goes_on: bool,
    /// The same moves as those of many pieces at once, if such are few.
    pub shifts: Option<Vec<Shift<S>>>,
    /// Whether the player's slides have them too.
    pub slid: bool,
    /// What is put where when the piece has arrived, if anything.
    pub tail: Option<Tail<S>>,
}

/// Marks that a move makes or takes away, in order.
pub(crate) type Marks = Box<[(Mark, Cell, bool)]>;

/// By name and ends, the marks of plain moves.
pub(super) type Marked = BTreeMap<(MoveName, Cell, Cell), Marks>;

/// By cell, where moves lead that begin there, and the marks that each makes.
type Marking = Box<[Vec<(usize, Marks)>]>;

/// What a piece may be after a move, as its player chooses.
#[derive(Debug)]
pub(crate) struct Becomes<S> {
    /// One of these.
    pub pieces: Vec<Piece>,
    /// Where it may, by the cell from which it goes; anywhere if `None`.
    pub to: Option<Box<[S]>>,
}

impl<S> Group<S> {
    /// Moves of a name that lead there, and no more.
    fn plain(name: MoveName, parts: Vec<Part<S>>) -> Self {
        Self {
            name,
            parts,
            becomes: Vec::new(),
            wary: false,
            marks: None,
            tallies: Box::default(),
            stirs: false,
            rises: false,
            keeps: false,
            heeded: false,
            must: [false; 2],
            after: None,
            given: Vec::new(),
            known: Vec::new(),
            less: Vec::new(),
            alike: false,
            goes_on: false,
            shifts: None,
            slid: false,
            tail: None,
        }
    }

    /// The marks that a move from one cell to another makes or takes away.
    #[inline]
    pub fn marking(&self, from: usize, to: usize) -> &[(Mark, Cell, bool)] {
        let known = self.marks.as_ref().and_then(|marks| {
            let mut known = marks[from].iter();
            known.find(|(known, _)| *known == to)
        });
        known.map_or(&[], |(_, made)| made)
    }
}

impl<S: Set> Becomes<S> {
    /// Of where moves from a cell lead, where it may.
    #[inline]
    pub fn within(&self, from: usize, to: S) -> S {
        self.to.as_ref().map_or(to, |cells| to & cells[from])
    }

    /// Whether it may by a move from one cell to another.
    #[inline]
    pub fn may(&self, from: usize, to: usize) -> bool {
        self.to.as_ref().is_none_or(|cells| cells[from].has(to))
    }
}

/// Plain moves that are those of a group before it.
#[derive(Debug)]
pub(crate) struct Known<S> {
    /// What must hold for them.
    pub given: Vec<Given<S>>,
    /// Where they lead.
    pub parts: Vec<Part<S>>,
}

/// Plain moves that arrive on what one set tells.
#[derive(Clone, Debug)]
pub(crate) struct Part<S> {
    /// What may stand where they arrive.
    pub land: Content,
    /// The ways there.
    pub shape: Shape<S>,
    /// What they go over, if not any piece will do.
    pub over: Option<Content>,
    /// What may stand where they arrive.
    pub codes: Codes,
    /// The ways there, one by one, by the cell from which they are made.
    pub steps: Vec<Vec<Step<S>>>,
    /// The ways there that go as far as pieces say; they are no others then.
    pub gauge: Option<Gauge<S>>,
    /// The same of ways that go on as often as they can.
    pub flood: Option<Flood<S>>,
}

impl<S> Part<S> {
    /// Whether its ways are the steps that it has.
    pub fn steps_alone(&self) -> bool {
        self.gauge.is_none() && self.flood.is_none()
    }
}

/// One move that is not plain.
#[derive(Debug)]
pub(crate) struct Loose<S> {
    /// The name of the move.
    pub name: MoveName,
    /// It can be made where one of these is so.
    pub any: Vec<Ready<S>>,
    /// The cells that tell it where each of these is so and none before it, if they are not those of the effect.
    pub paths: Vec<Vec<Cell>>,
    /// What it does.
    pub effect: Effect,
    /// Whether it is one of those that must be made where there are any.
    pub must: bool,
    /// Where it arrives, if it changes no other cell than that and the one from which it is made.
    pub to: Option<usize>,
    /// What it may capture.
    pub takes: Vec<Takes<S>>,
    /// Where nothing stands then, and where pieces of the player's own do, if that is all that comes of it.
    pub change: Option<(S, Vec<(usize, Piece)>)>,
}

/// A cell, what stands where a piece was and on that cell, and what on other cells.
type Exchange = (usize, [Piece; 2], Vec<(usize, Piece)>);

impl<S> Loose<S> {
    /// If it does no more than to change cells: the one other cell beside that of the piece that makes it, or of several that where the
    /// piece goes; what stands on both then, and what on the others.
    pub fn exchange(&self, from: usize, piece: Piece) -> Option<Exchange> {
        let Effect { sets, path, after, lowers, .. } = &self.effect;
        let from = Cell::at(from);
        let (to, comes) = match other(from, &self.effect) {
            Some(other) => other,
            None => {
                let to = *path.last().filter(|to| **to != from)?;
                let goes = sets.get(from) == Some(Piece::EMPTY);
                (to, sets.get(to).filter(|piece| goes && !piece.is_empty())?)
            }
        };
        let left = sets.get(from).unwrap_or(piece);
        let others = sets.iter().filter(|(cell, _)| ![from, to].contains(cell));
        let others = others.map(|(cell, piece)| (cell.index(), piece)).collect();
        let alone = after.is_empty() && lowers.is_empty();
        alone.then_some((to.index(), [left, comes], others))
    }

    /// Where the piece stands then, of a walk that picks no cell, if that is told.
    pub fn lands(&self) -> Option<Cell> {
        let stands = |cell: &Cell| self.effect.sets.get(*cell).map(|piece| !piece.is_empty());
        match &self.effect.path[..] {
            [from] => stands(from).unwrap_or(true).then_some(*from),
            [_, to] => stands(to).unwrap_or(false).then_some(*to),
            _ => None,
        }
    }
}

impl<S: Set> Loose<S> {
    /// Whether both may be made in one position, as far as what stands where tells.
    pub(super) fn may_stand_with(&self, other: &Self, contents: &Contents) -> bool {
        let codes = |content: &Content| &contents.codes[usize::from(content.0)];
        let fit = |one: &Ready<S>, two: &Ready<S>| {
            one.content.iter().all(|(here, cells)| {
                let mut others = two.content.iter();
                others.all(|(there, others)| {
                    let shared = !(*cells & *others).is_none();
                    !shared || !meet(codes(here), codes(there)).is_none()
                })
            })
        };
        self.any.iter().any(|one| other.any.iter().any(|two| fit(one, two)))
    }
}

/// What a move may capture on a cell.
#[derive(Debug)]
pub(crate) struct Takes<S> {
    /// The cell.
    pub cell: usize,
    /// What may stand there.
    pub codes: Codes,
    /// How it does, if a step tells.
    pub step: Option<Step<S>>,
    /// Whether no more than that must hold.
    pub sure: bool,
}

impl<S: Set> Takes<S> {
    /// All that a move from a cell may capture.
    fn of(from: usize, effect: &Effect, needs: &[Needs]) -> Vec<Self> {
        // Where it is asked what is attacked, no cell is.
        let mut open: Vec<Needs> = Vec::new();
        for needs in needs {
            let meanwhile = needs.meanwhile.clone().filter(|one| !one.safe);
            let needs = Needs { safe: Vec::new(), meanwhile, ..needs.clone() };
            if !open.contains(&needs) {
                open.push(needs);
            }
        }
        let sure = open.iter().all(Needs::content_alone);
        let each = |cell: &Cell| {
            let none = |codes, needs: &Needs| join(&codes, &needs.on(*cell));
            let codes = without(&open.iter().fold(NONE, none), &EMPTY);
            let (from, mut stands): (_, Vec<Needs>) = (Some(Cell::at(from)), Vec::new());
            for needs in &open {
                let needs = Needs { content: needs.content.clone(), ..Needs::default() };
                if !stands.contains(&needs) {
                    stands.push(needs);
                }
            }
            let step = step(from, *cell, &stands.iter().collect::<Vec<_>>());
            Self { cell: cell.index(), codes, step, sure }
        };
        effect.captures.iter().map(each).collect()
    }
}

/// What must be so before a move.
#[derive(Debug)]
pub(crate) struct Ready<S> {
    /// Sets that must have all of these cells.
    pub content: Vec<(Content, S)>,
    /// The cells that must carry a mark, or must not.
    pub marked: Vec<(Mark, Cell, bool)>,
    /// The cells that no enemy may attack, unless one of these stands on one of these cells.
    pub safe: Vec<(usize, Vec<(Content, S)>)>,
    /// What else must hold.
    pub given: Vec<Given<S>>,
    /// What must hold on the way.
    pub meanwhile: Option<Meanwhile<S>>,
}

/// What must hold once a part of a move is done.
#[derive(Debug)]
pub(crate) struct Meanwhile<S> {
    /// The number of the condition among those of the [side](super::Side::meanwhile).
    pub when: usize,
    /// Whether it holds wherever it is asked what is attacked.
    pub safe: bool,
    /// Where nothing stands then, and which pieces have come.
    pub change: (S, Vec<(usize, Piece)>),
    /// Whether those are all the player's own.
    pub own: bool,
}

impl<S: Set> Meanwhile<S> {
    fn new(asked: &trail::Meanwhile, own: &Codes) -> Self {
        let change = changed(&asked.sets);
        let own = change.1.iter().all(|(_, piece)| has(own, *piece));
        Self { when: asked.when.into(), safe: asked.safe, change, own }
    }
}

impl<S: Set> Ready<S> {
    pub(super) fn new(
        needs: &Needs,
        finder: &Finder<'_, '_>,
        scope: &mut Scope<'_, '_, S>,
    ) -> Result<Self, Why> {
        let given = givens(&needs.given, finder, scope)?;
        let contents = &mut *scope.contents;
        let safe = needs.safe.iter();
        let safe = safe.map(|safe| (safe.cell.index(), by_content(&safe.unless, contents)));
        let (safe, marked) = (safe.collect(), needs.marked.clone());
        let meanwhile = needs.meanwhile.as_ref().map(|one| Meanwhile::new(one, &finder.own()));
        let content = by_content(&needs.content, contents);
        Ok(Ready { content, marked, safe, given, meanwhile })
    }
}

impl<S: Set> Ready<S> {
    /// What must stand where, cell by cell.
    fn by_cell(&self) -> Vec<(Cell, Content)> {
        let cells = |(of, cells): &(Content, S)| {
            let of = *of;
            cells.cells().map(move |cell| (Cell::at(cell), of)).collect::<Vec<_>>()
        };
        let mut known: Vec<(Cell, Content)> = self.content.iter().flat_map(cells).collect();
        known.sort_unstable_by_key(|(cell, _)| *cell);
        known
    }
}

/// What must hold, or why sets do not tell it.
pub(super) fn givens<S: Set>(
    given: &[trail::Given],
    finder: &Finder<'_, '_>,
    scope: &mut Scope<'_, '_, S>,
) -> Result<Vec<Given<S>>, Why> {
    let given = given.iter();
    given.map(|(at, wanted)| Given::new(finder.asked(*at), *wanted, scope)).collect()
}

/// Where nothing stands after a move, and where `own` pieces do, if that is all that comes of it.
fn change<S: Set>(effect: &Effect, own: &Codes) -> Option<(S, Vec<(usize, Piece)>)> {
    let (left, comes) = changed(&effect.sets);
    let told = comes.iter().all(|(_, piece)| has(own, *piece));
    let told = told && effect.after.is_empty() && effect.lowers.is_empty();
    told.then_some((left, comes))
}

/// Where nothing stands then, and which pieces have come.
fn changed<S: Set>(sets: &trail::Sets) -> (S, Vec<(usize, Piece)>) {
    let (mut left, mut comes) = (S::NONE, Vec::new());
    for (cell, piece) in sets.iter() {
        match piece.is_empty() {
            true => left |= S::one(cell.index()),
            false => comes.push((cell.index(), piece)),
        }
    }
    (left, comes)
}

/// What stands where, by what it is.
fn by_content<S: Set>(all: &[(Cell, Codes)], contents: &mut Contents) -> Vec<(Content, S)> {
    let mut content: Vec<(Content, S)> = Vec::new();
    for (cell, codes) in all {
        let (set, here) = (contents.of(codes), S::one(cell.index()));
        match content.iter_mut().find(|known| known.0 == set) {
            Some(known) => known.1 |= here,
            None => content.push((set, here)),
        }
    }
    content
}

/// A name, what may stand where a move arrives, flags as of a [`Sort`], what must be so, and what it does to numbers.
type PlainSort = (MoveName, Codes, [bool; 3], Vec<trail::Given>, Vec<Tally>);

/// By the two ends of plain moves what the piece may become, and what must be so.
type Ends = BTreeMap<(Cell, Cell), BTreeMap<Piece, Vec<Needs>>>;

/// By the two ends of plain moves what the piece may be then.
pub(super) type Arrivals = BTreeMap<(Cell, Cell), Vec<Piece>>;

/// Moves by themselves from a cell, by what they do; the cells that tell a move are no part of that, unless `routes` differ.
pub(super) type Singles = BTreeMap<Effect, Single>;

/// One of them.
#[derive(Clone, Debug)]
pub(super) struct Single {
    pub name: MoveName,
    /// The cells that tell it.
    pub path: Vec<Cell>,
    /// It can be made where one of these is so.
    pub any: Vec<Needs>,
    /// The cells that tell it then.
    pub paths: Vec<Vec<Cell>>,
}

/// Plain moves of a name that arrive on the same, and whether they make marks, stir, and rise.
struct Sort<S> {
    name: MoveName,
    codes: Codes,
    flags: [bool; 3],
    given: Vec<trail::Given>,
    tallies: Vec<Tally>,
    /// By what they go over.
    steps: BTreeMap<Codes, Vec<Vec<Step<S>>>>,
    /// By what is counted for them.
    readings: BTreeMap<Codes, Vec<Reading<S>>>,
    becomes: Arrivals,
}

impl<S> Sort<S> {
    /// By what they are told apart.
    fn key(&self) -> impl Ord + '_ {
        (self.name, &self.codes, self.flags, &self.given, &self.tallies)
    }
}

/// The steps that some conditions mean, if they mean one, or each of them one over empty cells.
fn ways<S: Set>(from: Cell, to: Cell, any: &[&Needs]) -> Option<Vec<Step<S>>> {
    if let Some(step) = step(Some(from), to, any) {
        return Some(vec![step]);
    }
    let each = any.iter().map(|needs| step(Some(from), to, &[needs]));
    let ways: Vec<Step<S>> = each.collect::<Option<_>>()?;
    (!ways.is_empty() && ways.iter().all(|step| step.hurdles == 0)).then_some(ways)
}

/// Finds the moves of one kind of one player's.
pub(super) struct Mover<'m, 'v, 'a> {
    /// The kind.
    pub kind: Kind,
    /// What the player sees of the rules.
    pub view: &'m View<'v>,
    /// Whether other paths make other moves.
    pub routes: bool,
    /// Which names tell moves apart that come to the same.
    pub named: &'m Named,
    pub finder: &'m mut Finder<'v, 'a>,
    pub contents: &'m mut Contents,
}

/// What comes of a walk of that name from a cell.
pub(super) type Told = (MoveName, Cell, Vec<Trail>);

/// Why some moves are not told, and the name of those that are to blame, if not all are.
type Blame = (Option<MoveName>, Why);

/// That moves of a name do what sets do not tell.
fn blame(name: MoveName, why: impl Into<Why>) -> Blame {
    (Some(name), why.into())
}

/// The same of all moves together.
fn all(why: impl Into<Why>) -> Blame {
    (None, why.into())
}

/// The steps of a name that arrive on the same, by the cell from which they are made; whether on top of it.
type Glides<S> = BTreeMap<(MoveName, Codes, bool, Vec<trail::Given>), Vec<Vec<Step<S>>>>;

impl Mover<'_, '_, '_> {
    /// The moves by some walks, those of `chained` names as hops. What no set tells is walked: single walks of them
    /// or, where these may not stand beside others, all.
    pub fn moves<S: Set>(&mut self, rules: &[MoveRule], chained: &[MoveName]) -> Moves<S> {
        let left = self.finder.left_of_all;
        self.moves_where(rules, chained, true).unwrap_or_else(|| {
            self.finder.left_of_all = left;
            let moves = self.moves_where(rules, chained, false);
            moves.expect("nothing is given that does not stand beside others")
        })
    }

    /// The same, where what is looked for may be given, if it `gives`; nothing where that does not stand beside other walks.
    fn moves_where<S: Set>(
        &mut self,
        rules: &[MoveRule],
        chained: &[MoveName],
        gives: bool,
    ) -> Option<Moves<S>> {
        let (hopping, plain): (Vec<&MoveRule>, Vec<&MoveRule>) =
            rules.iter().partition(|rule| chained.contains(&rule.name));
        let known = self.contents.clone();
        if let Some(moves) = self.flooded(rules, chained) {
            return Some(moves);
        }
        self.contents.clone_from(&known);
        // Where one walk goes too many ways to tell each by itself, all walks that are of two parts are told so: the first of them
        // is enough to know.
        let many = |told: &Told| told.2.len() > SINGLES;
        let (mut followed, mut two_parts) = (BTreeMap::new(), plain.len() == 1);
        let parted = |(_, rule): &(u16, &MoveRule)| {
            !chained.contains(&rule.name) && tail::split(rule).is_some()
        };
        for (at, rule) in (0..).zip(rules).filter(parted) {
            if two_parts {
                break;
            }
            let told = self.follow(rule);
            two_parts = told.as_ref().map_or(true, |told| told.iter().any(many));
            followed.insert(at, told);
        }
        let mut tailed = Vec::new();
        let mut told = Vec::new();
        let (mut forms, mut walked) = (BTreeMap::new(), BTreeMap::new());
        let mut glides = Glides::new();
        let (mut alone_rules, mut gave) = (0, false);
        for (at, rule) in rules.iter().enumerate() {
            if chained.contains(&rule.name) {
                forms.insert(at as u16, Form::Hops);
                continue;
            }
            let tail = self.left_behind(rule);
            let tail = tail.or_else(|| if two_parts { self.tailed(rule) } else { None });
            if let Some(group) = tail {
                let lifts = group.tail.as_ref().is_some_and(|tail| tail.onto.is_some());
                tailed.push(group);
                forms.insert(at as u16, Form::Tail { lifts });
                alone_rules += 1;
                continue;
            }
            if self.glides(rule, &mut glides, false) {
                forms.insert(at as u16, Form::Steps);
                alone_rules += 1;
                continue;
            }
            // What looks from its own cell, or from where it arrives, is told by many single moves, or by steps that are given more.
            let fans = any(&rule.walk, &|walk| looks_several(walk, self.view));
            let followed = followed.remove(&(at as u16));
            let followed = followed.or_else(|| (!fans).then(|| self.follow(rule)));
            let marked = |told: &Result<Vec<Told>, Why>| {
                let mut trails = told.iter().flatten().flat_map(|told| &told.2);
                trails.any(|trail| !trail.needs.marked.is_empty())
            };
            let looks = fans
                || any(&rule.walk, &|walk| !looked_at(walk).is_empty())
                || followed.as_ref().is_some_and(marked);
            let many = |told: &Result<Vec<Told>, Why>| {
                fans || told.as_ref().map_or(true, |told| loosely::<S>(told))
            };
            let many = looks && followed.as_ref().is_none_or(many);
            if many && self.glides(rule, &mut glides, true) {
                forms.insert(at as u16, Form::Given);
                alone_rules += 1;
                continue;
            }
            let given = if many && gives { self.follow_given::<S>(rule) } else { None };
            gave |= given.is_some();
            let trails = given.map(Ok).or(followed).unwrap_or_else(|| self.follow(rule));
            match trails {
                Ok(trails) => {
                    forms.insert(at as u16, Form::of_ways(&trails));
                    told.extend(trails);
                }
                Err(why) => {
                    walked.insert(at as u16, why.at(rule.walk.span));
                }
            }
        }
        let (trailed, alone) = (!told.is_empty() || !hopping.is_empty(), glides.clone());
        let told_all = walked.is_empty() && hopping.is_empty();
        // What walks of two parts ask for stays, whatever becomes of the others.
        let asked = self.contents.clone();
        // What one walk is to blame for leaves others to be told without it.
        let several = told.windows(2).any(|two| two[0].0 != two[1].0);
        let parted = several && !gave && hopping.is_empty();
        let mut spare = if parted { told.clone() } else { Vec::new() };
        let mut found = self.told(told, glides, &hopping);
        while let Err((Some(name), why)) = found
            && spare.iter().any(|one| one.0 == name)
            && spare.iter().any(|one| one.0 != name)
        {
            self.contents.clone_from(&asked);
            spare.retain(|one| one.0 != name);
            for (at, rule) in (0..).zip(rules).filter(|(_, rule)| rule.name == name) {
                if !is_alone(forms.get(&at)) {
                    walked.entry(at).or_insert(why.at(rule.walk.span));
                }
            }
            found = self.told(spare.clone(), alone.clone(), &hopping);
        }
        let moves = match found {
            Err(_) if gave => {
                *self.contents = known;
                return None;
            }
            Err(why) if trailed && alone_rules > 0 => {
                *self.contents = asked;
                for (at, rule) in rules.iter().enumerate() {
                    if !is_alone(forms.get(&(at as u16))) {
                        walked.entry(at as u16).or_insert(why_of(why, rule));
                    }
                }
                self.told(Vec::new(), alone, &[])
            }
            moves => moves,
        };
        let may = match told_all && !walked.is_empty() && moves.is_ok() {
            true => self.may(walked.keys().map(|at| &rules[usize::from(*at)])),
            false => None,
        };
        let moves = moves.and_then(|mut moves| {
            for group in tailed {
                moves.add_tailed(group, self.routes).map_err(all)?;
            }
            Ok(moves)
        });
        let moves = moves.and_then(|moves| match walked.is_empty() || moves.stand_beside() {
            true => Ok(moves),
            false => Err(all(Reason::WithOthers)),
        });
        let walks = walked.iter().map(|(at, why)| (*at, Form::Walked(*why)));
        forms.extend(walks);
        Some(match moves {
            Ok(mut moves) => {
                moves.walked = walked.into_keys().collect();
                moves.may = may.unwrap_or_default();
                moves.forms = forms;
                moves
            }
            Err(why) => {
                *self.contents = known;
                let none = self.told(Vec::new(), Glides::new(), &[]);
                let mut moves = none.expect("no walk tells of no move");
                moves.forms = forms;
                moves.walk_all(rules, |rule| why_of(why, rule));
                moves
            }
        })
    }

    /// By the cell where the piece stands, what must be so for any of the moves of some walks, as far as what stands where and marks
    /// tell it; `None` where that is too much.
    fn may<'r, S: Set>(
        &mut self,
        rules: impl Iterator<Item = &'r MoveRule>,
    ) -> Option<Box<[Vec<Ready<S>>]>> {
        let mut may: Vec<Vec<Ready<S>>> = Vec::new();
        may.resize_with(self.view.graph.cells(), Vec::new);
        for rule in rules {
            for (_, from, trails) in self.follow(rule).ok()? {
                for Trail { needs, .. } in trails {
                    let content = by_content(&needs.content, self.contents);
                    let (safe, given) = (Vec::new(), Vec::new());
                    let (marked, meanwhile) = (needs.marked, None);
                    may[from.index()].push(Ready { content, marked, safe, given, meanwhile });
                }
                if may[from.index()].len() > MAY {
                    return None;
                }
            }
        }
        Some(may.into())
    }

    /// The cells of the board.
    fn board<S: Set>(&self) -> S {
        self.view.graph.all().fold(S::NONE, |all, cell| all | S::one(cell.index()))
    }

    /// The moves of a walk that goes, and then puts something, as steps with what comes after them; `None` if it does
    /// more.
    fn tailed<S: Set>(&mut self, rule: &MoveRule) -> Option<Group<S>> {
        let (head, rest) = tail::split(rule)?;
        let known = self.contents.clone();
        let board = self.board();
        let mut scope = Scope::new(self.contents, board, self.view);
        let tail = Tail::new(&rest, self.kind, &mut scope, self.finder);
        let trails = if tail.is_some() { self.follow(&head).ok() } else { None };
        let group = self.ended(trails, |group, empty| {
            // What is looked for may be captured.
            let quiet = group.parts.iter().all(|part| part.land == empty);
            tail.filter(|tail| quiet || tail.only.is_none())
        });
        if group.is_none() {
            *self.contents = known;
        }
        group
    }

    /// The moves of a walk that goes, and then puts something where the piece has come from.
    fn left_behind<S: Set>(&mut self, rule: &MoveRule) -> Option<Group<S>> {
        let (head, kind) = tail::left_behind(rule)?;
        let known = self.contents.clone();
        // So few are sooner told one by one.
        let many = |told: &Vec<Told>| told.iter().any(|told| told.2.len() > FEW);
        let trails = self.follow(&head).ok().filter(many);
        let piece = self.finder.put(kind);
        let group = self.ended(trails, |group, _| {
            let alone = group.parts.iter().all(Part::steps_alone);
            Tail::home(piece, &group.parts).filter(|_| alone)
        });
        if group.is_none() {
            *self.contents = known;
        }
        group
    }

    /// The steps that some trails are, the first part of a walk, with what comes after them; `None` if they are more than one sort.
    /// It is told what an empty cell is among the contents.
    fn ended<S: Set>(
        &mut self,
        trails: Option<Vec<Told>>,
        tail: impl FnOnce(&Group<S>, Content) -> Option<Tail<S>>,
    ) -> Option<Group<S>> {
        // The parts of a walk that was split are there no more.
        self.finder.forget();
        let empty = self.contents.of(&EMPTY);
        let mut moves = self.told(trails?, Glides::new(), &[]).ok()?;
        let group = moves.groups.pop();
        let group = group.filter(|_| moves.groups.is_empty() && !moves.has_loose())?;
        let steps = group.is_steady(self.kind) && group.after.is_none() && !group.rises;
        let tail = tail(&group, empty).filter(|_| steps)?;
        Some(Group { tail: Some(tail), shifts: None, ..group })
    }

    /// The moves by walks some of which are floods, and all others lead from one cell to another.
    fn flooded<S: Set>(&mut self, rules: &[MoveRule], chained: &[MoveName]) -> Option<Moves<S>> {
        let flood = |rule: &MoveRule| match chained.contains(&rule.name) {
            true => None,
            false => Flood::of(rule, self.view, self.contents),
        };
        let floods = rules.iter().map(flood);
        let floods: Vec<Option<Flood<S>>> = floods.collect();
        if floods.iter().all(Option::is_none) {
            return None;
        }
        let others = || (0..).zip(&floods).filter(|(_, flood)| flood.is_none()).map(|one| one.0);
        let plain: Vec<MoveRule> = others().map(|at: u16| rules[usize::from(at)].clone()).collect();
        let mut moves = self.moves_where(&plain, chained, true)?;
        let leads = |group: &Group<S>| {
            let alone = group.tallies.is_empty() && !group.alike && group.tail.is_none();
            group.marks.is_none() && !group.stirs && alone && group.is_steady(self.kind)
        };
        // What moves by themselves come to is compared with all others, where several ways are one move.
        let loosely = moves.changing().next().is_some();
        if loosely && self.routes || !moves.walked.is_empty() || !moves.groups.iter().all(leads) {
            return None;
        }
        moves.alike |= loosely;
        let forms = others().zip(std::mem::take(&mut moves.forms).into_values());
        moves.forms = forms.collect();
        let none = vec![Vec::new(); self.view.graph.cells()];
        for (at, (rule, flood)) in (0..).zip(rules.iter().zip(floods)) {
            let Some(flood) = flood else { continue };
            moves.forms.insert(at, Form::Floods);
            let part = Part {
                land: self.contents.of(&EMPTY),
                shape: Shape::new(&none)?,
                over: None,
                codes: EMPTY,
                steps: none.clone(),
                gauge: None,
                flood: Some(flood),
            };
            let same = |group: &&mut Group<S>| group.name == rule.name && group.given.is_empty();
            match moves.groups.iter_mut().find(same) {
                Some(group) => group.parts.push(part),
                None => {
                    let pieces = vec![moves.piece];
                    let becomes = vec![Becomes { pieces, to: None }];
                    let group = Group { becomes, ..Group::plain(rule.name, vec![part]) };
                    let first = moves.groups.partition_point(|other| other.name < rule.name);
                    let less = moves.groups.iter_mut().flat_map(|other| &mut other.less);
                    less.filter(|less| **less >= first).for_each(|less| *less += 1);
                    moves.groups.insert(first, group);
                }
            }
        }
        // Where floods lead nobody knows before: any may lead where other moves of the piece do.
        let floods = |group: &Group<S>| group.parts.iter().any(|part| part.flood.is_some());
        for at in 0..moves.groups.len() {
            let (before, rest) = moves.groups.split_at_mut(at);
            let group = &mut rest[0];
            group.goes_on = false;
            if floods(group) {
                group.shifts = None;
            }
            for (other, of) in before.iter().enumerate() {
                if !(floods(group) || floods(of)) || group.less.contains(&other) {
                    continue;
                }
                if !of.given.is_empty() {
                    return None;
                }
                group.known.push(Known { given: Vec::new(), parts: of.parts.clone() });
                group.less.push(other);
            }
        }
        moves.moves = true;
        Some(moves)
    }

    /// Enters the steps that a walk is, if it is nothing else; `given` what it looks for from where it begins, if that may be.
    fn glides<S: Set>(&mut self, rule: &MoveRule, known: &mut Glides<S>, given: bool) -> bool {
        let graph = self.view.graph;
        let mut found = Glides::new();
        for at in graph.all().filter(|at| graph.contains(&rule.from, *at, self.view.facing)) {
            let Some(glides) = glides(rule, self.kind, at, self.finder, given) else {
                return false;
            };
            for (land, rises, step, given) in glides {
                let steps = found.entry((rule.name, land, rises, given));
                steps.or_insert_with(|| vec![Vec::new(); graph.cells()])[at.index()].push(step);
            }
        }
        for (key, steps) in found {
            let known = known.entry(key).or_insert_with(|| vec![Vec::new(); graph.cells()]);
            for (known, steps) in known.iter_mut().zip(steps) {
                let new = steps.into_iter().filter(|step| !known.contains(step));
                let new: Vec<Step<S>> = new.collect();
                known.extend(new);
            }
        }
        true
    }

    /// What comes of a walk from each cell where it may begin.
    fn follow(&mut self, rule: &MoveRule) -> Result<Vec<Told>, Why> {
        let graph = self.view.graph;
        let starts = graph.all().filter(|at| graph.contains(&rule.from, *at, self.view.facing));
        let trails =
            starts.map(|at| Ok((rule.name, at, self.finder.trails(rule, Some((at, self.kind)))?)));
        trails.collect()
    }

    /// The same of a walk that looks from where it begins or arrives, if it goes, and all that it looks for can be given; whatever else comes
    /// with a step may come with it.
    fn follow_given<S: Set>(&mut self, rule: &MoveRule) -> Option<Vec<Told>> {
        self.finder.gives = true;
        let told = self.follow(rule);
        self.finder.gives = false;
        let (told, known) = (told.ok()?, self.contents.clone());
        let moves = self.told::<S>(told.clone(), Glides::new(), &[]);
        *self.contents = known;
        let steps = moves.is_ok_and(|moves| moves.loose.iter().all(|moves| moves.is_empty()));
        steps.then_some(told)
    }

    /// The moves that some trails are, and those that go on, or why sets do not tell them.
    fn told<S: Set>(
        &mut self,
        told: Vec<Told>,
        glides: Glides<S>,
        hopping: &[&MoveRule],
    ) -> Result<Moves<S>, Blame> {
        let Self { kind, view, routes, .. } = *self;
        let board: S = self.board();
        let (finder, contents) = (&mut *self.finder, &mut *self.contents);
        let cells = view.graph.cells();
        let (mut may_be_alike, mut turns) = (false, false);
        let own = Codes::of(view.mover);
        let mut plain: BTreeMap<PlainSort, Ends> = BTreeMap::new();
        let mut follows: BTreeMap<(MoveName, bool, Cell), Vec<After>> = BTreeMap::new();
        let hops = match hopping {
            [] => None,
            some => Some(
                Hops::new(kind, some, view, finder, contents)
                    .map_err(|why| blame(some[0].name, why))?,
            ),
        };
        let mut marks = Marked::new();
        let mut loose = vec![Singles::new(); cells];
        for (name, from, trails) in told {
            for Trail { mut needs, effect, .. } in trails {
                // Where moves may come to the same by what follows, they are one: those of several pieces, or such
                // by which one of two pieces is captured, and the other becomes what has captured it.
                let changes_own = |after: &After| !meet(&after.of, &own).is_none();
                // Nothing tells from where a piece came that leaves one of the same behind.
                let piece = Piece::new(kind, Some(view.mover));
                let refills = |after: &After| {
                    after.cell == from && after.piece == piece && has(&after.of, Piece::EMPTY)
                };
                let turned = |after: &After| {
                    let turned = effect.sets.iter().any(|(_, piece)| piece == after.piece);
                    let captured = effect.captures.iter().any(|cell| {
                        let stands = without(&needs.on(*cell), &EMPTY);
                        !meet(&after.of, &stands).is_none()
                    });
                    turned && captured
                };
                // What a piece does from where it stands has one route.
                let apart = routes && effect.path.len() > 1;
                // Two moves to cells side by side, each of which puts there what the other one is.
                let puts = |after: &After| {
                    has(&after.of, Piece::EMPTY)
                        && effect.sets.iter().any(|(cell, piece)| {
                            piece == after.piece && has(&needs.on(cell), Piece::EMPTY)
                        })
                };
                let shares = |after: &After| changes_own(after) || refills(after) || puts(after);
                let alike = !apart && effect.after.iter().any(shares);
                let turned = !apart && effect.after.iter().any(turned);
                // A piece that stays where it is and does nothing but let another out of the hand does what an action might.
                let drops = effect.tallies.iter().any(|one| view.layout.is_hand(one.0.into()));
                if effect.drop.is_some() || drops && effect.sets.len() < 2 {
                    return Err(blame(name, Reason::Drops));
                }
                if view.layout.stack() > 1 && !keeps_towers(from, &effect) {
                    return Err(blame(name, Reason::Towers));
                }
                may_be_alike |= alike;
                turns |= turned;
                let mut same = |(to, piece): &(Cell, Piece)| {
                    let known = marks.entry((name, from, *to));
                    let known = known.or_insert_with(|| effect.marks.clone().into());
                    let stirs = stirs(&effect, *piece);
                    let after = follows.entry((name, stirs, *to));
                    let after = after.or_insert_with(|| effect.after.clone());
                    **known == effect.marks[..] && *after == effect.after
                };
                let ends = plainly(from, &needs, &effect).filter(|ends| same(ends));
                if let Some((to, piece)) = ends {
                    let land = needs.on(to);
                    let marking = !effect.marks.is_empty();
                    let given = std::mem::take(&mut needs.given);
                    let flags = [marking, stirs(&effect, piece), effect.rises];
                    let key = (name, land, flags, given, effect.tallies);
                    let ends = plain.entry(key).or_default();
                    let needs_of = ends.entry((from, to)).or_default().entry(piece).or_default();
                    if !needs_of.contains(&needs) {
                        needs_of.push(needs);
                    }
                } else if needs.given.iter().any(|given| finder.is_onto(*given)) {
                    return Err(blame(name, Reason::Looks));
                } else {
                    may_be_alike |= turned;
                    add(&mut loose[from.index()], effect, name, needs, routes)
                        .map_err(|why| blame(name, why))?;
                }
            }
        }
        let mut sorts: Vec<Sort<S>> = Vec::new();
        let piece = Piece::new(kind, Some(view.mover));
        for ((name, codes, rises, given), steps) in glides {
            let ends = |(from, steps): (usize, &Vec<Step<S>>)| {
                let end = move |step: &Step<S>| (Cell::at(from), Cell::at(step.to));
                steps.iter().map(end).collect::<Vec<_>>()
            };
            let ends = steps.iter().enumerate().flat_map(ends);
            let becomes = ends.map(|ends| (ends, vec![piece])).collect();
            let steps = BTreeMap::from([(PIECES, steps)]);
            let (flags, readings) = ([false, rises, rises], BTreeMap::new());
            let tallies = Vec::new();
            sorts.push(Sort { name, codes, flags, given, tallies, steps, readings, becomes });
        }
        for ((name, codes, [marking, stirs, rises], given, tallies), ends) in plain {
            // By what they go over.
            let mut steps: BTreeMap<Codes, Vec<Vec<Step<S>>>> = BTreeMap::new();
            let mut readings: BTreeMap<Codes, Vec<Reading<S>>> = BTreeMap::new();
            let mut becomes = BTreeMap::new();
            for ((from, to), pieces) in ends {
                let mut all = pieces.values();
                let Some(first) = all.next() else { continue };
                let any: Vec<&Needs> = first.iter().collect();
                let alike = all.all(|needs| needs == first);
                if let Some(reading) = Reading::of(from, to, &any).filter(|_| alike) {
                    readings.entry(reading.counts()).or_default().push(reading);
                    becomes.insert((from, to), pieces.into_keys().collect::<Vec<_>>());
                    continue;
                }
                if let Some(ways) = ways(from, to, &any).filter(|_| alike) {
                    let of = steps
                        .entry(ways[0].over.clone())
                        .or_insert_with(|| vec![Vec::new(); cells]);
                    of[from.index()].extend(ways);
                    becomes.insert((from, to), pieces.into_keys().collect::<Vec<_>>());
                    continue;
                }
                if given.iter().any(|given| finder.is_onto(*given)) {
                    return Err(blame(name, Reason::Looks));
                }
                for (piece, needs) in pieces {
                    for mut needs in needs {
                        needs.given.clone_from(&given);
                        let marks = marks[&(name, from, to)].to_vec();
                        let after = follows[&(name, stirs, to)].clone();
                        may_be_alike |= turns && !after.is_empty();
                        let (tallies, plain) = (tallies.clone(), effect((from, to), piece, rises));
                        let effect = Effect { marks, after, tallies, ..plain };
                        add(&mut loose[from.index()], effect, name, needs, routes)
                            .map_err(|why| blame(name, why))?;
                    }
                }
            }
            let flags = [marking, stirs, rises];
            sorts.push(Sort { name, codes, flags, given, tallies, steps, readings, becomes });
        }
        sorts.sort_by(|one, two| one.key().cmp(&two.key()));
        let mut groups: Vec<(Group<S>, Arrivals, Vec<trail::Given>)> = Vec::new();
        for Sort { name, codes, flags, given, tallies, steps, readings, becomes } in sorts {
            let [marking, stirs, rises] = flags;
            if becomes.is_empty() {
                continue;
            }
            let mut parts = Vec::new();
            for (over, steps) in steps {
                let shape = Shape::new(&steps).ok_or_else(|| blame(name, Reason::NoLine))?;
                let over = (over != PIECES).then(|| contents.of(&over));
                parts.push(Part {
                    land: contents.of(&codes),
                    shape,
                    over,
                    codes: codes.clone(),
                    steps,
                    gauge: None,
                    flood: None,
                });
            }
            for (of, readings) in readings {
                let gauge = Gauge::new(&readings, &of, cells, contents);
                let gauge = Some(gauge.ok_or_else(|| blame(name, Reason::CountsLine))?);
                let steps = vec![Vec::new(); cells];
                let shape = Shape::new(&steps).ok_or_else(|| blame(name, Reason::NoLine))?;
                let land = contents.of(&codes);
                let codes = codes.clone();
                parts.push(Part { land, shape, over: None, codes, steps, gauge, flood: None });
            }
            let agrees = |known: &Arrivals| {
                becomes
                    .iter()
                    .all(|(ends, pieces)| known.get(ends).is_none_or(|known| known == pieces))
            };
            let fits = |(group, known, of): &&mut (Group<S>, Arrivals, Vec<trail::Given>)| {
                let same = (group.name, [group.marks.is_some(), group.stirs, group.rises]);
                let same = same == (name, flags) && group.tallies[..] == tallies[..];
                same && *of == given && agrees(known)
            };
            match groups.iter_mut().find(fits) {
                Some((group, known, _)) => {
                    group.parts.extend(parts);
                    known.extend(becomes);
                }
                None => {
                    let marks = marking.then(|| vec![Vec::new(); cells].into());
                    let group = Group {
                        marks,
                        tallies: tallies.into(),
                        stirs,
                        rises,
                        given: givens(&given, finder, &mut Scope::marked(contents, board, view))
                            .map_err(|why| blame(name, why))?,
                        ..Group::plain(name, parts)
                    };
                    groups.push((group, becomes, given));
                }
            }
        }
        // A move tells its group by a byte.
        if groups.len() > NUMBERED {
            return Err(all(Reason::TooManyWays));
        }
        let Distinct { less, alike, loosely, overlaps } =
            distinct(&groups, &loose, &marks, (view, self.named));
        if routes && loosely {
            return Err(all(Reason::Alike));
        }
        may_be_alike |= loosely;
        groups.iter_mut().zip(alike).for_each(|(group, alike)| group.0.alike = alike);
        for (at, less) in less.into_iter().enumerate() {
            let mut known = Vec::new();
            for other in &less {
                let (other, _, given) = &groups[*other];
                let given = givens(given, finder, &mut Scope::marked(contents, board, view));
                let given = given.map_err(|why| blame(other.name, why))?;
                known.push(Known { given, parts: other.parts.clone() });
            }
            (groups[at].0.known, groups[at].0.less) = (known, less);
        }
        let groups = groups.into_iter().map(|(mut group, ends, _)| {
            for (from, to) in ends.keys() {
                if let Some(known) = &mut group.marks {
                    let marks = marks[&(group.name, *from, *to)].clone();
                    known[from.index()].push((to.index(), marks));
                }
            }
            group.becomes = becomes(&ends, cells);
            let of = |key: &&(MoveName, bool, Cell)| (key.0, key.1) == (group.name, group.stirs);
            let after =
                follows.iter().filter(|(key, _)| of(key)).map(|(key, after)| (key.2, after));
            group.after = deeds(after, cells, contents);
            group.shifts = shift::shifts(&group);
            group
        });
        let mut groups: Vec<Group<S>> = groups.collect();
        for at in 1..groups.len() {
            let (last, first) = (groups[at - 1].parts.last(), groups[at].parts.first());
            let given = !groups[at - 1].given.is_empty() || !groups[at].given.is_empty();
            let same = |(last, first): (&Part<S>, &Part<S>)| {
                let plain = last.steps_alone() && first.steps_alone() && !given;
                plain && last.over == first.over && last.shape == first.shape
            };
            groups[at].goes_on = last.zip(first).is_some_and(same);
        }
        let mut scope = Scope::new(contents, board, view);
        let loose = loose.into_iter().enumerate().map(|(from, moves)| {
            let moves = moves.into_iter().map(|(effect, single)| {
                let Single { name, path, any, mut paths } = single;
                let effect = Effect { path, ..effect };
                // The ways come in the order of what tells them.
                let mut order: Vec<usize> = (0..any.len()).collect();
                order.sort_by(|one, two| paths[*one].cmp(&paths[*two]));
                let needs: Vec<Needs> = order.iter().map(|at| any[*at].clone()).collect();
                paths.sort();
                let same = paths.iter().all(|known| *known == effect.path);
                let paths = if same { Vec::new() } else { paths };
                let any = needs.iter().map(|needs| Ready::new(needs, finder, &mut scope));
                Ok(Loose {
                    name,
                    any: any.collect::<Result<_, _>>().map_err(|why| blame(name, why))?,
                    must: false,
                    paths,
                    to: two_cells(Cell::at(from), &effect),
                    takes: Takes::of(from, &effect, &needs),
                    change: change(&effect, &own),
                    effect,
                })
            });
            moves.collect::<Result<_, Blame>>()
        });
        let loose: Vec<Box<[Loose<S>]>> = loose.collect::<Result<_, Blame>>()?;
        let pieces = contents.of(&only(piece));
        let loosely = loose.iter().any(|moves| !moves.is_empty());
        // By hops a piece changes a third cell: such a move is no other one's, unless that is loose.
        if loosely && hops.is_some() {
            return Err(all(Reason::Alike));
        }
        let mut moves = Moves {
            piece,
            pieces,
            wary: false,
            odd: false,
            moves: false,
            groups,
            loose,
            bunches: Vec::new(),
            unasked_from: S::NONE,
            goes_from: S::ALL,
            leaps: None,
            asked: Vec::new(),
            murky: false,
            hops,
            walked: Vec::new(),
            begins: Box::default(),
            leaps_from: None,
            may: Box::default(),
            mixed: false,
            alike: may_be_alike,
            shares: false,
            turns: turns && !may_be_alike,
            overlaps,
            forms: BTreeMap::new(),
        };
        moves.sort_loose(view);
        Ok(moves)
    }
}

impl<S: Set> Moves<S> {
    /// Adds moves that end with putting something. Others may come to the same that put such a piece as well, or by which
    /// something else changes.
    fn add_tailed(&mut self, group: Group<S>, routes: bool) -> Result<(), Reason> {
        let Some(tail) = &group.tail else { return Ok(()) };
        let mut loose = self.loose.iter().flatten();
        let puts = |one: &Loose<S>| one.effect.sets.iter().any(|(_, piece)| piece == tail.piece);
        let alike = tail.piece == self.piece
            || loose.any(|one| puts(one) || !one.effect.after.is_empty())
            || self.groups.iter().any(|other| other.after.is_some() || group.may_put_with(other));
        if alike && routes {
            return Err(Reason::Alike);
        }
        self.alike |= alike;
        self.moves = true;
        self.groups.push(group);
        Ok(())
    }

    /// Whether other moves of the kind may be walked: each of these could be told to be one of them.
    fn stand_beside(&self) -> bool {
        self.hops.is_none()
    }

    /// Leaves those to be walked of a name of which some loose moves are such; all, if these could not stand beside
    /// the others.
    pub(super) fn walk_such(
        &mut self,
        rules: &[MoveRule],
        view: &View<'_>,
        why: Reason,
        such: impl Fn(&Loose<S>) -> bool,
    ) {
        let loose = self.loose.iter().flatten();
        let names: BTreeSet<MoveName> = loose.filter(|one| such(one)).map(|one| one.name).collect();
        if names.is_empty() {
            return;
        }
        self.groups.retain(|group| !names.contains(&group.name));
        for loose in &mut self.loose {
            let kept = std::mem::take(loose).into_iter();
            *loose = kept.filter(|one| !names.contains(&one.name)).collect();
        }
        self.sort_loose(view);
        let walked = rules.iter().enumerate().filter(|(_, rule)| names.contains(&rule.name));
        for (at, rule) in walked {
            self.walked.push(at as u16);
            self.may = Box::default();
            self.walk(at, Why::from(why).at(rule.walk.span));
        }
        self.walked.sort_unstable();
        self.walked.dedup();
        if !self.stand_beside() {
            self.walk_for(rules, Reason::WithOthers);
        }
    }

    /// The loose moves from a cell that need no mark.
    fn unasked(&self, from: usize) -> impl Iterator<Item = &Loose<S>> {
        let bunches = self.bunches[from].iter().filter(|bunch| !bunch.asked);
        bunches.flat_map(|bunch| &bunch.moves).map(move |at| &self.loose[from][usize::from(*at)])
    }

    /// Sorts the loose moves by whether they need a mark.
    fn sort_loose(&mut self, view: &View<'_>) {
        (self.bunches, self.asked, self.murky) = asked(&self.loose, view);
        // What else than pieces steps are given may be marks.
        let fleeting = view.layout.marks().any(|mark| mark.1 == Lasts::Ply);
        let mut given = self.groups.iter().flat_map(|group| &group.given);
        let mut loose = self.loose.iter().flatten().flat_map(|one| &one.any);
        self.murky |= fleeting
            && (given.any(|given| given.reads(&mut |_| Some(())).is_none())
                || loose.any(|ready| ready.meanwhile.is_some()));
        let (this, cells) = (&*self, 0..self.bunches.len());
        let some = cells.clone().filter(|from| this.unasked(*from).next().is_some());
        let ready = cells.flat_map(|from| {
            let ready = this.unasked(from).flat_map(|one| &one.any);
            ready.map(move |ready| (from, ready.by_cell()))
        });
        let from = some.fold(S::NONE, |set, from| set | S::one(from));
        (self.leaps, self.unasked_from) = (Leap::list(ready), from);
        let loosely = self.has_loose();
        self.moves = !self.groups.is_empty() || loosely || self.hops.is_some();
    }

    /// Finds from where plain moves lead anywhere.
    pub(super) fn find_starts(&mut self) {
        let leads =
            |part: &Part<S>, from: usize| !part.steps_alone() || !part.steps[from].is_empty();
        let parts = || self.groups.iter().flat_map(|group| &group.parts);
        let cells = (0..self.loose.len()).filter(|from| parts().any(|part| leads(part, *from)));
        self.goes_from = cells.fold(S::NONE, |all, from| all | S::one(from));
    }

    /// Each move that is not plain, and where its piece stands.
    pub(super) fn changing(&self) -> impl Iterator<Item = (usize, &Loose<S>)> {
        let loose = self.loose.iter().enumerate();
        loose.flat_map(|(from, loose)| loose.iter().map(move |one| (from, one)))
    }

    /// Whether a piece of the kind may go from a cell to another by a plain move while a piece stands on `held`, and be
    /// that piece then.
    pub(super) fn goes(&self, from: Cell, to: Cell, piece: Piece, held: usize) -> bool {
        let (from, to) = (from.index(), to.index());
        self.groups.iter().any(|group| {
            let becomes =
                |becomes: &Becomes<S>| becomes.pieces.contains(&piece) && becomes.may(from, to);
            let leads = |part: &Part<S>| {
                let passes = |step: &Step<S>| step.hurdles > 0 || !step.between.has(held);
                let mut steps = part.steps[from].iter();
                !part.steps_alone() || steps.any(|step| step.to == to && passes(step))
            };
            group.becomes.iter().any(becomes) && group.parts.iter().any(leads)
        })
    }

    /// Whether another move of the piece on a cell may lead where one by itself does, or leave it there as well, as the same piece,
    /// while both can be made.
    pub(super) fn rivals(&self, from: usize, one: &Loose<S>, contents: &Contents) -> bool {
        let Some(to) = one.lands() else { return true };
        let codes = |content: Content| &contents.codes[usize::from(content.0)];
        let other = |other: &Loose<S>| {
            let same = !std::ptr::eq(one, other) && other.lands().is_none_or(|cell| cell == to);
            let alike = other.effect.sets.get(to) == one.effect.sets.get(to);
            same && alike && one.may_stand_with(other, contents)
        };
        let lands = |part: &Part<S>| {
            let fits = |ready: &Ready<S>| {
                let mut there = ready.content.iter().filter(|(_, cells)| cells.has(to.index()));
                let stands = there.all(|(of, _)| !meet(codes(*of), codes(part.land)).is_none());
                // Nothing stands on the way of a step that goes over none.
                let stopped = |(of, cells): &(Content, S), step: &Step<S>| {
                    !has(codes(*of), Piece::EMPTY) && !(*cells & step.between).is_none()
                };
                let leads = |step: &Step<S>| {
                    let shut =
                        step.hurdles == 0 && ready.content.iter().any(|known| stopped(known, step));
                    step.to == to.index() && !shut
                };
                stands && (!part.steps_alone() || part.steps[from].iter().any(leads))
            };
            one.any.iter().any(fits)
        };
        let mut parts = self.groups.iter().flat_map(|group| &group.parts);
        self.loose[from].iter().any(other) || parts.any(lands)
    }

    /// What moves change by which the piece stays where it is: another piece may have the same ones.
    pub(super) fn staying(&self) -> impl Iterator<Item = (usize, &trail::Sets)> {
        self.loose.iter().enumerate().flat_map(|(from, loose)| {
            let sets = loose.iter().map(|one| &one.effect.sets);
            sets.filter(move |sets| !sets.has(Cell::at(from))).map(move |sets| (from, sets))
        })
    }

    /// Whether a piece may put its like where it has come from, which another piece or a placement may do as well.
    pub(super) fn puts_like_home(&self) -> bool {
        let like = |tail: &Tail<S>| tail.piece == self.piece;
        self.groups.iter().any(|group| group.tail.as_ref().is_some_and(like) && group.puts_home())
    }

    /// Whether some walk by which they are made does more to other cells than that the piece lands on them or captures
    /// there.
    pub(super) fn walks_meddle(&self, rules: &[MoveRule]) -> bool {
        let meddles = |at: &u16| {
            let walk = &rules[usize::from(*at)].walk;
            // Towers that a piece takes along or leaves become lower where it stood, which they do by no other one's move.
            let moves = |act| match act {
                Act::Tower(Tower::LandOnTop | Tower::Carry(..) | Tower::Leave(_)) => false,
                Act::Lift
                | Act::LiftAs(_)
                | Act::PutBack(_)
                | Act::Put(_)
                | Act::Cover(_)
                | Act::Drop(_)
                | Act::Flip
                | Act::Push
                | Act::Tower(_) => true,
                _ => false,
            };
            walk.acts(&moves) || any(walk, &|walk| matches!(walk, Walk::Turn { .. }))
        };
        self.walked.iter().any(meddles)
    }

    /// Whether none of them may come to the same as a placement: by each the piece leaves its cell.
    pub(super) fn stands_apart_from_placements(&self) -> bool {
        self.walked.is_empty() && self.staying().next().is_none()
    }

    /// Whether some take more than sets to find.
    pub fn is_walked(&self) -> bool {
        !self.walked.is_empty() || self.hops.is_some()
    }

    /// Whether some may come to the same as others.
    pub fn unites(&self) -> bool {
        self.alike || self.turns || self.groups.iter().any(|group| group.alike)
    }

    /// The groups of which none may, or `all` of them.
    pub fn distinct(&self, all: bool) -> impl Iterator<Item = (usize, &Group<S>)> {
        let groups = self.groups.iter().enumerate();
        groups.filter(move |(_, group)| all || !self.alike && !group.alike)
    }

    /// Whether some are told one by one.
    pub fn has_loose(&self) -> bool {
        self.loose.iter().any(|moves| !moves.is_empty())
    }

    /// Whether some are walked, and some are not.
    pub(super) fn is_mixed(&self) -> bool {
        let loosely = self.has_loose();
        !self.walked.is_empty() && (!self.groups.is_empty() || loosely || self.hops.is_some())
    }

    /// Whether a condition asks for the name of a move of which only some of the ways are told that come to the same: of one
    /// piece's or, where the names of moves of any pieces are `asked`, of several.
    pub(super) fn asks_names(&self, rules: &[MoveRule], named: &Named, of_any: bool) -> bool {
        self.is_mixed() && rules.iter().any(|rule| named.tells(rule.name))
            || self.unites() && of_any
    }

    /// Enters that a walk is walked, and why, unless that is known.
    fn walk(&mut self, at: usize, why: Why) {
        let form = self.forms.entry(at as u16).or_insert(Form::Walked(why));
        if !matches!(form, Form::Walked(_)) {
            *form = Form::Walked(why);
        }
    }

    /// Leaves all of them to be walked for one reason.
    pub(super) fn walk_for(&mut self, rules: &[MoveRule], reason: Reason) {
        self.walk_all(rules, |rule| Why::from(reason).at(rule.walk.span));
    }

    /// Leaves all of them to be walked.
    fn walk_all(&mut self, rules: &[MoveRule], why: impl Fn(&MoveRule) -> Why) {
        for (at, rule) in rules.iter().enumerate() {
            self.walk(at, why(rule));
        }
        self.groups.clear();
        self.loose.iter_mut().for_each(|loose| *loose = Box::default());
        self.bunches.iter_mut().for_each(|bunches| *bunches = Box::default());
        self.unasked_from = S::NONE;
        self.asked.clear();
        (self.hops, self.moves) = (None, false);
        (self.alike, self.turns) = (false, false);
        (self.walked, self.may) = ((0..rules.len() as u16).collect(), Box::default());
    }
}

/// Whether a walk has been told by itself, whatever becomes of the others.
fn is_alone(form: Option<&Form>) -> bool {
    matches!(form, Some(Form::Steps | Form::Given | Form::Tail { .. }))
}

/// Why a walk of a kind is walked where that is why sets do not tell the kind's moves.
fn why_of((name, why): Blame, rule: &MoveRule) -> Why {
    let own = name.is_none_or(|name| name == rule.name);
    let why = if own { why } else { Reason::WithOthers.into() };
    why.at(rule.walk.span)
}

/// What a test looks at.
pub(super) fn looked_for(test: &Test) -> Vec<&Node> {
    match test {
        Test::All(list) | Test::Any(list) => list.iter().flat_map(looked_for).collect(),
        Test::Not(test) => looked_for(test),
        Test::Look { body, .. } => vec![body],
        _ => Vec::new(),
    }
}

/// What a part of a walk looks at.
fn looked_at(walk: &Walk) -> Vec<&Node> {
    match walk {
        Walk::See { body, .. } | Walk::Tally { body, .. } => vec![body],
        Walk::Test(test) | Walk::Pick(test) => looked_for(test),
        _ => Vec::new(),
    }
}

/// Whether a part of a walk looks in several directions.
fn looks_several(walk: &Walk, view: &View<'_>) -> bool {
    let fans = |walk: &Walk| match walk {
        Walk::Face(dirs) => view.headings(dirs, view.facing.heading).len() > 1,
        _ => false,
    };
    let tallies = matches!(walk, Walk::Tally { .. });
    let measured = matches!(walk, Walk::Test(test) if measures(test));
    tallies || measured || looked_at(walk).into_iter().any(|body| any(body, &fans))
}

/// Whether a test asks for a distance, which looks from its cell in every direction at once.
pub(super) fn measures(test: &Test) -> bool {
    match test {
        Test::All(tests) | Test::Any(tests) => tests.iter().any(measures),
        Test::Not(test) => measures(test),
        Test::Distance { .. } => true,
        _ => false,
    }
}

/// Whether some of these are no steps, or lie on no lines.
fn loosely<S: Set>(told: &[Told]) -> bool {
    told.iter().any(|(_, from, trails)| {
        let mut ends: BTreeMap<(Cell, Piece), Vec<&Needs>> = BTreeMap::new();
        for trail in trails {
            let Some(end) = plainly(*from, &trail.needs, &trail.effect) else { return true };
            ends.entry(end).or_default().push(&trail.needs);
        }
        let each = ends.into_iter().map(|((to, _), any)| ways::<S>(*from, to, &any));
        let mut sorts: BTreeMap<Codes, Vec<Step<S>>> = BTreeMap::new();
        for ways in each {
            let Some(ways) = ways else { return true };
            ways.into_iter().for_each(|way| sorts.entry(way.over.clone()).or_default().push(way));
        }
        sorts.into_values().any(|steps| Shape::new(&[steps]).is_none())
    })
}

/// Whether more comes of a move than that a piece stands elsewhere, and what it captures is gone.
fn stirs(effect: &Effect, piece: Piece) -> bool {
    piece.is_empty() || effect.rises || !effect.after.is_empty()
}

/// Whether each tower that changes goes along with the piece on top of it, is captured where that lands, or is one of those whose
/// top alone is taken away.
fn keeps_towers(from: Cell, effect: &Effect) -> bool {
    let lowers = |cell: &Cell| effect.lowers.contains(cell);
    let whole = matches!(effect.path[..], [first, _] if first == from) && !lowers(&from);
    let mut left = effect.sets.iter().filter(|(_, piece)| piece.is_empty());
    let taken = |cell: &Cell| lowers(cell) || whole && effect.path.get(1) == Some(cell);
    // Of a piece that comes to other cells and leaves something behind it is not told whether it went along with its tower.
    let filled =
        effect.path.len() > 1 && effect.sets.get(from).is_some_and(|piece| !piece.is_empty());
    !effect.vague
        && !filled
        && left.all(|(cell, _)| lowers(&cell) || whole && cell == from)
        && effect.captures.iter().all(taken)
}

/// Another way to a move, unless the same move has another name, or hangs on numbers of pieces. Where `routes` differ, another path makes
/// another move.
fn add(
    moves: &mut Singles,
    mut effect: Effect,
    name: MoveName,
    needs: Needs,
    routes: bool,
) -> Result<(), Why> {
    if !needs.counts.is_empty() {
        return Err(Reason::CountsLine.into());
    }
    // Which cells tell a move is no difference else: of two such, one is kept.
    let path = if routes { effect.path.clone() } else { std::mem::take(&mut effect.path) };
    let known = moves.entry(effect);
    let (any, paths) = (Vec::new(), Vec::new());
    let known = known.or_insert_with(|| Single { name, path: path.clone(), any, paths });
    match known.any.iter().position(|other| *other == needs) {
        // Of several ways that can be gone the first one tells it.
        Some(at) if path < known.paths[at] => known.paths[at] = path,
        Some(_) => {}
        None => {
            known.any.push(needs);
            known.paths.push(path);
        }
    }
    if known.name == name { Ok(()) } else { Err(Reason::Alike.into()) }
}

/// What a plain move does, on top of what it comes to if it `rises`.
fn effect((from, to): (Cell, Cell), piece: Piece, rises: bool) -> Effect {
    Effect {
        sets: [(from, Piece::EMPTY), (to, piece)].into(),
        captures: if rises { Vec::new() } else { vec![to] },
        rises,
        path: vec![from, to],
        ..Effect::default()
    }
}

/// The cell beside one that a move changes, if it is alone, and what stands there then.
fn other(from: Cell, effect: &Effect) -> Option<(Cell, Piece)> {
    let mut others = effect.sets.iter().filter(|(cell, _)| *cell != from);
    others.next().filter(|_| others.next().is_none())
}

/// Where a plain move leads, and what the piece is then. It captures whatever stands there; one that captures nothing and leaves the
/// board is none, as it comes to the same as others.
pub(super) fn plainly(from: Cell, needs: &Needs, effect: &Effect) -> Option<(Cell, Piece)> {
    let (to, piece) = other(from, effect)?;
    let left = effect.sets.get(from) == Some(Piece::EMPTY);
    let captures = match effect.captures[..] {
        [] => effect.rises || needs.on(to) == EMPTY,
        [cell] => cell == to,
        _ => false,
    };
    let path = effect.path == [from, to];
    let whole = effect.lowers.is_empty() && effect.became.is_none();
    let whole = whole && !(piece.is_empty() && has(&needs.on(to), Piece::EMPTY));
    (left && captures && path && whole).then_some((to, piece))
}

/// Where a move leads that changes two cells.
fn two_cells(from: Cell, effect: &Effect) -> Option<usize> {
    let (to, piece) = other(from, effect)?;
    let left = effect.sets.get(from) == Some(Piece::EMPTY);
    let alone = effect.after.is_empty() && effect.lowers.is_empty();
    (left && !piece.is_empty() && alone).then(|| to.index())
}

/// What a piece may be after plain moves, and where.
fn becomes<S: Set>(ends: &Arrivals, cells: usize) -> Vec<Becomes<S>> {
    let mut sorts: BTreeMap<&Vec<Piece>, Box<[S]>> = BTreeMap::new();
    for ((from, to), pieces) in ends {
        let cells = sorts.entry(pieces).or_insert_with(|| vec![S::NONE; cells].into());
        cells[from.index()] |= S::one(to.index());
    }
    let one = sorts.len() == 1;
    let sorts = sorts.into_iter();
    let becomes = |(pieces, to): (&Vec<Piece>, Box<[S]>)| Becomes {
        pieces: pieces.clone(),
        to: (!one).then_some(to),
    };
    sorts.map(becomes).collect()
}
