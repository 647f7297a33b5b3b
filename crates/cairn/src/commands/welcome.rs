//! `cairn` without a command.

use cairn_games::GameId;

use super::games;
use crate::failure::Failure;
use crate::output::Output;

/// Prints the games and how to begin.
pub fn run() -> Result<(), Failure> {
    let mut out = Output::new();
    out.line("Cairn: play, study and master four stacking games.\n")?;
    games::print_table(&mut out)?;
    out.line("\nTo begin:")?;
    let first = GameId::ALL[0];
    let mv = first.start().move_texts().into_iter().next().unwrap_or_default();
    out.line(format!("  cairn learn {first:<22} learn it with lessons"))?;
    out.line(format!("  cairn play {first:<23} play against the computer"))?;
    out.line(format!("  cairn moves {first:<22} the legal moves at the start"))?;
    let apply = format!("{first} {mv}");
    out.line(format!("  cairn apply {apply:<22} make a move"))?;
    out.line(format!("  cairn help {:<23} all commands, with examples", ""))?;
    out.flush()
}
