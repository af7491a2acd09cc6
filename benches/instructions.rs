//! Instructions a line counted, or a random game played, as `valgrind` counts them: the same on a busy machine
//! as on a quiet one. Fails where a figure is more than a tenth above the recorded one. What a program does
//! once, reading rules and making tables, falls out: each row is the difference of two runs.

mod page;

use std::process::{Command, ExitCode};

/// How much more than recorded is no regress.
const SLACK: f64 = 1.1;

/// Of each row: the rule file, the command, its option that tells how much, a little and more, how many units of
/// work more that is, and the instructions a unit that were recorded.
const ROWS: &str = include_str!("instructions.csv");

/// The instructions of a run; `None` where there is no `valgrind`.
fn instructions(rules: &str, command: &str, option: &str, amount: &str) -> Option<u64> {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", env!("CARGO_BIN_EXE_interp")])
        .args([command, "--rules", rules, option, amount])
        .output()
        .ok()?;
    let told = String::from_utf8_lossy(&run.stderr);
    let count = told.lines().find_map(|line| line.split_once("Collected :"));
    Some(count.expect("a count of callgrind's").1.trim().parse().expect("a number"))
}

fn main() -> ExitCode {
    let wanted = page::wanted();
    let mut code = ExitCode::SUCCESS;
    println!("{:<20} {:<8} {:>12} {:>12} {:>7}", "", "", "now", "recorded", "ratio");
    for row in ROWS.lines().skip(1).filter(|row| row.contains(&wanted)) {
        let row: Vec<&str> = row.split(',').collect();
        let [rules, command, option, little, more, units, recorded] = row[..] else {
            panic!("seven fields: {row:?}");
        };
        let count = |amount| instructions(rules, command, option, amount);
        let (Some(few), Some(many)) = (count(little), count(more)) else {
            println!("no valgrind on this machine");
            return ExitCode::SUCCESS;
        };
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let now = many.saturating_sub(few) as f64 / number(units);
        let ratio = now / number(recorded);
        let told = if ratio > SLACK { "  more than recorded" } else { "" };
        println!("{rules:<20} {command:<8} {now:>12.1} {recorded:>12} {ratio:>7.3}{told}");
        if ratio > SLACK {
            code = ExitCode::FAILURE;
        }
    }
    code
}
