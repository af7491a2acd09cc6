//! The compiled evaluator says what the reference evaluator says: on every rule file. What the reference says is written
//! down (`recorded`).

use crate::chance::board;
use crate::recorded::{Answering, Asked, Recorded};
use crate::tool::{Chance, each, files, root, setup};
use interp::position::Size;
use interp::rules::Rules;

/// A board of more cells is large.
const LARGE: usize = 300;

/// Every shipped rule file, and every small change of one, with its name.
fn rule_files() -> Vec<(String, Rules)> {
    let shipped = files("rules", ".toml").into_iter();
    let found: Vec<(String, Rules)> = shipped
        .chain(files("tests/cases/cliffs", ".toml"))
        .map(|path| {
            let name = path.strip_prefix(root()).expect("a path of the project");
            (name.to_string_lossy().into_owned(), crate::tool::rules(&path))
        })
        .collect();
    assert!(!found.is_empty(), "there are rule files");
    found
}

#[test]
fn both_evaluators_agree_along_random_games() {
    let recorded = Recorded::open("agree", "games");
    each(&rule_files(), |(name, rules)| {
        let Some(start) = setup(rules) else { return };
        recorded.hold(name, |asked| {
            let by = asked.answering(rules, start.size);
            if let Answering::Both(pair) = &by {
                pair.assert_moves(&start);
            }
            for seed in 1..=2 {
                asked.game(&by, start.clone(), 60, &mut Chance::new(seed));
            }
            let moves = asked.moves(&by, &start).unwrap_or_else(|| panic!("{name}: too wide"));
            asked.count(&by, &start, &moves);
        });
    });
    recorded.finish();
}

#[test]
fn both_evaluators_agree_on_random_boards() {
    let recorded = Recorded::open("agree", "boards");
    each(&rule_files(), |(name, rules)| {
        recorded.hold(name, |asked| random_boards(asked, name, rules))
    });
    recorded.finish();
}

fn random_boards(asked: &Asked, name: &str, rules: &Rules) {
    let mut chance = Chance::new(21);
    let sizes: Vec<Size> = match rules.board.size {
        Some(size) => vec![size],
        None => (1..=7).map(|side| Size { width: side, height: side }).collect(),
    };
    let boards = 40 / sizes.len().min(7);
    for size in sizes {
        // On hundreds of cells the reference may look at too much; on full boards it never does.
        let large = usize::from(size.width) * usize::from(size.height) > LARGE;
        let boards = if large { 8 } else { boards };
        let by = asked.answering(rules, size);
        for filled in [90, 10, 25, 50].into_iter().cycle().take(boards) {
            let position = board(rules, size, filled, &mut chance);
            let moves = asked.moves(&by, &position);
            assert!(moves.is_some() || large && filled < 90, "{name}: too wide\n{position:?}");
            let moves = moves.unwrap_or_default();
            if moves.len() < 20 {
                asked.count(&by, &position, &moves);
            }
        }
    }
}

#[test]
fn an_evaluator_forgets_the_position_before() {
    each(&rule_files(), |(_, rules)| {
        let size = rules.board.size.unwrap_or(Size { width: 6, height: 6 });
        let program = interp::program::Program::compile(rules, size);
        let mut used = interp::eval::Evaluator::new(&program);
        let mut chance = Chance::new(4);
        for _ in 0..40 {
            let position = board(rules, size, 30, &mut chance);
            let mut fresh = interp::eval::Evaluator::new(&program);
            let (mut first, mut second) = (Vec::new(), Vec::new());
            assert_eq!(used.moves(&position, &mut first), fresh.moves(&position, &mut second));
            assert_eq!(first, second);
            assert_eq!(used.state(&position), fresh.state(&position));
            assert_eq!(used.verdict(&position), fresh.verdict(&position));
        }
    });
}
