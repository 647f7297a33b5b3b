//! duel GAME MS PAIRS A B, where A and B are `none` or `base,per,root[,weightsfile]`
use cairn_engine::{Limits, Options, StopFlag, eval::*, search::*};
use cairn_games::{Features, Game, GameId, GameMove, Hints, Outcome, random::Random, with_game};
use std::{ops::ControlFlow, time::Duration};

fn spec<G: Features + Hints>(text: &str) -> Searcher<G, Linear<G>> {
    let parts: Vec<_> = text.split(',').collect();
    let width = (parts[0] != "none").then(|| Width {
        base: parts[0].parse().unwrap(),
        per_depth: parts[1].parse().unwrap(),
        at_root: parts[2].parse().unwrap(),
    });
    let file = parts.iter().find(|p| p.ends_with("txt"));
    let linear = match file {
        Some(f) => Linear::new(&Weights::read(&std::fs::read(f).unwrap()).unwrap()).unwrap(),
        None => Linear::built_in().unwrap(),
    };
    Searcher::with_tuning(
        linear,
        Options { hash_mb: 16, ..Options::default() },
        Tuning { width, ..Tuning::default() },
    )
}
fn game<G: Features + Hints>(
    a: &mut Searcher<G, Linear<G>>,
    b: &mut Searcher<G, Linear<G>>,
    start: &[G],
    limits: &Limits,
    depths: &mut [(u64, u64, u64); 2],
) -> f64 {
    a.clear();
    b.clear();
    let mut line = start.to_vec();
    let first = line.last().unwrap().to_move();
    loop {
        let now = *line.last().unwrap();
        if let Some(outcome) = now.outcome() {
            return match outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(s) => f64::from(u8::from(s == first)),
            };
        }
        if line.len() > 300 || line.iter().filter(|p| **p == now).count() >= 3 {
            return 0.5;
        }
        let which = usize::from(now.to_move() != first);
        let s = if which == 0 { &mut *a } else { &mut *b };
        let r = s.think(&line, limits, &StopFlag::new(), &mut |_| ()).unwrap();
        depths[which].0 += 1;
        depths[which].1 += u64::from(r.depth);
        depths[which].2 += r.nodes;
        line.push(now.after(G::Move::from_bits(r.best_move().bits()).unwrap()));
    }
}
fn main() {
    let args: Vec<_> = std::env::args().collect();
    let id = GameId::named(&args[1]).unwrap();
    let limits = match args[2].strip_suffix("n") {
        Some(n) => Limits::nodes(n.parse().unwrap()),
        None => Limits::time(Duration::from_millis(args[2].parse().unwrap())),
    };
    let pairs: u64 = args[3].parse().unwrap();
    with_game!(id, G => {
        let (mut a, mut b) = (spec::<G>(&args[4]), spec::<G>(&args[5]));
        let (mut sum, mut sq, mut n) = (0.0, 0.0, 0.0);
        let mut depths = [(0, 0, 0); 2];
        for number in 0..pairs {
            let mut random = Random::new(number + 1000);
            let mut line = vec![G::shuffled(number).unwrap_or_else(G::start)];
            for _ in 0..4 {
                let mut moves = vec![];
                let _ = line.last().unwrap().visit_candidates(24, |mv| { moves.push(mv); ControlFlow::<()>::Continue(()) });
                let Some(&mv) = random.pick(&moves) else { break };
                line.push(line.last().unwrap().after(mv));
            }
            let mut other = [(0, 0, 0); 2];
            let s = (game(&mut a, &mut b, &line, &limits, &mut depths) + 1.0 - game(&mut b, &mut a, &line, &limits, &mut other)) / 2.0;
            for i in 0..2 { depths[i].0 += other[1 - i].0; depths[i].1 += other[1 - i].1; depths[i].2 += other[1 - i].2; }
            sum += s; sq += s * s; n += 1.0;
        }
        let mean: f64 = sum / n;
        let se = ((sq / n - mean * mean) / (n - 1.0)).sqrt();
        println!("{} {} vs {}: {:.3} +- {:.3} over {} pairs; elo {:.0}; mean depth and nodes {:?}", id, args[4], args[5], mean, se, n,
            400.0 * (mean / (1.0 - mean)).log10(), depths.map(|(c, d, n)| (d as f64 / c as f64, n / c)));
    });
}
