//! The search thread of the UGI server.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cairn_games::History;

use super::info;
use crate::bot::Bot;
use crate::limits::{Limits, StopFlag};

/// Stands for a move where there is none to make.
pub(super) const NO_MOVE: &str = "none";

/// A search for the search thread.
pub(super) struct RunningSearch<'scope, W> {
    pub(super) bot: Box<dyn Bot>,
    pub(super) history: History,
    pub(super) limits: Limits,
    pub(super) stop: StopFlag,
    pub(super) is_done: Arc<AtomicBool>,
    pub(super) output: &'scope Mutex<W>,
    pub(super) note: &'scope (dyn Fn(&str) + Sync),
}

impl<W: Write + Send> RunningSearch<'_, W> {
    /// Searches and writes the reports and the best move. Returns the bot, unless it panicked.
    pub(super) fn run(mut self) -> Option<Box<dyn Bot>> {
        let position = *self.history.position();
        let (output, stop) = (self.output, &self.stop);
        let run = || {
            self.bot.search(&self.history, &self.limits, stop, &mut |report| {
                let lines = info::write(&position, report);
                if send(output, lines).is_err() {
                    // Nobody listens any more.
                    stop.raise();
                }
            })
        };
        let result = catch_unwind(AssertUnwindSafe(run));
        let (lines, is_sound) = match result {
            Ok(Ok(report)) => {
                let mut lines = info::write(&position, &report);
                let mv = position.write_move(report.best_move());
                lines.push(format!("bestmove {}", mv.as_deref().unwrap_or(NO_MOVE)));
                (lines, true)
            }
            Ok(Err(error)) => {
                (self.note)(&error.to_string());
                (vec![format!("bestmove {NO_MOVE}")], true)
            }
            Err(_) => (vec![format!("bestmove {NO_MOVE}")], false),
        };
        self.is_done.store(true, Ordering::Release);
        // If this fails, so will the next line that the other thread says.
        let _ = send(output, lines);
        is_sound.then_some(self.bot)
    }
}

/// Writes lines that belong together.
pub(super) fn send<W: Write>(
    output: &Mutex<W>,
    lines: impl IntoIterator<Item = impl AsRef<str>>,
) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    for line in lines {
        writeln!(output, "{}", line.as_ref())?;
    }
    output.flush()
}
