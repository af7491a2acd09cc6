//! Actions that begin with a piece of one's own are moves of that piece, by their own names and paths.
//!
//! `swap = 'pick own and rank 4, as here, lift, forward to enemy, lift, put man, go here, put man'` is told beside the walks of
//! each kind, as `own and rank 4, as here, lift, …` from where such a piece stands.

use super::Plan;
use super::sequel::flat;
use crate::index::{Kind, Piece, Player};
use crate::program::Program;
use crate::program::check::{Codes, View};
use crate::program::set::Set;
use crate::program::trail::{meet, only, without};
use crate::rules::{Act, MoveRule, Node, Rules, Test, Walk};

/// Rules in which some actions are moves of pieces.
struct Lent {
    /// The rules: kinds have those actions behind their own walks.
    rules: Rules,
    /// The numbers of the actions, and of the kinds and walks that they are now.
    actions: Vec<(u16, Kind, u16)>,
}

impl Lent {
    /// The same rules where these actions are moves of pieces, as far as they can be.
    fn new(rules: &Rules, actions: &[u16], views: &[View<'_>]) -> Self {
        let mut lent = Self { rules: rules.clone(), actions: Vec::new() };
        for at in actions {
            let action = &rules.actions[usize::from(*at)];
            let Some((walk, begins)) = of_piece(action, views) else { continue };
            for (kind, of) in lent.rules.kinds.iter_mut().enumerate() {
                let mut own = begins.iter().zip(views).map(|(begins, view)| {
                    meet(begins, &only(Piece::new(Kind::at(kind), Some(view.mover))))
                });
                if own.any(|own| !own.is_none()) {
                    lent.rules.turn.pieces = true;
                    lent.actions.push((*at, Kind::at(kind), of.moves.len() as u16));
                    of.moves.push(MoveRule { walk: walk.clone(), ..action.clone() });
                }
            }
            lent.rules.actions[usize::from(*at)].walk.walk = Walk::Alt(Vec::new());
        }
        lent
    }
}

/// The walk of a piece that an action is, and by player which pieces may begin it, if these are all the player's own and nothing
/// tells whether it is a piece that walks.
fn of_piece(action: &MoveRule, views: &[View<'_>]) -> Option<(Node, Vec<Codes>)> {
    let list = flat(&action.walk);
    let (first, rest) = list.split_first()?;
    let Walk::Pick(test) = &first.walk else { return None };
    let begins = |view: &View<'_>| {
        let begins = view.check(test).codes()?;
        without(&begins, &Codes::of(view.mover)).is_none().then_some(begins)
    };
    let begins = views.iter().map(begins).collect::<Option<_>>()?;
    let walks = |walk: &Walk| {
        let act =
            matches!(walk, Walk::Act(Act::Land | Act::Again | Act::Become(_) | Act::Tower(_)));
        act || matches!(walk, Walk::Return)
    };
    // A look is known by its number among all those of the rules.
    let asks = |test: &Test| matches!(test, Test::Attacked | Test::Look { .. });
    if action.walk.any(&walks) || action.walk.tests(&asks) {
        return None;
    }
    let first = Node { walk: Walk::Test(test.clone()), ..(*first).clone() };
    let rest = rest.iter().map(|node| (*node).clone());
    let walk = Walk::Seq(std::iter::once(first).chain(rest).collect());
    Some((Node { walk, ..action.walk.clone() }, begins))
}

impl<S: Set> Plan<S> {
    /// The plan by which actions that are walked are moves of pieces, if sets tell them so and all else as before.
    pub(super) fn lending(&self, rules: &Rules, program: &Program) -> Option<Self> {
        let plain = rules.board.stack == 1 && !rules.turn.captures_last;
        let walked = self.sides.iter().flat_map(|side| &side.walked).map(|one| one.action);
        let mut actions: Vec<u16> = walked
            .filter(|at| plain && !rules.is_drawn(rules.actions[usize::from(*at)].name))
            .collect();
        actions.sort_unstable();
        actions.dedup();
        if actions.is_empty() {
            return None;
        }
        let graph = program.rules.graph(program.size());
        let (layout, looks) = (rules.layout(program.size()), rules.looks());
        let views = (0..rules.players.len()).map(Player::at);
        let views: Vec<View<'_>> =
            views.map(|mover| View::new(rules, &graph, &layout, &looks, mover)).collect();
        loop {
            let lent = Lent::new(rules, &actions, &views);
            if lent.actions.is_empty() {
                return None;
            }
            let plan = Self::of(&lent.rules, program, None).ok()?;
            let walks = |(_, kind, walk): &&(u16, Kind, u16)| {
                plan.sides.iter().any(|side| side.kinds[kind.index()].walked.contains(walk))
            };
            let walked: Vec<u16> = lent.actions.iter().filter(walks).map(|one| one.0).collect();
            if walked.is_empty() {
                return self.is_as_good(&plan).then_some(Self { lent: lent.actions, ..plan });
            }
            actions.retain(|at| !walked.contains(at));
        }
    }

    /// The kinds and their walks that an action is, if it is such.
    pub fn lent_as(&self, action: u16) -> impl Iterator<Item = (usize, usize)> + '_ {
        let lent = self.lent.iter().filter(move |one| one.0 == action);
        lent.map(|(_, kind, walk)| (kind.index(), usize::from(*walk)))
    }

    /// Whether another plan of the same rules leaves nothing to be walked that this one does not.
    fn is_as_good(&self, other: &Self) -> bool {
        let sides = self.sides.iter().zip(&other.sides);
        let mut kinds = sides.clone().flat_map(|(one, two)| one.kinds.iter().zip(&two.kinds));
        let mut actions = sides.flat_map(|(one, two)| {
            two.walked.iter().map(|two| one.walked.iter().any(|one| one.action == two.action))
        });
        other.plays >= self.plays
            && kinds.all(|(one, two)| one.walked == two.walked)
            && actions.all(|known| known)
    }
}
