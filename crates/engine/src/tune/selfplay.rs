//! Games of the engine against itself, from which it learns.

use std::ops::ControlFlow;

use cairn_games::Outcome;
use cairn_games::random::Random;

use super::TuneOptions;
use super::samples::Samples;
use crate::eval::Linear;
use crate::games::{Features, MoveOrdering};
use crate::limits::StopFlag;
use crate::parallel::in_order;
use crate::score::Score;
use crate::selfplay::{Played, Player, is_worth_learning, result_for};

/// Of so many games one is kept apart to tell when learning no longer helps.
const VALIDATION: u64 = 10;

/// What was learned from games, divided by game: positions of one game are too much
/// alike to be on both sides.
#[derive(Debug, Default)]
pub(super) struct Lessons {
    pub(super) training: Samples,
    pub(super) validation: Samples,
    pub(super) games: u64,
}

impl Lessons {
    /// Adds those of other games.
    pub(super) fn append(&mut self, others: &Self) {
        self.training.append(&others.training);
        self.validation.append(&others.validation);
        self.games += others.games;
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.training.len() + self.validation.len()
    }
}

/// Plays games until there are as many positions as wanted.
pub(super) fn play_games<G: Features + MoveOrdering>(
    evaluator: &Linear<G>,
    options: &TuneOptions,
    seed: u64,
    stop: &StopFlag,
    mut watch: impl FnMut(&Lessons),
) -> Lessons {
    let mut lessons = Lessons::default();
    let job = |number| one_game(evaluator, options, Random::new(seed ^ number << 32), stop);
    in_order(options.threads, u64::MAX, job, |samples| {
        let Some(samples) = samples else { return ControlFlow::Continue(()) };
        let kept_apart = lessons.games % VALIDATION == VALIDATION - 1;
        let part = if kept_apart { &mut lessons.validation } else { &mut lessons.training };
        part.append(&samples);
        lessons.games += 1;
        watch(&lessons);
        if lessons.len() >= options.positions || stop.is_raised() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    lessons
}

/// A position of a game with what the search said.
struct Moment<G> {
    position: G,
    score: Score,
}

fn one_game<G: Features + MoveOrdering>(
    evaluator: &Linear<G>,
    options: &TuneOptions,
    mut random: Random,
    stop: &StopFlag,
) -> Samples {
    const {
        assert!(
            G::INVARIANT_COUNT <= 1 << u16::BITS,
            "samples keep the number of a feature in 16 bits"
        )
    };
    let mut game = Played::<G>::opening(&mut random, options.opening_plies);
    let mut player = Player::new(evaluator, options.nodes);
    let mut moments = Vec::new();
    while game.outcome().is_none() && !game.is_too_long() && !stop.is_raised() {
        if random.unit() < options.random_moves {
            if let Some(mv) = game.random_move(&mut random) {
                game.play(mv);
            }
            continue;
        }
        let Some((mv, score)) = player.search(&game, stop) else { break };
        moments.push(Moment { position: *game.position(), score });
        game.play(mv);
    }
    let outcome = game.outcome().unwrap_or(Outcome::Draw);
    let mut samples = Samples::default();
    for Moment { position, score } in moments {
        if !is_worth_learning(score) {
            continue;
        }
        let side = position.to_move();
        let target = 0.5 * result_for(side, outcome) + 0.5 * score.expectation();
        let mut features = Vec::new();
        position.visit_invariant_features(side, |feature| features.push(feature as u16));
        samples.push(features, target as f32);
    }
    samples
}
