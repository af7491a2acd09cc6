//! Games in which stones are put down, beside plain programs written from their rules.

use crate::oracle::forbidden;
use crate::oracle::stones::{self, Groups, Ko, Pairs};
use crate::tool::{Chance, root};
use interp::eval::Evaluator;
use interp::index::{Cell, Player, ScoreId};
use interp::notation::Notation;
use interp::position::{Move, Position, Size, State};
use interp::program::Program;
use interp::rules::Rules;

/// A shipped file, or one that only counts are for.
fn rules(name: &str) -> Rules {
    let shipped = root().join(format!("rules/{name}.toml"));
    let own = root().join(format!("tests/cases/perft/{name}.toml"));
    crate::tool::rules(if shipped.exists() { &shipped } else { &own })
}

fn setup(rules: &Rules) -> Position {
    crate::tool::setup(rules).expect("a usual start")
}

/// What interp counts from the usual start.
fn perft(name: &str, depth: u32) -> u64 {
    let rules = rules(name);
    let start = setup(&rules);
    let program = Program::compile(&rules, start.size);
    Evaluator::new(&program).perft(&start, depth).expect("not too wide")
}

#[test]
fn rows_of_shared_symbols_are_counted_alike() {
    for depth in 1..=6 {
        let count = stones::shared(&mut vec![0; 9], 1, depth);
        assert_eq!(perft("notakto", depth), count, "one symbol, depth {depth}");
    }
    for depth in 1..=4 {
        let count = stones::shared(&mut vec![0; 9], 2, depth);
        assert_eq!(perft("tictactoe_wild", depth), count, "two symbols, depth {depth}");
    }
}

#[test]
fn two_stones_a_turn_are_counted_alike() {
    for depth in 1..=2 {
        let count = stones::twos(&mut vec![0; 49], 7, 1, depth);
        assert_eq!(perft("connect6_7", depth), count, "depth {depth}");
    }
}

/// What stands on the cells as the plain programs have it. Theirs begin in the north.
fn stones_of(position: &Position) -> Vec<u8> {
    let Size { width, height } = position.size;
    let rows = (0..height).rev();
    let cells = rows.flat_map(|rank| (0..width).map(move |file| Cell(rank * width + file)));
    cells.map(|cell| position.at(cell).owner().map_or(0, |owner| owner.0 + 1)).collect()
}

/// The cell that the plain programs number so.
fn cell(size: Size, at: usize) -> Cell {
    let (file, row) = (at % usize::from(size.width), at / usize::from(size.width));
    Cell::at((usize::from(size.height) - 1 - row) * usize::from(size.width) + file)
}

#[test]
fn captured_pairs_are_alike_in_random_games() {
    let rules = rules("pente");
    let program = Program::compile(&rules, Size { width: 19, height: 19 });
    let mut evaluator = Evaluator::new(&program);
    let mut captured = 0;
    for seed in 1..=12 {
        let mut chance = Chance::new(seed);
        let (mut position, mut plain) = (setup(&rules), Pairs::new(19));
        let mut moves: Vec<Move> = Vec::new();
        loop {
            evaluator.moves(&position, &mut moves).expect("not too wide");
            let mut free = plain.moves();
            assert_eq!(moves.len(), free.len());
            if free.is_empty() {
                break;
            }
            // Games that stay in one corner are short and full of captures.
            free.retain(|at| at % 19 < 8 && at / 19 < 8);
            if free.is_empty() {
                break;
            }
            let at = *chance.of(&free);
            let chosen = moves.iter().find(|chosen| chosen.path == [cell(position.size, at)]);
            let chosen = chosen.expect("the same move").clone();
            evaluator.play(&mut position, &chosen).expect("not too wide");
            plain = plain.after(at);
            assert_eq!(stones_of(&position), plain.board);
            captured += chosen.captures.len();
        }
    }
    assert!(captured > 50, "only {captured} stones were captured");
}

#[test]
fn nine_boards_are_counted_alike() {
    for depth in 1..=4 {
        let count = stones::nine(&mut [[0; 9]; 9], &mut [0; 9], None, 1, depth);
        assert_eq!(perft("ultimate_tictactoe", depth), count, "depth {depth}");
    }
}

#[test]
fn groups_are_counted_alike() {
    for (name, size, ko, first, depths) in [
        ("go_2", 2, Ko::Simple, false, 6),
        ("go_2_superko", 2, Ko::Positional, false, 8),
        ("go_3", 3, Ko::Simple, false, 4),
        ("go_3_superko", 3, Ko::Positional, false, 4),
        ("atari_go_3", 3, Ko::Simple, true, 5),
    ] {
        let rules = rules(name);
        let start = setup(&rules);
        let program = Program::compile(&rules, start.size);
        for depth in 1..=depths {
            let count = Groups::new(size, ko, first).perft(depth);
            let found = Evaluator::new(&program).perft(&start, depth).expect("not too wide");
            assert_eq!(found, count, "{name} at depth {depth}");
        }
    }
}

