//! An input that comes slowly: each case is answered before the next one, and a terminal is told what is awaited.

use crate::tool::{interp, root, run};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Writes each part to the program only when what the parts before it ask for has been read, line by line.
fn assert_prompt(words: &str, parts: &[(&str, &[&str])]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_interp"))
        .args(words.split(' '))
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (told, lines) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            let _ = told.send(line);
        }
    });
    for (at, (part, answers)) in parts.iter().enumerate() {
        input.write_all(part.as_bytes()).expect("the program reads");
        for answer in *answers {
            let line = lines.recv_timeout(Duration::from_secs(60));
            if line.as_deref() != Ok(*answer) {
                child.kill().expect("the program has not ended");
                panic!("{words}, part {at}: {line:?} in place of `{answer}`");
            }
        }
    }
    drop(input);
    assert!(child.wait().expect("the program ends").success(), "{words}");
    reader.join().expect("all is read");
    assert_eq!(lines.try_recv().ok(), None, "{words}");
}

#[test]
fn a_case_is_answered_before_the_next_is_sent() {
    // A line is a case; the second comes with half of the third.
    let (mate, half) = ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n", "7k/5KQ1/8/8");
    let answer: &[&str] = &["Black is checkmated."];
    assert_prompt(
        "--rules chess",
        &[(mate, answer), (&format!("{mate}{half}"), answer), (&mate[half.len()..], answer)],
    );
    // So many rows are a case, and the first line says how many cases there are.
    let board =
        "w\n........\n....K...\n........\n........\n........\n........\n........\n...k....\n";
    let safe: &[&str] = &["WHITE IS SAFE"];
    let first = format!("3\n{board}");
    assert_prompt("--rules rank_and_file", &[(&first, safe), (board, safe), (board, safe)]);
    // A blank line ends a case, and a mark all of them.
    let won: &[&str] = &["White has a winning path."];
    assert_prompt("--rules path", &[("1\n\nW\n\n", won), ("1\n\nW\n\n", won), ("0\n", &[])]);
    // Records need no heading; headings need to know of a second case, no more.
    let board = "XX.\nOO.\n...\n";
    let record = |case: u64| format!(r#"{{"version":1,"case":{case},"depth":1,"nodes":5}}"#);
    let (one, two) = (record(1), record(2));
    assert_prompt(
        "perft --rules tictactoe --depth 1 --format json -",
        &[(board, &[&one]), (board, &[&two])],
    );
    assert_prompt(
        "perft --rules tictactoe --depth 1 -",
        &[
            (board, &[]),
            (board, &["case 1", "5", "", "case 2", "5"]),
            (board, &["", "case 3", "5"]),
        ],
    );
}

/// What the program shows where its input is a terminal that ends at once; nothing where no terminal can be made.
fn at_a_terminal(words: &str) -> Option<String> {
    let script = format!("{} {words}", env!("CARGO_BIN_EXE_interp"));
    Command::new("script").arg("--version").output().ok()?;
    let ran = run(Command::new("script").args(["-qec", &script, "/dev/null"]), b"");
    Some(ran.out.replace('\r', ""))
}

#[test]
fn who_sits_at_a_terminal_is_told_what_is_awaited() {
    let Some(shown) = at_a_terminal("--rules chess") else { return };
    for part in [
        "note: positions are read from the terminal, up to Ctrl-D",
        "RNBQKBNR w KQkq - 0 1",
        "`interp board --rules chess` draws it",
    ] {
        assert!(shown.contains(part), "no `{part}` in\n{shown}");
    }
    let shown = at_a_terminal("--rules rank_and_file").unwrap_or_default();
    assert!(shown.contains("the first line says how many positions follow"), "{shown}");
    let shown = at_a_terminal("--rules path").unwrap_or_default();
    assert!(shown.contains("a line that begins with `0` ends them"), "{shown}");
    // Who gives a board waits for nothing, and who pipes one is not at a terminal.
    let board = "tests/cases/boards/tomek/sample.txt";
    let shown = at_a_terminal(&format!("--rules tomek {board}")).unwrap_or_default();
    assert!(!shown.contains("terminal"), "{shown}");
    assert!(!interp(&["--rules", "path"], "").err.contains("terminal"));
}
