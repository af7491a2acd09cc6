//! Walks that ask for one thing and do another on the same cell: `step any to empty, capture`.
//!
//! A walk is read once, from its start. Of each cell that it comes to, what it has been tested for is kept, and what the walk has done there. Which
//! cell that is, is told by how the cursor came there ([`Place`]): in `as middle, head DIRS, ahead to empty, put KIND, go middle, ahead to empty` the
//! last cell is the second one again, as `go` leaves the heading as it is.

use super::super::check::possible_at;
use super::super::model::*;
use super::super::visit::{self, Seen};
use crate::diag::{Diagnostic, Fix, Warning, WarningCode};
use crate::index::Register;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Reads every walk of the rules; `all` tells of each whether a piece makes it, and `rings` whether going straight on may lead back. What clashes
/// is returned, as an alternative that leads nowhere is told with the same words; the rest is added to the warnings.
pub(super) fn walks(
    rules: &Rules,
    all: &[(&MoveRule, bool)],
    rings: bool,
    own: usize,
    warnings: &mut Vec<Warning>,
) -> Vec<Diagnostic> {
    let read = all.iter().map(|(rule, piece)| read(rules, &rule.walk, *piece, rings));
    let found = read.fold(Found::default(), Found::and);
    if !found.captures {
        warnings.extend(never_attacked(rules, own));
    }
    warnings.extend(found.sees_taken.into_iter().map(|span| {
        let told = Diagnostic::new("a look that sees what has been captured", span)
            .label("what the walk has captured stands here still, with `captures = \"end\"`")
            .help("ask for `enemy and not taken`")
            .fix(Fix {
                title: String::from("write `and not taken`"),
                sure: false,
                edits: vec![(Span::new(span.end, span.end), String::from(" and not taken"))],
            });
        Warning::new(WarningCode::SeesTaken, told)
    }));
    warnings.extend(found.to_and_fro.into_iter().map(|span| {
        let told = Diagnostic::new("a loop that goes to and fro", span)
            .label("turns back in each round, so that the second ends where the first began")
            .help("turn before the loop: `head back, while (…, ahead)`");
        Warning::new(WarningCode::ToAndFro, told)
    }));
    let fits = |told: &Diagnostic| {
        told.labels.first().is_some_and(|label| found.passes.contains(&label.span))
    };
    let never = found.never.into_iter().filter(|told| !fits(told));
    found.clashes.into_iter().chain(never).collect()
}

/// A kind of the user's own file that is `royal` where nothing is ever captured, and so nothing attacked.
fn never_attacked(rules: &Rules, own: usize) -> Option<Warning> {
    let kind = rules.kinds.iter().find(|kind| kind.royal && kind.name.span.start >= own)?;
    let message = format!("`{}` is royal, and is never attacked", kind.name.value);
    let told = Diagnostic::new(message, kind.name.span)
        .label("no move captures anything")
        .help("take `royal` away, or let a move capture");
    Some(Warning::new(WarningCode::NeverAttacked, told))
}

/// What is found by reading a walk, or several.
#[derive(Default)]
struct Found {
    /// Where it asks for what its cell has just been shown not to be, or does what cannot be done there.
    clashes: Vec<Diagnostic>,
    /// The same where nothing but what is known of the cell tells so, and where it is told otherwise: what several walks share may fit in
    /// one of them.
    never: Vec<Diagnostic>,
    passes: BTreeSet<Span>,
    /// Looks, after a capture, for pieces that may be those captured.
    sees_taken: BTreeSet<Span>,
    /// Loops that turn back each time.
    to_and_fro: BTreeSet<Span>,
    /// Whether it may capture something.
    captures: bool,
}

impl Found {
    /// How often it is told that the walk does not fit.
    fn clashing(&self) -> usize {
        self.clashes.len() + self.never.len()
    }

    fn and(mut self, other: Found) -> Found {
        self.clashes.extend(other.clashes);
        self.never.extend(other.never);
        self.passes.extend(other.passes);
        self.sees_taken.extend(other.sees_taken);
        self.to_and_fro.extend(other.to_and_fro);
        self.captures |= other.captures;
        self
    }
}

/// Whether a walk may capture something.
pub(super) fn takes(rules: &Rules, walk: &Node) -> bool {
    read(rules, walk, true, true).captures
}

