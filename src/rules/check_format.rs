//! Faults of a format whose every word is right: what could not be read, or not be told apart.

use super::check_pieces;
use super::graph::{Facing, Graph};
use super::model::*;
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};

/// The faults of the rules' format.
pub(super) fn format(rules: &Rules, faults: &mut Vec<Diagnostic>) {
    for form in std::iter::once(rules.format.form()).chain(rules.format.others()) {
        let mut found = Vec::new();
        case(rules, form, &mut found);
        // What a form takes from the format itself is at fault there already.
        found.retain(|fault| !faults.contains(fault));
        faults.append(&mut found);
    }
    let format = &rules.format;
    let answers = || std::iter::once(&format.answer).chain(&format.no_move);
    for template in answers() {
        only("an answer", &template.0, &[&POSITION, &ANSWER], faults);
    }
    let parts = answers().chain([&format.case]).flat_map(|template| &template.0);
    clashes(&format.cells, &parts.collect::<Vec<_>>(), faults);
    slots(rules, faults);
    if let Cases::Until(field, _) = format.cases {
        let first = format.case.0.first();
        let leads = matches!(first, Some(part) if matches!(part.value, Part::Field(known, _) if known == field));
        let number = [Field::Size, Field::Width, Field::Height].contains(&field);
        if let (Some(first), false) = (first, leads && number) {
            let message =
                format!("the cases end with `{}`, and a case does not begin with it", field.word());
            let fault = Diagnostic::new(message, first.span);
            faults.push(fault.help("let the case begin with the size that ends the input"));
        }
    }
    coordinate(rules, faults);
}

/// The faults of one form of a case.
fn case(rules: &Rules, form: Form<'_>, faults: &mut Vec<Diagnostic>) {
    let case = form.case;
    let at = |wanted: &[Field]| {
        case.0
            .iter()
            .find(|part| matches!(part.value, Part::Field(field, _) if wanted.contains(&field)))
    };
    let span = form.cells.first().map_or(rules.board.span, |glyph| glyph.glyph.span);
    let span = form.name.map_or(span, |name| name.span);
    let sizes = ["size", "width", "height"];
    // What tells nothing could not be written.
    let ignored: &[&str] = if form.name.is_some() { &["number"] } else { &[] };
    only("a case", &case.0, &[&POSITION, &sizes, ignored], faults);
    // Where nothing stands anywhere, the numbers of the cells are the board.
    let of_cells = |number: &NumberRule| rules.kinds.is_empty() && number.of == Bearer::Cell;
    let numbers = case.0.iter().find(|part| match part.value {
        Part::Field(Field::Numbers(number), _) => of_cells(&rules.numbers[number.index()]),
        _ => false,
    });
    let Some(board) = at(&[Field::Board, Field::Pieces]).or(numbers) else {
        let fault = Diagnostic::new(
            "a case without `{board}`",
            case.0.first().map_or(span, |part| part.span),
        );
        faults.push(match rules.numbers.iter().find(|number| of_cells(number)) {
            Some(number) => fault.help(format!(
                "or `{{numbers:{}}}`: where nothing stands anywhere, that is the board",
                number.name.value
            )),
            None => fault.help("or `{pieces}`, which tells the board as well"),
        });
        return;
    };
    if let (Some(one), Some(other)) = (at(&[Field::Board]), at(&[Field::Pieces])) {
        let fault = Diagnostic::new("the board is told twice", one.span.max(other.span));
        faults.push(fault.also(one.span.min(other.span), "here already"));
    }
    check_pieces::pieces(rules, form, faults);
    let size = at(&[Field::Size]).or_else(|| at(&[Field::Width]).and(at(&[Field::Height])));
    match (rules.board.size, size) {
        (None, None) => faults.push(
            Diagnostic::new("the size is to be read, and a case does not tell it", board.span)
                .help("put `{size}`, or `{width}` and `{height}`, before the board"),
        ),
        (None, Some(size)) if size.span > board.span => faults.push(
            Diagnostic::new("the size stands after the board", size.span)
                .also(board.span, "the board"),
        ),
        _ => {}
    }
    if let (TurnText::Words(words), Some(turn)) = (form.turn, at(&[Field::Turn, Field::Pieces])) {
        for (at, player) in rules.players.iter().enumerate() {
            if !words.iter().any(|(_, known)| known.index() == at) {
                let fault = Diagnostic::new(
                    format!("no word says that it is the turn of `{}`", player.name.value),
                    turn.span,
                );
                faults.push(fault.help("give one in `turn = { … }` for every player"));
            }
        }
    }
    glyphs(form.cells, faults);
    towers(rules, form, faults);
    if form.name.is_some() {
        clashes(form.cells, &case.0.iter().collect::<Vec<_>>(), faults);
    }
}

