//! The course of games by the evaluations in their comments: lead changes, mistakes, proofs.

use cairn_engine::review::{AbsoluteScore, Mistake};
use cairn_games::record::{Record, RecordedMove};
use cairn_games::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::estimate::Estimate;

/// Beginning of the comments with evaluations, as `cairn annotate` writes them.
pub(super) const EVALUATION: &str = "eval ";

/// Least distance of the expected score from one half that is a lead.
pub(super) const LEAD: f64 = 0.1;

/// Expected score of a side that is as good as beaten.
pub(super) const BEATEN: f64 = 0.25;

/// The course of games, by the evaluations of their positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DramaReport {
    /// Number of times that the lead passes from one side to the other, per game.
    pub lead_changes: Option<Estimate>,
    /// Share of games in which the lead changes at least once.
    pub with_lead_change: Option<Estimate>,
    /// Share of decided games that were won by a side that was as good as beaten.
    pub comebacks: Option<Estimate>,
    /// Share of the game that is over when the winner takes the lead for good.
    pub decided_after: Option<Estimate>,
    /// Number of mistakes and blunders per game, of both sides together.
    pub mistakes: Option<Estimate>,
    /// Share of decided games in which the loser made a mistake.
    pub with_losing_mistake: Option<Estimate>,
    /// Number of plies from the loser's last mistake to the end.
    pub losing_mistake_before_end: Option<Estimate>,
    /// Share of games whose result is proved before the last move.
    pub proved: Option<Estimate>,
    /// Number of plies before the end at which the result is proved for good, 0 if it is not.
    pub proved_before_end: Option<Estimate>,
}

/// Evaluations of the positions of a game, the first position first.
pub(super) struct GameCourse {
    scores: Vec<AbsoluteScore>,
    outcome: Outcome,
}

impl GameCourse {
    /// Reads the evaluations from a record; `None` if it does not have one for each position.
    pub(super) fn read(record: &Record) -> Option<Self> {
        let of_move = |recorded: &RecordedMove| read_evaluation(&recorded.comments);
        let first = read_evaluation(&record.line.comments)?;
        let rest: Option<Vec<_>> = record.line.moves.iter().map(of_move).collect();
        let scores = [first].into_iter().chain(rest?).collect();
        Some(Self { scores, outcome: record.result? })
    }

    /// Returns the expected score of a side after this many plies.
    pub(super) fn expectation(&self, ply: usize, side: Side) -> Option<f64> {
        Some(self.scores.get(ply)?.expectation_of(side))
    }

    /// Returns the side in the lead after each ply, beginning where somebody takes it. A lead
    /// lasts until the other side has one.
    fn leaders(&self) -> Vec<(usize, Side)> {
        let mut leaders: Vec<(usize, Side)> = Vec::new();
        for (ply, score) in self.scores.iter().enumerate() {
            let lead = score.expectation_of(Side::First) - 0.5;
            let side = if lead >= LEAD {
                Some(Side::First)
            } else if lead <= -LEAD {
                Some(Side::Second)
            } else {
                None
            };
            let last = leaders.last().map(|(_, side)| *side);
            if let Some(side) = side.filter(|side| last != Some(*side)) {
                leaders.push((ply, side));
            }
        }
        leaders
    }

    /// Returns the plies after which moves lost a side much of its expected score.
    fn mistakes(&self) -> Vec<(usize, Side)> {
        // Games of a report begin at a start, where the first player is to move.
        let sides = Side::BOTH.into_iter().cycle();
        let moves = self.scores.windows(2).zip(sides).enumerate();
        let found = moves.filter_map(|(ply, (pair, side))| {
            let loss = pair[0].expectation_of(side) - pair[1].expectation_of(side);
            (loss >= Mistake::Mistake.least_loss()).then_some((ply + 1, side))
        });
        found.collect()
    }

    /// Returns the number of plies before the end from which on the result is proved.
    fn proved_before_end(&self) -> usize {
        let is_proof = |score: &&AbsoluteScore| matches!(score, AbsoluteScore::Proved { outcome, .. } if *outcome == self.outcome);
        self.scores.iter().rev().take_while(is_proof).count().saturating_sub(1)
    }
}

/// Returns the score in the comments of a move.
fn read_evaluation(comments: &[String]) -> Option<AbsoluteScore> {
    let text = comments.iter().find_map(|comment| comment.strip_prefix(EVALUATION))?;
    let outcomes = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
    let proved = outcomes.into_iter().find(|outcome| text.starts_with(outcome.score()));
    match proved {
        Some(outcome) => Some(AbsoluteScore::Proved { outcome, plies: None }),
        None => text.parse().ok().map(AbsoluteScore::Value),
    }
}

