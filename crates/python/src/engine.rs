//! The engine, its levels, other computer players, and the solver.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cairn_app::json::{AnalysisJson, SolutionJson};
use cairn_engine::{Bot, EngineOptions, Limits, Player, solver};
use cairn_games::GameId;
use pyo3::prelude::*;

use crate::convert::{MOST_HASH_MB, MOST_THREADS, interruptible, json, require, value_error};
use crate::position::Position;

/// Most lines of an analysis.
const MOST_LINES: usize = 500;

/// Returns limits from seconds, nodes and plies.
fn limits(time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Limits> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time =
        time.map_err(|_| value_error("the time must be a number of seconds, not negative"))?;
    Ok(Limits { time, nodes, depth, ..Limits::default() })
}

/// A computer player. It keeps its tables from search to search.
#[pyclass(module = "cairn._native")]
pub(crate) struct NativeEngine {
    player: Player,
    options: EngineOptions,
    /// The player at work, and the game it was made for. Python's classes have to be `Sync`;
    /// nobody ever waits for this lock.
    bot: Mutex<Option<(GameId, Box<dyn Bot>)>>,
}

impl NativeEngine {
    /// Returns the player of the search before. Nobody else can have locked it.
    fn kept(&mut self) -> &mut Option<(GameId, Box<dyn Bot>)> {
        self.bot.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the player for a game with some options.
    fn bot_for(&mut self, game: GameId) -> PyResult<Box<dyn Bot>> {
        match self.kept().take() {
            Some((made_for, mut bot)) if made_for == game => {
                bot.set_options(&self.options);
                Ok(bot)
            }
            _ => self.player.bot(game, &self.options).map_err(value_error),
        }
    }
}

#[pymethods]
impl NativeEngine {
    #[new]
    #[pyo3(signature = (player, *, threads=1, hash_mb=64, seed=0))]
    fn new(player: &str, threads: usize, hash_mb: usize, seed: u64) -> PyResult<Self> {
        require("threads", threads, MOST_THREADS)?;
        require("hash_mb", hash_mb, MOST_HASH_MB)?;
        let options = EngineOptions { threads, hash_mb, seed, ..EngineOptions::default() };
        Ok(Self { player: player.parse().map_err(value_error)?, options, bot: Mutex::new(None) })
    }

    /// Searches a position, and returns the analysis as JSON.
    #[pyo3(signature = (position, *, time=None, nodes=None, depth=None, lines=1))]
    fn search(
        &mut self,
        py: Python<'_>,
        position: &Position,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        lines: usize,
    ) -> PyResult<String> {
        let limits = limits(time, nodes, depth)?;
        require("lines", lines, MOST_LINES)?;
        let history = &position.history;
        let game = history.position().game();
        self.options.lines = lines;
        let mut bot = self.bot_for(game)?;
        let report = interruptible(py, |stop| bot.search(history, &limits, stop, &mut |_| {}));
        let report = report?.map_err(value_error)?;
        *self.kept() = Some((game, bot));
        json(&AnalysisJson::new(history.position(), &report))
    }

    /// Forgets the positions of earlier searches.
    fn new_game(&mut self) {
        if let Some((_, bot)) = self.kept() {
            bot.new_game();
        }
    }
}

/// Searches for the game-theoretic value of a position, and returns the solution as JSON.
#[pyfunction]
#[pyo3(signature = (position, *, time=None, nodes=None, depth=None, threads=1, hash_mb=64))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: usize,
    hash_mb: usize,
) -> PyResult<String> {
    let limits = limits(time, nodes, depth)?;
    require("threads", threads, MOST_THREADS)?;
    require("hash_mb", hash_mb, MOST_HASH_MB)?;
    let options = EngineOptions { threads, hash_mb, ..EngineOptions::default() };
    let history = &position.history;
    let solution =
        interruptible(py, |stop| solver::solve(history, &limits, &options, stop, &mut |_| {}))?;
    json(&SolutionJson::new(history.position(), &solution))
}
