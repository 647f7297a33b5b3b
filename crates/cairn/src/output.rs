//! Standard output and standard error.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Buffered standard output.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Locks standard output.
    pub fn new() -> Self {
        Self(BufWriter::new(io::stdout().lock()))
    }

    /// Prints a line.
    pub fn line(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.0, "{text}").map_err(Failure::from)
    }

    /// Prints a JSON document as one line.
    pub fn json(&mut self, document: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.0, document)
            .map_err(|error| Failure::from(io::Error::from(error)))?;
        self.line("")
    }

    /// Prints bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.0.write_all(bytes).map_err(Failure::from)
    }

    /// Writes out the buffer.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.0.flush().map_err(Failure::from)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::BrokenPipe {
            return Self::ClosedPipe;
        }
        Self::Input(error.to_string())
    }
}

/// Prints a line to standard error. A failure is ignored: there is nowhere to report it.
pub fn tell(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
