//! What is on the screen, and what the keys do to it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::pick::{self, Pressed, Way};
use crate::cli::fail::Failure;
use crate::cli::play::command::Command;
use crate::cli::play::prompt::told;
use crate::cli::play::session::{Reply, Session, Turn};
use crate::cli::play::thought::{Advice, Thought};
use crate::game::Fault;
use crate::notation::{Sheet, Spot};

/// Lines by which a long text is moved at once.
const PAGE: usize = 10;

/// The keys, and what they do.
pub const KEYS: &[(&str, &str)] = &[
    ("arrows", "move the cursor"),
    ("Enter", "picks a piece, and then where it goes; or makes the move that is told by one cell"),
    ("Esc", "picks nothing"),
    ("m", "lists the legal moves, to choose one"),
    (":", "begins a line: a move, or a command in full; Tab completes it"),
    ("u r", "take moves back, make them again"),
    ("h", "tells a good move"),
    ("e", "explains: the move from the picked piece to the cursor, or how the game stands"),
    ("g", "lets the machine make this move"),
    ("f", "turns the board round"),
    ("s l", "save the game, load one"),
    ("n", "begins anew"),
    ("?", "tells this"),
    ("q", "ends"),
];

/// Moves, one of which is to be chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Their texts.
    pub texts: Vec<String>,
    /// The one that Enter makes.
    pub at: usize,
}

/// A search that another thread is at.
struct Search {
    thought: Thought,
    stop: Arc<AtomicBool>,
    found: Receiver<Result<Option<Advice>, Fault>>,
}

/// What is on the screen.
pub struct App<'s> {
    pub session: &'s mut Session,
    /// Whether colours are shown.
    pub coloured: bool,
    /// The board as it is seen, and its cells by name.
    pub sheet: Sheet,
    /// What is remembered beside it, a line each.
    pub remembered: Vec<String>,
    pub spots: Vec<(String, Spot)>,
    /// The cell under the cursor.
    pub cursor: String,
    /// The cells that are picked.
    pub picked: Vec<String>,
    /// The legal moves, where somebody chooses one.
    pub ways: Vec<Way>,
    pub choice: Option<Choice>,
    /// The line that is being typed.
    pub line: Option<String>,
    /// What is told, a line each.
    pub told: Vec<String>,
    /// Lines of it that are passed over.
    pub scrolled: usize,
    /// Whether it takes the whole screen; what draws it says so.
    pub is_long: bool,
    search: Option<Search>,
    over: bool,
}

impl<'s> App<'s> {
    /// The screen of a game.
    pub fn new(session: &'s mut Session, coloured: bool) -> Self {
        let mut app = Self {
            session,
            coloured,
            sheet: Sheet::default(),
            remembered: Vec::new(),
            spots: Vec::new(),
            cursor: String::new(),
            picked: Vec::new(),
            ways: Vec::new(),
            choice: None,
            line: None,
            told: Vec::new(),
            scrolled: 0,
            is_long: false,
            search: None,
            over: false,
        };
        app.look();
        app.cursor = app.middle();
        app
    }

    /// Whether somebody has ended it.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the machine is thinking.
    pub fn thinks(&self) -> bool {
        self.search.is_some()
    }

    /// Looks at the board again.
    fn look(&mut self) {
        match self.session.sheet() {
            Ok((sheet, remembered)) => (self.sheet, self.remembered) = (sheet, remembered),
            Err(fault) => self.tell(&fault.to_string()),
        }
        let (notation, size) = (self.session.game().notation(), self.session.play().inner().size);
        let name = |spot: &Spot| (notation.cell_name(spot.cell, size), *spot);
        self.spots = self.sheet.spots.iter().map(name).collect();
        let chosen =
            matches!(self.session.turn(), Ok(Turn::Person)) && self.session.unlisted().is_none();
        let moves = self.session.play().moves().ok().filter(|_| chosen);
        self.ways = moves.map(|moves| pick::ways(&moves)).unwrap_or_default();
        if !self.spots.iter().any(|(name, _)| *name == self.cursor) {
            self.cursor = self.middle();
        }
    }

