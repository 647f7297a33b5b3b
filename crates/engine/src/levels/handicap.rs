//! The engine held back to the strength of a level.

use cairn_games::random::Random;
use cairn_games::{AnyMove, Game, History, Outcome, with_position};

use super::Level;
use super::strength::{Strength, strength};
use crate::bot::{Bot, EngineOptions, Report, SearchError, Variation};
use crate::bots::chance;
use crate::games::{MoveOrdering, ProofBounds};
use crate::limits::{Limits, StopFlag};
use crate::score::Score;
use crate::search::Engine;

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

/// The engine with the handicap of a level.
pub(super) struct Handicapped {
    level: Level,
    /// Replaces the strength in the table.
    strength: Option<Strength>,
    engine: Engine,
    options: EngineOptions,
}

impl Handicapped {
    pub(super) fn new(level: Level, options: &EngineOptions) -> Self {
        // Few nodes need little memory, and several threads would not give the same result
        // every time.
        let frugal =
            EngineOptions { threads: 1, hash_mb: options.hash_mb.min(1), ..options.clone() };
        Self { level, strength: None, engine: Engine::new(frugal.clone()), options: frugal }
    }

    /// Replaces the strength in the table.
    pub(super) fn with_strength(self, strength: Strength) -> Self {
        Self { strength: Some(strength), ..self }
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
