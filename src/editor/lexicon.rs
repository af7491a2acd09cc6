//! The words of the language, each with what it says: the index of `docs/language.md`, which is the one place where that is told in a line.

use std::sync::OnceLock;

const REFERENCE: &str = include_str!("../../docs/language.md");

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// What it says, in a line.
    pub says: &'static str,
    /// The sections of the reference that tell of it, as links there.
    pub sections: &'static str,
}

/// All of them, in the order of the alphabet.
pub fn words() -> &'static [Word] {
    static WORDS: OnceLock<Vec<Word>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let index = REFERENCE.split_once("\n## Index of words\n").map_or("", |(_, index)| index);
        let rows = index.lines().filter_map(|line| {
            let (word, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
            let (says, sections) = rest.trim_end_matches(" |").split_once(" | ")?;
            let plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
            plain.then_some(Word { word, says, sections })
        });
        rows.collect()
    })
}

/// What a word says.
pub fn word(word: &str) -> Option<&'static Word> {
    words().iter().find(|known| known.word == word)
}

/// The names of the sections that tell of a word, without their links.
pub fn sections(word: &Word) -> Vec<&'static str> {
    let links = word.sections.split(" · ");
    links
        .filter_map(|link| link.strip_prefix('[')?.split_once("](").map(|(name, _)| name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_says_something_and_has_a_section() {
        assert!(words().len() > 100);
        for word in words() {
            assert!(!word.says.is_empty() && !sections(word).is_empty(), "{word:?}");
        }
        assert!(word("step").expect("a word").says.starts_with("`step DIRS`"));
    }
}
