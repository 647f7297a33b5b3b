//! The folder of saved games.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cairn_app::{dates, files};
use cairn_games::record::{self, Record};
use cairn_games::{GameId, Outcome, Side};

/// Extension of saved games.
const ENDING: &str = "txt";
/// Largest saved game that is read.
const MOST_BYTES: u64 = 1 << 20;
/// Largest number of games listed.
const MOST_LISTED: usize = 500;

/// A folder of saved games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGames {
    folder: PathBuf,
}

/// A saved game.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// File of the game.
    pub path: PathBuf,
    /// Moves and players.
    pub record: Record,
}

impl SavedGame {
    /// Whether the game has no result yet.
    pub const fn is_unfinished(&self) -> bool {
        self.record.result.is_none()
    }

    /// Returns date, game, length, result and players in one line.
    pub fn line(&self) -> String {
        let record = &self.record;
        let name = self.path.file_name().map(|name| name.to_string_lossy().into_owned());
        let date: String = name.unwrap_or_default().chars().take(15).collect();
        let (day, time) = date.split_at_checked(10).unwrap_or((&date, ""));
        let time = time.trim_start_matches('-');
        let time = time.split_at_checked(2).map_or_else(String::new, |(h, m)| format!("{h}:{m}"));
        let name = |side| {
            record.player(side).map_or("?", |name| {
                // Every computer here is Cairn's.
                name.strip_prefix("cairn ").unwrap_or(name)
            })
        };
        let [first, second] = Side::BOTH.map(name);
        let result = record.result.map_or("unfinished", Outcome::score);
        let moves = record.line.moves.len();
        let game = record.game().name();
        format!("{day} {time}  {game:<17} {moves:>3} moves  {result:<10}  {first} - {second}")
    }
}

impl SavedGames {
    /// Uses a folder, which need not exist yet.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Uses the user's data folder: `$XDG_DATA_HOME/cairn/games` or
    /// `~/.local/share/cairn/games`. `variable` looks up environment variables.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        Some(Self::new(files::data_folder(variable)?.join("games")))
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates an empty file for a new game.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn create(&self, game: GameId) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.folder)?;
        let stem = format!("{}-{}", dates::file_stem(dates::now()), game.name().replace(':', "-"));
        for number in 1.. {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let path = self.folder.join(format!("{stem}{suffix}.{ENDING}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(path),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 1_000 => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::from(ErrorKind::AlreadyExists))
    }

    /// Returns the games that can be read, the latest first.
    pub fn list(&self) -> Vec<SavedGame> {
        let game = |(path, read): (PathBuf, Result<Record, String>)| {
            Some(SavedGame { record: read.ok()?, path })
        };
        self.read_all().filter_map(game).collect()
    }

    /// Returns the reasons why files in the folder cannot be read, each with the file's name.
    pub fn damaged(&self) -> Vec<String> {
        let has_text = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() > 0);
        // An empty file belongs to a game that was never begun.
        let read = self.read_all().filter(|(path, _)| has_text(path));
        read.filter_map(|(_, read)| read.err()).collect()
    }

    /// Reads the latest files.
    fn read_all(&self) -> impl Iterator<Item = (PathBuf, Result<Record, String>)> {
        self.paths().into_iter().map(|path| {
            let record = read(&path);
            (path, record)
        })
    }

    /// Returns the files of saved games, the latest first.
    fn paths(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_game = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
        let mut paths: Vec<_> = paths.filter(is_game).collect();
        paths.sort_unstable();
        paths.into_iter().rev().take(MOST_LISTED).collect()
    }
}

/// Reads a saved game.
///
/// # Errors
/// If the file cannot be read or is not a record, with the reason for the user.
pub fn read(path: &Path) -> Result<Record, String> {
    let text = File::open(path).and_then(|file| files::read_up_to(file, MOST_BYTES));
    let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    record::read(&text).map_err(|error| {
        let line = text[..error.span.start.min(text.len())].matches('\n').count() + 1;
        format!("{}, line {line}: {}", path.display(), error.problem)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_follows_the_environment() {
        let with = |pairs: &'static [(&str, &str)]| {
            let find = move |name: &str| {
                let found = pairs.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            SavedGames::from_environment(find).map(|store| store.folder)
        };
        let folder = |path: &str| Some(PathBuf::from(path));
        assert_eq!(with(&[("XDG_DATA_HOME", "/d"), ("HOME", "/h")]), folder("/d/cairn/games"));
        assert_eq!(with(&[("HOME", "/h")]), folder("/h/.local/share/cairn/games"));
        assert_eq!(
            with(&[("XDG_DATA_HOME", "d"), ("HOME", "/h")]),
            folder("/h/.local/share/cairn/games")
        );
        assert_eq!(with(&[]), None);
    }

    #[test]
    fn games_are_kept_and_listed_and_rubbish_is_not() {
        let scratch = tempfile::tempdir().unwrap();
        let store = SavedGames::new(scratch.path().join("new/games"));
        assert!(store.list().is_empty());
        let (one, two) = (store.create(GameId::Nava).unwrap(), store.create(GameId::Nava).unwrap());
        assert_ne!(one, two);
        // A file that was made and never written is not a game.
        assert!(store.list().is_empty() && store.damaged().is_empty());
        let record = Record::new(GameId::Nava.start(), None);
        files::write_atomically(&one, record.to_string().as_bytes()).unwrap();
        files::write_atomically(&two, b"rubbish").unwrap();
        let listed = store.list();
        assert_eq!(listed.len(), 1);
        assert_eq!((&listed[0].path, &listed[0].record), (&one, &record));
        assert!(read(&two).unwrap_err().contains("line 1"));
        let damaged = store.damaged();
        assert_eq!(damaged.len(), 1);
        assert!(damaged[0].contains(&two.display().to_string()), "{damaged:?}");
        assert!(read(&store.folder.join("none")).unwrap_err().contains("cannot read"));
        assert_eq!(fs::read_dir(store.folder()).unwrap().count(), 2, "no temporary files stay");
    }
}
