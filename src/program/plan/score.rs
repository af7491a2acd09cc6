//! Scores, told from sets of cells.

use super::fact::Where;
use super::sight::Scope;
use crate::program::ScoreCode;
use crate::program::set::Set;
use crate::program::why::{Reason, Why};

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
        ScoreCode { count, sum, heights, groups, bonus }: &ScoreCode,
        scope: &mut Scope<'_, '_, S>,
    ) -> Result<Self, Why> {
        if !sum.is_empty() {
            return Err(Reason::Numbers.into());
        }
        if heights.is_some() {
            return Err(Reason::Towers.into());
        }
        if groups.is_some() {
            return Err(Reason::Groups.into());
        }
        let count = count.iter().map(|(check, worth)| Ok((Where::new(check, scope)?, *worth)));
        Ok(Self { count: count.collect::<Result<_, Why>>()?, bonus: *bonus })
    }
}
