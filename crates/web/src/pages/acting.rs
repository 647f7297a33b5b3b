//! Forms on the page of a game, for browsers without scripts and for scripts to take
//! over: each does one thing and leads back to the game.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::forms::{FormBody, redirect_to_game};
use crate::app::AppState;
use crate::game::{Action, OfferKind};
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::ActionRequest;

/// Form for an action in a game.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ActForm {
    /// `move`, `resign`, `abort`, `claim-win`, `claim-draw`, or an offer such as `draw`, `accept-draw`,
    /// `decline-draw`.
    action: String,
    /// Number of moves and revision that the page shows.
    ply: Option<usize>,
    revision: Option<i64>,
    #[serde(rename = "move")]
    text: Option<String>,
}

impl ActForm {
    fn read(self) -> Result<Action, Problem> {
        let unknown = || Problem::bad("unknown_action", "Unknown action.");
        let offer = |word: &str| OfferKind::read(word).ok_or_else(unknown);
        Ok(match self.action.as_str() {
            "move" => {
                let text = self.text.unwrap_or_default();
                let ply = self
                    .ply
                    .ok_or_else(|| Problem::bad("no_ply", "The move number is missing."))?;
                Action::Move { ply, text }
            }
            "resign" => Action::Resign,
            "abort" => Action::Abort,
            word => match word.split_once('-') {
                Some(("accept", kind)) => Action::Accept(offer(kind)?),
                Some(("decline", kind)) => Action::Decline(offer(kind)?),
                _ => Action::Offer(offer(word)?),
            },
        })
    }
}

/// `/g/ID/do`
pub(super) async fn act(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    FormBody(form): FormBody<ActForm>,
) -> Result<Response, Problem> {
    let means = ActionRequest { side: None, ply: form.ply, revision: form.revision };
    if let "claim-win" | "claim-draw" = form.action.as_str() {
        let game = app.claim_result(&id, &means, form.action == "claim-draw", &by).await?.game;
        return Ok(redirect_to_game(&game));
    }
    let action = form.read()?;
    let wants_rematch =
        matches!(action, Action::Offer(OfferKind::Rematch) | Action::Accept(OfferKind::Rematch));
    let game = app.act(&id, &means, action, &by).await?.game;
    let next = game.next.as_ref().filter(|_| wants_rematch).unwrap_or(&game.key);
    Ok(Redirect::to(&format!("/g/{next}")).into_response())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct JoinForm {
    name: String,
}

/// `/g/ID/join`
pub(super) async fn join(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    FormBody(form): FormBody<JoinForm>,
) -> Result<Response, Problem> {
    let game = app.join(&id, &form.name, &by, None).await?;
    Ok(redirect_to_game(&game))
}
