//! The compiled evaluator against the reference, on the rule files and on odd rules.

use interp::eval::Evaluator;
use interp::eval::search::{Bound, best};
use interp::index::{Kind, Piece, Player};
use interp::position::{Move, Position, Size, State};
use interp::program::Program;
use interp::rules::{Rules, load};
use interp::source::Source;
use interp::trace::Reference;

/// Walks that the rule files do not have.
const ODD: &str = r#"
interp = 1
name = "Odd"
[board]
size = [6, 5]
[players]
order = ["red", "blue"]
facing = { red = "north", blue = "south" }
[pieces.hopper]
moves = '(ahead to empty)*, ahead to enemy, capture, (ahead to empty){1,2}, land'
[pieces.rose]
moves = 'slide orthogonal to empty | (leap (1,2) to empty){1,3}'
[pieces.archer]
moves = 'slide any to empty, land, slide any to empty, put stone'
[pieces.tower]
moves.go = 'step orthogonal to empty, land, each orthogonal (ahead to enemy, capture, see (ahead to own))?'
[pieces.lord]
moves = 'step any, unless (attacked)'
royal = true
[pieces.stone]
owner = "none"
[actions]
drop = 'pick empty, put rose, each any ((ahead to enemy, flip)+, ahead to own)'
[[end]]
when = 'mover stuck'
win = 'last'
[[verdict]]
say = "attacked"
when = 'mover attacked'
[[verdict]]
say = "open"
[format]
case = "{board} {turn}"
turn = { n = "red", s = "blue" }
answer = "{verdict}"
cells = { "." = 'empty' }
"#;

fn rules(name: &str) -> Rules {
    let path = format!("{}/rules/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the rule file is there");
    load(&Source::new(path, text)).expect("the rule file is sound")
}

/// Numbers that are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn position(&mut self, rules: &Rules, size: Size, filled: usize) -> Position {
        let pieces: Vec<Piece> = (0..rules.kinds.len())
            .map(Kind::at)
            .flat_map(|kind| match rules.kinds[kind.index()].neutral {
                true => vec![Piece::new(kind, None)],
                false => {
                    let owners = (0..rules.players.len()).map(Player::at);
                    owners.map(|owner| Piece::new(kind, Some(owner))).collect()
                }
            })
            .collect();
        let count = usize::from(size.width) * usize::from(size.height);
        let cells = (0..count).map(|_| match self.below(100) < filled {
            true => pieces[self.below(pieces.len())],
            false => Piece::EMPTY,
        });
        let cells = cells.collect();
        let turn = Player::at(self.below(rules.players.len()));
        Position::new(size, cells, turn)
    }
}

/// Holds both evaluators against each other on random boards.
fn assert_same(rules: &Rules, size: Size, boards: usize) {
    let program = Program::compile(rules, size);
    let mut evaluator = Evaluator::new(&program);
    let reference = Reference::new(rules, size);
    let mut dice = Dice(88_172_645_463_325_252);
    let mut found = Vec::new();
    for board in 0..boards {
        let position = dice.position(rules, size, 5 + board * 90 / boards);
        let legal = evaluator.legal(&position, &mut found).map(|()| found.clone());
        assert_eq!(legal, reference.legal(&position), "legal in {position:?}");
        let moves = evaluator.moves(&position, &mut found).map(|()| found.clone());
        assert_eq!(moves, reference.moves(&position), "moves in {position:?}");
        assert_eq!(evaluator.state(&position), reference.state(&position), "{position:?}");
        assert_eq!(evaluator.verdict(&position), reference.verdict(&position), "{position:?}");
        assert_eq!(evaluator.perft(&position, 1), moves.map(|moves| moves.len() as u64));
    }
}

#[test]
fn both_evaluators_agree_on_every_rule_file() {
    for name in ["chess", "rank_and_file", "checkers", "tomek", "path"] {
        let rules = rules(name);
        let size = rules.board.size.unwrap_or(Size { width: 6, height: 6 });
        assert_same(&rules, size, 150);
    }
}

#[test]
fn both_evaluators_agree_on_odd_walks() {
    match load(&Source::new("odd", ODD)) {
        Ok(rules) => assert_same(&rules, Size { width: 6, height: 5 }, 200),
        Err(faults) => panic!("{faults:#?}"),
    }
}

