//! Where in the list of candidates is the move that a wide search likes best?
use cairn_engine::{Limits, Options, StopFlag, eval::*, search::*};
use cairn_games::{
    Game, GameMove, Hints, Notation, glaisher::GlaisherStandard as G, random::Random,
};
use std::ops::ControlFlow;
fn main() {
    if let Some(file) = std::env::args().nth(2) {
        let mut ranks = vec![];
        let mut within = [0; 3];
        for row in std::fs::read_to_string(file).unwrap().lines().filter(|r| r.contains(" rank ")) {
            let (mv, text) = row.split_once(" POS ").unwrap();
            let p: G = match cairn_games::read_position(cairn_games::GameId::Glaisher, text).map(|r| r.position) { Ok(cairn_games::AnyPosition::Glaisher(p)) => p, _ => panic!("{text}") };
            let mv = p.read_move(mv.split(' ').nth(7).unwrap()).unwrap();
            let mut moves = vec![];
            let _ = p.visit_candidates(256, |mv| { moves.push(mv); ControlFlow::<()>::Continue(()) });
            if moves.len() < 20 { continue; }
            let rank = moves.iter().position(|m| *m == mv).unwrap_or(999);
            for (i, w) in [20, 40, 80].into_iter().enumerate() { within[i] += u32::from(rank < w); }
            ranks.push(rank);
        }
        ranks.sort_unstable();
        println!("{} positions; quantiles 25% {} 50% {} 75% {} 90% {}; within 20, 40, 80: {:?}", ranks.len(), ranks[ranks.len()/4], ranks[ranks.len()/2], ranks[ranks.len()*3/4], ranks[ranks.len()*9/10], within);
        return;
    }
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
            {
                println!(
                    "{ply} rank {rank} of {} depth {} {:?} {} best-ranked {} POS {}",
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
