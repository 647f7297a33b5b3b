//! The engine for all games behind one type.

use std::fmt;

use cairn_games::{AnyPosition, GameId, History, with_game};

use super::expert::Expert;
use crate::bot::{Bot, EngineOptions, Report, SearchError};
use crate::eval::{Evaluation, EvaluationSource, Evaluator, Zero};
use crate::games::{Features, MoveOrdering, ProofBounds};
use crate::limits::{Limits, StopFlag};

/// The engine at full strength, for every game.
///
/// ```
/// use cairn_engine::{Limits, EngineOptions, StopFlag, Bot, search::Engine};
/// use cairn_games::{GameId, History};
///
/// let game = History::new(GameId::Nava.start());
/// let mut engine = Engine::new(EngineOptions { hash_mb: 1, ..EngineOptions::default() });
/// let report = engine.search(&game, &Limits::nodes(1_000), &StopFlag::new(), &mut |_| ())?;
/// assert_eq!(report.nodes, 1_000);
/// println!("{}", game.position().write_move(report.best_move())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Engine {
    options: EngineOptions,
    /// For the game it was last asked about, so that what is remembered outlives a move.
    searcher: Option<(GameId, Box<dyn Search>)>,
}

impl Engine {
    /// An engine with these options. Takes no memory before it first thinks.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self { options, searcher: None }
    }

    /// The options in force.
    #[must_use]
    pub const fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Changes the options from the next move on.
    pub fn set_options(&mut self, options: EngineOptions) {
        if options.evaluation != self.options.evaluation {
            self.searcher = None;
        }
        if let Some((_, searcher)) = &mut self.searcher {
            searcher.set_options(options.clone());
        }
        self.options = options;
    }

    /// The searcher for a game, made anew if the last one was for another.
    fn searcher(&mut self, game: GameId) -> &mut dyn Search {
        let searcher = match self.searcher.take() {
            Some((known, searcher)) if known == game => searcher,
            _ => with_game!(game, G => searcher_for::<G>(self.options.clone())),
        };
        self.searcher.insert((game, searcher)).1.as_mut()
    }
}

impl Bot for Engine {
    fn name(&self) -> String {
        "cairn".to_owned()
    }

    fn new_game(&mut self) {
        if let Some((_, searcher)) = &mut self.searcher {
            searcher.clear();
        }
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        self.searcher(history.position().game()).search(history, limits, stop, watch)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.searcher.as_ref().map(|(game, _)| game);
        f.debug_struct("Engine").field("options", &self.options).field("game", &game).finish()
    }
}

/// An [`Expert`] of any game.
trait Search: Send {
    fn set_options(&mut self, options: EngineOptions);

    fn clear(&mut self);

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError>;
}

impl<G, E> Search for Expert<G, E>
where
    G: MoveOrdering + ProofBounds + TryFrom<AnyPosition>,
    E: Evaluator<G>,
{
    fn set_options(&mut self, options: EngineOptions) {
        Self::set_options(self, options);
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        Self::search(self, history, limits, stop, watch)
    }
}

fn searcher_for<G>(options: EngineOptions) -> Box<dyn Search>
where
    G: ProofBounds + Features + MoveOrdering + TryFrom<AnyPosition>,
{
    // Commands check a net before they use it, and tests what is built in; if it does not
    // fit after all, the engine plays on with less rather than not at all.
    let judge = Evaluation::<G>::new(&options.evaluation)
        .or_else(|_| Evaluation::new(&EvaluationSource::Linear));
    match judge {
        Ok(judge) => Box::new(Expert::new(judge, options)),
        Err(_) => Box::new(Expert::<G, _>::new(Zero, options)),
    }
}
