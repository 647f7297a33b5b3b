//! Mitsudomoe.
