//! `interp play`: sessions at the prompt, saved games, every shipped game played by the machine, and a real terminal.

use crate::tool::{each, files, interp, snapshots, text};
use std::path::PathBuf;

/// The words of a line; what is quoted is one word.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    let parts = parts.flat_map(|(at, part)| match at % 2 {
        1 => vec![part],
        _ => part.split_whitespace().collect(),
    });
    parts.collect()
}

/// A file of a folder of its own that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("interp-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// What is printed of a game that is played with those words and that input.
fn played(line: &str, input: &str) -> String {
    let ran = interp(&[vec!["play"], words(line)].concat(), input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "play {line}\n{}", ran.out);
    ran.out
}

#[test]
fn sessions_go_as_they_are_written_down() {
    let _bound = snapshots("sessions");
    insta::glob!("cases/sessions/*.txt", |path| {
        let case = text(path);
        let (line, input) = case.split_once('\n').expect("words and lines");
        let shown = played(line, input);
        insta::assert_snapshot!("sessions", format!("$ interp play {line}\n{shown}"));
    });
}

/// Games of which one that is played at random takes half a minute, so that the shortest search takes longer than all others together.
const SLOW: &[&str] = &["blokus_duo"];

#[test]
fn the_machine_plays_every_shipped_game_against_itself() {
    let names: Vec<String> = files("rules", ".toml")
        .iter()
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .filter(|name| !SLOW.contains(&name.as_str()))
        .collect();
    each(&names, |name| {
        let words =
            ["play", name, "--machine", "all", "--nodes", "20", "--plies", "5", "--seed", "1"];
        let ran = interp(&words, "");
        if ran.err.contains("has no usual starting position") {
            assert_eq!(ran.code, 1, "{name}");
            return;
        }
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}\n{}", ran.out);
        let last = ran.out.lines().last().unwrap_or_default();
        let over = [" wins after ", "drawn after ", "no move is left after "];
        let ended = over.iter().any(|over| last.contains(over));
        let stopped = last == "the machine has made all moves that it may; `go` plays on";
        assert!(ended || stopped, "{name} ends with `{last}`");
        let made = ran.out.lines().filter(|line| line.contains(" plays ") && *line != last);
        let made = made.count();
        assert!(made == 5 || ended && made < 5, "{name}: {made} moves");
    });
}

#[test]
fn games_end_by_the_machine_as_well() {
    let shown = played("tictactoe --machine all --seed 1", "");
    assert!(shown.ends_with("drawn after 9 plies by `no empty`  (tictactoe:24)\n"), "{shown}");
    let alone = played("five_puzzle --machine all", "");
    assert!(alone.contains(" wins after "), "{alone}");
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let path = fresh("mine.toml");
    let file = path.display();
    let first = played(
        "backgammon --seed 4 --machine none --clock 5+3 --nodes 100",
        &format!("go\ngo\nflip\nsave {file}\n"),
    );
    assert!(first.ends_with(&format!("written into `{file}`\n")), "{first}");
    let saved = text(&path);
    assert!(saved.contains("rules = \"backgammon\"") && saved.contains("seed = 4"), "{saved}");
    assert!(saved.contains("[clock]\nwhole = 300.0\nadded = 3.0\nleft = ["), "{saved}");
    // The rules are named by the file, or anew; what is drawn next does not change.
    let board = |shown: &str| {
        let from = shown.rfind("> moves").map(|at| shown[at..].to_owned());
        from.unwrap_or_default()
    };
    let on = played(&format!("--load {file} --nodes 100"), "go\ngo\nmoves\n");
    let again = played(&format!("backgammon --load {file} --nodes 100"), "go\ngo\nmoves\n");
    assert_eq!(board(&on), board(&again));
    assert!(!board(&on).is_empty());
    // A saved game is written over, another file is not.
    played("tictactoe --machine none", &format!("b2\nsave {file}\n"));
    assert!(text(&path).contains("play = \"b2\"\nmachine = []"), "{}", text(&path));
    let other = fresh("other.txt");
    std::fs::write(&other, "mine").expect("written");
    let shown = played("tictactoe", &format!("save {}\n", other.display()));
    assert!(shown.contains("is there already, and is no saved game"), "{shown}");
    assert_eq!(text(&other), "mine");
    // A game that began elsewhere, on a board of its own.
    let begun = "chess --machine none --position \"7k/8/8/8/8/8/P7/K7 w - - 0 1\" --play a2a4";
    played(begun, &format!("save {file}\n"));
    let on = played(&format!("--load {file}"), "undo\n");
    assert!(
        on.ends_with("2  P . . . . . . .\n1  K . . . . . . .\n   a b c d e f g h\nwhite to move\n"),
        "{on}"
    );
}

