//! The evaluation of the engine: a net where there is one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cairn_games::{GameId, with_game};

use super::{Evaluator, Net, NetError, NetFile, Simple};
use crate::games::{Features, MoveOrdering};

/// Source of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EvaluationSource {
    /// The net that comes with the program, or the simple evaluation without one.
    #[default]
    BuiltIn,
    /// The simple evaluation, even where there is a net.
    Simple,
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
        file.check_game(game).map_err(|error| refused(error.to_string()))?;
        Ok(Self::Net(Arc::new(file)))
    }

    /// Returns the checksum of the net that evaluates the positions of a game, or `simple`.
    ///
    /// # Errors
    /// If the net is not for this game.
    pub fn name(&self, game: GameId) -> Result<String, NetError> {
        with_game!(game, G => Evaluation::<G>::new(self).map(|evaluation| evaluation.name()))
    }
}

/// A net or the simple evaluation.
#[derive(Clone, Debug)]
pub enum Evaluation<G> {
    /// A net.
    Net(Net<G>),
    /// The evaluation without a net.
    Simple,
}

impl<G: Features + MoveOrdering> Evaluation<G> {
    /// Makes the evaluation of a source.
    ///
    /// # Errors
    /// If the net is not for this game. The built-in ones fit; tests see to it.
    pub fn new(source: &EvaluationSource) -> Result<Self, NetError> {
        let net = match source {
            EvaluationSource::Net(file) => Some(Net::new(file)?),
            EvaluationSource::Simple => None,
            EvaluationSource::BuiltIn => Net::built_in()?,
        };
        Ok(net.map_or(Self::Simple, Self::Net))
    }
}

impl<G> Evaluation<G> {
    fn name(&self) -> String {
        match self {
            Self::Net(net) => format!("{:016x}", net.checksum()),
            Self::Simple => "simple".to_owned(),
        }
    }
}

impl<G: Features + MoveOrdering> Evaluator<G> for Evaluation<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        match self {
            Self::Net(net) => net.evaluate(position),
            Self::Simple => Simple.evaluate(position),
        }
    }

    #[inline]
    fn evaluate_unless_won(&self, position: &G) -> Option<i32> {
        match self {
            Self::Net(net) => net.evaluate_unless_won(position),
            Self::Simple => Simple.evaluate_unless_won(position),
        }
    }

    #[inline]
    fn policy(&self) -> Option<&[i16]> {
        match self {
            Self::Net(net) => net.policy(),
            Self::Simple => None,
        }
    }
}
