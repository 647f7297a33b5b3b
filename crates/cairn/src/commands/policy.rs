//! `cairn policy`: trains the policy of a net.

use cairn_engine::eval::NetFile;
use cairn_engine::policy_training::{
    PolicyTrainingOptions, PolicyTrainingProgress, policy_weights, train_policy,
};
use cairn_engine::selfplay::SelfplayGame;
use cairn_games::GameId;

use super::available_threads;
use crate::failure::Failure;
use crate::files::{cannot, read_bytes, write_file};
use crate::output::tell;
use crate::training_arguments::PolicyArguments;
use crate::training_data::read_games;

/// Trains a policy on self-play games and writes the net with it.
pub fn run(arguments: &PolicyArguments) -> Result<(), Failure> {
    let (game, games) = read_games(&arguments.games)?;
    let net = with_policy(arguments, game, &games)?;
    write_file(&arguments.out, &net.write())?;
    tell(format!("wrote net {:016x} to {}", net.checksum(), arguments.out.display()));
    Ok(())
}

fn with_policy(
    arguments: &PolicyArguments,
    game: GameId,
    games: &[SelfplayGame],
) -> Result<NetFile, Failure> {
    let refused = |error| cannot("use", &arguments.net, &error);
    // The new policy replaces the old one, whether that fits or not.
    let net = NetFile::read(&read_bytes(&arguments.net)?).map_err(refused)?;
    let net = net.with_policy(Vec::new());
    net.check_game(game).map_err(refused)?;
    if policy_weights(game) == 0 {
        tell(format!("{game} has few enough moves to search them all and needs no policy"));
        return Ok(net);
    }
    let options = PolicyTrainingOptions {
        epochs: arguments.epochs.into(),
        threads: available_threads(arguments.resources.threads),
        seed: arguments.resources.seed,
    };
    let mut watch = |progress: &_| tell(describe(progress));
    let policy = train_policy(game, games, &options, &mut watch);
    let nothing = || Failure::Input("these games have no moves chosen by a search".to_owned());
    Ok(net.with_policy(policy.ok_or_else(nothing)?))
}

fn describe(progress: &PolicyTrainingProgress) -> String {
    let steps: Vec<_> = progress
        .steps
        .iter()
        .map(|step| format!("{:.4} ({:.1} %)", step.loss, 100.0 * step.among_first_eight))
        .collect();
    let fits = match steps.as_slice() {
        [] => "no validation games".to_owned(),
        steps => format!("validation loss (among the first eight): {}", steps.join(", ")),
    };
    format!("epoch {}, {} positions, {fits}", progress.epoch, progress.positions)
}
