//! Betza text → moves.

use super::ast::{Atom, Betza, Dir, Leg, Move, Step};
use super::{BYTES, LEGS, letters};
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::limits::{LEAP, REPEAT};
use crate::syntax::text::Text;

/// Reads a Betza text.
///
/// # Errors
///
/// Every letter that is not taken, with the reason; a modifier without its atom.
pub fn parse(text: &Text) -> Result<Betza, Vec<Diagnostic>> {
    if text.value.len() > BYTES {
        let fault = Diagnostic::new("the Betza text is too long", text.span);
        return Err(vec![fault.help(format!("at most {BYTES} bytes are read"))]);
    }
    let letters = text.value.char_indices().collect();
    let mut reader = Reader { text, letters, at: 0, open: 0, faults: Vec::new() };
    let mut moves = Vec::new();
    while reader.at < reader.letters.len() {
        moves.extend(reader.one_move());
    }
    if moves.is_empty() && reader.faults.is_empty() {
        let fault = Diagnostic::new("the Betza text is empty", text.span);
        reader.faults.push(fault.help("for example `K`, `fR` or `mNcB`"));
    }
    match reader.faults.is_empty() {
        true => Ok(Betza { moves, span: text.span }),
        false => Err(reader.faults),
    }
}

struct Reader<'t> {
    text: &'t Text,
    letters: Vec<(usize, char)>,
    /// The next letter.
    at: usize,
    /// Brackets that were refused; what closes them is no second fault.
    open: usize,
    faults: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).map(|(_, letter)| *letter)
    }

    /// The place of the letters from `start` to the next one.
    fn since(&self, start: usize) -> Span {
        let byte =
            |at: usize| self.letters.get(at).map_or(self.text.value.len(), |(byte, _)| *byte);
        self.text.span(byte(start), byte(self.at))
    }

    /// The next letters if they are of that kind.
    fn digits(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|letter| letter.to_digit(10)) {
            // The text is too short for this to go far; what is too large is refused later.
            number = Some(number.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        number
    }

    /// A move; `None` if it is at fault, and the letter at fault is passed.
    fn one_move(&mut self) -> Option<Spanned<Move>> {
        let start = self.at;
        let (mut initial, mut legs, mut leg) = (None, Vec::new(), Leg::default());
        let (mut leg_start, mut fine) = (start, true);
        loop {
            let at = self.at;
            match self.peek() {
                None => {
                    let fault = Diagnostic::new("modifiers without an atom", self.since(start));
                    self.faults.push(fault.help("a move ends with its atom, as in `fmW`"));
                    return None;
                }
                Some('f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h') => match self.dir() {
                    Some(dir) => leg.dirs.push(Spanned::new(dir, self.since(at))),
                    None => fine = false,
                },
                Some('i') => {
                    self.at += 1;
                    if !legs.is_empty() || initial.replace(self.since(at)).is_some() {
                        let fault = Diagnostic::new("`i` is about the whole move", self.since(at));
                        self.faults.push(fault.help("write it once, before all other letters"));
                        fine = false;
                    }
                }
                Some(mark @ ('m' | 'c' | 'd' | 'e' | 'p' | 'g' | 'n' | 'j' | 'y' | 'z')) => {
                    self.at += 1;
                    if let Some(first) = leg.mark(mark) {
                        let fault =
                            Diagnostic::new(format!("`{mark}` stands twice"), self.since(at));
                        self.faults.push(fault.label("again").also(first, "first here"));
                        fine = false;
                    }
                    leg.marks.push(Spanned::new(mark, self.since(at)));
                }
                Some('a') => {
                    leg.span = self.since(leg_start);
                    self.at += 1;
                    leg_start = self.at;
                    legs.push(std::mem::take(&mut leg));
                    if legs.len() == LEGS {
                        let fault = Diagnostic::new("a move of too many legs", self.since(at));
                        self.faults.push(fault.label(format!("at most {LEGS}")));
                        fine = false;
                    }
                }
                Some(_) => break,
            }
        }
        leg.span = self.since(leg_start);
        let atom = self.atom()?;
        if leg.dirs.is_empty() && leg.marks.is_empty() {
            leg.span = atom.name.span;
        }
        legs.push(leg);
        fine.then(|| Spanned::new(Move { initial, legs, atom }, self.since(start)))
    }

    /// A direction of one or two letters. Letters that combine do: a letter followed by itself, by one
    /// across it, or by `h`.
    fn dir(&mut self) -> Option<Dir> {
        let start = self.at;
        let first = self.peek()?;
        self.at += 1;
        let second = self.peek();
        let pair = match (first, second) {
            ('h', Some(hand @ ('l' | 'r'))) => Some(Dir::Hand(hand)),
            ('f' | 'b' | 'l' | 'r', Some('h')) => Some(Dir::Half(first)),
            ('f' | 'b', Some(across @ ('l' | 'r' | 's'))) => Some(Dir::Two(first, across)),
            ('l' | 'r', Some(across @ ('f' | 'b' | 'v'))) => Some(Dir::Two(first, across)),
            (first, Some(second)) if first == second && first != 'h' => Some(Dir::One(first)),
            _ => None,
        };
        if pair.is_some() {
            self.at += 1;
            return pair;
        }
        if first == 'h' {
            let fault = Diagnostic::new("`h` halves nothing here", self.since(start));
            self.faults.push(
                fault.help(
                    "it follows a direction, as in `fhN`, or stands before a hand, as in `hrN`",
                ),
            );
            return None;
        }
        Some(Dir::One(first))
    }

    fn atom(&mut self) -> Option<Atom> {
        let start = self.at;
        let letter = self.peek()?;
        let (name, steps, endless) = match letter {
            '(' => {
                let step = self.vector()?;
                (format!("({},{})", step.0, step.1), vec![step], false)
            }
            _ => {
                self.at += 1;
                let Some((steps, endless)) = letters::atom(letter) else {
                    let place = self.since(start);
                    // A range of what is refused, and what closes a refused bracket, are part of it.
                    if letter.is_alphabetic() {
                        self.digits();
                    }
                    if letter == ')' && self.open > 0 {
                        self.open -= 1;
                        return None;
                    }
                    let (message, help) = letters::refused(letter);
                    self.faults.push(Diagnostic::new(message, place).help(help));
                    return None;
                };
                (letter.to_string(), steps, endless)
            }
        };
        let name = Spanned::new(name, self.since(start));
        let range = self.at;
        let range = match self.digits() {
            Some(0) => None,
            Some(most) if most > REPEAT => {
                let fault = Diagnostic::new(format!("`{most}` is too large"), self.since(range));
                self.faults.push(fault.label(format!("at most {REPEAT}")));
                return None;
            }
            Some(most) => Some(most),
            None if self.peek() == Some(letter) && letter.is_ascii_uppercase() => {
                self.at += 1;
                if endless || self.peek() == Some(letter) {
                    let fault = Diagnostic::new(
                        format!("`{letter}` goes on without end already"),
                        self.since(start),
                    );
                    self.faults
                        .push(fault.help(format!("write `{letter}`, or `{letter}4` for a range")));
                    return None;
                }
                None
            }
            None if endless => None,
            None => Some(1),
        };
        Some(Atom { name, steps, range })
    }

    /// `(a,b)`.
    fn vector(&mut self) -> Option<Step> {
        let start = self.at;
        self.at += 1;
        let first = self.digits();
        let comma = self.peek() == Some(',');
        self.at += usize::from(comma);
        let second = self.digits();
        let close = self.peek() == Some(')');
        let (Some(a), Some(b), true, true) = (first, second, comma, close) else {
            self.at = start + 1;
            self.open += 1;
            let (message, help) = letters::refused('(');
            self.faults.push(Diagnostic::new(message, self.since(start)).help(help));
            return None;
        };
        self.at += 1;
        if a.max(b) > LEAP || a.max(b) == 0 {
            let fault = Diagnostic::new(format!("a leap of ({a},{b})"), self.since(start));
            self.faults.push(fault.label(format!("from 1 to {LEAP} cells")));
            return None;
        }
        Some((a.min(b) as u8, a.max(b) as u8))
    }
}
