//! From where a walk that no set tells may fit: it is walked from there alone.
//!
//! `step any to enemy, push` is walked, but only from cells beside an enemy; of `pick enemy and heat at least 1, lift` the cells are
//! tried where an enemy stands. What is asked before anything has changed is told as far as sets tell it, the rest is taken to be so.

use super::fact::{Fact, Where};
use super::form::Form;
use super::sequel::flat;
use super::sight::{Scope, Sight};
use super::{Plan, Ways};
use crate::index::Heading;
use crate::program::check::{Check, View};
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::rules::{
    Act, Amount, Bearer, Cond, MoveRule, Node, Purse, Reading, Relation, Rules, Test, Than, Walk,
};

/// Parts of a walk that are followed at most.
const PARTS: usize = 400;

/// From where a walk may fit.
#[derive(Debug)]
pub(crate) struct Begins<S> {
    /// What must hold.
    pub given: Vec<Fact<S>>,
    /// The cells, and others.
    pub from: Sight<S>,
}

impl<S: Set> Begins<S> {
    /// Of a piece's walk: from where it stands; anywhere, where the rules have no such walk.
    fn new(rule: Option<&MoveRule>, scope: &mut Scope<'_, '_, S>) -> Self {
        let Some(rule) = rule else { return Self { given: Vec::new(), from: Sight::Every } };
        let given = asked_first(rule, scope);
        let heading = scope.view.facing.heading;
        scope.left = PARTS;
        Self { given, from: scope.above(&[&rule.walk], Some(heading)) }
    }
}

/// What an action may pick first, each with what it does then; `None` if it does not begin so, whatever it asks of the whole board
/// before.
pub(super) fn first_picks(walk: &Node) -> Option<Vec<(&Test, Vec<&Node>)>> {
    let alternatives = match &walk.walk {
        Walk::Alt(list) => &list[..],
        _ => std::slice::from_ref(walk),
    };
    let each = alternatives.iter().map(|node| {
        let mut list = flat(node).into_iter();
        let first = list.find(|node| !matches!(node.walk, Walk::When(_)))?;
        let Walk::Pick(test) = &first.walk else { return None };
        Some((test, list.collect()))
    });
    each.collect()
}

/// What a walk asks of the whole board before it does anything, as far as sets tell it.
pub(super) fn asked_first<S: Set>(rule: &MoveRule, scope: &mut Scope<'_, '_, S>) -> Vec<Fact<S>> {
    let list = flat(&rule.walk);
    let before = list.iter().take_while(|node| !node.acts(&|_| true));
    let first = list.get(before.clone().count());
    let whens = before.filter_map(|node| match &node.walk {
        Walk::When(when) => Some(CondCode::new(scope.view, when)),
        _ => None,
    });
    let taken = first.and_then(|node| match node.walk {
        Walk::Act(Act::Take(purse, amount, _)) => enough(purse, amount, scope.view),
        _ => None,
    });
    let whens: Vec<CondCode> = whens.chain(taken).collect();
    whens.iter().filter_map(|when| Fact::told(when, scope).ok()).collect()
}

/// That there is so much of a player's number as is taken.
fn enough(purse: Purse, amount: Option<Amount>, view: &View<'_>) -> Option<CondCode> {
    let least = match amount {
        None => 1,
        Some(Amount::Fixed(least)) => least,
        Some(_) => return None,
    };
    let players = view.layout.bearer(purse.number) == Bearer::Player;
    let reading = Reading::Number(purse.who, purse.number);
    let enough = Cond::Compare(reading, Relation::AtLeast, Than::Fixed(least));
    players.then(|| CondCode::new(view, &enough))
}

