//! The full-screen program.

mod app;
mod course;
mod draw;
mod editor;
mod game_keys;
mod guard;
mod input;
mod lesson_session;
mod lessons;
mod memory;
mod menu;
mod menu_keys;
mod menu_text;
mod overlay;
mod practice;
mod puzzles;
mod theme;

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use cairn_app::dates;
use cairn_app::lessons::{Course, CourseProgress};
use cairn_app::{Millis, PositionEditor};
use cairn_draw::terminal::Depth;
use cairn_draw::text::Charset;
use cairn_engine::levels::Level;
use cairn_games::Side;
use cairn_legacy::AnyStyle;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};

use crate::config::{Config, ScreenTheme};
use crate::settings::GameStart;
use crate::store::SavedGames;
use app::ScreenApp;
use guard::{Guard, Signals};

/// Polling interval while idle and while a search runs.
const TICK: Duration = Duration::from_millis(50);
const SHORT_TICK: Duration = Duration::from_millis(10);
/// Redraw interval of clocks and spinner.
const FRAME: Duration = Duration::from_millis(100);

/// Terminal and data folder of the full-screen program.
#[derive(Clone, Debug, Default)]
pub struct ScreenOptions {
    /// Number of colours, or `None` for no colours.
    pub depth: Option<Depth>,
    /// Characters that the terminal can show.
    pub charset: Charset,
    /// Style of the board.
    pub style: AnyStyle,
    /// Folder of saved games, or `None` to save nothing.
    pub store: Option<SavedGames>,
    /// Lessons and puzzles that the user has solved.
    pub progress: CourseProgress,
    /// Random seed for the players.
    pub random_seed: u64,
    /// Moment at which the program starts, for the puzzle of the day.
    pub started: Millis,
    /// Settings of the user.
    pub config: Config,
}

impl ScreenOptions {
    /// Reads the environment variables, as far as the user's settings leave something open.
    /// `variable` looks the variables up.
    pub fn new(config: Config, variable: impl Fn(&str) -> Option<String>) -> Self {
        let has_colors = config.theme != ScreenTheme::Plain;
        Self {
            depth: Depth::of_environment(&variable).filter(|_| has_colors),
            charset: config.charset(&variable),
            style: config.defaults.style.clone().unwrap_or_default(),
            store: SavedGames::from_environment(&variable),
            progress: CourseProgress::from_environment(&variable),
            random_seed: dates::now().unsigned_abs(),
            started: dates::now(),
            config,
        }
    }
}

/// Returns the level of the computer that was chosen last, in the menu or after a game, for a
/// computer on this side.
pub fn remembered_level(store: &SavedGames, side: Side) -> Option<Level> {
    memory::recall(store).level(side)
}

/// Runs the full-screen program, beginning with its menu, until the user quits. The terminal
/// is restored afterwards, whatever happens.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn run_menu(options: &ScreenOptions) -> io::Result<()> {
    run(options, |_, _| {})
}

/// Runs the full-screen program, beginning with a game.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn run_game(options: &ScreenOptions, start: impl Into<GameStart>) -> io::Result<()> {
    run(options, |app, now| match start.into() {
        GameStart::New(settings) => app.begin(*settings, now),
        GameStart::Record { record, file } => app.resume(&record, file, now),
    })
}

/// Runs the full-screen program, beginning with the lesson of this number, or the first that has
/// not been solved.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn run_course(
    options: &ScreenOptions,
    course: Course,
    lesson: Option<usize>,
) -> io::Result<()> {
    run(options, |app, now| app.begin_course(course, lesson, now))
}

/// Runs the full-screen program, beginning with the position editor.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn run_editor(options: &ScreenOptions, editor: PositionEditor) -> io::Result<()> {
    run(options, |app, _| app.begin_editor(editor))
}

fn run(options: &ScreenOptions, begin: impl FnOnce(&mut ScreenApp, Instant)) -> io::Result<()> {
    let signals = Signals::watch()?;
    let mut app = ScreenApp::new(options.clone(), Instant::now());
    begin(&mut app, Instant::now());
    let ended = with_full_screen(|| serve(&mut app, &signals))?;
    app.remember();
    // Search threads end before the signal takes effect.
    drop(app);
    signals.raise_default();
    ended
}

/// Runs an action while the terminal shows the alternate screen in raw mode, and restores it
/// afterwards, even if the action panics.
///
/// # Errors
/// If the terminal cannot be set up.
pub fn with_full_screen<T>(action: impl FnOnce() -> T) -> io::Result<T> {
    let _guard = Guard::enter()?;
    Ok(action())
}

fn serve(app: &mut ScreenApp, signals: &Signals) -> io::Result<()> {
    let events = listen();
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut drawn: Option<Instant> = None;
    let mut size = ratatui::crossterm::terminal::size().ok();
    let mut changed = true;
    while !app.is_done() && !signals.came() {
        let moving = app.moves_by_itself();
        if changed || (moving && drawn.is_none_or(|at| at.elapsed() >= FRAME)) {
            terminal.draw(|frame| app.draw(frame, Instant::now()))?;
            drawn = Some(Instant::now());
        }
        let wait = if moving { SHORT_TICK } else { TICK };
        changed = take_events(app, &mut terminal, &events, wait)?;
        // A window that changed before anybody listened for that has sent no event.
        let now = ratatui::crossterm::terminal::size().ok();
        changed |= now != size;
        size = now;
        changed |= app.tick(Instant::now());
        for text in app.take_outbox() {
            let mut out = io::stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Reads events in a thread of its own: when the terminal goes away, reading may block for
/// ever, and the program has to end.
fn listen() -> Receiver<io::Result<Event>> {
    let (sender, events) = mpsc::channel();
    std::thread::spawn(move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if sender.send(event).is_err() || failed {
                return;
            }
        }
    });
    events
}

/// Handles pending events, or the first that comes within `wait`. Returns whether there were
/// any.
fn take_events(
    app: &mut ScreenApp,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    events: &Receiver<io::Result<Event>>,
    wait: Duration,
) -> io::Result<bool> {
    let mut next = match events.recv_timeout(wait) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => return Ok(false),
        Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
    };
    // Everything that is there already, so that held keys and pastes do not lag.
    while let Some(event) = next {
        match event? {
            event if guard::is_control(&event, 'z') => {
                guard::suspend()?;
                *terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
            }
            event if guard::is_control(&event, 'l') => {
                // Somebody else wrote on the screen. The terminal's own way to clear it
                // asks for the cursor and waits for an answer, which not all give.
                guard::clear()?;
                *terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
            }
            event => app.handle(&event, Instant::now()),
        }
        next = if app.is_done() { None } else { events.try_recv().ok() };
    }
    Ok(true)
}
