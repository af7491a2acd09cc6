//! Random games: the same seed gives the same games, every move is as likely as every other, and the
//! games are those of the reference evaluator.

use crate::recorded::Recorded;
use crate::tool::{interp, root};
use interp::eval::Evaluator;
use interp::eval::playout::{Chance, Playout};
use interp::notation::Notation;
use interp::position::{Position, State};
use interp::program::Program;
use interp::rules::Rules;
use interp::source::Source;
use interp::trace::Reference;
use std::path::Path;

/// Rules of these files are played: placements, captures in chains, promotion, repetition, counters.
const FILES: &[&str] = &["tomek", "checkers", "breakthrough", "minixiangqi", "makruk"];

/// The same, where no move is drawn that is not known to be one.
const PICKED: &[&str] =
    &["tomek", "checkers", "breakthrough", "antichess", "placement_chess", "surakarta"];

fn rules(name: &str) -> Rules {
    crate::tool::rules(&root().join(format!("rules/{name}.toml")))
}

fn setup(rules: &Rules) -> Position {
    crate::tool::setup(rules).expect("a usual starting position")
}

/// Each shipped file, and each small change of one, that says how games start.
fn each_started(work: impl Fn(&Path, &Rules, &Position) + Sync) {
    let shipped = crate::tool::files("rules", ".toml").into_iter();
    let files: Vec<_> = shipped.chain(crate::tool::files("tests/cases/cliffs", ".toml")).collect();
    crate::tool::each(&files, |path| {
        let rules = crate::tool::rules(path);
        if rules.setup.is_some() {
            work(path, &rules, &setup(&rules));
        }
    });
}

/// The game as the reference evaluator plays it, of the same choices.
fn slow(rules: &Rules, start: &Position, chance: &mut Chance, plies: u32) -> Playout {
    let reference = Reference::new(rules, start.size);
    let mut position = start.clone();
    let mut game = Playout::default();
    loop {
        game.state = reference.state(&position).expect("a small game");
        let moves = reference.moves(&position).expect("a small game");
        game.unended = game.plies == plies && !moves.is_empty();
        if moves.is_empty() || game.unended {
            return game;
        }
        game.plies += 1;
        game.choices += moves.len() as u64;
        game.surveyed += 1;
        let at = match rules.weights(moves.iter().map(|chosen| chosen.name)) {
            Some(weights) if weights.iter().any(|weight| *weight > 1) => chance.weighed(&weights),
            _ => chance.below(moves.len()),
        };
        let chosen = moves[at].clone();
        reference.play(&mut position, &chosen).expect("a small game");
    }
}

#[test]
fn the_games_are_those_of_the_reference_evaluator() {
    for name in PICKED {
        let rules = rules(name);
        let start = setup(&rules);
        let program = Program::compile(&rules, start.size);
        let mut evaluator = Evaluator::new(&program);
        for number in 1..=2 {
            let plies = 40;
            let fast = evaluator
                .playout(&start, &mut Chance::of_game(3, number), plies)
                .expect("a small game");
            let slow = slow(&rules, &start, &mut Chance::of_game(3, number), plies);
            assert_eq!(fast, slow, "{name}, game {number}");
        }
    }
}

#[test]
fn games_played_by_sets_are_those_that_are_walked() {
    let recorded = Recorded::walked("playout", "walked");
    each_started(|path, rules, start| {
        let program = Program::compile(rules, start.size);
        let name = path.strip_prefix(root()).expect("a path of the project").to_string_lossy();
        assert!(program.plays_by_sets(), "{name} is walked whole");
        recorded.hold(&name, |asked| {
            let mut evaluator = Evaluator::new(&program);
            for number in 1..=8 {
                let luck = Chance::of_game(17, number);
                asked.played(&mut evaluator, start, (luck, 400)).expect("a small game");
            }
        });
    });
    recorded.finish();
}

