//! Words that authors look for and that the language does not have: what it lacks, and what comes nearest.

use crate::diag::{Diagnostic, nearest};
use crate::source::Span;

/// What the language says to a word that it does not have.
pub(super) struct Foreign {
    /// The words.
    words: &'static [&'static str],
    /// What there is not.
    pub(super) lacks: &'static str,
    /// What comes nearest.
    pub(super) nearest: &'static str,
}

/// Keys by which authors say who loses.
const LOST: &[&str] = &["lose", "loses", "loser", "lost"];

/// Keys of sections and tables.
const KEYS: &[Foreign] = &[
    Foreign {
        words: &["dice", "die", "roll", "throw", "random", "shuffle"],
        lacks: "what nobody chooses stands in `[chance]`",
        nearest: "`[chance]` with `dice = { roll = 6 }` throws a die before each turn, and with `NAME = 1` moves of that name are drawn",
    },
    Foreign {
        words: &["patterns", "macros", "define"],
        lacks: "what is written once has its name elsewhere",
        nearest: "`[walks]` names walks, and regions, facts and goals may have parameters: `\"NAME(ONE)\" = '…'`",
    },
    Foreign {
        words: &["stack", "stacks", "towers", "height"],
        lacks: "whether cells carry towers is said of the board",
        nearest: "`[board]` with `stack = 24` lets them be up to 24 pieces high",
    },
    Foreign {
        words: &["seeds", "heaps", "coins"],
        lacks: "the language has numbers, and the file names them",
        nearest: "`[numbers]` with `NAME = 'cell'` gives each cell one, which walks `take` and `add`",
    },
    Foreign {
        words: &["tracks", "track", "lines", "paths"],
        lacks: "lines of cells are directions",
        nearest: "`[directions]` with `NAME = 'a1 b1 c1'` names one",
    },
    Foreign {
        words: &["shapes", "shape", "tiles", "polyominoes"],
        lacks: "which cells a piece covers is said of the piece",
        nearest: "`[pieces.NAME]` with `shape = \"xx/x.\"` lets `put` and `drop` lay it on three cells",
    },
    Foreign {
        words: &["groups", "group", "chains"],
        lacks: "what groups of cells are worth is a score",
        nearest: "`[scores.NAME]` with `groups = { largest = 1 }` is the size of a player's largest group, with `{ each = 1 }` their number",
    },
    Foreign {
        words: &["distances", "distance"],
        lacks: "how far it is is a test of a cell",
        nearest: "`distance any to own at most 2`, which a region may give a name",
    },
    Foreign {
        words: &["teams", "partners"],
        lacks: "who plays together is said of the players",
        nearest: "`[players]` with `teams = { NAME = [\"PLAYER\", \"PLAYER\"] }`",
    },
    Foreign {
        words: LOST,
        lacks: "an ending says who wins",
        nearest: "`win = 'other'` where the player to move loses, `win = 'mover'` where the one who moved last does",
    },
];

/// What is said to such a key.
pub(super) fn key(word: &str) -> Option<&'static Foreign> {
    KEYS.iter().find(|foreign| foreign.words.contains(&word))
}

/// The key that such a one stands for, where nothing else need be said of that.
pub(super) fn stands_for(word: &str) -> Option<&'static str> {
    LOST.contains(&word).then_some("win")
}

/// What holds where a condition has a word of the game for it.
pub(crate) fn fact(word: &str) -> Option<&'static str> {
    match word {
        "checkmated" | "mated" | "checkmate" => Some("write `mover stuck and mover attacked`"),
        "stalemated" | "stalemate" => Some("write `mover stuck and not (mover attacked)`"),
        "checked" | "check" => Some("write `mover attacked`"),
        "win" | "wins" | "won" | "lose" | "loses" | "lost" | "connects" | "connected" => Some(
            "what a player aims at is a goal of `[goals]`: `last NAME` asks whether it is reached; `mover can win in 1` looks ahead",
        ),
        _ => None,
    }
}

