//! The form that symmetric positions have in common.

use crate::any::AnyMove;
use crate::game::{Game, GameMove, Symmetric};
use crate::registry::AnyPosition;
use crate::symmetry::Symmetry;

/// The form that a position shares with all positions symmetric to it, and the way there.
///
/// ```
/// use cairn_games::GameId;
///
/// let start = GameId::Nava.start();
/// let [up, right] = ["a1-a4", "a1-d1"].map(|text| start.read_move(text).expect("a legal move"));
/// let canonical = start.canonical();
/// assert_eq!(canonical.position().canonical().key(), canonical.key());
/// assert_eq!(canonical.map_move(up), canonical.map_move(right));
/// ```
#[derive(Clone, Debug)]
pub struct Canonical {
    key: u64,
    position: AnyPosition,
    /// All symmetries that lead to the form: several if the position is symmetric to itself.
    symmetries: Vec<&'static Symmetry>,
}

impl AnyPosition {
    /// Returns the form that this position shares with all positions symmetric to it: the one
    /// with the least Zobrist key.
    pub fn canonical(&self) -> Canonical {
        with_position!(self, position => {
            let mut least = (u64::MAX, *position);
            let mut symmetries = Vec::new();
            for symmetry in self.game().symmetries() {
                let mapped = position.mapped(symmetry);
                let key = mapped.key();
                if symmetries.is_empty() || key < least.0 {
                    least = (key, mapped);
                    symmetries.clear();
                }
                if key == least.0 {
                    symmetries.push(symmetry);
                }
            }
            Canonical { key: least.0, position: least.1.into(), symmetries }
        })
    }
}

impl Canonical {
    /// Zobrist key of the form, by which positions can be looked up.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The form itself.
    pub const fn position(&self) -> AnyPosition {
        self.position
    }

    /// Returns a legal move of the position as a move of the form. Moves that are symmetric to
    /// each other become the same one.
    pub fn map_move(&self, mv: AnyMove) -> AnyMove {
        with_game!(self.position.game(), G => {
            let Some(mv) = <G as Game>::Move::from_bits(mv.bits()) else { return mv };
            let images = self.symmetries.iter().map(|symmetry| G::map_move(mv, symmetry));
            AnyMove::new(images.min_by_key(|image| image.to_bits()).unwrap_or(mv))
        })
    }
}
