//! Verdicts on the moves of a learner.

use cairn_engine::solver;
use cairn_games::{AnyMove, AnyPosition, Ending, History, Illegal, Outcome, Side};

use super::Lesson;
use super::goal::{Attempt, Goal, Refutation, opponent, winning_reply, would_win};
use super::proofs::{MAX_NODES, Proofs};
use crate::moves::in_words;

/// Nodes that the solver may search for a win of the opponent, which only makes a reason clearer.
const REFUTATION_NODES: u64 = 100_000;

/// Moves of a line that shows why a move is wrong, if the opponent's win takes longer.
const LONGEST_REFUTATION: usize = 7;

/// Verdict on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached.
    Solved {
        /// Remark for the learner.
        remark: String,
    },
    /// The move is right, and the opponent answers it before the learner goes on.
    GoOn {
        /// Answer of the opponent.
        answer: AnyMove,
        /// Remark for the learner.
        remark: String,
    },
    /// The move misses the goal.
    Wrong {
        /// Reason in one or two sentences.
        reason: String,
        /// Moves that show the reason, beginning with one of the opponent; empty if there are
        /// none.
        line: Vec<AnyMove>,
    },
}

impl From<Refutation> for Verdict {
    fn from(Refutation { reason, line }: Refutation) -> Self {
        Self::Wrong { reason, line }
    }
}

impl Lesson {
    /// Judges a move of the learner. The history begins with the position of the lesson; its
    /// moves are the learner's and the opponent's in turn.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn judge(&self, history: &History, mv: AnyMove) -> Result<Verdict, Illegal> {
        let verdict = self.judge_by_goals(history, mv)?;
        let mistake = history.moves().is_empty().then(|| self.mistakes.iter().find(|m| m.0 == mv));
        Ok(match (verdict, mistake.flatten()) {
            (Verdict::Wrong { line, .. }, Some((_, reason))) => {
                Verdict::Wrong { reason: reason.clone(), line }
            }
            (verdict, _) => verdict,
        })
    }

    /// Returns a move that leads to the goal, if one is known.
    pub fn hint(&self, history: &History) -> Option<AnyMove> {
        if history.moves().is_empty() {
            return Some(self.solution);
        }
        let position = history.position();
        let made = history.moves().len() as u32 / 2;
        let left = self.winning_turns()?.checked_sub(made + 1)?;
        let plies = left.saturating_mul(2).saturating_add(1);
        Proofs::new(position).line(position, position.to_move(), plies).first().copied()
    }

    /// Number of own moves within which the lesson is to be won, if that is a goal.
    fn winning_turns(&self) -> Option<u32> {
        self.goals.iter().find_map(|goal| match goal {
            Goal::Win(turns) => Some(*turns),
            Goal::WinAtEnd => Some(u32::MAX),
            _ => None,
        })
    }

    fn judge_by_goals(&self, history: &History, mv: AnyMove) -> Result<Verdict, Illegal> {
        let before = *history.position();
        let mut next = history.clone();
        next.play(mv)?;
        let attempt = Attempt { before: &before, after: next.position(), mv };
        if next.outcome() == Some(Outcome::Win(before.to_move().other())) {
            return Ok(Refutation::from(ended(&next)).into());
        }
        if let Some(refutation) = self.goals.iter().find_map(|goal| goal.refute(&attempt)) {
            return Ok(refutation.into());
        }
        let made = history.moves().len() as u32 / 2;
        if let Some(turns) = self.winning_turns() {
            return Ok(self.judge_win(&attempt, &next, turns.saturating_sub(made + 1)));
        }
        for goal in &self.goals {
            if let Goal::Survive(turns) = goal
                && let Some(refutation) =
                    lost(&attempt, turns.saturating_mul(2).saturating_sub(1), MAX_NODES)
            {
                return Ok(refutation.into());
            }
        }
        Ok(self.solved())
    }

    fn solved(&self) -> Verdict {
        Verdict::Solved { remark: self.praise.clone() }
    }

    /// Judges a move that must win by force with `left` further moves.
    fn judge_win(&self, attempt: &Attempt<'_>, next: &History, left: u32) -> Verdict {
        let me = attempt.before.to_move();
        match next.outcome().or_else(|| self.settled(attempt.after)) {
            Some(Outcome::Win(side)) if side == me => return self.solved(),
            Some(_) if next.outcome().is_some() => return Refutation::from(ended(next)).into(),
            _ => {}
        }
        if left == 0 {
            return Refutation::from(not_won(attempt)).into();
        }
        if let Some(reply) = winning_reply(attempt.after) {
            return would_win(attempt, reply).into();
        }
        let mut proofs = Proofs::new(attempt.after);
        match proofs.best_defence(attempt.after, me, left.saturating_mul(2)) {
            Some(answer) if self.wins_after(next, answer, me) => self.solved(),
            Some(answer) => {
                let words = in_words(attempt.after, answer);
                let remark = format!("Right so far. {} answers: {words}.", opponent(attempt));
                Verdict::GoOn { answer, remark }
            }
            None => escape(attempt, &mut proofs, left).into(),
        }
    }

    /// Returns the outcome that can no longer change, where the goal is reached then.
    fn settled(&self, position: &AnyPosition) -> Option<Outcome> {
        self.goals.contains(&Goal::WinAtEnd).then(|| solver::settled_outcome(position)).flatten()
    }

    /// Whether the opponent's answer ends the game, or settles it, and the learner has won.
    fn wins_after(&self, history: &History, answer: AnyMove, me: Side) -> bool {
        let mut answered = history.clone();
        let is_legal = answered.play(answer).is_ok();
        let outcome = answered.outcome().or_else(|| self.settled(answered.position()));
        is_legal && outcome == Some(Outcome::Win(me))
    }
}

