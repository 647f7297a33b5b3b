//! Verdicts on the moves of a learner.

use cairn_engine::{EngineOptions, Limits, StopFlag, Wdl, solver};
use cairn_games::{AnyMove, Ending, History, Illegal, Outcome, Side};

use super::Lesson;
use super::goal::{Attempt, Goal, Refutation, in_words, opponent, winning_reply, would_win};

/// Nodes that the solver may search for one verdict.
const MAX_NODES: u64 = 2_000_000;

/// Nodes that the solver may search for one answer of the opponent.
const NODES_PER_ANSWER: u64 = 50_000;

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
        /// Move of the opponent that shows the reason, if there is one.
        reply: Option<AnyMove>,
    },
}

impl From<Refutation> for Verdict {
    fn from(Refutation { reason, reply }: Refutation) -> Self {
        Self::Wrong { reason, reply }
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
            (Verdict::Wrong { reply, .. }, Some((_, reason))) => {
                Verdict::Wrong { reason: reason.clone(), reply }
            }
            (verdict, _) => verdict,
        })
    }

    /// Returns a move that leads to the goal, if one is known.
    pub fn hint(&self, history: &History) -> Option<AnyMove> {
        if history.moves().is_empty() {
            return Some(self.solution);
        }
        let left = self.own_moves().checked_sub(history.moves().len() as u32 / 2 + 1)?;
        let solution = solve(history, 2 * left + 1, MAX_NODES);
        solution.line.first().copied().filter(|_| solution.value == Some(Wdl::Win))
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
        for goal in &self.goals {
            if let Goal::Win(moves) = goal {
                return Ok(self.judge_win(&attempt, &next, moves.saturating_sub(made + 1)));
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
        match next.outcome() {
            Some(Outcome::Win(side)) if side == me => return self.solved(),
            Some(_) => return Refutation::from(ended(next)).into(),
            None => {}
        }
        if left == 0 {
            return Refutation::from(not_won(attempt)).into();
        }
        if let Some(reply) = winning_reply(attempt.after) {
            return would_win(attempt, reply).into();
        }
        match lost_by_force(next, left) {
            Some(answer) if ends_with_win(next, answer, me) => self.solved(),
            Some(answer) => {
                let words = in_words(attempt.after, answer);
                let remark = format!("Right so far. {} answers: {words}.", opponent(attempt));
                Verdict::GoOn { answer, remark }
            }
            None => escape(attempt, next, left).into(),
        }
    }
}

/// Whether the opponent's answer ends the game and the learner has won.
fn ends_with_win(history: &History, answer: AnyMove, me: Side) -> bool {
    let mut answered = history.clone();
    answered.play(answer).is_ok() && answered.outcome() == Some(Outcome::Win(me))
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
        Some(progress) => format!("The game is not won by this: {}.", progress.text),
        None => "The game is not won by this.".to_owned(),
    }
}

fn solve(history: &History, plies: u32, nodes: u64) -> solver::Solution {
    let limits = Limits { depth: Some(plies), ..Limits::nodes(nodes) };
    let options = EngineOptions { hash_mb: 1, threads: 1, ..EngineOptions::default() };
    solver::solve(history, &limits, &options, &StopFlag::new(), &mut |_| {})
}

/// Returns the most stubborn answer of the side to move if it is lost within this many moves of
/// the other side.
fn lost_by_force(history: &History, moves: u32) -> Option<AnyMove> {
    let solution = solve(history, 2 * moves, MAX_NODES);
    let is_lost = solution.value == Some(Wdl::Loss)
        && solution.distance.is_none_or(|distance| distance <= 2 * moves);
    let first = || history.position().moves().first().copied();
    is_lost.then(|| solution.line.first().copied().or_else(first)).flatten()
}

/// Names an answer after which the win is gone.
fn escape(attempt: &Attempt<'_>, next: &History, left: u32) -> Refutation {
    let saves = |mv: &AnyMove| {
        let mut answered = next.clone();
        if answered.play(*mv).is_err() {
            return false;
        }
        let solution = solve(&answered, 2 * left - 1, NODES_PER_ANSWER);
        solution.value != Some(Wdl::Win)
            || solution.distance.is_some_and(|distance| distance >= 2 * left)
    };
    match attempt.after.moves().iter().find(|mv| saves(mv)) {
        Some(mv) => {
            let words = in_words(attempt.after, *mv);
            let who = opponent(attempt);
            let reason = format!("{who} can answer: {words}. Then you do not win in time.");
            Refutation { reason, reply: Some(*mv) }
        }
        None => Refutation::from("This does not win in time.".to_owned()),
    }
}
