//! Many games at once, with arrays as bytes.

use cairn_app::PositionSpec;
use cairn_games::actions::{ActionIndex, mapped_action, number_of_actions};
use cairn_games::random::Random;
use cairn_games::{GameId, View, with_game};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rayon::prelude::*;

use crate::convert::{IllegalMoveError, position_error, require, value_error};
use crate::environment::{ActionEffect, Environment, EnvironmentState};

/// Most games of a batch.
const MOST_GAMES: usize = 1_000_000;

/// Number of games that one thread takes at a time.
const CHUNK: usize = 64;

/// Games that are played action by action.
#[pyclass(module = "cairn._native")]
#[derive(Clone)]
pub(crate) struct Batch {
    game: GameId,
    games: Box<dyn Games>,
}

/// The games of a batch, whatever their rules.
trait Games: Send + Sync {
    fn len(&self) -> usize;
    fn planes(&self) -> usize;
    fn step(&mut self, actions: &[ActionIndex]) -> Result<Vec<u8>, usize>;
    fn statuses(&self) -> Vec<u8>;
    fn to_move(&self) -> Vec<u8>;
    fn masks(&self) -> Vec<u8>;
    fn observations(&self) -> Vec<u8>;
    fn random_actions(&mut self) -> Vec<ActionIndex>;
    fn reset(&mut self, all: bool);
    fn text(&self, index: usize) -> Option<String>;
    fn begun(&self, index: usize) -> Option<Vec<ActionIndex>>;
    fn boxed_clone(&self) -> Box<dyn Games>;
}

impl Clone for Box<dyn Games> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// One game with its own source of chance.
#[derive(Clone)]
struct BatchSlot<G: View> {
    environment: Environment<G>,
    random: Random,
    /// Number of the next set-up, in shuffled games.
    shuffle: Option<u64>,
}

impl<G: View> BatchSlot<G> {
    /// Begins the next game, with the set-up that is `count` numbers on.
    fn restart(&mut self, count: usize) {
        self.environment = Environment::new(self.shuffle);
        self.shuffle = self.shuffle.map(|number| number.wrapping_add(count as u64));
    }
}

#[derive(Clone)]
struct GamesOf<G: View> {
    slots: Vec<BatchSlot<G>>,
    max_turns: u32,
    auto_reset: bool,
}

impl<G: View> GamesOf<G> {
    fn new(count: usize, seed: u64, shuffled: bool, max_turns: u32, auto_reset: bool) -> Self {
        let slot = |index: usize| {
            let number = seed.wrapping_add(index as u64);
            let mut slot = BatchSlot {
                environment: Environment::new(None),
                random: Random::new(number),
                shuffle: shuffled.then_some(number),
            };
            slot.restart(count);
            slot
        };
        Self { slots: (0..count).map(slot).collect(), max_turns, auto_reset }
    }

    /// Fills an array with `width` bytes for each game.
    fn fill(&self, width: usize, write: impl Fn(&Environment<G>, &mut [u8]) + Sync) -> Vec<u8> {
        let mut bytes = vec![0; self.slots.len() * width];
        let chunks = bytes.par_chunks_mut(width * CHUNK).zip(self.slots.par_chunks(CHUNK));
        chunks.for_each(|(bytes, slots)| {
            for (bytes, slot) in bytes.chunks_mut(width).zip(slots) {
                write(&slot.environment, bytes);
            }
        });
        bytes
    }
}

impl<G: View> Games for GamesOf<G> {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn planes(&self) -> usize {
        Environment::<G>::planes()
    }

    /// Makes an action in each game; fails with the number of the first game in which it is not
    /// legal, and changes nothing then.
    fn step(&mut self, actions: &[ActionIndex]) -> Result<Vec<u8>, usize> {
        let (count, max_turns, auto_reset) = (self.slots.len(), self.max_turns, self.auto_reset);
        let slots = self.slots.par_iter().with_min_len(CHUNK);
        let checked = slots.zip(actions).map(|(slot, &action)| slot.environment.check(action));
        let steps: Vec<_> = checked.collect();
        if let Some(index) = steps.iter().position(Option::is_none) {
            return Err(index);
        }
        let slots = self.slots.par_iter_mut().with_min_len(CHUNK);
        let stepped = slots.zip(steps).map(|(slot, step)| {
            slot.environment.step(step.unwrap_or(ActionEffect::Nothing), max_turns);
            let status = slot.environment.status();
            if auto_reset && status != EnvironmentState::Running {
                slot.restart(count);
            }
            status as u8
        });
        Ok(stepped.collect())
    }

    fn statuses(&self) -> Vec<u8> {
        self.slots.iter().map(|slot| slot.environment.status() as u8).collect()
    }

    fn to_move(&self) -> Vec<u8> {
        self.slots.iter().map(|slot| slot.environment.to_move().index() as u8).collect()
    }

    fn masks(&self) -> Vec<u8> {
        self.fill(number_of_actions(G::info().board), Environment::mask)
    }

    fn observations(&self) -> Vec<u8> {
        self.fill(Environment::<G>::planes() * G::info().board.cells(), Environment::observe)
    }

