//! The evaluation of the engine: a net where there is one, otherwise linear weights.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cairn_games::{GameId, with_game};

use super::{Evaluator, Linear, Net, NetError, NetFile, WeightsError};
use crate::games::{Features, MoveOrdering};

/// Source of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EvaluationSource {
    /// The net that comes with the program, or the weights for a game that has none.
    #[default]
    BuiltIn,
    /// The weights that come with the program, even where there is a net.
    Linear,
    /// This net.
    Net(Arc<NetFile>),
}

/// Error using the net of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct NetFileError {
    /// The file.
    pub path: PathBuf,
    /// Description of the problem.
    pub reason: String,
}

impl EvaluationSource {
    /// Reads the net of a file, for a game.
    ///
    /// # Errors
    /// If it cannot be read or is not for this game.
    pub fn from_file(path: &Path, game: GameId) -> Result<Self, NetFileError> {
        let refused = |reason: String| NetFileError { path: path.to_owned(), reason };
        let bytes = std::fs::read(path).map_err(|error| refused(error.to_string()))?;
        let file = NetFile::read(&bytes).map_err(|error| refused(error.to_string()))?;
        let fits = with_game!(game, G => file.check::<G>());
        fits.map_err(|error| refused(error.to_string()))?;
        Ok(Self::Net(Arc::new(file)))
    }
}

/// Error making an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// The net is not for this game, or damaged.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The weights are not for this game, or damaged.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// A net or linear weights.
#[derive(Clone, Debug)]
pub enum Evaluation<G> {
    /// A net.
    Net(Net<G>),
    /// Weights.
    Linear(Linear<G>),
}

impl<G: Features + MoveOrdering> Evaluation<G> {
    /// Makes the evaluation of a source.
    ///
    /// # Errors
    /// If the net is not for this game. The built-in ones fit; tests see to it.
    pub fn new(evaluation: &EvaluationSource) -> Result<Self, EvaluationError> {
        let net = match evaluation {
            EvaluationSource::Net(file) => Some(Net::new(file)?),
            EvaluationSource::Linear => None,
            EvaluationSource::BuiltIn => Net::built_in()?,
        };
        Ok(match net {
            Some(net) => Self::Net(net),
            None => Self::Linear(Linear::built_in()?),
        })
    }
}

impl<G> Evaluation<G> {
    /// Returns the checksum of the net, or `linear`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Net(net) => format!("{:016x}", net.checksum()),
            Self::Linear(_) => "linear".to_owned(),
        }
    }
}

impl<G: Features + MoveOrdering> Evaluator<G> for Evaluation<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        match self {
            Self::Net(net) => net.evaluate(position),
            Self::Linear(linear) => linear.evaluate(position),
        }
    }

    #[inline]
    fn policy(&self) -> Option<&[i16]> {
        match self {
            Self::Net(net) => net.policy(),
            Self::Linear(_) => None,
        }
    }
}
