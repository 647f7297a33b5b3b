//! `cairn bench`: has the search changed, and how fast is it?

use cairn_engine::search::bench;

use crate::diagnostic::Failure;
use crate::output::{Output, tell};

/// Searches a fixed list of positions; the number of nodes goes to standard output.
pub fn run() -> Result<(), Failure> {
    let mut seconds = 0.0;
    let nodes = bench(&mut |task| {
        let elapsed = task.report.elapsed.as_secs_f64();
        seconds += elapsed;
        let (name, nodes) = (task.game.name(), task.report.nodes);
        tell(format!("{name:<18} {nodes:>10} nodes {elapsed:>7.2} s"));
    });
    let nodes = nodes.map_err(|error| Failure::Input(error.to_string()))?;
    let mut out = Output::new();
    out.line(nodes)?;
    out.flush()?;
    tell(format!("{:.0} nodes a second", nodes as f64 / seconds.max(1e-9)));
    Ok(())
}
