//! Leaves the terminal as it was: after the end, an error, a panic or a signal.

use std::io;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyCode, KeyModifiers,
};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};

use crate::worker::THREAD_NAME;

/// While this lives, the terminal shows the full-screen program.
pub struct Guard;

static HOOK: Once = Once::new();

impl Guard {
    /// Takes the terminal over.
    pub fn enter() -> io::Result<Self> {
        HOOK.call_once(|| {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                // A thinker that breaks down is reported on the screen.
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

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back, once: doing it again would take the cursor to where it was at
/// the beginning, over what a panic has to say. If the terminal is gone, there is nothing
/// left to restore.
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

/// Whether this is a letter with the control key.
pub fn is_control(event: &Event, letter: char) -> bool {
    matches!(event, Event::Key(key)
        if key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL))
}

/// Empties the screen.
pub fn clear() -> io::Result<()> {
    execute!(io::stdout(), Clear(ClearType::All))
}

/// Gives the terminal to the shell until the program is called back.
pub fn suspend() -> io::Result<()> {
    restore();
    signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
    // Its own value would give the terminal back at the end of this function.
    std::mem::forget(Guard::enter()?);
    Ok(())
}

/// Signals that ask the program to end.
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Begins to look out for them.
    pub fn watch() -> io::Result<Self> {
        let came = Arc::new(AtomicUsize::new(0));
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            signal_hook::flag::register_usize(signal, came.clone(), signal as usize)?;
        }
        Ok(Self(came))
    }

    /// Whether one has come.
    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Ends the program as the signal would have, if one has come, so that whoever sent
    /// it sees that.
    pub fn die_of_them(&self) {
        let signal = self.0.load(Ordering::Relaxed);
        if signal != 0 {
            let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
        }
    }
}
