//! Numbers about the games of one player against itself.

use std::collections::{BTreeMap, HashSet};

use cairn_engine::Player;
use cairn_games::record::Record;
use cairn_games::{AnyPosition, Outcome, Side};
use serde::{Deserialize, Serialize};

use super::drama::{DramaReport, GameCourse};
use super::estimate::Estimate;
use super::format::list;
use super::measures::AnalysedGame;

/// Numbers about the games of one player against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerReport {
    /// The player as a command names it.
    pub player: String,
    /// Command that plays the games.
    pub command: String,
    /// Number of games.
    pub games: usize,
    /// Number of games that are not the same as another one, move by move.
    pub different_games: usize,
    /// Share of games that the first player won.
    pub first_wins: Option<Estimate>,
    /// Share of games drawn.
    pub draws: Option<Estimate>,
    /// Share of games that the second player won.
    pub second_wins: Option<Estimate>,
    /// Share of the points that the first player scored.
    pub first_score: Option<Estimate>,
    /// Number of plies of a game.
    pub length: Option<Estimate>,
    /// Number of plies that half of the games exceed.
    pub median_length: Option<Estimate>,
    /// Number of plies of the longest game.
    pub longest: usize,
    /// Number of legal moves, averaged over the positions of each game.
    pub choice: Option<Estimate>,
    /// Share of the positions of a game with a single legal move.
    pub forced: Option<Estimate>,
    /// Share of games in which a position comes up again.
    pub repeated: Option<Estimate>,
    /// Share of games drawn because a position came up for the third time.
    pub drawn_by_repetition: Option<Estimate>,
    /// Reasons for which games ended, the most frequent first.
    pub endings: Vec<EndingReport>,
    /// The course of the games, if they were evaluated.
    pub drama: Option<DramaReport>,
}

/// A reason for which games ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingReport {
    /// The reason, in words.
    pub reason: String,
    /// Share of games.
    pub share: Option<Estimate>,
}

impl AnalysedGame {
    /// Plays a record through.
    pub(super) fn new(record: &Record) -> Option<Self> {
        let history = record.history();
        let count = |position: &AnyPosition| position.count_moves();
        let choices = history.positions()[..history.moves().len()].iter().map(count).collect();
        Some(Self { outcome: record.result?, choices, course: GameCourse::read(record), history })
    }

    fn is_repeated(&self) -> bool {
        let mut seen = HashSet::new();
        !self.history.positions().iter().all(|position| seen.insert(position.key()))
    }

    fn is_drawn_by_repetition(&self) -> bool {
        self.history.position().outcome().is_none() && self.history.outcome().is_some()
    }
}

impl PlayerReport {
    /// Computes the numbers.
    pub(super) fn new(
        player: &Player,
        command: String,
        records: &[&Record],
        games: &[AnalysedGame],
    ) -> Self {
        let count = games.len();
        let wins = |side| games.iter().filter(|game| game.outcome == Outcome::Win(side)).count();
        let [first, second] = Side::BOTH.map(wins);
        let draws = count - first - second;
        let share = |part: usize| Estimate::share(part as f64, count);
        let lengths: Vec<f64> =
            games.iter().map(|game| game.history.moves().len() as f64).collect();
        let of_choices = |measure: &dyn Fn(&[u64]) -> f64| -> Vec<f64> {
            games
                .iter()
                .filter(|game| !game.choices.is_empty())
                .map(|game| measure(&game.choices) / game.choices.len() as f64)
                .collect()
        };
        let choice = of_choices(&|choices| choices.iter().sum::<u64>() as f64);
        let forced =
            of_choices(&|choices| choices.iter().filter(|moves| **moves == 1).count() as f64);
        let different: HashSet<_> =
            games.iter().map(|game| (game.history.start().key(), game.history.moves())).collect();
        let courses: Vec<&GameCourse> =
            games.iter().filter_map(|game| game.course.as_ref()).collect();
        Self {
            player: player.to_string(),
            command,
            games: count,
            different_games: different.len(),
            first_wins: share(first),
            draws: share(draws),
            second_wins: share(second),
            first_score: Estimate::share(first as f64 + draws as f64 / 2.0, count),
            length: Estimate::mean(&lengths),
            median_length: Estimate::median(&lengths),
            longest: games.iter().map(|game| game.history.moves().len()).max().unwrap_or(0),
            choice: Estimate::mean(&choice),
            forced: Estimate::mean_share(&forced),
            repeated: share(games.iter().filter(|game| game.is_repeated()).count()),
            drawn_by_repetition: share(
                games.iter().filter(|game| game.is_drawn_by_repetition()).count(),
            ),
            endings: endings(records),
            drama: DramaReport::new(&courses),
        }
    }

    /// Returns the player in words, such as "level 7".
    pub fn name(&self) -> String {
        player_name(&self.player)
    }
}

/// Returns a player in words.
pub(super) fn player_name(player: &str) -> String {
    if player.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("level {player}")
    } else {
        player.to_owned()
    }
}

/// Returns players in words, such as "levels 5 to 9".
pub(super) fn player_names(players: &[String]) -> String {
    let levels: Option<Vec<u32>> = players.iter().map(|player| player.parse().ok()).collect();
    match levels.as_deref() {
        Some([first, .., last]) if (*first..=*last).eq(levels.iter().flatten().copied()) => {
            format!("levels {first} to {last}")
        }
        _ => list(&players.iter().map(|player| player_name(player)).collect::<Vec<_>>()),
    }
}

/// Counts the reasons for which games ended.
fn endings(records: &[&Record]) -> Vec<EndingReport> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for record in records {
        let reason = without_numbers(record.tag("Termination").unwrap_or("unknown"));
        *counts.entry(reason).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| usize::MAX - count);
    let report = |(reason, count): (String, usize)| EndingReport {
        reason,
        share: Estimate::share(count as f64, records.len()),
    };
    counts.into_iter().map(report).collect()
}

/// Replaces numbers in a text by `N`, so that endings which differ in numbers only count as one.
fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '0'..='9' if plain.ends_with('N') => {}
            '0'..='9' => plain.push('N'),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_and_endings_are_put_in_words() {
        let names = |words: &[&str]| {
            player_names(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(names(&["5", "6", "7"]), "levels 5 to 7");
        assert_eq!(names(&["5", "7"]), "level 5 and level 7");
        assert_eq!(names(&["random", "1"]), "random and level 1");
        assert_eq!(without_numbers("Black has 12 greens to 9"), "Black has N greens to N");
    }
}
