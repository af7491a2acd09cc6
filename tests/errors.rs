//! Broken rule files, one kind of fault each, and what is said about them.
//!
//! A snapshot holds the file and its diagnostics, so that a reader needs nothing else. What a case
//! extends is a shipped file, or one of `cases/errors/bases/`.

use crate::tool::{Chance, each, files, mutate, root, snapshots, tries};
use interp::diag::Diagnostic;
use interp::source::Source;

/// Bytes that the test of mutations changes in each shipped file, one file a time.
const MUTATIONS: usize = 600;
/// What it writes there.
const LIKELY: &[u8] = b"()[]{}|,'\"\\=#.*+? 09azAZ_-\n\0\xc3\xa9";

/// Every place lies within the text, on characters.
fn assert_placed(source: &Source, faults: &[Diagnostic]) {
    for fault in faults {
        assert!(!fault.labels.is_empty(), "{}: {} has no place", source.name, fault.message);
        for label in &fault.labels {
            assert!(
                source.text.get(label.span.start..label.span.end).is_some(),
                "{}: {:?} of `{}` is no place in the text",
                source.name,
                label.span,
                fault.message
            );
        }
    }
}

#[test]
fn every_fault_is_shown_at_its_word() {
    let _bound = snapshots("errors");
    let mut accepted = Vec::new();
    insta::glob!("cases/errors/*.toml", |path| {
        let text = std::fs::read_to_string(path).expect("a text");
        let name = path.strip_prefix(root()).expect("a path of the project");
        let (source, loaded) = crate::tool::load(Source::new(name.display().to_string(), text));
        let Err(faults) = loaded else {
            accepted.push(source.name);
            return;
        };
        assert_placed(&source, &faults);
        let ran = crate::tool::interp(&["check", &source.name], "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", source.name);
        let line = "=".repeat(72);
        insta::assert_snapshot!("err", format!("{}\n{line}\n{}", source.own().text, ran.err));
    });
    assert!(accepted.is_empty(), "these load: {accepted:#?}");
}

#[test]
fn a_mutated_rule_file_never_panics_and_every_fault_has_its_place() {
    let files: Vec<_> = (0x5eed_0001..).zip(files("rules", ".toml")).collect();
    each(&files, |(seed, path)| {
        let mut chance = Chance::new(*seed);
        let text = std::fs::read(path).expect("a file");
        for _ in 0..tries(MUTATIONS) {
            let mut bytes = text.clone();
            for _ in 0..=chance.below(3) {
                mutate(&mut bytes, LIKELY, &mut chance);
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let source = Source::new(path.display().to_string(), text);
            let text = source.text.clone();
            match std::panic::catch_unwind(|| crate::tool::load(source)) {
                Ok((_, Ok(_))) => {}
                Ok((source, Err(faults))) => {
                    assert!(!faults.is_empty(), "refused without a reason:\n{text}");
                    assert_placed(&source, &faults);
                }
                Err(_) => panic!("the loader panics on:\n{text}"),
            }
        }
    });
}
