//! The sum of a weight for each feature.

use std::marker::PhantomData;

use super::weights::{FRACTION_BITS, Weights, WeightsError};
use super::{Evaluator, MAX_EVALUATION};
use crate::games::Features;

/// An evaluation that adds up learned weights of what the side to move sees.
#[derive(Clone, Debug)]
pub struct Linear<G> {
    weights: Box<[i16]>,
    to_move: i32,
    game: PhantomData<fn() -> G>,
}

impl<G: Features> Linear<G> {
    /// With the weights that come with the program; all zero if there are none for this
    /// game yet.
    ///
    /// # Errors
    /// If the file was made for other features or is damaged. A test reads every file
    /// that is built in, so that this does not happen to users.
    pub fn built_in() -> Result<Self, WeightsError> {
        match G::WEIGHTS {
            Some(file) => Self::new(&Weights::read(file)?),
            None => Self::new(&Weights::zero(G::info().name, G::INVARIANT_COUNT)),
        }
    }

    /// With these weights.
    ///
    /// # Errors
    /// If they are not weights for the features of this game.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.check(G::info().name, G::INVARIANT_COUNT)?;
        Ok(Self {
            weights: weights.features().into(),
            to_move: weights.to_move().into(),
            game: PhantomData,
        })
    }
}

impl<G: Features> Evaluator<G> for Linear<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        let mut sum = self.to_move;
        position.visit_invariant_features(position.to_move(), |feature| {
            sum += i32::from(self.weights[feature]);
        });
        (sum >> FRACTION_BITS).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::random::Random;
    use cairn_games::{Game, GameId, Symmetric, with_game};

    use super::*;

    /// Weights that no two features share.
    fn made_up_weights<G: Features>() -> Weights {
        let mut random = Random::new(1);
        let logits: Vec<_> =
            (0..G::INVARIANT_COUNT).map(|_| random.unit() as f32 / 8.0 - 0.06).collect();
        Weights::from_logits(G::info().name, 0.1, &logits)
    }

    #[test]
    fn a_position_is_worth_the_same_turned_or_with_the_players_exchanged() {
        for &id in GameId::ALL {
            with_game!(id, G => {
                let linear = Linear::<G>::new(&made_up_weights::<G>()).unwrap();
                let mut random = Random::new(2);
                let mut position = G::start();
                for _ in 0..30 {
                    let value = linear.evaluate(&position);
                    for symmetry in G::symmetries() {
                        assert_eq!(linear.evaluate(&position.mapped(symmetry)), value, "{id}");
                    }
                    let Some(&mv) = random.pick(&position.moves()) else { break };
                    position.play_unchecked(mv);
                }
            });
        }
    }

    #[test]
    fn no_value_is_beyond_the_highest() {
        for (weight, value) in [(1e6, MAX_EVALUATION), (-1e6, -MAX_EVALUATION)] {
            let logits = vec![weight; cairn_games::nava::Nava::INVARIANT_COUNT];
            let weights = Weights::from_logits("nava", 0.0, &logits);
            let linear = Linear::new(&weights).unwrap();
            assert_eq!(linear.evaluate(&cairn_games::nava::Nava::start()), value);
        }
    }
}
