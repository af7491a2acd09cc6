//! What players see of a position: what the rule file says they do, and nothing of what it hides.

use crate::tool::{Chance, interp};
use interp::eval::Evaluator;
use interp::index::{Cell, Number, Piece, Player};
use interp::notation::Notation;
use interp::position::{Position, Seen};
use interp::program::Program;
use interp::rules::{Bearer, Rules};
use interp::source::Source;
use interp::trace::Reference;
use interp::{Code, Game};

/// What `interp board --for` prints of a position of shipped rules.
fn assert_seen(rules: &str, play: &str, player: &str, board: &str) {
    let ran = interp(&["board", rules, "--play", play, "--for", player], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, board, "{rules} after {play}, as {player} sees it");
}

#[test]
fn a_player_sees_own_pieces_and_where_they_can_move() {
    let white = "8  ? ? ? ? ? ? ? ?
7  ? ? ? ? ? ? ? ?
6  . ? ? ? ? ? ? ?
5  ? . ? p . ? ? .
4  . . . . P . . .
3  . . . . ? . . .
2  P P P P . P P P
1  R N B Q K B N R
   a b c d e f g h
white to move
";
    assert_seen("dark_chess", "e2e4 d7d5", "white", white);
}

#[test]
fn what_a_move_would_change_is_seen_whoever_is_to_move() {
    // A pawn that could be taken in passing stands on no cell to which a piece goes.
    let seen = |player, play| {
        let play = ["board", "dark_chess", "--format", "json", "--for", player, "--play", play];
        let told: serde_json::Value = serde_json::from_str(&interp(&play, "").out).expect("JSON");
        told["text"].as_str().expect("a text").split(' ').next().expect("a board").to_owned()
    };
    let text = seen("white", "e2e4 a7a6 e4e5 d7d5");
    assert_eq!(text.split('/').nth(3), Some("?1?pP??1"), "{text}");
    // A move later it could not, and is hidden.
    let text = seen("white", "e2e4 a7a6 e4e5 d7d5 h2h3 h7h6");
    assert_eq!(text.split('/').nth(3), Some("?1??P??1"), "{text}");
    // White is to move, and black sees where its pieces could go.
    let text = seen("black", "e2e4 d7d5 h2h3 d5d4");
    assert_eq!(text.split('/').nth(5), Some("???1???P"), "{text}");
}

#[test]
fn what_was_found_is_seen_from_then_on() {
    let found = "3  ? ? ?\n2  ? X ?\n1  O ? ?\n   a b c\nx to move\nfound: b2\n";
    assert_seen("phantom_tictactoe", "b2 b2 a1", "o", found);
    assert_seen(
        "phantom_tictactoe",
        "b2 a1",
        "o",
        "3  ? ? ?\n2  ? ? ?\n1  O ? ?\n   a b c\nx to move\n",
    );
}

#[test]
fn without_a_sight_everything_is_seen() {
    for player in ["white", "black"] {
        let all = interp(&["board", "chess", "--play", "e2e4"], "");
        let seen = interp(&["board", "chess", "--play", "e2e4", "--for", player], "");
        assert_eq!(all.out, seen.out);
    }
}

/// Pieces whose kinds are hidden, and cells that are, with towers, numbers and hands about.
const HIDING: &str = r##"
[board]
size  = [3, 3]
stack = 3

[players]
order  = ["red", "blue"]
facing = { red = "north", blue = "south" }

[numbers]
gold = "cell"

[hands]

[pieces.scout]
moves = 'step any, mark met'
[pieces.spy]
moves = 'step any, mark met'
[pieces.rock]
owner = "none"

[actions]
dig  = 'pick own, add 1 gold'
drop = 'pick empty, drop scout'

[marks]
met = "piece"

[sight]
sees    = 'not last rank'
knows   = 'own or marked met'
hidden  = "~"
unknown = { red = "R", blue = "B" }

[[verdict]]
say = "The game goes on."

[format]
case  = "{board}\n{hands} {turn} {numbers:gold:packed} {marked:met}"
cells = { "." = 'empty', s = 'red scout', y = 'red spy', S = 'blue scout', Y = 'blue spy', "#" = 'rock' }
setup = """
S.Y
#(Sy).
ysY
Ss red 0,0,2/0,1,0/0,0,3 b1c1"""
"##;

