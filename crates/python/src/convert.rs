//! Errors, JSON and interruptible work.

use std::fmt::Display;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use cairn_app::PositionSpecError;
use cairn_engine::StopFlag;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

/// Interval at which Python is asked whether a key was pressed, as Ctrl-C is.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

pyo3::create_exception!(cairn, IllegalMoveError, PyValueError, "A move that is not legal here.");

/// Returns an error that Python raises as `ValueError`.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the error for a position that cannot be read, with what would be right.
pub(crate) fn position_error(error: &PositionSpecError) -> PyErr {
    match error.hint() {
        Some(hint) => value_error(format!("{error}. {hint}")),
        None => value_error(error),
    }
}

/// Most threads of a search, a match or a batch of work.
pub(crate) const MOST_THREADS: usize = 256;

/// Largest transposition table in MiB.
pub(crate) const MOST_HASH_MB: usize = 65_536;

/// Raises `ValueError` if a number is not from 1 to the greatest one that makes sense: more
/// threads or memory than there can be would end the interpreter.
pub(crate) fn require(name: &str, value: usize, greatest: usize) -> PyResult<()> {
    if value == 0 {
        return Err(value_error(format!("{name} must be at least 1")));
    }
    require_at_most(name, value, greatest)
}

/// Raises `ValueError` if a number is greater than makes sense.
pub(crate) fn require_at_most(name: &str, value: usize, greatest: usize) -> PyResult<()> {
    if value > greatest {
        return Err(value_error(format!("{name} must be at most {greatest}")));
    }
    Ok(())
}

/// Returns a document as JSON.
pub(crate) fn json(document: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(document).map_err(value_error)
}

/// Runs some work on another thread, without the interpreter's lock. If Python is interrupted
/// meanwhile, it raises the flag, waits for the work to end and raises the interruption.
pub(crate) fn interruptible<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> R + Send,
) -> PyResult<R> {
    let stop = StopFlag::new();
    let mut interrupted = None;
    let result = thread::scope(|scope| {
        let (sender, mut receiver) = channel();
        let stop = &stop;
        scope.spawn(move || {
            // The receiver waits until this thread ends.
            let _ = sender.send(work(stop));
        });
        loop {
            let receiver = &mut receiver;
            match py.detach(move || receiver.recv_timeout(INTERRUPT_INTERVAL)) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {}
                // The work panicked, which the scope passes on.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(value_error("the work ended without a result"));
                }
            }
            if let Err(error) = py.check_signals() {
                stop.raise();
                interrupted.get_or_insert(error);
            }
        }
    });
    match interrupted {
        Some(error) => Err(error),
        None => result,
    }
}
