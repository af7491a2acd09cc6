//! `interp diff`: what two rule files say that differs, and the shortest game that shows it.

use std::fmt::Write;

use serde::Serialize;

use super::args::Diff;
use super::console::Console;
use super::fail::Failure;
use super::load;
use crate::game::{Changed, Difference, Extent, Parting};

/// How two games differ.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The first.
    before: &'a str,
    /// The second.
    after: &'a str,
    #[serde(flatten)]
    difference: &'a Difference,
}

/// Moves that are named where only one of the games has them.
const SHOWN: usize = 12;

/// Compares two games.
pub fn run(console: &mut Console, asked: &Diff) -> Result<(), Failure> {
    let (first, second) = (load::rules(&asked.before)?, load::rules(&asked.after)?);
    let extent = Extent {
        positions: asked.nodes,
        games: asked.games,
        seed: asked.seed,
        ..Extent::default()
    };
    let difference = first.compare(&second, extent)?;
    if console.json() {
        let (before, after) = (asked.before.as_str(), asked.after.as_str());
        return console.record(&Record { before, after, difference: &difference });
    }
    for changed in &difference.rules {
        for line in lines(changed) {
            console.answer(&line)?;
        }
    }
    let Difference { depth, positions, games, .. } = &difference;
    if difference.rules.is_empty() {
        console.answer("the rules say the same")?;
    }
    match &difference.parting {
        Some(parting) => console.answer(told(parting, &asked.before, &asked.after).trim_end()),
        None => console.answer(&format!(
            "no difference in play to depth {depth} ({positions} positions), nor in {games} random games"
        )),
    }
}

/// `- key = value` of what the first alone says, `+ key = value` of the second.
fn lines(changed: &Changed) -> Vec<String> {
    let line = |sign: char, value: &Option<String>, place: &Option<crate::game::Place>| {
        let place = place.as_ref().map_or(String::new(), |place| format!("  ({place})"));
        value.as_ref().map(|value| match changed.key.starts_with("[[") {
            true => format!("{sign} {} {}{place}", changed.key, value),
            false => format!("{sign} {} = {value}{place}", changed.key),
        })
    };
    let before = line('-', &changed.before, &changed.before_place);
    let after = line('+', &changed.after, &changed.after_place);
    before.into_iter().chain(after).collect()
}

/// Where play parts, for people: both boards side by side.
fn told(parting: &Parting, before: &str, after: &str) -> String {
    let mut text = String::from("\n");
    let plies = match parting.moves.len() {
        0 => String::from("at the start"),
        1 => format!("after 1 ply, {}", parting.moves[0]),
        many => format!("after {many} plies, {}", parting.moves.join(" ")),
    };
    let known =
        if parting.shortest { "" } else { " (found in a random game; there may be a shorter one)" };
    let _ = writeln!(text, "play differs {plies}{known}");
    if let Some((one, other)) = &parting.told {
        let _ = writeln!(text, "{before}: {one}\n{after}: {other}");
    }
    if !parting.cells.is_empty() && parting.cells.len() <= SHOWN {
        for (cell, one, other) in &parting.cells {
            let _ = writeln!(text, "{cell}: {one} in {before}, {other} in {after}");
        }
    }
    for (name, moves) in [(before, &parting.only_first), (after, &parting.only_second)] {
        if moves.is_empty() {
            continue;
        }
        let more = moves.len().saturating_sub(SHOWN);
        let shown = moves[..moves.len() - more].join(" ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(text, "legal in {name} alone: {shown}{more}");
    }
    let (left, right): (Vec<&str>, Vec<&str>) =
        (parting.first.lines().collect(), parting.second.lines().collect());
    if left == right {
        return text + &parting.first;
    }
    let wide = left.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let wide = wide.max(before.chars().count());
    let _ = writeln!(text, "{before:wide$}   {after}");
    for at in 0..left.len().max(right.len()) {
        let (one, other) = (left.get(at).unwrap_or(&""), right.get(at).unwrap_or(&""));
        let _ = writeln!(text, "{}", format!("{one:wide$}   {other}").trim_end());
    }
    text
}
