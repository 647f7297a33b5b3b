//! Reading and writing files, with errors that name them.

use std::io::Read;
use std::path::Path;

use crate::diagnostic::Failure;
use crate::set_up::read_standard_input;

/// How much is read from a file before giving up.
const MOST_BYTES: u64 = 64 << 20;

/// What could not be done with a file, and why.
pub fn cannot(what: &str, path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("cannot {what} {}: {error}", path.display()))
}

/// The bytes of a file of a bearable size.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| cannot("read", path, &error);
    let file = std::fs::File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(Failure::Input(format!("{} is longer than {most} MiB", path.display())));
    }
    Ok(bytes)
}

/// The text of a file, or of standard input if its name is `-`.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    if path == Path::new("-") {
        return read_standard_input();
    }
    String::from_utf8(read_bytes(path)?)
        .map_err(|error| Failure::Input(format!("{} is not UTF-8 text: {error}", path.display())))
}

/// Writes a file so that nobody ever sees half of it.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".part");
    let written = std::fs::write(&partial, bytes).and_then(|()| std::fs::rename(&partial, path));
    written.map_err(|error| cannot("write", path, &error))
}
