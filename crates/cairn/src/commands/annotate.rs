//! `cairn annotate`: a record with what the engine thinks of each move.

use std::time::Duration;

use cairn_engine::search::Engine;
use cairn_engine::{Limits, Report, Score, StopFlag, Thinker};
use cairn_games::record::{self, Line, Record, RecordedMove};
use cairn_games::{History, Outcome, Side};

use crate::diagnostic::Failure;
use crate::engine_arguments::AnnotateArguments;
use crate::files::{read_text, write_file};
use crate::output::{Output, tell};

/// How long to think about each position if nobody says.
const USUAL_TIME: Duration = Duration::from_millis(500);

/// How a comment of ours begins, so that a second run replaces it.
const OURS: &str = "eval ";

/// The glyphs for moves that give away so much of the expected points, the worst first:
/// `??`, `?` and `?!`.
const MISTAKES: [(f64, u8); 3] = [(0.30, 4), (0.15, 2), (0.08, 6)];

/// How many moves of a better line are shown.
const SHOWN_MOVES: usize = 6;

/// Adds evaluations to a record and writes it back.
pub fn run(arguments: &AnnotateArguments) -> Result<(), Failure> {
    let text = read_text(&arguments.record)?;
    let mut record =
        record::read(&text).map_err(|e| Failure::at("cannot read the record", &text, &e))?;
    let mut engine = Engine::new(arguments.resources.options(record.game())?);
    annotate(&mut record, &mut engine, &arguments.effort.limits(USUAL_TIME));
    let text = record.to_string();
    if let Some(path) = &arguments.out {
        return write_file(path, text.as_bytes());
    }
    let mut out = Output::new();
    out.bytes(text.as_bytes())?;
    out.flush()
}

/// Judges each move of the game by the positions before and after it.
fn annotate(record: &mut Record, engine: &mut Engine, limits: &Limits) {
    let mut history = History::new(*record.start());
    let mut before = think(engine, &history, limits);
    let count = record.line.moves.len();
    for (index, recorded) in record.line.moves.iter_mut().enumerate() {
        let side = history.position().to_move();
        if history.play(recorded.mv).is_err() {
            return;
        }
        let after = think(engine, &history, limits);
        let score = match &after {
            Some(report) => from_first(report.score(), side.other()),
            None => Judgement::of_ending(&history),
        };
        forget_ours(recorded);
        if let Some(before) = &before {
            judge(recorded, before, score.expectation_of(side), side);
        }
        recorded.comments.push(format!("{OURS}{}", score.words(&history)));
        tell(format!("move {} of {count}", index + 1));
        before = after;
    }
}

fn think(engine: &mut Engine, history: &History, limits: &Limits) -> Option<Report> {
    engine.think(history, limits, &StopFlag::new(), &mut |_| {}).ok()
}

/// Removes what an earlier run said, so that nothing is said twice.
fn forget_ours(recorded: &mut RecordedMove) {
    recorded.comments.retain(|comment| !comment.starts_with(OURS));
    recorded.variations.retain(|line| !line.comments.iter().any(|c| c.starts_with(OURS)));
    recorded.glyphs.retain(|glyph| !MISTAKES.iter().any(|(_, ours)| ours == glyph));
}

/// Marks a move that gave something away, and shows what was better.
fn judge(recorded: &mut RecordedMove, before: &Report, got: f64, side: Side) {
    let loss = before.score().expectation() - got;
    let Some(&(_, glyph)) = MISTAKES.iter().find(|(least, _)| loss >= *least) else {
        return;
    };
    if before.best_move() == recorded.mv {
        return;
    }
    recorded.glyphs.insert(0, glyph);
    let best = &before.lines[0];
    let score = from_first(best.score, side);
    recorded.variations.push(Line {
        comments: vec![format!("{OURS}better, {}", score.number())],
        moves: best.moves.iter().take(SHOWN_MOVES).copied().map(RecordedMove::new).collect(),
    });
}

/// A score seen from the first mover, whoever is to move.
enum Judgement {
    Value(f64),
    Proved { outcome: Outcome, plies: Option<u32> },
}

fn from_first(score: Score, to_move: Side) -> Judgement {
    let sign = if to_move == Side::First { 1.0 } else { -1.0 };
    match score {
        Score::Value(value) => Judgement::Value(sign * f64::from(value) / 100.0),
        Score::Win(plies) => {
            Judgement::Proved { outcome: Outcome::Win(to_move), plies: Some(plies) }
        }
        Score::Loss(plies) => {
            Judgement::Proved { outcome: Outcome::Win(to_move.other()), plies: Some(plies) }
        }
        Score::Draw => Judgement::Proved { outcome: Outcome::Draw, plies: None },
    }
}

impl Judgement {
    fn of_ending(history: &History) -> Self {
        let outcome = history.outcome().unwrap_or(Outcome::Draw);
        Self::Proved { outcome, plies: Some(0) }
    }

    /// The share of points that a side can expect.
    fn expectation_of(&self, side: Side) -> f64 {
        match self {
            Self::Value(value) => {
                let value = if side == Side::First { *value } else { -value };
                1.0 / (1.0 + (-value).exp())
            }
            Self::Proved { outcome: Outcome::Draw, .. } => 0.5,
            Self::Proved { outcome: Outcome::Win(winner), .. } => {
                f64::from(u8::from(*winner == side))
            }
        }
    }

    fn number(&self) -> String {
        match self {
            Self::Value(value) => format!("{value:+.2}"),
            Self::Proved { outcome, plies } => match plies {
                Some(plies) => format!("{} in {plies}", outcome.score()),
                None => outcome.score().to_owned(),
            },
        }
    }

    /// For a comment after a move.
    fn words(&self, history: &History) -> String {
        match history.ending() {
            Some(ending) => format!("{}, {}", ending.outcome.score(), ending.reason),
            None => self.number(),
        }
    }
}
