//! The usual starting position: a line of fields, as most programs write it.

use super::cells::Size;

/// A position, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The board, rows parted by `/`.
    pub board: String,
    /// What is in hand.
    pub hands: String,
    /// The same in brackets.
    bracketed: String,
    /// What follows, by name: `turn`, `rights`, `passed`, `checks`, `clock`, `round`.
    parts: Vec<(&'static str, String)>,
}

impl Start {
    /// Takes a line apart. What is missing is left empty.
    pub fn read(text: &str, size: Size) -> Self {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let (mut board, mut hands) = match first.split_once('[') {
            Some((board, rest)) => (board.to_owned(), rest.trim_end_matches(']').to_owned()),
            None => (first.to_owned(), String::new()),
        };
        // What follows the last row of the board is in hand as well.
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() == usize::from(size.ranks) + 1 {
            hands = rows.last().map(|hands| (*hands).to_owned()).unwrap_or_default();
            board = rows[..rows.len() - 1].join("/");
        }
        let mut parts = vec![("turn", words.next().unwrap_or_default().to_owned())];
        let numeric = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let (mut marks, mut numbers) = (["rights", "passed"].iter(), ["clock", "round"].iter());
        for word in words {
            let name = match word {
                word if numeric(word) => numbers.next(),
                word if word.contains('+') => Some(&"checks"),
                _ => marks.next(),
            };
            parts.extend(name.map(|name| (*name, word.to_owned())));
        }
        let hands = hands.replace('-', "");
        let bracketed = format!("[{hands}]");
        Self { board, hands, bracketed, parts }
    }

    /// A part by its name, where the line has it.
    pub fn part(&self, name: &str) -> Option<&str> {
        match name {
            "board" => Some(&self.board),
            "hands" => Some(&self.hands),
            "bracketed" => Some(&self.bracketed),
            _ => self.parts.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str()),
        }
    }

    /// Every letter of the board or of the hands, with the sign before or after it.
    pub fn pieces(text: &str) -> Vec<String> {
        let mut pieces: Vec<String> = Vec::new();
        let mut sign = false;
        for letter in text.chars() {
            match letter {
                '+' => sign = true,
                '~' => {
                    if let Some(last) = pieces.last_mut() {
                        last.push('~');
                    }
                }
                letter if letter.is_ascii_digit() || letter == '/' => {}
                letter => {
                    let before = if std::mem::take(&mut sign) { "+" } else { "" };
                    pieces.push(format!("{before}{letter}"));
                }
            }
        }
        pieces
    }

    /// The rows from the first rank up, each cell with its piece or nothing; `None` if the board is not of
    /// that size.
    pub fn rows(&self, size: Size) -> Option<Vec<Vec<Option<char>>>> {
        let mut rows = Vec::new();
        for text in self.board.split('/').rev() {
            let mut row = Vec::new();
            let mut empty = 0;
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    empty = empty * 10 + digit;
                    if empty > u32::from(size.files) {
                        return None;
                    }
                    continue;
                }
                row.extend((0..std::mem::take(&mut empty)).map(|_| None));
                if !['+', '~'].contains(&letter) {
                    row.push(Some(letter));
                }
            }
            row.extend((0..empty).map(|_| None));
            if row.len() != usize::from(size.files) {
                return None;
            }
            rows.push(row);
        }
        (rows.len() == usize::from(size.ranks)).then_some(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_may_be_missing() {
        let size = Size { files: 3, ranks: 2 };
        let start = Start::read("+pp~1/3[Kk-] w Kq - 3+3 7 9", size);
        assert_eq!((start.board.as_str(), start.hands.as_str()), ("+pp~1/3", "Kk"));
        assert_eq!(start.part("rights"), Some("Kq"));
        assert_eq!(start.part("checks"), Some("3+3"));
        assert_eq!(start.part("round"), Some("9"));
        assert_eq!(Start::pieces(&start.board), ["+p", "p~"]);
        assert!(start.rows(size).is_some());
        let start = Start::read("3/3/Kk b", size);
        assert_eq!(
            (start.hands.as_str(), start.part("turn"), start.part("rights")),
            ("Kk", Some("b"), None)
        );
        assert_eq!(Start::read("4/3", size).rows(size), None);
        assert_eq!(Start::read("99999999999/3", size).rows(size), None);
    }
}
