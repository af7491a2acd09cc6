//! A walk as an indented tree, one node a line.
//!
//! Kinds, players and registers are numbers here: a walk alone does not know their names.

use super::model::*;
use std::fmt;

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines(f, 0)
    }
}

impl Node {
    fn lines(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        write!(f, "{:1$}", "", depth * 2)?;
        match &self.walk {
            Walk::Seq(nodes) => block(f, "seq", nodes, depth),
            Walk::Alt(nodes) => block(f, "alt", nodes, depth),
            Walk::Repeat { body, min, max } => {
                write!(f, "repeat {min}")?;
                match max {
                    Some(max) => writeln!(f, " to {max}")?,
                    None => writeln!(f, " or more")?,
                }
                body.lines(f, depth + 1)
            }
            Walk::Rounds { times, body } => {
                match times {
                    Times::Passing(test) => writeln!(f, "repeat along {test}")?,
                    Times::Held(register) => writeln!(f, "repeat r{}", register.0)?,
                    Times::Height => writeln!(f, "repeat height")?,
                }
                body.lines(f, depth + 1)
            }
            Walk::While { body } => {
                writeln!(f, "while")?;
                body.lines(f, depth + 1)
            }
            Walk::Turn { cells, right } => {
                writeln!(f, "turn {cells} {}", if *right { "right" } else { "left" })
            }
            Walk::Face(dirs) => writeln!(f, "face {dirs}"),
            Walk::Ahead => writeln!(f, "ahead"),
            Walk::Test(test) => writeln!(f, "test {test}"),
            Walk::Act(act) => writeln!(f, "{act}"),
            Walk::Each { dirs, body, optional } => {
                writeln!(f, "each {dirs}{}", if *optional { ", or none" } else { "" })?;
                body.lines(f, depth + 1)
            }
            Walk::Every { test, body, optional } => {
                writeln!(f, "every {test}{}", if *optional { ", or none" } else { "" })?;
                body.lines(f, depth + 1)
            }
            Walk::See { body, holds } => {
                writeln!(f, "{}", if *holds { "see" } else { "unless" })?;
                body.lines(f, depth + 1)
            }
            Walk::Tally { relation, number, dirs, body } => {
                writeln!(f, "in {relation} {number} of {dirs}")?;
                body.lines(f, depth + 1)
            }
            Walk::Pick(test) => writeln!(f, "pick {test}"),
            Walk::As(register) => writeln!(f, "as r{}", register.0),
            Walk::Go(register) => writeln!(f, "go r{}", register.0),
            Walk::Note(of, register) => {
                writeln!(f, "note r{} to {} over {}", register.0, of.to, of.over)
            }
            Walk::Return => writeln!(f, "return"),
            Walk::When(when) => writeln!(f, "if {when}"),
        }
    }
}

fn block(f: &mut fmt::Formatter<'_>, word: &str, nodes: &[Node], depth: usize) -> fmt::Result {
    writeln!(f, "{word}")?;
    nodes.iter().try_for_each(|node| node.lines(f, depth + 1))
}

/// `p0`, `mover`.
fn whose(who: &Who) -> String {
    match who {
        Who::Player(player) => format!("p{}", player.0),
        who => format!("{who:?}").to_lowercase(),
    }
}

impl fmt::Display for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.who {
            Who::Mover => write!(f, "n{}", self.number.0),
            who => write!(f, "{} n{}", whose(&who), self.number.0),
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Capture => f.write_str("capture"),
            Act::Lift => f.write_str("lift"),
            Act::LiftAs(register) => write!(f, "lift as r{}", register.0),
            Act::PutBack(register) => write!(f, "put r{}", register.0),
            Act::Put(kind) => write!(f, "put k{}", kind.0),
            Act::Cover(kind) => write!(f, "cover k{}", kind.0),
            Act::Drop(kind) => write!(f, "drop k{}", kind.0),
            Act::Mark(mark, on) => {
                write!(f, "{} m{}", if *on { "mark" } else { "unmark" }, mark.0)
            }
            Act::Take(purse, amount, held) => {
                f.write_str("take")?;
                amount.iter().try_for_each(|amount| write!(f, " {amount}"))?;
                write!(f, " {purse}")?;
                held.iter().try_for_each(|held| write!(f, " as r{}", held.0))
            }
            Act::Add(purse, amount) => write!(f, "add {amount} {purse}"),
            Act::Become(kind) => write!(f, "become k{}", kind.0),
            Act::Tower(tower) => write!(f, "{tower}"),
            Act::Flip => f.write_str("flip"),
            Act::Push => f.write_str("push"),
            Act::Land => f.write_str("land"),
            Act::Again => f.write_str("again"),
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::Fixed(number) => write!(f, "{number}"),
            Amount::Held(register) => write!(f, "r{}", register.0),
        }
    }
}

impl fmt::Display for Dirs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, term) in self.0.iter().enumerate() {
            f.write_str(if at > 0 { " or " } else { "" })?;
            for bearing in [term.side, term.bearing].into_iter().flatten() {
                write!(f, "{} ", format!("{bearing:?}").to_lowercase())?;
            }
            match term.group {
                Group::Compass(compass) => {
                    f.write_str(&format!("{compass:?}").to_lowercase())?;
                }
                Group::Track(track) => write!(f, "d{track}")?,
                Group::Leap(a, b) => write!(f, "({a},{b})")?,
                group => f.write_str(&format!("{group:?}").to_lowercase())?,
            }
        }
        Ok(())
    }
}

