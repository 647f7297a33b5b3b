//! Games as records, in files that survive the program.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cairn_engine::Player;
use cairn_games::record::Record;
use cairn_games::{Ending, Side};

use super::Session;
use crate::clock::{Clocks, TimeControl};
use crate::date::Moment;
use crate::set_up::SetUp;
use crate::store::{self, Store};

/// Tags with the words for the players, as the command line takes them.
const PLAYER_TAGS: [&str; 2] = ["First", "Second"];
/// The tag with the time control.
const TIME_TAG: &str = "TimeControl";
/// The tag with what is left on the clocks, in seconds.
const LEFT_TAG: &str = "TimeLeft";
/// The tag with the reason for an end that the rules do not know.
const END_TAG: &str = "Termination";

impl Session {
    /// The game as a record.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::of_history(&self.history, self.set_up.seed);
        record.set_tag("Date", &Moment::now().date_tag());
        for side in Side::BOTH {
            let player = self.set_up.player(side);
            let name = match player {
                Player::Human => "human".to_owned(),
                Player::Level(level) => format!("cairn level {level}"),
                other => other.to_string(),
            };
            record.set_player(side, &name);
        }
        for side in Side::BOTH {
            record.set_tag(PLAYER_TAGS[side.index()], &self.set_up.player(side).to_string());
        }
        if let Some(clocks) = &self.clocks {
            let now = Instant::now();
            let left = Side::BOTH.map(|side| clocks.left(side, now).as_secs_f64());
            record.set_tag(TIME_TAG, &clocks.control().to_string());
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
        .and_then(|file| store::write(&file, &self.record().to_string()).map(|()| file));
        match written {
            Ok(file) => (self.file, self.not_kept) = (Some(file), None),
            Err(error) => {
                let folder = store.folder().display();
                let why = format!("The game is not kept: {error}, in {folder}");
                // Once is enough, so that other messages can be read.
                if self.not_kept.as_ref() != Some(&why) {
                    self.say(&why);
                    self.not_kept = Some(why);
                }
            }
        }
    }

    /// Writes the game to a file of the player's choice.
    ///
    /// # Errors
    /// If it cannot be written; in words for people.
    pub fn save_as(&mut self, path: &Path) -> Result<(), String> {
        let told = |error| format!("cannot write {}: {error}", path.display());
        store::write(path, &self.record().to_string()).map_err(told)
    }

    /// Goes on with a game from a record. Its players are those it names, or `otherwise`
    /// where it names none that can play here. `file` is where it is kept from now on.
    #[must_use]
    pub fn resume(
        record: &Record,
        otherwise: &[Player; 2],
        store: Option<Store>,
        file: Option<PathBuf>,
        now: Instant,
    ) -> Self {
        let mut set_up = SetUp::new(*record.start());
        set_up.seed = record.tag(cairn_games::record::SEED_TAG).and_then(|seed| seed.parse().ok());
        set_up.players = Side::BOTH.map(|side| {
            let named = record.tag(PLAYER_TAGS[side.index()]).and_then(|word| word.parse().ok());
            // A file must not start programs by itself.
            let named = named.filter(|player| !matches!(player, Player::Ugi(_)));
            named.unwrap_or_else(|| otherwise[side.index()].clone())
        });
        set_up.time_control = record.tag(TIME_TAG).and_then(|text| text.parse().ok());
        set_up.chance = record.start().key() ^ record.line.moves.len() as u64;
        let clocks = set_up.time_control.map(|control| clocks(control, record.tag(LEFT_TAG)));
        let history = record.history();
        let by_rules = history.outcome().is_some();
        let mut session = Self::with_history(set_up, history, clocks, store, now);
        session.file = file;
        if let (Some(outcome), false) = (record.result, by_rules) {
            let reason = record.tag(END_TAG).unwrap_or("as the record says");
            session.ended = Some(Ending::new(outcome, reason));
            session.begin_turn(now);
        }
        // Two computers wait for someone to look at them.
        session.paused = session.set_up.is_a_show() && session.ending().is_none();
        session.run_clocks_after_resuming(now);
        session
    }

    fn run_clocks_after_resuming(&mut self, now: Instant) {
        if self.paused
            && let Some(clocks) = &mut self.clocks
        {
            clocks.run(None, now);
        }
    }
}

fn clocks(control: TimeControl, left: Option<&str>) -> Clocks {
    let seconds = |text: &str| {
        let number: f64 = text.parse().ok()?;
        (0.0..=1e7).contains(&number).then(|| Duration::from_secs_f64(number))
    };
    let left: Vec<_> = left.unwrap_or_default().split_whitespace().filter_map(seconds).collect();
    match left.as_slice() {
        // A clock that has run out gets a moment, so that the game can be looked at.
        [first, second] => {
            let some = |time: &Duration| (*time).max(Duration::from_secs(1));
            Clocks::with_left(control, [some(first), some(second)])
        }
        _ => Clocks::new(control),
    }
}
