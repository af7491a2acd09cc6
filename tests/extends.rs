//! How the program finds what a rule file extends.

use crate::tool::{Ran, interp};
use std::path::{Path, PathBuf};

/// A folder of rule files that is gone with its value.
struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, files: &[(&str, &[u8])]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("extends-{name}"));
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::create_dir_all(path.with_file_name("")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Folder(folder)
    }

    fn check(&self, file: &str) -> Ran {
        interp(&["check", &self.0.join(file).to_string_lossy()], "")
    }

    fn assert_fine(&self, file: &str) {
        let ran = self.check(file);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{file}");
    }

    /// Holds that a file is refused with these words.
    fn assert_refused(&self, file: &str, words: &[&str]) {
        let ran = self.check(file);
        assert_eq!(ran.code, 2, "{file}: {}", ran.err);
        for word in words {
            assert!(ran.err.contains(word), "{file}: no `{word}` in\n{}", ran.err);
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("the folder");
    }
}

#[test]
fn a_base_is_looked_for_from_the_folder_of_the_file_that_names_it() {
    let folder = Folder::with(
        "paths",
        &[
            ("near.toml", b"extends = 'sub/far'"),
            ("sub/far.toml", b"extends = \"../base.toml\""),
            ("base.toml", b"extends = 'tomek.toml'\nname = 'Base'"),
            ("sub/lost.toml", b"extends = 'base'"),
            ("no_ending", b"extends = 'tomek'"),
            ("named.toml", b"extends = 'no_ending'"),
        ],
    );
    folder.assert_fine("near.toml");
    folder.assert_fine("no_ending");
    folder
        .assert_refused("sub/lost.toml", &["cannot read `base`", "no such file", "lost.toml:1:11"]);
    // Only files that are called rule files are read.
    folder.assert_refused("named.toml", &["cannot read `no_ending`"]);
}

#[test]
fn a_file_comes_before_shipped_rules_of_its_name_unless_it_is_the_file_itself() {
    let folder = Folder::with(
        "shadow",
        &[
            (
                "path.toml",
                b"extends = 'path'\nname = 'Mine'\n[[before.end]]\nwhen = 'no empty'\ndraw = true",
            ),
            ("more.toml", b"extends = 'path.toml'\nname = false\nabout = 'More'"),
            ("tomek.toml", b"[board]\nsize = 'red'"),
            ("other.toml", b"extends = 'tomek'"),
        ],
    );
    folder.assert_fine("path.toml");
    folder.assert_fine("more.toml");
    folder.assert_refused("other.toml", &["tomek.toml:2:8", "other.toml:1:1"]);
}

#[test]
fn a_circle_is_found_however_its_files_are_named() {
    let folder = Folder::with(
        "circle",
        &[
            ("a.toml", b"extends = 'sub/../b'"),
            ("b.toml", b"extends = './a.toml'"),
            ("sub/own.toml", b"extends = '../sub/own'"),
        ],
    );
    folder.assert_refused("a.toml", &["in a circle", "b.toml:1:11", "which extends"]);
    folder.assert_refused("sub/own.toml", &["the file extends itself", "own.toml:1:11"]);
}

#[test]
fn a_chain_that_is_too_long_is_refused_and_one_that_is_not_is_read() {
    let files: Vec<(String, String)> =
        (1..9).map(|at| (format!("{at}.toml"), format!("extends = '{}'", at + 1))).collect();
    let mut files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    files.push(("9.toml", b"extends = 'tomek'"));
    let folder = Folder::with("chain", &files);
    folder.assert_fine("3.toml");
    folder.assert_refused(
        "2.toml",
        &["too many files extend one another", "9.toml:1:11", "at most 8"],
    );
    folder.assert_refused("1.toml", &["too many files extend one another", "8.toml:1:11"]);
}

#[test]
fn what_is_no_text_is_told_where_it_is_extended() {
    let folder =
        Folder::with("bytes", &[("a.toml", b"extends = 'b'"), ("b.toml", b"name = '\xff'")]);
    std::fs::create_dir_all(folder.0.join("c.toml")).expect("a folder");
    folder.assert_refused("a.toml", &["cannot read `b`", "not text in UTF-8", "a.toml:1:11"]);
    std::fs::write(folder.0.join("a.toml"), "extends = 'c'").expect("a file");
    folder.assert_refused("a.toml", &["cannot read `c`", "it is a directory"]);
}

#[test]
fn a_variant_plays_by_what_it_changed() {
    let hill = "extends = 'rank_and_file'\n[[before.verdict]]\nsay = 'HILL'\nwhen = 'mover hill'\n\
                [goals.hill]\nline = 1\nof = 'own king and centre'\n";
    let folder = Folder::with("play", &[("hill.toml", hill.as_bytes())]);
    let rules = folder.0.join("hill.toml");
    let below = "........\n........\n........\nk.......\n";
    for (row, verdict) in [("..K.....", "SAFE"), ("...K....", "HILL")] {
        let board = format!("1\nB\n........\n........\n........\n{row}\n{below}");
        let answer = format!("BLACK IS {verdict}\n");
        crate::tool::assert_answer(&rules.to_string_lossy(), &board, &answer);
    }
}
