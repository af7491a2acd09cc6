//! What must hold for a move before anything has changed, beside what stands on single cells.

use super::fact::{Fact, Where};
use super::sight::Scope;
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::trail::Asked;

/// A condition on the board on which a move is made.
#[derive(Debug)]
pub(crate) enum Given<S> {
    /// It holds.
    Holds(Fact<S>),
    /// The cell from which the piece goes passes.
    From(Where<S>),
}

impl<S: Set> Given<S> {
    /// The condition that a walk has asked; `None` if sets do not tell it.
    pub(super) fn new(asked: &Asked, wanted: bool, scope: &mut Scope<'_, '_, S>) -> Option<Self> {
        let cells = match asked {
            Asked::Cond(when) => {
                let fact = Fact::told(when, scope)?;
                return Some(Given::Holds(if wanted { fact } else { Fact::Not(Box::new(fact)) }));
            }
            Asked::Look(body) => Where::Look(Box::new(scope.sight(body)?), true),
        };
        Some(Given::From(if wanted { cells } else { Where::Not(Box::new(cells)) }))
    }
}

impl<S: Set> Fact<S> {
    /// The condition, if it asks for nothing but what stands where, and for numbers.
    pub(super) fn told(when: &CondCode, scope: &mut Scope<'_, '_, S>) -> Option<Self> {
        let mut each = |list: &[CondCode]| -> Option<Vec<Self>> {
            list.iter().map(|when| Self::told(when, scope)).collect()
        };
        Some(match when {
            CondCode::All(list) => Fact::All(each(list)?),
            CondCode::Any(list) => Fact::Any(each(list)?),
            CondCode::Not(when) => Fact::Not(Box::new(Self::told(when, scope)?)),
            CondCode::Count(check, relation, number) => {
                Fact::Count(Where::new(check, scope)?, *relation, *number)
            }
            CondCode::Slot(slots, relation, number) => Fact::Slot {
                slots: slots.clone(),
                relation: *relation,
                number: *number,
                steady: false,
            },
            _ => return None,
        })
    }
}
