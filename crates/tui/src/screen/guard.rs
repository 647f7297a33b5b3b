//! Restores the terminal at the end, after an error, a panic or a signal.

use std::io;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyCode, KeyModifiers,
};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};

use crate::worker::THREAD_NAME;

/// Keeps the terminal in raw mode on the alternate screen while it lives.
pub struct Guard;

static HOOK: Once = Once::new();

impl Guard {
    /// Switches the terminal to the full-screen program.
    pub fn enter() -> io::Result<Self> {
        HOOK.call_once(|| {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                // A bot that panics is reported on the screen.
                if std::thread::current().name() != Some(THREAD_NAME) {
                    restore();
                    usual(panic);
                }
            }));
        });
        enable_raw_mode()?;
        // From here on, whatever fails, the terminal is given back.
        TAKEN.store(true, Ordering::SeqCst);
        let guard = Self;
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste,
            cursor::Hide,
            Clear(ClearType::All)
        )?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether the terminal is switched to the full-screen program.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Restores the terminal, once: a second time would move the cursor back over the message of
/// a panic. If the terminal is gone, there is nothing left to restore.
fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

/// Whether an event is a letter with the control key.
pub fn is_control(event: &Event, letter: char) -> bool {
    matches!(event, Event::Key(key)
        if key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL))
}

/// Clears the screen.
pub fn clear() -> io::Result<()> {
    execute!(io::stdout(), Clear(ClearType::All))
}

/// Suspends the program until the shell continues it.
pub fn suspend() -> io::Result<()> {
    restore();
    signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
    // Its own value would give the terminal back at the end of this function.
    std::mem::forget(Guard::enter()?);
    Ok(())
}

/// Termination signals.
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Registers the handlers.
    pub fn watch() -> io::Result<Self> {
        let came = Arc::new(AtomicUsize::new(0));
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            signal_hook::flag::register_usize(signal, came.clone(), signal as usize)?;
        }
        Ok(Self(came))
    }

    /// Whether a signal has arrived.
    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Ends the program as the signal would have, if one has arrived, so that the parent
    /// process sees it.
    pub fn raise_default(&self) {
        let signal = self.0.load(Ordering::Relaxed);
        if signal != 0 {
            let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
        }
    }
}