/// Reads a walk; `piece` is whether a piece makes it, `rings` whether going straight on may lead back.
fn read(rules: &Rules, walk: &Node, piece: bool, rings: bool) -> Found {
    let start = Place { from: 0, along: Vec::new() };
    let mut clashes = Clashes {
        captures_last: rules.turn.captures_last,
        towers: rules.board.stack > 1,
        fresh: 0,
        found: Found::default(),
    };
    let mut here = Here {
        at: start.clone(),
        heading: 0,
        known: Vec::new(),
        named: BTreeMap::new(),
        piece: piece.then_some(start),
        straight: piece && !rings,
        rings,
        gone: false,
        each: false,
        off: None,
    };
    clashes.node(walk, &mut here);
    clashes.found
}

/// A cell as a walk tells it: a cell of which nothing is known, and the headings along which the cursor has gone from there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    from: usize,
    along: Vec<usize>,
}

impl Place {
    /// Whether one of two cells is another one, straight ahead of the other.
    fn is_in_line(&self, other: &Self) -> bool {
        let (short, long) = match self.along.len() < other.along.len() {
            true => (&self.along, &other.along),
            false => (&other.along, &self.along),
        };
        let ahead = long.strip_prefix(&short[..]);
        let straight = ahead.and_then(|ahead| ahead.split_first());
        self.from == other.from
            && straight.is_some_and(|(first, rest)| rest.iter().all(|heading| heading == first))
    }
}

/// What is known of a cell.
#[derive(Clone)]
struct Known {
    at: Place,
    test: Test,
    /// What shows it, and how.
    span: Span,
    why: &'static str,
    /// Whether the cursor has been elsewhere since.
    left: bool,
}

/// Where a walk has come to, and what is known there.
#[derive(Clone)]
struct Here {
    at: Place,
    heading: usize,
    known: Vec<Known>,
    named: BTreeMap<Register, Place>,
    /// The cell of the walking piece, if one walks and it is known.
    piece: Option<Place>,
    /// Whether the piece has gone in one direction alone, so that it cannot be back where it stands.
    straight: bool,
    /// Whether going straight on may lead back.
    rings: bool,
    /// Whether the cursor has left the piece.
    gone: bool,
    /// Whether the cursor is where a walk in every direction begins.
    each: bool,
    /// What has taken the piece off.
    off: Option<Span>,
}

impl Here {
    fn go(&mut self, to: Place) {
        self.at = to;
        self.each = false;
        self.known.iter_mut().for_each(|known| known.left = true);
    }

    fn learn(&mut self, test: Test, span: Span, why: &'static str) {
        self.known.push(Known { at: self.at.clone(), test, span, why, left: false });
    }

    /// What the walk has done on its cell: any other could be the same one, and is not known any more.
    fn change(&mut self, to: Option<Test>, span: Span, why: &'static str) {
        self.known.clear();
        if let Some(test) = to {
            self.learn(test, span, why);
        }
    }

    /// The same where no other cell changes: of those that lie straight ahead of it, or from which it does, as much is known as before.
    fn change_here(&mut self, to: Option<Test>, span: Span, why: &'static str) {
        let known = std::mem::take(&mut self.known);
        self.change(to, span, why);
        let apart = known.into_iter().filter(|known| !self.rings && known.at.is_in_line(&self.at));
        self.known.splice(0..0, apart);
    }

    /// All that is known of the cell, if anything is.
    fn all(&self) -> Option<Test> {
        let known = self.known.iter().filter(|known| known.at == self.at);
        let known: Vec<Test> = known.map(|known| known.test.clone()).collect();
        (!known.is_empty()).then_some(Test::All(known))
    }

    /// What was learned last of the cell, if it was just tested for being empty or something else.
    fn may_be_empty(&self) -> Option<&Known> {
        let last = self.known.iter().rev().find(|known| known.at == self.at)?;
        let either = |test: &Test| match test {
            Test::Any(tests) => tests.contains(&Test::Empty) && tests.len() > 1,
            _ => false,
        };
        (!last.left && last.why == TESTED && either(&last.test)).then_some(last)
    }

