//! `cairn bench`: a checksum of the search, and its speed.

use std::time::Instant;

use cairn_engine::search::bench;

use crate::failure::Failure;
use crate::output::{Output, tell};

/// Searches a fixed list of positions and prints the number of nodes.
pub fn run() -> Result<(), Failure> {
    let began = Instant::now();
    let mut before = began;
    let nodes = bench(&mut |task| {
        let (name, nodes) = (task.game.name(), task.report.nodes);
        let seconds = before.elapsed().as_secs_f64();
        before = Instant::now();
        tell(format!("{name:<18} {nodes:>10} nodes {seconds:>7.2} s"));
    });
    let nodes = nodes.map_err(Failure::input)?;
    let seconds = began.elapsed().as_secs_f64();
    let mut out = Output::new();
    out.line(nodes)?;
    out.flush()?;
    tell(format!("{:.0} nodes per second", nodes as f64 / seconds.max(1e-9)));
    Ok(())
}
