//! What the slow evaluators said, written down: a text file for each test, in it a line for each rule file.
//!
//! The reference takes most of the time of a comparison, and it says the same in every run. So the engine alone is asked, and what it says
//! is held to the line. Where that differs, or where there is no line, both are asked and held to each other, which shows where
//! they differ; and everywhere, where what the reference's answers rest on is no longer what it was when the lines were written.
//!
//! `INTERP_RECORDED=gate` asks both of one line in eight as well, of others with each change of the engine, and wherever games are
//! walked; `INTERP_RECORDED=check` asks both everywhere, and `INTERP_RECORDED=write` writes the lines anew as well;
//! `INTERP_RECORDED=add` writes those that are missing or differ.

mod basis;
mod digest;

pub use digest::Digest;

use crate::chance::{Engine, Pair, SEEN, game};
use crate::tool::{Chance, root};
use interp::eval::Evaluator;
use interp::eval::playout::Chance as Luck;
use interp::position::{Move, Position, Size, TooWide};
use interp::rules::Rules;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;

/// The environment variable that says who is asked.
const VARIABLE: &str = "INTERP_RECORDED";

const HEAD: &str =
    "# rule file | questions, moves seen, digest of the answers | questions without an answer\n";

/// What begins the line that tells on what the answers rested.
const BASIS: &str = "# The reference's sources and the rule files were then ";

/// One line in so many is asked about in the gate, whatever it says.
const SAMPLE: u64 = 8;

/// Who is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The engine, and both where it does not say what is written down, or where that rests on what is no more.
    Engine,
    /// The same, and both of a sample.
    Gate,
    /// Both.
    Check,
    /// Both, and what they say is written down.
    Write,
    /// Who is asked by the engine's mode, and what is said is written down.
    Add,
}

impl Mode {
    fn of_environment() -> Self {
        match std::env::var(VARIABLE).as_deref() {
            Err(_) => Self::Engine,
            Ok("gate") => Self::Gate,
            Ok("check") => Self::Check,
            Ok("write") => Self::Write,
            Ok("add") => Self::Add,
            Ok(other) => panic!("{VARIABLE} is `gate`, `check`, `write` or `add`, not `{other}`"),
        }
    }
}

/// What was said of one rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    asked: usize,
    moves: usize,
    digest: Digest,
    /// The numbers of the questions, from 0, that were found too wide or whose count too great, or where a game ends as there are
    /// too many moves: only both are asked these.
    unanswered: Vec<usize>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:016x}", self.asked, self.moves, self.digest.0)?;
        if !self.unanswered.is_empty() {
            let numbers: Vec<String> = self.unanswered.iter().map(usize::to_string).collect();
            write!(f, " | {}", numbers.join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for Line {
    type Err = Box<dyn std::error::Error>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (said, unanswered) = text.split_once(" | ").unwrap_or((text, ""));
        let words: Vec<&str> = said.split(' ').collect();
        let [asked, moves, digest] = words[..] else { return Err("three numbers".into()) };
        let unanswered: Result<_, _> = unanswered.split_whitespace().map(str::parse).collect();
        let digest = Digest(u64::from_str_radix(digest, 16)?);
        Ok(Self { asked: asked.parse()?, moves: moves.parse()?, digest, unanswered: unanswered? })
    }
}

/// What is said of one rule file, while it is asked.
pub struct Asked {
    /// The questions that the engine is not asked, being asked alone, as both had no answer; none where both are asked.
    alone: Option<Vec<usize>>,
    said: RefCell<Line>,
}

/// Who answers, for boards of one size.
pub enum Answering<'r> {
    /// Both, held to each other.
    Both(Box<Pair<'r>>),
    /// The engine.
    Engine(Box<Engine<'r>>),
}

impl Asked {
    /// Whether the slow evaluator is asked as well.
    pub fn both(&self) -> bool {
        self.alone.is_none()
    }

    /// Who answers, for boards of that size.
    pub fn answering<'r>(&self, rules: &'r Rules, size: Size) -> Answering<'r> {
        match self.both() {
            true => Answering::Both(Box::new(Pair::new(rules, size))),
            false => Answering::Engine(Box::new(Engine::new(rules, size))),
        }
    }

    /// Plays a random game by sets, and takes it down with the number that chance has next; where both are asked it is the
    /// one that is walked. Fails where there are too many moves: those who walk list them where sets need not.
    pub fn played(
        &self,
        evaluator: &mut Evaluator<'_>,
        start: &Position,
        (luck, plies): (Luck, u32),
    ) -> Result<(), TooWide> {
        let (mut sets, mut walks) = (luck.clone(), luck);
        let game = evaluator.playout(start, &mut sets, plies)?;
        let next = sets.number();
        let mut said = self.said.borrow_mut();
        said.asked += 1;
        said.digest.game(&game);
        said.digest.add(next);
        if self.both() {
            let walked = evaluator.replay(start, &mut walks, plies, |_| {})?;
            assert_eq!((game, next), (walked, walks.number()), "a random game from {start:?}");
        }
        Ok(())
    }

    /// The moves of a position.
    pub fn moves(&self, by: &Answering<'_>, position: &Position) -> Option<Vec<Move>> {
        self.at_most(usize::MAX, by, position)
    }

    /// The moves of a position, if there are no more.
    fn at_most(&self, most: usize, by: &Answering<'_>, position: &Position) -> Option<Vec<Move>> {
        let number = self.said.borrow().asked;
        let answer = self.answer(|| match by {
            Answering::Both(pair) => pair.answer(position),
            Answering::Engine(engine) => engine.answer(position),
        })?;
        let moves = answer.moves().to_vec();
        let mut said = self.said.borrow_mut();
        if answer.legal.len() > most {
            said.unanswered.push(number);
            return None;
        }
        said.digest.answer(&answer);
        said.moves += moves.len();
        Some(moves)
    }

    /// How many sequences of two moves there are, these being the first ones.
    pub fn count(&self, by: &Answering<'_>, position: &Position, moves: &[Move]) {
        if moves.is_empty() {
            // Counts may go past the ending.
            return;
        }
        let count = self.answer(|| match by {
            Answering::Both(pair) => pair.count(position, moves),
            Answering::Engine(engine) => engine.count(position),
        });
        self.said.borrow_mut().digest.add(count.unwrap_or_default());
    }

    /// Plays at random from a position, and asks at every step.
    pub fn game(&self, by: &Answering<'_>, start: Position, plies: usize, chance: &mut Chance) {
        let play = |position: &mut Position, chosen: &Move| {
            self.answer(|| match by {
                Answering::Both(pair) => pair.play(position, chosen),
                Answering::Engine(engine) => engine.play(position, chosen),
            })
        };
        game(start, plies, chance, |position| self.at_most(SEEN, by, position), play);
    }

    /// The answer to the next question.
    fn answer<T>(&self, ask: impl FnOnce() -> Option<T>) -> Option<T> {
        let number = self.said.borrow().asked;
        let skipped = self.alone.as_ref().is_some_and(|skipped| skipped.contains(&number));
        let answer = if skipped { None } else { ask() };
        let mut said = self.said.borrow_mut();
        said.asked += 1;
        if answer.is_none() {
            said.unanswered.push(number);
        }
        answer
    }
}

