//! The front door, as an embedder meets it: games, plays, moves, faults.

use crate::tool::{Chance, each, files};
use interp::{Code, Counted, Game, Held, Marked, Moves, Placed, Play, Search, Setup};
use proptest::prelude::*;
use std::sync::LazyLock;

/// Every shipped game that has a start, read once for all tests: a game keeps the programs that are made of it.
fn shipped() -> &'static [Game] {
    static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let names = files("rules", ".toml").into_iter().map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            Game::shipped(&name).unwrap_or_else(|fault| panic!("{name}: {fault}"))
        });
        names.filter(|game| game.start().is_ok()).collect()
    });
    assert!(GAMES.len() > 80);
    &GAMES
}

/// What must come back when moves are taken back.
fn snapshot(play: &Play) -> (Play, u64, usize, Vec<String>) {
    let texts = play.moves().expect("moves").iter().map(ToString::to_string).collect();
    (play.clone(), play.key().expect("a key"), play.repetitions().expect("a number"), texts)
}

#[test]
fn any_moves_made_and_taken_back_leave_everything_as_it_was() {
    each(shipped(), |game| {
        let mut chance = Chance::new(7);
        let mut play = game.start().expect("a start");
        let mut before = vec![snapshot(&play)];
        for _ in 0..40 {
            let moves = play.moves().expect("moves");
            if moves.is_empty() || chance.percent(35) {
                if before.len() > 1 {
                    before.pop();
                    assert!(play.undo(), "{game:?}");
                    assert_eq!(before.last(), Some(&snapshot(&play)), "{game:?}");
                }
                continue;
            }
            let chosen = chance.of(&moves);
            // A text and a move are the same.
            match chance.percent(50) {
                true => play.make(chosen.text()),
                false => play.make(chosen),
            }
            .unwrap_or_else(|fault| panic!("{game:?} {chosen}: {fault}"));
            before.push(snapshot(&play));
        }
        while before.len() > 1 {
            before.pop();
            assert!(play.undo());
            assert_eq!(before.last(), Some(&snapshot(&play)), "{game:?}");
        }
        assert!(!play.undo(), "nothing is left to take back");
    });
}

/// Lines of so many moves, counted as an embedder does.
fn counted(play: &mut Play, depth: u32) -> u64 {
    let moves = play.moves().expect("moves");
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for chosen in &moves {
        play.make(chosen).expect("legal");
        count += counted(play, depth - 1);
        assert!(play.undo());
    }
    count
}

#[test]
fn a_loop_over_moves_counts_what_perft_counts() {
    each(shipped(), |game| {
        let mut play = game.start().expect("a start");
        let depth = if play.moves().expect("moves").len() > 200 { 1 } else { 2 };
        assert_eq!(counted(&mut play, depth), play.perft(depth).expect("a count"), "{game:?}");
        assert_eq!(play, game.start().expect("a start"));
    });
}

#[test]
fn moves_that_are_held_are_those_of_their_position_wherever_the_play_goes() {
    each(shipped(), |game| {
        let mut chance = Chance::new(5);
        let mut play = game.start().expect("a start");
        let texts = |moves: &Moves| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        for _ in 0..6 {
            let moves = play.moves().expect("moves");
            if moves.is_empty() {
                break;
            }
            let chosen = chance.of(&moves).clone();
            // Nobody has asked for more than their number when the play goes elsewhere, or is no more.
            play.make(&chosen).expect("legal");
            let (held, other) = (play.moves().expect("moves"), play.clone());
            let dropped = other.moves().expect("moves");
            assert!(play.undo());
            drop(other);
            play.make(chosen.text()).expect("legal");
            let found = play.moves().expect("moves");
            assert_eq!(held.len(), found.len(), "{game:?}");
            assert_eq!(texts(&held), texts(&found), "{game:?}");
            assert_eq!(texts(&dropped), texts(&found), "{game:?}");
            assert!(held.iter().eq(found.iter()), "{game:?}");
        }
    });
}

