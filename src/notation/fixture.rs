//! Rules for tests, made by hand: two players, one or two kinds, any format.

use crate::index::{Kind, Piece, Player};
use crate::position::Size;
use crate::rules::{
    Ask, Board, Cases, Field, Format, Glyph, KindRule, Part, PlayerRule, Rules, Shape, Style,
    Template, TurnRule, TurnText,
};
use crate::source::{Span, Spanned};

fn at<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

/// A template of text, line ends (`\n`) and fields in braces.
pub fn template(text: &str) -> Template {
    let mut parts = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            parts.push(at(Part::Newline));
        }
        for piece in line.split_inclusive('}') {
            let (literal, field) = piece.split_once('{').unwrap_or((piece, ""));
            if !literal.is_empty() {
                parts.push(at(Part::Text(literal.to_owned())));
            }
            let (field, style) = match field.trim_end_matches('}').split_once(':') {
                Some((field, "packed")) => (field, Style::Packed),
                Some((field, _)) => (field, Style::Upper),
                None => (field.trim_end_matches('}'), Style::Plain),
            };
            let field = match field {
                "board" => Field::Board,
                "turn" => Field::Turn,
                "size" => Field::Size,
                "width" => Field::Width,
                "height" => Field::Height,
                "n" => Field::Number,
                "mover" => Field::Mover,
                "hops" => Field::Hops,
                "path" => Field::Path,
                "move" => Field::Move,
                "moves" => Field::Moves,
                "verdict" => Field::Verdict,
                "file" => Field::File,
                "rank" => Field::Rank,
                "row" => Field::Row,
                "column" => Field::Column,
                _ => continue,
            };
            parts.push(at(Part::Field(field, style)));
        }
    }
    Template(parts)
}

/// Kinds `minor` (`w`, `b`) and `major` (`W`, `B`), empty cells `.`, turns `w` and `b`.
pub fn rules(size: Option<(u16, u16)>, cases: Cases, case: &str) -> Rules {
    let player = |number, name: &str| PlayerRule::alone(Player(number), at(name.to_owned()), None);
    let kind = |name: &str| KindRule {
        name: at(name.to_owned()),
        neutral: false,
        royal: false,
        hand: None,
        moves: Vec::new(),
    };
    let glyph = |glyph: char, piece| Glyph { glyph: at(String::from(glyph)), piece };
    let piece = |kind, player| Piece::new(Kind(kind), Some(Player(player)));
    Rules {
        numbers: Vec::new(),
        tracks: Vec::new(),
        name: String::from("fixture"),
        about: None,
        board: Board {
            size: size.map(|(width, height)| Size { width, height }),
            shape: Shape::default(),
            stack: 1,
            span: Span::default(),
        },
        players: vec![player(0, "first"), player(1, "second")],
        kinds: vec![kind("minor"), kind("major")],
        marks: Vec::new(),
        counters: Vec::new(),
        hands: None,
        actions: Vec::new(),
        move_names: vec![String::from("move")],
        turn: TurnRule {
            order: vec![Player(0), Player(1)],
            again: None,
            over: None,
            skip: None,
            pieces: true,
            must: None,
            prefer: Vec::new(),
            captures_last: false,
            pass: None,
            routes_differ: false,
        },
        chance: Vec::new(),
        goals: Vec::new(),
        scores: Vec::new(),
        facts: Vec::new(),
        fact_names: Vec::new(),
        regions: Vec::new(),
        forbids: Vec::new(),
        endings: Vec::new(),
        verdicts: Vec::new(),
        setup: None,
        sight: None,
        format: Format {
            cases,
            case: template(case),
            ask: Ask::Verdict,
            answer: template("{verdict}"),
            no_move: None,
            turn: TurnText::Words(vec![
                (at(String::from("w")), Player(0)),
                (at(String::from("b")), Player(1)),
            ]),
            kinds: Vec::new(),
            short: false,
            numbered: None,
            letters: Vec::new(),
            also: Vec::new(),
            cells: vec![
                glyph('.', Piece::EMPTY),
                glyph('w', piece(0, 0)),
                glyph('b', piece(0, 1)),
                glyph('W', piece(1, 0)),
                glyph('B', piece(1, 1)),
            ],
            coordinate: template("{file}{rank}"),
        },
        tests: Vec::new(),
    }
}
