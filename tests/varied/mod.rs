//! The compiled evaluator says what the reference evaluator says: on changes of shipped files made at random, each as someone might
//! make it in a line or two. Rule files made of nothing are mostly walked; of these most are told by sets.
//!
//! Others, and more of them, are asked for by `PROPTEST_RNG_SEED=7 PROPTEST_CASES=2000 cargo test varied::`.

use crate::chance::board;
use crate::generated::{config, usual};
use crate::recorded::{Asked, Digest, Recorded};
use crate::tool::{Chance, each, files, load, root, setup};
use interp::eval::Evaluator;
use interp::eval::playout::Chance as Luck;
use interp::position::Position;
use interp::program::Program;
use interp::rules::Rules;
use interp::source::Source;
use proptest::test_runner::RngSeed;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Boards of more cells are left to the other tests: the reference takes its time over each.
const LARGEST: usize = 100;

const DIRECTIONS: &[&str] = &[
    "any",
    "orthogonal",
    "diagonal",
    "forward",
    "forward diagonal",
    "sideways",
    "backward",
    "forward or diagonal",
    "(1,2)",
    "north",
];

const WHO: &[&str] =
    &["empty", "occupied", "own", "enemy", "piece", "KIND", "own KIND", "enemy KIND"];

const WHERE: &[&str] = &[
    "centre",
    "edge",
    "not edge",
    "corner",
    "rank 2",
    "rank 3 and centre",
    "ranks 2 to 3",
    "last 2 ranks",
    "first rank",
    "files b to c",
    "c3",
    "home",
];

const LOOK: &[&str] = &[
    "see (any to enemy)",
    "not see (any to own)",
    "see (forward to occupied)",
    "not see (orthogonal to empty)",
    "see (diagonal to own)",
    "see (any to enemy, ahead to enemy)",
    "see at least 2 any (ahead to enemy)",
    "not attacked",
    "marked spent",
    "not marked spent",
];

const CONDITION: &[&str] = &[
    "no (own and edge)",
    "some (enemy and centre)",
    "at least 3 (own and not edge)",
    "at most 4 enemy",
    "at least 2 (last and corner)",
    "made at least 2",
    "made exactly 1",
    "mover wealth at least 1",
    "last wealth exactly 2",
    "captured",
    "not captured",
    "some (own KIND)",
    "no (own KIND and edge)",
    "at least 2 (last KIND and see (any to own))",
    "mover attacked",
    "other attacked",
    "some (own KIND and attacked)",
    "mover stuck",
];

/// What is done to a cell.
const DEED: &[&str] = &[
    "lift",
    "lift",
    "capture",
    "capture",
    "flip",
    "mark spent",
    "unmark spent",
    "become KIND",
    "put wall",
];

/// A change, which has chance and the names of the file's pieces at hand.
struct Change<'a> {
    chance: &'a mut Chance,
    kinds: &'a [String],
}

