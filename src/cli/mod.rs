//! The only place that reads files, prints and exits; one file a command.

mod answer;
mod args;
mod beside;
mod betza;
mod board;
mod check;
mod codes;
mod console;
mod coverage;
mod describe;
mod diff;
mod draw;
mod each;
mod explain;
mod fail;
mod findings;
mod fmt;
mod gallery;
mod games;
mod given;
mod import;
mod input;
mod listing;
mod load;
mod lsp;
mod mend;
mod moves;
mod new;
mod perft;
#[doc(hidden)]
pub mod play;
mod playout;
mod sarif;
mod schema;
mod serve;
mod share;
mod shell;
mod solve;
mod test;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command, Each, Output};
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
    let tests = matches!(cli.command, Some(Command::Test(_)));
    if matches!(cli.format, Output::Tap | Output::Junit) && !tests {
        console.fail(&Failure::usage("this format is of `interp test` alone"));
        return ExitCode::from(console.finish());
    }
    match dispatch(&mut console, cli) {
        Ok(()) | Err(Failure::Closed) => {}
        Err(failure) => console.fail(&failure),
    }
    ExitCode::from(console.finish())
}

fn dispatch(console: &mut Console, mut cli: Cli) -> Result<(), Failure> {
    let Some(mut command) = cli.command.take() else {
        return answer(console, &cli);
    };
    no_stray(&cli, &command)?;
    let before = cli.named.rules.as_deref();
    match &mut command {
        Command::Moves(board) => moves::run(console, &board.load(before)?, board),
        Command::Check { explain: Some(code), .. } => findings::explain(console, code),
        Command::Check { rules, fix, sarif, verbose, deny_warnings, explain: None } => {
            let (verbose, deny, fix, sarif) = (*verbose, *deny_warnings, *fix, *sarif);
            let asked = check::Asked { verbose, deny, fix, sarif };
            check::run(console, &each_of(rules, before), asked)
        }
        Command::Describe(rules) => describe::run(console, &each_of(rules, before)),
        Command::Listing(rules) => listing::run(console, &each_of(rules, before)),
        Command::Test(asked) => test::run(console, &each_of(&asked.rules, before), asked),
        Command::Perft { board, depth, divide, chance, threads } => {
            let (depth, divide, chance) = (*depth, *divide, *chance);
            let asked = perft::Asked { depth, divide, chance, threads: threads.count() };
            perft::run(console, &board.load(before)?, board, asked)
        }
        Command::Games { markdown, gallery } => games::run(console, *markdown, gallery.as_deref()),
        Command::Solve(asked) => solve::run(console, &asked.board.load(before)?, asked),
        Command::Play(asked) => play::run(console, asked, before),
        Command::Playout(asked) => playout::run(console, &asked.board.load(before)?, asked),
        Command::Betza { text, pattern } => {
            betza::run(console, text.as_deref(), pattern.as_deref())
        }
        Command::Import(arguments) => import::run(console, arguments),
        Command::Schema { of } => schema::run(console, *of),
        Command::Fmt { files, check } => fmt::run(console, files, *check),
        Command::New(arguments) => new::run(console, arguments),
        Command::Completions { shell } => shell::completions(console, *shell),
        Command::Man { command } => shell::man(console, command.as_deref()),
        Command::Serve => serve::run(io::stdin().lock(), io::stdout()),
        Command::Lsp => lsp::run(io::stdin().lock(), io::stdout()),
        Command::Board { board, targets, looker } => {
            board::run(console, &board.load(before)?, board, *targets, looker.as_deref())
        }
        Command::Diff(asked) => diff::run(console, asked),
        Command::Draw(asked) => draw::run(console, &asked.board.load(before)?, asked),
        Command::Explain { board, chosen } => {
            explain::run(console, &board.load(before)?, board, chosen.as_deref())
        }
    }
}

/// The rules that are looked at one by one.
fn each_of<'a>(rules: &'a Each, before: Option<&'a str>) -> Vec<&'a str> {
    let named = rules.rules.as_deref().or(before);
    named.into_iter().chain(rules.words.iter().map(String::as_str)).collect()
}

fn answer(console: &mut Console, cli: &Cli) -> Result<(), Failure> {
    // A word that was meant for a command is told before rules are missed.
    if let (None, Some(word)) = (&cli.named.rules, &cli.named.word)
        && word != "-"
        && !load::is_any(word)
    {
        return Err(input::no_command(word));
    }
    let (rules, first) = cli.named.parted(None)?;
    let boards = || first.into_iter().chain(cli.boards.iter().map(String::as_str));
    given::single(boards().next(), cli.position.as_deref())?;
    let loaded = load::rules(rules)?;
    let mut places: Vec<Place<'_>> = boards().map(Place::File).collect();
    places.extend(cli.position.as_deref().map(Place::Text));
    if places.is_empty() {
        input::await_boards(console, &loaded);
        places.push(Place::File("-"));
    }
    let asked = answer::Asked { play: cli.play.as_deref(), search: cli.search };
    answer::run(console, &loaded, &places, asked)
}

/// Arguments of the main job that stand before a command would do nothing there; but rules may.
fn no_stray(cli: &Cli, command: &Command) -> Result<(), Failure> {
    let plain = matches!(
        command,
        Command::Games { .. }
            | Command::Betza { .. }
            | Command::Import(_)
            | Command::Schema { .. }
            | Command::Fmt { .. }
            | Command::Diff(_)
            | Command::New(_)
            | Command::Completions { .. }
            | Command::Man { .. }
            | Command::Serve
            | Command::Lsp
    );
    if plain && cli.named.rules.is_some() {
        return Err(Failure::usage("`--rules` stands before a command that takes no rules"));
    }
    let word = cli.named.word.as_deref();
    let stray = [
        (word.is_some(), word.unwrap_or_default()),
        (cli.position.is_some(), "--position"),
        (cli.play.is_some(), "--play"),
        (cli.search.nodes.is_some(), "--nodes"),
        (cli.search.time.is_some(), "--time"),
        (cli.search.memory.is_some(), "--memory"),
        (cli.search.threads.is_some(), "--threads"),
        (cli.search.verbose, "--verbose"),
    ];
    match stray.iter().find(|(given, _)| *given) {
        Some((_, what)) => Err(Failure::usage(format!("`{what}` stands before a command"))
            .help("what the command takes stands after its name")),
        None => Ok(()),
    }
}
