//! Lists the tables of the opening explorer.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Writes `openings.rs`, a list of the names and contents of the files in `explorer`.
fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../explorer");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    // In the same order on every machine.
    let mut files: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
    files.sort_unstable();
    let list: String = files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "openings"))
        .filter_map(|file| {
            let name = file.file_name()?.to_str()?;
            Some(format!("({name:?}, include_bytes!({file:?})),"))
        })
        .collect();
    let out = PathBuf::from(env::var("OUT_DIR")?).join("openings.rs");
    Ok(fs::write(out, format!("&[{list}]"))?)
}
