//! INI text → sections of keys and values, each with its place.

use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};

/// Bytes of a file of variants.
pub const BYTES: usize = 1 << 20;
/// Sections of a file.
pub const SECTIONS: usize = 4096;
/// Bytes of one line; what a value may become is bounded with it.
pub const LINE_BYTES: usize = 4096;

/// `[name]` or `[name:base]`, with what stands below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its name.
    pub name: Spanned<String>,
    /// The section that it starts from.
    pub base: Option<Spanned<String>>,
    /// Its keys and values, in the order of the file.
    pub entries: Vec<Entry>,
}

/// `key = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Spanned<String>,
    /// The value, without blanks around it; may be empty.
    pub value: Spanned<String>,
}

impl Entry {
    /// The place of the whole entry.
    pub fn span(&self) -> Span {
        self.key.span.to(self.value.span)
    }
}

/// Reads a text. A line that starts with `#` or `;` is a comment; there are no comments after a value.
///
/// # Errors
///
/// Every line that is neither a section, an entry nor a comment; a section that stands twice; a text beyond [`BYTES`], [`SECTIONS`] or [`LINE_BYTES`].
pub fn parse(text: &str) -> Result<Vec<Section>, Vec<Diagnostic>> {
    if text.len() > BYTES {
        let fault = Diagnostic::new("the file is too large", Span::new(0, 0));
        return Err(vec![fault.help(format!("at most {BYTES} bytes are read"))]);
    }
    let mut reader = Reader { sections: Vec::new(), faults: Vec::new() };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        reader.line(piece(line, start));
        start += line.len();
        if reader.sections.len() > SECTIONS {
            let fault = Diagnostic::new("too many sections", Span::new(start, start));
            reader.faults.push(fault.label(format!("at most {SECTIONS}")));
            break;
        }
    }
    match reader.faults.is_empty() {
        true => Ok(reader.sections),
        false => Err(reader.faults),
    }
}

/// A part of the text without the blanks around it, and its place.
fn piece(part: &str, start: usize) -> Spanned<String> {
    let from = start + (part.len() - part.trim_start().len());
    let text = part.trim();
    Spanned::new(text.to_owned(), Span::new(from, from + text.len()))
}

struct Reader {
    sections: Vec<Section>,
    faults: Vec<Diagnostic>,
}

impl Reader {
    fn line(&mut self, line: Spanned<String>) {
        let text = line.value.trim_start_matches('\u{feff}');
        if text.is_empty() || text.starts_with(['#', ';']) {
            return;
        }
        if text.len() > LINE_BYTES {
            let fault = Diagnostic::new("the line is too long", line.span);
            self.faults.push(fault.label(format!("at most {LINE_BYTES} bytes")));
            return;
        }
        let start = line.span.start + (line.value.len() - text.len());
        match text.strip_prefix('[') {
            Some(rest) => self.section(rest, start + 1),
            None => self.entry(text, start),
        }
    }

    fn section(&mut self, rest: &str, start: usize) {
        let whole = Span::new(start - 1, start + rest.len());
        let Some((inner, behind)) = rest.split_once(']') else {
            let fault = Diagnostic::new("a section without its end", whole);
            self.faults.push(fault.help("a section starts with `[name]` or `[name:base]`"));
            return;
        };
        if !behind.trim().is_empty() && !behind.trim_start().starts_with(['#', ';']) {
            let place = piece(behind, start + inner.len() + 1).span;
            self.faults.push(Diagnostic::new("a section stands alone on its line", place));
        }
        let (name, base) = match inner.split_once(':') {
            Some((name, base)) => (name, Some(piece(base, start + name.len() + 1))),
            None => (inner, None),
        };
        let name = piece(name, start);
        if name.value.is_empty() || base.as_ref().is_some_and(|base| base.value.is_empty()) {
            self.faults.push(Diagnostic::new("a section without a name", whole));
        }
        if let Some(first) = self.sections.iter().find(|known| known.name == name) {
            let fault = Diagnostic::new(format!("`{}` stands twice", name.value), name.span);
            self.faults.push(fault.label("again").also(first.name.span, "first here"));
        }
        self.sections.push(Section { name, base, entries: Vec::new() });
    }

    fn entry(&mut self, text: &str, start: usize) {
        let whole = Span::new(start, start + text.len());
        let Some((key, value)) = text.split_once('=') else {
            let fault = Diagnostic::new("neither a section, an option nor a comment", whole);
            self.faults.push(fault.help("an option is written `name = value`"));
            return;
        };
        let value = piece(value, start + key.len() + 1);
        let key = piece(key, start);
        if key.value.is_empty() {
            self.faults.push(Diagnostic::new("a value without the name of its option", whole));
            return;
        }
        let Some(section) = self.sections.last_mut() else {
            let fault = Diagnostic::new("an option outside of a section", whole);
            self.faults.push(fault.help("a section starts with `[name]` or `[name:base]`"));
            return;
        };
        section.entries.push(Entry { key, value });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_and_entries_have_their_places() {
        let text = "# c\n[a : b]\r\n size =  9 \n; c\nempty =\n[c]";
        let sections = parse(text).expect("sound");
        assert_eq!(sections.len(), 2);
        let section = &sections[0];
        assert_eq!(section.base.as_ref().map(|base| base.value.as_str()), Some("b"));
        let shown = |span: Span| &text[span.start..span.end];
        let places: Vec<_> =
            section.entries.iter().map(|e| (shown(e.key.span), shown(e.value.span))).collect();
        assert_eq!(places, [("size", "9"), ("empty", "")]);
    }

    #[test]
    fn every_fault_is_told() {
        let text = "a = 1\n[x\n[y] z\nword\n= 1\nk = 1\nk = 2\n[y]\n[]\n";
        let faults = parse(text).expect_err("faults");
        let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "an option outside of a section",
                "a section without its end",
                "a section stands alone on its line",
                "neither a section, an option nor a comment",
                "a value without the name of its option",
                "`y` stands twice",
                "a section without a name",
            ]
        );
    }
}
