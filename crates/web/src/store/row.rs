//! The rows of a game, and the conversion to and from the game itself.

use cairn_app::{Clock, TimeControl};
use cairn_games::{Ending, GameId, History, Outcome, Side, read_position};

use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::StoreError;
use super::removal::PRIVATE;
use crate::game::{
    LagQuota, LiveGame, MadeMove, Occupant, OfferKind, Offers, Seat, SeatKey, Status,
};
use crate::ids::{GameKey, KeyHash};

/// A row of `games`.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the migrations describe the columns")]
pub(crate) struct GameRow {
    pub id: String,
    pub revision: i64,
    pub game: String,
    pub start: String,
    pub seed: Option<String>,
    pub time_control: String,
    pub first_player: String,
    pub first_name: Option<String>,
    pub second_player: String,
    pub second_name: Option<String>,
    pub status: String,
    pub outcome: Option<String>,
    pub reason: Option<String>,
    pub ply: i64,
    pub position: String,
    pub first_left: Option<i64>,
    pub second_left: Option<i64>,
    pub clock_since: Option<i64>,
    pub deadline: Option<i64>,
    pub computer_to_move: i64,
    pub draw_offer: Option<String>,
    pub take_back_offer: Option<String>,
    pub rematch_offer: Option<String>,
    pub previous_game: Option<String>,
    pub next_game: Option<String>,
    pub listed: i64,
    pub created: i64,
    pub updated: i64,
    pub server: String,
}

impl GameRow {
    /// Whether people have both seats, on one device or two.
    pub(crate) fn is_between_people(&self) -> bool {
        let person = Occupant::Person.to_text();
        self.first_player == person && self.second_player == person
    }
}

/// A row of `seat_keys`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the migrations describe the columns")]
pub(crate) struct KeyRow {
    pub side: String,
    pub hash: String,
    pub device: Option<String>,
    pub added: i64,
    pub expires: Option<i64>,
}

impl From<&LiveGame> for GameRow {
    fn from(play: &LiveGame) -> Self {
        let [first, second] = &play.seats;
        let offer = |kind| play.offers.get(kind).map(|side: Side| side.word().to_owned());
        let ending = play.ending.as_ref();
        Self {
            id: play.key.to_string(),
            revision: play.revision,
            game: play.history.start().game().name().to_owned(),
            start: play.history.start().to_text(),
            seed: play.seed.map(|seed| seed.to_string()),
            time_control: play.time.to_string(),
            first_player: first.player.to_text(),
            first_name: first.name.clone(),
            second_player: second.player.to_text(),
            second_name: second.name.clone(),
            status: play.status.word().to_owned(),
            outcome: ending.map(|ending| ending.outcome.word().to_owned()),
            reason: ending.map(|ending| ending.reason.clone()),
            ply: play.ply() as i64,
            position: play.history.position().to_text(),
            first_left: play.clock.map(|clock| clock.stored()[0]),
            second_left: play.clock.map(|clock| clock.stored()[1]),
            clock_since: play.clock.and_then(|clock| Some(clock.running()?.1)),
            deadline: play.deadline(),
            computer_to_move: i64::from(play.computer_to_move().is_some()),
            draw_offer: offer(OfferKind::Draw),
            take_back_offer: offer(OfferKind::TakeBack),
            rematch_offer: offer(OfferKind::Rematch),
            previous_game: play.previous.as_ref().map(ToString::to_string),
            next_game: play.next.as_ref().map(ToString::to_string),
            listed: i64::from(play.listed) + if play.private { PRIVATE } else { 0 },
            created: play.created,
            updated: play.updated,
            server: play.server.as_str().to_owned(),
        }
    }
}

