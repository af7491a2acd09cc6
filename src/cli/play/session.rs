//! The game that is played: it obeys commands, and knows no terminal.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use super::clock::{Clock, Control, shown};
use super::command::{self, Command};
use super::saved::Saved;
use super::thought::{Advice, Bounds, Thought};
use crate::cli::fail::Failure;
use crate::cli::playout::words;
use crate::diag::{list, nearest};
use crate::eval::playout::Chance;
use crate::eval::search::Bound;
use crate::game::{Fault, Game, Move, Play, What};
use crate::report::Needs;
use crate::rules::Ask;

/// Characters of a line of text.
const WIDTH: usize = 80;

/// Whose the next move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nobody's: the game is over.
    Over,
    /// It is drawn.
    Chance,
    /// The machine's.
    Machine,
    /// A person's, or the machine's that has been told to wait.
    Person,
}

/// What has come of a command.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The game has gone on or back.
    Moved,
    /// The board is to be shown.
    Shown,
    /// This is told.
    Told(String),
    /// A search is wanted; what it finds is given to [`Session::advised`].
    Think(Box<Thought>),
    /// It ends.
    Quit,
}

/// A game that is played.
#[derive(Clone, Debug)]
pub struct Session {
    /// The name of the rules, as it is saved.
    rules: String,
    start: Play,
    play: Play,
    /// Moves that were taken back, the first to be made again at the end.
    back: Vec<String>,
    /// Whether the machine plays for that player, in turn order.
    machine: Vec<bool>,
    bounds: Bounds,
    seed: u64,
    clock: Option<Clock>,
    /// When the clock was last looked at, since the session began.
    looked: Duration,
    /// The player whose time is over.
    fallen: Option<usize>,
    /// Whether the board is seen from the other side.
    pub(super) turned: bool,
    /// The player who looks at it, if not everyone does.
    pub(super) looker: Option<usize>,
    /// Whether the machine waits until it is told to go on.
    waits: bool,
    /// Moves that the machine may make against itself.
    plies: u32,
    /// Moves that have been made since a person chose one.
    alone: u32,
}

impl Session {
    /// A game of rules of that name that begins with `start` and has come to `play`. Who is to move there is a person, all others are the machine.
    pub fn new(rules: &str, start: Play, play: Play, seed: u64) -> Result<Self, Failure> {
        play.end()?;
        let mover = index(&play, play.turn());
        let machine = (0..play.game().players().count()).map(|player| player != mover).collect();
        Ok(Self {
            rules: rules.to_owned(),
            start,
            play,
            back: Vec::new(),
            machine,
            bounds: Bounds::default(),
            seed,
            clock: None,
            looked: Duration::ZERO,
            fallen: None,
            turned: false,
            looker: None,
            waits: false,
            plies: u32::MAX,
            alone: 0,
        })
    }