/// Words that authors write for something done, and what does that.
const ACTS: &[(&[&str], &str)] = &[
    (
        &["promote", "promotes"],
        "`promote = { to = \"KIND\", at = 'last rank' }` is a key of the piece, and `become KIND` a part of a walk",
    ),
    (
        &["remove", "delete", "kill", "eat"],
        "`capture` takes away what stands there; `lift` does too, and is no capture, and `take NUMBER` takes of a number",
    ),
    (
        &["place", "create"],
        "`put KIND` puts a piece on an empty cell, and `add 1 NUMBER` adds to a number",
    ),
    (
        &["take"],
        "`take NUMBER` takes all there is, `take 2 NUMBER` so much; a piece is taken away by `capture` or `lift`",
    ),
    (&["add"], "it says how much: `add 1 NUMBER`; a piece is put on an empty cell by `put KIND`"),
    (
        &["swap", "exchange"],
        "two pieces change places by `as home, step any to own, lift as it, land, go home, put it`",
    ),
    (
        &["move", "walk", "hop"],
        "`step DIRS` goes one cell, `slide DIRS` any number, and `jump DIRS` over a piece",
    ),
    (
        &["stack", "mount", "climb", "pile"],
        "`land on top` sets a piece down on what stands there, `put KIND on top` a new one",
    ),
    (
        &["cover", "lay"],
        "`put KIND` lays a piece whose `shape` has several cells, `drop KIND` one out of the hand",
    ),
    (&["stop", "end", "stay"], "a piece lands where its walk ends; leave it out"),
    (
        &["set"],
        "a number is changed by `take NUMBER`, which leaves nothing of it, and `add 3 NUMBER`",
    ),
];

/// Words that authors write for what stands on a cell, and the word of the language.
const TESTS: &[(&[&str], &str)] = &[
    (&["friend", "friendly", "friends", "mine", "self"], "own"),
    (&["allied", "allies", "partner", "partners", "teammate", "team"], "ally"),
    (&["opponent", "foe", "foes", "hostile", "rival", "enemies"], "enemy"),
    (&["vacant", "free", "blank", "unoccupied"], "empty"),
    (&["full", "filled", "nonempty"], "occupied"),
    (&["border", "rim", "side"], "edge"),
    (&["threatened"], "attacked"),
    (&["neutral", "unowned"], "nobody"),
    (&["center", "middle"], "centre"),
];

/// The word of the language for such a one in a test.
pub(crate) fn test(word: &str) -> Option<&'static str> {
    TESTS.iter().find(|(words, _)| words.contains(&word)).map(|(_, test)| *test)
}

/// What does what such a word asks for in a walk.
pub(crate) fn act(word: &str) -> Option<&'static str> {
    ACTS.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

/// The fault of such a word.
pub(crate) fn no_act(word: &str, span: Span) -> Diagnostic {
    let message = match word {
        "take" => String::from("`take` takes of a number"),
        "add" => String::from("`add` adds to a number"),
        _ => format!("the language has no act `{word}`"),
    };
    Diagnostic::new(message, span).label("not here")
}