impl<S: Set> Plan<S> {
    /// Finds from where what is walked may fit.
    pub(super) fn narrow_walks(&mut self, rules: &Rules, views: &[View<'_>]) {
        for (side, view) in self.sides.iter_mut().zip(views) {
            let mut scope = Scope::new(&mut self.contents, self.cells, view);
            scope.marks = true;
            for (moves, kind) in side.kinds.iter_mut().zip(&rules.kinds) {
                let of = |at: &u16| kind.moves.get(usize::from(*at));
                let begins = moves.walked.iter().map(|at| Begins::new(of(at), &mut scope));
                moves.begins = begins.collect();
                let followed = |form: &Form| matches!(form, Form::Ways(..));
                let followed = moves.forms.iter().filter(|(_, form)| followed(form));
                let each = followed.map(|(at, _)| Begins::new(of(at), &mut scope).from);
                let from = Sight::any(each.collect());
                moves.leaps_from = (!from.is_every()).then_some(from);
            }
            for walked in &mut side.walked {
                let walk = &rules.actions[usize::from(walked.action)].walk;
                walked.picks = scope.picks(walk);
            }
        }
    }
}

impl<S: Set> Scope<'_, '_, S> {
    /// The cells that an action may pick first, and others; `None` if it does not begin so.
    fn picks(&mut self, walk: &Node) -> Option<Sight<S>> {
        self.left = PARTS;
        let heading = Some(self.view.facing.heading);
        let each = first_picks(walk)?.into_iter().map(|(test, rest)| {
            let rest = self.above(&rest, heading);
            self.passing(&self.view.check(test), rest)
        });
        Some(Sight::any(each.collect()))
    }

    /// From where those parts of a walk may fit, one after another, and from where they may not: what is not told is taken to fit.
    fn above(&mut self, list: &[&Node], heading: Option<Heading>) -> Sight<S> {
        let Some((node, rest)) = list.split_first() else { return Sight::Every };
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => return Sight::Every,
        }
        match (&node.walk, heading) {
            (Walk::Seq(_), _) => {
                let list: Vec<&Node> = flat(node).into_iter().chain(rest.iter().copied()).collect();
                self.above(&list, heading)
            }
            (Walk::Alt(list), _) => {
                let each = list.iter().map(|node| {
                    let list: Vec<&Node> =
                        std::iter::once(node).chain(rest.iter().copied()).collect();
                    self.above(&list, heading)
                });
                Sight::any(each.collect())
            }
            (Walk::Face(dirs), _) => match self.headings(dirs, heading) {
                Some(headings) => {
                    let each = headings.into_iter().map(|heading| self.above(rest, Some(heading)));
                    Sight::any(each.collect())
                }
                None => self.above(rest, None),
            },
            (Walk::Ahead, Some(ahead)) => {
                let rest = self.above(rest, heading);
                Sight::Next(Ways::new(self.view, &[ahead]), Box::new(rest))
            }
            (Walk::Test(test), _) => {
                let rest = self.above(rest, heading);
                self.passing(&self.view.check(test), rest)
            }
            (Walk::See { .. } | Walk::Tally { .. }, _) => {
                let rest = self.above(rest, heading);
                match self.looks(node, heading) {
                    Ok(cells) => Sight::here(cells, rest),
                    Err(_) => rest,
                }
            }
            (Walk::When(_), _) => self.above(rest, heading),
            (Walk::Repeat { body, min, .. }, _) => {
                let whole =
                    self.part_of(node, heading, &mut |this, heading| Ok(this.above(rest, heading)));
                match whole {
                    Ok(sight) => sight,
                    Err(_) if *min > 0 => self.above(&[body], heading),
                    Err(_) => Sight::Every,
                }
            }
            _ => Sight::Every,
        }
    }

    /// From cells that pass a check, as far as it is told, if the rest fits.
    fn passing(&mut self, check: &Check, rest: Sight<S>) -> Sight<S> {
        let list = match check {
            Check::All(list) => &list[..],
            check => std::slice::from_ref(check),
        };
        let told: Vec<Where<S>> =
            list.iter().filter_map(|check| Where::new(check, self).ok()).collect();
        match told.is_empty() {
            true => rest,
            false => Sight::here(Where::every(told), rest),
        }
    }
}
