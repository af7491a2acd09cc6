//! The positions that a game has been through.

use crate::position::Past;
use crate::rules::Repetition;

/// How many counts there are of each sort of key.
const COUNTS: usize = 1 << 12;

/// Earlier positions, the first one first.
#[derive(Debug)]
pub(super) struct History {
    past: Vec<Past>,
    /// By the low bits of a position's key, and of its board's, at least how often it has been there.
    seen: [Box<[u32]>; 2],
    /// Where a search began, if there is one: to come to a position of its own line again once is as good as often.
    searched: Option<usize>,
}

impl Default for History {
    fn default() -> Self {
        let seen = || vec![0; COUNTS].into();
        Self { past: Vec::new(), seen: [seen(), seen()], searched: None }
    }
}

impl History {
    /// No positions.
    pub fn clear(&mut self) {
        self.searched = None;
        for past in self.past.drain(..) {
            for (seen, key) in self.seen.iter_mut().zip([past.key, past.board]) {
                seen[key as usize % COUNTS] = 0;
            }
        }
    }

    /// From here on a search looks ahead.
    pub fn search_from_here(&mut self) {
        self.searched = Some(self.past.len());
    }

    /// One position more.
    pub fn add(&mut self, past: Past) {
        for (seen, key) in self.seen.iter_mut().zip([past.key, past.board]) {
            let count = &mut seen[key as usize % COUNTS];
            *count = count.saturating_add(1);
        }
        self.past.push(past);
    }

    /// Without the last of them, which it tells.
    pub fn pop(&mut self) -> Option<Past> {
        let past = self.past.pop()?;
        for (seen, key) in self.seen.iter_mut().zip([past.key, past.board]) {
            let count = &mut seen[key as usize % COUNTS];
            *count = count.saturating_sub(1);
        }
        Some(past)
    }

    /// All of them, the first one first.
    pub fn past(&self) -> &[Past] {
        &self.past
    }

    /// Whether the board, or the position, of this key that a move leads to has been there so often, this time included; `before` is that
    /// of the one that it was made on, which is not among these.
    pub fn comes_again(&self, after: u64, before: u64, asked: Repetition) -> bool {
        let earlier = self.past.len() + 1;
        let seen = asked.within.map_or(earlier, |plies| earlier.min(usize::from(plies)));
        let key = |past: &Past| if asked.board { past.board } else { past.key };
        let mut count = 1;
        if seen > 0 {
            count += usize::from(before == after);
            let past = &self.past[self.past.len() - (seen - 1)..];
            if self.seen[usize::from(asked.board)][after as usize % COUNTS] > 0 {
                count += past.iter().filter(|past| key(past) == after).count();
            }
        }
        count >= usize::from(asked.times)
    }

    /// Whether a position that comes after these has been there so often, this time included.
    pub fn repeated(&self, now: Past, Repetition { times, board, within }: Repetition) -> bool {
        let key = |past: &Past| if board { past.board } else { past.key };
        let seen = self.seen[usize::from(board)][key(&now) as usize % COUNTS];
        if seen + 1 < u32::from(times) && (seen == 0 || self.searched.is_none()) {
            return false;
        }
        let earlier = self.past.len();
        let first = within.map_or(0, |plies| earlier.saturating_sub(usize::from(plies)));
        let same = |past: &&Past| key(past) == key(&now);
        let own = self.searched.map_or(&[][..], |start| &self.past[start.max(first)..]);
        own.iter().any(|past| same(&past))
            || 1 + self.past[first..].iter().filter(same).count() >= usize::from(times)
    }
}
