//! Games of many kinds: as many as there can be, of six players and nobody's. Both evaluators say the same of them.

use crate::actions::assert_round_trip;
use crate::chance::{Pair, board};
use crate::tool::Chance;
use interp::actions::Actions;
use interp::eval::Evaluator;
use interp::index::{Kind, Piece, Player};
use interp::notation::Notation;
use interp::planes::Planes;
use interp::position::Position;
use interp::program::Program;
use interp::rules::limits::KINDS;
use interp::rules::{Rules, load};
use interp::source::Source;

/// What a piece of the crowd is like: how it goes, what it does, how it looks.
const LIKE: [[&str; 5]; 3] = [
    ["slow", "brisk", "fast", "lame", "odd"],
    ["meek", "bold", "shifty", "pushy", "heavy"],
    ["pale", "grey", "tawny", "deep", "inky"],
];
const PLAYERS: [&str; 6] = ["ann", "ben", "cas", "dan", "eve", "fay"];

fn loaded(name: &str, text: String) -> Rules {
    load(&Source::new(name, text)).unwrap_or_else(|faults| panic!("{name}: {faults:?}"))
}

fn quoted(words: [&str; 5]) -> String {
    words.map(|word| format!("\"{word}\"")).join(", ")
}

/// The kinds of the crowd, each with two letters of its own.
fn crowd_kinds() -> Vec<(String, String)> {
    let [gaits, tempers, tones] = LIKE;
    let mut kinds = Vec::new();
    for (a, gait) in gaits.iter().enumerate() {
        for (b, temper) in tempers.iter().enumerate() {
            for (c, tone) in tones.iter().enumerate() {
                let letters = [char::from(b'a' + (5 * a + b) as u8), char::from(b'a' + c as u8)];
                kinds.push((format!("{gait}-{temper}-{tone}-one"), letters.iter().collect()));
            }
        }
    }
    kinds
}

/// 125 kinds of each of six players, 124 of nobody's, and one that is royal.
fn crowd() -> Rules {
    let mut cells = String::from(r#""..." = 'empty'"#);
    for (at, player) in PLAYERS.iter().enumerate() {
        for (kind, letters) in crowd_kinds() {
            cells += &format!(", {at}{letters} = '{player} {kind}'");
        }
        cells += &format!(", {at}KK = '{player} king'");
    }
    let rocks: Vec<String> =
        (0..KINDS - 126).map(|at| format!("rock{at} = {{ owner = 'none' }}")).collect();
    for at in 0..rocks.len() {
        cells += &format!(", r{at:02x} = 'rock{at}'");
    }
    let [gaits, tempers, tones] = LIKE.map(quoted);
    let players = PLAYERS.map(|player| format!("\"{player}\"")).join(", ");
    let (last, rocks) = (rocks.len() - 1, rocks.join("\n"));
    let text = format!(
        r#"
[board]
size = [5, 5]
[players]
order = [{players}]
[pieces]
{rocks}
king = {{ moves = 'step any', royal = true }}
[pieces.one]
each = {{ gait = [{gaits}], temper = [{tempers}], tone = [{tones}] }}
moves.go   = '(slow, step orthogonal | brisk, step any | fast, slide diagonal | lame, leap (1,2) to empty | odd, jump any over rock{last} or tawny)'
moves.turn = 'shifty and not inky, step forward to empty, become inky'
moves.push = 'pushy, forward to enemy and not pale, push, land'
moves.drop = 'heavy and deep, as home, sideways to empty, land, go home, put rock{last}'
[regions]
worn = 'rank 5'
[actions]
hand = 'pick empty and worn, drop bold'
[hands]
captures = true
[goals]
row = {{ line = 3, of = 'own inky' }}
[[end]]
when = 'last row'
win  = 'last'
[[end]]
when = 'mover stuck'
win  = 'other'
[[verdict]]
say = "plain"
[format]
case  = "{{board}} {{turn}} {{hands:bracketed}}"
cells = {{ {cells} }}
"#
    );
    loaded("crowd", text)
}

/// Holds both evaluators to each other: whole games from boards that are filled at random.
fn assert_same(rules: &Rules, boards: usize, plies: usize) {
    let size = rules.board.size.expect("a size");
    let (pair, mut chance) = (Pair::new(rules, size), Chance::new(16));
    for filled in [15, 40, 60].into_iter().cycle().take(boards) {
        let mut position = board(rules, size, filled, &mut chance);
        // Whoever may drop one of 25 kinds has a great many moves; some of the boards are without hands.
        if filled != 40 {
            let cells = usize::from(size.width) * usize::from(size.height);
            position.cells[cells..].fill(Piece::EMPTY);
        }
        let moves = pair.agreed(&position).expect("not too wide");
        if moves.len() < 20 {
            pair.count(&position, &moves);
        }
        pair.assert_game(position, plies, &mut chance);
    }
}

#[test]
fn six_players_with_all_the_kinds_that_there_can_be() {
    let rules = crowd();
    assert_eq!(rules.kinds.len(), KINDS);
    assert_same(&rules, 60, 12);
}

#[test]
fn every_piece_has_a_glyph_a_plane_and_a_code_of_its_own() {
    let rules = crowd();
    let size = rules.board.size.expect("a size");
    let mut codes: Vec<Piece> = Vec::new();
    for (at, rule) in rules.kinds.iter().enumerate() {
        let owners = (0..PLAYERS.len()).map(|player| Some(Player::at(player)));
        let owners: Vec<_> = if rule.neutral { vec![None] } else { owners.collect() };
        for owner in owners {
            let piece = Piece::new(Kind::at(at), owner);
            assert_eq!((piece.kind(), piece.owner()), (Some(Kind::at(at)), owner));
            codes.push(piece);
        }
    }
    let (whole, notation) = (codes.len(), Notation::new(&rules));
    for all in codes.chunks(25) {
        let mut cells = all.to_vec();
        cells.resize(25, Piece::EMPTY);
        cells.resize(rules.layout(size).len(), Piece::EMPTY);
        let position = Position::new(size, cells, Player(3));
        let text = notation.write(&position);
        assert_eq!(notation.position(&text).expect("a position").position, position, "{text}");
    }
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), whole);
    assert!(Planes::new(&rules, size).names().len() >= whole);
}

#[test]
fn moves_of_many_kinds_have_numbers_of_their_own() {
    let rules = crowd();
    let size = rules.board.size.expect("a size");
    let actions = Actions::new(&rules, size).expect("not too many");
    let program = Program::compile(&rules, size);
    let (mut evaluator, mut chance) = (Evaluator::new(&program), Chance::new(3));
    for _ in 0..20 {
        let position = board(&rules, size, 40, &mut chance);
        let mut legal = Vec::new();
        evaluator.legal(&position, &mut legal).expect("not too wide");
        assert_round_trip(&actions, &position, &legal, &mut chance, "crowd");
    }
}

#[test]
fn tokens_that_are_nobodys() {
    let path = crate::tool::root().join("tests/cases/perft/tokens.toml");
    let rules = crate::tool::rules(&path);
    assert_eq!(rules.kinds.len(), 125);
    let size = rules.board.size.expect("a size");
    let start = Position::new(size, vec![Piece::EMPTY; 9], Player(0));
    let program = Program::compile(&rules, size);
    let mut evaluator = Evaluator::new(&program);
    // 9 cells and 125 tokens, then 8 cells and 124.
    assert_eq!(evaluator.perft(&start, 1), Ok(1125));
    assert_eq!(evaluator.perft(&start, 2), Ok(1125 * 992));
    assert_same(&rules, 40, 9);
}
