//! Positions whole, as text and back: hands, marks, counters, rounds, and the names of moves.
//!
//! The game is `tests/cases/boards/outpost/rules.toml`, which has all of them.

use crate::chance::board;
use crate::tool::{Chance, root, text};
use interp::eval::Evaluator;
use interp::index::{Cell, Counter, Kind, Mark, Piece, Player};
use interp::notation::{MoveFault, Notation};
use interp::position::{Move, Position, Size};
use interp::program::Program;
use interp::rules::{Rules, load};
use interp::source::Source;

/// The case of the game.
const CASE: &str = "{board:packed}{hands:bracketed} {turn} {letters:unmoved} {marked:passed} {counter:lives} {counter:clock} {round}";

/// The game, with another case.
fn rules(case: &str) -> Rules {
    let page = text(&root().join("tests/cases/boards/outpost/rules.toml"));
    assert!(page.contains(CASE));
    // Of a setup in another format nothing is asked here.
    let page = page.replace("setup  =", "# setup =");
    load(&Source::new("outpost", page.replace(CASE, &case.replace('\n', "\\n"))))
        .expect("a rule file of ours")
}

fn read(rules: &Rules, text: &str) -> Result<Position, String> {
    let case = Notation::new(rules).position(text);
    case.map(|case| case.position).map_err(|faults| faults[0].to_string())
}

