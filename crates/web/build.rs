//! Finds out whether the tests can run PostgreSQL, so that they are reported as ignored
//! where they cannot.

use std::path::PathBuf;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_postgres)");
    println!("cargo::rerun-if-changed=build.rs");
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
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
