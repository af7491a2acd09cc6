//! A terminal, filled: the board with a cursor, the moves so far, what is told.
//!
//! [`App`] is what is on the screen and what the keys do to it, [`view`] draws it, `pick` says what pressing cells means. Only [`run`] knows a
//! real terminal, which it leaves as it was, however it ends.

mod app;
mod pick;
pub mod view;

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::session::Session;
use crate::cli::fail::Failure;

pub use app::App;

/// How long a key is waited for before the clocks are looked at.
const TICK: Duration = Duration::from_millis(50);

/// Puts the terminal back, when it goes out of scope.
struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Plays until somebody ends it.
pub fn run(session: &mut Session) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::usage(format!("the terminal fails: {error}"));
    // A panic puts the terminal back as well: a hook of ratatui sees to that.
    let mut terminal = ratatui::try_init().map_err(failed)?;
    let _restored = Restored;
    let begun = Instant::now();
    // https://no-color.org
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|word| word.is_empty());
    let mut app = App::new(session, coloured);
    while !app.is_over() {
        app.go_on(begun.elapsed());
        terminal.draw(|frame| view::draw(&mut app, frame)).map_err(failed)?;
        if event::poll(TICK).map_err(failed)?
            && let Event::Key(key) = event::read().map_err(failed)?
            && key.kind != KeyEventKind::Release
        {
            app.key(key, begun.elapsed());
        }
    }
    Ok(())
}
