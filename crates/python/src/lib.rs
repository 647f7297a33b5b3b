//! The native part of the Python package `cairn-games`.
//!
//! Positions, engines and batches of games are classes of their own. Results that are plain data
//! (analyses, solutions, records) cross the border as the JSON documents of `cairn_app`, and
//! become dataclasses in `python/cairn`.

mod batch;
mod convert;
mod engine;
mod environment;
mod matches;
mod position;
mod records;
mod training;

use pyo3::prelude::*;

/// Native part of the package `cairn`.
#[pymodule]
mod _native {
    use super::PyResult;
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::convert::IllegalMoveError;
    #[pymodule_export]
    use crate::engine::{NativeEngine, solve};
    #[pymodule_export]
    use crate::matches::{ladder_table, match_summary, play_match};
    #[pymodule_export]
    use crate::position::{Position, rule_sets};
    #[pymodule_export]
    use crate::records::{read_records, write_record};
    #[pymodule_export]
    use crate::training::{net_inputs, read_net, read_selfplay, read_selfplay_settings, write_net};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
