//! Every case of an input, each with an evaluator for its board's size.

use std::collections::HashMap;

use super::args::Positions;
use super::console::Console;
use super::fail::Failure;
use super::input::Place;
use crate::eval::Evaluator;
use crate::game::Fault;
use crate::game::Game;
use crate::notation::{BoardFault, Case, LineFault, Notation, Unfound};
use crate::parallel;
use crate::position::{Size, TooWide};
use crate::program::Program;

/// Programs that are kept; an input with boards of more sizes compiles some again.
const PROGRAMS: usize = 32;

/// Cases for each thread that are read before they are answered.
const BLOCK: usize = 16;

/// What a command is given for each case.
pub struct Asked<'a, 'p> {
    /// How positions are written.
    pub notation: &'a Notation,
    /// The name of the input.
    pub name: &'a str,
    /// The case.
    pub case: &'a Case,
    /// The evaluator for its size.
    pub evaluator: &'a mut Evaluator<'p>,
    /// Threads that may work on it.
    pub threads: usize,
}

/// What a case is answered, and what is told of it on standard error.
pub struct Told {
    /// The answer.
    pub text: String,
    /// What is told beside it.
    pub note: Option<String>,
}

impl Told {
    fn show(&self, console: &mut Console) -> Result<(), Failure> {
        console.answer(&self.text)?;
        if let Some(note) = &self.note {
            console.note(note, &[]);
        }
        Ok(())
    }
}

impl Asked<'_, '_> {
    /// The answer, or the failure of a limit that was reached.
    pub fn whole<T>(&self, answer: Result<T, Fault>) -> Result<T, Failure> {
        answer.map_err(|fault| {
            let message = fault.messages().next().unwrap_or_default();
            Failure::Board(self.name.to_owned(), vec![self.case.fault(message)])
        })
    }

    /// The answer, or the failure of a position that is too wide to be answered.
    pub fn wide<T>(&self, answer: Result<T, TooWide>) -> Result<T, Failure> {
        answer.map_err(|wide| {
            let fault = self.case.fault(wide.to_string());
            Failure::Board(self.name.to_owned(), vec![fault])
        })
    }
}

/// Where positions come from, and what is played from each of them.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Where they come from.
    pub place: Place<'a>,
    /// The moves.
    pub play: Option<&'a str>,
}

impl Positions {
    /// Where a command takes its positions from.
    pub fn start(&self) -> Start<'_> {
        Start { place: self.place(), play: self.play.as_deref() }
    }
}

/// Answers each case as soon as it is read; with several threads, as soon as a block of them is.
pub fn answer(
    console: &mut Console,
    loaded: &Game,
    start: Start<'_>,
    threads: usize,
    answer: impl Fn(Asked<'_, '_>) -> Result<Told, Failure> + Sync,
) -> Result<(), Failure> {
    if threads > 1 {
        return blocks(console, loaded, start, threads, answer);
    }
    walk(console, loaded, start, false, |console, asked, _| answer(asked)?.show(console))
}

