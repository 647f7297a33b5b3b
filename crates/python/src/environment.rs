//! One game, played action by action, as programs that learn want it.

use std::ops::ControlFlow;

use cairn_games::actions::{ActionIndex, ActionSequence, number_of_actions};
use cairn_games::random::Random;
use cairn_games::{DRAWN_AT_OCCURRENCE, Outcome, Side, View};

/// Number of pieces of a stack, from the top, that have planes of their own. No stack of Nava or
/// Mitsudomoe is taller, and the order of deeper pieces matters in no other game.
const LEVELS: usize = 12;

/// State of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum EnvironmentState {
    /// It goes on.
    #[default]
    Running = 0,
    /// The first player won.
    First = 1,
    /// The second player won.
    Second = 2,
    /// A draw by the rules.
    Draw = 3,
    /// It was broken off because it took too many turns.
    TooLong = 4,
}

/// Effect of an action.
#[derive(Clone, Copy)]
pub(crate) enum ActionEffect<G: View> {
    /// The game is over, and stays as it is.
    Nothing,
    /// The turn goes on.
    Begin(ActionIndex),
    /// The turn is complete.
    Play(G::Move),
}

/// One game.
#[derive(Clone)]
pub(crate) struct Environment<G: View> {
    position: G,
    /// Actions of the turn that is being made.
    begun: ActionSequence,
    /// Keys of earlier positions, in games in which positions can come up again.
    keys: Vec<u64>,
    turns: u32,
    status: EnvironmentState,
}

impl<G: View> Environment<G> {
    /// Begins a game. A number chooses the set-up, in games that can be shuffled.
    pub(crate) fn new(shuffle: Option<u64>) -> Self {
        let position = shuffle.and_then(G::shuffled).unwrap_or_else(G::start);
        let keys = vec![position.key()];
        let begun = ActionSequence::default();
        Self { position, begun, keys, turns: 0, status: EnvironmentState::Running }
    }

    pub(crate) fn status(&self) -> EnvironmentState {
        self.status
    }

    pub(crate) fn to_move(&self) -> Side {
        self.position.to_move()
    }

    pub(crate) fn text(&self) -> String {
        self.position.to_text()
    }

    /// Returns the actions of the turn that is being made.
    pub(crate) fn begun(&self) -> &[ActionIndex] {
        self.begun.as_slice()
    }

    /// Finds out what an action does; `None` if it is not legal.
    pub(crate) fn check(&self, action: ActionIndex) -> Option<ActionEffect<G>> {
        if self.status != EnvironmentState::Running {
            return Some(ActionEffect::Nothing);
        }
        let found = self.position.visit_moves(|mv| {
            let turn = self.position.actions(mv);
            match turn.next_after(&self.begun) {
                Some(next) if next == action => ControlFlow::Break((mv, turn)),
                _ => ControlFlow::Continue(()),
            }
        });
        let (mv, turn) = found.break_value()?;
        // No move begins with all actions of another one.
        let completes = turn.as_slice().len() == self.begun.as_slice().len() + 1;
        Some(if completes { ActionEffect::Play(mv) } else { ActionEffect::Begin(action) })
    }

    /// Makes a step that has been checked.
    pub(crate) fn step(&mut self, step: ActionEffect<G>, max_turns: u32) {
        match step {
            ActionEffect::Nothing => {}
            ActionEffect::Begin(action) => self.begun.push(action),
            ActionEffect::Play(mv) => {
                self.begun.clear();
                self.position.play_unchecked(mv);
                self.turns += 1;
                self.status = self.status_now(max_turns);
            }
        }
    }

    fn status_now(&mut self, max_turns: u32) -> EnvironmentState {
        match self.position.outcome() {
            Some(Outcome::Win(Side::First)) => return EnvironmentState::First,
            Some(Outcome::Win(Side::Second)) => return EnvironmentState::Second,
            Some(Outcome::Draw) => return EnvironmentState::Draw,
            None => {}
        }
        if G::info().can_repeat {
            let key = self.position.key();
            self.keys.push(key);
            let alike = self.keys.iter().rev().step_by(2).filter(|&&earlier| earlier == key);
            if alike.count() >= DRAWN_AT_OCCURRENCE {
                return EnvironmentState::Draw;
            }
        }
        if self.turns >= max_turns { EnvironmentState::TooLong } else { EnvironmentState::Running }
    }

    /// Sets the bytes of the legal actions to 1. They must be 0 before.
    pub(crate) fn mask(&self, mask: &mut [u8]) {
        if self.status != EnvironmentState::Running {
            return;
        }
        self.position.for_each_move(|mv| {
            if let Some(action) = self.position.actions(mv).next_after(&self.begun) {
                mask[usize::from(action)] = 1;
            }
        });
    }

    /// Chooses one of the legal actions.
    pub(crate) fn random_action(&self, random: &mut Random) -> ActionIndex {
        let mut mask = [0; ActionIndex::MAX as usize + 1];
        let mask = &mut mask[..number_of_actions(G::info().board)];
        self.mask(mask);
        let legal = mask.iter().filter(|&&legal| legal == 1).count();
        let nth = random.below(legal as u64) as usize;
        let mut actions = (0..).zip(mask).filter(|(_, legal)| **legal == 1);
        actions.nth(nth).map(|(action, _)| action).unwrap_or_default()
    }

    /// Number of planes of an observation.
    pub(crate) fn planes() -> usize {
        let kinds = G::info().pieces.len();
        Self::levels() * kinds + kinds + 2
    }

    /// Number of pieces of a stack that have planes of their own.
    fn levels() -> usize {
        // Where a stack is all of one kind, the number of its pieces says everything.
        if G::info().counted_stacks { 0 } else { LEVELS }
    }

    /// Writes the planes, one after the other, each with a byte for every cell: for each level
    /// from the top and each kind of piece whether it is there, for each kind of piece how many
    /// the stack has, the order in which cells have been picked in this turn, and the side to
    /// move. The bytes must be 0 before.
    pub(crate) fn observe(&self, planes: &mut [u8]) {
        let (info, cells, levels) = (G::info(), G::info().board.cells(), Self::levels());
        let kinds = info.pieces.len();
        let (pieces, rest) = planes.split_at_mut(levels * kinds * cells);
        let (counts, rest) = rest.split_at_mut(kinds * cells);
        let (picked, side) = rest.split_at_mut(cells);
        for (cell, stack) in self.position.to_diagram().stacks.iter().enumerate() {
            for (level, letter) in stack.iter().rev().enumerate() {
                let kind = info.pieces.iter().position(|piece| piece.letter == *letter);
                let kind = kind.unwrap_or_default();
                if level < levels {
                    pieces[(level * kinds + kind) * cells + cell] = 1;
                }
                counts[kind * cells + cell] += 1;
            }
        }
        for (order, &action) in (1..).zip(self.begun.as_slice()) {
            if let Some(cell) = picked.get_mut(usize::from(action)) {
                *cell = order;
            }
        }
        side.fill(self.to_move().index() as u8);
    }
}
