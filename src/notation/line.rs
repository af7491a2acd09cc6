//! Lines of moves: `e2e4 e7e5`, played one after another.

use std::ops::Range;

use super::{MoveFault, Notation};
use crate::diag::list;
use crate::eval::Evaluator;
use crate::index::Cell;
use crate::position::{Move, Position, State, TooWide};

/// The name of a move that leaves the board as it is.
const PASS: &str = "pass";

/// Legal moves that are listed where none is like the one that was meant.
const LISTED: usize = 12;

/// What is said of a text that is not taken for a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfound {
    /// What is wrong, to follow the text: `is not legal`.
    pub what: &'static str,
    /// What is said at the place; may be empty.
    pub label: String,
    /// What to do about it, a sentence each.
    pub help: Vec<String>,
}

/// Why a line of moves stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFault {
    /// The number of the move in the line, from 1.
    pub number: usize,
    /// The bytes of the line where it stands.
    pub range: Range<usize>,
    /// What is wrong with it.
    pub fault: Unfound,
}

/// A word of a line: what stands between blanks that no bracket holds.
type Word = Range<usize>;

impl LineFault {
    /// The fault in words: lower case, no full stop, names in backticks.
    pub fn message(&self, line: &str) -> String {
        let text = line.get(self.range.clone()).unwrap_or_default();
        format!("move {}, `{text}`, {}", self.number, self.fault.what)
    }
}

impl Notation {
    /// Plays a line of moves from a position, each into the history; what [`Notation::parse_move`]
    /// takes for a move, parted by blanks. Numbers as in `1. e2e4 e7e5 2. g1f3` are passed over.
    ///
    /// # Errors
    /// The first move that is not legal, and why; the moves before it have been made.
    pub fn play(
        &self,
        evaluator: &mut Evaluator<'_>,
        position: &mut Position,
        line: &str,
    ) -> Result<(), LineFault> {
        self.play_each(evaluator, position, line, &mut |_, _| {})
    }

    /// The same, where `see` is told each move with the position before it.
    ///
    /// # Errors
    /// As [`Notation::play`].
    pub fn play_each(
        &self,
        evaluator: &mut Evaluator<'_>,
        position: &mut Position,
        line: &str,
        see: &mut dyn FnMut(&Position, &Move),
    ) -> Result<(), LineFault> {
        let words = words(line);
        let mut rest = words.as_slice();
        let (mut number, mut moves) = (0, Vec::new());
        while let Some(first) = rest.first() {
            number += 1;
            let wide = |wide: TooWide| {
                let what = "comes where a limit is reached";
                let fault = Unfound { what, label: wide.to_string(), help: Vec::new() };
                LineFault { number, range: first.clone(), fault }
            };
            evaluator.moves(position, &mut moves).map_err(wide)?;
            let (range, found) = self.next_move(line, rest, &moves, position);
            let chosen = match found {
                Ok(chosen) => chosen,
                Err(_) if moves.is_empty() => {
                    let fault = self.over(evaluator.state(position).map_err(wide)?);
                    return Err(LineFault { number, range, fault });
                }
                Err(fault) => {
                    let fault = self.unfound(&line[range.clone()], fault, &moves, position);
                    return Err(LineFault { number, range, fault });
                }
            };
            see(position, chosen);
            evaluator.play(position, chosen).map_err(wide)?;
            let next = rest.iter().position(|word| word.start >= range.end);
            rest = next.map_or(&[], |at| &rest[at..]);
        }
        Ok(())
    }

    /// The names of moves made one after another from a position, as [`Notation::play`] reads them.
    ///
    /// # Errors
    /// [`TooWide`] where a position on the way has more walks or moves than are tried.
    pub fn line(
        &self,
        evaluator: &mut Evaluator<'_>,
        position: &Position,
        line: &[Move],
    ) -> Result<Vec<String>, TooWide> {
        let (mut position, mut moves, mut told) = (position.clone(), Vec::new(), Vec::new());
        for chosen in line {
            evaluator.moves(&position, &mut moves)?;
            let at = moves.iter().position(|other| other == chosen);
            let name = at.and_then(|at| self.move_names(&moves, &position).into_iter().nth(at));
            told.push(name.unwrap_or_else(|| self.move_name(chosen, &position)));
            evaluator.play(&mut position, chosen)?;
        }
        Ok(told)
    }

    /// What is to be said of a move where none is legal.
    pub fn over(&self, state: State) -> Unfound {
        let label = match state {
            State::Won(player, ending) => {
                format!(
                    "{} has won, by ending {} of the rules",
                    self.winner_name(player),
                    ending + 1
                )
            }
            State::Drawn(ending) => {
                format!("the game is drawn, by ending {} of the rules", ending + 1)
            }
            State::Ongoing => String::from("there is no legal move"),
        };
        Unfound { what: "comes when the game is over", label, help: Vec::new() }
    }

