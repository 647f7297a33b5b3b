//! `cairn edit`: the position editor.

use cairn_app::PositionEditor;
use cairn_tui::ScreenOptions;

use super::play;
use crate::failure::Failure;
use crate::output::Output;
use crate::position_arguments::PositionArguments;

/// Opens the editor, or prints the verdict on the position where there is no screen.
pub fn run(arguments: &PositionArguments) -> Result<(), Failure> {
    let reading = arguments.start.reading(Some(&arguments.game), "")?;
    let editor = PositionEditor::of_diagram(reading.game, reading.diagram);
    if play::has_screen() {
        let options = ScreenOptions::new(play::config()?, play::variable);
        return Ok(cairn_tui::run_editor(&options, editor)?);
    }
    let mut out = Output::new();
    out.line(editor.text())?;
    out.line(editor.verdict())?;
    out.flush()?;
    editor.position().map(|_| ()).map_err(Failure::input)
}
