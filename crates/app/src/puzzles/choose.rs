//! Finding puzzles: by id, by theme and difficulty, and the one of the day.

use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use cairn_engine::games::ProofBounds;
use cairn_games::random::Random;
use cairn_games::zobrist::mix;
use cairn_games::{AnyPosition, GameId, with_game};

use super::{Puzzle, PuzzleFileError, PuzzleTheme, read};
use crate::Millis;

/// Puzzles of a rule set, or what is wrong with their file.
type LoadedPuzzles = Result<Vec<Puzzle>, PuzzleFileError>;

/// Rule sets with puzzles, which are read when they are first asked for.
static SETS: LazyLock<Vec<(GameId, OnceLock<LoadedPuzzles>)>> =
    LazyLock::new(|| games().map(|game| (game, OnceLock::new())).collect());

/// Returns the puzzles of a rule set as a file, if they are built in. In a browser they are not: pages
/// fetch those of the game in use and [supply](supply()) them.
pub fn text_of(game: GameId) -> Option<&'static str> {
    if cfg!(target_family = "wasm") { None } else { with_game!(game, G => G::PUZZLES) }
}

/// Returns the name of the file with the puzzles of a rule set, for programs that do not have them
/// built in.
///
/// ```
/// use cairn_app::puzzles::file_name;
/// use cairn_games::GameId;
///
/// assert_eq!(file_name(GameId::Nava), "nava.puzzles");
/// ```
pub fn file_name(game: GameId) -> String {
    format!("{}.puzzles", game.name().replace(':', "-"))
}

/// Returns the rule sets that have puzzles.
pub fn games() -> impl Iterator<Item = GameId> {
    GameId::rule_sets().filter(|game| with_game!(*game, G => G::PUZZLES.is_some()))
}

fn set_of(game: GameId) -> Option<&'static OnceLock<LoadedPuzzles>> {
    SETS.iter().find(|(known, _)| *known == game).map(|(_, set)| set)
}

/// Reads the puzzles of a rule set from the text of a file, unless they have been read before.
///
/// # Errors
/// If the text is damaged.
pub fn supply(game: GameId, text: &str) -> Result<(), PuzzleFileError> {
    let Some(set) = set_of(game) else { return Ok(()) };
    let loaded = set.get_or_init(|| read(game, &file_name(game), text));
    loaded.as_ref().map(|_| ()).map_err(Clone::clone)
}

/// Returns the puzzles of a rule set, the easiest first; none if it has none.
///
/// # Errors
/// If the file of the puzzles is damaged.
pub fn of(game: GameId) -> Result<&'static [Puzzle], PuzzleFileError> {
    if let Some(text) = text_of(game) {
        supply(game, text)?;
    }
    match set_of(game).and_then(OnceLock::get) {
        None => Ok(&[]),
        Some(loaded) => loaded.as_deref().map_err(Clone::clone),
    }
}

/// Error for a puzzle that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPuzzle {
    /// No puzzle has this id.
    #[error("there is no puzzle `{0}`")]
    Id(String),
    /// No puzzle passes the filter.
    #[error("there are no more puzzles of this kind")]
    Filter,
    /// A file is damaged.
    #[error(transparent)]
    File(#[from] PuzzleFileError),
}

/// Returns the puzzle with an id, in either case.
///
/// # Errors
/// If there is none.
pub fn find(id: &str) -> Result<&'static Puzzle, UnknownPuzzle> {
    let wanted = id.trim().to_ascii_lowercase();
    for game in games() {
        if let Some(puzzle) = of(game)?.iter().find(|puzzle| puzzle.id == wanted) {
            return Ok(puzzle);
        }
    }
    Err(UnknownPuzzle::Id(wanted.chars().take(40).collect()))
}

/// Returns the puzzle with this position, if there is one.
pub fn at(position: &AnyPosition) -> Option<&'static Puzzle> {
    of(position.game()).ok()?.iter().find(|puzzle| puzzle.position == *position)
}

/// Length of a day in milliseconds.
pub(super) const DAY: Millis = 24 * 60 * 60 * 1_000;

/// Returns the number of the day to which a moment belongs, in universal time.
const fn day_of(moment: Millis) -> u64 {
    moment.div_euclid(DAY) as u64
}

