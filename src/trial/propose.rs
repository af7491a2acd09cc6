//! Tests that would notice what those of a file do not: positions of games at random in which changed rules say otherwise.

use std::collections::BTreeSet;

use super::{Mutation, Outcome, play, position, run};
use crate::eval::Evaluator;
use crate::eval::cycle::Round;
use crate::eval::playout::Chance;
use crate::eval::search::Bound;
use crate::index::{Cell, Kind, Piece, Player};
use crate::notation::Notation;
use crate::parallel;
use crate::position::{Move, Position, State, TooWide};
use crate::program::Program;
use crate::report::Needs;
use crate::rules::{Rules, Standing, TestRule, Text};
use crate::source::{Span, Spanned};

/// Games at random from each start, at most, and how many may go by that show nothing new.
const GAMES: u64 = 200;
const PATIENCE: u64 = 30;
/// How many may go by so before positions are looked at that are not theirs.
const PLAIN: u64 = 15;
/// Moves after which such a game is given up.
const PLIES: u32 = 500;
/// Positions of a game that are looked at: the last ones, and others all along it.
const LAST: usize = 2;
const OTHERS: usize = 6;
/// A test plays so many moves from the start rather than show where they lead.
const PLAYED: usize = 6;
/// Moves of a game that goes round in a circle, at most.
const ROUND: usize = 40;
/// A test names so many moves; more are counted, and those of both players if there are not many.
const NAMED: usize = 12;
const FEW: usize = 40;

/// Tests for rules whose own do not notice these changes, each as TOML with how many it notices that none before it does;
/// and the changes that none has been found for. `see` is told each game's number and how many changes are left.
pub fn propose(
    rules: &Rules,
    missed: Vec<Mutation>,
    threads: usize,
    mut see: impl FnMut(u64, usize),
) -> (Vec<(String, usize)>, Vec<Mutation>) {
    let notation = Notation::new(rules);
    let starts = starts(rules, &notation);
    let changed = missed.into_iter().map(|one| (one.of(rules), one));
    let mut missed: Vec<(Rules, Mutation)> = changed.collect();
    let mut proposed = Vec::new();
    let mut shown = 0;
    let each = starts.len() as u64;
    for number in 0..=GAMES * each {
        let turn = number as usize % starts.len().max(1);
        let Some(start) = starts.get(turn) else { break };
        if missed.is_empty() || number > shown + PATIENCE * each {
            break;
        }
        see(number, missed.len());
        // First what random games hardly ever come to: that a game goes round until something ends it.
        let tests = match number < each {
            true => round(rules, &notation, start),
            false => drafts(rules, &notation, start, number, number > shown + PLAIN * each),
        };
        let tests = tests.unwrap_or_default();
        let noticed = parallel::map(
            threads,
            &tests,
            || (),
            |(), test| {
                let all = missed.iter().enumerate();
                let noticed = all.filter(|(_, (changed, _))| run(changed, test) != Outcome::Holds);
                noticed.map(|(at, _)| at).collect::<BTreeSet<usize>>()
            },
        );
        // What the text of a position does not tell may be why something else comes out.
        let sound = |(test, seen): &(&TestRule, BTreeSet<usize>)| {
            !seen.is_empty() && run(rules, test) == Outcome::Holds
        };
        let drafts: Vec<_> = tests.iter().zip(noticed).filter(sound).collect();
        let mut gone = BTreeSet::new();
        // The one first that shows the most of what is left.
        loop {
            let fresh = |seen: &BTreeSet<usize>| seen.difference(&gone).count();
            let best = drafts.iter().max_by_key(|(_, seen)| fresh(seen));
            let Some((test, seen)) = best.filter(|(_, seen)| fresh(seen) > 0) else { break };
            proposed.push((text(&notation, test), fresh(seen)));
            gone.extend(seen);
        }
        if !gone.is_empty() {
            shown = number;
        }
        let mut at = 0..;
        missed.retain(|_| !at.next().is_some_and(|at| gone.contains(&at)));
    }
    (proposed, missed.into_iter().map(|(_, one)| one).collect())
}

