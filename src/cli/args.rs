//! The arguments of the command line.

use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::codes;
use super::new::Board;
use super::play::Control;
use crate::eval::playout;

/// A referee for board games written as data: answers what the rule file's format asks, for every
/// case of every BOARD
#[derive(Debug, Parser)]
#[command(name = "interp", version, after_help = codes::main(), arg_required_else_help = true)]
pub struct Cli {
    /// The rules
    #[command(flatten)]
    pub named: Named,
    /// How answers and errors are printed
    #[arg(long, value_enum, default_value_t, global = true)]
    pub format: Output,
    /// Files to read positions from, one input each
    #[arg(value_name = "BOARD")]
    pub boards: Vec<String>,
    /// One position instead of a BOARD; `\n` ends a line
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to be made from each position before it is looked at: `e2e4 e7e5`
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
    /// How a good move is looked for
    #[command(flatten)]
    pub search: Search,
    /// What to do instead of the main job
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The rules that a command goes by.
#[derive(Clone, Debug, Args)]
pub struct Named {
    /// The rules, unless `--rules` names them
    #[arg(value_name = "RULES")]
    pub word: Option<String>,
    /// The rules: a rule file, or the name of shipped ones
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
}

/// Rules to be looked at one by one.
#[derive(Clone, Debug, Args)]
pub struct Each {
    /// Rule files, or names of shipped ones
    #[arg(value_name = "RULES")]
    pub words: Vec<String>,
    /// One of them
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
}

/// The bounds of the search for a good move.
#[derive(Clone, Copy, Debug, Args)]
pub struct Search {
    /// Positions to look at where a move is asked [default: 200000, or no bound with --time]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Seconds to spend on a case where a move is asked
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Memory to remember positions in where a move is asked: `64M`, `1G` [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<usize>,
    /// Threads that answer cases; what is printed is the same, and in the same order
    ///
    /// One by default, so that what is measured is one thread's. With more, answers come in blocks. With --time and fewer
    /// cases than threads, several look for one move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=THREADS))]
    pub threads: Option<u16>,
    /// Tell on standard error how each move was found, how deep, and how play may go on
    #[arg(long)]
    pub verbose: bool,
}

impl Search {
    /// How many threads.
    pub fn threads(self) -> usize {
        self.threads.map_or(1, usize::from)
    }
}

/// How much is done at once.
#[derive(Clone, Copy, Debug, Args)]
pub struct Threads {
    /// Threads that share the work; what is printed is the same, and in the same order
    ///
    /// One by default, so that what is measured is one thread's. With more, answers come in blocks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=THREADS))]
    pub threads: Option<u16>,
}

impl Threads {
    /// How many threads.
    pub fn count(self) -> usize {
        self.threads.map_or(1, usize::from)
    }
}

/// Threads at most.
const THREADS: i64 = 256;

/// What answers and errors look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For people; the main job's answers in the format of the rule file
    #[default]
    Text,
    /// One JSON object a line
    Json,
    /// The Test Anything Protocol, of `interp test`
    Tap,
    /// The XML of JUnit, of `interp test`
    Junit,
}

/// The commands beside the main job.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lists the legal moves
    #[command(after_help = codes::positions())]
    Moves(Positions),
    /// Tells all faults of rule files, and what in them may be other than it seems
    ///
    /// docs/findings.md tells of each warning, with its smallest example.
    #[command(after_help = codes::check())]
    Check {
        /// What to check
        #[command(flatten)]
        rules: Each,
        /// Write what is surely meant into the files: what changes nothing, and names that nothing uses, are taken away
        #[arg(long)]
        fix: bool,
        /// Print one log in SARIF for all files, for editors and continuous integration
        #[arg(long, conflicts_with = "verbose")]
        sarif: bool,
        /// Tell what a warning means, with an example, and check nothing
        #[arg(long, value_name = "CODE", conflicts_with_all = ["words", "fix", "sarif", "verbose", "deny_warnings"])]
        explain: Option<String>,
        /// Tell as well which rules are walked or asked of the board, and why
        #[arg(long)]
        verbose: bool,
        /// Refuse files that have warnings
        #[arg(long)]
        deny_warnings: bool,
    },
    /// Lists what each rule was made into, and why it is slow where it is
    ///
    /// docs/engine.md tells what the forms are.
    #[command(after_help = codes::listing())]
    Listing(Each),
    /// Tries the tests that rule files hold; without RULES those of all that are shipped
    #[command(after_help = codes::test())]
    Test(Test),
    /// Counts the sequences of so many legal moves
    #[command(after_help = codes::positions())]
    Perft {
        /// What to count from
        #[command(flatten)]
        board: Positions,
        /// How many moves deep
        #[arg(long, value_name = "D")]
        depth: u32,
        /// Tell the count below each first move as well
        #[arg(long)]
        divide: bool,
        /// Tell how many lines there are on average where chance draws: a line counts as much as its draws are likely
        #[arg(long)]
        chance: bool,
        /// How many first moves are counted at once
        #[command(flatten)]
        threads: Threads,
    },
    /// Lists the shipped games
    #[command(after_help = codes::games())]
    Games {
        /// Print docs/games.md instead: what each is about, and which are made from it
        #[arg(long)]
        markdown: bool,
        /// Write a page into this folder, with a picture of each, its rules, and the lines that make it
        #[arg(long, value_name = "FOLDER", conflicts_with = "markdown")]
        gallery: Option<String>,
    },
    /// Tells who wins with best play, or how a single player wins soonest
    ///
    /// Exact, and it may be that nobody can force a win. The game begins with the position; endings that a player may claim are not claimed. Of two players, who can keep
    /// play going round for ever does not lose. For one player it tells how many sequences of moves are as short, or that there
    /// is no solution.
    #[command(after_help = codes::solve())]
    Solve(Solve),
    /// Plays a game at the terminal, against the machine or each other
    ///
    /// On the whole screen with a cursor; where there is no terminal, or with --plain, by lines of text. `help` lists the commands, `?` the keys.
    #[command(after_help = codes::play())]
    Play(Play),
    /// Plays games at random and tells what became of them
    #[command(after_help = codes::playout())]
    Playout(Playout),
    /// Draws the board
    #[command(after_help = codes::positions())]
    Board {
        /// What to draw
        #[command(flatten)]
        board: Positions,
        /// Mark the cells where legal moves end, on a second board
        #[arg(long)]
        targets: bool,
        /// Show what this player sees, where the rules hide something
        #[arg(long = "for", value_name = "PLAYER")]
        looker: Option<String>,
    },
    /// Tells what two games do differently: in their rules, and in play
    ///
    /// Both are played beside each other from their usual starting positions: first all positions, the nearest to the start first, then games
    /// at random. Moves are the same if they are written the same way.
    #[command(after_help = codes::listing())]
    Diff(Diff),
    /// Tells the rules in plain English: a page that a player could learn the game from
    #[command(after_help = codes::listing())]
    Describe(Each),
    /// Draws positions as pictures: SVG, or PNG where that is built in
    ///
    /// The last move of --play is shown, and the lines and paths by which goals are reached. Without --out the SVG is printed.
    #[command(after_help = codes::positions())]
    Draw(Draw),
    /// Says the pattern that Betza notation means, or the Betza notation of a pattern
    ///
    /// What is refused is told as the faults of a rule file are.
    #[command(after_help = codes::betza())]
    Betza {
        /// The moves of a piece in Betza notation: `fmWfcF`
        #[arg(value_name = "TEXT", conflicts_with = "pattern")]
        text: Option<String>,
        /// A pattern, to be said in Betza notation
        #[arg(long, value_name = "PATTERN")]
        pattern: Option<String>,
    },
    /// Writes the variants of a Fairy-Stockfish `variants.ini` as rule files
    ///
    /// A variant that builds on one that is shipped becomes the difference to it, any other a whole rule
    /// file. What cannot be carried over is named in the file and on standard error.
    #[command(after_help = codes::import())]
    Import(Import),
    /// Lays rule files out as the shipped ones are, and names those that it has changed
    ///
    /// Nothing but blanks changes: every word, comment and string stays.
    #[command(after_help = codes::fmt())]
    Fmt {
        /// Rule files, `-` for standard input
        #[arg(value_name = "RULES")]
        files: Vec<String>,
        /// Write nothing: name the files that are not tidy, each with its first such line
        #[arg(long)]
        check: bool,
    },
    /// Begins a rule file: a small game on a board, or a variant of another game
    ///
    /// What is begun can be played as it is, and says in its comments what may be changed. Without FILE it is printed.
    #[command(after_help = codes::new())]
    New(New),
    /// Prints the completions of a shell
    #[command(after_help = codes::games())]
    Completions {
        /// Which shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Prints the page of the manual, or that of a command
    #[command(after_help = codes::games())]
    Man {
        /// The command
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Prints the JSON Schema of what `--format json` prints, or of rule files
    #[command(after_help = codes::games())]
    Schema {
        /// Of what
        #[arg(value_enum)]
        of: Described,
    },
    /// Answers requests of other programs, one JSON object a line
    ///
    /// docs/serve.md lists the requests.
    #[command(after_help = codes::games())]
    Serve,
    /// Serves editors: faults as one types, completion, renaming
    ///
    /// The Language Server Protocol on standard input and output. docs/editors.md says how editors are told of it.
    #[command(after_help = codes::lsp())]
    Lsp,
    /// Says what holds in a position and why
    #[command(after_help = codes::positions())]
    Explain {
        /// What to explain
        #[command(flatten)]
        board: Positions,
        /// Say why this move is legal or not, as its cells: `e2-e4`
        #[arg(long = "move", value_name = "MOVE")]
        chosen: Option<String>,
    },
}

/// What a schema can be printed of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Described {
    /// The objects that `--format json` prints
    Json,
    /// Rule files, for editors: a file that begins with `#:schema PATH` is checked and completed by it
    Rules,
}

/// Which tests are tried, and what is told of them.
#[derive(Clone, Debug, Args)]
pub struct Test {
    /// Whose tests
    #[command(flatten)]
    pub rules: Each,
    /// Show what the tests expect that does not come out, and write what does into the files: `answer`, `state`, `moves` and `perft`
    #[arg(long, conflicts_with = "coverage")]
    pub accept: bool,
    /// Change the rules, one thing at a time, and tell which changes no test notices
    #[arg(long, conflicts_with_all = ["accept", "coverage"])]
    pub mutate: bool,
    /// Print tests, to be read and added to the file: of positions of random games in which changes show that no test notices;
    /// with --coverage only where a clause is left out that no test uses
    #[arg(long, conflicts_with_all = ["accept", "mutate"])]
    pub propose: bool,
    /// Tell which clauses of the rules no test uses: walks, what may be chosen in them, prohibitions, endings, verdicts
    #[arg(long)]
    pub coverage: bool,
    /// How clauses are told
    #[command(flatten)]
    pub covered: Covered,
    /// How many changes are tried at once
    #[command(flatten)]
    pub threads: Threads,
}

/// What is told of the clauses that are used.
#[derive(Clone, Copy, Debug, Args)]
pub struct Covered {
    /// Refuse files of whose clauses fewer are used, or with --mutate of whose changes fewer are noticed, of a hundred
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    pub min: Option<u8>,
    /// Show every line of the rules, and how often it is used
    #[arg(long, requires = "coverage")]
    pub verbose: bool,
}

/// What is compared, and how far.
#[derive(Clone, Debug, Args)]
pub struct Diff {
    /// A rule file, or the name of shipped rules
    #[arg(value_name = "RULES")]
    pub before: String,
    /// Another one
    #[arg(value_name = "RULES")]
    pub after: String,
    /// Positions to look at
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub nodes: u64,
    /// Random games after that
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// The chance of these games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// What is drawn.
#[derive(Clone, Debug, Args)]
pub struct Draw {
    /// What to draw
    #[command(flatten)]
    pub board: Positions,
    /// Show where the legal moves of the piece on this cell end
    #[arg(long, value_name = "CELL", conflicts_with = "targets")]
    pub moves: Option<String>,
    /// Show where legal moves end
    #[arg(long)]
    pub targets: bool,
    /// Show what this player sees, where the rules hide something
    #[arg(long = "for", value_name = "PLAYER", conflicts_with = "film")]
    pub looker: Option<String>,
    /// Show the cells that this player attacks, the darker the more often
    #[arg(long, value_name = "PLAYER")]
    pub attacks: Option<String>,
    /// Show the moves of --play one after the other, each for so many seconds
    #[arg(long, value_name = "SECONDS", requires = "play", conflicts_with_all = ["moves", "targets", "attacks"], value_parser = seconds)]
    pub film: Option<Duration>,
    /// Leave the coordinates out
    #[arg(long)]
    pub bare: bool,
    /// The colours: `wood`, `slate`, `dark` or `print` [default: wood]
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// Pixels from one cell to the next
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(8..=512))]
    pub pitch: u32,
    /// The file to write: `board.svg`, `board.png`; of a second position `board-2.svg`
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
}