/// What could not tell of towers.
fn towers(rules: &Rules, form: Form<'_>, faults: &mut Vec<Diagnostic>) {
    if rules.board.stack == 1 {
        return;
    }
    let brackets = |glyph: &&Glyph| glyph.glyph.value.contains(['(', ')']);
    if let Some(Glyph { glyph, .. }) = form.cells.iter().find(brackets) {
        let message = format!("`{}` means something else where cells carry towers", glyph.value);
        let fault = Diagnostic::new(message, glyph.span);
        faults.push(fault.help("a tower stands between `(` and `)`, what is on top first"));
    }
    let pieces = |part: &&Spanned<Part>| matches!(part.value, Part::Field(Field::Pieces, _));
    if let Some(part) = form.case.0.iter().find(pieces) {
        let fault = Diagnostic::new("`{pieces}` tells one piece a cell, and no tower", part.span);
        faults.push(fault.help("write `{board}` or `{board:packed}`"));
    }
}

/// Fields that tell of a position, whether it is read or written.
const POSITION: [&str; 11] = [
    "board", "pieces", "turn", "step", "hands", "letters", "marked", "counter", "numbers", "round",
    "ply",
];
/// Fields that tell of an answer.
const ANSWER: [&str; 8] = ["n", "mover", "verdict", "hops", "path", "move", "moves", "score"];

/// Reports the fields that have no place in a template.
fn only(what: &str, parts: &[Spanned<Part>], known: &[&[&str]], faults: &mut Vec<Diagnostic>) {
    let known = known.concat();
    for part in parts {
        if let Part::Field(field, _) = part.value
            && !known.contains(&field.word())
        {
            let message = format!("{what} has no field `{}`", field.word());
            let fault = Diagnostic::new(message, part.span);
            faults.push(fault.help(format!("expected one of {}", crate::diag::list(&known))));
        }
    }
}

/// Glyphs that the parts of a template would take for something else.
fn clashes(glyphs: &[Glyph], parts: &[&Spanned<Part>], faults: &mut Vec<Diagnostic>) {
    let clashes = [
        (
            Style::Packed,
            "0123456789/",
            "on a packed board",
            "digits count empty cells there, and `/` parts the rows",
        ),
        (Style::Counted, "0123456789", "in a counted hand", "digits count pieces there"),
        (Style::Bracketed, "[]", "beside a bracketed hand", "a hand stands between them"),
    ];
    for (style, taken, place, help) in clashes {
        let styled =
            |part: &&&Spanned<Part>| matches!(part.value, Part::Field(_, known) if known == style);
        let Some(part) = parts.iter().find(styled) else { continue };
        let clash = |glyph: &&Glyph| glyph.glyph.value.contains(|c| taken.contains(c));
        if let Some(Glyph { glyph, .. }) = glyphs.iter().find(clash) {
            let message = format!("`{}` means something else {place}", glyph.value);
            let fault = Diagnostic::new(message, glyph.span);
            let word = style.word();
            faults.push(fault.also(part.span, format!("{word} here")).help(help));
        }
    }
}

/// Fields of what the rules do not keep.
fn slots(rules: &Rules, faults: &mut Vec<Diagnostic>) {
    for (field, style, span) in rules.format.styled() {
        let counter = match field {
            Field::Counter(counter) if style == Style::Spent => rules.counters.get(counter.index()),
            _ => None,
        };
        if let Some(counter) = counter.filter(|rule| rule.up.is_some() || rule.down.is_none()) {
            let message = format!("nothing of `{}` is ever spent", counter.name.value);
            let fault = Diagnostic::new(message, span).also(counter.name.span, "it goes up");
            faults.push(fault.help("a counter that goes only `down` is spent"));
        }
        match field {
            Field::Hands if rules.hands.is_none() => {
                let fault = Diagnostic::new("nobody has a hand to be written", span);
                faults.push(fault.help("declare `[hands]`"));
            }
            Field::Numbers(number) if style == Style::Packed => {
                let rule = &rules.numbers[number.index()];
                if rule.of != Bearer::Cell {
                    let message = format!("`{}` has no rows to be packed", rule.name.value);
                    let fault = Diagnostic::new(message, span);
                    faults.push(fault.also(rule.name.span, rule.of.told()));
                }
            }
            Field::Letters(mark)
                if !rules.format.letters.iter().any(|letter| letter.mark == mark) =>
            {
                let name =
                    rules.marks.get(mark.index()).map_or("", |mark| mark.name.value.as_str());
                let fault = Diagnostic::new(format!("no letters are declared for `{name}`"), span);
                faults.push(fault.help(format!(
                    "say which cells each means: `letters.{name} = {{ A = 'TEST' }}`"
                )));
            }
            _ => {}
        }
    }
}

