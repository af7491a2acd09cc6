//! `[board]` → shape and size.

use super::Graph;
use super::drawing::Drawing;
use super::limits;
use super::model::Board;
use super::names::Names;
use super::shape::{Outline, Shape, Tiling};
use crate::diag::Diagnostic;
use crate::position::Size;
use crate::source::{Span, Spanned};
use crate::syntax::decl::{BoardDecl, SizeDecl};
use crate::syntax::text::Text;

/// The shapes, and the keys of each beside `shape` and `holes`.
const SHAPES: [(&str, &[&str]); 4] = [
    ("square", &["size", "wraps"]),
    ("hex", &["size", "wraps", "side", "form"]),
    ("triangular", &["size", "side", "form"]),
    ("drawn", &["drawing"]),
];

/// The board of a file; `whole` is the place of what the file does not say.
pub(super) fn read(
    decl: Option<&BoardDecl>,
    whole: Span,
    names: &Names,
    faults: &mut Vec<Diagnostic>,
) -> Board {
    let Some(decl) = decl else {
        return Board { size: None, shape: Shape::default(), stack: 1, span: whole };
    };
    let before = faults.len();
    let (mut shape, size) = outline(decl, faults);
    if let Some(holes) = &decl.holes {
        shape.holes = names.cells(holes, faults);
        if let (Some(size), true) = (size, faults.len() == before)
            && Graph::still(&shape, size).all().next().is_none()
        {
            let fault = Diagnostic::new("the holes leave no cell", holes.span);
            faults.push(fault.label("every cell of the board is one"));
        }
    }
    let cells = size.map(|size| usize::from(size.width) * usize::from(size.height));
    // What is wrong with the size has been told.
    let stack = decl.stack.as_ref().filter(|_| faults.len() == before);
    let stack = super::tower::read(stack, cells, faults).unwrap_or(1);
    Board { size, shape, stack, span: decl.span }
}

/// The shape and the size of a board but for its holes.
pub(super) fn outline(decl: &BoardDecl, faults: &mut Vec<Diagnostic>) -> (Shape, Option<Size>) {
    let mut shape = Shape::default();
    let word = decl.shape.as_ref().map_or("square", |shape| shape.value.as_str());
    let Some((_, keys)) = SHAPES.iter().find(|(known, _)| *known == word) else {
        if let Some(given) = &decl.shape {
            let known = SHAPES.iter().map(|(known, _)| *known);
            faults.push(Diagnostic::unknown("shape", &given.value, given.span, known));
        }
        return (shape, None);
    };
    strangers(decl, word, keys, faults);
    match word {
        "hex" => shape.tiling = Tiling::Hex,
        "triangular" => shape.tiling = Tiling::Triangular,
        "drawn" => return drawn(decl, shape, faults),
        _ => {}
    }
    if let Some(wraps) = &decl.wraps {
        shape.wraps = match wraps.value.as_str() {
            "files" => (true, false),
            "ranks" => (false, true),
            "both" => (true, true),
            other => {
                let known = ["files", "ranks", "both"];
                faults.push(Diagnostic::unknown("way to wrap", other, wraps.span, known));
                (false, false)
            }
        };
    }
    if let (Some(side), true) = (&decl.side, keys.contains(&"side")) {
        if let Some(wraps) = decl.wraps.as_ref().filter(|_| keys.contains(&"wraps")) {
            let fault = Diagnostic::new("a board of this form does not wrap", wraps.span);
            faults.push(
                fault
                    .also(side.span, "its form has no opposite edges to be joined")
                    .help("a rhombus wraps: write `size = [8, 8]` in place of `side` and `form`"),
            );
            shape.wraps = (false, false);
        }
        return formed(decl, side, shape, faults);
    }
    if let Some(form) = &decl.form {
        let fault = Diagnostic::new("a form needs the length of its side", form.span);
        faults.push(fault.help("write `side = 5` in place of `size`"));
    }
    let size = decl.size.as_ref().and_then(|size| sized(size, &mut shape, faults));
    (shape, size)
}

/// Reports the keys that boards of this shape do not have, and the one that is missing.
fn strangers(decl: &BoardDecl, word: &str, keys: &[&str], faults: &mut Vec<Diagnostic>) {
    let text = |text: &Option<Text>| text.as_ref().map(|text| text.span);
    let size = decl.size.as_ref().map(|size| match size {
        SizeDecl::Fixed(sides) => sides.first().map_or(decl.span, |side| side.span),
        SizeDecl::Read => decl.span,
    });
    let given = [
        ("size", size),
        ("side", decl.side.as_ref().map(|side| side.span)),
        ("form", text(&decl.form)),
        ("wraps", text(&decl.wraps)),
        ("drawing", text(&decl.drawing)),
    ];
    for (key, span) in given {
        if let Some(span) = span.filter(|_| !keys.contains(&key)) {
            let fault = Diagnostic::new(format!("a board of this shape has no `{key}`"), span);
            let shapes = SHAPES.iter().filter(|(_, keys)| keys.contains(&key));
            let shapes: Vec<&str> = shapes.map(|(shape, _)| *shape).collect();
            let help =
                format!("`{key}` belongs to boards of the shape {}", crate::diag::list(&shapes));
            faults.push(fault.label(format!("the shape is `{word}`")).help(help));
        }
    }
    let told = given.iter().any(|(key, span)| {
        ["size", "side", "drawing"].contains(key) && keys.contains(key) && span.is_some()
    });
    if !told && given.iter().any(|(_, span)| span.is_some()) {
        let span = decl.shape.as_ref().map_or(decl.span, |shape| shape.span);
        let keys: Vec<&str> =
            keys.iter().copied().filter(|key| !["form", "wraps"].contains(key)).collect();
        let fault = Diagnostic::new(
            format!("a board of the shape `{word}` needs {}", crate::diag::list(&keys)),
            span,
        );
        faults.push(fault);
    } else if let (Some(size), Some(side), true) = (size, &decl.side, keys.contains(&"side")) {
        let fault = Diagnostic::new("a board has either a `size` or a `side`", side.span);
        faults.push(fault.also(size, "the other"));
    }
}

