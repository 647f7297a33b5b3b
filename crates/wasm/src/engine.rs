//! The engine, its levels and the solver.

use std::sync::Arc;
use std::time::Duration;

use cairn_app::explorer::{ExplorerJson, OpeningTable};
use cairn_app::json::{AnalysisJson, SolutionJson};
use cairn_app::review::{ExerciseJson, GameReview, ReviewPointJson, ReviewSummary};
use cairn_engine::eval::{EvaluationSource, NetFile};
use cairn_engine::search::{Engine, JointSearch};
use cairn_engine::{Bot, EngineOptions, Limits, Player, SearchReport, StopFlag, solver};
use cairn_games::{AnyPosition, GameId, History};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::convert::{from_js, history, position, to_js};
use crate::shared_memory::WorkerMemory;

/// Memory for the transposition table if the page says nothing, in MiB.
const DEFAULT_HASH_MB: usize = 32;

#[wasm_bindgen]
extern "C" {
    /// A function of the page.
    pub type Callback;
    #[wasm_bindgen(method, catch)]
    fn call(this: &Callback, context: &JsValue, argument: &JsValue) -> Result<JsValue, JsValue>;
}

/// Limits of a search, see `SearchLimits` in `types.d.ts`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SearchLimits {
    nodes: Option<f64>,
    milliseconds: Option<f64>,
    depth: Option<u32>,
    moves: Vec<String>,
}

impl SearchLimits {
    /// Reads limits of the search of a position.
    fn read(value: &JsValue, position: &AnyPosition) -> Result<Limits, JsError> {
        let Self { nodes, milliseconds, depth, moves } = from_js(value)?;
        let time = milliseconds.map(|time| Duration::from_millis(time as u64));
        let moves = moves.iter().map(|text| position.read_move(text));
        Ok(Limits {
            nodes: nodes.map(|nodes| nodes as u64),
            time,
            depth,
            search_moves: moves.collect::<Result<_, _>>()?,
            ..Limits::default()
        })
    }
}

/// The part of a worker in a search that several make, see `JointSearch` in `types.d.ts`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JointSearchPart {
    helper: Option<u32>,
    searches_before: u32,
    searches_forgotten: u32,
}

/// The engine for one game. Searches run to their end before a function returns, so it belongs
/// into a worker. To stop a search early, end the worker, or share memory with it.
#[wasm_bindgen(js_name = Engine)]
pub struct BrowserEngine {
    options: EngineOptions,
    /// Keeps its tables from search to search.
    searching: Engine,
    /// Concerns analyses only.
    joint: Option<JointSearch>,
}

#[wasm_bindgen(js_class = Engine)]
impl BrowserEngine {
    /// Creates an engine with the net of a file, and memory for its transposition table in MiB.
    /// Without a net it uses the simple evaluation.
    ///
    /// # Errors
    /// If the net is damaged or not for this game.
    #[wasm_bindgen(constructor)]
    pub fn new(
        game: &str,
        start: Option<String>,
        net: Option<Vec<u8>>,
        hash_mb: Option<u32>,
    ) -> Result<Self, JsError> {
        let hash_mb = hash_mb.map_or(DEFAULT_HASH_MB, |hash_mb| hash_mb as usize);
        let evaluation = match net {
            None => EvaluationSource::Simple,
            Some(bytes) => read_net(position(game, start)?.game(), &bytes)?,
        };
        let options = EngineOptions { hash_mb, evaluation, ..EngineOptions::default() };
        Ok(Self { searching: Engine::new(options.clone()), options, joint: None })
    }

