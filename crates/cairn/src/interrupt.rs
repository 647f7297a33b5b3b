//! Ctrl-C in long commands.

use cairn_engine::StopFlag;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::failure::Failure;

/// Returns a flag that the first Ctrl-C raises, so that a command can stop and print what it
/// has. The second one ends the program at once.
pub fn stop_flag() -> StopFlag {
    let flag = StopFlag::new();
    // Without a handler, Ctrl-C ends the program as usual.
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) {
        let flag = flag.clone();
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if flag.is_raised() {
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
                flag.raise();
            }
        });
    }
    flag
}

/// Reports an interruption, for the end of a command that has printed what it had.
pub fn check(stop: &StopFlag) -> Result<(), Failure> {
    if stop.is_raised() { Err(Failure::Interrupted) } else { Ok(()) }
}
