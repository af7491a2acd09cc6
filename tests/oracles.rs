//! Random games, played move for move beside generators that others have written: `shakmaty` (and its
//! variants) and `cozy-chess`.
//!
//! At every ply the compiled evaluator has the legal moves of the other program, no more and no fewer,
//! and the game ends where it does; at some plies the reference evaluator is asked too.

use crate::chance::Pair;
use crate::others::{Cozy, End, HAND, Oracle, Step};
use crate::tool::{Chance, root};
use interp::eval::Evaluator;
use interp::notation::Notation;
use interp::position::{Move, Position, State};
use interp::program::Program;
use interp::rules::Rules;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, FromSetup};

/// Plies of a game at most.
const PLIES: usize = 250;
/// The reference evaluator is asked at one ply of so many.
const SAMPLED: usize = 2_000;

/// One of our games, to be played beside others.
struct Game<'r> {
    rules: &'r Rules,
    program: Program,
    pair: Pair<'r>,
    /// What differs from the other program, by the game's own rules.
    quirk: Quirk,
}

/// Where the other program's convention is another than ours.
#[derive(Clone, Copy, Debug, Default)]
struct Quirk {
    /// Only what is dead for us must be dead for the other: it knows more such material.
    laxer: bool,
}

fn rules(name: &str) -> Rules {
    crate::tool::rules(&root().join(format!("rules/{name}.toml")))
}

impl<'r> Game<'r> {
    fn new(rules: &'r Rules, quirk: Quirk) -> Self {
        let size = rules.board.size.expect("a fixed size");
        Self { rules, program: Program::compile(rules, size), pair: Pair::new(rules, size), quirk }
    }

    fn position(&self, text: &str) -> Position {
        let case = Notation::new(self.rules).position(text);
        case.unwrap_or_else(|faults| panic!("{text}: {faults:?}")).position
    }

    fn setup(&self) -> Position {
        self.position(&self.rules.setup.as_ref().expect("a usual start").value)
    }

    fn step(&self, chosen: &Move, position: &Position) -> Step {
        let letter = |kind: interp::index::Kind| {
            let name = &self.rules.kinds[kind.index()].name.value;
            match name.trim_start_matches("promoted_") {
                "knight" => 'n',
                name => name.chars().next().unwrap_or(' '),
            }
        };
        let (first, last) = (chosen.path[0], chosen.path[chosen.path.len() - 1]);
        let (from, to) = (first.0 as u8, last.0 as u8);
        if self.rules.move_names[chosen.name.index()] == "castle" {
            return Step { from, to, tag: '*' };
        }
        let after = chosen.edits.iter().find(|edit| edit.cell == last);
        let after = chosen.became.or_else(|| after.and_then(|edit| edit.after.kind()));
        match (position.at(first).kind(), after) {
            (Some(before), Some(after)) if before != after => Step { from, to, tag: letter(after) },
            (None, Some(dropped)) => Step { from: HAND, to, tag: letter(dropped) },
            _ => Step { from, to, tag: ' ' },
        }
    }

