//! Tables of openings, as they are shipped.
//!
//! A file has a magic word and the name of the game, then numbers (seven bits per byte): the node
//! limit of the engine's opinions, the number of games, and for each position in the order of its
//! key the difference to the key before, the engine's score and move, and the moves played with
//! their results.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::Score;
use cairn_engine::packing::{put_number, score_from_value, score_to_value, take, take_number};
use cairn_games::{AnyMove, AnyPosition, GameId};

use super::exploration::{Exploration, Results};
use super::games::ExplorerGames;
use super::openings::opening_moves;

/// First bytes of a file: its kind and the version of the format.
const MAGIC: &[u8] = b"cairn-openings 1\n";

/// Least number of games in which a position came up, if it is to be in a table.
const LEAST_GAMES: u32 = 5;

/// The engine's word on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Score for the side to move.
    pub score: Score,
    /// Best move in the canonical form of the position.
    pub best: AnyMove,
}

/// A position of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TableEntry {
    key: u64,
    opinion: Option<Opinion>,
    counts: BTreeMap<AnyMove, Results>,
}

/// Moves played in the openings of many games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningTable {
    game: GameId,
    /// Number of nodes that the engine searched for each opinion.
    nodes: u64,
    /// Number of games counted.
    games: u64,
    /// In the order of their keys.
    entries: Vec<TableEntry>,
}

/// Error reading a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an opening table for this game, or damaged")]
pub struct TableError;

impl OpeningTable {
    /// Counts the moves of games that somebody chose. Also returns the positions of the table, in
    /// their canonical form, by their keys.
    pub fn count(games: &ExplorerGames) -> (Self, HashMap<u64, AnyPosition>) {
        let game = games.header.game;
        let mut positions = HashMap::new();
        let mut counts: BTreeMap<u64, BTreeMap<AnyMove, Results>> = BTreeMap::new();
        for played in &games.games {
            for (mover, opening) in movers(&played.history(game)) {
                if opening.ply >= played.random {
                    let moves = counts.entry(opening.key).or_default();
                    *moves.entry(opening.mv).or_default() += Results::of(played.outcome, mover);
                    positions.insert(opening.key, opening.position);
                }
            }
        }
        counts.retain(|_, moves| moves.values().map(|r| r.games()).sum::<u32>() >= LEAST_GAMES);
        positions.retain(|key, _| counts.contains_key(key));
        let entries =
            counts.into_iter().map(|(key, counts)| TableEntry { key, opinion: None, counts });
        let entries = entries.collect();
        (Self { game, nodes: 0, games: games.games.len() as u64, entries }, positions)
    }

    /// Sets the engine's opinions, by key, and the number of nodes that were searched for each.
    pub fn set_opinions(&mut self, nodes: u64, opinions: &HashMap<u64, Opinion>) {
        self.nodes = nodes;
        for entry in &mut self.entries {
            entry.opinion = opinions.get(&entry.key).copied();
        }
    }

    /// Returns the number of nodes that the engine searched for each opinion.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of games that were counted.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> usize {
        self.entries.len()
    }

    /// Returns the engine's opinion on the position with this canonical key.
    pub fn opinion(&self, key: u64) -> Option<Opinion> {
        self.entry(key)?.opinion
    }

    /// Returns all that is known of a position; `None` if it is not in the table.
    pub fn explore(&self, position: &AnyPosition) -> Option<Exploration> {
        if position.game() != self.game {
            return None;
        }
        let entry = self.entry(position.canonical().key())?;
        Some(Exploration::new(position, &entry.counts, Some(self)))
    }

    fn entry(&self, key: u64) -> Option<&TableEntry> {
        let place = self.entries.binary_search_by_key(&key, |entry| entry.key).ok()?;
        Some(&self.entries[place])
    }

    /// Writes the table.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(self.game.name().as_bytes());
        bytes.push(b'\n');
        for number in [self.nodes, self.games, self.entries.len() as u64] {
            put_number(&mut bytes, number);
        }
        let mut last = 0;
        for entry in &self.entries {
            put_number(&mut bytes, entry.key - last);
            last = entry.key;
            let value = score_to_value(entry.opinion.map(|opinion| opinion.score));
            bytes.extend_from_slice(&value.to_le_bytes());
            if let Some(opinion) = entry.opinion {
                put_number(&mut bytes, opinion.best.bits());
            }
            put_number(&mut bytes, entry.counts.len() as u64);
            for (mv, results) in &entry.counts {
                put_number(&mut bytes, mv.bits());
                for number in [results.wins, results.draws, results.losses] {
                    put_number(&mut bytes, number.into());
                }
            }
        }
        bytes
    }

    /// Reads a table of a game.
    ///
    /// # Errors
    /// If it is damaged, or of another game.
    pub fn from_bytes(game: GameId, bytes: &[u8]) -> Result<Self, TableError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(TableError)?;
        rest = rest.strip_prefix(game.name().as_bytes()).ok_or(TableError)?;
        rest = rest.strip_prefix(b"\n").ok_or(TableError)?;
        let table = read_table(game, &mut rest).ok_or(TableError)?;
        if rest.is_empty() { Ok(table) } else { Err(TableError) }
    }
}

/// Returns the moves of an opening with the side that makes each. A canonical form may have the
/// sides exchanged, so it cannot tell.
fn movers(
    history: &cairn_games::History,
) -> impl Iterator<Item = (cairn_games::Side, super::openings::OpeningMove)> {
    let moves = opening_moves(history);
    let side = |ply: usize| history.positions()[ply].to_move();
    moves.into_iter().map(move |opening| (side(opening.ply), opening))
}

fn read_table(game: GameId, bytes: &mut &[u8]) -> Option<OpeningTable> {
    let (nodes, games, count) = (take_number(bytes)?, take_number(bytes)?, take_number(bytes)?);
    let mut entries = Vec::new();
    let mut key = 0_u64;
    for place in 0..count {
        let difference = take_number(bytes)?;
        if place > 0 && difference == 0 {
            return None;
        }
        key = key.checked_add(difference)?;
        let value = take(bytes, 2)?;
        let opinion = match score_from_value(i16::from_le_bytes([value[0], value[1]])) {
            None => None,
            Some(score) => Some(Opinion { score, best: AnyMove::from_bits(take_number(bytes)?) }),
        };
        let mut counts = BTreeMap::new();
        for _ in 0..take_number(bytes)? {
            let mv = AnyMove::from_bits(take_number(bytes)?);
            let mut number = || u32::try_from(take_number(bytes)?).ok();
            let results = Results { wins: number()?, draws: number()?, losses: number()? };
            counts.insert(mv, results);
        }
        entries.push(TableEntry { key, opinion, counts });
    }
    Some(OpeningTable { game, nodes, games, entries })
}
