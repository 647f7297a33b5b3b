//! Counts the solved positions in which the engine's move preserves the value.
//!
//! ```text
//! perfect GAME STACKS COUNT LIMIT [simple|NET]    positions with this many stacks
//! perfect list LIMIT [simple|NET]                 positions of tests/data/solved.txt
//! perfect make GAME STACKS COUNT                  lines for tests/data/solved.txt
//! ```
//!
//! For games that end soon. The positions come from quick games of the engine against itself
//! and are won or drawn for the side to move. A limit is a time such as `100ms` or a number of
//! nodes. The variable `THREADS` is the number of threads, 1 if there is none. The count for
//! random moves is printed for comparison.

#[path = "../tests/support/mod.rs"]
mod support;

use std::error::Error;
use std::ops::ControlFlow;

use cairn_engine::eval::EvaluationSource;
use cairn_engine::games::ProofBounds;
use cairn_engine::selfplay::{SelfplayGame, SelfplayOptions, play};
use cairn_engine::{EngineOptions, Limits, StopFlag, Wdl};
use cairn_games::{AnyPosition, Game, GameId, GameMove, read_position, with_game};
use support::{Solved, evaluation, limits, solved_positions, stacks};

/// Node limit within which a position counts as easy.
const EASY: u64 = 300;

/// Number of games after which the search for positions ends.
const MOST_GAMES: u32 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["make", game, stacks, count] => {
            make(GameId::named(game)?, stacks.parse()?, count.parse()?)
        }
        ["list", limit, ref rest @ ..] => {
            let positions = solved_positions();
            let id = positions.first().ok_or("the list is empty")?.position.game();
            go_through(&positions, &limits(limit)?, &options(rest, id)?)
        }
        [game, stacks, count, limit, ref rest @ ..] => {
            let id = GameId::named(game)?;
            let options = options(rest, id)?;
            measure(id, stacks.parse()?, count.parse()?, &limits(limit)?, &options)
        }
        _ => Err("see the head of the file for how to use this".into()),
    }
}

/// Returns the options of the engine for the last arguments and the environment.
fn options(words: &[&str], game: GameId) -> Result<EngineOptions, Box<dyn Error>> {
    let threads = std::env::var("THREADS").map_or(Ok(1), |threads| threads.parse())?;
    let evaluation = evaluation(words, game)?;
    Ok(EngineOptions { threads, evaluation, ..EngineOptions::default() })
}

fn go_through(
    positions: &[Solved],
    limits: &Limits,
    options: &EngineOptions,
) -> Result<(), Box<dyn Error>> {
    let mut kept = 0;
    for solved in positions {
        if solved.is_kept(options, limits)? {
            kept += 1;
        } else {
            println!("given away: {}", solved.position.to_text());
        }
    }
    println!("{kept} of {} kept", positions.len());
    Ok(())
}

fn measure(
    id: GameId,
    stacks: usize,
    count: usize,
    limits: &Limits,
    options: &EngineOptions,
) -> Result<(), Box<dyn Error>> {
    let (mut seen, mut kept, mut by_chance) = (0, 0, 0);
    let mut failed = None;
    visit_positions(id, stacks, |solved| {
        match solved.is_kept(options, limits) {
            Ok(true) => kept += 1,
            Ok(false) => println!("given away: {}", solved.position.to_text()),
            Err(error) => failed = Some(error),
        }
        by_chance += usize::from(solved.is_kept_by_chance(seen as u64));
        seen += 1;
        seen < count && failed.is_none()
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    println!("{id}, {stacks} stacks: {kept} of {seen} kept; {by_chance} by a random move");
    Ok(())
}

fn make(id: GameId, stacks: usize, count: usize) -> Result<(), Box<dyn Error>> {
    let evaluation = EvaluationSource::Simple;
    let simple = EngineOptions { evaluation, ..EngineOptions::default() };
    let mut found = 0;
    let mut failed = None;
    visit_positions(id, stacks, |solved| {
        match solved.is_kept(&simple, &Limits::nodes(EASY)) {
            Ok(true) => {}
            Ok(false) => {
                let points = if solved.value == Wdl::Win { 2 } else { 1 };
                println!("{id} {points} {}", solved.position.to_text());
                found += 1;
            }
            Err(error) => failed = Some(error),
        }
        found < count && failed.is_none()
    })?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Shows positions that are not lost, one per game, as long as more are wanted.
fn visit_positions(
    id: GameId,
    stacks: usize,
    mut wants_more: impl FnMut(&Solved) -> bool,
) -> Result<(), Box<dyn Error>> {
    let options = SelfplayOptions { nodes: 1_000, seed: 24, ..SelfplayOptions::default() };
    let mut games = 0;
    if !with_game!(id, G => <G as ProofBounds>::ENDS_SOON) {
        return Err(format!("{id} does not end soon enough to be solved").into());
    }
    let mut take = |game: &SelfplayGame, _| {
        let solved = position_with(id, game, stacks)
            .and_then(Solved::new)
            .filter(|solved| solved.value != Wdl::Loss);
        games += 1;
        let is_enough = solved.is_some_and(|solved| !wants_more(&solved));
        if is_enough || games == MOST_GAMES {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    Ok(play(id, &EvaluationSource::BuiltIn, &options, &StopFlag::new(), &mut take)?)
}

/// Returns the first position of a game with this many stacks.
fn position_with(id: GameId, game: &SelfplayGame, wanted: usize) -> Option<AnyPosition> {
    let start = read_position(&[id], &game.start).ok()?;
    with_game!(id, G => {
        let mut position = G::try_from(start).ok()?;
        for ply in &game.plies {
            let any = AnyPosition::from(position);
            if stacks(&any) == wanted {
                return Some(any);
            }
            position.play_unchecked(<G as Game>::Move::from_bits(ply.bits)?);
        }
        None
    })
}
