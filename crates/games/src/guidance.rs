//! Help for players that suits every game. Each game says more by the methods of [`View`].

use crate::game::{Game, Illegal};
use crate::side::{Outcome, Side};
use crate::view::{Pick, View};

/// Returns the cells on which a stack of the winner stands, if the game has been won.
pub(crate) fn stacks_of_winner<G: View>(position: &G) -> Vec<usize> {
    let Some(Outcome::Win(winner)) = position.outcome() else {
        return Vec::new();
    };
    let stacks = position.to_diagram().stacks;
    let is_winners = |cell: &usize| owner::<G>(&stacks[*cell]) == Some(winner);
    (0..stacks.len()).filter(is_winners).collect()
}

/// Returns a reason that holds for any game in which stacks move.
pub(crate) fn plain_reason<G: View>(position: &G, picks: &[Pick], pick: Pick) -> Illegal {
    let info = G::info();
    let cell = match pick {
        Pick::Cell(cell) => cell,
        Pick::Hand => return Illegal::because("nothing can be taken from hand now"),
        Pick::Pass => return Illegal::because("you cannot pass now"),
    };
    let name = info.board.name(cell);
    if picks.contains(&pick) {
        return format!("{name} has already been chosen").into();
    }
    if let Some(Pick::Cell(from)) = picks.last() {
        return format!("{name} cannot be chosen after {}", info.board.name(*from)).into();
    }
    let stacks = position.to_diagram().stacks;
    let stack = stacks.get(cell).map_or(&[] as &[char], Vec::as_slice);
    match owner::<G>(stack) {
        _ if stack.is_empty() => format!("{name} is empty").into(),
        Some(side) if side == position.to_move() => {
            format!("the stack on {name} cannot move now").into()
        }
        Some(side) => not_yours(info.side_name(side), &name),
        None => format!("nobody owns the stack on {name}").into(),
    }
}

/// Returns the reason against picking a stack of the opponent.
pub(crate) fn not_yours(owner: &str, cell: &str) -> Illegal {
    format!("the stack on {cell} is {owner}'s").into()
}

/// Owner of a stack of a diagram.
fn owner<G: Game>(stack: &[char]) -> Option<Side> {
    stack.last().and_then(|letter| G::info().piece(*letter)).and_then(|piece| piece.owner)
}
