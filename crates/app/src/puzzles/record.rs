//! Rating, tried puzzles and streak of a user, as a file.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::choose::{DAY, daily};
use super::{Puzzle, PuzzleFilter, UnknownPuzzle};
use crate::{Millis, files};

/// Rating of somebody who has tried nothing. On the scale of the puzzles, easy ones end here.
const FIRST_RATING: Glicko2Rating =
    Glicko2Rating { rating: 1000.0, deviation: 350.0, volatility: 0.06 };

/// Deviation of the ratings of puzzles, which the levels of the engine were asked for.
const PUZZLE_DEVIATION: f64 = 80.0;

/// Event in the solving of a puzzle that the record keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleEvent {
    /// A wrong move.
    WrongMove,
    /// A right move was shown. It counts as a wrong one.
    Hint,
    /// The puzzle was solved, possibly after a hint.
    Solved {
        /// Whether a right move was shown before.
        was_helped: bool,
    },
}

/// Rating, tried puzzles and streak of a user.
///
/// The file has the lines `rating RATING DEVIATION VOLATILITY`, `streak DAY LENGTH` (the last day
/// on which the puzzle of the day was solved, counted from 1970) and, for each rule set,
/// `tried GAME ID+ ID-`, with a sign that says whether the first try was right.
#[derive(Clone, Debug)]
pub struct PuzzleRecord {
    file: Option<PathBuf>,
    rating: Glicko2Rating,
    streak_day: i64,
    streak_length: u32,
    /// Whether the first try was right, by rule set and id.
    tried: BTreeMap<String, BTreeMap<String, bool>>,
}

impl Default for PuzzleRecord {
    fn default() -> Self {
        Self::from_file(None)
    }
}

