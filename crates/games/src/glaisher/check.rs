//! Reasons why a turn is illegal.

use super::moves::total_height;
use super::packed::{GlaisherMove, StackMove};
use super::position::{Glaisher, Stack};
use crate::game::{Game, Illegal};
use crate::hex;

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// Checks that the stack exists, is the mover's, and is as tall as the parts together.
    pub(super) fn check_division(&self, stack_move: StackMove) -> Result<(), Illegal> {
        let from = hex::name(stack_move.from());
        let side = self.to_move();
        let name = Self::info().side_name(side);
        let height = match self.stack(stack_move.from()) {
            None => return Err(format!("{from} is empty: {name} has no stack there").into()),
            Some(Stack { owner, .. }) if owner != side => {
                let owner = Self::info().side_name(owner);
                return Err(format!("the stack on {from} is {owner}'s, not {name}'s").into());
            }
            Some(Stack { height, .. }) => u32::from(height),
        };
        let parts = stack_move.parts();
        if total_height(parts) != height {
            let sum = match parts.count_ones() {
                1 => format!("the only part is {}", total_height(parts)),
                _ => format!("the parts add up to {}", total_height(parts)),
            };
            return Err(format!(
                "{sum}, but the stack on {from} has {height}: all of it must move"
            )
            .into());
        }
        if RULEBOOK && parts.is_power_of_two() {
            return Err(
                format!("the stack on {from} must be divided into at least two parts").into()
            );
        }
        Ok(())
    }

    /// Checks that every part may land on its cell.
    pub(super) fn check_landings(&self, stack_move: StackMove) -> Result<(), Illegal> {
        let opponent = self.to_move().other();
        for (part, to) in stack_move.landings() {
            match self.stack(to) {
                Some(Stack { owner, height }) if owner == opponent && u32::from(height) > part => {
                    let to = hex::name(to);
                    let owner = Self::info().side_name(owner);
                    return Err(format!(
                        "the part of {part} would land on {to}, where {owner} has a taller stack of {height}"
                    )
                    .into());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that the cell for the new piece is empty after the stack move.
    pub(super) fn check_new_piece(&self, mv: GlaisherMove) -> Result<(), Illegal> {
        let here = 1 << mv.new_piece();
        if self.empty_after(mv.stack_move()) & here != 0 {
            return Ok(());
        }
        let cell = hex::name(mv.new_piece());
        if mv.stack_move().landing_cells() & here != 0 {
            return Err(format!("the new piece cannot go on {cell}, where a part lands").into());
        }
        Err(format!("the new piece cannot go on {cell}, where a stack stands").into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::GlaisherStandard;
    use crate::game::{Game, Notation};

    #[test]
    fn reasons_name_the_cell_and_the_rule() {
        let position = GlaisherStandard::start();
        for (mv, reason) in [
            ("e5-e6+a1", "e5 is empty: Red has no stack there"),
            ("h9-g9+e5", "the stack on h9 is Yellow's, not Red's"),
            (
                "i6-h6,f6+e5",
                "the parts add up to 4, but the stack on i6 has 6: all of it must move",
            ),
            ("i6-h6+e5", "the only part is 1, but the stack on i6 has 6: all of it must move"),
        ] {
            assert_eq!(position.read_move(mv).unwrap_err().to_string(), reason);
        }
    }
}
