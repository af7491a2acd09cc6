//! The tests that rule files hold: those of the shipped files, and what is said of tests that fail.

use crate::tool::{files, interp, root, text};

/// All that are shipped are tested where none is named, and their tests hold.
#[test]
fn the_tests_of_every_shipped_file_hold() {
    let ran = interp(&["test"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    let tested: Vec<&str> = ran.out.lines().filter_map(|line| line.split(':').next()).collect();
    let shipped = files("rules", ".toml");
    let stems = shipped.iter().map(|path| path.file_stem().unwrap_or_default().to_string_lossy());
    assert_eq!(tested, stems.collect::<Vec<_>>());
}

#[test]
fn a_failing_test_is_shown_at_what_it_expects() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("snapshots/trial"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    insta::glob!("cases/trial/*.toml", |path| {
        let name = path.strip_prefix(root()).expect("a path of the project");
        let ran = interp(&["test", &name.to_string_lossy()], "");
        let line = "=".repeat(72);
        let told = format!("{}{}exit code {}", ran.err, ran.out, ran.code);
        insta::assert_snapshot!("trial", format!("{}{line}\n{told}", text(path)));
    });
}

#[test]
fn the_worst_of_several_files_is_the_exit_code() {
    let case = |name: &str| format!("tests/cases/trial/{name}.toml");
    let code = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| case(name)).collect();
        let args = ["test"].into_iter().chain(names.iter().map(String::as_str));
        interp(&args.collect::<Vec<_>>(), "").code
    };
    assert_eq!(code(&["holds", "base"]), 0);
    assert_eq!(code(&["holds", "absent"]), 1);
    assert_eq!(code(&["refused", "holds"]), 2);
    assert_eq!(code(&["refused", "fails", "absent"]), 4);
}

#[test]
fn tests_are_told_to_programs() {
    let ran = interp(&["test", "tests/cases/trial/refused.toml", "--format", "json"], "");
    let expected = r#"{"version":1,"file":"tests/cases/trial/refused.toml","test":1,"name":"a row of seven, and a stranger","ok":false}
{"version":1,"file":"tests/cases/trial/refused.toml","test":2,"name":null,"ok":true}
"#;
    assert_eq!(ran.out, expected);
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
}

#[test]
fn a_check_reads_the_positions_of_tests() {
    let refused = "tests/cases/trial/refused.toml";
    let [checked, tried] = ["check", "test"].map(|command| interp(&[command, refused], ""));
    assert_eq!((checked.code, checked.err), (2, tried.err));
}
