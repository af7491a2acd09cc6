//! `interp new`: a rule file to begin with.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::args::New;
use super::console::Console;
use super::fail::Failure;
use super::{gallery, load};

/// What a rule file is made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Board {
    /// Squares
    #[default]
    Square,
    /// Hexagons
    Hex,
    /// Triangles
    Triangular,
    /// Squares in layers, one above the other
    Layers,
    /// Points and lines, as in a picture
    Drawn,
}

impl Board {
    /// A small game on such a board, with a word about each line.
    fn starter(self) -> &'static str {
        match self {
            Board::Square => include_str!("../../starters/square.toml"),
            Board::Hex => include_str!("../../starters/hex.toml"),
            Board::Triangular => include_str!("../../starters/triangular.toml"),
            Board::Layers => include_str!("../../starters/layers.toml"),
            Board::Drawn => include_str!("../../starters/drawn.toml"),
        }
    }
}

/// A rule file that was begun.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Record<'a> {
    /// The file; null where it was printed only.
    file: Option<&'a str>,
    /// Its text.
    rules: &'a str,
}

/// What a game is called before its author says so.
const NAME: &str = "My game";

/// How a starter calls its game.
const PLACE: &str = "GAME";

/// Writes a file that can be played as it is, or prints it.
pub fn run(console: &mut Console, arguments: &New) -> Result<(), Failure> {
    let path = arguments.file.as_ref().map(|file| match file.ends_with(".toml") {
        true => file.clone(),
        false => format!("{file}.toml"),
    });
    let name = path.as_deref().map_or_else(|| NAME.to_owned(), title);
    let text = match &arguments.from {
        None => arguments.board.unwrap_or_default().starter().replace(PLACE, &name),
        Some(base) if arguments.whole => whole(base)?,
        Some(base) => variant(base, &name, path.as_deref())?,
    };
    if let Some(path) = &path {
        let cannot = |error| Failure::unwritable(path, &error);
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let mut file = file.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                Failure::usage(format!("there is a file `{path}` already"))
            }
            _ => cannot(error),
        })?;
        file.write_all(text.as_bytes()).map_err(cannot)?;
    }
    match (&path, console.json()) {
        (file, true) => console.record(&Record { file: file.as_deref(), rules: &text }),
        (Some(path), false) => console.answer(path),
        (None, false) => console.answer(text.trim_end()),
    }
}

/// A game's name after that of its file: `deep/my_game.toml` is `My game`.
fn title(path: &str) -> String {
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    // A quote or a control character would end the text.
    let plain = |sign: char| match sign {
        '_' | '-' => ' ',
        '"' | '\\' => '\'',
        sign if sign.is_control() => ' ',
        sign => sign,
    };
    let words: String = stem.chars().map(plain).collect();
    let mut signs = words.trim().chars();
    let first = signs.next().map(|first| first.to_uppercase().to_string());
    first.map_or_else(|| NAME.to_owned(), |first| first + signs.as_str())
}

/// The text of the rules of that name, as it is.
fn whole(base: &str) -> Result<String, Failure> {
    let game = load::rules(base)?;
    Ok(game.source().own().text.to_owned())
}

/// A difference to other rules that says nothing yet, with what could be said.
fn variant(base: &str, name: &str, path: Option<&str>) -> Result<String, Failure> {
    let game = load::rules(base)?;
    let extends = reached(base, path);
    let its = game.name().replace(['"', '\\'], "'");
    let mut text = format!(
        "# {name}, a variant of {its}: what stands here is different, all else is as there.\n\
         # docs/language.md is the reference; its section \"Variants\" tells how files build on one another.\n\
         interp  = 1\n\
         extends = \"{extends}\"\n\
         name    = \"{name}\"\n\
         about   = \"A variant of {its}\"\n\n\
         # Below stands what {its} says. Take the `# ` away from what you change, with the [section] above it.\n\
         # `KEY = false` takes a key away. [[before.end]] adds an ending that is tried first; [[instead.end]] replaces all.\n#\n"
    );
    let own = game.source().own().text.to_owned();
    let lines = gallery::lines(&own, gallery::base(&own).is_some());
    let lines = lines.lines().filter(|line| !line.starts_with("extends"));
    for line in lines.skip_while(|line| line.is_empty()) {
        text += format!("# {line}").trim_end();
        text.push('\n');
    }
    // A first test holds what is so now; a limit or a missing start leaves it out.
    if let Some(count) = game.start().ok().and_then(|play| play.perft(1).ok()) {
        text += &format!(
            "\n# `interp test` tries this: so many first moves there are in {its}.\n[[test]]\n\
             name  = \"it begins as {its} does\"\nperft = [{count}]\n"
        );
    }
    Ok(text)
}

/// What a file at that path says to extend the rules of that name.
fn reached(base: &str, path: Option<&str>) -> String {
    let Some(file) = load::on_disk(base) else {
        return base.trim_end_matches(".toml").to_owned();
    };
    let folder = |path: &str| Path::new(path).parent().map(Path::to_path_buf).unwrap_or_default();
    let near = folder(&file) == path.map(folder).unwrap_or_default();
    let path = match near {
        true => Path::new(&file).file_name().map(Into::into),
        false => std::fs::canonicalize(&file).ok(),
    };
    path.unwrap_or_else(|| file.clone().into()).to_string_lossy().replace('\\', "/")
}
