//! Paths ↔ `file:` addresses (RFC 8089), and shipped rules as files that an editor can show.

use std::fs;
use std::path::{Path, PathBuf};

use crate::game::shipped;

/// The path of a `file:` address; none of any other.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::new();
    let mut left = rest.as_bytes();
    while let [first, after @ ..] = left {
        left = after;
        match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                bytes.push((digit(high)? * 16 + digit(low)?) as u8);
                left = after;
            }
            (byte, _) => bytes.push(*byte),
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    // `/c:/games` is a path with a drive.
    let drive = matches!(text.as_bytes(), [b'/', letter, b':', ..] if letter.is_ascii_alphabetic());
    Some(PathBuf::from(text.strip_prefix('/').filter(|_| drive).unwrap_or(&text)))
}

/// The `file:` address of a path.
pub fn of(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}

/// A file with the text of shipped rules, for an editor to show. It lies among what programs may make anew at any time, cannot be written,
/// and nothing reads it.
pub fn of_shipped(name: &str) -> Option<String> {
    let text = shipped::text(name)?;
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    let folder = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home)?;
    let folder = folder.join("interp").join(env!("CARGO_PKG_VERSION"));
    let path = folder.join(format!("{name}.toml"));
    if fs::read_to_string(&path).is_ok_and(|known| known == text) {
        return Some(of(&path));
    }
    fs::create_dir_all(&folder).ok()?;
    // One of an older program is in the way, as it cannot be written.
    let _ = fs::remove_file(&path);
    fs::write(&path, text).ok()?;
    let mut rights = fs::metadata(&path).ok()?.permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).ok()?;
    Some(of(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_paths() {
        for (text, uri) in [
            ("/a/b c.toml", "file:///a/b%20c.toml"),
            ("/é#?", "file:///%C3%A9%23%3F"),
            ("c:/games/x.toml", "file:///c%3A/games/x.toml"),
        ] {
            assert_eq!(of(Path::new(text)), uri);
            assert_eq!(path(uri), Some(PathBuf::from(text)));
        }
        assert_eq!(path("file:///c:/x"), Some(PathBuf::from("c:/x")));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///%zz"), None);
    }
}