/// What is begun.
#[derive(Clone, Debug, Args)]
pub struct New {
    /// The file to write, with or without `.toml`; there must be none of that name
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
    /// Begin a variant of these rules: a rule file, or the name of shipped ones
    #[arg(long, value_name = "RULES", conflicts_with = "board")]
    pub from: Option<String>,
    /// Begin with all that those rules say, instead of the difference to them
    #[arg(long, requires = "from")]
    pub whole: bool,
    /// Begin a game on such a board [default: square]
    #[arg(long, value_name = "SHAPE", value_enum)]
    pub board: Option<Board>,
}

/// What is to be decided, and for how long it is tried.
#[derive(Clone, Debug, Args)]
pub struct Solve {
    /// What to decide
    #[command(flatten)]
    pub board: Positions,
    /// However long it takes, tell in how many plies a won position is won, and how; else where few positions tell it.
    /// For one player always
    #[arg(long)]
    pub plies: bool,
    /// Positions to look at before it is given up [default: 5000000, or no bound with --time]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Seconds to spend before it is given up
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Memory to remember positions in: `64M`, `1G`; --plies takes what it needs, and one player unless it is given [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<usize>,
    /// Threads that look for one player's shortest solution
    #[command(flatten)]
    pub threads: Threads,
    /// Tell on standard error how it was decided
    #[arg(long)]
    pub verbose: bool,
}

/// What is played, and by whom.
#[derive(Clone, Debug, Args)]
pub struct Play {
    /// What to play
    #[command(flatten)]
    pub board: Positions,
    /// Go on with a game that the command `save` has written; its rules need not be named
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "position", "play"])]
    pub load: Option<String>,
    /// A player whom the machine plays; may be given for several, or be `all` or `none` [default: all but who is to move]
    #[arg(long, value_name = "PLAYER")]
    pub machine: Vec<String>,
    /// Show what this player sees, where the rules hide something, until the game is over
    #[arg(long = "for", value_name = "PLAYER")]
    pub looker: Option<String>,
    /// Positions that the machine looks at for a move [default: 200000, or no bound with --time]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Seconds that the machine spends on a move
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Time for each player's moves, and what each turn adds: `5`, `5+3`
    #[arg(long, value_name = "MINUTES[+SECONDS]")]
    pub clock: Option<Control>,
    /// The chance of all draws: the same seed, the same draws [default: another one each time]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Moves after which the machine stops playing against itself
    #[arg(long, value_name = "N", default_value_t = playout::PLIES)]
    pub plies: u32,
    /// Read commands line by line, even from a terminal
    #[arg(long)]
    pub plain: bool,
}

