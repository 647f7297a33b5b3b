//! Where in the list of candidates is the move that a wide search likes best?
use cairn_engine::{Limits, Options, StopFlag, eval::*, search::*};
use cairn_games::{
    Game, GameMove, Hints, Notation, glaisher::GlaisherStandard as G, random::Random,
};
use std::ops::ControlFlow;
fn main() {
    let nodes: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let tuning =
        Tuning { width: Some(Width { base: 24, per_depth: 0, at_root: 256 }), ..Tuning::default() };
    let mut s = Searcher::<G, _>::with_tuning(
        Linear::<G>::built_in().unwrap(),
        Options { hash_mb: 16, ..Options::default() },
        tuning,
    );
    let mut ranks = vec![];
    for number in 0..14 {
        let mut random = Random::new(number);
        let mut line = vec![G::start()];
        loop {
            let p = *line.last().unwrap();
            if p.outcome().is_some() {
                break;
            }
            let mut moves = vec![];
            let _ = p.visit_candidates(256, |mv| {
                moves.push(mv);
                ControlFlow::<()>::Continue(())
            });
            if line.len() <= 2 {
                line.push(p.after(*random.pick(&moves[..moves.len().min(60)]).unwrap()));
                continue;
            }
            let r = s.think(&line, &Limits::nodes(nodes), &StopFlag::new(), &mut |_| ()).unwrap();
            let mv = <G as Game>::Move::from_bits(r.best_move().bits()).unwrap();
            let rank = moves.iter().position(|m| *m == mv).unwrap_or(999);
            let ply = line.len();
            ranks.push(rank);
            if number < 3 {
                println!(
                    "{ply} rank {rank} of {} depth {} {} {} best-ranked {}  {}",
                    moves.len(),
                    r.depth,
                    r.score(),
                    p.write_move(mv),
                    p.write_move(moves[0]),
                    p.to_text()
                );
            }
            line.push(p.after(mv));
        }
    }
    ranks.sort_unstable();
    println!(
        "{} positions; quantiles 25% {} 50% {} 75% {} 90% {}",
        ranks.len(),
        ranks[ranks.len() / 4],
        ranks[ranks.len() / 2],
        ranks[ranks.len() * 3 / 4],
        ranks[ranks.len() * 9 / 10]
    );
}
