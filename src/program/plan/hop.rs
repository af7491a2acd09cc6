//! Moves that go on from where they end, as long as they can: each hop captures one piece.

use super::content::{Content, Contents};
use super::leap::Leap;
use crate::index::{Cell, Kind, MoveName, Piece};
use crate::program::check::{Codes, View};
use crate::program::heading::heeded;
use crate::program::set::Set;
use crate::program::trail::{EVERY, Effect, Finder, Trail, only};
use crate::program::why::{Reason, Why};
use crate::rules::{Act, MoveRule, Node, Rules, Walk};

/// The hops of one kind of one player's.
#[derive(Debug)]
pub(crate) struct Hops<S> {
    /// By the cell from which they are made, what must be asked for them.
    pub rungs: Vec<Box<[Rung]>>,
    /// The hops, by number.
    pub hops: Vec<Hop>,
    /// The cells from which there are any on some board.
    pub from: S,
    /// The same hops as those of many pieces at once, if such are few.
    pub leaps: Option<Vec<Leap<S>>>,
}

/// A question, or what its answer leads to: asked from the first one on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rung {
    /// Whether one of these stands on the cell; if not, what comes next is the one at `past`.
    Ask { cell: u16, of: Content, past: u16 },
    /// Then there is the hop of that number.
    Fits(u16),
}

/// One hop: a piece goes to a cell and captures what stands on another.
#[derive(Debug)]
pub(crate) struct Hop {
    /// The name of the move.
    pub name: MoveName,
    /// Where the piece arrives.
    pub to: u16,
    /// Where it captures.
    pub captured: u16,
    /// What it is when it goes on.
    pub piece: Piece,
    /// What it may be if it ends there.
    pub ends: Box<[Piece]>,
    /// Whether it may go on.
    pub again: bool,
}

/// By kind, the names of its moves that may go on, or be gone on with: none of a kind whose moves do not and that no piece becomes
/// by moves that do.
pub(super) fn names(rules: &Rules) -> Vec<Vec<MoveName>> {
    let chains = |kind: usize| rules.kinds[kind].moves.iter().filter(|rule| goes_on(&rule.walk));
    let all = (0..rules.kinds.len()).flat_map(chains);
    let all: Vec<MoveName> = all.map(|rule| rule.name).collect();
    let becomes = |rule: &MoveRule, kind| rule.walk.acts(&|act| act == Act::Become(Kind::at(kind)));
    let mut such: Vec<bool> =
        (0..rules.kinds.len()).map(|kind| chains(kind).next().is_some()).collect();
    loop {
        let more = |kind: &usize| {
            let others = (0..such.len()).filter(|other| such[*other]);
            let mut moves = others.flat_map(|other| &rules.kinds[other].moves);
            !such[*kind] && moves.any(|rule| all.contains(&rule.name) && becomes(rule, *kind))
        };
        let Some(found) = (0..such.len()).find(more) else { break };
        such[found] = true;
    }
    such.into_iter().map(|such| if such { all.clone() } else { Vec::new() }).collect()
}

fn goes_on(node: &Node) -> bool {
    match &node.walk {
        Walk::Act(act) => *act == Act::Again,
        Walk::Seq(list) | Walk::Alt(list) => list.iter().any(goes_on),
        _ => false,
    }
}

/// What hops from a cell need, in the order in which it is asked for, and their numbers.
type Asked = Vec<(Vec<(Cell, Codes)>, u16)>;

