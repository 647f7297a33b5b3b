//! See `cairn_fuzz::record_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cairn_fuzz::record_text(data));
