//! `interp explain`: what holds and why, with the lines of the rule file that say so.

use std::io;
use std::path::Path;

use super::args::Positions;
use super::console::Console;
use super::fail::Failure;
use super::load::Loaded;
use super::{each, place};
use crate::index::Cell;
use crate::report::{NoteRecord, NotesRecord};
use crate::trace::Reference;

/// Explains every case, or one move in every case.
pub fn run(
    console: &mut Console,
    loaded: &Loaded,
    board: &Positions,
    chosen: Option<&str>,
) -> Result<(), Failure> {
    if let (Some(path), None) = (&board.board, chosen)
        && path != "-"
        && !Path::new(path).exists()
    {
        return Err(Failure::unreadable(path, &io::ErrorKind::NotFound.into())
            .help("a move to be explained is given with `--move MOVE`"));
    }
    each::show(console, loaded, board.start(), |console, asked| {
        let position = &asked.case.position;
        let name = |cell: Cell| asked.notation.cell_name(cell, position.size);
        let reference = Reference::new(&loaded.rules, position.size);
        let notes = match chosen {
            None => reference.explain(position, &name),
            Some(text) => {
                let path = asked.notation.parse_path(text, position.size).ok_or_else(|| {
                    Failure::usage(format!("`{text}` is not a move")).help(format!(
                        "a move is its cells joined by `-` or `x`; cells are named like `{}`",
                        name(Cell(0))
                    ))
                })?;
                reference.explain_move(position, &path, &name)
            }
        };
        let notes = notes.into_iter().map(|note| {
            let at = note.span.map(|span| place::of(&loaded.source, span));
            let file = at.as_ref().map(|at| at.file).filter(|file| *file != loaded.source.name);
            NoteRecord {
                depth: note.depth,
                text: note.text,
                file: file.map(str::to_owned),
                line: at.as_ref().map(|at| at.line),
                column: at.as_ref().map(|at| at.column),
            }
        });
        let record = NotesRecord { case: asked.case.number, notes: notes.collect() };
        if console.json() {
            return console.record(&record);
        }
        for note in &record.notes {
            let place = match note.line {
                Some(line) => {
                    let file = note.file.as_deref().unwrap_or(&loaded.source.name);
                    format!("  ({file}:{line})")
                }
                None => String::new(),
            };
            console.answer(&format!(
                "{:indent$}{}{place}",
                "",
                note.text,
                indent = 2 * note.depth
            ))?;
        }
        Ok(())
    })
}