#[test]
fn a_setup_is_the_position_that_it_was_made_of() {
    each(shipped(), |game| {
        let mut chance = Chance::new(9);
        let mut play = game.start().expect("a start");
        for _ in 0..30 {
            let setup = play.setup();
            let again = game.setup(&setup).unwrap_or_else(|fault| panic!("{game:?}: {fault}"));
            assert_eq!(again.setup(), setup, "{game:?}");
            assert_eq!(again.to_string(), play.to_string(), "{game:?}");
            assert_eq!(again.key().expect("a key"), play.key().expect("a key"), "{game:?}");
            let moves = play.moves().expect("moves");
            if moves.is_empty() {
                break;
            }
            play.make(chance.of(&moves)).expect("a legal move");
        }
    });
}

#[path = "../examples/embed.rs"]
mod embed;

#[test]
fn the_example_runs_and_is_short() {
    let text = crate::tool::text(&crate::tool::root().join("examples/embed.rs"));
    assert!(text.lines().filter(|line| !line.starts_with("//")).count() <= 15, "{text}");
    embed::main().expect("the example runs");
}

#[test]
fn everything_that_is_wrong_with_a_setup_is_said_at_once() {
    let game = Game::shipped("chess").expect("chess");
    let mut setup = Setup::new(8, 8, "whit").with("e1", "white", "kin").with("z9", "white", "king");
    setup.hands.push(Held { player: "white".into(), kind: "pawn".into(), count: 1 });
    setup.marks.push(Marked { mark: "nothing".into(), cell: "a1".into(), player: None });
    setup.counters.push(Counted { counter: "clock".into(), player: None, value: 300 });
    setup.pieces.push(Placed { cell: "a2".into(), player: None, kind: "pawn".into() });
    let fault = game.setup(&setup).expect_err("nonsense");
    assert_eq!(fault.code(), Code::Setup);
    assert_eq!(fault.messages().count(), 7, "{fault}");
    assert!(fault.to_string().contains("did you mean `king`?"), "{fault}");
    let fault = game.setup(&Setup::new(20, 20, "white")).expect_err("too large");
    assert_eq!(fault.to_string(), "the board is 8 x 8 cells, not 20 x 20");
}

#[test]
fn faults_are_errors_with_a_code_and_render() {
    let mut play = Game::shipped("chess").expect("chess").start().expect("a start");
    let before = play.clone();
    let fault = play.make("e2e5").expect_err("not legal");
    assert_eq!((fault.code(), fault.code().as_str()), (Code::Move, "move"));
    assert_eq!(
        fault.render(false),
        "error: `e2e5` is not legal\n --> move:1:1\n  |\n1 | e2e5\n  | ^^^^ did you mean `e2-e3`?\n"
    );
    assert!(fault.render(true).contains('\u{1b}'));
    let fault: Box<dyn std::error::Error + Send + Sync> = Box::new(fault);
    assert_eq!(fault.to_string(), "move:1:1: `e2e5` is not legal: did you mean `e2-e3`?");
    // A move of another position, and of another game.
    let other = Game::shipped("tictactoe").expect("a game").start().expect("a start");
    let foreign = &other.moves().expect("moves")[0];
    assert_eq!(play.make(foreign).expect_err("foreign").code(), Code::Move);
    assert!(play.make_all("e2e4 e7e5 e4e5").is_err());
    assert_eq!(play, before, "a fault changes nothing");
    play.make_all("1. e2e4 e7e5").expect("legal");
    assert_eq!(play.made(), 2);
    assert!(Game::shipped("ches").expect_err("unknown").to_string().contains("`chess`"));
    assert_eq!(Game::from_text("extends = 'nowhere'").expect_err("unknown").code(), Code::Rules);
    assert_eq!(Game::from_file("nowhere.toml").expect_err("no file").code(), Code::Unreadable);
    let base =
        |name: &str| (name == "mine").then(|| String::from("extends = 'chess'\nname = 'Mine'"));
    assert_eq!(Game::from_text_with("extends = 'mine'", base).expect("found").name(), "Mine");
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let game = Game::shipped("connect_four").expect("a game");
    let one = game.playouts(500).seed(3).run().expect("games");
    assert_eq!(one, game.playouts(500).seed(3).threads(2).run().expect("games"));
    assert_eq!(one.games, 500);
    assert_eq!(one.wins.iter().map(|(_, won)| won).sum::<u64>() + one.draws, 500);
    let record = game.playouts(0).seed(3).replay(17).expect("a game");
    let mut play = game.start().expect("a start");
    record.moves.iter().for_each(|text| play.make(text).expect("legal"));
    assert_eq!(play.end().expect("an answer"), record.end);
}

