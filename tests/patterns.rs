//! Patterns, what is read in them, and what they expand into: one pattern a file.
//!
//! A file whose name begins with `action` holds an action's walk, one with `promote` that of a piece
//! that is promoted; `promote_landing` at each landing.

use interp::rules::{Rules, load};
use interp::source::{Source, Span};
use interp::syntax::ast::{Choice, Part};
use interp::syntax::parse;
use interp::syntax::text::Text;

use crate::tool::snapshots;

/// The rule file that holds a pattern; kinds are counted from `king` (k0), players from white (p0).
fn base(name: &str, pattern: &str) -> String {
    let promote = match name {
        name if name.starts_with("promote_landing") => {
            "promote = { to = ['queen'], at = 'last rank', when = 'landing' }"
        }
        name if name.starts_with("promote_choice") => {
            "promote = { to = ['queen', 'rook'], at = 'last rank' }"
        }
        name if name.starts_with("promote") => "promote = { to = ['queen'], at = 'last rank' }",
        _ => "",
    };
    let (moves, actions) = match name.starts_with("action") {
        true => (String::new(), format!("[actions]\nact = '''{pattern}'''")),
        false => (format!("moves = '''{pattern}'''"), String::new()),
    };
    format!(
        "[board]\nsize = [8, 8]\n[players]\norder = ['white', 'black']\n\
         facing = {{ black = 'south' }}\n[pieces]\nking = {{ moves = 'step any' }}\n\
         queen = {{}}\nrook = {{}}\nslab = {{ shape = {{ cells = 'xx/x.', turned = false }} }}\n[numbers]\nseeds = 'cell'\nstore = 'player'\n\
         [directions]\nround = 'a1 b1 b2 a2 a1'\n[pieces.tried]\n{moves}\n{promote}\n{actions}\n\
         [[verdict]]\nsay = 'ok'\n[format]\ncells = {{ '.' = 'empty', K = 'white king' }}\n"
    )
}

fn loaded(name: &str, pattern: &str) -> Rules {
    let source = Source::new(name, base(name, pattern));
    load(&source).unwrap_or_else(|faults| panic!("{name}: {faults:#?}\n{}", source.text))
}

/// The syntax tree, a part a line.
fn tree(choice: &Choice, pattern: &str, depth: usize, out: &mut String) {
    for (at, sequence) in choice.value.iter().enumerate() {
        if at > 0 {
            *out += &format!("{:1$}|\n", "", depth * 2);
        }
        for part in &sequence.value {
            let shown = match &part.value {
                Part::Bracket(_, None) => String::from("bracket"),
                Part::Bracket(_, Some(count)) => {
                    let most = count.max.map_or(String::from("…"), |max| max.to_string());
                    format!("bracket {}..{most}", count.min)
                }
                Part::Each { optional, .. } if *optional => String::from("each ?"),
                Part::Each { .. } => String::from("each"),
                Part::Along(..) => String::from("bracket along"),
                Part::Every { optional, .. } if *optional => String::from("every ?"),
                Part::Every { .. } => String::from("every"),
                Part::Tally { relation, number, .. } => format!("in {relation} {number}"),
                Part::Look { holds, .. } => String::from(if *holds { "see" } else { "unless" }),
                other => {
                    let word = format!("{other:?}");
                    let end = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
                    let said: Vec<&str> =
                        pattern[part.span.start..part.span.end].split_whitespace().collect();
                    format!("{}: {}", word[..end].to_lowercase(), said.join(" "))
                }
            };
            *out += &format!("{:1$}{shown}\n", "", depth * 2);
            if let Part::Bracket(body, _)
            | Part::Along(body, _)
            | Part::Each { body, .. }
            | Part::Every { body, .. }
            | Part::Tally { body, .. }
            | Part::Look { body, .. } = &part.value
            {
                tree(body, pattern, depth + 1, out);
            }
        }
    }
}

#[test]
fn a_pattern_expands_into_the_core() {
    let _bound = snapshots("patterns");
    insta::glob!("cases/patterns/*.txt", |path| {
        let pattern = std::fs::read_to_string(path).expect("a text");
        let name = path.file_stem().expect("a name").to_string_lossy();
        // As a token of its own, places are those of the text, after one quote.
        let quoted = format!("'{pattern}'");
        let text = Text::new(&quoted, Span::new(0, quoted.len()), &pattern);
        let choice = parse::pattern(&text).expect("a pattern");
        let mut parts = String::new();
        tree(&choice, &quoted, 1, &mut parts);
        let rules = loaded(&name, &pattern);
        let kind = rules.kinds.last().expect("the kind that is tried");
        let walk = &rules.actions.first().or(kind.moves.first()).expect("a walk").walk;
        insta::assert_snapshot!("pattern", format!("{pattern}\nsyntax\n{parts}\ncore\n{walk}"));
    });
}