/// What an evaluator says of a position, and the beginnings of two games.
fn said(evaluator: &mut Evaluator<'_>, start: &Position) -> (u64, String) {
    let mut games = Vec::new();
    for number in 1..=2 {
        games.push(
            evaluator.playout(start, &mut Chance::of_game(8, number), 12).expect("few moves"),
        );
    }
    let count = evaluator.perft(start, 1).expect("few moves");
    let stands = (evaluator.state(start), evaluator.verdict(start), evaluator.key(start));
    (count, format!("{stands:?} {games:?}"))
}

#[test]
fn who_walks_at_first_says_the_same() {
    each_started(|path, rules, start| {
        // Of one program both would see the same sets as soon as they are made.
        let [one, other] = [(); 2].map(|()| Program::compile(rules, start.size));
        let (lazy, ready) = (&mut Evaluator::lazy(&one), &mut Evaluator::new(&other));
        assert_eq!(said(lazy, start), said(ready, start), "{path:?}");
    });
}

/// Holds that of so many legal first moves each is as likely as every other; `least` is what chi-square with one
/// degree of freedom fewer stays below in all but one of ten thousand runs.
fn assert_alike(rules: &Rules, start: &Position, legal: usize, least: f64) {
    let program = Program::compile(rules, start.size);
    let mut evaluator = Evaluator::new(&program);
    let mut counts = std::collections::BTreeMap::<_, u32>::new();
    for number in 1..=100 * legal as u64 {
        let chance = &mut Chance::of_game(11, number);
        let mut first = None;
        evaluator.replay(start, chance, 1, |chosen| first = Some(chosen)).expect("a small game");
        *counts.entry(first.expect("a first move")).or_default() += 1;
    }
    assert_eq!(counts.len(), legal, "{counts:?}");
    let squares = counts.values().map(|count| (f64::from(*count) - 100.0).powi(2) / 100.0);
    assert!(squares.sum::<f64>() < least, "{counts:?}");
}

/// Holds that a game that sets play is the one that is walked, of the same choices; what became of it.
#[track_caller]
fn assert_walked(evaluator: &mut Evaluator<'_>, start: &Position, chance: Chance) -> Playout {
    let (mut sets, mut walks) = (chance.clone(), chance);
    let game = format!("{sets:?}");
    let told = evaluator.playout(start, &mut sets, 40).expect("a small game");
    let walked = evaluator.replay(start, &mut walks, 40, |_| {});
    assert_eq!(Ok(told), walked, "{game}");
    assert_eq!(sets.number(), walks.number(), "{game}");
    told
}

#[test]
fn every_first_move_is_as_likely_as_every_other() {
    let rules = rules("tomek");
    assert_alike(&rules, &setup(&rules), 16, 44.0);
}

/// Moves that are walked, of which several ways come to the same, or few ways come to anything.
const WAYS: [(&str, &str); 15] = [
    (
        "act",
        "pick empty, put rock, pick empty and not corner, put rock, pick empty and edge, put rock",
    ),
    ("act", "pick empty and corner, put rock, pick empty, put rock, pick empty, put rock"),
    ("act", "pick empty, put man, (any to empty, put man | pick empty and edge, put man)"),
    ("act", "pick empty, put man, each any (ahead to enemy, flip)?, (pick enemy and edge, lift)?"),
    ("act", "pick empty, put man, (pick enemy, lift, any to empty, put rock)?"),
    ("act", "pick own, lift, pick empty, put man"),
    ("act", "pick own, lift, pick empty, put man, any to empty, put rock"),
    ("act", "pick empty, put man, (turn near left | turn far right)"),
    ("act", "pick empty, put man, any b of block (b, turn b left)"),
    (
        "act",
        "pick empty, note distance any to own as n, n at most 2, put man, pick empty and edge, put rock",
    ),
    (
        "act",
        "pick empty, note distance any to own as n, put man, any to empty, put rock, n at most 2",
    ),
    ("act", "pick empty, put man, as here, go b2, (capture, go here)?, any to empty, put rock"),
    (
        "go",
        "step any to empty, land, pick empty, note distance any to enemy as n, n at most 2, put rock",
    ),
    ("go", "step any to empty, land, pick empty, put rock, any to empty, put rock"),
    ("go", "pick empty, note distance any to own as n, n at most 2, land, any to empty, put rock"),
];

