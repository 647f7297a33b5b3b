//! Goals of lessons.

use cairn_games::{AnyMove, AnyPosition, Side};

use crate::moves::in_words;

/// Goal of a lesson, which a move of the learner must reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Win by force with at most this many moves of one's own.
    Win(u32),
    /// Win by force, however long it takes; reached when the outcome can no longer change. For
    /// games that are searched to the end.
    WinAtEnd,
    /// Leave the opponent no win by force with at most this many moves of theirs.
    Survive(u32),
    /// Own the top of a cell, with a stack of a certain height if one is given.
    Own {
        /// Cell of the board.
        cell: usize,
        /// Height of the stack.
        height: Option<usize>,
    },
    /// Take over a cell that the opponent owns: this one, or any.
    Capture(Option<usize>),
    /// Have at least this many more points than before.
    Points(u32),
    /// Have this many pieces in hand.
    Hand(u32),
    /// Leave the opponent no move that wins at once.
    StopWin,
    /// Leave the opponent no move that takes over this cell, or any cell with a stack of one's
    /// own.
    Safe(Option<usize>),
    /// Make one of these moves.
    Play(Vec<AnyMove>),
}

/// A move of the learner, with the positions around it.
pub(super) struct Attempt<'a> {
    pub before: &'a AnyPosition,
    pub after: &'a AnyPosition,
    pub mv: AnyMove,
}

/// Answer to a move that misses a goal.
pub(super) struct Refutation {
    /// Reason in one or two sentences.
    pub reason: String,
    /// Moves that show it, beginning with one of the opponent; empty if there are none.
    pub line: Vec<AnyMove>,
}

impl From<String> for Refutation {
    fn from(reason: String) -> Self {
        Self { reason, line: Vec::new() }
    }
}

impl Goal {
    /// Returns the answer to an attempt that misses the goal. Wins by force are left to the
    /// solver.
    pub(super) fn refute(&self, attempt: &Attempt<'_>) -> Option<Refutation> {
        match self {
            Self::Win(_) | Self::WinAtEnd | Self::Survive(_) => None,
            Self::StopWin => winning_reply(attempt.after).map(|reply| would_win(attempt, reply)),
            Self::Safe(cell) => threat(attempt.after, *cell).map(|(reply, cell)| {
                let name = attempt.after.info().board.name(cell);
                let words = in_words(attempt.after, reply);
                let reason = format!("{} could take {name} from you: {words}.", opponent(attempt));
                Refutation { reason, line: vec![reply] }
            }),
            _ => self.missed(attempt).map(Refutation::from),
        }
    }

    /// Returns the reason why the attempt misses a goal that does not depend on the opponent.
    fn missed(&self, attempt: &Attempt<'_>) -> Option<String> {
        let me = attempt.before.to_move();
        match self {
            Self::Win(_) | Self::WinAtEnd | Self::Survive(_) | Self::StopWin | Self::Safe(_) => {
                None
            }
            Self::Own { cell, height } => missed_cell(attempt, *cell, *height),
            Self::Capture(cell) => missed_capture(attempt, *cell),
            Self::Points(more) => missed_points(attempt, *more),
            Self::Hand(wanted) => {
                let (name, hands) = attempt.after.view().hands?;
                let left = hands[me.index()];
                (left != *wanted)
                    .then(|| format!("You have {left} {name} in hand; there should be {wanted}."))
            }
            Self::Play(moves) => (!moves.contains(&attempt.mv))
                .then(|| "This move is legal, but not the one asked for.".to_owned()),
        }
    }
}

/// Says that the opponent would win at once.
pub(super) fn would_win(attempt: &Attempt<'_>, reply: AnyMove) -> Refutation {
    let words = in_words(attempt.after, reply);
    let reason = format!("{} would win at once: {words}.", opponent(attempt));
    Refutation { reason, line: vec![reply] }
}

