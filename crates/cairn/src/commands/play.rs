//! `cairn play`, and `cairn` without a command on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use cairn_app::records::RecordPath;
use cairn_app::{TimeControl, dates};
use cairn_draw::TextStyle;
use cairn_draw::terminal::Depth;
use cairn_draw::text::Charset;
use cairn_engine::Player;
use cairn_engine::levels::Level;
use cairn_games::{GameId, Side};
use cairn_legacy::AnyStyle;
use cairn_tui::{
    Config, GameSettings, GameStart, PlainError, PlainOptions, SavedGame, SavedGames, ScreenOptions,
};
use clap::{Args, ValueHint};

use crate::completion;
use crate::display_arguments::DisplayArguments;
use crate::failure::Failure;
use crate::position_arguments::{StartArguments, game_names};

/// Value of `--continue` that stands for the latest game that is not finished.
const LATEST: &str = "latest";

/// Arguments of `cairn play`.
#[derive(Args, Debug)]
pub struct PlayArguments {
    /// Game; if omitted, opens the menu
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    #[command(flatten)]
    pub start: StartArguments,

    /// Continue a saved game: the latest unfinished one, number N of
    /// `cairn games --saved`, or the game in a file
    #[arg(
        long = "continue",
        value_name = "N|FILE",
        num_args = 0..=1,
        default_missing_value = LATEST,
        conflicts_with_all = ["game", "position", "seed", "size", "first", "second", "time", "clock"],
        value_hint = ValueHint::FilePath
    )]
    pub resumed: Option<String>,

    /// Player who moves first [default: human]
    #[arg(long, value_name = "WHO", requires = "game", add = completion::players())]
    pub first: Option<String>,

    /// Player who moves second [default: level 2]
    #[arg(long, value_name = "WHO", requires = "game", add = completion::players())]
    pub second: Option<String>,

    #[command(flatten)]
    pub display: DisplayArguments,

    /// Milliseconds per move for level 10, uct and external engines [default: 2000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    /// Time control: seconds for the game and per move, such as 300+5
    #[arg(long, value_name = "BASE+INC", conflicts_with = "time")]
    pub clock: Option<TimeControl>,

    /// Do not save the game
    #[arg(long)]
    pub no_save: bool,

    /// Random seed for the players; the same number gives the same game
    #[arg(long, value_name = "N")]
    pub chance: Option<u64>,
}

