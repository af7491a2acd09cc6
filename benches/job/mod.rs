//! The program's main job through the library, as `src/cli/each.rs` does it.
#![allow(dead_code, reason = "each bench uses its own part")]

use interp::eval::Evaluator;
use interp::eval::search::{Bound, best};
use interp::notation::{Case, Notation};
use interp::position::{Position, Size};
use interp::program::Program;
use interp::report::{Answer, Needs};
use interp::rules::Rules;
use interp::source::Source;
use std::path::{Path, PathBuf};

/// A shipped rule file and a program of it.
pub struct Job {
    pub rules: Rules,
    pub program: Program,
}

impl Job {
    /// Loads a file of `rules/` and compiles it for boards of that side.
    pub fn new(name: &str, side: u16) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("rules/{name}.toml"));
        let text = std::fs::read_to_string(path).expect("a shipped file");
        let rules = interp::rules::load(&Source::new(name, text)).expect("a file without faults");
        let program = Program::compile(&rules, Size { width: side, height: side });
        Self { rules, program }
    }

    /// Loads a file of `rules/` with all that it extends, for boards of the size that it says.
    pub fn of(name: &str) -> Self {
        let rules = rules(name);
        let size = rules.board.size.expect("a size");
        let program = Program::compile(&rules, size);
        Self { rules, program }
    }

    /// Loads a rule file, wherever it lies, if it says of what size its boards are and how games start.
    pub fn played(path: &Path) -> Option<Self> {
        let rules = loaded(path);
        rules.setup.as_ref()?;
        let program = Program::compile(&rules, rules.board.size?);
        Some(Self { rules, program })
    }

    /// A position as the file's format writes it.
    pub fn position(&self, text: &str) -> Position {
        Notation::new(&self.rules).position(text).expect("a position").position
    }

    /// The usual start.
    pub fn setup(&self) -> Position {
        let setup = self.rules.setup.as_ref().expect("a setup");
        Notation::new(&self.rules).position(&setup.value).expect("a position").position
    }

    /// Reads every case, and nothing else; the number of cells.
    pub fn read(&self, input: &str) -> usize {
        let notation = Notation::new(&self.rules);
        cases(&notation, input).map(|case| case.position.cells.len()).sum()
    }

    /// The positions of an input.
    pub fn positions(&self, input: &str) -> Vec<Position> {
        let notation = Notation::new(&self.rules);
        cases(&notation, input).map(|case| case.position).collect()
    }

    /// The verdict on each position.
    pub fn verdicts(&self, positions: &[Position]) -> Vec<Option<usize>> {
        let mut evaluator = Evaluator::new(&self.program);
        let verdict = |position| evaluator.verdict(position).expect("few moves");
        positions.iter().map(verdict).collect()
    }

    /// Reads the input and answers it as the file's format has it, searching so many positions
    /// where a move is asked for.
    pub fn answer(&self, input: &str, nodes: u64) -> String {
        let notation = Notation::new(&self.rules);
        let needs = Needs::of_text(&self.rules);
        let bound = Bound { nodes: Some(nodes), ..Bound::default() };
        let mut evaluator = Evaluator::new(&self.program);
        let mut text = String::new();
        for case in cases(&notation, input) {
            let position = &case.position;
            let mut verdict = None;
            if needs.verdict {
                verdict = evaluator.verdict(position).expect("few moves");
            }
            let mut chosen = None;
            if needs.chosen {
                chosen = best(&mut evaluator, position, bound).expect("few moves");
            }
            let answer = Answer {
                notation: &notation,
                number: case.number,
                position,
                state: None,
                verdict,
                moves: &[],
                chosen: chosen.as_ref(),
            };
            text.push_str(&answer.text());
            text.push('\n');
        }
        text
    }
}

/// Reads a file of `rules/` with all that it extends.
pub fn rules(name: &str) -> Rules {
    loaded(&shipped(name))
}

/// Where a file of `rules/` lies.
fn shipped(name: &str) -> PathBuf {
    let name = name.trim_end_matches(".toml");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("rules/{name}.toml"))
}

/// Reads a rule file with all files of `rules/` that it extends.
fn loaded(path: &Path) -> Rules {
    let read = |path: &Path| std::fs::read_to_string(path).expect("a rule file");
    let mut source = Source::new(path.to_string_lossy(), read(path));
    let base = &mut |name: &interp::source::Spanned<String>| {
        Ok(Source::new(name.value.as_str(), read(&shipped(&name.value))))
    };
    interp::syntax::extend::gather(&mut source, base).expect("bases that are shipped");
    interp::rules::load(&source).expect("a file without faults")
}

fn cases<'n>(notation: &'n Notation, input: &'n str) -> impl Iterator<Item = Case> + 'n {
    let lines = input.split_inclusive('\n').map(|line| Ok(line.to_owned()));
    notation.cases(lines).map(|case| case.expect("a case without faults"))
}