/// Holds that a text is read and written back so.
#[track_caller]
fn assert_written(case: &str, text: &str, expected: &str) {
    let rules = rules(case);
    let position = read(&rules, text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    assert_eq!(Notation::new(&rules).write(&position), expected);
}

/// Holds that a text is read and written back as it is.
#[track_caller]
fn assert_kept(case: &str, text: &str) {
    assert_written(case, text, text);
}

#[track_caller]
fn assert_fault(case: &str, text: &str, expected: &str) {
    assert_eq!(read(&rules(case), text).err().as_deref(), Some(expected));
}

#[test]
fn a_canonical_text_is_written_back() {
    assert_kept(CASE, "g1t1g/1ppp1/5/1PPP1/G1T1G[] w AEae - 3+3 0 1");
    assert_kept(CASE, "g3g/+P4/2+p2/5/G1T1G[TPPtp] b E c3d3 0+255 7 31");
    assert_kept("{board:packed} {turn} {hands:counted} {round}", "g3g/5/5/5/G3G w 2T3Pt12p 4");
    assert_kept("{board:packed} {turn} {hands:counted} {round}", "g3g/5/5/5/G3G b - 4");
    assert_kept("{board:packed}[{hands}] {turn}", "g3g/5/5/5/G3G[TTp] b");
    assert_kept("{board}\n{hands}\n{turn}", "g...g\n.....\n.....\n..+P..\nG...G\nTTp\nb");
    assert_kept("{board}\n{hands}\n{turn}", "g...g\n.....\n.....\n.....\nG...G\n\nb");
}

#[test]
fn other_texts_are_written_in_the_usual_way() {
    let empty = "g3g/5/5/5/G1T1G[] w - - 3+3 0 1";
    assert_written(CASE, "g...g/5/5/5/G1T1G w - - 3+3 0 1", empty);
    assert_written(CASE, "g3g/5/5/5/G1T1G[-] w - - 3+3 0 1", empty);
    assert_written(CASE, "g3g/5/5/5/G1T1G/ w - - 3+3 0 1", empty);
    let held = "g3g/5/5/5/G1T1G[TPp] w AE b3d3 3+3 0 1";
    assert_written(CASE, "g3g/5/5/5/G1T1G/pPT w EA d3b3 3+3 0 1", held);
    let counted = "{board:packed} {turn} {hands:counted}";
    assert_written(counted, "g3g/5/5/5/G3G w", "g3g/5/5/5/G3G w -");
    assert_written(counted, "g3g/5/5/5/G3G w pPpT2P", "g3g/5/5/5/G3G w T3P2p");
}

#[test]
fn what_stands_last_may_be_missing() {
    let whole = "g3g/5/5/5/G1T1G[] b - - 3+3 0 1";
    for end in [19, 20, 21, 22, 23, 24, 27, 28, 29, 30, 31] {
        assert_written(CASE, &whole[..end], whole);
    }
    assert_written("{board:packed} {turn} - - {round}", "g3g/5/5/5/G3G b", "g3g/5/5/5/G3G b - - 1");
    assert_written(
        "{board:packed} {turn} - - {round}",
        "g3g/5/5/5/G3G b -",
        "g3g/5/5/5/G3G b - - 1",
    );
    let fault = "1:18: expected whose turn it is: `w` or `b`, found the end of the line";
    assert_fault(CASE, "g3g/5/5/5/G1T1G[]", fault);
    let fault = "1:16: expected ` x `, found the end of the line";
    assert_fault("{board:packed} {turn} x {round}", "g3g/5/5/5/G3G b", fault);
}

#[test]
fn a_letter_needs_all_of_its_pieces() {
    let rules = rules(CASE);
    let position = read(&rules, "g1t1g/5/5/5/G1T1G[] w AEa - 3+3 0 1").expect("a position");
    let layout = rules.layout(position.size);
    let unmoved = rules.unmoved().expect("a mark");
    let marked: Vec<u16> =
        (0..25).filter(|cell| layout.marked(&position.cells, unmoved, Cell(*cell))).collect();
    assert_eq!(marked, [0, 2, 4, 20, 22]);
    // Without its tower a guard has nothing left that a letter could tell.
    let mut alone = position.clone();
    alone.cells[2] = Piece::EMPTY;
    let written = Notation::new(&rules).write(&alone);
    assert_eq!(written, "g1t1g/5/5/5/G3G[] w a - 3+3 0 1");
    assert_fault(
        CASE,
        "g1t1g/5/5/5/G3G[] w A - 3+3 0 1",
        "1:21: `A` means no cell here: there is nothing that could be `unmoved` by it",
    );
}

#[test]
fn where_nothing_tells_a_piece_at_home_has_not_moved() {
    let page = text(&root().join("tests/cases/boards/outpost/rules.toml"));
    let page = page.replace(CASE, "{board:packed} {turn}");
    let page = page.replace("[] w AEae - 3+3 0 1", " w");
    let load = |page: &str| load(&Source::new("outpost", page)).expect("a rule file of ours");
    let unmoved = |rules: &Rules, text: &str| -> Vec<u16> {
        let position = read(rules, text).expect("a position");
        let layout = rules.layout(position.size);
        let mark = rules.unmoved().expect("a mark");
        (0..25).filter(|cell| layout.marked(&position.cells, mark, Cell(*cell))).collect()
    };
    let rules = load(&page);
    let setup = &rules.setup.as_ref().expect("a setup").value;
    assert_eq!(unmoved(&rules, setup).len(), 12);
    assert_eq!(unmoved(&rules, "g1t1g/5/5/5/T1G1g w"), [20, 22, 24]);
    let without = load(&page.replace("setup  =", "# setup ="));
    assert_eq!(unmoved(&without, "g1t1g/5/5/5/G1T1G w"), Vec::<u16>::new());
}

#[test]
fn counters_begin_at_their_start_and_rounds_tell_the_ply() {
    let rules = rules(CASE);
    let position = read(&rules, "g3g/5/5/5/G3G b - - 2+1 9 4").expect("a position");
    let layout = rules.layout(position.size);
    let at = |counter, player| {
        position.cells[layout.counter(Counter(counter), Player(player)).index()].0
    };
    let named = |name: &str| {
        let found = rules.counters.iter().position(|counter| counter.name.value == name);
        found.expect("a counter") as u8
    };
    assert_eq!((at(named("lives"), 0), at(named("lives"), 1), at(named("clock"), 0)), (2, 1, 9));
    assert_eq!(position.ply, 7);
    let position = read(&rules, "g3g/5/5/5/G3G b").expect("a position");
    assert_eq!(position.cells[layout.counter(Counter(named("lives")), Player(1)).index()].0, 3);
    assert_eq!(position.ply, 1);
}

#[test]
fn moves_are_counted_by_rounds_or_one_by_one() {
    let case = "{board:packed} {turn} {hands:counted} {ply}";
    assert_kept(case, "g3g/5/5/5/G3G w - 7");
    assert_kept(case, "g3g/5/5/5/G3G w - 8");
    assert_written(case, "g3g/5/5/5/G3G b", "g3g/5/5/5/G3G b - 1");
    let fault = "1:19: there is no such move: from 1 to 4294967295";
    assert_fault(case, "g3g/5/5/5/G3G w - 0", fault);
    let ply = |text: &str| read(&self::rules(case), text).map(|position| position.ply);
    assert_eq!(ply("g3g/5/5/5/G3G w - 4294967295"), Ok(u32::MAX - 1));
}

#[test]
fn faults_of_fields_stand_at_their_words() {
    let base = "g3g/5/5/5/G1T1G[] w ";
    let fault = |tail: &str, expected: &str| assert_fault(CASE, &format!("{base}{tail}"), expected);
    fault("AX -", "1:22: expected `A`, `E`, `a`, `e` or `-`, found `X`");
    fault("AA -", "1:22: `A` stands here twice");
    fault("- b3z9 3+3", "1:25: expected names of cells, or `-`, found `z9`");
    fault("- - 3", "1:26: expected `+`, found the end of the line");
    fault("- - 3+", "1:27: expected the number of `lives`, found the end of the line");
    fault("- - 3+256", "1:27: too large a number: `lives` goes from 0 to 255");
    fault("- - 3+3 x", "1:29: expected the number of `clock`, found `x`");
    fault("- - 3+3 0 0", "1:31: there is no such round: from 1 to 2147483647");
    fault("- - 3+3 0 99999999999999999999", "1:31: there is no such round: from 1 to 2147483647");
    let hand = |hand: &str, expected: &str| {
        assert_fault(CASE, &format!("g3g/5/5/5/G1T1G{hand} w"), expected);
    };
    hand("[x]", "1:17: expected the pieces in hand, found `x]`");
    hand("[P", "1:18: expected `]`, found ` w`");
    hand("[.]", "1:17: `.` is in nobody's hand");
    let counted = "{board:packed} {turn} {hands:counted}";
    assert_fault(
        counted,
        "g3g/5/5/5/G3G w 200P56P",
        "1:21: too many pieces in a hand: at most 255 of a kind",
    );
    assert_fault(
        counted,
        "g3g/5/5/5/G3G w 2",
        "1:18: expected a piece after its number, found the end of the line",
    );
}

/// A position with everything at random that the case can tell.
fn random(rules: &Rules, chance: &mut Chance) -> Position {
    let size = Size { width: 5, height: 5 };
    let mut position = board(rules, size, 40, chance);
    let layout = rules.layout(size);
    // Of the slots only what this case tells.
    position.cells.truncate(layout.cells());
    position.cells.resize(layout.len(), Piece::EMPTY);
    position.ply = 2 * chance.below(1000) as u32 + u32::from(position.turn.0);
    for player in [Player(0), Player(1)] {
        for kind in (0..rules.kinds.len()).map(Kind::at) {
            let slot = layout.hand(player, kind).expect("hands");
            position.cells[slot.index()] = Piece::of_byte(chance.below(4) as u8);
        }
        for counter in (0..rules.counters.len()).map(Counter::at) {
            position.cells[layout.counter(counter, player).index()] =
                Piece::of_byte(chance.below(256) as u8);
        }
    }
    for cell in (0..25).map(Cell::at).filter(|_| chance.percent(10)) {
        let (slot, bit) = layout.mark(Mark(0), cell, Player(0));
        position.cells[slot.index()].0 |= u16::from(bit);
    }
    let mut marked = position.clone();
    let program = Program::compile(rules, size);
    let letters = Evaluator::new(&program).lettered(&marked).expect("small");
    for cells in letters.iter().filter(|_| chance.percent(50)) {
        for cell in cells {
            let (slot, bit) = layout.mark(rules.unmoved().expect("a mark"), *cell, Player(0));
            marked.cells[slot.index()].0 |= u16::from(bit);
        }
    }
    marked
}

#[test]
fn what_is_written_is_read_again() {
    let mut chance = Chance::new(41);
    let rules = rules(CASE);
    let notation = Notation::new(&rules);
    for _ in 0..500 {
        let position = random(&rules, &mut chance);
        let text = notation.write(&position);
        let again = notation.position(&text).map(|case| case.position);
        assert_eq!(again.as_ref(), Ok(&position), "{text}");
        assert_eq!(notation.write(&position), text);
    }
}

/// The legal moves of a position and their names.
fn named(rules: &Rules, text: &str) -> (Position, Vec<Move>, Vec<String>) {
    let position = read(rules, text).expect("a position");
    let program = Program::compile(rules, position.size);
    let mut moves = Vec::new();
    Evaluator::new(&program).moves(&position, &mut moves).expect("small");
    let names = Notation::new(rules).move_names(&moves, &position);
    (position, moves, names)
}

#[test]
fn every_move_has_a_name_of_its_own() {
    let mut chance = Chance::new(42);
    let rules = rules(CASE);
    let notation = Notation::new(&rules);
    let program = Program::compile(&rules, Size { width: 5, height: 5 });
    let mut evaluator = Evaluator::new(&program);
    for _ in 0..200 {
        let (position, mut moves) = (random(&rules, &mut chance), Vec::new());
        evaluator.moves(&position, &mut moves).expect("small");
        let names = notation.move_names(&moves, &position);
        for (chosen, name) in moves.iter().zip(&names) {
            assert_eq!(notation.parse_move(name, &moves, &position), Ok(chosen), "{names:?}");
        }
    }
}

#[test]
fn moves_are_named_by_their_rules_where_cells_do_not_tell() {
    let rules = rules(CASE);
    let (position, moves, names) = named(&rules, "g3g/5/5/5/G1T1G w A");
    assert!(names.contains(&String::from("pass")), "{names:?}");
    assert!(names.contains(&String::from("a1-b1 (step)")), "{names:?}");
    assert!(names.contains(&String::from("a1-b1 (shift)")), "{names:?}");
    assert!(names.contains(&String::from("a1-a2")), "{names:?}");
    let several = Notation::new(&rules).parse_move("a1b1", &moves, &position);
    assert!(matches!(several, Err(MoveFault::Several(names)) if names.len() == 2));
}

#[test]
fn moves_are_found_by_the_names_that_others_use() {
    let rules = rules(CASE);
    let notation = Notation::new(&rules);
    let (position, moves, names) = named(&rules, "g3g/2P2/5/5/G1T1G[PT] w - - 3+3 0 1");
    let found = |text: &str| {
        let chosen = notation.parse_move(text, &moves, &position).ok()?;
        moves.iter().position(|known| known == chosen).map(|index| names[index].as_str())
    };
    assert_eq!(found("c4c5+P"), Some("c4-c5=veteran"));
    assert_eq!(found("c4c5+p"), Some("c4-c5=veteran"));
    assert_eq!(found("c4c5+"), Some("c4-c5=veteran"));
    assert_eq!(found("c4-c5=+P"), Some("c4-c5=veteran"));
    assert_eq!(found("P@c3"), Some("P@c3"));
    assert_eq!(found("t@d2"), Some("T@d2"));
    assert_eq!(found("p@c5"), None);
    let size = position.size;
    assert_eq!(notation.parse_path("c4c5+P", size), Some(vec![Cell(17), Cell(22)]));
    assert_eq!(notation.parse_path("c4c5+", size), Some(vec![Cell(17), Cell(22)]));
    assert_eq!(notation.parse_path("P@c3", size), Some(vec![Cell(12)]));
    assert_eq!(notation.parse_path("+", size), None);
    // Who has the second glyph drops under the name of the first.
    let (_, _, names) = named(&rules, "g3g/5/5/5/G1T1G[p] b - - 3+3 0 1");
    assert!(names.contains(&String::from("P@c3")), "{names:?}");
}
