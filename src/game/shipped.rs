//! The rule files that the library carries: every file of the package's `rules/` folder; none without the feature `shipped`.

/// Names, without `.toml`, and texts, sorted by name.
#[cfg(not(feature = "shipped"))]
const SHIPPED: &[(&str, &str)] = &[];
/// Names, without `.toml`, and texts, sorted by name.
#[cfg(feature = "shipped")]
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The text of the rule file of that name.
pub fn text(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix(".toml").unwrap_or(name);
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}
