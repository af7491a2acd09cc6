//! Of which pieces conditions ask where they stand.

use super::Side;
use super::content::{Content, Contents};
use super::danger::Danger;
use super::fact::{Fact, Where};
use super::sight::Sight;
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, join, meet, only};

/// All of these.
fn all(mut each: impl Iterator<Item = Option<Codes>>) -> Option<Codes> {
    each.try_fold([0; 4], |all, more| Some(join(&all, &more?)))
}

impl<S: Set> Side<S> {
    /// Finds the groups of moves by which nothing changes of what tells if dangers are such, nor comes to be in one of
    /// those that may be none.
    pub(super) fn find_keeping(&mut self, contents: &Contents) {
        let heeded_by = |danger: &Danger<S>| {
            let when = danger.only.as_ref()?;
            Some(when.heeded(contents).map(|heeded| join(&heeded, &danger.codes)))
        };
        let heeded = all(self.dangers.iter().filter_map(heeded_by));
        let heeds = |codes: &Codes| heeded.is_none_or(|heeded| meet(&heeded, codes) != [0; 4]);
        for kind in &mut self.kinds {
            let left = join(&only(kind.piece), &EMPTY);
            for group in &mut kind.groups {
                let mut after = group.becomes.iter().flat_map(|becomes| &becomes.pieces);
                group.keeps = !group.stirs
                    && !heeds(&left)
                    && !after.any(|piece| heeds(&only(*piece)))
                    && !group.parts.iter().any(|part| heeds(&part.codes));
            }
        }
    }
}

impl<S: Set> Fact<S> {
    /// The codes of which it asks where such stand, if nothing else is asked.
    pub(super) fn heeded(&self, contents: &Contents) -> Option<Codes> {
        match self {
            Fact::All(list) | Fact::Any(list) => all(list.iter().map(|fact| fact.heeded(contents))),
            Fact::Not(fact) => fact.heeded(contents),
            Fact::Count(cells, ..) => cells.heeded(contents),
            _ => None,
        }
    }
}

impl<S: Set> Where<S> {
    fn heeded(&self, contents: &Contents) -> Option<Codes> {
        match self {
            Where::Stands(Content(at), _) => Some(contents.codes[usize::from(*at)]),
            Where::All(list) | Where::Any(list) => {
                all(list.iter().map(|cells| cells.heeded(contents)))
            }
            Where::Not(cells) => cells.heeded(contents),
            Where::Look(sight, _) => sight.heeded(contents),
            Where::Lies(..) => None,
        }
    }
}

impl<S: Set> Sight<S> {
    fn heeded(&self, contents: &Contents) -> Option<Codes> {
        let both = |cells: &Where<S>, rest: &Self| {
            Some(join(&cells.heeded(contents)?, &rest.heeded(contents)?))
        };
        match self {
            Sight::Every => Some([0; 4]),
            Sight::Here(cells, rest) => both(cells, rest),
            Sight::Next(_, rest) => rest.heeded(contents),
            Sight::Any(list) => all(list.iter().map(|sight| sight.heeded(contents))),
            Sight::Run(run, rest) => both(&run.cells, rest),
        }
    }
}
