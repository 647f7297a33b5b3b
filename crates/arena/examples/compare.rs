//! Measures one set of search parameters against another.
//!
//! ```text
//! compare nodes GAME DEPTH POSITIONS A B [simple|NET]    nodes to a depth, and time
//! compare match GAME NODES|MSms PAIRS A B [simple|NET]   games, both sides of each opening
//! ```
//!
//! The variable `THREADS` is the number of threads of each search, 1 if there is none;
//! `CONCURRENCY` is the number of games at a time.
//!
//! A and B are changes to the default parameters, such as
//! `late_move_reductions=0,aspiration_window=50`, or `-` for none; see `SearchParameters::with`.

use std::error::Error;
use std::time::{Duration, Instant};

use cairn_arena::{
    Contestant, MatchSettings, MatchTimeControl, OpeningSettings, Openings, play_match,
};
use cairn_engine::eval::{Evaluation, EvaluationSource};
use cairn_engine::games::{Features, MoveOrdering};
use cairn_engine::search::{SearchParameters, Searcher};
use cairn_engine::{Bot, EngineOptions, Limits, SearchError, SearchReport, StopFlag};
use cairn_games::{AnyPosition, GameId, History, with_game};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [what, game, amount, count, a, b, rest @ ..] = arguments.as_slice() else {
        return Err("see the head of the file for how to use this".into());
    };
    let id = GameId::named(game)?;
    let evaluation = match rest.first().map(String::as_str) {
        None => EvaluationSource::BuiltIn,
        Some("simple") => EvaluationSource::Simple,
        Some(path) => EvaluationSource::from_file(path.as_ref(), id)?,
    };
    let parameters = [parameters(a)?, parameters(b)?];
    let count: u32 = count.parse()?;
    with_game!(id, G => {
        let evaluation = Evaluation::<G>::new(&evaluation)?;
        let bot = |parameters| -> Box<dyn Bot> { Box::new(searcher(&evaluation, parameters)) };
        match what.as_str() {
            "nodes" => nodes_to_depth(id, amount.parse()?, count, parameters, bot),
            "match" => compare_by_match(id, limits(amount)?, count, parameters, bot)?,
            _ => return Err("`nodes` or `match`?".into()),
        }
    });
    Ok(())
}

fn parameters(changes: &str) -> Result<SearchParameters, String> {
    let changes = if changes == "-" { "" } else { changes };
    SearchParameters::default().with(changes).map_err(|part| format!("what is `{part}`?"))
}

fn limits(amount: &str) -> Result<Limits, Box<dyn Error>> {
    Ok(match amount.strip_suffix("ms") {
        Some(time) => Limits::time(Duration::from_millis(time.parse()?)),
        None => Limits::nodes(amount.parse()?),
    })
}

/// Returns the number in an environment variable.
fn variable(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// A searcher as a bot.
struct SearcherBot<G: Features>(Searcher<G, Evaluation<G>>);

fn searcher<G: Features + MoveOrdering>(
    evaluation: &Evaluation<G>,
    parameters: SearchParameters,
) -> SearcherBot<G> {
    let threads = variable("THREADS").unwrap_or(1);
    let options = EngineOptions { hash_mb: 16, threads, ..EngineOptions::default() };
    SearcherBot(Searcher::with_parameters(evaluation.clone(), options, parameters))
}

impl<G: Features + MoveOrdering + TryFrom<AnyPosition>> Bot for SearcherBot<G> {
    fn name(&self) -> String {
        "searcher".to_owned()
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        let positions = history.positions().iter();
        let game: Vec<G> = positions.filter_map(|&any| G::try_from(any).ok()).collect();
        self.0.search(&game, limits, stop, watch)
    }
}

fn nodes_to_depth(
    game: GameId,
    depth: u32,
    positions: u32,
    parameters: [SearchParameters; 2],
    bot: impl Fn(SearchParameters) -> Box<dyn Bot>,
) {
    let mut totals = [(0, Duration::ZERO); 2];
    for number in 0..positions {
        let plies = 2 + number % 12;
        let settings = OpeningSettings {
            plies,
            shuffled: true,
            seed: number.into(),
            evaluation_nodes: 0,
            imbalance: 1.0,
        };
        let history = Openings::new(game, settings).get(0).history;
        for (total, parameters) in totals.iter_mut().zip(parameters) {
            let limits = Limits { nodes: Some(20_000_000), ..Limits::depth(depth) };
            let started = Instant::now();
            let found = bot(parameters).search(&history, &limits, &StopFlag::new(), &mut |_| ());
            total.0 += found.map_or(0, |report| report.nodes);
            total.1 += started.elapsed();
        }
    }
    for (name, (nodes, time)) in ["A", "B"].into_iter().zip(totals) {
        println!("{name}: {nodes} nodes, {:.2} s", time.as_secs_f64());
    }
    println!(
        "B/A: {:.3} of the nodes, {:.3} of the time",
        totals[1].0 as f64 / totals[0].0 as f64,
        totals[1].1.as_secs_f64() / totals[0].1.as_secs_f64()
    );
}

fn compare_by_match(
    game: GameId,
    limits: Limits,
    pairs: u32,
    parameters: [SearchParameters; 2],
    bot: impl Fn(SearchParameters) -> Box<dyn Bot> + Sync,
) -> Result<(), Box<dyn Error>> {
    let bot = &bot;
    let contestant = |name, parameters| Contestant::new(name, move |_| Ok(bot(parameters)));
    let (a, b) = (contestant("A", parameters[0]), contestant("B", parameters[1]));
    let mut settings = MatchSettings::new(game, 2 * pairs, MatchTimeControl::PerMove(limits));
    settings.threads = variable("CONCURRENCY").unwrap_or(settings.threads);
    print!("{}", play_match(&settings, &a, &b, &StopFlag::new(), |_| ())?);
    Ok(())
}
