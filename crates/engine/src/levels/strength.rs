//! Strength of the levels, and the table with its numbers.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use cairn_games::GameId;

use super::Level;
use super::handicap::Handicapped;
use crate::bot::{Bot, EngineOptions};

/// Strength of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Node limit.
    pub nodes: u64,
    /// Depth limit in plies.
    pub depth: u32,
    /// Number of best moves to choose from.
    pub choices: usize,
    /// Temperature of the choice, in the unit of [`Score::Value`](crate::Score::Value).
    pub noise: f64,
    /// Number of moves that it notices.
    pub noticed: usize,
    /// Taste for captures and other striking moves, in percent: how often the more striking of
    /// two moves is noticed first.
    pub taste: u64,
    /// Share of the moves that win at once that it sees, in percent.
    pub wins_seen: u64,
    /// Share of the opponent's threats to win at once that it sees, in percent.
    pub threats_seen: u64,
}

impl Strength {
    /// Strength that nothing holds back but the node limit.
    pub const UNHINDERED: Self = Self {
        nodes: u64::MAX,
        depth: 64,
        choices: 1,
        noise: 0.0,
        noticed: 9999,
        taste: 50,
        wins_seen: 100,
        threats_seen: 100,
    };

    /// Reads the eight numbers in their order, with spaces between them.
    ///
    /// ```
    /// use cairn_engine::levels::Strength;
    ///
    /// let strength = Strength::read("500 4 6 30 9999 50 100 0").expect("eight numbers");
    /// assert_eq!((strength.nodes, strength.choices), (500, 6));
    /// assert_eq!(strength.to_string(), "500 4 6 30 9999 50 100 0");
    /// assert_eq!(Strength::read("500 4"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let strength = Self {
            nodes: words.next()?.parse().ok()?,
            depth: words.next()?.parse().ok()?,
            choices: words.next()?.parse().ok()?,
            noise: words.next()?.parse().ok()?,
            noticed: words.next()?.parse().ok()?,
            taste: words.next()?.parse().ok()?,
            wins_seen: words.next()?.parse().ok()?,
            threats_seen: words.next()?.parse().ok()?,
        };
        words.next().is_none().then_some(strength)
    }

    /// Returns the strength of a level below the highest one in a game.
    ///
    /// ```
    /// use cairn_engine::levels::{Level, Strength};
    /// use cairn_games::GameId;
    ///
    /// assert!(Strength::of_level(GameId::Nava, Level::LOWEST).nodes > 0);
    /// ```
    pub fn of_level(game: GameId, level: Level) -> Self {
        strength(game, level)
    }

    /// Creates a bot of this strength, to measure it.
    pub fn bot(self, level: Level, options: &EngineOptions) -> Box<dyn Bot> {
        Box::new(Handicapped::new(level, options).with_strength(self))
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, depth, choices, noise, noticed, taste, wins_seen, threats_seen } = self;
        write!(f, "{nodes} {depth} {choices} {noise} {noticed} {taste} {wins_seen} {threats_seen}")
    }
}

/// The file with the strengths: for each game and level the fields of [`Strength`].
const TABLE: &str = include_str!("../../data/levels.txt");

/// The game's name in the table for all games that have no lines of their own.
const ANY_GAME: &str = "*";

/// The strengths by game and level.
static STRENGTHS: LazyLock<HashMap<(&'static str, u8), Strength>> =
    LazyLock::new(|| TABLE.lines().filter_map(read_strength).collect());

/// Reads a line of the table; `None` for comments.
fn read_strength(line: &'static str) -> Option<((&'static str, u8), Strength)> {
    let (game, rest) = line.trim().split_once(' ').filter(|_| !line.starts_with('#'))?;
    let (level, rest) = rest.trim().split_once(' ')?;
    Some(((game, level.parse().ok()?), Strength::read(rest)?))
}

/// Returns the strength of a level in a game.
pub(super) fn strength(game: GameId, level: Level) -> Strength {
    // A test makes sure that the table is complete.
    const UNLISTED: Strength =
        Strength { nodes: 1_000, depth: 4, choices: 4, noise: 50.0, ..Strength::UNHINDERED };
    let find = |name| STRENGTHS.get(&(name, level.0)).copied();
    // A rule set without lines of its own has those of the game that it is a form of.
    let family = game.family();
    find(game.name()).or_else(|| find(family)).or_else(|| find(ANY_GAME)).unwrap_or(UNLISTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(lines.count(), STRENGTHS.len(), "every line can be read, and once only");
        for game in GameId::rule_sets() {
            for level in Level::all().rev().skip(1) {
                let key = |name| (name, level.number());
                let is_listed = STRENGTHS.contains_key(&key(game.name()))
                    || STRENGTHS.contains_key(&key(ANY_GAME));
                assert!(is_listed, "{game} {level}");
            }
        }
    }

    #[test]
    fn wins_are_seen_from_level_two_and_threats_from_level_three() {
        for (&(game, level), strength) in STRENGTHS.iter() {
            let Strength { taste, wins_seen, threats_seen, .. } = *strength;
            assert!([taste, wins_seen, threats_seen].iter().all(|&share| share <= 100));
            assert!(level < 2 || wins_seen == 100, "{game} {level}");
            assert!(level < 3 || threats_seen == 100, "{game} {level}");
            // Their sentences say that level 1 misses most threats, and level 2 half of them.
            let share_of_threats = [0..=40, 40..=60].get(usize::from(level) - 1).cloned();
            assert!(share_of_threats.is_none_or(|range| range.contains(&threats_seen)));
        }
    }
}
