//! Visitors of other pages: each looks at the lobby, and solves puzzles in another tab.

use std::sync::Arc;
use std::time::Duration;

use cairn_games::random::Random;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until};

use crate::connection::{Connection, LiveConnection, LoadError, SimulatedVisitor};
use crate::figures::Figures;
use crate::player::{GAMES, LastOpened, choose, text};

/// Time between two puzzles of a visitor.
const PUZZLE_EVERY: Duration = Duration::from_secs(3);
/// Time between two looks at the phase.
const PHASE_CHECK: Duration = Duration::from_millis(50);

/// A visitor of the lobby and the puzzles.
pub struct PageVisitor {
    pub visitor: SimulatedVisitor,
    pub number: usize,
    /// Time at which a game between two people was opened last, at any table.
    pub opened: LastOpened,
    pub figures: Arc<Figures>,
}

impl PageVisitor {
    /// Comes in each phase with visitors, and leaves at its end.
    pub async fn visit(self) {
        loop {
            self.until(true).await;
            let visit = async { tokio::try_join!(self.watch_lobby(), self.solve_puzzles()) };
            let ended = tokio::select! {
                ended = visit => ended.map(|_| ()),
                () = self.until(false) => Ok(()),
            };
            if let Err(failure) = ended {
                self.figures.fail(&format!("other pages: {failure}"));
            }
        }
    }

    /// Waits for a phase with or without visitors.
    async fn until(&self, is_busy: bool) {
        while self.figures.is_busy(Instant::now()) != is_busy {
            sleep(PHASE_CHECK).await;
        }
    }

    /// Looks at the lobby and measures how late new open games arrive.
    async fn watch_lobby(&self) -> Result<(), LoadError> {
        let due = Instant::now();
        Connection::open(self.visitor).await?.page("/").await?;
        self.figures.note(&self.figures.pages, due);
        let subject = json!({"do": "lobby", "on": true});
        let mut live = LiveConnection::open(self.visitor, "", subject).await?;
        loop {
            live.next(&["lobby"]).await?;
            let opened = *self.opened.lock().unwrap();
            // What was opened before the page was asked for is in the page.
            if let Some(opened) = opened.filter(|opened| *opened >= due) {
                self.figures.note(&self.figures.lobby, opened);
            }
        }
    }

    /// Solves a puzzle of each game in turn, with a wrong try before the right one.
    async fn solve_puzzles(&self) -> Result<(), LoadError> {
        let mut chance = Random::new(self.number as u64);
        let mut requests = Connection::open(self.visitor).await?;
        requests.page("/puzzles").await?;
        let mut due = Instant::now() + PUZZLE_EVERY.mul_f64(chance.below(1000) as f64 / 1000.0);
        for game in GAMES.iter().cycle().skip(self.number % GAMES.len()) {
            sleep_until(due).await;
            let asked = Instant::now();
            let wish = format!("/api/v1/puzzles/next?game={game}&seed={}", chance.below(1_000_000));
            let puzzle: Value = serde_json::from_slice(&requests.get(&wish).await?)?;
            let id = text(&puzzle["id"]);
            requests.page(&format!("/puzzles/{game}/{id}")).await?;
            self.figures.note(&self.figures.pages, asked);
            let solution = requests.get(&format!("/api/v1/puzzles/{id}/solution")).await?;
            let solution: Value = serde_json::from_slice(&solution)?;
            let any = choose(game, &text(&puzzle["position"]), &mut chance)?;
            for tried in [json!(any), solution["moves"][0].clone()] {
                let asked = Instant::now();
                let path = format!("/api/v1/puzzles/{id}/try");
                requests.post(&path, "", json!({"moves": [tried]})).await?;
                self.figures.note(&self.figures.puzzles, asked);
            }
            due += PUZZLE_EVERY;
        }
        Ok(())
    }
}
