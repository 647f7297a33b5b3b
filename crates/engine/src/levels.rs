//! Levels from 1, someone who has just read the rules, to 10, the engine at full strength.
//!
//! A level below 10 searches few nodes and then chooses among its best lines with a
//! temperature: scores get Gumbel noise, which is a softmax choice, so that it errs where
//! moves look alike and seldom where one is clearly better. The lowest look one or two plies
//! ahead and notice only some of the moves, captures and other striking ones most readily, as
//! people do who have just learned the rules. The numbers are data (`data/levels.txt`),
//! calibrated by matches.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use cairn_games::random::Random;
use cairn_games::{AnyMove, Game, GameId, History, Outcome, with_position};

use crate::bot::{Bot, EngineOptions, Report, SearchError, Variation};
use crate::bots::chance;
use crate::games::{MoveOrdering, ProofBounds};
use crate::limits::{Limits, StopFlag};
use crate::score::Score;
use crate::search::Engine;

/// A level, from 1 to 10.
///
/// ```
/// use cairn_engine::levels::Level;
///
/// assert_eq!(Level::new(3).map(Level::number), Some(3));
/// assert_eq!(Level::new(11), None);
/// assert_eq!(Level::all().count(), 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest level: like someone who has just read the rules.
    pub const LOWEST: Self = Self(1);
    /// The highest level: all that the engine can do in the time allowed.
    pub const HIGHEST: Self = Self(10);

    /// Returns the level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The level for people who have not chosen one.
    pub const DEFAULT: Self = Self(2);

    /// Returns the number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns a word for the strength, such as "Beginner".
    ///
    /// ```
    /// use cairn_engine::levels::Level;
    ///
    /// assert_eq!(Level::DEFAULT.word(), "Beginner");
    /// ```
    pub const fn word(self) -> &'static str {
        DESCRIPTIONS[self.0 as usize - 1].0
    }

    /// Returns a sentence that says how the level plays.
    pub const fn sentence(self) -> &'static str {
        DESCRIPTIONS[self.0 as usize - 1].1
    }

    /// Returns the next lower level, if there is one.
    pub const fn easier(self) -> Option<Self> {
        Self::new(self.0 - 1)
    }

    /// Returns the next higher level, if there is one.
    pub const fn harder(self) -> Option<Self> {
        Self::new(self.0 + 1)
    }

    /// Returns all levels, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).map(Self)
    }
}

/// A word and a sentence for each level, the lowest first.
const DESCRIPTIONS: [(&str, &str); Level::HIGHEST.0 as usize] = [
    ("Newcomer", "Has just been told the rules and overlooks most of what you are up to."),
    ("Beginner", "Takes a win in one move, but misses half of your threats."),
    ("Casual", "Stops you from winning at once, and plans no further."),
    ("Attentive", "Looks at most moves, but not at what comes after your answer."),
    ("Solid", "Seldom gives something away in one move."),
    ("Skilled", "Looks a few moves ahead and sets small traps."),
    ("Strong", "Makes few mistakes and takes advantage of yours."),
    ("Expert", "Calculates well; one slip can cost you the game."),
    ("Master", "Searches deeply and hardly ever errs."),
    ("Champion", "The engine at full strength, with all its time."),
];

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Creates the bot of a level, for any game.
///
/// ```
/// use cairn_engine::levels::{self, Level};
/// use cairn_engine::{Bot, EngineOptions};
///
/// let bot = levels::bot(Level::LOWEST, &EngineOptions::default());
/// assert_eq!(bot.name(), "cairn level 1");
/// ```
pub fn bot(level: Level, options: &EngineOptions) -> Box<dyn Bot> {
    if level == Level::HIGHEST {
        return Box::new(Engine::new(options.clone()));
    }
    Box::new(Handicapped::new(level, options))
}

/// Strength of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Node limit.
    pub nodes: u64,
    /// Depth limit in plies.
    pub depth: u32,
    /// Number of best moves to choose from.
    pub choices: usize,
    /// Temperature of the choice, in the unit of [`Score::Value`].
    pub noise: f64,
    /// Number of moves that it notices.
    pub noticed: usize,
}

impl Strength {
    /// Reads the five numbers in their order, with spaces between them.
    ///
    /// ```
    /// use cairn_engine::levels::Strength;
    ///
    /// let strength = Strength::read("500 4 6 30 9999").expect("five numbers");
    /// assert_eq!((strength.nodes, strength.choices), (500, 6));
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
        };
        words.next().is_none().then_some(strength)
    }

    /// Creates a bot of this strength, for calibration.
    pub fn bot(self, level: Level, options: &EngineOptions) -> Box<dyn Bot> {
        Box::new(Handicapped { strength: Some(self), ..Handicapped::new(level, options) })
    }
}

/// Lowest level that always sees a move that wins at once.
const SEES_WINS_FROM: Level = Level(2);