/// Rules for red and blue on a board of that size; `text` tells the rest, the letters of the pieces among it.
fn small(size: Size, text: &str) -> Rules {
    let Size { width, height } = size;
    let text = format!(
        r#"
[board]
size = [{width}, {height}]
[players]
order = ["red", "blue"]
[[verdict]]
say = "open"
[format]
case = "{{board}}"
turn = 'first'
{text}
"#
    );
    load(&Source::new("small", text)).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The letters of rovers.
const ROVERS: &str = r#"
[format.cells]
"." = 'empty'
r = 'red rover'
b = 'blue rover'
"#;

/// The letters of rovers and chiefs.
fn chiefs() -> String {
    format!("{ROVERS}R = 'red chief'\nB = 'blue chief'\n")
}

/// Pieces that step, a pass, and a prohibition.
fn stepping(when: &str) -> Rules {
    let text = format!(
        r#"
{}
[pieces]
rover = {{ moves = 'step orthogonal' }}
chief = {{ moves = 'step any', royal = true }}
[turn]
pass = 'free'
[[forbid]]
when = '{when}'
"#,
        chiefs()
    );
    small(Size { width: 4, height: 4 }, &text)
}

#[test]
fn both_evaluators_agree_on_prohibitions() {
    for when in ["by pass and at least 3 own", "other attacked", "repeated 2", "board repeated 3"] {
        let rules = stepping(when);
        let size = Size { width: 4, height: 4 };
        assert!(Program::compile(&rules, size).counts_by_sets(), "{when}");
        assert_same(&rules, size, 100);
    }
}

#[test]
fn both_evaluators_agree_on_placements_that_may_not_attack() {
    let size = Size { width: 5, height: 4 };
    let over = "slide any to empty | slide any to piece, (ahead to empty)*, ahead to enemy";
    for way in ["step forward", "slide any", over] {
        for more in ["", " and at least 3 own"] {
            let text = format!(
                r#"
{}
[pieces]
rover = {{ moves = '{way}' }}
chief = {{ moves = 'step any', royal = true }}
[actions]
put = 'pick empty, put rover'
[[forbid]]
when = 'by put and other attacked{more}'
"#,
                chiefs()
            );
            let rules = small(size, &text);
            assert!(Program::compile(&rules, size).counts_by_sets(), "{way}");
            assert_same(&rules, size, 200);
        }
    }
}

#[test]
fn both_evaluators_agree_on_what_may_be_left_open_at_times() {
    let size = Size { width: 5, height: 4 };
    for then in ["lift, each any (ahead to piece, lift)?", "lift"] {
        let text = format!(
            r#"
{}
[pieces]
rover = {{ moves = 'slide any' }}
chief = {{ moves = 'step any to empty' }}
[turn]
routes = "differ"
then = 'if (captured), {then} | if (not captured)'
[[forbid]]
when = 'no own chief'
[[forbid]]
when = 'some enemy chief and some (own chief and attacked) and no (own chief and see (any to enemy chief))'
"#,
            chiefs()
        );
        let rules = small(size, &text);
        assert!(Program::compile(&rules, size).counts_by_sets(), "{then}");
        assert_same(&rules, size, 400);
    }
}

#[test]
fn a_prohibition_that_asks_for_replies_without_end_is_given_up() {
    let rules = stepping("by move and other stuck");
    let size = Size { width: 4, height: 4 };
    let program = Program::compile(&rules, size);
    let mut cells = vec![Piece::EMPTY; 16];
    cells[0] = Piece::new(Kind(0), Some(Player(0)));
    cells[15] = Piece::new(Kind(0), Some(Player(1)));
    let apart = Position::new(size, cells, Player(0));
    assert!(Reference::new(&rules, size).moves(&apart).is_err());
    assert!(Evaluator::new(&program).perft(&apart, 3).is_err());
}

#[test]
fn leaps_that_go_no_further_on_a_small_board_are_counted_once() {
    let size = Size { width: 3, height: 3 };
    let rules = small(size, &format!("{ROVERS}[pieces]\nrover = {{ moves = 'leap (1,2)' }}"));
    assert_same(&rules, size, 100);
}

#[test]
fn slides_that_come_round_to_where_they_began_are_alike() {
    let size = Size { width: 3, height: 3 };
    let round =
        "[pieces]\nrover = { moves = 'southwest to empty, ahead to empty, slide northwest {2,}' }";
    let mut rules = small(size, &format!("{ROVERS}{round}"));
    rules.board.shape.wraps = (true, true);
    assert_same(&rules, size, 100);
}

#[test]
fn what_comes_around_a_stone_is_alike_by_sets_by_scripts_and_walked() {
    let scripts = [
        "each any ((ahead to enemy)+, see (ahead to own), capture)?",
        "each any ((ahead to enemy)+, see (ahead to own), flip)?",
        "each orthogonal (ahead to enemy, (ahead to enemy | left to own), back to enemy, lift)?",
        "each orthogonal (ahead to enemy, (ahead to enemy)*, see (left to own), capture)",
        // What takes the stone again leaves as much wherever that was: the first is the move, and none where nothing changes.
        "every own (capture)?",
        "each orthogonal (see (ahead to enemy), capture)?",
    ];
    // With a mark it leaves another position each time, but for what stands there.
    let walked = ["mark spot, every own (capture)?"];
    let size = Size { width: 4, height: 3 };
    for (then, by_sets) in
        scripts.map(|then| (then, true)).into_iter().chain(walked.map(|then| (then, false)))
    {
        let action =
            format!("[pieces]\nrover = {{}}\n[actions]\nput = 'pick empty, put rover, {then}'");
        let rules = small(size, &format!("{ROVERS}[marks]\nspot = 'ever'\n{action}"));
        assert_same(&rules, size, 100);
        let lines = Program::compile(&rules, size).listing();
        let form = lines.iter().find(|line| line.rule == "put").map(|line| line.form.as_str());
        assert_eq!(form.is_some_and(|form| form != "walked"), by_sets, "{then}: {form:?}");
    }
}

/// How many lines there are, by the reference evaluator.
fn lines(reference: &Reference<'_>, position: &Position, depth: u32) -> u64 {
    let moves = reference.moves(position).expect("few moves");
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |chosen: &Move| {
        let mut position = position.clone();
        reference.play(&mut position, chosen).expect("few moves");
        lines(reference, &position, depth - 1)
    };
    moves.iter().map(after).sum()
}

#[test]
fn counts_know_the_counters_that_moves_are_given() {
    let given = [
        "[pieces.rover]\nmoves.go = 'step orthogonal'\nmoves.far = 'if (tally at least 1), step diagonal to empty'",
        "[pieces.rover]\nmoves.go = 'step orthogonal'\n[actions]\nput = 'pick empty, if (tally at least 1), put rover'",
    ];
    for text in given {
        let size = Size { width: 3, height: 2 };
        let rules = small(size, &format!("{ROVERS}[counters.tally]\nup = 'captured'\n{text}"));
        let program = Program::compile(&rules, size);
        assert!(program.counts_by_sets(), "{text}");
        let (mut evaluator, reference) = (Evaluator::new(&program), Reference::new(&rules, size));
        let mut position = Position::new(size, vec![Piece::EMPTY; 7], Player(0));
        for (cell, player) in [(0, 0), (1, 1), (4, 0), (5, 1)] {
            position.cells[cell] = Piece::new(Kind(0), Some(Player(player)));
        }
        for depth in 1..=4 {
            let told = lines(&reference, &position, depth);
            assert_eq!(evaluator.perft(&position, depth), Ok(told), "{text}, depth {depth}");
        }
    }
}

#[test]
fn lines_in_which_positions_come_again_are_counted_by_sets() {
    let ends = |when: &str| format!("[[end]]\nwhen = '{when}'\ndraw = true");
    let forbids = |when: &str| format!("[[forbid]]\nwhen = '{when}'");
    let whens = ["repeated 2", "repeated 3", "board repeated 2", "board repeated 2 within 2"];
    for (at, text) in whens.iter().map(|when| ends(when)).chain([forbids(whens[2])]).enumerate() {
        let rovers = format!("{ROVERS}[pieces]\nrover = {{ moves = 'step any to empty' }}\n");
        let rules = small(SHUFFLED, &(rovers + &text));
        let program = Program::compile(&rules, SHUFFLED);
        assert!(program.counts_by_sets(), "{text}");
        let mut evaluator = Evaluator::new(&program);
        let reference = Reference::new(&rules, SHUFFLED);
        let mut position = Position::new(SHUFFLED, vec![Piece::EMPTY; 4], Player(0));
        position.cells[0] = Piece::new(Kind(0), Some(Player(0)));
        position.cells[3] = Piece::new(Kind(0), Some(Player(1)));
        // From the start, and from after some moves: a game with a past.
        for _ in 0..4 {
            for depth in 1..=7 {
                let counted = evaluator.perft(&position, depth);
                let told = lines(&reference, &position, depth);
                assert_eq!(counted, Ok(told), "{text}, depth {depth}, {position:?}");
            }
            let moves = reference.moves(&position).expect("few moves");
            let Some(chosen) = moves.get(at % moves.len().max(1)) else { break };
            reference.play(&mut position, chosen).expect("few moves");
        }
    }
}

#[test]
fn captures_that_leave_last_and_numbers_on_lines_are_counted_as_they_are_walked() {
    let texts = [
        // What is captured still stands where something is put around the piece.
        "[turn]\ncaptures = 'end'\n[pieces]\nstone = { owner = 'none' }\nrover = { moves = 'head any, ahead to enemy, \
         capture, ahead to empty, land, each any (ahead to empty, put stone)?' }",
        // A hop goes as far as pieces say.
        "[turn]\nroutes = 'differ'\n[pieces]\nrover = { moves = 'head any, (ahead to empty){along enemy}, \
         ahead to enemy, capture, ahead to empty, again' }",
    ];
    let size = Size { width: 4, height: 3 };
    for text in texts {
        let rules = small(size, &format!("{ROVERS}{text}"));
        let program = Program::compile(&rules, size);
        let mut evaluator = Evaluator::new(&program);
        let reference = Reference::new(&rules, size);
        let mut dice = Dice(88_172_645_463_325_252);
        for _ in 0..200 {
            let position = dice.position(&rules, size, 50);
            for depth in 1..=2 {
                let told = lines(&reference, &position, depth);
                assert_eq!(evaluator.perft(&position, depth), Ok(told), "{text}, {position:?}");
            }
        }
    }
}

/// Two cells by two.
const SHUFFLED: Size = Size { width: 2, height: 2 };

/// The usual chess position, without a reader of texts.
fn chess() -> Position {
    let rank = |kinds: [u8; 8], owner| kinds.map(|k| Piece::new(interp::index::Kind(k), owner));
    let order = |rules: &Rules| {
        ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook", "pawn"].map(
            |name| rules.kinds.iter().position(|kind| kind.name.value == name).unwrap_or(0) as u8,
        )
    };
    let [a, b, c, d, e, f, g, h, pawn] = order(&rules("chess"));
    let mut cells = vec![Piece::EMPTY; 64];
    for (owner, back, front) in [(0, 0, 8), (1, 56, 48)] {
        let owner = Some(Player(owner));
        cells[back..back + 8].copy_from_slice(&rank([a, b, c, d, e, f, g, h], owner));
        cells[front..front + 8].copy_from_slice(&rank([pawn; 8], owner));
    }
    Position::new(Size { width: 8, height: 8 }, cells, Player(0))
}

