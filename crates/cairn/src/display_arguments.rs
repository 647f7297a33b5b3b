//! Arguments of the commands that show boards to play on.

use clap::Args;

use crate::completion;

/// Way in which boards are shown: on the screen or line by line, and in which style.
#[derive(Args, Debug)]
pub struct DisplayArguments {
    /// Run line by line, for screen readers and pipes
    #[arg(long)]
    pub plain: bool,

    /// Board style: unicode, ascii, large, large-ascii, huge, huge-ascii, tiny,
    /// tiny-ascii, words (implies --plain), original, or original:NNN for one of several
    /// programs. With an original style, cells are typed as that program labelled them
    #[arg(long, value_name = "STYLE", add = completion::styles())]
    pub style: Option<String>,

    /// Use ASCII characters, regardless of the locale
    #[arg(long)]
    pub ascii: bool,
}
