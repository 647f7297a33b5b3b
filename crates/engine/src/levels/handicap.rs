//! The engine held back to the strength of a level.

use cairn_games::random::Random;
use cairn_games::{AnyMove, Game, History, Outcome, with_position};

use super::Level;
use super::strength::{Strength, strength};
use crate::bot::{Bot, EngineOptions, SearchError, SearchReport, Variation};
use crate::bots::{chance, chance_at};
use crate::games::{MoveOrdering, ProofBounds};
use crate::limits::{Limits, StopFlag};
use crate::score::Score;
use crate::search::Engine;

/// Lowest level that looks for the best move that does not let the opponent win at once. Those
/// below take the first that comes to mind.
const PARRIES_WELL_FROM: Level = Level(5);

/// Number of plies after which a player looks at the board anew. What was overlooked once is
/// overlooked again until then, as it is by people: otherwise a win that stays on the board
/// would be found after a few turns even by those who see one in ten.
const SPELL: usize = 16;

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
        _watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let game = history.position().game();
        let strength = self.strength.unwrap_or_else(|| strength(game, self.level));
        let mut chance = chance(self.options.seed, history);
        let mut attention = attention(self.options.seed, history);
        let sees_wins = happens(strength.wins_seen, &mut attention);
        let sees_threats = happens(strength.threats_seen, &mut attention);
        if sees_wins && let Some(mv) = winning_move(history) {
            let line = Variation { moves: vec![mv], score: Score::Win(1) };
            return Ok(SearchReport { depth: 1, lines: vec![line], ..SearchReport::of_choice(mv) });
        }
        let mut report = self.consider(history, limits, strength, stop, &mut chance)?;
        if sees_threats {
            self.avoid_immediate_loss(history, stop, &mut report, &mut chance);
        }
        Ok(report)
    }
}

impl Handicapped {
    /// Searches a few nodes and puts the line first that the temperature favours.
    fn consider(
        &mut self,
        history: &History,
        limits: &Limits,
        strength: Strength,
        stop: &StopFlag,
        chance: &mut Random,
    ) -> Result<SearchReport, SearchError> {
        // What an earlier move left in the table would make a level stronger than it is.
        self.engine.new_game();
        self.engine.set_options(&EngineOptions { lines: strength.choices, ..self.options.clone() });
        let held_back = Limits {
            nodes: Some(limits.nodes.map_or(strength.nodes, |nodes| nodes.min(strength.nodes))),
            depth: Some(limits.depth.map_or(strength.depth, |depth| depth.min(strength.depth))),
            search_moves: noticed_moves(history, strength, chance),
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
        report: &mut SearchReport,
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
                *report = SearchReport::of_choice(mv);
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

/// Returns the chance events that stay the same during a spell of a game.
fn attention(seed: u64, history: &History) -> Random {
    /// Keeps attention apart from the other chance events of the ply.
    const ATTENTION: u64 = 0x5e11;
    let ply = history.moves().len();
    chance_at(seed ^ ATTENTION, history, ply - ply % SPELL)
}

/// Whether something happens this time that happens so many times in a hundred.
fn happens(percent: u64, chance: &mut Random) -> bool {
    percent >= 100 || (percent > 0 && chance.below(100) < percent)
}

/// Returns the moves that a player notices, drawn by chance, in which captures and other
/// striking moves come up more often than quiet ones. Returns none if all moves are noticed.
fn noticed_moves(history: &History, strength: Strength, chance: &mut Random) -> Vec<AnyMove> {
    let Strength { noticed: count, taste, .. } = strength;
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
            let is_struck = happens(taste, chance) && strikes(other) > strikes(one);
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
    fn attention_lasts_a_spell_and_differs_between_spells_and_seeds() {
        let mut history = History::new(cairn_games::GameId::Nava.start());
        let look = |seed| attention(seed, &history).below(u64::MAX);
        let first = look(1);
        assert_ne!(first, look(2));
        let (mut looks, mut chance) = (Vec::new(), Random::new(7));
        for _ in 0..2 * SPELL {
            looks.push(attention(1, &history).below(u64::MAX));
            let mv = *chance.pick(&history.position().moves()).unwrap();
            history.play(mv).unwrap();
        }
        let (spell, next) = looks.split_at(SPELL);
        assert!(spell.iter().all(|&look| look == first));
        assert!(next.iter().all(|&look| look == next[0] && look != first));
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
