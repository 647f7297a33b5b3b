//! Schemas of the words that the API uses, and what every operation has in common.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use cairn_app::word_schemas;
use serde_json::{Value, json};
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::response::Response;
use utoipa::openapi::schema::{Object, SchemaType, Type};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Schema};

word_schemas! {
    /// The score of a game.
    ScoreWord: ["1-0", "0-1", "1/2-1/2"];
    /// The status of a game.
    StatusWord: ["waiting", "playing", "finished", "aborted"];
    /// The kind of a time control.
    TimeKind: ["none", "live", "days"];
    /// The kind of a player.
    PlayerKind: ["open", "person", "computer"];
    /// The kind of an opponent.
    OpponentWord: ["friend", "computer", "same-screen"];
    /// The kind of an offer.
    OfferWord: ["draw", "take-back", "rematch"];
    /// A phrase that players can say.
    PhraseWord: ["good-luck", "well-played", "oops", "good-game", "thanks"];
    /// A step in the life of an offer.
    OfferAnswer: ["offer", "accept", "decline"];
    /// An action in a game.
    ActionWord: [
        "accept-draw", "decline-draw", "accept-take-back", "decline-take-back", "accept-rematch",
        "decline-rematch", "rematch", "take-back", "draw", "abort", "resign", "hint", "withdraw",
    ];
    /// The format of an imported text.
    ImportKind: ["record", "moves", "position", "prolog", "link"];
}

/// Words that count as true, such as the `on` of a ticked box in a form.
pub(crate) const TRUE_WORDS: [&str; 4] = ["true", "on", "1", "yes"];
/// Words that count as false.
pub(crate) const FALSE_WORDS: [&str; 5] = ["false", "off", "0", "no", ""];

/// Schema of a field that programs may send as a number and forms as a string.
pub(crate) fn text_or_number() -> Schema {
    let kinds = [Type::String, Type::Integer, Type::Null];
    Object::builder().schema_type(SchemaType::from_iter(kinds)).into()
}

/// Schema of a field that programs send as a boolean and forms as a string.
pub(crate) fn text_or_bool() -> Schema {
    let values = [true, false].into_iter().map(Value::from);
    let words = TRUE_WORDS.into_iter().chain(FALSE_WORDS).map(Value::from);
    let kinds = SchemaType::from_iter([Type::Boolean, Type::String]);
    let values = Some(values.chain(words));
    Object::builder().schema_type(kinds).enum_values(values).default(Some(false.into())).into()
}

/// Adds the errors that follow from the form of an operation, and describes every error.
pub(super) fn describe_errors(api: &mut OpenApi) {
    for item in api.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            for status in implied(operation) {
                operation
                    .responses
                    .responses
                    .entry(status.as_str().to_owned())
                    .or_insert_with(|| RefOr::T(Response::default()));
            }
            for (status, response) in &mut operation.responses.responses {
                if let (Some(error), RefOr::T(response)) = (error_text(status), response) {
                    response.description = error.to_owned();
                    let problem = Content::new(Some(Ref::from_schema_name("ProblemView")));
                    response
                        .content
                        .insert("application/problem+json".to_owned(), RefOr::T(problem));
                }
            }
        }
    }
}

/// Describes the events of streams as they are sent: with their data as JSON in a string.
pub(super) fn describe_streams(api: &mut Value) {
    let mut names = BTreeSet::new();
    find_streams(api, &mut names);
    for name in names {
        let variants = api["components"]["schemas"][&name]["oneOf"].as_array_mut();
        for variant in variants.into_iter().flatten() {
            let properties = &mut variant["properties"];
            let data = match properties["data"].take() {
                Value::Null => json!({ "type": "null" }),
                data => data,
            };
            properties["data"] = json!({
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": data,
            });
            properties["id"] = json!({ "type": "string" });
            properties["retry"] = json!({ "type": "integer" });
            variant["required"] = json!(["event", "data"]);
        }
    }
}

/// Finds the names of the schemas of events.
fn find_streams(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let schema = fields.get("text/event-stream").map(|content| &content["schema"]["$ref"]);
            let name = schema.and_then(|schema| schema.as_str()?.rsplit('/').next());
            names.extend(name.map(str::to_owned));
            fields.values().for_each(|value| find_streams(value, names));
        }
        Value::Array(values) => values.iter().for_each(|value| find_streams(value, names)),
        _ => {}
    }
}

/// Describes bodies that may be missing as such, instead of as bodies that may be null.
pub(super) fn describe_optional_bodies(value: &mut Value) {
    if let Some(body) = value.get_mut("requestBody") {
        let schema = &mut body["content"]["application/json"]["schema"];
        let choices = schema["oneOf"].as_array().cloned().unwrap_or_default();
        if let Some(content) = choices.into_iter().find(|choice| choice["type"] != "null") {
            *schema = content;
            body["required"] = false.into();
        }
    }
    let fields = value.as_object_mut().into_iter().flatten();
    fields.for_each(|(_, value)| describe_optional_bodies(value));
}

/// Describes tuples whose parts have one type as arrays of that type and a fixed length, since some
/// tools do not read `prefixItems`.
pub(super) fn describe_tuples(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::Array(parts)) = fields.get("prefixItems")
                && let Some(first) = parts.first().cloned()
                && parts.iter().all(|part| *part == first)
            {
                let length = parts.len();
                fields.remove("prefixItems");
                fields.insert("items".to_owned(), first);
                fields.insert("minItems".to_owned(), length.into());
                fields.insert("maxItems".to_owned(), length.into());
            }
            fields.values_mut().for_each(describe_tuples);
        }
        Value::Array(values) => values.iter_mut().for_each(describe_tuples),
        _ => {}
    }
}

/// Errors with which any operation of this form can answer.
fn implied(operation: &Operation) -> Vec<StatusCode> {
    let has = |place| {
        let parameters = operation.parameters.iter().flatten();
        parameters.into_iter().any(
            |parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == place),
        )
    };
    let mut errors = vec![
        StatusCode::TOO_MANY_REQUESTS,
        StatusCode::INTERNAL_SERVER_ERROR,
        StatusCode::SERVICE_UNAVAILABLE,
    ];
    if has(ParameterIn::Path) {
        errors.extend([StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND]);
    }
    if has(ParameterIn::Query) {
        errors.push(StatusCode::BAD_REQUEST);
    }
    if operation.request_body.is_some() {
        let body = [
            StatusCode::BAD_REQUEST,
            StatusCode::FORBIDDEN,
            StatusCode::REQUEST_TIMEOUT,
            StatusCode::PAYLOAD_TOO_LARGE,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ];
        errors.extend(body);
    }
    errors
}

/// Description of an error status.
fn error_text(status: &str) -> Option<&'static str> {
    Some(match status {
        "400" => "The request is invalid.",
        "403" => "You are not allowed to do this, or the request came from another site.",
        "404" => "Not found.",
        "408" => "The request did not arrive in time.",
        "409" => "The state of the game does not allow this.",
        "413" => "The request is larger than 512 KiB.",
        "415" => "The request is not `application/json`.",
        "422" => "The position or the move is against the rules.",
        "429" => "The rate limit is exceeded; `Retry-After` says when to try again.",
        "500" => "Internal error.",
        "503" => "The server is busy; `Retry-After` says when to try again.",
        _ => return None,
    })
}
