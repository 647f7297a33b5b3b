//! Which moves of Nava to look at first.

use super::NavaMove;
use super::position::Nava;
use crate::game::Game;
use crate::insight::Hints;

impl Hints for Nava {
    /// Captures by what they take, then moves that lay a cube.
    #[inline]
    fn hint(&self, mv: NavaMove) -> i32 {
        const CAPTURED_STACK: i32 = 4;
        const CAPTURED_CUBE: i32 = 3;
        const LAID_CUBE: i32 = 3;

        let opponent = self.to_move().other();
        let landing = 1 << mv.to();
        let mut hint = 0;
        if self.stacks_of(opponent) & landing != 0 {
            hint += CAPTURED_STACK + self.at(mv.to()).height() as i32;
        } else if self.cubes_of(opponent) & landing != 0 {
            hint += CAPTURED_CUBE;
        } else if self.cubes_of(self.to_move()) & landing != 0 {
            hint -= CAPTURED_CUBE;
        }
        let stays = self.at(mv.from()).height() - mv.distance();
        if stays == 0 { hint + LAID_CUBE } else { hint }
    }
}
