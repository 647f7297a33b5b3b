//! Positions without a game: reading, moves, applying, converting.

use cairn_app::json::{AppliedJson, RuleSetJson};
use cairn_app::schema::RuleSetName;
use cairn_app::{PositionSpec, PositionSpecError};
use cairn_games::{AnyPosition, GameId, History, Side, sides_help};
use cairn_legacy::Reading;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::problem::Problem;
use crate::search_pool::Opponents;

/// Length of the longest text that is read as a position. The longest real ones are Prolog
/// terms.
pub(super) const MAX_POSITION_LENGTH: usize = 16 << 10;
/// Maximum number of moves that are played at once.
const MAX_MOVES: usize = 2_000;

/// A position named by a request.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    /// Rule set.
    #[param(value_type = RuleSetName)]
    pub(crate) game: String,
    /// Position in notation or as a Prolog term; the start of the game if left out.
    pub(crate) position: Option<String>,
    /// Size of the board, such as `9x9`.
    pub(crate) size: Option<String>,
    /// Number of a shuffled set-up.
    pub(crate) seed: Option<u64>,
}

impl PositionRequest {
    /// Reads the position, which must be one that a game can reach.
    pub(crate) fn read(&self) -> Result<AnyPosition, Problem> {
        if self.game.trim().is_empty() {
            return Err(PositionSpecError::NoGame.into());
        }
        let spec = PositionSpec {
            game: Some(self.game.clone()),
            position: self.position.clone(),
            to_move: None,
            size: self.size.clone(),
            seed: self.seed,
        };
        Ok(read_spec(&spec)?.position()?)
    }
}

/// Returns a text that is given and not blank.
pub(super) fn filled(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// Reads a position, whether or not a game can reach it.
pub(super) fn read_spec(spec: &PositionSpec) -> Result<Reading, Problem> {
    if spec.position.as_ref().is_some_and(|text| text.len() > MAX_POSITION_LENGTH) {
        return Err(Problem::bad("position_too_long", "The position is too long."));
    }
    Ok(spec.reading()?)
}

/// Returns the side that a word means.
pub(crate) fn read_side(game: GameId, word: &str) -> Result<Side, Problem> {
    let info = game.info();
    info.side_by_word(word).ok_or_else(|| {
        let (word, known) = (word.to_owned(), sides_help(info));
        PositionSpecError::UnknownSide { word, known }.into()
    })
}

/// A rule set with its computer opponents.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayableRuleSet {
    /// The rule set.
    #[serde(flatten)]
    pub(crate) rules: RuleSetJson,
    /// Computer opponents.
    pub(crate) players: Vec<ComputerOpponent>,
}

/// A computer opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ComputerOpponent {
    /// Value of `level` in a request.
    pub(crate) level: String,
    /// Name for people.
    pub(crate) name: String,
}

/// Lists the rule sets with their opponents.
pub(crate) fn rule_sets(opponents: &dyn Opponents) -> Vec<PlayableRuleSet> {
    let named = |(level, name)| ComputerOpponent { level, name };
    let rule_set = |game: GameId| PlayableRuleSet {
        rules: RuleSetJson::new(game),
        players: opponents.list(game).into_iter().map(named).collect(),
    };
    GameId::rule_sets().map(rule_set).collect()
}

/// Moves to make from a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApplyRequest {
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: String,
    /// First position; the start of the game if left out.
    pub(crate) position: Option<String>,
    /// Size of the board, such as `9x9`.
    pub(crate) size: Option<String>,
    /// Number of a shuffled set-up.
    pub(crate) seed: Option<u64>,
    /// The moves, at most 2,000.
    #[schema(max_items = 2000)]
    pub(crate) moves: Vec<String>,
}

impl ApplyRequest {
    /// Plays the moves.
    pub(crate) fn history(&self) -> Result<History, Problem> {
        let (game, position) = (self.game.clone(), self.position.clone());
        let wanted = PositionRequest { game, position, size: self.size.clone(), seed: self.seed };
        play_moves(wanted.read()?, &self.moves)
    }
}

/// Plays moves from a position.
pub(super) fn play_moves(start: AnyPosition, moves: &[String]) -> Result<History, Problem> {
    if moves.len() > MAX_MOVES {
        return Err(Problem::bad(
            "too_many_moves",
            format!("At most {MAX_MOVES} moves are allowed."),
        ));
    }
    let mut history = History::new(start);
    cairn_app::play_moves(&mut history, moves)?;
    Ok(history)
}

/// Plays moves and lists the positions that they lead to.
pub(crate) fn apply(request: &ApplyRequest) -> Result<AppliedJson, Problem> {
    Ok(AppliedJson::new(&request.history()?))
}
