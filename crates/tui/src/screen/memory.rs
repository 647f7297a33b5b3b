//! Choices in the menu, saved for the next time.
//!
//! The file has one line per choice: a word and its value. What is missing or invalid gets
//! its default.

use std::fs;
use std::path::PathBuf;

use cairn_app::{TimeControl, files};
use cairn_games::{GameId, Side};

use super::menu::{CLOCKS, MODES, Menu, computers};
use crate::store::SavedGames;

/// File name, beside the folder of games.
const FILE: &str = "menu.txt";
/// Largest file that is read.
const MOST_BYTES: u64 = 4_096;
/// Words for the sides.
const SIDES: [&str; 2] = ["first", "second"];

fn path(store: &SavedGames) -> Option<PathBuf> {
    Some(store.folder().parent()?.join(FILE))
}

/// Reads the saved menu, or returns the default.
pub fn recall(store: &SavedGames) -> Menu {
    let short = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() <= MOST_BYTES);
    let path = path(store).filter(short);
    let text = path.and_then(|path| fs::read_to_string(path).ok());
    text.as_deref().map(read).unwrap_or_default()
}

/// Saves the menu. Failures are ignored: only convenience is lost.
pub fn remember(store: &SavedGames, menu: &Menu) {
    if let Some(path) = path(store) {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let _ = folder.and_then(|()| files::write_atomically(&path, write(menu).as_bytes()));
    }
}

fn write(menu: &Menu) -> String {
    let clock = menu.time_control();
    let mut text = format!(
        "game {}\nboard {}\nplayers {}\nside {}\nfirst {}\nsecond {}\nclock {clock}\n",
        menu.game.name(),
        menu.game.info().board.size(),
        menu.mode.word(),
        SIDES[menu.side.index()],
        menu.computer_word(Side::First),
        menu.computer_word(Side::Second),
    );
    if let Some(seed) = menu.seed {
        text.push_str(&format!("shuffle {seed}\n"));
    }
    text
}

fn read(text: &str) -> Menu {
    let value = |wanted: &str| {
        let pairs = text.lines().filter_map(|line| line.split_once(' '));
        pairs.into_iter().find(|(key, _)| *key == wanted).map(|(_, value)| value.trim())
    };
    let mut menu = Menu::default();
    if let Some(boards) = value("game").and_then(|name| GameId::boards(name).ok()) {
        let size = value("board");
        let found = boards.iter().find(|board| Some(board.info().board.size().as_str()) == size);
        menu.game = found.or(boards.first()).copied().unwrap_or(menu.game);
    }
    if let Some(mode) = MODES.into_iter().find(|mode| value("players") == Some(mode.word())) {
        menu.mode = mode;
    }
    for side in Side::BOTH {
        let word = SIDES[side.index()];
        if value("side") == Some(word) {
            menu.side = side;
        }
        let known = computers(menu.game);
        let level = known.iter().position(|computer| value(word) == Some(computer.as_str()));
        menu.levels[side.index()] = level.unwrap_or(menu.levels[side.index()]);
    }
    let clock = value("clock").and_then(|text| text.parse::<TimeControl>().ok());
    menu.clock = CLOCKS.iter().position(|known| Some(*known) == clock).unwrap_or(0);
    let seed = value("shuffle").and_then(|number| number.parse().ok());
    menu.seed = seed.filter(|&seed| menu.game.shuffled(seed).is_some());
    menu
}

#[cfg(test)]
mod tests {
    use super::super::menu::Row;
    use super::*;

    #[test]
    fn every_choice_is_remembered() {
        let scratch = tempfile::tempdir().unwrap();
        let store = SavedGames::new(scratch.path().join("cairn/games"));
        let mut menu = recall(&store);
        assert_eq!(write(&menu), write(&Menu::default()), "nothing is there yet");
        for step in 0..60 {
            let rows = menu.rows();
            menu.change(rows[step * 7 % rows.len()], step % 3 > 0);
            remember(&store, &menu);
            let again = recall(&store);
            assert_eq!(again.settings(1), menu.settings(1), "step {step}");
            assert_eq!(write(&again), write(&menu), "step {step}");
        }
    }

    #[test]
    fn rubbish_is_as_good_as_nothing() {
        let first = write(&Menu::default());
        for text in ["", "game chess", "game", "first 99\nside third\nclock 7+7", "shuffle 3", "\0"]
        {
            assert_eq!(write(&read(text)), first, "{text:?}");
        }
        let other = read("game greener\nboard 5x5\nshuffle 12");
        assert_eq!(
            (other.game(), other.value(Row::Shuffle)),
            (GameId::Greener, "shuffle 12".to_owned())
        );
    }

    #[test]
    fn a_folder_that_cannot_be_written_does_no_harm() {
        let store = SavedGames::new("/proc/none/cairn/games".into());
        remember(&store, &Menu::default());
        assert_eq!(write(&recall(&store)), write(&Menu::default()));
    }
}
