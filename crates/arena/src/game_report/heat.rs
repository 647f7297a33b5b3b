//! Heat maps: how much each cell of the board is used.

use cairn_games::{Pick, Side};
use serde::{Deserialize, Serialize};

use super::estimate::{Estimate, rounded};
use super::measures::AnalysedGame;

/// Use of each cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeatMap {
    /// Description of the numbers, such as "Moves that use the cell".
    pub title: String,
    /// Share for each cell, in the order of the cells.
    pub cells: Vec<f64>,
    /// Half the width of the widest 95 % interval of a cell.
    pub half_width: f64,
}

impl HeatMap {
    /// Averages the shares of each cell over games.
    fn new(title: String, games: &[Vec<f64>]) -> Option<Self> {
        let cells = games.first()?.len();
        let estimate = |cell: usize| {
            let values: Vec<f64> = games.iter().map(|shares| shares[cell]).collect();
            Estimate::mean_share(&values)
        };
        let estimates: Option<Vec<_>> = (0..cells).map(estimate).collect();
        let estimates = estimates?;
        let widest = estimates.iter().map(|one| (one.high - one.low) / 2.0).fold(0.0, f64::max);
        Some(Self {
            title,
            cells: estimates.iter().map(|one| one.value).collect(),
            half_width: rounded(widest),
        })
    }
}

/// Returns the heat maps of games: the cells that moves use, and those that each side holds.
pub(super) fn heat_maps(games: &[AnalysedGame]) -> Vec<HeatMap> {
    let Some(first) = games.first() else { return Vec::new() };
    let info = first.history.start().info();
    let cells = info.board.cells();
    let used: Vec<_> = games.iter().map(|game| moves_using(game, cells)).collect();
    let mut maps = vec![HeatMap::new("Moves that use the cell".to_owned(), &used)];
    for side in Side::BOTH {
        let held: Vec<_> = games.iter().map(|game| time_held(game, side, cells)).collect();
        let title = format!("Time with a stack of {}", info.side_name(side));
        maps.push(HeatMap::new(title, &held));
    }
    maps.into_iter().flatten().collect()
}

/// Returns the share of the moves of a game in which each cell is picked.
fn moves_using(game: &AnalysedGame, cells: usize) -> Vec<f64> {
    let mut counts = vec![0_u32; cells];
    for (position, &mv) in game.history.positions().iter().zip(game.history.moves()) {
        let steps = position.steps(mv).unwrap_or_default();
        let mut picked: Vec<usize> = steps
            .iter()
            .flat_map(|step| &step.picks)
            .filter_map(|pick| if let Pick::Cell(cell) = pick { Some(*cell) } else { None })
            .collect();
        picked.sort_unstable();
        picked.dedup();
        picked.into_iter().for_each(|cell| counts[cell] += 1);
    }
    shares(&counts, game.history.moves().len())
}

/// Returns the share of the positions of a game in which a side has the top piece of each cell.
fn time_held(game: &AnalysedGame, side: Side, cells: usize) -> Vec<f64> {
    let info = game.history.start().info();
    let mut counts = vec![0_u32; cells];
    for position in game.history.positions() {
        for (cell, stack) in position.to_diagram().stacks.iter().enumerate() {
            let owner = stack.last().and_then(|letter| info.piece(*letter)?.owner);
            counts[cell] += u32::from(owner == Some(side));
        }
    }
    shares(&counts, game.history.positions().len())
}

fn shares(counts: &[u32], of: usize) -> Vec<f64> {
    counts.iter().map(|count| f64::from(*count) / of.max(1) as f64).collect()
}
