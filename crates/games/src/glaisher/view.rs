//! The view of Glaisher.

use super::chain::{missing_cells, shortest_chain};
use super::geometry::{FURTHEST, direction, distance};
use super::position::Stack;
use super::{Glaisher, GlaisherMove};
use crate::actions::{ActionIndex, ActionSequence};
use crate::bitboard::ones;
use crate::diagram::Diagram;
use crate::game::{Game, Illegal, Notation};
use crate::guidance;
use crate::hex;
use crate::side::{Outcome, Side};
use crate::text::{counted, listed};
use crate::view::{BoardStyle, Look, Pick, Progress, Shape, Step, View};

static LOOK: Look = Look {
    joins_sides: true,
    ..Look::new(BoardStyle::Hexagons, &[('r', Shape::Hexagon), ('y', Shape::Hexagon)])
};

/// Number of missing cells with which a player is about to make a chain.
const SMALL_GAP: u32 = 2;

/// Parts of a stack that have been placed, by the cells that were picked.
struct Division {
    from: usize,
    /// Cells on which parts land.
    landings: Vec<usize>,
    /// Height that has not been placed yet.
    left: u32,
}

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// Reads the first picks of a move, as far as they divide a stack.
    fn division(&self, picks: &[Pick]) -> Option<Division> {
        let (&Pick::Cell(from), rest) = picks.split_first()? else { return None };
        let mut division =
            Division { from, landings: Vec::new(), left: u32::from(self.height(from)) };
        for pick in rest {
            let &Pick::Cell(to) = pick else { break };
            let part = distance(from, to);
            if division.left == 0 || part == 0 {
                break;
            }
            division.landings.push(to);
            division.left = division.left.saturating_sub(part);
        }
        Some(division)
    }

    /// Reason against dividing the stack on a cell.
    fn why_not_divided(&self, cell: usize) -> Illegal {
        let name = hex::name(cell);
        match self.stack(cell) {
            None => format!("{name} is empty").into(),
            Some(Stack { owner, .. }) if owner != self.to_move() => {
                guidance::not_yours(Self::info().side_name(owner), &name)
            }
            Some(Stack { height, .. }) if RULEBOOK && height < 3 => {
                format!("a stack of {height} cannot be divided into parts of different heights")
                    .into()
            }
            Some(_) => format!("no division of the stack on {name} can land").into(),
        }
    }

    /// Reason against a cell as the landing of a part.
    fn why_not_landed(&self, division: &Division, cell: usize) -> Illegal {
        let &Division { from, left, .. } = division;
        let [from_name, name] = [from, cell].map(hex::name);
        let part = distance(from, cell);
        let way = division.landings.first().and_then(|&to| direction(from, to));
        let taller = self
            .stack(cell)
            .filter(|stack| stack.owner != self.to_move() && u32::from(stack.height) > part);
        let reason = if cell == from {
            format!("all of the stack on {from_name} must move")
        } else if division.landings.contains(&cell) {
            format!("a part already lands on {name}")
        } else if part == 0 {
            format!("{name} is not on a line with {from_name}")
        } else if way.is_some_and(|way| direction(from, cell) != Some(way)) {
            "all parts go in the same direction".to_owned()
        } else if part > left {
            format!("{name} is {part} cells away, and only {} left", pieces_are(left))
        } else if let Some(Stack { owner, height }) = taller {
            let owner = Self::info().side_name(owner);
            format!("a part of {part} cannot capture {owner}'s taller stack of {height}")
        } else {
            format!("with a part of {part} on {name}, the rest of the stack could not land")
        };
        reason.into()
    }
}

/// "1 piece is" or "2 pieces are".
fn pieces_are(number: u32) -> String {
    format!("{} {}", counted(number, "piece"), if number == 1 { "is" } else { "are" })
}

