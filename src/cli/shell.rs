//! `interp completions` and `interp man`: what shells and manuals want to know of the command line.

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Cli;
use super::console::Console;
use super::fail::Failure;
use super::input::near_command;

/// Prints the completions of a shell.
pub fn completions(console: &mut Console, shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "interp", &mut script);
    print(console, &script)
}

/// Prints the page of the manual about the whole, or about one command.
pub fn man(console: &mut Console, command: Option<&str>) -> Result<(), Failure> {
    let mut cli = Cli::command();
    cli.build();
    let about = match command {
        None => cli,
        Some(name) => {
            // It calls itself `interp-NAME`.
            cli.find_subcommand(name).cloned().ok_or_else(|| {
                let failure = Failure::usage(format!("no such command: `{name}`"));
                failure.help(near_command(name).unwrap_or_else(|| LISTED.to_owned()))
            })?
        }
    };
    let mut page = Vec::new();
    let made = clap_mangen::Man::new(about).render(&mut page);
    made.map_err(|error| Failure::write(&error))?;
    print(console, &page)
}

const LISTED: &str = "`interp help` lists the commands";

fn print(console: &mut Console, bytes: &[u8]) -> Result<(), Failure> {
    console.answer(String::from_utf8_lossy(bytes).trim_end())
}
