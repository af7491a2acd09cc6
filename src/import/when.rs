//! Conditions of the table: `a and not b`, `a=3 or (b~piece)`.

/// What judges a name, and what it is compared with.
pub type Atom<'a> = dyn FnMut(&str, Option<(char, &str)>) -> Result<bool, String> + 'a;

/// Whether a condition holds; `atom` judges a name, with what it is compared with: `=` or `~`.
///
/// # Errors
///
/// Where the condition is not understood, or an atom is not.
pub fn holds(text: &str, atom: &mut Atom<'_>) -> Result<bool, String> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, at: 0, atom };
    let holds = reader.any()?;
    match reader.at == words.len() {
        true => Ok(holds),
        false => Err(format!("`{text}` is no condition")),
    }
}

struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
    atom: &'a mut Atom<'a>,
}

impl Reader<'_> {
    fn word(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at) == Some(&word);
        self.at += usize::from(found);
        found
    }

    // Every part is judged, so that an atom that is not known is always told.
    fn any(&mut self) -> Result<bool, String> {
        let mut holds = self.all()?;
        while self.word("or") {
            holds |= self.all()?;
        }
        Ok(holds)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut holds = self.one()?;
        while self.word("and") {
            holds &= self.one()?;
        }
        Ok(holds)
    }

    fn one(&mut self) -> Result<bool, String> {
        if self.word("not") {
            return self.one().map(|holds| !holds);
        }
        if self.word("(") {
            let holds = self.any()?;
            return match self.word(")") {
                true => Ok(holds),
                false => Err(String::from("a bracket is not closed")),
            };
        }
        let word = self.words.get(self.at).ok_or("a condition breaks off")?;
        self.at += 1;
        match word.find(['=', '~']) {
            None => (self.atom)(word, None),
            Some(at) => {
                let (name, rest) = word.split_at(at);
                let sign = if rest.starts_with('=') { '=' } else { '~' };
                (self.atom)(name, Some((sign, &rest[1..])))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_combine() {
        let mut atom = |name: &str, than: Option<(char, &str)>| match (name, than) {
            ("a", None) => Ok(true),
            ("b", None) => Ok(false),
            ("n", Some(('=', value))) => Ok(value == "3"),
            _ => Err(String::from("unknown")),
        };
        let mut judge = |text: &str| holds(text, &mut atom);
        assert_eq!(judge("a and not b"), Ok(true));
        assert_eq!(judge("b or a and n=3"), Ok(true));
        assert_eq!(judge("not (a or b)"), Ok(false));
        assert_eq!(judge("n=4"), Ok(false));
        for broken in ["c", "a and", "(a", "a b", ""] {
            assert!(judge(broken).is_err(), "{broken}");
        }
    }
}
