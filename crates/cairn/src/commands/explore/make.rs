//! `cairn explore make`: games between levels of the engine, and the table of their openings.
//!
//! A round is a short match between two levels that are drawn at random. Rounds are played at the
//! same time and kept in their order, so the file of games can be continued after any of them.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cairn_app::explorer::{
    ExplorerGame, ExplorerGames, ExplorerHeader, OPENING_PLIES, OpeningTable, Opinion,
};
use cairn_arena::{
    ArenaError, Contestant, MatchSettings, MatchTimeControl, OpeningSettings, PlayedGame,
    play_match,
};
use cairn_engine::levels::Level;
use cairn_engine::parallel::in_order;
use cairn_engine::search::Engine;
use cairn_engine::{Bot, EngineOptions, Limits, Player, StopFlag};
use cairn_games::random::Random;
use cairn_games::zobrist::mix;
use cairn_games::{AnyPosition, GameId, History};
use clap::Args;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::super::available_threads;
use super::read_table;
use crate::failure::Failure;
use crate::files::{cannot, read_bytes, write_file};
use crate::interrupt;
use crate::output::tell;
use crate::position_arguments::game_names;
use crate::progress::ProgressBar;
use crate::training_arguments::TrainingResources;

/// Number of games per round.
const ROUND_GAMES: u32 = 16;

/// Levels that take part; lower ones overlook too much to tell anything about openings.
const LEVELS: std::ops::RangeInclusive<u8> = 3..=10;

/// Numbers of random moves at the beginning of the games, by round. The highest levels always
/// play alike, so that most games need some.
const RANDOM_PLIES: [u32; 4] = [0, 1, 2, 3];

/// Memory of a search in MiB: few nodes need no more.
const HASH_MB: usize = 4;

/// Least time between two writes of the file of games.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// Largest file of games that is read, when unpacked.
const MAX_GAMES_TEXT: u64 = 256 << 20;

/// Arguments of `cairn explore make`.
#[derive(Args, Debug)]
pub struct MakeArguments {
    /// Game, on its standard board with its standard set-up
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    /// File for the table; the games are kept beside it
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Total number of games, rounded up to whole rounds of 16
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,

    /// Stop playing after this many seconds, even with fewer games
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub seconds: Option<u64>,

    /// Maximum number of nodes per move, regardless of the level
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Number of nodes for the engine's opinion on a position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub opinion_nodes: u64,

    #[command(flatten)]
    pub resources: TrainingResources,
}

/// Plays until there are enough games, and makes the table.
pub fn run(arguments: &MakeArguments) -> Result<(), Failure> {
    let game = GameId::named(&arguments.game).map_err(Failure::usage)?;
    let header =
        ExplorerHeader { game, seed: arguments.resources.seed, nodes: arguments.nodes, rounds: 0 };
    let path = arguments.out.with_extension("games.gz");
    let mut games = open(&path, header)?;
    let stop = interrupt::stop_flag();
    play(&mut games, &path, arguments, &stop)?;
    interrupt::check(&stop)?;
    make_table(&games, arguments, &stop)
}

/// Reads the games that there are.
fn open(path: &Path, header: ExplorerHeader) -> Result<ExplorerGames, Failure> {
    if !path.exists() {
        return Ok(ExplorerGames { header, games: Vec::new() });
    }
    let mut text = String::new();
    GzDecoder::new(&*read_bytes(path)?)
        .take(MAX_GAMES_TEXT)
        .read_to_string(&mut text)
        .map_err(|error| cannot("read", path, &error))?;
    let games = ExplorerGames::from_text(&text).map_err(|error| cannot("read", path, &error))?;
    if games.header != (ExplorerHeader { rounds: games.header.rounds, ..header }) {
        let reason = "its games were played with other settings; see its header";
        return Err(cannot("continue", path, &reason));
    }
    Ok(games)
}

fn save(path: &Path, games: &ExplorerGames) -> Result<(), Failure> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let bytes = packed.write_all(games.to_text().as_bytes()).and_then(|()| packed.finish());
    write_file(path, &bytes.map_err(|error| cannot("write", path, &error))?)
}

