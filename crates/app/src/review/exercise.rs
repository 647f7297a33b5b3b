//! Bad moves of a reviewed game as exercises: find a better move.

use cairn_engine::review::{AbsoluteScore, Mistake};
use cairn_games::{AnyMove, Outcome, Side};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{GameReview, ReviewedPosition, SHOWN_MOVES};
use crate::moves::line_texts;
#[cfg(feature = "openapi")]
use crate::schema::{MistakeWord, SideWord};

/// A bad move in a game, as an exercise.
#[derive(Clone, Debug)]
pub struct MistakeExercise {
    /// Number of moves before the position of the exercise.
    pub ply: usize,
    /// Side that made the bad move.
    pub side: Side,
    /// The bad move.
    pub played: AnyMove,
    /// Kind of mistake that it was.
    pub mistake: Mistake,
    /// Best line from the position.
    pub best: Vec<AnyMove>,
    /// Expected share of the points that a move must keep to be good enough.
    pub least_expectation: f64,
    /// The task in sentences: names the bad move and asks for a better one.
    pub task: String,
    /// The bad move, what it cost and why, in sentences.
    pub reason: String,
}

impl MistakeExercise {
    /// Whether a move is good enough after which the side expects this share of the points.
    pub fn accepts(&self, mv: AnyMove, expectation: f64) -> bool {
        mv != self.played
            && (self.best.first() == Some(&mv) || expectation >= self.least_expectation)
    }
}

/// A bad move in a game, as an exercise.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Exercise))]
pub struct ExerciseJson {
    /// Number of moves made before the position of the exercise.
    pub ply: usize,
    /// Side that made the bad move.
    #[cfg_attr(feature = "openapi", schema(value_type = SideWord))]
    pub side: &'static str,
    /// The bad move.
    pub played: String,
    /// Severity of the bad move.
    #[cfg_attr(feature = "openapi", schema(value_type = MistakeWord))]
    pub mistake: &'static str,
    /// Best line from the position.
    pub best: Vec<String>,
    /// Expected share of the points, from 0 to 1, that another move must keep for its side to be
    /// good enough. The best move always is.
    pub least_expectation: f64,
    /// The task in sentences: names the bad move and asks for a better one.
    pub task: String,
    /// The bad move, what it cost and why, in sentences.
    pub reason: String,
}

impl GameReview {
    /// Returns the bad moves of a side, in the order in which they were made.
    pub fn exercises(&self, side: Side) -> Vec<MistakeExercise> {
        self.moves_of(side).filter_map(|reviewed| self.exercise(side, reviewed)).collect()
    }

    /// Describes the exercises of both sides in JSON, in the order of the moves.
    pub fn exercises_json(&self) -> Vec<ExerciseJson> {
        let mut exercises: Vec<_> =
            Side::BOTH.iter().flat_map(|side| self.exercises(*side)).collect();
        exercises.sort_by_key(|exercise| exercise.ply);
        exercises.iter().map(|exercise| self.exercise_json(exercise)).collect()
    }

    fn exercise_json(&self, exercise: &MistakeExercise) -> ExerciseJson {
        let position = &self.game().positions()[exercise.ply];
        let mut best = line_texts(position, &exercise.best);
        best.truncate(SHOWN_MOVES);
        ExerciseJson {
            ply: exercise.ply,
            side: exercise.side.word(),
            played: position.write_move(exercise.played).unwrap_or_default(),
            mistake: exercise.mistake.word(),
            best,
            least_expectation: exercise.least_expectation,
            task: exercise.task.clone(),
            reason: exercise.reason.clone(),
        }
    }

    fn exercise(&self, side: Side, reviewed: &ReviewedPosition) -> Option<MistakeExercise> {
        let (mistake, played) = (reviewed.mistake?, reviewed.made?);
        let before = &self.reviewed()[reviewed.ply - 1];
        let expected = before.score.expectation_of(side);
        Some(MistakeExercise {
            ply: before.ply,
            side,
            played,
            mistake,
            best: before.best.clone(),
            least_expectation: (expected - Mistake::Inaccuracy.least_loss()).max(0.0),
            task: self.task(side, before.ply, played),
            reason: self.reason(side, mistake, before, reviewed),
        })
    }

