//! Sections → rule files.

use super::cells::Size;
use super::ini::{Entry, Section};
use super::lay;
use super::scope::{Bound, Failed, Scope};
use super::settings::{Note, Settings};
use super::start::Start;
use super::table::{FileRow, Format};
use super::value::Value;
use super::write;
use crate::diag::Diagnostic;
use crate::source::Span;
use toml::{Table, Value as Toml};

/// Sections that build on one another.
const CHAIN: usize = 32;

/// The text of a rule file that is shipped, by its name.
pub type Shipped<'a> = &'a dyn Fn(&str) -> Option<&'a str>;

/// A section as a rule file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The name of the section.
    pub name: String,
    /// The rule file.
    pub text: String,
    /// What is not carried over.
    pub lost: Vec<Diagnostic>,
}

/// Makes rule files of sections.
pub struct Importer<'a> {
    format: &'a Format,
    sections: &'a [Section],
    shipped: Shipped<'a>,
}

/// A section with all that it builds on.
struct Chain<'a> {
    /// From the first base to the section itself; whether each stands in the user's own file.
    links: Vec<(&'a Section, bool)>,
    /// The rule file that it is written over, and the number of links that are in it.
    root: Option<(&'a FileRow, usize)>,
}

impl Chain<'_> {
    /// Whether the note is of something that the rule file leaves out, and no later link says again.
    fn lacks(&self, note: &Note, later: &[(&Section, bool)]) -> bool {
        let (Note::Lost(entry, _), Some((row, _))) = (note, self.root) else { return false };
        let again = |known: &Entry| known.key.value == entry.key.value;
        let said = later.iter().any(|(section, _)| section.entries.iter().any(again));
        row.lacks.contains_key(&entry.key.value) && !said
    }
}

impl<'a> Importer<'a> {
    /// An importer of these sections.
    pub fn new(format: &'a Format, sections: &'a [Section], shipped: Shipped<'a>) -> Self {
        Self { format, sections, shipped }
    }

    /// The section of that place in the file as a rule file.
    ///
    /// # Errors
    ///
    /// A base that is not known, or too many of them. What is wrong with the table is told as a fault of
    /// the section.
    pub fn import(&self, number: usize) -> Result<Imported, Vec<Diagnostic>> {
        let Some(section) = self.sections.get(number) else { return Err(Vec::new()) };
        let chain = self.chain(number).map_err(|fault| vec![fault])?;
        let table = |why: String| vec![Diagnostic::new(why, section.name.span)];
        let mut settings = Settings::new(self.format).map_err(table)?;
        let (mut lost, mut shown) = (Vec::new(), Vec::new());
        let mut old = None;
        for (at, (link, own)) in chain.links.iter().enumerate() {
            let notes = settings.lay(self.format, link, *own);
            if chain.root.is_some_and(|(_, links)| links == at + 1) {
                old = Some(settings.clone());
            } else if chain.root.is_none_or(|(_, links)| at >= links) {
                for note in notes {
                    self.note(note, *own, section, &mut lost, &mut shown);
                }
                continue;
            }
            // What the rule file leaves out that stands for these links is left out with it.
            let later = &chain.links[at + 1..];
            for note in notes.into_iter().filter(|note| chain.lacks(note, later)) {
                self.note(note, *own, section, &mut lost, &mut shown);
            }
        }
        if let (Some(old), Some((row, _))) = (&mut old, chain.root) {
            row.lacks.iter().for_each(|(option, value)| old.put(self.format, option, value));
        }
        let sized = |settings: &Settings| settings.size(self.format);
        let file = chain.root.map(|(row, _)| row).filter(|row| {
            !row.fixed || old.as_ref().is_some_and(|old| sized(old) == sized(&settings))
        });
        let same = old.as_ref().is_some_and(|old| old.pieces == settings.pieces);
        let scope = Scope::new(self.format, &settings, file, [same, false])
            .map_err(|failed| table(failed.why))?;
        let (document, mut failed) = scope.document();
        failed.extend(scope.refused());
        let (mut body, mut moving) = (document.clone(), moves(&document));
        let base = file.and_then(|row| self.shipped(&row.file));
        if let (Some(old), Some(row), Some(base)) = (&old, file, base) {
            let scope = Scope::new(self.format, old, file, [true, true])
                .map_err(|failed| table(failed.why))?;
            let (before, known) = scope.document();
            failed.retain(|fault| !known.contains(fault) && !scope.refused().contains(fault));
            let target = lay::patched(&base, &before, &document);
            let target = lay::without_loose(lay::with_kinds(target, &document), &base);
            moving = moves(&target);
            body = lay::difference(&base, &target);
            body.insert(String::from("extends"), Toml::String(row.file.clone()));
        }
        if !moving {
            let fault = Diagnostic::new("a variant in which nothing can move", section.name.span);
            return Err(vec![
                fault.help("name its pieces: `name = letter`, or a base that has some"),
            ]);
        }
        for fault in failed {
            self.fail(fault, &settings, section, &mut lost);
        }
        let text = self.text(section, body, &lost, &shown);
        Ok(Imported {
            name: section.name.value.clone(),
            text,
            lost: lost.into_iter().map(|lost| lost.fault).collect(),
        })
    }

