//! Builds the browser modules: `bundle FOLDER` writes them into a folder, with the scripts that
//! load them and their TypeScript types, as a package that `npm pack` takes.
//!
//! Needs the Rust target `wasm32-unknown-unknown` and nothing else: wasm-bindgen is linked in.
//! Compiles in the folder beside its own program, so that nothing is built twice.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// Features with the contents of the modules. Each has a profile of its own.
const MODULES: [&str; 2] = ["board", "engine"];
/// Files of the npm package besides the modules.
const PACKAGE: [(&str, &str); 3] = [
    ("example.html", include_str!("../../npm/example.html")),
    ("package.json", include_str!("../../npm/package.json")),
    ("README.md", include_str!("../../npm/README.md")),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the browser modules cannot be built: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args_os().nth(1).ok_or("usage: bundle FOLDER")?.into();
    // FOLDER/debug/bundle
    let program = std::env::current_exe()?;
    let target_dir = program.ancestors().nth(2).ok_or("the program is in an unexpected place")?;
    for feature in MODULES {
        let compiled = compile(target_dir, feature)?;
        let name = format!("cairn_{feature}");
        let mut bindgen = Bindgen::new();
        bindgen.input_path(compiled).out_name(&name).web(true)?.typescript(true);
        // Pages that load a module need not say where it is: beside its script.
        bindgen.omit_default_module_path(false);
        bindgen.remove_name_section(true).remove_producers_section(true).generate(&folder)?;
    }
    // Makes the folder a package for npm.
    for (name, text) in PACKAGE {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// Compiles the crate with a feature and returns the path of the module.
fn compile(target_dir: &Path, feature: &str) -> Result<PathBuf, Box<dyn Error>> {
    let profile = format!("wasm-{feature}");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["rustc", "--quiet", "--locked", "--package", "cairn-wasm", "--lib"])
        .args(["--profile", &profile, "--target", TARGET, "--crate-type", "cdylib"])
        .args(["--no-default-features", "--features", feature, "--target-dir"])
        .arg(target_dir)
        // Every browser of the last years has 128-bit SIMD.
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-Ctarget-feature=+simd128")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()?;
    if !status.success() {
        return Err(format!("compiling for {TARGET} failed").into());
    }
    Ok(target_dir.join(TARGET).join(profile).join("cairn_wasm.wasm"))
}
