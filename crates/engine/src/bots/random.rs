//! Any legal move.

use cairn_games::{AnyMove, History, with_position};

use super::{chance, random_move};
use crate::bot::{Bot, Report, SearchError};
use crate::limits::{Limits, StopFlag};

/// Makes any legal move, all being equally likely.
#[derive(Clone, Debug)]
pub struct RandomMover {
    seed: u64,
}

impl RandomMover {
    /// With this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl Bot for RandomMover {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn search(
        &mut self,
        history: &History,
        _limits: &Limits,
        _stop: &StopFlag,
        _watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let mut chance = chance(self.seed, history);
        let mv = with_position!(history.position(), position => {
            random_move(position, &mut chance).map(AnyMove::new)
        });
        mv.map(Report::of_choice).ok_or(SearchError::GameOver)
    }
}
