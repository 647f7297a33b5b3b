//! What watchers are told of a game, as JSON.
//!
//! There is one shape: the state, and the moves from a certain number on. On connecting
//! that is all moves; after a change, those that are new. Whoever follows a game keeps
//! `from` of the moves they have and adds those that come.

use std::sync::Arc;

use cairn_games::{Outcome, Side};
use serde::Serialize;

use crate::game::{OfferKind, Play, Player, TimeControl};
use crate::store::common_moves;
use crate::time::Millis;

/// A word that never changes.
pub type Word = &'static str;

/// A game as it is told to programs.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Of this shape.
    pub version: u32,
    /// Its name, as in `/g/ID`.
    pub id: String,
    /// Counts every change.
    pub revision: i64,
    /// The rule set.
    pub game: Word,
    /// The size of the board.
    pub size: String,
    /// The first position.
    pub start: String,
    /// The number of the set-up, as text because JSON numbers are not that long.
    pub seed: Option<String>,
    /// The time control.
    pub time: TimeView,
    /// `waiting`, `playing`, `finished` or `aborted`.
    pub status: Word,
    /// `first`, `second` or `draw`.
    pub outcome: Option<Word>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: Option<Word>,
    /// Why it ended.
    pub reason: Option<String>,
    /// How many moves have been made.
    pub ply: usize,
    /// The position now.
    pub position: String,
    /// Whose turn it is; `null` when it is over.
    pub to_move: Option<Word>,
    /// Who plays first.
    pub first: SeatView,
    /// Who plays second.
    pub second: SeatView,
    /// The clocks, if there are any.
    pub clocks: Option<ClocksView>,
    /// Who offers what.
    pub offers: OffersView,
    /// The game this is the rematch of.
    pub previous: Option<String>,
    /// The rematch.
    pub next: Option<String>,
    /// Whether it is in the list of games.
    pub listed: bool,
    /// When it was created.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// What time it is on the server.
    pub now: Millis,
    /// The number of the first move that follows.
    pub from: usize,
    /// The moves from there on.
    pub moves: Vec<MoveView>,
}

/// A time control.
#[derive(Clone, Debug, Serialize)]
pub struct TimeView {
    /// `none`, `live` or `days`.
    pub kind: Word,
    /// As it is written: `none`, `300+5`, `3d`.
    pub text: String,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    /// What the side is called: `White`.
    pub side: Word,
    /// `open`, `person` or `computer`.
    pub kind: Word,
    /// The computer's level or name.
    pub level: Option<String>,
    /// What the player is called.
    pub name: Option<String>,
}

/// The clocks at the moment `now`.
#[derive(Clone, Debug, Serialize)]
pub struct ClocksView {
    /// What the first player has left, in milliseconds.
    pub first: Millis,
    /// What the second player has left.
    pub second: Millis,
    /// Whose clock runs.
    pub running: Option<Word>,
}

/// Open offers, each with the side that made it.
#[derive(Clone, Debug, Serialize)]
pub struct OffersView {
    draw: Option<Word>,
    take_back: Option<Word>,
    rematch: Option<Word>,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub struct MoveView {
    /// Its number, from 0.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub position: String,
    /// When it was made.
    pub at: Millis,
    /// What the mover's clock showed after it.
    pub clock: Option<Millis>,
}

const fn side_word(side: Side) -> Word {
    Outcome::Win(side).word()
}

impl GameView {
    /// The game with all its moves.
    #[must_use]
    pub fn new(play: &Play, now: Millis) -> Self {
        Self::from_move(play, 0, now)
    }

    /// The game with its moves from this number on.
    #[must_use]
    pub fn from_move(play: &Play, from: usize, now: Millis) -> Self {
        let position = play.history.position();
        let info = position.info();
        let verdict = play.verdict.as_ref();
        let offer = |kind| play.offers.get(kind).map(side_word);
        Self {
            version: 1,
            id: play.key.to_string(),
            revision: play.revision,
            game: info.name,
            size: info.board.size(),
            start: play.history.start().to_text(),
            seed: play.seed.map(|seed| seed.to_string()),
            time: TimeView::new(play.time),
            status: play.status.word(),
            outcome: verdict.map(|verdict| verdict.outcome.word()),
            score: verdict.map(|verdict| verdict.outcome.score()),
            reason: verdict.map(|verdict| verdict.reason.clone()),
            ply: play.ply(),
            position: position.to_text(),
            to_move: (!play.status.is_over()).then(|| side_word(play.to_move())),
            first: SeatView::new(play, Side::First),
            second: SeatView::new(play, Side::Second),
            clocks: ClocksView::new(play, now),
            offers: OffersView {
                draw: offer(OfferKind::Draw),
                take_back: offer(OfferKind::TakeBack),
                rematch: offer(OfferKind::Rematch),
            },
            previous: play.previous.as_ref().map(ToString::to_string),
            next: play.next.as_ref().map(ToString::to_string),
            listed: play.listed,
            created: play.created,
            updated: play.updated,
            now,
            from,
            moves: moves_from(play, from),
        }
    }
}

fn moves_from(play: &Play, from: usize) -> Vec<MoveView> {
    let after = &play.history.positions()[1..];
    let moves = play.moves.iter().zip(after).enumerate().skip(from);
    let view =
        |(ply, (made, after)): (usize, (&crate::game::MadeMove, &cairn_games::AnyPosition))| {
            MoveView {
                ply,
                text: made.text.clone(),
                position: after.to_text(),
                at: made.at,
                clock: made.clock,
            }
        };
    moves.map(view).collect()
}

impl TimeView {
    /// The view of a time control.
    #[must_use]
    pub fn new(time: TimeControl) -> Self {
        let kind = match time {
            TimeControl::None => "none",
            TimeControl::Live { .. } => "live",
            TimeControl::Days(_) => "days",
        };
        Self { kind, text: time.to_string() }
    }
}

impl SeatView {
    fn new(play: &Play, side: Side) -> Self {
        let seat = play.seat(side);
        let (kind, level) = match &seat.player {
            Player::Open => ("open", None),
            Player::Person => ("person", None),
            Player::Computer(who) => ("computer", Some(who.clone())),
        };
        Self { side: play.side_name(side), kind, level, name: seat.name.clone() }
    }
}

impl ClocksView {
    fn new(play: &Play, now: Millis) -> Option<Self> {
        let running = play.clocks?.since.map(|_| side_word(play.to_move()));
        let first = play.clock(Side::First, now)?;
        Some(Self { first, second: play.clock(Side::Second, now)?, running })
    }
}

/// A change, ready to be sent to any number of watchers.
#[derive(Clone, Debug)]
pub struct Update {
    /// The revision that it leads to.
    pub revision: i64,
    /// The view as JSON.
    pub json: Arc<str>,
}

impl Update {
    /// What has changed between two states of a game.
    #[must_use]
    pub fn between(before: &Play, after: &Play, now: Millis) -> Self {
        Self::of(&GameView::from_move(after, common_moves(before, after), now))
    }

    /// The whole game.
    #[must_use]
    pub fn whole(play: &Play, now: Millis) -> Self {
        Self::of(&GameView::new(play, now))
    }

    fn of(view: &GameView) -> Self {
        // A view is made of texts and numbers, which can always be written.
        let json = serde_json::to_string(view).unwrap_or_default();
        Self { revision: view.revision, json: json.into() }
    }
}
