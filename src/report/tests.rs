use super::*;
use crate::index::{Cell, Kind, MoveName, Piece, Player};
use crate::notation::fixture::{rules, template};
use crate::position::Edit;
use crate::rules::{Cases, VerdictRule};
use crate::source::{Span, Spanned};

fn capture() -> Move {
    let piece = |player| Piece::new(Kind(0), Some(Player(player)));
    Move {
        path: vec![Cell(0), Cell(8)],
        edits: vec![
            Edit { cell: Cell(0), before: piece(0), after: Piece::EMPTY },
            Edit { cell: Cell(4), before: piece(1), after: Piece::EMPTY },
            Edit { cell: Cell(8), before: Piece::EMPTY, after: piece(0) },
        ],
        captures: vec![Cell(4)],
        name: MoveName(0),
        became: None,
    }
}

/// The answer to one position, in words and in JSON.
fn answer(
    ask: Ask,
    text: &str,
    no_move: Option<&str>,
    chosen: Option<&Move>,
    state: State,
) -> [String; 2] {
    let mut rules = rules(Some((3, 3)), Cases::End, "{turn}\n{board}");
    rules.format.ask = ask;
    rules.format.answer = template(text);
    rules.format.no_move = no_move.map(template);
    rules.verdicts =
        vec![VerdictRule { say: Spanned::new(String::from("SAFE"), Span::default()), when: None }];
    let notation = Notation::new(&rules);
    let position = notation.position("w\n...\n.b.\nw..").map(|case| case.position).expect("valid");
    let moves: Vec<Move> = chosen.into_iter().cloned().collect();
    let answer = Answer {
        notation: &notation,
        number: 7,
        position: &position,
        state: Some(state),
        verdict: (state == State::Ongoing).then_some(0),
        moves: &moves,
        chosen,
    };
    [answer.text(), answer.json()]
}

#[test]
fn a_verdict_fills_its_template() {
    let [text, json] =
        answer(Ask::Verdict, "Case #{n}: {mover:upper} IS {verdict}", None, None, State::Ongoing);
    assert_eq!(text, "Case #7: FIRST IS SAFE");
    assert_eq!(
        json,
        r#"{"version":1,"case":7,"mover":"first","state":"ongoing","winner":null,"verdict":"SAFE"}"#
    );
}

#[test]
fn where_no_verdict_holds_the_state_is_said() {
    let won = State::Won(Player(1), 0);
    let [text, json] = answer(Ask::Verdict, "{verdict}", None, None, won);
    assert_eq!(text, "second has won");
    assert_eq!(
        json,
        r#"{"version":1,"case":7,"mover":"first","state":"won","winner":"second","verdict":null}"#
    );
    let [text, _] = answer(Ask::Verdict, "{verdict}", None, None, State::Drawn(0));
    assert_eq!(text, "drawn");
}

#[test]
fn a_move_is_told_by_its_hops_and_path() {
    let chosen = capture();
    let [text, json] = answer(
        Ask::Move,
        "{hops}\n{path}\n{move}\n{board}",
        Some("0"),
        Some(&chosen),
        State::Ongoing,
    );
    assert_eq!(text, "1\na1\nc3\na1xc3\n...\n.b.\nw..");
    assert!(json.contains(r#""move":{"text":"a1xc3","name":"move","path":["a1","c3"],"captures":["b2"],"edits":[{"cell":"a1","before":"first minor","after":"empty"},"#), "{json}");
}

#[test]
fn no_move_has_words_of_its_own() {
    let [text, json] = answer(Ask::Move, "{hops}\n{path}", Some("0"), None, State::Ongoing);
    assert_eq!(text, "0");
    assert!(json.ends_with(r#""verdict":"SAFE","move":null}"#), "{json}");
}

#[test]
fn only_what_the_template_uses_is_needed() {
    let mut rules = rules(Some((3, 3)), Cases::End, "{board}");
    rules.format.answer = template("{mover}");
    assert_eq!(Needs::of_text(&rules), Needs::default());
    rules.format.answer = template("{verdict}");
    assert_eq!(Needs::of_text(&rules), Needs { verdict: true, state: true, ..Needs::default() });
}
