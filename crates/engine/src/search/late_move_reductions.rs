//! Late-move reductions.

/// Depths and numbers of moves from here on make no difference.
const SIZE: usize = 64;

/// Plies of reduction by depth and by number of moves before.
#[derive(Clone, Debug)]
pub(crate) struct LateMoveReductions([[i8; SIZE]; SIZE]);

impl LateMoveReductions {
    /// Fills the table with the product of the logarithms, divided by `divisor` hundredths.
    pub(crate) fn new(divisor: i32) -> Self {
        let logarithm = |number: usize| (number.max(1) as f32).ln();
        let plies = |depth: usize, index: usize| {
            (logarithm(depth) * logarithm(index) * 100.0 / divisor as f32) as i8
        };
        Self(std::array::from_fn(|depth| std::array::from_fn(|index| plies(depth, index))))
    }

    #[inline]
    pub(crate) fn get(&self, depth: i32, index: usize) -> i32 {
        let depth = depth.clamp(0, SIZE as i32 - 1) as usize;
        self.0[depth][index.min(SIZE - 1)].into()
    }
}