#[test]
fn walked_moves_are_alike_however_many_ways_come_to_them() {
    for (sort, walk) in WAYS {
        let (moves, act) = match sort {
            "act" => (String::new(), format!("act = '{walk}'")),
            _ => (format!("moves = '{walk}'"), String::new()),
        };
        let text = format!(
            "interp = 1\nname = 'ways'\n[board]\nsize = [4, 4]\n[players]\norder = ['white', 'black']\n\
             [areas]\nblock = {{ blocks = [2, 2] }}\n[regions]\nnear = 'files a to b and ranks 2 to 3'\nfar = 'files c to d and ranks 2 to 3'\n\
             [pieces.man]\n{moves}\n[pieces.rock]\nowner = 'none'\n[actions]\n{act}\n\
             [[end]]\nwhen = 'mover stuck'\nwin = 'last'\n[format]\nask = 'moves'\ncase = '{{turn}} {{board:packed}}'\n\
             cells = {{ '.' = 'empty', w = 'white man', b = 'black man', x = 'rock' }}\n"
        );
        let (_, rules) = crate::tool::load(Source::new("ways.toml", text));
        let rules = rules.expect("sound rules");
        let start = Notation::new(&rules).position("white b1x1/1w1b/xb2/2w1");
        let start = start.expect("a position").position;
        let program = Program::compile(&rules, start.size);
        let listing = program.listing();
        let games = listing.iter().find(|line| line.rule == "games").expect("a line");
        assert!(games.form.contains("a way drawn"), "{walk}: {}", games.form);
        assert_alike_for_long(&program, &start, walk);
    }
}

/// Holds that at the first turns of many games, each of which may find its move in another way, of as many legal moves one is as likely
/// as another, whichever it is in their order.
#[track_caller]
fn assert_alike_for_long(program: &Program, start: &Position, walk: &str) {
    const GAMES: u64 = 3_000;
    let mut evaluator = Evaluator::new(program);
    let mut counts = std::collections::BTreeMap::<(usize, usize), Vec<u32>>::new();
    for number in 1..=GAMES {
        let chance = &mut Chance::of_game(5, number);
        let mut made = Vec::new();
        evaluator.replay(start, chance, 4, |chosen| made.push(chosen)).expect("a small game");
        let (mut position, mut legal) = (start.clone(), Vec::new());
        for (turn, chosen) in made.iter().enumerate() {
            evaluator.moves(&position, &mut legal).expect("a small game");
            let at = legal.iter().position(|legal| legal == chosen).expect("a legal move");
            let of = counts.entry((turn, legal.len())).or_insert_with(|| vec![0; legal.len()]);
            of[at] += 1;
            evaluator.play(&mut position, chosen).expect("a small game");
        }
    }
    let (mut squares, mut free) = (0.0, 0.0);
    for of in counts.values() {
        let each = f64::from(of.iter().sum::<u32>()) / of.len() as f64;
        // Where fewer are expected the sum of squares says little.
        if each >= 5.0 && of.len() > 1 {
            squares +=
                of.iter().map(|count| (f64::from(*count) - each).powi(2) / each).sum::<f64>();
            free += (of.len() - 1) as f64;
        }
    }
    assert!(free > 0.0, "{walk}");
    // Of a thousand that are alike it is larger in one (Wilson and Hilferty 1931).
    let least = free * (1.0 - 2.0 / (9.0 * free) + 3.1 * (2.0 / (9.0 * free)).sqrt()).powi(3);
    assert!(squares < least, "{walk}: {squares} of {least}, {free} free: {counts:?}");
}

