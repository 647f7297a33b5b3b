//! Patterns of stacks around a cell, the same for all rotations and reflections.

use cairn_games::const_for;
use cairn_games::glaisher::Bitboard;
use cairn_games::hex::CELLS;

use super::routes::Occupancy;

/// Number of patterns up to rotation and reflection: each of six neighbours is empty, one's
/// own, the opponent's, or beyond the edge.
pub(super) const PATTERNS: usize = 430;

/// Neighbours around a cell, one after another, by their bits.
const RING: [usize; 6] = [3, 5, 4, 2, 0, 1];

/// The number of the pattern for each pair of six bits: own stacks, then the opponent's;
/// both for what is beyond the edge.
static NUMBER: [u16; 1 << 12] = numbers();

const fn numbers() -> [u16; 1 << 12] {
    let mut numbers = [u16::MAX; 1 << 12];
    let mut next = 0;
    const_for!(pattern in numbers.len() => {
        // A pattern that no earlier one was turned into is a new one.
        if numbers[pattern] == u16::MAX {
            const_for!(form in 12 => {
                numbers[turned(pattern, form)] = next;
            });
            next += 1;
        }
    });
    assert!(next as usize == PATTERNS);
    numbers
}

/// A pattern in one of its twelve forms.
const fn turned(pattern: usize, form: usize) -> usize {
    let mut result = 0;
    const_for!(place in 6 => {
        let other = if form < 6 { (place + form) % 6 } else { (form + 6 - place) % 6 };
        let (from, to) = (RING[place], RING[other]);
        result |= (pattern >> from & 1) << to | (pattern >> (6 + from) & 1) << (6 + to);
    });
    result
}

/// The six bits of each cell's neighbours beyond the edge.
static BEYOND: [u8; CELLS] = {
    let mut beyond = [0; CELLS];
    const_for!(cell in CELLS => {
        beyond[cell] = !Bitboard::BOARD.next_to(cell) as u8 & 0b11_1111;
    });
    beyond
};

/// The number of the pattern around a cell.
#[inline]
pub(super) fn pattern(occupancy: &Occupancy, cell: usize) -> usize {
    let beyond = usize::from(BEYOND[cell]);
    let own = occupancy.own.next_to(cell) | beyond;
    let foe = occupancy.foe.next_to(cell) | beyond;
    NUMBER[own | foe << 6].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_and_its_turns_have_one_number() {
        for pattern in 0..1 << 12 {
            for form in 0..12 {
                assert_eq!(NUMBER[turned(pattern, form)], NUMBER[pattern], "{pattern:b} {form}");
            }
        }
        assert_eq!(NUMBER.iter().max(), Some(&(PATTERNS as u16 - 1)));
    }
}
