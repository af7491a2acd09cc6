//! What became of each rule of some small games, and of changes of them: a listing is read beside its rule file.

use interp::program::Program;
use interp::source::Source;

use crate::tool::{interp, root, snapshots};

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
    "amazons__burn",
    "amazons__eat",
    "breakthrough__exchange",
    "chess__blast",
    "chess__board12",
    "chess__pinch",
    "chess__relay",
    "chess__rifle",
    "chess__shy",
    "connect6__apart",
    "english_draughts__convert",
    "go_9__suicide",
    "gomoku__last",
    "gomoku__near",
    "hex__two_stones",
    "isolation__near",
    "othello__torus",
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
    let _bound = snapshots("listings");
    for name in GAMES {
        insta::assert_snapshot!(*name, listing(name, None));
    }
    for name in CLIFFS {
        let path = format!("tests/cases/cliffs/{name}.toml");
        let text = crate::tool::text(&root().join(&path));
        insta::assert_snapshot!(*name, listing(&path, Some(&text)));
    }
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

/// Holds that a walk of a piece, or an action where it begins with `pick`, is listed so: the form, the reason, and
/// the text that says that.
#[track_caller]
fn assert_form(walk: &str, form: &str, why: Option<(&str, &str)>) {
    assert_forms(walk, &[(form, why)]);
}

/// The same of a walk that begins with a choice: each part that has become something else.
#[track_caller]
fn assert_forms(walk: &str, forms: &[(&str, Option<(&str, &str)>)]) {
    let rule = match walk.starts_with("pick") {
        true => format!("token = {{}}\n[actions]\nplace = '{walk}'"),
        false => format!("token.moves = '{walk}'"),
    };
    let text = format!(
        "[board]\nsize = [8, 8]\n[players]\norder = ['x', 'o']\nfacing = {{ x = 'north', o = 'south' }}\n\
         [marks]\nused = 'turn'\n[counters.made]\n[numbers]\ncoins = 'player'\nheap = 'cell'\n[pieces]\n{rule}\n[[end]]\nwhen = 'mover stuck'\ndraw = true\n\
         [format]\ncase = '{{board}}'\nturn = 'fewest'\nanswer = '{{moves}}'\n\
         cells = {{ '.' = 'empty', X = 'x token', O = 'o token' }}\n"
    );
    let source = Source::new("small", text);
    let rules = interp::rules::load(&source).expect("rules");
    let program = Program::compile(&rules, rules.board.size.expect("a size"));
    let (lines, rule) = (program.listing(), ["token", "place"]);
    let lines = lines.iter().filter(|line| rule.contains(&line.rule.as_str()));
    let found = lines.map(|line| {
        assert!(line.players.is_empty());
        let said = line.span.map(|span| source.place(span).text).unwrap_or_default();
        (line.form.as_str(), line.why.as_deref().map(|why| (why, said)))
    });
    assert_eq!(found.collect::<Vec<_>>(), forms, "{walk}");
}

#[test]
fn walks_that_sets_tell_are_listed_by_their_form() {
    assert_form("slide any", "steps", None);
    assert_form(
        "slide forward, land, forward to empty, put token",
        "steps, then a placement",
        None,
    );
    assert_form("unless (any to enemy), slide any", "steps, given more", None);
    assert_form("if (made at least 3), leap (1,2)", "steps, given more", None);
    assert_form("pick empty, put token", "placements", None);
}

#[test]
fn what_becomes_of_a_players_number_is_told_with_the_move() {
    assert_form("step any to enemy, add 2 coins", "steps, given more", None);
    assert_form("take 1 coins, slide any", "steps, given more", None);
    assert_form("pick empty, put token, take 1 coins", "placements, given more", None);
    let why = "asks for numbers, or changes them";
    assert_form("step any, add 1 heap", "walked", Some((why, "add 1 heap")));
    assert_form("take coins as all, step any", "walked", Some((why, "take coins as all")));
    let both = "step any to enemy | step any to enemy, add 1 coins";
    assert_forms(both, &[("steps", None), ("steps, given more", None)]);
    assert_form("take coins as n, (forward to empty){n}", "steps, given more", None);
}