/// All keys of a game as rows.
pub(super) fn key_rows(play: &LiveGame) -> Vec<KeyRow> {
    let of_side = |side: Side| {
        let keys = play.seat(side).keys.iter();
        keys.map(move |key| KeyRow {
            side: side.word().to_owned(),
            hash: key.hash.as_str().to_owned(),
            device: key.device.clone(),
            added: key.added,
            expires: key.expires,
        })
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

/// A row of `moves`: ply, text, time and clock.
pub(super) type MoveRow = (i64, String, i64, Option<i64>);

impl GameRow {
    /// Rebuilds the game from this row and those of its moves and keys.
    ///
    /// # Errors
    /// If they contradict each other or cannot be read.
    pub(super) fn into_live_game(
        self,
        moves: Vec<MoveRow>,
        keys: &[KeyRow],
    ) -> Result<LiveGame, StoreError> {
        let broken = |what: &str| self.broken(what);
        let history = self.history(&moves)?;
        let first = seat(&self.first_player, &self.first_name, Side::First, keys);
        let second = seat(&self.second_player, &self.second_name, Side::Second, keys);
        let (Some(first), Some(second)) = (first, second) else {
            return Err(broken("seats"));
        };
        let time: TimeControl = self.time_control.parse().map_err(|_| broken("time control"))?;
        let running = self.clock_since.map(|since| (history.position().to_move(), since));
        let left = self.first_left.zip(self.second_left);
        let clock = left.map(|(first, second)| Clock::from_parts(time, [first, second], running));
        let made = |(_, text, at, clock)| MadeMove { text, at, clock };
        Ok(LiveGame {
            key: GameKey::read(&self.id).ok_or_else(|| broken("id"))?,
            revision: self.revision,
            history,
            moves: moves.into_iter().map(made).collect(),
            seed: self.seed.as_deref().and_then(|seed| seed.parse().ok()),
            seats: [first, second],
            time,
            clock,
            status: Status::read(&self.status).ok_or_else(|| broken("status"))?,
            ending: ending(&self),
            computer_failed: false,
            lag: [LagQuota::default(); 2],
            offers: offers(&self),
            previous: self.previous_game.as_deref().and_then(GameKey::read),
            next: self.next_game.as_deref().and_then(GameKey::read),
            listed: self.listed & 1 != 0,
            private: self.listed & PRIVATE != 0,
            created: self.created,
            updated: self.updated,
            server: self.server.as_str().into(),
        })
    }

    fn broken(&self, what: &str) -> StoreError {
        StoreError::Broken { game: self.id.clone(), what: what.to_owned() }
    }

    /// Plays the moves from the first position on.
    fn history(&self, moves: &[MoveRow]) -> Result<History, StoreError> {
        let boards = GameId::boards(&self.game).map_err(|_| self.broken("game"))?;
        let start = read_position(&boards, &self.start).map_err(|_| self.broken("start"))?;
        let mut history = History::new(start);
        if self.ply != moves.len() as i64 {
            return Err(self.broken("ply"));
        }
        for (expected, (ply, text, ..)) in (0..).zip(moves) {
            let mv = history.position().read_move(text);
            let mv = mv.ok().filter(|_| *ply == expected).ok_or_else(|| self.broken("moves"))?;
            history.play(mv).map_err(|_| self.broken("moves"))?;
        }
        Ok(history)
    }
}

/// Returns the seat of a side, or `None` if it cannot be read.
fn seat(player: &str, name: &Option<String>, side: Side, keys: &[KeyRow]) -> Option<Seat> {
    let own = keys.iter().filter(|key| key.side == side.word());
    let keys = own.map(|key| SeatKey {
        hash: KeyHash::from_store(key.hash.clone()),
        device: key.device.clone(),
        added: key.added,
        expires: key.expires,
    });
    Some(Seat { player: Occupant::read(player)?, name: name.clone(), keys: keys.collect() })
}

fn ending(row: &GameRow) -> Option<Ending> {
    let outcome = Outcome::from_word(row.outcome.as_deref()?)?;
    Some(Ending { outcome, reason: row.reason.clone().unwrap_or_default() })
}

fn offers(row: &GameRow) -> Offers {
    let mut offers = Offers::default();
    let columns = [
        (OfferKind::Draw, &row.draw_offer),
        (OfferKind::TakeBack, &row.take_back_offer),
        (OfferKind::Rematch, &row.rematch_offer),
    ];
    for (kind, word) in columns {
        offers.set(kind, word.as_deref().and_then(Side::from_word));
    }
    offers
}

/// Reads the columns that have the names of the fields.
macro_rules! from_columns {
    ($row:ident { $($field:ident),+ $(,)? }) => {
        impl<'r, R> FromRow<'r, R> for $row
        where
            R: Row,
            &'static str: ColumnIndex<R>,
            String: Decode<'r, R::Database> + Type<R::Database>,
            i64: Decode<'r, R::Database> + Type<R::Database>,
        {
            fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
                Ok(Self { $($field: row.try_get(stringify!($field))?),+ })
            }
        }
    };
}

pub(super) use from_columns;

from_columns!(GameRow {
    id,
    revision,
    game,
    start,
    seed,
    time_control,
    first_player,
    first_name,
    second_player,
    second_name,
    status,
    outcome,
    reason,
    ply,
    position,
    first_left,
    second_left,
    clock_since,
    deadline,
    computer_to_move,
    draw_offer,
    take_back_offer,
    rematch_offer,
    previous_game,
    next_game,
    listed,
    created,
    updated,
    server,
});
from_columns!(KeyRow { side, hash, device, added, expires });
