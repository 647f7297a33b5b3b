//! Random games and data files for several test modules.

// Each test binary that includes this module uses only some of it.
#![allow(dead_code)]

use std::path::PathBuf;

use cairn_games::random::Random;
use cairn_games::{AnyPosition, Game, GameId, Notation, read_position};

/// The games that laws are checked for: all of them, or with the feature `test-game` only
/// the one that lives in the tests, which is the last of the registry.
pub fn games_under_test() -> &'static [GameId] {
    let all = GameId::ALL;
    if cfg!(feature = "test-game") { &all[all.len() - 1..] } else { all }
}

/// Most moves of a random game; some would take hundreds.
const LONGEST_GAME: usize = 150;

/// The positions of one random game, the first and the last included. The number gives
/// the set-up, where there is a choice, and the moves. In every fourth game the players
/// make the same move as their opponent where they can: that ends games which random
/// moves hardly ever end, such as that of `mitsudomoe:single`.
pub fn random_game<G: Game>(number: u64) -> Vec<G> {
    let mut random = Random::new(number);
    let shuffled = (!number.is_multiple_of(3)).then(|| G::shuffled(number)).flatten();
    let mut positions = vec![shuffled.unwrap_or_else(G::start)];
    let mut last_move = None;
    while positions.len() <= LONGEST_GAME {
        let position = positions[positions.len() - 1];
        let moves = position.moves();
        let copied = last_move.filter(|mv| number % 4 == 3 && moves.contains(mv));
        let Some(mv) = copied.or_else(|| random.pick(&moves).copied()) else {
            break;
        };
        positions.push(position.after(mv));
        last_move = if copied.is_some() { None } else { Some(mv) };
    }
    positions
}

/// This many positions of random games: some from each game, starts and finished ones
/// among them.
pub fn sample<G: Game>(count: usize) -> Vec<G> {
    let mut random = Random::new(0x5ca1_ab1e);
    let mut positions = vec![G::start()];
    for number in 0.. {
        let mut game = random_game::<G>(number);
        positions.extend(game.pop());
        positions.extend(game.into_iter().filter(|_| random.below(5) == 0));
        if positions.len() >= count {
            break;
        }
    }
    positions.truncate(count);
    positions
}

/// Does something for many positions of a game. Should that panic, the game and the
/// position are named, whatever the message says.
pub fn for_positions<G: Notation>(count: usize, mut law: impl FnMut(&G)) {
    for position in sample::<G>(count) {
        let checked = std::panic::AssertUnwindSafe(|| law(&position));
        if let Err(panic) = std::panic::catch_unwind(checked) {
            eprintln!("the law is broken in {}", at(&position));
            std::panic::resume_unwind(panic);
        }
    }
}

/// Game and position, for messages.
pub fn at<G: Notation>(position: &G) -> String {
    format!("{} {} | {}", G::info().name, G::info().board.size(), position.to_text())
}

/// Game, position and move, for messages. The move is shown by its bits as well, since
/// an illegal one may have no text.
pub fn at_move<G: Notation>(position: &G, mv: G::Move) -> String {
    let written =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| position.write_move(mv)));
    let text = written.unwrap_or_else(|_| "(cannot be written)".to_owned());
    format!("{} | {text} | {mv:?}", at(position))
}

/// A file or folder of this crate.
pub fn path(below: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// A text file of this crate.
pub fn read_file(below: &str) -> String {
    let path = path(below);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The name of a game without the colon, which some systems have no file names with.
pub fn file_stem(game: GameId) -> String {
    game.name().replace(':', "-")
}

/// The lines of a table, split at the bars. Comments and empty lines are left out.
pub fn table(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().map(str::trim);
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| row.split('|').map(str::trim).collect()).collect()
}

/// A line of a table of move counts: a position and how many sequences of one, two,
/// three... moves begin there.
pub struct PerftLine {
    pub game: GameId,
    pub position: AnyPosition,
    pub counts: Vec<u64>,
}

/// The table of move counts of a rule set, for all its boards.
pub fn perft_table(game: GameId) -> Vec<PerftLine> {
    let file = format!("data/perft/{}.txt", file_stem(game));
    let text = read_file(&file);
    let boards = GameId::boards(game.name()).unwrap_or_default();
    let rows = table(&text).into_iter().map(|row| {
        let [position, counts] = row[..] else { panic!("{file}: no `position | counts`: {row:?}") };
        let position = read_position(&boards, position)
            .unwrap_or_else(|error| panic!("{file}: {error}: {position}"));
        let read = |count: &str| count.parse().unwrap_or_else(|_| panic!("{file}: {count}"));
        let counts: Vec<u64> = counts.split_whitespace().map(read).collect();
        assert!(!counts.is_empty(), "{file}: a position without counts");
        PerftLine { game: position.game(), position, counts }
    });
    rows.collect()
}
