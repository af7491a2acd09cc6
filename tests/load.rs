//! Every shipped rule file loads.

mod tool;

#[test]
fn every_shipped_rule_file_loads() {
    let files = tool::files("rules", ".toml");
    assert!(!files.is_empty());
    for path in files {
        tool::rules(&path);
    }
}
