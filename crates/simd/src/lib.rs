//! Inner loops of the engine, on wide registers where the machine has them, and hints to the
//! machine about memory. All unsafe code of Cairn is here.
//!
//! A [`Kernel`] has one implementation, in whole numbers and safe Rust. It is compiled three
//! times: for every machine, for those with AVX2, and for those with AVX-512, where registers are
//! two and four times as wide. All give the same numbers, and tests compare them. To call the
//! others, the compiler must be promised that the machine has these registers. Where the
//! compiler does not find the registers by itself, a kernel works on [`Words`].

mod memory;
mod words;

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

pub use memory::{prefer_huge_pages, prefetch};
pub use words::{WORDS, Words};

/// Work for wide registers.
pub trait Kernel {
    /// The result.
    type Output;

    /// Does the work. To be compiled for wide registers, it and all that it calls must be
    /// `#[inline(always)]`.
    fn run<W: Words>(self) -> Self::Output;
}

/// Kinds of registers that kernels are compiled for.
#[cfg(target_arch = "x86_64")]
enum Registers {
    Any,
    Avx2,
    Avx512,
}

#[cfg(target_arch = "x86_64")]
static REGISTERS: LazyLock<Registers> = LazyLock::new(|| {
    macro_rules! has {
        ($($feature:tt),*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
    }
    if !has!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt") {
        Registers::Any
    } else if has!("avx512f", "avx512bw", "avx512dq", "avx512vl") {
        Registers::Avx512
    } else {
        Registers::Avx2
    }
});

/// Runs a kernel on the widest registers of the machine.
#[inline]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "searches are much faster, see docs/measurements.md")]
    match *REGISTERS {
        // SAFETY: the machine has what the function was compiled for.
        Registers::Avx512 => return unsafe { with_avx512(kernel) },
        // SAFETY: the same.
        Registers::Avx2 => return unsafe { with_avx2(kernel) },
        Registers::Any => {}
    }
    kernel.run::<[u64; WORDS]>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<words::Avx2Words>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<words::Avx512Words>()
}

/// Number of hidden units that are summed together.
pub const BLOCK: usize = 32;

/// Value of a fully active hidden unit.
pub const FULLY_ON: i16 = 255;

/// Right shift of the square of a hidden unit, so that it fits sixteen bits.
pub const SQUARE_SHIFT: u32 = 7;

/// A number for each unit of a block, in one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct BlockRow(pub [i16; BLOCK]);

/// A hidden layer, and how its units add up to the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenLayer {
    /// Biases of the units of each block.
    pub bias: Box<[BlockRow]>,
    /// Output weights of the units of each block.
    pub output: Box<[BlockRow]>,
    /// Weights of each input: one row for each block, then those of the next input.
    pub rows: Box<[BlockRow]>,
}

/// Returns the output of a layer for these active inputs.
///
/// # Panics
/// If an input has no rows.
#[inline]
pub fn output(layer: &HiddenLayer, active: &[u16]) -> i32 {
    run(Layer { layer, active })
}

/// A hidden layer and its active inputs.
struct Layer<'a> {
    layer: &'a HiddenLayer,
    active: &'a [u16],
}

impl Kernel for Layer<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<W: Words>(self) -> i32 {
        let blocks = self.layer.bias.len();
        let mut sum = 0;
        let mut block = 0;
        while block + 4 <= blocks {
            sum += self.layer.output_of::<4>(block, self.active);
            block += 4;
        }
        while block + 2 <= blocks {
            sum += self.layer.output_of::<2>(block, self.active);
            block += 2;
        }
        if block < blocks {
            sum += self.layer.output_of::<1>(block, self.active);
        }
        sum
    }
}

impl HiddenLayer {
    /// Returns the output of some neighbouring blocks. Their sums do not wait for each other.
    #[inline(always)]
    fn output_of<const BLOCKS: usize>(&self, first: usize, active: &[u16]) -> i32 {
        let mut units = [[0; BLOCK]; BLOCKS];
        for (units, bias) in units.iter_mut().zip(&self.bias[first..]) {
            *units = bias.0;
        }
        for &input in active {
            let start = usize::from(input) * self.bias.len() + first;
            let rows = &self.rows[start..start + BLOCKS];
            for (units, BlockRow(row)) in units.iter_mut().zip(rows) {
                for (unit, &weight) in units.iter_mut().zip(row) {
                    *unit = unit.saturating_add(weight);
                }
            }
        }
        let mut sum = 0;
        for (units, output) in units.iter().zip(&self.output[first..]) {
            for (unit, &weight) in units.iter().zip(&output.0) {
                let unit = (*unit).clamp(0, FULLY_ON) as u16;
                let square = unit.wrapping_mul(unit) >> SQUARE_SHIFT;
                sum += i32::from(square as i16) * i32::from(weight);
            }
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

    fn layer(seed: u64, blocks: usize, inputs: usize, shift: u32) -> HiddenLayer {
        let mut next = numbers(seed);
        let mut rows = |count| -> Box<[BlockRow]> {
            (0..count).map(|_| BlockRow(std::array::from_fn(|_| next() >> shift))).collect()
        };
        HiddenLayer { bias: rows(blocks), output: rows(blocks), rows: rows(inputs * blocks) }
    }

    /// The same sum, one number at a time and without any trick.
    fn slow(layer: &HiddenLayer, active: &[u16]) -> i32 {
        let blocks = layer.bias.len();
        let mut sum = 0;
        for block in 0..blocks {
            for lane in 0..BLOCK {
                let mut unit = i32::from(layer.bias[block].0[lane]);
                for &input in active {
                    unit += i32::from(layer.rows[usize::from(input) * blocks + block].0[lane]);
                    unit = unit.clamp(i16::MIN.into(), i16::MAX.into());
                }
                let unit = unit.clamp(0, FULLY_ON.into());
                sum += ((unit * unit) >> SQUARE_SHIFT) * i32::from(layer.output[block].0[lane]);
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
            let blocks = 1 + seed as usize % 7;
            let hidden = layer(seed.into(), blocks, INPUTS, shift);
            let count = seed as usize % 90;
            let active: Vec<_> =
                (0..count).map(|_| next().unsigned_abs() % INPUTS as u16).collect();
            let expected = slow(&hidden, &active);
            let layer = || Layer { layer: &hidden, active: &active };
            assert_eq!(layer().run::<[u64; WORDS]>(), expected);
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "the machine may have wider registers still")]
            if !matches!(*REGISTERS, Registers::Any) {
                // SAFETY: the line above has made sure that the machine has AVX2.
                assert_eq!(unsafe { with_avx2(layer()) }, expected);
            }
            assert_eq!(output(&hidden, &active), expected);
        }
    }
}