#[test]
fn chess_has_the_published_counts() {
    let program = Program::compile(&rules("chess"), Size { width: 8, height: 8 });
    let mut evaluator = Evaluator::new(&program);
    let counts: Vec<_> = (0..5).map(|depth| evaluator.perft(&chess(), depth)).collect();
    assert_eq!(counts, [1, 20, 400, 8902, 197_281].map(Ok));
    let divided = evaluator.divide(&chess(), 3).expect("not too wide");
    assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), 8902);
}

/// Plays draughts from the usual start, the search against another mover, once with each side; how
/// many of the games the search wins.
fn wins_of_the_search(
    games: u8,
    nodes: u64,
    mut other: impl FnMut(&mut Evaluator<'_>, &Position) -> Move,
) -> u8 {
    let rules = rules("checkers");
    let size = Size { width: 8, height: 8 };
    let program = Program::compile(&rules, size);
    let mut evaluator = Evaluator::new(&program);
    let man = |owner| Piece::new(Kind(0), Some(Player(owner)));
    let mut wins = 0;
    for game in 0..games {
        let cells = (0..64).map(|at| match (at / 8, (at / 8 + at % 8) % 2) {
            (0..3, 0) => man(1),
            (5..8, 0) => man(0),
            _ => Piece::EMPTY,
        });
        let mut position = Position::new(size, cells.collect(), Player(0));
        let me = Player(game % 2);
        for _ in 0..300 {
            if let State::Won(winner, _) = evaluator.state(&position).expect("not too wide") {
                wins += u8::from(winner == me);
                break;
            }
            let bound = Bound { nodes: Some(nodes), ..Bound::default() };
            let chosen = if position.turn == me {
                best(&mut evaluator, &position, bound).expect("not too wide")
            } else {
                Some(other(&mut evaluator, &position))
            };
            let layout = rules.layout(position.size);
            position.apply(&chosen.expect("the game goes on"), &layout);
        }
    }
    wins
}

#[test]
fn a_search_always_beats_a_random_mover() {
    let mut dice = Dice(7);
    let random = |evaluator: &mut Evaluator<'_>, position: &Position| {
        let mut moves = Vec::new();
        evaluator.moves(position, &mut moves).expect("not too wide");
        moves.swap_remove(dice.below(moves.len()))
    };
    assert_eq!(wins_of_the_search(6, 3000, random), 6);
}

#[test]
fn a_search_nearly_always_beats_a_greedy_mover() {
    let mut dice = Dice(11);
    // Takes as much as it can in one ply, and else anything.
    let greedy = |evaluator: &mut Evaluator<'_>, position: &Position| {
        let mut moves = Vec::new();
        evaluator.moves(position, &mut moves).expect("not too wide");
        let most = moves.iter().map(|chosen| chosen.captures.len()).max().unwrap_or(0);
        moves.retain(|chosen| chosen.captures.len() == most);
        moves.swap_remove(dice.below(moves.len()))
    };
    let wins = wins_of_the_search(10, 3000, greedy);
    assert!(wins >= 9, "{wins} of 10");
}
