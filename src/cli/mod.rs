//! The only place that reads files, prints and exits; one file a command.

mod answer;
mod args;
mod bases;
mod betza;
mod board;
mod check;
mod console;
mod each;
mod explain;
mod fail;
mod gallery;
mod games;
mod import;
mod input;
mod load;
mod moves;
mod perft;
mod place;
mod playout;
mod render;
mod shipped;
mod solve;
mod test;
mod threads;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use console::{Console, Out};
use fail::Failure;
use input::Place;

/// Runs the command that the arguments ask for.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Without a stream to print to there is nobody to tell.
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()));
        }
    };
    let out = Out::new();
    let mut console = Console::new(&out, cli.format);
    match dispatch(&mut console, &cli) {
        Ok(()) | Err(Failure::Closed) => {}
        Err(failure) => console.fail(&failure),
    }
    ExitCode::from(console.finish())
}

fn dispatch(console: &mut Console, cli: &Cli) -> Result<(), Failure> {
    let rules = cli.rules.as_deref();
    let Some(command) = &cli.command else {
        return answer(console, cli);
    };
    no_stray(cli)?;
    match command {
        Command::Moves(board) => moves::run(console, &load::rules(rules)?, board),
        Command::Check { files } => {
            let files: Vec<&str> =
                rules.into_iter().chain(files.iter().map(String::as_str)).collect();
            check::run(console, &files)
        }
        Command::Test { files } => {
            let files: Vec<&str> =
                rules.into_iter().chain(files.iter().map(String::as_str)).collect();
            test::run(console, &files)
        }
        Command::Perft { board, depth, divide, threads } => {
            let asked = perft::Asked { depth: *depth, divide: *divide, threads: threads.count() };
            perft::run(console, &load::rules(rules)?, board, asked)
        }
        Command::Games { markdown } => games::run(console, *markdown),
        Command::Solve(asked) => solve::run(console, &load::rules(rules)?, asked),
        Command::Playout(asked) => playout::run(console, &load::rules(rules)?, asked),
        Command::Betza { text, pattern } => {
            betza::run(console, text.as_deref(), pattern.as_deref())
        }
        Command::Import(arguments) => import::run(console, arguments),
        Command::Board { board, targets } => {
            board::run(console, &load::rules(rules)?, board, *targets)
        }
        Command::Explain { board, chosen } => {
            explain::run(console, &load::rules(rules)?, board, chosen.as_deref())
        }
    }
}

fn answer(console: &mut Console, cli: &Cli) -> Result<(), Failure> {
    // A word that was meant for a command is told before rules are missed.
    if let Some(path) = cli.boards.first()
        && cli.rules.is_none()
        && path != "-"
        && !Path::new(path).exists()
    {
        return Err(input::missing(path, &io::ErrorKind::NotFound.into()));
    }
    let loaded = load::rules(cli.rules.as_deref())?;
    let mut places: Vec<Place<'_>> = cli.boards.iter().map(|path| Place::File(path)).collect();
    places.extend(cli.position.as_deref().map(Place::Text));
    if places.is_empty() {
        places.push(Place::File("-"));
    }
    let asked = answer::Asked {
        play: cli.play.as_deref(),
        search: cli.search,
        threads: cli.threads.count(),
    };
    answer::run(console, &loaded, &places, asked)
}

/// Arguments of the main job that stand before a command would do nothing there.
fn no_stray(cli: &Cli) -> Result<(), Failure> {
    let stray = [
        (!cli.boards.is_empty(), "BOARD"),
        (cli.position.is_some(), "--position"),
        (cli.play.is_some(), "--play"),
        (cli.search.nodes.is_some(), "--nodes"),
        (cli.search.time.is_some(), "--time"),
        (cli.threads.count() > 1, "--threads"),
    ];
    match stray.iter().find(|(given, _)| *given) {
        Some((_, what)) => Err(Failure::usage(format!("`{what}` stands before a command"))
            .help("what the command takes stands after its name")),
        None => Ok(()),
    }
}