/// Returns the rule set of the puzzle of the day; none if there are no puzzles. The games take turns.
pub fn daily_game(moment: Millis) -> Option<GameId> {
    let games: Vec<_> = games().collect();
    games.get(day_of(moment) as usize % games.len().max(1)).copied()
}

/// Returns the puzzle of the day to which a moment belongs, in universal time. It is the same
/// everywhere, and neither very easy nor very hard.
///
/// # Errors
/// If there are no puzzles, or a file is damaged.
pub fn daily(moment: Millis) -> Result<&'static Puzzle, UnknownPuzzle> {
    let day = day_of(moment);
    let filter = PuzzleFilter {
        game: Some(daily_game(moment).ok_or(UnknownPuzzle::Filter)?),
        difficulty: Some(PuzzleDifficulty::Medium),
        ..PuzzleFilter::default()
    };
    filter
        .pick(mix(day), |_| false)
        .or_else(|_| PuzzleFilter { difficulty: None, ..filter }.pick(mix(day), |_| false))
}

/// Difficulty of a puzzle, as a range of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleDifficulty {
    /// Ratings below 1000.
    Easy,
    /// Ratings from 1000 to 1499.
    Medium,
    /// Ratings from 1500 on.
    Hard,
}

/// Error for a word that is not a difficulty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a difficulty; difficulties are easy, medium and hard")]
pub struct UnknownDifficulty(String);

impl PuzzleDifficulty {
    /// All difficulties, the lowest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the difficulty of a rating.
    pub const fn of(rating: u32) -> Self {
        match rating {
            0..1_000 => Self::Easy,
            1_000..1_500 => Self::Medium,
            _ => Self::Hard,
        }
    }

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

impl fmt::Display for PuzzleDifficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleDifficulty {
    type Err = UnknownDifficulty;

    fn from_str(text: &str) -> Result<Self, UnknownDifficulty> {
        let wanted = text.trim().to_ascii_lowercase();
        let unknown = || UnknownDifficulty(wanted.chars().take(40).collect());
        Self::ALL.into_iter().find(|known| known.name() == wanted).ok_or_else(unknown)
    }
}

/// Kind of puzzle that is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFilter {
    /// Rule set; all if there is none.
    pub game: Option<GameId>,
    /// Theme that the puzzle must have.
    pub theme: Option<PuzzleTheme>,
    /// Difficulty that it must have.
    pub difficulty: Option<PuzzleDifficulty>,
    /// Rating near which it should be: only the ones that are nearest are chosen from.
    pub near: Option<u32>,
}

/// Number of puzzles to choose from near a rating.
const NEAREST: usize = 20;

impl PuzzleFilter {
    /// Returns the puzzles that pass, those of one rule set after another and the easiest first.
    ///
    /// # Errors
    /// If a file is damaged.
    pub fn all(&self) -> Result<Vec<&'static Puzzle>, PuzzleFileError> {
        let mut found = Vec::new();
        for game in games().filter(|game| self.game.is_none_or(|wanted| wanted == *game)) {
            found.extend(of(game)?.iter().filter(|puzzle| self.passes(puzzle)));
        }
        Ok(found)
    }

    fn passes(&self, puzzle: &Puzzle) -> bool {
        self.theme.is_none_or(|theme| puzzle.themes.contains(&theme))
            && self.difficulty.is_none_or(|wanted| wanted == PuzzleDifficulty::of(puzzle.rating))
    }

    /// Chooses one of the puzzles that pass and that have not been solved; the same seed gives
    /// the same one.
    ///
    /// # Errors
    /// If none is left, or a file is damaged.
    pub fn pick(
        &self,
        seed: u64,
        is_solved: impl Fn(&Puzzle) -> bool,
    ) -> Result<&'static Puzzle, UnknownPuzzle> {
        let mut open = self.all()?;
        open.retain(|puzzle| !is_solved(puzzle));
        if let Some(rating) = self.near {
            open.sort_by_key(|puzzle| puzzle.rating.abs_diff(rating));
            open.truncate(NEAREST);
        }
        Random::new(seed).pick(&open).copied().ok_or(UnknownPuzzle::Filter)
    }
}
