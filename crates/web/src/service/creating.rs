//! New games.

use std::sync::Arc;

use cairn_app::TimeControl;
use cairn_app::schema::RuleSetName;
use cairn_games::Side;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::positions::{PositionRequest, filled, read_side};
use crate::api::schema::OpponentWord;
use crate::app::AppState;
use crate::game::{
    LiveGame, MAX_BASE_SECONDS, MAX_DAYS, MAX_INCREMENT_SECONDS, NewLiveGame, Occupant, Seat,
    clean_name, read_time_control,
};
use crate::http::{Purpose, Requester};
use crate::ids::{KeyHash, Token};
use crate::problem::Problem;

/// The largest number of a set-up that is chosen by chance: easy to type.
const LARGEST_SEED: u64 = 999_999;

/// A game to create. Most fields are strings, so that a form can send them too; an empty
/// string counts as absent.
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
    pub(crate) listed: bool,
}

/// Accepts a number where a form can only send a string.
fn text_or_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(u64),
        Text(String),
    }
    let given = Option::<Either>::deserialize(from)?;
    Ok(given.map(|given| match given {
        Either::Number(number) => number.to_string(),
        Either::Text(text) => text,
    }))
}

/// Accepts `on`, which a form sends for a ticked box.
fn text_or_bool<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Bool(bool),
        Text(String),
    }
    Ok(match Either::deserialize(from)? {
        Either::Bool(value) => value,
        Either::Text(text) => matches!(text.as_str(), "true" | "on" | "1" | "yes"),
    })
}

/// A game that was created.
#[derive(Clone, Debug)]
pub(crate) struct Created {
    /// The game.
    pub(crate) game: Arc<LiveGame>,
    /// Key to the creator's seat, for programs without cookies.
    pub(crate) token: Token,
}

enum Opponent {
    Friend,
    Computer(String),
    SameScreen,
}

impl AppState {
    /// Creates a game; the requester has a seat in it.
    ///
    /// # Errors
    /// If what is asked for makes no sense, or is too much.
    pub(crate) async fn create(&self, new: &NewGame, by: &Requester) -> Result<Created, Problem> {
        self.limits.take(by.network, Purpose::Create)?;
        let token = Token::random();
        let game = self.set_up(new, &[by.visitor.hash(), token.hash()])?;
        self.pool.note_player(&game.key, by.network);
        let game = self.hub.create(game).await?;
        Ok(Created { game, token })
    }

    /// The game that somebody asks for, with the keys to the creator's seat.
    fn set_up(&self, new: &NewGame, keys: &[KeyHash]) -> Result<LiveGame, Problem> {
        let seed = read_seed(filled(new.seed.as_ref()))?;
        let (game, position) = (new.game.clone(), new.position.clone());
        let start = PositionRequest { game, position, size: new.size.clone(), seed }.read()?;
        let opponent = self.opponent(new, start.game())?;
        let side = match filled(new.side.as_ref()) {
            None | Some("random") => Side::BOTH[(random_number() % 2) as usize],
            Some(word) => read_side(start.game(), word)?,
        };
        let mut own = Seat::new(Occupant::Person);
        own.name = new.name.as_deref().and_then(clean_name);
        own.add_keys(keys);
        let other = match opponent {
            Opponent::Friend => Seat::new(Occupant::Open),
            Opponent::Computer(who) => Seat::new(Occupant::Computer(who)),
            Opponent::SameScreen => {
                own.name = None;
                own.clone()
            }
        };
        let seats = if side == Side::First { [own, other] } else { [other, own] };
        let time = read_time(filled(new.time.as_ref()))?;
        let game = NewLiveGame { start, seed, seats, time, listed: new.listed, previous: None };
        Ok(LiveGame::new(game, self.time.now()))
    }

    fn opponent(&self, new: &NewGame, game: cairn_games::GameId) -> Result<Opponent, Problem> {
        let level = filled(new.level.as_ref());
        match filled(new.opponent.as_ref()).unwrap_or("friend") {
            "friend" => Ok(Opponent::Friend),
            "same-screen" => Ok(Opponent::SameScreen),
            "computer" => {
                let who = level.unwrap_or("3");
                if self.pool.opponents().knows(who, game) {
                    return Ok(Opponent::Computer(who.to_owned()));
                }
                let known = self.pool.opponents().list(game).into_iter();
                let known: Vec<_> = known.map(|(who, _)| who).collect();
                Err(Problem::bad("unknown_level", "The computer has no such level.")
                    .hint(format!("It has {}.", known.join(", "))))
            }
            _ => Err(Problem::bad("unknown_opponent", "There is no such opponent.")
                .hint("Use `friend`, `computer` or `same-screen`.")),
        }
    }
}

fn read_seed(text: Option<&str>) -> Result<Option<u64>, Problem> {
    match text {
        None => Ok(None),
        Some("random") => Ok(Some(random_number() % (LARGEST_SEED + 1))),
        Some(text) => text.parse().map(Some).map_err(|_| {
            Problem::bad("bad_seed", "The seed is no number.").hint("Give a number, or `random`.")
        }),
    }
}

fn read_time(text: Option<&str>) -> Result<TimeControl, Problem> {
    let text = text.unwrap_or("none");
    read_time_control(text).ok_or_else(|| {
        Problem::bad("bad_time", "There is no such time control.").hint(format!(
            "Use `none`, `300+5` (up to {MAX_BASE_SECONDS} seconds, and up to \
             {MAX_INCREMENT_SECONDS} per move) or `3d` (up to {MAX_DAYS} days)."
        ))
    })
}

/// Any number. Without a source of randomness, always the same one: nothing that has to
/// be unguessable is made of it.
fn random_number() -> u64 {
    getrandom::u64().unwrap_or(0)
}