fn hiding() -> Game {
    Game::from_text(HIDING).unwrap_or_else(|fault| panic!("{}", fault.render(false)))
}

#[test]
fn kinds_are_hidden_where_the_file_says_so() {
    let play = hiding().start().expect("a setup");
    let red = "~~~\n#B.\nysY\nsS red 0,0,0/0,1,0/0,0,3 b1c1";
    assert_eq!(play.seen("red").expect("a player").text(), red);
    // On the other side the first rank is the last; the spy beneath a piece whose kind is known is seen with it.
    let blue = "S.Y\n#(Sy).\n~~~\nsS red 0,0,2/0,1,0/0,0,0 -";
    assert_eq!(play.seen("blue").expect("a player").text(), blue);
    assert_eq!(play.seen("blue").expect("a player").hidden(), ["a1", "b1", "c1"]);
}

#[test]
fn learning_systems_see_no_more() {
    let play = hiding().start().expect("a setup");
    let [planes, ranks, files] = play.observation_shape();
    assert_eq!((planes, ranks, files), (play.planes().len(), 3, 3));
    let seen = play.observe("red").expect("a player");
    let plane = |name: &str| {
        let at = play.planes().iter().position(|known| known == name);
        let at = at.unwrap_or_else(|| panic!("{name} of {:?}", play.planes()));
        seen[9 * at..9 * (at + 1)].to_vec()
    };
    assert_eq!(plane("hidden"), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    assert_eq!(plane("enemy unknown"), [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(plane("own unknown"), [0.0; 9]);
    assert_eq!(plane("enemy scout"), [0.0; 9]);
    assert_eq!(plane("enemy spy"), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(plane("own spy beneath 1"), [0.0; 9]);
    assert_eq!(plane("gold"), [0.0, 0.0, 3.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(plane("rock"), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn an_unknown_player_sees_nothing() {
    let play = hiding().start().expect("a setup");
    let fault = play.seen("green").expect_err("no such player");
    assert_eq!(fault.code(), Code::Usage);
    assert_eq!(fault.to_string(), "no player `green` (there are `red` or `blue`)");
    let ran = interp(&["draw", "dark_chess", "--for", "green"], "");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.err, "error: no player `green`\n |\n = help: there are `white` or `black`\n");
}

/// Rules that write positions in other ways each: packed and plain rows, towers, hands, numbers, marks, lists of cells, counters.
const FILES: [&str; 9] = [
    "chess",
    "shogi",
    "lasca",
    "international_draughts",
    "oware",
    "hex",
    "quoridor",
    "arimaa",
    "phantom_tictactoe",
];

/// A position of a random game.
fn played(rules: &Rules, start: &Position, plies: usize, chance: &mut Chance) -> Position {
    let program = Program::compile(rules, start.size);
    let mut evaluator = Evaluator::new(&program);
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for _ in 0..plies {
        evaluator.moves(&position, &mut moves).expect("not too wide");
        if moves.is_empty() {
            break;
        }
        let chosen = chance.of(&moves).clone();
        evaluator.play(&mut position, &chosen).expect("not too wide");
    }
    position
}

/// Puts on a cell what is there in another position.
fn put(rules: &Rules, into: &mut Position, from: &Position, cell: Cell) {
    let layout = rules.layout(into.size);
    let slot = |slot: Cell| from.cells.get(slot.index()).copied().unwrap_or_default();
    let tower = if slot(cell).is_empty() { vec![] } else { layout.tower(slot, cell) };
    layout.build(&mut into.cells, cell, &tower);
    for (at, _) in rules.numbers.iter().enumerate().filter(|(_, number)| number.of == Bearer::Cell)
    {
        let number = layout.cell_number(Number::at(at), cell);
        into.cells[number.index()] = slot(number);
    }
    for (mark, _) in layout.marks() {
        for player in (0..rules.players.len()).map(Player::at) {
            let (at, bit) = layout.mark(mark, cell, player);
            let byte = into.cells[at.index()].byte() & !bit | slot(at).byte() & bit;
            into.cells[at.index()] = Piece::of_byte(byte);
        }
    }
}

/// What a player is shown of a position as a picture, but for its title, which says who has won.
fn picture(game: &Game, text: &str, player: Player) -> String {
    let play = game.position(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let name = game.players().nth(player.index()).expect("a player");
    let picture = play.picture().expect("a picture").seen_by(name).expect("a player");
    let svg = picture.svg();
    svg.lines().filter(|line| !line.starts_with("<title>")).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_hidden_leaves_no_trace() {
    for name in FILES {
        let text = format!("extends = \"{name}\"\n[sight]\nsees = 'own'\n");
        let game = Game::from_text(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let (_, rules) = crate::tool::load(Source::new("hiding.toml", text));
        let rules = rules.expect("sound rules");
        let notation = Notation::new(&rules);
        let setup = &rules.setup.as_ref().expect("a setup").value;
        let start = notation.position(setup).expect("a position").position;
        let reference = Reference::new(&rules, start.size);
        let mut chance = Chance::new(11);
        let mut differed = 0;
        for plies in [4, 9, 20] {
            let here = played(&rules, &start, plies, &mut chance);
            let other = played(&rules, &start, plies + 10, &mut chance);
            let mut scrambled = here.clone();
            rules.layout(here.size).complete(&mut scrambled.cells, here.turn);
            for player in (0..rules.players.len()).map(Player::at) {
                let seen = reference.seen(&here, player).expect("not too wide");
                let mut moved = scrambled.clone();
                for (cell, seen) in (0..seen.len()).map(Cell::at).zip(&seen) {
                    let own = |position: &Position| position.at(cell).owner() == Some(player);
                    match (seen, own(&here)) {
                        (Seen::Hidden, false) if own(&other) => {}
                        (Seen::Hidden, false) => put(&rules, &mut moved, &other, cell),
                        (Seen::Whole, true) => {}
                        wrong => panic!("{name}: {wrong:?} of {cell:?}"),
                    }
                }
                differed += usize::from(moved.cells != scrambled.cells);
                let shown = |position: &Position| {
                    let drawn = picture(&game, &notation.write(position), player);
                    let (notation, position) = notation.veiled(position, &seen);
                    let told = notation.remembered(&position).join("\n");
                    [notation.write(&position), notation.draw(&position), told, drawn]
                };
                for (one, other) in shown(&here).iter().zip(&shown(&moved)) {
                    let differ = one.lines().zip(other.lines()).find(|(one, other)| one != other);
                    assert_eq!(differ, None, "{name}, seen by {player:?}");
                    assert_eq!(one.len(), other.len(), "{name}, seen by {player:?}");
                }
                assert_ne!(shown(&here)[1], notation.draw(&here), "{name}: something is hidden");
            }
        }
        assert!(differed > 3, "{name}: what is hidden is changed");
    }
}

#[test]
fn pictures_cover_what_is_hidden() {
    let covered = |args: &[&str]| {
        let ran = interp(&[&["draw", "dark_chess", "--play", "e2e4 d7d5"], args].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        (ran.out.matches("fill-opacity=\"0.7\"").count(), ran.out.matches("<use ").count())
    };
    assert_eq!(covered(&[]), (0, 32));
    // As many as the board above has question marks; the pawn that is seen stands beside sixteen pieces.
    assert_eq!(covered(&["--for", "white"]), (28, 17));
}

#[test]
fn a_file_says_what_is_hidden() {
    let told = |sight: &str| {
        let text = format!("extends = 'tictactoe'\n{sight}\n");
        match Game::from_text(&text) {
            Ok(_) => String::from("ok"),
            Err(fault) => fault.messages().collect::<Vec<_>>().join(", "),
        }
    };
    assert_eq!(told("[sight]\nsees = 'own'"), "ok");
    assert_eq!(told("[sight]\nmoves = true"), "a `[sight]` that hides nothing");
    assert_eq!(told("[sight]\nsees = 'own'\nhidden = 'X'"), "`X` stands for something else");
    let taken = "[format.cells]\n'?' = 'x symbol'\nX = false\n[sight]\nsees = 'own'";
    assert_eq!(told(taken), "`?` stands for something else");
    assert_eq!(told("[sight]\nsees = 'own'\nhidden = ' '"), "a blank cannot stand for a cell");
    assert_eq!(told("[sight]\nsees = 'own'\nunknown = { z = 'Z' }"), "unknown player `z`");
    assert_eq!(told("[sight]\nsee = 'own'"), "unknown key `see` in `[sight]`");
}
