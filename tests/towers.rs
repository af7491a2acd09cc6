//! Games of towers beside a plain program that knows nothing of this one: the same moves, position by position, along random
//! games, and the same counts.

use crate::oracle::towers::{self, Game, Tower};
use crate::tool::{Chance, root};
use interp::eval::Evaluator;
use interp::notation::Notation;
use interp::position::{Position, State};
use interp::program::Program;
use interp::rules::Rules;

/// Plies of a game at most.
const PLIES: usize = 160;

/// A game of both programs.
struct Both<'r> {
    game: &'r Game,
    notation: Notation,
    program: Program,
    start: Position,
    /// What follows the board in a case.
    rest: fn(&Tower) -> String,
}

fn rules(name: &str) -> Rules {
    crate::tool::rules(&root().join(format!("rules/{name}.toml")))
}

impl<'r> Both<'r> {
    fn new(name: &str, game: &'r Game, rest: fn(&Tower) -> String) -> Self {
        let rules = rules(name);
        let notation = Notation::new(&rules);
        let setup = rules.setup.as_ref().expect("a usual start");
        let start = notation.position(&setup.value).expect("a position").position;
        let program = Program::compile(&rules, start.size);
        Self { game, notation, program, start, rest }
    }

    fn text(&self, tower: &Tower) -> String {
        format!("{} {}", self.game.board(tower), (self.rest)(tower))
    }

    /// Plays random games, each from `start` on.
    fn play(&self, start: &Tower, games: usize, seed: u64) {
        let mut chance = Chance::new(seed);
        let mut evaluator = Evaluator::new(&self.program);
        let (mut legal, mut plies) = (Vec::new(), 0);
        for _ in 0..games {
            let (mut position, mut tower) = (self.start.clone(), start.clone());
            for ply in 0..PLIES {
                assert_eq!(self.notation.write(&position), self.text(&tower));
                let read = self.notation.position(&self.text(&tower)).expect("a position");
                let layout = self.notation.rules().layout(position.size);
                let keys = [&read.position, &position].map(|one| layout.board_key(&one.cells));
                assert_eq!(keys[0], keys[1], "is read as it was written: {}", self.text(&tower));
                evaluator.legal(&position, &mut legal).expect("not too wide");
                let theirs = self.game.moves(&tower);
                // A player without moves may have to pass, which the plain program does not say.
                let mut ours: Vec<String> = Vec::new();
                for chosen in legal.iter().filter(|chosen| !chosen.path.is_empty()) {
                    let mut after = position.clone();
                    evaluator.play(&mut after, chosen).expect("not too wide");
                    ours.push(self.notation.write(&after));
                }
                let mut texts: Vec<String> = theirs.iter().map(|after| self.text(after)).collect();
                let before = ours.clone();
                ours.sort();
                texts.sort();
                assert_eq!(ours, texts, "after\n{}", self.text(&tower));
                // Every name tells one move, and is read back; that takes its time.
                let named = if ply % 16 == 7 { legal.len() } else { 0 };
                let names = self.notation.move_names(&legal, &position);
                for (chosen, name) in legal.iter().zip(names).take(named) {
                    let found = self.notation.parse_move(&name, &legal, &position);
                    assert_eq!(found, Ok(chosen), "{name} of {}", self.text(&tower));
                }
                plies += 1;
                let state = evaluator.state(&position).expect("not too wide");
                if theirs.is_empty() || state != State::Ongoing {
                    break;
                }
                let at = chance.below(before.len());
                let text = &before[at];
                tower = theirs.into_iter().find(|after| self.text(after) == *text).expect("one");
                let moving = legal.iter().filter(|chosen| !chosen.path.is_empty());
                let chosen = moving.collect::<Vec<_>>()[at].clone();
                evaluator.play(&mut position, &chosen).expect("not too wide");
            }
        }
        assert!(plies > games * 20, "{plies} plies");
    }

    /// Counts lines of moves.
    fn count(&self, start: &Tower, depth: u32) {
        let mut evaluator = Evaluator::new(&self.program);
        for depth in 1..=depth {
            let ours = evaluator.perft(&self.start, depth).expect("not too wide");
            assert_eq!(ours, self.game.perft(start, depth), "depth {depth}");
        }
    }
}

fn turn(tower: &Tower) -> String {
    String::from(["w", "b"][tower.turn])
}

/// A hand, counted as the format does.
fn hand(sorts: &[(u32, char)]) -> String {
    let held = sorts.iter().filter(|(count, _)| *count > 0);
    let held = held.map(|(count, glyph)| match count {
        1 => glyph.to_string(),
        many => format!("{many}{glyph}"),
    });
    let text: String = held.collect();
    if text.is_empty() { String::from("-") } else { text }
}

#[test]
fn lasca_has_the_moves_of_a_plain_program() {
    let both = Both::new("lasca", &towers::LASCA, turn);
    let start = towers::draughts(&towers::LASCA);
    both.count(&start, 6);
    both.play(&start, 40, 1);
}

#[test]
fn bashni_has_the_moves_of_a_plain_program() {
    let both = Both::new("bashni", &towers::BASHNI, turn);
    let start = towers::draughts(&towers::BASHNI);
    both.count(&start, 5);
    both.play(&start, 60, 2);
}

#[test]
fn dvonn_has_the_moves_of_a_plain_program() {
    let rest = |tower: &Tower| format!("{} {}", turn(tower), tower.beside[0]);
    let both = Both::new("dvonn", &towers::DVONN, rest);
    let start = towers::DVONN.empty([0; 4]);
    both.count(&start, 2);
    both.play(&start, 6, 3);
}

#[test]
fn focus_has_the_moves_of_a_plain_program() {
    let rest = |tower: &Tower| {
        let [white, black, ..] = tower.beside;
        format!("{} {}", turn(tower), hand(&[(white, 'w'), (black, 'b')]))
    };
    let both = Both::new("focus", &towers::FOCUS, rest);
    let start = towers::focus();
    both.count(&start, 2);
    both.play(&start, 4, 4);
}

#[test]
fn tak_has_the_moves_of_a_plain_program() {
    let rest = |tower: &Tower| {
        let [stones, caps, others, other_caps] = tower.beside;
        let held = [(stones, 'F'), (caps, 'C'), (others, 'f'), (other_caps, 'c')];
        format!("{} {}", turn(tower), hand(&held))
    };
    let both = Both::new("tak", &towers::TAK, rest);
    let start = towers::TAK.empty(towers::TAK_STONES);
    both.count(&start, 3);
    both.play(&start, 8, 5);
}