    fn random_actions(&mut self) -> Vec<ActionIndex> {
        let slots = self.slots.par_iter_mut().with_min_len(CHUNK);
        slots.map(|slot| slot.environment.random_action(&mut slot.random)).collect()
    }

    fn reset(&mut self, all: bool) {
        let count = self.slots.len();
        for slot in &mut self.slots {
            if all || slot.environment.status() != EnvironmentState::Running {
                slot.restart(count);
            }
        }
    }

    fn text(&self, index: usize) -> Option<String> {
        Some(self.slots.get(index)?.environment.text())
    }

    fn begun(&self, index: usize) -> Option<Vec<ActionIndex>> {
        Some(self.slots.get(index)?.environment.begun().to_vec())
    }

    fn boxed_clone(&self) -> Box<dyn Games> {
        Box::new(self.clone())
    }
}

impl Batch {
    fn no_such_game(&self, index: usize) -> PyErr {
        let count = self.games.len();
        pyo3::exceptions::PyIndexError::new_err(format!("there are {count} games, not {index}"))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count=1, *, size=None, seed=0, shuffled=false, max_turns=1000, auto_reset=false))]
    fn new(
        game: &str,
        count: usize,
        size: Option<String>,
        seed: u64,
        shuffled: bool,
        max_turns: u32,
        auto_reset: bool,
    ) -> PyResult<Self> {
        let spec = PositionSpec { size, ..PositionSpec::of(game) };
        let game = spec.boards().map_err(|error| position_error(&error))?[0];
        require("count", count, MOST_GAMES)?;
        require("max_turns", max_turns as usize, u32::MAX as usize)?;
        if shuffled && game.shuffled(0).is_none() {
            return Err(value_error(format!("{game} has one set-up and cannot be shuffled")));
        }
        let games = with_game!(game, G => {
            let games = GamesOf::<G>::new(count, seed, shuffled, max_turns, auto_reset);
            Box::new(games) as Box<dyn Games>
        });
        Ok(Self { game, games })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Name of the rule set.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.name()
    }

    /// Number of cells of the board.
    #[getter]
    fn cells(&self) -> usize {
        self.game.info().board.cells()
    }

    /// Number of different actions.
    #[getter]
    fn number_of_actions(&self) -> usize {
        number_of_actions(self.game.info().board)
    }

    /// Number of planes of an observation.
    #[getter]
    fn number_of_planes(&self) -> usize {
        self.games.planes()
    }

    /// Makes an action in each running game, and returns the state of each game.
    fn step<'py>(&mut self, py: Python<'py>, actions: &[u8]) -> PyResult<Bound<'py, PyByteArray>> {
        let count = self.games.len();
        if actions.len() != count {
            let given = actions.len();
            return Err(value_error(format!("there are {count} games and {given} actions")));
        }
        let statuses = py.detach(|| self.games.step(actions)).map_err(|index| {
            let action = actions[index];
            IllegalMoveError::new_err(format!("action {action} is not legal in game {index}"))
        })?;
        Ok(PyByteArray::new(py, &statuses))
    }

    /// Returns the state of each game.
    fn statuses<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        PyByteArray::new(py, &self.games.statuses())
    }

    /// Returns the side to move in each game, 0 or 1.
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        PyByteArray::new(py, &self.games.to_move())
    }

    /// Returns for each game and action whether it is legal.
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        PyByteArray::new(py, &py.detach(|| self.games.masks()))
    }

    /// Returns the planes of each game.
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        PyByteArray::new(py, &py.detach(|| self.games.observations()))
    }

    /// Chooses a legal action in each game at random.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let actions = py.detach(|| self.games.random_actions());
        PyByteArray::new(py, &actions)
    }

    /// Restarts the games that have ended, or all of them.
    #[pyo3(signature = (*, all=true))]
    fn reset(&mut self, all: bool) {
        self.games.reset(all);
    }

    /// Returns the position of a game at the beginning of the turn.
    #[pyo3(signature = (index=0))]
    fn fen(&self, index: usize) -> PyResult<String> {
        self.games.text(index).ok_or_else(|| self.no_such_game(index))
    }

    /// Returns the actions of the turn that is being made in a game.
    #[pyo3(signature = (index=0))]
    fn begun(&self, index: usize) -> PyResult<Vec<u16>> {
        let begun =
            self.games.begun(index).map(|actions| actions.into_iter().map(u16::from).collect());
        begun.ok_or_else(|| self.no_such_game(index))
    }

    /// Returns the image of each action under each symmetry of the board, and whether the players
    /// change places.
    fn symmetries(&self) -> Vec<(Vec<u16>, bool)> {
        let board = self.game.info().board;
        let actions = number_of_actions(board) as ActionIndex;
        let table =
            |symmetry| (0..actions).map(|it| mapped_action(board, it, symmetry).into()).collect();
        let symmetries = self.game.symmetries().iter();
        symmetries.map(|symmetry| (table(symmetry), symmetry.exchange)).collect()
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }
}