    /// The same, where the machine looks so far.
    pub fn searching(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// The same with another seed, if there is one.
    pub fn seeded(mut self, seed: Option<u64>) -> Self {
        self.seed = seed.unwrap_or(self.seed);
        self
    }

    /// The same, where the machine makes so many moves against itself.
    pub fn plies(mut self, plies: u32) -> Self {
        self.plies = plies;
        self
    }

    /// The same with clocks on which each player has so much left.
    pub fn with_left(mut self, control: Control, left: Vec<Duration>) -> Self {
        let players = self.machine.len();
        let mut clock = Clock::new(control, players);
        clock.left.iter_mut().zip(left).for_each(|(of, left)| *of = left);
        self.clock = Some(clock);
        self
    }

    /// Sets the clocks.
    pub fn wind(&mut self, control: Control) {
        self.clock = Some(Clock::new(control, self.machine.len()));
    }

    /// Says for whom the machine plays: players by their names, `all` or `none`.
    pub fn seat(&mut self, names: &[String]) -> Result<(), Failure> {
        let mut machine = vec![false; self.machine.len()];
        for name in names {
            match (self.player(name), name.as_str()) {
                (Ok(player), _) => set(&mut machine, player, true),
                (Err(_), "all") => machine.fill(true),
                (Err(_), "none") => {}
                (Err(told), _) => return Err(Failure::usage(told)),
            }
        }
        self.machine = machine;
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.play.game()
    }

    /// The position at hand.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// What is saved of it.
    pub fn saved(&self) -> Result<Saved, Failure> {
        let moves: Vec<String> =
            self.play.played().map(|chosen| chosen.text().to_owned()).collect();
        let line = moves.join(" ");
        let mut again = self.start.clone();
        again.make_line("the game", &line)?;
        if again != self.play {
            return Err(Failure::usage(
                "the moves of this game, one behind the other, are not read as they were made",
            ));
        }
        let usual = self.game().start().is_ok_and(|usual| usual == self.start);
        let position = (!usual).then(|| self.start.text());
        let seats = self.game().players().zip(&self.machine).filter(|(_, machine)| **machine);
        Ok(Saved {
            rules: self.rules.clone(),
            position,
            play: line,
            machine: seats.map(|(player, _)| player.to_owned()).collect(),
            looker: self
                .looker
                .and_then(|looker| self.game().players().nth(looker))
                .map(str::to_owned),
            seed: self.seed,
            clock: self.clock.as_ref().map(Into::into),
        })
    }

    /// Whose the next move is.
    pub fn turn(&self) -> Result<Turn, Fault> {
        let moves = self.play.moves()?;
        Ok(match moves.is_empty() || self.fallen.is_some() {
            true => Turn::Over,
            false if moves.are_drawn() => Turn::Chance,
            false if self.waits || !self.machine_moves() => Turn::Person,
            false => Turn::Machine,
        })
    }

    fn machine_moves(&self) -> bool {
        self.machine.get(index(&self.play, self.play.turn())).copied().unwrap_or(false)
    }

    /// Whether a person plays for anybody.
    pub fn has_person(&self) -> bool {
        self.machine.contains(&false)
    }

    /// Lets the clocks run up to a time since the session began; whether one has just run out.
    pub fn tick(&mut self, now: Duration) -> bool {
        let passed = now.saturating_sub(self.looked);
        self.looked = now;
        let runs = matches!(self.turn(), Ok(Turn::Machine | Turn::Person));
        let mover = index(&self.play, self.play.turn());
        let Some(clock) = self.clock.as_mut().filter(|_| runs) else { return false };
        let over = clock.run(mover, passed);
        self.fallen = over.then_some(mover);
        over
    }

    /// How much time each player has left, if there are clocks: `first 4:59, second 5:00`.
    pub fn clocks(&self) -> Option<String> {
        let clock = self.clock.as_ref()?;
        let each = self.game().players().zip(&clock.left);
        let each: Vec<String> =
            each.map(|(name, left)| format!("{name} {}", shown(*left))).collect();
        Some(each.join(", "))
    }

    /// Draws a move by chance; its text.
    pub fn draw(&mut self) -> Result<String, Fault> {
        let number = u64::from(self.play.inner().ply);
        let mut chance = Chance::of_game(self.seed, number);
        let moves = self.play.moves()?;
        // A number from 0 to 1, and how far the moves before reach.
        let mut left = (chance.number() >> 11) as f64 / (1_u64 << 53) as f64;
        let drawn = moves.iter().find(|chosen| {
            left -= chosen.probability().unwrap_or(0.0);
            left < 0.0
        });
        let drawn = drawn.or(moves.last()).map(|chosen| chosen.text().to_owned());
        let drawn = drawn.unwrap_or_default();
        self.make(&drawn)?;
        Ok(drawn)
    }

    /// What the machine is to look for now; `made`, whether it makes the move.
    pub fn thought(&self, made: bool) -> Thought {
        let mut bounds = self.bounds;
        if let Some(clock) = &self.clock {
            let share = clock.share(index(&self.play, self.play.turn()));
            if bounds.nodes.is_none() {
                bounds.time = Some(bounds.time.map_or(share, |time| time.min(share)));
            }
        }
        Thought { play: self.play.clone(), bounds, made }
    }

    /// Takes over what the machine has found: the move is made, or told.
    pub fn advised(&mut self, thought: &Thought, found: Option<Advice>) -> Result<Reply, Fault> {
        let Some(Advice { best, line, why }) = found else {
            return Ok(Reply::Told(String::from("no move was found")));
        };
        if thought.made {
            self.make(&best)?;
            self.alone = self.alone.saturating_add(1);
            self.waits = self.alone >= self.plies && !self.has_person();
            return Ok(Reply::Moved);
        }
        let on = if line.len() > 1 {
            format!("\nplay may go on {}", line.join(" "))
        } else {
            String::new()
        };
        Ok(Reply::Told(format!("{best}: {why}{on}")))
    }

    /// Lets the machine wait until somebody tells it to go on.
    pub fn wait(&mut self) {
        self.waits = true;
    }

    /// Whether the machine has stopped playing against itself.
    pub fn has_stopped(&self) -> bool {
        self.waits && self.alone >= self.plies
    }

    /// Makes a move, by its text.
    fn make(&mut self, text: &str) -> Result<(), Fault> {
        let mover = index(&self.play, self.play.turn());
        let drawn = self.play.moves()?.are_drawn();
        self.play.make(text)?;
        if let Some(clock) = self.clock.as_mut()
            && !drawn
            && index(&self.play, self.play.turn()) != mover
        {
            clock.press(mover);
        }
        let made = self.play.played().last();
        match (self.back.pop(), made) {
            // The same move as the one that was taken back: what follows can still be made again.
            (Some(next), Some(made)) if next == made.text() => {}
            _ => self.back.clear(),
        }
        Ok(())
    }

    /// What a line asks.
    pub fn parse(&self, line: &str) -> Result<Command, String> {
        let moves = self.play.moves().ok();
        let is_move =
            |text: &str| moves.iter().flat_map(|moves| moves.iter()).any(|one| one.text() == text);
        Command::parse(line, is_move)
    }

    /// Does what a command says.
    pub fn obey(&mut self, command: Command) -> Result<Reply, Failure> {
        Ok(match command {
            Command::Move(text) => {
                if let Some(told) = self.refused(&text)? {
                    return Ok(Reply::Told(told));
                }
                self.make(&text)?;
                (self.waits, self.alone) = (false, 0);
                Reply::Moved
            }
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Hint => match (self.turn()?, self.untold()) {
                (Turn::Over, _) => Reply::Told(self.over()?),
                (_, Some(untold)) => Reply::Told(untold),
                (_, None) => Reply::Think(Box::new(self.thought(false))),
            },
            Command::Go => match self.turn()? {
                Turn::Over => Reply::Told(self.over()?),
                Turn::Chance => Reply::Moved,
                Turn::Machine | Turn::Person => {
                    (self.waits, self.alone) = (false, 0);
                    Reply::Think(Box::new(self.thought(true)))
                }
            },
            Command::Moves(cell) => Reply::Told(self.moves(cell.as_deref())?),
            Command::Explain(text) => Reply::Told(self.explained(text.as_deref())?),
            Command::Board => Reply::Shown,
            Command::For(name) => {
                self.show_to(&name)?;
                match self.game().rules().sight {
                    Some(_) => Reply::Shown,
                    None => Reply::Told(String::from("these rules hide nothing from anybody")),
                }
            }
            Command::Flip => {
                self.turned = !self.turned;
                Reply::Shown
            }
            Command::New => {
                self.play = self.start.clone();
                self.back.clear();
                self.anew();
                if let Some(clock) = &self.clock {
                    self.clock = Some(Clock::new(clock.control, self.machine.len()));
                }
                Reply::Moved
            }
            Command::Machine(name) => self.seated(name.as_deref(), true)?,
            Command::Person(name) => self.seated(name.as_deref(), false)?,
            Command::Save(path) => {
                self.saved()?.write(Path::new(&path))?;
                Reply::Told(format!("written into `{path}`"))
            }
            Command::Load(path) => {
                let loaded = Saved::read(&path)?.session(&path, None)?;
                let (looked, turned) = (self.looked, self.turned);
                *self = loaded.searching(self.bounds).plies(self.plies);
                (self.looked, self.turned) = (looked, turned);
                Reply::Moved
            }
            Command::Help => Reply::Told(command::help().join("\n")),
            Command::Quit => Reply::Quit,
        })
    }

    fn anew(&mut self) {
        (self.waits, self.alone, self.fallen) = (false, 0, None);
    }

    /// Goes on without clocks where the time of a player was over.
    fn unwind(&mut self) {
        if self.fallen.take().is_some() {
            self.clock = None;
        }
    }

    fn undo(&mut self) -> Result<Reply, Failure> {
        self.unwind();
        if self.play.made() == 0 {
            return Err(Failure::usage("no move is left to be taken back"));
        }
        self.alone = 0;
        while let Some(last) = self.play.played().last() {
            self.back.push(last.text().to_owned());
            self.play.undo();
            self.waits = false;
            if !self.has_person() || self.turn()? == Turn::Person {
                break;
            }
        }
        // The machine would make the same move again at once.
        self.waits = matches!(self.turn()?, Turn::Machine);
        Ok(Reply::Moved)
    }

    fn redo(&mut self) -> Result<Reply, Failure> {
        if self.back.is_empty() {
            return Err(Failure::usage("no move is left to be made again"));
        }
        while let Some(next) = self.back.last().cloned() {
            self.make(&next)?;
            self.waits = false;
            if !self.has_person() || self.turn()? == Turn::Person {
                break;
            }
        }
        self.waits = matches!(self.turn()?, Turn::Machine) && !self.back.is_empty();
        Ok(Reply::Moved)
    }

    /// Lets the machine or a person play for the player of that name, or for who is to move.
    fn seated(&mut self, name: Option<&str>, machine: bool) -> Result<Reply, Failure> {
        match name.map(|name| (self.player(name), name)) {
            None => {
                let player = index(&self.play, self.play.turn());
                set(&mut self.machine, player, machine);
            }
            Some((Ok(player), _)) => set(&mut self.machine, player, machine),
            Some((Err(_), "all")) => self.machine.fill(machine),
            Some((Err(told), _)) => return Err(Failure::usage(told)),
        }
        (self.waits, self.alone) = (false, 0);
        Ok(Reply::Told(self.seats()))
    }

    /// Who plays for whom, and who looks at it: `first: person, second: machine; as first sees it`.
    pub fn seats(&self) -> String {
        let seat = |machine: &bool| if *machine { "machine" } else { "person" };
        let each = self.game().players().zip(&self.machine);
        let each: Vec<String> = each.map(|(name, of)| format!("{name}: {}", seat(of))).collect();
        let seen =
            self.looker().map_or_else(String::new, |looker| format!("; as {looker} sees it"));
        each.join(", ") + &seen
    }

    /// The place in turn order of the player of that name.
    pub(super) fn player(&self, name: &str) -> Result<usize, String> {
        let names: Vec<&str> = self.game().players().collect();
        let lower = name.to_lowercase();
        let found = names.iter().position(|known| *known == name);
        let found = found.or_else(|| names.iter().position(|known| known.to_lowercase() == lower));
        found.ok_or_else(|| {
            let advice = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("expected {}", list(&names)),
            };
            format!("no player `{name}`; {advice}")
        })
    }

