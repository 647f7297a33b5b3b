//! The computer's part in a game: searches for its moves.

use std::time::Duration;

use axum::http::StatusCode;
use cairn_app::TimeControl;
use cairn_engine::Limits;
use cairn_games::AnyMove;

use super::actor::{Actor, Request};
use crate::game::{Action, ActionContext};
use crate::search_pool::SearchJob;

/// Time to wait when the job queue is full.
const QUEUE_FULL: Duration = Duration::from_secs(2);
/// Pause after the first failure of the computer, doubled with each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(if cfg!(test) { 5 } else { 500 });
/// Number of failures in a row after which the computer is not asked again.
const MAX_FAILURES: u32 = 5;

impl Actor {
    /// Stops the computer's search, if there is one.
    pub(super) fn stop_search(&mut self) {
        if let Some(searching) = self.searching.take() {
            searching.abort();
        }
    }

    /// Starts the computer's search, if it is to move and no other server looks after the game.
    pub(super) fn start_search(&mut self, delay: Duration) {
        let (Some(job), Some(own)) = (self.search_job(), self.own.upgrade()) else {
            return;
        };
        let (pool, revision) = (self.deps.pool.clone(), self.game.revision);
        let (key, owner) = (self.game.key.clone(), pool.owner_of(&self.game));
        let searching = tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            let search = loop {
                match pool.submit(&owner, job.clone()) {
                    Some(search) => break search,
                    None => tokio::time::sleep(QUEUE_FULL).await,
                }
            };
            let mv = match search.finish().await {
                Some(Ok(report)) => Some(report.best_move()),
                Some(Err(error)) => {
                    tracing::warn!(game = %key, %error, "the computer gave no move");
                    None
                }
                // The pool is closed: the server stops.
                None => return,
            };
            // If the game's task has ended, it searches again when it is needed.
            let _ = own.send(Request::Searched(revision, mv)).await;
        });
        self.searching = Some(searching.abort_handle());
    }

    /// Returns the computer's search, if it is to move.
    fn search_job(&self) -> Option<SearchJob> {
        let game = &self.game;
        if game.server != self.deps.server {
            return None;
        }
        let opponent = game.computer_to_move()?;
        let clock = match game.time {
            TimeControl::Fischer { .. } => {
                game.clock.map(|clock| clock.engine_clock(game.to_move(), self.now()))
            }
            _ => None,
        };
        let created = game.created.unsigned_abs();
        let key = game.key.as_str().bytes();
        Some(SearchJob {
            opponent: Some(opponent.to_owned()),
            history: game.history.clone(),
            limits: Limits { clock, ..Limits::default() },
            lines: 1,
            seed: key.fold(created, |seed, byte| seed.rotate_left(7) ^ u64::from(byte)),
            queue: self.deps.pool.opponents().queue(opponent),
        })
    }

    /// Makes the move of a search that has ended, or asks again if there is none.
    pub(super) async fn searched(&mut self, revision: i64, mv: Option<AnyMove>) {
        if revision != self.game.revision {
            return;
        }
        self.searching = None;
        let context = ActionContext::default();
        if let Some(mv) = mv {
            match self.act(&context, &Action::Computer { revision, mv }).await {
                Ok(_) => return,
                Err(problem) if problem.status == StatusCode::SERVICE_UNAVAILABLE => {
                    // Not the computer's fault. It is asked again when the game has been read.
                    self.stale = true;
                    return;
                }
                Err(problem) => {
                    tracing::warn!(game = %self.game.key, %problem, "cannot make the computer's move");
                }
            }
        }
        self.failures += 1;
        if self.failures < MAX_FAILURES {
            return self.start_search(FIRST_PAUSE * 2_u32.pow(self.failures - 1));
        }
        tracing::error!(game = %self.game.key, "the computer has failed and is not asked again");
        if let Err(problem) = self.act(&context, &Action::ComputerFailed { revision }).await {
            tracing::error!(game = %self.game.key, %problem, "cannot note the failure");
        }
    }
}
