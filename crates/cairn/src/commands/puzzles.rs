//! `cairn puzzles`: makes puzzles, selects them, and proves them again.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use cairn_app::puzzles::{self, MakeOptions, MakeProgress, Puzzle};
use cairn_games::GameId;
use cairn_games::random::Random;

use super::available_threads;
use crate::failure::Failure;
use crate::files::{cannot, read_bytes, write_file};
use crate::interrupt;
use crate::output::{Output, tell};
use crate::progress::ProgressBar;
use crate::puzzle_arguments::{
    PuzzlesCheckArguments, PuzzlesCommand, PuzzlesMakeArguments, PuzzlesSelectArguments,
};

/// Runs one of the commands.
pub fn run(command: &PuzzlesCommand) -> Result<(), Failure> {
    match command {
        PuzzlesCommand::Make(arguments) => make(arguments),
        PuzzlesCommand::Select(arguments) => select(arguments),
        PuzzlesCommand::Check(arguments) => check(arguments),
    }
}

/// Appends new puzzles to a file, each as soon as it is found.
fn make(arguments: &PuzzlesMakeArguments) -> Result<(), Failure> {
    let game = GameId::named(&arguments.game).map_err(Failure::usage)?;
    let failed = |error: std::io::Error| cannot("write", &arguments.out, &error);
    let mut file =
        OpenOptions::new().create(true).append(true).open(&arguments.out).map_err(failed)?;
    let options = MakeOptions {
        games: arguments.games,
        seed: arguments.resources.seed,
        threads: available_threads(arguments.resources.threads),
        nodes: arguments.nodes,
    };
    let interrupted = interrupt::stop_flag();
    let stop = interrupted.clone();
    let (began, time) = (Instant::now(), arguments.seconds.map(Duration::from_secs));
    let mut meter = ProgressBar::new();
    let (mut written, mut total, mut is_late) = (Ok(()), MakeProgress::default(), false);
    puzzles::make(game, &options, &stop, &mut |puzzle, progress| {
        total = progress;
        if let Some(puzzle) = puzzle
            && written.is_ok()
        {
            written = writeln!(file, "{}", puzzles::write(&puzzle));
        }
        let of_time = time.map_or(0.0, |time| began.elapsed().div_duration_f64(time));
        let share = (progress.games as f64 / options.games as f64).max(of_time);
        meter.show(share, || format!("{} games, {} puzzles", progress.games, progress.puzzles));
        if written.is_err() || of_time >= 1.0 {
            is_late = !stop.is_raised();
            stop.raise();
        }
    });
    meter.clear();
    written.map_err(failed)?;
    tell(format!("{} games, {} puzzles", total.games, total.puzzles));
    if is_late { Ok(()) } else { interrupt::check(&interrupted) }
}

fn read(game: GameId, path: &Path) -> Result<Vec<Puzzle>, Failure> {
    let text =
        String::from_utf8(read_bytes(path)?).map_err(|error| cannot("read", path, &error))?;
    puzzles::read(game, &path.display().to_string(), &text).map_err(Failure::input)
}

/// Head of a file of puzzles.
const HEAD: &str = "\
# position | aim and turns | solution | themes | rating and lowest level that finds it |
# seed of the game, number of moves before the position, levels of the players";

/// Writes a selection of the puzzles of several files.
fn select(arguments: &PuzzlesSelectArguments) -> Result<(), Failure> {
    let game = GameId::named(&arguments.game).map_err(Failure::usage)?;
    let mut all = Vec::new();
    for file in &arguments.files {
        all.extend(read(game, file)?);
    }
    let found = all.len();
    let chosen = puzzles::select(all, arguments.count as usize);
    let version = env!("CARGO_PKG_VERSION");
    let mut text =
        format!("# Puzzles of {game}, made by `cairn puzzles make` {version}.\n{HEAD}\n");
    for puzzle in &chosen {
        text += &puzzles::write(puzzle);
        text.push('\n');
    }
    write_file(&arguments.out, text.as_bytes())?;
    tell(format!("{} of {found} puzzles", chosen.len()));
    Ok(())
}

/// Proves puzzles again and reports those that are wrong.
fn check(arguments: &PuzzlesCheckArguments) -> Result<(), Failure> {
    let game = arguments.game.as_deref().map(GameId::named).transpose().map_err(Failure::usage)?;
    let mut sets: Vec<(GameId, Vec<Puzzle>)> = Vec::new();
    match (&arguments.file, game) {
        (Some(file), Some(game)) => sets.push((game, read(game, file)?)),
        _ => {
            for known in puzzles::games().filter(|known| game.is_none_or(|game| game == *known)) {
                sets.push((known, puzzles::of(known).map_err(Failure::input)?.to_vec()));
            }
        }
    }
    if let (Some(game), true) = (game, sets.is_empty()) {
        return Err(Failure::Input(format!("there are no puzzles for {}", game.info().title)));
    }
    let stop = interrupt::stop_flag();
    let threads = available_threads(arguments.resources.threads);
    let mut out = Output::new();
    let mut wrong = 0;
    for (game, mut set) in sets {
        if let Some(sample) = arguments.sample {
            Random::new(arguments.resources.seed).shuffle(&mut set);
            set.truncate(sample);
        }
        let mut meter = ProgressBar::new();
        let watch = &mut |done: usize| {
            let share = done as f64 / set.len().max(1) as f64;
            meter.show(share, || format!("{game}: {done} of {}", set.len()));
        };
        let found = puzzles::check_all(&set, threads, &stop, watch);
        meter.clear();
        for (puzzle, error) in &found {
            out.line(format!("{game} {}: {error}", puzzle.id))?;
        }
        interrupt::check(&stop)?;
        wrong += found.len();
        out.line(format!("{game}: {} of {} proved", set.len() - found.len(), set.len()))?;
    }
    out.flush()?;
    if wrong == 0 { Ok(()) } else { Err(Failure::Input(format!("{wrong} puzzles are wrong"))) }
}