/// Whether it is a number.
fn digit(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the part of a walk that a text ends in slides to what is tested.
fn slides(before: &str) -> bool {
    let part = before.rsplit([',', '|', '(']).next().unwrap_or_default();
    let mut words = part.split_whitespace();
    words.next() == Some("slide") && words.any(|word| word == "to")
}

/// What is said of a fault in a text of that sort: `before` stands before its place, `word` at it.
pub(super) fn text(what: &str, before: &str, word: &str) -> Option<(String, &'static str)> {
    let mut last = before.split_whitespace().rev();
    let (one, two) = (last.next().unwrap_or_default(), last.next().unwrap_or_default());
    let plural = word.strip_suffix('s').unwrap_or_default();
    match (what, two, one, word) {
        ("condition", _, "is" | "are" | "has" | "have", _)
        | ("condition", _, _, "is" | "are" | "has" | "have") => {
            let verb = if matches!(word, "is" | "are" | "has" | "have") { word } else { one };
            Some((
                format!("a condition has no `{verb}`"),
                "leave it out: `mover stuck`, `other attacked`, `last GOAL`",
            ))
        }
        ("condition", "can", "win", "") => {
            Some((String::from("`can win` says in how many moves"), "write `mover can win in 1`"))
        }
        ("pattern", _, "to", _) if two.parse::<u16>().is_ok() => Some((
            String::from("`add` says how much, and of which number"),
            "leave `to` out: `add 1 NUMBER`",
        )),
        ("pattern", "from", _, "rank" | "ranks" | "file" | "files" | "edge") => Some((
            String::from("a walk has no `from`"),
            "where it may start is a key beside the walk: `moves.NAME = { walk = '…', from = 'first 2 ranks' }`",
        )),
        ("line of cells", ..) if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
            Some((String::from("cells have small letters"), "write `a1 b1 c1`"))
        }
        ("pattern" | "cell test", _, "at", "least" | "most")
        | ("pattern" | "cell test", _, _, "exactly") => Some((
            format!(
                "what `{}` counts is not said",
                if one == "at" { format!("at {word}") } else { word.to_owned() }
            ),
            "`see` counts ways, as in `see at least 2 any (ahead to own)`; a number of a cell is compared behind its name",
        )),
        ("pattern", _, "", "to") => Some((
            String::from("nothing leads to what is tested"),
            "a step stands before `to`, as in `ahead to empty`; by itself a test has no `to`",
        )),
        ("line of cells", ..) if word.starts_with('-') => {
            Some((String::from("cells of a line stand apart by blanks"), "write `a1 b1 c1`"))
        }
        ("condition" | "pattern" | "cell test", _, _, "on") => Some((
            format!("a {what} has no `on`"),
            "where a cell lies is a test, joined to others by `and`: `own KIND and rank 5`, in a condition `some (own KIND and rank 5)`",
        )),
        ("pattern", "land", "on", _) if nearest(word, ["top"]).is_none() => Some((
            String::from("`land on` is followed by `top`"),
            "`land on top` sets a piece down on what stands there; by itself `land` is said of any cell",
        )),
        (
            "pattern",
            _,
            act @ ("capture" | "flip" | "land" | "push" | "return" | "tuck" | "give" | "again"
            | "lift"),
            other,
        ) if other.starts_with(|c: char| c.is_ascii_alphabetic()) => Some((
            format!("`{act}` stands by itself"),
            "what must stand there is asked before it, as in `any to enemy, capture`; what is done next follows behind a comma",
        )),
        ("condition" | "cell test", _, _, "&" | "|" | "!") | ("condition", _, _, ",") => Some((
            format!("unexpected `{word}` in the {what}"),
            "what is asked is joined by `and` or `or`, and `not` stands before it",
        )),
        ("condition", _, "" | "and" | "or" | "not" | "(", digits) if digit(digits) => Some((
            format!("how many is told by a word before `{digits}`"),
            "write `at least 3 (own KIND)`, `at most 3 own` or `exactly 3 own`",
        )),
        ("condition", _, "" | "and" | "or" | "not" | "(", "stuck" | "attacked") => Some((
            format!("of whom `{word}` is asked stands before it"),
            "write `mover stuck`, `other attacked`, or a player's name",
        )),
        ("condition", _, "" | "and" | "or" | "not" | "(", "if" | "when") => Some((
            format!("a condition has no `{word}`"),
            "leave it out: `mover stuck`, `no (own KIND)`",
        )),
        (
            "condition",
            _,
            "and" | "or" | "not" | "first" | "second" | "third" | "last",
            "rank" | "ranks" | "file" | "files" | "edge" | "corner" | "centre",
        ) => Some((
            format!("`{word}` is a word of a test, and conditions count the cells that pass one"),
            "a test of several words stands in brackets: `some (last KIND and first rank)`",
        )),
        ("pattern", _, _, "*" | "+" | "?") if one.ends_with(|c: char| c.is_ascii_alphabetic()) => {
            Some((
                format!("`{word}` stands behind no bracket"),
                "what is repeated, or may be left out, stands in brackets: `(ahead)*`",
            ))
        }
        ("pattern", .., "{") if slides(before) => Some((
            String::from("how far a slide goes is told behind its directions"),
            "write `slide any {1,3} to empty`",
        )),
        ("pattern", _, _, "{") if one.ends_with(|c: char| c.is_ascii_alphabetic()) => Some((
            format!("`{word}` stands behind no bracket"),
            "what is done several times stands in brackets before its number: `(ahead to empty){2}`",
        )),
        ("pattern", _, _, "twice" | "thrice" | "times") => Some((
            format!("a walk has no `{word}`"),
            "what is done again stands in brackets with its number: `(ahead to empty){2}`",
        )),
        (_, "step" | "slide" | "jump" | "head", "(", _)
        | (_, _, "step" | "slide" | "jump" | "head", "(") => Some((
            String::from("directions stand without brackets"),
            "write `slide orthogonal or diagonal`; brackets are for leaps, `(1,2)`, and for walks",
        )),
        (_, _, _, "forwards" | "backwards") => Some((
            format!("unknown direction `{word}`"),
            if plural == "forward" {
                "did you mean `forward`?"
            } else {
                "did you mean `backward`?"
            },
        )),
        ("condition" | "pattern" | "cell test", _, _, ">" | "<" | "=") => Some((
            format!("numbers are not compared by `{word}`"),
            "write `at least N`, `at most N` or `exactly N`, of what has a name also `2 to 3`",
        )),
        (
            "condition" | "cell test",
            _,
            before,
            "more" | "less" | "fewer" | "greater" | "larger" | "above" | "below",
        ) if !before.is_empty() => Some((
            format!("numbers are not compared by `{word}`"),
            "write `at least N`, `at most N` or `exactly N`; more than another is `not (… at most …)`",
        )),
        (
            "condition",
            _,
            "" | "and" | "or" | "not" | "(",
            "ahead" | "any" | "orthogonal" | "diagonal" | "forward" | "backward" | "sideways"
            | "slide" | "leap" | "jump" | "see" | "unless",
        ) => Some((
            String::from("a condition goes nowhere"),
            "a walk looks by `see ( … )`, which stands in it by itself, as in `see (ahead to enemy), step any`; a condition counts cells: `some (own and see ( … ))`",
        )),
        ("pattern" | "cell test", _, "file" | "files", digits) if digit(digits) => Some((
            String::from("files have letters"),
            "write `file e`, or `files a to c`; ranks have numbers",
        )),
        ("pattern", _, "leap", digits) if digit(digits) => {
            Some((String::from("a leap stands in brackets"), "write `leap (1,2)`"))
        }
        ("pattern", "slide" | "step", _, digits) if digit(digits) => Some((
            String::from("how far a walk goes stands in braces"),
            "write `slide DIRS {3}`, or `{1,3}`; `step` goes one cell",
        )),
        ("condition", _, "holds", digits) if digit(digits) => Some((
            format!("how many a hand holds is told by a word before `{digits}`"),
            "write `holds no KIND`, `holds exactly 2 KIND` or `holds at least 2 KIND`",
        )),
        (_, _, "distance", "to" | "from" | "over") => Some((
            String::from("a distance says by which steps"),
            "write `distance any to TEST`, or `distance orthogonal over empty to TEST`",
        )),
        ("cell test", _, _, ",") => {
            Some((String::from("cells are joined by `or`"), "write `d5 or f5`"))
        }
        ("pattern", "set", _, digits) if digit(digits) => Some((
            String::from("a walk has no `set`"),
            "a number is changed by `take NUMBER`, which leaves nothing of it, and `add 3 NUMBER`",
        )),
        (_, "put", "own" | "enemy", _) | (_, _, "put", "own" | "enemy") => Some((
            String::from("`put` puts a piece of the player who moves"),
            "write `put KIND`; `give` then makes it the next player's, `flip` makes an enemy's piece one's own",
        )),
        _ => None,
    }
}
