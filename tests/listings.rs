//! What became of each rule of some small games, and of changes of them: a listing is read beside its rule file.

use crate::tool::{interp, root};

/// Games whose rules take every form.
const GAMES: &[&str] = &[
    "abalone",
    "amazons",
    "atomic",
    "breakthrough",
    "chess",
    "checkers",
    "duck",
    "english_draughts",
    "gomoku",
    "hex_swap",
    "lines_of_action",
    "nine_mens_morris",
    "othello",
    "shogi",
    "tomek",
    "xiangqi",
];

/// Small changes of such, most of which take a worse form somewhere.
const CLIFFS: &[&str] = &[
    "breakthrough__exchange",
    "chess__blast",
    "chess__board12",
    "chess__pinch",
    "chess__relay",
    "chess__rifle",
    "chess__shy",
    "english_draughts__convert",
    "gomoku__last",
    "gomoku__near",
    "hex__two_stones",
    "tablut__edge",
];

/// The listing, under the lines of the file if these are few.
fn listing(rules: &str, text: Option<&str>) -> String {
    let ran = interp(&["listing", rules], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
    match text {
        Some(text) => format!("{}\n\n{}", text.trim_end(), ran.out.trim_end()),
        None => ran.out.trim_end().to_owned(),
    }
}

#[test]
fn each_rule_is_listed_with_its_form_and_with_why_it_is_walked() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/listings"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in GAMES {
            insta::assert_snapshot!(*name, listing(name, None));
        }
        for name in CLIFFS {
            let path = format!("tests/cases/cliffs/{name}.toml");
            let text = crate::tool::text(&root().join(&path));
            insta::assert_snapshot!(*name, listing(&path, Some(&text)));
        }
    });
}

#[test]
fn check_tells_only_what_sets_do_not_tell() {
    for (rules, told) in [
        ("chess", "chess: ok\n"),
        ("hex_swap", "hex_swap: ok\n  swap: walked, changes several cells (hex_swap:8)\n"),
    ] {
        let ran = interp(&["check", "--verbose", rules], "");
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, told, ""));
    }
}

#[test]
fn the_size_of_the_board_may_be_that_of_a_position_of_the_rules() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("listings");
    std::fs::create_dir_all(&folder).expect("a folder");
    let list = |more: &str| {
        let text = format!(
            "[board]\nsize = 'read'\n[players]\norder = ['x', 'o']\n[pieces]\ntoken = {{}}\n[actions]\nplace = 'pick empty, put token'\n\
             [[end]]\nwhen = 'no empty'\ndraw = true\n\
             [format]\nanswer = '{{{{moves}}}}'\ncase = \"{{width}} {{height}}\\n{{board}}\"\nturn = 'fewest'\ncells = {{ '.' = 'empty', X = 'x token', O = 'o token' }}\n{more}"
        );
        let path = folder.join("sized.toml");
        std::fs::write(&path, text).expect("a file");
        interp(&["listing", &path.to_string_lossy()], "")
    };
    let none = list("");
    assert_eq!(none.code, 1, "{}", none.err);
    assert!(none.err.contains("the size of the board comes with each position"), "{}", none.err);
    for more in [
        "setup = '''\n3 2\n...\n...'''\n",
        "[[test]]\nposition = '''\n3 2\n...\n...'''\nstate = 'goes on'\n",
    ] {
        let ran = list(more);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{more}");
        assert!(ran.out.starts_with("board: 3 x 2, sets of 64 cells\n"), "{}", ran.out);
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}
