//! All games of a visitor on another device: the private link, the page that it opens, and the end
//! of other browsers.
//!
//! The secret of a link is the fragment of its address, as in `seat.rs`.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use cairn_app::{Millis, dates};
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::FormBody;
use super::panels::qr_code;
use super::seat::private_page;
use super::shell::origin;
use crate::app::AppState;
use crate::http::{BecomesVisitor, Requester};
use crate::ids::Visitor;
use crate::problem::Problem;

/// The part of `/me` about other devices; `link` is the time at which an open link expires.
pub(super) fn panel(link: Option<Millis>) -> Markup {
    html! {
        section.panel #devices {
            h2 { "Other devices" }
            p { "A private link brings all your games to another device." }
            form.buttons method="post" action="/me/links" {
                button.button type="submit" name="link" value="new" data-action="identity-link" {
                    "Create a private link"
                }
                @if link.is_some() {
                    button.button type="submit" name="link" value="off" data-action="revoke-link" {
                        "Revoke the link"
                    }
                }
            }
            @if let Some(expires) = link {
                p.faint { "A link is valid until " (dates::date_time(expires)) "." }
            }
            details {
                summary { "Sign out other devices" }
                p {
                    "All other browsers lose access to your games. You will need to turn your feed "
                    "and notifications back on."
                }
                form.buttons method="post" action="/me/sign-out-others" {
                    button.button.danger type="submit" data-action="sign-out-others" {
                        "Sign out all others"
                    }
                }
            }
        }
    }
}

/// Form of the private link: `new` or `off`.
#[derive(Debug, Deserialize)]
pub(super) struct LinkForm {
    link: String,
}

/// Creates or revokes the private link.
pub(super) async fn change_links(
    State(app): State<AppState>,
    by: Requester,
    headers: HeaderMap,
    FormBody(form): FormBody<LinkForm>,
) -> Result<Response, Problem> {
    match form.link.as_str() {
        "new" => {}
        "off" => {
            app.revoke_identity_link(&by).await?;
            return Ok(Redirect::to("/me#devices").into_response());
        }
        _ => return Err(Problem::bad("bad_form", "Unknown choice.")),
    }
    let link = app.create_identity_link(&by).await?;
    let address = origin(&headers) + &link.path;
    Ok(private_page(
        "Your games on another device",
        html! {
            section.notice {
                h1 { "Your games on another device" }
                p { "Open this link on the other device within an hour. It works once." }
                div.copy-row #private-link {
                    input type="text" readonly value=(address) aria-label="Private link";
                    button.button type="button" data-action="copy-private" hidden { "Copy" }
                }
                @if let Some(code) = qr_code(&address) { (code) }
                p { "Or open " b { (origin(&headers)) "/me/link" } " there and type the code:" }
                p { code #identity-code { (link.token) } }
                p.faint { "Anyone who has the link can play all your games, so keep it private." }
                form.buttons method="post" action="/me/links" {
                    a.button.primary href="/me" { "Back to your games" }
                    button.button type="submit" name="link" value="off" data-action="revoke-link" {
                        "Revoke the link"
                    }
                }
            }
        },
    ))
}

/// `/me/link`: the page that a private link opens.
pub(super) async fn page() -> Response {
    private_page(
        "Your games on this device?",
        html! {
            section.notice {
                h1 { "Your games on this device?" }
                p {
                    "This private link brings all your games to this browser. Games "
                    "already in this browser will appear on all your devices. The link works once."
                }
                form method="post" action="/me/link" {
                    label.field { "Private link or code"
                        input #seat-code type="text" name="token" required autocomplete="off"
                            autocapitalize="off" spellcheck="false";
                    }
                    p.buttons {
                        button.button.primary type="submit" data-action="claim" { "Use this device" }
                        a.button href="/" { "Cancel" }
                    }
                }
            }
        },
    )
}

/// Form of the page that a private link opens.
#[derive(Debug, Deserialize)]
pub(super) struct ClaimIdentityForm {
    token: String,
}

/// Makes this browser that of the visitor who created the link.
pub(super) async fn claim(
    State(app): State<AppState>,
    by: Requester,
    FormBody(form): FormBody<ClaimIdentityForm>,
) -> Result<Response, Problem> {
    Ok(to_own_games(app.claim_identity(&form.token, &by).await?))
}

/// Signs out all other browsers.
pub(super) async fn sign_out_others(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Response, Problem> {
    Ok(to_own_games(app.sign_out_others(&by).await?))
}

/// Leads to the games of the visitor that the browser is from now on.
fn to_own_games(visitor: Visitor) -> Response {
    let mut response = Redirect::to("/me").into_response();
    response.extensions_mut().insert(BecomesVisitor(visitor));
    response
}
