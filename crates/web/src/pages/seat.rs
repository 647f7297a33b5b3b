//! The devices of a seat, and the page of a private link.
//!
//! The secret of a link is the fragment of its address, which browsers do not send: the
//! module `seat.js` puts it into the form. Without scripts it is pasted there. A seat is taken
//! by pressing a button, never by merely opening the page, which previews do too.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use cairn_app::dates;
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::{FormBody, redirect_to_game};
use super::panels::qr_code;
use super::shell::{HtmlPage, origin};
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::{ActionRequest, DeviceList};

/// `/g/ID/seat`: the page that a private link opens.
pub(super) async fn page(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let game = app.get_game(&id, &by).await?;
    let info = game.history.start().info();
    Ok(private_page(
        "Play on this device?",
        html! {
            section.notice {
                h1 { "Play on this device?" }
                p { "This private link opens a seat in a game of " (info.title) ". It works once." }
                form method="post" action={ "/g/" (game.key) "/seat" } {
                    label.field { "Private link or code"
                        input #seat-code type="text" name="token" required autocomplete="off"
                            autocapitalize="off" spellcheck="false";
                    }
                    p.buttons {
                        button.button.primary type="submit" data-action="claim" { "Play on this device" }
                        a.button href={ "/g/" (game.key) } { "Just watch" }
                    }
                }
            }
        },
    ))
}

#[derive(Deserialize)]
pub(super) struct ClaimForm {
    token: String,
}

/// Takes the seat.
pub(super) async fn claim(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    FormBody(form): FormBody<ClaimForm>,
) -> Result<Response, Problem> {
    let game = app.claim(&id, &form.token, &by, None).await?;
    Ok(redirect_to_game(&game))
}

/// `/g/ID/devices`
pub(super) async fn devices(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    Ok(devices_page(&id, &app.devices(&id, &by).await?, None))
}

/// Form of the list of devices: signs one out, or creates a private link.
#[derive(Deserialize)]
pub(super) struct DevicesForm {
    /// Id of the device to sign out.
    device: Option<String>,
}

/// Signs out a device, or creates a private link.
pub(super) async fn change_devices(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    headers: HeaderMap,
    FormBody(form): FormBody<DevicesForm>,
) -> Result<Response, Problem> {
    if let Some(device) = form.device {
        let game = app.sign_out(&id, device, &by).await?;
        let still_playing = !game.sides_of(&by.keys()).is_empty();
        let page = if still_playing { "/devices" } else { "" };
        return Ok(Redirect::to(&format!("/g/{id}{page}")).into_response());
    }
    let link = app.create_link(&id, &ActionRequest::default(), &by).await?;
    let link = origin(&headers) + &link.path;
    Ok(devices_page(&id, &app.devices(&id, &by).await?, Some(&link)))
}

fn devices_page(id: &str, list: &DeviceList, link: Option<&str>) -> Response {
    let action = format!("/g/{id}/devices");
    private_page(
        "Your devices",
        html! {
            section.notice {
                h1 { "Your devices" }
                p { "These devices can play for you in this game." }
                ul.devices #devices {
                    @for device in &list.devices {
                        li data-device=(device.id) {
                            span {
                                b { (device.name.as_deref().unwrap_or("Unknown device")) }
                                span.faint {
                                    @if device.current { " · this device" }
                                    @if let Some(added) = device.added { " · added " (dates::date_time(added)) }
                                }
                            }
                            @if list.devices.len() > 1 {
                                form method="post" action=(action) {
                                    button.button.quiet type="submit" name="device" value=(device.id)
                                        data-action="sign-out" { "Sign out" }
                                }
                            }
                        }
                    }
                }
                h2 { "Add a device" }
                @if let Some(link) = link {
                    p { "Open this link on the other device within an hour. It works once." }
                    div.copy-row #private-link {
                        input type="text" readonly value=(link) aria-label="Private link";
                        button.button type="button" data-action="copy-private" hidden { "Copy" }
                    }
                    @if let Some(code) = qr_code(link) { (code) }
                    p.faint { "Anyone who has the link can play for you, so keep it private." }
                } @else {
                    p { "A private link lets you play on another device as well." }
                    form method="post" action=(action) {
                        p.buttons {
                            button.button type="submit" data-action="private-link" { "Create a private link" }
                        }
                    }
                }
                p.buttons { a.button.primary href={ "/g/" (id) } { "Back to the game" } }
            }
        },
    )
}

/// A page that neither caches nor search engines keep.
pub(super) fn private_page(title: &str, content: Markup) -> Response {
    let page = HtmlPage::new(title).style("game.css").script("seat.js").private().render(content);
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")];
    (headers, page).into_response()
}
