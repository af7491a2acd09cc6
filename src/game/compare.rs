//! Two games beside each other: what their rules say that differs, and the shortest game that shows it.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::sync::Arc;

use serde::Serialize;

use super::{Fault, Game, Move, Place, Play};
use crate::eval::playout::Chance;
use crate::index::Cell;
use crate::syntax::flat::{Said, flat};

/// How far two games are played beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Positions to look at, the nearest to the start first.
    pub positions: u64,
    /// Random games after that.
    pub games: u64,
    /// The chance of these games.
    pub seed: u64,
    /// Moves after which a random game is given up.
    pub plies: u32,
}

impl Default for Extent {
    /// 5,000 positions and 100 games of at most 200 plies.
    fn default() -> Self {
        Self { positions: 5_000, games: 100, seed: 1, plies: 200 }
    }
}

/// A key of which two rule files say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Changed {
    /// The key: `pieces.NAME.moves`, of a list of tables `[[end]]`.
    pub key: String,
    /// What the first says; none if it does not have it.
    pub before: Option<String>,
    /// What the second says; none if it does not have it.
    pub after: Option<String>,
    /// Where the first says it.
    pub before_place: Option<Place>,
    /// Where the second says it.
    pub after_place: Option<Place>,
}

/// What two games do differently in the same position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Parting {
    /// The moves from the start to there, none of which shows a difference.
    pub moves: Vec<String>,
    /// Whether it is known that no shorter game shows one.
    pub shortest: bool,
    /// Cells on which something else stands, and what: of the first, of the second.
    pub cells: Vec<(String, String, String)>,
    /// What the first tells of the position and the second does not: whose turn it is, how the game stands.
    pub told: Option<(String, String)>,
    /// Moves that are legal in the first alone.
    pub only_first: Vec<String>,
    /// Moves that are legal in the second alone.
    pub only_second: Vec<String>,
    /// The position of the first, drawn.
    pub first: String,
    /// That of the second.
    pub second: String,
}

/// How two games differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Difference {
    /// What the rule files say that differs, and does not stand in a test or a name.
    pub rules: Vec<Changed>,
    /// Where play parts; none if it was not seen to.
    pub parting: Option<Parting>,
    /// To this depth every game was looked at.
    pub depth: u32,
    /// So many different positions were looked at.
    pub positions: u64,
    /// So many random games were played to their end or as far as asked for.
    pub games: u64,
}

impl Game {
    /// What this game and another do differently: in their rules, and in the shortest game from the usual starting position after which
    /// legal moves, the board or the result differ. Moves are the same if they are written the same way.
    ///
    /// ```
    /// use interp::{Extent, Game};
    ///
    /// let whole = Game::shipped("hex")?;
    /// let small = Game::from_text("extends = 'hex'\n[board]\nsize = [3, 3]\n[format]\nsetup = '3/3/3 r'")?;
    /// let difference = whole.compare(&small, Extent::default())?;
    /// assert_eq!(difference.rules[0].key, "board.size");
    /// assert!(difference.parting.is_some_and(|parting| parting.moves.is_empty()));
    /// # Ok::<(), interp::Fault>(())
    /// ```
    ///
    /// # Errors
    /// One of them has no usual starting position, or a limit.
    pub fn compare(&self, other: &Game, extent: Extent) -> Result<Difference, Fault> {
        let mut difference = Difference {
            rules: self.rules_beside(other),
            parting: None,
            depth: 0,
            positions: 0,
            games: 0,
        };
        let pair = Pair::new(self.start()?, other.start()?);
        difference.search(&pair, extent.positions)?;
        if difference.parting.is_none() {
            difference.sample(&pair, extent)?;
        }
        Ok(difference)
    }

