//! `cairn site`: the site as a folder for any web server.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cairn_web::{SiteFile, assets, static_site};
use clap::Args;

use crate::failure::Failure;
use crate::output::tell;

/// File by which a folder is known to be written by this command.
const MARK: &str = "cairn-site.txt";
/// Contents of that file.
const MARK_TEXT: &str = "Written by `cairn site`, which replaces the whole folder.\n";

/// Error of a program that was built without the browser modules.
const WITHOUT_MODULES: &str = "this program was built without the browser modules, which a site \
    without a server needs. To include them: rustup target add wasm32-unknown-unknown, then build \
    again.";

#[derive(Args, Debug)]
pub struct SiteArguments {
    /// Folder to write
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub out: PathBuf,
}

/// Writes the folder.
pub fn run(arguments: &SiteArguments) -> Result<(), Failure> {
    if !assets::has_modules() {
        return Err(Failure::input(WITHOUT_MODULES));
    }
    let out = &arguments.out;
    if out.file_name().is_none() {
        return Err(Failure::usage("--out: name a folder, such as `public`"));
    }
    check_target(out)?;
    let files = static_site().map_err(Failure::input)?;
    let new = beside(out, "new");
    let written = write_files(&new, &files);
    if let Err(error) = written {
        let _ = fs::remove_dir_all(&new);
        let folder = out.display();
        let what = format!("cannot write the site: {error}. {folder} is unchanged.");
        return Err(Failure::input(what));
    }
    replace(out, &new)?;
    let size: usize = files.iter().map(|file| file.bytes.len()).sum();
    tell(format!(
        "Wrote {} files ({:.1} MB) to {}. Any web server can serve this folder, at any address.",
        files.len(),
        size as f64 / 1e6,
        out.display()
    ));
    Ok(())
}

/// Refuses a folder with something else in it.
fn check_target(out: &Path) -> Result<(), Failure> {
    let entries = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(Failure::input(format!("{}: {error}", out.display()))),
    };
    if entries && !out.join(MARK).exists() {
        return Err(Failure::input(format!(
            "{} is not empty, and was not written by this command. Choose another folder, or empty \
             this one.",
            out.display()
        )));
    }
    Ok(())
}

/// Returns the path of a folder beside another one.
fn beside(out: &Path, word: &str) -> PathBuf {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!(".{name}.{word}-{}", std::process::id()))
}

fn write_files(folder: &Path, files: &[SiteFile]) -> io::Result<()> {
    for file in files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, &file.bytes)?;
    }
    fs::write(folder.join(MARK), MARK_TEXT)
}

/// Puts a finished folder in the place of the one before.
fn replace(out: &Path, new: &Path) -> Result<(), Failure> {
    let old = beside(out, "old");
    let exists = out.exists();
    let failed = |error: io::Error| {
        Failure::input(format!(
            "cannot replace {}: {error}. The new site is in {}; move it there by hand.",
            out.display(),
            new.display()
        ))
    };
    if exists {
        fs::rename(out, &old).map_err(failed)?;
    }
    if let Err(error) = fs::rename(new, out) {
        if exists {
            let _ = fs::rename(&old, out);
        }
        return Err(failed(error));
    }
    if exists && fs::remove_dir_all(&old).is_err() {
        tell(format!("Could not remove the previous folder: {}", old.display()));
    }
    Ok(())
}
