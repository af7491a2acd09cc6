//! Moves that are drawn: as often as they weigh, in games at random, in what a game is worth, and in what programs are told.

use crate::chance::Pair;
use crate::tool::{files, interp, rules};
use crate::worth::{assert_expected, at_random, expected};
use interp::eval::Evaluator;
use interp::eval::playout::Chance;
use interp::eval::search::{Bound, search};
use interp::eval::solve::{Solved, solve};
use interp::index::Player;
use interp::notation::Notation;
use interp::position::{Position, State};
use interp::program::Program;
use interp::rules::Rules;
use interp::{Game, Search};
use std::collections::BTreeMap;

/// The games of `tests/cases/chance`, and the small one that is shipped.
fn games() -> Vec<(String, Rules)> {
    let mut paths = files("tests/cases/chance", ".toml");
    paths.push(crate::tool::root().join("rules/dice_race.toml"));
    paths.into_iter().map(|path| (path.display().to_string(), rules(&path))).collect()
}

fn case(name: &str) -> Rules {
    rules(&crate::tool::root().join(format!("tests/cases/chance/{name}.toml")))
}

fn start(rules: &Rules) -> Position {
    crate::tool::setup(rules).expect("a usual starting position")
}

fn position(rules: &Rules, text: &str) -> Position {
    Notation::new(rules).position(text).expect("a position").position
}

/// Chi-square of what was drawn against what was to be expected.
fn square(found: &[(u32, f64)]) -> f64 {
    found.iter().map(|(count, expected)| (f64::from(*count) - expected).powi(2) / expected).sum()
}