    /// The keys of which the two say different things: those of the first in its order, then what the second has beside them.
    fn rules_beside(&self, other: &Game) -> Vec<Changed> {
        let (first, second) = (flat(self.source()), flat(other.source()));
        let mut found = Vec::new();
        let keys = |said: &[Said]| -> Vec<String> {
            let mut seen = BTreeSet::new();
            said.iter()
                .filter(|said| seen.insert(said.key.clone()))
                .map(|said| said.key.clone())
                .collect()
        };
        let (mine, mut theirs) = (keys(&first), keys(&second));
        theirs.retain(|key| !mine.contains(key));
        for key in mine.into_iter().chain(theirs) {
            let of = |said: &[Said]| -> Vec<Said> {
                said.iter().filter(|said| said.key == key).cloned().collect()
            };
            let (mut before, mut after) = (of(&first), of(&second));
            // What both lists have is no difference.
            before.retain(|said| match after.iter().position(|other| other.value == said.value) {
                Some(at) => {
                    after.remove(at);
                    false
                }
                None => true,
            });
            let pairs = before.len().max(after.len());
            let paired = !key.starts_with("[[");
            let changed = |before: Option<&Said>, after: Option<&Said>| Changed {
                key: key.clone(),
                before: before.map(|said| said.value.clone()),
                after: after.map(|said| said.value.clone()),
                before_place: before.map(|said| self.place(said.span)),
                after_place: after.map(|said| other.place(said.span)),
            };
            match paired {
                true => found.extend((0..pairs).map(|at| changed(before.get(at), after.get(at)))),
                false => {
                    found.extend(before.iter().map(|said| changed(Some(said), None)));
                    found.extend(after.iter().map(|said| changed(None, Some(said))));
                }
            }
        }
        found
    }
}

/// The same position of two games.
#[derive(Clone)]
struct Pair {
    first: Play,
    second: Play,
    names: Arc<Names>,
}

/// What the boards of two games have.
struct Names {
    /// Of each game, its cells by their names.
    cells: [BTreeMap<String, Cell>; 2],
    /// Whether both have the same cells, kinds and players in the same places, so that pieces are the same if their codes are.
    alike: bool,
}

/// What comes of looking at a position of both.
enum Look {
    /// They do not differ: the legal moves, of the one and of the other.
    Same(Vec<(Move, Move)>),
    /// They do.
    Parted(Box<Parting>),
}

impl Difference {
    /// Looks at positions in the order of their distance from the start.
    fn search(&mut self, start: &Pair, most: u64) -> Result<(), Fault> {
        // One pair goes to all of them: each has much memory of its own.
        let (mut pair, mut stands) = (start.clone(), Vec::<String>::new());
        let mut seen = HashSet::from([start.key()?]);
        let mut waiting = VecDeque::from([Vec::<String>::new()]);
        while let Some(line) = waiting.pop_front() {
            if self.positions == most {
                return Ok(());
            }
            self.positions += 1;
            pair.go(&stands, &line)?;
            let moves = match pair.look(&line, true)? {
                Look::Same(moves) => moves,
                Look::Parted(parting) => {
                    self.parting = Some(*parting);
                    return Ok(());
                }
            };
            for (one, other) in &moves {
                pair.make(one, other)?;
                if seen.insert(pair.key()?) {
                    let line = line.iter().cloned().chain([one.text().to_owned()]);
                    waiting.push_back(line.collect());
                }
                pair.undo();
            }
            // All nearer ones are done when the first of the next distance comes, and all when none does.
            let done = waiting.front().map_or(line.len(), |line| line.len() - 1);
            self.depth = u32::try_from(done).unwrap_or(u32::MAX);
            stands = line;
        }
        Ok(())
    }

    /// Plays random games in both.
    fn sample(&mut self, start: &Pair, extent: Extent) -> Result<(), Fault> {
        for number in 0..extent.games {
            let mut chance = Chance::of_game(extent.seed, number);
            let (mut pair, mut line) = (start.clone(), Vec::new());
            for _ in 0..extent.plies {
                let moves = match pair.look(&line, false)? {
                    Look::Same(moves) => moves,
                    Look::Parted(parting) => {
                        self.parting = Some(*parting);
                        return Ok(());
                    }
                };
                if moves.is_empty() {
                    break;
                }
                let Some((one, other)) = moves.get(chance.below(moves.len())) else { break };
                pair.make(one, other)?;
                line.push(one.text().to_owned());
            }
            self.games += 1;
        }
        Ok(())
    }
}

