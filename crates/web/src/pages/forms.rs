//! Reading submitted forms, and the answers to them.

use axum::Form;
use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Redirect, Response};
use serde::de::DeserializeOwned;

use crate::game::LiveGame;
use crate::http::GivesCookie;
use crate::problem::Problem;

/// Body of a submitted form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for FormBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Form::from_request(request, state).await {
            Ok(Form(value)) => Ok(Self(value)),
            Err(rejection) => {
                Err(Problem::new(rejection.status(), "bad_form", rejection.body_text()))
            }
        }
    }
}

/// Leads to a game in which the browser has a seat from now on.
pub(super) fn redirect_to_game(game: &LiveGame) -> Response {
    let mut response = Redirect::to(&format!("/g/{}", game.key)).into_response();
    response.extensions_mut().insert(GivesCookie);
    response
}
