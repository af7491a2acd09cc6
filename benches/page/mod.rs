//! Tables of figures, as `docs/performance.md` has them: a bench prints each row as it comes, and with `--write` puts the whole table
//! into the page.
#![allow(dead_code, reason = "each bench uses its own part")]

use std::path::Path;

/// The word that picks rows, if the bench was given one.
pub fn wanted() -> String {
    std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default()
}

/// A figure, in bold if it is below what is to be reached.
pub fn figure(value: f64, digits: usize, reach: f64) -> String {
    if value < reach { format!("**{value:.digits$}**") } else { format!("{value:.digits$}") }
}

/// A table of which the rows are printed as they come.
pub struct Table {
    /// It stands in the page between `<!-- table: NAME -->` and `<!-- end -->`.
    name: &'static str,
    text: String,
}

impl Table {
    /// A table with these heads; columns of figures have a colon behind theirs.
    pub fn new(name: &'static str, heads: &[&str]) -> Self {
        let mut table = Self { name, text: String::new() };
        let figures = |head: &&str| head.ends_with(':');
        let rule = |head| String::from(if figures(head) { "---:" } else { "---" });
        table.row(heads.iter().map(|head| head.trim_end_matches(':').to_owned()));
        table.row(heads.iter().map(rule));
        table
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        let row = format!("| {} |", cells.join(" | "));
        println!("{row}");
        self.text.push_str(&row);
        self.text.push('\n');
    }

    /// Puts the table into the page, if that was asked for and no word has picked rows.
    pub fn done(self) {
        println!();
        if !std::env::args().any(|word| word == "--write") || !wanted().is_empty() {
            return;
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/performance.md");
        let page = std::fs::read_to_string(&path).expect("the page");
        let begin = format!("<!-- table: {} -->\n", self.name);
        let (before, rest) = page.split_once(&begin).expect("where the table begins");
        let (_, after) = rest.split_once("<!-- end -->").expect("where it ends");
        let page = format!("{before}{begin}\n{}\n<!-- end -->{after}", self.text);
        std::fs::write(path, page).expect("a page that may be written");
    }
}
