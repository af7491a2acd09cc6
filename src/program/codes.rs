//! Sets of pieces, by their codes: who moves a walk asks what stands on a cell, and most often it is a set.
//!
//! A [`Piece`] of kind 2 of the first player has code `3 << 3 | 1`: eight codes a kind, so that a word has those of eight
//! kinds, and "any piece of the first player's" is the same word over and over. So the words of [`NEAR`] kinds stand in the
//! set itself, and those of further kinds only where they are not all like the last of these. A game of fewer
//! kinds never has any.

use crate::index::{Kind, Piece, Player};
use crate::rules::Rules;

/// Words that stand in the set itself.
const NEAR: usize = 4;
/// Words of the other kinds that there can be.
const FAR: usize = Piece::CODES / 64 - NEAR;

/// A set of [`Piece`] codes, one bit each.
#[derive(Clone, Debug, Eq, PartialOrd, Ord)]
pub(crate) struct Codes {
    near: [u64; NEAR],
    /// `None` if all of them are like the last near one.
    far: Option<Box<[u64; FAR]>>,
}

impl PartialEq for Codes {
    // Asked so often that it is worth a few instructions in line.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let differing = (0..NEAR).fold(0, |all, at| all | (self.near[at] ^ other.near[at]));
        differing == 0 && self.far == other.far
    }
}

/// No piece, and no empty cell.
pub(crate) const NONE: Codes = Codes { near: [0; NEAR], far: None };

/// Whatever stands on a cell, or nothing.
pub(crate) const EVERY: Codes = Codes { near: [u64::MAX; NEAR], far: None };

/// Of an empty cell.
pub(crate) const EMPTY: Codes = Codes { near: [1, 0, 0, 0], far: None };

/// Of any piece.
pub(crate) const PIECES: Codes =
    Codes { near: [u64::MAX - 1, u64::MAX, u64::MAX, u64::MAX], far: None };

impl Codes {
    /// No code is in the set.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.near.iter().fold(0, |all, word| all | word) == 0 && self.far.is_none()
    }

    /// The pieces of that kind, whoever's.
    pub fn of_kind(kind: Kind) -> Self {
        let first = usize::from(Piece::new(kind, None).0);
        Self::words(|at| if at == first / 64 { 0xff << (first % 64) } else { 0 })
    }

    /// The pieces of those kinds, whoever's.
    pub fn of_kinds(kinds: impl Iterator<Item = Kind>) -> Self {
        kinds.fold(NONE, |all, kind| join(&all, &Self::of_kind(kind)))
    }

    /// The royal pieces, whoever's.
    pub fn royal(rules: &Rules) -> Self {
        let kinds = (0..rules.kinds.len()).map(Kind::at);
        Self::of_kinds(kinds.filter(|kind| rules.kinds[kind.index()].royal))
    }

    /// The pieces of those players, which are given as bits.
    pub fn of_players(players: u8) -> Self {
        Self::repeated(u64::from(players) << 1)
    }

    /// The pieces that are nobody's.
    pub fn of_nobody() -> Self {
        Self::repeated(1)
    }

    /// The pieces of one player.
    pub fn of(player: Player) -> Self {
        Self::of_players(1 << player.0)
    }

    /// The pieces of all kinds with those bits of the eight.
    fn repeated(owners: u64) -> Self {
        let word = owners * 0x0101_0101_0101_0101;
        // An empty cell has the codes of no kind.
        Codes { near: [word & !0xff, word, word, word], far: None }
    }

    /// The set that is not this one: what it has not.
    pub fn complement(&self) -> Self {
        both(self, self, |word, _| !word)
    }

    #[inline]
    fn word(&self, at: usize) -> u64 {
        match (self.near.get(at), &self.far) {
            (Some(word), _) => *word,
            (None, None) => self.near[NEAR - 1],
            (None, Some(far)) => far[at - NEAR],
        }
    }

    fn words(word: impl Fn(usize) -> u64) -> Self {
        let near = std::array::from_fn(&word);
        Self { near, far: far(near[NEAR - 1], |at| word(NEAR + at)) }
    }
}

/// The far words, unless they are all like the last near one.
fn far(last: u64, word: impl Fn(usize) -> u64) -> Option<Box<[u64; FAR]>> {
    let far: [u64; FAR] = std::array::from_fn(word);
    far.iter().any(|word| *word != last).then(|| Box::new(far))
}

/// Whether a code is in the set.
#[inline]
pub(crate) fn has(codes: &Codes, piece: Piece) -> bool {
    codes.word(usize::from(piece.0 >> 6)) >> (piece.0 & 63) & 1 != 0
}

