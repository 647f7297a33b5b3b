//! See `cairn_fuzz::move_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cairn_fuzz::move_text(data));
