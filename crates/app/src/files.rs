//! Data folders, and files that are read within bounds and written atomically.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Largest text that is read from a file or from standard input.
const MAX_TEXT: u64 = 64 << 20;

/// Returns the folder for Cairn's data of a user: `$XDG_DATA_HOME/cairn`, or
/// `~/.local/share/cairn`. `variable` looks up environment variables.
///
/// ```
/// use std::path::Path;
///
/// let variable = |name: &str| (name == "HOME").then(|| "/home/ann".to_owned());
/// let folder = cairn_app::files::data_folder(variable);
/// assert_eq!(folder.as_deref(), Some(Path::new("/home/ann/.local/share/cairn")));
/// ```
pub fn data_folder(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    // The XDG specification says that relative paths are to be ignored.
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?;
    Some(data.join("cairn"))
}

/// Reads a text file of at most 64 MiB; `-` is standard input.
///
/// # Errors
/// If the file cannot be read, is too long, or is not UTF-8 text.
pub fn read_text(path: &Path) -> io::Result<String> {
    if path == Path::new("-") {
        return read_up_to(io::stdin().lock(), MAX_TEXT);
    }
    read_up_to(File::open(path)?, MAX_TEXT)
}

/// Reads a text of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read, is longer, or is not UTF-8 text.
pub fn read_up_to(input: impl Read, limit: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let size = if limit >= 1 << 20 {
            format!("{} MiB", limit >> 20)
        } else {
            format!("{limit} bytes")
        };
        return Err(io::Error::new(ErrorKind::InvalidData, format!("longer than {size}")));
    }
    String::from_utf8(bytes)
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, format!("not UTF-8 text: {error}")))
}

/// Replaces a file atomically: after a crash it holds either the old bytes or the new ones.
///
/// # Errors
/// If the file cannot be written. No temporary file is left behind.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let name = path.file_name().ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.new", std::process::id()));
    let temporary = folder.join(hidden);
    let written = (|| {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        // The error that matters is the one of writing.
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The new name is durable once the folder is; not every system can sync a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_follows_the_environment() {
        let with = |pairs: &'static [(&str, &str)]| {
            data_folder(move |name: &str| {
                let found = pairs.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        let folder = |path: &str| Some(PathBuf::from(path));
        assert_eq!(with(&[("XDG_DATA_HOME", "/d"), ("HOME", "/h")]), folder("/d/cairn"));
        assert_eq!(with(&[("HOME", "/h")]), folder("/h/.local/share/cairn"));
        let relative = with(&[("XDG_DATA_HOME", "d"), ("HOME", "/h")]);
        assert_eq!(relative, folder("/h/.local/share/cairn"));
        assert_eq!(with(&[]), None);
    }

    #[test]
    fn files_are_replaced_whole_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        write_atomically(&path, b"old").unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(read_text(&path).unwrap(), "new");
        assert!(write_atomically(&folder.path().join("none/game.txt"), b"x").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary files");
    }

    #[test]
    fn long_and_binary_texts_are_refused() {
        assert_eq!(read_up_to(&b"abc"[..], 3).unwrap(), "abc");
        assert_eq!(read_up_to(&b"abcd"[..], 3).unwrap_err().to_string(), "longer than 3 bytes");
        assert!(read_up_to(&b"\xff"[..], 3).unwrap_err().to_string().contains("not UTF-8"));
    }
}