impl DramaReport {
    /// Computes the numbers from the courses of games; `None` if there are none.
    pub(super) fn new(courses: &[&GameCourse]) -> Option<Self> {
        let games = courses.len();
        if games == 0 {
            return None;
        }
        let number = |measure: &dyn Fn(&GameCourse) -> Option<f64>| -> Vec<f64> {
            courses.iter().filter_map(|course| measure(course)).collect()
        };
        let winner = |course: &GameCourse| match course.outcome {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        };
        let changes = number(&|course| Some(course.leaders().len().saturating_sub(1) as f64));
        let comebacks = number(&|course| {
            let side = winner(course)?;
            let is_low = |score: &AbsoluteScore| score.expectation_of(side) <= BEATEN;
            Some(f64::from(u8::from(course.scores.iter().any(is_low))))
        });
        let decided_after = number(&|course| {
            let side = winner(course)?;
            let last = course.leaders().last().filter(|(_, leader)| *leader == side)?.0;
            Some(last as f64 / (course.scores.len() - 1).max(1) as f64)
        });
        let last_mistake = |course: &GameCourse| {
            let loser = winner(course)?.other();
            let last = course.mistakes().into_iter().rfind(|(_, side)| *side == loser);
            Some(last.map(|(ply, _)| (course.scores.len() - 1 - ply) as f64))
        };
        let with_mistake =
            number(&|course| Some(f64::from(u8::from(last_mistake(course)?.is_some()))));
        let before_end = number(&|course| last_mistake(course)?);
        let proved = number(&|course| Some(course.proved_before_end() as f64));
        let share = |values: &[f64]| Estimate::share(values.iter().sum(), values.len());
        let count = |values: &[f64]| values.iter().filter(|value| **value > 0.0).count() as f64;
        Some(Self {
            lead_changes: Estimate::mean(&changes),
            with_lead_change: Estimate::share(count(&changes), games),
            comebacks: share(&comebacks),
            decided_after: Estimate::mean_share(&decided_after),
            mistakes: Estimate::mean(&number(&|course| Some(course.mistakes().len() as f64))),
            with_losing_mistake: share(&with_mistake),
            losing_mistake_before_end: Estimate::mean(&before_end),
            proved: Estimate::share(count(&proved), games),
            proved_before_end: Estimate::mean(&proved),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(values: &[f64], outcome: Outcome) -> GameCourse {
        let mut scores: Vec<_> = values.iter().copied().map(AbsoluteScore::Value).collect();
        scores.push(AbsoluteScore::of_outcome(outcome));
        GameCourse { scores, outcome }
    }

    #[test]
    fn comments_are_read_as_scores() {
        let read = |text: &str| read_evaluation(&["a plan".to_owned(), text.to_owned()]);
        assert_eq!(read("eval -0.35"), Some(AbsoluteScore::Value(-0.35)));
        let won = AbsoluteScore::Proved { outcome: Outcome::Win(Side::First), plies: None };
        assert_eq!(read("eval 1-0 in 7"), Some(won));
        assert_eq!(read("eval 1-0, White has won"), Some(won));
        assert_eq!(read("eval good"), None);
        assert_eq!(read("+1.00"), None);
    }

    #[test]
    fn the_lead_passes_when_the_other_side_has_one() {
        let game = course(&[0.1, 1.2, 0.1, -0.1, 1.0, -2.0], Outcome::Win(Side::Second));
        assert_eq!(game.leaders(), [(1, Side::First), (5, Side::Second)]);
        // Odd plies are the first player's moves.
        assert_eq!(game.mistakes(), [(4, Side::Second), (5, Side::First)]);
        assert_eq!(game.proved_before_end(), 0);
        let report = DramaReport::new(&[&game]).unwrap();
        assert_eq!(report.with_lead_change.unwrap().value, 1.0);
        assert_eq!(report.comebacks.unwrap().value, 1.0);
        assert_eq!(report.with_losing_mistake.unwrap().value, 1.0);
    }

    #[test]
    fn a_proof_counts_from_where_it_stays() {
        let won = AbsoluteScore::of_outcome(Outcome::Win(Side::First));
        let scores = vec![won, AbsoluteScore::Value(0.0), won, won, won];
        let game = GameCourse { scores, outcome: Outcome::Win(Side::First) };
        assert_eq!(game.proved_before_end(), 2);
    }
}