#[test]
fn clones_go_their_own_way_in_threads() {
    let game = Game::shipped("checkers").expect("a game");
    let play = game.start().expect("a start");
    let counts: Vec<u64> = std::thread::scope(|scope| {
        let each = || {
            let mut own = play.clone();
            let first = own.moves().expect("moves")[0].clone();
            scope.spawn(move || {
                own.make(&first).expect("legal");
                own.perft(4).expect("a count")
            })
        };
        let threads: Vec<_> = (0..4).map(|_| each()).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(counts.iter().all(|count| *count == counts[0] && *count > 0));
    assert_eq!(play.made(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nonsense gets a fault, never a panic.
    #[test]
    fn nonsense_is_refused(
        width in 0u16..300, height in 0u16..300, turn in "(white|black|x|Nobody|)", ply: u32,
        cells in prop::collection::vec("([a-j][0-9]{1,2}|[^a]{0,3})", 0..4),
        kind in "(king|pawn|stone|)", player in "(white|black|x|)", count: u64, text in ".{0,12}",
    ) {
        static GAMES: LazyLock<[Game; 4]> = LazyLock::new(|| {
            ["chess", "shogi", "tictactoe", "rank_and_file"].map(|name| Game::shipped(name).expect("a game"))
        });
        for game in &*GAMES {
            let mut setup = Setup::new(width, height, turn.clone());
            setup.ply = ply;
            for cell in &cells {
                setup = setup.with(cell, &player, &kind);
                setup.marks.push(Marked { mark: kind.clone(), cell: cell.clone(), player: Some(player.clone()) });
            }
            setup.hands.push(Held { player: player.clone(), kind: kind.clone(), count });
            setup.counters.push(Counted { counter: kind.clone(), player: None, value: count });
            for height in [height, 8] {
                let setup = Setup { height, width: if height == 8 { 8 } else { width }, ..setup.clone() };
                if let Ok(mut play) = game.setup(&setup) {
                    let _ = play.verdict();
                    let _ = play.make(&text);
                    play.undo();
                }
            }
            let _ = game.position(&text);
            if let Ok(mut play) = game.start() {
                prop_assert!(play.make(&text).is_err());
                let _ = play.explain(&text);
                let _ = play.at(&text);
                let _ = play.best(Search::nodes(1));
            }
        }
    }
}

#[test]
fn a_play_is_numbers_to_those_who_learn() {
    each(shipped(), |game| {
        let mut chance = Chance::new(3);
        let mut play = game.start().expect("a start");
        for _ in 0..8 {
            let moves = play.moves().expect("moves");
            let mask = play.legal_mask().expect("a mask");
            assert_eq!(mask.len(), play.actions().expect("a number"));
            assert_eq!(mask.iter().filter(|legal| **legal).count(), moves.len(), "{game:?}");
            for chosen in moves.iter().take(5) {
                let action = play.action(chosen).expect("an answer").expect("a number");
                assert!(mask[action]);
                assert_eq!(play.action_move(action).expect("an answer").as_ref(), Some(chosen));
            }
            assert_eq!(play.action_move(usize::MAX).expect("an answer"), None);
            let [planes, ranks, files] = play.observation_shape();
            assert_eq!(play.planes().len(), planes);
            let seen = play.observe(play.turn()).expect("a player");
            assert_eq!(seen.len(), planes * ranks * files);
            assert_eq!(play.observe("nobody at all"), None);
            if moves.is_empty() {
                break;
            }
            play.make(chance.of(&moves)).expect("legal");
        }
    });
}
