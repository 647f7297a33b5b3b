//! Games turned into what a network learns from: the inputs of each position and what it
//! turned out to be worth.
//!
//! The file is made for being read at once by a program that learns: a head of one word
//! and one value per line, then rows of numbers of two bytes, the lower one first. Each row
//! has the inputs, filled up with the number of inputs to the width of all; then the
//! expectation of the side to move in 65535ths, by the search and by the result; then
//! which of 100 parts its game belongs to, so that games can be kept apart.
//!
//! ```text
//! cairn-inputs 1
//! game nava
//! inputs 1273
//! width 71
//! rows 123456
//! numbers
//! ```

use std::collections::HashSet;
use std::io::{self, Write};

use crate::games::Features;
use cairn_games::random::Random;
use cairn_games::zobrist::mix;
use cairn_games::{GameId, Notation, Symmetric, Symmetry, with_game};

use super::game::SelfplayGame;
use super::positions::{result_for, visit_training_positions};
use crate::parallel::map_numbers;

/// Number of parts into which games are divided.
const PARTS: u64 = 100;

/// Number of games in a batch.
const GAMES_AT_A_TIME: usize = 64;

/// Number of such batches that are kept in memory.
const BATCHES_AT_A_TIME: usize = 256;

/// Options of [`expand`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Most symmetric images that are written for a position.
    pub views: usize,
    /// Number of threads.
    pub threads: usize,
    /// Random seed.
    pub seed: u64,
}

/// The rows of many positions of a game.
#[derive(Clone, Debug)]
pub struct InputRows {
    game: &'static str,
    /// Number of features of the game.
    inputs: usize,
    /// Features and what belongs to them, one row after the other.
    numbers: Vec<u16>,
    /// End of each row.
    ends: Vec<usize>,
    /// The most inputs of a row.
    width: usize,
}

/// Number of columns of a row besides the features.
const BESIDES: usize = 3;

impl InputRows {
    /// Returns the number of rows.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no entries.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of features of the game.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    fn new<G: Features>() -> Self {
        let (game, inputs) = (G::info().name, G::COUNT);
        Self { game, inputs, numbers: Vec::new(), ends: Vec::new(), width: 0 }
    }

    fn push_features<G: Features>(&mut self, position: &G, besides: [u16; BESIDES]) {
        let start = self.numbers.len();
        let add = |feature| self.numbers.push(feature as u16);
        position.visit_features(position.to_move(), add);
        self.numbers.extend_from_slice(&besides);
        self.end_row(start);
    }

    fn push(&mut self, row: &[u16]) {
        let start = self.numbers.len();
        self.numbers.extend_from_slice(row);
        self.end_row(start);
    }

    fn end_row(&mut self, start: usize) {
        self.ends.push(self.numbers.len());
        self.width = self.width.max(self.numbers.len() - start - BESIDES);
    }

    /// Adds the rows of a batch, this many for each position, unless the position has been seen.
    fn add_unseen(&mut self, batch: &BatchRows, count: usize, seen: &mut HashSet<u64>) {
        let mut rows = batch.rows.rows();
        for &key in &batch.keys {
            let is_new = seen.insert(key);
            rows.by_ref().take(count).filter(|_| is_new).for_each(|row| self.push(row));
        }
    }

    fn rows(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.numbers[start..end])
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If that fails.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        let Self { game, inputs, width, .. } = *self;
        let rows = self.len();
        write!(
            output,
            "cairn-inputs 1\ngame {game}\ninputs {inputs}\nwidth {width}\nrows {rows}\nnumbers\n"
        )?;
        let mut line = Vec::with_capacity(2 * (width + BESIDES));
        for row in self.rows() {
            let (present, besides) = row.split_at(row.len() - BESIDES);
            let missing = std::iter::repeat_n(inputs as u16, width - present.len());
            line.clear();
            let numbers = present.iter().copied().chain(missing).chain(besides.iter().copied());
            numbers.for_each(|number| line.extend_from_slice(&number.to_le_bytes()));
            output.write_all(&line)?;
        }
        output.flush()
    }
}

/// Turns games into rows. A position that has been seen before is left out, and so is a
/// game that cannot be played.
pub fn expand(game: GameId, games: &[SelfplayGame], expansion: &Expansion) -> InputRows {
    with_game!(game, G => expand_games::<G>(games, expansion))
}

fn expand_games<G: Features + Notation + Symmetric>(
    games: &[SelfplayGame],
    expansion: &Expansion,
) -> InputRows {
    const { assert!(G::COUNT < 1 << u16::BITS, "rows keep the number of an input in 16 bits") };
    let plain: Vec<_> = G::symmetries().iter().filter(|symmetry| !symmetry.exchange).collect();
    let count = expansion.views.min(plain.len());
    let expand_batch = |number: usize, games: &[SelfplayGame]| {
        let mut random = Random::new(mix(expansion.seed) ^ number as u64);
        let mut views = Views { plain: plain.clone(), count };
        let mut found = BatchRows { keys: Vec::new(), rows: InputRows::new::<G>() };
        for (index, game) in games.iter().enumerate() {
            let part = mix((number * GAMES_AT_A_TIME + index) as u64) % PARTS;
            add_positions::<G>(game, part as u16, &mut views, &mut random, &mut found);
        }
        found
    };
    let mut seen = HashSet::new();
    let mut rows = InputRows::new::<G>();
    // One round of batches at a time, so that little is kept in memory.
    let round = GAMES_AT_A_TIME * BATCHES_AT_A_TIME;
    for (first, games) in games.chunks(round).enumerate() {
        let batches: Vec<_> = games.chunks(GAMES_AT_A_TIME).collect();
        let found = map_numbers(expansion.threads, batches.len(), &|index| {
            expand_batch(first * BATCHES_AT_A_TIME + index, batches[index])
        });
        found.iter().for_each(|batch| rows.add_unseen(batch, count, &mut seen));
    }
    rows
}

/// The positions of some games, with the same number of rows for each.
///
/// All rows are in one list: an allocation for each would keep the threads waiting for memory.
struct BatchRows {
    /// Zobrist keys of the positions.
    keys: Vec<u64>,
    rows: InputRows,
}

/// Symmetric images of a position, of which `count` are chosen at random.
struct Views<'a> {
    plain: Vec<&'a Symmetry>,
    count: usize,
}

impl Views<'_> {
    fn choose(&mut self, random: &mut Random) -> &[&Symmetry] {
        random.shuffle(&mut self.plain);
        &self.plain[..self.count]
    }
}

fn add_positions<G: Features + Notation + Symmetric>(
    game: &SelfplayGame,
    part: u16,
    views: &mut Views<'_>,
    random: &mut Random,
    found: &mut BatchRows,
) {
    visit_training_positions(game, |position: &G, _, score| {
        let result = result_for(position.to_move(), game.outcome);
        let share = |expectation: f64| (expectation * 65_535.0).round() as u16;
        let besides = [share(score.expectation()), share(result), part];
        found.keys.push(position.key());
        for symmetry in views.choose(random) {
            found.rows.push_features(&position.mapped(symmetry), besides);
        }
    });
}