impl Change<'_> {
    fn of(&mut self, words: &[&str]) -> String {
        let word = *self.chance.of(words);
        let kind = self.chance.of(self.kinds);
        word.replace("KIND", kind)
    }

    /// A test of a cell: who stands there, where, and what it sees.
    fn test(&mut self) -> String {
        let mut tests = vec![self.of(WHO)];
        for (words, percent) in [(WHERE, 50), (LOOK, 30)] {
            if self.chance.percent(percent) {
                tests.push(self.of(words));
            }
        }
        tests.join(" and ")
    }

    fn asked(&mut self) -> String {
        match self.chance.percent(25) {
            true => format!("if ({}), ", self.of(CONDITION)),
            false => String::new(),
        }
    }

    /// A walk of a piece.
    fn walk(&mut self) -> String {
        let asked = self.asked();
        let (way, test, to) = (self.of(DIRECTIONS), self.test(), self.of(WHO));
        let moved = match self.chance.below(11) {
            0..=2 => format!("step {way} to {test}"),
            3 | 4 => format!("slide {way} to {test}"),
            5 => format!("slide {way}"),
            6 => format!("jump {way} over {to} to {test}"),
            7 => format!("jump {way} capturing enemy to empty"),
            8 => format!("step {way} to {test}, ahead to {to}"),
            9 => format!("as here, step {way} to {test}, capture, go here, land"),
            _ => format!("step {way} to {test}, land, {}", self.end()),
        };
        let then = match self.chance.below(9) {
            0 => ", add 1 wealth".to_owned(),
            1 => ", take 1 wealth".to_owned(),
            2 => ", mark spent".to_owned(),
            3 => format!(", become {}", self.of(&["KIND"])),
            4 => format!(" | {}", self.walk()),
            _ => String::new(),
        };
        format!("{asked}{moved}{then}")
    }

    /// What is done behind a move.
    fn end(&mut self) -> String {
        let (deed, test, way) = (self.of(DEED), self.test(), self.of(DIRECTIONS));
        match self.chance.below(8) {
            0..=3 => format!("every {test} ({deed})?"),
            4 => format!("each {way} (ahead to {test}, {deed})?"),
            5 => format!("each {way} (ahead to enemy, see (ahead to own), {deed})?"),
            6 => format!("pick {test}, {deed}"),
            _ => format!("pick empty and {}, put wall", self.of(WHERE)),
        }
    }

    /// A move that no piece makes.
    fn action(&mut self) -> String {
        let asked = self.asked();
        let (kind, test, way) = (self.of(&["KIND"]), self.test(), self.of(DIRECTIONS));
        let first = match self.chance.below(7) {
            0..=2 => format!("pick empty and {}, put wall", self.of(WHERE)),
            3 | 4 => format!("pick empty and {}, put {kind}", self.of(WHERE)),
            5 => format!("pick {test}, {}", self.of(DEED)),
            _ => format!("pick own and {}, lift, {way} to empty, put {kind}", self.of(WHERE)),
        };
        match self.chance.below(3) {
            0 => format!("{asked}{first}, {}", self.end()),
            _ => format!("{asked}{first}"),
        }
    }

    /// A line of the file, and whether it comes behind all keys.
    fn line(&mut self) -> (String, bool) {
        let key = match self.chance.below(16) {
            0..=3 => {
                let end = self.end();
                let end = match self.chance.below(5) {
                    0 => format!("if (captured), {end} | if (not captured)"),
                    _ => end,
                };
                format!("turn.then = '{end}'")
            }
            4 | 5 => format!("actions.extra = '{}'", self.action()),
            6..=9 => {
                let (kind, walk) = (self.of(&["KIND"]), self.walk());
                format!("pieces.{kind}.moves.extra = '{walk}'")
            }
            10 | 11 => {
                let turn = [
                    "must = 'captured'",
                    "must = 'extra'",
                    "must = 'moved KIND'",
                    "routes = 'differ'",
                    "pass = 'stuck'",
                    "pass = 'free'",
                    "again = 'captured'",
                    "skip = 'mover stuck'",
                    "steps = 2",
                ];
                format!("turn.{}", self.of(&turn))
            }
            12 => return (format!("[[forbid]]\nwhen = '{}'", self.of(CONDITION)), true),
            _ => {
                let results =
                    ["win = 'last'", "win = 'mover'", "draw = true", "win = 'last'\nperft = false"];
                let (when, result) = (self.of(CONDITION), self.of(&results));
                return (format!("[[before.end]]\nwhen = '{when}'\n{result}"), true);
            }
        };
        (key, false)
    }

    /// The text of a changed file.
    fn file(&mut self, base: &str) -> String {
        let lines: Vec<_> = (0..=self.chance.below(3)).map(|_| self.line()).collect();
        let of = |late: bool| lines.iter().filter(move |line| line.1 == late).map(|line| &*line.0);
        let said = of(false).chain(of(true)).collect::<Vec<_>>().join("\n");
        let mut file = format!("extends = '{base}'\nname = 'changed'\n");
        let needed = [
            ("wall", "pieces.wall.owner = 'none'\nformat.cells.'%' = 'wall'\n"),
            ("spent", "marks.spent = 'ever'\n"),
            ("wealth", "numbers.wealth = 'player'\n"),
            ("made", "counters.made.each = true\n"),
            ("home", "regions.home = 'first 2 ranks'\n"),
        ];
        for (word, line) in needed {
            if said.contains(word) {
                file += line;
            }
        }
        file + &said + "\n"
    }
}

