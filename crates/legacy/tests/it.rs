//! The tests of this crate, as one program.

#[path = "../../games/tests/common/mod.rs"]
mod common;
#[path = "../../draw/tests/common/mod.rs"]
mod drawings_common;
#[path = "../../../fuzz/src/lib.rs"]
mod targets;

mod choices;
mod drawings;
mod fuzz_regressions;
mod parsers;
mod states;
mod terms;
