//! The engine for all games behind one type.

use std::fmt;

use crate::games::{Features, MoveOrdering, ProofBounds};
use cairn_games::{AnyPosition, GameId, History, with_game};

use super::game_engine::GameEngine;
use crate::bot::{Bot, EngineOptions, SearchError, SearchReport};
use crate::eval::Evaluation;
use crate::limits::{Limits, StopFlag};

/// The engine at full strength, for every game.
///
/// ```
/// use cairn_engine::{Bot, EngineOptions, Limits, StopFlag, search::Engine};
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
    /// The engine for the game last searched, kept for its tables.
    game: Option<(GameId, Box<dyn Bot>)>,
}

impl Engine {
    /// Makes an engine with these options. It allocates its tables when it first searches.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self { options, game: None }
    }

    /// Returns the options in force.
    ///
    /// ```
    /// use cairn_engine::{Bot, EngineOptions, search::Engine};
    ///
    /// let mut engine = Engine::default();
    /// engine.set_options(&EngineOptions { lines: 3, ..EngineOptions::default() });
    /// assert_eq!(engine.options().lines, 3);
    /// ```
    pub const fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Returns the engine for a game, made anew if the last one was for another.
    fn game_engine(&mut self, game: GameId) -> &mut dyn Bot {
        let engine = match self.game.take() {
            Some((known, engine)) if known == game => engine,
            _ => with_game!(game, G => engine_for::<G>(self.options.clone())),
        };
        self.game.insert((game, engine)).1.as_mut()
    }
}

impl Bot for Engine {
    fn name(&self) -> String {
        "cairn".to_owned()
    }

    fn set_options(&mut self, options: &EngineOptions) {
        if options.evaluation != self.options.evaluation {
            self.game = None;
        }
        if let Some((_, engine)) = &mut self.game {
            engine.set_options(options);
        }
        self.options = options.clone();
    }

    fn new_game(&mut self) {
        if let Some((_, engine)) = &mut self.game {
            engine.new_game();
        }
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        self.game_engine(history.position().game()).search(history, limits, stop, watch)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game.as_ref().map(|(game, _)| game);
        f.debug_struct("Engine").field("options", &self.options).field("game", &game).finish()
    }
}

fn engine_for<G>(options: EngineOptions) -> Box<dyn Bot>
where
    G: ProofBounds + Features + MoveOrdering + TryFrom<AnyPosition>,
{
    // Commands check a net before they use it, and tests what is built in; if it does not
    // fit after all, the engine plays on with less rather than not at all.
    let evaluation = Evaluation::<G>::new(&options.evaluation).unwrap_or(Evaluation::Simple);
    Box::new(GameEngine::new(evaluation, options))
}
