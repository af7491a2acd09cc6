//! `interp solve`: what is known of small games, and what is refused and given up.

use crate::oracle::partners;
use crate::tool::{Chance, interp, root, rules};
use interp::eval::Evaluator;
use interp::eval::search::Bound;
use interp::eval::solve::{Method, Solution, Solved, solve};
use interp::index::{Piece, Player};
use interp::notation::Notation;
use interp::position::{Move, Position, State};
use interp::program::Program;
use interp::rules::Rules;
use std::collections::{BTreeSet, HashMap};

const HEAP: &str = "tests/cases/solve/heap.toml";

/// What is told of the usual starting position.
fn told(rules: &str, more: &[&str]) -> String {
    let rules = format!("tests/cases/solve/{rules}.toml");
    let ran = interp(&[&["solve", "--rules", &rules], more].concat(), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
    ran.out
}

fn worth(rules: &str, more: &[&str]) -> String {
    told(rules, more).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn small_games_are_worth_what_is_known_of_them() {
    let draw = "nobody can force a win";
    let known = [
        ("tictactoe", draw),
        ("misere", draw),
        // The first to move takes the middle and answers by reflection.
        ("notakto", "x wins"),
        // Hein and Nash: who moves first wins.
        ("hex_3", "x wins"),
        ("hex_4", "x wins"),
        ("hex_5", "x wins"),
        // Tromp's table of boards: 5 x 4 is a draw.
        ("drop_four", draw),
        // Who moves second wins, by eleven discs to three.
        ("othello_4", "white wins"),
        ("heap", "first wins"),
        ("lone_king", "white wins in 5 plies"),
    ];
    for (rules, worth_of_it) in known {
        assert_eq!(worth(rules, &[]), worth_of_it, "{rules}");
    }
}

#[test]
fn games_on_other_boards_are_worth_what_is_known_of_them() {
    let known = [
        // The affine plane of order three has no draws, so the second player cannot do better than lose.
        ("rules/torus.toml", "x wins"),
        // Hexagons in a rhombus and in a triangle: who moves first wins.
        ("tests/cases/perft/hex_3.toml", "red wins"),
        ("tests/cases/perft/y_4.toml", "black wins"),
    ];
    for (rules, worth_of_it) in known {
        let ran = interp(&["solve", "--rules", rules], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
        assert_eq!(ran.out.lines().next(), Some(worth_of_it), "{rules}");
    }
}

#[test]
fn both_ways_of_solving_agree() {
    let plies = ["--plies"];
    assert_eq!(worth("tictactoe", &plies), "nobody can force a win");
    assert_eq!(worth("misere", &plies), "nobody can force a win");
    assert_eq!(worth("notakto", &plies), "x wins in 6 plies");
    assert_eq!(worth("hex_3", &plies), "x wins in 5 plies");
}

/// A position of a game that goes on, some moves by chance after its usual start.
fn later(evaluator: &mut Evaluator<'_>, start: &Position, chance: &mut Chance) -> Position {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for _ in 0..chance.below(8) {
        let mut next = position.clone();
        evaluator.moves(&position, &mut moves).expect("not too wide");
        let Some(chosen) = moves.get(chance.below(moves.len().max(1))) else { break };
        evaluator.play(&mut next, chosen).expect("not too wide");
        evaluator.moves(&next, &mut moves).expect("not too wide");
        if moves.is_empty() {
            break;
        }
        position = next;
    }
    position
}

fn decided(evaluator: &mut Evaluator<'_>, position: &Position, bound: Bound<'_>) -> Solution {
    match solve(evaluator, position, bound, false, &mut |_| {}) {
        Ok(Solved::Decided(solution)) => solution,
        other => panic!("{other:?}"),
    }
}

/// The program of a game's usual board, and the position in which it begins.
fn begun(rules: &Rules) -> (Program, Position) {
    let setup = &rules.setup.as_ref().expect("a setup").value;
    let start = Notation::new(rules).position(setup).expect("a position").position;
    (Program::compile(rules, start.size), start)
}

fn case(name: &str) -> Rules {
    rules(&root().join(format!("tests/cases/solve/{name}.toml")))
}

/// By board and turn, who wins.
type Winners = HashMap<(Vec<Piece>, Player), Option<Player>>;

/// Who wins as all positions that can come of one tell, judged backwards from the ends; once for each.
fn judged(
    evaluator: &mut Evaluator<'_>,
    position: &Position,
    known: &mut Winners,
) -> Option<Player> {
    *known.entry((position.cells.clone(), position.turn)).or_insert_with(|| {
        let backwards = solve(evaluator, position, Bound::default(), true, &mut |_| {});
        let Ok(Solved::Decided(all)) = backwards else { panic!("{backwards:?}\n{position:?}") };
        assert_eq!(all.method, Method::Backwards);
        all.winner
    })
}

/// Holds that positions after some moves are worth what all positions that can come of them tell, with any of these sizes of memory.
fn assert_agree(rules: &Rules, name: &str, method: Method, memories: &[usize]) {
    let (program, start) = begun(rules);
    let (mut evaluator, mut chance) = (Evaluator::new(&program), Chance::new(7));
    let mut known = Winners::new();
    for _ in 0..30 {
        let position = later(&mut evaluator, &start, &mut chance);
        for memory in memories {
            let bound = Bound { memory: Some(*memory), ..Bound::default() };
            let solution = decided(&mut evaluator, &position, bound);
            let shown =
                || format!("{name}, {memory} bytes: {}", Notation::new(rules).write(&position));
            assert_eq!(solution.method, method, "{}", shown());
            let winner = judged(&mut evaluator, &position, &mut known);
            assert_eq!(winner, solution.winner, "{}", shown());
            // The move that is told keeps what the position is worth.
            let Some(best) = solution.best else { continue };
            let mut after = position.clone();
            evaluator.play(&mut after, &best).expect("not too wide");
            let kept = judged(&mut evaluator, &after, &mut known);
            assert_eq!(kept, solution.winner, "{}", shown());
        }
    }
}

#[test]
fn positions_are_worth_what_all_that_can_come_of_them_tell() {
    use Method::{AlphaBeta, Numbers};
    let games = [
        ("hex_3", Numbers),
        ("heap", Numbers),
        ("konane_4", Numbers),
        ("breakthrough_4", Numbers),
        ("notakto", Numbers),
        ("tictactoe", AlphaBeta),
        ("misere", AlphaBeta),
    ];
    for (name, method) in games {
        // With place for a few positions only, all the others are found out anew.
        assert_agree(&case(name), name, method, &[64 << 20, 1 << 10]);
    }
    let triangle = rules(&root().join("tests/cases/perft/y_4.toml"));
    assert_agree(&triangle, "y_4", Numbers, &[64 << 20]);
}

#[test]
fn how_it_was_decided_is_told_if_asked() {
    let ran = interp(&["solve", "tests/cases/solve/hex_3.toml", "--verbose"], "");
    assert!(ran.err.starts_with("note: case 1: proof numbers, "), "{}", ran.err);
    let plain = interp(&["solve", "tests/cases/solve/hex_3.toml"], "");
    assert_eq!((plain.out, plain.err), (ran.out, String::new()));
    let told = |more: &[&str]| {
        let words = [&["solve", "tictactoe", "--verbose"], more].concat();
        interp(&words, "").err
    };
    assert!(told(&[]).starts_with("note: case 1: alpha-beta, "));
    assert!(
        told(&["--plies"]).contains("all positions, backwards from the ends, 5478 positions, ")
    );
    let ran = interp(&["solve", "tomek", "--nodes", "1000", "--verbose"], "");
    assert!(ran.err.contains("note: case 1: 1001 positions, "), "{}", ran.err);
}

#[test]
fn a_heap_is_lost_where_four_divides_it() {
    for beans in 1..=9 {
        let row = "o".repeat(beans) + &".".repeat(9 - beans);
        let position = format!("a\n{row}");
        let out = told("heap", &["--plies", "--position", &position]);
        let lines: Vec<&str> = out.lines().collect();
        if beans % 4 == 0 {
            let lost = format!("second wins in {} plies", beans / 2);
            assert_eq!(lines[0], lost, "{beans}");
            assert!(!out.contains("best move"), "{out}");
        } else {
            assert!(lines[0].starts_with("first wins in "), "{beans}: {out}");
            let play = lines[1].strip_prefix("best move: ").expect("a best move");
            let shown = ["board", "--rules", HEAP, "--position", &position, "--play", play];
            let shown = interp(&shown, "").out;
            let row = shown.lines().next().unwrap_or_default();
            assert_eq!(row.matches('o').count(), beans - beans % 4, "{play}\n{shown}");
        }
    }
}

#[test]
fn a_queen_mates_in_as_many_plies_as_the_oracle_says() {
    let oracle = crate::oracle::queen::Table::new(4);
    let mut chance = Chance::new(6);
    let mut input = String::new();
    let mut expected = Vec::new();
    while expected.len() < 12 {
        let cells = [chance.below(16), chance.below(16), chance.below(16)];
        let white = chance.percent(50);
        let Some(plies) = oracle.plies(cells, white) else { continue };
        let mut board = ["."; 16];
        for (cell, glyph) in cells.into_iter().zip(["K", "Q", "k"]) {
            board[cell] = glyph;
        }
        let rows: Vec<String> = board.chunks(4).rev().map(|row| row.concat()).collect();
        input += &format!("{}\n{}\n", if white { "w" } else { "b" }, rows.join("\n"));
        expected.push(match plies {
            Some(0) => String::from("white has won"),
            Some(1) => String::from("white wins in 1 ply"),
            Some(plies) => format!("white wins in {plies} plies"),
            None => String::from("nobody can force a win"),
        });
    }
    let out = interp(&["solve", "--rules", "tests/cases/solve/lone_king.toml", "-"], &input).out;
    let worth = out.lines().filter(|line| line.contains("win") || line.contains("won"));
    assert_eq!(worth.collect::<Vec<_>>(), expected, "{input}");
}

#[test]
fn best_play_reaches_the_end_in_so_many_plies() {
    let out = told("lone_king", &[]);
    let line = out.lines().find_map(|line| line.strip_prefix("best play: ")).expect("a line");
    assert_eq!(line.split(' ').count(), 5);
    let rules = "tests/cases/solve/lone_king.toml";
    let after = interp(&["solve", "--rules", rules, "--play", line], "").out;
    assert_eq!(after.lines().next(), Some("white has won"));
}

#[test]
fn what_is_decided_is_told_to_programs() {
    let out = told("lone_king", &["--format", "json"]);
    let expected = r#"{"version":1,"case":1,"mover":"white","winner":"white","plies":5,"move":"#;
    assert!(out.starts_with(expected), "{out}");
    let out = told("tictactoe", &["--format", "json", "--play", "a1"]);
    assert!(out.starts_with(
        r#"{"version":1,"case":1,"mover":"o","winner":null,"plies":null,"move":"b2","#
    ));
}

#[test]
fn a_search_is_given_up_with_a_code_of_its_own() {
    let ran = interp(&["solve", "--rules", "tomek", "--nodes", "1000"], "");
    assert_eq!((ran.code, ran.out.as_str()), (6, ""));
    assert!(ran.err.contains("case 1 is not decided after 1001 positions"), "{}", ran.err);
    let ran = interp(&["solve", "--rules", "tomek", "--time", "0"], "");
    assert_eq!(ran.code, 6, "{}", ran.err);
}

#[test]
fn rules_that_ask_what_was_played_before_are_refused_at_the_word() {
    let ran = interp(&["solve", "--rules", "chess"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    let words = ["cannot be judged by itself", "asks what was played before"];
    assert!(words.iter().all(|word| ran.err.contains(word)), "{}", ran.err);
}

#[test]
fn rules_of_too_many_sides_are_refused_at_the_word() {
    let ran = interp(&["solve", "chinese_checkers_3"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("a third one"), "{}", ran.err);
    // Teams are two sides, but how often one wins is not found.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("drawn-partners.toml");
    let partners = root().join("tests/cases/solve/partners.toml");
    let text = std::fs::read_to_string(partners).expect("a rule file");
    let drawn = "[chance]\nplace = 1\n";
    let text = text.replacen("[format]", &format!("{drawn}\n[format]"), 1);
    std::fs::write(&path, &text).expect("a folder to write to");
    let ran = interp(&["solve", "--rules", &path.to_string_lossy()], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    let line = 1 + text.lines().position(|line| line == "place = 1").expect("the rule of chance");
    let told = [&format!("drawn-partners.toml:{line}:1"), "how often a team wins is not found"];
    assert!(told.iter().all(|told| ran.err.contains(told)), "{}", ran.err);
}

/// What is told of a shipped game, from its usual start unless more is said.
fn shipped(rules: &str, more: &[&str]) -> String {
    let rules = format!("rules/{rules}.toml");
    let ran = interp(&[&["solve", "--rules", &rules], more].concat(), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
    ran.out
}

#[test]
fn shipped_games_are_worth_what_is_known_of_them() {
    let draw = "nobody can force a win";
    let known = [
        // Gardner made it so small that every position can be told: the second player wins.
        ("hexapawn", "black wins"),
        // Mu torere: Ascher, "Mu Torere: An Analysis of a Maori Game", Mathematics Magazine 60 (1987). In both, both can play on for ever.
        ("mu_torere", draw),
        ("pong_hau_ki", draw),
        // The first player completes a row of either sign.
        ("tictactoe_wild", "opener wins"),
        ("notakto", "opener wins"),
        // Bouton's theorem: 3, 4 and 5 beans have a sum without carrying other than 0.
        ("nim", "host wins"),
        ("nim_misere", "host wins"),
    ];
    for (rules, worth_of_it) in known {
        assert_eq!(shipped(rules, &[]).lines().next(), Some(worth_of_it), "{rules}");
    }
}

/// Who wins kalah with so many pits a side and seeds in each.
fn kalah(pits: usize, seeds: usize) -> String {
    let row = vec![seeds.to_string(); pits].join(" ");
    worth(&format!("kalah_{pits}"), &["--position", &format!("b\n0 {row}\n{row} 0")])
}

/// Holds what Irving, Donkers and Uiterwijk have published (Solving Kalah, 2000): a letter for each number of seeds from `first` on, W
/// where who moves first wins.
fn assert_kalah(pits: usize, first: usize, published: &str) {
    for (at, letter) in published.chars().enumerate() {
        let seeds = first + at;
        let worth_of_it = match letter {
            'W' => "black wins",
            'L' => "white wins",
            _ => "nobody can force a win",
        };
        let told = kalah(pits, seeds);
        assert!(told.starts_with(worth_of_it), "{pits} pits, {seeds} seeds: {told}");
    }
}

#[test]
fn kalah_with_few_pits_is_worth_what_was_published() {
    assert_kalah(1, 1, "DLWLWD");
    assert_kalah(2, 1, "WLLLWW");
    assert_kalah(3, 1, "DW");
}

#[test]
#[ignore = "two minutes: 2.4 million positions are found"]
fn kalah_with_three_pits_is_worth_what_was_published() {
    assert_kalah(3, 3, "WWW");
}

#[test]
fn one_player_is_told_a_shortest_solution_and_how_many_there_are() {
    let known = [
        // Nauck 1850.
        ("eight_queens", 8, "92"),
        // Lucas 1883: 2^5 - 1, by one way alone.
        ("hanoi", 31, "1"),
        ("five_puzzle", 21, "4"),
        ("sokoban", 11, "2"),
    ];
    for (rules, moves, solutions) in known {
        let out = shipped(rules, &[]);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[0], format!("solved in {moves} moves, and not in fewer"), "{rules}");
        let ways = format!("sequences of {moves} moves that solve it: {solutions}");
        assert_eq!(lines[1], ways, "{rules}");
        let line = lines[2].strip_prefix("one of them: ").expect("a line");
        assert_eq!(line.split(' ').count(), moves, "{rules}");
        let after = shipped(rules, &["--play", line]);
        assert_eq!(after, "it is solved\n1 position looked at\n", "{rules}");
    }
}

#[test]
fn a_puzzle_may_have_no_solution() {
    // Two tiles change places: an odd permutation (Johnson 1879).
    let out = shipped("five_puzzle", &["--position", "1 2 3\n5 4 0"]);
    assert_eq!(out, "there is no solution\n360 positions looked at\n");
    let json = ["--position", "1 2 3\n5 4 0", "--format", "json"];
    let expected = r#"{"version":1,"case":1,"mover":"solo","winner":null,"plies":null,"move":null,"line":null,"solutions":"0","positions":360}"#;
    assert_eq!(shipped("five_puzzle", &json).trim_end(), expected);
}

#[test]
fn solutions_are_the_same_with_any_number_of_threads() {
    let one = shipped("eight_queens", &[]);
    assert_eq!(shipped("eight_queens", &["--threads", "3"]), one);
    let ran = interp(&["solve", "tictactoe", "--threads", "2"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
}

#[test]
fn a_shortest_solution_is_given_up_where_memory_or_positions_do_not_reach() {
    for bound in [["--nodes", "300"], ["--memory", "1M"], ["--time", "0"]] {
        let ran = interp(&[&["solve", "eight_puzzle"], &bound[..]].concat(), "");
        assert_eq!((ran.code, ran.out.as_str()), (6, ""), "{bound:?}: {}", ran.err);
    }
}

/// How many positions of the puzzle on 3 x 2 cells are so many moves from the one that is solved: A090034 of the OEIS, from Karlemo and
/// Ostergard (On sliding block puzzles, 2000).
const DISTANCES: [usize; 22] =
    [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1];

#[test]
fn the_puzzle_on_two_by_three_needs_as_many_moves_as_was_published() {
    let mut input = String::new();
    let mut tiles = [0; 6];
    for number in 0..720 {
        let (mut left, mut rest) = (vec![0, 1, 2, 3, 4, 5], number);
        for (at, tile) in tiles.iter_mut().enumerate() {
            *tile = left.remove(rest % (6 - at));
            rest /= 6 - at;
        }
        let row = |row: &[i32]| row.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
        input += &format!("{}\n{}\n", row(&tiles[..3]), row(&tiles[3..]));
    }
    let out =
        interp(&["solve", "--rules", "rules/five_puzzle.toml", "--format", "json", "-"], &input)
            .out;
    let mut found = [0; 22];
    for line in out.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
        match record["plies"].as_u64() {
            Some(plies) => found[plies as usize] += 1,
            None => assert_eq!(record["solutions"], "0"),
        }
    }
    assert_eq!(found, DISTANCES);
    assert_eq!(out.lines().count(), 720);
}

#[test]
fn solutions_are_as_many_as_a_search_without_memory_finds() {
    // With symmetries and without: counted by making every move, one by one.
    for (rules, position) in [
        ("eight_queens", None),
        ("sokoban", Some("7 5\n#######\n#@.$..#\n#.$#..#\n#.....#\n#######\nb2f4\n")),
        ("peg_solitaire", Some("  ...\n  .o.\n..ooo..\n...o...\n...o...\n  ...\n  ...\n")),
        ("peg_solitaire", Some("  ...\n  .o.\n..ooo..\n..ooo..\n.......\n  ...\n  ...\n")),
    ] {
        let file = root().join(format!("rules/{rules}.toml"));
        let rules = crate::tool::rules(&file);
        let notation = Notation::new(&rules);
        let setup = rules.setup.as_ref().expect("a setup").value.clone();
        let start = notation.position(position.unwrap_or(&setup)).expect("a position").position;
        let program = Program::compile(&rules, start.size);
        let mut evaluator = Evaluator::new(&program);
        let solution = decided(&mut evaluator, &start, Bound::default());
        let Some(line) = solution.line else {
            assert_eq!(solution.solutions, Some(0));
            continue;
        };
        for plies in 0..=line.len() {
            let counted = solved_after(&mut evaluator, &start, plies);
            let expected = if plies == line.len() { solution.solutions } else { Some(0) };
            assert_eq!(Some(counted), expected, "{} after {plies}", notation.write(&start));
        }
    }
}

/// How many sequences of so many moves end with a win.
fn solved_after(evaluator: &mut Evaluator<'_>, position: &Position, plies: usize) -> u128 {
    if plies == 0 {
        let state = evaluator.state(position).expect("not too wide");
        return u128::from(matches!(state, State::Won(..)));
    }
    let mut moves = Vec::new();
    evaluator.moves(position, &mut moves).expect("not too wide");
    let after = |chosen: &Move| {
        let mut next = position.clone();
        evaluator.play(&mut next, chosen).expect("not too wide");
        solved_after(evaluator, &next, plies - 1)
    };
    moves.iter().map(after).sum()
}

#[test]
#[ignore = "six minutes of processor time, 460 MB: 23 million positions"]
fn peg_solitaire_is_solved_from_the_centre() {
    let out = shipped("peg_solitaire", &["--nodes", "30000000", "--threads", "2"]);
    // Single jumps, of which every solution has 31; chains of jumps, each taken for one move, would be 18. As many solutions are told by
    // Butler (durangobill.com, 33 Hole Peg Solitaire), as many positions, images taken for one, by Bell (gibell.net/pegsolitaire).
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "solved in 31 moves, and not in fewer");
    assert_eq!(lines[1], "sequences of 31 moves that solve it: 40861647040079968");
    assert_eq!(lines[3], "23475688 positions looked at");
}

#[test]
#[ignore = "half a minute: 4 million positions"]
fn a_knight_has_as_many_tours_of_five_by_five_as_was_published() {
    let out = shipped("knights_tour", &[]);
    let expected =
        "solved in 25 moves, and not in fewer\nsequences of 25 moves that solve it: 1728\n";
    assert!(out.starts_with(expected), "{out}");
}

#[test]
#[ignore = "three seconds: 181,440 positions"]
fn the_puzzle_on_three_by_three_needs_31_moves() {
    let out = shipped("eight_puzzle", &[]);
    let expected =
        "solved in 31 moves, and not in fewer\nsequences of 31 moves that solve it: 40\n";
    assert!(out.starts_with(expected), "{out}");
}

#[test]
fn games_of_teams_are_worth_what_brute_force_finds() {
    let rules = rules(&root().join("tests/cases/solve/partners.toml"));
    let notation = Notation::new(&rules);
    let mut texts = BTreeSet::new();
    partners::positions(&mut [b'.'; 6], 0, &mut |board, turn| {
        texts.insert((partners::text(board, turn), *board, turn));
    });
    assert!(texts.len() > 500, "only {} positions", texts.len());
    let size = rules.board.size.expect("a size");
    let program = Program::compile(&rules, size);
    let mut evaluator = Evaluator::new(&program);
    for (text, mut board, turn) in texts {
        let position = notation.position(&text).expect("a position").position;
        let solved = solve(&mut evaluator, &position, Bound::default(), true, &mut |_| {});
        let Ok(Solved::Decided(found)) = solved else { panic!("{text}: {solved:?}") };
        let told = found.winner.zip(found.line.map(|line| line.len()));
        // A team is told by the first of its players.
        let told = told.map(|(winner, plies)| (winner.index(), plies));
        assert_eq!(told, partners::worth(&mut board, turn), "{text}");
    }
}

#[test]
fn what_a_team_wins_is_told_by_its_name() {
    let told = told("partners", &[]);
    assert!(told.starts_with("warm wins in 5 plies\n"), "{told}");
}
