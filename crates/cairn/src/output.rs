//! Standard output, where a reader who has gone away is no error.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use crate::diagnostic::Failure;

/// Buffered standard output.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Takes standard output.
    pub fn new() -> Self {
        Self(BufWriter::new(io::stdout().lock()))
    }

    /// Prints a line.
    pub fn line(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.0, "{text}").map_err(Failure::from)
    }

    /// Prints text as it is.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.0.write_all(bytes).map_err(Failure::from)
    }

    /// Sends what is in the buffer on its way.
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

/// Whether a failure to print to standard error matters: it does not, there is nobody
/// left to tell.
pub fn tell(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
