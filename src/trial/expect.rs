//! Each thing that a test may expect, compared with what comes out.

use crate::diag::{Diagnostic, Fix};
use crate::eval::Evaluator;
use crate::eval::search::Bound;
use crate::index::Player;
use crate::notation::{MoveFault, Notation};
use crate::position::{Move, Position, State, TooWide};
use crate::report::Needs;
use crate::rules::{Standing, TestRule, Text};
use crate::source::{Span, Spanned};
use crate::trace::Reference;

/// Characters of an answer that are shown.
const SHOWN: usize = 200;

/// A position after the moves of a test, and where its faults go.
struct Tried<'t, 'p> {
    notation: &'t Notation,
    evaluator: &'t mut Evaluator<'p>,
    position: &'t Position,
    /// The legal moves.
    moves: Vec<Move>,
    faults: Vec<Diagnostic>,
}

/// What of a test is not as expected, in the order of the file.
pub(super) fn all(
    notation: &Notation,
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    test: &TestRule,
) -> Vec<Diagnostic> {
    let (moves, faults) = (Vec::new(), Vec::new());
    let mut tried = Tried { notation, evaluator, position, moves, faults };
    if let Err(wide) = tried.test(test) {
        tried.faults.push(Diagnostic::new(wide.to_string(), test.span));
    }
    tried.faults.sort_by_key(|fault| fault.labels.first().map(|label| label.span));
    tried.faults
}

impl Tried<'_, '_> {
    fn test(&mut self, test: &TestRule) -> Result<(), TooWide> {
        self.evaluator.moves(self.position, &mut self.moves)?;
        if let Some(expected) = &test.answer {
            self.answer(expected)?;
        }
        if let Some(expected) = &test.state {
            self.state(expected)?;
        }
        if let Some(expected) = &test.moves {
            self.whole(expected)?;
        }
        for text in &test.legal {
            self.legal(text)?;
        }
        for text in &test.illegal {
            self.illegal(text)?;
        }
        for (player, expected) in &test.seen {
            self.seen(*player, expected)?;
        }
        self.counts(&test.perft)
    }

    /// Holds that a player sees the position so.
    fn seen(&mut self, player: Player, expected: &Text) -> Result<(), TooWide> {
        let reference = Reference::new(self.notation.rules(), self.position.size);
        let seen = reference.seen(self.position, player)?;
        let (notation, position) = self.notation.veiled(self.position, &seen);
        let found = notation.write(&position);
        if found.trim_end_matches('\n') != expected.value.trim_end_matches('\n') {
            let name = self.notation.player_name(player);
            let fault = Diagnostic::new(format!("{name} sees something else"), expected.span);
            let fault = fault.label(format!("found {}", shown(&found)));
            self.faults.push(fault.fix(accept(expected.span, found)));
        }
        Ok(())
    }

    fn answer(&mut self, expected: &Text) -> Result<(), TooWide> {
        let needs = Needs::of_text(self.notation.rules());
        let found = needs.find(self.evaluator, self.position, Bound::default())?;
        let found = found.answer(self.notation, 1, self.position).text();
        if found.trim_end_matches('\n') != expected.value.trim_end_matches('\n') {
            let fault = Diagnostic::new("the answer is another", expected.span);
            let fault = fault.label(format!("found {}", shown(&found)));
            self.faults.push(fault.fix(accept(expected.span, found.trim_end_matches('\n'))));
        }
        Ok(())
    }

    fn state(&mut self, expected: &Spanned<Standing>) -> Result<(), TooWide> {
        let state = self.evaluator.state(self.position)?;
        let holds = match (state, expected.value) {
            (State::Won(player, _), Standing::Won(other)) => player == other,
            (State::Drawn(_), Standing::Drawn) | (State::Ongoing, Standing::Open) => true,
            _ => false,
        };
        if holds {
            return Ok(());
        }
        let rules = self.notation.rules();
        let (found, ending) = match state {
            State::Won(player, ending) => {
                (format!("{} wins", self.notation.winner_name(player)), Some(ending))
            }
            State::Drawn(ending) => (String::from("draw"), Some(ending)),
            State::Ongoing => (String::from("goes on"), None),
        };
        let fault = Diagnostic::new("the game stands otherwise", expected.span);
        let fault = fault.fix(accept(expected.span, found.as_str()));
        let fault = fault.label(format!("found `{found}`"));
        let ending = ending.and_then(|ending| rules.endings.get(ending));
        self.faults.push(match ending {
            Some(ending) => fault.also(ending.when.span, "by this ending"),
            None => fault,
        });
        Ok(())
    }

    /// Holds that these are all the moves.
    fn whole(&mut self, expected: &Spanned<Vec<Text>>) -> Result<(), TooWide> {
        let before = self.faults.len();
        let all = self.notation.move_names(&self.moves, self.position);
        let mut missing: Vec<Option<&str>> = all.iter().map(|name| Some(name.as_str())).collect();
        for text in &expected.value {
            let Some(at) = self.legal(text)? else { continue };
            if missing[at].take().is_none() {
                let fault = Diagnostic::new("the same move is expected twice", text.span);
                self.faults.push(fault.label("again"));
            }
        }
        let missing: Vec<&str> = missing.into_iter().flatten().collect();
        if !missing.is_empty() {
            let fault = Diagnostic::new("there are other legal moves", expected.span);
            self.faults.push(fault.label(format!("also {}", shown(&missing.join(", ")))));
        }
        // The whole list is one expectation, however much of it is other.
        if let Some(fault) = self.faults.get_mut(before) {
            fault.fixes = vec![accept(expected.span, all)];
        }
        Ok(())
    }

