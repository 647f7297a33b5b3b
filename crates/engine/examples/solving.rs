//! Measures the share of positions that are solved, and the speed.
//!
//! ```sh
//! cargo run --release -p cairn-engine --example solving -- greener 22 50 10000ms
//! cargo run --release -p cairn-engine --example solving -- nava 7 50 1000000
//! cargo run --release -p cairn-engine --example solving -- greener 26 20 60000ms 8 1000
//! ```
//!
//! The arguments are the game, the kind of position, the number of positions, the limit of nodes
//! or milliseconds for each, and the number of threads and memory in MiB if they are not the
//! usual. In a game that ends soon the kind is the number of stacks
//! left, in the others the number of plies before the end of a game. The games are random, but
//! nobody misses a win or allows one needlessly.

#[path = "../tests/support/mod.rs"]
mod support;

use std::env;
use std::error::Error;

use cairn_engine::games::ProofBounds;
use cairn_engine::solver::{Solution, solve};
use cairn_engine::{EngineOptions, Limits, StopFlag, Wdl};
use cairn_games::random::Random;
use cairn_games::{AnyPosition, GameId, History, Outcome, with_game};
use support::{limits, stacks};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [game, which, count, limit, more @ ..] = &arguments[..] else {
        return Err("give the game, which positions, their number, nodes or milliseconds".into());
    };
    let mut options = EngineOptions::default();
    if let [threads, ..] = more {
        options.threads = threads.parse()?;
    }
    if let [_, memory, ..] = more {
        options.hash_mb = memory.parse()?;
    }
    let (game, which, limits) = (GameId::named(game)?, which.parse()?, limits(limit)?);
    let solutions: Vec<_> = (0..)
        .filter_map(|seed| with_game!(game, G => sample::<G>(seed, which)))
        .take(count.parse()?)
        .map(|position| run(position, &limits, &options))
        .collect();
    tell(&solutions);
    Ok(())
}

/// Games that last longer are left out: they are not near their end.
const LONGEST_GAME: usize = 1000;

/// Returns a position from a random game: with `which` stacks in a game that ends soon, in
/// others `which` plies before the end.
fn sample<G: ProofBounds + Into<AnyPosition>>(seed: u64, which: usize) -> Option<AnyPosition> {
    let mut random = Random::new(seed);
    let mut position = G::shuffled(seed).unwrap_or_else(G::start);
    let mut game = vec![position];
    while position.outcome().is_none() && game.len() < LONGEST_GAME {
        let mv = position.winning_move().or_else(|| careful_move(&position, &mut random))?;
        position.play_unchecked(mv);
        game.push(position);
    }
    position.outcome()?;
    let wanted = if G::ENDS_SOON {
        game.iter().position(|position| stacks(&(*position).into()) == which)?
    } else {
        game.len().checked_sub(which + 1)?
    };
    Some(game[wanted].into())
}

/// A random move by which the other side neither wins nor can win at once, if there is
/// one.
fn careful_move<G: ProofBounds>(position: &G, random: &mut Random) -> Option<G::Move> {
    let mut moves = position.moves();
    random.shuffle(&mut moves);
    let lost = Some(Outcome::Win(position.to_move().other()));
    let is_safe = |mv: &G::Move| {
        let next = position.after(*mv);
        next.outcome() != lost && next.winning_move().is_none()
    };
    moves.iter().copied().find(is_safe).or_else(|| moves.first().copied())
}

fn run(position: AnyPosition, limits: &Limits, options: &EngineOptions) -> Solution {
    solve(&History::new(position), limits, options, &StopFlag::new(), &mut |_| {})
}

fn tell(solutions: &[Solution]) {
    let solved: Vec<_> = solutions.iter().filter(|s| s.value.is_some()).collect();
    let worth = |value| solved.iter().filter(|s| s.value == Some(value)).count();
    println!(
        "{} positions, {} solved: {} wins, {} losses, {} draws; {} shortest, longest {} plies",
        solutions.len(),
        solved.len(),
        worth(Wdl::Win),
        worth(Wdl::Loss),
        worth(Wdl::Draw),
        solved.iter().filter(|s| s.is_shortest).count(),
        solved.iter().filter_map(|s| s.distance).max().unwrap_or(0),
    );
    tell_spread("thousand nodes", solutions.iter().map(|s| s.nodes as f64 / 1e3).collect());
    tell_spread("milliseconds", solutions.iter().map(|s| s.elapsed.as_secs_f64() * 1e3).collect());
}

fn tell_spread(what: &str, mut numbers: Vec<f64>) {
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len().saturating_sub(1);
    let at = |share: f64| numbers.get((last as f64 * share) as usize).copied().unwrap_or(0.0);
    let all: f64 = numbers.iter().sum();
    println!(
        "{what}: median {:.1}, 90 % {:.1}, most {:.1}, all {all:.1}",
        at(0.5),
        at(0.9),
        at(1.0)
    );
}
