//! What stands below the options of a help: how rules are named, and the exit codes that the command can give.

const ANSWERED: &str = "0  answered";
const USAGE: &str = "1  could not run: wrong usage, a file that cannot be read";
const RULES: &str = "2  the rule file was refused";
const BOARD: &str = "3  the board was refused, or a move of --play";

const SCANT: &str = "8  fewer than --min asks for";

const NAMED: &str = "\
RULES is the path of a rule file, whose `.toml` may be left out, or else the name of shipped rules,
which `interp games` lists.\n";

const FIRST: &str = "Without --rules the first word is RULES.\n";

const HIGHEST: &str = "Where several apply, the highest.";

/// A head, and the codes; where a command can meet several faults at once, the last of them is `HIGHEST`.
fn help(head: &[&str], codes: &[&str]) -> String {
    let gap = if head.is_empty() { "" } else { "\n" };
    let line = |code: &&str| match *code {
        HIGHEST => format!("\n{HIGHEST}"),
        code => format!("\n  {code}"),
    };
    let codes: String = codes.iter().map(line).collect();
    format!("{}{gap}Exit codes:{codes}", head.concat())
}

/// Of the main job, with the codes of all commands.
pub fn main() -> String {
    let input = "Without a BOARD, or where it is `-`, standard input is read.\n";
    help(
        &[NAMED, FIRST, input],
        &[
            ANSWERED,
            USAGE,
            RULES,
            BOARD,
            "4  a test of a rule file failed (`interp test`)",
            "5  something was not carried over (`interp import`)",
            "6  given up before the position was decided (`interp solve`)",
            "7  a rule file is not tidy (`interp fmt --check`)",
            "8  fewer than --min asks for (`interp test`, `interp playout`)",
            HIGHEST,
        ],
    )
}

/// Of a command that looks at positions.
pub fn positions() -> String {
    help(&[NAMED, FIRST], &[ANSWERED, USAGE, RULES, BOARD, HIGHEST])
}

/// Of `interp play`.
pub fn play() -> String {
    let usage = "1  could not run: wrong usage, a file that cannot be read, no saved game";
    help(&[NAMED, FIRST], &["0  played", usage, RULES, BOARD, HIGHEST])
}

/// Of `interp playout`.
pub fn playout() -> String {
    help(&[NAMED, FIRST], &[ANSWERED, USAGE, RULES, BOARD, SCANT, HIGHEST])
}

/// Of `interp solve`.
pub fn solve() -> String {
    let rules = "2  the rule file was refused, or its game cannot be decided";
    let open = "6  given up before the position was decided";
    help(&[NAMED, FIRST], &[ANSWERED, USAGE, rules, BOARD, open, HIGHEST])
}

/// Of `interp check`.
pub fn check() -> String {
    let refused = "2  the rule file was refused; with --deny-warnings, or has a warning";
    help(&[NAMED], &["0  no fault was found", USAGE, refused, HIGHEST])
}

/// Of `interp listing`.
pub fn listing() -> String {
    help(&[NAMED], &[ANSWERED, USAGE, RULES, HIGHEST])
}

/// Of `interp test`.
pub fn test() -> String {
    let refused = "2  a rule file was refused";
    let failed = "4  a test failed";
    help(&[NAMED], &["0  all tests hold", USAGE, refused, failed, SCANT, HIGHEST])
}

/// Of `interp fmt`.
pub fn fmt() -> String {
    let untidy = "7  with --check, a rule file is not tidy";
    let usage = "1  could not run: wrong usage, a file that cannot be read or written";
    help(&[], &["0  all are tidy now", usage, "2  a rule file is not TOML", untidy, HIGHEST])
}

/// Of `interp new`.
pub fn new() -> String {
    let usage = "1  could not run: wrong usage, a file that is there already or cannot be written";
    help(&[NAMED], &["0  begun", usage, RULES])
}

/// Of `interp games`.
pub fn games() -> String {
    help(&[], &[ANSWERED, "1  wrong usage"])
}

/// Of `interp lsp`.
pub fn lsp() -> String {
    let broken = "1  wrong usage, an input that is no message, or `exit` without `shutdown`";
    help(&[], &["0  the editor has ended it", broken])
}

/// Of `interp betza`.
pub fn betza() -> String {
    help(&[], &[ANSWERED, "1  wrong usage", "2  the text or the pattern was refused"])
}

/// Of `interp import`.
pub fn import() -> String {
    help(
        &[
            "Without --variant and --out all variants are printed, each after a line `# === NAME ===`.\n",
        ],
        &[
            "0  all was carried over",
            "1  could not run: wrong usage, a file that cannot be read or written",
            "2  the file of variants was refused, or a variant of it; the others are written",
            "5  something was not carried over; the rule files are written (0 with --partial)",
            HIGHEST,
        ],
    )
}