/// The parts, joined by a word and in brackets.
fn joined<T: fmt::Display>(f: &mut fmt::Formatter<'_>, parts: &[T], word: &str) -> fmt::Result {
    f.write_str("(")?;
    for (at, part) in parts.iter().enumerate() {
        f.write_str(if at > 0 { word } else { "" })?;
        write!(f, "{part}")?;
    }
    f.write_str(")")
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::All(tests) => joined(f, tests, " and "),
            Test::Any(tests) => joined(f, tests, " or "),
            Test::Not(test) => write!(f, "not {test}"),
            Test::Empty => f.write_str("empty"),
            Test::Occupied => f.write_str("occupied"),
            Test::Owned(Who::Player(player)) => write!(f, "of p{}", player.0),
            Test::Owned(who) => write!(f, "of {}", format!("{who:?}").to_lowercase()),
            Test::Is(kind) => write!(f, "k{}", kind.0),
            Test::In(cells) => write!(f, "in {cells}"),
            Test::Attacked => f.write_str("attacked"),
            Test::Taken => f.write_str("taken"),
            Test::Visited => f.write_str("visited"),
            Test::Marked(mark) => write!(f, "marked m{}", mark.0),
            Test::Named(register) => write!(f, "at r{}", register.0),
            Test::Number(number, relation, amount) => {
                write!(f, "n{} {relation} {amount}", number.0)
            }
            Test::Held(name, relation, amount) => write!(f, "r{} {relation} {amount}", name.0),
            Test::Height(relation, amount) => write!(f, "height {relation} {amount}"),
            Test::Distance(of, relation, amount) => {
                write!(f, "{} away over {}: {relation} {amount}", of.to, of.over)
            }
            Test::Within(storey, test) => {
                write!(f, "{} ({test})", format!("{storey:?}").to_lowercase())
            }
            Test::Lies(goal) => write!(f, "in g{}", goal.0),
            Test::Look { body, holds } => {
                let body = body.to_string().trim_end().replace('\n', "; ");
                let words = body.split_whitespace().collect::<Vec<_>>().join(" ");
                write!(f, "{} [{words}]", if *holds { "see" } else { "unless" })
            }
        }
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cells::All => f.write_str("all"),
            Cells::Edge(side) => write!(f, "{} edge", format!("{side:?}").to_lowercase()),
            Cells::Edges => f.write_str("edge"),
            Cells::Corners => f.write_str("corner"),
            Cells::Centre => f.write_str("centre"),
            Cells::RankFrom(rank) => write!(f, "own rank {}", rank + 1),
            Cells::RankTo(rank) => write!(f, "last rank but {rank}"),
            Cells::Rank(rank) => write!(f, "rank {}", rank + 1),
            Cells::File(file) => write!(f, "file {}", file + 1),
            Cells::Layer(layer) => write!(f, "layer {}", layer + 1),
            Cells::Files(odd) => write!(f, "{} files", if *odd { "odd" } else { "even" }),
            Cells::Ranks(odd) => write!(f, "{} ranks", if *odd { "odd" } else { "even" }),
            Cells::Dark => f.write_str("dark"),
            Cells::At(file, rank) => write!(f, "cell {}/{}", file + 1, rank + 1),
            Cells::Each(cells) => joined(f, cells, " by player "),
            Cells::Both(cells) => joined(f, cells, " and "),
            Cells::Either(cells) => joined(f, cells, " or "),
            Cells::Not(cells) => write!(f, "not {cells}"),
        }
    }
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cond::All(parts) => joined(f, parts, " and "),
            Cond::Any(parts) => joined(f, parts, " or "),
            Cond::Several(parts, relation, number) => {
                write!(f, "{relation} {number} of ")?;
                joined(f, parts, ", ")
            }
            Cond::Not(part) => write!(f, "not {part}"),
            Cond::Stuck(who) => write!(f, "{} stuck", whose(who)),
            Cond::Attacked(who) => write!(f, "{} attacked", whose(who)),
            Cond::Has(who, goal) => write!(f, "{} g{}", whose(who), goal.0),
            Cond::Can(who, aim, moves) => write!(f, "{} can {aim:?} in {moves}", whose(who)),
            Cond::Count(test, relation, number) => write!(f, "{relation} {number} {test}"),
            Cond::Turn(who) => write!(f, "{} to move", whose(who)),
            Cond::Compare(reading, relation, than) => {
                let read = |reading: &Reading| {
                    let which = match reading {
                        Reading::Hand(_, kind) => format!("holds k{}", kind.0),
                        Reading::Counter(_, counter) => format!("c{}", counter.0),
                        Reading::Number(_, of) => format!("n{}", of.0),
                        Reading::Score(_, score) => format!("s{}", score.0),
                    };
                    format!("{} {which}", whose(&reading.who()))
                };
                match than {
                    Than::Fixed(number) => write!(f, "{} {relation} {number}", read(reading)),
                    Than::Reading(other) => {
                        write!(f, "{} {relation} {}", read(reading), read(other))
                    }
                }
            }
            Cond::Leads(who, score) => write!(f, "{} leads s{}", whose(who), score.0),
            Cond::Repeated(Repetition { times, board, within }) => {
                write!(f, "{}repeated {times}", if *board { "board " } else { "" })?;
                within.map_or(Ok(()), |plies| write!(f, " within {plies}"))
            }
            Cond::Unchanged => f.write_str("board unchanged"),
            Cond::Step(relation, number) => write!(f, "step {relation} {number}"),
            Cond::Captured => f.write_str("captured"),
            Cond::By(name) => write!(f, "by n{}", name.0),
            Cond::Moved(kinds) => {
                f.write_str("moved")?;
                kinds.iter().try_for_each(|kind| write!(f, " k{}", kind.0))
            }
        }
    }
}
