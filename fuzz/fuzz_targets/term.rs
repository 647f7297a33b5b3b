//! See `cairn_fuzz::term`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cairn_fuzz::term(data));
