//! Levels from 1, who has just read the rules, to 10, the engine at its best.
//!
//! Below 10 a level looks at few positions, and then takes not always the best of the
//! moves that it likes: what it sees is blurred by noise, so that it errs where moves
//! look alike and seldom where one is clearly better. The lowest make some moves without
//! any thought. How few and how much is data, see `data/levels.txt`, set by matches
//! between neighbours.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use cairn_games::random::Random;
use cairn_games::{AnyMove, GameId, History, Outcome, with_position};

use crate::bot::{Bot, EngineOptions, Report, SearchError, Variation};
use crate::bots::chance;
use crate::games::ProofBounds;
use crate::limits::{Limits, StopFlag};
use crate::score::Score;
use crate::search::Engine;

/// A level, from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest level: like someone who has just read the rules.
    pub const LOWEST: Self = Self(1);
    /// The highest level: all that the engine can do in the time allowed.
    pub const HIGHEST: Self = Self(10);

    /// The level of this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All levels, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).map(Self)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A bot of this level, for any game.
#[must_use]
pub fn bot(level: Level, options: &EngineOptions) -> Box<dyn Bot> {
    if level == Level::HIGHEST {
        return Box::new(Engine::new(options.clone()));
    }
    Box::new(Handicapped::new(level, options))
}

/// What a level can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Positions looked at.
    pub nodes: u64,
    /// Moves looked ahead.
    pub depth: u32,
    /// How many of the best moves it chooses from.
    pub choices: usize,
    /// How blurred their values are, in hundredths like values themselves.
    pub noise: f64,
    /// How many moves of a hundred are made without any thought.
    pub haste: f64,
}

impl Strength {
    /// Reads the five numbers in their order, with spaces between them.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let strength = Self {
            nodes: words.next()?.parse().ok()?,
            depth: words.next()?.parse().ok()?,
            choices: words.next()?.parse().ok()?,
            noise: words.next()?.parse().ok()?,
            haste: words.next()?.parse().ok()?,
        };
        words.next().is_none().then_some(strength)
    }

    /// A bot of this strength, for trying out what a level could be.
    #[must_use]
    pub fn bot(self, level: Level, options: &EngineOptions) -> Box<dyn Bot> {
        Box::new(Handicapped { strength: Some(self), ..Handicapped::new(level, options) })
    }
}

/// From this level on a move that wins at once is always seen.
const SEES_WINS_FROM: Level = Level(2);

/// From this level on a move that lets the opponent win at once is not made, if there is
/// another.
const SEES_THREATS_FROM: Level = Level(4);

/// How far to look for a move that does not lose at once; three moves show every such
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
        Strength { nodes: 1_000, depth: 4, choices: 4, noise: 50.0, haste: 0.0 };
    let find = |name| STRENGTHS.get(&(name, level.0)).copied();
    // A rule set without lines of its own has those of the game that it is a form of.
    let family = game.family();
    find(game.name()).or_else(|| find(family)).or_else(|| find(ANY_GAME)).unwrap_or(UNLISTED)
}

/// The engine, held back to a level.
struct Handicapped {
    level: Level,
    /// In place of that in the table.
    strength: Option<Strength>,
    engine: Engine,
    options: EngineOptions,
}

impl Handicapped {
    fn new(level: Level, options: &EngineOptions) -> Self {
        // Few positions need little memory, and several threads would find them in an
        // order that nobody can repeat.
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
        if self.level >= SEES_WINS_FROM
            && let Some(mv) = winning_move(history)
        {
            let line = Variation { moves: vec![mv], score: Score::Win(1) };
            return Ok(Report { depth: 1, lines: vec![line], ..Report::of_choice(mv) });
        }
        let mut chance = chance(self.options.seed, history);
        let mut report = if 100.0 * chance.unit() < strength.haste {
            let moves = history.position().moves();
            chance.pick(&moves).copied().map(Report::of_choice).ok_or(SearchError::GameOver)?
        } else {
            self.consider(history, limits, strength, stop, &mut chance)?
        };
        if self.level >= SEES_THREATS_FROM {
            self.avoid_immediate_loss(history, stop, &mut report);
        }
        Ok(report)
    }
}

impl Handicapped {
    /// Looks at a few positions and puts the line first that then looks best.
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
            ..limits.clone()
        };
        let mut report = self.engine.search(history, &held_back, stop, &mut |_| {})?;
        sort_by_blurred_score(&mut report.lines, strength.noise, chance);
        Ok(report)
    }

    /// Brings a line forward whose first move does not let the opponent win at once. If
    /// none of the choices is such a move, the engine looks for one with open eyes.
    fn avoid_immediate_loss(&mut self, history: &History, stop: &StopFlag, report: &mut Report) {
        let hangs =
            |line: &Variation| line.moves.first().is_none_or(|&mv| hangs_the_game(history, mv));
        if let Some(safe) = report.lines.iter().position(|line| !hangs(line)) {
            return report.lines[..=safe].rotate_right(1);
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

/// Puts the line first that looks best to a blurred eye, and the others after it.
fn sort_by_blurred_score(lines: &mut [Variation], noise: f64, chance: &mut Random) {
    let mut blurred: Vec<(f64, Variation)> = lines
        .iter()
        .map(|line| (worth(line.score) + noise * gumbel(chance), line.clone()))
        .collect();
    blurred.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    for (place, (_, line)) in lines.iter_mut().zip(blurred) {
        *place = line;
    }
}

/// A score as a number, in hundredths. Proofs are worth more than estimates, but not so
/// much more that a beginner could not overlook them.
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

/// A random number with the distribution of Gumbel: added to values, it makes each one
/// the greatest with the probability that a soft choice by these values would give it.
fn gumbel(chance: &mut Random) -> f64 {
    let unit = chance.unit().clamp(1e-12, 1.0 - 1e-12);
    -(-unit.ln()).ln()
}

/// A move that wins at once, if there is one.
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
    fn noise_blurs_near_values_and_leaves_great_differences() {
        let mv = AnyMove::from_bits(0);
        let lines = |values: [i32; 2]| {
            values.map(|value| Variation { moves: vec![mv], score: Score::Value(value) })
        };
        let mut chance = Random::new(1);
        let mut upsets = |values: [i32; 2]| {
            let upset = |_: &u32| {
                let mut lines = lines(values);
                sort_by_blurred_score(&mut lines, 50.0, &mut chance);
                lines[0].score != Score::Value(values[0])
            };
            (0..1000).filter(upset).count()
        };
        // A soft choice: 1 / (1 + e^(difference / noise)).
        assert!((400..600).contains(&upsets([10, 10 - 1])));
        assert!((220..320).contains(&upsets([50, 0])));
        assert!(upsets([500, 0]) < 5);
    }
}