/// Holds that of 30,000 first moves each is drawn as often as it weighs; `least` is what chi-square stays below in all but one of ten
/// thousand runs.
fn assert_drawn(rules: &Rules, start: &Position, least: f64) {
    let program = Program::compile(rules, start.size);
    let mut evaluator = Evaluator::new(&program);
    let mut moves = Vec::new();
    evaluator.moves(start, &mut moves).expect("a small game");
    let likely = rules.probabilities(&moves).expect("they are drawn");
    assert!((likely.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let mut counts = BTreeMap::<_, u32>::new();
    for number in 1..=30_000 {
        let chance = &mut Chance::of_game(13, number);
        let mut first = None;
        evaluator.replay(start, chance, 1, |chosen| first = Some(chosen)).expect("a small game");
        *counts.entry(first.expect("a first move")).or_default() += 1;
    }
    let count = |chosen| counts.get(chosen).copied().unwrap_or(0);
    let each = moves.iter().zip(&likely);
    let found: Vec<(u32, f64)> =
        each.map(|(chosen, likely)| (count(chosen), likely * 30_000.0)).collect();
    assert!(square(&found) < least, "{}: {found:?}", rules.name);
}

#[test]
fn moves_are_drawn_as_often_as_they_weigh() {
    let [toss, rain, race] = ["toss", "rain", "race"].map(case);
    assert_drawn(&toss, &start(&toss), 15.2);
    assert_drawn(&race, &start(&race), 15.2);
    assert_drawn(&rain, &start(&rain), 37.4);
    assert_drawn(&rain, &position(&rain, "blue rb1/b2/r2/br1"), 25.8);
    let twins = case("twins");
    assert_drawn(&twins, &start(&twins), 21.2);
}

#[test]
fn games_at_random_are_won_as_often_as_all_positions_together_say() {
    let mut known = 0;
    for (name, rules) in games() {
        let start = start(&rules);
        let Some(worth) = at_random(&rules, &start) else { continue };
        known += 1;
        let program = Program::compile(&rules, start.size);
        let mut evaluator = Evaluator::new(&program);
        let (mut sum, games) = (0.0, 4_000);
        for number in 1..=games {
            let played = evaluator.playout(&start, &mut Chance::of_game(19, number), 10_000);
            sum += match played.expect("a small game").state {
                State::Won(Player(0), _) => 1.0,
                State::Won(..) => -1.0,
                _ => 0.0,
            };
        }
        let mean = sum / games as f64;
        // Four times the standard deviation of a mean of values from -1 to 1.
        assert!((mean - worth).abs() < 4.0 / (games as f64).sqrt(), "{name}: {mean}, not {worth}");
    }
    assert!(known >= 5, "only {known} games are small enough");
}

fn chances(rules: &Rules, position: &Position) -> Vec<f64> {
    let program = Program::compile(rules, position.size);
    let mut evaluator = Evaluator::new(&program);
    let solved = solve(&mut evaluator, position, Bound::default(), false, &mut |_| {});
    let Ok(Solved::Decided(solution)) = solved else { panic!("{solved:?}") };
    solution.chances.expect("moves are drawn")
}

#[test]
fn what_was_worked_out_by_hand_is_found() {
    // p = 1/3 + 2/3 (1 - p).
    let toss = case("toss");
    assert!((chances(&toss, &start(&toss))[0] - 0.6).abs() < 1e-9);
    // One man is a step from home: a throw of one, two times in three, wins; else it is the other one's turn, who has the same before him:
    // p = 2/3 + 1/3 (1 - p).
    let race = case("race");
    let last = position(&race, "red 5b/5r 0 1+1");
    assert!((chances(&race, &last)[0] - 1.0).abs() < 1e-9, "either throw brings him home");
    // Who stakes wins one time in two, and who waits leaves the stake to the other: nobody gains by either.
    let stake = case("stake");
    let found = chances(&stake, &start(&stake));
    assert!((found[0] - 0.5).abs() < 1e-9 && (found[1] - 0.5).abs() < 1e-9, "{found:?}");
    // Half of all games are drawn, and the rest are even: 1/4 each.
    let twins = case("twins");
    let found = chances(&twins, &start(&twins));
    assert!((found[0] - 0.5).abs() < 1e-9 && (found[1] - 0.25).abs() < 1e-9, "{found:?}");
}

#[test]
fn the_worth_of_a_game_is_what_the_reference_evaluator_finds() {
    let mut decided = 0;
    for (name, rules) in games() {
        let program = Program::compile(&rules, start(&rules).size);
        let mut evaluator = Evaluator::new(&program);
        // From the start, and from where random games lead.
        for number in 0..30 {
            let mut from = start(&rules);
            let layout = rules.layout(from.size);
            let mut line = Vec::new();
            let chance = &mut Chance::of_game(5, number);
            evaluator
                .replay(&from, chance, number as u32, |chosen| line.push(chosen))
                .expect("a small game");
            layout.complete(&mut from.cells, from.turn);
            line.iter().for_each(|chosen| from.apply(chosen, &layout));
            from.ply = 0;
            let Some(worth) = expected(&rules, &from) else { continue };
            let solved = solve(&mut evaluator, &from, Bound::default(), false, &mut |_| {});
            assert_expected(worth, &from, solved.as_ref().ok(), &name);
            decided += 1;
        }
    }
    assert!(decided > 60, "only {decided} positions were compared");
}

#[test]
fn a_search_finds_a_move_that_is_worth_the_most() {
    let rules = rules(&crate::tool::root().join("rules/dice_race.toml"));
    let program = Program::compile(&rules, start(&rules).size);
    let mut evaluator = Evaluator::new(&program);
    let boards = [
        "black 4bw1 1,0,0,0,0,0,1 1 0+0",
        "white 2wwb2 0,0,0,0,0,0,1 3 0+0",
        "white 3w1b1 1,0,0,0,0,0,1 1 0+0",
        "black 1ww1b2 0,0,0,0,0,0,1 1 0+0",
    ];
    for board in boards {
        let before = position(&rules, board);
        let bound = Bound { nodes: Some(20_000), ..Bound::default() };
        let found = search(&mut evaluator, &before, bound, 1).expect("a small game");
        let chosen = found.expect("a move").line.remove(0);
        let layout = rules.layout(before.size);
        let mut worths = Vec::new();
        let mut moves = Vec::new();
        evaluator.moves(&before, &mut moves).expect("a small game");
        for one in &moves {
            let mut after = before.clone();
            layout.complete(&mut after.cells, after.turn);
            after.apply(one, &layout);
            worths.push((chances(&rules, &after)[before.turn.index()], one.clone()));
        }
        let best = worths.iter().map(|(worth, _)| *worth).fold(0.0, f64::max);
        let worth = worths.iter().find(|(_, one)| *one == chosen).expect("a legal move").0;
        assert!(best - worth < 0.02, "{board}: {chosen:?} is worth {worth}, and not {best}");
    }
}

#[test]
fn embedders_are_told_how_likely_each_move_is() {
    let game = Game::shipped("dice_race").expect("a game");
    let mut play = game.start().expect("a start");
    let moves = play.moves().expect("moves");
    assert!(moves.are_drawn());
    let likely: Vec<_> =
        moves.iter().map(|one| (one.text().to_owned(), one.probability())).collect();
    let expected = [("die-1", 0.5), ("die-2", 1.0 / 3.0), ("die-3", 1.0 / 6.0)];
    let expected = expected.map(|(text, likely)| (text.to_owned(), Some(likely)));
    assert_eq!(likely, expected);
    assert!(play.best(Search::nodes(1000)).expect("a search").is_none(), "nobody chooses");
    play.make("die-2").expect("a throw");
    let moves = play.moves().expect("moves");
    assert!(!moves.are_drawn() && moves.iter().all(|one| one.probability().is_none()));
}

#[test]
fn every_answer_says_that_a_move_is_drawn() {
    let out = |arguments: &[&str]| {
        let ran = interp(arguments, "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    assert_eq!(out(&["moves", "dice_race"]), "die-1  0.500000\ndie-2  0.333333\ndie-3  0.166667\n");
    assert_eq!(out(&["perft", "dice_race", "--depth", "3"]), "9\n");
    let told = out(&["explain", "dice_race"]);
    let expected = "nobody chooses: one of them is drawn
  die-1: 3 times in 6  (dice_race:17)
  die-2: 2 times in 6  (dice_race:17)
  die-3: 1 time in 6  (dice_race:17)
";
    assert!(told.ends_with(expected), "{told}");
    let told = out(&["explain", "dice_race", "--move", "die-2"]);
    assert!(told.starts_with("die-2 is legal, and drawn 2 in 6\n"), "{told}");
    let told = out(&["explain", "royal_game_of_ur", "--move", "e1-a1"]);
    assert!(told.contains("is not legal"), "{told}");
    let solved = out(&["solve", "--rules", "tests/cases/chance/twins.toml"]);
    assert!(
        solved.starts_with(
            "first wins with probability 0.500000
second wins with probability 0.250000
a draw with probability 0.250000
"
        ),
        "{solved}"
    );
    let told = out(&["moves", "dice_race", "--format", "json"]);
    assert!(told.contains(r#""probability":0.5"#), "{told}");
    let told = out(&["solve", "dice_race", "--format", "json"]);
    assert!(told.contains(r#""chances":[{"player":"white","probability":0.5199"#), "{told}");
}

#[test]
fn both_evaluators_agree_where_moves_are_drawn() {
    let shipped = ["backgammon", "dealt_chess960", "ludo", "royal_game_of_ur"];
    let shipped =
        shipped.map(|name| rules(&crate::tool::root().join(format!("rules/{name}.toml"))));
    for rules in games().into_iter().map(|(_, rules)| rules).chain(shipped) {
        let start = start(&rules);
        let pair = Pair::new(&rules, start.size);
        for seed in 1..=2 {
            pair.assert_game(start.clone(), 24, &mut crate::tool::Chance::new(seed));
        }
    }
}