    fn task(&self, side: Side, ply: usize, played: AnyMove) -> String {
        let positions = self.game().positions();
        let number = (positions[0].to_move().index() + ply) / 2 + 1;
        let (name, played) =
            (positions[0].info().side_name(side), positions[ply].write_move(played));
        let played = played.unwrap_or_default();
        format!("Move {number}: {name} played {played}. Find a better move for {name}.")
    }

    /// Says what a bad move was, what it cost, and what follows.
    fn reason(
        &self,
        side: Side,
        mistake: Mistake,
        before: &ReviewedPosition,
        after: &ReviewedPosition,
    ) -> String {
        let positions = self.game().positions();
        let info = positions[after.ply].info();
        let (name, other) = (info.side_name(side), info.side_name(side.other()));
        let made = after.made.and_then(|mv| positions[before.ply].write_move(mv).ok());
        let article = if mistake == Mistake::Inaccuracy { "an" } else { "a" };
        let what = format!("{} was {article} {}.", made.unwrap_or_default(), mistake.word());
        let reply = line_texts(&positions[after.ply], &after.best).into_iter().next();
        let answer = reply.map_or_else(String::new, |reply| format!(", beginning with {reply}"));
        let percent = |score: &AbsoluteScore| (100.0 * score.expectation_of(side)).round();
        let why = match after.score {
            AbsoluteScore::Proved { outcome: Outcome::Win(winner), plies: Some(0) }
                if winner != side =>
            {
                format!("It ended the game: {other} has won.")
            }
            AbsoluteScore::Proved { outcome: Outcome::Win(winner), plies } if winner != side => {
                let within = plies.map_or_else(String::new, |plies| {
                    let plural = if plies == 1 { "" } else { "s" };
                    format!(" within {plies} turn{plural} of both sides")
                });
                format!("{other} wins by force{within}{answer}.")
            }
            AbsoluteScore::Proved { outcome: Outcome::Draw, .. } => {
                format!("It turns a win into a draw{answer}.")
            }
            _ => {
                let (from, to) = (percent(&before.score), percent(&after.score));
                let answer = answer.replace(", beginning with", " after");
                format!("{name}'s expected score fell from {from} % to {to} %{answer}.")
            }
        };
        format!("{what} {why}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::reviewed_as;
    use super::*;

    #[test]
    fn each_bad_move_of_a_side_becomes_an_exercise() {
        let moves = ["a1-a2", "e5-e4", "a1-a3"];
        let scores = [("a1-a4", 200), ("e5-e4", 0), ("a1-a2", 100), ("e4-e3", 100)];
        let review = reviewed_as(&moves, &scores);
        let exercises = review.exercises(Side::First);
        assert_eq!(exercises.iter().map(|exercise| exercise.ply).collect::<Vec<_>>(), [0, 2]);
        assert!(review.exercises(Side::Second).is_empty());

        let [first, ..] = &exercises[..] else { panic!("there are two") };
        let start = review.game().start();
        let [best, played, other] =
            ["a1-a4", "a1-a2", "a1-b1"].map(|text| start.read_move(text).unwrap());
        assert!((first.least_expectation - 0.8008).abs() < 1e-3);
        assert!(first.accepts(best, 0.0) && first.accepts(other, 0.81));
        assert!(!first.accepts(other, 0.79) && !first.accepts(played, 0.9));
        assert_eq!(first.task, "Move 1: White played a1-a2. Find a better move for White.");
        assert_eq!(
            first.reason,
            "a1-a2 was a blunder. White's expected score fell from 88 % to 50 % after e5-e4."
        );

        let json = serde_json::to_value(review.exercises_json()).unwrap();
        assert_eq!((&json[0]["side"], &json[0]["played"]), (&"first".into(), &"a1-a2".into()));
        assert_eq!(json[0]["best"], serde_json::json!(["a1-a4"]));
    }
}
