//! The form for a new game, which works without scripts.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cairn_engine::levels::Level;
use cairn_games::{GameId, Side};
use maud::{Markup, html};
use serde::Deserialize;

use super::assets::has_modules;
use super::forms::{FormBody, redirect_to_game};
use super::shell::HtmlPage;
use crate::api::Params;
use crate::app::AppState;
use crate::game::{MAX_BASE_SECONDS, MAX_DAYS, MAX_INCREMENT_SECONDS};
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::NewGame;
use cairn_app::board::inline_picture;

/// Initial values of the form, from the address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CreateQuery {
    game: Option<String>,
    position: Option<String>,
    opponent: Option<String>,
}

/// `/new`
pub(super) async fn form(
    State(app): State<AppState>,
    Params(query): Params<CreateQuery>,
) -> Result<Markup, Problem> {
    page(&app, &query, None)
}

/// Renders the form with these values, and the reason why a game could not be created.
fn page(app: &AppState, query: &CreateQuery, problem: Option<&Problem>) -> Result<Markup, Problem> {
    let game = match query.game.as_deref() {
        None => GameId::ALL[0],
        Some(name) => GameId::named(name)?,
    };
    let info = game.info();
    let players = app.pool.opponents().list(game);
    let content = html! {
        h1 { "New game" }
        nav.tabs aria-label="Rule set" {
            @for other in GameId::rule_sets() {
                a href={ "/new?game=" (other.name()) }
                    aria-current=[(other == game).then_some("page")] { (other.info().title) }
            }
        }
        form.create method="post" action="/new" {
            input type="hidden" name="game" value=(info.name);
            div.create-main {
                @if let Some(problem) = problem {
                    div.panel.problem role="alert" {
                        p { strong { (problem.message) } }
                        @if let Some(hint) = &problem.hint { p { (hint) } }
                    }
                }
                (opponent(query.opponent.as_deref(), &players, true))
                (sides(game))
                (time())
                (set_up(game, query.position.as_deref()))
                p.buttons {
                    button.button.primary.large type="submit" data-action="create" { "Start the game" }
                }
                @if has_modules() {
                    p.faint {
                        "Offline: "
                        a href={ "/play/" (info.name) } { "play on this device" }
                    }
                }
            }
            div.create-side {
                div.create-picture { (inline_picture(&game.start().view(), false)) }
                p { (info.summary) }
                p.faint { "A game by " (info.designer) ". " a href={ "/rules/" (info.name) } { "Rules" } }
            }
        }
    };
    let page = HtmlPage::new(format!("New {} game", info.title))
        .style("home.css")
        .script("choices.js")
        .describe(info.summary);
    Ok(page.render(content))
}

/// One of several things to choose from.
fn choice(name: &str, value: &str, label: &str, chosen: bool) -> Markup {
    html! {
        label.choice {
            input type="radio" name=(name) value=(value) checked[chosen];
            span { (label) }
        }
    }
}

