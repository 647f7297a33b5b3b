//! A private PostgreSQL server for tests, from the system's packages: in a folder of its own, on a
//! Unix socket, gone when the process that started it is.

use std::io::Write;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;

/// Runs the server until standard input ends, then stops it and removes its folder. `stop` and
/// `start` on standard input take it down as a crash does, and up again.
const KEEPER: &str = r#"
trap '' INT
start() {
    "$binaries/postgres" -D "$folder/data" -k "$folder" -h '' -c fsync=off \
        -c max_connections=300 -c synchronous_standby_names=nobody -c synchronous_commit=local >>"$folder/log" 2>&1 &
    server=$!
}
binaries=$1 folder=$2
start
while read -r command; do
    case $command in
        stop) kill -QUIT $server; wait $server ;;
        start) start ;;
    esac
done
kill -INT $server
wait $server
rm -rf "$folder"
"#;

/// The server.
pub struct PostgresServer {
    binaries: PathBuf,
    /// Folder with the data and the socket.
    pub folder: PathBuf,
    /// The server stops when this ends, which is when this process does.
    keeper: Mutex<ChildStdin>,
    _process: Child,
}

impl PostgresServer {
    /// Returns the folder of the newest programs that are installed.
    pub fn binaries() -> Option<PathBuf> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let folders = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
        folders.filter(|folder| folder.join("initdb").exists()).max()
    }

    /// Starts a server. It may take a while until it answers.
    pub fn start(name: &str) -> Self {
        let binaries = Self::binaries().expect("PostgreSQL is installed");
        let folder = std::env::temp_dir().join(format!("cairn-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let user = unprivileged();
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid)).unwrap();
        }
        let initialised = as_user(Command::new(binaries.join("initdb")), user)
            .args(["--auth=trust", "--username=tester", "--encoding=UTF8", "--no-sync", "-D"])
            .arg(folder.join("data"))
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(initialised.status.success(), "{}", String::from_utf8_lossy(&initialised.stderr));
        let mut process = as_user(Command::new("/bin/sh"), user)
            .args(["-c", KEEPER, "keeper"])
            .arg(&binaries)
            .arg(&folder)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        let keeper = Mutex::new(process.stdin.take().unwrap());
        Self { binaries, folder, keeper, _process: process }
    }

    /// Returns the address of a database.
    pub fn address(&self, database: &str) -> String {
        let socket = self.folder.to_string_lossy().replace('/', "%2F");
        format!("postgres://tester@{socket}/{database}")
    }
}

/// Used by the tests that take the server down.
#[allow(dead_code, reason = "not all tests that share this file do")]
impl PostgresServer {
    /// Tells the keeper to `stop` or to `start` the server.
    pub fn tell_keeper(&self, command: &str) {
        writeln!(self.keeper.lock().unwrap(), "{command}").unwrap();
    }

    /// Whether the server answers.
    pub fn is_ready(&self) -> bool {
        let mut command = Command::new(self.binaries.join("pg_isready"));
        command.args(["--quiet", "--username=tester", "--dbname=postgres", "--host"]);
        command.arg(&self.folder).status().unwrap().success()
    }

    /// Runs a statement in the database `postgres`, and returns its result as text.
    pub fn query(&self, statement: &str) -> String {
        let mut command = Command::new(self.binaries.join("psql"));
        command.args(["--username=tester", "--dbname=postgres", "--quiet", "--no-psqlrc"]);
        command.args(["--tuples-only", "--no-align", "--command", statement, "--host"]);
        let output = command.arg(&self.folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

fn as_user(mut command: Command, user: Option<(u32, u32)>) -> Command {
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    command
}

/// Returns the user to run PostgreSQL as if this process is root, as which it does not run.
fn unprivileged() -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt;
    if std::fs::metadata("/proc/self").ok()?.uid() != 0 {
        return None;
    }
    let users = std::fs::read_to_string(Path::new("/etc/passwd")).ok()?;
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    find("postgres").or_else(|| find("nobody"))
}
