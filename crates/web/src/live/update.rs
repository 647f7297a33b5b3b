//! Updates of a game for its watchers, as JSON.
//!
//! There is one shape: the state, and the moves from a certain number on. On connecting
//! that is all moves; after a change, those that are new. Whoever follows a game keeps
//! `from` of the moves they have and adds those that come.

use axum::extract::ws::Utf8Bytes;
use cairn_app::schema::{OutcomeWord, RuleSetName, SideWord};
use cairn_app::{Millis, TimeControl};
use cairn_games::{GameId, Side};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::schema::{ActionWord, PlayerKind, ScoreWord, StatusWord, TimeKind};
use crate::game::{LiveGame, Occupant, OfferKind, Seating, absence_limit};
use crate::search_pool::opponent_name;
use crate::store::{GameRow, common_moves};

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameView {
    /// Version of this JSON format.
    pub version: u32,
    /// Id, as in `/g/ID`.
    pub id: String,
    /// Revision, incremented by every change.
    pub revision: i64,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub game: &'static str,
    /// Size of the board.
    pub size: String,
    /// First position.
    pub start: String,
    /// Number of the shuffled set-up, as a string because it can exceed the integers of
    /// JSON.
    pub seed: Option<String>,
    /// Time control.
    pub time: TimeView,
    /// Status.
    #[schema(value_type = StatusWord)]
    pub status: &'static str,
    /// Result; the player who moves first in a game is `first`.
    #[schema(value_type = Option<OutcomeWord>)]
    pub outcome: Option<&'static str>,
    /// Score: `1-0`, `0-1` or `1/2-1/2`.
    #[schema(value_type = Option<ScoreWord>)]
    pub score: Option<&'static str>,
    /// Reason why the game ended.
    pub reason: Option<String>,
    /// State of the game, in a sentence for spectators.
    pub status_text: String,
    /// The same for the players.
    pub status_texts: SideTexts,
    /// Actions available to each player now. A player with both seats has the actions of both.
    pub actions: SideActions,
    /// Number of moves made.
    pub ply: usize,
    /// Current position.
    pub position: String,
    /// Side to move; null when the game is over.
    #[schema(value_type = Option<SideWord>)]
    pub to_move: Option<&'static str>,
    /// First player.
    pub first: SeatView,
    /// Second player.
    pub second: SeatView,
    /// Clocks, if the time control has any.
    pub clocks: Option<ClocksView>,
    /// Open offers.
    pub offers: OffersView,
    /// Game of which this is the rematch.
    pub previous: Option<String>,
    /// Rematch of this game.
    pub next: Option<String>,
    /// Whether the game appears in the public list.
    pub listed: bool,
    /// Whether only its players can see the game.
    pub private: bool,
    /// Time of creation, in milliseconds since 1970 like all times.
    pub created: Millis,
    /// Time of the last change.
    pub updated: Millis,
    /// Current time of the server.
    pub now: Millis,
    /// Number of the first of `moves`. Keep this many of the moves you have and append
    /// `moves`.
    pub from: usize,
    /// Moves from number `from` on.
    pub moves: Vec<MoveView>,
}

/// A text for each player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SideTexts {
    /// For the first player.
    pub first: String,
    /// For the second player.
    pub second: String,
}

/// Actions of each player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SideActions {
    /// Actions of the first player.
    #[schema(value_type = Vec<ActionWord>)]
    pub first: Vec<&'static str>,
    /// Actions of the second player.
    #[schema(value_type = Vec<ActionWord>)]
    pub second: Vec<&'static str>,
}

/// A time control.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TimeView {
    /// Kind of time control.
    #[schema(value_type = TimeKind)]
    pub kind: &'static str,
    /// Time control in notation: `none`, `300+5` (seconds and increment) or `3d` (days per
    /// move).
    pub text: String,
    /// Milliseconds after which you can claim the game if your opponent leaves; null if you never
    /// can.
    pub absence_limit: Option<Millis>,
}

/// A seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SeatView {
    /// Name of the side, such as `White`.
    pub side: &'static str,
    /// Kind of player.
    #[schema(value_type = PlayerKind)]
    pub kind: &'static str,
    /// Level or name of the computer opponent.
    pub level: Option<String>,
    /// Name of the player.
    pub name: Option<String>,
    /// Name shown for the player.
    pub label: String,
}

/// The clocks at the time `now`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClocksView {
    /// Time left for the first player, in milliseconds.
    pub first: Millis,
    /// Time left for the second player, in milliseconds.
    pub second: Millis,
    /// Side whose clock is running.
    #[schema(value_type = Option<SideWord>)]
    pub running: Option<&'static str>,
}

/// Open offers, each with the side that made it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OffersView {
    /// Offer of a draw.
    #[schema(value_type = Option<SideWord>)]
    draw: Option<&'static str>,
    /// Request to take a move back.
    #[schema(value_type = Option<SideWord>)]
    take_back: Option<&'static str>,
    /// Offer of a rematch.
    #[schema(value_type = Option<SideWord>)]
    rematch: Option<&'static str>,
}

/// A move made in a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveView {
    /// Number of the move, from 0.
    pub ply: usize,
    /// Move in notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Position after the move.
    pub position: String,
    /// Time of the move.
    pub at: Millis,
    /// Milliseconds on the mover's clock after the move.
    pub clock: Option<Millis>,
}

impl GameView {
    /// The game with all its moves.
    pub(crate) fn new(game: &LiveGame, now: Millis) -> Self {
        Self::from_move(game, 0, now)
    }

