//! Which means the search uses, so that each can be measured against going without.

/// How many candidates to look at in games with too many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// With one ply left to look ahead.
    pub base: usize,
    /// More for each further ply.
    pub per_depth: usize,
    /// How many times as many at the root.
    pub at_root: usize,
}

/// The means of the search. The default is what plays best; the others are for
/// measuring and for checking against plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Remember positions.
    pub table: bool,
    /// Use what is remembered only if it was searched exactly as deep as needed, so that
    /// the value at a fixed depth is that of plain search.
    pub same_depth_only: bool,
    /// Look less deep at moves that come late in the order.
    pub reductions: bool,
    /// Look one ply deeper where there is only one move.
    pub extensions: bool,
    /// Look less deep where nothing is known about which move is best.
    pub reduce_unknown: bool,
    /// Begin with a small window around the last value.
    pub aspiration: bool,
    /// Look at candidates only, in games that name them; `None` for all moves.
    pub width: Option<Width>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            table: true,
            same_depth_only: false,
            reductions: true,
            extensions: true,
            reduce_unknown: true,
            aspiration: true,
            width: Some(Width { base: 16, per_depth: 4, at_root: 4 }),
        }
    }
}

impl Tuning {
    /// Only what never changes the value at a fixed depth in a game without
    /// repetitions: the order of moves, windows, and the table.
    #[must_use]
    pub const fn exact() -> Self {
        Self {
            table: true,
            same_depth_only: true,
            reductions: false,
            extensions: false,
            reduce_unknown: false,
            aspiration: true,
            width: None,
        }
    }
}