impl<const RULEBOOK: bool> View for Glaisher<RULEBOOK> {
    fn look() -> &'static Look {
        &LOOK
    }

    fn steps(&self, mv: GlaisherMove) -> Vec<Step> {
        // The heights of the parts add up to the stack's, so no choice of landings is
        // part of another one, and it is clear when all parts have landed.
        let stack_move = mv.stack_move();
        vec![
            Step::one("Choose a stack to split", Pick::Cell(stack_move.from())),
            Step::landings("Where do its parts land?", stack_move.landings()),
            Step::one("Where does the new piece go?", Pick::Cell(mv.new_piece())),
        ]
    }

    fn actions(&self, mv: GlaisherMove) -> ActionSequence {
        let stack_move = mv.stack_move();
        let mut actions = ActionSequence::from([stack_move.from() as ActionIndex]);
        actions.extend_sorted(stack_move.landings().map(|(_, cell)| cell as ActionIndex));
        actions.push(mv.new_piece() as ActionIndex);
        actions
    }

    fn after_picks(&self, mv: GlaisherMove, picks: &[Pick]) -> Diagram {
        let mut diagram = self.to_diagram();
        let Some(division) = self.division(picks) else {
            return diagram;
        };
        let side = self.to_move();
        let letter = diagram.stacks[division.from].first().copied();
        let Some(letter) = letter.filter(|_| !division.landings.is_empty()) else {
            return diagram;
        };
        diagram.stacks[division.from].truncate(division.left as usize);
        for &to in &division.landings {
            let part = distance(division.from, to) as usize;
            let below = self.stack(to).filter(|stack| stack.owner == side);
            let height = part + below.map_or(0, |stack| usize::from(stack.height));
            diagram.stacks[to] = vec![letter; height];
        }
        if picks.len() > 1 + division.landings.len() {
            diagram.stacks[mv.new_piece()] = vec![letter];
        }
        diagram
    }

    fn aim(_: Side) -> &'static str {
        "Join two opposite sides of the board with a chain of your stacks."
    }

    fn progress(&self, side: Side) -> Option<Progress> {
        let own = self.stacks_of(side);
        // No part is tall enough for the tallest stacks of the opponent.
        let theirs = ones(self.stacks_of(side.other()));
        let capturable = theirs.filter(|&cell| usize::from(self.height(cell)) <= FURTHEST);
        let open = capturable.fold(self.empty(), |open, cell| open | 1 << cell);
        Some(match missing_cells(own, open) {
            Some(0) => Progress { text: "chain complete".to_owned(), is_near: true },
            Some(missing) => Progress {
                text: format!("{} short of a chain", counted(missing, "cell")),
                is_near: missing <= SMALL_GAP,
            },
            None => Progress { text: "every way across is blocked".to_owned(), is_near: false },
        })
    }

    fn winning_cells(&self) -> Vec<usize> {
        let Some(Outcome::Win(winner)) = self.outcome() else {
            return Vec::new();
        };
        if self.is_chain_made() {
            return shortest_chain(self.stacks_of(winner));
        }
        // The loser cannot move any of their stacks, or has none.
        let stuck: Vec<_> = ones(self.stacks_of(winner.other())).collect();
        if stuck.is_empty() { guidance::stacks_of_winner(self) } else { stuck }
    }

    fn why_not(&self, picks: &[Pick], pick: Pick) -> Illegal {
        let Pick::Cell(cell) = pick else {
            return guidance::plain_reason(self, picks, pick);
        };
        match self.division(picks) {
            None => self.why_not_divided(cell),
            Some(division) if division.left > 0 => self.why_not_landed(&division, cell),
            Some(_) => {
                format!("the new piece needs an empty cell, and {} is not", hex::name(cell)).into()
            }
        }
    }

    fn move_in_words(&self, mv: GlaisherMove) -> String {
        let stack_move = mv.stack_move();
        let [from, new_piece] = [stack_move.from(), mv.new_piece()].map(hex::name);
        let landings: Vec<_> = stack_move.landings().collect();
        if let [(height, to)] = landings[..] {
            let stack = match height {
                1 => "piece".to_owned(),
                _ => format!("stack of {height}"),
            };
            let to = hex::name(to);
            return format!(
                "Move the {stack} from {from} to {to}, then add a piece on {new_piece}"
            );
        }
        let parts: Vec<_> = landings
            .into_iter()
            .map(|(height, to)| format!("{height} to {}", hex::name(to)))
            .collect();
        format!("Divide the stack on {from}: {}, then add a piece on {new_piece}", listed(&parts))
    }
}

#[cfg(test)]
mod tests {
    use super::super::GlaisherStandard;
    use super::*;

    #[test]
    fn parts_are_seen_as_they_are_placed() {
        let start = GlaisherStandard::start();
        let mv = start.read_move("i6-h6,g6,f6+e5").unwrap();
        let mut picks: Vec<_> = start.steps(mv).into_iter().flat_map(|step| step.picks).collect();
        // In any order: first the part of three, which lands on f6.
        picks.swap(1, 3);
        let heights = |picks: &[Pick]| {
            let diagram = start.after_picks(mv, picks);
            picks_of(&["i6", "h6", "g6", "f6", "e5"]).map(|cell| diagram.stacks[cell].len())
        };
        assert_eq!(heights(&picks[..1]), [6, 0, 0, 0, 0]);
        assert_eq!(heights(&picks[..2]), [3, 0, 0, 3, 0]);
        assert_eq!(heights(&picks[..3]), [1, 0, 2, 3, 0]);
        assert_eq!(heights(&picks[..4]), [0, 1, 2, 3, 0]);
        assert_eq!(heights(&picks), [0, 1, 2, 3, 1]);
        assert_eq!(start.after_picks(mv, &picks).stacks, start.after(mv).to_diagram().stacks);
    }

    fn picks_of<const N: usize>(names: &[&str; N]) -> [usize; N] {
        names.map(|name| (0..hex::CELLS).find(|&cell| hex::name(cell) == name).unwrap())
    }

    #[test]
    fn a_capture_is_seen_when_its_part_is_placed() {
        let text = "x5/x6/x7/x8/r3,y1,r2,x6/x8/x7/x6/x5 r";
        let diagram = Diagram::read(GlaisherStandard::info(), text).unwrap();
        let position = GlaisherStandard::from_diagram(&diagram).unwrap();
        let mv = position.read_move("e1-e2,e3+a1").unwrap();
        let picks: Vec<_> = position.steps(mv).into_iter().flat_map(|step| step.picks).collect();
        let seen = position.after_picks(mv, &picks[..2]).write(GlaisherStandard::info());
        assert!(seen.contains("/r2,r1,r2,x6/"), "{seen}");
        let seen = position.after_picks(mv, &picks[..3]).write(GlaisherStandard::info());
        assert!(seen.contains("/x,r1,r4,x6/"), "{seen}");
    }
}
