//! What has a name, or parameters, or ranges over a list, means what it comes to when it is written out.

use interp::diag::Diagnostic;
use interp::rules::{Rules, load_with_warnings};
use interp::source::Source;

/// What the cases may name.
const NAMES: &str = r#"
[walks]
once = 'step orthogonal to empty'
two_ways = 'step orthogonal to empty, land, capture | slide diagonal to enemy'
"hit(way, prey)" = 'way to prey, capture, ahead to empty'
"twice(walk)" = 'walk, walk'
"far(n)" = 'head any, (ahead to empty){1,n}'
"meet(what)" = '(what or edge) and not corner, step any'
"hits(prey)" = 'hit(orthogonal, prey) | hit(diagonal, prey)'
"on(name)" = 'as name, step any to empty, go name'
"made(kind, sign)" = 'pick empty and not marked sign, put kind, mark sign'
"by_name(walk)" = 'walk(north, own)'
"spend(n)" = 'take seeds as n'
"go_by(n)" = 'spend(n), (ahead to empty){n}'
noted = '''step any, # (what it does
  capture'''

[marks]
burnt = 'turn'

[numbers]
seeds = 'cell'

[regions]
"near(who)" = 'see (any to who)'
"both(a, b)" = 'a and b'
"neither(a)" = 'not a'

[facts]
"full(b)" = 'no (empty and b)'
"rich(who, n)" = 'who tally at least n'

[counters.tally]
each = true

[lists]
wings = ["files a to b", "file g or file h"]
low   = ["rank 1", "rank 2", "rank 3", "rank 4"]
ways  = [["north", "own king"], ["south", "enemy rook"]]

[areas]
quarter = { blocks = [4, 4] }
place   = { repeats = [4, 4] }

[kinds]
light_one = ["queen", "rook"]
any_one   = ["light_one", "king"]
"#;

/// A file with one move, or one action, or one ending.
fn load(section: &str, text: &str) -> Result<Rules, Vec<Diagnostic>> {
    let (mut moves, mut actions, mut end) = ("step any", String::new(), String::new());
    match section {
        "moves" => moves = text,
        "actions" => actions = format!("[actions]\nact = '''{text}'''\n"),
        _ => end = format!("[[end]]\nwhen = '''{text}'''\ndraw = true\n"),
    }
    let file = format!(
        "[board]\nsize = [8, 8]\n[players]\norder = ['white', 'black']\n[pieces]\n\
         king = {{ moves = 'step any' }}\nqueen = {{}}\nrook = {{}}\n\
         [pieces.tried]\nmoves = '''{moves}'''\n{actions}{NAMES}\
         [goals]\n\"row(n, b)\" = {{ line = 'n', of = 'own and b' }}\n\
         {end}[[verdict]]\nsay = 'ok'\n\
         [format]\ncells = {{ '.' = 'empty', K = 'white king' }}\n"
    );
    load_with_warnings(&Source::new("tried", file)).map(|(rules, _)| rules)
}

/// The walk, or the condition, that a text comes to; places do not matter.
fn meaning(section: &str, text: &str) -> String {
    let rules = load(section, text).unwrap_or_else(|faults| {
        let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        panic!("{text}: {told:?}")
    });
    match section {
        "moves" => rules.kinds.last().expect("a kind").moves[0].walk.to_string(),
        "actions" => rules.actions[0].walk.to_string(),
        _ => {
            let shown = format!("{:?} {:?}", rules.endings[0].when.value, rules.goals);
            // Where parts of it stand is no part of what it means.
            let (mut kept, mut rest) = (String::new(), shown.as_str());
            while let Some((before, after)) = rest.split_once("span: Span {") {
                kept += before;
                rest = after.split_once('}').map_or("", |(_, after)| after);
            }
            kept + rest
        }
    }
}

#[track_caller]
fn assert_same(section: &str, named: &str, written: &str) {
    assert_eq!(meaning(section, named), meaning(section, written), "{named}\n{written}");
}

#[test]
fn a_walk_by_its_name_is_the_walk() {
    for (named, written) in [
        ("once", "step orthogonal to empty"),
        ("once, once", "step orthogonal to empty, step orthogonal to empty"),
        ("(once)*, ahead to enemy", "(step orthogonal to empty)*, ahead to enemy"),
        // Alone it is its alternatives, each of which lands by itself; among others it is in brackets.
        ("two_ways", "step orthogonal to empty, land, capture | slide diagonal to enemy"),
        (
            "two_ways | once",
            "step orthogonal to empty, land, capture | slide diagonal to enemy | step orthogonal to empty",
        ),
        (
            "once, two_ways",
            "step orthogonal to empty, (step orthogonal to empty, land, capture | slide diagonal to enemy)",
        ),
        ("each any (once)", "each any (step orthogonal to empty)"),
        ("see (once), step any", "see (step orthogonal to empty), step any"),
        ("noted, step any", "step any, capture, step any"),
        ("any d, who of ways (step d to who)", "step north to own king | step south to enemy rook"),
        (
            "any w of wings (step any to w, once) | once",
            "step any to files a to b, step orthogonal to empty | step any to (file g or file h), step orthogonal to empty | step orthogonal to empty",
        ),
    ] {
        assert_same("moves", named, written);
    }
}

