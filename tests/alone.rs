//! Games of one player made at random out of the language's words: both evaluators agree on them, and `solve` finds what the
//! reference evaluator finds by making every move.

use crate::chance::board;
use crate::generated::{config, rule_file};
use crate::recorded::{Digest, Recorded};
use crate::tool::Chance;
use crate::worth::{assert_line, shortest};
use interp::eval::Evaluator;
use interp::eval::search::{Bound, best};
use interp::eval::solve::{Method, Solved, solve};
use interp::notation::Notation;
use interp::position::{Size, State};
use interp::program::Program;
use interp::rules::Rules;
use interp::source::Source;
use proptest::prelude::*;
use std::cell::{Cell, RefCell};

/// A rule file of two players or three, with what takes a second one put otherwise.
fn alone(file: &str) -> String {
    let words = [
        ("order = ['red', 'blue', 'grey']\n", "order = ['red']\n"),
        ("teams = { warm = ['red', 'grey'], cold = ['blue'] }\n", ""),
        (", grey = 'file a' }", " }"),
        (", grey = 'b1 b2' }", " }"),
        ("connect.grey = ['west edge', 'south edge']\n", ""),
        (" ally", " mover"),
        ("'ally", "'mover"),
        ("(ally", "(mover"),
        ("order = ['red', 'blue']", "order = ['red']"),
        ("order = ['blue', 'red', 'red', 'blue']\n", ""),
        ("order = ['red', 'red', 'blue']\n", ""),
        ("{ red = 'north', blue = 'south' }", "{ red = 'north' }"),
        (", blue = 'edge and not c3' }", " }"),
        (", blue = ['c1 b2', 'a3 b3 c3'] }", " }"),
        ("bonus = { blue = 2.5 }", "bonus = { red = 2.5 }"),
        ("connect.blue = ['north edge', 'south edge']\n", ""),
        ("H = 'blue horse'\n", ""),
        ("B = 'blue baron'\n", ""),
        ("not other attacked", "mover stuck"),
        ("mover attacked", "mover stuck"),
        ("last attacked", "last row"),
        ("other attacked", "mover row"),
        ("red attacked", "red stuck"),
        ("blue attacked", "red row"),
        ("attacked", "corner"),
        ("enemy horse", "own baron"),
        ("enemy", "own"),
        ("other", "last"),
        ("blue", "red"),
        ("flip", "lift"),
        ("give", "make horse"),
    ];
    words.into_iter().fold(file.to_owned(), |text, (word, put)| text.replace(word, put))
}

/// Wins that take some moves.
const WINS: [&str; 8] = [
    "some (horse and corner)",
    "at most 2 own",
    "no (own and edge)",
    "some (baron and centre)",
    "exactly 2 horse and no (horse and corner)",
    "red store at least 1",
    "no horse",
    "at least 2 (own and first rank)",
];

/// The file with no ending but that, and without a counter that makes every move lead to a position of its own.
fn puzzle(file: &str, win: &str) -> String {
    let file = file.replace("start = 1\n", "start = 1\nup = 'captured'\n");
    let ends = file.find("[[end]]");
    let after = ["[[forbid]]", "[[verdict]]"].into_iter().filter_map(|part| file.find(part)).min();
    let after = after.unwrap_or(file.len());
    let before = ends.unwrap_or(after).min(after);
    format!("{}[[end]]\nwhen = '{win}'\nwin = 'last'\n{}", &file[..before], &file[after..])
}

fn load(text: &str) -> Option<Rules> {
    interp::rules::load(&Source::new("made.toml", text)).ok()
}

/// Asks about so many rule files, each changed, those that are accepted; how many they are.
fn each_file(
    cases: u32,
    change: impl Fn(&str, u64) -> String,
    ask: impl Fn(&str, &Rules, u64),
) -> u32 {
    let accepted = Cell::new(0);
    let mut runner = proptest::test_runner::TestRunner::new(config(cases));
    let ran = runner.run(&(rule_file(), any::<u64>().no_shrink()), |(file, seed)| {
        let file = change(&alone(&file), seed);
        if let Some(rules) = load(&file) {
            accepted.set(accepted.get() + 1);
            ask(&file, &rules, seed);
        }
        Ok(())
    });
    if let Err(fault) = ran {
        panic!("{fault}");
    }
    accepted.get()
}

