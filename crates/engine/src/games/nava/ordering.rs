//! Move ordering in Nava.

use cairn_games::Game;
use cairn_games::nava::{Nava, NavaMove};

use crate::games::MoveOrdering;

impl MoveOrdering for Nava {
    /// Captures by what they take, then moves that lay a cube.
    #[inline]
    fn ordering_score(&self, mv: NavaMove) -> i32 {
        const CAPTURED_STACK: i32 = 4;
        const CAPTURED_CUBE: i32 = 3;
        const LAID_CUBE: i32 = 3;

        let opponent = self.to_move().other();
        let landing = 1 << mv.to();
        let mut score = 0;
        if self.stacks_of(opponent) & landing != 0 {
            score += CAPTURED_STACK + self.at(mv.to()).height() as i32;
        } else if self.cubes_of(opponent) & landing != 0 {
            score += CAPTURED_CUBE;
        } else if self.cubes_of(self.to_move()) & landing != 0 {
            score -= CAPTURED_CUBE;
        }
        let stays = self.at(mv.from()).height() - mv.distance();
        if stays == 0 { score + LAID_CUBE } else { score }
    }
}