fn coordinate(rules: &Rules, faults: &mut Vec<Diagnostic>) {
    let parts = &rules.format.coordinate.0;
    let number = |part: &&Spanned<Part>| matches!(part.value, Part::Field(Field::Nth, _));
    if let Some(number) = parts.iter().find(number) {
        return numbers(rules, number.span, faults);
    }
    let layers = rules.board.shape.layers;
    let tells = |wanted: [Field; 2]| {
        parts
            .iter()
            .any(|part| matches!(part.value, Part::Field(field, _) if wanted.contains(&field)))
    };
    let mut unfit = false;
    for part in parts {
        let fits = match &part.value {
            Part::Field(field, _) => {
                matches!(field, Field::File | Field::Rank | Field::Row | Field::Column)
                    || (*field == Field::Layer && layers > 1)
            }
            Part::Newline => false,
            Part::Text(_) => true,
        };
        if !fits {
            unfit = true;
            let fault = Diagnostic::new("a cell's name is made of text and its place", part.span);
            let layer = matches!(part.value, Part::Field(Field::Layer, _));
            let places = "use `{file}`, `{rank}`, `{row}`, `{column}` and `{layer}`";
            faults.push(match layer {
                true => fault.label("the board has only one layer"),
                false => fault.help(format!("{places}, or `{{number:REGION}}` alone")),
            });
        }
    }
    if let (Some(first), Some(last), false) = (parts.first(), parts.last(), unfit)
        && !(tells([Field::File, Field::Column]) && tells([Field::Rank, Field::Row]))
    {
        let fault =
            Diagnostic::new("several cells would have the same name", first.span.to(last.span));
        faults.push(
            fault.help("use one of `{file}` and `{column}`, and one of `{rank}` and `{row}`"),
        );
    } else if let (Some(first), Some(last), false) = (parts.first(), parts.last(), unfit)
        && layers > 1
        && !tells([Field::Layer; 2])
    {
        let span = first.span.to(last.span);
        let fault = Diagnostic::new("several cells would have the same name", span);
        faults.push(fault.help("the board has layers: use `{layer}` as well"));
    }
}

/// Faults of cells that have numbers.
fn numbers(rules: &Rules, span: Span, faults: &mut Vec<Diagnostic>) {
    let format = &rules.format;
    if format.coordinate.0.len() > 1 {
        let fault = Diagnostic::new("a cell's number is its whole name", span);
        faults.push(fault.help("write nothing beside it"));
    }
    if let (Some(cells), Some(size)) = (&format.numbered, rules.board.size) {
        let graph = Graph::still(&rules.board.shape, size);
        let north = Facing::NORTH;
        if !graph.all().any(|cell| graph.contains(cells, cell, north)) {
            faults.push(Diagnostic::new("no cell of the board has a number", span));
        }
    }
    if let Some((_, marked)) = format.fields().find(|(field, _)| matches!(field, Field::Marked(_)))
    {
        let fault = Diagnostic::new("numbers of cells cannot stand one after another", marked);
        faults.push(fault.also(span, "cells have numbers"));
    }
}

/// Glyphs that cannot be told from a shorter one and what may follow it.
fn glyphs(glyphs: &[Glyph], faults: &mut Vec<Diagnostic>) {
    for Glyph { glyph, .. } in glyphs {
        let shorter = glyphs.iter().map(|other| &other.glyph).find(|other| {
            let rest = glyph.value.strip_prefix(other.value.as_str());
            rest.is_some_and(|rest| !rest.is_empty() && begins(rest, glyphs))
        });
        if let Some(shorter) = shorter {
            let message =
                format!("`{}` may also be `{}` and what follows it", glyph.value, shorter.value);
            faults.push(Diagnostic::new(message, glyph.span).also(shorter.span, "the shorter one"));
        }
    }
}

/// Whether a row of glyphs may begin so.
fn begins(text: &str, glyphs: &[Glyph]) -> bool {
    glyphs.iter().map(|other| other.glyph.value.as_str()).any(|other| {
        let rest = text.strip_prefix(other).filter(|_| !other.is_empty());
        other.starts_with(text) || rest.is_some_and(|rest| begins(rest, glyphs))
    })
}
