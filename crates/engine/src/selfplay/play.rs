//! Self-play.

use std::ops::ControlFlow;

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, GameId, GameMove, Notation, Outcome, with_game};

use super::game::{Ply, SelfplayGame};
use super::positions::{opening, random_move};
use crate::bot::EngineOptions;
use crate::eval::{Evaluation, EvaluationSource, Evaluator, NetError};
use crate::games::MoveOrdering;
use crate::limits::{Limits, StopFlag};
use crate::parallel::in_order;
use crate::search::Searcher;

/// Options of self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfplayOptions {
    /// Node limit per move.
    pub nodes: u64,
    /// Least and greatest number of random moves at the start of a game.
    pub opening_plies: (usize, usize),
    /// Probability that a later move is random.
    pub random_moves: f64,
    /// Number of threads.
    pub threads: usize,
    /// Random seed.
    pub seed: u64,
    /// The number of the first game; games before it were played earlier.
    pub first_game: u64,
}

impl Default for SelfplayOptions {
    fn default() -> Self {
        Self {
            nodes: 1_000,
            opening_plies: (2, 7),
            random_moves: 0.03,
            threads: 1,
            seed: 1,
            first_game: 0,
        }
    }
}

/// Progress of self-play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfplayProgress {
    /// Number of games played.
    pub games: u64,
    /// Number of positions in them that were searched.
    pub positions: u64,
}

/// Plays games of a rule set, the same ones on any number of threads, and shows them to `take`
/// in their order until it breaks or `stop` is raised.
///
/// # Errors
/// If the evaluation is not for this game.
pub fn play(
    game: GameId,
    evaluation: &EvaluationSource,
    options: &SelfplayOptions,
    stop: &StopFlag,
    take: TakeGame<'_>,
) -> Result<(), NetError> {
    with_game!(game, G => {
        play_games::<G, _>(&Evaluation::<G>::new(evaluation)?, options, stop, take);
    });
    Ok(())
}

/// Function that gets each game and the progress with it, and says whether to go on.
pub type TakeGame<'a> = &'a mut dyn FnMut(&SelfplayGame, SelfplayProgress) -> ControlFlow<()>;

fn play_games<G, E>(evaluator: &E, options: &SelfplayOptions, stop: &StopFlag, take: TakeGame<'_>)
where
    G: MoveOrdering + Notation + TryFrom<AnyPosition> + Into<AnyPosition>,
    E: Evaluator<G> + Clone,
{
    let job = |number: u64| {
        let number = options.first_game + number;
        one_game::<G, E>(evaluator, options, Random::new(options.seed ^ number << 24), stop)
    };
    let mut progress = SelfplayProgress::default();
    in_order(options.threads, u64::MAX, job, |game: Option<SelfplayGame>| {
        let Some(game) = game else { return ControlFlow::Continue(()) };
        // A game that was stopped in the middle has no result.
        if stop.is_raised() {
            return ControlFlow::Break(());
        }
        progress.games += 1;
        progress.positions += game.searched_positions();
        take(&game, progress)
    });
}

/// Longest game; then it is a draw.
const LONGEST_GAME: usize = 300;

/// Memory of a search: few nodes need no more, and every game begins with an empty table.
const HASH_MB: usize = 1;

fn one_game<G, E>(
    evaluator: &E,
    options: &SelfplayOptions,
    mut random: Random,
    stop: &StopFlag,
) -> SelfplayGame
where
    G: MoveOrdering + Notation + TryFrom<AnyPosition> + Into<AnyPosition>,
    E: Evaluator<G> + Clone,
{
    let (least, most) = options.opening_plies;
    let opening_plies = least + random.below(most.saturating_sub(least) as u64 + 1) as usize;
    let mut history = opening::<G>(&mut random, opening_plies);
    let start = history.start().to_text();
    let opening = history.moves().iter();
    let mut plies: Vec<_> = opening.map(|mv| Ply { bits: mv.bits(), score: None }).collect();
    let positions = history.positions().iter();
    let mut positions: Vec<G> = positions.filter_map(|&any| G::try_from(any).ok()).collect();
    let engine_options = EngineOptions { hash_mb: HASH_MB, ..EngineOptions::default() };
    let mut searcher = Searcher::new(evaluator.clone(), engine_options);
    let limits = Limits::nodes(options.nodes);
    while history.outcome().is_none() && plies.len() < LONGEST_GAME && !stop.is_raised() {
        let Some(&position) = positions.last() else { break };
        let (mv, score) = if random.unit() < options.random_moves {
            (random_move(&position, &mut random), None)
        } else {
            let Ok(report) = searcher.search(&positions, &limits, stop, &mut |_| ()) else { break };
            (G::Move::from_bits(report.best_move().bits()), Some(report.score()))
        };
        let Some(mv) = mv.filter(|&mv| history.play(AnyMove::new(mv)).is_ok()) else { break };
        plies.push(Ply { bits: mv.to_bits(), score });
        positions.push(position.after(mv));
    }
    let outcome = history.outcome().unwrap_or(Outcome::Draw);
    SelfplayGame { start, plies, outcome }
}
