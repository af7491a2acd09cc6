//! The rules as pages for players.

use crate::tool::{files, interp, snapshots};

/// Games whose pages are read: one of each sort, and some of their variants.
const READ: [&str; 22] = [
    "amazons",
    "backgammon",
    "breakthrough",
    "checkers",
    "chess",
    "connect_four",
    "english_draughts",
    "go_9",
    "halma",
    "havannah",
    "hex",
    "hnefatafl",
    "kalah",
    "lasca",
    "lines_of_action",
    "nine_mens_morris",
    "othello",
    "peg_solitaire",
    "shogi",
    "tictactoe",
    "xiangqi",
    "yavalath",
];

#[test]
fn pages_are_as_they_were_read() {
    let _bound = snapshots("describe");
    for name in READ {
        let ran = interp(&["describe", name], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        insta::with_settings!({ description => format!("interp describe {name}") }, {
            insta::assert_snapshot!(name, ran.out);
        });
    }
}

/// Every shipped file has a page that names its players, its kinds and its moves, and says nothing that is not English.
#[test]
fn every_shipped_file_has_a_page() {
    for path in files("rules", ".toml") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let rules = crate::tool::rules(&path);
        let ran = interp(&["describe", &name], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        let page = ran.out.to_lowercase();
        let moving = rules.kinds.iter().filter(|kind| !kind.moves.is_empty());
        let kinds = moving.map(|kind| &kind.name.value);
        let moves = rules.actions.iter().map(|rule| &rules.move_names[rule.name.index()]);
        for word in kinds.chain(moves).filter(|word| *word != "move") {
            assert!(page.contains(&word.to_lowercase()), "{name}: `{word}`\n{page}");
        }
        assert!(!page.contains("- ."), "{name}\n{page}");
    }
}