    /// The move at the start of some words. A name may hold blanks, so it is the longest that fits.
    fn next_move<'m>(
        &self,
        line: &str,
        words: &[Word],
        moves: &'m [Move],
        position: &Position,
    ) -> (Word, Result<&'m Move, MoveFault>) {
        let names = self.move_names(moves, position);
        let longest = names.iter().map(|name| name.split(' ').count()).max().unwrap_or(1);
        let range = |count: usize| {
            let end = words[count - 1].end;
            let text = &line[words[0].start..end];
            words[0].start..end - (text.len() - text.trim_end_matches([',', ';']).len())
        };
        let parsed = |count| self.parse_move(&line[range(count)], moves, position);
        let counts = 1..=longest.min(words.len());
        let fits = counts.rev().find_map(|count| Some((range(count), Ok(parsed(count).ok()?))));
        fits.unwrap_or_else(|| {
            // What was meant is as long as two names of this game's cells.
            let cell = self.cell_name(Cell(0), position.size);
            let count = (2 * cell.split(' ').count() - 1).clamp(1, words.len());
            (range(count), parsed(count))
        })
    }

    /// What is to be said of a text that [`Notation::parse_move`] does not take for one of the moves.
    pub fn unfound(
        &self,
        text: &str,
        fault: MoveFault,
        moves: &[Move],
        position: &Position,
    ) -> Unfound {
        let near = match fault {
            // Only the end of its name is missing.
            MoveFault::Several(names) if names.len() == 1 => names.into_iter().next(),
            MoveFault::Several(names) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let help = match names.get(..LISTED).filter(|_| names.len() > LISTED) {
                    Some(first) => {
                        let more = names.len() - LISTED;
                        format!("write `{}` or one of {more} others", first.join("`, `"))
                    }
                    None => format!("write {}", list(&names)),
                };
                let help = vec![help];
                return Unfound { what: "may be any of several", label: String::new(), help };
            }
            MoveFault::Unknown(near) => near,
        };
        let path = self.parse_path(text, position.size);
        let pass = text.eq_ignore_ascii_case(PASS) && self.rules().turn.pass.is_some();
        let what = if path.is_some() || pass { "is not legal" } else { "is not a move" };
        let names = self.move_names(moves, position);
        // One that goes from the same cell to the same is nearer than one of similar letters.
        let told = path.as_ref().filter(|path| path.len() > 1);
        let goes = |chosen: &Move| told.is_some_and(|path| chosen.goes_by(path));
        let same = names.iter().zip(moves).find(|(_, chosen)| goes(chosen));
        if let Some(near) = same.map(|(name, _)| name).or(near.as_ref()) {
            let label = format!("did you mean `{near}`?");
            return Unfound { what, label, help: Vec::new() };
        }
        // Those from the same cell, if there are any.
        let from = path.as_ref().and_then(|path| path.first());
        let listed = |same: bool| {
            let fits = move |chosen: &Move| !same || from.is_some() && chosen.path.first() == from;
            let both = names.iter().zip(moves).filter(move |(_, chosen)| fits(chosen));
            both.map(|(name, _)| name.as_str()).collect::<Vec<_>>()
        };
        let names = Some(listed(true)).filter(|names| !names.is_empty());
        let names = names.unwrap_or_else(|| listed(false));
        let help = match names.get(..LISTED).filter(|_| names.len() > LISTED) {
            Some(first) => {
                let more = names.len() - LISTED;
                format!("legal are `{}` and {more} others", first.join("`, `"))
            }
            None => format!("expected {}", list(&names)),
        };
        Unfound { what, label: String::new(), help: vec![help] }
    }
}

/// The words of a line, without the numbers of moves.
fn words(line: &str) -> Vec<Word> {
    let (mut words, mut start, mut depth) = (Vec::new(), None, 0_usize);
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let blank = c.is_whitespace() && depth == 0 || at == line.len();
        match start {
            None if !blank => start = Some(at),
            Some(from) if blank => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    let number = |word: &str| {
        let digits = word.trim_end_matches('.');
        digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    words.retain(|word| !number(&line[word.clone()]));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_parted_at_blanks_but_not_within_brackets() {
        let told = |line: &'static str| {
            words(line).into_iter().map(|word| &line[word]).collect::<Vec<_>>()
        };
        assert_eq!(told(" 1. a1-b1  c3\n2... d4=major 5 "), ["a1-b1", "c3", "d4=major", "5"]);
        assert_eq!(told("a1xc3 (a2: empty, b1: (w)) b2"), ["a1xc3", "(a2: empty, b1: (w))", "b2"]);
        assert_eq!(told("a1 (é"), ["a1", "(é"]);
        assert!(told(" \t").is_empty());
    }
}
