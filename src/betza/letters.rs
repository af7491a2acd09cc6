//! The letters: what each atom is, and why a letter is not taken.

use super::ast::Step;

/// The letters of single leaps: those on which XBoard and Fairy-Stockfish agree.
pub(super) const LEAPS: [(char, Step); 9] = [
    ('W', (0, 1)),
    ('F', (1, 1)),
    ('D', (0, 2)),
    ('N', (1, 2)),
    ('A', (2, 2)),
    ('H', (0, 3)),
    ('C', (1, 3)),
    ('Z', (2, 3)),
    ('G', (3, 3)),
];

/// The steps of a capital, and whether it goes on without end.
pub(super) fn atom(letter: char) -> Option<(Vec<Step>, bool)> {
    if let Some((_, step)) = LEAPS.iter().find(|(known, _)| *known == letter) {
        return Some((vec![*step], false));
    }
    Some(match letter {
        'R' => (vec![(0, 1)], true),
        'B' => (vec![(1, 1)], true),
        'Q' => (vec![(0, 1), (1, 1)], true),
        'K' => (vec![(0, 1), (1, 1)], false),
        _ => return None,
    })
}

/// Why a letter is refused: what is wrong with it, and what to write instead.
pub(super) fn refused(letter: char) -> (String, &'static str) {
    let (what, help) = match letter {
        'J' => (
            "means (1,3) in XBoard and (2,3) in Fairy-Stockfish",
            "write `C` for (1,3) or `Z` for (2,3)",
        ),
        'L' => (
            "means (2,3) in XBoard and (1,3) in Fairy-Stockfish",
            "write `C` for (1,3) or `Z` for (2,3)",
        ),
        'I' => ("is an old letter for (0,3)", "write `H`"),
        'O' => (
            "moves another piece as well, or none",
            "write a pattern: Betza notation does not say which piece is moved from where",
        ),
        'U' => ("leaps to every cell", "write the pattern `pick empty or enemy`"),
        '@' => (
            "is a drop from the hand",
            "a drop is an action of the rule file, not a move of a piece",
        ),
        'x' => ("is a modifier of other dialects", "a capture on the way is `ca`: `cafmF`"),
        'u' => ("unloads what was captured before", "write a pattern with `put`"),
        'o' => (
            "goes round the edge of the board",
            "whether edges meet is about the board, not about a piece",
        ),
        'k' => ("makes a piece royal", "write `royal = true` beside the piece's moves"),
        't' => (
            "means several things: then, test, tame",
            "write a leg with `a`, as in `mafsW`, or a pattern",
        ),
        'q' => (
            "turns a little at each step, and how much is not agreed",
            "write the turns as legs with `a`, as in `afrafrW`, or a pattern",
        ),
        'w' => ("is a modifier of other dialects", "write a pattern"),
        '(' | ')' | '[' | ']' => (
            "is read only around a leap, as in `(1,4)`",
            "write the modifiers before each atom: `mAmB`, not `m(AB)`",
        ),
        '-' => ("chains legs in other dialects", "write a leg with `a`, as in `mafsW`"),
        '0'..='9' => ("stands alone", "a range follows its atom, as in `R4` or `N0`"),
        _ if letter.is_whitespace() => {
            ("parts nothing here", "write the moves without blanks: `WfF`")
        }
        _ => (
            "is no letter of Betza notation",
            "atoms are `W`, `F`, `D`, `N`, `A`, `H`, `C`, `Z`, `G`, `R`, `B`, `Q`, `K` and `(a,b)`; modifiers \
             `f b l r s v h`, `m c d e`, `i`, `n`, `j`, `p`, `g`, `z`, `y` and `a`",
        ),
    };
    let shown = if letter.is_whitespace() || letter.is_control() {
        String::from("a blank")
    } else {
        format!("`{letter}`")
    };
    (format!("{shown} {what}"), help)
}
