//! `cairn selfplay`: games of the engine against itself, as training data.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use cairn_engine::eval::EvaluationSource;
use cairn_engine::selfplay::{
    DataError, SelfplayGame, SelfplayHeader, SelfplayOptions, SelfplayProgress, SelfplayReader,
    SelfplayWriter, play,
};

use super::available_threads;
use crate::failure::Failure;
use crate::files::cannot;
use crate::interrupt;
use crate::output::tell;
use crate::progress::ProgressBar;
use crate::training_arguments::SelfplayArguments;

/// Plays until the file has enough positions.
pub fn run(arguments: &SelfplayArguments) -> Result<(), Failure> {
    let game = arguments.board.board()?;
    let evaluation = match &arguments.net {
        Some(path) => EvaluationSource::from_file(path, game).map_err(Failure::input)?,
        None if arguments.simple => EvaluationSource::Simple,
        None => EvaluationSource::BuiltIn,
    };
    let head = SelfplayHeader {
        game: game.name().to_owned(),
        evaluation: evaluation.name(game).map_err(Failure::input)?,
        nodes: arguments.nodes,
        seed: arguments.resources.seed,
        first: arguments.first,
    };
    let (mut writer, before) = open(&arguments.out, &head)?;
    let options = SelfplayOptions {
        nodes: arguments.nodes,
        threads: available_threads(arguments.resources.threads),
        seed: arguments.resources.seed,
        first_game: arguments.first - 1 + before.games,
        ..SelfplayOptions::default()
    };
    let stop = interrupt::stop_flag();
    let mut meter = ProgressBar::new();
    let began = Instant::now();
    let time = arguments.seconds.map(Duration::from_secs);
    let mut written = Ok(());
    let mut total = before;
    let (enough, counted): (u64, fn(SelfplayProgress) -> u64) = match arguments.games {
        Some(games) => (games, |progress| progress.games),
        None => (arguments.positions.unwrap_or(1_000_000), |progress| progress.positions),
    };
    let missing = enough.saturating_sub(counted(before));
    if missing > 0 {
        let mut take = |game: &SelfplayGame, progress: SelfplayProgress| {
            written = writer.write(game);
            let positions = before.positions + progress.positions;
            total = SelfplayProgress { games: before.games + progress.games, positions };
            let elapsed = began.elapsed();
            let share_of_time = time.map_or(0.0, |time| elapsed.div_duration_f64(time));
            let share = (counted(progress) as f64 / missing as f64).max(share_of_time);
            meter.show(share, || {
                let games = total.games;
                let speed = progress.positions as f64 / elapsed.as_secs_f64().max(0.001);
                format!("{games} games, {positions} positions, {speed:.0} per second")
            });
            if written.is_err() || share >= 1.0 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        play(game, &evaluation, &options, &stop, &mut take).map_err(Failure::input)?;
    }
    let failed = |e: std::io::Error| cannot("write", &arguments.out, &e);
    written.and_then(|()| writer.finish()).map_err(failed)?;
    meter.clear();
    tell(format!("{} games, {} positions", total.games, total.positions));
    interrupt::check(&stop)
}

/// Opens the file to write to, after the games that it already has.
fn open(
    path: &Path,
    head: &SelfplayHeader,
) -> Result<(SelfplayWriter<BufWriter<File>>, SelfplayProgress), Failure> {
    let failed = |error: std::io::Error| cannot("write", path, &error);
    let mut before = SelfplayProgress::default();
    if !path.exists() {
        let file = BufWriter::new(File::create(path).map_err(failed)?);
        return Ok((SelfplayWriter::begin(file, head).map_err(failed)?, before));
    }
    let refused = |error: DataError| cannot("resume", path, &error);
    let input = BufReader::new(File::open(path).map_err(failed)?);
    let mut reader = SelfplayReader::new(input).map_err(refused)?;
    if reader.head() != head {
        let reason = "its games were played with other settings; see its header";
        return Err(cannot("resume", path, &reason));
    }
    while let Some(game) = reader.next_game().map_err(refused)? {
        before.games += 1;
        before.positions += game.searched_positions();
    }
    let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
    // A program that was stopped may have left part of a game.
    file.set_len(reader.whole()).map_err(failed)?;
    tell(format!("resuming after {} games", before.games));
    Ok((SelfplayWriter::resume(BufWriter::new(file)), before))
}