    /// Makes the analyses from now on a part of what several workers search together; without an
    /// argument, this one is alone again. The worker has to be connected to the memory that they
    /// share (`cairn_shared_memory.js`).
    ///
    /// # Errors
    /// If the argument is not of the right shape.
    #[wasm_bindgen(js_name = searchTogether)]
    pub fn search_together(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "JointSearch | undefined")] part: &JsValue,
    ) -> Result<(), JsError> {
        let part: Option<JointSearchPart> = from_js(part)?;
        self.joint = part.map(|part| JointSearch {
            memory: Arc::new(WorkerMemory),
            helper: part.helper.map(|helper| helper as usize),
            searches_before: part.searches_before.into(),
            searches_forgotten: part.searches_forgotten.into(),
        });
        Ok(())
    }

    /// Analyses the position after some moves. Calls `on_report` with each report, the last one
    /// included. Without limits it goes on until the position is solved.
    ///
    /// # Errors
    /// If a move is illegal, or the game is over.
    #[wasm_bindgen(unchecked_return_type = "Analysis")]
    #[expect(clippy::needless_pass_by_value, reason = "lists from JavaScript are passed by value")]
    pub fn analyse(
        &mut self,
        game: &str,
        start: Option<String>,
        moves: Vec<String>,
        lines: u32,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits | undefined")] limits: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "((report: Analysis) => void) | undefined")]
        on_report: Option<Callback>,
    ) -> Result<JsValue, JsError> {
        let history = history(game, start, &moves)?;
        let limits = SearchLimits::read(limits, history.position())?;
        let lines = (lines as usize).max(1);
        let joint = self.joint.clone();
        self.searching.set_options(&EngineOptions { lines, joint, ..self.options.clone() });
        let mut watch = |report: &SearchReport| {
            if let (Some(on_report), Ok(report)) = (&on_report, analysis(&history, report)) {
                // An error in the page's function is the page's business.
                let _ = on_report.call(&JsValue::NULL, &report);
            }
        };
        let report = self.searching.search(&history, &limits, &StopFlag::new(), &mut watch)?;
        analysis(&history, &report)
    }

    /// Chooses a move as a computer opponent does: a level from `1` to `10`, `random`, `greedy`
    /// or `original`. The seed decides what is left to chance.
    ///
    /// # Errors
    /// If the opponent is unknown, a move is illegal, or the game is over.
    #[expect(clippy::needless_pass_by_value, reason = "lists from JavaScript are passed by value")]
    pub fn choose(
        &mut self,
        game: &str,
        start: Option<String>,
        moves: Vec<String>,
        opponent: &str,
        seed: f64,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits | undefined")] limits: &JsValue,
    ) -> Result<String, JsError> {
        let history = history(game, start, &moves)?;
        let limits = SearchLimits::read(limits, history.position())?;
        let options = EngineOptions { seed: seed as u64, ..self.options.clone() };
        let player: Player = opponent.parse()?;
        let mut bot = player.bot(history.position().game(), &options)?;
        let report = bot.search(&history, &limits, &StopFlag::new(), &mut |_| {})?;
        Ok(history.position().write_move(report.best_move())?)
    }

    /// Searches for the game-theoretic value of the position after some moves.
    ///
    /// # Errors
    /// If a move is illegal.
    #[wasm_bindgen(unchecked_return_type = "Solution")]
    #[expect(clippy::needless_pass_by_value, reason = "lists from JavaScript are passed by value")]
    pub fn solve(
        &mut self,
        game: &str,
        start: Option<String>,
        moves: Vec<String>,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits | undefined")] limits: &JsValue,
    ) -> Result<JsValue, JsError> {
        let history = history(game, start, &moves)?;
        let limits = SearchLimits::read(limits, history.position())?;
        let solution =
            solver::solve(&history, &limits, &self.options, &StopFlag::new(), &mut |_| {});
        to_js(&SolutionJson::new(history.position(), &solution))
    }

    /// Evaluates all positions of a game, each within the limits. Calls `on_progress` with what is
    /// known after each of them.
    ///
    /// # Errors
    /// If a move is illegal.
    #[wasm_bindgen(unchecked_return_type = "Evaluation")]
    #[expect(clippy::needless_pass_by_value, reason = "lists from JavaScript are passed by value")]
    pub fn evaluate(
        &mut self,
        game: &str,
        start: Option<String>,
        moves: Vec<String>,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits | undefined")] limits: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "((so_far: Evaluation) => void) | undefined")]
        on_progress: Option<Callback>,
    ) -> Result<JsValue, JsError> {
        let history = history(game, start, &moves)?;
        let limits = SearchLimits::read(limits, history.position())?;
        let mut review = GameReview::new(history);
        self.searching.set_options(&self.options);
        while let Some(current) = review.current() {
            let report = match current.outcome() {
                Some(_) => None,
                None => {
                    Some(self.searching.search(current, &limits, &StopFlag::new(), &mut |_| {})?)
                }
            };
            review.add(report);
            if let Some(on_progress) = &on_progress {
                // An error in the page's function is the page's business.
                let _ = on_progress.call(&JsValue::NULL, &evaluation(&review)?);
            }
        }
        evaluation(&review)
    }

    /// Forgets the positions of earlier searches.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&mut self) {
        self.searching.new_game();
    }
}

/// Returns what was played in a position, by a table of openings.
///
/// # Errors
/// If there is no such position, or the table is damaged or of another game.
#[wasm_bindgen(unchecked_return_type = "Explorer")]
pub fn explore(game: &str, text: Option<String>, table: &[u8]) -> Result<JsValue, JsError> {
    let position = position(game, text)?;
    let table = OpeningTable::from_bytes(position.game(), table)?;
    to_js(&ExplorerJson::new(&position, table.explore(&position).as_ref(), None))
}

/// Returns the sums of the hidden layer of a net for several lists of active inputs, which follow
/// each other in `active`. It shows whether the net computes here as on other machines.
///
/// # Errors
/// If the net is damaged, or an input does not exist.
#[wasm_bindgen(js_name = hiddenSums)]
pub fn hidden_sums(net: &[u8], active: &[u16], lengths: &[u32]) -> Result<Vec<i32>, JsError> {
    let mut rest = active;
    let lists: Option<Vec<&[u16]>> =
        lengths.iter().map(|&length| rest.split_off(..length as usize)).collect();
    let net = NetFile::read(net)?;
    let sums = lists.and_then(|lists| net.hidden_sums(&lists));
    sums.ok_or_else(|| JsError::new("there is no such input"))
}

fn read_net(game: GameId, bytes: &[u8]) -> Result<EvaluationSource, JsError> {
    let file = NetFile::read(bytes)?;
    file.check_game(game)?;
    Ok(EvaluationSource::Net(Arc::new(file)))
}

fn analysis(history: &History, report: &SearchReport) -> Result<JsValue, JsError> {
    to_js(&AnalysisJson::new(history.position(), report))
}

/// The positions of a game that are evaluated so far, see `Evaluation` in `types.d.ts`.
#[derive(Serialize)]
struct EvaluatedGame {
    points: Vec<ReviewPointJson>,
    turning_points: Vec<usize>,
    summary: Option<ReviewSummary>,
    exercises: Vec<ExerciseJson>,
}

fn evaluation(review: &GameReview) -> Result<JsValue, JsError> {
    let is_done = review.current().is_none();
    to_js(&EvaluatedGame {
        points: (0..review.reviewed().len()).map(|ply| review.point(ply)).collect(),
        turning_points: review.turning_points(),
        summary: is_done.then(|| review.summary()),
        exercises: if is_done { review.exercises_json() } else { Vec::new() },
    })
}