/// Fieldset for the opponent. A friend needs the server.
pub(super) fn opponent(
    chosen: Option<&str>,
    players: &[(String, String)],
    has_server: bool,
) -> Markup {
    let chosen = chosen.unwrap_or("computer");
    html! {
        fieldset {
            legend { "Opponent" }
            div.choices {
                (choice("opponent", "computer", "The computer", chosen == "computer"))
                @if has_server {
                    (choice("opponent", "friend", "A friend by link", chosen == "friend"))
                }
                (choice("opponent", "same-screen", "Two players on this device", chosen == "same-screen"))
                @if !has_server {
                    (choice("opponent", "computers", "Watch two computers", chosen == "computers"))
                }
            }
            label.field.if-computer { "Strength"
                select name="level" {
                    @for (level, name) in players {
                        option value=(level) selected[*level == Level::DEFAULT.to_string()]
                            data-said=[level_of(level).map(Level::sentence)] {
                            (name) (describe(level))
                        }
                    }
                }
                span.faint data-level-said aria-live="polite" { (Level::DEFAULT.sentence()) }
            }
            @if has_server {
                (friend_fields())
            } @else {
                label.field.if-computers { "Strength of the second player"
                    select name="level2" {
                        @for (level, name) in players {
                            option value=(level) selected[*level == Level::DEFAULT.to_string()] {
                                (name) (describe(level))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn friend_fields() -> Markup {
    html! {
        label.field.if-friend { "Your name " span.faint { "(optional)" }
            input type="text" name="name" maxlength="32" autocomplete="nickname";
        }
        label.tick.if-friend {
            input type="checkbox" name="listed" value="true";
            " List publicly so anyone can join"
        }
    }
}

/// Describes a level beside its name.
fn describe(level: &str) -> String {
    level_of(level).map_or_else(String::new, |level| format!(": {}", level.word()))
}

/// Returns the level of an opponent, if it is one.
fn level_of(opponent: &str) -> Option<Level> {
    opponent.parse().ok().and_then(Level::new)
}

/// Fieldset for the side of the player.
pub(super) fn sides(game: GameId) -> Markup {
    let name = |side| game.info().side_name(side);
    html! {
        fieldset.unless-same-screen {
            legend { "You play" }
            div.choices {
                (choice("side", "random", "Random side", true))
                (choice("side", "first", &format!("{} (first)", name(Side::First)), false))
                (choice("side", "second", &format!("{} (second)", name(Side::Second)), false))
            }
        }
    }
}

fn time() -> Markup {
    let number = |name: &str, value: u32, least: u32, most: u64| {
        html! {
            input type="number" name=(name) value=(value) min=(least) max=(most) inputmode="numeric" required;
        }
    };
    html! {
        fieldset {
            legend { "Time" }
            div.choices {
                (choice("clock", "none", "No clock", true))
                (choice("clock", "live", "Live clock", false))
                (choice("clock", "days", "Days per move", false))
            }
            div.fields.if-live {
                label.field { "Minutes per side" (number("minutes", 10, 0, MAX_BASE_SECONDS / 60)) }
                label.field { "Increment (seconds per move)" (number("increment", 5, 0, MAX_INCREMENT_SECONDS)) }
            }
            div.fields.if-days {
                label.field { "Days per move" (number("days", 3, 1, MAX_DAYS.into())) }
            }
        }
    }
}

/// Fieldset for the first position.
pub(super) fn set_up(game: GameId, position: Option<&str>) -> Markup {
    let boards = GameId::boards(game.name()).unwrap_or_default();
    let shuffles = game.shuffled(0).is_some();
    html! {
        fieldset {
            legend { "Set-up" }
            @if boards.len() > 1 {
                label.field { "Board"
                    select name="size" {
                        @for board in &boards {
                            @let size = board.info().board.size();
                            option value=(size) { (size.replace('x', " × ")) }
                        }
                    }
                }
            }
            div.choices {
                @if shuffles {
                    (choice("setup", "random", "Shuffled", position.is_none()))
                    (choice("setup", "seed", "Shuffled by number", false))
                }
                (choice("setup", "standard", "Standard", position.is_none() && !shuffles))
                (choice("setup", "position", "Custom position", position.is_some()))
            }
            @if shuffles {
                label.field.if-seed { "Shuffle number"
                    input type="text" name="seed" inputmode="numeric" pattern="[0-9]*" maxlength="20";
                }
            }
            label.field.if-position { "Position"
                input type="text" name="position" value=[position] autocomplete="off" spellcheck="false"
                    placeholder=(game.start().to_text());
            }
        }
    }
}

/// Fields of the form. A card on the home page sends some of them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CreateForm {
    game: String,
    opponent: Option<String>,
    level: Option<String>,
    name: Option<String>,
    listed: Option<String>,
    side: Option<String>,
    clock: Option<String>,
    minutes: Option<u32>,
    increment: Option<u32>,
    days: Option<u32>,
    size: Option<String>,
    setup: Option<String>,
    seed: Option<String>,
    position: Option<String>,
}

impl CreateForm {
    fn into_new_game(self) -> NewGame {
        let time = match self.clock.as_deref() {
            Some("live") => Some(format!(
                "{}+{}",
                u64::from(self.minutes.unwrap_or(10)) * 60,
                self.increment.unwrap_or(0)
            )),
            Some("days") => Some(format!("{}d", self.days.unwrap_or(3))),
            _ => None,
        };
        let shuffles = GameId::named(&self.game).is_ok_and(|game| game.shuffled(0).is_some());
        let (seed, position) = match self.setup.as_deref() {
            Some("seed") => (self.seed, None),
            Some("position") => (None, self.position),
            Some("standard") => (None, None),
            // Whoever just wants to play gets a game that nobody has played before.
            _ => (shuffles.then(|| "random".to_owned()), None),
        };
        NewGame {
            // The text of a position says which board it is for.
            size: self.size.filter(|_| position.is_none()),
            game: self.game,
            position,
            seed,
            opponent: self.opponent,
            level: self.level,
            side: self.side,
            time,
            name: self.name,
            listed: self.listed.is_some(),
        }
    }
}

/// Creates the game and leads to it.
pub(super) async fn create(
    State(app): State<AppState>,
    by: Requester,
    FormBody(form): FormBody<CreateForm>,
) -> Result<Response, Problem> {
    let query = CreateQuery {
        game: Some(form.game.clone()),
        position: form.position.clone().filter(|text| !text.trim().is_empty()),
        opponent: form.opponent.clone(),
    };
    match app.create(&form.into_new_game(), &by, None).await {
        Ok(game) => Ok(redirect_to_game(&game)),
        // The form comes back with the reason, and with what was typed.
        Err(problem) if problem.status == StatusCode::BAD_REQUEST && query.position.is_some() => {
            Ok((problem.status, page(&app, &query, Some(&problem))?).into_response())
        }
        Err(problem) => Err(problem),
    }
}
