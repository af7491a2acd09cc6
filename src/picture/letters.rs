//! Texts as strokes, so that a picture is the same wherever it is drawn.

use std::collections::BTreeMap;

/// The strokes of each sign.
const LETTERS: &str = include_str!("../../tables/letters.toml");

/// From the top of a letter to where it stands, in the lines of the table.
const HEIGHT: f64 = 6.0;
/// Between two letters, in the columns of the table.
const GAP: f64 = 1.6;

/// Signs that can be written.
pub(super) struct Letters(BTreeMap<char, Sign>);

/// A sign: strokes of points, and how wide it is.
struct Sign {
    strokes: Vec<Vec<(f64, f64)>>,
    width: f64,
}

impl Letters {
    /// Reads the table.
    pub fn new() -> Self {
        let table: BTreeMap<String, String> = toml::from_str(LETTERS).unwrap_or_default();
        let signs = table.iter().filter_map(|(sign, strokes)| {
            let mut signs = sign.chars();
            let sign = signs.next().filter(|_| signs.next().is_none())?;
            Some((sign, Sign::new(strokes)?))
        });
        Self(signs.collect())
    }

    /// Whether all of a text can be written.
    pub fn can(&self, text: &str) -> bool {
        text.chars().all(|sign| self.0.contains_key(&sign) || sign == ' ')
    }

    /// The path of a text around a middle, its capitals so high; and how wide it is.
    pub fn path(&self, text: &str, (x, y): (f64, f64), height: f64) -> (String, f64) {
        let scale = height / HEIGHT;
        let blank = 2.0;
        let wide = |sign: char| self.0.get(&sign).map_or(blank, |sign| sign.width);
        let count = text.chars().count().max(1);
        let whole = text.chars().map(wide).sum::<f64>() + GAP * (count - 1) as f64;
        let (mut left, top) = (x - whole * scale / 2.0, y - height / 2.0);
        let mut path = String::new();
        for sign in text.chars() {
            for stroke in self.0.get(&sign).map_or(&[][..], |sign| &sign.strokes) {
                for (at, (column, line)) in stroke.iter().enumerate() {
                    path.push(if at == 0 { 'M' } else { 'L' });
                    let point = (left + column * scale, top + line * scale);
                    path += &super::svg::point(point);
                }
            }
            left += (wide(sign) + GAP) * scale;
        }
        (path, whole * scale)
    }
}

impl Sign {
    /// Reads `06-20-46 14-34`.
    fn new(text: &str) -> Option<Self> {
        let point = |word: &str| -> Option<(f64, f64)> {
            let mut digits = word.chars().map(|digit| digit.to_digit(10).map(f64::from));
            Some((digits.next()??, digits.next()??)).filter(|_| digits.next().is_none())
        };
        let stroke = |word: &str| word.split('-').map(point).collect::<Option<Vec<_>>>();
        let strokes = text.split_whitespace().map(stroke).collect::<Option<Vec<_>>>()?;
        let width = strokes.iter().flatten().map(|(column, _)| *column).fold(0.0, f64::max);
        Some(Self { strokes, width })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_the_table_can_be_read() {
        let table: BTreeMap<String, String> = toml::from_str(LETTERS).expect("a table");
        for (sign, strokes) in &table {
            assert_eq!(sign.chars().count(), 1, "{sign}");
            assert!(Sign::new(strokes).is_some(), "{sign}: {strokes}");
        }
        assert!(table.len() > 62);
    }

    #[test]
    fn all_letters_and_digits_can_be_written() {
        let letters = Letters::new();
        let signs: String = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
        assert!(letters.can(&signs));
        assert!(!letters.can("é"));
    }

    #[test]
    fn a_text_lies_around_its_middle() {
        let (path, width) = Letters::new().path("H", (50.0, 50.0), 60.0);
        assert_eq!((path.as_str(), width), ("M30 20L30 80M70 20L70 80M30 50L70 50", 40.0));
    }
}