/// Says how a game has ended that the learner has not won.
fn ended(history: &History) -> String {
    let info = history.position().info();
    let Some(Ending { outcome, reason }) = history.ending() else { return String::new() };
    match outcome {
        Outcome::Win(side) => format!("{} has won: {reason}.", info.side_name(side)),
        Outcome::Draw => format!("The game is drawn: {reason}."),
    }
}

/// Says that a move does not end the game, and how far the learner is.
fn not_won(attempt: &Attempt<'_>) -> String {
    let progress = attempt.after.progress(attempt.before.to_move());
    match progress {
        Some(progress) => format!("This move does not win yet: {}.", progress.text),
        None => "This move does not win.".to_owned(),
    }
}

/// Names an answer after which the win is gone.
fn escape(attempt: &Attempt<'_>, proofs: &mut Proofs, left: u32) -> Refutation {
    let me = attempt.before.to_move();
    let plies = left.saturating_mul(2);
    if let Some(refutation) = lost(attempt, plies.saturating_add(1), REFUTATION_NODES) {
        return refutation;
    }
    match proofs.escape(attempt.after, me, plies) {
        Some(reply) => {
            let words = in_words(attempt.after, reply);
            let who = opponent(attempt);
            let end = if left == u32::MAX { "win" } else { "win in time" };
            let reason = format!("{who} can reply: {words}. Then you can no longer {end}.");
            Refutation { reason, line: vec![reply] }
        }
        None => Refutation::from("This does not win in time.".to_owned()),
    }
}

/// Says that the opponent wins by force within this many plies, if it does.
fn lost(attempt: &Attempt<'_>, plies: u32, nodes: u64) -> Option<Refutation> {
    let mut proofs = Proofs::new(attempt.after).with_nodes(nodes);
    let attacker = attempt.after.to_move();
    let line = proofs.line(attempt.after, attacker, plies);
    match line.as_slice() {
        [] => None,
        [reply] => Some(would_win(attempt, *reply)),
        [reply, ..] => {
            let words = in_words(attempt.after, *reply);
            let reason = format!("{} wins by force: {words}.", opponent(attempt));
            let line = line.into_iter().take(LONGEST_REFUTATION).collect();
            Some(Refutation { reason, line })
        }
    }
}