impl<S: Set> Hops<S> {
    /// The hops that a kind makes by those walks, unless they do more than to go and to capture one.
    pub(super) fn new(
        kind: Kind,
        rules: &[&MoveRule],
        view: &View<'_>,
        finder: &mut Finder<'_, '_>,
        contents: &mut Contents,
    ) -> Result<Self, Why> {
        // What is captured leaves what it stood on.
        if view.layout.stack() > 1 {
            return Err(Why::from(Reason::Towers).at(rules[0].walk.span));
        }
        // What a hop leads to is where the next one begins, but not its heading.
        let turns = |rule: &&&MoveRule| heeded(std::slice::from_ref(&rule.walk)) != Some(false);
        if let Some(rule) = rules.iter().find(turns) {
            return Err(Why::from(Reason::Heading).at(rule.walk.span));
        }
        let mut asked: Vec<Asked> = vec![Vec::new(); view.graph.cells()];
        let mut hops: Vec<Hop> = Vec::new();
        let piece = Piece::new(kind, Some(view.mover));
        for rule in rules {
            let graph = view.graph;
            let starts = graph.all().filter(|at| graph.contains(&rule.from, *at, view.facing));
            for from in starts {
                let first = hops.len();
                for trail in finder.hops(rule, Some((from, kind)))? {
                    let hop = hop(rule.name, from, &trail, piece);
                    let more = || Why::from(Reason::NoHop).at(rule.walk.span);
                    let (needs, hop) = hop.ok_or_else(more)?;
                    // They may differ in nothing but what the piece becomes.
                    let same = |(known, at): &&mut (Vec<_>, u16)| {
                        let other: &Hop = &hops[usize::from(*at)];
                        let one = (other.to, other.captured, other.piece, other.again);
                        usize::from(*at) >= first
                            && *known == needs
                            && one == (hop.to, hop.captured, hop.piece, hop.again)
                    };
                    let known = asked[from.index()].iter_mut().find(same).map(|known| known.1);
                    match known {
                        Some(at) => {
                            let known = &mut hops[usize::from(at)].ends;
                            *known = known.iter().chain(&hop.ends).copied().collect();
                        }
                        None => {
                            let at = u16::try_from(hops.len()).map_err(|_| Reason::TooManyWays)?;
                            asked[from.index()].push((needs, at));
                            hops.push(hop);
                        }
                    }
                }
            }
        }
        let some = (0..asked.len()).filter(|at| !asked[*at].is_empty());
        let from = some.fold(S::NONE, |from, at| from | S::one(at));
        let needs = asked
            .iter()
            .enumerate()
            .flat_map(|(from, asked)| asked.iter().map(move |(needs, _)| (from, &needs[..])));
        let leaps = Leap::list(needs.map(|(from, needs)| {
            let needs = needs.iter().map(|(cell, codes)| (*cell, contents.of(codes)));
            (from, needs.collect())
        }));
        let rungs = asked.iter_mut().map(|asked| {
            let mut rungs = Vec::new();
            // What begins alike is asked once.
            asked.sort();
            ladder(asked, 0, contents, &mut rungs)?;
            Some(rungs.into())
        });
        let rungs = rungs.collect::<Option<_>>().ok_or(Reason::TooManyWays)?;
        Ok(Self { rungs, hops, from, leaps })
    }
}

/// A hop, and what it needs beside its piece.
fn hop(
    name: MoveName,
    from: Cell,
    trail: &Trail,
    piece: Piece,
) -> Option<(Vec<(Cell, Codes)>, Hop)> {
    let gone = trail.gone.as_deref();
    let (needs, effect) = gone.map_or((&trail.needs, &trail.effect), |gone| (&gone.0, &gone.1));
    let ([captured], [start, to]) = (&effect.captures[..], &effect.path[..]) else { return None };
    let is = effect.sets.get(*to)?;
    let (first, rest) = needs.content.split_first()?;
    let left = [(from, Piece::EMPTY), (*captured, Piece::EMPTY)];
    let plain = |effect: &Effect| {
        effect.sets.len() == 3
            && left.iter().all(|(cell, piece)| effect.sets.get(*cell) == Some(*piece))
            && effect.captures == [*captured]
            && effect.path == [from, *to]
            && effect.marks.is_empty()
            && effect.tallies.is_empty()
            && effect.drop.is_none()
            && effect.after.is_empty()
    };
    let alone = needs.content_alone() && *first == (from, only(piece));
    let distinct =
        *start == from && captured != to && *captured != from && is.owner() == piece.owner();
    // Where it ends nothing more is asked for, and nothing is done but to the piece.
    let end = trail.effect.sets.get(*to).filter(|end| !end.is_empty())?;
    if !(plain(effect) && plain(&trail.effect) && alone && distinct && trail.needs == *needs) {
        return None;
    }
    let rest = rest.iter().filter(|need| need.1 != EVERY).cloned().collect();
    let (to, captured) = (to.0, captured.0);
    let again = gone.is_some();
    Some((rest, Hop { name, to, captured, piece: is, ends: [end].into(), again }))
}

/// Writes down what is asked after `depth` questions that all of these share.
fn ladder(
    asked: &[(Vec<(Cell, Codes)>, u16)],
    depth: usize,
    contents: &mut Contents,
    rungs: &mut Vec<Rung>,
) -> Option<()> {
    let mut list = asked;
    while let Some((needs, hop)) = list.first() {
        let Some((cell, codes)) = needs.get(depth) else {
            rungs.push(Rung::Fits(*hop));
            list = &list[1..];
            continue;
        };
        let alike = |other: &&(Vec<(Cell, Codes)>, u16)| other.0.get(depth) == needs.get(depth);
        let (same, others) = list.split_at(list.iter().take_while(alike).count());
        let at = rungs.len();
        rungs.push(Rung::Ask { cell: cell.0, of: contents.of(codes), past: 0 });
        ladder(same, depth + 1, contents, rungs)?;
        let end = u16::try_from(rungs.len()).ok()?;
        if let Some(Rung::Ask { past, .. }) = rungs.get_mut(at) {
            *past = end;
        }
        list = others;
    }
    Some(())
}
