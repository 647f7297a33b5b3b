//! Words that complete arguments in the shell.

use std::collections::BTreeSet;

use cairn_engine::levels::Level;
use cairn_games::GameId;
use cairn_legacy::{OriginalBot, PROGRAMS};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};

/// Environment variable with which the script of a shell asks for completions.
pub const VARIABLE: &str = "CAIRN_COMPLETE";

fn candidates<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Vec<CompletionCandidate> {
    words.into_iter().map(|word| CompletionCandidate::new(word.into())).collect()
}

/// Completes players of a game in the terminal.
pub fn players() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let mut words = candidates(["human"]);
        words.extend(computers());
        words
    })
}

/// Completes players of a match.
pub fn contestants() -> ArgValueCandidates {
    ArgValueCandidates::new(computers)
}

fn computers() -> Vec<CompletionCandidate> {
    let levels = Level::all().map(|level| level.to_string());
    let mut words: Vec<String> = levels.collect();
    words.extend(["random", "uct", "greedy", "simple", "original"].map(str::to_owned));
    let levels = GameId::families().flat_map(OriginalBot::levels);
    let originals: BTreeSet<_> = levels.map(|level| format!("original:{}", level.name)).collect();
    words.extend(originals);
    words.extend(["ugi:", "net:"].map(str::to_owned));
    candidates(words)
}

/// Completes styles of boards.
pub fn styles() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let sizes = ["unicode", "ascii", "tiny", "tiny-ascii", "large", "large-ascii", "huge"];
        let others = ["huge-ascii", "words", "original"];
        let mut words: Vec<String> = sizes.into_iter().chain(others).map(str::to_owned).collect();
        words.extend(PROGRAMS.iter().map(|program| format!("original:{}", program.number)));
        candidates(words)
    })
}

/// Completes sizes of boards.
pub fn sizes() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let sizes = GameId::ALL.iter().map(|game| game.info().board.size());
        candidates(sizes.collect::<BTreeSet<_>>())
    })
}

/// Completes the side to move.
pub fn sides() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let mut words = vec!["first".to_owned(), "second".to_owned()];
        let names = GameId::families().flat_map(|game| &game.info().sides);
        words.extend(names.map(|side| side.name.to_lowercase()).collect::<BTreeSet<_>>());
        candidates(words)
    })
}
