//! How far and how fast positions are solved.
//!
//! ```sh
//! cargo run --release -p cairn-engine --example solving -- greener 22 50 10000
//! cargo run --release -p cairn-engine --example solving -- nava 12 50 1000
//! ```
//!
//! The arguments are the game, which positions, how many of them, and the most
//! milliseconds for each. In a game that ends soon the second one is how many moves are
//! left if nobody passes (in Greener one fewer than stacks); in the others it is how
//! many plies before the end of a game the position is taken.

use std::env;
use std::time::Duration;

use cairn_engine::solver::{Solution, solve};
use cairn_engine::{Limits, Options, StopFlag};
use cairn_games::random::Random;
use cairn_games::{AnyPosition, Certainty, GameId, History, with_game};

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let [game, which, count, millis] = &args[..] else {
        panic!("four arguments: game, which positions, how many, milliseconds");
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let game = GameId::named(game).expect("a game");
    let (which, count) = (number(which), number(count));
    let limits = Limits::time(Duration::from_millis(number(millis)));
    let solutions: Vec<_> = (0..count)
        .filter_map(|seed| with_game!(game, G => sample::<G>(seed, which as usize)))
        .map(|position| run(position, &limits))
        .collect();
    tell(&solutions);
}

/// A position from a random game: of a game that ends soon with so many stacks, of
/// others so many plies before the end.
fn sample<G: Certainty + Into<AnyPosition>>(seed: u64, which: usize) -> Option<AnyPosition> {
    let mut random = Random::new(seed);
    let mut position = G::shuffled(seed).unwrap_or_else(G::start);
    let mut game = vec![position];
    while position.outcome().is_none() && game.len() < 400 {
        // Nobody misses a win.
        let mv = position.winning_move().or_else(|| random.pick(&position.moves()).copied())?;
        position.play_unchecked(mv);
        game.push(position);
    }
    let wanted = if G::ENDS_SOON {
        game.iter().position(|position| stacks(&(*position).into()) == which)?
    } else {
        game.len().checked_sub(which + 1)?
    };
    Some(game[wanted].into())
}

fn stacks(position: &AnyPosition) -> usize {
    position.to_diagram().stacks.iter().filter(|stack| !stack.is_empty()).count()
}

fn run(position: AnyPosition, limits: &Limits) -> Solution {
    solve(&History::new(position), limits, &Options::default(), &StopFlag::new(), &mut |_| {})
}

fn tell(solutions: &[Solution]) {
    let count = solutions.len();
    let mut times: Vec<_> = solutions.iter().map(|s| s.elapsed.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    let solved: Vec<_> = solutions.iter().filter(|s| s.value.is_some()).collect();
    let nodes: u64 = solutions.iter().map(|s| s.nodes).sum();
    let shortest = solved.iter().filter(|s| s.is_shortest).count();
    let longest = solved.iter().filter_map(|s| s.distance).max().unwrap_or(0);
    let mut words: Vec<_> = solved.iter().filter_map(|s| s.value).map(|v| v.word()).collect();
    words.sort_unstable();
    let of = |word| words.iter().filter(|&&w| w == word).count();
    println!(
        "{count} positions, {} solved ({} wins, {} losses, {} draws; {shortest} shortest; longest {longest})",
        solved.len(),
        of("win"),
        of("loss"),
        of("draw"),
    );
    let at = |share: f64| times[((count - 1) as f64 * share) as usize];
    println!(
        "seconds: median {:.3}, 90% {:.3}, most {:.3}; {} within 1 s; {:.1} M nodes, {:.2} M a second",
        at(0.5),
        at(0.9),
        at(1.0),
        times.iter().filter(|&&t| t < 1.0).count(),
        nodes as f64 / 1e6,
        nodes as f64 / 1e6 / times.iter().sum::<f64>(),
    );
}