    /// The sections that one builds on: those before it in the file, then the format's own.
    fn chain(&self, number: usize) -> Result<Chain<'a>, Diagnostic> {
        let mut links = Vec::new();
        let (mut at, mut own) = (number, true);
        let mut root = None;
        loop {
            let from = if own { self.sections } else { &self.format.variants };
            let Some(section) = from.get(at) else { break };
            links.push((section, own));
            if !own
                && root.is_none()
                && let Some(row) = self.format.table.files.get(&section.name.value)
            {
                root = Some((row, links.len()));
            }
            let Some(base) = &section.base else { break };
            if links.len() > CHAIN {
                let fault = Diagnostic::new("too many sections build on one another", base.span);
                return Err(fault.label(format!("at most {CHAIN}")));
            }
            let before = from.get(..at).unwrap_or_default();
            let found = before.iter().rposition(|known| known.name.value == base.value);
            (at, own) = match (found, own) {
                (Some(at), own) => (at, own),
                (None, true) => {
                    let known = &self.format.variants;
                    let found = known.iter().position(|known| known.name.value == base.value);
                    (
                        found
                            .ok_or_else(|| self.unknown(base.value.as_str(), base.span, before))?,
                        false,
                    )
                }
                (None, false) => {
                    return Err(Diagnostic::new(
                        format!("the table builds on `{}`, which it does not have", base.value),
                        self.sections
                            .get(number)
                            .map(|section| section.name.span)
                            .unwrap_or_default(),
                    ));
                }
            };
        }
        let length = links.len();
        links.reverse();
        let root = root.map(|(row, from_end)| (row, length + 1 - from_end));
        Ok(Chain { links, root })
    }

    fn unknown(&self, word: &str, span: Span, before: &[Section]) -> Diagnostic {
        let own = before.iter().map(|section| section.name.value.as_str());
        let all = own.chain(self.format.variants.iter().map(|section| section.name.value.as_str()));
        let mut fault = Diagnostic::unknown("variant", word, span, all);
        fault.help = vec![String::from(
            "a section builds on one that stands before it, or on a variant of the format's own",
        )];
        fault
    }

    /// A shipped rule file with all that it extends, as one table.
    fn shipped(&self, name: &str) -> Option<Table> {
        let mut texts = Vec::new();
        let mut next = Some(name.to_owned());
        while let Some(name) = next.filter(|_| texts.len() < CHAIN) {
            let mut table: Table = (self.shipped)(&name)?.parse().ok()?;
            next = match table.remove("extends") {
                Some(Toml::String(name)) => Some(name),
                _ => None,
            };
            texts.push(table);
        }
        let mut base = texts.pop()?;
        while let Some(over) = texts.pop() {
            lay::lay(&mut base, &over);
        }
        Some(base)
    }

    fn note(
        &self,
        note: Note,
        own: bool,
        section: &Section,
        lost: &mut Vec<Lost>,
        shown: &mut Vec<String>,
    ) {
        match note {
            Note::Display(entry) if own => {
                shown.push(format!("{} = {}", entry.key.value, entry.value.value));
            }
            Note::Again(entry, later) if own => {
                let [first, last] = [&entry, &later].map(|entry| &entry.value.value);
                shown.push(format!("{} = {first} (`{last}` below counts)", entry.key.value));
            }
            Note::Display(_) | Note::Again(..) => {}
            Note::Lost(entry, mut fault) => {
                if !own {
                    fault = of_base(
                        &format!("{} = {}", entry.key.value, entry.value.value),
                        section,
                        &reason(&fault),
                    );
                }
                let option = format!("{} = {}", entry.key.value, entry.value.value);
                lost.push(Lost { option, why: reason(&fault), fault });
            }
        }
    }

    fn fail(&self, failed: Failed, settings: &Settings, section: &Section, lost: &mut Vec<Lost>) {
        let Failed { option, why } = failed;
        let name = option.unwrap_or_else(|| String::from("the table"));
        let name = settings
            .piece(&name)
            .filter(|piece| piece.betza.is_some())
            .map_or(name.clone(), |piece| piece.kind.clone());
        if lost.iter().any(|known| known.option == name && known.why == why) {
            return;
        }
        let fault = match settings.said.get(&name) {
            Some(span) => {
                Diagnostic::new(format!("`{name}` is not carried over"), *span).label(why.clone())
            }
            None => of_base(&name, section, &why),
        };
        lost.push(Lost { option: name, why, fault });
    }

    fn text(&self, section: &Section, mut body: Table, lost: &[Lost], shown: &[String]) -> String {
        let one_line = |text: &str| text.replace(char::is_control, " ");
        let mut text = String::new();
        for lost in lost {
            text += &format!(
                "# not carried over: {} ({})\n",
                one_line(&lost.option),
                one_line(&lost.why)
            );
        }
        for option in shown {
            text += &format!("# no rule: {}\n", one_line(option));
        }
        let mut head = Table::new();
        match body.remove("extends") {
            Some(base) => head.insert(String::from("extends"), base),
            None => head.insert(String::from("interp"), Toml::Integer(1)),
        };
        head.insert(String::from("name"), Toml::String(section.name.value.clone()));
        for key in ["interp", "name", "about"] {
            body.remove(key);
        }
        text += &write::file(&head);
        text + &write::file(&body)
    }
}