/// Where games begin: the usual starting position, and those of the tests.
fn starts(rules: &Rules, notation: &Notation) -> Vec<(Option<Text>, Position)> {
    let usual = TestRule { position: None, ..draft() };
    let usual = rules.setup.is_some().then_some(&usual);
    let tests = usual.into_iter().chain(rules.tests.iter().filter(|test| test.position.is_some()));
    let read = |test: &TestRule| Some((test.position.clone(), position(notation, test).ok()?));
    tests.filter_map(read).collect()
}

/// A test that expects nothing yet.
fn draft() -> TestRule {
    TestRule {
        span: Span::default(),
        name: None,
        position: None,
        play: None,
        answer: None,
        state: None,
        moves: None,
        legal: Vec::new(),
        illegal: Vec::new(),
        perft: Vec::new(),
        seen: Vec::new(),
    }
}

/// Tests of positions of a game; and of some that play hardly comes to, if they are `strange`.
fn drafts(
    rules: &Rules,
    notation: &Notation,
    (text, start): &(Option<Text>, Position),
    number: u64,
    strange: bool,
) -> Result<Vec<TestRule>, TooWide> {
    let program = Program::compile(rules, start.size);
    let mut evaluator = Evaluator::lazy(&program);
    let mut line: Vec<Move> = Vec::new();
    let mut chance = Chance::of_game(1, number);
    evaluator.replay(start, &mut chance, PLIES, |chosen| line.push(chosen))?;
    let all = line.len();
    let others = (0..OTHERS).map(|at| all * at / OTHERS);
    let wanted: BTreeSet<usize> = others.chain(all.saturating_sub(LAST)..=all).collect();
    let mut tests = Vec::new();
    let mut here = start.clone();
    for made in 0..=all {
        if wanted.contains(&made) {
            let mut test = draft();
            if made <= PLAYED {
                test.position = text.clone();
                let names = notation.line(&mut evaluator, start, &line[..made])?;
                test.play = (made > 0).then(|| Text::plain(&names.join(" ")));
            } else {
                test.position = Some(Text::plain(&notation.write(&here)));
            }
            tests.extend(expected(notation, &mut evaluator, test)?);
            if strange && let Some(text) = other(notation, &here, &mut chance) {
                let test = TestRule { position: Some(text), ..draft() };
                // Such a position may be none that can be asked.
                tests.extend(expected(notation, &mut evaluator, test).unwrap_or_default());
            }
        }
        if let Some(chosen) = line.get(made) {
            evaluator.play(&mut here, chosen)?;
        }
    }
    Ok(tests)
}

/// Another position to which play hardly ever comes: most pieces gone, all cells full, or every player's pieces the next one's.
fn other(notation: &Notation, here: &Position, chance: &mut Chance) -> Option<Text> {
    let rules = notation.rules();
    if rules.board.stack > 1 {
        return None;
    }
    let cells: Vec<Cell> = rules.graph(here.size).all().collect();
    let pieces: Vec<Piece> = cells.iter().map(|cell| here.at(*cell)).collect();
    let standing: Vec<Piece> =
        pieces.iter().copied().filter(|piece| piece.kind().is_some()).collect();
    if standing.is_empty() {
        return None;
    }
    let royal = |kind: Kind| rules.kinds.get(kind.index()).is_some_and(|kind| kind.royal);
    let next = |player: Player| Player::at((player.index() + 1) % rules.players.len());
    let how = chance.below(4);
    let mut then = here.clone();
    for (cell, piece) in cells.into_iter().zip(pieces) {
        then.cells[cell.index()] = match (how, piece.kind()) {
            (0, Some(kind)) if !royal(kind) && chance.below(8) > 0 => Piece::EMPTY,
            (1, Some(kind)) if !royal(kind) && chance.below(2) > 0 => Piece::EMPTY,
            (2, None) => standing[chance.below(standing.len())],
            (3, Some(kind)) => Piece::new(kind, piece.owner().map(next)),
            _ => piece,
        };
    }
    Some(Text::plain(&notation.write(&then)))
}