#[test]
fn groups_and_areas_are_alike_in_random_games() {
    for (name, size, ko) in [("go_5", 5, Ko::Simple), ("go_5_superko", 5, Ko::Positional)] {
        let rules = rules(name);
        let start = setup(&rules);
        let program = Program::compile(&rules, start.size);
        let mut evaluator = Evaluator::new(&program);
        let mut barred = 0;
        for seed in 1..=6 {
            let mut chance = Chance::new(seed);
            let (mut position, mut plain) = (start.clone(), Groups::new(size, ko, false));
            let mut moves: Vec<Move> = Vec::new();
            for _ in 0..120 {
                evaluator.moves(&position, &mut moves).expect("not too wide");
                let others = plain.moves();
                assert_eq!(moves.len(), others.len(), "{name}, seed {seed}");
                let free = plain.board().iter().filter(|stone| **stone == 0).count();
                barred += (free + 1).saturating_sub(others.len());
                let points = evaluator.scores(&position, ScoreId(0)).expect("not too wide");
                let areas = [1, 2].map(|player| 2 * plain.area(player) as i32);
                assert_eq!(
                    [points[0], points[1] - 15],
                    areas.map(i64::from),
                    "{name}, seed {seed}"
                );
                if others.is_empty() {
                    let state = evaluator.state(&position).expect("not too wide");
                    let winner = if areas[0] > areas[1] + 15 { 0 } else { 1 };
                    assert!(matches!(state, State::Won(Player(found), _) if found == winner));
                    break;
                }
                // Passing is rare, so that boards fill.
                let free: Vec<_> = others.iter().filter(|(at, _)| at.is_some()).collect();
                let (at, next) = match free.is_empty() || chance.percent(2) {
                    true => &others[others.len() - 1],
                    false => *chance.of(&free),
                };
                let path: Vec<Cell> = at.iter().map(|at| cell(position.size, *at)).collect();
                let chosen = moves.iter().find(|chosen| chosen.path == path);
                let chosen = chosen.expect("the same move").clone();
                plain = next.clone();
                evaluator.play(&mut position, &chosen).expect("not too wide");
                assert_eq!(stones_of(&position), *plain.board());
            }
        }
        assert!(barred > 0, "no move was ever barred");
    }
}

/// Stones that lie close together, where threes and fours are many.
fn crowd(chance: &mut Chance) -> forbidden::Board {
    let mut board = vec![vec![b'.'; 15]; 15];
    let mut put = |glyph: u8, side: usize| {
        let corner = (15 - side) / 2;
        let (r, c) = (corner + chance.below(side), corner + chance.below(side));
        let free = board[r][c] == b'.';
        board[r][c] = if free { glyph } else { board[r][c] };
        free
    };
    for _ in 0..12 {
        while !put(b'X', 7) {}
        // Few of the other's stones are in the way.
        while !put(b'O', 15) {}
    }
    board
}

#[test]
fn forbidden_stones_are_alike_on_crowded_boards() {
    let rules = rules("renju");
    let notation = Notation::new(&rules);
    let program = Program::compile(&rules, setup(&rules).size);
    let mut evaluator = Evaluator::new(&program);
    let mut chance = Chance::new(15);
    let (mut moves, mut barred, mut deep) = (Vec::new(), 0, 0);
    for _ in 0..400 {
        let board = crowd(&mut chance);
        let rows: Vec<String> =
            board.iter().map(|row| row.iter().map(|c| *c as char).collect()).collect();
        let position = notation.position(&rows.join("\n")).expect("a position").position;
        evaluator.moves(&position, &mut moves).expect("not too wide");
        if evaluator.state(&position) != Ok(State::Ongoing) {
            continue;
        }
        for (r, c) in (0..15).flat_map(|r| (0..15).map(move |c| (r, c))) {
            if board[r][c] != b'.' {
                continue;
            }
            let here = cell(position.size, r * 15 + c);
            let free = moves.iter().any(|chosen: &Move| chosen.path == [here]);
            let told = forbidden::forbidden(&board, (r as i32, c as i32));
            assert_eq!(free, !told, "row {r}, column {c} of\n{}", rows.join("\n"));
            barred += usize::from(told);
            deep += usize::from(told != forbidden::plainly(&board, (r as i32, c as i32)));
        }
    }
    assert!(barred > 200 && deep > 3, "{barred} forbidden, {deep} told by what follows");
}
