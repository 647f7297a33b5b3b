//! What is certain about a position of Glaisher without looking ahead.

use super::position::Glaisher;
use crate::insight::Certainty;

impl<const RULEBOOK: bool> Certainty for Glaisher<RULEBOOK> {}