/// Returns an environment variable that is text.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether input and output are a terminal that can move its cursor.
pub fn has_screen() -> bool {
    let dumb = variable("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

pub(super) fn config() -> Result<Config, Failure> {
    Config::from_environment(variable).map_err(Failure::Input)
}

/// Runs the full-screen program, beginning with its menu.
pub fn menu(ascii: bool) -> Result<(), Failure> {
    let mut options = ScreenOptions::new(config()?, variable);
    if ascii {
        options.charset = Charset::Ascii;
    }
    Ok(cairn_tui::run_menu(&options)?)
}

/// Plays a game.
pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let config = config()?;
    let start = match (&arguments.resumed, &arguments.game) {
        (Some(which), _) => resumed(which)?,
        (None, Some(game)) => settings(arguments, game, &config)?.into(),
        (None, None) if arguments.start.position.is_some() => {
            return Err(Failure::Usage("--position needs the name of a game".to_owned()));
        }
        (None, None) if !arguments.display.plain && has_screen() => {
            return menu(arguments.display.ascii);
        }
        (None, None) => {
            return Err(Failure::Usage("without a terminal, give the name of a GAME".to_owned()));
        }
    };
    let (style, charset) = style(&arguments.display, &config)?;
    style.check(start.game()).map_err(Failure::usage)?;
    let is_for_screen = style != AnyStyle::Own(TextStyle::Words);
    if arguments.display.plain || !is_for_screen || !has_screen() {
        let store = SavedGames::from_environment(variable).filter(|_| !arguments.no_save);
        return plain_game(start, (style, charset), store);
    }
    let mut options = ScreenOptions::new(config, variable);
    options.store = options.store.filter(|_| !arguments.no_save);
    (options.style, options.charset) = (style, charset);
    Ok(cairn_tui::run_game(&options, start)?)
}

/// Returns the style of the board and the characters of everything else: by the options, the
/// configuration and the locale, in this order.
pub(super) fn style(
    display: &DisplayArguments,
    config: &Config,
) -> Result<(AnyStyle, Charset), Failure> {
    let given: Option<AnyStyle> = match &display.style {
        Some(word) => Some(word.parse().map_err(Failure::usage)?),
        None => config.defaults.style.clone(),
    };
    let charset = match &given {
        _ if display.ascii => Charset::Ascii,
        Some(AnyStyle::Own(style @ TextStyle::Drawn(..))) => style.charset(),
        _ => config.charset(variable),
    };
    Ok((given.unwrap_or_default().with_charset(charset), charset))
}

/// Finds a saved game: the latest that is not finished, one by its number, or the game in a
/// file.
fn resumed(which: &str) -> Result<GameStart, Failure> {
    let number: Option<usize> = which.parse().ok();
    if number.is_none() && which != LATEST {
        return Ok(RecordPath::parse(which).read()?.into());
    }
    let saved = SavedGames::from_environment(variable).map(|store| store.list());
    let mut saved = saved.unwrap_or_default().into_iter();
    let found = match number {
        Some(number) => number.checked_sub(1).and_then(|index| saved.nth(index)),
        None => saved.find(SavedGame::is_unfinished),
    };
    let missing = || match number {
        Some(number) => {
            format!("there is no saved game {number}; `cairn games --saved` lists them")
        }
        None => "there is no unfinished game to continue; `cairn games --saved` lists the saved \
                 games"
            .to_owned(),
    };
    found.map(GameStart::from).ok_or_else(|| Failure::Input(missing()))
}

fn plain_game(
    start: GameStart,
    look: (AnyStyle, Charset),
    store: Option<SavedGames>,
) -> Result<(), Failure> {
    let options = plain_options(look);
    // Lines are written at once, so that a program on the other end of a pipe can answer.
    let output = io::LineWriter::new(io::stdout().lock());
    finished(cairn_tui::play_plain(start, store, io::stdin().lock(), output, &options))
}

/// Returns the options of a dialogue line by line on standard input and output.
pub(super) fn plain_options((style, charset): (AnyStyle, Charset)) -> PlainOptions {
    let (to_terminal, from_terminal) = (io::stdout().is_terminal(), io::stdin().is_terminal());
    PlainOptions {
        style,
        depth: Depth::of_environment(variable).filter(|_| to_terminal),
        is_interactive: from_terminal,
        charset,
        is_guided: false,
    }
}

/// Ends a dialogue line by line.
pub(super) fn finished(ended: Result<(), PlainError>) -> Result<(), Failure> {
    match ended {
        Ok(()) => Ok(io::stdout().flush()?),
        Err(PlainError::Io(error)) => Err(error.into()),
        Err(PlainError::Player(why)) => Err(Failure::Input(why)),
    }
}

fn settings(
    arguments: &PlayArguments,
    game: &str,
    config: &Config,
) -> Result<GameSettings, Failure> {
    let PlayArguments { start, first, second, time, clock, chance, .. } = arguments;
    let position = start.position(game)?;
    let mut settings = GameSettings::new(position);
    let person = config.defaults.side.unwrap_or(Side::First);
    let remembered = SavedGames::from_environment(variable)
        .filter(|_| !arguments.display.plain && has_screen())
        .and_then(|store| cairn_tui::remembered_level(&store, person.other()));
    let level = config.defaults.level.or(remembered).unwrap_or(Level::DEFAULT);
    let usual = |side| if side == person { Player::Human } else { Player::Level(level) };
    for (side, given) in Side::BOTH.into_iter().zip([first, second]) {
        settings.players[side.index()] = match given {
            Some(word) => player(word, position.game())?,
            None => usual(side),
        };
    }
    settings.shuffle = start.seed;
    settings.random_seed = chance.unwrap_or_else(|| {
        // Input from a pipe should give the same game each time; people want variety.
        if io::stdin().is_terminal() { dates::now().unsigned_abs() } else { 0 }
    });
    if let Some(milliseconds) = time {
        settings.move_time = Duration::from_millis(*milliseconds);
    }
    // Through a pipe, every step is in the input.
    settings.automatic_steps = config.automatic_steps && io::stdin().is_terminal();
    settings.time_control = clock.or(config.defaults.clock).unwrap_or_default();
    Ok(settings)
}

/// Reads a player. A level that the original program did not have is refused at once.
fn player(word: &str, game: GameId) -> Result<Player, Failure> {
    let player: Player = word.parse().map_err(Failure::usage)?;
    player.check(game).map_err(Failure::usage)?;
    Ok(player)
}
