//! Random games of the slow rules, written to a file with all legal moves: the tests of the
//! Python package play them through its positions, its arrays and OpenSpiel.

use std::fmt::Write;
use std::path::Path;

use crate::slow::{self, Slow};
use cairn_games::GameId;
use cairn_games::random::Random;

/// Number of games of each rule set and board, and the most moves of one.
const GAMES: u64 = 2;
const MOVES: usize = 60;

#[test]
fn random_games_are_written_for_other_languages() {
    let mut text = String::new();
    for &game in GameId::ALL {
        for number in 0..GAMES {
            let start = if number == 0 { None } else { game.shuffled(number) };
            let start = start.unwrap_or_else(|| game.start()).to_text();
            write_game(game.name(), slow::read(game.name(), &start), number, &mut text);
        }
    }
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("slow-games.txt"), text).unwrap();
}

/// Writes a line for each position: the rule set, the position, the outcome, the move that is
/// played, and all legal moves. A `-` stands for what there is not; a game ends where no move is
/// played. It never gets as far as a draw by repetition, of which the slow rules know nothing.
fn write_game(game: &str, start: Box<dyn Slow>, seed: u64, text: &mut String) {
    let mut random = Random::new(seed);
    let mut position = start;
    let mut reached = vec![position.write()];
    for turn in 0.. {
        let moves = position.moves();
        let next = random.pick(&moves).filter(|_| turn < MOVES);
        let next = next.map(|mv| (mv, position.after(mv)));
        let next = next
            .filter(|(_, after)| reached.iter().filter(|text| **text == after.write()).count() < 2);
        let outcome = match position.outcome() {
            None => "-",
            Some(None) => "draw",
            Some(Some(0)) => "first",
            Some(Some(_)) => "second",
        };
        let played = next.as_ref().map_or("-", |(mv, _)| mv);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{game}\t{}\t{outcome}\t{played}\t{}",
            position.write(),
            moves.join(" ")
        );
        let Some((_, after)) = next else { return };
        reached.push(after.write());
        position = after;
    }
}
