//! A random mover.

use cairn_games::{AnyMove, History, with_position};

use super::{chance, random_move};
use crate::bot::{Bot, Report, SearchError};
use crate::limits::{Limits, StopFlag};

/// Makes any legal move, all equally likely.
///
/// ```
/// use cairn_engine::bots::RandomMover;
/// use cairn_engine::{Bot, Limits, StopFlag};
/// use cairn_games::{GameId, History};
///
/// let game = History::new(GameId::Nava.start());
/// let mut random = RandomMover::new(1);
/// let mut choose = || random.search(&game, &Limits::default(), &StopFlag::new(), &mut |_| ());
/// assert_eq!(choose()?, choose()?, "the same seed and game give the same move");
/// # Ok::<(), cairn_engine::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomMover {
    seed: u64,
}

impl RandomMover {
    /// Makes a mover with this random seed.
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