    /// Holds that a move is legal; which one it is.
    fn legal(&mut self, text: &Text) -> Result<Option<usize>, TooWide> {
        match self.notation.parse_move(&text.value, &self.moves, self.position) {
            Ok(found) => Ok(self.moves.iter().position(|chosen| chosen == found)),
            Err(fault) => {
                let unknown = matches!(fault, MoveFault::Unknown(_));
                let told = if unknown { self.told_otherwise(text)? } else { None };
                if told.is_none() {
                    self.refuse(text, fault)?;
                }
                Ok(told)
            }
        }
    }

    /// The legal move to which a walk of those cells comes, though it is told by others.
    fn told_otherwise(&mut self, text: &Text) -> Result<Option<usize>, TooWide> {
        // What is put there, or how many are carried, makes another move.
        let path = self.notation.parse_cells(&text.value, self.position.size);
        let Some(path) = path.filter(|path| !path.is_empty()) else { return Ok(None) };
        let reference = Reference::new(self.notation.rules(), self.position.size);
        // By the same cells it has been looked for already, with all else that tells it.
        let told = reference.told_by(self.position, &path)?.filter(|told| told.path != path);
        Ok(told.and_then(|told| self.moves.iter().position(|one| one.edits == told.edits)))
    }

    /// Holds that a text is a move, and not a legal one.
    fn illegal(&mut self, text: &Text) -> Result<(), TooWide> {
        let legal = Diagnostic::new(format!("`{}` is legal", text.value), text.span);
        let path = self.notation.parse_path(&text.value, self.position.size);
        let named = self.notation.rules().move_names.contains(&text.value);
        match self.notation.parse_move(&text.value, &self.moves, self.position) {
            Ok(_) => self.faults.push(legal),
            // What can never be a move is refused by no rule.
            Err(MoveFault::Unknown(_)) if path.is_some() || named => {
                // By a longer name, of more cells, it may be legal all the same.
                let goes = |chosen: &Move| {
                    let longer = |path: &Vec<_>| (2..chosen.path.len()).contains(&path.len());
                    path.as_ref().is_some_and(|path| longer(path) && chosen.goes_by(path))
                };
                let at = match self.moves.iter().position(goes) {
                    None => self.told_otherwise(text)?,
                    at => at,
                };
                if let Some(at) = at {
                    let names = self.notation.move_names(&self.moves, self.position);
                    self.faults.push(legal.label(format!("it is called `{}`", names[at])));
                }
            }
            Err(fault) => self.refuse(text, fault)?,
        }
        Ok(())
    }

    fn refuse(&mut self, text: &Text, fault: MoveFault) -> Result<(), TooWide> {
        let state = self.evaluator.state(self.position)?;
        let said = match self.moves.is_empty() {
            true => self.notation.over(state),
            false => self.notation.unfound(&text.value, fault, &self.moves, self.position),
        };
        // That the game is over is told of one move of a list.
        if self.moves.is_empty()
            && self.faults.iter().any(|known| known.message.ends_with(said.what))
        {
            return Ok(());
        }
        let mut fault = Diagnostic::new(format!("`{}` {}", text.value, said.what), text.span);
        if let (true, State::Won(_, ending) | State::Drawn(ending)) = (self.moves.is_empty(), state)
            && let Some(rule) = self.notation.rules().endings.get(ending)
        {
            fault = fault.also(rule.when.span, "by this ending");
        }
        self.faults.push(said.help.into_iter().fold(fault.label(said.label), Diagnostic::help));
        Ok(())
    }

    /// Compares the counts; the first that differs, for what is deeper follows from it.
    fn counts(&mut self, expected: &[Spanned<u32>]) -> Result<(), TooWide> {
        for (depth, count) in (1..).zip(expected) {
            let found = self.evaluator.perft(self.position, depth)?;
            if found != u64::from(count.value) {
                let message = format!("the count of depth {depth} is another");
                let fault = Diagnostic::new(message, count.span).label(format!("found {found}"));
                let mut edits = vec![(count.span, found.to_string())];
                for (deeper, count) in (depth + 1..).zip(expected.iter().skip(depth as usize)) {
                    let found = self.evaluator.perft(self.position, deeper)?;
                    edits.push((count.span, found.to_string()));
                }
                self.faults.push(fault.fix(accepted(edits)));
                break;
            }
        }
        Ok(())
    }
}

/// To write a value that comes out where another was expected.
fn accept(expected: Span, found: impl Into<toml::Value>) -> Fix {
    accepted(vec![(expected, found.into().to_string())])
}

fn accepted(edits: Vec<(Span, String)>) -> Fix {
    Fix { title: String::from("accept what comes out"), sure: false, edits }
}

/// A text on one line, cut where it is long.
fn shown(text: &str) -> String {
    let text = text.trim_end_matches('\n').replace('\n', "\\n");
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
