//! `cairn annotate`: a record with what the engine thinks of each move.

use std::time::Duration;

use cairn_engine::review::{AbsoluteScore, Mistake};
use cairn_engine::search::Engine;
use cairn_engine::{Bot, Limits, Report, StopFlag};
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
            Some(report) => AbsoluteScore::of_score(report.score(), side.other()),
            None => AbsoluteScore::of_outcome(history.outcome().unwrap_or(Outcome::Draw)),
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
    engine.search(history, limits, &StopFlag::new(), &mut |_| {}).ok()
}

/// Removes what an earlier run said, so that nothing is said twice.
fn forget_ours(recorded: &mut RecordedMove) {
    recorded.comments.retain(|comment| !comment.starts_with(OURS));
    recorded.variations.retain(|line| !line.comments.iter().any(|c| c.starts_with(OURS)));
    recorded.glyphs.retain(|glyph| !Mistake::ALL.iter().any(|ours| ours.glyph() == *glyph));
}

/// Marks a move that gave something away, and shows what was better.
fn judge(recorded: &mut RecordedMove, before: &Report, got: f64, side: Side) {
    let Some(mistake) = Mistake::of_move(before, recorded.mv, got) else {
        return;
    };
    recorded.glyphs.insert(0, mistake.glyph());
    let best = &before.lines[0];
    let score = AbsoluteScore::of_score(best.score, side);
    recorded.variations.push(Line {
        comments: vec![format!("{OURS}better, {}", score.number())],
        moves: best.moves.iter().take(SHOWN_MOVES).copied().map(RecordedMove::new).collect(),
    });
}
