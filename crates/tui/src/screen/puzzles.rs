//! Puzzles on the screen: the list of kinds to choose from, and the user's record. A puzzle
//! itself is solved like a lesson, see `course.rs`.

use std::time::Instant;

use cairn_app::Millis;
use cairn_app::lessons::CourseProgress;
use cairn_app::puzzles::{
    self, Puzzle, PuzzleDifficulty, PuzzleEvent, PuzzleFilter, PuzzleTheme, UnknownPuzzle,
};
use cairn_games::GameId;

use super::app::ScreenApp;
use super::overlay::Overlay;

/// Kind of puzzle that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// The puzzle of the day, which may be of another game.
    Daily,
    /// One after another, as hard as suits the user.
    NearRating,
    /// All of a difficulty, the easiest first.
    Difficulty(PuzzleDifficulty),
    /// All with a theme, the easiest first.
    Theme(PuzzleTheme),
}

impl PuzzleKind {
    fn filter(self, game: GameId) -> PuzzleFilter {
        let filter = PuzzleFilter { game: Some(game), ..PuzzleFilter::default() };
        match self {
            Self::Daily | Self::NearRating => filter,
            Self::Difficulty(difficulty) => PuzzleFilter { difficulty: Some(difficulty), ..filter },
            Self::Theme(theme) => PuzzleFilter { theme: Some(theme), ..filter },
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Daily => "Puzzle of the day",
            Self::NearRating => "Puzzles for my rating",
            Self::Difficulty(difficulty) => difficulty.name(),
            Self::Theme(theme) => theme.name(),
        }
    }
}

/// A line in the list of kinds.
#[derive(Clone, Debug)]
pub struct PuzzleEntry {
    pub kind: PuzzleKind,
    /// Text at the left.
    pub name: &'static str,
    /// Text at the right: the game, or the number of solved puzzles.
    pub note: String,
}

/// List of the kinds of puzzles of a game.
#[derive(Clone, Debug)]
pub struct PuzzleList {
    pub game: GameId,
    pub entries: Vec<PuzzleEntry>,
    /// Rating and streak of the user, in words.
    pub standing: String,
    /// Index of the selected line.
    pub at: usize,
}

impl PuzzleList {
    fn new(game: GameId, progress: &CourseProgress, moment: Millis) -> Result<Self, UnknownPuzzle> {
        let is_solved = |puzzle: &Puzzle| progress.is_solved(puzzle.game(), &puzzle.lesson());
        let daily = puzzles::daily(moment)?;
        let solved = if is_solved(daily) { ", solved" } else { "" };
        let mut entries = vec![
            PuzzleEntry {
                kind: PuzzleKind::Daily,
                name: PuzzleKind::Daily.name(),
                note: format!("{}{solved}", short_title(daily.game())),
            },
            PuzzleEntry {
                kind: PuzzleKind::NearRating,
                name: PuzzleKind::NearRating.name(),
                note: progress.puzzles.rating().to_string(),
            },
        ];
        let difficulties = PuzzleDifficulty::ALL.map(PuzzleKind::Difficulty);
        let themes = PuzzleTheme::ALL.map(PuzzleKind::Theme);
        for kind in difficulties.into_iter().chain(themes) {
            let all = kind.filter(game).all()?;
            let solved = all.iter().filter(|puzzle| is_solved(puzzle)).count();
            if !all.is_empty() {
                let note = format!("{solved} of {} solved", all.len());
                entries.push(PuzzleEntry { kind, name: kind.name(), note });
            }
        }
        let standing = progress.puzzles.standing(moment, 0);
        Ok(Self { game, entries, standing, at: 0 })
    }
}

/// Returns the title of a game without its other names.
fn short_title(game: GameId) -> &'static str {
    let title = game.info().title;
    title.split(" (").next().unwrap_or(title)
}

/// Returns the rule set whose puzzles are those of a game: its board of the usual size.
pub(super) fn rule_set_with_puzzles(game: GameId) -> Option<GameId> {
    puzzles::games().find(|known| known.name() == game.name())
}

impl ScreenApp {
    /// Returns the moment in universal time.
    fn moment(&self, now: Instant) -> Millis {
        let since = now.saturating_duration_since(self.began);
        self.options.started.saturating_add(cairn_app::millis(since))
    }

    /// Opens the list of the kinds of puzzles of a game, if it has any.
    pub(super) fn open_puzzles(&mut self, game: GameId, now: Instant) {
        let Some(game) = rule_set_with_puzzles(game) else { return };
        match PuzzleList::new(game, &self.options.progress, self.moment(now)) {
            Ok(list) => self.overlays.push(Overlay::Puzzles(list)),
            Err(error) => self.puzzles_failed(&error),
        }
    }

    fn puzzles_failed(&mut self, error: &UnknownPuzzle) {
        self.overlays.push(Overlay::Note { title: "Puzzles", text: error.to_string() });
    }

    /// Begins with the kind of puzzle that is selected in the list.
    pub(super) fn open_puzzle_entry(&mut self, now: Instant) {
        let Some(Overlay::Puzzles(list)) = self.overlays.last() else { return };
        let Some(entry) = list.entries.get(list.at) else { return };
        let (game, kind) = (list.game, entry.kind);
        self.begin_puzzles(game, kind, now);
    }

    /// Begins puzzles of a kind.
    pub(super) fn begin_puzzles(&mut self, game: GameId, kind: PuzzleKind, now: Instant) {
        self.options.random_seed = self.options.random_seed.wrapping_add(1);
        let filter = kind.filter(game);
        let found = match kind {
            PuzzleKind::Daily => puzzles::daily(self.moment(now)).map(|puzzle| vec![puzzle]),
            PuzzleKind::NearRating => {
                let picked = self.options.progress.puzzles.pick(filter, self.options.random_seed);
                picked.map(|puzzle| vec![puzzle])
            }
            _ => filter.all().map_err(UnknownPuzzle::from),
        };
        match found {
            Err(error) => self.puzzles_failed(&error),
            Ok(found) => {
                let game = found.first().map_or(game, |puzzle| puzzle.game());
                let first = (found.len() == 1).then_some(1);
                self.begin_course(puzzles::course(game, found), first, now);
                if let Some(lesson) = &mut self.lesson {
                    lesson.puzzle_kind = Some(kind);
                }
            }
        }
    }

    /// Shows the user's rating and streak beside the puzzle, if the lesson is one.
    pub(super) fn show_standing(&mut self, change: i32, now: Instant) {
        let moment = self.moment(now);
        if let Some(lesson) = self.lesson.as_mut().filter(|lesson| lesson.is_puzzle()) {
            lesson.standing = self.options.progress.puzzles.standing(moment, change);
        }
    }

    /// Notes an event in the solving of a puzzle, if the lesson is one.
    pub(super) fn note_puzzle(&mut self, event: PuzzleEvent, now: Instant) {
        let moment = self.moment(now);
        let Some(lesson) = self.lesson.as_ref().filter(|lesson| lesson.is_puzzle()) else { return };
        let Some(puzzle) = puzzles::at(&lesson.lesson().position) else { return };
        match self.options.progress.puzzles.note(puzzle, event, moment) {
            Ok(change) => self.show_standing(change, now),
            Err(error) => {
                self.show_standing(0, now);
                self.say_not_saved(&error);
            }
        }
    }

    /// Says that the user's progress could not be saved.
    pub(super) fn say_not_saved(&mut self, error: &std::io::Error) {
        if let Some(game) = &mut self.game {
            game.say(format!("Your progress could not be saved: {error}"));
        }
    }
}