/// Name of the learner's opponent.
pub(super) fn opponent(attempt: &Attempt<'_>) -> &'static str {
    attempt.before.info().side_name(attempt.before.to_move().other())
}

/// Returns a move that wins at once for the side to move.
pub(super) fn winning_reply(position: &AnyPosition) -> Option<AnyMove> {
    let won = cairn_games::Outcome::Win(position.to_move());
    let wins = |mv: &AnyMove| {
        let mut after = *position;
        after.play(*mv).is_ok() && after.outcome() == Some(won)
    };
    position.moves().into_iter().find(wins)
}

fn owners(position: &AnyPosition) -> Vec<Option<Side>> {
    position.view().cells.iter().map(|cell| cell.owner()).collect()
}

fn points(position: &AnyPosition, side: Side) -> u32 {
    position.view().points.map_or(0, |(_, points)| points[side.index()])
}

fn missed_points(attempt: &Attempt<'_>, wanted: u32) -> Option<String> {
    let me = attempt.before.to_move();
    let name = attempt.after.view().points.map_or("points", |(name, _)| name);
    let won = points(attempt.after, me).saturating_sub(points(attempt.before, me));
    match won {
        _ if won >= wanted => None,
        0 => Some(format!("This wins no {name}.")),
        _ => Some(format!("This wins {won} {name}, not {wanted}.")),
    }
}

fn missed_cell(attempt: &Attempt<'_>, cell: usize, height: Option<usize>) -> Option<String> {
    let me = attempt.before.to_move();
    let view = attempt.after.view();
    let name = attempt.after.info().board.name(cell);
    let shown = view.cells.get(cell)?;
    match shown.owner() {
        None if shown.stack.is_empty() => {
            Some(format!("Nothing stands on {name} after this move."))
        }
        Some(owner) if owner == me => {
            height.filter(|height| shown.stack.len() != *height).map(|height| {
                format!("The stack on {name} is {} high, not {height}.", shown.stack.len())
            })
        }
        Some(owner) => Some(format!("{name} belongs to {}.", view.game.info().side_name(owner))),
        None => Some(format!("{name} belongs to nobody.")),
    }
}

fn missed_capture(attempt: &Attempt<'_>, wanted: Option<usize>) -> Option<String> {
    let me = attempt.before.to_move();
    let (before, after) = (owners(attempt.before), owners(attempt.after));
    let taken = |cell: usize| before[cell] == Some(me.other()) && after[cell] == Some(me);
    match wanted {
        Some(cell) if !taken(cell) => {
            let name = attempt.after.info().board.name(cell);
            Some(format!("{name} is not yours after this move."))
        }
        None if !(0..before.len()).any(taken) => {
            Some(format!("This takes nothing from {}.", opponent(attempt)))
        }
        _ => None,
    }
}

/// Returns a move of the side to move that takes over a cell of the other side, and the cell.
fn threat(position: &AnyPosition, wanted: Option<usize>) -> Option<(AnyMove, usize)> {
    let attacker = position.to_move();
    let before = owners(position);
    // Pieces from the hand, such as cubes, are not stacks.
    let hand = position.game().look().hand.as_ref().map_or(['\0'; 2], |hand| hand.letters);
    let view = position.view();
    let is_stack = |cell: usize| {
        view.cells[cell].stack.last().is_some_and(|piece| !hand.contains(&piece.letter))
    };
    position.moves().into_iter().find_map(|mv| {
        let mut next = *position;
        next.play(mv).ok()?;
        let after = owners(&next);
        let taken = |cell: &usize| {
            before[*cell] == Some(attacker.other()) && after[*cell] == Some(attacker)
        };
        let cells = (0..before.len()).filter(|&cell| is_stack(cell));
        let mut cells = cells.filter(|cell| wanted.is_none_or(|wanted| wanted == *cell));
        let cell = cells.find(taken)?;
        Some((mv, cell))
    })
}
