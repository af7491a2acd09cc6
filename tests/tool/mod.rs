//! What the suites share: running the program, and chance that can be repeated.
#![allow(dead_code, reason = "each suite uses its own part")]

use interp::diag::Diagnostic;
use interp::notation::Notation;
use interp::position::Position;
use interp::rules::Rules;
use interp::source::Source;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run of the program left behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    /// Its exit code; -1 where a signal ended it.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of that ending under a folder of the repository, folders within it included, sorted.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Snapshots of that folder of `snapshots/`, each named as its test says and without the words that made it, as long as this is kept.
pub fn snapshots(folder: &str) -> insta::internals::SettingsBindDropGuard {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind_to_scope()
}

/// How often something is tried at random: as often as told in the gate, a tenth of that elsewhere, with the same chance.
pub fn tries(gate: usize) -> usize {
    if std::env::var_os("INTERP_RECORDED").is_some_and(|word| word == "check" || word == "gate") {
        gate
    } else {
        gate / 10
    }
}

/// Does the work for every item, on as many threads as the machine has.
pub fn each<'t, T: Sync>(items: &'t [T], work: impl Fn(&'t T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

/// The text of a file.
pub fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// Loads a rule file with all that it extends; the texts, and what they say or what is wrong.
pub fn load(source: Source) -> (Source, Result<Rules, Vec<Diagnostic>>) {
    let mut source = source;
    let mut folder = root().join(&source.name);
    folder.pop();
    let gathered = interp::syntax::extend::gather(&mut source, &mut |name| {
        let file = format!("{}.toml", name.value.trim_end_matches(".toml"));
        let path = [folder.join(&file), root().join("rules").join(&file)];
        let Some(path) = path.iter().find(|path| path.exists()) else {
            return Err(Diagnostic::new("no such file", name.span));
        };
        folder = path.with_file_name("");
        Ok(Source::new(path.to_string_lossy(), text(path)))
    });
    let loaded = gathered.map_err(|fault| vec![fault]).and_then(|()| interp::rules::load(&source));
    (source, loaded)
}

/// The rules of a file that is known to be sound.
pub fn rules(path: &Path) -> Rules {
    let (source, rules) = load(Source::new(path.to_string_lossy(), text(path)));
    rules.unwrap_or_else(|faults| {
        let tell = |fault: &Diagnostic| {
            let label = &fault.labels[0];
            let word = &source.text[label.span.start..label.span.end];
            format!("{} at `{word}`: {} {:?}", fault.message, label.text, fault.help)
        };
        panic!("{}:\n{}", source.name, faults.iter().map(tell).collect::<Vec<_>>().join("\n"))
    })
}

/// How games of the rules usually start, if they say so.
pub fn setup(rules: &Rules) -> Option<Position> {
    let setup = rules.setup.as_ref()?;
    let case = Notation::new(rules).position(&setup.value);
    Some(case.unwrap_or_else(|faults| panic!("{}: {faults:?}", rules.name)).position)
}

/// Runs the program in the root of the repository, with that standard input.
pub fn interp(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    run(Command::new(env!("CARGO_BIN_EXE_interp")).args(args), input.as_ref())
}

/// Runs a command in the root of the repository, with that standard input.
pub fn run(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = command
        .current_dir(root())
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // The program may answer before it has read everything, or stop reading at a fault.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Holds that the program answers this input exactly so, with nothing on standard error.
pub fn assert_answer(rules: &str, input: &str, expected: &str) {
    let ran = interp(&["--rules", rules], input);
    assert_eq!(ran.code, 0, "{rules} refused\n{input}\n{}", ran.err);
    assert_eq!(ran.err, "", "{rules} said something beside its answer to\n{input}");
    if ran.out != expected {
        let at = ran.out.lines().zip(expected.lines()).position(|(a, b)| a != b);
        panic!(
            "{rules}: answer {at:?} (from 0) differs\nexpected:\n{expected}\nfound:\n{}\ninput:\n{input}",
            ran.out
        );
    }
}

/// Chance that is the same in every run (xorshift64*).
pub struct Chance(u64);

impl Chance {
    /// Chance from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound as u64) as usize
    }

    /// One of them.
    pub fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// Whether something of that percentage happens.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Deletes, replaces, inserts or doubles a few bytes somewhere; new ones are `likely` ones.
pub fn mutate(bytes: &mut Vec<u8>, likely: &[u8], chance: &mut Chance) {
    if bytes.is_empty() {
        return;
    }
    let at = chance.below(bytes.len());
    let end = (at + 1 + chance.below(8)).min(bytes.len());
    let byte = *chance.of(likely);
    match chance.below(4) {
        0 => drop(bytes.drain(at..end)),
        1 => bytes[at] = byte,
        2 => bytes.insert(at, byte),
        _ => {
            let copied = bytes[at..end].to_vec();
            bytes.splice(at..at, copied);
        }
    }
}