    /// Why the position is judged so, or why a move is legal or not. Who sees a part of the board is told no reasons.
    fn explained(&self, text: Option<&str>) -> Result<String, Fault> {
        Ok(match (text, self.untold()) {
            (None, None) => self.play.explanation().to_string(),
            (Some(text), None) => self.play.explain(text)?.to_string(),
            (Some(text), Some(_)) if self.unlisted().is_none() => {
                self.refused(text)?.unwrap_or_else(|| format!("{text} is legal"))
            }
            (_, Some(untold)) => untold,
        })
    }

    /// What is to be said of a text that is not taken for a legal move: that several are meant, what keeps it from being legal.
    fn refused(&self, text: &str) -> Result<Option<String>, Fault> {
        match self.turn()? {
            Turn::Over => return Ok(Some(self.over()?)),
            Turn::Chance => return Ok(Some(String::from("this move is drawn by chance"))),
            Turn::Machine | Turn::Person => {}
        }
        let Err(fault) = self.play.clone().make(text) else { return Ok(None) };
        let What::Lines(_, faults) = fault.what() else { return Err(fault) };
        let explained = self.play.explain(text).ok();
        // A word that is nothing on the board was meant for a command, perhaps.
        if explained.is_none()
            && !text.contains(char::is_whitespace)
            && let Some(near) = command::near(text)
        {
            return Ok(Some(format!("`{text}` is not a move; did you mean the command `{near}`?")));
        }
        let mut lines: Vec<String> = Vec::new();
        for fault in faults {
            let label = if fault.label.is_empty() { "" } else { "; " };
            lines.push(format!("{}{label}{}", fault.message, fault.label));
            lines.extend(fault.help.iter().cloned());
        }
        // What may be any of several is legal.
        let several = faults.iter().any(|fault| fault.message.ends_with("several"));
        if let Some(told) = explained.filter(|_| !several && self.looker().is_none()) {
            lines.extend(told.to_string().lines().skip(1).map(str::to_owned));
        }
        Ok(Some(lines.join("\n")))
    }

