//! The legality test and the generator are two programs that must say the same of every
//! move that can be written down in bits.

use std::collections::HashSet;

use cairn_games::random::Random;
use cairn_games::{Game, GameMove, Notation};

use crate::common::{at, at_move, for_positions, sample};

/// Moves of two bytes are tried out completely.
const SMALL: u32 = 16;

/// Moves of four bytes use fewer bits than they have; where no move has more than so
/// many, all patterns are tried in a few positions.
const MIDDLING: u32 = 23;

pub fn generated_moves_are_legal_and_survive_packing<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        for mv in position.moves() {
            let verdict = position.check(mv);
            assert_eq!(verdict, Ok(()), "a generated move: {}", at_move(position, mv));
            let unpacked = G::Move::from_bits(mv.to_bits());
            assert_eq!(unpacked, Some(mv), "packed and unpacked: {}", at_move(position, mv));
        }
    });
}

/// Checks one pattern of bits against the generated moves.
fn check_pattern<G: Notation>(position: &G, generated: &HashSet<u64>, bits: u64) {
    let mv = G::Move::from_bits(bits);
    let legal = mv.is_some_and(|mv| position.check(mv).is_ok());
    assert_eq!(
        legal,
        generated.contains(&bits),
        "legal but not generated, or the reverse: {}, bits {bits:#x}",
        mv.map_or_else(|| at(position), |mv| at_move(position, mv)),
    );
    if let Some(mv) = mv {
        if position.outcome().is_none() {
            assert_eq!(position.is_legal(mv), legal, "asked quickly: {}", at_move(position, mv));
        }
        assert_eq!(mv.to_bits(), bits, "bits are kept: {}", at(position));
    }
}

fn generated<G: Game>(position: &G) -> HashSet<u64> {
    position.moves().into_iter().map(GameMove::to_bits).collect()
}

pub fn every_small_pattern_is_legal_exactly_if_generated<G: Notation>(count: usize) {
    let (bits, count) = match size_of::<G::Move>() {
        2 => (SMALL, count * 10),
        4 => (MIDDLING, count / 8),
        _ => return,
    };
    // A start and a finished position come first; those in between have more to check.
    let positions = sample::<G>(3 * count + 2);
    for position in positions.iter().filter(|position| position.outcome().is_none()).take(count) {
        let generated = generated(position);
        for pattern in 0..1 << bits {
            check_pattern(position, &generated, pattern);
        }
        let most = 1 << bits;
        assert!(generated.iter().all(|&bits| bits < most), "larger moves in {}", at(position));
    }
}

pub fn no_move_of_another_position_is_legal_unless_generated<G: Notation>(count: usize) {
    let positions = sample::<G>(count);
    let mut pool: Vec<_> = positions.iter().flat_map(generated).collect();
    pool.sort_unstable();
    pool.dedup();
    let step = pool.len().div_ceil(5000);
    for_positions::<G>(count, |position| {
        let generated = generated(position);
        for &bits in pool.iter().step_by(step) {
            check_pattern(position, &generated, bits);
        }
    });
}

pub fn no_changed_move_is_legal_unless_generated<G: Notation>(count: usize) {
    let mut random = Random::new(7);
    let width = 8 * size_of::<G::Move>() as u32;
    for_positions::<G>(count, |position| {
        let generated = generated(position);
        let mut moves: Vec<_> = generated.iter().copied().collect();
        moves.sort_unstable();
        for &bits in moves.iter().step_by(moves.len().div_ceil(30).max(1)) {
            // Every one and every pair of neighbouring bits; then anything.
            for place in 0..64 {
                check_pattern(position, &generated, bits ^ 1 << place);
                check_pattern(position, &generated, bits ^ 3 << place);
            }
            for _ in 0..100 {
                let other = moves[random.below(moves.len() as u64) as usize];
                let mask = random.next_u64();
                check_pattern(position, &generated, bits & mask | other & !mask);
                let swapped = 31 << random.below(u64::from(width));
                check_pattern(position, &generated, bits & !swapped | other & swapped);
                check_pattern(position, &generated, bits ^ (mask & random.next_u64() & swapped));
            }
        }
        for _ in 0..300 {
            let bits = random.next_u64();
            check_pattern(position, &generated, bits);
            check_pattern(position, &generated, bits >> (64 - width));
        }
    });
}

pub fn an_illegal_move_changes_nothing<G: Notation>(count: usize) {
    let mut random = Random::new(8);
    let others: Vec<_> = sample::<G>(count).iter().flat_map(Game::moves).collect();
    for_positions::<G>(count, |position| {
        for _ in 0..50 {
            let Some(&mv) = random.pick(&others) else { continue };
            let mut after = *position;
            match after.play(mv) {
                Ok(()) => {
                    let expected = position.after(mv);
                    assert_eq!(after, expected, "play and after: {}", at_move(position, mv));
                    assert_ne!(after, *position, "nothing changed: {}", at_move(position, mv));
                }
                Err(why) => {
                    assert_eq!(after, *position, "a refused move: {}", at_move(position, mv));
                    let words = why.to_string();
                    assert!(!words.trim().is_empty(), "no reason: {}", at_move(position, mv));
                }
            }
        }
    });
}

/// Searches visit, test and play millions of moves per second.
pub fn the_hot_paths_allocate_nothing<G: Notation>(count: usize) {
    let running = sample::<G>(count).into_iter().filter(|position| position.outcome().is_none());
    for (position, other) in running.clone().zip(running.skip(1)) {
        let (moves, others) = (position.moves(), other.moves());
        let allocations = allocation_counter::measure(|| {
            let mut visited = 0;
            position.for_each_move(|_| visited += 1);
            assert_eq!(visited, position.count_moves());
            for &mv in moves.iter().chain(&others) {
                if position.is_legal(mv) {
                    assert_ne!(position.after(mv).key(), position.key());
                }
            }
        });
        assert_eq!(allocations.count_total, 0, "{}", at(&position));
    }
}