#[test]
fn what_is_no_saved_game_is_refused() {
    let path = fresh("broken.toml");
    let file = path.display().to_string();
    let refused = |saved: &str, code: i32, told: &str| {
        std::fs::write(&path, saved).expect("written");
        let ran = interp(&["play", "--load", &file], "");
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{saved}: {}", ran.err);
        assert!(ran.err.contains(told), "{saved}: no `{told}` in\n{}", ran.err);
        // In a game it is told, and the game goes on.
        let shown = played("tictactoe --machine none", &format!("load {file}\nb2\n"));
        assert!(shown.ends_with("o to move\n"), "{shown}");
    };
    let whole = |rules: &str, play: &str, more: &str| {
        format!("rules = \"{rules}\"\nplay = \"{play}\"\nmachine = []\nseed = 1\n{more}")
    };
    refused("mine", 1, "is no saved game");
    refused("rules = 'tictactoe'", 1, "missing field `play`");
    refused(&whole("nowhere", "", ""), 1, "cannot read `nowhere`");
    refused(&whole("tests/cases/readme/broken.toml", "", ""), 2, "unknown goal `wim`");
    refused(&whole("tictactoe", "b2 b2", ""), 3, "move 2, `b2`, is not legal");
    refused(&whole("tictactoe", "", "position = 'XX'"), 3, "expected");
    refused(
        &whole("tictactoe", "", "[clock]\nwhole = -1.0\nadded = 0.0\nleft = []"),
        1,
        "no length of time",
    );
    refused(
        &whole("tictactoe", "", "[clock]\nwhole = 1.0\nadded = 0.0\nleft = [1.0]"),
        1,
        "each player has a clock",
    );
    refused(&whole("tictactoe", "", "more = 1"), 1, "unknown field `more`");
}

#[test]
fn what_cannot_be_played_is_told() {
    let refused = |line: &str, told: &[&str]| {
        let ran = interp(&[vec!["play"], words(line)].concat(), "");
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{line}: {}", ran.err);
        for told in told {
            assert!(ran.err.contains(told), "{line}: no `{told}` in\n{}", ran.err);
        }
    };
    refused("tictactoe --format json", &["not in JSON", "`interp serve`"]);
    refused("tictactoe --machine w", &["no player `w`", "expected `x` or `o`"]);
    refused("tictactoe -", &["standard input has the moves"]);
    refused("tictactoe --clock soon", &["--clock", "expected minutes"]);
    refused("tictactoe --load x --play b2", &["--load", "cannot be used with"]);
    refused("--load nowhere.toml", &["cannot read `nowhere.toml`"]);
    let two = fresh("two.txt");
    std::fs::write(&two, "X..\n...\n...\n.X.\n...\n...\n").expect("written");
    refused(&format!("tictactoe {}", two.display()), &["more than one position"]);
}

#[cfg(unix)]
mod terminal {
    use crate::tool::root;
    use pty_process::Size;
    use pty_process::blocking::{Command, Pty};
    use std::io::{Read, Write};
    use std::num::NonZeroU16;
    use std::process::Child;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
    use std::time::{Duration, Instant};

    /// How long something is waited for.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A terminal in which a shell runs a line.
    struct Screen {
        child: Child,
        pty: Arc<Pty>,
        seen: Receiver<Vec<u8>>,
        parser: vt100::Parser,
    }

