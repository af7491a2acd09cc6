//! Scores by groups, beside plain programs that know nothing of this one.

use crate::oracle::rims::{self, Board, read};
use crate::tool::{Chance, interp, root};
use interp::eval::Evaluator;
use interp::index::ScoreId;
use interp::notation::Notation;
use interp::program::Program;

/// The rows of a board on which stones lie at random, so many in a hundred cells.
fn filled(rows: &[&str], density: usize, chance: &mut Chance) -> Vec<String> {
    let mut stone = |letter: char| match (letter, chance.below(100)) {
        ('.', at) if at < density => ['x', 'o'][chance.below(2)],
        _ => letter,
    };
    rows.iter().map(|row| row.chars().map(&mut stone).collect()).collect()
}

/// Holds that a file's first score of black (`x`) and white (`o`) is the one of a plain program, on boards at random.
fn assert_scores(
    name: &str,
    rows: &[&str],
    (waist, rest): (i32, &str),
    order: [u8; 2],
    plain: fn(&Board, u8) -> i64,
) -> Vec<[i64; 2]> {
    let rules = crate::tool::rules(&root().join(format!("rules/{name}.toml")));
    let notation = Notation::new(&rules);
    let program = Program::compile(&rules, rules.board.size.expect("a size"));
    let mut evaluator = Evaluator::new(&program);
    let (mut chance, mut full) = (Chance::new(7), Vec::new());
    for round in 0..600 {
        let density = [100, 30, 60, 85][round % 4];
        let board = filled(rows, density, &mut chance);
        let text = format!("{} {rest}", board.join("/"));
        let position =
            notation.position(&text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let scores = evaluator.scores(&position.position, ScoreId(0)).expect("not too wide");
        let board = read(&board, waist);
        let told = order.map(|colour| plain(&board, colour));
        assert_eq!(scores, told.map(|points| 2 * points), "{text}");
        full.extend((density == 100).then_some(told));
    }
    full
}

#[test]
fn stars_count_what_they_touch_less_two() {
    let rows = [
        "#######",
        "#......#",
        "#.......#",
        "#........#",
        "#.........#",
        "#..........#",
        "#.........#",
        "#........#",
        "#.......#",
        "#......#",
        "#.....#",
        "######",
    ];
    let full = assert_scores("star", &rows, (6, "b 0"), [b'x', b'o'], rims::stars);
    // "The combined score of the two players is equal to the number of partial-hex border cells, less two" (Wikipedia, Star): here 33.
    assert!(full.iter().all(|[black, white]| black + white == 31), "{full:?}");
}

#[test]
fn sizes_of_groups_are_multiplied() {
    let rows = [
        ".....",
        "......",
        ".......",
        "........",
        ".........",
        "........",
        ".......",
        "......",
        ".....",
    ];
    assert_scores("omega", &rows, (4, "w"), [b'o', b'x'], rims::product);
}

/// A coin that is put on each of three cells one time in six, or else on none: games of which half are over after each throw.
#[test]
fn lines_count_as_much_as_their_draws_are_likely() {
    let rules = "[board]\nsize = [3, 1]\n[players]\norder = ['first', 'second']\n[pieces]\ncoin = {}\n\
                 [actions]\nhit = 'pick empty, put coin'\nmiss = 'if (no coin)'\n[chance]\nhit = 1\nmiss = 3\n\
                 [[end]]\nwhen = 'some coin'\nwin = 'last'\n[format]\ncase = '{turn} {board:packed}'\nask = 'moves'\n\
                 cells = { '.' = 'empty', c = 'first coin', C = 'second coin' }\nsetup = 'first 3'\n";
    let path = std::env::temp_dir().join(format!("interp-coin-{}.toml", std::process::id()));
    std::fs::write(&path, rules).expect("a file");
    let file = path.display().to_string();
    let told = |more: &[&str]| interp(&[&["perft", &file][..], more].concat(), "").out;
    for (depth, mean) in
        [("0", "1\n"), ("1", "1\n"), ("2", "0.5\n"), ("3", "0.25\n"), ("4", "0.125\n")]
    {
        assert_eq!(told(&["--depth", depth, "--chance"]), mean);
        assert_eq!(told(&["--depth", depth, "--chance", "--threads", "2"]), mean);
    }
    assert_eq!(told(&["--depth", "2"]), "4\n");
    let shares = "miss 0.5\na1 0\nb1 0\nc1 0\n0.5\n";
    assert_eq!(told(&["--depth", "2", "--chance", "--divide"]), shares);
    assert!(
        told(&["--depth", "2", "--chance", "--format", "json"])
            .contains("\"nodes\":4,\"mean\":0.5")
    );
    std::fs::remove_file(&path).expect("the file");
    // By hand: at first a die of 1 to 6 moves a man 3, 4, 4, 4, 2 and 3 ways; of 36 throws two show each pair of faces, which is as many
    // ways as both have, and one each double: 11 times 20 ways in 36 throws.
    assert_eq!(interp(&["perft", "backgammon", "--depth", "2", "--chance"], "").out, "6.111111\n");
    // Nothing is drawn.
    assert_eq!(interp(&["perft", "chess", "--depth", "3", "--chance"], "").out, "8902\n");
}
