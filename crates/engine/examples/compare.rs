//! Measures one way of searching against another.
//!
//! ```text
//! compare nodes GAME DEPTH POSITIONS A B [NET]   nodes to a depth, and time
//! compare match GAME NODES|MSms PAIRS A B [NET]  games, both colours of each opening
//! ```
//!
//! A and B are changes to the usual means, such as `late_move_reductions=0,aspiration_window=50`, or
//! `-` for none; see `SearchParameters::with`.

use std::error::Error;
use std::time::{Duration, Instant};

use cairn_engine::eval::{Evaluation, EvaluationSource};
use cairn_engine::games::{Features, MoveOrdering};
use cairn_engine::search::{SearchParameters, Searcher};
use cairn_engine::{EngineOptions, Limits, StopFlag};
use cairn_games::random::Random;
use cairn_games::{Game, GameId, GameMove, Outcome, Side, with_game};

/// A game that is longer is a draw.
const LONGEST_GAME: usize = 250;

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
    let count: u64 = count.parse()?;
    with_game!(id, G => {
        let evaluator = Evaluation::<G>::new(&evaluation)?;
        match what.as_str() {
            "nodes" => nodes_to_depth(&evaluator, amount.parse()?, count, parameters),
            "match" => play_match(&evaluator, &limits(amount)?, count, parameters),
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

fn searcher<G: Features + MoveOrdering>(
    evaluator: &Evaluation<G>,
    parameters: SearchParameters,
) -> Searcher<G, Evaluation<G>> {
    let options = EngineOptions { hash_mb: 16, ..EngineOptions::default() };
    Searcher::with_parameters(evaluator.clone(), options, parameters)
}

/// A game of a few random moves from the start.
fn opening<G: Game>(seed: u64, plies: u64) -> Vec<G> {
    let mut random = Random::new(seed);
    loop {
        let mut game = vec![G::shuffled(random.next_u64()).unwrap_or_else(G::start)];
        for _ in 0..plies {
            let position = game[game.len() - 1];
            if let Some(&mv) = random.pick(&position.moves()) {
                game.push(position.after(mv));
            }
        }
        if game[game.len() - 1].outcome().is_none() {
            return game;
        }
    }
}

fn nodes_to_depth<G: Features + MoveOrdering>(
    evaluator: &Evaluation<G>,
    depth: u32,
    positions: u64,
    parameters: [SearchParameters; 2],
) {
    let mut totals = [(0, Duration::ZERO); 2];
    for seed in 0..positions {
        let game = opening::<G>(seed, 2 + seed % 12);
        for (total, parameters) in totals.iter_mut().zip(parameters) {
            let started = Instant::now();
            let found = searcher(evaluator, parameters).search(
                &game,
                &Limits { nodes: Some(20_000_000), ..Limits::depth(depth) },
                &StopFlag::new(),
                &mut |_| (),
            );
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

fn play_match<G: Features + MoveOrdering>(
    evaluator: &Evaluation<G>,
    limits: &Limits,
    pairs: u64,
    parameters: [SearchParameters; 2],
) {
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for game in 0..pairs * 2 {
        let a_is = if game % 2 == 0 { Side::First } else { Side::Second };
        let players = parameters.map(|parameters| searcher(evaluator, parameters));
        match play_game(opening::<G>(game / 2, 4), players, a_is, limits) {
            Outcome::Draw => draws += 1,
            Outcome::Win(side) if side == a_is => wins += 1,
            Outcome::Win(_) => losses += 1,
        }
    }
    let games = (pairs * 2) as f64;
    let score = (f64::from(wins) + f64::from(draws) / 2.0) / games;
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    let error = 1.96 * (score * (1.0 - score) / games).sqrt();
    println!(
        "A {wins} wins, {draws} draws, {losses} losses: {:+.0} Elo ({:+.0} to {:+.0})",
        elo(score),
        elo(score - error),
        elo(score + error)
    );
}

fn play_game<G: Features + MoveOrdering>(
    mut game: Vec<G>,
    mut players: [Searcher<G, Evaluation<G>>; 2],
    a_is: Side,
    limits: &Limits,
) -> Outcome {
    while game.len() < LONGEST_GAME {
        let position = game[game.len() - 1];
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        if game.iter().filter(|&earlier| *earlier == position).count() >= 3 {
            return Outcome::Draw;
        }
        let player = &mut players[usize::from(position.to_move() != a_is)];
        let report = player.search(&game, limits, &StopFlag::new(), &mut |_| ());
        let Some(mv) = report.ok().and_then(|report| G::Move::from_bits(report.best_move().bits()))
        else {
            return Outcome::Draw;
        };
        game.push(position.after(mv));
    }
    Outcome::Draw
}
