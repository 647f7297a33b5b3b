//! The arguments of `cairn draw`.

use std::path::PathBuf;

use cairn_draw::svg::Theme;
use cairn_legacy::AnyStyle;
use clap::{Args, ValueEnum};

use crate::set_up::{From, game_names};

#[derive(Args, Debug)]
pub struct DrawArguments {
    /// The game; told from the position or the record if left out
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    #[command(flatten)]
    pub from: From,

    /// A game record; `-` reads it from standard input. Draws its last position, or all
    /// of it as an animation where the file can be one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "seed", "size", "to_move"])]
    pub record: Option<PathBuf>,

    /// With --record: the position after so many moves, 0 for the start
    #[arg(long, value_name = "N", requires = "record")]
    pub at: Option<usize>,

    /// Make this move first, and mark what it did; can be given several times
    #[arg(long, value_name = "MOVE", visible_alias = "last-move")]
    pub play: Vec<String>,

    /// Show this move with arrows without making it
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    pub shown: Option<String>,

    /// Show these moves, one after the other, with numbered arrows without making them;
    /// `best` shows the line that the engine finds in a second
    #[arg(long, value_name = "MOVES", conflicts_with = "shown")]
    pub line: Option<String>,

    /// Show what can be chosen next, after what has been chosen of the turn already, such
    /// as `a1`
    #[arg(long, value_name = "CHOSEN", num_args = 0..=1, default_missing_value = "")]
    pub targets: Option<String>,

    /// How text looks: unicode, ascii, large, large-ascii, huge, huge-ascii, tiny,
    /// tiny-ascii, words, original, or original:NNN for the program of that number
    #[arg(long, value_name = "STYLE", default_value = "unicode")]
    pub style: AnyStyle,

    /// Where to write; the ending says what: .svg, .png, .gif or .txt
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// The colours of pictures; `auto` follows the reader's system, in SVG
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub theme: ThemeName,

    /// The width of a picture in pixels
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: Option<u32>,

    /// Put the second player's side at the bottom
    #[arg(long)]
    pub flip: bool,

    /// Leave out the names of rows and columns
    #[arg(long)]
    pub no_coordinates: bool,

    /// Leave out who is to move and what is in hand
    #[arg(long)]
    pub no_caption: bool,

    /// How long an animation stays on each position
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub seconds: f64,

    /// When to use colours in text
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// When text has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also into pipes and files
    Always,
    /// Not at all
    Never,
}

/// The themes by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    /// For paper and light pages
    Light,
    /// For dark pages
    Dark,
    /// As the reader's system has it
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
        _ => Err("give a number of seconds from 0.02 to 60".to_owned()),
    }
}
