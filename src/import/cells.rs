//! Sets of cells in words of the rule language, shortest where whole ranks are meant.

use super::value::Place;
use std::collections::BTreeSet;

/// Cells of a board, file and rank from 0.
pub type Cells = BTreeSet<(u16, u16)>;

/// A board's files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Size {
    pub files: u16,
    pub ranks: u16,
}

const ORDINALS: [&str; 8] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// The cells of a board that are meant.
pub fn cells(places: &[Place], size: Size) -> Cells {
    let all = (0..size.ranks).flat_map(|rank| (0..size.files).map(move |file| (file, rank)));
    all.filter(|&(file, rank)| {
        places.iter().any(|place| match *place {
            Place::Rank(wanted) => rank == wanted,
            Place::File(wanted) => file == wanted,
            Place::Cell(wanted, other) => (file, rank) == (wanted, other),
        })
    })
    .collect()
}

/// The same cells as the player on the other side sees them.
fn turned(cells: &Cells, size: Size) -> Cells {
    cells.iter().map(|&(file, rank)| (file, size.ranks - 1 - rank)).collect()
}

/// The cells of both players in one text: counted from the player's side, or the same for both.
/// `None` if no text says both, or there is no cell.
pub fn of_both(sides: &[Cells; 2], size: Size) -> Option<String> {
    let [first, second] = sides;
    if first.is_empty() {
        None
    } else if first == second {
        Some(text(first, size, false))
    } else if *second == turned(first, size) {
        Some(text(first, size, true))
    } else {
        None
    }
}

/// The cells of one player.
pub fn of_one(cells: &Cells, size: Size) -> Option<String> {
    (!cells.is_empty()).then(|| text(cells, size, false))
}

/// A test of the rule language that passes on these cells and no others.
fn text(cells: &Cells, size: Size, relative: bool) -> String {
    // Ranks that hold the same files are said together.
    let mut rows: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
    for rank in 0..size.ranks {
        let files: Vec<u16> =
            (0..size.files).filter(|&file| cells.contains(&(file, rank))).collect();
        if files.is_empty() {
            continue;
        }
        match rows.iter_mut().find(|(known, _)| *known == files) {
            Some((_, ranks)) => ranks.push(rank),
            None => rows.push((files, vec![rank])),
        }
    }
    let mut terms = Vec::new();
    for (files, ranks) in rows {
        let whole = files.len() == usize::from(size.files);
        if !whole && !relative && files.len() * ranks.len() <= 4 {
            let cell = |&rank: &u16| {
                files.iter().map(move |file| format!("{}{}", letter(*file), rank + 1))
            };
            terms.extend(ranks.iter().flat_map(cell));
            continue;
        }
        let ranks: Vec<String> = runs(&ranks)
            .into_iter()
            .flat_map(|run| {
                if relative { relative_ranks(run, size.ranks) } else { vec![absolute_ranks(run)] }
            })
            .collect();
        if whole {
            terms.extend(ranks);
            continue;
        }
        let files: Vec<String> = runs(&files).into_iter().map(absolute_files).collect();
        terms.push(format!("{} and {}", grouped(&files), grouped(&ranks)));
    }
    terms.join(" or ")
}

/// Terms joined by `or`, in brackets where there are several.
fn grouped(terms: &[String]) -> String {
    match terms {
        [one] => one.clone(),
        _ => format!("({})", terms.join(" or ")),
    }
}

/// Numbers in ascending order as runs, the first and the last of each.
fn runs(numbers: &[u16]) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

fn absolute_ranks((from, to): (u16, u16)) -> String {
    match from == to {
        true => format!("rank {}", from + 1),
        false => format!("ranks {} to {}", from + 1, to + 1),
    }
}

fn absolute_files((from, to): (u16, u16)) -> String {
    match from == to {
        true => format!("file {}", letter(from)),
        false => format!("files {} to {}", letter(from), letter(to)),
    }
}

/// Ranks counted from the player's side.
fn relative_ranks((from, to): (u16, u16), ranks: u16) -> Vec<String> {
    let many = |end: &str, count: u16| match count {
        1 => format!("{end} rank"),
        _ => format!("{end} {count} ranks"),
    };
    if to + 1 == ranks {
        return vec![many("last", ranks - from)];
    }
    if from == 0 {
        return vec![many("first", to + 1)];
    }
    let one = |rank: u16| {
        let back = ranks - 1 - rank;
        match (ORDINALS.get(usize::from(rank)), ORDINALS.get(usize::from(back))) {
            (_, Some(ordinal)) if back < rank => format!("{ordinal} last rank"),
            (Some(ordinal), _) => format!("{ordinal} rank"),
            (None, _) => format!("(first {} ranks and not first {rank} ranks)", rank + 1),
        }
    };
    (from..=to).map(one).collect()
}

/// The letter of a file.
pub fn letter(file: u16) -> char {
    char::from(b'a' + u8::try_from(file.min(25)).unwrap_or(25))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::value::{Type, Value, read};

    const SIZE: Size = Size { files: 8, ranks: 8 };

    fn set(text: &str) -> Cells {
        match read(Type::Cells, text, &|_| None) {
            Some(Value::Cells(places)) => cells(&places, SIZE),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_cells_of_both_are_said_in_one_text() {
        let both = |first, second| of_both(&[set(first), set(second)], SIZE);
        assert_eq!(both("*8", "*1").as_deref(), Some("last rank"));
        assert_eq!(both("*6 *7 *8", "*3 *2 *1").as_deref(), Some("last 3 ranks"));
        assert_eq!(both("*2 *3", "*7 *6").as_deref(), Some("second rank or third rank"));
        assert_eq!(both("d4 e4 d5 e5", "d4 e4 d5 e5").as_deref(), Some("d4 or e4 or d5 or e5"));
        assert_eq!(both("*8", "*8").as_deref(), Some("rank 8"));
        assert_eq!(both("*1 *8 c5", "*1 *8 c5").as_deref(), Some("rank 1 or rank 8 or c5"));
        assert_eq!(both("e8", "e1").as_deref(), Some("file e and last rank"));
        assert_eq!(both("*8", "*2"), None);
        assert_eq!(of_one(&set("*5 *6 *7 a1"), SIZE).as_deref(), Some("a1 or ranks 5 to 7"));
    }
}
