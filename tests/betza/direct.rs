//! Moves of one leg by the definition of their letters alone: leaps by symmetry, filtered by direction, repeated
//! until something stands in the way. Knows nothing of patterns.

use super::board::{At, Board};
use crate::tool::Chance;
use std::collections::BTreeSet;

/// One atom with its modifiers.
pub struct Simple {
    vectors: Vec<At>,
    range: i32,
    quiet: bool,
    capture: bool,
    destroy: bool,
    /// `n`, `j`, `p`, `g`, or a blank.
    mark: char,
}

const ATOMS: [(&str, At); 10] = [
    ("W", (0, 1)),
    ("F", (1, 1)),
    ("D", (0, 2)),
    ("N", (1, 2)),
    ("A", (2, 2)),
    ("H", (0, 3)),
    ("C", (1, 3)),
    ("Z", (2, 3)),
    ("G", (3, 3)),
    ("(1,4)", (1, 4)),
];

/// Whether a leap is one of a direction, for a player who faces north.
fn leads(word: &str, (x, y): At) -> bool {
    let tall = y.abs() > x.abs();
    let wide = x.abs() > y.abs();
    let oblique = x != 0 && y != 0 && x.abs() != y.abs();
    let side = |letter: char| match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        's' => x != 0,
        _ => y != 0,
    };
    let letters: Vec<char> = word.chars().collect();
    match *letters {
        [] => true,
        ['h', hand] => (x * y > 0) == tall && hand == 'r' || (x * y > 0) != tall && hand == 'l',
        [half, 'h'] => side(half),
        // The second letter tells the long way of an oblique leap.
        [a, b] if a != b && oblique => {
            side(a) && side(b) && if "fbv".contains(b) { tall } else { wide }
        }
        [a, b] if a != b && x.abs() == y.abs() => side(a) && side(b),
        [a, b] if a != b => leads(&a.to_string(), (x, y)) || leads(&b.to_string(), (x, y)),
        [a, ..] if oblique => side(a) && if "fbv".contains(a) { tall } else { wide },
        [a, ..] => side(a),
    }
}

const OF_FOUR: [&str; 14] =
    ["", "f", "b", "l", "r", "s", "v", "fl", "fr", "bl", "rb", "fs", "ff", "ss"];
const OF_EIGHT: [&str; 29] = [
    "", "f", "b", "l", "r", "s", "v", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb", "fs", "bs",
    "lv", "rv", "fh", "bh", "lh", "rh", "hl", "hr", "ff", "ll", "rr", "bb",
];

/// Some moves, as text and as they are.
pub fn random(chance: &mut Chance) -> (String, Vec<Simple>) {
    let (mut text, mut moves) = (String::new(), Vec::new());
    for _ in 0..1 + chance.below(3) {
        let (name, step) = *chance.of(&ATOMS);
        let oblique = step.0 != 0 && step.0 != step.1;
        let word = *if oblique { chance.of(&OF_EIGHT) } else { chance.of(&OF_FOUR) };
        let mode = *chance.of(&["", "", "m", "c", "mc", "d", "cd"]);
        let (range, suffix) = match chance.below(5) {
            0 => (i32::MAX, String::from("0")),
            1 => (3, String::from("3")),
            2 if !name.starts_with('(') => (i32::MAX, String::from(name)),
            _ => (1, String::new()),
        };
        let unit = step.1 == 1;
        let mark = match chance.below(4) {
            0 if !unit && (!oblique || step == (1, 2)) => 'n',
            1 if unit && range > 1 || step.1 == 2 && range == 1 => 'j',
            2 if range == i32::MAX => *chance.of(&['p', 'g']),
            _ => ' ',
        };
        // Of the four ways, two letters on a diagonal pick one, on a rank or a file both.
        let vectors = symmetric(step).into_iter().filter(|vector| leads(word, *vector)).collect();
        text += &format!("{word}{mode}{}{name}{suffix}", mark.to_string().trim());
        moves.push(Simple {
            vectors,
            range,
            quiet: mode.is_empty() || mode.contains('m'),
            capture: mode.is_empty() || mode.contains('c'),
            destroy: mode.contains('d'),
            mark,
        });
    }
    (text, moves)
}

fn symmetric((a, b): At) -> BTreeSet<At> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    signs.iter().flat_map(|(x, y)| [(a * x, b * y), (b * x, a * y)]).collect()
}

/// The boards that the moves lead to.
pub fn results(moves: &[Simple], board: &Board) -> BTreeSet<Board> {
    let mut found = BTreeSet::new();
    for one in moves {
        for vector in &one.vectors {
            let vector = if board.south { (-vector.0, -vector.1) } else { *vector };
            one.along(vector, board, &mut found);
        }
    }
    found
}

impl Simple {
    fn along(&self, (x, y): At, board: &Board, found: &mut BTreeSet<Board>) {
        let (mut at, mut hopped) = (board.piece(), !"pg".contains(self.mark));
        for step in 1..=self.range.min(20) {
            let from = at;
            at = (at.0 + x, at.1 + y);
            let Some(there) = board.at(at) else { return };
            let within = between(from, (x, y));
            let free = within.iter().all(|cell| board.at(*cell) == Some(b'.'));
            let skipped = self.mark == 'j' && x.abs().max(y.abs()) == 1;
            match self.mark {
                'n' if !free => return,
                'j' if !skipped && free => return,
                _ => {}
            }
            if skipped && step == 1 {
                continue;
            }
            if !hopped {
                hopped = there != b'.';
                continue;
            }
            let done = match there {
                b'.' => self.quiet,
                b'x' => self.capture,
                _ => self.destroy,
            };
            if done {
                found.insert(board.after(at, &[]));
            }
            if there != b'.' || self.mark == 'g' {
                return;
            }
        }
    }
}

/// The cells that a leap passes: those in between, or of (1,2) the one beside its start.
fn between((x, y): At, (dx, dy): At) -> Vec<At> {
    let long = dx.abs().max(dy.abs());
    let unit = (dx / long, dy / long);
    match dx.abs().min(dy.abs()) {
        1 if long == 2 => vec![(x + unit.0, y + unit.1)],
        short if short == 0 || short == long => {
            (1..long).map(|cell| (x + unit.0 * cell, y + unit.1 * cell)).collect()
        }
        _ => Vec::new(),
    }
}