/// Shows each case to people, under its number where there is more than one: the first is shown once the second is
/// read, or the end of the input.
pub fn show(
    console: &mut Console,
    loaded: &Game,
    start: Start<'_>,
    mut answer: impl FnMut(&mut Console, Asked<'_, '_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // Only the headings need to know whether there is a second case.
    let look_ahead = !console.json();
    walk(console, loaded, start, look_ahead, |console, asked, many| {
        if many && !console.json() {
            let parted = if asked.case.number > 1 { "\n" } else { "" };
            console.answer(&format!("{parted}case {}", asked.case.number))?;
        }
        answer(console, asked)
    })
}

/// The cases of an input one after another, for who needs no evaluator and prints no headings.
pub fn show_bare(
    console: &mut Console,
    loaded: &Game,
    place: &Place<'_>,
    mut answer: impl FnMut(&mut Console, &Case) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for case in place.cases(loaded, loaded.notation(), console.out())? {
        answer(console, &case?)?;
    }
    Ok(())
}

fn walk(
    console: &mut Console,
    loaded: &Game,
    start: Start<'_>,
    look_ahead: bool,
    mut answer: impl FnMut(&mut Console, Asked<'_, '_>, bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let notation = loaded.notation();
    let Start { place, play } = start;
    let name = place.name();
    let mut cases = place.cases(loaded, notation, console.out())?;
    let mut programs: HashMap<Size, Program> = HashMap::new();
    let mut next = cases.next().transpose()?;
    while let Some(mut case) = next.take() {
        let size = case.position.size;
        if programs.len() == PROGRAMS && !programs.contains_key(&size) {
            programs.clear();
        }
        let program =
            programs.entry(size).or_insert_with(|| Program::compile(loaded.rules(), size));
        let mut evaluator = Evaluator::lazy(program);
        // The evaluator serves all cases of one size that follow one another.
        loop {
            let ahead = (look_ahead && case.number == 1).then(|| cases.next());
            let many = case.number > 1 || matches!(ahead, Some(Some(_)));
            if let Some(line) = play {
                let played = notation.play(&mut evaluator, &mut case.position, line);
                played.map_err(|fault| unplayed(line, &case, many, fault))?;
            }
            let evaluator = &mut evaluator;
            let asked = Asked { notation, name, case: &case, evaluator, threads: 1 };
            answer(console, asked, many)?;
            match ahead.unwrap_or_else(|| cases.next()).transpose()? {
                Some(other) if other.position.size == size => case = other,
                other => {
                    next = other;
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Reads cases by blocks, answers those of a block at once, and prints what they are answered in their order, up to
/// the first failure.
fn blocks(
    console: &mut Console,
    loaded: &Game,
    start: Start<'_>,
    threads: usize,
    answer: impl Fn(Asked<'_, '_>) -> Result<Told, Failure> + Sync,
) -> Result<(), Failure> {
    let notation = loaded.notation();
    let Start { place, play } = start;
    let name = place.name();
    let mut cases = place.cases(loaded, notation, console.out())?;
    let mut programs: HashMap<Size, Program> = HashMap::new();
    let mut held: Option<Case> = None;
    loop {
        let (mut block, mut sizes, mut failure) = (Vec::new(), Vec::new(), None);
        while block.len() < threads * BLOCK {
            let case = match held.take().map(Ok).or_else(|| cases.next()) {
                Some(Ok(case)) => case,
                Some(Err(fault)) => {
                    failure = Some(fault);
                    break;
                }
                None => break,
            };
            let size = case.position.size;
            if !sizes.contains(&size) {
                if sizes.len() == PROGRAMS {
                    held = Some(case);
                    break;
                }
                sizes.push(size);
            }
            block.push(case);
        }
        if block.is_empty() {
            return failure.map_or(Ok(()), Err);
        }
        if sizes.iter().any(|size| !programs.contains_key(size)) && programs.len() >= PROGRAMS {
            programs.retain(|size, _| sizes.contains(size));
        }
        sizes.retain(|size| !programs.contains_key(size));
        let compiled = parallel::map(
            threads,
            &sizes,
            || (),
            |(), size| Program::compile(loaded.rules(), *size),
        );
        programs.extend(sizes.into_iter().zip(compiled));
        let programs = &programs;
        // Those that no case needs work on others.
        let each = (threads / block.len()).max(1);
        let texts = parallel::map(
            threads,
            &block,
            || None,
            |held: &mut Option<(Size, Evaluator<'_>)>, case: &Case| {
                let size = case.position.size;
                let made = held.take().filter(|(of, _)| *of == size);
                let (_, evaluator) =
                    held.insert(made.unwrap_or_else(|| (size, Evaluator::lazy(&programs[&size]))));
                let mut case = case.clone();
                if let Some(line) = play {
                    let played = notation.play(evaluator, &mut case.position, line);
                    played.map_err(|fault| unplayed(line, &case, false, fault))?;
                }
                answer(Asked { notation, name, case: &case, evaluator, threads: each })
            },
        );
        for told in texts {
            told?.show(console)?;
        }
        if let Some(fault) = failure {
            return Err(fault);
        }
    }
}

/// The failure of a move that cannot be played.
fn unplayed(line: &str, case: &Case, many: bool, fault: LineFault) -> Failure {
    let message = fault.message(line);
    let LineFault { range, fault: Unfound { label, help, .. }, .. } = fault;
    // One line, whatever blanks part its moves.
    let line = line.replace(['\n', '\r'], " ");
    let fault = BoardFault::new(1, &line, range, message).label(label);
    let fault = help.into_iter().fold(fault, BoardFault::help);
    let place = (many || case.number > 1)
        .then(|| format!("played from case {}, at line {}", case.number, case.line));
    let fault = place.into_iter().fold(fault, BoardFault::help);
    Failure::Board(String::from("--play"), vec![fault])
}
