//! A whole game as one SVG that moves.