#[test]
fn moves_that_are_drawn_again_leave_the_others_alike() {
    // On the five cells of the last rank a stone would have no liberty; it may be put on the nine of the first.
    let board = "black 0
.O.O.O.O.
OOOOOOOOO
OOOOOOOOO
OOOOOOOOO
OOOOOOOOO
OOOOOOOOO
OOOOOOOOO
OOOOOOOOO
.........
";
    let rules = rules("go_9");
    let start = Notation::new(&rules).position(board).expect("a position").position;
    assert_alike(&rules, &start, 10, 34.0);
}

/// A prohibition refuses all but three of sixteen placements, and the first stone ends the game.
const REFUSED: &str = r##"
interp = 1
name   = "Three cells"

[board]
size = [4, 4]

[players]
order = ["white", "black"]

[pieces]
stone = {}

[actions]
place = 'pick empty, put stone'

[[forbid]]
when = 'some (own and not (a1 or b3 or d2))'

[[end]]
when = 'some (stone and a1)'
draw = true
[[end]]
when = 'some (stone and b3)'
draw = true
[[end]]
when = 'some (stone and d2)'
draw = true
[[end]]
when = 'mover stuck'
draw = true

[[verdict]]
say  = "The game goes on."

[format]
case  = "{board}"
turn  = 'fewest'
cells = { "." = 'empty', W = 'white stone', B = 'black stone' }
"##;

#[test]
fn moves_that_a_prohibition_refuses_leave_the_others_alike() {
    let (_, rules) = crate::tool::load(Source::new("three_cells.toml", REFUSED));
    let rules = rules.expect("sound rules");
    let start = Notation::new(&rules).position("....\n....\n....\n....\n").expect("a position");
    // Eight draws are in vain in one game of five; then the three are listed.
    assert_alike(&rules, &start.position, 3, 18.4);
    let program = Program::compile(&rules, start.position.size);
    let games = program.listing().into_iter().find(|line| line.rule == "games").expect("a line");
    assert_eq!(games.form, "moves picked by number, and again where one is refused");
    let mut evaluator = Evaluator::new(&program);
    let mut counts = [0u32; 3];
    for number in 1..=3000 {
        let game = evaluator.playout(&start.position, &mut Chance::of_game(7, number), 4);
        let State::Drawn(ending) = game.expect("a small game").state else { panic!("a draw") };
        counts[ending] += 1;
    }
    let squares = counts.map(|count| (f64::from(count) - 1000.0).powi(2) / 1000.0);
    assert!(squares.iter().sum::<f64>() < 18.4, "{counts:?}");
}

#[test]
fn moves_of_two_parts_are_alike_whatever_their_first_parts() {
    // From the corner three cells are reached, and from these two, two and three; the other piece has one move.
    let board = "W
##########
##########
#####.W###
##########
##########
##########
##########
##########
.#########
W..#######
";
    let rules = rules("amazons");
    let start = Notation::new(&rules).position(board).expect("a position").position;
    assert_alike(&rules, &start, 8, 30.0);
}

/// Moves of two parts: only from the corners can something be put.
const TWO_PARTS: &str = r##"
interp = 1
name   = "Two parts"

[board]
size = [3, 3]

[players]
order = ["white", "black"]

[pieces.walker]
moves = 'step any to empty, land, leap (2,2) to empty, put wall'

[pieces.wall]
owner = "none"

[[end]]
when = 'mover stuck'
win  = 'last'

[[verdict]]
say  = "The mover has lost."
when = 'mover stuck'
[[verdict]]
say  = "The game goes on."

[format]
case  = "{turn}\n{board}"
turn  = { W = "white", B = "black" }
cells = { "." = 'empty', W = 'white walker', B = 'black walker', "#" = 'wall' }
"##;

#[test]
fn first_parts_without_a_second_are_no_moves() {
    let (_, rules) = crate::tool::load(Source::new("two_parts.toml", TWO_PARTS));
    let rules = rules.expect("sound rules");
    let position = |board| Notation::new(&rules).position(board).expect("a position").position;
    assert_alike(&rules, &position("W\n..B\n.W.\n...\n"), 2, 15.2);
    let stuck = position("W\n..B\n...\nW..\n");
    let program = Program::compile(&rules, stuck.size);
    assert!(program.plays_by_sets());
    let mut evaluator = Evaluator::new(&program);
    for start in [stuck, position("B\n..B\n...\n.W.\n"), position("W\n..B\n.W.\n...\n")] {
        for number in 1..=20 {
            let told = assert_walked(&mut evaluator, &start, Chance::of_game(19, number));
            assert_ne!(told.state, State::Ongoing);
        }
    }
}

