//! Eight words that the processor works on at once.

use std::array;

/// Number of words.
pub const WORDS: usize = 8;

/// Eight words of 64 bits: an array, or one or two wide registers. A kernel that works on arrays
/// leaves it to the compiler to find registers for them, which it does badly if there are several.
pub trait Words: Copy {
    /// Makes them from one each.
    fn new(words: [u64; WORDS]) -> Self;

    /// Makes them all the same.
    fn splat(word: u64) -> Self;

    /// Returns one each.
    fn to_array(self) -> [u64; WORDS];

    /// The bits that are in both.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// The bits that are in either.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// The bits that are not in the other.
    #[must_use]
    fn without(self, other: Self) -> Self;

    /// The bits, so many places higher.
    #[must_use]
    fn shifted_left<const PLACES: u32>(self) -> Self;

    /// The bits, so many places lower.
    #[must_use]
    fn shifted_right<const PLACES: u32>(self) -> Self;

    /// The numbers of the words with bits, as a set.
    fn not_zero(self) -> u8;

    /// Whether there are no bits in any.
    fn is_zero(self) -> bool;

    /// The words that have exactly one bit; nothing instead of the others.
    #[must_use]
    fn single_bits(self) -> Self;
}

/// For every machine.
impl Words for [u64; WORDS] {
    #[inline(always)]
    fn new(words: [u64; WORDS]) -> Self {
        words
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        [word; WORDS]
    }

    #[inline(always)]
    fn to_array(self) -> [u64; WORDS] {
        self
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        array::from_fn(|index| self[index] & other[index])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        array::from_fn(|index| self[index] | other[index])
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        array::from_fn(|index| self[index] & !other[index])
    }

    #[inline(always)]
    fn shifted_left<const PLACES: u32>(self) -> Self {
        self.map(|word| word << PLACES)
    }

    #[inline(always)]
    fn shifted_right<const PLACES: u32>(self) -> Self {
        self.map(|word| word >> PLACES)
    }

