//! Arguments of `cairn draw`.

use std::path::PathBuf;

use cairn_draw::svg::Theme;
use cairn_legacy::AnyStyle;
use clap::{Args, ValueEnum, ValueHint};

use crate::completion;
use crate::position_arguments::{StartArguments, game_names};

/// Value of `--line` that stands for the engine's line.
pub const BEST_LINE: &str = "best";

#[derive(Args, Debug)]
pub struct DrawArguments {
    /// Game [default: detected from the position or the record]
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    #[command(flatten)]
    pub start: StartArguments,

    /// Game record; `-` reads standard input, FILE#N is game N of several. Draws the last
    /// position, or the whole game if the format can be animated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["game", "position", "seed", "size", "to_move"])]
    pub record: Option<String>,

    /// With --record: draw the position after this many moves, 0 for the start
    #[arg(long, value_name = "N", requires = "record")]
    pub at: Option<usize>,

    /// Play this move first and mark it; can be repeated
    #[arg(long, value_name = "MOVE", visible_alias = "last-move")]
    pub play: Vec<String>,

    /// Show this move with arrows, without playing it
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    pub shown: Option<String>,

    /// Show several moves with numbered arrows, without playing them; `best` shows the line
    /// that the engine finds in a second
    #[arg(long, value_name = "MOVES", conflicts_with = "shown")]
    pub line: Option<String>,

    /// Show the next choices after these steps of a turn, such as `a1`
    #[arg(long, value_name = "STEPS", num_args = 0..=1, default_missing_value = "")]
    pub targets: Option<String>,

    /// Text style: unicode, ascii, large, large-ascii, huge, huge-ascii, tiny,
    /// tiny-ascii, words, original for the screen of the game's program of 2020, or
    /// original:NNN for the program with that number
    /// [default: unicode or ascii, depending on the locale]
    #[arg(long, value_name = "STYLE", add = completion::styles())]
    pub style: Option<AnyStyle>,

    /// Use ASCII characters in text, regardless of the locale
    #[arg(long)]
    pub ascii: bool,

    /// File to write; the extension selects the format: .svg, .png, .gif or .txt
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Colours of pictures
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub theme: ThemeName,

    /// Width of a picture in pixels
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: Option<u32>,

    /// Draw the board from the second player's side
    #[arg(long)]
    pub flip: bool,

    /// Leave out the names of rows and columns
    #[arg(long)]
    pub no_coordinates: bool,

    /// Leave out the side to move and the pieces in hand
    #[arg(long)]
    pub no_caption: bool,

    /// Seconds per position in an animation
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub seconds: f64,

    /// When to use colours in text
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
}

/// Use of colours in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also in pipes and files
    Always,
    /// Never
    Never,
}

/// Themes by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    /// Light
    Light,
    /// Dark
    Dark,
    /// Follows the reader's system setting (SVG only)
    Auto,
}

impl ThemeName {
    pub const fn theme(self) -> Theme {
        match self {
            Self::Light => Theme::Light,
            Self::Dark => Theme::Dark,
            Self::Auto => Theme::Auto,
        }
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.02..=60.0).contains(&seconds) => Ok(seconds),
        _ => Err("not a number of seconds from 0.02 to 60".to_owned()),
    }
}