/// Plays the rounds that are missing.
fn play(
    games: &mut ExplorerGames,
    path: &Path,
    arguments: &MakeArguments,
    stop: &StopFlag,
) -> Result<(), Failure> {
    let header = games.header.clone();
    let missing = arguments.games.div_ceil(ROUND_GAMES.into()).saturating_sub(header.rounds);
    let (began, mut saved) = (Instant::now(), Instant::now());
    let time = arguments.seconds.map(Duration::from_secs);
    // Raised to end rounds that nobody waits for.
    let enough = StopFlag::new();
    let mut bar = ProgressBar::new();
    let mut failure = None;
    let job = |number: u64| play_round(&header, header.rounds + number, &enough);
    in_order(available_threads(arguments.resources.threads), missing, job, |round| {
        match round {
            Some(Ok(Some(played))) => {
                games.games.extend(played);
                games.header.rounds += 1;
                if saved.elapsed() >= SAVE_INTERVAL {
                    failure = save(path, games).err();
                    saved = Instant::now();
                }
            }
            Some(Err(error)) => failure = Some(Failure::input(error)),
            Some(Ok(None)) | None => {}
        }
        let done = (games.header.rounds - header.rounds) as f64 / missing as f64;
        let share = done.max(time.map_or(0.0, |time| began.elapsed().div_duration_f64(time)));
        bar.show(share, || format!("{} games", games.games.len()));
        let is_late = time.is_some_and(|time| began.elapsed() >= time);
        if stop.is_raised() || failure.is_some() || is_late {
            enough.raise();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    bar.clear();
    match failure {
        Some(failure) => Err(failure),
        None => save(path, games),
    }
}

/// Plays a round; `None` if it was stopped.
fn play_round(
    header: &ExplorerHeader,
    round: u64,
    stop: &StopFlag,
) -> Result<Option<Vec<ExplorerGame>>, ArenaError> {
    let seed = mix(header.seed).wrapping_add(mix(round));
    let mut chance = Random::new(seed);
    let mut draw = || {
        let number = LEVELS.start() + chance.below(LEVELS.count() as u64) as u8;
        Level::new(number).unwrap_or(Level::HIGHEST)
    };
    let levels = [draw(), draw()];
    let options = EngineOptions { hash_mb: HASH_MB, ..EngineOptions::default() };
    let [a, b] =
        levels.map(|level| Contestant::of_player(&Player::Level(level), header.game, &options));
    let random = RANDOM_PLIES[(round % RANDOM_PLIES.len() as u64) as usize];
    let settings = MatchSettings {
        seed,
        openings: OpeningSettings {
            plies: random,
            shuffled: false,
            seed,
            evaluation_nodes: 200,
            imbalance: 0.25,
        },
        adjudicate: true,
        ..MatchSettings::new(
            header.game,
            ROUND_GAMES,
            MatchTimeControl::PerMove(Limits::nodes(header.nodes)),
        )
    };
    let mut games = Vec::new();
    play_match(&settings, &a, &b, stop, |progress| {
        // Of a pair, the first player begins one game and the second the other.
        for (played, levels) in progress.pair.iter().zip([levels, [levels[1], levels[0]]]) {
            games.push(opening_of(played, levels.map(Level::number), random as usize));
        }
    })?;
    Ok((games.len() == ROUND_GAMES as usize).then_some(games))
}

fn opening_of(played: &PlayedGame, levels: [u8; 2], random: usize) -> ExplorerGame {
    let history = played.record.history();
    let moves: Vec<_> = history.moves().iter().copied().take(OPENING_PLIES).collect();
    ExplorerGame { levels, random: random.min(moves.len()), outcome: played.outcome, moves }
}

/// Counts the games, asks the engine about the positions, and writes the table.
fn make_table(
    games: &ExplorerGames,
    arguments: &MakeArguments,
    stop: &StopFlag,
) -> Result<(), Failure> {
    let (mut table, positions) = OpeningTable::count(games);
    let nodes = arguments.opinion_nodes;
    let before = match arguments.out.exists() {
        true => Some(read_table(&arguments.out, games.header.game)?),
        false => None,
    };
    // Opinions of an earlier table are still good if as many nodes were searched for them.
    let before = before.filter(|before| before.nodes() == nodes);
    let known = |key: &u64| before.as_ref().and_then(|before| before.opinion(*key));
    let mut opinions: HashMap<u64, Opinion> =
        positions.keys().filter_map(|key| Some((*key, known(key)?))).collect();
    let mut unknown: Vec<(u64, AnyPosition)> =
        positions.into_iter().filter(|(key, _)| !opinions.contains_key(key)).collect();
    unknown.sort_unstable_by_key(|(key, _)| *key);
    let mut bar = ProgressBar::new();
    let mut done = 0;
    let threads = available_threads(arguments.resources.threads);
    let job = |number: u64| {
        let (key, position) = &unknown[number as usize];
        (*key, opinion_on(position, nodes, stop))
    };
    in_order(threads, unknown.len() as u64, job, |found| {
        if let Some((key, opinion)) = found {
            opinions.extend(opinion.map(|opinion| (key, opinion)));
            done += 1;
        }
        bar.show(done as f64 / unknown.len() as f64, || format!("{done} positions"));
        if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.clear();
    interrupt::check(stop)?;
    table.set_opinions(nodes, &opinions);
    let bytes = table.to_bytes();
    write_file(&arguments.out, &bytes)?;
    tell(format!(
        "{} games, {} positions, {} bytes",
        table.games(),
        table.positions(),
        bytes.len()
    ));
    Ok(())
}

/// Searches a position.
fn opinion_on(position: &AnyPosition, nodes: u64, stop: &StopFlag) -> Option<Opinion> {
    let mut engine = Engine::new(EngineOptions { hash_mb: HASH_MB, ..EngineOptions::default() });
    let history = History::new(*position);
    let report = engine.search(&history, &Limits::nodes(nodes), stop, &mut |_| {}).ok()?;
    Some(Opinion { score: report.score(), best: report.best_move() })
}