/// The lines of one test.
pub struct Recorded {
    suite: &'static str,
    name: &'static str,
    mode: Mode,
    /// Whether the answers rest on what they rested on when they were written down.
    rests: bool,
    /// Whether the lines are of games that are walked as well, by what changes with the engine.
    walked: bool,
    before: BTreeMap<String, Line>,
    said: Mutex<BTreeMap<String, Line>>,
}

impl Recorded {
    /// Those of a test of that suite.
    pub fn open(suite: &'static str, name: &'static str) -> Self {
        let mut recorded = Self {
            suite,
            name,
            mode: Mode::of_environment(),
            rests: false,
            walked: false,
            before: BTreeMap::new(),
            said: Mutex::default(),
        };
        if recorded.mode == Mode::Write {
            return recorded;
        }
        let text = std::fs::read_to_string(recorded.path()).unwrap_or_default();
        let mut rested = text.lines().filter_map(|line| line.strip_prefix(BASIS));
        recorded.rests = rested.next() == Some(&format!("{:016x}.", basis::basis()));
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (file, said) = line.split_once(" | ").unwrap_or((line, ""));
            let said = said.parse().unwrap_or_else(|fault| panic!("{line}: {fault}"));
            recorded.before.insert(file.to_owned(), said);
        }
        recorded
    }

    /// The same of games that are walked.
    pub fn walked(suite: &'static str, name: &'static str) -> Self {
        Self { walked: true, ..Self::open(suite, name) }
    }

    /// Whether the engine is asked alone about a rule file, if it says what is written down.
    fn asks_alone(&self, file: &str) -> bool {
        match self.mode {
            Mode::Check | Mode::Write => false,
            Mode::Engine | Mode::Add => self.rests,
            Mode::Gate => {
                let mut number = Digest::default();
                number.add(Digest::of(file));
                number.add(basis::engine());
                self.rests && !self.walked && number.0 % SAMPLE != 0
            }
        }
    }

    fn path(&self) -> PathBuf {
        root().join(format!("tests/cases/{}/{}.txt", self.suite, self.name))
    }

    /// Asks about one rule file.
    pub fn hold(&self, file: &str, ask: impl Fn(&Asked)) {
        let told = |alone: Option<&Line>| {
            let alone = alone.map(|line| line.unanswered.clone());
            let asked = Asked { alone, said: RefCell::default() };
            ask(&asked);
            asked.said.into_inner()
        };
        let before = self.before.get(file).filter(|_| self.asks_alone(file));
        let line = before.filter(|line| told(Some(line)) == **line).cloned();
        let line = line.unwrap_or_else(|| {
            let both = told(None);
            let alone = told(Some(&both));
            assert_eq!(alone, both, "{file}: the engine, asked alone, says something else");
            both
        });
        self.said.lock().expect("no thread has failed").insert(file.to_owned(), line);
    }

    /// Holds that just this was written down, or writes it down.
    pub fn finish(self) {
        let said = self.said.lock().expect("no thread has failed");
        let command = format!("{VARIABLE}=write cargo test {}::", self.suite);
        if matches!(self.mode, Mode::Write | Mode::Add) {
            let lines: String =
                said.iter().map(|(file, line)| format!("{file} | {line}\n")).collect();
            let head =
                format!("{HEAD}# Written by `{command}`.\n{BASIS}{:016x}.\n", basis::basis());
            std::fs::write(self.path(), head + &lines).expect("written");
            return;
        }
        let files: BTreeSet<&String> = said.keys().chain(self.before.keys()).collect();
        let stale: Vec<_> =
            files.into_iter().filter(|file| said.get(*file) != self.before.get(*file)).collect();
        assert!(
            stale.is_empty(),
            "both evaluators agree, but {} does not say so of {stale:?}: `{command}` writes it anew",
            self.path().display()
        );
    }
}