/// Something that is not carried over.
struct Lost {
    option: String,
    why: String,
    fault: Diagnostic,
}

/// What a fault says at its place, or as a whole.
fn reason(fault: &Diagnostic) -> String {
    let label = fault.labels.first().map(|label| label.text.as_str()).unwrap_or_default();
    let said = [label, fault.help.first().map(String::as_str).unwrap_or_default()];
    let said: Vec<&str> = said.into_iter().filter(|text| !text.is_empty()).collect();
    match said.is_empty() || !label.is_empty() && fault.message.starts_with("unknown") {
        true => fault.message.clone(),
        false => said.join("; "),
    }
}

/// Something that a base says and that is not carried over.
fn of_base(option: &str, section: &Section, why: &str) -> Diagnostic {
    let place = section.base.as_ref().unwrap_or(&section.name);
    Diagnostic::new(format!("`{option}` is not carried over"), place.span)
        .label(format!("`{}` has it: {why}", place.value))
}

impl Scope<'_> {
    /// The whole rule file of the variant, and what could not be said.
    fn document(&self) -> (Table, Vec<Failed>) {
        let (mut document, mut failed) = (Table::new(), Vec::new());
        for row in &self.format.table.rule {
            for bound in self.bounds(row.each.as_deref()) {
                // What the players differ in matters only where the row is written at all.
                let idle = row.when.as_deref().map(|when| self.holds(when, &Bound::default()));
                if bound.is_err() && idle == Some(Ok(false)) {
                    continue;
                }
                let add = bound.and_then(|bound| {
                    let when = row.when.as_deref();
                    let holds = when.map_or(Ok(true), |when| self.holds(when, &bound))?;
                    if holds { self.table(&row.add, &bound) } else { Ok(Table::new()) }
                });
                match add {
                    Ok(add) => lay::grow(&mut document, add),
                    Err(fault) => failed.push(fault),
                }
            }
        }
        let mut pieces = Table::new();
        for piece in &self.settings.pieces {
            let mut row = Table::new();
            match self.moves(piece) {
                Ok(Some((key, moves))) => drop(row.insert(key.to_owned(), moves)),
                Ok(None) => {}
                Err(fault) => failed.push(fault),
            }
            pieces.insert(self.kind(&piece.kind), Toml::Table(row));
        }
        // Kinds come in the order of the variant, those that rules add after them.
        if let Some(Toml::Table(added)) = document.remove("pieces") {
            for (name, added) in added {
                let row = pieces.entry(name).or_insert_with(|| Toml::Table(Table::new()));
                if let (Toml::Table(row), Toml::Table(added)) = (row, added) {
                    several(row, &added);
                    lay::grow(row, added);
                }
            }
        }
        failed.extend(self.put_around(&mut pieces));
        let mut ordered = Table::new();
        let first = ["board", "players", "regions", "marks", "hands"];
        for key in first {
            if let Some(value) = document.remove(key) {
                ordered.insert(key.to_owned(), value);
            }
        }
        ordered.insert(String::from("pieces"), Toml::Table(pieces));
        let format = document.remove("format");
        ordered.extend(document);
        if let Some(Toml::Table(mut format)) = format {
            match self.position(&format) {
                Ok((case, setup)) => {
                    format.insert(String::from("case"), Toml::String(case));
                    match setup {
                        Ok(setup) => {
                            drop(format.insert(String::from("setup"), Toml::String(setup)))
                        }
                        Err(fault) => failed.push(fault),
                    }
                }
                Err(fault) => failed.push(fault),
            }
            ordered.insert(String::from("format"), Toml::Table(format));
        }
        (ordered, failed)
    }

    /// What a row is written for.
    fn bounds(&self, each: Option<&str>) -> Vec<Result<Bound, Failed>> {
        let Some(each) = each else { return vec![Ok(Bound::default())] };
        if each == "sides" {
            return (0..2).map(|side| Ok(Bound { side: Some(side), ..Bound::default() })).collect();
        }
        let of = |piece: String, to: Option<String>| {
            Ok(Bound { piece: Some(piece), to, ..Bound::default() })
        };
        match self.values(each) {
            Some([first, second]) if first != second => {
                vec![Err(Failed::of(each, "the two players have different ones"))]
            }
            Some([Value::Pairs(pairs), _]) => {
                pairs.into_iter().map(|(from, to)| of(from, Some(to))).collect()
            }
            _ => match self.kinds(each, &Bound::default()) {
                Some(kinds) => kinds.into_iter().map(|kind| of(kind, None)).collect(),
                None => vec![Err(Failed::table(format!("`{each}` is no list")))],
            },
        }
    }

    /// What the table says is not carried over.
    fn refused(&self) -> Vec<Failed> {
        let mut failed = Vec::new();
        for row in &self.format.table.refuse {
            for bound in self.bounds(row.each.as_deref()) {
                match bound.and_then(|bound| self.holds(&row.when, &bound)) {
                    Ok(true) => {
                        let of = |option: &String| Failed::of(option, row.why.clone());
                        failed.extend(row.options.iter().map(of));
                    }
                    Ok(false) => {}
                    Err(fault) => failed.push(fault),
                }
            }
        }
        failed
    }

    /// How a position is written, and the usual one.
    fn position(&self, format: &Table) -> Result<(String, Result<String, Failed>), Failed> {
        let (mut case, mut setup) = (String::new(), String::new());
        for field in &self.format.table.fields {
            let when = field.when.as_deref();
            if !when.map_or(Ok(true), |when| self.holds(when, &Bound::default()))? {
                continue;
            }
            let text = self.text(&field.text, &Bound::default(), 0)?;
            let gap = if field.joined || case.is_empty() { "" } else { " " };
            case += &format!("{gap}{text}");
            let value = match &field.take {
                None => text,
                Some(part) => {
                    let there = self.start.part(part).filter(|text| !text.is_empty());
                    let there = there.unwrap_or(&field.default);
                    let (before, rest) = text.split_once('{').unwrap_or((&text, ""));
                    let after = rest.split_once('}').map_or("", |(_, after)| after);
                    format!("{before}{there}{after}")
                }
            };
            setup += &format!("{gap}{value}");
        }
        let setup = self.setup(format).map(|()| setup);
        Ok((case, setup))
    }

    /// Whether the usual position is one of the variant.
    fn setup(&self, format: &Table) -> Result<(), Failed> {
        let option = &self.format.table.start;
        let cells = format.get("cells").and_then(Toml::as_table);
        let on_board = Start::pieces(&self.start.board);
        for piece in on_board.into_iter().chain(Start::pieces(&self.start.hands)) {
            if cells.is_none_or(|cells| !cells.contains_key(&piece)) {
                return Err(Failed::of(option, format!("`{piece}` is no piece of the variant")));
            }
        }
        let letters = format.get("letters").and_then(Toml::as_table);
        let known = |letter: char| {
            let tables = || letters.into_iter().flat_map(Table::values).filter_map(Toml::as_table);
            letter == '-' || tables().any(|table| table.contains_key(&letter.to_string()))
        };
        let rights = self.start.part("rights").unwrap_or_default();
        if let Some(letter) = rights.chars().find(|letter| letters.is_some() && !known(*letter)) {
            return Err(Failed::of(option, format!("the right `{letter}` is not known")));
        }
        if self.start.rows(self.size).is_none() {
            let Size { files, ranks } = self.size;
            return Err(Failed::of(
                option,
                format!("it is no board of {files} files and {ranks} ranks"),
            ));
        }
        Ok(())
    }
}

/// Whether a rule file has any move.
fn moves(document: &Table) -> bool {
    let tables = |key: &str| document.get(key).and_then(Toml::as_table).into_iter().flatten();
    let can = |piece: &Toml| piece.get("moves").is_some() || piece.get("betza").is_some();
    tables("actions").next().is_some() || tables("pieces").any(|(_, piece)| can(piece))
}

/// Makes the moves of a piece a table, where moves with names are added to them.
fn several(row: &mut Table, added: &Table) {
    if !added.get("moves").is_some_and(Toml::is_table) {
        return;
    }
    let moves = match (row.remove("betza"), row.remove("moves")) {
        (Some(betza), _) => Table::from_iter([(String::from("betza"), betza)]).into(),
        (None, Some(moves @ Toml::String(_))) => moves,
        (None, Some(moves)) => return drop(row.insert(String::from("moves"), moves)),
        (None, None) => return,
    };
    let named = Table::from_iter([(String::from("step"), moves)]);
    row.insert(String::from("moves"), Toml::Table(named));
}
