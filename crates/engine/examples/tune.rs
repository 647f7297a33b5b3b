//! cargo run --release --example tune GAME KEY=VALUE...
use cairn_engine::{StopFlag, eval::Weights, tune::*};
use cairn_games::{Features, Game, GameId, with_game};
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let id = GameId::named(&args.next().unwrap()).unwrap();
    let mut options = TuneOptions { threads: 2, ..Default::default() };
    let mut from = None;
    let mut out = None;
    for arg in args {
        let (key, value) = arg.split_once('=').unwrap();
        match key {
            "generations" => options.generations = value.parse().unwrap(),
            "positions" => options.positions = value.parse().unwrap(),
            "nodes" => options.nodes = value.parse().unwrap(),
            "plies" => options.opening_plies = value.parse().unwrap(),
            "random" => options.random_moves = value.parse().unwrap(),
            "pairs" => options.match_pairs = value.parse().unwrap(),
            "threads" => options.threads = value.parse().unwrap(),
            "seed" => options.seed = value.parse().unwrap(),
            "from" => from = Some(value.to_owned()),
            "out" => out = Some(value.to_owned()),
            _ => panic!("{key}"),
        }
    }
    with_game!(id, G => {
        let start = match from.as_deref() {
            Some("builtin") => Weights::built_in(id.name()).unwrap().unwrap(),
            Some(path) => Weights::read(&std::fs::read(path).unwrap()).unwrap(),
            None => Weights::zero(G::info().name, G::COUNT),
        };
        let began = Instant::now();
        let mut last = Instant::now();
        let weights = tune::<G>(start, &options, &StopFlag::new(), &mut |p| {
            let important = matches!(p.stage, TuneStage::Decided{..} | TuneStage::Fitting{..});
            if important || last.elapsed().as_secs() >= 20 {
                last = Instant::now();
                if let TuneStage::Comparing(r) | TuneStage::Decided { result: r, .. } = p.stage {
                    println!("{:.0?} {:?} {:.3} +- {:.3} elo {:.0}", began.elapsed(), p, r.score(), r.standard_error(), r.elo());
                } else {
                    println!("{:.0?} {:?}", began.elapsed(), p);
                }
            }
        }).unwrap();
        if let Some(out) = out { std::fs::write(out, weights.write()).unwrap(); }
    });
}
