//! How many of something there are, of a hundred, and whether that is enough.

use std::fmt;

use super::console::Console;
use super::fail::Failure;

/// So many of so many.
#[derive(Clone, Copy)]
pub struct Share {
    /// How many.
    pub some: usize,
    /// Out of how many.
    pub all: usize,
}

impl Share {
    /// Fails where there are fewer than asked for, of a hundred; `what` says of what: `mine: … of the clauses are used`.
    pub fn check(
        self,
        console: &mut Console,
        least: Option<u8>,
        what: impl FnOnce(Self) -> String,
    ) {
        // None of nothing is all of it.
        let enough = |least: u8| self.some * 100 >= self.all * usize::from(least);
        if let Some(least) = least.filter(|least| !enough(*least)) {
            let what = what(self);
            console.fail(&Failure::Scant(format!("{what}, and --min asks for {least} %")));
        }
    }
}

/// `95.3 %`, never as much as all where some are missing.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.some * 1000).checked_div(self.all).unwrap_or(1000);
        write!(f, "{}.{} %", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_never_rounded_up() {
        let told = |some, all| Share { some, all }.to_string();
        assert_eq!(told(1999, 2000), "99.9 %");
        assert_eq!(told(2, 3), "66.6 %");
        assert_eq!(told(0, 0), "100.0 %");
    }
}