    /// The cell in the middle of the board.
    fn middle(&self) -> String {
        let middle = |of: &dyn Fn(&Spot) -> usize| {
            let least = self.spots.iter().map(|(_, spot)| of(spot)).min();
            let most = self.spots.iter().map(|(_, spot)| of(spot)).max();
            least.zip(most).map_or(0, |(least, most)| (least + most) / 2)
        };
        let (line, column) = (middle(&|spot| spot.line), middle(&|spot| spot.column));
        let away = |spot: &Spot| spot.line.abs_diff(line) * 2 + spot.column.abs_diff(column);
        let nearest = self.spots.iter().min_by_key(|(_, spot)| away(spot));
        nearest.map(|(name, _)| name.clone()).unwrap_or_default()
    }

    /// The cells that may be pressed next.
    pub fn targets(&self) -> BTreeSet<String> {
        pick::next(&self.ways, &self.picked)
    }

    /// Tells something in place of what was told.
    fn tell(&mut self, text: &str) {
        self.told = text.trim_end().lines().map(str::to_owned).collect();
        self.scrolled = 0;
    }

    /// Plays on by itself as far as that goes, at a time since the session began.
    pub fn go_on(&mut self, now: Duration) {
        if self.session.tick(now) {
            self.stop();
            self.finished();
        }
        if self.heard(false) || self.thinks() {
            return;
        }
        let found = match self.session.turn() {
            Ok(Turn::Chance) => self.session.draw_told().map(|told| self.told.push(told)),
            Ok(Turn::Machine) => {
                self.think(self.session.thought(true));
                return;
            }
            Ok(Turn::Over | Turn::Person) => return,
            Err(fault) => Err(fault),
        };
        self.came(found);
    }

    /// Looks at what has come of a move that was made without a key.
    fn came(&mut self, found: Result<(), Fault>) {
        if let Err(fault) = found {
            // It would fail again at once.
            self.session.wait();
            self.tell(&fault.to_string());
        }
        self.picked.clear();
        self.look();
        self.finished();
    }

    /// Tells how the game has ended, if it has.
    fn finished(&mut self) {
        if let Ok(Turn::Over) = self.session.turn()
            && let Ok(over) = self.session.over()
        {
            self.told.extend(over.lines().map(str::to_owned));
            self.look();
        } else if self.session.has_stopped() {
            self.tell("the machine has made all moves that it may; g plays on");
        }
    }

