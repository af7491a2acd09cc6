//! `interp diff`: two games beside each other.

use crate::tool::{interp, root};
use interp::{Difference, Extent, Game};

/// A variant of shipped rules.
fn variant(of: &str, text: &str) -> Game {
    let text = format!("extends = '{of}'\n{text}");
    Game::from_text(&text).unwrap_or_else(|fault| panic!("{fault}"))
}

fn compared(one: &Game, other: &Game, positions: u64, games: u64) -> Difference {
    let extent = Extent { positions, games, ..Extent::default() };
    one.compare(other, extent).expect("a comparison")
}

#[test]
fn the_same_rules_do_not_differ() {
    for name in ["tictactoe", "chess", "dobutsu", "kalah", "backgammon"] {
        let game = Game::shipped(name).expect("sound");
        let difference = compared(&game, &game, 300, 3);
        assert!(difference.rules.is_empty() && difference.parting.is_none(), "{name}");
        assert_eq!((difference.positions, difference.games), (300, 3), "{name}");
    }
}

#[test]
fn a_small_game_is_looked_at_to_its_end() {
    let game = Game::shipped("tictactoe").expect("sound");
    let other = variant("tictactoe", "[[after.end]]\nwhen = 'no empty'\ndraw = true");
    let difference = compared(&game, &other, 10_000, 0);
    assert!(difference.parting.is_none());
    // Every position that can come up.
    assert_eq!((difference.positions, difference.depth), (5478, 9));
    assert_eq!(difference.rules.len(), 1);
    assert_eq!(difference.rules[0].key, "[[end]]");
}

#[test]
fn the_shortest_game_is_found() {
    let chess = Game::shipped("chess").expect("sound");
    for (text, plies) in [
        ("[pieces.knight]\nmoves = 'leap (1,3)'", 0),
        // A knight, or a pawn, makes room first.
        ("[pieces.bishop]\nmoves = 'slide diagonal | step orthogonal to empty'", 2),
        ("[pieces.pawn]\nmoves.capture = 'step forward to enemy'", 2),
    ] {
        let difference = compared(&chess, &variant("chess", text), 2_000, 0);
        let parting = difference.parting.expect("a difference");
        assert_eq!((parting.moves.len(), parting.shortest), (plies, true), "{text}");
        assert!(!parting.only_first.is_empty() || !parting.only_second.is_empty(), "{text}");
    }
}

#[test]
fn what_is_too_far_for_all_games_is_found_at_random() {
    let chess = Game::shipped("chess").expect("sound");
    let other = variant("chess", "[pieces.pawn]\npromote.to = ['queen']");
    let difference = compared(&chess, &other, 50, 100);
    let parting = difference.parting.expect("a pawn comes through");
    assert!(!parting.shortest && parting.moves.len() > 8);
    assert!(parting.only_first.iter().all(|text| text.contains('=')), "{:?}", parting.only_first);
    assert!(parting.only_second.is_empty());
    let keys: Vec<&str> = difference.rules.iter().map(|changed| changed.key.as_str()).collect();
    assert_eq!(keys, ["pieces.pawn.promote.to"]);
}

#[test]
fn boards_of_other_sizes_differ_at_once() {
    let hex = Game::shipped("hex").expect("sound");
    let small = variant("hex", "[board]\nsize = [3, 3]\n[format]\nsetup = '3/3/3 r'");
    let parting = compared(&hex, &small, 10, 0).parting.expect("a difference");
    assert!(parting.moves.is_empty());
    assert_eq!(parting.cells.len(), 121 - 9);
    assert_eq!(parting.cells[0], ("a10".into(), "empty".into(), "no cell".into()));
}

#[test]
fn results_differ_where_boards_and_moves_do_not() {
    let three = Game::shipped("tictactoe").expect("sound");
    let other = variant(
        "tictactoe",
        "[[instead.end]]\nwhen = 'last three'\nwin = 'mover'\n[[instead.end]]\nwhen = 'no empty'\ndraw = true",
    );
    let parting = compared(&three, &other, 10_000, 0).parting.expect("somebody wins");
    assert_eq!(parting.moves.len(), 5);
    assert_eq!(parting.told, Some(("x wins".into(), "o wins".into())));
    assert!(parting.only_first.is_empty() && parting.cells.is_empty());
}

/// Comparisons whose whole answer is read.
const TOLD: &[(&str, &[&str])] = &[
    ("chess_antichess", &["chess", "antichess"]),
    ("chess_chess960", &["chess", "chess960"]),
    ("gomoku_gomoku_exact", &["gomoku", "gomoku_exact", "--nodes", "20", "--games", "20"]),
    ("checkers_english_draughts", &["english_draughts", "russian_draughts", "--nodes", "3000"]),
    ("shogi_minishogi", &["shogi", "minishogi"]),
    ("breakthrough_small_breakthrough", &["breakthrough", "small_breakthrough"]),
    ("brandubh_tablut", &["brandubh", "tablut"]),
    ("chess_king_of_the_hill", &["chess", "king_of_the_hill", "--nodes", "500"]),
    ("go_9_go_superko", &["go_9", "go_superko", "--nodes", "500"]),
    ("hex_hex_swap", &["hex", "hex_swap"]),
    ("international_brazilian_draughts", &["international_draughts", "brazilian_draughts"]),
    ("xiangqi_minixiangqi", &["xiangqi", "minixiangqi"]),
    ("tictactoe_misere", &["tictactoe", "tests/cases/diff/misere.toml"]),
];

#[test]
fn comparisons_are_told_as_they_should_be() {
    for (name, words) in TOLD {
        let ran = interp(&[&["diff"], *words].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/diff"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
            description => words.join(" "),
        }, {
            insta::assert_snapshot!(*name, ran.out);
        });
    }
}

#[test]
fn rules_without_a_start_are_told() {
    let ran = interp(&["diff", "rank_and_file", "chess"], "");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("no usual starting position"), "{}", ran.err);
    assert!(root().join("tests/cases/diff/misere.toml").exists());
}
