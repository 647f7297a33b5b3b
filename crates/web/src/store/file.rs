//! The file of an SQLite database: one server at a time, and always the same file.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::StoreError;

/// Time to wait for another program that is writing.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Time between two attempts to write while somebody else writes. SQLite itself would wait ever
/// longer, up to 100 ms, and all players with it.
const BUSY_PAUSE: Duration = Duration::from_micros(250);

/// Number of pages of 4 KiB in the write-ahead log after which a change waits for the copy of them all. The
/// log grows so large only if it cannot be copied beside the changes.
const MAX_LOG_PAGES: i64 = 32_000;

/// Number that tells a file from all others, whatever its name.
type FileId = (u64, u64);

/// A database file that no other server uses.
#[derive(Debug)]
pub(super) struct DatabaseFile {
    /// Name without symbolic links.
    path: PathBuf,
    /// The database and its write-ahead log, as they were when the writing connection was opened.
    opened: Mutex<Option<[FileId; 2]>>,
    /// Held as long as the file is used.
    lock: File,
}

impl DatabaseFile {
    /// Makes the file if it is missing, and locks it against other servers.
    ///
    /// The lock is a file beside the database, under the name that is left when all symbolic
    /// links have been followed. A file with several names (hard links) is refused, since
    /// SQLite has a write-ahead log for each name.
    pub(super) fn claim(path: &Path) -> Result<Self, StoreError> {
        let failed = |source| StoreError::File { path: path.display().to_string(), source };
        if let Some(folder) = path.parent() {
            create_folder(folder).map_err(failed)?;
        }
        if path.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        create(path).map_err(failed)?;
        let path = path.canonicalize().map_err(failed)?;
        let shown = path.display().to_string();
        if names(&path).map_err(failed)? > 1 {
            return Err(StoreError::Linked(shown));
        }
        let lock = File::create(beside(&path, ".lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path, opened: Mutex::default(), lock }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(shown)),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }

    /// Returns the name without symbolic links.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a connection for writing. It does not make the file, which is there unless
    /// somebody has removed it.
    pub(super) fn connect(&self) -> Result<Connection, StoreError> {
        let connection = connect(&self.path).map_err(|source| self.failed(source))?;
        // SQLite opens what it cannot write, and says so at the first write.
        if connection.is_readonly(rusqlite::MAIN_DB).map_err(|source| self.failed(source))? {
            let source = io::Error::new(ErrorKind::PermissionDenied, "the database is read-only");
            return Err(StoreError::File { path: self.path.display().to_string(), source });
        }
        self.set_opened(self.ids().ok());
        Ok(connection)
    }

    /// Closes a connection for writing. SQLite may then make another write-ahead log.
    pub(super) fn disconnect(&self, connection: Connection) {
        drop(connection);
        self.set_opened(None);
    }

    /// Lets other servers use the file.
    pub(super) fn unlock(&self) {
        // It is unlocked in any case when the file is closed.
        let _ = self.lock.unlock();
    }

    fn set_opened(&self, ids: Option<[FileId; 2]>) {
        *self.opened.lock().unwrap_or_else(PoisonError::into_inner) = ids;
    }

    /// Checks that the file that was opened is still the one with its name. Whatever is written
    /// to a file without a name is lost.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let opened = *self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        match (opened, self.ids()) {
            (None, _) => Ok(()),
            (Some(opened), Ok(ids)) if opened == ids => Ok(()),
            _ => Err(StoreError::Removed(self.path.display().to_string())),
        }
    }

    /// Adds the name of the file to an error of SQLite.
    pub(super) fn failed(&self, source: rusqlite::Error) -> StoreError {
        StoreError::Sqlite { path: self.path.display().to_string(), source }
    }

    fn ids(&self) -> io::Result<[FileId; 2]> {
        Ok([id(&self.path)?, id(&beside(&self.path, "-wal"))?])
    }
}

/// Opens a connection that waits for the disk at every commit: what was acknowledged is there
/// after a crash.
pub(super) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_handler(Some(wait_for_others))?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
    )?;
    connection.pragma_update(None, "wal_autocheckpoint", MAX_LOG_PAGES)?;
    // The first statement that reads makes the write-ahead log.
    connection.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// Waits before the next attempt to write; returns whether there is one.
fn wait_for_others(attempts: i32) -> bool {
    std::thread::sleep(BUSY_PAUSE);
    BUSY_PAUSE * attempts.unsigned_abs() < BUSY_TIMEOUT
}

/// Returns the name of a file that belongs to another one.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Makes a folder that only its owner can enter, unless there is one.
fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes an empty file that only its owner can read, unless there is a file.
pub(super) fn create(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn id(path: &Path) -> io::Result<FileId> {
    use std::os::unix::fs::MetadataExt;
    let metadata = path.metadata()?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Returns the number of names of a file.
#[cfg(unix)]
fn names(path: &Path) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt;
    Ok(path.metadata()?.nlink())
}

// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn id(path: &Path) -> io::Result<FileId> {
    path.metadata().map(|_| (0, 0))
}

#[cfg(not(unix))]
fn names(_path: &Path) -> io::Result<u64> {
    Ok(1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_connection_waits_for_another_one_that_writes() {
        let folder = std::env::temp_dir().join(format!("cairn-busy-{}", std::process::id()));
        let file = DatabaseFile::claim(&folder.join("games.db")).unwrap();
        let other = file.connect().unwrap();
        other.execute_batch("CREATE TABLE games (id); BEGIN IMMEDIATE").unwrap();
        std::thread::scope(|scope| {
            let writing = scope.spawn(|| {
                let connection = connect(file.path()).unwrap();
                connection.execute_batch("INSERT INTO games VALUES (1)")
            });
            // Long enough for SQLite to be asked more than once, however slow the machine is.
            std::thread::sleep(4 * BUSY_PAUSE);
            other.execute_batch("INSERT INTO games VALUES (0); COMMIT").unwrap();
            writing.join().unwrap().unwrap();
        });
        let ids = other.query_row("SELECT group_concat(id) FROM games", [], |row| row.get(0));
        assert_eq!(ids, Ok("0,1".to_owned()));
        drop(other);
        assert!(wait_for_others(1) && !wait_for_others(i32::MAX));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_database_and_its_log_must_stay_where_they_are() {
        let folder = std::env::temp_dir().join(format!("cairn-file-{}", std::process::id()));
        let path = folder.join("games.db");
        let file = DatabaseFile::claim(&path).unwrap();
        let connection = file.connect().unwrap();
        connection.execute_batch("CREATE TABLE games (id)").unwrap();
        for moved in [path.clone(), beside(&path, "-wal")] {
            assert!(file.check().is_ok());
            let away = beside(&moved, ".away");
            std::fs::rename(&moved, &away).unwrap();
            assert!(matches!(file.check(), Err(StoreError::Removed(_))));
            std::fs::copy(&away, &moved).unwrap();
            assert!(matches!(file.check(), Err(StoreError::Removed(_))), "a copy is another file");
            std::fs::rename(&away, &moved).unwrap();
        }
        assert!(file.check().is_ok());
        // SQLite removes the log with the last connection, and makes another one.
        file.disconnect(connection);
        assert!(file.check().is_ok());
        let connection = file.connect().unwrap();
        assert!(file.check().is_ok());
        drop(connection);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