    fn think(&mut self, thought: Thought) {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, found) = channel();
        let (own, flag) = (thought.clone(), Arc::clone(&stop));
        thread::spawn(move || {
            // Who has quit does not listen any more.
            let _ = sender.send(own.run(&flag));
        });
        self.search = Some(Search { thought, stop, found });
    }

    /// Takes over what the machine has found, if it has; `waits` until it has. Whether it has.
    pub fn heard(&mut self, waits: bool) -> bool {
        let Some(search) = self.search.take() else { return false };
        let found = match waits {
            true => search.found.recv().map_err(|_| TryRecvError::Disconnected),
            false => search.found.try_recv(),
        };
        let found = match found {
            Err(TryRecvError::Empty) => {
                self.search = Some(search);
                return false;
            }
            Err(TryRecvError::Disconnected) => {
                self.session.wait();
                self.tell("the search has failed");
                return true;
            }
            Ok(found) => found,
        };
        // Whose time is over makes no move any more.
        if search.thought.made && matches!(self.session.turn(), Ok(Turn::Over)) {
            return true;
        }
        let mover = self.session.play().turn().to_owned();
        let reply = found.and_then(|found| self.session.advised(&search.thought, found));
        match reply {
            Ok(Reply::Moved) => {
                if let Some(made) = self.session.play().played().last() {
                    self.told.push(self.session.plays(&mover, &made));
                }
                self.came(Ok(()));
            }
            Ok(Reply::Told(told)) => {
                if search.thought.made {
                    self.session.wait();
                }
                self.tell(&told);
            }
            Ok(_) => {}
            Err(fault) => self.came(Err(fault)),
        }
        true
    }

    /// Ends the search: what has been found so far counts.
    fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Does what a key says.
    pub fn key(&mut self, key: KeyEvent, now: Duration) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return self.quit();
        }
        if self.line.is_some() {
            return self.typed(key.code, now);
        }
        if self.thinks() {
            return match key.code {
                KeyCode::Char('q') => self.quit(),
                _ => self.stop(),
            };
        }
        if self.choice.is_some() {
            return self.chosen(key.code, now);
        }
        match key.code {
            KeyCode::PageDown => self.scrolled = self.scrolled.saturating_add(PAGE),
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(PAGE),
            KeyCode::Down if self.is_long => self.scrolled = self.scrolled.saturating_add(1),
            KeyCode::Up if self.is_long => self.scrolled = self.scrolled.saturating_sub(1),
            KeyCode::Char('q') if !self.is_long => self.quit(),
            _ if self.is_long => self.tell(""),
            KeyCode::Left => self.shift(-1, 0),
            KeyCode::Right => self.shift(1, 0),
            KeyCode::Up => self.shift(0, -1),
            KeyCode::Down => self.shift(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.press(now),
            KeyCode::Esc => {
                self.picked.clear();
                self.tell("");
            }
            KeyCode::Tab | KeyCode::Char(':') => self.line = Some(String::new()),
            KeyCode::Char('s') => self.line = Some(String::from("save ")),
            KeyCode::Char('l') => self.line = Some(String::from("load ")),
            KeyCode::Char('n') => self.line = Some(String::from("new")),
            KeyCode::Char('u') => self.obey(Command::Undo, now),
            KeyCode::Char('r') => self.obey(Command::Redo, now),
            KeyCode::Char('h') => self.obey(Command::Hint, now),
            KeyCode::Char('g') => self.obey(Command::Go, now),
            KeyCode::Char('f') => self.obey(Command::Flip, now),
            KeyCode::Char('e') => self.explain(now),
            KeyCode::Char('m') => {
                let those = pick::by(&self.ways, &self.picked);
                self.choose(those.into_iter().map(|way| way.text.clone()).collect());
            }
            KeyCode::Char('?') => self.help(),
            _ => {}
        }
    }

    fn quit(&mut self) {
        self.stop();
        self.over = true;
    }

    fn help(&mut self) {
        let wide = KEYS.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
        let keys = KEYS.iter().map(|(key, does)| format!("{key:wide$}  {does}"));
        self.told = keys.collect();
        self.told.push(String::new());
        self.told.push(String::from("In a line:"));
        self.told.extend(crate::cli::play::command::help());
        self.scrolled = 0;
    }

    fn explain(&mut self, now: Duration) {
        let to = Some(&self.cursor).filter(|cell| self.picked.last() != Some(cell));
        let text = match (self.picked.is_empty(), to) {
            (false, Some(to)) => {
                let cells: Vec<&str> = self.picked.iter().chain([to]).map(String::as_str).collect();
                Some(cells.join("-"))
            }
            _ => None,
        };
        self.obey(Command::Explain(text), now);
    }

    /// Moves the cursor to the nearest cell in that direction, as the board is drawn.
    fn shift(&mut self, x: i64, y: i64) {
        // A line is as high as two characters are wide.
        let place =
            |spot: &Spot| (spot.column as i64 * 2 + spot.width as i64, spot.line as i64 * 4);
        let Some((_, from)) = self.spots.iter().find(|(name, _)| *name == self.cursor) else {
            return;
        };
        let from = place(from);
        let near = self.spots.iter().filter_map(|(name, spot)| {
            let (right, down) = (place(spot).0 - from.0, place(spot).1 - from.1);
            let (along, across) = (right * x + down * y, (right * y).abs() + (down * x).abs());
            (along > 0 && across <= 2 * along).then_some((along + across, name))
        });
        if let Some((_, name)) = near.min_by_key(|(far, _)| *far) {
            self.cursor = name.clone();
        }
    }

    fn press(&mut self, now: Duration) {
        match self.session.turn() {
            Ok(Turn::Over) => {
                let told = self.session.over().unwrap_or_else(|fault| fault.to_string());
                return self.tell(&format!("{told}\nn begins anew, u takes moves back, q ends"));
            }
            Err(fault) => return self.tell(&fault.to_string()),
            Ok(_) => {}
        }
        if let Some(untold) = self.session.unlisted() {
            return self.tell(&untold);
        }
        match pick::press(&self.ways, &self.picked, &self.cursor) {
            Pressed::Make(text) => self.obey(Command::Move(text), now),
            Pressed::Choose(texts) => self.choose(texts),
            Pressed::Picked(cells) => {
                let ends = pick::by(&self.ways, &cells);
                let ends = ends.iter().any(|way| way.cells.last() == Some(&self.cursor));
                self.tell(match cells.len() > 1 && ends {
                    true => "Enter again ends the move here",
                    false => "",
                });
                self.picked = cells;
            }
            Pressed::Nothing if self.picked.is_empty() => {
                self.tell(&format!("no legal move begins on {}", self.cursor));
            }
            Pressed::Nothing => {
                let cells: Vec<&str> =
                    self.picked.iter().chain([&self.cursor]).map(String::as_str).collect();
                // Why it is not legal.
                self.obey(Command::Explain(Some(cells.join("-"))), now);
            }
        }
    }

    fn choose(&mut self, texts: Vec<String>) {
        match (texts.is_empty(), self.session.unlisted()) {
            (true, Some(untold)) => self.tell(&untold),
            (true, None) => self.tell("there is no legal move"),
            (false, _) => self.choice = Some(Choice { texts, at: 0 }),
        }
    }

    /// A key while there is a choice.
    fn chosen(&mut self, key: KeyCode, now: Duration) {
        let Some(choice) = &mut self.choice else { return };
        let last = choice.texts.len().saturating_sub(1);
        match key {
            KeyCode::Up => choice.at = choice.at.saturating_sub(1),
            KeyCode::Down => choice.at = (choice.at + 1).min(last),
            KeyCode::PageUp => choice.at = choice.at.saturating_sub(PAGE),
            KeyCode::PageDown => choice.at = (choice.at + PAGE).min(last),
            KeyCode::Home => choice.at = 0,
            KeyCode::End => choice.at = last,
            KeyCode::Enter | KeyCode::Char(' ') => {
                let text = choice.texts.get(choice.at).cloned();
                self.choice = None;
                if let Some(text) = text {
                    self.obey(Command::Move(text), now);
                }
            }
            KeyCode::Esc | KeyCode::Char('q') => self.choice = None,
            _ => {}
        }
    }

    /// A key while a line is typed.
    fn typed(&mut self, key: KeyCode, now: Duration) {
        let Some(line) = &mut self.line else { return };
        match key {
            KeyCode::Char(letter) => line.push(letter),
            KeyCode::Esc => self.line = None,
            KeyCode::Backspace if line.is_empty() => self.line = None,
            KeyCode::Backspace => drop(line.pop()),
            KeyCode::Tab => self.complete(),
            KeyCode::Enter => {
                let line = self.line.take().unwrap_or_default();
                if line.trim().is_empty() {
                    return;
                }
                match self.session.parse(&line) {
                    Ok(command) => self.obey(command, now),
                    Err(told) => self.tell(&told),
                }
            }
            _ => {}
        }
    }

    /// Completes the line as far as that is clear, and lists what fits.
    fn complete(&mut self) {
        let Some(line) = &mut self.line else { return };
        let fits = self.session.completions(line);
        let Some(first) = fits.first() else { return };
        let shared = fits.iter().fold(first.as_str(), |shared, other| {
            let same = shared.char_indices().zip(other.chars());
            let differs = same.into_iter().find(|((_, one), other)| one != other);
            let end = differs.map_or(shared.len().min(other.len()), |((at, _), _)| at);
            shared.get(..end).unwrap_or_default()
        });
        if shared.len() > line.len() {
            *line = shared.to_owned();
        }
        let told = if fits.len() > 1 { fits.join("  ") } else { String::new() };
        self.tell(&told);
    }

    /// Does what a command says, and tells what has come of it.
    fn obey(&mut self, command: Command, now: Duration) {
        if self.session.tick(now) {
            return self.finished();
        }
        if self.thinks() {
            return;
        }
        self.tell("");
        let reply = self.session.obey(command);
        self.answer(reply);
    }

    fn answer(&mut self, reply: Result<Reply, Failure>) {
        match reply {
            Ok(Reply::Moved) => self.came(Ok(())),
            Ok(Reply::Shown) => self.look(),
            Ok(Reply::Told(told)) => {
                self.tell(&told);
                self.look();
            }
            Ok(Reply::Think(thought)) => self.think(*thought),
            Ok(Reply::Quit) => self.quit(),
            Err(failure) => self.tell(&told(&failure)),
        }
    }
}