    /// The legal moves, or those that begin on a cell, or else end there.
    fn moves(&self, cell: Option<&str>) -> Result<String, Failure> {
        if let Some(untold) = self.unlisted() {
            return Ok(untold);
        }
        let moves = self.play.moves()?;
        if let Some(cell) = cell
            && self.play.at(cell).is_none()
        {
            return Err(Failure::usage(format!("the board has no cell `{cell}`")));
        }
        let those = match cell {
            None => moves.iter().collect(),
            Some(cell) => {
                let begin = with_cell(&moves, cell, |chosen| chosen.cells().next());
                match begin.is_empty() {
                    true => with_cell(&moves, cell, |chosen| chosen.cells().last()),
                    false => begin,
                }
            }
        };
        Ok(match those.is_empty() {
            true => match cell {
                Some(cell) => format!("no legal move begins or ends on {cell}"),
                None => String::from("there is no legal move"),
            },
            false => columns(&those.iter().map(|chosen| chosen.text()).collect::<Vec<_>>()),
        })
    }

    /// Who has won, and by what; how it ends otherwise.
    pub fn over(&self) -> Result<String, Fault> {
        if let Some(player) = self.fallen {
            let name = self.game().players().nth(player).unwrap_or_default();
            return Ok(format!("{name} is out of time"));
        }
        let plies = match self.play.inner().ply {
            1 => String::from("1 ply"),
            plies => format!("{plies} plies"),
        };
        let Some(end) = self.play.end()? else {
            return Ok(match self.play.moves()?.is_empty() {
                true => format!("no move is left after {plies}"),
                false => String::from("the game goes on"),
            });
        };
        let how = match &end.winner {
            Some(winner) => format!("{winner} wins"),
            None => String::from("drawn"),
        };
        let by = format!("{how} after {plies} by `{}`  ({})", words(&end.place.text), end.place);
        Ok(match self.verdict()? {
            Some(said) => format!("{said}\n{by}"),
            None => by,
        })
    }

