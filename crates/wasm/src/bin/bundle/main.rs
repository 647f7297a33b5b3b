//! Builds the browser modules: `bundle FOLDER` writes them into a folder, with the scripts that
//! load them and their TypeScript types, as a package that `npm pack` takes.
//!
//! Needs the Rust target `wasm32-unknown-unknown` and nothing else: wasm-bindgen is linked in.
//! Compiles in the folder beside its own program, so that nothing is built twice.

mod shared_memory;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// Profile of the modules and of this program.
const PROFILE: &str = "wasm";
/// Features with the contents of the modules, and the flags of the last step of each. Optimising
/// across crates makes the board smaller, but not the engine faster.
const MODULES: [(&str, &[&str]); 2] = [("board", &["--", "-Clto=fat"]), ("engine", &[])];
/// Flags of all crates: every browser of the last years has 128-bit SIMD, and optimising across
/// crates needs their bitcode.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Cembed-bitcode=yes";
/// Files of the npm package besides the modules.
const PACKAGE: [(&str, &str); 5] = [
    ("example.html", include_str!("../../../npm/example.html")),
    ("package.json", include_str!("../../../npm/package.json")),
    ("README.md", include_str!("../../../npm/README.md")),
    ("cairn_shared_memory.js", include_str!("../../../npm/cairn_shared_memory.js")),
    ("cairn_shared_memory.d.ts", include_str!("../../../npm/cairn_shared_memory.d.ts")),
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
    // FOLDER/wasm/bundle
    let program = std::env::current_exe()?;
    let target_dir = program.ancestors().nth(2).ok_or("the program is in an unexpected place")?;
    for (feature, last_flags) in MODULES {
        let compiled = compile(target_dir, feature, last_flags)?;
        let name = format!("cairn_{feature}");
        let mut bindgen = Bindgen::new();
        bindgen.input_path(compiled).out_name(&name).web(true)?.typescript(true);
        // Pages that load a module need not say where it is: beside its script.
        bindgen.omit_default_module_path(false);
        bindgen.remove_name_section(true).remove_producers_section(true).generate(&folder)?;
    }
    std::fs::write(folder.join("cairn_shared_memory.wasm"), shared_memory::module())?;
    // Makes the folder a package for npm.
    for (name, text) in PACKAGE {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// Compiles the crate with a feature and returns the path of the module.
fn compile(
    target_dir: &Path,
    feature: &str,
    last_flags: &[&str],
) -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["rustc", "--quiet", "--locked", "--package", "cairn-wasm", "--lib"])
        .args(["--profile", PROFILE, "--target", TARGET, "--crate-type", "cdylib"])
        .args(["--no-default-features", "--features", feature, "--target-dir"])
        .arg(target_dir)
        .args(last_flags)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()?;
    if !status.success() {
        return Err(format!("compiling for {TARGET} failed").into());
    }
    Ok(target_dir.join(TARGET).join(PROFILE).join("cairn_wasm.wasm"))
}
