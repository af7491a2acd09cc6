//! Lines of text: a command is read, what has come of it is printed.

use std::io::{self, BufReader, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::session::{Reply, Session, Turn};
use super::thought::Thought;
use crate::cli::console::Console;
use crate::cli::fail::Failure;
use crate::cli::input::lines;

/// What stands before a command.
const PROMPT: &str = "> ";

/// Plays until the input ends, or somebody says so. Whoever sits at a terminal is prompted; elsewhere each command is printed where he would have
/// typed it.
pub fn run(console: &mut Console, session: &mut Session, prompted: bool) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut input = lines(BufReader::new(io::stdin().lock()));
    console.answer(&format!("{}: {}", session.game().name(), session.seats()))?;
    // Where the machine plays itself, nobody is waited for.
    let alone = !session.has_person() && !prompted;
    on(console, session, begun)?;
    if alone {
        return Ok(());
    }
    loop {
        if prompted {
            let written = io::stdout().write_all(PROMPT.as_bytes());
            written.and_then(|()| io::stdout().flush()).map_err(|error| Failure::write(&error))?;
        } else {
            let _ = console.out().flush();
        }
        let Some(line) = input.next() else { break };
        let line = line.map_err(|error| Failure::unreadable("standard input", &error))?;
        let line = line.trim();
        if !prompted {
            console.answer(format!("{PROMPT}{line}").trim_end())?;
        }
        if line.is_empty() {
            continue;
        }
        if session.tick(begun.elapsed()) {
            console.answer(&session.over()?)?;
            continue;
        }
        let reply = match session.parse(line) {
            Ok(command) => session.obey(command),
            Err(told) => Ok(Reply::Told(told)),
        };
        match reply {
            Ok(Reply::Quit) => break,
            reply => answer(console, session, reply, begun)?,
        }
    }
    Ok(())
}

/// Prints what has come of a command, and plays on.
fn answer(
    console: &mut Console,
    session: &mut Session,
    reply: Result<Reply, Failure>,
    begun: Instant,
) -> Result<(), Failure> {
    match reply {
        Ok(Reply::Moved) => on(console, session, begun),
        Ok(Reply::Shown) => board(console, session),
        Ok(Reply::Told(told)) => {
            console.answer(told.trim_end())?;
            match session.turn()? {
                Turn::Machine | Turn::Chance => on(console, session, begun),
                Turn::Over | Turn::Person => Ok(()),
            }
        }
        Ok(Reply::Think(thought)) => {
            let reply = think(console, session, &thought)?;
            answer(console, session, reply.map_err(Failure::from), begun)
        }
        Ok(Reply::Quit) => Ok(()),
        Err(failure) => console.answer(&told(&failure)),
    }
}

/// Plays on until a person is to move, and shows the board.
fn on(console: &mut Console, session: &mut Session, begun: Instant) -> Result<(), Failure> {
    loop {
        session.tick(begun.elapsed());
        match session.turn()? {
            Turn::Over | Turn::Person => break,
            Turn::Chance => {
                let told = session.draw_told()?;
                console.answer(&told)?;
            }
            Turn::Machine => {
                let thought = session.thought(true);
                if let Err(fault) = think(console, session, &thought)? {
                    return Err(fault.into());
                }
            }
        }
    }
    board(console, session)?;
    match session.has_stopped() {
        true => console.answer("the machine has made all moves that it may; `go` plays on"),
        false => Ok(()),
    }
}

/// Lets the machine think; a move that it makes is printed.
fn think(
    console: &mut Console,
    session: &mut Session,
    thought: &Thought,
) -> Result<Result<Reply, crate::game::Fault>, Failure> {
    let _ = console.out().flush();
    let mover = session.play().turn().to_owned();
    let reply =
        thought.run(&AtomicBool::new(false)).and_then(|found| session.advised(thought, found));
    if let (Ok(Reply::Moved), Some(made)) = (&reply, session.play().played().last()) {
        console.answer(&session.plays(&mover, &made))?;
    }
    Ok(reply)
}

/// Shows the board, what is remembered beside it, and whose turn it is or how the game has ended.
fn board(console: &mut Console, session: &Session) -> Result<(), Failure> {
    let (sheet, remembered) = session.sheet()?;
    let drawn = sheet.to_string();
    console.answer(drawn.trim_end_matches('\n'))?;
    remembered.iter().try_for_each(|told| console.answer(told))?;
    if let Some(clocks) = session.clocks() {
        console.answer(&format!("clock: {clocks}"))?;
    }
    match session.turn()? {
        Turn::Over => console.answer(&session.over()?),
        _ => console.answer(&format!("{} to move", session.play().turn())),
    }
}

/// A failure as a line of the game, which goes on.
pub fn told(failure: &Failure) -> String {
    match failure {
        Failure::Usage(message, help) => [std::slice::from_ref(message), help].concat().join("\n"),
        other => other.told().map_or_else(String::new, |(fault, _)| fault.to_string()),
    }
}
