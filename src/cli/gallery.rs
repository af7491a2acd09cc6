//! The shipped games as pages, made from their rule files: a list in Markdown, and a gallery with their pictures.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::console::Console;
use super::fail::Failure;
use super::games::Shown;
use crate::xml::escaped;

const HEAD: &str = "\
# The games

Every game that is shipped, and beneath it those that are made from it. `interp describe NAME` tells its rules in plain English, and
`interp games --gallery FOLDER` draws them all: a page with the start of each, its rules, and the lines of its file that make it.

This page is made by `interp games --markdown`; [CONTRIBUTING.md](../CONTRIBUTING.md) says when.
";

/// How the page of the gallery begins, before its list.
const BEGIN: &str = "\
<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>The games of interp</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fffdf8 }
section { border-top: 1px solid #ccc; padding: 1rem 0 }
img { display: block; max-width: 100%; height: auto; max-height: 26rem; margin: 1rem 0 }
pre { overflow-x: auto; background: #f4efe4; padding: .7rem; font-size: 13px }
a { color: #2c5d8a }
</style>
</head>
<body>
<h1>The games</h1>
";

/// The sections of a whole rule file that are not shown.
const HIDDEN: &[&str] = &["format", "verdict", "test"];

/// Pixels from one cell to the next, in the gallery.
const PITCH: u32 = 40;

/// The groups of the pages, in their order.
const GROUPS: &[&str] = &[
    "Squares: pieces that move",
    "Squares: pieces that are placed",
    "Hexagons",
    "Triangles",
    "Layers",
    "Boards that are drawn",
    "Other boards",
];

/// The file that a rule file extends, without `.toml`.
pub fn base(text: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(text).ok()?;
    let base = table.get("extends")?.as_str()?;
    Some(base.trim_end_matches(".toml").to_owned())
}

/// The games by their groups, of which each has some: those that build on no other.
fn grouped(games: &[Shown]) -> Vec<(&'static str, Vec<&Shown>)> {
    let mut groups: Vec<(&str, Vec<&Shown>)> = GROUPS.iter().map(|name| (*name, vec![])).collect();
    for game in games.iter().filter(|game| game.base.is_none()) {
        let name = group(game);
        if let Some((_, members)) = groups.iter_mut().find(|(known, _)| *known == name) {
            members.push(game);
        }
    }
    groups.retain(|(_, members)| !members.is_empty());
    groups
}

/// The list as a page of Markdown.
pub fn markdown(games: &[Shown]) -> String {
    let mut page = String::from(HEAD);
    for (name, members) in grouped(games) {
        let _ = write!(page, "\n## {name}\n\n");
        for (depth, game) in members.into_iter().flat_map(|game| family(games, game, 0)) {
            let Shown { file, loaded, .. } = game;
            let name = &loaded.rules().name;
            let about = about(game).map_or(String::new(), |about| format!(": {about}"));
            let _ = writeln!(page, "{:1$}- [{name}](../rules/{file}.toml){about}", "", 2 * depth);
        }
    }
    page
}

/// Writes the gallery into a folder: `index.html`, and a picture of each start.
pub fn write(console: &mut Console, games: &[Shown], folder: &str) -> Result<(), Failure> {
    let folder = Path::new(folder);
    let put = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| Failure::unwritable(path.display(), &error))
    };
    fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder.display(), &error))?;
    let groups = grouped(games);
    let mut page = String::from(BEGIN);
    for (name, members) in &groups {
        let _ = writeln!(page, "<h2>{}</h2>\n<ul>", escaped(name));
        for game in members {
            let family = family(games, game, 0).into_iter();
            let links: Vec<String> = family
                .map(|(_, game)| {
                    format!("<a href=\"#{}\">{}</a>", game.file, escaped(&game.loaded.rules().name))
                })
                .collect();
            let _ = writeln!(page, "<li>{}</li>", links.join(" · "));
        }
        page += "</ul>\n";
    }
    for (_, game) in
        groups.iter().flat_map(|(_, members)| members).flat_map(|game| family(games, game, 0))
    {
        console.progress(|| format!("{}: drawn", game.file));
        // A file without a setup has no start to be drawn.
        let picture = match &game.loaded.rules().setup {
            None => None,
            Some(_) => Some(game.loaded.start()?.picture()?.pitch(PITCH).svg()),
        };
        page += &section(game, picture.is_some());
        if let Some(picture) = picture {
            put(&format!("{}.svg", game.file), picture)?;
        }
    }
    page += "</body>\n</html>\n";
    put("index.html", page)?;
    console.answer(&folder.join("index.html").display().to_string())
}

