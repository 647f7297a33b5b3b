//! Nanoseconds of the parts.
use cairn_engine::eval::*;
use cairn_games::{Features, Game, GameId, Hints, random::Random, with_game};
use std::{hint::black_box, ops::ControlFlow};

fn positions<G: Hints>() -> Vec<G> {
    let mut all = vec![];
    for number in 0..20 {
        let mut random = Random::new(number);
        let mut position = G::shuffled(number).unwrap_or_else(G::start);
        for _ in 0..40 {
            let mut moves = vec![];
            let _ = position.visit_candidates(6, |mv| {
                moves.push(mv);
                ControlFlow::<()>::Continue(())
            });
            let Some(&mv) = random.pick(&moves) else { break };
            all.push(position);
            position.play_unchecked(mv);
        }
    }
    all
}
fn time<T>(name: &str, all: &[T], mut f: impl FnMut(&T)) {
    if std::env::args().nth(2).is_some_and(|o| o != name) {
        return;
    }
    let began = cpu();
    let mut n = 0;
    while cpu() - began < 100e6 {
        for p in all {
            f(p);
        }
        n += all.len();
    }
    println!("  {name} {:.0} ns", (cpu() - began) / n as f64);
}
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    stat.split(' ').next().unwrap().parse().unwrap()
}
fn main() {
    let only = std::env::args().nth(1);
    for id in GameId::rule_sets() {
        if only.as_deref().is_some_and(|o| o != id.name()) {
            continue;
        }
        with_game!(id, G => {
            let all = positions::<G>();
            println!("{id} {} positions, {} features", all.len(), G::COUNT);
            let linear = Linear::<G>::new(&Weights::zero(G::info().name, G::COUNT)).unwrap();
            time("evaluate", &all, |p| { black_box(linear.evaluate(p)); });
            let mut count = 0u64;
            time("outcome", &all, |p| { black_box(p.outcome()); });
            time("candidates 24", &all, |p| { let _ = black_box(p.visit_candidates(24, |_| { count += 1; ControlFlow::<()>::Continue(()) })); });
            time("play first", &all, |p| { let _ = black_box(p.visit_candidates(24, |mv| ControlFlow::Break(p.after(mv)))); });
            time("count", &all, |p| { black_box(p.count_moves()); });
        let moves: Vec<_> = all.iter().map(|p| (*p, p.moves()[0])).collect();
            time("play", &moves, |(p, mv)| { black_box(p.after(*mv)); });
        });
    }
}