/// Which games are played at random.
#[derive(Clone, Debug, Args)]
pub struct Playout {
    /// What to play from
    #[command(flatten)]
    pub board: Positions,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// The chance of all games: the same seed, the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Moves after which a game is given up
    #[arg(long, value_name = "N", default_value_t = playout::PLIES)]
    pub plies: u32,
    /// How many games are played at once
    #[command(flatten)]
    pub threads: Threads,
    /// Play only the game of that number, and tell its moves
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["games", "threads"])]
    pub game: Option<u64>,
    /// Tell as well which clauses of the rules no position of these games uses; this takes much longer
    #[arg(long)]
    pub coverage: bool,
    /// How clauses are told
    #[command(flatten)]
    pub covered: Covered,
}

/// What is imported, and where to.
#[derive(Clone, Debug, Args)]
pub struct Import {
    /// The file of variants, `-` for standard input
    #[arg(value_name = "INI")]
    pub file: String,
    /// Import this variant only
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Write a file for each variant into this folder, and print their paths
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<String>,
    /// Exit with 0 even if something was not carried over
    #[arg(long)]
    pub partial: bool,
}

/// Where a command takes its positions from.
#[derive(Clone, Debug, Args)]
pub struct Positions {
    /// The rules
    #[command(flatten)]
    pub named: Named,
    /// A file of positions, `-` for standard input [default: the usual starting position]
    #[arg(value_name = "BOARD")]
    pub board: Option<String>,
    /// One position instead of a BOARD; `\n` ends a line
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to be made from each position before it is looked at: `e2e4 e7e5`
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| String::from("expected a number of seconds"))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| String::from("not a length of time"))
}

