//! New games.

use std::sync::Arc;

use cairn_app::TimeControl;
use cairn_app::schema::RuleSetName;
use cairn_engine::levels::Level;
use cairn_games::{GameId, Side};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::positions::{PositionRequest, filled, read_side};
use crate::api::schema::{FALSE_WORDS, OpponentWord, TRUE_WORDS};
use crate::app::AppState;
use crate::game::{
    LiveGame, MAX_BASE_SECONDS, MAX_DAYS, MAX_INCREMENT_SECONDS, NewLiveGame, Occupant, Seat,
    SeatKey, clean_name, read_time_control,
};
use crate::http::{Purpose, Requester};
use crate::ids::Token;
use crate::problem::Problem;

/// Largest random seed, which is short enough to type.
const MAX_RANDOM_SEED: u64 = 999_999;

/// A game to create. Most fields are strings, since forms send them too; where any text is allowed,
/// an empty one counts as absent.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct NewGame {
    /// Rule set.
    #[schema(value_type = RuleSetName, required)]
    pub(crate) game: String,
    /// First position, if not the start of the game.
    pub(crate) position: Option<String>,
    /// Size of the board, such as `9x9`.
    pub(crate) size: Option<String>,
    /// Number of a shuffled set-up, or `random`.
    #[serde(deserialize_with = "text_or_number")]
    #[schema(schema_with = crate::api::schema::text_or_number)]
    pub(crate) seed: Option<String>,
    /// Opponent; a friend if left out.
    #[schema(value_type = Option<OpponentWord>)]
    pub(crate) opponent: Option<String>,
    /// The computer's level, 1 to 10, or the name of a bot; see `/rules`.
    #[serde(deserialize_with = "text_or_number")]
    #[schema(schema_with = crate::api::schema::text_or_number)]
    pub(crate) level: Option<String>,
    /// Side of the creator: `first`, `second`, the name of a side, or `random` (default).
    pub(crate) side: Option<String>,
    /// Time control: `none` (default), `300+5` for seconds and increment, `3d` for days
    /// per move.
    pub(crate) time: Option<String>,
    /// Name of the creator.
    pub(crate) name: Option<String>,
    /// Whether the game appears in the public list.
    #[serde(deserialize_with = "text_or_bool")]
    #[schema(schema_with = crate::api::schema::text_or_bool)]
    pub(crate) listed: bool,
}

impl NewGame {
    /// Reads the time control.
    pub(super) fn time_control(&self) -> Result<TimeControl, Problem> {
        read_time(filled(self.time.as_ref()))
    }
}

/// A value that programs send as a number or a boolean, and forms as a string.
#[derive(Deserialize)]
#[serde(untagged)]
enum FormValue {
    Bool(bool),
    Number(u64),
    Text(String),
}

fn text_or_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Option::deserialize(from)? {
        None => None,
        Some(FormValue::Number(number)) => Some(number.to_string()),
        Some(FormValue::Text(text)) => Some(text),
        Some(FormValue::Bool(_)) => return Err(D::Error::custom("expected a string or a number")),
    })
}

fn text_or_bool<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    match FormValue::deserialize(from)? {
        FormValue::Bool(value) => Ok(value),
        FormValue::Text(text) if TRUE_WORDS.contains(&text.as_str()) => Ok(true),
        FormValue::Text(text) if FALSE_WORDS.contains(&text.as_str()) => Ok(false),
        FormValue::Text(_) | FormValue::Number(_) => Err(D::Error::custom("expected a boolean")),
    }
}

impl AppState {
    /// Creates a game in which the requester has a seat. The token opens that seat as well.
    pub(crate) async fn create(
        &self,
        new: &NewGame,
        by: &Requester,
        token: Option<&Token>,
    ) -> Result<Arc<LiveGame>, Problem> {
        self.limits.take(by.network, Purpose::Create)?;
        let game = self.set_up(new, by.devices(token, self.time.now()))?;
        self.pool.note_player(&game.key, by.network);
        self.hub.create(game).await
    }

    /// Sets up a game, with the devices of the creator's seat.
    fn set_up(&self, new: &NewGame, devices: Vec<SeatKey>) -> Result<LiveGame, Problem> {
        let seed = read_seed(filled(new.seed.as_ref()))?;
        let (game, position) = (new.game.clone(), new.position.clone());
        let start = PositionRequest { game, position, size: new.size.clone(), seed }.read()?;
        let mut own = Seat::new(Occupant::Person);
        own.name = new.name.as_deref().and_then(clean_name);
        own.keys = devices;
        let other = match new.opponent.as_deref().unwrap_or("friend") {
            "friend" => Seat::new(Occupant::Open),
            "computer" => Seat::new(self.read_level(new, start.game())?),
            "same-screen" => {
                own.name = None;
                own.clone()
            }
            _ => {
                return Err(Problem::bad("unknown_opponent", "Unknown kind of opponent.")
                    .hint("Use `friend`, `computer` or `same-screen`."));
            }
        };
        let side = match filled(new.side.as_ref()) {
            None | Some("random") => Side::BOTH[(random_number() % 2) as usize],
            Some(word) => read_side(start.game(), word)?,
        };
        let seats = if side == Side::First { [own, other] } else { [other, own] };
        let time = new.time_control()?;
        let game = NewLiveGame { start, seed, seats, time, listed: new.listed, previous: None };
        Ok(LiveGame::new(game, self.time.now()))
    }

    fn read_level(&self, new: &NewGame, game: GameId) -> Result<Occupant, Problem> {
        let default = Level::DEFAULT.to_string();
        let level = filled(new.level.as_ref()).unwrap_or(&default);
        let opponents = self.pool.opponents();
        if opponents.knows(level, game) {
            return Ok(Occupant::Computer(level.to_owned()));
        }
        let known: Vec<_> = opponents.list(game).into_iter().map(|(level, _)| level).collect();
        Err(Problem::bad("unknown_level", "There is no such computer level.")
            .hint(format!("The levels are {}.", known.join(", "))))
    }
}

fn read_seed(text: Option<&str>) -> Result<Option<u64>, Problem> {
    match text {
        None => Ok(None),
        Some("random") => Ok(Some(random_number() % (MAX_RANDOM_SEED + 1))),
        Some(text) => text.parse().map(Some).map_err(|_| {
            Problem::bad("bad_seed", "The seed is not a number.").hint("Use a number, or `random`.")
        }),
    }
}

fn read_time(text: Option<&str>) -> Result<TimeControl, Problem> {
    let text = text.unwrap_or("none");
    read_time_control(text).ok_or_else(|| {
        Problem::bad("bad_time", "Unknown time control.").hint(format!(
            "Use `none`, `300+5` (up to {MAX_BASE_SECONDS} seconds, and up to \
             {MAX_INCREMENT_SECONDS} per move) or `3d` (up to {MAX_DAYS} days)."
        ))
    })
}

/// Returns a random number; 0 if the system has no source of randomness. Nothing secret is
/// made of it.
pub(crate) fn random_number() -> u64 {
    getrandom::u64().unwrap_or(0)
}
