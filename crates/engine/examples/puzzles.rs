//! Makes puzzles, and counts those that the engine solves.
//!
//! ```text
//! puzzles make GAME COUNT                  lines for tests/data/puzzles.txt
//! puzzles solve GAME NODES [simple|NET]    with the built-in net or another evaluation
//! ```

#[path = "../tests/support/mod.rs"]
mod support;

use std::error::Error;
use std::ops::ControlFlow;

use cairn_engine::eval::EvaluationSource;
use cairn_engine::selfplay::{SelfplayGame, SelfplayOptions, play};
use cairn_engine::solver::solve;
use cairn_engine::{EngineOptions, Limits, Score, StopFlag};
use cairn_games::{AnyPosition, Game, GameId, GameMove, History, read_position, with_game};
use support::{PROOF_NODES, Puzzle, evaluation, puzzles};

/// Fewest plies to the win of a puzzle.
const FEWEST_PLIES: u32 = 3;

/// Node limit within which a puzzle is too easy.
const TOO_EASY: u64 = 300;

/// Number of positions tried per game, the last ones first.
const TRIED: usize = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["make", game, number] => make(GameId::named(game)?, number.parse()?),
        ["solve", game, nodes, ref rest @ ..] => {
            let id = GameId::named(game)?;
            count(id, nodes.parse()?, &evaluation(rest, id)?)
        }
        _ => Err("see the head of the file for how to use this".into()),
    }
}

fn count(id: GameId, nodes: u64, evaluation: &EvaluationSource) -> Result<(), Box<dyn Error>> {
    let all = puzzles(id);
    let mut solved = 0;
    for puzzle in &all {
        solved += usize::from(puzzle.is_solved(evaluation, nodes)?);
    }
    println!("{id}: {solved} of {} with {nodes} positions each", all.len());
    Ok(())
}

/// Prints puzzles from quick games of the engine against itself, at most one per game.
fn make(id: GameId, wanted: u64) -> Result<(), Box<dyn Error>> {
    let options = SelfplayOptions { nodes: 300, seed: 99, ..SelfplayOptions::default() };
    let mut found = 0;
    let mut take = |game: &SelfplayGame, _| {
        if let Some((puzzle, text)) = last_puzzle(id, game) {
            println!("{id} {} {text}", puzzle.plies);
            found += 1;
        }
        if found < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    Ok(play(id, &EvaluationSource::Simple, &options, &StopFlag::new(), &mut take)?)
}

/// The last position of a game that is a puzzle, and its text.
fn last_puzzle(id: GameId, game: &SelfplayGame) -> Option<(Puzzle, String)> {
    let start = read_position(&[id], &game.start).ok()?;
    with_game!(id, G => {
        let mut position = G::try_from(start).ok()?;
        let mut open = Vec::new();
        for ply in &game.plies {
            if matches!(ply.score, Some(Score::Value(_))) {
                open.push(position.into());
            }
            position.play_unchecked(<G as Game>::Move::from_bits(ply.bits)?);
        }
        let found = open.into_iter().rev().take(TRIED).find_map(puzzle)?;
        Some((found, found.position.to_text()))
    })
}

fn puzzle(position: AnyPosition) -> Option<Puzzle> {
    let options = EngineOptions { hash_mb: 16, ..EngineOptions::default() };
    let history = History::new(position);
    let solution =
        solve(&history, &Limits::nodes(PROOF_NODES), &options, &StopFlag::new(), &mut |_| ());
    let Some(Score::Win(plies)) = solution.score() else { return None };
    let puzzle = Puzzle { position, plies };
    let is_easy = puzzle.is_solved(&EvaluationSource::Simple, TOO_EASY).ok()?;
    (plies >= FEWEST_PLIES && !is_easy).then_some(puzzle)
}
