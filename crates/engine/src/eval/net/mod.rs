//! A small network: one hidden layer over sparse inputs, in whole numbers.
//!
//! All arithmetic is on integers and the same on every machine. A position has a few
//! dozen inputs, so that adding up their rows from scratch costs less than keeping the
//! sums up to date at every position of a search, most of which are never evaluated.

mod built_in;
mod file;

use std::marker::PhantomData;
use std::sync::Arc;

use cairn_simd::{BlockRow, HiddenLayer, Kernel, Words};

pub use file::{NetError, NetFile};

use super::{Evaluator, MAX_EVALUATION};
use crate::games::{Features, MoveOrdering};

/// Number of fraction bits of the value.
const FRACTION_BITS: u32 = 10;

/// Number of fraction bits that the direct weights lack.
const DIRECT_SHIFT: u32 = FRACTION_BITS - 4;

/// No position of any game has more inputs; a test looks.
const MOST_ACTIVE: usize = 256;

/// A network that evaluates positions of a game.
#[derive(Clone, Debug)]
pub struct Net<G> {
    /// Shared by all that play with the same net.
    layers: Arc<NetLayers>,
    game: PhantomData<fn() -> G>,
}

/// The numbers of a net, laid out as they are used.
#[derive(Debug)]
struct NetLayers {
    hidden: HiddenLayer,
    direct: Box<[i16]>,
    start: i32,
    /// Weights of the policy; empty if there is none.
    policy: Box<[i16]>,
    checksum: u64,
}

impl<G: Features + MoveOrdering> Net<G> {
    /// The net that comes with the program for this game, if there is one.
    ///
    /// # Errors
    /// If the file was made for other inputs or another policy, or is damaged. A test reads every file that
    /// is built in, so that this does not happen to users.
    pub fn built_in() -> Result<Option<Self>, NetError> {
        let net = built_in::layers::<G>()?;
        Ok(net.map(|layers| Self { layers, game: PhantomData }))
    }

    /// The net of a file.
    ///
    /// # Errors
    /// If it is not for this game.
    pub fn new(file: &NetFile) -> Result<Self, NetError> {
        file.check::<G>()?;
        Ok(Self { layers: Arc::new(NetLayers::new(file)), game: PhantomData })
    }
}

impl<G> Net<G> {
    /// The checksum of its file, which tells nets apart.
    pub fn checksum(&self) -> u64 {
        self.layers.checksum
    }
}

impl NetLayers {
    fn new(file: &NetFile) -> Self {
        let parts = file.parts();
        let hidden = HiddenLayer {
            bias: blocks_of(parts.bias),
            output: blocks_of(parts.output),
            rows: blocks_of(parts.rows),
        };
        Self {
            hidden,
            direct: parts.direct.into(),
            start: i32::from(parts.start) << DIRECT_SHIFT,
            policy: file.policy().into(),
            checksum: file.checksum(),
        }
    }
}

impl NetFile {
    /// Returns the sums of the hidden layer, the part of an evaluation that runs on wide registers,
    /// for several lists of active inputs; nothing if an input does not exist. Tests compare builds
    /// for different machines by it.
    pub fn hidden_sums(&self, lists: &[&[u16]]) -> Option<Vec<i32>> {
        let exist = |list: &&[u16]| list.iter().all(|&input| usize::from(input) < self.inputs());
        let NetLayers { hidden, .. } = NetLayers::new(self);
        let sum = |list: &&[u16]| exist(list).then(|| cairn_simd::output(&hidden, list));
        lists.iter().map(sum).collect()
    }
}

/// Returns numbers in blocks of [`cairn_simd::BLOCK`], which divides the number of hidden units.
fn blocks_of(numbers: &[i16]) -> Box<[BlockRow]> {
    numbers.as_chunks().0.iter().map(|&block| BlockRow(block)).collect()
}

impl<G: Features + MoveOrdering> Net<G> {
    /// Returns the output for a position; nothing if asked to look for wins and the side to move wins
    /// at once.
    // There is one copy of it for each game, which is faster than two.
    #[inline(never)]
    fn output(&self, position: &G, looks_for_wins: bool) -> Option<i32> {
        cairn_simd::run(Output { layers: &self.layers, position, looks_for_wins })
    }
}

/// Kernel of [`Net::output`]. Its loops over features are no work for wide registers, but the
/// machines that have those also count and find bits quickly.
struct Output<'a, G> {
    layers: &'a NetLayers,
    position: &'a G,
    looks_for_wins: bool,
}

impl<G: Features + MoveOrdering> Kernel for Output<'_, G> {
    type Output = Option<i32>;

    #[inline(always)]
    fn run<W: Words>(self) -> Option<i32> {
        let Self { layers, position, looks_for_wins } = self;
        let mut active = [0_u16; MOST_ACTIVE];
        let mut count = 0;
        let mut direct = 0;
        let is_won = position.visit_leaf_features(looks_for_wins, |input| {
            if let Some(slot) = active.get_mut(count) {
                *slot = input as u16;
                count += 1;
            }
            direct += i32::from(layers.direct[input]);
        });
        if is_won {
            return None;
        }
        let hidden = cairn_simd::output(&layers.hidden, &active[..count]);
        let sum = layers.start + (direct << DIRECT_SHIFT) + hidden;
        Some((sum >> FRACTION_BITS).clamp(-MAX_EVALUATION, MAX_EVALUATION))
    }
}

impl<G: Features + MoveOrdering> Evaluator<G> for Net<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        self.output(position, false).unwrap_or(MAX_EVALUATION)
    }

    #[inline]
    fn evaluate_unless_won(&self, position: &G) -> Option<i32> {
        self.output(position, true)
    }

    #[inline]
    fn policy(&self) -> Option<&[i16]> {
        let policy = &*self.layers.policy;
        (!policy.is_empty()).then_some(policy)
    }
}
