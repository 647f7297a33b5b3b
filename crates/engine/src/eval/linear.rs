//! The sum of a weight for each feature.

use std::marker::PhantomData;

use cairn_games::Features;

use super::weights::{FRACTION_BITS, Weights, WeightsError};
use super::{Evaluator, HIGHEST_VALUE};

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
        match Weights::built_in(G::info().name)? {
            Some(weights) => Self::new(&weights),
            None => Self::new(&Weights::zero(G::info().name, G::COUNT)),
        }
    }

    /// With these weights.
    ///
    /// # Errors
    /// If they are not weights for the features of this game.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.check(G::info().name, G::COUNT)?;
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
        position.visit_features(position.to_move(), |feature| {
            sum += i32::from(self.weights[feature]);
        });
        (sum >> FRACTION_BITS).clamp(-HIGHEST_VALUE, HIGHEST_VALUE)
    }
}
