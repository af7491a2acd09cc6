//! Diagnostics as data. Nothing here prints; `cli::render` does.

use std::fmt;

use crate::source::Span;

/// One fault, with the places that show it and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong: lower case, no full stop, names in backticks.
    pub message: String,
    /// The places; the first is where the fault is.
    pub labels: Vec<Label>,
    /// What to do about it, a sentence each.
    pub help: Vec<String>,
    /// What may be written instead, each by itself.
    pub fixes: Vec<Fix>,
}

/// Changes of the user's text after which a fault is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is done, as one would say it: `take it away`.
    pub title: String,
    /// Whether it leaves the game as it is, or is what its author must mean; else it is a guess, to be looked at.
    pub sure: bool,
    /// Places and what stands there instead, in the order of the text; none of them overlap.
    pub edits: Vec<(Span, String)>,
}

/// A place in the user's text and what is to be said there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is said there; may be empty.
    pub text: String,
}

/// Something that a rule file may say, and that may be other than its author thinks.
///
/// The file is read all the same; `interp check` tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What sort of thing it is.
    pub code: WarningCode,
    /// What it is, the places that show it, and what to write where something else is meant.
    pub told: Diagnostic,
}

impl Warning {
    /// A warning of that sort.
    pub fn new(code: WarningCode, told: Diagnostic) -> Self {
        Self { code, told }
    }
}

/// The sorts of warning. Their codes stay as they are; there may be more of them one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum WarningCode {
    /// A variant's list of rules stands in place of its base's: `extends = "…"` and `[[end]]`.
    ReplacedList,
    /// What an inherited rule lists, as all that there is of a sort, lacks a kind of the variant's own.
    MissedKind,
    /// What an inherited ending counts are pieces on the board, where those of a variant may be in hand.
    MissedHand,
    /// The last steps of a walk lead nowhere: `step any, land, step any`.
    IdleSteps,
    /// A way through a walk on which nothing is done, as the piece lands on others alone: `step any, (enemy, land)?`.
    IdleWay,
    /// A kind that no text of a position can tell: it has no glyph.
    NoGlyph,
    /// A kind that is neither in the `setup` nor ever made.
    NeverComes,
    /// A kind that has no moves among others that do, and is not placed either.
    NeverMoves,
    /// An ending, or another condition, that can never hold: `at least 65 own` on 64 cells.
    NeverHolds,
    /// Something that has a name, or a parameter, and that nothing uses.
    NeverUsed,
    /// A mark or a number that is asked for, and that nothing sets.
    NeverSet,
    /// A walk that no position lets be made: `step any to empty, capture`.
    NeverFits,
    /// A condition that always holds: `[[forbid]] when = 'at least 0 own'`.
    AlwaysHolds,
    /// A way of a piece all of whose moves another way makes as well: `step any | step diagonal`.
    MergedMoves,
    /// A set of cells that has none on the file's board.
    NoCells,
    /// A key that changes nothing, as things are.
    IdleKey,
    /// What the rules ask for and no position tells: pieces in hand.
    Untold,
    /// An ending that an earlier one always forestalls: `mover stuck` before `mover stuck and mover attacked`.
    NeverReached,
    /// An ending that holds in the `setup`: the game is over before the first move.
    OverAtStart,
    /// The `setup` has no legal move, and no ending holds there.
    StuckAtStart,
    /// Games come to a position without a legal move, and no ending holds there.
    StuckOpen,
    /// A walk that takes so long that nothing is played with it.
    LongWalk,
    /// Moves bring a position back, and can be made for ever.
    Endless,
    /// Cells where nothing stands in the `setup`, and to which no piece can come.
    NeverEntered,
    /// A position is read with another player to move than the one whose turn it is: `turn = 'fewest'` where pieces change sides.
    LostTurn,
    /// A player has no royal piece in the `setup`, though others have.
    NoRoyal,
    /// What is the mover's own is asked for where another player is meant: `some (last KIND and last rank)`.
    WhoseTurn,
    /// Moves that go forward, and players who all face the same way as the file says nothing of it.
    FacesAlike,
    /// A number that is thrown, and that no walk takes, so that the turn never ends: `dice = { roll = 6 }` alone.
    NeverTaken,
    /// Brackets that the player may leave out, around what is to be done wherever it fits: `(every dead (capture))?`.
    ChosenEach,
    /// A throw of dice in a game with a `royal` kind, which is refused to who is in check.
    ThrowInCheck,
    /// Chance moves again and again, and no player ever does.
    NeverChosen,
    /// A `royal` kind where no move captures anything.
    NeverAttacked,
    /// A loop that turns back in each round, and so goes to and fro.
    ToAndFro,
    /// A look for pieces after a capture that see what has been captured, as it leaves the board only when the move is over.
    SeesTaken,
    /// A comment that allows a warning which there is not.
    IdleAllow,
}

