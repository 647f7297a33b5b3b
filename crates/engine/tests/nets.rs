//! The nets that come with the program: whole, described, and the same on every machine.

use std::path::PathBuf;

use cairn_engine::eval::{Evaluation, EvaluationSource, Evaluator, Net, NetFile};
use cairn_engine::games::{Features, MoveOrdering};
use cairn_games::{Game, GameId, Notation, read_position, with_game};

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

/// Positions along a game, with what the net says of each: `data/net_values.txt`, lines of
/// game, value and position. `CAIRN_WRITE_VALUES=1` writes it anew.
#[test]
fn nets_say_exactly_what_they_said_when_they_were_built_in() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/net_values.txt");
    if std::env::var_os("CAIRN_WRITE_VALUES").is_some() {
        std::fs::write(&path, current_values()).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    let mut checked = 0;
    for line in expected.lines() {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_else(|| panic!("`{line}` is too short"));
        let (game, value, text) = (word(), word(), word());
        let any = read_position(&GameId::boards(game).unwrap(), text).unwrap();
        let id = any.game();
        let found = with_game!(id, G => value_of(&G::try_from(any).unwrap()));
        assert_eq!(found.to_string(), value, "{line}");
        checked += 1;
    }
    assert!(checked >= 50, "only {checked} positions");
}

fn value_of<G: Features + MoveOrdering>(position: &G) -> i32 {
    Evaluation::<G>::new(&EvaluationSource::BuiltIn).unwrap().evaluate(position)
}

fn current_values() -> String {
    let mut lines = String::new();
    for &id in GameId::ALL {
        with_game!(id, G => {
            let mut random = cairn_games::random::Random::new(11);
            let mut position = G::shuffled(4).unwrap_or_else(G::start);
            for _ in 0..12 {
                let (value, text) = (value_of(&position), position.to_text());
                lines += &format!("{} {value} {text}\n", id.name());
                let Some(&mv) = random.pick(&position.moves()) else { break };
                position.play_unchecked(mv);
                if position.outcome().is_some() { break }
            }
        });
    }
    lines
}
