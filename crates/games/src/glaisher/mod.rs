//! Glaisher.
