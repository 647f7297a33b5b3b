//! Hints about the memory of large tables. They change the speed and nothing else.

use std::mem::MaybeUninit;

/// Asks the system to use huge pages for memory that is going to be filled, so that the
/// processor finds places in it sooner. Does nothing where the system has none.
pub fn prefer_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE_SIZE);
        let length = size_of_val(memory).saturating_sub(skipped) / PAGE_SIZE * PAGE_SIZE;
        if length == 0 {
            return;
        }
        #[allow(unsafe_code, reason = "searches are faster, see docs/measurements.md")]
        // SAFETY: `skipped` and `length` stay within `memory`, and the advice does not change
        // what is stored there. An error means that the pages stay as they are.
        unsafe {
            libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Size of the largest pages that a system uses by default; its pages must not be cut.
#[cfg(target_os = "linux")]
const PAGE_SIZE: usize = 1 << 16;

/// Lets the processor load a value into its cache that is going to be read soon.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[allow(unsafe_code, reason = "proofs are faster, see docs/measurements.md")]
        // SAFETY: a reference points to memory that may be read, and the hint changes nothing.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_leave_memory_as_it_is() {
        for length in [0, 1, 1 << 12, 1 << 22] {
            let mut list: Vec<u64> = Vec::with_capacity(length);
            prefer_huge_pages(list.spare_capacity_mut());
            list.extend(0..length as u64);
            list.iter().for_each(prefetch);
            assert!(list.iter().copied().eq(0..length as u64));
        }
    }
}
