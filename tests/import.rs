//! Variants of Fairy-Stockfish's files as rule files: what is written, what is told, and that it counts
//! as the variant does.

use crate::tool::{files, interp, mutate, root, snapshots, text};
use interp::eval::Evaluator;
use interp::import::{Format, Imported, Importer, ini};
use interp::notation::Notation;
use interp::program::Program;
use interp::rules::Rules;
use interp::source::Source;
use std::collections::HashMap;

/// Bytes that the test of mutations changes in each file, one file a time.
const MUTATIONS: usize = 100;
/// What it writes there.
const LIKELY: &[u8] = b"[]=:*-+~#;.,'\" 0129abkpqPQ/\n\0\xc3\xa9";

/// The table and the shipped rule files.
struct Bench {
    format: Format,
    shipped: HashMap<String, String>,
}

impl Bench {
    fn new() -> Self {
        let table = text(&root().join("tables/fairy_stockfish.toml"));
        let name = |path: &std::path::Path| {
            path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
        };
        let shipped = files("rules", ".toml").iter().map(|path| (name(path), text(path))).collect();
        Self { format: Format::parse(&table).expect("a sound table"), shipped }
    }

    /// Every section of a file that is no worse than partial.
    fn import(&self, ini: &str) -> Vec<Imported> {
        let Ok(sections) = ini::parse(ini) else { return Vec::new() };
        let shipped = |name: &str| self.shipped.get(name).map(String::as_str);
        let importer = Importer::new(&self.format, &sections, &shipped);
        (0..sections.len()).filter_map(|number| importer.import(number).ok()).collect()
    }
}

/// The rules of a text that was imported.
fn load(imported: &Imported) -> Rules {
    let source = Source::new(format!("rules/{}", imported.name), imported.text.clone());
    let (source, rules) = crate::tool::load(source);
    rules.unwrap_or_else(|faults| {
        let told: Vec<String> = faults
            .iter()
            .map(|fault| {
                let span = fault.labels[0].span;
                format!("{} at `{}`", fault.message, &source.text[span.start..span.end])
            })
            .collect();
        panic!("{} does not load: {}\n{}", imported.name, told.join("\n"), imported.text)
    })
}

/// The number of move sequences of that depth from the usual starting position.
fn perft(rules: &Rules, depth: u32) -> u64 {
    let setup = rules.setup.as_ref().expect("a usual starting position");
    Counter::new(rules).perft(&setup.value, depth)
}

/// Counts from positions of one variant, whose rules are lowered once.
struct Counter {
    notation: Notation,
    program: Program,
}

impl Counter {
    fn new(rules: &Rules) -> Self {
        let size = rules.board.size.expect("a variant's board has one size");
        Self { notation: Notation::new(rules), program: Program::compile(rules, size) }
    }

    fn perft(&self, position: &str, depth: u32) -> u64 {
        let case = self.notation.position(position);
        let case = case.unwrap_or_else(|fault| panic!("{position}: {fault:?}"));
        Evaluator::new(&self.program).perft(&case.position, depth).expect("a small game")
    }
}

#[test]
fn what_is_written_and_told() {
    let _bound = snapshots("import");
    insta::glob!("cases/import/*.ini", |path| {
        let name = path.strip_prefix(root()).expect("a path of the project").display().to_string();
        let ran = interp(&["import", &name], "");
        let line = "=".repeat(72);
        let (ini, code) = (text(path), ran.code);
        let shown = format!("{ini}{line}\n{}{line}\nexit code {code}\n{}", ran.out, ran.err);
        insta::assert_snapshot!("import", shown);
    });
}

#[test]
fn every_output_loads() {
    let bench = Bench::new();
    let mut count = 0;
    for path in files("tests/cases/import", ".ini") {
        for imported in bench.import(&text(&path)) {
            let rules = load(&imported);
            if let Some(setup) = &rules.setup {
                let faults = Notation::new(&rules).position(&setup.value).err();
                assert!(faults.is_none(), "{}: {faults:?}\n{}", imported.name, imported.text);
            }
            count += 1;
        }
    }
    assert!(count > 20, "only {count} sections");
}

#[test]
fn games_that_are_shipped_count_as_they_do() {
    let bench = Bench::new();
    for path in files("tests/cases/import/games", ".ini") {
        let imported = bench.import(&text(&path)).pop().expect("a section");
        assert!(!imported.text.contains("extends"), "{} is written out", imported.name);
        let ours = crate::tool::rules(&root().join(format!("rules/{}.toml", imported.name)));
        let theirs = load(&imported);
        for depth in 1..=3 {
            let (ours, theirs) = (perft(&ours, depth), perft(&theirs, depth));
            assert_eq!(ours, theirs, "{} at depth {depth}\n{}", imported.name, imported.text);
        }
    }
}