/// The least memory that can be asked for.
const LEAST: usize = 1 << 20;

/// Bytes: a number, and a unit of 1024, of that squared or cubed.
fn memory(text: &str) -> Result<usize, String> {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let unit = match unit {
        "" => 1,
        "K" | "KiB" => 1 << 10,
        "M" | "MiB" => 1 << 20,
        "G" | "GiB" => 1 << 30,
        _ => return Err(String::from("expected a size: `64M`, `1G`")),
    };
    let number: usize = number.parse().map_err(|_| String::from("expected a size: `64M`, `1G`"))?;
    let bytes = number.checked_mul(unit).filter(|bytes| *bytes <= isize::MAX as usize);
    match bytes {
        None => Err(String::from("more than this machine can tell apart")),
        Some(bytes) if bytes < LEAST => Err(String::from("at least `1M` is needed")),
        Some(bytes) => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_fit_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_have_units() {
        let told = ["1048576", "1024K", "64M", "64MiB", "1G"].map(memory);
        assert_eq!(told, [1 << 20, 1 << 20, 64 << 20, 64 << 20, 1 << 30].map(Ok));
        let refused = ["", "0", "M", "-1M", "1m", "1023K", "1.5G", "99999999999999999999G"];
        assert!(refused.iter().all(|text| memory(text).is_err()));
    }

    #[test]
    fn options_may_stand_before_a_command() {
        let cli = Cli::try_parse_from(["interp", "--rules", "r", "moves", "b"]).expect("valid");
        assert_eq!(cli.named.rules.as_deref(), Some("r"));
        assert!(matches!(cli.command, Some(Command::Moves(Positions { .. }))));
    }
}
