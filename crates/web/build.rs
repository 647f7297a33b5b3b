//! Includes the browser modules in release builds and the reports on games, and finds out whether
//! the tests can run PostgreSQL.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Crates that the modules are made of.
const MODULE_CRATES: [&str; 7] = ["games", "draw", "legacy", "simd", "engine", "app", "wasm"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    find_postgres();
    include_reports()?;
    include_modules()
}

/// Reports tests on PostgreSQL as ignored where they cannot run.
fn find_postgres() {
    println!("cargo::rustc-check-cfg=cfg(has_postgres)");
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let programs: Vec<PathBuf> = versions
        .map(|version| version.path().join("bin/initdb"))
        .filter(|path| path.exists())
        .collect();
    for program in &programs {
        println!("cargo::rerun-if-changed={}", program.display());
    }
    if !programs.is_empty() {
        println!("cargo::rustc-cfg=has_postgres");
    }
}

/// Writes `reports.rs`, a list of the reports in `docs/reports`, compressed.
fn include_reports() -> Result<(), Box<dyn Error>> {
    let folder = Path::new("../../docs/reports");
    println!("cargo::rerun-if-changed={}", folder.display());
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut list = String::from("&[");
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "json")) {
        println!("cargo::rerun-if-changed={}", file.display());
        let name =
            file.file_stem().and_then(|name| name.to_str()).ok_or("a file without a name")?;
        let compressed = out.join(format!("{name}.json.gz"));
        let mut encoder = GzEncoder::new(fs::File::create(&compressed)?, Compression::best());
        encoder.write_all(&fs::read(&file)?)?;
        encoder.finish()?;
        write!(list, "({name:?}, include_bytes!({compressed:?})),")?;
    }
    list.push(']');
    fs::write(out.join("reports.rs"), list)?;
    Ok(())
}

/// Writes `modules.rs`, a list of the files of the browser modules. Release builds embed them;
/// other builds read them at run time from the folder into which `scripts/wasm` puts them, so
/// that they need not be built by everybody.
fn include_modules() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=CAIRN_WASM");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    // TARGET_FOLDER/PROFILE/build/PACKAGE/out
    let target_folder = out.ancestors().nth(4).ok_or("an unexpected output folder")?.join("wasm");
    let folder = target_folder.join("module");
    println!("cargo::rustc-env=CAIRN_MODULE_FOLDER={}", folder.display());
    let mut list = String::from("&[");
    if env::var("PROFILE")? == "release" && env::var("CAIRN_WASM").as_deref() != Ok("no") {
        for name in MODULE_CRATES {
            println!("cargo::rerun-if-changed=../{name}/src");
            println!("cargo::rerun-if-changed=../{name}/Cargo.toml");
        }
        println!("cargo::rerun-if-changed=../../Cargo.lock");
        println!("cargo::rerun-if-changed={}", target_library()?.display());
        if target_library()?.exists() {
            match build_modules(&target_folder, &folder) {
                Ok(()) => list_files(&folder, &mut list)?,
                Err(problem) => println!("cargo::warning=no browser module: {problem}"),
            }
        }
    }
    list.push(']');
    fs::write(out.join("modules.rs"), list)?;
    Ok(())
}

/// Returns the folder with the standard library for the browser, which exists if the target is
/// installed.
fn target_library() -> Result<PathBuf, Box<dyn Error>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let arguments = ["--print", "target-libdir", "--target", "wasm32-unknown-unknown"];
    let answer = Command::new(rustc).args(arguments).output()?;
    Ok(PathBuf::from(String::from_utf8(answer.stdout)?.trim()))
}

/// Builds the modules as `scripts/wasm` does, in a target folder of their own: this one is
/// locked by the build that runs this script.
fn build_modules(target_folder: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    // The flags and tools of this build are not meant for another one.
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WORKSPACE_WRAPPER", "TARGET"] {
        command.env_remove(name);
    }
    let status = command
        .args(["run", "--quiet", "--locked", "--profile", "wasm"])
        .args(["--package", "cairn-wasm", "--bin", "bundle"])
        .args(["--no-default-features", "--features", "bundle", "--target-dir"])
        .arg(target_folder)
        .arg("--")
        .arg(folder)
        .status()?;
    if status.success() { Ok(()) } else { Err("it cannot be compiled, see above".into()) }
}

/// Lists the scripts and modules of a folder as Rust code.
fn list_files(folder: &Path, list: &mut String) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "js" || extension == "wasm") {
            let name = path.file_name().ok_or("a file without a name")?;
            write!(list, "({name:?}, include_bytes!({path:?})),")?;
        }
    }
    Ok(())
}