    /// What was learned last of the cell, if with all of it the cell cannot be so as well.
    fn against(&self, wanted: &Test) -> Option<&Known> {
        let known: Vec<&Known> = self.known.iter().filter(|known| known.at == self.at).collect();
        let last = known.last()?;
        let mut all: Vec<Test> = known.iter().map(|known| known.test.clone()).collect();
        // What is impossible already is told elsewhere.
        if !possible_at(&Test::All(all.clone()), &|_| None) {
            return None;
        }
        all.push(wanted.clone());
        (!possible_at(&Test::All(all), &|_| None)).then_some(*last)
    }
}

/// What is found while a walk is read.
struct Clashes {
    captures_last: bool,
    /// Whether what is taken may have stood on something.
    towers: bool,
    /// How many cells and headings have been told apart.
    fresh: usize,
    found: Found,
}

const TESTED: &str = "so its cell has just been tested";
const AGAIN: &str =
    "it is the same cell again: `go NAME` leaves the heading as it is, and `head …` turns it";
const EACH: &str = "in every direction the walk begins on its own cell, and goes on from there: `each DIRS (ahead to …)`";
const BEFORE: &str = "so this cell has been tested before";
const DONE: &str = "the walk has done this on the same cell";

impl Clashes {
    fn fresh(&mut self) -> usize {
        self.fresh += 1;
        self.fresh
    }

    /// A cell of which nothing is known.
    fn anywhere(&mut self) -> Place {
        Place { from: self.fresh(), along: Vec::new() }
    }

    fn clash(&mut self, here: &Here, node: &Node, wanted: &Test, label: &str, help: &str) {
        let Some(known) = here.against(wanted) else {
            self.found.passes.insert(node.span);
            return;
        };
        let turns = matches!(node.walk, Walk::Act(Act::Flip));
        let told = Diagnostic::new("a walk that never fits", node.span).label(label);
        let why = if known.left && known.why == TESTED { BEFORE } else { known.why };
        let help = match here.each {
            true => EACH,
            false if known.left && !turns => AGAIN,
            false => help,
        };
        self.found.never.push(told.also(known.span, why).help(help));
    }

    fn node(&mut self, node: &Node, here: &mut Here) {
        match &node.walk {
            Walk::Seq(nodes) => nodes.iter().for_each(|node| self.node(node, here)),
            Walk::Alt(nodes) => {
                let begun = here.clone();
                let mut ends = Vec::new();
                for one in nodes {
                    let mut end = begun.clone();
                    self.node(one, &mut end);
                    ends.push(end.all());
                }
                forget(node, here);
                here.go(self.anywhere());
                here.heading = self.fresh();
                here.straight = false;
                if let Some(ends) = ends.into_iter().collect() {
                    here.learn(Test::Any(ends), node.span, TESTED);
                }
            }
            Walk::Repeat { body, .. } | Walk::Rounds { body, .. } | Walk::While { body } => {
                // What may be left out is done once.
                let once = matches!(&node.walk, Walk::Repeat { max: Some(0..=1), .. });
                if !once && turns_back(body) {
                    self.found.to_and_fro.insert(body.span);
                }
                // Another round may have gone before.
                let mut end = Here { at: self.anywhere(), heading: self.fresh(), ..here.clone() };
                forget(body, &mut end);
                self.node(body, &mut end);
                forget(body, here);
                let straight = !body.any(&|walk| matches!(walk, Walk::Face(_)));
                here.go(self.anywhere());
                here.straight &= straight || !here.gone;
                here.gone = true;
                if !straight {
                    here.heading = self.fresh();
                }
                let once = matches!(node.walk, Walk::Repeat { min: 1.., .. });
                if let Some(last) = end.all().filter(|_| once) {
                    here.learn(last, node.span, TESTED);
                }
            }
            Walk::Each { body, .. } | Walk::Every { body, .. } => {
                let mut within = Here { straight: false, heading: self.fresh(), ..here.clone() };
                // What is done in one direction, or from one cell, is found by the next; where there is one way alone, and it does not fit
                // at first, nothing is ever done.
                let several = |walk: &Walk| {
                    matches!(
                        walk,
                        Walk::Alt(_)
                            | Walk::Repeat { .. }
                            | Walk::Rounds { .. }
                            | Walk::While { .. }
                    )
                };
                if body.any(&several) {
                    forget(body, &mut within);
                }
                match node.walk {
                    Walk::Every { .. } => within.at = self.anywhere(),
                    _ => within.each = true,
                }
                self.node(body, &mut within);
                forget(body, here);
            }
            Walk::Face(_) => {
                here.straight &= !here.gone;
                here.heading = self.fresh();
            }
            Walk::Ahead => {
                let mut to = here.at.clone();
                to.along.push(here.heading);
                here.go(to);
                here.gone = true;
            }
            Walk::Go(name) => {
                let to = here.named.get(name).cloned();
                here.go(to.unwrap_or_else(|| self.anywhere()));
                here.straight = false;
            }
            Walk::Return => {
                let to = here.piece.clone();
                here.go(to.unwrap_or_else(|| self.anywhere()));
                here.straight = false;
            }
            Walk::As(name) => {
                here.named.insert(*name, here.at.clone());
            }
            Walk::Turn { .. } => {
                here.known.clear();
                here.straight = false;
            }
            Walk::Pick(test) => {
                here.go(self.anywhere());
                here.heading = self.fresh();
                here.learn(test.clone(), node.span, TESTED);
                here.straight = false;
            }
            Walk::Test(test) => {
                let help = "a piece that goes there stands there only after `land`";
                self.clash(here, node, test, "this test never passes here", help);
                here.learn(test.clone(), node.span, TESTED);
            }
            Walk::Act(act) => self.act(*act, node, here),
            Walk::See { body, .. } | Walk::Tally { body, .. } => {
                if self.captures_last && self.found.captures && !body.acts(&captures) {
                    self.found.sees_taken.extend(seen(body));
                }
            }
            Walk::When(_) | Walk::Note(..) => {}
        }
    }

