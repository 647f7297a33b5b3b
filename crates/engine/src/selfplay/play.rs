//! Self-play.

use std::ops::ControlFlow;

use cairn_games::random::Random;
use cairn_games::{GameMove, Notation, Outcome};

use super::data::{Ply, SelfplayGame};
use super::played::Played;
use super::player::Player;
use crate::eval::Evaluator;
use crate::games::MoveOrdering;
use crate::limits::StopFlag;
use crate::parallel::in_order;

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

/// Plays games, the same ones on any number of threads, and shows them to `take` in
/// their order until it breaks or `stop` is raised.
pub fn play<G: MoveOrdering + Notation, E: Evaluator<G> + Clone>(
    evaluator: &E,
    options: &SelfplayOptions,
    stop: &StopFlag,
    mut take: impl FnMut(&SelfplayGame, SelfplayProgress) -> ControlFlow<()>,
) {
    let job = |number: u64| {
        let number = options.first_game + number;
        one_game(evaluator, options, Random::new(options.seed ^ number << 24), stop)
    };
    let mut progress = SelfplayProgress::default();
    in_order(options.threads, u64::MAX, job, |game: Option<SelfplayGame>| {
        let Some(game) = game else { return ControlFlow::Continue(()) };
        // A game that was stopped in the middle has no result.
        if stop.is_raised() {
            return ControlFlow::Break(());
        }
        progress.games += 1;
        progress.positions += game.judged();
        take(&game, progress)
    });
}

fn one_game<G: MoveOrdering + Notation, E: Evaluator<G> + Clone>(
    evaluator: &E,
    options: &SelfplayOptions,
    mut random: Random,
    stop: &StopFlag,
) -> SelfplayGame {
    let (least, most) = options.opening_plies;
    let opening_plies = least + random.below(most.saturating_sub(least) as u64 + 1) as usize;
    let (mut game, opening) = Played::<G>::opening_with_moves(&mut random, opening_plies);
    let start = game.positions()[0].to_text();
    let mut plies: Vec<_> =
        opening.into_iter().map(|mv| Ply { bits: mv.to_bits(), score: None }).collect();
    let mut player = Player::new(evaluator, options.nodes);
    while game.outcome().is_none() && !game.is_too_long() && !stop.is_raised() {
        let (mv, score) = if random.unit() < options.random_moves {
            let Some(mv) = game.random_move(&mut random) else { break };
            (mv, None)
        } else {
            let Some((mv, score)) = player.search(&game, stop) else { break };
            (mv, Some(score))
        };
        plies.push(Ply { bits: mv.to_bits(), score });
        game.play(mv);
    }
    let outcome = game.outcome().unwrap_or(Outcome::Draw);
    SelfplayGame { start, plies, outcome }
}
