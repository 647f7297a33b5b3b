//! Reading forms, with errors in our own form.

use axum::Form;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

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