    #[inline(always)]
    fn not_zero(self) -> u8 {
        (0..WORDS).fold(0, |set, index| set | u8::from(self[index] != 0) << index)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn single_bits(self) -> Self {
        self.map(|word| if word.is_power_of_two() { word } else { 0 })
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use wide::{Avx2Words, Avx512Words};

/// Nothing outside of this crate can name the types in here, and [`crate::run`] hands them only to
/// kernels that run on machines that have the registers.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "searches are much faster, see docs/measurements.md")]
mod wide {
    use std::arch::x86_64::*;

    use super::{WORDS, Words};

    macro_rules! intrinsics {
        ($calls:expr) => {
            // SAFETY: the machine has the registers, see above, and pointers are to eight words.
            unsafe { $calls }
        };
    }

    /// For machines with AVX-512.
    #[derive(Clone, Copy)]
    pub struct Avx512Words(__m512i);

    impl Words for Avx512Words {
        #[inline(always)]
        fn new(words: [u64; WORDS]) -> Self {
            Self(intrinsics!(_mm512_loadu_si512(words.as_ptr().cast())))
        }

        #[inline(always)]
        fn splat(word: u64) -> Self {
            Self(intrinsics!(_mm512_set1_epi64(word as i64)))
        }

        #[inline(always)]
        fn to_array(self) -> [u64; WORDS] {
            let mut words = [0; WORDS];
            intrinsics!(_mm512_storeu_si512(words.as_mut_ptr().cast(), self.0));
            words
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self(intrinsics!(_mm512_and_si512(self.0, other.0)))
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(intrinsics!(_mm512_or_si512(self.0, other.0)))
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Self(intrinsics!(_mm512_andnot_si512(other.0, self.0)))
        }

        #[inline(always)]
        fn shifted_left<const PLACES: u32>(self) -> Self {
            Self(intrinsics!(_mm512_slli_epi64::<PLACES>(self.0)))
        }

        #[inline(always)]
        fn shifted_right<const PLACES: u32>(self) -> Self {
            Self(intrinsics!(_mm512_srli_epi64::<PLACES>(self.0)))
        }

        #[inline(always)]
        fn not_zero(self) -> u8 {
            intrinsics!(_mm512_test_epi64_mask(self.0, self.0))
        }

        #[inline(always)]
        fn is_zero(self) -> bool {
            self.not_zero() == 0
        }

        #[inline(always)]
        fn single_bits(self) -> Self {
            let less_one = intrinsics!(_mm512_add_epi64(self.0, _mm512_set1_epi64(-1)));
            let are_single = intrinsics!(_mm512_testn_epi64_mask(self.0, less_one));
            Self(intrinsics!(_mm512_maskz_mov_epi64(are_single, self.0)))
        }
    }

    /// For machines with AVX2.
    #[derive(Clone, Copy)]
    pub struct Avx2Words([__m256i; 2]);

    /// Calls an intrinsic for each half. A closure would be compiled for every machine.
    macro_rules! halves {
        ($intrinsic:ident of $a:ident by $places:expr) => {
            Self(intrinsics!([$intrinsic($a.0[0], $places), $intrinsic($a.0[1], $places)]))
        };
        ($intrinsic:ident of $a:ident, $b:ident) => {
            Self(intrinsics!([$intrinsic($a.0[0], $b.0[0]), $intrinsic($a.0[1], $b.0[1])]))
        };
    }

    impl Words for Avx2Words {
        #[inline(always)]
        fn new(words: [u64; WORDS]) -> Self {
            let halves = words.as_ptr().cast::<__m256i>();
            Self(intrinsics!([_mm256_loadu_si256(halves), _mm256_loadu_si256(halves.add(1))]))
        }

        #[inline(always)]
        fn splat(word: u64) -> Self {
            Self(intrinsics!([_mm256_set1_epi64x(word as i64); 2]))
        }

        #[inline(always)]
        fn to_array(self) -> [u64; WORDS] {
            let mut words = [0; WORDS];
            let halves = words.as_mut_ptr().cast::<__m256i>();
            intrinsics!(_mm256_storeu_si256(halves, self.0[0]));
            intrinsics!(_mm256_storeu_si256(halves.add(1), self.0[1]));
            words
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            halves!(_mm256_and_si256 of self, other)
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            halves!(_mm256_or_si256 of self, other)
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            halves!(_mm256_andnot_si256 of other, self)
        }

        // The intrinsics with a constant number of places have it as another type.
        #[inline(always)]
        fn shifted_left<const PLACES: u32>(self) -> Self {
            halves!(_mm256_sll_epi64 of self by _mm_cvtsi32_si128(PLACES as i32))
        }

        #[inline(always)]
        fn shifted_right<const PLACES: u32>(self) -> Self {
            halves!(_mm256_srl_epi64 of self by _mm_cvtsi32_si128(PLACES as i32))
        }

        #[inline(always)]
        fn not_zero(self) -> u8 {
            let zero = Self::splat(0);
            let Self([low, high]) = halves!(_mm256_cmpeq_epi64 of self, zero);
            let low = intrinsics!(_mm256_movemask_pd(_mm256_castsi256_pd(low)));
            let high = intrinsics!(_mm256_movemask_pd(_mm256_castsi256_pd(high)));
            !(low | high << 4) as u8
        }

        #[inline(always)]
        fn is_zero(self) -> bool {
            let all = intrinsics!(_mm256_or_si256(self.0[0], self.0[1]));
            intrinsics!(_mm256_testz_si256(all, all)) == 1
        }

        #[inline(always)]
        fn single_bits(self) -> Self {
            let (zero, minus_one) = (Self::splat(0), Self::splat(u64::MAX));
            let less_one = halves!(_mm256_add_epi64 of self, minus_one);
            let rest = self.and(less_one);
            self.and(halves!(_mm256_cmpeq_epi64 of rest, zero))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kernel;

    /// Does everything that words can do, once.
    struct Everything([[u64; WORDS]; 2]);

    impl Kernel for Everything {
        type Output = ([[u64; WORDS]; 7], u8, bool);

        #[inline(always)]
        fn run<W: Words>(self) -> Self::Output {
            let [a, b] = [W::new(self.0[0]), W::new(self.0[1])];
            let results = [
                a.and(b).to_array(),
                a.or(b).to_array(),
                a.without(b).to_array(),
                a.shifted_left::<13>().to_array(),
                a.shifted_right::<48>().to_array(),
                a.and(b).single_bits().to_array(),
                W::splat(self.0[0][0]).to_array(),
            ];
            (results, a.and(b).not_zero(), a.and(b).is_zero())
        }
    }

    #[test]
    fn all_registers_give_the_same_words() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Few bits, so that some words share none and some a single one.
            (state >> 32 & state << 7 & state >> 11) * 0x1_0001
        };
        for _ in 0..1_000 {
            let words = [array::from_fn(|_| next()), array::from_fn(|_| next())];
            let expected = Everything(words).run::<[u64; WORDS]>();
            assert_eq!(crate::run(Everything(words)), expected);
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "the machine may have wider registers still")]
            if !matches!(*crate::REGISTERS, crate::Registers::Any) {
                // SAFETY: the line above has made sure that the machine has AVX2.
                assert_eq!(unsafe { crate::with_avx2(Everything(words)) }, expected);
            }
            let (results, not_zero, is_zero) = expected;
            assert_eq!(is_zero, not_zero == 0);
            for (index, [a, b]) in
                words[0].into_iter().zip(words[1]).map(<[u64; 2]>::from).enumerate()
            {
                let single = if (a & b).count_ones() == 1 { a & b } else { 0 };
                let slow = [a & b, a | b, a & !b, a << 13, a >> 48, single, words[0][0]];
                assert_eq!(results.map(|words| words[index]), slow);
                assert_eq!(not_zero >> index & 1 == 1, a & b != 0);
            }
        }
    }
}
