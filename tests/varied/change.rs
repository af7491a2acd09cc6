//! Changes made of words that fit together by their sort alone.

use super::Chance;

const DIRECTIONS: &[&str] = &[
    "any",
    "orthogonal",
    "diagonal",
    "forward",
    "forward diagonal",
    "sideways",
    "backward",
    "forward or diagonal",
    "(1,2)",
    "north",
];

const WHO: &[&str] =
    &["empty", "occupied", "own", "enemy", "piece", "KIND", "own KIND", "enemy KIND"];

const WHERE: &[&str] = &[
    "centre",
    "edge",
    "not edge",
    "corner",
    "rank 2",
    "rank 3 and centre",
    "ranks 2 to 3",
    "last 2 ranks",
    "first rank",
    "files b to c",
    "c3",
    "home",
];

const LOOK: &[&str] = &[
    "see (any to enemy)",
    "not see (any to own)",
    "see (forward to occupied)",
    "not see (orthogonal to empty)",
    "see (diagonal to own)",
    "see (any to enemy, ahead to enemy)",
    "see at least 2 any (ahead to enemy)",
    "not attacked",
    "marked spent",
    "not marked spent",
];

const CONDITION: &[&str] = &[
    "no (own and edge)",
    "some (enemy and centre)",
    "at least 3 (own and not edge)",
    "at most 4 enemy",
    "at least 2 (last and corner)",
    "made at least 2",
    "made exactly 1",
    "mover wealth at least 1",
    "last wealth exactly 2",
    "mover wealth at most last wealth",
    "mover wealth exactly made",
    "captured",
    "not captured",
    "some (own KIND)",
    "no (own KIND and edge)",
    "at least 2 (last KIND and see (any to own))",
    "mover attacked",
    "other attacked",
    "some (own KIND and attacked)",
    "mover stuck",
];

/// What is done to a cell.
const DEED: &[&str] = &[
    "lift",
    "lift",
    "capture",
    "capture",
    "flip",
    "mark spent",
    "unmark spent",
    "become KIND",
    "put wall",
];

/// A change, which has chance and the names of the file's pieces at hand.
pub struct Change<'a> {
    pub chance: &'a mut Chance,
    pub kinds: &'a [String],
}

