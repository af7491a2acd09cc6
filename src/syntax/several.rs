//! That so many of some conditions hold, said with `and`, `or` and `not` alone.
//!
//! `at least 2` of A, B and C: A and (B or C), or B and C.

use super::ast::Relation;

/// Conditions in such a formula at most, each as often as it stands there.
const MOST: usize = 1_000;

/// How conditions are put together.
pub struct Logic<'f, T> {
    /// All of them hold.
    pub all: &'f dyn Fn(Vec<T>) -> T,
    /// One of them holds.
    pub any: &'f dyn Fn(Vec<T>) -> T,
    /// It does not hold.
    pub not: &'f dyn Fn(T) -> T,
}

impl<T: Clone> Logic<'_, T> {
    /// That of some conditions so many hold; `None` where that is [too long](is_short).
    pub fn several(&self, parts: &[T], relation: Relation, number: u16) -> Option<T> {
        let number = usize::from(number);
        is_short(parts.len(), relation, number).then(|| match relation {
            Relation::AtLeast => self.at_least(parts, number),
            Relation::More => self.at_least(parts, number + 1),
            Relation::AtMost => (self.not)(self.at_least(parts, number + 1)),
            Relation::Less => (self.not)(self.at_least(parts, number)),
            Relation::Equal => {
                let more = (self.not)(self.at_least(parts, number + 1));
                (self.all)(vec![self.at_least(parts, number), more])
            }
        })
    }

    fn at_least(&self, parts: &[T], number: usize) -> T {
        match parts.split_first() {
            _ if number == 0 => (self.all)(Vec::new()),
            _ if number == 1 => (self.any)(parts.to_vec()),
            _ if number == parts.len() => (self.all)(parts.to_vec()),
            Some((first, rest)) if number < parts.len() => {
                let with = (self.all)(vec![first.clone(), self.at_least(rest, number - 1)]);
                (self.any)(vec![with, self.at_least(rest, number)])
            }
            _ => (self.any)(Vec::new()),
        }
    }
}

/// Whether the formula for so many of some conditions is short enough to be written out.
pub fn is_short(parts: usize, relation: Relation, number: usize) -> bool {
    // Of so many it stands there that the first of the rest holds and one fewer of those behind, or as many of those.
    fn length(parts: usize, number: usize, left: &mut usize) {
        match number {
            _ if *left == 0 => {}
            0 => {}
            1 => *left = left.saturating_sub(parts),
            _ if number >= parts => *left = left.saturating_sub(number),
            _ => {
                *left -= 1;
                length(parts - 1, number - 1, left);
                length(parts - 1, number, left);
            }
        }
    }
    let mut left = MOST;
    length(parts, number + usize::from(relation != Relation::AtLeast), &mut left);
    left > 0
}

#[cfg(test)]
mod tests {
    use super::{Logic, Relation, is_short};

    /// Conditions by the boards on which they hold, a bit each.
    fn boards() -> Vec<u32> {
        (0..5)
            .map(|part| (0..32).filter(|board| board >> part & 1 == 1).map(|b| 1 << b).sum())
            .collect()
    }

    #[test]
    fn a_formula_holds_where_so_many_of_its_conditions_do() {
        let logic = Logic {
            all: &|parts: Vec<u32>| parts.iter().fold(u32::MAX, |all, part| all & part),
            any: &|parts: Vec<u32>| parts.iter().fold(0, |any, part| any | part),
            not: &|part: u32| !part,
        };
        let relations =
            [Relation::Less, Relation::AtMost, Relation::Equal, Relation::AtLeast, Relation::More];
        for relation in relations {
            for number in 0..=6 {
                let told = logic.several(&boards(), relation, number).expect("a short formula");
                for board in 0..32u32 {
                    let holds = relation.holds(board.count_ones(), u32::from(number));
                    assert_eq!(told >> board & 1 == 1, holds, "{relation} {number} of {board:05b}");
                }
            }
        }
    }

    #[test]
    fn what_would_be_too_long_is_not_written() {
        assert!(is_short(8, Relation::AtLeast, 4));
        assert!(is_short(200, Relation::AtLeast, 1));
        assert!(is_short(200, Relation::AtMost, 1) == is_short(200, Relation::AtLeast, 2));
        assert!(!is_short(40, Relation::Equal, 20));
    }
}
