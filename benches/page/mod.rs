//! A table that a bench prints, row by row, and that `--write` puts into `docs/performance.md` once it is whole.

use std::path::Path;

/// The rows so far.
pub struct Table {
    /// Between `<!-- NAME -->` and `<!-- end -->` it stands in the page.
    name: &'static str,
    text: String,
}

impl Table {
    /// A table with these heads; the numbers stand on the right: all columns but those at either end of which the head has a blank.
    pub fn new(name: &'static str, heads: &[&str], words: usize) -> Self {
        let mut table = Self { name, text: String::new() };
        table.row(&heads.iter().map(ToString::to_string).collect::<Vec<_>>());
        let rule = |at: usize| String::from(if at == 0 || at + words > heads.len() { "---" } else { "---:" });
        table.row(&(0..heads.len()).map(rule).collect::<Vec<_>>());
        table
    }
}
