//! Measures of a position in which one side can be ahead: pieces, stacks, points, choice.

use cairn_games::{AnyPosition, History, Look, Outcome, Shape, Side};
use serde::{Deserialize, Serialize};

use super::drama::GameCourse;
use super::estimate::Estimate;

/// Shares of a game after which measures are taken.
pub(super) const PHASES: [f64; 3] = [0.25, 0.5, 0.75];

/// Name of the measure that is the engine's opinion rather than something on the board.
pub(super) const EVALUATION_MEASURE: &str = "evaluation by the engine";

/// Connection between being ahead in something and winning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeadReport {
    /// Name of the measure, such as "stacks held".
    pub measure: String,
    /// One entry after a quarter, a half and three quarters of the game.
    pub phases: Vec<LeadPhase>,
}

/// Connection between being ahead and winning at a certain time of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeadPhase {
    /// Share of games in which one side is ahead.
    pub ahead: Option<Estimate>,
    /// Share of those that were decided in which that side won.
    pub wins: Option<Estimate>,
}

/// A game with all that is computed from it.
pub(super) struct AnalysedGame {
    pub(super) history: History,
    pub(super) outcome: Outcome,
    /// Number of legal moves in each position in which there was a choice to make.
    pub(super) choices: Vec<u64>,
    pub(super) course: Option<GameCourse>,
}

/// Returns the measures of both sides in a position, always the same ones in a game.
fn measures(position: &AnyPosition) -> Vec<(String, [f64; 2])> {
    let (view, look) = (position.view(), position.game().look());
    let stacks = |side: Side| view.cells.iter().filter(move |cell| cell.owner() == Some(side));
    let both = |count: &dyn Fn(Side) -> usize| Side::BOTH.map(|side| count(side) as f64);
    let mut found = vec![
        ("stacks held".to_owned(), both(&|side| stacks(side).count())),
        (
            "pieces in stacks held".to_owned(),
            both(&|side| stacks(side).map(|cell| cell.stack.len()).sum()),
        ),
        (
            "tallest stack".to_owned(),
            both(&|side| stacks(side).map(|cell| cell.stack.len()).max().unwrap_or(0)),
        ),
        (
            "own pieces under an opponent's".to_owned(),
            both(&|side| {
                let owned = |cell: &cairn_games::CellView| {
                    cell.stack.iter().filter(|piece| piece.owner == Some(side)).count()
                };
                stacks(side.other()).map(owned).sum()
            }),
        ),
    ];
    for (shape, name) in shapes(look) {
        let of_side = |side: Side| {
            let pieces = view.cells.iter().flat_map(|cell| &cell.stack);
            pieces.filter(|piece| piece.owner == Some(side) && piece.shape == shape).count()
        };
        found.push((format!("{name} on the board"), both(&of_side)));
    }
    if look.homes.iter().any(|cells| !cells.is_empty()) {
        let inside = |side: Side| {
            let homes = look.homes[side.other().index()];
            homes.iter().filter(|cell| view.cells[**cell].owner() == Some(side)).count()
        };
        found.push(("stacks in the opponent's home".to_owned(), both(&inside)));
    }
    if let Some((name, counts)) = view.hands {
        found.push((format!("{name} in hand"), counts.map(f64::from)));
    }
    if let Some((name, counts)) = view.points {
        found.push((format!("points ({name})"), counts.map(f64::from)));
    }
    found
}

/// Returns the shapes of pieces in a game with the words for them.
fn shapes(look: &Look) -> Vec<(Shape, &'static str)> {
    let mut shapes: Vec<(Shape, &'static str)> = Vec::new();
    for (_, shape) in look.shapes {
        let name = match shape {
            Shape::Disc => "discs",
            Shape::Cube => "cubes",
            Shape::Ring => "rings",
            Shape::Ball => "balls",
            Shape::Pyramid => "pyramids",
            Shape::Hexagon => "pieces",
        };
        if !shapes.iter().any(|(known, _)| known == shape) {
            shapes.push((*shape, name));
        }
    }
    shapes
}

/// Returns the measures of a game after this many plies, with the choice of moves and the
/// evaluation, which need more than the position.
fn measures_of_game(game: &AnalysedGame, ply: usize) -> Vec<(String, [f64; 2])> {
    let mut found = measures(&game.history.positions()[ply]);
    let to_move = game.history.positions()[ply].to_move();
    let mut choice = [0.0; 2];
    choice[to_move.index()] = game.choices[ply] as f64;
    choice[to_move.other().index()] = game.choices[ply - 1] as f64;
    found.push(("moves to choose from".to_owned(), choice));
    if let Some(course) = &game.course {
        let expected = Side::BOTH.map(|side| course.expectation(ply, side).unwrap_or(0.5));
        found.push((EVALUATION_MEASURE.to_owned(), expected));
    }
    found
}

/// Returns the connection between being ahead and winning, for all measures in which somebody
/// ever is. Each game counts once per phase, so that games are independent.
pub(super) fn leads(games: &[AnalysedGame]) -> Vec<LeadReport> {
    let mut reports: Vec<LeadReport> = Vec::new();
    for (phase, share) in PHASES.into_iter().enumerate() {
        // Name, number of games ahead, of decided ones, of those won.
        let mut counts: Vec<(String, [usize; 3])> = Vec::new();
        let mut total = 0;
        for game in games {
            let ply = (share * game.history.moves().len() as f64).round() as usize;
            if ply == 0 || ply >= game.choices.len() {
                continue;
            }
            total += 1;
            for (index, (name, [first, second])) in
                measures_of_game(game, ply).into_iter().enumerate()
            {
                if counts.len() <= index {
                    counts.push((name, [0; 3]));
                }
                if first == second {
                    continue;
                }
                let leader = if first > second { Side::First } else { Side::Second };
                let [ahead, decided, won] = &mut counts[index].1;
                *ahead += 1;
                if let Outcome::Win(winner) = game.outcome {
                    *decided += 1;
                    *won += usize::from(winner == leader);
                }
            }
        }
        for (index, (measure, [ahead, decided, won])) in counts.into_iter().enumerate() {
            if reports.len() <= index {
                reports.push(LeadReport { measure, phases: Vec::new() });
            }
            reports[index].phases.resize(phase, LeadPhase { ahead: None, wins: None });
            reports[index].phases.push(LeadPhase {
                ahead: Estimate::share(ahead as f64, total),
                wins: Estimate::share(won as f64, decided),
            });
        }
    }
    reports.retain(|report| report.phases.iter().any(|phase| phase.wins.is_some()));
    reports
}