    /// The game with its moves from this number on.
    pub(crate) fn from_move(game: &LiveGame, from: usize, now: Millis) -> Self {
        let position = game.history.position();
        let info = position.info();
        let ending = game.ending.as_ref();
        let offer = |kind| game.offers.get(kind).map(Side::word);
        Self {
            version: 1,
            id: game.key.to_string(),
            revision: game.revision,
            game: info.name,
            size: info.board.size(),
            start: game.history.start().to_text(),
            seed: game.seed.map(|seed| seed.to_string()),
            time: TimeView::new(game.time),
            status: game.status.word(),
            outcome: ending.map(|ending| ending.outcome.word()),
            score: ending.map(|ending| ending.outcome.score()),
            reason: ending.map(|ending| ending.reason.clone()),
            status_text: game.status_text(),
            status_texts: SideTexts {
                first: game.status_text_for(Side::First),
                second: game.status_text_for(Side::Second),
            },
            actions: SideActions {
                first: game.actions(Side::First),
                second: game.actions(Side::Second),
            },
            ply: game.ply(),
            position: position.to_text(),
            to_move: (!game.status.is_over()).then(|| game.to_move().word()),
            first: SeatView::new(game, Side::First),
            second: SeatView::new(game, Side::Second),
            clocks: ClocksView::new(game, now),
            offers: OffersView {
                draw: offer(OfferKind::Draw),
                take_back: offer(OfferKind::TakeBack),
                rematch: offer(OfferKind::Rematch),
            },
            previous: game.previous.as_ref().map(ToString::to_string),
            next: game.next.as_ref().map(ToString::to_string),
            listed: game.listed && !game.private,
            private: game.private,
            created: game.created,
            updated: game.updated,
            now,
            from,
            moves: moves_from(game, from),
        }
    }
}

fn moves_from(game: &LiveGame, from: usize) -> Vec<MoveView> {
    let after = &game.history.positions()[1..];
    let moves = game.moves.iter().zip(after).enumerate().skip(from);
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
    pub(crate) fn new(time: TimeControl) -> Self {
        let kind = match time {
            TimeControl::Unlimited => "none",
            TimeControl::Fischer { .. } => "live",
            TimeControl::Correspondence { .. } => "days",
        };
        Self { kind, text: time.to_string(), absence_limit: absence_limit(time) }
    }
}

impl SeatView {
    /// Returns a seat of a game.
    pub(crate) fn new(game: &LiveGame, side: Side) -> Self {
        let seat = game.seat(side);
        let same_screen = game.seating() == Seating::SameScreen;
        let anonymous = if same_screen { game.side_name(side) } else { "Anonymous" };
        Self::of_player(&seat.player, game.side_name(side), seat.name.clone(), anonymous)
    }

    /// Returns a seat as a row of the store describes it.
    pub(crate) fn of_row(row: &GameRow, side: Side) -> Self {
        let (player, name) = match side {
            Side::First => (&row.first_player, &row.first_name),
            Side::Second => (&row.second_player, &row.second_name),
        };
        let player = Occupant::read(player).unwrap_or(Occupant::Open);
        let side_name = GameId::named(&row.game).map_or("", |game| game.info().side_name(side));
        Self::of_player(&player, side_name, name.clone(), "Anonymous")
    }

    fn of_player(
        player: &Occupant,
        side: &'static str,
        name: Option<String>,
        anonymous: &str,
    ) -> Self {
        let (kind, level, label) = match player {
            Occupant::Open => ("open", None, "Free seat".to_owned()),
            Occupant::Person => ("person", None, name.as_deref().unwrap_or(anonymous).to_owned()),
            Occupant::Computer(who) => ("computer", Some(who.clone()), opponent_name(who)),
        };
        Self { side, kind, level, name, label }
    }
}

impl ClocksView {
    fn new(game: &LiveGame, now: Millis) -> Option<Self> {
        let running = game.clock?.running().map(|(side, _)| side.word());
        let first = game.time_left(Side::First, now)?;
        Some(Self { first, second: game.time_left(Side::Second, now)?, running })
    }
}

/// A change, ready to be sent to any number of watchers.
#[derive(Clone, Debug)]
pub(crate) struct Update {
    /// The revision that it leads to.
    pub revision: i64,
    /// Name of the event: `state` for a whole game, `update` for a change.
    pub event: &'static str,
    /// Message for live connections, which contains the view.
    pub message: Utf8Bytes,
    /// Place in the message where the view begins.
    view: usize,
}

impl Update {
    /// Returns the difference between two states of a game.
    pub(crate) fn between(before: &LiveGame, after: &LiveGame, now: Millis) -> Self {
        Self::of("update", &GameView::from_move(after, common_moves(before, after), now))
    }

    /// The whole game.
    pub(crate) fn whole(game: &LiveGame, now: Millis) -> Self {
        Self::of("state", &GameView::new(game, now))
    }

    fn of(event: &'static str, game: &GameView) -> Self {
        let mut message = format!(r#"{{"event":"{event}","game":"{}","data":"#, game.id);
        let view = message.len();
        // A view is made of texts and numbers, which can always be written.
        message.push_str(&serde_json::to_string(game).unwrap_or_default());
        message.push('}');
        Self { revision: game.revision, event, message: message.into(), view }
    }

    /// Returns the view as JSON.
    pub(crate) fn json(&self) -> &str {
        &self.message[self.view..self.message.len() - 1]
    }
}
