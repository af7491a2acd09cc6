//! Rules that once meant something other than they seemed to, and what they mean.
//!
//! A snapshot holds the file and the moves of its usual start; what its own tests say holds.

use crate::tool::{interp, root, snapshots, text};

#[test]
fn rules_mean_what_they_seem_to() {
    let _bound = snapshots("told");
    insta::glob!("cases/told/*.toml", |path| {
        let name = path.strip_prefix(root()).expect("a path of the project");
        let name = name.display().to_string();
        // A case `err_*` is refused, and shows how that is told.
        let fine = !name.contains("/err_");
        for command in if fine { &["check", "test"][..] } else { &[] } {
            let ran = interp(&[command, &name], "");
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command} {name}");
        }
        let ran = interp(&["moves", &name], "");
        let moves = if fine { ran.out } else { interp(&["check", &name], "").err };
        let line = "=".repeat(72);
        insta::assert_snapshot!("told", format!("{}\n{line}\n{}", text(path), moves));
    });
}

#[test]
fn a_drop_is_explained_as_a_drop() {
    let told = |position: &str, chosen: &str| {
        let words = ["explain", "crazyhouse", "--position", position, "--move", chosen];
        interp(&words, "").out
    };
    let empty = "4k3/8/8/8/8/8/7P/4K3[] w - - 0 1";
    let held = "4k3/8/8/8/8/8/7P/4K3[P] w - - 0 1";
    insta::assert_snapshot!(told(empty, "p@h3"), @r"
    a pawn dropped on h3 is not legal: no walk ends so
      white has no pawn in hand
      the action drop_pawn reaches no cell  (crazyhouse:19)
    ");
    insta::assert_snapshot!(told(held, "P@h2"), @r"
    a pawn dropped on h2 is not legal: no walk ends so
      the action drop_pawn reaches a2, b2, c2, d2, e2, f2, g2, a3, b3, c3, d3, e3 and 35 more  (crazyhouse:19)
        h2 is occupied by white pawn, but the walk asks for empty  (crazyhouse:19)
    ");
    insta::assert_snapshot!(told(held, "P@h3"), @r"
    h3 is legal
      by the action drop_pawn  (crazyhouse:19)
      white pawn comes to stand on h3
      white's hand gives a pawn
      the clock is 1
    ");
    // The same cell without a drop is told as before.
    assert!(told(held, "h2").starts_with("h2 is not legal"));
}

#[test]
fn a_move_is_explained_by_its_ends_and_by_what_it_asks_for_first() {
    let told = |chosen: &str| {
        interp(&["explain", "tests/cases/told/asks_first.toml", "--move", chosen], "").out
    };
    insta::assert_snapshot!(told("a1c1"), @r"
    a1xd1xc1 is legal
      by the hop of stone  (tests/cases/told/asks_first.toml:9)
      first stone leaves a1 and stands on c1
      captures second stone on c1
    ");
    insta::assert_snapshot!(told("a1b1"), @r"
    a1-b1 is not legal: no walk ends so
      its hop reaches c1  (tests/cases/told/asks_first.toml:9)
        b1 is not on the east edge  (tests/cases/told/asks_first.toml:9)
      its leap reaches no cell  (tests/cases/told/asks_first.toml:10)
        the walk asks that at least 2 cells are own  (tests/cases/told/asks_first.toml:10)
    ");
    let short = "tests/cases/told/picked_on_the_way.toml";
    let position = "white\n......\n......\n......\n.....b\n..w...\n......";
    let ran = interp(&["explain", short, "--position", position, "--move", "c2xf3"], "");
    assert!(ran.out.starts_with("c2xa3xf3 is legal"), "{}", ran.out);
}

#[test]
fn a_look_is_told_in_the_words_of_the_language() {
    let ran = interp(&["explain", "tests/cases/told/look.toml", "--move", "c1"], "");
    insta::assert_snapshot!(ran.out, @r"
    c1 is not legal: no walk ends so
      the action place reaches a1, b1  (tests/cases/told/look.toml:14)
        from c1 the walk asks `see (head east or west, ahead, empty, (ahead, empty)*, ahead, enemy stone)`, which is not so  (tests/cases/told/look.toml:14)
    ");
}

#[test]
fn a_move_is_explained_with_the_kind_that_it_names() {
    let told = |chosen: &str| {
        let position = "7k/P7/8/8/8/8/8/7K w - - 0 1";
        interp(&["explain", "chess", "--position", position, "--move", chosen], "").out
    };
    assert!(told("a7a8=N").starts_with("a7-a8 is legal"), "{}", told("a7a8=N"));
    assert_eq!(told("a7a8=knight").matches("is legal").count(), 1);
    insta::assert_snapshot!(told("a7a8=K"), @r"
    a7-a8=king is not legal: no walk ends so
      no move from there makes such a piece
    ");
}

#[test]
fn how_near_a_goal_is_and_what_stands_between_is_told() {
    let told = |game: &str, play: &str| {
        let out = interp(&["explain", game, "--play", play], "").out;
        let goals = [" by ", " no way ", " nothing of it ", " stands in ", " groups, "];
        let nearest = |line: &&str| goals.iter().any(|goal| line.contains(goal));
        let lines: Vec<&str> = out.lines().filter(nearest).map(str::trim).collect();
        lines.join("\n")
    };
    insta::assert_snapshot!(told("tictactoe", "a1 b2 a2 a3"), @"
    nearest by b2, a3: c1 is still empty  (tictactoe:17)
    nearest by a1: b1, c1 are still empty  (tictactoe:17)
    nearest by b2, a3: c1 is still empty  (tictactoe:17)
    ");
    insta::assert_snapshot!(told("tictactoe", "a1 b2 c3 a3 c1 b1 b3 c2"), @"
    nearest by b2, c2: a2 is still empty  (tictactoe:17)
    on every line something stands in the way  (tictactoe:17)
    nearest by b2, c2: a2 is still empty  (tictactoe:17)
    ");
    insta::assert_snapshot!(told("path", "a1 b2 e3 c4 d5"), @"
    nearest by e3: a3, b3, c3, d3 are still empty  (path:18)
    nearest by b2: b5, b4, b3, b1 are still empty  (path:18)
    nearest by e3: a3, b3, c3, d3 are still empty  (path:18)
    nearest by b2: b5, b4, b3, b1 are still empty  (path:18)
    ");
    insta::assert_snapshot!(told("path", "a1 c1 a2 c2 a3 c3 a4 c4 e5 c5"), @"
    by c5, c4, c3, c2, c1  (path:18)
    no way is left: c1, c2, c3, c4, c5 cut it off  (path:18)
    by c5, c4, c3, c2, c1  (path:18)
    ");
    insta::assert_snapshot!(told("y", "a1 b2"), @"
    nearest by b2, which touches 0 of 3 sides  (y:19)
    nearest by a1, which touches 2 of 3 sides  (y:19)
    nearest by b2, which touches 0 of 3 sides  (y:19)
    ");
    insta::assert_snapshot!(told("lines_of_action", ""), @"
    there are 2 groups, of a2, h2  (lines_of_action:14)
    there are 2 groups, of b1, b8  (lines_of_action:14)
    there are 2 groups, of b1, b8  (lines_of_action:14)
    there are 2 groups, of a2, h2  (lines_of_action:14)
    ");
}