impl Pair {
    /// Both games at their start.
    fn new(first: Play, second: Play) -> Self {
        let cells = |play: &Play| -> BTreeMap<String, Cell> {
            let graph = play.game().rules().graph(play.inner().size);
            graph.all().map(|cell| (play.name(cell), cell)).collect()
        };
        let cells = [cells(&first), cells(&second)];
        let (one, other) = (first.game(), second.game());
        let alike = cells[0] == cells[1]
            && one.kinds().eq(other.kinds())
            && one.players().eq(other.players());
        Self { first, second, names: Arc::new(Names { cells, alike }) }
    }

    /// Two numbers by which the pair is known again.
    fn key(&self) -> Result<(u64, u64), Fault> {
        Ok((self.first.key()?, self.second.key()?))
    }

    /// Makes a move that both have.
    fn make(&mut self, one: &Move, other: &Move) -> Result<(), Fault> {
        self.first.make(one)?;
        self.second.make(other)
    }

    /// Takes the last move of both back.
    fn undo(&mut self) {
        self.first.undo();
        self.second.undo();
    }

    /// Goes from after one line of moves to after another.
    fn go(&mut self, from: &[String], to: &[String]) -> Result<(), Fault> {
        let same = from.iter().zip(to).take_while(|(from, to)| from == to).count();
        from.iter().skip(same).for_each(|_| self.undo());
        for text in to.iter().skip(same) {
            self.first.make(text.as_str())?;
            self.second.make(text.as_str())?;
        }
        Ok(())
    }

    /// The cells on which something else stands, and what.
    fn cells(&self) -> Vec<(String, String, String)> {
        let (one, other) = (self.first.inner(), self.second.inner());
        let [mine, theirs] = &self.names.cells;
        if self.names.alike && mine.values().all(|cell| one.at(*cell) == other.at(*cell)) {
            return Vec::new();
        }
        let of = |play: &Play, cell: Option<&Cell>| match cell {
            Some(cell) => play.game().rules().piece_name(play.inner().at(*cell)),
            None => String::from("no cell"),
        };
        let all: BTreeSet<&String> = mine.keys().chain(theirs.keys()).collect();
        let stands = all.into_iter().map(|name| {
            let (one, other) =
                (of(&self.first, mine.get(name)), of(&self.second, theirs.get(name)));
            (name.clone(), one, other)
        });
        stands.filter(|(_, one, other)| one != other).collect()
    }

    /// What the two do differently here, or what both can do.
    fn look(&self, line: &[String], shortest: bool) -> Result<Look, Fault> {
        let cells = self.cells();
        let (before, after) = (told(&self.first)?, told(&self.second)?);
        let (mine, theirs) = (self.first.moves()?, self.second.moves()?);
        let mut others: BTreeMap<&str, &Move> =
            theirs.iter().map(|chosen| (chosen.text(), chosen)).collect();
        let (mut both, mut only) = (Vec::new(), Vec::new());
        for chosen in mine.iter() {
            match others.remove(chosen.text()) {
                Some(other) => both.push((chosen.clone(), other.clone())),
                None => only.push(chosen.text().to_owned()),
            }
        }
        if cells.is_empty() && before == after && only.is_empty() && others.is_empty() {
            return Ok(Look::Same(both));
        }
        Ok(Look::Parted(Box::new(Parting {
            moves: line.to_vec(),
            shortest,
            cells,
            told: (before != after).then_some((before, after)),
            only_first: only,
            only_second: others.into_keys().map(str::to_owned).collect(),
            first: self.first.to_string(),
            second: self.second.to_string(),
        })))
    }
}

/// How a game stands: whose turn it is, who has won, or that it is drawn.
fn told(play: &Play) -> Result<String, Fault> {
    Ok(match play.end()? {
        None => format!("{} to move", play.turn()),
        Some(end) => end.to_string(),
    })
}