#[test]
fn moves_whose_parts_are_drawn_unseen_are_alike() {
    let text = TWO_PARTS.replace("step any", "slide any").replace("leap (2,2)", "slide any");
    let (_, rules) = crate::tool::load(Source::new("two_slides.toml", text));
    let rules = rules.expect("sound rules");
    // Most cells are empty, and the two pieces have not as many moves.
    let start = Notation::new(&rules).position("W\nW..\n..B\n.W.\n").expect("a position").position;
    assert_alike(&rules, &start, 46, 89.2);
}

/// Who stands alone after his own move is taken off: most moves of two that stand side by side leave neither.
const LONELY: &str = r##"
interp = 1
name   = "Lonely men go"

[board]
size = [4, 3]

[players]
order = ["white", "black"]

[pieces.man]
moves = 'step any to empty | leap (2,1) to empty'

[turn]
then = 'every own and not see (any to own) (lift)?'

[[end]]
when = 'mover stuck'
win  = 'last'

[format]
ask   = 'moves'
case  = "{turn}\n{board}"
turn  = { W = "white", B = "black" }
cells = { "." = 'empty', W = 'white man', B = 'black man' }
"##;

#[test]
fn moves_that_come_to_the_same_are_drawn_as_one() {
    let (_, rules) = crate::tool::load(Source::new("lonely.toml", LONELY));
    let rules = rules.expect("sound rules");
    let start = Notation::new(&rules).position("W\nWW..\n....\n..BB\n").expect("a position");
    // One in which both go, and five in which they stand side by side again.
    assert_alike(&rules, &start.position, 6, 25.7);
    let program = Program::compile(&rules, start.position.size);
    let mut evaluator = Evaluator::new(&program);
    for number in 1..=200 {
        assert_walked(&mut evaluator, &start.position, Chance::of_game(3, number));
    }
}

#[test]
fn games_are_the_same_before_and_after_the_rules_are_lowered() {
    each_started(|path, rules, start| {
        let [early, late] = [(); 2].map(|()| Program::compile(rules, start.size));
        let (mut one, mut two) = (Chance::of_game(7, 1), Chance::of_game(7, 1));
        let walked = Evaluator::lazy(&early).playout(start, &mut one, 20);
        let told = Evaluator::new(&late).playout(start, &mut two, 20);
        assert_eq!(walked, told, "{}", path.display());
        assert_eq!(one.number(), two.number(), "{}", path.display());
    });
}

/// A lone runner may not go back to where it was.
const NO_WAY_BACK: &str = r##"
interp = 1
name   = "No way back"

[board]
size = [2, 1]

[players]
order = ["white", "black"]

[pieces.runner]
moves = 'step any to empty'

[turn]
skip = 'mover stuck'

[[forbid]]
when = 'board repeated 2'

[[verdict]]
say  = "The game goes on."

[format]
case  = "{turn} {board}"
turn  = { W = "white", B = "black" }
cells = { "." = 'empty', w = 'white runner', b = 'black runner' }
"##;

