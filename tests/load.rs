//! Every shipped rule file loads.

#[test]
fn every_shipped_rule_file_loads() {
    let files = crate::tool::files("rules", ".toml");
    assert!(!files.is_empty());
    for path in files {
        crate::tool::rules(&path);
    }
}
