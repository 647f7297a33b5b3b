//! Guarantees of every level in every game.

use std::time::{Duration, Instant};

use cairn_engine::levels::{self, Level};
use cairn_engine::{EngineOptions, Limits, StopFlag};
use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, GameId, History, Outcome};

/// Positions from random games.
fn histories(game: GameId, count: usize) -> Vec<History> {
    let mut chance = Random::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut history = History::new(game.start());
        let plies = chance.below(40);
        for _ in 0..plies {
            let Some(&mv) = chance.pick(&history.position().moves()) else { break };
            history.play(mv).unwrap();
            if history.outcome().is_some() {
                history.undo();
                break;
            }
        }
        found.push(history);
    }
    found
}

fn choice(level: u8, seed: u64, history: &History) -> AnyMove {
    let options = EngineOptions { seed, ..EngineOptions::default() };
    let mut bot = levels::bot(Level::new(level).unwrap(), &options);
    let report = bot.search(history, &Limits::nodes(2_000), &StopFlag::new(), &mut |_| {});
    report.unwrap().best_move()
}

fn after(position: &AnyPosition, mv: AnyMove) -> AnyPosition {
    let mut after = *position;
    after.play(mv).unwrap();
    after
}

fn wins(position: &AnyPosition, mv: AnyMove) -> bool {
    after(position, mv).outcome() == Some(Outcome::Win(position.to_move()))
}

/// Whether a move loses by itself or lets the opponent win at once.
fn hangs(position: &AnyPosition, mv: AnyMove) -> bool {
    let next = after(position, mv);
    match next.outcome() {
        Some(outcome) => outcome == Outcome::Win(next.to_move()),
        None => next.moves().into_iter().any(|answer| wins(&next, answer)),
    }
}

#[test]
fn a_win_in_one_is_never_missed_from_level_two_up() {
    for game in GameId::rule_sets() {
        for history in histories(game, 30) {
            let position = history.position();
            if position.moves().into_iter().any(|mv| wins(position, mv)) {
                for level in [2, 3, 5, 9, 10] {
                    let mv = choice(level, 1, &history);
                    assert!(wins(position, mv), "{game} level {level}: {}", position.to_text());
                }
            }
        }
    }
}

#[test]
fn a_game_is_never_hung_from_level_three_up() {
    for game in GameId::rule_sets() {
        for history in histories(game, 15) {
            let position = history.position();
            for level in [3, 4, 5, 7, 9] {
                let mv = choice(level, 2, &history);
                if hangs(position, mv) {
                    // Many moves times many answers; enough of them to be sure.
                    let others = position.moves();
                    let step = (others.len() / 100).max(1);
                    let is_lost = others.iter().step_by(step).all(|&other| hangs(position, other));
                    assert!(is_lost, "{game} level {level}: {}", position.to_text());
                }
            }
        }
    }
}

#[test]
fn levels_are_quick_and_repeat_themselves() {
    for game in GameId::rule_sets() {
        let history = History::new(game.start());
        for level in 1..=9 {
            let began = Instant::now();
            let mv = choice(level, 3, &history);
            // Generous, because tests are not optimised and run side by side.
            assert!(began.elapsed() < Duration::from_secs(3), "{game} {level}");
            assert_eq!(mv, choice(level, 3, &history), "{game} {level}");
            assert!(position_has(&history, mv));
        }
    }
}

fn position_has(history: &History, mv: AnyMove) -> bool {
    history.position().moves().contains(&mv)
}