    fn act(&mut self, act: Act, node: &Node, here: &mut Here) {
        let enemy = Test::Owned(Who::Other);
        let own = Test::Owned(Who::Mover);
        self.found.captures |=
            captures(act) && !(act == Act::Land && here.against(&Test::Occupied).is_some());
        let before = self.found.clashing();
        if let (Act::Land, Some(off)) = (act, here.off) {
            let told = Diagnostic::new("a walk that never fits", node.span)
                .label("the piece cannot land any more")
                .also(off, "this has taken it off")
                .help("a piece leaves the board by an action: `pick own KIND, lift`");
            self.found.clashes.push(told);
        }
        match act {
            Act::Capture | Act::Lift | Act::LiftAs(_) | Act::Push => match here.may_be_empty() {
                Some(known) => {
                    let told = Diagnostic::new("a test that says `empty` in vain", known.span)
                        .label("where the cell is empty the walk does not fit")
                        .also(node.span, "something must stand here")
                        .help("leave `empty` out, or part the ways: `slide any to empty | slide any to enemy, …`; a piece captures what it lands on without a word");
                    self.found.clashes.push(told);
                }
                None => {
                    let help = "let the test ask for what is to be taken, such as `enemy`";
                    self.clash(here, node, &Test::Occupied, "nothing stands here", help);
                }
            },
            Act::Flip => {
                let help = "`flip` turns enemies over";
                self.clash(here, node, &enemy, "no enemy stands here", help);
            }
            Act::Tower(Tower::Give) => {
                let help = "`give` makes one's own piece the next player's";
                self.clash(here, node, &own, "no piece of one's own stands here", help);
            }
            Act::Tower(Tower::Make(_)) => {
                let help = "`make` changes a piece; `put KIND` puts a new one";
                self.clash(here, node, &Test::Occupied, "nothing stands here", help);
            }
            Act::Put(_) | Act::Cover(_) | Act::PutBack(_) | Act::Drop(_) => {
                let help = "`lift` or `capture` what stands there before, or ask for `empty`";
                self.clash(here, node, &Test::Empty, "something stands here", help);
            }
            Act::Land if here.straight && here.gone => {
                let help =
                    "nothing lands on a piece of its own side; `capture` or `lift` it before";
                let wanted = Test::Not(Box::new(own.clone()));
                self.clash(here, node, &wanted, "the piece cannot land here", help);
            }
            Act::Tower(Tower::Leave(_)) if here.piece.as_ref() == Some(&here.at) => {
                let told = Diagnostic::new("a walk that never fits", node.span)
                    .label("the piece is still on its own cell")
                    .help("`leave` comes after the piece has gone on: `carry some, (orthogonal, leave 1)+`");
                self.found.clashes.push(told);
            }
            _ => {}
        }
        // What cannot be done shows nothing of what follows.
        if self.found.clashing() > before {
            here.known.clear();
            return;
        }
        match act {
            Act::Mark(..) | Act::Take(..) | Act::Add(..) => {}
            Act::Capture if self.captures_last => here.change_here(None, node.span, DONE),
            Act::Capture | Act::Lift | Act::LiftAs(_) => {
                here.off =
                    here.off.or((here.piece.as_ref() == Some(&here.at)).then_some(node.span));
                here.change_here((!self.towers).then_some(Test::Empty), node.span, DONE);
            }
            Act::Put(kind) | Act::Drop(kind) => {
                here.change_here(Some(Test::Is(kind)), node.span, DONE);
            }
            Act::PutBack(_) => here.change_here(Some(Test::Occupied), node.span, DONE),
            Act::Cover(_) => here.change(Some(Test::Occupied), node.span, DONE),
            Act::Flip => here.change_here(Some(own), node.span, DONE),
            Act::Land => {
                here.change(Some(own), node.span, "the piece has landed here");
                here.piece = here.piece.is_some().then(|| here.at.clone());
                here.straight = false;
            }
            Act::Again => {
                here.change(None, node.span, DONE);
                here.go(self.anywhere());
                here.heading = self.fresh();
                here.piece = None;
                here.straight = false;
            }
            // What is pushed may be the walking piece.
            Act::Push => {
                here.change(None, node.span, DONE);
                here.piece = None;
            }
            Act::Become(_) | Act::Tower(_) => here.change(None, node.span, DONE),
        }
    }
}