impl WarningCode {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::ReplacedList,
        Self::MissedKind,
        Self::MissedHand,
        Self::IdleSteps,
        Self::IdleWay,
        Self::NoGlyph,
        Self::NeverComes,
        Self::NeverMoves,
        Self::NeverHolds,
        Self::NeverReached,
        Self::NeverUsed,
        Self::NeverSet,
        Self::NeverFits,
        Self::AlwaysHolds,
        Self::LostTurn,
        Self::MergedMoves,
        Self::NoCells,
        Self::IdleKey,
        Self::Untold,
        Self::OverAtStart,
        Self::StuckAtStart,
        Self::StuckOpen,
        Self::LongWalk,
        Self::Endless,
        Self::NeverEntered,
        Self::NoRoyal,
        Self::WhoseTurn,
        Self::FacesAlike,
        Self::NeverTaken,
        Self::ThrowInCheck,
        Self::ChosenEach,
        Self::NeverChosen,
        Self::NeverAttacked,
        Self::ToAndFro,
        Self::SeesTaken,
        Self::IdleAllow,
    ];

    /// The code that is written so; if none is, the one that was most likely meant.
    pub fn named(word: &str) -> Result<Self, Option<Self>> {
        let find = |word: &str| Self::ALL.iter().copied().find(|code| code.as_str() == word);
        let near = || nearest(word, Self::ALL.iter().map(|code| code.as_str())).and_then(find);
        find(word).ok_or_else(near)
    }

    /// The code as people and programs read it: `replaced-list`.
    pub fn as_str(self) -> &'static str {
        match self {
            WarningCode::ReplacedList => "replaced-list",
            WarningCode::MissedKind => "missed-kind",
            WarningCode::MissedHand => "missed-hand",
            WarningCode::IdleSteps => "idle-steps",
            WarningCode::IdleWay => "idle-way",
            WarningCode::NoGlyph => "no-glyph",
            WarningCode::NeverComes => "never-comes",
            WarningCode::NeverMoves => "never-moves",
            WarningCode::NeverHolds => "never-holds",
            WarningCode::NeverReached => "never-reached",
            WarningCode::NeverUsed => "never-used",
            WarningCode::NeverSet => "never-set",
            WarningCode::NeverFits => "never-fits",
            WarningCode::AlwaysHolds => "always-holds",
            WarningCode::LostTurn => "lost-turn",
            WarningCode::MergedMoves => "merged-moves",
            WarningCode::NoCells => "no-cells",
            WarningCode::IdleKey => "idle-key",
            WarningCode::Untold => "untold",
            WarningCode::OverAtStart => "over-at-start",
            WarningCode::StuckAtStart => "stuck-at-start",
            WarningCode::StuckOpen => "stuck-open",
            WarningCode::LongWalk => "long-walk",
            WarningCode::Endless => "endless",
            WarningCode::NeverEntered => "never-entered",
            WarningCode::NoRoyal => "no-royal",
            WarningCode::WhoseTurn => "whose-turn",
            WarningCode::FacesAlike => "faces-alike",
            WarningCode::NeverTaken => "never-taken",
            WarningCode::ChosenEach => "chosen-each",
            WarningCode::ThrowInCheck => "throw-in-check",
            WarningCode::NeverChosen => "never-chosen",
            WarningCode::NeverAttacked => "never-attacked",
            WarningCode::ToAndFro => "to-and-fro",
            WarningCode::SeesTaken => "sees-taken",
            WarningCode::IdleAllow => "idle-allow",
        }
    }
}

impl fmt::Display for WarningCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Fix {
    /// Another word, as a guess.
    pub fn instead(span: Span, word: &str) -> Self {
        let title = format!("write `{word}`");
        Self { title, sure: false, edits: vec![(span, word.to_owned())] }
    }

    /// Something more behind what stands there, as a guess.
    pub fn behind(span: Span, put: &str) -> Self {
        let title = format!("write `{}` between them", put.trim());
        Self { title, sure: false, edits: vec![(Span::new(span.end, span.end), put.to_owned())] }
    }

