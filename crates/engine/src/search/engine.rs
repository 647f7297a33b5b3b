//! The engine for all games behind one type.

use std::fmt;

use cairn_games::{AnyPosition, Certainty, GameId, Hints, History, Inputs, with_game};

use super::expert::Expert;
use crate::eval::{Evaluator, Judge, Knowledge, Zero};
use crate::limits::{Limits, StopFlag};
use crate::thinker::{Options, Report, ThinkError, Thinker};

/// The engine at full strength, for every game.
///
/// ```
/// use cairn_engine::{Limits, Options, StopFlag, Thinker, search::Engine};
/// use cairn_games::{GameId, History};
///
/// let game = History::new(GameId::Nava.start());
/// let mut engine = Engine::new(Options { hash_mb: 1, ..Options::default() });
/// let report = engine.think(&game, &Limits::nodes(1_000), &StopFlag::new(), &mut |_| ())?;
/// assert_eq!(report.nodes, 1_000);
/// println!("{}", game.position().write_move(report.best_move())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Engine {
    options: Options,
    /// For the game it was last asked about, so that what is remembered outlives a move.
    searcher: Option<(GameId, Box<dyn Search>)>,
}

impl Engine {
    /// An engine with these options. Takes no memory before it first thinks.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, searcher: None }
    }

    /// The options in force.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options from the next move on.
    pub fn set_options(&mut self, options: Options) {
        if options.knowledge != self.options.knowledge {
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

impl Thinker for Engine {
    fn name(&self) -> String {
        "cairn".to_owned()
    }

    fn new_game(&mut self) {
        if let Some((_, searcher)) = &mut self.searcher {
            searcher.clear();
        }
    }

    fn think(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError> {
        if history.outcome().is_some() {
            return Err(ThinkError::GameOver);
        }
        self.searcher(history.position().game()).think(history, limits, stop, watch)
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
    fn set_options(&mut self, options: Options);

    fn clear(&mut self);

    fn think(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError>;
}

impl<G, E> Search for Expert<G, E>
where
    G: Hints + Certainty + TryFrom<AnyPosition>,
    E: Evaluator<G>,
{
    fn set_options(&mut self, options: Options) {
        Self::set_options(self, options);
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn think(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError> {
        Self::think(self, history, limits, stop, watch)
    }
}

fn searcher_for<G>(options: Options) -> Box<dyn Search>
where
    G: Certainty + Inputs + Hints + TryFrom<AnyPosition>,
{
    // Commands check a net before they use it, and tests what is built in; if it does not
    // fit after all, the engine plays on with less rather than not at all.
    let judge = Judge::<G>::new(&options.knowledge).or_else(|_| Judge::new(&Knowledge::Linear));
    match judge {
        Ok(judge) => Box::new(Expert::new(judge, options)),
        Err(_) => Box::new(Expert::<G, _>::new(Zero, options)),
    }
}
