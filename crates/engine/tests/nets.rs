//! The nets that come with the program: whole, described, and the same on every machine.

use std::path::PathBuf;

use cairn_engine::eval::{Evaluation, EvaluationSource, Evaluator, Net, NetFile};
use cairn_engine::games::{Features, MoveOrdering};
use cairn_games::random::Random;
use cairn_games::{Game, GameId, Notation, with_game};

fn nets() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../nets")
}

/// Whether a game has a net.
fn has_net(id: GameId) -> bool {
    with_game!(id, G => matches!(Evaluation::<G>::new(&EvaluationSource::BuiltIn), Ok(Evaluation::Net(_))))
}

#[test]
fn every_board_of_every_game_has_a_net() {
    for &id in GameId::ALL {
        assert!(has_net(id), "{id:?}");
    }
}

#[test]
fn every_net_has_a_manifest_with_its_checksum() {
    let mut found = 0;
    for entry in std::fs::read_dir(nets()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "net") {
            continue;
        }
        let file = NetFile::read(&std::fs::read(&path).unwrap()).unwrap();
        let manifest = std::fs::read_to_string(path.with_extension("json")).unwrap();
        let line = |key: &str, value: &str| format!("\"{key}\": {value}");
        for expected in [
            line("game", &format!("\"{}\"", file.game())),
            line("checksum", &format!("\"{:016x}\"", file.checksum())),
            line("inputs", &file.inputs().to_string()),
            line("hidden", &file.hidden().to_string()),
        ] {
            assert!(manifest.contains(&expected), "{}: no {expected}", path.display());
        }
        let boards = GameId::boards(file.game()).unwrap();
        let has_its_features = |id: &GameId| with_game!(*id, G => G::COUNT) == file.inputs();
        let game = boards.into_iter().find(has_its_features).unwrap();
        let policy_weights = with_game!(game, G => G::POLICY_WEIGHTS);
        assert_eq!(file.policy().len(), policy_weights, "{} has a policy", path.display());
        let expected = line("weights", &policy_weights.to_string());
        assert!(policy_weights == 0 || manifest.contains(&expected), "{}", path.display());
        let built_in = with_game!(game, G => {
            Net::<G>::built_in().unwrap().map(|net| net.checksum())
        });
        assert_eq!(built_in, Some(file.checksum()), "{} is built in", path.display());
        assert!(path.metadata().unwrap().len() <= 550_000, "{} is small", path.display());
        found += 1;
    }
    assert_eq!(found, GameId::ALL.iter().filter(|&&id| has_net(id)).count());
}

/// The snapshot has the game, the value and the position in each line.
#[test]
fn nets_say_exactly_what_they_said_when_they_were_built_in() {
    let mut lines = String::new();
    for &id in GameId::ALL {
        with_game!(id, G => {
            let net = Evaluation::<G>::new(&EvaluationSource::BuiltIn).unwrap();
            let mut random = Random::new(11);
            let mut position = G::shuffled(4).unwrap_or_else(G::start);
            for _ in 0..12 {
                lines += &format!("{id} {} {}\n", net.evaluate(&position), position.to_text());
                let Some(&mv) = random.pick(&position.moves()) else { break };
                position.play_unchecked(mv);
                if position.outcome().is_some() { break }
            }
        });
    }
    assert!(lines.lines().count() >= 50, "too few positions");
    insta::assert_snapshot!("net_values", lines);
}
