//! Every shipped rule file loads.

use interp::source::Source;

#[test]
fn every_shipped_rule_file_loads() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("rules/")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let source = Source::new(path.display().to_string(), text);
        if let Err(faults) = interp::rules::load(&source) {
            for fault in &faults {
                let label = &fault.labels[0];
                eprintln!(
                    "{} at `{}`: {} {:?}",
                    fault.message,
                    &source.text[label.span.start..label.span.end],
                    label.text,
                    fault.help
                );
            }
            panic!("{} does not load", source.name);
        }
    }
}
