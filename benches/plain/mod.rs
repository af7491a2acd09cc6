//! The contest problems as a contestant would solve them: from the input's text to the answer's.

pub mod path;

use crate::oracle;

/// Rank and File, by trying every move of every piece.
pub fn rank_and_file(input: &str) -> String {
    let mut lines = input.lines();
    let mut text = String::new();
    for _ in 0..number(lines.next()) {
        let white = lines.next() == Some("w");
        let board: oracle::mate::Board = std::array::from_fn(|_| row(lines.next()));
        text.push_str(&oracle::mate::answer(&board, white));
        text.push('\n');
    }
    text
}

/// Tic-Tac-Toe-Tomek, by looking at all ten lines.
pub fn tomek(input: &str) -> String {
    let mut lines = input.lines();
    let mut text = String::new();
    for case in 1..=number(lines.next()) {
        let board: oracle::tomek::Board = std::array::from_fn(|_| row(lines.next()));
        lines.next();
        text.push_str(&format!("Case #{case}: {}\n", oracle::tomek::answer(&board)));
    }
    text
}

fn number(line: Option<&str>) -> usize {
    line.and_then(|line| line.parse().ok()).expect("a number")
}

fn row<const N: usize>(line: Option<&str>) -> [u8; N] {
    line.and_then(|line| line.as_bytes().try_into().ok()).expect("a row")
}
