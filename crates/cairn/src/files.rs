//! Files, with errors that name them.

use std::io::Read;
use std::path::Path;

use cairn_app::files::write_atomically;

use crate::failure::Failure;

/// Largest file of weights or of a net that is read.
const MAX_BYTES: u64 = 64 << 20;

/// Reports a file operation that failed.
pub fn cannot(operation: &str, path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("cannot {operation} {}: {error}", path.display()))
}

/// Reads a file of bounded size.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| cannot("read", path, &error);
    let file = std::fs::File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(cannot("read", path, &format!("longer than {} MiB", MAX_BYTES >> 20)));
    }
    Ok(bytes)
}

/// Replaces a file atomically.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_atomically(path, bytes).map_err(|error| cannot("write", path, &error))
}
