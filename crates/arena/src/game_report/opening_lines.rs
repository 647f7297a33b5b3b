//! Openings: the positions after the first moves, how often they come up and how they score.

use std::collections::{BTreeMap, HashMap};

use cairn_games::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::estimate::Estimate;
use super::measures::AnalysedGame;

/// Numbers of plies after which positions are counted.
const DEPTHS: [usize; 3] = [1, 2, 4];

/// Largest number of positions listed for each number of plies.
const LISTED: usize = 6;

/// Least number of games with a position that is listed.
const LEAST_GAMES: usize = 3;

/// A position after the first moves; symmetric positions count as one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningReport {
    /// Number of moves.
    pub plies: usize,
    /// The moves, as they were most often made.
    pub line: Vec<String>,
    /// Number of different orders of moves that led there, symmetric ones counted once.
    pub orders: usize,
    /// Share of all games.
    pub share: Option<Estimate>,
    /// Share of the points that the first player scored.
    pub first_score: Option<Estimate>,
    /// Share of the points that the engine expects for the first player.
    pub expected: Option<Estimate>,
}

/// The games that came to a position.
#[derive(Default)]
struct Reached {
    /// Number of games by the moves in the form that symmetric positions share, with the moves as
    /// text.
    orders: BTreeMap<Vec<u64>, (usize, Vec<String>)>,
    games: usize,
    points: f64,
    expected: Vec<f64>,
}

/// Returns the most frequent positions after the first moves, or none if games begin at
/// different set-ups.
pub(super) fn openings(games: &[AnalysedGame]) -> Vec<OpeningReport> {
    let starts_alike =
        games.windows(2).all(|pair| pair[0].history.start() == pair[1].history.start());
    if !starts_alike {
        return Vec::new();
    }
    DEPTHS.into_iter().flat_map(|plies| openings_after(games, plies)).collect()
}

fn openings_after(games: &[AnalysedGame], plies: usize) -> Vec<OpeningReport> {
    let mut found: HashMap<u64, Reached> = HashMap::new();
    for game in games.iter().filter(|game| game.history.moves().len() > plies) {
        let positions = game.history.positions();
        let (mut order, mut texts) = (Vec::new(), Vec::new());
        for (position, &mv) in positions.iter().zip(game.history.moves()).take(plies) {
            order.push(position.canonical().map_move(mv).bits());
            texts.push(position.write_move(mv).unwrap_or_default());
        }
        let reached = found.entry(positions[plies].canonical().key()).or_default();
        reached.orders.entry(order).or_insert((0, texts)).0 += 1;
        reached.games += 1;
        reached.points += match game.outcome {
            Outcome::Win(Side::First) => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Win(Side::Second) => 0.0,
        };
        let course = game.course.as_ref();
        reached.expected.extend(course.and_then(|course| course.expectation(plies, Side::First)));
    }
    let mut found: Vec<_> =
        found.into_iter().filter(|(_, reached)| reached.games >= LEAST_GAMES).collect();
    // The key decides between equals, so that the order is always the same.
    found.sort_by_key(|(key, reached)| (usize::MAX - reached.games, *key));
    found.truncate(LISTED);
    let report = |(_, reached): (u64, Reached)| {
        let usual = reached.orders.values().max_by_key(|(games, _)| *games);
        OpeningReport {
            plies,
            line: usual.map(|(_, texts)| texts.clone()).unwrap_or_default(),
            orders: reached.orders.len(),
            share: Estimate::share(reached.games as f64, games.len()),
            first_score: Estimate::share(reached.points, reached.games),
            // The same position is evaluated alike, so that a spread of zero is true.
            expected: Estimate::mean(&reached.expected),
        }
    };
    found.into_iter().map(report).collect()
}