/// Lowest level that does not let the opponent win at once, if there is another move.
const SEES_THREATS_FROM: Level = Level(3);

/// Number of wins at once of which the level below [`SEES_WINS_FROM`] sees one.
const WINS_PER_WIN_SEEN: u64 = 6;

/// Number of threats of which the level below [`SEES_THREATS_FROM`] sees one.
const THREATS_PER_THREAT_SEEN: u64 = 2;

/// Lowest level that looks for the best move that does not let the opponent win at once. Those
/// below take the first that comes to mind.
const PARRIES_WELL_FROM: Level = Level(5);

/// Depth of the search for a move that does not lose at once; three plies show every such
/// loss and what it costs to avoid it.
const RESCUE_DEPTH: u32 = 3;
const RESCUE_NODES: u64 = 5_000;

/// The file with the strengths: for each game and level the fields of [`Strength`].
const TABLE: &str = include_str!("../data/levels.txt");

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

fn strength(game: GameId, level: Level) -> Strength {
    // A test makes sure that the table is complete.
    const UNLISTED: Strength =
        Strength { nodes: 1_000, depth: 4, choices: 4, noise: 50.0, noticed: usize::MAX };
    let find = |name| STRENGTHS.get(&(name, level.0)).copied();
    // A rule set without lines of its own has those of the game that it is a form of.
    let family = game.family();
    find(game.name()).or_else(|| find(family)).or_else(|| find(ANY_GAME)).unwrap_or(UNLISTED)
}

/// The engine with the handicap of a level.
struct Handicapped {
    level: Level,
    /// Replaces the strength in the table.
    strength: Option<Strength>,
    engine: Engine,
    options: EngineOptions,
}

impl Handicapped {
    fn new(level: Level, options: &EngineOptions) -> Self {
        // Few nodes need little memory, and several threads would not give the same result
        // every time.
        let frugal =
            EngineOptions { threads: 1, hash_mb: options.hash_mb.min(1), ..options.clone() };
        Self { level, strength: None, engine: Engine::new(frugal.clone()), options: frugal }
    }
}

impl Bot for Handicapped {
    fn name(&self) -> String {
        format!("cairn level {}", self.level)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        _watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let game = history.position().game();
        let strength = self.strength.unwrap_or_else(|| strength(game, self.level));
        let mut chance = chance(self.options.seed, history);
        if self.sees(SEES_WINS_FROM, WINS_PER_WIN_SEEN, &mut chance)
            && let Some(mv) = winning_move(history)
        {
            let line = Variation { moves: vec![mv], score: Score::Win(1) };
            return Ok(Report { depth: 1, lines: vec![line], ..Report::of_choice(mv) });
        }
        let mut report = self.consider(history, limits, strength, stop, &mut chance)?;
        if self.sees(SEES_THREATS_FROM, THREATS_PER_THREAT_SEEN, &mut chance) {
            self.avoid_immediate_loss(history, stop, &mut report, &mut chance);
        }
        Ok(report)
    }
}

impl Handicapped {
    /// Whether something is seen this time that is always seen from a level on, and at the
    /// level below once in so many times.
    fn sees(&self, from: Level, times: u64, chance: &mut Random) -> bool {
        self.level >= from || (self.level.0 + 1 == from.0 && chance.below(times) == 0)
    }

    /// Searches a few nodes and puts the line first that the temperature favours.
    fn consider(
        &mut self,
        history: &History,
        limits: &Limits,
        strength: Strength,
        stop: &StopFlag,
        chance: &mut Random,
    ) -> Result<Report, SearchError> {
        // What an earlier move left in the table would make a level stronger than it is.
        self.engine.new_game();
        self.engine.set_options(&EngineOptions { lines: strength.choices, ..self.options.clone() });
        let held_back = Limits {
            nodes: Some(limits.nodes.map_or(strength.nodes, |nodes| nodes.min(strength.nodes))),
            depth: Some(limits.depth.map_or(strength.depth, |depth| depth.min(strength.depth))),
            search_moves: noticed_moves(history, strength.noticed, chance),
            ..limits.clone()
        };
        let mut report = self.engine.search(history, &held_back, stop, &mut |_| {})?;
        sort_with_noise(&mut report.lines, strength.noise, chance);
        Ok(report)
    }

    /// Moves a line to the front whose first move does not let the opponent win at once. If
    /// there is none among the choices, looks for one among all moves.
    fn avoid_immediate_loss(
        &mut self,
        history: &History,
        stop: &StopFlag,
        report: &mut Report,
        chance: &mut Random,
    ) {
        let hangs =
            |line: &Variation| line.moves.first().is_none_or(|&mv| hangs_the_game(history, mv));
        if let Some(safe) = report.lines.iter().position(|line| !hangs(line)) {
            return report.lines[..=safe].rotate_right(1);
        }
        if self.level < PARRIES_WELL_FROM {
            let mut moves = history.position().moves();
            chance.shuffle(&mut moves);
            if let Some(&mv) = moves.iter().find(|&&mv| !hangs_the_game(history, mv)) {
                *report = Report::of_choice(mv);
            }
            return;
        }
        self.engine.set_options(&self.options);
        let limits = Limits { nodes: Some(RESCUE_NODES), ..Limits::depth(RESCUE_DEPTH) };
        if let Ok(rescue) = self.engine.search(history, &limits, stop, &mut |_| {})
            && !rescue.lines.first().is_none_or(hangs)
        {
            *report = rescue;
        }
    }
}

