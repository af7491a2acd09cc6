//! The compiled form of every shipped game, as a listing to be read beside its rule file.

mod tool;

use interp::position::Size;
use interp::program::Program;
use interp::source::Source;
use tool::text;

#[test]
fn every_game_compiles_to_its_reviewed_listing() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/listings"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    insta::glob!("../rules", "*.toml", |path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let source = Source::new(format!("rules/{name}.toml"), text(Path::new(path)));
        let rules =
            interp::rules::load(&source).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        // A game whose positions bring their size is shown on a small board.
        let size = rules.board.size.unwrap_or(Size { width: 4, height: 4 });
        let page =
            format!("--- rules\n{}--- program\n{}", source.text, Program::compile(&rules, size));
        insta::with_settings!({ snapshot_suffix => "" }, { insta::assert_snapshot!(name, page) });
    });
}
