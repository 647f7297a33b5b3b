//! The built program, run as people and scripts run it.

// Each test program uses only some of this.
#![allow(dead_code)]

pub mod server;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The rule sets by their names.
pub const GAMES: [&str; 6] =
    ["nava", "mitsudomoe", "mitsudomoe:single", "greener", "glaisher", "glaisher:rulebook"];

/// A folder that is removed with this value.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cairn-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    /// Returns the path of a file in the folder, as text.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path that is text").to_owned()
    }

    /// Writes a file into the folder and returns its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program with these arguments.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.args(arguments).env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").env("CAIRN_CONFIG", "");
    command
}

/// Runs a command with this on its standard input.
pub fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A program that does not read its input may have ended by now.
    let _ = child.stdin.take().expect("standard input is piped").write_all(input);
    child.wait_with_output().expect("the binary ends")
}

/// Runs the program without input.
pub fn cairn(arguments: &[&str]) -> Output {
    run(&mut command(arguments), b"")
}

/// Standard error of a run.
pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Standard output of a run that must succeed.
pub fn succeeded(output: Output) -> String {
    assert!(output.status.success(), "{}", errors(&output));
    String::from_utf8(output.stdout).expect("output is text")
}

/// Standard output of the program, which must succeed.
pub fn printed(arguments: &[&str]) -> String {
    succeeded(cairn(arguments))
}

/// Checks that the program fails with this status and message, and prints nothing else.
pub fn fails(arguments: &[&str], status: i32, message: &str) {
    fails_with_input(arguments, b"", status, message);
}

/// [`fails`] with this on standard input.
pub fn fails_with_input(arguments: &[&str], input: &[u8], status: i32, message: &str) {
    let output = run(&mut command(arguments), input);
    let errors = errors(&output);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    assert!(errors.contains(message), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed to standard output");
    assert!(errors.len() < 4000, "a message that nobody reads");
}

/// Sends a signal, such as `INT`, to a process.
pub fn send_signal(signal: &str, process: u32) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}