#[test]
fn each_alternative_has_a_form_of_its_own() {
    let why = Some(("asks for numbers, or changes them", "add 1 heap"));
    assert_forms("slide any | step any, add 1 heap", &[("steps", None), ("walked", why)]);
    assert_forms("step any to empty | (step any to empty)+", &[("steps", None), ("floods", None)]);
    let given = "unless (any to enemy), slide any | (jump any over piece to empty)+";
    assert_forms(given, &[("steps, given more", None), ("floods", None)]);
    // What is done in the same way on other cells is one placement.
    let one = "pick empty and edge, put token | pick empty and see (any to own), put token";
    assert_form(one, "placements, given more", None);
}

#[test]
fn cells_that_are_emptied_behind_each_move_are_told_beside_it() {
    let form = "steps, then changes around it";
    assert_form("slide any, land, every enemy and corner (lift)?", form, None);
    assert_form("slide any, land, every edge and see (any to own) (capture)?", form, None);
    let sure = "every enemy and corner (lift)";
    let walk = format!("slide any, land, {sure}");
    assert_walked(&walk, "acts on every cell that passes", sure);
}

#[test]
fn what_is_done_to_one_piece_is_a_placement() {
    let on = "placements on pieces";
    assert_form("pick own, lift", on, None);
    assert_form("pick enemy and corner, capture", on, None);
    assert_form("pick enemy, flip", on, None);
    assert_form("pick enemy, lift, put token", on, None);
    let near = "placements on pieces, given more";
    assert_form("pick enemy and see (any to own, ahead to own), capture", near, None);
    assert_form("pick enemy and see at least 3 any (own), flip", near, None);
    let several = "pick enemy, lift, pick own, lift";
    assert_walked(several, "changes several cells", several);
}

#[test]
fn what_is_pushed_makes_a_single_move_each() {
    assert_form("step forward to enemy, push", "steps, single moves", None);
    assert_form("step any to piece, see (ahead), push", "single moves", None);
}

#[test]
fn pieces_that_are_put_around_a_cell_follow_a_placement_on_it() {
    let row = "pick empty, as here, put token, head east, ahead to empty, put token, ahead to empty, put token";
    assert_form(row, "placements of several pieces, given more", None);
    let ways = "pick empty, put token, head north or east, ahead to empty, put token, ahead to empty, put token";
    assert_form(ways, "placements of several pieces, given more", None);
    let near = "pick empty and see at least 2 any (own), as here, put token, north to empty, put token, go here, south to empty, put token";
    assert_form(near, "placements of several pieces, given more", None);
    // One that ends at both cells could be told by either.
    let both = "pick empty, put token, head north or south, ahead to empty, put token, ahead to empty, put token";
    assert_walked(both, "may come to the same as another move", both);
}

#[test]
fn what_begins_with_a_piece_of_ones_own_is_a_move_of_it() {
    assert_form("pick own, lift, pick enemy, lift", "single moves", None);
}

#[test]
fn two_pieces_on_cells_that_are_empty_are_placements() {
    let two = "placements of two pieces";
    assert_form("pick empty, put token, pick empty, put token", two, None);
    assert_form("pick empty and a1, put token, pick empty and not b2, put token", two, None);
    assert_form("pick empty, put token, forward to empty, put token", two, None);
    assert_form("pick empty, put token, orthogonal to empty, put token", two, None);
    let later = "pick empty, if (some occupied), put token, pick empty, put token";
    assert_form(later, "placements of two pieces, given more", None);
}

/// The same of what is walked: what it does, and the text that says that.
#[track_caller]
fn assert_walked(walk: &str, why: &str, said: &str) {
    assert_form(walk, "walked", Some((why, said)));
}

#[test]
fn walks_that_sets_do_not_tell_are_listed_with_what_they_do() {
    let second = "slide any, land, pick own, lift";
    assert_walked(second, "a choice after a choice", "pick own");
    let aside = "step any, land, each orthogonal (ahead to enemy, push)?";
    assert_walked(aside, "pushes", "push");
    // Two pieces that may end on the same cell may each leave another one where they stood.
    let like = "slide any, land, pick empty, put token";
    assert_walked(like, "may come to the same as another move", like);
    assert_walked("every enemy (flip)", "acts on every cell that passes", "every enemy (flip)");
    let turning = "(step any to empty, step any to empty or enemy)+";
    assert_walked(turning, "goes too many ways", turning);
}
