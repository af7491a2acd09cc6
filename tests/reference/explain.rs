use super::hand::*;
use interp::position::Position;
use interp::rules::Rules;
use interp::trace::{Note, Reference};

fn text(notes: &[Note]) -> String {
    notes.iter().map(|note| format!("{}{}\n", "  ".repeat(note.depth), note.text)).collect()
}

fn position(rules: &Rules, position: &Position) -> String {
    let name = named(position.size.width);
    text(&Reference::new(rules, position.size).explain(position, &name))
}

fn path(rules: &Rules, position: &Position, cells: &[&str]) -> String {
    let name = named(position.size.width);
    let cells: Vec<_> = cells.iter().map(|name| cell(name, position.size.width)).collect();
    text(&Reference::new(rules, position.size).explain_move(position, &cells, None, &name))
}

#[test]
fn a_position_is_explained_by_what_attacks_what() {
    let rules = chess();
    let check = board(&rules, "kqrbnp", 0, "..r.. ..... .R... ..K..");
    insta::assert_snapshot!(position(&rules, &check), @r"
    white to move
    it would be over (black wins) if white has no legal move and a royal piece of white is attacked
      false: white has no legal move
        white has 4 moves, as c1-b1
      true: a royal piece of white is attacked
        black rook on c4 attacks white king on c1
    it would be over (a draw) if white has no legal move
      false: white has no legal move
        white has 4 moves, as c1-b1
    the verdict is: check
      true: a royal piece of white is attacked
        black rook on c4 attacks white king on c1
    white has 4 legal moves
    refused: 7 moves, for it is forbidden that a royal piece of white is attacked
      c1-c2
        black rook on c4 attacks white king on c2
      b2-b1, b2-a2, b2-d2, b2-e2, b2-b3, b2-b4
        black rook on c4 attacks white king on c1
    ");
}

#[test]
fn a_line_is_named_by_its_cells_and_a_forced_move_by_its_name() {
    let rules = row();
    insta::assert_snapshot!(position(&rules, &board(&rules, "sj", 1, "S.s .J. s.S")), @r"
    black to move
    the game is over (white wins) if white has three
      true: white has three
        by c1, b2, a3
    black has 4 legal moves, if the game were not over
    ");
    let rules = draughts();
    let forced = board(&rules, "mk", 0, "..... ..... ..... .m... M...M");
    insta::assert_snapshot!(position(&rules, &forced), @r"
    white to move
    white has 1 legal move
    1 other move is left out, for there is a capture, which must be made
      e1-d2
    ");
    insta::assert_snapshot!(path(&rules, &forced, &["e1", "d2"]), @r"
    e1-d2 is not legal, for there is a capture, which must be made
      as a1xc3
      by the quiet of man
      white man leaves e1 and stands on d2
    ");
    insta::assert_snapshot!(path(&rules, &forced, &["a1", "c3"]), @r"
    a1xc3 is legal
      by the capture of man
      white man leaves a1 and stands on c3
      captures black man on b2
    ");
}

#[test]
fn a_move_is_explained_or_why_there_is_none() {
    let rules = chess();
    let check = board(&rules, "kqrbnp", 0, "..r.. ..... .R... ..KP.");
    insta::assert_snapshot!(path(&rules, &check, &["c1", "b1"]), @r"
    c1-b1 is legal
      by a move of king
      white king leaves c1 and stands on b1
    ");
    insta::assert_snapshot!(path(&rules, &check, &["b2", "b3"]), @r"
    b2-b3 is not legal, for it is forbidden that a royal piece of white is attacked
      true: a royal piece of white is attacked
        black rook on c4 attacks white king on c1
      by a move of rook
      white rook leaves b2 and stands on b3
    ");
    insta::assert_snapshot!(path(&rules, &check, &["c1", "d1"]), @r"
    c1-d1 is not legal: no walk ends so
      it reaches b1, c2, d2
        d1 is occupied by white pawn, but the walk asks for not own
    ");
    insta::assert_snapshot!(path(&rules, &check, &["c4", "c3"]), @r"
    c4-c3 is not legal: no walk ends so
      black rook stands on c4: no piece of white moves from there
    ");
    insta::assert_snapshot!(path(&rules, &check, &["e1"]), @r"
    e1 is not legal: no walk ends so
      e1 is empty: no piece of white moves from there
    ");
}

#[test]
fn a_placement_says_what_is_in_its_way() {
    let rules = row();
    let open = board(&rules, "sj", 1, "S.s .J. ..S");
    insta::assert_snapshot!(path(&rules, &open, &["b2"]), @r"
    the game is over, so no move is legal; if it were not:
    b2 is not legal: no walk ends so
      the action move reaches a1, b1, a2, c2, b3
        b2 is occupied by joker, but the walk asks for empty
    ");
    insta::assert_snapshot!(path(&rules, &open, &["a1"]), @r"
    the game is over, so no move is legal; if it were not:
    a1 is legal
      by the action move
      black stone comes to stand on a1
    ");
}
