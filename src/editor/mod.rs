//! A rule file as an editor sees it: what stands where, what it means there, what may be written next. Nothing here knows of protocols,
//! and nothing reads or prints; texts come in, places and words go out.
//!
//! A file in an editor is broken most of the time. So nothing here asks for a syntax tree: the [`outline`] finds keys and values in any
//! text.

// Texts that are being typed arrive here: nothing is indexed by their places.
#![deny(clippy::indexing_slicing)]

pub mod chain;
pub mod complete;
pub mod hover;
pub mod lexicon;
pub mod names;
pub mod outline;
pub mod schema;

use outline::{Outline, Step};

/// Whether a file of TOML is a rule file, as far as it has been written. Editors offer every file of TOML; one of which most keys are none of ours is
/// somebody else's. The
/// key that is being typed at a byte does not count.
pub fn is_rules(outline: &Outline, typed: Option<usize>) -> bool {
    let top = outline.entries.iter().filter_map(|entry| match entry.path.as_slice() {
        [Step::Key(key)] => {
            let span = entry.key?;
            let open = typed.is_some_and(|byte| (span.start..=span.end).contains(&byte));
            (!open).then_some(key.as_str())
        }
        _ => None,
    });
    let known = schema::keys(&[]);
    let (mut ours, mut strange) = (0, 0);
    for key in top {
        match known.iter().any(|known| known.name == key) {
            // No other file says these.
            true if ["interp", "extends", "pieces"].contains(&key) => return true,
            true => ours += 1,
            false => strange += 1,
        }
    }
    ours >= strange
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_others_are_none_of_ours() {
        let told = |text: &str| is_rules(&Outline::of(text), None);
        for text in ["", "extends = 'x'\n[odd]", "[board]\n[playrs]", "name = 'x'"] {
            assert!(told(text), "{text}");
        }
        for text in ["[package]\nname = 'x'", "[project]\n[tool.x]", "a = 1\nname = 'x'\n[b]"] {
            assert!(!told(text), "{text}");
        }
        assert!(is_rules(&Outline::of("[boa"), Some(4)));
    }
}
