//! The inner loop of Cairn's networks, on wide registers where the machine has them, and hints
//! to the machine about memory. All unsafe code of Cairn is here, in three places.
//!
//! The inner loop has one implementation, in whole numbers and safe Rust. It is compiled twice:
//! for every machine, and for those with AVX2, where sixteen numbers are added at a time
//! instead of eight. Both give the same numbers, and a test compares them. To call the
//! second one, the compiler must be promised that the machine has AVX2.

mod memory;

pub use memory::{prefer_huge_pages, prefetch};

/// Number of hidden units that are summed together.
pub const BLOCK: usize = 32;

/// Value of a fully active hidden unit.
pub const FULLY_ON: i16 = 255;

/// Right shift of the square of a hidden unit, so that it fits sixteen bits.
pub const SQUARE_SHIFT: u32 = 7;

/// A block of hidden units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Bias of each unit.
    pub bias: [i16; BLOCK],
    /// Output weight of each unit.
    pub output: [i16; BLOCK],
    /// Weights of each input, one per unit.
    pub rows: Box<[[i16; BLOCK]]>,
}

/// Returns the sum of the outputs of all blocks for these active inputs.
///
/// # Panics
/// If an input has no row.
#[inline]
pub fn output(blocks: &[Block], active: &[u16]) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[allow(unsafe_code, reason = "searches are a tenth faster, see docs/measurements.md")]
        // SAFETY: the line above has made sure that the machine has AVX2.
        return unsafe { with_avx2(blocks, active) };
    }
    anywhere(blocks, active)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(blocks: &[Block], active: &[u16]) -> i32 {
    anywhere(blocks, active)
}

#[inline(always)]
fn anywhere(blocks: &[Block], active: &[u16]) -> i32 {
    blocks.iter().map(|block| block.output(active)).sum()
}

impl Block {
    #[inline(always)]
    fn output(&self, active: &[u16]) -> i32 {
        let mut units = self.bias;
        for &input in active {
            let row = &self.rows[usize::from(input)];
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random.
    fn numbers(seed: u64) -> impl FnMut() -> i16 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 48) as i16
        }
    }

    fn block(seed: u64, inputs: usize, shift: u32) -> Block {
        let mut next = numbers(seed);
        let mut lanes = || std::array::from_fn(|_| next() >> shift);
        Block { bias: lanes(), output: lanes(), rows: (0..inputs).map(|_| lanes()).collect() }
    }

    /// The same sum, one number at a time and without any trick.
    fn slow(blocks: &[Block], active: &[u16]) -> i32 {
        let mut sum = 0;
        for block in blocks {
            for lane in 0..BLOCK {
                let mut unit = i32::from(block.bias[lane]);
                for &input in active {
                    unit += i32::from(block.rows[usize::from(input)][lane]);
                    unit = unit.clamp(i16::MIN.into(), i16::MAX.into());
                }
                let unit = unit.clamp(0, FULLY_ON.into());
                sum += ((unit * unit) >> SQUARE_SHIFT) * i32::from(block.output[lane]);
            }
        }
        sum
    }

    #[test]
    fn every_way_gives_the_same_numbers() {
        const INPUTS: usize = 100;

        let mut next = numbers(3);
        for seed in 0..200_u32 {
            // With large weights the sums overflow and are cut, with small ones not.
            let shift = seed % 10;
            let blocks: Vec<_> =
                (0..4).map(|number| block(u64::from(seed) * 4 + number, INPUTS, shift)).collect();
            let count = seed as usize % 90;
            let active: Vec<_> =
                (0..count).map(|_| next().unsigned_abs() % INPUTS as u16).collect();
            let expected = slow(&blocks, &active);
            assert_eq!(anywhere(&blocks, &active), expected);
            assert_eq!(output(&blocks, &active), expected);
        }
    }
}