#[test]
fn who_is_passed_over_is_asked_after_the_move() {
    let (_, rules) = crate::tool::load(Source::new("no_way_back.toml", NO_WAY_BACK));
    let rules = rules.expect("sound rules");
    let start = Notation::new(&rules).position("W w.").expect("a position").position;
    let program = Program::compile(&rules, start.size);
    let (mut evaluator, reference) = (Evaluator::new(&program), Reference::new(&rules, start.size));
    // Neither can move then: white alone could, but for the board from which the runner came.
    let moves = reference.moves(&start).expect("a small game");
    let mut found = Vec::new();
    evaluator.moves(&start, &mut found).expect("a small game");
    assert_eq!(found, moves);
    let [only] = &moves[..] else { panic!("one move: {moves:?}") };
    let mut after = start.clone();
    reference.play(&mut after, only).expect("a small game");
    assert_eq!(Notation::new(&rules).player_name(after.turn), "black");
    let chance = || Chance::of_game(1, 1);
    let told = evaluator.playout(&start, &mut chance(), 9).expect("a small game");
    assert_eq!(told, slow(&rules, &start, &mut chance(), 9));
    assert_eq!(evaluator.replay(&start, &mut chance(), 9, |_| {}), Ok(told));
    assert_eq!((told.plies, told.unended), (1, false));
}

#[test]
fn the_same_seed_gives_the_same_games_and_another_seed_others() {
    let games = |seed: &str| {
        let ran = interp(&["playout", "--rules", "tomek", "--games", "60", "--seed", seed], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran.out
    };
    assert_eq!(games("5"), games("5"));
    assert_ne!(games("5"), games("6"));
    // The numbers themselves, so that they are the same on every machine.
    let told = "60 games from seed 5\n";
    assert!(games("5").starts_with(told), "{}", games("5"));
}

#[test]
fn games_that_are_not_over_are_named_and_can_be_looked_at() {
    let args = ["playout", "--rules", "chess", "--plies", "12", "--seed", "9"];
    let told = interp(&[&args[..], &["--games", "3"]].concat(), "").out;
    assert!(told.contains("not over after 12 plies: game 1, 2, 3\n`--game 1` instead"), "{told}");
    let one = interp(&[&args[..], &["--game", "2"]].concat(), "").out;
    let (line, end) = one.split_once('\n').expect("two lines");
    assert_eq!(end, "not over after 12 plies\n");
    assert_eq!(line.split(' ').count(), 12, "{line}");
    let played = interp(&["board", "--rules", "chess", "--play", line], "");
    assert_eq!((played.code, played.err.as_str()), (0, ""), "{line}");
}

#[test]
fn the_moves_of_a_game_are_read_again() {
    for name in FILES {
        for number in ["1", "2"] {
            let args = ["playout", "--rules", name, "--plies", "80", "--game", number];
            let told = interp(&args, "");
            let line = told.out.lines().next().expect("a line of moves");
            let again = interp(&["board", "--rules", name, "--play", line], "");
            assert_eq!((again.code, again.err.as_str()), (0, ""), "{name}: {line}");
        }
    }
}

#[test]
fn games_are_told_to_programs() {
    let args = ["playout", "--rules", "tomek", "--games", "40", "--format", "json"];
    let told: serde_json::Value = serde_json::from_str(&interp(&args, "").out).expect("one record");
    let number = |key: &str| told[key].as_u64().unwrap_or_else(|| panic!("{key} of {told}"));
    let wins: u64 = told["wins"]
        .as_array()
        .expect("wins")
        .iter()
        .map(|won| won["games"].as_u64().expect("games"))
        .sum();
    assert_eq!((number("games"), number("open")), (40, 0));
    assert_eq!(wins + number("draws"), 40);
    let endings = told["endings"].as_array().expect("endings");
    let ended = endings.iter().map(|ending| ending["games"].as_u64().expect("games"));
    assert_eq!(ended.sum::<u64>(), 40);
    assert!(told["plies"]["least"].as_u64() >= Some(7), "{told}");
}

#[test]
fn a_finished_game_is_tallied_without_a_move() {
    let won = "XXXX\nOOO.\n....\n....\n";
    let args = ["playout", "--rules", "tomek", "--games", "2", "--position", won];
    let expected = "2 games from seed 1\nx wins  2  100.0 %\no wins  0    0.0 %\ndrawn   0    0.0 %\n\
                    0.00 plies a game, from 0 to 0\n\
                    2 ended by `x four`  (tomek:26)\n";
    assert_eq!(interp(&args, "").out, expected);
}
