//! `cairn completions` and `cairn man`: made from the command line's own definition.

use clap::CommandFactory;

use crate::arguments::Arguments;
use crate::diagnostic::Failure;
use crate::output::Output;

/// Prints completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cairn", &mut script);
    print(&script)
}

/// Prints one manual page with a section for each command.
pub fn page() -> Result<(), Failure> {
    let mut command = Arguments::command();
    command.build();
    let manual = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    manual.render(&mut page)?;
    for subcommand in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let manual = clap_mangen::Man::new(subcommand.clone());
        let name = subcommand.get_name().to_uppercase();
        page.extend(format!(".SH CAIRN {name}\n").bytes());
        manual.render_description_section(&mut page)?;
        manual.render_synopsis_section(&mut page)?;
        manual.render_options_section(&mut page)?;
        manual.render_extra_section(&mut page)?;
    }
    print(&page)
}

fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = Output::new();
    out.bytes(bytes)?;
    out.flush()
}
