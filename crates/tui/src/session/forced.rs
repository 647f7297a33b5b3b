//! Steps and moves without an alternative, which are made by themselves.

use std::time::{Duration, Instant};

use cairn_app::{MoveBuilder, PickResult};
use cairn_games::AnyPosition;

use super::Session;

/// Time for which the announcement of a forced move is shown before it is made.
const PAUSE: Duration = Duration::from_millis(900);

impl Session {
    /// Turns automatic steps on or off.
    pub fn set_automatic_steps(&mut self, on: bool, now: Instant) {
        if self.settings.automatic_steps != on {
            self.settings.automatic_steps = on;
            self.begin_turn(now);
        }
    }

    /// Makes the picks that have no alternative. The only move of a turn is announced and made
    /// a moment later.
    pub(super) fn pick_forced(&mut self, now: Instant) {
        if self.settings.automatic_steps
            && let Some(builder) = &mut self.builder
            && let PickResult::Complete(mv) = builder.pick_forced()
        {
            if self.choices.is_empty() {
                let words = self.position().move_in_words(mv).unwrap_or_default();
                self.forced = Some((mv, now + PAUSE));
                self.say(format!("There is only one move: {}.", lower_first(&words)));
            } else {
                return self.play(mv, now);
            }
        }
        self.point_at_an_option();
    }

    /// Makes the announced move once its time has come. Returns whether it was made.
    pub(super) fn tick_forced(&mut self, now: Instant) -> bool {
        let Some((mv, _)) = self.forced.filter(|(_, at)| now >= *at) else {
            return false;
        };
        let announced = self.message.clone();
        self.play(mv, now);
        if self.ending().is_none() {
            self.say(announced);
        }
        true
    }

    /// Makes the announced move at once, for programs without a screen. Returns what was
    /// announced.
    pub fn play_forced(&mut self, now: Instant) -> Option<String> {
        let announced = self.forced.map(|_| self.message.clone())?;
        self.tick_forced(now + PAUSE);
        Some(announced)
    }

    /// Whether a person has only one move in a position, which is made by itself.
    pub(super) fn is_forced(&self, position: &AnyPosition) -> bool {
        self.settings.automatic_steps
            && position.outcome().is_none()
            && matches!(MoveBuilder::new(position).pick_forced(), PickResult::Complete(_))
    }
}

/// Returns a text whose first letter is small.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
