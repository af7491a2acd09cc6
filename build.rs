//! Lists the rule files of `rules/`, so that the program carries them.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=rules");
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).unwrap_or_default();
    let folder = variable("CARGO_MANIFEST_DIR").join("rules");
    let mut files: Vec<PathBuf> = match fs::read_dir(&folder) {
        Ok(entries) => entries.map(|entry| entry.map(|e| e.path())).collect::<io::Result<_>>()?,
        Err(_) => Vec::new(),
    };
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let entries: Vec<String> = files
        .iter()
        .filter_map(|path| Some((path.file_stem()?.to_str()?, path.to_str()?)))
        .map(|(name, path)| format!("    ({name:?}, include_str!({path:?})),\n"))
        .collect();
    let table = format!("&[\n{}]\n", entries.concat());
    fs::write(Path::new(&variable("OUT_DIR")).join("shipped.rs"), table)
}
