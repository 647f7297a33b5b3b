//! Greener.