fn drawn(
    decl: &BoardDecl,
    mut shape: Shape,
    faults: &mut Vec<Diagnostic>,
) -> (Shape, Option<Size>) {
    let Some(text) = &decl.drawing else { return (shape, None) };
    match Drawing::read(text) {
        Ok(drawing) => {
            let side = |cells: usize| cells.clamp(1, usize::from(limits::SIDE)) as u16;
            let size = Size { width: side(drawing.files.len()), height: side(drawing.ranks.len()) };
            shape.tiling = Tiling::Drawn(drawing);
            let sides = [size.width, size.height].map(u32::from);
            fits(&sides, text.span, faults);
            (shape, Some(size))
        }
        Err(found) => {
            faults.extend(found);
            (shape, None)
        }
    }
}

/// A board that is told by the length of its side.
fn formed(
    decl: &BoardDecl,
    side: &Spanned<u32>,
    mut shape: Shape,
    faults: &mut Vec<Diagnostic>,
) -> (Shape, Option<Size>) {
    // The widest form has four times as many files as cells along its side.
    let most = u32::from(limits::SIDE) / 4;
    if side.value == 0 || side.value > most {
        let fault = Diagnostic::new("a board of impossible size", side.span);
        faults.push(fault.label(format!("from 1 to {most}")));
        return (shape, None);
    }
    let known: &[&str] = match shape.tiling {
        Tiling::Hex => &["hexagon", "triangle", "star"],
        _ => &["triangle", "hexagon"],
    };
    let length = side.value as u16;
    shape.outline = match decl.form.as_ref().map(|form| form.value.as_str()) {
        None => {
            let fault = Diagnostic::new("a side of what?", side.span);
            let forms: Vec<String> =
                known.iter().map(|form| format!("`form = \"{form}\"`")).collect();
            faults.push(fault.help(format!("say {}", forms.join(" or "))));
            return (shape, None);
        }
        Some("hexagon") => Outline::Hexagon(length),
        Some("triangle") => Outline::Triangle(length),
        Some("star") if known.contains(&"star") => Outline::Star(length),
        Some(other) => {
            let span = decl.form.as_ref().map_or(side.span, |form| form.span);
            faults.push(Diagnostic::unknown("form", other, span, known.iter().copied()));
            return (shape, None);
        }
    };
    let Some((width, height)) = Shape::grid(&shape.tiling, shape.outline) else {
        return (shape, None);
    };
    fits(&[width, height], side.span, faults);
    let cut = |side: u32| side.clamp(1, u32::from(limits::SIDE)) as u16;
    (shape, Some(Size { width: cut(width), height: cut(height) }))
}

/// A board that is told by its files, ranks and perhaps layers.
fn sized(size: &SizeDecl, shape: &mut Shape, faults: &mut Vec<Diagnostic>) -> Option<Size> {
    let SizeDecl::Fixed(sides) = size else {
        return None;
    };
    let most = u32::from(limits::SIDE);
    for side in sides {
        if side.value == 0 || side.value > most {
            let fault = Diagnostic::new("a board of impossible size", side.span);
            faults.push(fault.label(format!("from 1 to {most}")));
        }
    }
    let span = sides.first()?.span.to(sides.last()?.span);
    let numbers: Vec<u32> = sides.iter().map(|side| side.value.clamp(1, most)).collect();
    if numbers.len() == sides.len() && sides.iter().all(|side| (1..=most).contains(&side.value)) {
        fits(&numbers, span, faults);
    }
    let [width, height, ref layers @ ..] = numbers[..] else { return None };
    if let Some(layers) = layers.first() {
        if shape.tiling != Tiling::Square {
            let fault = Diagnostic::new("only a board of squares has layers", span);
            faults.push(fault.help("write `size = [files, ranks]`"));
            return None;
        }
        let all = (height * layers).min(u32::from(u16::MAX));
        shape.layers = *layers as u16;
        return Some(Size { width: width as u16, height: all as u16 });
    }
    Some(Size { width: width as u16, height: height as u16 })
}

/// Reports a board with too many cells.
fn fits(sides: &[u32], span: Span, faults: &mut Vec<Diagnostic>) {
    let cells: u64 = sides.iter().map(|side| u64::from(*side)).product();
    if cells > limits::CELLS as u64 {
        let fault = Diagnostic::new(format!("a board of {cells} cells is too large"), span);
        faults.push(fault.label(format!("at most {} cells", limits::CELLS)));
    }
}
