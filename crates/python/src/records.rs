//! Records of games, with variations and comments.

use cairn_app::record_json::{RecordInput, RecordJson};
use cairn_games::record;
use pyo3::prelude::*;

use crate::convert::{json, value_error};

/// Reads a file with one or more games, and returns them as JSON.
#[pyfunction]
pub(crate) fn read_records(text: &str) -> PyResult<String> {
    let records = record::read_all(text).map_err(value_error)?;
    json(&records.iter().map(RecordJson::new).collect::<Vec<_>>())
}

/// Writes a record that is given as JSON.
#[pyfunction]
pub(crate) fn write_record(record: &str) -> PyResult<String> {
    let input: RecordInput = serde_json::from_str(record).map_err(value_error)?;
    input.to_text().map_err(value_error)
}
