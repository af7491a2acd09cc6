//! Rules written by hand, and boards drawn as text.

use interp::index::{Cell, GoalId, Kind, MoveName, Piece, Player};
use interp::position::{Position, Size};
use interp::rules::*;
use interp::source::{Span, Spanned};

pub fn at<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

pub fn node(walk: Walk) -> Node {
    Node { walk, span: Span::default() }
}

pub fn seq(nodes: impl IntoIterator<Item = Node>) -> Node {
    node(Walk::Seq(nodes.into_iter().collect()))
}

pub fn alt(nodes: impl IntoIterator<Item = Node>) -> Node {
    node(Walk::Alt(nodes.into_iter().collect()))
}

pub fn dirs(bearing: Option<Bearing>, group: Group) -> Dirs {
    Dirs(vec![DirTerm { side: None, bearing, group }])
}

pub fn face(bearing: Option<Bearing>, group: Group) -> Node {
    node(Walk::Face(dirs(bearing, group)))
}

pub fn ahead() -> Node {
    node(Walk::Ahead)
}

pub fn test(test: Test) -> Node {
    node(Walk::Test(test))
}

pub fn act(act: Act) -> Node {
    node(Walk::Act(act))
}

pub fn any_times(body: Node) -> Node {
    node(Walk::Repeat { body: Box::new(body), min: 0, max: None })
}

pub fn to(passing: Test) -> [Node; 2] {
    [ahead(), test(passing)]
}

pub fn enemy() -> Test {
    Test::Owned(Who::Other)
}

pub fn not_own() -> Test {
    Test::Not(Box::new(Test::Owned(Who::Mover)))
}

pub fn rule(name: u8, walk: Node) -> MoveRule {
    MoveRule { name: MoveName(name), from: Cells::All, walk }
}

pub fn kind(name: &str, moves: Vec<MoveRule>) -> KindRule {
    KindRule { name: at(name.into()), neutral: false, royal: false, hand: None, moves }
}

/// Rules of two players, with those kinds and nothing else.
pub fn rules(kinds: Vec<KindRule>) -> Rules {
    let player = |number, name: &str, facing| {
        PlayerRule::alone(Player(number), at(name.into()), Some(facing))
    };
    Rules {
        name: "a game".into(),
        about: None,
        board: Board { size: None, shape: Shape::default(), stack: 1, span: Span::default() },
        players: vec![player(0, "white", Compass::North), player(1, "black", Compass::South)],
        kinds,
        marks: Vec::new(),
        counters: Vec::new(),
        numbers: Vec::new(),
        tracks: Vec::new(),
        hands: None,
        actions: Vec::new(),
        move_names: ["move", "quiet", "capture"].map(String::from).to_vec(),
        turn: TurnRule {
            pieces: true,
            order: vec![Player(0), Player(1)],
            again: None,
            over: None,
            skip: None,
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
            cases: Cases::End,
            case: Template(Vec::new()),
            ask: Ask::Moves,
            answer: Template(Vec::new()),
            no_move: None,
            turn: TurnText::First,
            cells: Vec::new(),
            kinds: Vec::new(),
            short: false,
            numbered: None,
            letters: Vec::new(),
            also: Vec::new(),
            coordinate: Template(Vec::new()),
        },
        tests: Vec::new(),
    }
}

/// Chess without castling, capture in passing and promotion: `kqrbnp`, white's in capitals.
pub fn chess() -> Rules {
    let slide = |group| {
        let [step, empty] = to(Test::Empty);
        let [last, free] = to(not_own());
        let body = seq([step, empty]);
        rule(0, seq([face(None, group), any_times(body), last, free, act(Act::Land)]))
    };
    let step = |bearing, group, passing| {
        let [ahead, passing] = to(passing);
        rule(0, seq([face(bearing, group), ahead, passing, act(Act::Land)]))
    };
    let [one, empty] = to(Test::Empty);
    let forward = Some(Bearing::Forward);
    let mut both = rule(
        0,
        seq([
            face(forward, Group::Orthogonal),
            one.clone(),
            empty.clone(),
            one,
            empty,
            act(Act::Land),
        ]),
    );
    both.from = Cells::RankFrom(1);
    let pawn = vec![
        step(forward, Group::Orthogonal, Test::Empty),
        both,
        step(forward, Group::Diagonal, enemy()),
    ];
    let mut king = kind("king", vec![step(None, Group::Any, not_own())]);
    king.royal = true;
    let mut rules = rules(vec![
        king,
        kind("queen", vec![slide(Group::Any)]),
        kind("rook", vec![slide(Group::Orthogonal)]),
        kind("bishop", vec![slide(Group::Diagonal)]),
        kind("knight", vec![step(None, Group::Leap(1, 2), not_own())]),
        kind("pawn", pawn),
    ]);
    rules.forbids = vec![Forbid { when: at(Cond::Attacked(Who::Mover)), why: None }];
    let (stuck, check) = (Cond::Stuck(Who::Mover), Cond::Attacked(Who::Mover));
    rules.endings = vec![
        Ending {
            when: at(Cond::All(vec![stuck.clone(), check.clone()])),
            result: Outcome::Win(Who::Last),
            claim: false,
            perft: true,
        },
        Ending { when: at(stuck), result: Outcome::Draw, claim: false, perft: true },
    ];
    let verdict =
        |say: &str, when: Option<Cond>| VerdictRule { say: at(say.into()), when: when.map(at) };
    rules.verdicts = vec![verdict("check", Some(check)), verdict("safe", None)];
    rules
}