/// Returns so many moves drawn by chance, in which captures and other striking moves come up
/// more often than quiet ones. Returns none if there are no more moves than that.
fn noticed_moves(history: &History, count: usize, chance: &mut Random) -> Vec<AnyMove> {
    with_position!(history.position(), position => {
        let mut moves = position.moves();
        if moves.len() <= count {
            return Vec::new();
        }
        let mut noticed = Vec::with_capacity(count);
        for _ in 0..count {
            let mut draw = || chance.below(moves.len() as u64) as usize;
            let (one, other) = (draw(), draw());
            let strikes = |index: usize| position.ordering_score(moves[index]);
            let is_struck = chance.below(2) == 0 && strikes(other) > strikes(one);
            noticed.push(AnyMove::new(moves.swap_remove(if is_struck { other } else { one })));
        }
        noticed
    })
}

/// Sorts lines by their scores plus noise.
fn sort_with_noise(lines: &mut [Variation], noise: f64, chance: &mut Random) {
    let mut noisy: Vec<(f64, Variation)> = lines
        .iter()
        .map(|line| (worth(line.score) + noise * gumbel(chance), line.clone()))
        .collect();
    noisy.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    for (place, (_, line)) in lines.iter_mut().zip(noisy) {
        *place = line;
    }
}

/// Returns a score as a number, in hundredths. Proofs count for more than estimates, but
/// not so much more that a beginner could not overlook them.
fn worth(score: Score) -> f64 {
    const PROVED: f64 = 800.0;
    const PLY: f64 = 20.0;
    match score {
        Score::Value(value) => f64::from(value).clamp(-PROVED, PROVED),
        Score::Win(plies) => 2.0 * PROVED - (PLY * f64::from(plies)).min(PROVED),
        Score::Loss(plies) => (PLY * f64::from(plies)).min(PROVED) - 2.0 * PROVED,
        Score::Draw => 0.0,
    }
}

/// Returns a random number with the Gumbel distribution: added to values, it makes each one
/// the greatest with its softmax probability.
fn gumbel(chance: &mut Random) -> f64 {
    let unit = chance.unit().clamp(1e-12, 1.0 - 1e-12);
    -(-unit.ln()).ln()
}

/// Returns a move that wins at once, if there is one.
fn winning_move(history: &History) -> Option<AnyMove> {
    with_position!(history.position(), position => position.winning_move().map(AnyMove::new))
}

/// Whether a move loses the game by itself or lets the opponent win at once.
fn hangs_the_game(history: &History, mv: AnyMove) -> bool {
    let mut after = history.clone();
    if after.play(mv).is_err() {
        return true;
    }
    let opponent = after.position().to_move();
    match after.outcome() {
        Some(outcome) => outcome == Outcome::Win(opponent),
        None => winning_move(&after).is_some(),
    }
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
    fn every_level_has_a_word_and_a_sentence_of_its_own() {
        let words: std::collections::HashSet<_> = Level::all().map(Level::word).collect();
        assert_eq!(words.len(), Level::all().count());
        assert!(Level::all().all(|level| level.sentence().ends_with('.')));
        let page = include_str!("../../../docs/playing.md");
        for level in Level::all() {
            let row = format!("| {level} | {} | {} |", level.word(), level.sentence());
            assert!(page.contains(&row), "docs/playing.md lacks {row}");
        }
        assert_eq!((Level::LOWEST.easier(), Level::HIGHEST.harder()), (None, None));
        assert_eq!(Level::DEFAULT.easier().and_then(Level::harder), Some(Level::DEFAULT));
    }

    #[test]
    fn noise_mixes_near_values_and_leaves_great_differences() {
        let mv = AnyMove::from_bits(0);
        let lines = |values: [i32; 2]| {
            values.map(|value| Variation { moves: vec![mv], score: Score::Value(value) })
        };
        let mut chance = Random::new(1);
        let mut upsets = |values: [i32; 2]| {
            let upset = |_: &u32| {
                let mut lines = lines(values);
                sort_with_noise(&mut lines, 50.0, &mut chance);
                lines[0].score != Score::Value(values[0])
            };
            (0..1000).filter(upset).count()
        };
        // Softmax: 1 / (1 + e^(difference / noise)).
        assert!((400..600).contains(&upsets([10, 10 - 1])));
        assert!((220..320).contains(&upsets([50, 0])));
        assert!(upsets([500, 0]) < 5);
    }
}
