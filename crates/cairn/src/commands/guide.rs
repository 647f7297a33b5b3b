//! `cairn guide`: trains the policy of a net.

use cairn_engine::eval::NetFile;
use cairn_engine::games::{Features, MoveOrdering};
use cairn_engine::selfplay::SelfplayGame;
use cairn_engine::tune::{GuideOptions, GuideProgress, learn_guide};
use cairn_games::{Notation, with_game};

use super::available_threads;
use crate::failure::Failure;
use crate::files::{cannot, read_bytes, write_file};
use crate::output::tell;
use crate::training_arguments::GuideArguments;
use crate::training_data::read_games;

/// Learns from what was chosen in games and writes the net with what was learned.
pub fn run(arguments: &GuideArguments) -> Result<(), Failure> {
    let (game, games) = read_games(&arguments.games)?;
    let net = with_game!(game, G => with_guide::<G>(arguments, &games))?;
    write_file(&arguments.out, &net.write())?;
    tell(format!("the net {:016x} is in {}", net.checksum(), arguments.out.display()));
    Ok(())
}

fn with_guide<G: Features + MoveOrdering + Notation>(
    arguments: &GuideArguments,
    games: &[SelfplayGame],
) -> Result<NetFile, Failure> {
    let refused = |error| cannot("use", &arguments.net, &error);
    // A guide that it has already is not needed any more, whether it fits or not.
    let net = NetFile::read(&read_bytes(&arguments.net)?).map_err(refused)?;
    let net = net.with_guide(Vec::new());
    net.check::<G>().map_err(refused)?;
    if G::POLICY_WEIGHTS == 0 {
        let name = G::info().name;
        tell(format!("{name} has few enough moves to look at all of them and needs no guide"));
        return Ok(net);
    }
    let options = GuideOptions {
        epochs: arguments.epochs.into(),
        threads: available_threads(arguments.threads),
        seed: arguments.seed,
    };
    let guide = learn_guide::<G>(games, &options, |progress| tell(describe(progress)));
    let nothing = || Failure::Input("no search chose a move in these games".to_owned());
    Ok(net.with_guide(guide.ok_or_else(nothing)?))
}

fn describe(progress: &GuideProgress) -> String {
    let steps: Vec<_> = progress
        .steps
        .iter()
        .map(|step| format!("{:.4} ({:.1} %)", step.loss, 100.0 * step.among_first_eight))
        .collect();
    let fits = match steps.as_slice() {
        [] => "no games kept apart".to_owned(),
        steps => format!("loss on games kept apart (among the first eight): {}", steps.join(", ")),
    };
    format!("epoch {}, {} positions, {fits}", progress.epoch, progress.positions)
}
