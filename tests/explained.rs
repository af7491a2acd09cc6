//! Positions and moves explained, of games that a reader may know.

use crate::tool::{Chance, each, files, interp, rules, snapshots};
use interp::eval::Evaluator;
use interp::index::Cell;
use interp::notation::Notation;
use interp::program::Program;
use interp::trace::Reference;

/// What is explained, by name.
const READ: &[(&str, &[&str])] = &[
    ("amazons_barred", &["amazons", "--move", "d1a4"]),
    ("breakthrough_blocked", &["breakthrough", "--play", "e2e3 e7e6 e3e4 e6e5", "--move", "e4e5"]),
    ("captured_beneath", &["tests/cases/told/captured_beneath.toml", "--move", "a1xc1"]),
    (
        "chess_castling",
        &["chess", "--position", "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1", "--move", "e1g1"],
    ),
    ("chess_mate", &["chess", "--position", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--play", "a1a8"]),
    ("chess_pin", &["chess", "--position", "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "--move", "e2d2"]),
    ("english_draughts_must", &["english_draughts", "--play", "11-15 22-18", "--move", "8-11"]),
    ("go_9_no_liberty", &["go_9", "--play", "d5 a1 f5 a2 e4 a3 e6", "--move", "e5"]),
    ("gomoku_won", &["gomoku", "--play", "h8 a1 i8 a2 j8 a3 k8 a4 l8"]),
    ("hex_near", &["hex", "--play", "a1 b2 c3 d4 e5 f6"]),
    ("lines_of_action_too_far", &["lines_of_action", "--move", "b1b4"]),
    ("nine_mens_morris_few", &["nine_mens_morris", "--play", "a1 d2 d1 b2 g1xb2"]),
    ("othello_no_place", &["othello", "--move", "a1"]),
    (
        "shogi_dropped_mate",
        &["shogi", "--position", "3lkl3/3p1p3/4G4/9/9/9/9/9/4K4 b P 1", "--move", "P@e8"],
    ),
    ("xiangqi_leg", &["xiangqi", "--move", "b1d2"]),
];

#[test]
fn explanations_are_as_they_were_read() {
    let _bound = snapshots("explained");
    for (name, words) in READ {
        let ran = interp(&[&["explain"], *words].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        let position = words.iter().position(|word| *word == "--move").unwrap_or(words.len());
        let drawn = interp(&[&["board"], &words[..position]].concat(), "");
        assert_eq!((drawn.code, drawn.err.as_str()), (0, ""), "{name}");
        insta::with_settings!({ description => words.join(" ") }, {
            insta::assert_snapshot!(*name, format!("{}\n{}", drawn.out, ran.out));
        });
    }
}

/// Moves that are played before a position is explained.
const PLIES: [usize; 2] = [0, 9];

#[test]
fn an_explanation_is_the_same_whoever_has_found_the_moves() {
    let given = std::sync::atomic::AtomicUsize::new(0);
    each(&files("rules", ".toml"), |path| {
        let rules = rules(path);
        let Some(setup) = &rules.setup else { return };
        let notation = Notation::new(&rules);
        let mut position = notation.position(&setup.value).expect("a setup is read").position;
        let (program, size) = (Program::compile(&rules, position.size), position.size);
        let reference = Reference::new(&rules, size);
        let mut evaluator = Evaluator::new(&program);
        let (mut chance, mut moves) = (Chance::new(7), Vec::new());
        let name = |cell| notation.cell_name(cell, size);
        for ply in 0..=PLIES[1] {
            if PLIES.contains(&ply) && reference.takes_moves() {
                evaluator.legal(&position, &mut moves).expect("few moves");
                let knowing = reference.clone().knowing(&position, moves.clone());
                let [text, plain] = [&knowing, &reference].map(|by| by.explain(&position, &name));
                assert_eq!(text, plain, "{path:?}, ply {ply}");
                // One that is legal, most often, and one that is not.
                let mut asked: Vec<Cell> =
                    moves.first().map(|chosen| chosen.path.clone()).unwrap_or_default();
                for _ in 0..2 {
                    let [text, plain] = [&knowing, &reference]
                        .map(|by| by.explain_move(&position, &asked, None, &name));
                    assert_eq!(text, plain, "{path:?}, ply {ply}, {asked:?}");
                    asked.reverse();
                }
                given.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
            evaluator.moves(&position, &mut moves).expect("few moves");
            if moves.is_empty() {
                break;
            }
            evaluator.play(&mut position, chance.of(&moves)).expect("a key");
        }
    });
    assert!(given.into_inner() > 50, "few rule files take moves");
}
