//! A private PostgreSQL server for these tests, from the system's packages: in a folder
//! of its own, on a Unix socket, gone when the tests are.

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

struct Server {
    socket: PathBuf,
    /// Stops the server when its input ends, which is when this process does.
    _keeper: Child,
}

/// Runs the server until standard input ends, then stops it and removes its folder.
const KEEPER: &str = r#"
trap '' INT
"$1/postgres" -D "$2/data" -k "$2" -h '' -c fsync=off -c max_connections=300 >"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -INT $server
wait $server
rm -rf "$2"
"#;

static SERVER: OnceLock<Server> = OnceLock::new();

/// The address of a new, empty database.
pub async fn new_database() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let server = tokio::task::spawn_blocking(|| SERVER.get_or_init(start)).await.unwrap();
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let options =
        PgConnectOptions::new().socket(&server.socket).username("tester").database("postgres");
    let mut connection = None;
    for _ in 0..300 {
        match options.clone().connect().await {
            Ok(open) => {
                connection = Some(open);
                break;
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
    let mut connection = connection.expect("the private PostgreSQL server answers");
    let create = format!("CREATE DATABASE {name}");
    sqlx::query(AssertSqlSafe(create)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let socket = server.socket.to_string_lossy().replace('/', "%2F");
    format!("postgres://tester@{socket}/{name}")
}

/// The folder of the newest server that is installed.
fn binaries() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    folders.filter(|folder| folder.join("initdb").exists()).max()
}

/// Without PostgreSQL its tests are ignored, which is a failure where they are required.
#[test]
fn postgres_is_there_where_it_is_required() {
    let required =
        std::env::var_os("CAIRN_POSTGRES_TESTS").is_some_and(|value| value == "required");
    assert!(!required || binaries().is_some(), "PostgreSQL is not installed");
    assert!(
        !required || cfg!(has_postgres),
        "PostgreSQL was installed after crates/web was built: touch crates/web/build.rs"
    );
}

fn start() -> Server {
    let binaries = binaries().expect("PostgreSQL is installed");
    let folder = std::env::temp_dir().join(format!("cairn-postgres-{}", std::process::id()));
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
    let keeper = as_user(Command::new("/bin/sh"), user)
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
    Server { socket: folder, _keeper: keeper }
}

fn as_user(mut command: Command, user: Option<(u32, u32)>) -> Command {
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    command
}

/// PostgreSQL does not run as root; whom to run it as instead, if we are.
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