/// The code of one piece.
pub(crate) fn only(piece: Piece) -> Codes {
    let code = usize::from(piece.0);
    if code / 64 < NEAR - 1 {
        let mut near = [0; NEAR];
        near[code / 64] = 1 << (code % 64);
        return Codes { near, far: None };
    }
    Codes::words(|at| if at == code / 64 { 1 << (code % 64) } else { 0 })
}

/// The piece of which alone these are the codes.
pub(crate) fn sole(codes: &Codes) -> Option<Piece> {
    let words = if codes.far.is_none() { NEAR } else { NEAR + FAR };
    let mut some = (0..words).filter(|at| codes.word(*at) != 0);
    let (at, None) = (some.next()?, some.next()) else { return None };
    let word = codes.word(at);
    // A last near word that is repeated has a piece of many kinds.
    let one = word.is_power_of_two() && (at != NEAR - 1 || codes.far.is_some());
    one.then(|| Piece((64 * at) as u16 + word.trailing_zeros() as u16))
}

pub(crate) fn meet(a: &Codes, b: &Codes) -> Codes {
    both(a, b, |a, b| a & b)
}

pub(crate) fn join(a: &Codes, b: &Codes) -> Codes {
    both(a, b, |a, b| a | b)
}

pub(crate) fn without(a: &Codes, b: &Codes) -> Codes {
    both(a, b, |a, b| a & !b)
}

#[inline]
fn both(a: &Codes, b: &Codes, with: impl Fn(u64, u64) -> u64 + Copy) -> Codes {
    let near = std::array::from_fn(|at| with(a.near[at], b.near[at]));
    // Where both repeat their last near word, so does what is made of them.
    let alike = a.far.is_none() && b.far.is_none();
    let far = if alike { None } else { both_far(a, b, with) };
    Codes { near, far }
}

#[cold]
fn both_far(a: &Codes, b: &Codes, with: impl Fn(u64, u64) -> u64) -> Option<Box<[u64; FAR]>> {
    let word = |at| with(a.word(at), b.word(at));
    far(word(NEAR - 1), |at| word(NEAR + at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some pieces of near and of far kinds, and an empty cell.
    fn pieces() -> impl Iterator<Item = Piece> {
        let owners = [None, Some(Player(0)), Some(Player(1)), Some(Player(5))];
        let kinds = [0, 6, 7, 22, 23, 30, 31, 32, 120, 249].map(Kind);
        let pieces = kinds.into_iter().flat_map(move |kind| owners.map(|of| Piece::new(kind, of)));
        std::iter::once(Piece::EMPTY).chain(pieces)
    }

    #[test]
    fn a_set_has_what_it_is_made_of() {
        for piece in pieces() {
            assert!(has(&EVERY, piece) && !has(&NONE, piece));
            assert_eq!(has(&EMPTY, piece), piece.is_empty());
            assert_eq!(has(&PIECES, piece), !piece.is_empty());
            assert_eq!(has(&Codes::of(Player(5)), piece), piece.owner() == Some(Player(5)));
            assert_eq!(has(&Codes::of_players(3), piece), piece.owner().is_some_and(|of| of.0 < 2));
            let nobody = !piece.is_empty() && piece.owner().is_none();
            assert_eq!(has(&Codes::of_nobody(), piece), nobody);
            for kind in [0, 22, 23, 30, 120, 249].map(Kind) {
                assert_eq!(has(&Codes::of_kind(kind), piece), piece.kind() == Some(kind));
            }
            for other in pieces() {
                assert_eq!(has(&only(piece), other), piece == other);
                let two = join(&only(piece), &only(other));
                assert_eq!(sole(&two), (piece == other).then_some(piece));
                for third in pieces() {
                    assert_eq!(has(&two, third), third == piece || third == other);
                    assert_eq!(has(&two.complement(), third), !has(&two, third));
                }
            }
        }
    }

    #[test]
    fn sets_of_the_same_pieces_are_equal() {
        for piece in pieces() {
            let one = only(piece);
            assert_eq!(without(&join(&EVERY, &one), &one), without(&EVERY, &one));
            assert_eq!(meet(&join(&without(&EVERY, &one), &one), &EVERY), EVERY);
            assert!(without(&one, &one).is_none());
            assert_eq!(without(&EVERY, &EMPTY), PIECES);
        }
        let kind = Codes::of_kind(Kind(120));
        let nobody = without(&kind, &Codes::of_players(0x3f));
        assert!(has(&nobody, Piece::new(Kind(120), None)));
    }
}