    /// Without a key and its value, where both stand on lines of their own.
    pub fn without(text: &str, key: Span, value: Span) -> Option<Self> {
        let start = text.get(..key.start)?.rfind('\n').map_or(0, |at| at + 1);
        let rest = text.get(value.end..)?;
        let line = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let (before, after) = (text.get(start..key.start)?, rest.get(..line)?.trim());
        let alone = before
            .chars()
            .all(|c| c.is_whitespace() || c.is_alphanumeric() || "._-\"'".contains(c))
            && (after.is_empty() || after.starts_with('#'));
        let edits = vec![(Span::new(start, value.end + line), String::new())];
        alone.then(|| Self { title: String::from("take it away"), sure: true, edits })
    }
}

impl Diagnostic {
    /// A fault at `span`.
    pub fn new(message: impl Into<String>, span: Span) -> Self {
        Self {
            message: message.into(),
            labels: vec![Label { span, text: String::new() }],
            help: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Says `text` at the place of the fault.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Points at another place as well.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The same fault in a text that starts so many bytes later.
    pub fn later(mut self, by: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.later(by);
        }
        for (span, _) in self.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            *span = span.later(by);
        }
        self
    }

    /// Adds advice.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds what may be written instead; nothing, if there is no such way.
    pub fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
        self
    }

    /// `unknown WHAT \`word\``, with the nearest of `known` at the word, or the whole list as help.
    pub fn unknown<'a>(
        what: &str,
        word: &str,
        span: Span,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::unknown_or(what, word, span, known, &[])
    }

    /// With the word that was most likely meant there.
    pub fn meant(self, span: Span, near: &str) -> Self {
        self.label(format!("did you mean `{near}`?")).fix(Fix::instead(span, near))
    }

    /// A word for something that a file declares; without help where none that it does is near.
    pub fn undeclared<'a>(
        what: &str,
        word: &str,
        span: Span,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let fault = Self::new(format!("unknown {what} `{word}`"), span);
        match nearest(word, known.iter().copied()) {
            Some(near) => fault.meant(span, near),
            None => fault.label(format!("the file declares no such {what}")),
        }
    }

    /// The same where words of another sort could stand as well: the nearest of them is told where none of `known` is near.
    pub fn unknown_or<'a>(
        what: &str,
        word: &str,
        span: Span,
        known: impl IntoIterator<Item = &'a str>,
        others: &[&'a str],
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let fault = Self::new(format!("unknown {what} `{word}`"), span);
        let near = nearest(word, known.iter().copied());
        match near.or_else(|| nearest(word, others.iter().copied())) {
            Some(near) => fault.meant(span, near),
            None if known.is_empty() => fault.label(format!("the file declares no {what}")),
            None if known.len() == 1 => {
                fault.label("not known here").help(format!("expected {}", list(&known)))
            }
            None => fault.label("not known here").help(format!("expected one of {}", list(&known))),
        }
    }
}

/// `a`, `b` and `c`, each in backticks.
pub fn list(words: &[&str]) -> String {
    match words {
        [] => String::from("nothing"),
        [one] => format!("`{one}`"),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(|word| format!("`{word}`")).collect();
            format!("{} or `{last}`", rest.join(", "))
        }
    }
}

/// The word of `known` that `word` most likely was meant to be, if one is near enough.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    let bound = (letters / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= bound && *distance < letters.max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// What is said of a sign that looks like a blank, or like nothing, and is none of those that part words; its length.
pub fn odd_blank(text: &str) -> Option<(usize, String)> {
    let sign = text.chars().next()?;
    let unseen =
        ('\u{200b}'..='\u{200f}').contains(&sign) || ['\u{2060}', '\u{feff}'].contains(&sign);
    let odd = !sign.is_ascii() && (sign.is_whitespace() || unseen);
    odd.then(|| (sign.len_utf8(), format!("U+{:04X}, which is no plain blank", u32::from(sign))))
}

/// The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).take(64).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).take(64).collect();
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut best = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_only_when_it_is_near() {
        let known = ["orthogonal", "diagonal", "any"];
        assert_eq!(nearest("orthogonl", known), Some("orthogonal"));
        assert_eq!(nearest("digaonal", known), Some("diagonal"));
        assert_eq!(nearest("upwards", known), None);
        assert_eq!(nearest("u", ["v", "w"]), None);
    }
}