/// Forgets what a walk that may be done, or may have been done before, can change: what stands where, and which cells have which names.
fn forget(walk: &Node, here: &mut Here) {
    if walk.acts(&|act| !matches!(act, Act::Mark(..) | Act::Take(..) | Act::Add(..)))
        || walk.any(&|walk| matches!(walk, Walk::Turn { .. }))
    {
        here.known.clear();
    }
    here.named
        .retain(|name, _| !walk.any(&|walk| matches!(walk, Walk::As(named) if named == name)));
    if walk.acts(&|act| matches!(act, Act::Land | Act::Push | Act::Again)) {
        here.piece = None;
    }
}

/// Whether what a walk does may capture.
fn captures(act: Act) -> bool {
    match act {
        Act::Capture | Act::Push | Act::Land => true,
        Act::Tower(act) => act.captures(),
        _ => false,
    }
}

/// Whether all that a loop does with its heading is to turn back, once, and to go on: so that every second round is where it was before.
fn turns_back(body: &Node) -> bool {
    let back = |dirs: &Dirs| matches!(dirs.0.as_slice(), [term] if term.group == Group::Back);
    let (mut turns, mut steps, mut else_where) = (0, 0, false);
    visit::walk(body, &mut |seen| {
        if let Seen::Walk(node) = seen {
            match &node.walk {
                Walk::Face(dirs) if back(dirs) => turns += 1,
                Walk::Ahead => steps += 1,
                Walk::Seq(_) | Walk::Test(_) | Walk::When(_) | Walk::Act(_) => {}
                _ => else_where = true,
            }
        }
    });
    turns == 1 && steps == 1 && !else_where
}

/// Tests within a look that pieces pass which the walk has captured.
fn seen(body: &Node) -> BTreeSet<Span> {
    let mut found = BTreeSet::new();
    visit::walk(body, &mut |seen| {
        if let Seen::Walk(Node { walk: Walk::Test(test) | Walk::Pick(test), span }) = seen
            && !mentions(test, &|test| *test == Test::Taken)
            && mentions(test, &|test| matches!(test, Test::Owned(Who::Other)))
        {
            found.insert(*span);
        }
    });
    found
}

/// Whether a part of a test is so.
fn mentions(test: &Test, wanted: &dyn Fn(&Test) -> bool) -> bool {
    wanted(test)
        || match test {
            Test::All(tests) | Test::Any(tests) => tests.iter().any(|test| mentions(test, wanted)),
            Test::Not(test) => mentions(test, wanted),
            _ => false,
        }
}
