//! What must hold for a move before anything has changed, beside what stands on single cells.

use super::fact::{Fact, Where};
use super::sight::Scope;
use crate::program::cond::CondCode;
use crate::program::set::Set;
use crate::program::trail::Asked;
use crate::program::why::{Reason, Why};

/// A condition on the board on which a move is made.
#[derive(Debug)]
pub(crate) enum Given<S> {
    /// It holds.
    Holds(Fact<S>),
    /// The cell from which the piece goes passes.
    From(Where<S>),
    /// The cell to which it goes does.
    Onto(Where<S>),
}

impl<S: Set> Given<S> {
    /// The condition that a walk has asked, or why sets do not tell it.
    pub(super) fn new(
        asked: &Asked,
        wanted: bool,
        scope: &mut Scope<'_, '_, S>,
    ) -> Result<Self, Why> {
        let cells = |sight| Where::Look(Box::new(sight), wanted);
        Ok(match asked {
            Asked::Cond(when) => {
                let fact = Fact::told(when, scope)?;
                Given::Holds(if wanted { fact } else { Fact::Not(Box::new(fact)) })
            }
            Asked::Look(body) => Given::From(cells(scope.sight(body)?)),
            Asked::Onto(body, heading) => Given::Onto(cells(scope.sight_along(body, *heading)?)),
        })
    }
}

impl<S: Set> Fact<S> {
    /// The condition, if it asks for nothing but what stands where, and for numbers.
    pub(super) fn told(when: &CondCode, scope: &mut Scope<'_, '_, S>) -> Result<Self, Why> {
        let mut each = |list: &[CondCode]| -> Result<Vec<Self>, Why> {
            list.iter().map(|when| Self::told(when, scope)).collect()
        };
        Ok(match when {
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
            CondCode::Compare(read, relation) => {
                Self::compare(read, *relation).ok_or(Reason::Asks)?
            }
            _ => return Err(Reason::Asks.into()),
        })
    }
}
