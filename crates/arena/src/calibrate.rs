//! Finding the strengths of the levels, so that each beats the one below by a set score.
//!
//! All strengths lie on one way from the engine with few positions and a clear eye to
//! hardly more than chance. Level 9 stands at its beginning; the place of each lower
//! level is found by matches against the one above, halving the rest of the way.

use cairn_engine::levels::{Level, Strength};
use cairn_engine::{EngineOptions, StopFlag};

use crate::match_play::{ArenaError, Contestant, MatchSettings, play_match};

/// The way from strong to weak; between its points strengths are mixed.
///
/// First fewer positions, then a shorter horizon, then more moves that seem equally good,
/// at last fewer moves that are noticed at all: the mistakes of people, the last to be
/// overcome first. The first number is a share of the positions that level 9 may look at.
const WAY: [(f64, Strength); 7] = [
    (1.0, way_point(64, 1, 0.0, 9999)),
    (0.25, way_point(64, 2, 8.0, 9999)),
    (0.1, way_point(5, 3, 20.0, 9999)),
    (0.1, way_point(3, 5, 50.0, 9999)),
    (0.1, way_point(2, 8, 100.0, 9999)),
    (0.1, way_point(1, 12, 200.0, 100)),
    (0.1, way_point(1, 16, 400.0, 2)),
];

const fn way_point(depth: u32, choices: usize, noise: f64, noticed: usize) -> Strength {
    Strength { nodes: 0, depth, choices, noise, noticed, ..Strength::UNHINDERED }
}

/// Fewer positions than this are too few to tell several moves apart even at a glance.
const FEWEST_NODES: u64 = 1_000;

/// Number of times that the rest of the way is halved for a level.
const HALVINGS: u32 = 6;

/// A level is found when its score is this close to the one wanted.
const CLOSE_ENOUGH: f64 = 0.025;

/// Settings of a calibration.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The game, and how the matches that try a strength are played. The time_control should be
    /// no limit, since levels bring their own.
    pub matches: MatchSettings,
    /// Node limit of level 9.
    pub top_nodes: u64,
    /// Score that each level should reach against the one below.
    pub wanted: f64,
}

/// A level with the strength that was found for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The level.
    pub level: Level,
    /// The strength found for it.
    pub strength: Strength,
    /// Score of the level above against it; `None` for the highest.
    pub beaten_by: Option<f64>,
}

/// Finds a strength for each level below the highest, from 9 down. `watch` is shown each
/// as it is found.
///
/// # Errors
/// Never for want of players; the arena's errors are passed on.
pub fn calibrate(
    settings: &Calibration,
    cancel: &StopFlag,
    mut watch: impl FnMut(&Found),
) -> Result<Vec<Found>, ArenaError> {
    let mut found: Vec<Found> = Vec::new();
    let mut place = 0.0;
    for level in Level::all().rev().skip(1) {
        let next = match found.last() {
            None => {
                let strength = strength_at(0.0, settings.top_nodes);
                Found { level, strength, beaten_by: None }
            }
            Some(above) => below(settings, above, level, &mut place, cancel)?,
        };
        if cancel.is_raised() {
            break;
        }
        watch(&next);
        found.push(next);
    }
    Ok(found)
}

/// Finds the place of a level after that of the level above.
fn below(
    settings: &Calibration,
    above: &Found,
    level: Level,
    place: &mut f64,
    cancel: &StopFlag,
) -> Result<Found, ArenaError> {
    let (mut near, mut far) = (*place, 1.0);
    let upper = contestant(above.strength, above.level);
    let mut best: Option<(f64, f64, Found)> = None;
    for trial in 0..HALVINGS {
        let middle = (near + far) / 2.0;
        let strength = overlooking(level, strength_at(middle, settings.top_nodes));
        // Other openings each time, or the same accident would decide every trial.
        let mut matches = settings.matches.clone();
        matches.openings.seed ^= u64::from(trial) << 8 | u64::from(level.number());
        matches.seed ^= matches.openings.seed;
        let lower = contestant(strength, level);
        let score = play_match(&matches, &upper, &lower, cancel, |_| {})?.summary.score;
        let miss = (score - settings.wanted).abs();
        if best.as_ref().is_none_or(|(least, ..)| miss < *least) {
            best = Some((miss, middle, Found { level, strength, beaten_by: Some(score) }));
        }
        if miss <= CLOSE_ENOUGH || cancel.is_raised() {
            break;
        }
        if score < settings.wanted {
            near = middle;
        } else {
            far = middle;
        }
    }
    let (_, middle, found) = best.unwrap_or((0.0, *place, Found { level, ..*above }));
    *place = middle;
    Ok(found)
}

/// Lets the two lowest levels overlook wins and threats.
fn overlooking(level: Level, strength: Strength) -> Strength {
    match level.number() {
        1 => Strength { wins_seen: 17, threats_seen: 0, ..strength },
        2 => Strength { threats_seen: 50, ..strength },
        _ => strength,
    }
}

fn contestant(strength: Strength, level: Level) -> Contestant<'static> {
    Contestant::new(level.to_string(), move |seed| {
        Ok(strength.bot(level, &EngineOptions { seed, ..EngineOptions::default() }))
    })
}

/// The strength at a place of the [`WAY`], from 0 to 1.
fn strength_at(place: f64, top_nodes: u64) -> Strength {
    let along = place.clamp(0.0, 1.0) * (WAY.len() - 1) as f64;
    let before = (along as usize).min(WAY.len() - 2);
    let part = along - before as f64;
    let ((share, strong), (next_share, weak)) = (WAY[before], WAY[before + 1]);
    // Ratios matter, not differences; one more makes a ratio of nothing possible.
    let mix = |from: f64, to: f64| {
        ((from + 1.0).ln() * (1.0 - part) + (to + 1.0).ln() * part).exp() - 1.0
    };
    let share = (share.ln() * (1.0 - part) + next_share.ln() * part).exp();
    Strength {
        nodes: ((top_nodes as f64 * share).round() as u64).max(FEWEST_NODES),
        depth: mix(strong.depth.into(), weak.depth.into()).round() as u32,
        choices: mix(strong.choices as f64, weak.choices as f64).round() as usize,
        noise: mix(strong.noise, weak.noise).round(),
        noticed: mix(strong.noticed as f64, weak.noticed as f64).round() as usize,
        ..strong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_leads_from_strong_to_weak() {
        let places: Vec<_> =
            (0..=60).map(|step| strength_at(f64::from(step) / 60.0, 10_000)).collect();
        let first = Strength { nodes: 10_000, ..WAY[0].1 };
        assert_eq!(places[0], first);
        let last = Strength { nodes: 1_000, ..WAY[WAY.len() - 1].1 };
        assert_eq!(places[60], last);
        for pair in places.windows(2) {
            assert!(pair[1].nodes <= pair[0].nodes && pair[1].depth <= pair[0].depth);
            assert!(pair[1].choices >= pair[0].choices && pair[1].noise >= pair[0].noise);
            assert!(pair[1].noticed <= pair[0].noticed);
        }
    }
}
