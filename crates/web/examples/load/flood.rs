//! A flood: one visitor asks for as much as the limits allow, and more, while others play.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::connection::{Connection, LoadError, SimulatedVisitor};
use crate::figures::Figures;
use crate::player::{LastOpened, TableSchedule};
use crate::server::MeasuredServer;
use crate::{LoadSettings, print_machine};

/// Address of the visitor who floods the server.
const FLOODER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Address of the visitors who just play.
const PLAYERS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

/// Number of games between two people, who move five times per second altogether.
const TABLES: usize = 8;

const HALF_OPEN_CONNECTIONS: usize = 6_000;
const PICTURES: usize = 115;
const ENGINE_GAMES: usize = 40;

/// A kind of flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// Connections that never finish their first request.
    Connections,
    /// Large pictures, all different.
    Pictures,
    /// Games against the highest level.
    Engine,
}

impl Flood {
    pub fn read(word: &str) -> Option<Self> {
        match word {
            "connections" => Some(Self::Connections),
            "pictures" => Some(Self::Pictures),
            "engine" => Some(Self::Engine),
            _ => None,
        }
    }

    /// Measures the others without the flood, then with it.
    pub async fn run(self, mut settings: LoadSettings) -> Result<(), LoadError> {
        settings.server.limits = true;
        println!("without the flood");
        self.measure(&settings, false).await?;
        println!("\nwith the flood");
        self.measure(&settings, true).await?;
        print_machine();
        Ok(())
    }

    async fn measure(self, settings: &LoadSettings, is_flooded: bool) -> Result<(), LoadError> {
        let server = MeasuredServer::start(&settings.server)?;
        let first = Instant::now() + Duration::from_millis(100);
        let begin = first + Duration::from_secs(3);
        let (counted, uncounted) = (
            Arc::new(Figures::new(begin, None)),
            Arc::new(Figures::new(begin + settings.time, None)),
        );
        let mut tasks = JoinSet::new();
        let others = server.visitor(PLAYERS);
        for number in 0..TABLES {
            let due = first + Duration::from_millis(200 * number as u64);
            tasks.spawn(table(others, number, None, due, &counted).play());
        }
        // The strongest level has a thread of its own to wait for.
        tasks.spawn(table(others, TABLES, Some(10..=10), first, &counted).play());
        tasks.spawn(read_pages(others, begin, Arc::clone(&counted)));
        sleep_until(begin).await;
        if is_flooded {
            self.spawn(server.visitor(FLOODER), &mut tasks, &uncounted);
        }
        sleep_until(begin + settings.time).await;
        let usage = server.usage().await?;
        tasks.abort_all();
        while tasks.join_next().await.is_some() {}
        counted.print();
        println!("most memory          {:.1} MiB", usage.peak as f64 / 1048576.0);
        Ok(())
    }

    fn spawn(self, flooder: SimulatedVisitor, tasks: &mut JoinSet<()>, figures: &Arc<Figures>) {
        match self {
            Self::Connections => {
                (0..HALF_OPEN_CONNECTIONS).for_each(|_| drop(tasks.spawn(stay_half_open(flooder))));
            }
            Self::Pictures => {
                (0..PICTURES)
                    .for_each(|number| drop(tasks.spawn(ask_for_pictures(flooder, number))));
            }
            Self::Engine => (0..ENGINE_GAMES).for_each(|number| {
                let due = Instant::now();
                tasks.spawn(table(flooder, number, Some(10..=10), due, figures).play());
            }),
        }
    }
}

fn table(
    visitor: SimulatedVisitor,
    number: usize,
    levels: Option<std::ops::RangeInclusive<u64>>,
    due: Instant,
    figures: &Arc<Figures>,
) -> TableSchedule {
    // Nobody moves before the strongest level has answered.
    let every = Duration::from_millis(if levels.is_some() { 10_000 } else { 3_200 });
    TableSchedule {
        visitor,
        number,
        levels,
        watched: false,
        by_events: false,
        every,
        due,
        opened: LastOpened::default(),
        figures: Arc::clone(figures),
    }
}

/// Opens the home page again and again, each time over a new connection.
async fn read_pages(visitor: SimulatedVisitor, mut due: Instant, figures: Arc<Figures>) {
    loop {
        sleep_until(due).await;
        match async { Connection::open(visitor).await?.page("/").await }.await {
            Ok(_) => figures.note(&figures.pages, due),
            Err(failure) => figures.fail(&format!("page: {failure}")),
        }
        due += Duration::from_millis(100);
    }
}

/// Sends half a request and waits; connects again if the server closes the connection.
async fn stay_half_open(visitor: SimulatedVisitor) {
    loop {
        if let Ok(mut stream) = visitor.connect().await {
            // Whatever happens to the connection, the next one follows.
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: loc").await;
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        sleep(Duration::from_secs(5)).await;
    }
}

/// Asks for one large picture after another; few of them were asked for before.
async fn ask_for_pictures(visitor: SimulatedVisitor, number: usize) {
    for picture in (number..).step_by(PICTURES) {
        let (width, flip) = (1600 - picture / 2 % 512, picture % 2);
        let path = format!("/img/nava/start.png?width={width}&flip={flip}");
        if async { Connection::open(visitor).await?.get(&path).await }.await.is_err() {
            sleep(Duration::from_secs(1)).await;
        }
    }
}
