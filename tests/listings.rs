//! The compiled form of some games, as a listing to be read beside its rule file.

use interp::position::Size;
use interp::program::Program;

/// Those that between them have every kind of instruction and goal.
const GAMES: &[&str] =
    &["breakthrough", "checkers", "chess", "path", "rank_and_file", "tomek", "xiangqi"];

#[test]
fn a_game_compiles_to_its_reviewed_listing() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/listings"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    insta::glob!("../rules", "*.toml", |path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !GAMES.contains(&name.as_str()) {
            return;
        }
        let rules = crate::tool::rules(path);
        // A game whose positions bring their size is shown on a small board.
        let size = rules.board.size.unwrap_or(Size { width: 4, height: 4 });
        // The file's own tests are not compiled.
        let text = crate::tool::text(path);
        let text = text.split("\n[[test]]").next().unwrap_or_default();
        let page = format!(
            "--- rules\n{}\n--- program\n{}",
            text.trim_end(),
            Program::compile(&rules, size)
        );
        insta::with_settings!({ snapshot_suffix => "" }, { insta::assert_snapshot!(name, page) });
    });
}