#[test]
fn variants_of_the_format_count_as_published() {
    let bench = Bench::new();
    let table = text(&root().join("tests/cases/import/published.csv"));
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split(',').collect();
        let [name, depth, nodes] = fields[..] else { panic!("three fields: {row}") };
        let imported = bench.import(&format!("[own:{name}]\n")).pop().expect("a known variant");
        let counted = perft(&load(&imported), depth.parse().expect("a depth"));
        assert_eq!(counted, nodes.parse::<u64>().expect("a count"), "{row}\n{}", imported.text);
    }
}

#[test]
fn variants_of_the_format_count_as_its_own_program_does() {
    let bench = Bench::new();
    let table = text(&root().join("tests/cases/import/counted.txt"));
    let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    let mut names: Vec<&str> = rows.iter().filter_map(|row| row.split(" | ").next()).collect();
    names.dedup();
    assert!(names.len() > 100, "only {} variants", names.len());
    crate::tool::each(&names, |name| {
        let imported = bench.import(&format!("[own:{name}]\n")).pop().expect("a known variant");
        assert_eq!(imported.lost, [], "{name} is whole");
        let counter = Counter::new(&load(&imported));
        for row in rows.iter().filter(|row| row.split(" | ").next() == Some(name)) {
            let fields: Vec<&str> = row.split(" | ").collect();
            let [_, position, counts] = fields[..] else { panic!("three fields: {row}") };
            for (depth, nodes) in (1..).zip(counts.split(' ')) {
                let counted = counter.perft(position, depth);
                assert_eq!(counted.to_string(), nodes, "{row}\n{}", imported.text);
            }
        }
    });
}

#[test]
fn a_missing_base_is_told_once() {
    let ran = interp(&["import", "tests/cases/import/err_missing.ini"], "");
    assert_eq!(ran.err.matches("unknown variant").count(), 1, "{}", ran.err);
    assert_eq!((ran.code, ran.out.matches("# === sound ===").count()), (2, 1));
}

#[test]
fn every_variant_of_the_format_can_be_built_on() {
    let bench = Bench::new();
    for section in &bench.format.variants {
        let name = &section.name.value;
        for ini in
            [format!("[own:{name}]"), format!("[own:{name}]\nnMoveRule = 40\nmustCapture = true")]
        {
            load(&bench.import(&ini).pop().expect("a known variant"));
        }
    }
}

#[test]
fn one_variant_or_all_of_them_or_a_folder_of_files() {
    let all = interp(&["import", "tests/cases/import/goals.ini"], "");
    assert!(
        all.out.starts_with("# === race ===\n")
            && all.out.contains("\n\n# === race-without-checks ===\n")
    );
    let one = interp(&["import", "tests/cases/import/goals.ini", "--variant", "race"], "");
    assert!(one.out.starts_with("extends = 'chess'") && one.code == 0);
    let unknown = interp(&["import", "tests/cases/import/goals.ini", "--variant", "rac"], "");
    assert!(unknown.code == 1 && unknown.err.contains("did you mean `race`?"));
    let folder = std::env::temp_dir().join(format!("interp-import-{}", std::process::id()));
    let name = folder.to_string_lossy().into_owned();
    let written = interp(&["import", "tests/cases/import/goals.ini", "--out", &name], "");
    let paths: Vec<&str> = written.out.lines().collect();
    assert_eq!(paths.len(), 2, "{}", written.err);
    let checked = interp(&[&["check"], paths.as_slice()].concat(), "");
    std::fs::remove_dir_all(&folder).expect("the folder was made");
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert_eq!(interp(&["import", "tests/cases/import/lost.ini"], "").code, 5);
    assert_eq!(interp(&["import", "tests/cases/import/lost.ini", "--partial"], "").code, 0);
    assert_eq!(interp(&["import", "-"], b"[a:b]\n\xff").code, 2);
}

#[test]
fn a_mutated_file_never_panics_and_what_is_written_loads() {
    let bench = Bench::new();
    let mut chance = crate::tool::Chance::new(0x5eed_0002);
    for path in files("tests/cases/import", ".ini") {
        let original = std::fs::read(&path).expect("a file");
        for _ in 0..crate::tool::tries(MUTATIONS) {
            let mut bytes = original.clone();
            for _ in 0..=chance.below(3) {
                mutate(&mut bytes, LIKELY, &mut chance);
            }
            let ini = String::from_utf8_lossy(&bytes).into_owned();
            for imported in bench.import(&ini) {
                load(&imported);
            }
        }
    }
}
