use super::hand::*;
use super::{Reference, holds, moves};
use interp::index::{GoalId, Kind, Player, Register};
use interp::position::Size;
use interp::rules::*;

#[test]
fn a_capture_must_be_made_and_gone_on_with() {
    let rules = draughts();
    let chain = board(&rules, "mk", 0, "..... ...m. ..... .m... M...M");
    assert_eq!(moves(&rules, &chain), ["a1xc3xe5"]);
    let quiet = board(&rules, "mk", 0, "..... ..... ..m.. ..... M...M");
    assert_eq!(moves(&rules, &quiet), ["a1-b2", "e1-d2"]);
}

#[test]
fn a_man_crowned_in_a_chain_goes_on_as_a_king() {
    let rules = draughts();
    let chain = board(&rules, "mk", 0, "..... .m.m. M.... ..... .....");
    let position = board(&rules, "mk", 0, "..... .m.m. M...m ..... .....");
    assert_eq!(moves(&rules, &chain), ["a3xc5xe3"]);
    assert_eq!(moves(&rules, &position), ["a3xc5"]);
    let reference = Reference::new(&rules, position.size);
    let chosen = &reference.moves(&position).expect("not too wide")[0];
    assert_eq!(chosen.edits[2].after.kind(), Some(Kind(1)));
}

#[test]
fn equal_edits_are_one_move_unless_routes_differ() {
    let mut rules = draughts();
    let ring = board(&rules, "mk", 0, "....... ..m.m.. ....... ..m.m.. ...K... .......");
    assert_eq!(moves(&rules, &ring), ["d2xb4xd6xf4xd2"]);
    rules.turn.routes_differ = true;
    assert_eq!(moves(&rules, &ring), ["d2xb4xd6xf4xd2", "d2xf4xd6xb4xd2"]);
}

#[test]
fn each_flips_in_every_direction_that_closes() {
    let [on, foe] = to(enemy());
    let [end, own] = to(Test::Owned(Who::Mover));
    let run = Walk::Repeat { body: Box::new(seq([on, foe, act(Act::Flip)])), min: 1, max: None };
    let each = Walk::Each {
        dirs: dirs(None, Group::Any),
        body: Box::new(seq([node(run), end, own])),
        optional: false,
    };
    let mut rules = rules(vec![kind("disc", Vec::new())]);
    rules.actions =
        vec![rule(0, seq([node(Walk::Pick(Test::Empty)), act(Act::Put(Kind(0))), node(each)]))];
    let start = board(&rules, "d", 1, ".... .Dd. .dD. ....");
    assert_eq!(moves(&rules, &start), ["a3", "b4", "c1", "d2"]);
    let both = board(&rules, "d", 1, "dDD. ...D ...D ...d");
    let reference = Reference::new(&rules, both.size);
    assert_eq!(reference.moves(&both).expect("not too wide")[0].edits.len(), 5);
}

#[test]
fn a_named_cell_can_be_returned_to() {
    let crossed = Register(0);
    let [step, empty] = to(Test::Empty);
    let castle = seq([
        test(Test::Not(Box::new(Test::Attacked))),
        face(Some(Bearing::Sideways), Group::Orthogonal),
        step.clone(),
        empty.clone(),
        test(Test::Not(Box::new(Test::Attacked))),
        node(Walk::As(crossed)),
        step,
        empty,
        act(Act::Land),
        ahead(),
        test(Test::Is(Kind(2))),
        act(Act::Lift),
        node(Walk::Go(crossed)),
        act(Act::Put(Kind(2))),
    ]);
    let mut rules = chess();
    rules.kinds[0].moves = vec![rule(0, castle)];
    rules.kinds[2].moves.truncate(1);
    let castles = |diagram| {
        let all = moves(&rules, &board(&rules, "kqrbnp", 0, diagram));
        all.contains(&String::from("a1-c1"))
    };
    assert!(castles("....k ..... K..R."));
    assert!(!castles(".r..k ..... K..R."));
    assert!(!castles("r...k ..... K..R."));
}

#[test]
fn a_hopper_goes_on_to_any_distance_and_a_repeat_ends_on_a_small_board() {
    let [step, empty] = to(Test::Empty);
    let wander = any_times(seq([face(None, Group::Orthogonal), step, empty]));
    let rules = rules(vec![kind("rover", vec![rule(0, seq([wander, act(Act::Land)]))])]);
    let closed = board(&rules, "r", 0, "..r Rr. r..");
    assert_eq!(moves(&rules, &closed), ["a2-a3", "a2-b3"]);
}

#[test]
fn a_walk_without_bounds_is_given_up() {
    let [step, empty] = to(Test::Empty);
    // A repeat that does nothing but go about would be a search, and end.
    let wander = any_times(seq([face(None, Group::Any), step, empty, act(Act::Land)]));
    let rules = rules(vec![kind("rover", vec![rule(0, wander)])]);
    let mut open = board(&rules, "r", 0, "R");
    open.size = Size { width: 20, height: 20 };
    open.cells.resize(400, interp::index::Piece::EMPTY);
    assert!(Reference::new(&rules, open.size).moves(&open).is_err());
}

#[test]
fn a_connection_touches_all_of_its_sides() {
    let mut rules = rules(vec![kind("stone", Vec::new())]);
    let goal = Goal::Connect {
        least: None,
        sides: vec![(Player(0), vec![Cells::Edge(Compass::West), Cells::Edge(Compass::East)])],
        by: dirs(None, Group::Orthogonal),
        of: Test::Owned(Who::Mover),
    };
    rules.goals = vec![GoalRule { name: at("path".into()), goal }];
    let has =
        |diagram, who| holds(&rules, &board(&rules, "s", 0, diagram), &Cond::Has(who, GoalId(0)));
    assert!(has("S.SS SSS. ....", Who::Mover));
    assert!(!has("S.SS S.S. .S..", Who::Mover));
    assert!(!has("sss. .... ....", Who::Other));
}
