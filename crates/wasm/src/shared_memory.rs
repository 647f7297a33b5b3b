//! Memory that the workers of a page share, for searches that they make together.

use cairn_engine::search::SharedMemory;
use wasm_bindgen::prelude::wasm_bindgen;

/// Functions of a small module of their own (`bin/bundle/shared_memory.rs`), because the memory
/// of a Rust program cannot be shared here. Their numbers are signed so that they are called
/// directly: unsigned ones would be converted by JavaScript on their way.
#[wasm_bindgen(raw_module = "./cairn_shared_memory.js")]
extern "C" {
    fn words() -> i32;
    fn load(word: i32) -> i64;
    fn store(word: i32, value: i64);
    fn add(word: i32, value: i64) -> i64;
}

/// The memory to which the page has connected this worker.
#[derive(Debug)]
pub(crate) struct WorkerMemory;

impl SharedMemory for WorkerMemory {
    fn words(&self) -> usize {
        words() as u32 as usize
    }

    #[inline]
    fn load(&self, word: usize) -> u64 {
        load(word as i32) as u64
    }

    fn store(&self, word: usize, value: u64) {
        store(word as i32, value as i64);
    }

    fn add(&self, word: usize, value: u64) -> u64 {
        add(word as i32, value as i64) as u64
    }
}
