//! The compiled evaluator says what the reference evaluator says: on changes of shipped files made at random, each as someone might
//! make it in a line or two. Rule files made of nothing are mostly walked; of these most are told by sets. Half of the changes are made of
//! words that fit together by their sort, half of lines that people write: these find more.
//!
//! Others, and more of them, are asked for by `PROPTEST_RNG_SEED=7 PROPTEST_CASES=2000 cargo test varied::`.

mod change;
mod likely;

use crate::chance::board;
use crate::generated::{config, usual};
use crate::recorded::{Asked, Digest, Recorded};
use crate::tool::{Chance, each, files, load, root, setup};
use change::Change;
use interp::eval::Evaluator;
use interp::eval::playout::Chance as Luck;
use interp::position::Position;
use interp::program::Program;
use interp::rules::Rules;
use interp::source::Source;
use likely::Likely;
use proptest::test_runner::RngSeed;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Boards of more cells are left to the other tests: the reference takes its time over each.
const LARGEST: usize = 100;

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
        "breakthrough",
        "marks.hot = 'ply'\npieces.man.moves.extra = 'step any to empty, unmark hot'\n\
         pieces.man.moves.warm = 'step orthogonal to empty, mark hot'",
    ),
    ("ataxx", "pieces.blob.moves.extra = 'slide orthogonal to empty, not see (ahead to empty)'"),
    ("ataxx", "actions.extra = 'pick own, lift as it, head any, (ahead to empty){1,3}, put it'"),
    (
        "ataxx",
        "actions.extra = 'pick own, lift as it, head any, ahead to enemy, capture, ahead to empty, put it'\n\
         pieces.blob.moves.more = 'jump any capturing enemy to empty'",
    ),
    ("ataxx", "pieces.blob.moves.extra = 'step any to empty, land, any to empty, land'"),
    (
        "ataxx",
        "pieces.blob.moves.extra = 'as home, step orthogonal to empty, land, go home, put blob'",
    ),
    (
        "breakthrough",
        "actions.extra = 'pick empty, put man'\n\
         pieces.man.moves.extra = 'as home, step orthogonal to empty, land, go home, put man'",
    ),
    ("gardner", "pieces.rook.moves.extra = 'step any to own and not rook, lift, land'"),
    ("minishogi", "pieces.gold.moves.extra = 'as gap, step any, land, go gap, drop gold'"),
    (
        "konane",
        "marks.hot = 'ply'\nmarks.cold = 'ply'\n\
         pieces.stone.moves.extra = 'not marked hot, slide orthogonal to empty'\n\
         pieces.stone.moves.more = 'step forward diagonal to enemy, mark cold'\n\
         pieces.stone.moves.warm = 'slide orthogonal to empty'",
    ),
    ("torus", "actions.place = 'pick empty, put stone, not in foul'\ngoals.foul = { line = 3 }"),
    ("torus", "pieces.stone.moves = 'step any to enemy | leap (2,1) to empty'"),
    ("gardner", "pieces.knight.moves.extra = 'jump any capturing enemy to empty, again'"),
    (
        "minixiangqi",
        "pieces.horse.moves.extra = 'jump any capturing enemy and not general to empty, again | step any'",
    ),
    ("tablut", "[[before.end]]\nwhen = 'some (own man and attacked)'\nwin = 'last'"),
    (
        "shatranj",
        "board.stack = 3\npieces.knight.moves.mount = 'step sideways to own, land on top'\n\
         turn.then = 'see (any to own)'",
    ),
    (
        "knightthrough",
        "board.stack = 3\npieces.knight.moves.mount = 'step sideways to own, land on top'\n\
         turn.again = 'captured'\nturn.then = 'see (any to own)'",
    ),
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
    ("gomoku", "pieces.stone.moves.drop = 'any to empty, land, any to empty, put stone'"),
    ("halma", "actions.drag = 'pick own, lift as it, any to empty, put it'"),
    (
        "focus",
        "numbers.spent = 'turn'\npieces.stone.moves.quick = 'if (spent exactly 0), step sideways to enemy, add 1 spent'\n\
         pieces.stone.moves.slow = 'step sideways, add 2 spent'\nturn.again = 'spent exactly 1'\n\
         [[forbid]]\nwhen = 'at least 2 (own stone and edge)'\n\
         [[end]]\nwhen = 'some (own stone and see (sideways to own stone))'\nwin = 'last'",
    ),
    (
        "isolation",
        "pieces.man.moves = 'step any to empty, land, any to empty, see (any to enemy), not home, put pit'",
    ),
    (
        "connect6",
        "actions.pair = 'pick empty, as one, if (some occupied), put stone, pick empty and see (any to at one), put stone'",
    ),
    (
        "quoridor",
        "actions.level = 'pick empty and crossing, take 1 walls, put wall'\n\
         actions.upright = 'pick empty, take 1 walls, orthogonal to empty and crossing, put wall'",
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
fn both_evaluators_agree_on_more_walks_than_a_byte_can_number() {
    let recorded = Recorded::open("varied", "many");
    let cells: Vec<String> =
        (0..64u8).map(|at| format!("{}{}", char::from(b'a' + at % 8), 8 - at / 8)).collect();
    let each_cell = |line: &dyn Fn(usize, &str) -> String| -> String {
        cells.iter().enumerate().map(|(at, cell)| line(at, cell)).collect()
    };
    let groups = each_cell(&|at, cell| {
        let (few, more) = (at % 5, 16 - at % 3);
        format!(
            "pieces.man.moves.w{at} = 'if (at least {few} own), step forward to empty and {cell} \
             | if (at most {more} own), step forward diagonal to enemy and {cell} \
             | if (at most {more} enemy), step backward diagonal to enemy and {cell} \
             | if (at least {few} enemy), step sideways to empty and {cell} \
             | if (at least {few} empty), step backward to empty and {cell}'\n"
        )
    });
    let places = each_cell(&|at, cell| {
        format!(
            "actions.p{at} = 'pick enemy and {cell} and see (any to own), flip \
             | pick enemy and {cell} and not see (any to own), lift | pick own and {cell}, lift \
             | pick empty and {cell} and see (any to own), put man \
             | pick empty and {cell} and not see (any to own), put man'\n"
        )
    });
    each(&[("groups", groups), ("places", places)], |(key, lines)| {
        let text = format!("extends = 'breakthrough'\nname = 'changed'\n{lines}");
        let rules = changed(&text).unwrap_or_else(|| panic!("{text}"));
        let start = setup(&rules).expect("a game that begins");
        let program = Program::compile(&rules, start.size);
        recorded.hold(key, |asked| {
            (1..=3).for_each(|seed| agree(asked, &rules, &program, &start, seed));
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
        let (chance, kinds) = (&mut chance, &base.kinds[..]);
        let text = match number % 2 {
            0 => Change { chance, kinds }.file(&base.name),
            _ => Likely { chance, kinds }.file(&base.name),
        };
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