    /// What the rule file says of the position, if it says something: its answer where that is a verdict, else the verdict alone.
    fn verdict(&self) -> Result<Option<String>, Fault> {
        let (rules, position) = (self.game().rules(), self.play.inner());
        let needs = Needs { state: true, verdict: true, ..Needs::default() };
        let found = needs.find(&mut self.play.evaluator(), position, Bound::default())?;
        let answer = found.answer(self.game().notation(), 1, position);
        let said = match rules.format.ask {
            Ask::Verdict => answer.text(),
            _ => answer.verdict_text(),
        };
        Ok(found.verdict.map(|_| said.trim_end().to_owned()))
    }

    /// Words that a text may be completed to: legal moves, commands, cells behind `moves`, players behind `machine` and `for`.
    pub fn completions(&self, text: &str) -> Vec<String> {
        let text = text.trim_start();
        let (head, last) = match text.split_once(' ') {
            Some((word, rest)) if command::words().any(|known| known == word) => {
                (Some(word), rest.trim_start())
            }
            _ => (None, text),
        };
        let moves = || -> Vec<String> {
            let moves = self.play.moves().ok().filter(|_| self.unlisted().is_none());
            moves
                .iter()
                .flat_map(|moves| moves.iter())
                .map(|chosen| chosen.text().to_owned())
                .collect()
        };
        let known: Vec<String> = match head {
            None => moves().into_iter().chain(command::words().map(str::to_owned)).collect(),
            Some("moves") => self.play.cells(),
            Some("explain") => moves(),
            Some("machine" | "person" | "for") => {
                self.game().players().map(str::to_owned).collect()
            }
            Some(_) => Vec::new(),
        };
        let fits = known.into_iter().filter(|known| known.starts_with(last));
        let fits = fits.map(|known| match head {
            None => known,
            Some(head) => format!("{head} {known}"),
        });
        fits.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The place of a player in turn order.
fn index(play: &Play, name: &str) -> usize {
    play.game().players().position(|known| known == name).unwrap_or(0)
}

fn set(machine: &mut [bool], player: usize, value: bool) {
    if let Some(seat) = machine.get_mut(player) {
        *seat = value;
    }
}

/// The moves of which `of` tells that cell.
fn with_cell<'m>(
    moves: &'m [Move],
    cell: &str,
    of: impl Fn(&Move) -> Option<String>,
) -> Vec<&'m Move> {
    moves.iter().filter(|chosen| of(chosen).as_deref() == Some(cell)).collect()
}

/// Words in columns, row by row.
fn columns(words: &[&str]) -> String {
    let wide = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    let each = (WIDTH / wide).max(1);
    let rows = words.chunks(each).map(|row| {
        let row: String = row.iter().map(|word| format!("{word:wide$}")).collect();
        row.trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}
