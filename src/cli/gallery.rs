//! The gallery: a page about all shipped games, made from their rule files.

use std::fmt::Write;

use super::fail::Failure;
use super::games::Shown;
use super::load;

const HEAD: &str = "\
# The games

Every game that is shipped: what it is about, how its board stands at the start, and the lines of its rule file that
make it. Of a file that extends another one, all that it says is shown; of the others all but how positions are written, what is
said of them, and their tests.

This page is made by `interp games --markdown`; [CONTRIBUTING.md](../CONTRIBUTING.md) says when.
";

/// The sections of a whole rule file that are not shown.
const HIDDEN: &[&str] = &["format", "verdict", "test"];

/// The groups of the page, in their order.
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

/// The whole page.
pub fn markdown(games: &[Shown]) -> Result<String, Failure> {
    let mut page = String::from(HEAD);
    let mut groups: Vec<(&str, Vec<&Shown>)> = GROUPS.iter().map(|name| (*name, vec![])).collect();
    for game in games.iter().filter(|game| game.base.is_none()) {
        let name = group(game);
        if let Some((_, members)) = groups.iter_mut().find(|(known, _)| *known == name) {
            members.push(game);
        }
    }
    groups.retain(|(_, members)| !members.is_empty());
    for (name, members) in &groups {
        let _ = write!(page, "\n**{name}**\n\n");
        for game in members {
            let family: Vec<String> = family(games, game).into_iter().map(link).collect();
            let _ = writeln!(page, "- {}", family.join(" · "));
        }
    }
    for (name, members) in &groups {
        let _ = write!(page, "\n## {name}\n");
        for game in members.iter().flat_map(|game| family(games, game)) {
            page += &one(games, game)?;
        }
    }
    Ok(page)
}

/// A game and all that build on it, each before what builds on it.
fn family<'g>(games: &'g [Shown], of: &'g Shown) -> Vec<&'g Shown> {
    let children = games.iter().filter(|game| game.base.as_deref() == Some(of.file));
    std::iter::once(of).chain(children.flat_map(|game| family(games, game))).collect()
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

fn link(game: &Shown) -> String {
    let name = &game.loaded.rules().name;
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    let place: String = name.to_lowercase().chars().filter(kept).collect();
    format!("[{name}](#{})", place.replace(' ', "-"))
}

/// The part of the page about one game.
fn one(games: &[Shown], game: &Shown) -> Result<String, Failure> {
    let (rules, file) = (game.loaded.rules(), game.file);
    let about = rules.about.as_ref().map_or(String::new(), |about| {
        let end = if about.ends_with(['.', '?', '!']) { "" } else { "." };
        format!("{about}{end} ")
    });
    let mut part =
        format!("\n### {}\n\n{about}Rules: [`{file}`](../rules/{file}.toml)\n", rules.name);
    let base = games.iter().find(|other| Some(other.file) == game.base.as_deref());
    let before = base.map(drawing).transpose()?.flatten();
    // A variant that begins as its base does needs no drawing of its own.
    if let Some(drawn) = drawing(game)?.filter(|drawn| before.as_ref() != Some(drawn)) {
        let _ = write!(part, "\n```text\n{drawn}```\n");
    }
    let _ = write!(part, "\n```toml\n{}```\n", lines(game.text, game.base.is_some()));
    Ok(part)
}

/// The usual starting position, drawn; none if there is none.
fn drawing(game: &Shown) -> Result<Option<String>, Failure> {
    let notation = game.loaded.notation();
    let setup = load::start(&game.loaded)?;
    Ok(setup.map(|case| {
        // Blanks at the ends of lines would be lost on the way.
        let drawn = notation.draw(&case.position);
        drawn.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }))
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