#[test]
fn both_evaluators_agree_on_games_of_one_player() {
    let recorded = Recorded::open("alone", "made");
    let accepted = each_file(
        250,
        |file, _| file.to_owned(),
        |file, rules, seed| {
            let key = format!("{:016x}", Digest::of(&format!("{file}{seed}")));
            recorded.hold(&key, |asked| {
                let mut chance = Chance::new(seed);
                for (side, filled) in [(3, 40), (4, 40), (5, 20)] {
                    let size = Size { width: side, height: side };
                    let by = asked.answering(rules, size);
                    let position = board(rules, size, filled, &mut chance);
                    asked.game(&by, position, 4, &mut chance);
                }
            });
        },
    );
    if crate::generated::usual() {
        recorded.finish();
    }
    assert!(accepted > 50, "only {accepted} were accepted");
}

#[test]
fn shortest_solutions_are_those_that_the_reference_evaluator_finds() {
    // How many positions had no solution, were solved already, and had one.
    let seen = RefCell::new([0; 3]);
    let win = |file: &str, seed: u64| puzzle(file, WINS[(seed % 8) as usize]);
    each_file(800, win, |file, rules, seed| {
        if !rules.past().is_empty() || !rules.chance.is_empty() {
            return;
        }
        let size = Size { width: 3, height: 3 };
        let program = Program::compile(rules, size);
        let mut evaluator = Evaluator::new(&program);
        let mut chance = Chance::new(seed);
        for filled in [20, 40, 60] {
            let position = board(rules, size, filled, &mut chance);
            let Some((moves, ways)) = shortest(rules, &position) else { continue };
            let bound = Bound { threads: Some(2), ..Bound::default() };
            let solved = solve(&mut evaluator, &position, bound, false, &mut |_| {});
            let Ok(Solved::Decided(solution)) = solved else {
                panic!("{solved:?}\n{position:?}\n{file}")
            };
            assert_eq!(solution.method, Method::Layers);
            let found = solution.line.as_ref().map(Vec::len);
            assert_eq!((found, solution.solutions), (moves, Some(ways)), "{position:?}\n{file}");
            assert_line(rules, &position, &solution, file);
            seen.borrow_mut()[moves.map_or(0, |moves| 1 + moves.min(1))] += 1;
        }
    });
    let [none, over, found] = seen.into_inner();
    assert!(none > 10 && over > 5 && found > 5, "{none} without, {over} over, {found} found");
}

#[test]
fn a_good_move_begins_a_shortest_solution() {
    for (name, position, moves) in [
        ("five_puzzle", "1 3 5\n4 2 0\n", 4),
        ("sokoban", "6 5\n######\n#....#\n#.$$@#\n#....#\n######\nb2b4\n", 11),
        ("peg_solitaire", "  ...\n  .o.\n..ooo..\n...o...\n...o...\n  ...\n  ...\n", 5),
        (
            "eight_queens",
            "........\n........\n........\n........\n.....Q..\n.......Q\n....Q...\nQ.......\n",
            4,
        ),
        ("hanoi", ".(abc)(de)\n", 7),
    ] {
        let rules = crate::tool::rules(&crate::tool::root().join(format!("rules/{name}.toml")));
        let mut position = Notation::new(&rules).position(position).expect("a position").position;
        let program = Program::compile(&rules, position.size);
        let mut evaluator = Evaluator::new(&program);
        let solution = solve(&mut evaluator, &position, Bound::default(), false, &mut |_| {});
        let Ok(Solved::Decided(solution)) = solution else { panic!("{name}: {solution:?}") };
        let shortest = solution.line.as_ref().map_or(0, Vec::len);
        assert_eq!(shortest, moves, "{name}");
        for made in 0..moves {
            let state = evaluator.state(&position).expect("not too wide");
            assert_eq!(state, State::Ongoing, "{name} after {made}");
            let bound = Bound { nodes: Some(1_000_000), ..Bound::default() };
            let chosen = best(&mut evaluator, &position, bound).expect("not too wide");
            evaluator.play(&mut position, &chosen.expect("a move")).expect("not too wide");
        }
        let state = evaluator.state(&position).expect("not too wide");
        assert!(matches!(state, State::Won(..)), "{name}: {state:?}");
    }
}
