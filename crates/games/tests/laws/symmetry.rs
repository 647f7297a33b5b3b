//! Symmetric positions and repeated reading give the same results.

use std::collections::HashSet;

use cairn_games::{AnyMove, AnyPosition, Notation, Outcome, Symmetric};

use crate::common::{at, at_move, for_positions};

pub fn a_symmetry_can_be_undone<G: Symmetric + Notation>(count: usize) {
    let all = G::symmetries();
    assert!(!all[0].exchange && (0..all[0].cells.len()).all(|cell| all[0].cell(cell) == cell));
    for_positions::<G>(count, |position| {
        assert_eq!(position.mapped(&all[0]), *position, "the identity in {}", at(position));
        for symmetry in all {
            let mapped = position.mapped(symmetry);
            let undone = all.iter().any(|other| {
                let inverse = (0..other.cells.len()).all(|c| other.cell(symmetry.cell(c)) == c);
                inverse && other.exchange == symmetry.exchange && mapped.mapped(other) == *position
            });
            assert!(undone, "no way back by {symmetry:?} from {}", at(position));
            let read = G::from_diagram(&mapped.to_diagram());
            assert_eq!(read.as_ref(), Ok(&mapped), "{symmetry:?} of {}", at(position));
        }
    });
}

pub fn moves_counts_and_outcomes_are_mapped<G: Symmetric + Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let moves = position.moves();
        for symmetry in G::symmetries() {
            let mapped = position.mapped(symmetry);
            let context = || format!("by {symmetry:?} from {} to {}", at(position), at(&mapped));
            assert_eq!(mapped.count_moves(), position.count_moves(), "counts {}", context());
            let outcome = |outcome: Outcome| {
                if symmetry.exchange { outcome.exchanged() } else { outcome }
            };
            assert_eq!(mapped.outcome(), position.outcome().map(outcome), "ends {}", context());
            assert_eq!(mapped.key(), mapped.key_from_scratch(), "key {}", context());
            let exchanged = mapped.to_move() != position.to_move();
            assert_eq!(exchanged, symmetry.exchange, "side to move {}", context());
            let there: HashSet<_> = mapped.moves().into_iter().collect();
            for &mv in &moves {
                let image = G::map_move(mv, symmetry);
                assert!(there.contains(&image), "{} {}", at_move(position, mv), context());
            }
        }
    });
}

pub fn mapping_commutes_with_play<G: Symmetric + Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let moves = position.moves();
        for symmetry in G::symmetries() {
            let mapped = position.mapped(symmetry);
            for &mv in moves.iter().step_by(moves.len().div_ceil(60).max(1)) {
                let first_played = position.after(mv).mapped(symmetry);
                let first_mapped = mapped.after(G::map_move(mv, symmetry));
                assert_eq!(
                    first_played,
                    first_mapped,
                    "played then mapped, and mapped then played, differ: {} by {symmetry:?}",
                    at_move(position, mv)
                );
            }
        }
    });
}

pub fn symmetric_positions_and_moves_have_one_canonical_form<G>(count: usize)
where
    G: Symmetric + Notation + Into<AnyPosition>,
{
    for_positions::<G>(count, |position| {
        let any: AnyPosition = (*position).into();
        let canonical = any.canonical();
        let there: HashSet<_> = canonical.position().moves().into_iter().collect();
        let moves = position.moves();
        for symmetry in G::symmetries() {
            let mapped: AnyPosition = position.mapped(symmetry).into();
            let other = mapped.canonical();
            assert_eq!(other.key(), canonical.key(), "{symmetry:?} of {}", at(position));
            assert_eq!(other.position(), canonical.position(), "{symmetry:?} of {}", at(position));
            for &mv in moves.iter().step_by(moves.len().div_ceil(40).max(1)) {
                let image = canonical.map_move(AnyMove::new(mv));
                let of_image = other.map_move(AnyMove::new(G::map_move(mv, symmetry)));
                assert_eq!(of_image, image, "{} by {symmetry:?}", at_move(position, mv));
                assert!(there.contains(&image), "{}", at_move(position, mv));
            }
        }
    });
}