impl PuzzleRecord {
    /// Reads the record from a file, which need not exist yet. Damaged lines are ignored.
    pub fn from_file(file: Option<PathBuf>) -> Self {
        let text = file.as_ref().and_then(|file| files::read_text(file).ok()).unwrap_or_default();
        let mut record = Self {
            file,
            rating: FIRST_RATING,
            streak_day: 0,
            streak_length: 0,
            tried: BTreeMap::new(),
        };
        for line in text.lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            // A damaged line is as good as none.
            let _ = record.read_line(&words);
        }
        record
    }

    fn read_line(&mut self, words: &[&str]) -> Option<()> {
        match words {
            ["rating", rating, deviation, volatility] => {
                let number = |text: &str| text.parse().ok().filter(|number: &f64| *number > 0.0);
                let [rating, deviation, volatility] =
                    [number(rating)?, number(deviation)?, number(volatility)?];
                let is_sound = rating < 1e5 && deviation < 1e4 && volatility < 1.0;
                let read = Glicko2Rating { rating, deviation, volatility };
                self.rating = if is_sound { read } else { FIRST_RATING };
            }
            ["streak", day, length] => {
                (self.streak_day, self.streak_length) = (day.parse().ok()?, length.parse().ok()?);
            }
            ["tried", game, ids @ ..] => {
                let tried = self.tried.entry((*game).to_owned()).or_default();
                for id in ids {
                    let (is_right, id) = match (id.strip_suffix('+'), id.strip_suffix('-')) {
                        (Some(id), _) => (true, id),
                        (_, Some(id)) => (false, id),
                        _ => continue,
                    };
                    tried.insert(id.to_owned(), is_right);
                }
            }
            _ => {}
        }
        Some(())
    }

    fn text(&self) -> String {
        let Glicko2Rating { rating, deviation, volatility } = self.rating;
        let mut text = format!(
            "rating {rating} {deviation} {volatility}\nstreak {} {}\n",
            self.streak_day, self.streak_length
        );
        for (game, tried) in &self.tried {
            text.push_str(&format!("tried {game}"));
            for (id, is_right) in tried {
                text.push_str(&format!(" {id}{}", if *is_right { '+' } else { '-' }));
            }
            text.push('\n');
        }
        text
    }

    /// Returns the rating.
    pub fn rating(&self) -> u32 {
        self.rating.rating.round().max(0.0) as u32
    }

    /// Returns the number of days in a row on which the puzzle of the day was solved. That of the
    /// day to which the moment belongs may still be open.
    pub fn streak(&self, moment: Millis) -> u32 {
        match moment.div_euclid(DAY) - self.streak_day {
            0 | 1 => self.streak_length,
            _ => 0,
        }
    }

    /// Returns rating, number of tries and streak in words. `change` is the change of the rating
    /// by the last try.
    pub fn standing(&self, moment: Millis, change: i32) -> String {
        let step = if change == 0 { String::new() } else { format!(" ({change:+})") };
        let all = || self.tried.values().flat_map(BTreeMap::values);
        let (tried, solved) = (all().count(), all().filter(|is_right| **is_right).count());
        let tries = match tried {
            0 => "only the first try at a puzzle counts".to_owned(),
            _ => format!("{solved} of {tried} solved on the first try"),
        };
        let days = match self.streak(moment) {
            0 => String::new(),
            1 => ", streak of 1 day".to_owned(),
            days => format!(", streak of {days} days"),
        };
        format!("Your rating: {}{step}, {tries}{days}.", self.rating())
    }

    /// Chooses a puzzle of this kind near the rating which has not been tried; if all have been,
    /// any of them.
    ///
    /// # Errors
    /// If there is none of this kind, or a file is damaged.
    pub fn pick(&self, filter: PuzzleFilter, seed: u64) -> Result<&'static Puzzle, UnknownPuzzle> {
        let filter = PuzzleFilter { near: Some(self.rating()), ..filter };
        filter.pick(seed, |puzzle| self.was_tried(puzzle)).or_else(|_| filter.pick(seed, |_| false))
    }

    fn was_tried(&self, puzzle: &Puzzle) -> bool {
        let tried = self.tried.get(puzzle.game().name());
        tried.is_some_and(|tried| tried.contains_key(&puzzle.id))
    }

    /// Notes what happened at this moment, and writes the file. Returns the change of the rating,
    /// to which only the first try of a puzzle contributes.
    ///
    /// # Errors
    /// If the file cannot be written; the record is then kept until the program ends.
    pub fn note(&mut self, puzzle: &Puzzle, event: PuzzleEvent, moment: Millis) -> io::Result<i32> {
        let before = self.rating();
        if !self.was_tried(puzzle) {
            let is_right = matches!(event, PuzzleEvent::Solved { .. });
            let opponent = Glicko2Rating {
                rating: f64::from(puzzle.rating),
                deviation: PUZZLE_DEVIATION,
                ..FIRST_RATING
            };
            let result = if is_right { Outcomes::WIN } else { Outcomes::LOSS };
            self.rating = glicko2(&self.rating, &opponent, &result, &Glicko2Config::new()).0;
            let tried = self.tried.entry(puzzle.game().name().to_owned()).or_default();
            tried.insert(puzzle.id.clone(), is_right);
        }
        let is_of_the_day = daily(moment).is_ok_and(|daily| daily.id == puzzle.id);
        if event == (PuzzleEvent::Solved { was_helped: false }) && is_of_the_day {
            self.solve_daily(moment);
        }
        self.write()?;
        Ok(self.rating().cast_signed() - before.cast_signed())
    }

    fn solve_daily(&mut self, moment: Millis) {
        let day = moment.div_euclid(DAY);
        if self.streak_day != day || self.streak_length == 0 {
            (self.streak_length, self.streak_day) = (self.streak(moment).saturating_add(1), day);
        }
    }

    fn write(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        files::write_atomically(file, self.text().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::super::of;
    use super::*;

    const NOON: Millis = DAY / 2;

    /// The values are those of the site's scripts for the same tries.
    #[test]
    fn only_the_first_try_changes_the_rating() {
        let puzzles = of(GameId::Nava).unwrap();
        let mut record = PuzzleRecord::default();
        let puzzle = Puzzle { rating: 1000, ..puzzles[0].clone() };
        assert_eq!(record.note(&puzzle, PuzzleEvent::WrongMove, NOON).unwrap(), -175);
        assert_eq!(record.rating(), 825);
        let solved = PuzzleEvent::Solved { was_helped: false };
        assert_eq!(record.note(&puzzle, solved, NOON).unwrap(), 0);
        let other = Puzzle { rating: 1200, ..puzzles[1].clone() };
        assert_eq!(record.note(&other, solved, NOON).unwrap(), 262);
        let standing = record.standing(NOON, 262);
        assert_eq!(standing, "Your rating: 1087 (+262), 1 of 2 solved on the first try.");
    }

    #[test]
    fn the_file_keeps_the_record_and_damaged_lines_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join("puzzles.txt");
        let mut record = PuzzleRecord::from_file(Some(file.clone()));
        let puzzle = daily(NOON).unwrap();
        record.note(puzzle, PuzzleEvent::Solved { was_helped: false }, NOON).unwrap();
        let again = PuzzleRecord::from_file(Some(file.clone()));
        assert_eq!(again.text(), record.text());
        assert!(again.was_tried(puzzle) && again.streak(NOON) == 1);
        for text in ["rating x 1 2\nstreak\ntried\nnonsense\n\n", "rating NaN inf -1\nstreak 1 -1"]
        {
            std::fs::write(&file, text).unwrap();
            let damaged = PuzzleRecord::from_file(Some(file.clone()));
            assert_eq!((damaged.rating(), damaged.streak(NOON)), (1000, 0), "{text}");
        }
    }

    #[test]
    fn a_streak_needs_each_day_without_help() {
        let mut record = PuzzleRecord::default();
        let solve = |record: &mut PuzzleRecord, day: i64, was_helped| {
            let moment = NOON + day * DAY;
            let puzzle = daily(moment).unwrap();
            record.note(puzzle, PuzzleEvent::Solved { was_helped }, moment).unwrap();
            record.streak(moment)
        };
        assert_eq!(solve(&mut record, 0, false), 1, "the first day of all");
        assert_eq!(solve(&mut record, 0, false), 1, "a day counts once");
        assert_eq!(solve(&mut record, 1, false), 2);
        assert_eq!(record.streak(NOON + 2 * DAY), 2, "today's may still be open");
        assert_eq!(record.streak(NOON + 3 * DAY), 0);
        assert_eq!(solve(&mut record, 2, true), 2, "a hint does not count");
        assert_eq!(solve(&mut record, 3, false), 1, "a day was missed");
        // The puzzle of another day is a puzzle like any other.
        let moment = NOON + 4 * DAY;
        let yesterday = daily(moment - DAY).unwrap();
        let solved = PuzzleEvent::Solved { was_helped: false };
        record.note(yesterday, solved, moment).unwrap();
        assert_eq!(record.streak(moment), 1);
    }

    #[test]
    fn puzzles_are_picked_near_the_rating_and_not_twice() {
        let filter = PuzzleFilter { game: Some(GameId::Nava), ..PuzzleFilter::default() };
        let mut record = PuzzleRecord::default();
        for seed in 0..30 {
            let puzzle = record.pick(filter, seed).unwrap();
            assert!(puzzle.rating.abs_diff(record.rating()) < 200 && !record.was_tried(puzzle));
            record.note(puzzle, PuzzleEvent::WrongMove, NOON).unwrap();
            record.rating = FIRST_RATING;
        }
        for puzzle in of(GameId::Nava).unwrap() {
            record.note(puzzle, PuzzleEvent::WrongMove, NOON).unwrap();
        }
        assert!(record.pick(filter, 1).is_ok(), "all were tried");
    }
}
