//! Random games in which stones are put, beside others like them made at random: they are played on a few sets of cells, and are
//! those that are walked.

use crate::tool::{Chance as Draw, each, interp, root, tries};
use interp::eval::Evaluator;
use interp::eval::playout::Chance;
use interp::notation::Notation;
use interp::position::State;
use interp::program::Program;
use interp::source::Source;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What may be done at a turn.
const ACTIONS: [&str; 8] = [
    "pick empty, put stone",
    "pick empty and not corner, put stone",
    "pick empty, if (no occupied), put stone | pick empty and see (any to occupied), put stone",
    "pick empty, if (no own), put stone | pick empty and see (any to own) or empty and edge, put stone",
    "pick empty and unless (see (any to own, ahead to own)), put stone",
    "pick empty, put stone, pick empty, put stone",
    "pick empty and not corner, put stone, pick empty and edge, put stone",
    "pick empty, if (some occupied), put stone, pick empty and file a, put stone",
];

/// What may be put beside that.
const OTHERS: [&str; 4] = [
    "",
    "block = 'pick empty and edge, put rock'",
    "block = 'pick empty, if (at most 3 own), put rock'",
    "first = 'pick empty and corner, if (no own), put rock'",
];

/// What comes around a stone.
const THEN: [&str; 11] = [
    "",
    "each any (ahead to enemy, see (ahead to own), capture)?",
    "each orthogonal (ahead to enemy, ahead to own, back, capture)?",
    "each any ((ahead to enemy)+, see (ahead to own), capture)?",
    "each any ((ahead to enemy, capture)+, ahead to own)?",
    "each any (ahead to own, see (ahead to enemy), lift)?",
    "each any ((ahead to enemy and not edge)+, see ((ahead to own)+, ahead to empty), capture)?",
    "each any (ahead to enemy, flip)?",
    "each any (ahead to enemy, see (ahead to own), flip)?",
    "each any ((ahead to enemy, flip)+, ahead to own)?",
    "each any (ahead to occupied, see (ahead to enemy), capture)?",
];

/// How stones go.
const MOVES: [&str; 5] =
    ["", "", "", "step any to empty", "step forward to empty | step forward diagonal to not own"];

/// When it is whose turn.
const ORDERS: [&str; 5] = [
    "",
    "",
    "order = ['black', 'white', 'white', 'black']",
    "order = ['black', 'black', 'white']",
    "pass = 'free'",
];

/// What is aimed at.
const GOALS: [&str; 5] = [
    "goal = { line = 3 }",
    "goal = { line = 4 }",
    "goal = { line = 3, exactly = true }",
    "goal = { connect.black = ['west edge', 'east edge'], connect.white = ['north edge', 'south edge'] }",
    "goal = { line = 5 }",
];

/// Rules of stones, made by chance.
fn made(draw: &mut Draw) -> String {
    let shape = *draw.of(&["", "", "shape = 'hex'", "wraps = 'both'"]);
    let [width, height] = *draw.of(&[[4, 4], [5, 4], [6, 5], [9, 8], [12, 11]]);
    let moves = *draw.of(&MOVES);
    let moves = if moves.is_empty() { String::new() } else { format!("moves = '{moves}'") };
    let then = *draw.of(&THEN);
    let then = if then.is_empty() { String::new() } else { format!("then = '{then}'") };
    let (order, goal) = (*draw.of(&ORDERS), *draw.of(&GOALS));
    let (action, other) = (*draw.of(&ACTIONS), *draw.of(&OTHERS));
    let forbid = match order.starts_with("pass") {
        true => {
            "[counters.idle]\nup = 'by pass'\nreset = 'not by pass'\n\
                 [[forbid]]\nwhen = 'idle at least 1 and by pass'\n"
        }
        false => "",
    };
    let end = *draw.of(&["no empty", "at most 3 empty", "no (empty and not edge)"]);
    let rows = vec![".".repeat(width); height].join("\n");
    format!(
        "interp = 1\nname = 'made'\n[board]\nsize = [{width}, {height}]\n{shape}\n\
         [players]\norder = ['black', 'white']\n[turn]\n{order}\n{then}\n\
         [pieces.stone]\n{moves}\n[pieces.rock]\nowner = 'none'\n\
         [actions]\nplace = '{action}'\n{other}\n[goals]\n{goal}\n{forbid}\
         [[end]]\nwhen = 'last goal'\nwin = 'last'\n[[end]]\nwhen = '{end}'\ndraw = true\n\
         [format]\nask = 'moves'\ncase = \"{{turn}}\\n{{board}}\"\n\
         turn = {{ b = 'black', w = 'white' }}\ncells = {{ '.' = 'empty', X = 'black stone', O = 'white stone', '#' = 'rock' }}\n\
         setup = '''\nb\n{rows}\n'''\n"
    )
}

#[test]
fn games_of_stones_made_at_random_are_those_that_are_walked() {
    let mut draw = Draw::new(7);
    let [sound, ended] = [(); 2].map(|()| AtomicUsize::new(0));
    let texts: Vec<(usize, String)> = (0..tries(2_000)).map(|at| (at, made(&mut draw))).collect();
    each(&texts, |(number, text)| {
        let (_, rules) = crate::tool::load(Source::new("made.toml", text.clone()));
        // Not every order of players or board goes with everything else.
        let Ok(rules) = rules else { return };
        sound.fetch_add(1, Ordering::Relaxed);
        let setup = &rules.setup.as_ref().expect("a usual start").value;
        let start = Notation::new(&rules).position(setup).expect("a position").position;
        let program = Program::compile(&rules, start.size);
        let mut evaluator = Evaluator::new(&program);
        for game in 1..=3 {
            let chance = || Chance::of_game(*number as u64, game);
            let (mut sets, mut walks) = (chance(), chance());
            let told = evaluator.playout(&start, &mut sets, 60).expect("a small game");
            let walked = evaluator.replay(&start, &mut walks, 60, |_| {});
            assert_eq!(Ok(told), walked, "game {game} of\n{text}");
            assert_eq!(sets.number(), walks.number(), "game {game} of\n{text}");
            ended.fetch_add(usize::from(told.state != State::Ongoing), Ordering::Relaxed);
        }
    });
    let (sound, ended) = (sound.into_inner(), ended.into_inner());
    assert!(3 * sound > 2 * tries(2_000) && ended > sound, "{sound} sound, {ended} games ended");
}

/// Files in which stones are put, one construct beside a shipped one.
const FEW_SETS: [&str; 11] = [
    "connect6__edge",
    "gomoku__custodial",
    "gomoku__last",
    "gomoku__near",
    "gomoku__pairs",
    "gomoku__wrap",
    "hex__beside",
    "hex__capture",
    "hex__neutral",
    "hex__two_stones",
    "yavalath__flip",
];

#[test]
fn games_of_stones_are_played_on_empty_cells() {
    for name in FEW_SETS {
        let path = root().join(format!("tests/cases/cliffs/{name}.toml"));
        let told = interp(&["listing", &path.to_string_lossy()], "").out;
        assert!(told.contains("empty cells drawn"), "{told}");
    }
}