    /// Plays a random game to its end or to so many plies; how many it had.
    fn play<O: Oracle>(&self, mut other: O, start: Position, chance: &mut Chance) -> usize {
        let mut position = start;
        let mut evaluator = Evaluator::new(&self.program);
        let (mut moves, mut steps, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        for ply in 0..PLIES {
            evaluator.moves(&position, &mut moves).expect("not too wide");
            let state = match moves.is_empty() {
                true => evaluator.state(&position).expect("not too wide"),
                false => State::Ongoing,
            };
            let shown = || {
                let ours = Notation::new(self.rules).write(&position);
                format!("{}\nours   {ours}\ntheirs {}", self.rules.name, other.fen())
            };
            let end = other.end();
            self.compare(&other, end, state, &mut evaluator, &position, &shown);
            if state != State::Ongoing {
                return ply;
            }
            steps.clear();
            steps.extend(moves.iter().map(|chosen| self.step(chosen, &position)));
            other.steps(&mut theirs);
            self.same(&steps, &mut theirs, &shown);
            if chance.below(SAMPLED) == 0 {
                self.pair.agreed(&position);
            }
            let at = chance.below(moves.len());
            other.play(steps[at]);
            evaluator.play(&mut position, &moves[at]).expect("not too wide");
        }
        PLIES
    }

    /// Holds that both have the same moves.
    fn same(&self, ours: &[Step], theirs: &mut Vec<Step>, shown: &dyn Fn() -> String) {
        let mut ours = ours.to_vec();
        ours.sort();
        theirs.sort();
        let only = |some: &[Step], others: &[Step]| {
            some.iter().filter(|step| !others.contains(step)).copied().collect::<Vec<_>>()
        };
        assert!(
            ours == *theirs,
            "{}\nonly ours   {:?}\nonly theirs {:?}\n{} and {} moves",
            shown(),
            only(&ours, theirs),
            only(theirs, &ours),
            ours.len(),
            theirs.len()
        );
    }

    /// Holds that the game stands alike.
    fn compare<O: Oracle>(
        &self,
        other: &O,
        end: End,
        state: State,
        evaluator: &mut Evaluator<'_>,
        position: &Position,
        shown: &dyn Fn() -> String,
    ) {
        let agree = match (end, state) {
            (End::Won(one), State::Won(two, _)) => one == two,
            (End::Drawn, State::Drawn(_)) => true,
            (End::Open, State::Ongoing) => other.dead() != Some(true) || self.quirk.laxer,
            (End::Open, State::Drawn(_)) => {
                let key = evaluator.key(position).expect("not too wide");
                let before = position.history.iter().filter(|known| known.key == key).count();
                other.dead().unwrap_or(true) || before >= 4 || other.clock() >= 150
            }
            _ => false,
        };
        assert!(agree, "{}\nours {state:?}, theirs {end:?}, dead {:?}", shown(), other.dead());
    }

    /// Plays games from the usual start.
    fn games<O: Oracle>(&self, other: O, games: usize, seed: u64) {
        let start = self.setup();
        let mut chance = Chance::new(seed);
        let plies: usize =
            (0..games).map(|_| self.play(other.clone(), start.clone(), &mut chance)).sum();
        println!("{}: {games} games, {plies} plies", self.rules.name);
    }

    /// Plays games of few men, from random boards on which each side has some of those letters: what
    /// comes late in a game comes often here.
    fn few<P: shakmaty::Position + FromSetup + Clone>(&self, sides: [&str; 2], games: usize) {
        let setup = &self.rules.setup.as_ref().expect("a usual start").value;
        let fields: Vec<&str> = setup.split(' ').collect();
        let hands = fields[0].find('[').map_or("", |at| &fields[0][at..]);
        let (mut chance, mut played, mut plies) = (Chance::new(64), 0, 0);
        while played < games {
            let mut cells = ['1'; 64];
            for side in sides {
                // The first letter is there once.
                let men: Vec<char> = side.chars().collect();
                cells[chance.below(64)] = men[0];
                (0..chance.below(4)).for_each(|_| cells[chance.below(64)] = *chance.of(&men[1..]));
            }
            let rows: Vec<String> = cells.chunks(8).map(|row| row.iter().collect()).collect();
            let turn = ["w", "b"][chance.below(2)];
            let rest = fields[3..].join(" ");
            let text = format!("{}{hands} {turn} - {rest}", rows.join("/"));
            let fen = text.parse::<Fen>().expect("a FEN").into_setup();
            // Men on impossible cells, both in check, and the like.
            let Ok(other) = P::from_setup(fen, CastlingMode::Standard) else { continue };
            if other.end() != End::Open {
                continue;
            }
            played += 1;
            let start = self.position(&other.fen());
            plies += self.play(other, start, &mut chance);
        }
        println!("{}: {games} games of few men, {plies} plies", self.rules.name);
    }

    /// Plays games from the first ranks of random Scharnagl numbers.
    fn shuffled(&self, games: usize) {
        let mut chance = Chance::new(960);
        let mut plies = 0;
        for game in 0..games {
            let other = Cozy(cozy_chess::Board::chess960_startpos(chance.below(960) as u32));
            let start = self.position(&other.fen());
            plies += match game % 2 {
                0 => self.play(other, start, &mut chance),
                _ => self.play(read(&other.fen()), start, &mut chance),
            };
        }
        println!("{}: {games} games, {plies} plies", self.rules.name);
    }
}

fn read(fen: &str) -> shakmaty::Chess {
    let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    shakmaty::Chess::from_setup(setup, CastlingMode::Chess960).expect("a position")
}

/// The letters of both sides.
const MEN: [&str; 2] = ["KQRBNPPP", "kqrbnppp"];

/// Games of a variant of `shakmaty`'s, from the usual start and of few men.
fn variant<P>(name: &str, quirk: Quirk, games: usize, men: [&str; 2], few: usize)
where
    P: shakmaty::Position + FromSetup + Clone + Default,
{
    let rules = rules(name);
    let game = Game::new(&rules, quirk);
    game.games(P::default(), games, 1);
    game.few::<P>(men, few);
}

/// So many times the games of a suite that takes well under a minute.
fn played(times: usize, name: &str) {
    use shakmaty::{Chess, variant as other};
    let plain = Quirk::default();
    let laxer = Quirk { laxer: true };
    match name {
        "chess" => {
            variant::<Chess>(name, plain, 500 * times, MEN, 300 * times);
            let cozy = Cozy(cozy_chess::Board::default());
            Game::new(&rules(name), plain).games(cozy, 500 * times, 2);
        }
        "chess960" => Game::new(&rules(name), plain).shuffled(200 * times),
        "crazyhouse" => {
            // Nothing leaves the game, so two kings alone are no concern of the rules.
            variant::<other::Crazyhouse>(name, laxer, 80 * times, MEN, 60 * times);
        }
        "atomic" => {
            variant::<other::Atomic>(name, laxer, 150 * times, MEN, 150 * times);
        }
        "antichess" => {
            // Nobody need have a king.
            let men = ["PQRBNPPK", "pqrbnppk"];
            variant::<other::Antichess>(name, laxer, 300 * times, men, 500 * times);
        }
        "horde" => {
            let men = ["PPPPPPQRBN", "kqrbnppp"];
            variant::<other::Horde>(name, laxer, 80 * times, men, 200 * times);
        }
        "king_of_the_hill" => {
            variant::<other::KingOfTheHill>(name, plain, 150 * times, MEN, 300 * times);
        }
        "racing_kings" => {
            let men = ["KQRBN", "kqrbn"];
            variant::<other::RacingKings>(name, plain, 100 * times, men, 200 * times);
        }
        "three_check" => {
            variant::<other::ThreeCheck>(name, plain, 200 * times, MEN, 300 * times);
        }
        other => panic!("no other program plays {other}"),
    }
}

/// A test a game, and one that is only run where it is asked for and plays ten times as many.
macro_rules! beside_others {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            played(1, stringify!($name));
        })*

        #[test]
        #[ignore = "takes minutes"]
        fn ten_times_as_many() {
            [$(stringify!($name)),*].iter().for_each(|name| played(10, name));
        }
    };
}

beside_others! {
    chess chess960 crazyhouse atomic antichess horde king_of_the_hill racing_kings three_check
}
