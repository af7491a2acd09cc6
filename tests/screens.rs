//! The screen without a terminal: keys, and what is seen then.
//!
//! A case is a file of `tests/cases/screens/`. Its first line has the words behind `interp play`, the second the size of the terminal. Each further
//! line has keys, `Enter` or `q` or a quoted text, after which the screen is shown: the text, and below each line of it what stands out there: `#` the
//! cursor, `P` what is picked, `t` where it may go, `_` the last move.

use std::collections::BTreeSet;
use std::time::Duration;

use interp::cli::play::screen::{App, view};
use interp::cli::play::{Session, Turn, begin};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::{Color, Modifier};

use crate::tool::{files, rules, setup, snapshots};

/// The game that those words begin; what is quoted is one word.
fn session(words: &str) -> Session {
    let parts = words.split('"').enumerate().flat_map(|(at, part)| match at % 2 {
        1 => vec![part],
        _ => part.split_whitespace().collect(),
    });
    begin(&parts.collect::<Vec<_>>()).expect("a game")
}

/// Presses a key, and waits until a person is to move again.
fn press(app: &mut App<'_>, key: KeyCode) {
    app.key(KeyEvent::from(key), Duration::ZERO);
    settle(app);
}

fn settle(app: &mut App<'_>) {
    loop {
        app.go_on(Duration::ZERO);
        app.heard(true);
        if !matches!(app.session.turn(), Ok(Turn::Machine | Turn::Chance)) {
            break;
        }
    }
}

/// The keys that a line names.
fn keys(line: &str) -> Vec<KeyCode> {
    let mut keys = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        match at % 2 {
            1 => keys.extend(part.chars().map(KeyCode::Char)),
            _ => keys.extend(part.split_whitespace().map(|word| match word {
                "Enter" => KeyCode::Enter,
                "Esc" => KeyCode::Esc,
                "Tab" => KeyCode::Tab,
                "Backspace" => KeyCode::Backspace,
                "Up" => KeyCode::Up,
                "Down" => KeyCode::Down,
                "Left" => KeyCode::Left,
                "Right" => KeyCode::Right,
                "PageUp" => KeyCode::PageUp,
                "PageDown" => KeyCode::PageDown,
                one => KeyCode::Char(one.chars().next().unwrap_or(' ')),
            })),
        }
    }
    keys
}

/// The lines of a screen, and below each what stands out in it.
fn shown(buffer: &Buffer) -> String {
    let mut lines = Vec::new();
    for y in 0..buffer.area.height {
        let cells: Vec<_> = (0..buffer.area.width).filter_map(|x| buffer.cell((x, y))).collect();
        let text: String = cells.iter().map(|cell| cell.symbol()).collect();
        let marks = cells.iter().map(|cell| match (cell.modifier, cell.bg, cell.fg) {
            (modifier, ..) if modifier.contains(Modifier::REVERSED) => '#',
            (_, view::LIT, _) => 'P',
            (_, _, Color::Green) => 't',
            (_, _, Color::Cyan) => '_',
            _ => ' ',
        });
        let marks: String = marks.collect();
        lines.push(text.trim_end().to_owned());
        lines.extend(Some(marks.trim_end()).filter(|marks| !marks.is_empty()).map(str::to_owned));
    }
    lines.join("\n").trim_end().to_owned()
}

#[test]
fn keys_do_what_they_say() {
    let _bound = snapshots("screens");
    insta::glob!("cases/screens/*.txt", |path| {
        let case = std::fs::read_to_string(path).expect("a case");
        let mut lines = case.lines();
        let mut session = session(lines.next().expect("the words"));
        let size = lines.next().and_then(|line| line.split_once('x')).expect("a size");
        let size = (size.0.parse().expect("columns"), size.1.parse().expect("lines"));
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a terminal");
        let mut app = App::new(&mut session, true);
        settle(&mut app);
        let mut told = Vec::new();
        for line in lines {
            for key in keys(line) {
                press(&mut app, key);
                // What is drawn says which keys move a long text.
                terminal.draw(|frame| view::draw(&mut app, frame)).expect("drawn");
            }
            terminal.draw(|frame| view::draw(&mut app, frame)).expect("drawn");
            let rule = "=".repeat(usize::from(size.0));
            told.push(format!("{line}\n{rule}\n{}", shown(terminal.backend().buffer())));
        }
        insta::assert_snapshot!("screens", told.join("\n\n"));
    });
}

#[test]
fn the_cursor_reaches_every_cell_of_every_board() {
    let mut cells = 0;
    for path in files("rules", ".toml") {
        let rules = rules(&path);
        if setup(&rules).is_none() {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut session = session(&name);
        let mut app = App::new(&mut session, true);
        let all: BTreeSet<String> = app.spots.iter().map(|(name, _)| name.clone()).collect();
        let (mut reached, mut at) = (vec![app.cursor.clone()], 0);
        let mut left = all.clone();
        left.remove(&app.cursor);
        while let Some(from) = reached.get(at).cloned() {
            at += 1;
            for key in [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right] {
                app.cursor = from.clone();
                app.key(KeyEvent::from(key), Duration::ZERO);
                if left.remove(&app.cursor) {
                    reached.push(app.cursor.clone());
                }
            }
        }
        assert!(left.is_empty(), "{name}: the cursor does not come to {left:?}");
        cells += all.len();
    }
    assert!(cells > 5_000, "only {cells} cells are looked at");
}

#[test]
fn a_key_ends_the_search_and_what_it_has_found_is_made() {
    // Without a bound it would never end.
    let mut session = session("go_19 --machine all --time 1000000");
    let mut app = App::new(&mut session, false);
    app.go_on(Duration::ZERO);
    assert!(app.thinks());
    app.key(KeyEvent::from(KeyCode::Char('x')), Duration::ZERO);
    assert!(app.heard(true) && !app.thinks());
    assert_eq!(app.session.play().made(), 1);
    app.go_on(Duration::ZERO);
    app.key(KeyEvent::from(KeyCode::Char('q')), Duration::ZERO);
    assert!(app.is_over());
}

#[test]
fn a_terminal_of_any_size_is_drawn() {
    let mut session = session("abalone");
    for size in [(1, 1), (2, 9), (9, 2), (30, 10), (200, 70)] {
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a terminal");
        let mut app = App::new(&mut session, false);
        for key in ["", "?", "Esc", "m", "Enter", ": \"mo\" Tab", "Esc e"] {
            for key in keys(key) {
                press(&mut app, key);
            }
            terminal.draw(|frame| view::draw(&mut app, frame)).expect("drawn");
        }
    }
}