/// A shipped file that can be changed: its name, those of its pieces, and how it starts.
struct Base {
    name: String,
    kinds: Vec<String>,
}

fn bases() -> Vec<Base> {
    let of = |path: PathBuf| {
        let rules = crate::tool::rules(&path);
        let size = setup(&rules)?.size;
        let small = usize::from(size.width) * usize::from(size.height) <= LARGEST;
        let owned = rules.kinds.iter().filter(|kind| !kind.neutral);
        let kinds: Vec<String> = owned.map(|kind| kind.name.value.clone()).collect();
        let name = path.file_stem()?.to_string_lossy().into_owned();
        (small && !kinds.is_empty()).then_some(Base { name, kinds })
    };
    files("rules", ".toml").into_iter().filter_map(of).collect()
}

/// Asks about a few boards, the first moves of a game, and whole games.
fn agree(asked: &Asked, rules: &Rules, program: &Program, start: &Position, seed: u64) {
    let mut chance = Chance::new(seed);
    let by = asked.answering(rules, start.size);
    asked.game(&by, start.clone(), 6, &mut chance);
    for filled in [20, 50] {
        let position = board(rules, start.size, filled, &mut chance);
        asked.game(&by, position, 3, &mut chance);
    }
    if !program.plays_by_sets() {
        return;
    }
    let mut evaluator = Evaluator::new(program);
    for number in 1..=2 {
        // A game that is too wide is no fault.
        let _ = asked.played(&mut evaluator, start, (Luck::of_game(seed, number), 60));
    }
}

/// Changes that were once played otherwise than they say: a file, and what is changed.
const KNOWN: &[(&str, &str)] = &[
    (
        "atomic",
        "turn.must = 'captured'\n\
         pieces.pawn.moves.extra = 'jump orthogonal over enemy to empty, back, capture, ahead'",
    ),
    ("fox_and_hounds", "turn.then = 'each diagonal (ahead to empty and edge, put vixen)?'"),
    ("small_breakthrough", "turn.then = 'each any (ahead to empty and not edge, put man)?'"),
    ("clobber", "turn.then = 'every enemy stone and edge and see (any to own) (flip)?'"),
    ("amazons", "turn.then = 'each orthogonal (ahead to enemy, flip)?'"),
    ("breakthrough", "turn.then = 'each any ((ahead to enemy, flip)+, see (ahead to own))?'"),
    ("atomic", "pieces.bishop.moves.extra = 'step any to enemy and not king, capture, return'"),
    ("chess", "pieces.rook.moves.extra = 'slide any, become knight'"),
    ("knightmate", "turn.pass = 'free'\npieces.rook.moves.extra = 'slide any, become man'"),
    ("dobutsu", "actions.extra = 'pick empty and corner, put chick'"),
    (
        "congo",
        "pieces.wall.owner = 'none'\nformat.cells.'%' = 'wall'\n\
         turn.then = 'each forward diagonal (ahead to crocodile, put wall)?'\nturn.again = 'captured'",
    ),
    (
        "minixiangqi",
        "turn.then = 'each diagonal (ahead to enemy, see (ahead to own), become horse)?'",
    ),
    (
        "gardner",
        "turn.then = 'each any (ahead to enemy pawn, return, mark spent)?'\nmarks.spent = 'ever'",
    ),
    ("lines_of_action", "turn.then = 'pick own, lift'\npieces.man.moves.extra = 'slide north'"),
    (
        "nine_holes",
        "turn.must = 'captured'\npieces.man.moves.extra = 'step orthogonal to man and rank 2'\n\
         actions.extra = 'pick own man and corner, lift, pick piece, flip'",
    ),
    (
        "crazyhouse",
        "turn.then = 'pick empty and files b to c, put wall'\n\
         pieces.wall.owner = 'none'\nformat.cells.'%' = 'wall'",
    ),
    ("janggi", "turn.then = 'each (1,2) (ahead to enemy, see (ahead to own), flip)?'"),
    ("amazons", "pieces.amazon.moves.extra = 'slide forward or diagonal, become amazon'"),
    ("bashni", "turn.then = 'pick occupied and centre and not attacked, become king'"),
    ("go_superko", "[[forbid]]\nwhen = 'at least 2 (last stone and see (any to own))'"),
    ("antichess", "turn.then = 'every piece and files b to c (capture)?'"),
    ("l_game", "pieces.brick.moves.extra = 'slide forward or diagonal'"),
    ("duck", "turn.then = 'every own knight and not edge (lift)?'"),
    (
        "tictactoe",
        "marks.spent = 'ever'\nactions.extra = 'pick own symbol, mark spent, unmark spent'",
    ),
];

