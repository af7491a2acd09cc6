//! Direction sets.

use super::super::ast::Name;
use super::super::directions::{Bearing, Compass, DirTerm, Dirs, Group};
use super::super::limits::LEAP;
use super::super::{error, foreign};
use super::{Reader, Rule, only};
use crate::diag::{Diagnostic, nearest};
use pest::iterators::Pair;

impl Reader<'_> {
    pub(super) fn directions(&mut self, pair: Pair<Rule>) -> Dirs {
        let terms = pair.into_inner().filter_map(|inner| {
            let inner = if inner.as_rule() == Rule::course { only(inner) } else { inner };
            match inner.as_rule() {
                Rule::direction => Some(self.direction(inner)),
                Rule::track => {
                    let name = self.name(&inner);
                    let track = self.track(&name);
                    if track.is_none() {
                        let fault = self.no_direction(&name, inner.as_span().start());
                        self.faults.push(fault);
                    }
                    track
                }
                _ => None,
            }
        });
        Dirs(terms.collect())
    }

    /// The direction of the file's own that has that name.
    pub(super) fn track(&self, name: &Name) -> Option<DirTerm> {
        let found = self.known.tracks.iter().position(|known| known.value == name.value)?;
        Some(DirTerm::of(Group::Track(found as u8)))
    }

    /// What is said to a name where directions stand, behind so many bytes of the text.
    fn no_direction(&self, name: &Name, before: usize) -> Diagnostic {
        let before = self.text.value.get(..before).unwrap_or_default();
        if let Some((message, help)) = foreign::text("pattern", before, &name.value) {
            return Diagnostic::new(message, name.span).label("not here").help(help);
        }
        if let Some(help) = foreign::act(&name.value) {
            return foreign::no_act(&name.value, name.span).help(help);
        }
        let own = self.known.tracks.iter().map(|track| track.value.as_str());
        if let Some(near) = nearest(&name.value, error::DIRECTIONS.into_iter().chain(own.clone())) {
            return Diagnostic::new(format!("unknown direction `{}`", name.value), name.span)
                .meant(name.span, near);
        }
        error::no_direction(&name.value, name.span, own)
    }

    pub(super) fn direction(&mut self, pair: Pair<Rule>) -> DirTerm {
        let span = self.span(&pair);
        let (mut side, mut bearing, mut group) = (None, None, None);
        for inner in pair.into_inner() {
            match inner.as_rule() {
                // Of two, the one that stands next to the group narrows more.
                Rule::side => side = bearing.replace(bearing_of(&inner)),
                Rule::bearing => bearing = Some(bearing_of(&inner)),
                _ => group = Some(self.group(only(inner))),
            }
        }
        if bearing == Some(Bearing::Outward) && group.is_none() {
            self.faults.push(Diagnostic::new("`outward` needs a group of directions", span).help(
                "for example `outward diagonal`: the diagonals on either side of the heading",
            ));
        }
        let exact = matches!(
            group,
            Some(
                Group::Ahead
                    | Group::Back
                    | Group::Left
                    | Group::Right
                    | Group::Up
                    | Group::Down
                    | Group::Transposed
            )
        );
        if exact && bearing.is_some() {
            self.faults.push(
                Diagnostic::new("two directions where one is meant", span)
                    .label("each of these is a direction by itself")
                    .help("join them by `or`, or part two steps by a comma"),
            );
        }
        DirTerm { side, bearing, group: group.unwrap_or(Group::Orthogonal) }
    }

    pub(super) fn group(&mut self, inner: Pair<Rule>) -> Group {
        match inner.as_rule() {
            Rule::compass => Group::Compass(compass(inner.as_str())),
            Rule::vector => {
                let span = self.span(&inner);
                let steps: Vec<u8> =
                    inner.into_inner().map(|part| self.bounded(&part, LEAP) as u8).collect();
                if steps.iter().all(|step| *step == 0) {
                    self.faults.push(Diagnostic::new("a leap that goes nowhere", span));
                    return Group::Leap(0, 1);
                }
                Group::Leap(steps.first().copied().unwrap_or(0), steps.get(1).copied().unwrap_or(0))
            }
            _ => match inner.as_str() {
                "orthogonal" => Group::Orthogonal,
                "diagonal" => Group::Diagonal,
                "ahead" => Group::Ahead,
                "back" => Group::Back,
                "left" => Group::Left,
                "right" => Group::Right,
                "up" => Group::Up,
                "down" => Group::Down,
                "transposed" => Group::Transposed,
                _ => Group::Any,
            },
        }
    }
}

fn bearing_of(pair: &Pair<Rule>) -> Bearing {
    match pair.as_str().trim_end() {
        "forward" => Bearing::Forward,
        "backward" => Bearing::Backward,
        "sideways" => Bearing::Sideways,
        "left" => Bearing::Left,
        "right" => Bearing::Right,
        "back" => Bearing::Back,
        _ => Bearing::Outward,
    }
}

pub(super) fn compass(word: &str) -> Compass {
    match word {
        "north" => Compass::North,
        "northeast" => Compass::Northeast,
        "east" => Compass::East,
        "southeast" => Compass::Southeast,
        "south" => Compass::South,
        "southwest" => Compass::Southwest,
        "west" => Compass::West,
        _ => Compass::Northwest,
    }
}
