//! `interp draw`: positions as pictures.

use std::fs;

use serde::Serialize;

use super::args::Draw;
use super::console::Console;
use super::each;
use super::fail::Failure;
use crate::game::{Game, Picture};

/// A position as a picture.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The number of the case, from 1.
    case: u64,
    /// The file that was written; null where none was asked for.
    file: Option<&'a str>,
    /// The picture as SVG, where no file was asked for.
    svg: Option<&'a str>,
}

/// How the name of a picture of pixels ends.
const PNG: &str = ".png";

/// Draws every case.
pub fn run(console: &mut Console, loaded: &Game, asked: &Draw) -> Result<(), Failure> {
    if let Some(out) = &asked.out {
        fits(out, asked.film.is_some())?;
    }
    // Moves are made here, so that the last one is known.
    let place = asked.board.place();
    each::show_bare(console, loaded, &place, |console, case| {
        let mut play = loaded.play(case.position.clone());
        if let Some(line) = &asked.board.play {
            play.make_line("--play", line)?;
        }
        let number = case.number;
        let picture = picture(&play.picture()?, asked)?;
        let Some(out) = &asked.out else {
            let svg = drawn(&picture, asked)?;
            return match console.json() {
                true => console.record(&Record { case: number, file: None, svg: Some(&svg) }),
                false => console.answer(svg.trim_end()),
            };
        };
        let file = numbered(out, number);
        write(&file, &picture, asked)?;
        match console.json() {
            true => console.record(&Record { case: number, file: Some(&file), svg: None }),
            false => console.answer(&file),
        }
    })
}

/// What the arguments make of a picture.
fn picture(plain: &Picture, asked: &Draw) -> Result<Picture, Failure> {
    let mut picture = plain.clone().pitch(asked.pitch);
    if let Some(theme) = &asked.theme {
        picture = picture.theme(theme)?;
    }
    if asked.bare {
        picture = picture.bare();
    }
    if let Some(cell) = &asked.moves {
        picture = picture.moves_from(cell)?;
    } else if asked.targets {
        picture = picture.targets()?;
    }
    if let Some(player) = &asked.looker {
        picture = picture.seen_by(player)?;
    }
    if let Some(player) = &asked.attacks {
        picture = picture.attacks(player)?;
    }
    Ok(picture)
}

/// The document: the picture, or all that led to it.
fn drawn(picture: &Picture, asked: &Draw) -> Result<String, Failure> {
    Ok(match asked.film {
        Some(seconds) => picture.film(seconds)?,
        None => picture.svg(),
    })
}

/// Refuses a file that no picture can be written to.
fn fits(out: &str, film: bool) -> Result<(), Failure> {
    if out.ends_with(PNG) && film {
        return Err(Failure::usage("a PNG shows one position").help("write SVG, `--out FILE.svg`"));
    }
    if out.ends_with(PNG) && !cfg!(feature = "png") {
        return Err(Failure::usage("this `interp` was built without PNG")
            .help("write SVG, `--out FILE.svg`")
            .help("or build it with the feature: `cargo install --path . --features png`"));
    }
    if out.ends_with(PNG) || out.ends_with(".svg") {
        return Ok(());
    }
    Err(Failure::usage(format!("`{out}` names no picture"))
        .help("its name ends in `.svg` or `.png`"))
}

/// The file of a case: that of the second one is `board-2.svg`.
fn numbered(out: &str, number: u64) -> String {
    match out.rfind('.') {
        Some(dot) if number > 1 => format!("{}-{number}{}", &out[..dot], &out[dot..]),
        _ => out.to_owned(),
    }
}

fn write(file: &str, picture: &Picture, asked: &Draw) -> Result<(), Failure> {
    #[cfg(feature = "png")]
    let bytes = match file.ends_with(PNG) {
        true => picture.png()?,
        false => drawn(picture, asked)?.into_bytes(),
    };
    #[cfg(not(feature = "png"))]
    let bytes = drawn(picture, asked)?.into_bytes();
    fs::write(file, bytes).map_err(|error| Failure::unwritable(file, &error))
}
