//! Games that are being played or watched: one task per game, which alone changes it.
//!
//! A change is worked out on a copy, written to the store, and only when that has
//! succeeded becomes what everybody sees.

mod actor;
mod attendance;
mod hub;
mod lease;
mod maintenance;
mod notices;
mod searching;
mod update;

pub(crate) use actor::Acted;
pub(crate) use attendance::{Attendance, Lag, Said, Visit};
pub(crate) use hub::{Deps, Hub};
pub(crate) use lease::Lease;
pub(crate) use update::{GameView, SeatView, Update};

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use cairn_engine::{SearchError, SearchReport, StopFlag};
    use cairn_games::{GameId, Side};

    use crate::game::{
        Action, ActionContext, LiveGame, NewLiveGame, Occupant, Seat, SeatKey, Status,
    };
    use crate::ids::Token;
    use crate::search_pool::opponents::{Queue, SearchWorker};
    use crate::search_pool::pool::SearchResult;
    use crate::search_pool::{Opponents, SearchJob};
    use crate::time::TimeSource;
    use crate::{AppState, ServerConfig};
    use cairn_app::TimeControl;

    /// Opponents that fail or panic in turns.
    #[derive(Clone, Default)]
    struct Failing(Arc<AtomicUsize>);

    impl Opponents for Failing {
        fn knows(&self, _opponent: &str, _game: GameId) -> bool {
            true
        }

        fn list(&self, _game: GameId) -> Vec<(String, String)> {
            Vec::new()
        }

        fn queue(&self, _opponent: &str) -> Queue {
            Queue::Quick
        }

        fn worker(&self) -> Box<dyn SearchWorker> {
            Box::new(self.clone())
        }
    }

    impl SearchWorker for Failing {
        fn search(
            &mut self,
            _job: &SearchJob,
            _stop: &StopFlag,
            _report: &mut dyn FnMut(&SearchReport),
        ) -> SearchResult {
            let calls = self.0.fetch_add(1, Ordering::Relaxed);
            assert!(calls.is_multiple_of(2), "a bot that panics");
            Err(SearchError::Engine { name: "failing".to_owned(), reason: "it fails".to_owned() })
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_computer_that_fails_is_not_asked_for_ever() {
        let folder = std::env::temp_dir().join(format!("cairn-failing-{}", std::process::id()));
        let data = folder.join("games.db").to_string_lossy().into_owned();
        let config = ServerConfig { data, threads: 1, ..ServerConfig::default() };
        let failing = Failing::default();
        let opponents = Arc::new(failing.clone());
        let app = AppState::start_with(config, TimeSource::system(), opponents).await.unwrap();
        let token = Token::random();
        let mut person = Seat::new(Occupant::Person);
        person.keys.push(SeatKey::device(token.hash(), None, 0));
        let new = NewLiveGame {
            start: GameId::ALL[0].start(),
            seed: None,
            seats: [Seat::new(Occupant::Computer("3".to_owned())), person],
            time: TimeControl::Unlimited,
            listed: false,
            previous: None,
        };
        let game = app.hub.create(LiveGame::new(new, app.time.now())).await.unwrap();
        let mut now = game;
        for _ in 0..1000 {
            now = app.hub.get(&now.key).await.unwrap();
            if now.computer_failed {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(now.computer_failed, "the game says so");
        let calls = failing.0.load(Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(failing.0.load(Ordering::Relaxed), calls, "it is not asked again");
        assert!(calls <= 5, "{calls}");
        let context = ActionContext { keys: vec![token.hash()], ..ActionContext::default() };
        assert_eq!(now.sides_of(&context.keys), [Side::Second]);
        let aborted = app.hub.act(&now.key, context, Action::Abort).await.unwrap();
        assert_eq!(aborted.game.status, Status::Aborted);
        app.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
