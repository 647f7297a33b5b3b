//! `cairn config`: settings of the terminal program.

use cairn_tui::{CONFIG_TEMPLATE, Config};
use clap::Args;

use crate::failure::Failure;
use crate::output::Output;

/// Arguments of `cairn config`.
#[derive(Args, Debug)]
pub struct ConfigArguments {
    /// Print the path of the file instead of its contents
    #[arg(long)]
    pub path: bool,
}

/// Prints a configuration file, or the path where it is looked for.
pub fn run(arguments: &ConfigArguments) -> Result<(), Failure> {
    let mut out = Output::new();
    if arguments.path {
        let path = Config::path(|name| std::env::var(name).ok());
        let path = path.ok_or_else(|| {
            Failure::Input("no configuration file is read: HOME is not set".to_owned())
        })?;
        out.line(path.display())?;
    } else {
        out.bytes(CONFIG_TEMPLATE.as_bytes())?;
    }
    out.flush()
}
