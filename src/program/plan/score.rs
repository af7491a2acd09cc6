//! Scores, told from sets of cells.

use super::fact::Where;
use super::sight::Scope;
use crate::program::check::Check;
use crate::program::set::Set;
use crate::program::why::Why;

/// A score as one player has it, in half points.
#[derive(Debug)]
pub(crate) struct Score<S> {
    /// What each cell that passes is worth.
    pub count: Vec<(Where<S>, i32)>,
    /// What he has beside that.
    pub bonus: i32,
}

impl<S: Set> Score<S> {
    /// The score, if sets can tell which cells pass.
    pub(super) fn new(
        (count, bonus): &(Vec<(Check, i32)>, i32),
        scope: &mut Scope<'_, '_, S>,
    ) -> Result<Self, Why> {
        let count = count.iter().map(|(check, worth)| Ok((Where::new(check, scope)?, *worth)));
        Ok(Self { count: count.collect::<Result<_, Why>>()?, bonus: *bonus })
    }
}
