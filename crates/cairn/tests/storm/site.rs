//! The servers in the storm, and the times at which none of them could be used.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cairn_games::random::Random;
use serde_json::Value;

pub use postgres_server::PostgresServer;

use crate::program::server::{ServerProcess, Visitor};

#[path = "../../../web/tests/site/postgres_server.rs"]
mod postgres_server;

/// Milliseconds since 1970, as the servers count them.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

/// Waits until something is true.
pub fn wait_for(what: &str, condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} does not answer");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Starts PostgreSQL, if it is installed.
///
/// # Panics
/// If it is not installed, but required.
pub fn start_postgres(name: &str) -> Option<PostgresServer> {
    if PostgresServer::binaries().is_none() {
        let required = std::env::var_os("CAIRN_POSTGRES_TESTS");
        assert!(required.is_none_or(|value| value != "required"), "PostgreSQL is not installed");
        eprintln!("PostgreSQL is not installed");
        return None;
    }
    let postgres = PostgresServer::start(name);
    wait_for("PostgreSQL", || postgres.is_ready());
    Some(postgres)
}

/// Servers on one store.
pub struct Site {
    data: String,
    servers: Vec<Mutex<Option<ServerProcess>>>,
    addresses: Mutex<Vec<Option<String>>>,
    /// Times at which no server could be used. They begin and end within what a server can know.
    outages: Mutex<Vec<(i64, i64)>>,
    /// Begin of the lull, if there is one.
    calm: Mutex<Option<i64>>,
    /// Number of times that somebody has looked at a game.
    looks: AtomicU64,
    pub postgres: Option<PostgresServer>,
}

impl Site {
    pub fn new(data: String, servers: usize, postgres: Option<PostgresServer>) -> Self {
        let site = Self {
            data,
            servers: (0..servers).map(|_| Mutex::default()).collect(),
            addresses: Mutex::new(vec![None; servers]),
            outages: Mutex::default(),
            calm: Mutex::default(),
            looks: AtomicU64::new(0),
            postgres,
        };
        (0..servers).for_each(|number| site.start(number));
        site
    }

    /// Returns the time by which a clock may be wrong because of what cannot be known: whether a
    /// server that has just died is still there.
    pub const fn tolerance(&self) -> i64 {
        if self.postgres.is_some() { 1_500 } else { 300 }
    }

    /// Returns the address of a server that is not known to be down.
    pub fn address(&self, chance: &mut Random) -> Option<String> {
        let addresses = self.addresses.lock().unwrap();
        let up: Vec<_> = addresses.iter().flatten().cloned().collect();
        chance.pick(&up).cloned()
    }

    /// Returns the milliseconds between two times in which no server could be used.
    pub fn outage_between(&self, from: i64, to: i64) -> i64 {
        let outages = self.outages.lock().unwrap();
        outages.iter().map(|(begun, ended)| (to.min(*ended) - from.max(*begun)).max(0)).sum()
    }

    /// Begins or ends a lull.
    pub fn set_calm(&self, calm: bool) {
        *self.calm.lock().unwrap() = calm.then(now);
    }

    /// Returns the time at which the lull began, if there is one.
    pub fn calm_since(&self) -> Option<i64> {
        *self.calm.lock().unwrap()
    }

    /// Returns a game as any server shows it, or the answer if there is no game.
    pub fn look(&self, id: &str) -> Value {
        let chance = self.looks.fetch_add(1, Ordering::Relaxed);
        let server = self.address(&mut Random::new(chance)).expect("servers run");
        // Each visitor has so many requests.
        let address = format!("10.200.{}.{}", chance / 250 % 250, chance % 250);
        let patience = Duration::from_secs(20);
        let visitor = Visitor { server: &server, address: &address, patience };
        let answer = visitor.ask("GET", &format!("/api/v1/games/{id}"), "", &Value::Null);
        answer.map_or(Value::Null, |(_, game)| game)
    }

    fn note_outage(&self, begun: i64) {
        self.outages.lock().unwrap().push((begun, now()));
    }

    fn start(&self, number: usize) {
        let server = ServerProcess::start_in_storm(&self.data);
        self.addresses.lock().unwrap()[number] = Some(server.address.clone());
        *self.servers[number].lock().unwrap() = Some(server);
    }

    fn stop(&self, number: usize) {
        self.addresses.lock().unwrap()[number] = None;
        if let Some(server) = self.servers[number].lock().unwrap().take() {
            server.kill();
        }
    }

    /// Returns the servers that are hit: one, or all of them.
    fn hit(&self, number: u64, all: bool) -> Vec<usize> {
        let one = usize::try_from(number).unwrap() % self.servers.len();
        if all { (0..self.servers.len()).collect() } else { vec![one] }
    }

    /// Kills servers and starts them again after a while. Returns how many it were.
    pub fn kill(&self, number: u64, all: bool, pause: Duration) -> u32 {
        let hit = self.hit(number, all);
        hit.iter().for_each(|number| self.stop(*number));
        let begun = now();
        std::thread::sleep(pause);
        if hit.len() == self.servers.len() {
            self.note_outage(begun);
        }
        hit.iter().for_each(|number| self.start(*number));
        u32::try_from(hit.len()).unwrap()
    }

    /// Kills all servers and starts them again.
    pub fn restart_all(&self) {
        self.kill(0, true, Duration::ZERO);
    }

    /// Keeps servers from running for a while.
    pub fn freeze(&self, number: u64, all: bool, pause: Duration) {
        let hit = self.hit(number, all);
        let signal = |name: &str| {
            for number in &hit {
                if let Some(server) = &*self.servers[*number].lock().unwrap() {
                    server.signal(name);
                }
            }
        };
        signal("-STOP");
        let begun = now();
        std::thread::sleep(pause);
        if hit.len() == self.servers.len() {
            self.note_outage(begun);
        }
        signal("-CONT");
    }

    /// Lets no file grow for a while.
    pub fn fill_disk(&self, pause: Duration) {
        let limit = |bytes: &str| {
            for server in &self.servers {
                if let Some(server) = &*server.lock().unwrap() {
                    server.limit_files(bytes);
                }
            }
        };
        limit("4096");
        let begun = now();
        std::thread::sleep(pause);
        self.note_outage(begun);
        limit("unlimited");
    }

    /// Ends all connections to the database.
    pub fn cut_connections(&self) {
        if let Some(postgres) = &self.postgres {
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                       WHERE application_name = 'cairn'";
            postgres.query(cut);
        }
    }

    /// Ends the database as a crash does, and starts it again after a while.
    pub fn crash_database(&self, pause: Duration) {
        if let Some(postgres) = &self.postgres {
            postgres.tell_keeper("stop");
            wait_for("the end of PostgreSQL", || !postgres.is_ready());
            let begun = now();
            std::thread::sleep(pause);
            self.note_outage(begun);
            postgres.tell_keeper("start");
            wait_for("PostgreSQL", || postgres.is_ready());
        }
    }
}
