//! `cairn completions` and `cairn man`, made from the definition of the command line.

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_complete::env::Shells;
use clap_mangen::Man;

use crate::arguments::Arguments;
use crate::completion::VARIABLE;
use crate::failure::Failure;
use crate::output::Output;

/// Sections at the end of the manual page, in roff.
const SECTIONS: &str = include_str!("../../data/manual.roff");

/// Completion script for Bash, which splits the names of rule sets at their colon.
const BASH: &str = include_str!("../../data/completions.bash");

/// Completes at once when Zsh loads the script as the function `_cairn`, not only the next time.
const ZSH_AUTOLOAD: &str = "[[ $funcstack[1] == _cairn ]] && _clap_dynamic_completer_cairn\ntrue\n";

/// Prints completions for a shell.
pub fn completions(shell: Shell) -> Result<(), Failure> {
    if shell == Shell::Bash {
        return print(BASH.as_bytes());
    }
    let shells = Shells::builtins();
    let Some(completer) = shells.completer(&shell.to_string()) else {
        return Err(Failure::Usage(format!("there are no completions for {shell}")));
    };
    let mut script = Vec::new();
    completer.write_registration(VARIABLE, "cairn", "cairn", "cairn", &mut script)?;
    if shell == Shell::Zsh {
        script.extend_from_slice(ZSH_AUTOLOAD.as_bytes());
    }
    print(&script)
}

/// Prints the manual page, with a section per command.
pub fn page() -> Result<(), Failure> {
    print(manual_page()?.as_bytes())
}

fn manual_page() -> Result<String, Failure> {
    let mut command = Arguments::command();
    command.build();
    let manual = Man::new(command.clone());
    let mut page = Vec::new();
    manual.render_title(&mut page)?;
    manual.render_name_section(&mut page)?;
    manual.render_description_section(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for subcommand in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        page.push_str(&command_section(subcommand)?);
    }
    page.push_str(".SH KEYS\nKeys of the full-screen program.\n.PP\n.nf\n");
    page.push_str(&roff_text(cairn_tui::KEYS));
    page.push_str(".fi\n");
    page.push_str(SECTIONS);
    Ok(page)
}

/// Renders one command as a section of its own.
fn command_section(command: &Command) -> Result<String, Failure> {
    let manual = Man::new(command.clone());
    let mut section = Vec::new();
    manual.render_description_section(&mut section)?;
    manual.render_synopsis_section(&mut section)?;
    manual.render_options_section(&mut section)?;
    let section = String::from_utf8_lossy(&section)
        .replace(".SH DESCRIPTION\n", "")
        .replace(".SH SYNOPSIS\n", ".PP\n")
        .replace(".SH OPTIONS\n", "");
    let name = command.get_name().to_uppercase();
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    Ok(format!(".SH CAIRN {name}\n{section}.PP\n.nf\n{}.fi\n", roff_text(&examples)))
}

/// Escapes text that is printed literally.
fn roff_text(text: &str) -> String {
    let escape = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        // A control character at the beginning of a line would be a request.
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        format!("{guard}{line}\n")
    };
    text.lines().map(escape).collect()
}

fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = Output::new();
    out.bytes(bytes)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_page_is_complete() {
        let page = manual_page().unwrap();
        for heading in ["NAME", "CAIRN PLAY", "KEYS", "EXIT STATUS", "FILES", "ENVIRONMENT"] {
            assert!(page.contains(&format!(".SH {heading}\n")), "{heading}");
        }
        for unwanted in ["cairn-games(1)", "EXTRA"] {
            assert!(!page.contains(unwanted), "{unwanted}");
        }
        assert!(page.contains("NO_COLOR") && page.contains("XDG_DATA_HOME"));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(roff_text(".a\\b\n--c"), "\\&.a\\eb\n\\-\\-c\n");
    }
}
