//! Every legal move has a number, numbers do not depend on the position, and planes show what there is.

use crate::chance::board;
use crate::generated::{config, rule_file};
use crate::tool::{Chance, each, files, root, setup};
use interp::actions::{Actions, RANKS, SPARE};
use interp::eval::Evaluator;
use interp::index::{Cell, Player};
use interp::notation::Notation;
use interp::planes::Planes;
use interp::position::{Move, Position, Size};
use interp::program::Program;
use interp::rules::Rules;
use interp::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Moves of random games from each setup; a position with more moves counts for more of them.
const PLIES: usize = 80;
/// Moves of one position that go to and fro one by one.
const TRIED: usize = 24;
/// Masks that are longer are made once a game.
const MASK: usize = 20_000;

fn rules(name: &str) -> Rules {
    crate::tool::rules(&root().join(format!("rules/{name}.toml")))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn actions(name: &str) -> Actions {
    let rules = rules(name);
    let size = setup(&rules).expect("a setup").size;
    Actions::new(&rules, size).expect("not too many")
}

/// Holds that numbers and legal moves are one to one; the numbers.
pub fn assert_round_trip(
    actions: &Actions,
    position: &Position,
    legal: &[Move],
    chance: &mut Chance,
    shown: &str,
) -> Vec<u32> {
    let mut found = Vec::new();
    actions.numbers(position, legal, &mut found);
    let numbers: Vec<u32> = found.iter().flatten().copied().collect();
    let set: BTreeSet<u32> = numbers.iter().copied().collect();
    assert_eq!(numbers.len(), legal.len().min(actions.len()), "{shown}: moves without a number");
    assert_eq!(set.len(), numbers.len(), "{shown}: two moves of one number");
    assert!(numbers.iter().all(|number| (*number as usize) < actions.len()), "{shown}");
    let all = legal.len() <= TRIED;
    for step in 0..legal.len().min(TRIED) {
        let at = if all { step } else { chance.below(legal.len()) };
        assert_eq!(actions.of(position, &legal[at], legal), found[at], "{shown}");
        if let Some(number) = found[at] {
            assert_eq!(actions.find(position, legal, number), Some(&legal[at]), "{shown}");
        }
    }
    for _ in 0..4 {
        let number = chance.below(actions.len()) as u32;
        let named = actions.find(position, legal, number).is_some();
        assert_eq!(named, set.contains(&number), "{shown}: {number}");
    }
    for beyond in [actions.len() as u32, u32::MAX] {
        assert_eq!(actions.find(position, legal, beyond), None, "{shown}");
        assert_eq!(actions.meaning(beyond), None, "{shown}");
    }
    numbers
}

fn assert_mask(actions: &Actions, position: &Position, legal: &[Move], numbers: &[u32]) {
    let mut mask = Vec::new();
    actions.mask(position, legal, &mut mask);
    assert_eq!(mask.len(), actions.len());
    assert_eq!(mask.iter().filter(|on| **on).count(), legal.len());
    assert!(numbers.iter().all(|number| mask[*number as usize]));
}

/// Whether a number is one of the move's own: its meaning names the ends of the move's path.
fn is_own(actions: &Actions, chosen: &Move, number: u32) -> bool {
    let Some(meaning) = actions.meaning(number) else { return false };
    let ends = [meaning.stops.first(), meaning.stops.last()].map(|end| end.map(|stop| stop.cell));
    let merged = actions.groups().any(|group| group.name == chosen.name && group.merged);
    meaning.name == chosen.name
        && (ends == [chosen.path.first(), chosen.path.last()].map(Option::<&Cell>::copied)
            || merged && chosen.path.len() == 1)
}

#[test]
fn every_legal_move_of_random_games_has_a_number_of_its_own_and_the_mask_is_the_legal_moves() {
    let (seen, moves) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (sizes, spared) = (Mutex::new(Vec::new()), Mutex::new(BTreeMap::new()));
    each(&files("rules", ".toml"), |path| {
        let rules = crate::tool::rules(path);
        let Some(start) = setup(&rules) else { return };
        let actions = Actions::new(&rules, start.size).expect("not too many");
        let sized = format!("{}: {}", stem(path), size(&rules, &actions));
        sizes.lock().expect("no game has failed").push(sized);
        let program = Program::compile(&rules, start.size);
        let mut evaluator = Evaluator::new(&program);
        let mut chance = Chance::new(actions.len() as u64);
        let (mut position, mut legal) = (start.clone(), Vec::new());
        let mut earlier: Option<Move> = None;
        let (mut left, mut masked) = (PLIES, false);
        while left > 0 {
            evaluator.moves(&position, &mut legal).expect("a game");
            let shown = || format!("{}\n{}", stem(path), Notation::new(&rules).draw(&position));
            let numbers = assert_round_trip(&actions, &position, &legal, &mut chance, &shown());
            for (chosen, number) in legal.iter().zip(&numbers) {
                // Of a chain there may be more routes between two cells than have numbers.
                let spare = actions.meaning(*number).is_none();
                let own = is_own(&actions, chosen, *number);
                assert!(own || spare, "{number}: {chosen:?}\n{}", shown());
                if !own {
                    let mut spared = spared.lock().expect("no game has failed");
                    *spared.entry(stem(path)).or_insert(0_usize) += 1;
                }
            }
            if actions.len() <= MASK || !masked {
                assert_mask(&actions, &position, &legal, &numbers);
                masked = true;
            }
            if let Some(earlier) = earlier.filter(|earlier| !legal.contains(earlier)) {
                assert_eq!(actions.of(&position, &earlier, &legal), None, "{}", shown());
            }
            seen.fetch_add(1, Ordering::Relaxed);
            moves.fetch_add(legal.len(), Ordering::Relaxed);
            left = left.saturating_sub(1 + legal.len() / 100);
            earlier = legal.first().cloned();
            match legal.is_empty() {
                true => position.clone_from(&start),
                false => {
                    let chosen = chance.of(&legal).clone();
                    evaluator.play(&mut position, &chosen).expect("a game");
                }
            }
        }
    });
    let (seen, moves) = (seen.into_inner(), moves.into_inner());
    assert!(seen > 4000 && moves > 100_000, "{seen} positions, {moves} moves");
    let spared = spared.into_inner().expect("no game has failed");
    assert!(
        spared.values().sum::<usize>() < 40,
        "moves that have no number of their own: {spared:?}"
    );
    let mut sizes = sizes.into_inner().expect("no game has failed");
    sizes.sort();
    insta::with_settings!({ snapshot_path => "../snapshots/actions", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("sizes", sizes.join("\n"));
    });
}

/// How many actions there are, and by which names.
fn size(rules: &Rules, actions: &Actions) -> String {
    let group = |group: interp::actions::Group| {
        let told = match group {
            _ if group.ranks > 1 => " in ranks",
            _ if group.merged => " merged",
            _ => "",
        };
        format!("{} {}{told}", rules.move_names[group.name.index()], group.len)
    };
    let groups: Vec<String> = actions.groups().map(group).collect();
    format!("{} = {}", actions.len(), groups.join(" + "))
}

#[test]
fn every_legal_move_of_rules_made_at_random_has_a_number() {
    let (rules_seen, own, others) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let mut runner = proptest::test_runner::TestRunner::new(config(600));
    let strategy = (rule_file(), proptest::prelude::any::<u64>());
    let ran = runner.run(&strategy, |(file, seed)| {
        let Ok(rules) = interp::rules::load(&Source::new("made.toml", &*file)) else {
            return Ok(());
        };
        rules_seen.fetch_add(1, Ordering::Relaxed);
        let mut chance = Chance::new(seed);
        let size = Size { width: 4, height: 3 };
        let actions = Actions::new(&rules, size).expect("not too many");
        let program = Program::compile(&rules, size);
        let mut evaluator = Evaluator::new(&program);
        for filled in [20, 40, 60] {
            let position = board(&rules, size, filled, &mut chance);
            let mut legal = Vec::new();
            if evaluator.legal(&position, &mut legal).is_err() {
                continue;
            }
            let numbers = assert_round_trip(&actions, &position, &legal, &mut chance, &file);
            for (chosen, number) in legal.iter().zip(&numbers) {
                let count = if is_own(&actions, chosen, *number) { &own } else { &others };
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    });
    if let Err(fault) = ran {
        panic!("{fault}");
    }
    let (rules, own, others) = (rules_seen.into_inner(), own.into_inner(), others.into_inner());
    assert!(rules > 120 && own > 50 * others, "{rules} rule files, {own} own, {others} others");
}

#[test]
fn a_game_has_as_many_actions_as_its_rules_leave_choices() {
    for (name, len) in [
        ("connect_four", 7),
        ("tictactoe", 9),
        ("tictactoe_wild", 18),
        ("qubic", 64),
        ("hex", 121),
        ("go_9", 82),
        ("gomoku", 225),
        ("gomoku_swap", 226),
        ("chess", 3216),
        ("pentago", 288),
        ("breakthrough", 8 * 7 * 2 + 7 * 7 * 2 * 2),
    ] {
        assert_eq!(actions(name).len(), len, "{name}");
    }
}

#[test]
fn numbers_and_what_they_mean_are_one_to_one() {
    for name in ["chess", "tictactoe_wild", "abalone", "nine_mens_morris", "checkers", "go_9"] {
        let rules = rules(name);
        let size = setup(&rules).expect("a setup").size;
        let actions = Actions::new(&rules, size).expect("not too many");
        let meanings: BTreeSet<String> = (0..actions.len() as u32)
            .filter_map(|number| actions.meaning(number))
            .map(|meaning| format!("{meaning:?}"))
            .collect();
        let spare = actions.groups().any(|group| group.ranks > 1);
        let spare = if spare { SPARE as usize } else { 0 };
        assert_eq!(meanings.len() + spare, actions.len(), "{name}");
    }
}

/// A legal move of the setup, again and again: more moves than are told apart.
fn repeated(name: &str, times: usize) -> (Actions, Position, Vec<Move>) {
    let rules = rules(name);
    let position = setup(&rules).expect("a setup");
    let actions = Actions::new(&rules, position.size).expect("not too many");
    let program = Program::compile(&rules, position.size);
    let mut legal = Vec::new();
    Evaluator::new(&program).moves(&position, &mut legal).expect("a game");
    (actions, position, vec![legal[0].clone(); times])
}

#[test]
fn moves_that_find_their_numbers_taken_get_the_highest_that_are_left() {
    let (actions, position, legal) = repeated("tictactoe", 12);
    let mut found = Vec::new();
    actions.numbers(&position, &legal, &mut found);
    let expected = [0, 8, 7, 6, 5, 4, 3, 2, 1].map(Some);
    assert_eq!(found[..9], expected);
    assert_eq!(found[9..], [None; 3]);

    let (actions, position, legal) = repeated("fanorona", 9);
    actions.numbers(&position, &legal, &mut found);
    let first = found[0].expect("a number");
    let ranks: Vec<Option<u32>> = (0..RANKS).map(|rank| Some(first + rank)).collect();
    assert_eq!(found[..RANKS as usize], ranks);
    assert_eq!(found[RANKS as usize], Some(actions.len() as u32 - 1));
}

#[test]
fn a_board_of_another_size_has_no_numbers_and_is_not_seen() {
    let (actions, mut position, legal) = repeated("tictactoe", 1);
    let planes = Planes::new(&rules("tictactoe"), position.size);
    position.size = Size { width: 4, height: 4 };
    assert_eq!(actions.of(&position, &legal[0], &legal), None);
    assert_eq!(actions.find(&position, &legal, 0), None);
    let (mut mask, mut seen) = (Vec::new(), vec![1.0]);
    actions.mask(&position, &legal, &mut mask);
    assert_eq!(mask, [false; 9]);
    assert!(!planes.see(&position, Player(0), &mut seen));
    assert!(seen.is_empty());
}

#[test]
fn more_actions_than_can_be_numbered_are_refused() {
    let file = "[board]\nsize = [256, 39]\n[players]\norder = ['red', 'blue']\n[pieces]\nbead = {}\n\
                [actions]\nplace = 'pick empty, put bead, pick empty, put bead'\n\
                [[verdict]]\nsay = 'x'\n[format]\ncells = { '.' = 'empty', b = 'red bead', B = 'blue bead' }\n";
    let rules = interp::rules::load(&Source::new("wide.toml", file)).expect("no faults");
    let fault = Actions::new(&rules, Size { width: 256, height: 39 }).map(|actions| actions.len());
    let fault = fault.expect_err("too many").to_string();
    assert_eq!(fault, "on this board moves can go more ways than can be numbered");
}

#[test]
fn planes() {
    let mut lines = Vec::new();
    for name in ["tictactoe", "chess", "shogi", "amazons", "chinese_checkers_3", "three_check"] {
        let rules = rules(name);
        let planes = Planes::new(&rules, setup(&rules).expect("a setup").size);
        lines.push(format!("{name} {:?}: {}", planes.shape(), planes.names().join(", ")));
    }
    insta::with_settings!({ snapshot_path => "../snapshots/actions", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("planes", lines.join("\n"));
    });
}

#[test]
fn what_is_own_to_one_viewer_is_the_enemy_s_to_the_other_and_no_cell_shows_what_it_has_not() {
    for path in files("rules", ".toml") {
        let rules = crate::tool::rules(&path);
        let Some(position) = setup(&rules) else { continue };
        let planes = Planes::new(&rules, position.size);
        let cells = planes.shape()[1] * planes.shape()[2];
        let graph = rules.graph(position.size);
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        for viewer in (0..rules.players.len()).map(Player::at) {
            assert!(planes.see(&position, viewer, &mut mine));
            assert_eq!(mine.len(), planes.shape().iter().product::<usize>());
            assert!(planes.see(&position, rules.next(viewer), &mut theirs));
            let plane = |seen: &[f32], name: &str| -> Vec<f32> {
                let at = planes.names().iter().position(|other| other == name).expect("a plane");
                seen[at * cells..][..cells].to_vec()
            };
            for name in planes.names().iter().filter_map(|name| name.strip_prefix("own ")) {
                let after = match rules.players.len() {
                    1 => continue,
                    2 => "enemy",
                    _ => "enemy 1",
                };
                let (own, enemy) = (format!("own {name}"), format!("{after} {name}"));
                assert_eq!(plane(&mine, &enemy), plane(&theirs, &own), "{}", stem(&path));
            }
            for at in (0..mine.len()).filter(|at| !graph.has(Cell::at(at % cells))) {
                assert_eq!(mine[at], 0.0, "{}: a hole", stem(&path));
            }
            let pieces = position.cells[..cells].iter().filter(|piece| !piece.is_empty()).count();
            let kinds = rules.kinds.iter();
            let all: usize =
                kinds.map(|kind| if kind.neutral { 1 } else { rules.players.len() }).sum();
            let shown: f32 = mine[cells..][..all * cells].iter().sum();
            assert_eq!(shown, pieces as f32, "{}", stem(&path));
        }
        assert!(!planes.see(&position, Player(6), &mut mine), "no game has seven players");
    }
}