/// The rules of a changed file.
fn changed(text: &str) -> Option<Rules> {
    let path = root().join("rules/changed.toml");
    load(Source::new(path.to_string_lossy(), text)).1.ok()
}

#[test]
fn both_evaluators_agree_on_changes_that_were_at_fault() {
    let recorded = Recorded::open("varied", "known");
    each(KNOWN, |(base, lines)| {
        let text = format!("extends = '{base}'\nname = 'changed'\n{lines}\n");
        let rules = changed(&text).unwrap_or_else(|| panic!("{text}"));
        let start = setup(&rules).expect("a game that begins");
        let program = Program::compile(&rules, start.size);
        let key = format!("{base}-{:016x}", Digest::of(&text));
        recorded.hold(&key, |asked| {
            (1..=6).for_each(|seed| agree(asked, &rules, &program, &start, seed));
        });
    });
    recorded.finish();
}

#[test]
fn both_evaluators_agree_on_changes_made_at_random() {
    let recorded = Recorded::open("varied", "made");
    let (bases, config) = (bases(), config(200));
    let RngSeed::Fixed(seed) = config.rng_seed else { panic!("the same changes in every run") };
    let numbers: Vec<u64> = (0..config.cases.into()).collect();
    let [accepted, told, faults] = [(); 3].map(|()| AtomicUsize::new(0));
    each(&numbers, |number| {
        let seed = seed << 32 | number;
        let mut chance = Chance::new(seed);
        let base = chance.of(&bases);
        let text = Change { chance: &mut chance, kinds: &base.kinds }.file(&base.name);
        let Some(rules) = changed(&text) else { return };
        let Some(start) = setup(&rules) else { return };
        accepted.fetch_add(1, Ordering::Relaxed);
        let key = format!("{}-{:016x}", base.name, Digest::of(&text));
        let ask = || {
            let program = Program::compile(&rules, start.size);
            told.fetch_add(usize::from(program.plays_by_sets()), Ordering::Relaxed);
            recorded.hold(&key, |asked| agree(asked, &rules, &program, &start, seed));
        };
        // What panics has told how they differ, and not of which file.
        if std::panic::catch_unwind(AssertUnwindSafe(ask)).is_err() {
            eprintln!("number {number}, told above:\n{text}");
            faults.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert_eq!(faults.into_inner(), 0, "changed files are at fault");
    // Other files than usual are not written down.
    if usual() {
        recorded.finish();
    }
    let (accepted, told) = (accepted.into_inner(), told.into_inner());
    let asked = numbers.len();
    assert!(accepted * 2 > asked, "only {accepted} of {asked} were accepted");
    assert!(told * 4 > accepted, "only {told} of {accepted} are told by sets");
}
