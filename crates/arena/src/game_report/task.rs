//! Tasks: the games of one file of a collection.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cairn_engine::Player;
use cairn_engine::games::Features;
use cairn_engine::levels::{Level, Strength};
use cairn_engine::search::bench_of;
use cairn_games::record::{self, Record};
use cairn_games::{GameId, with_game};
use sha2::{Digest, Sha256};

/// Version of the way games are made. A change invalidates all collections.
const GAMES_VERSION: u32 = 1;

/// Number of hexadecimal digits of the hash in a file name.
const HASH_DIGITS: usize = 12;

/// The games of one file of a collection. The same task makes the same games everywhere, on any
/// number of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesTask {
    /// The rule set and board.
    pub game: GameId,
    /// The players. They exchange sides after each game, and the first begins with even numbers.
    pub players: [Player; 2],
    /// Number of the first game, from 0.
    pub first: u32,
    /// Number of games.
    pub count: u32,
    /// Random seed of all games between these players.
    pub seed: u64,
    /// Greatest number of nodes per move.
    pub nodes: u64,
    /// Number of nodes for the evaluation of each position of games between equals; 0 for none.
    pub review_nodes: u64,
}

impl GamesTask {
    /// Whether both players are the same.
    pub fn is_between_equals(&self) -> bool {
        self.players[0] == self.players[1]
    }

    /// Describes everything on which the games depend, and nothing else, so that a change of the
    /// settings or of the program keeps the games that would be the same.
    pub fn description(&self) -> String {
        let Self { game, players, first, count, seed, nodes, review_nodes } = self;
        let [a, b] = players.each_ref().map(|player| strength_text(player, *game, *nodes));
        let review = match self.is_between_equals() {
            true => format!("; reviewed with {review_nodes} nodes"),
            false => String::new(),
        };
        format!(
            "cairn {} games {GAMES_VERSION}; {game} {}; net {}; search {}; {a} against {b}; \
             seed {seed}; {count} games from {first}{review}",
            env!("CARGO_PKG_VERSION"),
            game.info().board.size(),
            net_hash(*game),
            search_checksum(*game),
        )
    }

    /// Returns the name of the file with the games, without its ending.
    pub fn name(&self) -> String {
        let Self { game, players: [a, b], first, count, .. } = self;
        let hash = hex(&Sha256::digest(self.description().as_bytes()), HASH_DIGITS);
        format!("{game}-{a}-{b}-{first}-{count}-{hash}").replace(':', "-")
    }

    /// Returns the path of the file with the games.
    pub fn path(&self, folder: &Path) -> PathBuf {
        folder.join(self.name() + ".txt")
    }

    /// Returns the arguments with which the program performs this task, without the folder.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["report".to_owned(), "task".to_owned()];
        arguments.push(self.game.name().to_owned());
        arguments.extend(self.players.iter().map(ToString::to_string));
        if !self.game.is_standard_size() {
            arguments.extend(["--size".to_owned(), self.game.info().board.size()]);
        }
        for (option, number) in [
            ("--first", self.first.into()),
            ("--count", self.count.into()),
            ("--seed", self.seed),
            ("--nodes", self.nodes),
            ("--review-nodes", self.review_nodes),
        ] {
            arguments.extend([option.to_owned(), number.to_string()]);
        }
        arguments
    }

    /// Reads the games of this task from a text; `None` if they are not all there, or are those
    /// of another task.
    pub fn read(&self, text: &str) -> Option<Vec<Record>> {
        let games = record::read_all(text).ok()?;
        let name = self.name();
        let is_whole = |(number, game): (u32, &Record)| {
            game.result.is_some()
                && game.game() == self.game
                && game.tag(TASK_TAG) == Some(&name)
                && game.tag(NUMBER_TAG) == Some(&(number + 1).to_string())
        };
        let is_right =
            games.len() == self.count as usize && (self.first..).zip(&games).all(is_whole);
        is_right.then_some(games)
    }
}

/// The tag with the name of the task.
pub(super) const TASK_TAG: &str = "Event";
/// The tag with the number of the game, counted from 1 as people do.
pub(super) const NUMBER_TAG: &str = "Round";

/// Names a player with the numbers that make its strength, which change from version to version.
fn strength_text(player: &Player, game: GameId, most_nodes: u64) -> String {
    match player {
        Player::Random => player.to_string(),
        Player::Level(level) if *level != Level::HIGHEST => {
            let strength = Strength::of_level(game, *level);
            let nodes = strength.nodes.min(most_nodes);
            format!("{player} ({})", Strength { nodes, ..strength })
        }
        _ => format!("{player} ({most_nodes} nodes)"),
    }
}

/// Returns the number of nodes that the search of this program needs for the positions of
/// `cairn bench`. It changes with the search and the evaluation, also within a version.
fn search_checksum(game: GameId) -> u64 {
    static KNOWN: Mutex<Vec<(GameId, u64)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, nodes)) = known.iter().find(|(other, _)| *other == game) {
        return *nodes;
    }
    // The list is not damaged, as a test makes sure.
    let nodes = bench_of(game).unwrap_or_default();
    known.push((game, nodes));
    nodes
}

/// Returns the beginning of the hash of a game's net.
fn net_hash(game: GameId) -> String {
    let net = with_game!(game, G => <G as Features>::NET);
    net.map_or_else(|| "none".to_owned(), |bytes| hex(&Sha256::digest(bytes), HASH_DIGITS))
}

fn hex(bytes: &[u8], digits: usize) -> String {
    bytes.iter().take(digits / 2).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(players: [&str; 2], nodes: u64, review_nodes: u64) -> GamesTask {
        let players = players.map(|word| word.parse().unwrap());
        let (game, seed) = (GameId::GlaisherRulebook, 1);
        GamesTask { game, players, first: 0, count: 2, seed, nodes, review_nodes }
    }

    #[test]
    fn a_name_changes_with_the_games_only() {
        let name = |players, nodes, review_nodes| task(players, nodes, review_nodes).name();
        assert_eq!(name(["9", "8"], 50_000, 0), name(["9", "8"], 60_000, 300), "the same games");
        assert_ne!(name(["9", "8"], 50_000, 0), name(["9", "8"], 500, 0), "held back");
        assert_ne!(name(["10", "9"], 50_000, 0), name(["10", "9"], 60_000, 0));
        assert_ne!(name(["9", "9"], 50_000, 0), name(["9", "9"], 50_000, 300), "evaluated");
    }

    #[test]
    fn a_description_has_the_checksum_of_the_search() {
        let description = task(["10", "9"], 50_000, 0).description();
        let nodes = bench_of(GameId::GlaisherRulebook).unwrap();
        assert!(description.contains(&format!("; search {nodes}; 10 (50000 nodes) against 9 (")));
    }
}
