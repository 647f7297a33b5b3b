//! Collections: the games from which a report is made.

use std::collections::BTreeMap;

use cairn_engine::levels::Level;
use cairn_engine::{Player, PlayerError};
use cairn_games::GameId;
use cairn_games::record::Record;

use super::task::GamesTask;

/// Level from which on games take long, so that fewer are played, and fewer per task.
const STRONG_FROM: u8 = 7;
/// Number of games per task, and of strong players.
const TASK_GAMES: u32 = 100;
const STRONG_TASK_GAMES: u32 = 20;

/// Settings of a collection.
///
/// ```
/// use cairn_arena::game_report::CollectionSettings;
///
/// assert_eq!(CollectionSettings::default().players.len(), 11);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionSettings {
    /// The players, from the weakest to the strongest. Each plays against itself and against the
    /// one before it.
    pub players: Vec<Player>,
    /// Number of games of each pair.
    pub games: u32,
    /// Number of games of each pair with a strong player, if that is less.
    pub strong_games: u32,
    /// Greatest number of nodes per move; level 10, which has no limit of its own, uses all.
    pub nodes: u64,
    /// Number of nodes for the evaluation of a position; 0 for none.
    pub review_nodes: u64,
    /// Random seed.
    pub seed: u64,
}

impl Default for CollectionSettings {
    fn default() -> Self {
        Self {
            players: [Player::Random].into_iter().chain(Level::all().map(Player::Level)).collect(),
            games: 400,
            strong_games: 100,
            nodes: 50_000,
            review_nodes: 300,
            seed: 1,
        }
    }
}

/// Error in the settings of a collection.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// There are no players or no games.
    #[error("a report needs at least one player and two games")]
    Empty,
    /// A player is named twice.
    #[error("the player {0} is listed twice")]
    Twice(Player),
    /// A player that does not come with the program, so that its games cannot be made again.
    #[error("{0} cannot play for a report; only built-in players can")]
    Outside(Player),
    /// The game does not have a player.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// The games from which a report is made: each player against itself and against the next
/// weaker one.
#[derive(Clone, Debug)]
pub struct Collection {
    game: GameId,
    settings: CollectionSettings,
    /// Games by the numbers of their players, by their first number.
    games: BTreeMap<(usize, usize), BTreeMap<u32, Vec<Record>>>,
}

impl Collection {
    /// Makes an empty collection.
    ///
    /// # Errors
    /// If the settings have no games, or players that cannot play.
    pub fn new(game: GameId, settings: CollectionSettings) -> Result<Self, CollectionError> {
        if settings.players.is_empty() || settings.games.min(settings.strong_games) < 2 {
            return Err(CollectionError::Empty);
        }
        for (index, player) in settings.players.iter().enumerate() {
            Self::check_player(game, player)?;
            if settings.players[..index].contains(player) {
                return Err(CollectionError::Twice(player.clone()));
            }
        }
        Ok(Self { game, settings, games: BTreeMap::new() })
    }

    /// Checks that a player can play for a report on a game.
    ///
    /// # Errors
    /// If it does not come with the program, or the game does not have it.
    pub fn check_player(game: GameId, player: &Player) -> Result<(), CollectionError> {
        if matches!(player, Player::Human | Player::Net(_) | Player::Ugi(_)) {
            return Err(CollectionError::Outside(player.clone()));
        }
        Ok(player.check(game)?)
    }

    /// Returns the game.
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Returns the settings.
    pub const fn settings(&self) -> &CollectionSettings {
        &self.settings
    }

    /// Returns the tasks that make all games.
    pub fn tasks(&self) -> Vec<GamesTask> {
        let pairs = (0..self.settings.players.len())
            .flat_map(|index| [Some((index, index)), index.checked_sub(1).map(|one| (index, one))]);
        pairs.flatten().flat_map(|pair| self.tasks_of(pair)).collect()
    }

    /// Returns the tasks that make the games of two players.
    fn tasks_of(&self, (a, b): (usize, usize)) -> Vec<GamesTask> {
        let players = [a, b].map(|index| self.settings.players[index].clone());
        let is_strong = players.iter().any(is_strong);
        let CollectionSettings { games, strong_games, seed, nodes, review_nodes, .. } =
            self.settings;
        let (total, per_task) = if is_strong {
            (games.min(strong_games), STRONG_TASK_GAMES)
        } else {
            (games, TASK_GAMES)
        };
        // Different players exchange sides, so their games come in pairs.
        let total = if a == b { total } else { total / 2 * 2 };
        let task = |first: u32| GamesTask {
            game: self.game,
            players: players.clone(),
            first,
            count: per_task.min(total - first),
            seed,
            nodes,
            review_nodes,
        };
        (0..total).step_by(per_task as usize).map(task).collect()
    }

    /// Adds the games of a task.
    pub fn add(&mut self, task: &GamesTask, games: Vec<Record>) {
        let index = |player| self.settings.players.iter().position(|other| other == player);
        let [a, b] = [&task.players[0], &task.players[1]].map(index);
        if let (Some(a), Some(b)) = (a, b) {
            self.games.entry((a, b)).or_default().insert(task.first, games);
        }
    }

    /// Returns the games between two players by their numbers, in order.
    pub(super) fn games(&self, a: usize, b: usize) -> Vec<&Record> {
        let games = self.games.get(&(a, b)).into_iter().flat_map(BTreeMap::values);
        games.flatten().collect()
    }

    /// Returns the command that makes all games between two players at once.
    pub(super) fn games_command(&self, a: usize, b: usize) -> String {
        let tasks = self.tasks_of((a, b));
        let count = tasks.iter().map(|task| task.count).sum();
        let whole = tasks.into_iter().next().map(|task| GamesTask { count, ..task });
        whole.map_or_else(String::new, |task| command_text(&task.arguments()))
    }

    /// Returns the command that makes the whole report.
    pub(super) fn command(&self) -> String {
        let CollectionSettings { players, games, strong_games, nodes, review_nodes, seed } =
            &self.settings;
        let mut arguments = vec!["report".to_owned(), self.game.name().to_owned()];
        if !self.game.is_standard_size() {
            arguments.extend(["--size".to_owned(), self.game.info().board.size()]);
        }
        let names: Vec<_> = players.iter().map(ToString::to_string).collect();
        for (option, value) in [
            ("--players", names.join(",")),
            ("--games", games.to_string()),
            ("--strong-games", strong_games.to_string()),
            ("--nodes", nodes.to_string()),
            ("--review-nodes", review_nodes.to_string()),
            ("--seed", seed.to_string()),
        ] {
            arguments.extend([option.to_owned(), value]);
        }
        command_text(&arguments)
    }
}

/// Whether games of a player take long.
fn is_strong(player: &Player) -> bool {
    match player {
        Player::Level(level) => level.number() >= STRONG_FROM,
        Player::Uct | Player::Simple => true,
        _ => false,
    }
}

fn command_text(arguments: &[String]) -> String {
    format!("cairn {}", arguments.join(" "))
}
