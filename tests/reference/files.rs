use super::{moves, perft, state};
use interp::index::{Piece, Player};
use interp::position::{Position, Size, State};
use interp::rules::{Rules, load};
use interp::source::Source;
use interp::trace::Reference;

fn rules(name: &str) -> Rules {
    let path = format!("{}/rules/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a rule file");
    load(&Source::new(path, text)).expect("rules without faults")
}

/// A position drawn with the file's own characters.
fn drawn(rules: &Rules, turn: u8, diagram: &str) -> Position {
    let rows: Vec<&str> = diagram.split_whitespace().collect();
    let piece = |letter: char| {
        let glyph = rules.format.cells.iter().find(|glyph| glyph.glyph.value == letter.to_string());
        glyph.map_or(Piece::EMPTY, |glyph| glyph.piece)
    };
    let size = Size { width: rows[0].len() as u16, height: rows.len() as u16 };
    let cells = rows.iter().rev().flat_map(|row| row.chars().map(piece)).collect();
    Position::new(size, cells, Player(turn))
}

fn verdict(rules: &Rules, position: &Position) -> String {
    let found = Reference::new(rules, position.size).verdict(position).expect("not too wide");
    rules.verdicts[found.expect("a verdict")].say.value.clone()
}

fn counts(rules: &Rules, position: &Position, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(rules, position, depth)).collect()
}

#[test]
fn chess_has_the_published_counts() {
    let chess = rules("chess");
    assert_eq!(counts(&chess, &drawn(&chess, 0, super::START), 3), [20, 400, 8902]);
    let promotions = "n.n..... PPPk.... ........ ........ ........ ........ ....Kppp .....N.N";
    assert_eq!(counts(&chess, &drawn(&chess, 1, promotions), 3), [24, 496, 9483]);
}

#[test]
fn checkers_has_the_published_counts() {
    let checkers = rules("checkers");
    let start = "_b_b_b_b b_b_b_b_ _b_b_b_b ________ ________ w_w_w_w_ _w_w_w_w w_w_w_w_";
    assert_eq!(counts(&checkers, &drawn(&checkers, 0, start), 5), [7, 49, 302, 1469, 7361]);
}

#[test]
fn a_man_crowned_in_mid_capture_goes_on_as_a_king() {
    let checkers = rules("checkers");
    let chain = drawn(&checkers, 1, "_____ _b_b_ w____ _____ _____");
    assert_eq!(moves(&checkers, &chain), ["a3xc5xe3"]);
}

#[test]
fn a_path_is_seen_before_and_after_it_is_closed() {
    let path = rules("path");
    let said = |diagram| verdict(&path, &drawn(&path, 0, diagram));
    assert_eq!(said("WWW BBU UUU"), "White has a winning path.");
    assert_eq!(said("WUW BBU UBU"), "White can win in one move.");
    assert_eq!(said("WUU BBW UBU"), "Black can win in one move.");
    assert_eq!(said("UUU UUU UUU"), "There is no winning path.");
}

#[test]
fn a_line_may_hold_a_joker() {
    let tomek = rules("tomek");
    let stands = |turn, diagram| state(&tomek, &drawn(&tomek, turn, diagram));
    assert!(matches!(stands(1, "XXXT .... OO.. ...."), State::Won(..)));
    assert_eq!(stands(0, "XX.T .... OO.. ...."), State::Ongoing);
}

#[test]
fn rank_and_file_knows_a_mate() {
    let rank = rules("rank_and_file");
    let glyph = |player, kind: &str| {
        let named = |piece: Piece| rank.piece_name(piece) == format!("{player} {kind}");
        let found = rank.format.cells.iter().find(|glyph| named(glyph.piece));
        found.expect("a glyph").glyph.value.clone()
    };
    let (king, rook) = (glyph("white", "king"), glyph("black", "rook"));
    let back = format!(
        "........ ........ ........ ........ ........ ......{rook}. .......{rook} {king}......."
    );
    assert_eq!(verdict(&rank, &drawn(&rank, 0, &back)), "SAFE");
    let mate = format!(
        "........ ........ ........ ........ ........ ........ .......{rook} {king}.....{rook}."
    );
    assert_eq!(verdict(&rank, &drawn(&rank, 0, &mate)), "CHECKMATED");
    let check = format!(
        "........ ........ ........ ........ ........ ........ ........ {king}.....{rook}."
    );
    assert_eq!(verdict(&rank, &drawn(&rank, 0, &check)), "CHECKED");
}