    impl Screen {
        fn open(line: &str, size: (u16, u16)) -> Self {
            let (pty, pts) = pty_process::blocking::open().expect("a terminal");
            pty.resize(Size::new(size.0, size.1)).expect("a size");
            let program = env!("CARGO_BIN_EXE_interp");
            // What the shell says behind it shows how the terminal was left.
            let script = format!("{program} {line}; echo code $?; stty -a");
            let command = Command::new("sh").args(["-c", &script]).current_dir(root());
            let command = command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
            let child = command.spawn(pts).expect("a shell");
            let pty = Arc::new(pty);
            let output = Arc::clone(&pty);
            let (sender, seen) = channel();
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                // The end of a terminal is an error.
                while let Ok(count @ 1..) = (&*output).read(&mut bytes) {
                    if sender.send(bytes[..count].to_vec()).is_err() {
                        return;
                    }
                }
            });
            Self { child, pty, seen, parser: vt100::Parser::new(some(size.0), some(size.1), 0) }
        }

        fn keys(&mut self, keys: &str) {
            (&*self.pty).write_all(keys.as_bytes()).expect("the terminal takes keys");
        }

        fn resize(&mut self, size: (u16, u16)) {
            self.parser.set_size(some(size.0), some(size.1));
            self.pty.resize(Size::new(size.0, size.1)).expect("a size");
        }

        /// Waits until the screen is as is asked.
        #[track_caller]
        fn until(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
            let begun = Instant::now();
            while !holds(self.parser.screen()) {
                let left = PATIENCE.saturating_sub(begun.elapsed());
                match self.seen.recv_timeout(left) {
                    Ok(bytes) => self.parser.process(&bytes),
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                        let _ = self.child.kill();
                        panic!("no {what} in\n{}", self.parser.screen().contents());
                    }
                }
            }
        }

        #[track_caller]
        fn shows(&mut self, text: &str) {
            self.until(text, |screen| screen.contents().contains(text));
        }

        /// Holds that the shell has its terminal as it was.
        #[track_caller]
        fn ends(mut self, code: i32) {
            self.shows(&format!("code {code}"));
            self.until("terminal that is restored", |screen| {
                let told = screen.contents();
                let cooked = told.contains(" icanon") && told.contains(" echo ");
                cooked && !screen.alternate_screen() && !screen.hide_cursor()
            });
            assert!(self.child.wait().expect("it ends").success());
        }
    }

    fn some(count: u16) -> NonZeroU16 {
        NonZeroU16::new(count).expect("some")
    }

    #[test]
    fn a_game_is_played_in_a_terminal_and_leaves_it_as_it_was() {
        let mut screen = Screen::open("play tictactoe --machine none", (24, 80));
        screen.shows("x to move");
        screen.until("other screen", vt100::Screen::alternate_screen);
        // The cursor begins in the middle.
        screen.keys("\r");
        screen.shows("2  . X .");
        screen.keys("\x1b[A\x1b[D\r");
        screen.shows("3  O . .");
        screen.keys("u");
        screen.shows("3  . . .");
        screen.keys(":a1\r");
        screen.shows("1  O . .");
        screen.keys("?");
        screen.shows("turns the board round");
        screen.keys("\x1b");
        screen.shows("1  O . .");
        screen.keys("q");
        screen.ends(0);
    }

    #[test]
    fn the_machine_answers_while_the_screen_stays_alive() {
        let line = "play chess --machine black --time 100000";
        let mut screen = Screen::open(line, (30, 100));
        screen.shows("white to move");
        screen.keys(":e2e4\r");
        screen.shows("black to move: thinking");
        // Whatever key ends the search.
        screen.keys(" ");
        screen.shows("black plays ");
        screen.shows("white to move");
        // A search is left alone as well.
        screen.keys("h");
        screen.shows("thinking");
        screen.keys("\x03");
        screen.ends(0);
    }

    #[test]
    fn a_terminal_may_be_small_or_become_so() {
        let mut screen = Screen::open("play chess", (10, 40));
        screen.shows("This board needs 18 columns");
        screen.resize((20, 40));
        screen.shows("white to move");
        screen.keys("q");
        screen.ends(0);
    }

    #[test]
    fn lines_are_read_from_a_terminal_where_that_is_asked() {
        let mut screen = Screen::open("play tictactoe --machine none --plain", (24, 80));
        screen.shows("x to move\n>");
        assert!(!screen.parser.screen().alternate_screen());
        screen.keys("b2\r");
        screen.shows("o to move\n>");
        screen.keys("\x04");
        screen.ends(0);
    }
}
