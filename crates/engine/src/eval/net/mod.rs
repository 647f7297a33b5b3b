//! A small network: one hidden layer over sparse inputs, in whole numbers.
//!
//! All arithmetic is on integers and the same on every machine. A position has a few
//! dozen inputs, so that adding up their rows from scratch costs less than keeping the
//! sums up to date at every position of a search, most of which are never judged.

mod built_in;
mod file;

use std::marker::PhantomData;
use std::sync::Arc;

use cairn_games::Inputs;

pub use file::{BLOCK, NetError, NetFile};

use super::{Evaluator, HIGHEST_VALUE};

/// What a hidden unit that is fully on stands at.
const FULLY_ON: i16 = 255;

/// The square of a hidden unit is divided by two to this, so that it fits sixteen bits.
const SQUARE_SHIFT: u32 = 7;

/// How many binary digits of the value are behind the point.
const FRACTION_BITS: u32 = 10;

/// How many of them the direct weights lack.
const DIRECT_SHIFT: u32 = FRACTION_BITS - 4;

/// No position of any game has more inputs; a test looks.
const MOST_ACTIVE: usize = 256;

/// A network that judges positions of a game.
#[derive(Clone, Debug)]
pub struct Net<G> {
    /// Shared by all that play with the same net.
    layers: Arc<Layers>,
    game: PhantomData<fn() -> G>,
}

/// The numbers of a net, laid out as they are used.
#[derive(Debug)]
struct Layers {
    /// Block after block of hidden units, for each block the row of each input.
    rows: Box<[[i16; BLOCK]]>,
    blocks: Box<[Block]>,
    direct: Box<[i16]>,
    start: i32,
    checksum: u64,
}

/// A block of hidden units.
#[derive(Debug)]
struct Block {
    bias: [i16; BLOCK],
    output: [i16; BLOCK],
}

impl<G: Inputs> Net<G> {
    /// The net that comes with the program for this game, if there is one.
    ///
    /// # Errors
    /// If the file was made for other inputs or is damaged. A test reads every file that
    /// is built in, so that this does not happen to users.
    pub fn built_in() -> Result<Option<Self>, NetError> {
        let net = built_in::layers(G::info().name, G::INPUTS)?;
        Ok(net.map(|layers| Self { layers, game: PhantomData }))
    }

    /// The net of a file.
    ///
    /// # Errors
    /// If it is not for this game.
    pub fn new(file: &NetFile) -> Result<Self, NetError> {
        file.check(G::info().name, G::INPUTS)?;
        Ok(Self { layers: Arc::new(Layers::new(file)), game: PhantomData })
    }
}

impl<G> Net<G> {
    /// The checksum of its file, which tells nets apart.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.layers.checksum
    }
}

impl Layers {
    fn new(file: &NetFile) -> Self {
        let parts = file.parts();
        let blocks = file.hidden() / BLOCK;
        let rows = (0..blocks).flat_map(|block| {
            let rows = parts.rows.chunks_exact(file.hidden());
            rows.map(move |row| nth_block(row, block))
        });
        let block_of = |block| Block {
            bias: nth_block(parts.bias, block),
            output: nth_block(parts.output, block),
        };
        Self {
            rows: rows.collect(),
            blocks: (0..blocks).map(block_of).collect(),
            direct: parts.direct.into(),
            start: i32::from(parts.start) << DIRECT_SHIFT,
            checksum: file.checksum(),
        }
    }
}

/// One block of so many numbers.
fn nth_block(numbers: &[i16], block: usize) -> [i16; BLOCK] {
    let mut copy = [0; BLOCK];
    copy.copy_from_slice(&numbers[block * BLOCK..][..BLOCK]);
    copy
}

impl<G: Inputs> Evaluator<G> for Net<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        let layers = &*self.layers;
        let mut active = [0_u16; MOST_ACTIVE];
        let mut count = 0;
        let mut direct = 0;
        position.visit_inputs(position.to_move(), |input| {
            if let Some(slot) = active.get_mut(count) {
                *slot = input as u16;
                count += 1;
            }
            direct += i32::from(layers.direct[input]);
        });
        let active = &active[..count];
        let mut sum = layers.start + (direct << DIRECT_SHIFT);
        for (block, rows) in layers.blocks.iter().zip(layers.rows.chunks_exact(G::INPUTS)) {
            sum += block.output_for(rows, active);
        }
        (sum >> FRACTION_BITS).clamp(-HIGHEST_VALUE, HIGHEST_VALUE)
    }
}

impl Block {
    /// What the units of this block add to the value.
    #[inline]
    fn output_for(&self, rows: &[[i16; BLOCK]], active: &[u16]) -> i32 {
        let mut units = self.bias;
        for &input in active {
            let row = &rows[usize::from(input)];
            for (unit, &weight) in units.iter_mut().zip(row) {
                *unit = unit.saturating_add(weight);
            }
        }
        let mut sum = 0;
        for (unit, &weight) in units.iter().zip(&self.output) {
            let unit = (*unit).clamp(0, FULLY_ON) as u16;
            let square = unit.wrapping_mul(unit) >> SQUARE_SHIFT;
            sum += i32::from(square as i16) * i32::from(weight);
        }
        sum
    }
}
