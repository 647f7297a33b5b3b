//! The ladder: matches between neighbouring levels.

use std::fmt::Write;
use std::ops::RangeInclusive;

use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Player, StopFlag};
use cairn_games::GameId;

use crate::match_play::{ArenaError, Contestant, MatchSettings, play_match};
use crate::report::Summary;

/// A match between a level and the one below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// The rule set.
    pub game: GameId,
    /// The higher level; the lower one is one less.
    pub level: Level,
    /// The result, seen from the higher level.
    pub summary: Summary,
}

/// Settings of a ladder.
#[derive(Clone, Debug)]
pub struct LadderSettings {
    /// Settings of the matches.
    pub matches: MatchSettings,
    /// The levels that take part.
    pub levels: RangeInclusive<Level>,
}

/// Plays a match between each two neighbouring levels, with these options. `watch` is
/// shown each rung as it is done. Cancelled, it returns the rungs with the games played so
/// far.
///
/// # Errors
/// If a level cannot be created.
pub fn climb(
    settings: &LadderSettings,
    options: &EngineOptions,
    cancel: &StopFlag,
    mut watch: impl FnMut(&Rung),
) -> Result<Vec<Rung>, ArenaError> {
    let mut rungs = Vec::new();
    let levels: Vec<_> = Level::all().filter(|level| settings.levels.contains(level)).collect();
    for (&lower, &upper) in levels.iter().zip(levels.iter().skip(1)) {
        let [upper_player, lower_player] = [upper, lower].map(|level| {
            Contestant::of_player(&Player::Level(level), settings.matches.game, options)
        });
        let matches = &settings.matches;
        let report = play_match(matches, &upper_player, &lower_player, cancel, |_| {})?;
        if report.summary.games > 0 {
            let rung = Rung { game: matches.game, level: upper, summary: report.summary };
            watch(&rung);
            rungs.push(rung);
        }
        if cancel.is_raised() {
            break;
        }
    }
    Ok(rungs)
}

/// Returns the rungs as a Markdown table, a line for each game and a column for each pair of
/// levels.
pub fn as_markdown(rungs: &[Rung]) -> String {
    let mut games: Vec<GameId> = rungs.iter().map(|rung| rung.game).collect();
    games.dedup();
    let mut levels: Vec<Level> = rungs.iter().map(|rung| rung.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut table = String::from("| game |");
    // Writing to a string cannot fail.
    for level in &levels {
        let _ = write!(table, " {level} v {} |", level.number() - 1);
    }
    let _ = write!(table, "\n|---|{}", "---|".repeat(levels.len()));
    for game in games {
        let _ = write!(table, "\n| {game} |");
        for &level in &levels {
            let found = rungs.iter().find(|rung| rung.game == game && rung.level == level);
            let cell = found.map_or_else(|| "–".to_owned(), cell);
            let _ = write!(table, " {cell} |");
        }
    }
    table.push('\n');
    table
}

/// Score in percent and how far off it may be.
fn cell(rung: &Rung) -> String {
    let percent = 100.0 * rung.summary.score;
    let score_of = |elo: Option<f64>, open_end: f64| elo.map_or(open_end, crate::elo::score_of_elo);
    let [low, high] = rung.summary.interval;
    let half_width = 50.0 * (score_of(high, 1.0) - score_of(low, 0.0));
    format!("{percent:.0} % ± {half_width:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_line_for_each_game() {
        let rung = |level: u8, score| Rung {
            game: GameId::Nava,
            level: Level::new(level).unwrap(),
            summary: Summary {
                game: "nava".to_owned(),
                a: level.to_string(),
                b: (level - 1).to_string(),
                games: 100,
                wins: 70,
                draws: 0,
                losses: 30,
                score,
                elo: Some(147.0),
                interval: [Some(75.0), None],
            },
        };
        let table = as_markdown(&[rung(2, 0.7), rung(3, 0.66)]);
        assert_eq!(
            table,
            "| game | 2 v 1 | 3 v 2 |\n|---|---|---|\n| nava | 70 % ± 20 | 66 % ± 20 |\n"
        );
    }
}