#[test]
fn a_parameter_is_what_it_is_given() {
    for (named, written) in [
        ("hit(north or south, own rook)", "north or south to own rook, capture, ahead to empty"),
        ("hit(left (1,2), enemy)", "left (1,2) to enemy, capture, ahead to empty"),
        (
            "hit(any, own or enemy king), again",
            "any to (own or enemy king), capture, ahead to empty, again",
        ),
        ("far(3)", "head any, (ahead to empty){1,3}"),
        ("meet(own or enemy)", "((own or enemy) or edge) and not corner, step any"),
        (
            "meet(near(own or enemy))",
            "(see (any to (own or enemy)) or edge) and not corner, step any",
        ),
        ("twice(once)", "step orthogonal to empty, step orthogonal to empty"),
        (
            "twice((step any, capture)), step any",
            "(step any, capture), (step any, capture), step any",
        ),
        (
            "twice(twice(step any to empty))",
            "(step any to empty), (step any to empty), (step any to empty), (step any to empty)",
        ),
        ("by_name(hit)", "north to own, capture, ahead to empty"),
        ("on(here), at here, step any", "as here, step any to empty, go here, at here, step any"),
        (
            "step any to both(own or enemy, edge or corner)",
            "step any to (own or enemy) and (edge or corner)",
        ),
        (
            "head any, go_by(held), add held seeds",
            "head any, take seeds as held, (ahead to empty){held}, add held seeds",
        ),
        ("step any to not both(own, not edge)", "step any to not (own and (not edge))"),
        // Names that are joined hold together as well, if they are no directions.
        ("step any to both(king or rook, edge)", "step any to (king or rook) and edge"),
        ("step any to both(own, rook or king)", "step any to own and (rook or king)"),
        ("step any to neither(king or rook)", "step any to not (king or rook)"),
    ] {
        assert_same("moves", named, written);
    }
    assert_same(
        "moves",
        "hits(own)",
        "orthogonal to own, capture, ahead to empty | diagonal to own, capture, ahead to empty",
    );
    assert_same(
        "actions",
        "made(rook, burnt)",
        "pick empty and not marked burnt, put rook, mark burnt",
    );
    assert_same("actions", "pick empty, put light_one", "pick empty, (put queen | put rook)");
    assert_same(
        "actions",
        "pick empty, any k of light_one (if (no k), put k)",
        "pick empty, (if (no queen), put queen | if (no rook), put rook)",
    );
}

#[test]
fn conditions_and_goals_have_parameters() {
    for (named, written) in [
        ("full(own or edge)", "no (empty and (own or edge))"),
        (
            "full(near(own)) or not full(centre)",
            "no (empty and see (any to own)) or not no (empty and centre)",
        ),
        ("rich(white, 3) and rich(mover, 7)", "white tally at least 3 and mover tally at least 7"),
        (
            "some w of wings (some (w and king))",
            "some (files a to b and king) or some ((file g or file h) and king)",
        ),
        (
            "every w of wings (full(w))",
            "no (empty and files a to b) and no (empty and (file g or file h))",
        ),
        (
            "no w of wings (full(w))",
            "not (no (empty and files a to b) or no (empty and (file g or file h)))",
        ),
        ("some (some w of wings (w))", "some (files a to b or (file g or file h))"),
        (
            "some w of wings (some v of wings (some (w and v)))",
            "(some (files a to b and files a to b) or some (files a to b and (file g or file h))) or (some ((file g or file h) and files a to b) or some ((file g or file h) and (file g or file h)))",
        ),
        (
            "no king or some q, r of quarter, low (some (q and r))",
            "no king or (some (quarter-1 and rank 1) or some (quarter-2 and rank 2) or some (quarter-3 and rank 3) or some (quarter-4 and rank 4))",
        ),
        ("some light_one", "some (queen or rook)"),
        ("at least 3 (own any_one)", "at least 3 (own and (queen or rook or king))"),
        ("some quarter-4", "some (files e to h and ranks 5 to 8)"),
        ("some place-2", "some ((file b or file f) and (rank 1 or rank 5))"),
    ] {
        assert_same("end", named, written);
    }
}

#[test]
fn what_a_goal_is_given_makes_it_another_once() {
    let text = "last row(3, edge) or mover row(4,  edge) or mover can row(3,edge) in 1 or some (in row(3, edge))";
    let rules = load("end", text).expect("rules");
    let names: Vec<&str> = rules.goals.iter().map(|goal| goal.name.value.as_str()).collect();
    assert_eq!(names, ["row(3, edge)", "row(4, edge)"]);
}

#[test]
fn the_names_that_a_walk_gives_to_cells_are_its_own() {
    // The cell `here` of the move is not the one of the walk within it.
    let inner = "[walks]\nround = 'as here, step any to empty, go here'\n";
    let file = |walks: &str, moves: &str| {
        let text = format!(
            "[board]\nsize = [3, 1]\n[players]\norder = ['white', 'black']\n{walks}\
             [pieces.man]\nmoves = '{moves}'\n[format]\ncase = '{{board}}'\nask = 'moves'\nturn = 'first'\n\
             cells = {{ '.' = 'empty', m = 'white man' }}\nsetup = 'm..'\n"
        );
        let game = interp::Game::from_text(&text).expect("a game");
        let moves = game.start().expect("a start").moves().expect("moves");
        moves.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let within =
        file(inner, "as here, east to empty, round, ahead to empty, go here, lift, return");
    let written = file(
        "",
        "as here, east to empty, as there, step any to empty, go there, ahead to empty, go here, lift, return",
    );
    assert_eq!(within, written);
}