/// Draughts of men and kings, on all cells; men become kings where they land on the last rank.
pub fn draughts() -> Rules {
    let moves = |bearing: Option<Bearing>, crown: bool| {
        let crown = |nodes: Vec<Node>| {
            let far = seq([test(Test::In(Cells::RankTo(0))), act(Act::Become(Kind(1)))]);
            let not = test(Test::Not(Box::new(Test::In(Cells::RankTo(0)))));
            let ends = if crown { vec![alt([far, not])] } else { Vec::new() };
            nodes.into_iter().chain(ends).collect::<Vec<_>>()
        };
        let diagonal = face(bearing, Group::Diagonal);
        let [step, empty] = to(Test::Empty);
        let quiet = crown(vec![diagonal.clone(), step.clone(), empty.clone(), act(Act::Land)]);
        let mut jump = crown(vec![
            diagonal,
            ahead(),
            test(enemy()),
            act(Act::Capture),
            step,
            empty,
            act(Act::Land),
        ]);
        jump.push(act(Act::Again));
        vec![rule(1, seq(quiet)), rule(2, seq(jump))]
    };
    let mut rules = rules(vec![
        kind("man", moves(Some(Bearing::Forward), true)),
        kind("king", moves(None, false)),
    ]);
    rules.turn.must = Some(at(Cond::By(MoveName(2))));
    rules
}

/// Three in a row with jokers that are nobody's: at most one in a row.
pub fn row() -> Rules {
    let mut joker = kind("joker", Vec::new());
    joker.neutral = true;
    let mut rules = rules(vec![kind("stone", Vec::new()), joker]);
    rules.actions = vec![rule(0, seq([node(Walk::Pick(Test::Empty)), act(Act::Put(Kind(0)))]))];
    let of = Test::Any(vec![Test::Owned(Who::Mover), Test::Is(Kind(1))]);
    let goal = Goal::Line {
        length: 3,
        exactly: false,
        along: dirs(None, Group::Any),
        of,
        limits: vec![(Kind(1), 1)],
    };
    rules.goals = vec![GoalRule { name: at("three".into()), goal }];
    rules.endings = vec![
        Ending {
            when: at(Cond::Has(Who::Last, GoalId(0))),
            result: Outcome::Win(Who::Last),
            claim: false,
            perft: true,
        },
        Ending {
            when: at(Cond::Count(Test::Empty, Relation::Equal, 0)),
            result: Outcome::Draw,
            claim: false,
            perft: true,
        },
    ];
    rules
}

/// A position whose diagram has a letter for each kind: capitals are the first player's, small
/// letters the second's; a neutral kind's letter may be either.
pub fn board(rules: &Rules, letters: &str, turn: u8, diagram: &str) -> Position {
    let rows: Vec<&str> = diagram.split_whitespace().collect();
    let piece = |glyph: char| {
        let Some(kind) = letters.find(glyph.to_ascii_lowercase()).map(Kind::at) else {
            return Piece::EMPTY;
        };
        let owner = Player(u8::from(glyph.is_lowercase()));
        Piece::new(kind, (!rules.kinds[kind.index()].neutral).then_some(owner))
    };
    let size = Size { width: rows[0].len() as u16, height: rows.len() as u16 };
    let cells = rows.iter().rev().flat_map(|row| row.chars().map(piece)).collect();
    Position::new(size, cells, Player(turn))
}

/// A cell of a board of that width, as in `e4`.
pub fn cell(name: &str, width: u16) -> Cell {
    let bytes = name.as_bytes();
    Cell(u16::from(bytes[1] - b'1') * width + u16::from(bytes[0] - b'a'))
}

/// The name of a cell of a board of that width.
pub fn named(width: u16) -> impl Fn(Cell) -> String {
    move |cell| format!("{}{}", (b'a' + (cell.0 % width) as u8) as char, cell.0 / width + 1)
}