/// A test of a game that goes round in a circle until that ends it, if one is found.
fn round(
    rules: &Rules,
    notation: &Notation,
    (text, start): &(Option<Text>, Position),
) -> Result<Vec<TestRule>, TooWide> {
    let program = Program::compile(rules, start.size);
    let mut evaluator = Evaluator::lazy(&program);
    let Some(cycle) = evaluator.cycle(start)? else { return Ok(Vec::new()) };
    let Round::Ends(moves) = evaluator.rounds(&cycle)? else { return Ok(Vec::new()) };
    if moves.len() > ROUND {
        return Ok(Vec::new());
    }
    let mut test = draft();
    test.position = match cycle.plies {
        0 => text.clone(),
        _ => Some(Text::plain(&notation.write(&cycle.position))),
    };
    let names = notation.line(&mut evaluator, &cycle.position, &moves)?;
    test.play = Some(Text::plain(&names.join(" ")));
    Ok(expected(notation, &mut evaluator, test)?.into_iter().collect())
}

/// The test with all that comes out of it, if it can be read.
fn expected(
    notation: &Notation,
    evaluator: &mut Evaluator<'_>,
    mut test: TestRule,
) -> Result<Option<TestRule>, TooWide> {
    let rules = notation.rules();
    let Ok(mut here) = position(notation, &test) else { return Ok(None) };
    if play(notation, evaluator, &mut here, &test, &mut |_, _| ()).is_err() {
        return Ok(None);
    }
    let state = evaluator.state(&here)?;
    let placed = |value| Some(Spanned::new(value, Span::default()));
    test.state = match state {
        State::Ongoing => None,
        State::Won(player, _) => placed(Standing::Won(player)),
        State::Drawn(_) => placed(Standing::Drawn),
    };
    let needs = Needs::of_text(rules);
    // A good move is not what rules say.
    if !needs.chosen {
        let found = needs.find(evaluator, &here, Bound::default())?;
        let answer = found.answer(notation, 1, &here).text();
        let answer = answer.trim_end_matches('\n');
        test.answer = (!answer.is_empty() && !needs.moves).then(|| Text::plain(answer));
    }
    if state == State::Ongoing {
        let mut moves = Vec::new();
        evaluator.moves(&here, &mut moves)?;
        if moves.len() <= NAMED {
            let names = notation.move_names(&moves, &here);
            let names = names.iter().map(|name| Text::plain(name)).collect();
            test.moves = Some(Spanned::new(names, Span::default()));
        } else {
            let deep = if moves.len() <= FEW { 2 } else { 1 };
            for depth in 1..=deep {
                let count = u32::try_from(evaluator.perft(&here, depth)?).unwrap_or(u32::MAX);
                test.perft.push(Spanned::new(count, Span::default()));
            }
        }
    }
    Ok(Some(test))
}

/// The test as it is written.
fn text(notation: &Notation, test: &TestRule) -> String {
    let quoted = |text: &Text| toml::Value::from(text.value.as_str()).to_string();
    let state = test.state.as_ref().map(|state| match state.value {
        Standing::Won(player) => format!("{} wins", notation.player_name(player)),
        Standing::Drawn => String::from("draw"),
        Standing::Open => String::from("goes on"),
    });
    let moves = test.moves.as_ref().map(|moves| {
        format!("[{}]", moves.value.iter().map(quoted).collect::<Vec<_>>().join(", "))
    });
    let counts: Vec<String> = test.perft.iter().map(|count| count.value.to_string()).collect();
    let perft = (!counts.is_empty()).then(|| format!("[{}]", counts.join(", ")));
    let lines = [
        ("position", test.position.as_ref().map(quoted)),
        ("play", test.play.as_ref().map(quoted)),
        ("answer", test.answer.as_ref().map(quoted)),
        ("state", state.map(|state| toml::Value::from(state).to_string())),
        ("moves", moves),
        ("perft", perft),
    ];
    let lines = lines.into_iter().filter_map(|(key, value)| Some(format!("{key} = {}\n", value?)));
    format!("[[test]]\n{}", lines.collect::<String>())
}
