//! `extends`: gathers the texts of a rule file and of what it builds on. Nothing is read here; who
//! calls says how a name becomes a text.

use super::limits::{CHAIN, FILE_BYTES};
use crate::diag::Diagnostic;
use crate::source::{Source, Span, Spanned};
use toml::de::{DeTable, DeValue};

/// Puts before `source` every text that it builds on: what its `extends` names, what that one's
/// names, and so on.
///
/// `read` takes a name, as the text that was read last writes it (the first time: as `source` does),
/// and its place; what it cannot read it reports there. One file must always get one name, or a
/// circle is only found by its length.
///
/// ```
/// use interp::{source::Source, syntax::extend::gather};
///
/// let mut source = Source::new("mine", "extends = 'theirs'");
/// gather(&mut source, &mut |name| Ok(Source::new(&name.value, "interp = 1"))).expect("gathered");
/// assert_eq!(source.text, "interp = 1\nextends = 'theirs'");
/// ```
///
/// # Errors
///
/// A base that cannot be read, a circle, more than [`CHAIN`] files or [`FILE_BYTES`] bytes; `source`
/// then holds what was gathered, and the fault points into it. An `extends` that is not a text, or in
/// a file that is not TOML, is left for [`document::read`](super::document::read) to report.
pub fn gather(
    source: &mut Source,
    read: &mut dyn FnMut(&Spanned<String>) -> Result<Source, Diagnostic>,
) -> Result<(), Diagnostic> {
    while let Some(name) = named(source) {
        if source.parts().count() >= CHAIN {
            let fault = Diagnostic::new("too many files extend one another", name.span);
            return Err(fault.label(format!("at most {CHAIN}")));
        }
        let base = read(&name)?;
        if source.parts().any(|part| part.name == base.name) {
            return Err(circle(source, &base.name, name.span));
        }
        if source.text.len() + base.text.len() > FILE_BYTES {
            let fault = Diagnostic::new("the rule files are too large", name.span);
            return Err(fault.label("with this one").help(format!(
                "at most {FILE_BYTES} bytes are read of a file and all it extends"
            )));
        }
        *source = std::mem::take(source).on(base);
    }
    Ok(())
}

/// What the first part of a source extends.
fn named(source: &Source) -> Option<Spanned<String>> {
    let first = source.parts().next().filter(|part| part.text.len() <= FILE_BYTES)?;
    let (table, errors) = DeTable::parse_recoverable(first.text);
    let value = table.get_ref().get("extends").filter(|_| errors.is_empty())?;
    let DeValue::String(name) = value.get_ref() else { return None };
    Some(Spanned::new(name.to_string(), value.span().into()))
}

/// A file that extends itself, by itself or by way of others.
fn circle(source: &Source, name: &str, span: Span) -> Diagnostic {
    let mut names: Vec<&str> =
        source.parts().map(|part| part.name).take_while(|part| *part != name).collect();
    if names.is_empty() {
        return Diagnostic::new("the file extends itself", span)
            .help("name another file, or leave `extends` out");
    }
    names.reverse();
    let way: String = names.iter().map(|part| format!("`{part}`, which extends ")).collect();
    Diagnostic::new("the files extend one another in a circle", span)
        .label("closes the circle")
        .help(format!("`{name}` extends {way}`{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gathers `own` from files of these names and texts; what came of it, and the fault with its
    /// place.
    fn gathered(own: &str, files: &[(&str, &str)]) -> (Source, Option<(Diagnostic, String)>) {
        let mut source = Source::new("own", own);
        let fault = gather(&mut source, &mut |name| {
            let known = |(file, _): &&(&str, &str)| *file == name.value;
            match files.iter().find(known) {
                Some((name, text)) => Ok(Source::new(*name, *text)),
                None => Err(Diagnostic::new("no such file", name.span)),
            }
        });
        let place = |fault: Diagnostic| {
            let span = fault.labels[0].span;
            let text = source.text[span.start..span.end].to_owned();
            (fault, text)
        };
        (source.clone(), fault.err().map(place))
    }

    fn names(source: &Source) -> Vec<&str> {
        source.parts().map(|part| part.name).collect()
    }

    #[test]
    fn a_chain_is_gathered_from_its_end() {
        let files = [("a", "extends = 'b'\nx = 1"), ("b", "x = 2")];
        let (source, fault) = gathered("extends = \"a\"", &files);
        assert_eq!((names(&source), fault), (vec!["b", "a", "own"], None));
        assert_eq!(source.own().text, "extends = \"a\"");
    }

    #[test]
    fn what_extends_nothing_is_left_as_it_is() {
        for text in ["", "x = 1", "extends = 3", "extends = 'a'\nextends = 'a'", "t.extends = 'a'"]
        {
            let (source, fault) = gathered(text, &[("a", "")]);
            assert_eq!((source, fault), (Source::new("own", text), None), "{text}");
        }
    }

    #[test]
    fn a_fault_points_into_the_file_that_extends() {
        let (source, fault) = gathered("extends = 'a'", &[("a", "# a\nextends = 'c'")]);
        let (fault, place) = fault.expect("a fault");
        assert_eq!((fault.message.as_str(), place.as_str()), ("no such file", "'c'"));
        assert_eq!(source.part(fault.labels[0].span.start).name, "a");
    }

    #[test]
    fn circles_are_found() {
        let (_, fault) = gathered("extends = 'own'", &[("own", "extends = 'own'")]);
        let (fault, place) = fault.expect("a fault");
        assert_eq!((fault.message.as_str(), place.as_str()), ("the file extends itself", "'own'"));
        let files = [("a", "extends = 'b'"), ("b", "extends = 'c'"), ("c", "extends = 'a'")];
        let (_, fault) = gathered("extends = 'a'", &files);
        let (fault, place) = fault.expect("a fault");
        assert_eq!((fault.message.contains("circle"), place.as_str()), (true, "'a'"));
        let way = "`a` extends `b`, which extends `c`, which extends `a`";
        assert_eq!(fault.help, [way]);
    }

    #[test]
    fn a_chain_and_its_texts_are_bounded() {
        let names: Vec<(String, String)> = (0..2 * CHAIN)
            .map(|at| (format!("f{at}"), format!("extends = 'f{}'", at + 1)))
            .collect();
        let files: Vec<(&str, &str)> =
            names.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (source, fault) = gathered("extends = 'f0'", &files);
        assert_eq!(source.parts().count(), CHAIN);
        let (fault, place) = fault.expect("a fault");
        assert_eq!(fault.message, "too many files extend one another");
        assert_eq!(place, format!("'f{}'", CHAIN - 1));

        let large = "#".repeat(FILE_BYTES - 5);
        let (_, fault) = gathered("extends = 'large'", &[("large", &large)]);
        assert!(fault.expect("a fault").0.message.contains("too large"));
    }
}
