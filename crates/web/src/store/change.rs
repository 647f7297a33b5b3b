//! Changes of games, ready to be written.

use std::time::Instant;

use super::row::{self, GameRow, KeyRow};
use crate::game::{LiveGame, MadeMove, Status};

/// Whether a change took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Commit {
    /// The change is durable.
    Done,
    /// The game has changed meanwhile; nothing was written.
    Conflict,
}

/// A new game or a change of a game, ready to be written.
#[derive(Clone, Debug)]
pub(crate) struct GameChange {
    /// Revision that it changes; `None` for a new game.
    pub(super) from: Option<i64>,
    pub(super) row: GameRow,
    /// Number of moves that stay.
    pub(super) kept: usize,
    /// Whether moves after those are taken back.
    pub(super) takes_back: bool,
    pub(super) added: Vec<MadeMove>,
    pub(super) keys: Vec<KeyRow>,
    pub(super) removed_keys: Vec<KeyRow>,
    pub(super) rematch: Option<Box<Self>>,
    /// Whether the home page changes.
    pub(super) touches_lobby: bool,
    /// Whether the game was waiting for a player and is not any more.
    pub(super) ends_waiting: bool,
    /// Moment at which the change was worked out.
    pub(super) begun: Instant,
}

impl GameChange {
    /// Returns the rows of a game without moves.
    pub(crate) fn create(play: &LiveGame) -> Self {
        Self {
            from: None,
            row: play.into(),
            kept: 0,
            takes_back: false,
            added: Vec::new(),
            keys: row::key_rows(play),
            removed_keys: Vec::new(),
            rematch: None,
            touches_lobby: play.touches_lobby(None),
            ends_waiting: false,
            begun: Instant::now(),
        }
    }

    /// Returns the difference between two states of a game.
    pub(crate) fn between(before: &LiveGame, after: &LiveGame, rematch: Option<&LiveGame>) -> Self {
        let kept = common_moves(before, after);
        let mut removed_keys = row::key_rows(before);
        let mut keys = row::key_rows(after);
        let kept_keys: Vec<_> = keys.extract_if(.., |key| removed_keys.contains(key)).collect();
        removed_keys.retain(|key| !kept_keys.contains(key));
        Self {
            from: Some(before.revision),
            row: after.into(),
            kept,
            takes_back: kept < before.moves.len(),
            added: after.moves[kept..].to_vec(),
            keys,
            removed_keys,
            rematch: rematch.map(|play| Box::new(Self::create(play))),
            touches_lobby: after.touches_lobby(Some(before)),
            ends_waiting: before.status == Status::Waiting && after.status != Status::Waiting,
            begun: Instant::now(),
        }
    }
}

/// Returns the number of moves with which both states of a game begin.
pub(crate) fn common_moves(before: &LiveGame, after: &LiveGame) -> usize {
    let pairs = before.moves.iter().zip(&after.moves);
    pairs.take_while(|(old, new)| old == new).count()
}
