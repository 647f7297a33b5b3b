//! Searches that several engines make together where threads cannot share memory of their own:
//! in the workers of a web page, each of which has its own copy of the program.
//!
//! The transposition table, the number of nodes and a request to stop lie in memory that all
//! can reach word by word. Everything else belongs to each engine, as in lazy SMP on threads.

use std::array;
use std::fmt::Debug;
use std::ptr;
use std::sync::Arc;

/// Words of a cache line.
pub(crate) const LINE_WORDS: usize = 8;

/// The word that is not zero if the search has to stop.
const STOP: usize = 0;

/// The word with the number of nodes that all engines have searched.
const NODES: usize = LINE_WORDS;

/// Number of words before the transposition table.
pub(crate) const HEADER_WORDS: usize = 2 * LINE_WORDS;

/// Memory of 64-bit words that several engines share. It is all zero at first.
///
/// Word 0 stops the search if it is not zero, and word 8 counts the nodes; whoever starts a search
/// sets both to zero first. The transposition table begins at word 16. Its words may be read and
/// written in any order, and even in halves, because its entries have checks.
pub trait SharedMemory: Debug + Send + Sync {
    /// Returns the number of words.
    fn words(&self) -> usize;

    /// Returns a word.
    fn load(&self, word: usize) -> u64;

    /// Changes a word.
    fn store(&self, word: usize, value: u64);

    /// Adds to a word as one step, and returns the value before.
    fn add(&self, word: usize, value: u64) -> u64;

    /// Returns the eight words from this one on.
    fn load_line(&self, first: usize) -> [u64; LINE_WORDS] {
        array::from_fn(|index| self.load(first + index))
    }
}

/// The part of an engine in a search that several engines make together.
///
/// All of them search the same position with the same options and limits, but for
/// [`helper`](JointSearch::helper).
#[derive(Clone, Debug)]
pub struct JointSearch {
    /// The memory that the engines share.
    pub memory: Arc<dyn SharedMemory>,
    /// The number of this helper, from 0; none for the engine that leads the search.
    pub helper: Option<usize>,
    /// Number of searches with this memory before this one.
    pub searches_before: u64,
    /// Number of searches before the first one of this game with this net, whose entries are not
    /// found.
    pub searches_forgotten: u64,
}

impl JointSearch {
    /// Adds to the number of nodes of all engines and returns it.
    pub(crate) fn count_nodes(&self, nodes: u64) -> u64 {
        self.memory.add(NODES, nodes) + nodes
    }

    /// Whether the engines have been told to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.memory.load(STOP) != 0
    }
}

impl PartialEq for JointSearch {
    fn eq(&self, other: &Self) -> bool {
        let numbers =
            |search: &Self| (search.helper, search.searches_before, search.searches_forgotten);
        ptr::addr_eq(Arc::as_ptr(&self.memory), Arc::as_ptr(&other.memory))
            && numbers(self) == numbers(other)
    }
}

impl Eq for JointSearch {}
