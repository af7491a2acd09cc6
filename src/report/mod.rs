//! Answers → text and JSON.
//!
//! An [`Answer`] holds what was found out of one case; [`Answer::text`] fills the file's template
//! with it, [`Answer::json`] tells it to programs. What it needs is found out by [`Needs::find`].

#[cfg(feature = "cli")]
mod answer;
mod describe;
mod geometry;
mod json;
mod playout;
mod solve;
mod text;

#[cfg(feature = "cli")]
pub use answer::{AnswerRecord, VERSION, line};
pub use describe::{Example, describe};
pub use geometry::{GeometryRecord, OutlineRecord, PointRecord};
pub use json::{BoardRecord, Branch, CountRecord, MoveRecord, MovesRecord, TestRecord};
pub use playout::{EndingRecord, GameRecord, PliesRecord, TallyRecord, WinsRecord};
pub use solve::{ChanceRecord, SolutionRecord, WorthRecord};

use crate::eval::Evaluator;
use crate::eval::search::{Bound, Found, search};
use crate::notation::Notation;
use crate::position::{Move, Position, State, TooWide};
use crate::rules::{Ask, Field, Part, Rules, Template};

/// What was found out of one case; only what [`Needs`] asks for has to be there.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// How cells, moves and boards are written.
    pub notation: &'a Notation,
    /// The number of the case, from 1.
    pub number: u64,
    /// The position.
    pub position: &'a Position,
    /// How the game stands.
    pub state: Option<State>,
    /// The verdict that holds, by its index in the rules.
    pub verdict: Option<usize>,
    /// Every legal move.
    pub moves: &'a [Move],
    /// The move to be made.
    pub chosen: Option<&'a Move>,
}

/// What must be found out before a case can be answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// How the game stands.
    pub state: bool,
    /// The verdict.
    pub verdict: bool,
    /// Every legal move.
    pub moves: bool,
    /// A good move.
    pub chosen: bool,
    /// Whether how play may go on with it is told as well.
    pub line: bool,
}

impl Needs {
    /// What an answer in words needs.
    pub fn of_text(rules: &Rules) -> Self {
        let format = &rules.format;
        let used = |field| {
            uses(&format.answer, field)
                || format.no_move.as_ref().is_some_and(|other| uses(other, field))
        };
        let verdict = used(Field::Verdict);
        let silent = rules.verdicts.iter().all(|rule| rule.when.is_some());
        Self {
            state: verdict && silent,
            verdict,
            moves: used(Field::Moves) || used(Field::Move),
            chosen: format.ask == Ask::Move
                || [Field::Move, Field::Hops, Field::Path].into_iter().any(used),
            line: false,
        }
    }

    /// What an answer in JSON needs.
    pub fn of_json(rules: &Rules) -> Self {
        let ask = rules.format.ask;
        let chosen = ask == Ask::Move;
        Self { state: true, verdict: true, moves: ask != Ask::Verdict, chosen, line: false }
    }
}

/// What was found out of one position.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// How the game stands.
    pub state: Option<State>,
    /// The verdict that holds, by its index in the rules.
    pub verdict: Option<usize>,
    /// Every legal move.
    pub moves: Vec<Move>,
    /// The move to be made, and how it was found.
    pub chosen: Option<Found>,
}

impl Needs {
    /// Finds out what is needed; a move is looked for within those bounds.
    ///
    /// # Errors
    /// [`TooWide`] where there are more walks or moves than are tried.
    pub fn find(
        self,
        evaluator: &mut Evaluator<'_>,
        position: &Position,
        bound: Bound<'_>,
    ) -> Result<Findings, TooWide> {
        let mut found = Findings::default();
        if self.verdict {
            found.verdict = evaluator.verdict(position)?;
        }
        if self.state {
            found.state = Some(evaluator.state(position)?);
        }
        if self.moves {
            evaluator.moves(position, &mut found.moves)?;
        }
        if self.chosen {
            let most = if self.line { usize::MAX } else { 1 };
            found.chosen = search(evaluator, position, bound, most)?;
        }
        Ok(found)
    }
}

impl Findings {
    /// The answer to a case of that number.
    pub fn answer<'a>(
        &'a self,
        notation: &'a Notation,
        number: u64,
        position: &'a Position,
    ) -> Answer<'a> {
        Answer {
            notation,
            number,
            position,
            state: self.state,
            verdict: self.verdict,
            moves: &self.moves,
            chosen: self.chosen.as_ref().and_then(|found| found.line.first()),
        }
    }
}

fn uses(template: &Template, field: Field) -> bool {
    template.0.iter().any(|part| matches!(part.value, Part::Field(used, _) if used == field))
}

impl Answer<'_> {
    /// The verdict's text; where no verdict holds, how the game stands.
    pub fn verdict_text(&self) -> String {
        let rules = self.notation.rules();
        match (self.verdict.and_then(|index| rules.verdicts.get(index)), self.state) {
            (Some(rule), _) => rule.say.value.clone(),
            (None, Some(State::Won(player, _))) => {
                format!("{} has won", self.notation.winner_name(player))
            }
            (None, Some(State::Drawn(_))) => String::from("drawn"),
            (None, Some(State::Ongoing)) => String::from("ongoing"),
            (None, None) => String::new(),
        }
    }

    /// The name of the move to be made, apart from those of all other moves.
    fn chosen_name(&self) -> Option<String> {
        let chosen = self.chosen?;
        let index = self.moves.iter().position(|other| other == chosen);
        match index {
            Some(index) => {
                self.notation.move_names(self.moves, self.position).into_iter().nth(index)
            }
            None => Some(self.notation.move_name(chosen, self.position)),
        }
    }
}

#[cfg(test)]
mod tests;
