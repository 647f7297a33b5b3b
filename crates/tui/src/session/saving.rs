//! Saving and resuming games as records.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cairn_app::illustration::Illustration;
use cairn_app::{Clock, Millis, TimeControl, dates, files};
use cairn_draw::{Frame, gif, png, svg};
use cairn_engine::Player;
use cairn_games::record::Record;
use cairn_games::{Ending, Side};

use super::Session;
use crate::settings::GameSettings;
use crate::store::SavedGames;

/// Widths of pictures in pixels.
const PNG_WIDTH: u32 = 600;
const GIF_WIDTH: u32 = 400;

/// Tags with the players in the form that the command line takes.
const PLAYER_TAGS: [&str; 2] = ["First", "Second"];
/// Tag with the time control.
const TIME_TAG: &str = "TimeControl";
/// Tag with the time left on the clocks, in seconds.
const LEFT_TAG: &str = "TimeLeft";
/// Tag with the reason for a result that does not follow from the rules.
const END_TAG: &str = "Termination";

impl Session {
    /// Returns the game as a record.
    pub fn record(&self) -> Record {
        let mut record = Record::of_history(&self.history, self.settings.shuffle);
        record.set_tag("Date", &dates::date_tag(dates::now()));
        for side in Side::BOTH {
            let player = self.settings.player(side);
            let name = match player {
                Player::Human => "human".to_owned(),
                Player::Level(level) => format!("cairn level {level}"),
                other => other.to_string(),
            };
            record.set_player(side, &name);
        }
        for side in Side::BOTH {
            record.set_tag(PLAYER_TAGS[side.index()], &self.settings.player(side).to_string());
        }
        if let Some(clock) = &self.clock {
            let now = self.moment(Instant::now());
            let left = Side::BOTH.map(|side| clock.left(side, now).max(0) as f64 / 1_000.0);
            record.set_tag(TIME_TAG, &clock.control().to_string());
            record.set_tag(LEFT_TAG, &format!("{:.1} {:.1}", left[0], left[1]));
        }
        if let Some(ended) = &self.ended {
            record.result = Some(ended.outcome);
            record.set_tag(END_TAG, &ended.reason);
        }
        record
    }

    /// Writes the game to its file in the store, if it has a store. Nothing is written
    /// before the first move.
    pub(super) fn keep(&mut self) {
        let Some(store) = &self.store else {
            return;
        };
        if self.file.is_none() && self.history.moves().is_empty() {
            return;
        }
        let written = match &self.file {
            Some(file) => Ok(file.clone()),
            None => store.create(self.game()),
        }
        .and_then(|file| {
            files::write_atomically(&file, self.record().to_string().as_bytes()).map(|()| file)
        });
        match written {
            Ok(file) => (self.file, self.not_kept) = (Some(file), None),
            Err(error) => {
                let folder = store.folder().display();
                let why = format!("The game could not be saved in {folder}: {error}");
                // Once is enough, so that other messages can be read.
                if self.not_kept.as_ref() != Some(&why) {
                    self.say(&why);
                    self.not_kept = Some(why);
                }
            }
        }
    }

    /// Saves the game in a file of the user's choice: as a record, or as a picture if the file
    /// extension is one of pictures.
    ///
    /// # Errors
    /// If it cannot be written, with the reason for the user.
    pub fn save_as(&mut self, path: &Path) -> Result<(), String> {
        let told = |error: &dyn Display| format!("cannot write {}: {error}", path.display());
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let bytes = match extension.to_str() {
            Some("svg" | "png" | "gif") => self.picture(&extension).map_err(|why| told(&why))?,
            _ => self.record().to_string().into_bytes(),
        };
        files::write_atomically(path, &bytes).map_err(|error| told(&error))
    }

    /// Draws the position as SVG or PNG, or the whole game as GIF.
    fn picture(&self, extension: &OsStr) -> Result<Vec<u8>, String> {
        let options = svg::Options { flipped: self.flipped, ..svg::Options::default() };
        let illustration = Illustration::of_history(&self.history);
        let Frame { view, marks } = illustration.last();
        let drawn = svg::draw(view, marks, &options);
        match extension.to_str() {
            Some("gif") => gif::encode(illustration.frames(), GIF_WIDTH, 1.0, &options)
                .map_err(|error| error.to_string()),
            Some("png") => png::encode(&drawn, PNG_WIDTH).map_err(|error| error.to_string()),
            _ => Ok(drawn.into_bytes()),
        }
    }

    /// Continues a recorded game. Its players are those that the record names, or `otherwise`
    /// where it names none that can play here. `file` is where it is saved from now on.
    pub fn resume(
        record: &Record,
        otherwise: &[Player; 2],
        store: Option<SavedGames>,
        file: Option<PathBuf>,
        now: Instant,
    ) -> Self {
        let mut settings = GameSettings::new(*record.start());
        settings.shuffle =
            record.tag(cairn_games::record::SEED_TAG).and_then(|seed| seed.parse().ok());
        settings.players = Side::BOTH.map(|side| {
            let named = record.tag(PLAYER_TAGS[side.index()]).and_then(|word| word.parse().ok());
            // A file must not start programs by itself.
            let named = named.filter(|player| !matches!(player, Player::Ugi(_)));
            named.unwrap_or_else(|| otherwise[side.index()].clone())
        });
        settings.time_control =
            record.tag(TIME_TAG).and_then(|text| text.parse().ok()).unwrap_or_default();
        settings.random_seed = record.start().key() ^ record.line.moves.len() as u64;
        let clock = clock_with(settings.time_control, record.tag(LEFT_TAG));
        let history = record.history();
        let by_rules = history.outcome().is_some();
        let mut session = Self::with_history(settings, history, clock, store, now);
        session.file = file;
        if let (Some(outcome), false) = (record.result, by_rules) {
            let reason = record.tag(END_TAG).unwrap_or("according to the record");
            session.ended = Some(Ending::new(outcome, reason));
            session.begin_turn(now);
        }
        // Two computers wait for someone to look at them.
        session.paused = session.settings.is_computers_only() && session.ending().is_none();
        session.run_clocks_after_resuming(now);
        session
    }

    fn run_clocks_after_resuming(&mut self, now: Instant) {
        let moment = self.moment(now);
        if let Some(clock) = self.clock.as_mut().filter(|_| self.paused) {
            clock.stop(moment);
        }
    }
}

/// Returns the clocks of a resumed game, with the time left that its record gives.
fn clock_with(control: TimeControl, left: Option<&str>) -> Option<Clock> {
    let clock = Clock::new(control)?;
    let seconds = |text: &str| {
        let number: f64 = text.parse().ok()?;
        // A clock that has run out gets a moment, so that the game can be looked at.
        (0.0..=1e7).contains(&number).then(|| ((number * 1_000.0) as Millis).max(1_000))
    };
    let left: Vec<_> = left.unwrap_or_default().split_whitespace().filter_map(seconds).collect();
    match left.as_slice() {
        [first, second] => Some(Clock::from_parts(control, [*first, *second], None)),
        _ => Some(clock),
    }
}
