//! A rule file → the same rule file with its blanks laid out as the shipped ones are.
//!
//! ```text
//! size=[8,8]  # small          size    = [8, 8]                       # small
//! shape = "square"             shape   = "square"
//! ```
//!
//! Nothing changes but blanks between words, blank lines and the ends of lines: every word, string and comment stays as it is, where it
//! is. The keys that stand together have their `=` in one column, comments behind a line begin in column 40, lists of several lines are
//! indented by two.

mod lines;

use lines::{Entry, Line, Row};

/// Where a comment behind a line begins, in characters from 0, if what stands before it is shorter.
const COMMENT: usize = 39;

/// How much longer than the next shorter key a key may be for the others to make room for it.
const STEP: usize = 5;

/// The text with its blanks laid out anew. The text must be TOML: [`broken`](crate::syntax::parts::broken) says whether it is.
pub fn tidy(text: &str) -> String {
    let lines = lines::read(text);
    let widths = widths(&lines);
    let mut out = String::with_capacity(text.len());
    for (line, width) in lines.iter().zip(widths) {
        match line {
            Line::Blank if out.is_empty() || out.ends_with("\n\n") => {}
            Line::Blank => out.push('\n'),
            Line::Comment(comment) => out += &format!("{comment}\n"),
            Line::Header { text, comment } => push(&mut out, text, *comment),
            Line::Entry(Entry { key, rows }) => {
                for (at, Row { depth, text, comment }) in rows.iter().enumerate() {
                    match at {
                        0 => push(&mut out, &format!("{key:width$} = {text}"), *comment),
                        // A blank line of a list keeps no blanks.
                        _ if text.is_empty() && comment.is_none() => out.push('\n'),
                        _ => push(&mut out, &format!("{:1$}{text}", "", 2 * depth), *comment),
                    }
                }
            }
        }
    }
    let end = out.trim_end_matches('\n').len();
    out.truncate(end);
    if !out.is_empty() {
        out.push('\n');
    }
    if text.split('\n').next().is_some_and(|first| first.ends_with('\r')) {
        out = with_returns(&out, text);
    }
    out
}

/// Puts a line with the comment behind it; of a text of several lines, behind the last.
fn push(out: &mut String, text: &str, comment: Option<&str>) {
    *out += text;
    if let Some(comment) = comment {
        let line = text.rsplit('\n').next().unwrap_or_default();
        // One of its own stands where its list is indented to.
        if !line.trim().is_empty() {
            let blanks = COMMENT.saturating_sub(line.chars().count()).max(2);
            *out += &" ".repeat(blanks);
        }
        *out += comment;
    }
    out.push('\n');
}

/// How wide the key of each line is made; 0 for what is no entry.
fn widths(lines: &[Line<'_>]) -> Vec<usize> {
    let mut widths = vec![0; lines.len()];
    let mut header = "";
    let mut before: Option<Block> = None;
    let mut at = 0;
    while at < lines.len() {
        if let Line::Header { text, .. } = &lines[at] {
            header = text;
        }
        let length = lines[at..].iter().take_while(|line| !line.parts()).count();
        let keys = |line: &Line<'_>| match line {
            Line::Entry(entry) => Some(entry.key.clone()),
            _ => None,
        };
        let block: Vec<String> = lines[at..at + length].iter().filter_map(keys).collect();
        if !block.is_empty() {
            let mut width = common(&block);
            // A table of one key goes on as the one before it in the same list, which has that key as well.
            if let (Some(before), [key]) = (&before, block.as_slice())
                && before.header == header
                && header.starts_with("[[")
                && before.keys.contains(key)
            {
                width = width.max(before.width);
            }
            widths[at..at + length].fill(width);
            before = Some(Block { header: header.to_owned(), width, keys: block });
        }
        at += length.max(1);
    }
    widths
}

/// Keys that stand together.
struct Block {
    /// The header above them.
    header: String,
    /// How wide they are made.
    width: usize,
    /// The keys.
    keys: Vec<String>,
}

/// The width of keys that stand together: of the longest that is not much longer than the next.
fn common(keys: &[String]) -> usize {
    let mut lengths: Vec<usize> = keys.iter().map(|key| key.chars().count()).collect();
    lengths.sort_unstable();
    let mut width = lengths.first().copied().unwrap_or(0);
    for length in lengths {
        if length > width + STEP {
            break;
        }
        width = length;
    }
    width
}

/// The text with the line ends of Windows, where `before` has them; within strings they are as they were.
fn with_returns(text: &str, before: &str) -> String {
    let strings = lines::strings(before);
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut rest = text;
    for string in strings {
        let Some(at) = rest.find(string) else { continue };
        out += &rest[..at].replace('\n', "\r\n");
        out += string;
        rest = &rest[at + string.len()..];
    }
    out + &rest.replace('\n', "\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_tidy(text: &str, expected: &str) {
        assert_eq!(tidy(text), expected);
        assert_eq!(tidy(expected), expected, "not the same when it is done again");
    }

    #[test]
    fn keys_that_stand_together_have_one_column() {
        assert_tidy(
            "a=1\nlong  = 2\n# told\nbc = 3\n\nd  = 4",
            "a    = 1\nlong = 2\n# told\nbc   = 3\n\nd = 4\n",
        );
        assert_tidy("a = 1\na_very_long_key = 2\nbc = 3", "a  = 1\na_very_long_key = 2\nbc = 3\n");
    }

    #[test]
    fn a_table_of_one_key_goes_on_as_the_one_before() {
        let text = "[[verdict]]\nsay='a'\nwhen='b'\n[[verdict]]\nsay='c'\n[other]\nsay='d'\n";
        let tidy =
            "[[verdict]]\nsay  = 'a'\nwhen = 'b'\n[[verdict]]\nsay  = 'c'\n[other]\nsay = 'd'\n";
        assert_tidy(text, tidy);
    }

    #[test]
    fn comments_stand_in_column_40_or_right_behind() {
        let wide = format!("a = '{}'", "x".repeat(40));
        let text = format!("# first\n[t]#one\na=1 #two\n{wide} # three");
        assert_tidy(
            &text,
            &format!("# first\n[t]{:36}#one\na = 1{:34}#two\n{wide}  # three\n", "", ""),
        );
    }

    #[test]
    fn lists_and_braces_are_spaced_and_indented() {
        assert_tidy("a={b=1,c={},d=[ 1,2 , ]}", "a = { b = 1, c = {}, d = [1, 2,] }\n");
        assert_tidy(
            "a=[\n1,# one\n\n[2,\n3],\n # end\n]",
            "a = [\n  1,                                   # one\n\n  [2,\n    3],\n  # end\n]\n",
        );
    }

    #[test]
    fn strings_stay_as_they_are() {
        assert_tidy(
            "a='''\n  x  \n\n\n   # no comment\n'''   # one",
            "a = '''\n  x  \n\n\n   # no comment\n'''                                    # one\n",
        );
        assert_tidy("\"a  b\"  . c=' = '", "\"a  b\".c = ' = '\n");
        assert_tidy("a=1979-05-27   07:32:00", "a = 1979-05-27 07:32:00\n");
    }

    #[test]
    fn line_ends_of_windows_stay() {
        assert_tidy("a=1\r\n\r\n\r\nb='''\n x\r\n'''\r\n", "a = 1\r\n\r\nb = '''\n x\r\n'''\r\n");
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        assert_tidy("", "");
        assert_tidy("\n \n", "");
    }
}