impl Change<'_> {
    fn of(&mut self, words: &[&str]) -> String {
        let word = *self.chance.of(words);
        let kind = self.chance.of(self.kinds);
        word.replace("KIND", kind)
    }

    /// A test of a cell: who stands there, where, and what it sees.
    fn test(&mut self) -> String {
        let mut tests = vec![self.of(WHO)];
        for (words, percent) in [(WHERE, 50), (LOOK, 30)] {
            if self.chance.percent(percent) {
                tests.push(self.of(words));
            }
        }
        tests.join(" and ")
    }

    fn asked(&mut self) -> String {
        match self.chance.percent(25) {
            true => format!("if ({}), ", self.of(CONDITION)),
            false => String::new(),
        }
    }

    /// A walk of a piece.
    fn walk(&mut self) -> String {
        let asked = self.asked();
        let (way, test, to) = (self.of(DIRECTIONS), self.test(), self.of(WHO));
        let moved = match self.chance.below(11) {
            0..=2 => format!("step {way} to {test}"),
            3 | 4 => format!("slide {way} to {test}"),
            5 => format!("slide {way}"),
            6 => format!("jump {way} over {to} to {test}"),
            7 => format!("jump {way} capturing enemy to empty"),
            8 => format!("step {way} to {test}, ahead to {to}"),
            9 => format!("as here, step {way} to {test}, capture, go here, land"),
            _ => format!("step {way} to {test}, land, {}", self.end()),
        };
        let then = match self.chance.below(9) {
            0 => ", add 1 wealth".to_owned(),
            1 => ", take 1 wealth".to_owned(),
            2 => ", mark spent".to_owned(),
            3 => format!(", become {}", self.of(&["KIND"])),
            4 => format!(" | {}", self.walk()),
            _ => String::new(),
        };
        format!("{asked}{moved}{then}")
    }

    /// What is done behind a move.
    fn end(&mut self) -> String {
        let (deed, test, way) = (self.of(DEED), self.test(), self.of(DIRECTIONS));
        match self.chance.below(8) {
            0..=3 => format!("every {test} ({deed})?"),
            4 => format!("each {way} (ahead to {test}, {deed})?"),
            5 => format!("each {way} (ahead to enemy, see (ahead to own), {deed})?"),
            6 => format!("pick {test}, {deed}"),
            _ => format!("pick empty and {}, put wall", self.of(WHERE)),
        }
    }

    /// A move that no piece makes.
    fn action(&mut self) -> String {
        let asked = self.asked();
        let (kind, test, way) = (self.of(&["KIND"]), self.test(), self.of(DIRECTIONS));
        let first = match self.chance.below(7) {
            0..=2 => format!("pick empty and {}, put wall", self.of(WHERE)),
            3 | 4 => format!("pick empty and {}, put {kind}", self.of(WHERE)),
            5 => format!("pick {test}, {}", self.of(DEED)),
            _ => format!("pick own and {}, lift, {way} to empty, put {kind}", self.of(WHERE)),
        };
        match self.chance.below(3) {
            0 => format!("{asked}{first}, {}", self.end()),
            _ => format!("{asked}{first}"),
        }
    }

    /// A line of the file, and whether it comes behind all keys.
    fn line(&mut self) -> (String, bool) {
        let key = match self.chance.below(16) {
            0..=3 => {
                let end = self.end();
                let end = match self.chance.below(5) {
                    0 => format!("if (captured), {end} | if (not captured)"),
                    _ => end,
                };
                format!("turn.then = '{end}'")
            }
            4 | 5 => format!("actions.extra = '{}'", self.action()),
            6..=9 => {
                let (kind, walk) = (self.of(&["KIND"]), self.walk());
                format!("pieces.{kind}.moves.extra = '{walk}'")
            }
            10 | 11 => {
                let turn = [
                    "must = 'captured'",
                    "must = 'extra'",
                    "must = 'moved KIND'",
                    "routes = 'differ'",
                    "pass = 'stuck'",
                    "pass = 'free'",
                    "again = 'captured'",
                    "skip = 'mover stuck'",
                    "steps = 2",
                ];
                format!("turn.{}", self.of(&turn))
            }
            12 => return (format!("[[forbid]]\nwhen = '{}'", self.of(CONDITION)), true),
            _ => {
                let results =
                    ["win = 'last'", "win = 'mover'", "draw = true", "win = 'last'\nperft = false"];
                let (when, result) = (self.of(CONDITION), self.of(&results));
                return (format!("[[before.end]]\nwhen = '{when}'\n{result}"), true);
            }
        };
        (key, false)
    }

    /// The text of a changed file.
    pub fn file(&mut self, base: &str) -> String {
        let lines: Vec<_> = (0..=self.chance.below(3)).map(|_| self.line()).collect();
        let of = |late: bool| lines.iter().filter(move |line| line.1 == late).map(|line| &*line.0);
        let said = of(false).chain(of(true)).collect::<Vec<_>>().join("\n");
        let mut file = format!("extends = '{base}'\nname = 'changed'\n");
        let needed = [
            ("wall", "pieces.wall.owner = 'none'\nformat.cells.'%' = 'wall'\n"),
            ("spent", "marks.spent = 'ever'\n"),
            ("wealth", "numbers.wealth = 'player'\n"),
            ("made", "counters.made.each = true\n"),
            ("home", "regions.home = 'first 2 ranks'\n"),
        ];
        for (word, line) in needed {
            if said.contains(word) {
                file += line;
            }
        }
        file + &said + "\n"
    }
}
