//! Rules, notation and records of four stacking games.