/// The part of the gallery about one game.
fn section(game: &Shown, drawn: bool) -> String {
    let (file, name) = (game.file, escaped(&game.loaded.rules().name));
    let about = about(game).map_or(String::new(), |about| format!("<p>{}</p>\n", escaped(about)));
    let picture = match drawn {
        true => format!("<img src=\"{file}.svg\" alt=\"{name}: the start\" loading=\"lazy\">\n"),
        false => String::new(),
    };
    let folded = |title: &str, text: &str| {
        format!("<details><summary>{title}</summary>\n<pre>{}</pre>\n</details>\n", escaped(text))
    };
    let told = folded("The rules in plain English", &game.loaded.describe());
    let said = folded("The lines that make it", &lines(game.text, game.base.is_some()));
    format!("<section id=\"{file}\">\n<h3>{name}</h3>\n{about}{picture}{told}{said}</section>\n")
}

/// What a game is about, if its file says so.
fn about(game: &Shown) -> Option<&str> {
    game.loaded.rules().about.as_deref()
}

/// A game and all that build on it, each before what builds on it, with how far it stands from the first.
fn family<'g>(games: &'g [Shown], of: &'g Shown, depth: usize) -> Vec<(usize, &'g Shown)> {
    let children = games.iter().filter(|game| game.base.as_deref() == Some(of.file));
    let below = children.flat_map(|game| family(games, game, depth + 1));
    std::iter::once((depth, of)).chain(below).collect()
}

/// The group that a game belongs to, by its board and by what is done there.
fn group(game: &Shown) -> &'static str {
    let table: toml::Table = toml::from_str(game.text).unwrap_or_default();
    let board = table.get("board").and_then(toml::Value::as_table);
    let of = |key: &str| board.and_then(|board| board.get(key));
    let sides = of("size").and_then(toml::Value::as_array).map_or(2, Vec::len);
    let moves = game.loaded.rules().kinds.iter().any(|kind| !kind.moves.is_empty());
    let at = match of("shape").and_then(toml::Value::as_str).unwrap_or("square") {
        "square" if sides > 2 => 4,
        "square" => usize::from(!moves),
        "hex" | "hexagonal" => 2,
        "triangular" => 3,
        "drawn" => 5,
        _ => 6,
    };
    GROUPS[at]
}

/// The lines of a rule file that make its game: none of its head and its tests, and, unless it is a
/// `variant`, nothing of formats and verdicts.
pub fn lines(text: &str, variant: bool) -> String {
    let mut kept = String::new();
    // What ends the string of several lines in which the line begins.
    let mut within: Option<&str> = None;
    let mut hidden = false;
    let mut head = true;
    for line in text.lines() {
        if within.is_none() && line.starts_with('[') {
            let name = line.trim_start_matches('[');
            let name = name.split([']', '.']).next().unwrap_or_default().trim();
            head = false;
            hidden = name == "test" || (!variant && HIDDEN.contains(&name));
        }
        let told = ["interp", "name", "about", "#"];
        let skip = head && within.is_none() && told.iter().any(|word| line.starts_with(word));
        within = ends(line, within);
        if !hidden && !skip {
            kept += line.trim_end();
            kept.push('\n');
        }
    }
    let mut tidy = String::new();
    for line in kept.trim().lines() {
        if !(line.is_empty() && tidy.ends_with("\n\n")) {
            tidy += line;
            tidy.push('\n');
        }
    }
    tidy
}

/// What ends the string in which the next line begins, if it begins in one.
fn ends<'t>(line: &str, mut within: Option<&'t str>) -> Option<&'t str> {
    let mut rest = line;
    loop {
        let quote = match within {
            Some(quote) => rest.find(quote).map(|at| (at, quote)),
            None => ["'''", "\"\"\""].iter().filter_map(|q| Some((rest.find(q)?, *q))).min(),
        };
        let Some((at, quote)) = quote else { return within };
        rest = &rest[at + quote.len()..];
        within = if within.is_some() { None } else { Some(quote) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_formats_and_tests_are_left_out() {
        let text = "# of old\ninterp = 1\nname = \"N\"\n\n[board]\nsize = [2, 2] # small\n\n[format]\n\
                    setup = '''\n[pieces]\n'''\n[format.cells]\n\"'\" = 'empty'\n\n[pieces]\nman = {}\n[[test]]\nperft = [1]\n";
        let shown = "[board]\nsize = [2, 2] # small\n\n[pieces]\nman = {}\n";
        assert_eq!(lines(text, false), shown);
        let text =
            "extends = \"n\"\nname = \"M\"\n[format]\nturn = 'first'\n[[test]]\nperft = [1]\n";
        assert_eq!(lines(text, true), "extends = \"n\"\n[format]\nturn = 'first'\n");
    }
}
