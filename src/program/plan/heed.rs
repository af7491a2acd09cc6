//! What conditions ask of a position.

use super::Side;
use super::content::{Content, Contents};
use super::danger::Danger;
use super::fact::{Fact, Where};
use super::given::Given;
use super::sight::Sight;
use crate::program::check::Codes;
use crate::program::set::Set;
use crate::program::trail::{EMPTY, NONE, join, meet, only};

/// A part of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Read {
    /// Where such pieces stand.
    Stands(Content),
    /// The number in a slot.
    Number(u16),
}

impl Read {
    /// The pieces, unless it is a number.
    pub fn stands(self) -> Option<Content> {
        match self {
            Read::Stands(content) => Some(content),
            Read::Number(_) => None,
        }
    }
}

/// All of these.
fn all(mut each: impl Iterator<Item = Option<Codes>>) -> Option<Codes> {
    each.try_fold(NONE, |all, more| Some(join(&all, &more?)))
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
        let heeds =
            |codes: &Codes| heeded.as_ref().is_none_or(|heeded| !meet(heeded, codes).is_none());
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
        let mut heeded = NONE;
        self.reads(&mut |read| {
            heeded = join(&heeded, &contents.codes[usize::from(read.stands()?.0)]);
            Some(())
        })?;
        Some(heeded)
    }

    /// Whether it asks for nothing but the move, and numbers that no move changes by itself.
    pub(super) fn is_of_move(&self) -> bool {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().all(Self::is_of_move),
            Fact::Not(fact) => fact.is_of_move(),
            Fact::Slot { steady, .. } => *steady,
            Fact::Captured | Fact::By(_) | Fact::Moved(_) | Fact::Among(..) => true,
            _ => false,
        }
    }

    /// Tells of each part of the position for which it asks, unless it asks more.
    pub(super) fn reads(&self, see: &mut impl FnMut(Read) -> Option<()>) -> Option<()> {
        match self {
            Fact::All(list) | Fact::Any(list) => list.iter().try_for_each(|fact| fact.reads(see)),
            Fact::Not(fact) => fact.reads(see),
            Fact::Count(cells, ..) => cells.reads(see),
            Fact::Slot { slots, steady: false, .. } => {
                slots.iter().try_for_each(|slot| see(Read::Number(*slot)))
            }
            _ => None,
        }
    }
}

impl<S: Set> Given<S> {
    /// The same of what moves are given.
    pub(super) fn reads(&self, see: &mut impl FnMut(Read) -> Option<()>) -> Option<()> {
        match self {
            Given::Holds(fact) => fact.reads(see),
            Given::From(cells) | Given::Onto(cells) => cells.reads(see),
        }
    }
}

impl<S: Set> Where<S> {
    pub(super) fn reads(&self, see: &mut impl FnMut(Read) -> Option<()>) -> Option<()> {
        match self {
            Where::Stands(content, _) => see(Read::Stands(*content)),
            Where::Lies(.., own) => own.iter().try_for_each(|of| see(Read::Stands(*of))),
            Where::All(list) | Where::Any(list) => {
                list.iter().try_for_each(|cells| cells.reads(see))
            }
            Where::Not(cells) => cells.reads(see),
            Where::Look(sight, _) => sight.reads(see),
            Where::Marked(_) => None,
        }
    }
}

impl<S: Set> Sight<S> {
    pub(super) fn reads(&self, see: &mut impl FnMut(Read) -> Option<()>) -> Option<()> {
        match self {
            Sight::Every | Sight::Again => Some(()),
            Sight::Here(cells, rest) => cells.reads(see).and_then(|()| rest.reads(see)),
            Sight::Next(_, rest) => rest.reads(see),
            Sight::Any(list) => list.iter().try_for_each(|sight| sight.reads(see)),
            Sight::Run(run, rest) => run.cells.reads(see).and_then(|()| rest.reads(see)),
            Sight::Loop(rounds) => rounds.round.reads(see).and_then(|()| rounds.rest.reads(see)),
            Sight::Several(several) => {
                several.looks.iter().try_for_each(|(_, look)| look.reads(see))
            }
        }
    }
}
