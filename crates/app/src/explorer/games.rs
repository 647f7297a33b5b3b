//! Files of games of which a table is made.
//!
//! A file has a header with one word and one value per line, then one game per line: the levels of
//! both players, the number of random moves at the beginning, the result and the first moves.
//!
//! ```text
//! cairn-explorer-games 1
//! game nava
//! seed 1
//! nodes 2000
//! rounds 1
//! games
//! 5 8 1 0-1 a1-a4 e5-e4
//! ```

use std::fmt::Write;

use cairn_games::{AnyMove, GameId, History, Outcome, Side};

use super::openings::OPENING_PLIES;
use crate::moves::line_texts;

/// First line of a file: its kind and the version of the format.
const MAGIC: &str = "cairn-explorer-games 1";

/// Results as records write them.
const OUTCOMES: [Outcome; 3] =
    [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];

/// Settings with which the games of a file can be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplorerHeader {
    /// The rule set.
    pub game: GameId,
    /// Random seed.
    pub seed: u64,
    /// Greatest number of nodes per move, whatever the level.
    pub nodes: u64,
    /// Number of rounds that were played.
    pub rounds: u64,
}

/// The opening of a game between two levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplorerGame {
    /// Levels of the players, the first mover's first.
    pub levels: [u8; 2],
    /// Number of random moves at the beginning, which nobody chose.
    pub random: usize,
    /// The result.
    pub outcome: Outcome,
    /// The first moves, the random ones included.
    pub moves: Vec<AnyMove>,
}

impl ExplorerGame {
    /// Returns the game from its start on.
    pub fn history(&self, game: GameId) -> History {
        let mut history = History::new(game.start());
        // The moves were legal when the game was played or read.
        let _ = self.moves.iter().try_for_each(|&mv| history.play(mv));
        history
    }
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplorerGames {
    /// Settings of the games.
    pub header: ExplorerHeader,
    /// The games in the order in which they were played.
    pub games: Vec<ExplorerGame>,
}

/// Error reading a file of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} should be {expected}")]
pub struct ExplorerFileError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The expected content.
    pub expected: String,
}

impl ExplorerGames {
    /// Writes the file.
    pub fn to_text(&self) -> String {
        let ExplorerHeader { game, seed, nodes, rounds } = &self.header;
        let mut text = format!(
            "{MAGIC}\ngame {}\nseed {seed}\nnodes {nodes}\nrounds {rounds}\ngames\n",
            game.name()
        );
        let start = game.start();
        for played in &self.games {
            let [first, second] = played.levels;
            let moves = line_texts(&start, &played.moves).join(" ");
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{first} {second} {} {} {moves}",
                played.random,
                played.outcome.score()
            );
        }
        text
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If a line is not as it should be; says which.
    pub fn from_text(text: &str) -> Result<Self, ExplorerFileError> {
        let mut lines = (1..).zip(text.lines());
        let mut header_line = |word: &str| {
            let (line, text) = lines.next().unwrap_or((1, ""));
            let value = text.strip_prefix(word).map(|value| value.trim().to_owned());
            let wrong = || ExplorerFileError { line, expected: format!("`{word}`") };
            value.map(|value| (line, value)).ok_or_else(wrong)
        };
        header_line(MAGIC)?;
        let (line, name) = header_line("game")?;
        let game = GameId::named(&name)
            .map_err(|_| ExplorerFileError { line, expected: "the name of a game".to_owned() })?;
        let mut number = |word: &str| {
            let (line, value) = header_line(word)?;
            let wrong = |_| ExplorerFileError { line, expected: format!("`{word}` and a number") };
            value.parse().map_err(wrong)
        };
        let header = ExplorerHeader {
            game,
            seed: number("seed")?,
            nodes: number("nodes")?,
            rounds: number("rounds")?,
        };
        header_line("games")?;
        let games = lines.map(|(line, text)| {
            let expected = "two levels, random moves, a result and legal moves".to_owned();
            read_game(game, text).ok_or(ExplorerFileError { line, expected })
        });
        Ok(Self { header, games: games.collect::<Result<_, _>>()? })
    }
}

fn read_game(game: GameId, line: &str) -> Option<ExplorerGame> {
    let mut words = line.split_ascii_whitespace();
    let mut number = || words.next()?.parse::<u8>().ok();
    let (levels, random) = ([number()?, number()?], usize::from(number()?));
    let result = words.next()?;
    let outcome = OUTCOMES.into_iter().find(|outcome| outcome.score() == result)?;
    let mut history = History::new(game.start());
    for text in words {
        history.play(history.position().read_move(text).ok()?).ok()?;
    }
    let is_opening = random <= history.moves().len() && history.moves().len() <= OPENING_PLIES;
    is_opening.then(|| ExplorerGame { levels, random, outcome, moves: history.moves().to_vec() })
}
