//! The API answers as its description says: every answer that any test gets from it is
//! validated against the schema of its operation and status.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::Method;
use boon::{Compiler, SchemaIndex, Schemas};
use cairn_web::AppState;
use serde_json::{Value, json};

use crate::client::{Client, Reply, two_players};
use crate::events::{EventReader, Seen};
use crate::push_service::Receiver;
use crate::stores::{Place, on_both_stores};

/// Address of the description within the validator.
const ROOT: &str = "https://cairn.test/openapi.json";

struct Contract {
    description: Value,
    schemas: Schemas,
    /// Compiled schemas by their place in the description.
    compiled: BTreeMap<String, SchemaIndex>,
}

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
    let mut description: Value = serde_json::from_str(cairn_web::openapi()).unwrap();
    forbid_unknown_fields(&mut description);
    let mut places = Vec::new();
    find_schemas(&description, String::new(), &mut places);
    let mut compiler = Compiler::new();
    compiler.add_resource(ROOT, description.clone()).unwrap();
    let (mut schemas, mut compiled) = (Schemas::new(), BTreeMap::new());
    for place in places {
        let index = compiler.compile(&format!("{ROOT}#{place}"), &mut schemas);
        compiled.insert(place, index.unwrap_or_else(|error| panic!("{error:#}")));
    }
    Contract { description, schemas, compiled }
});

/// Finds the schemas of answers and components.
fn find_schemas(value: &Value, place: String, found: &mut Vec<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let here = format!("{place}/{}", escaped(key));
        if key == "schema" || place == "/components/schemas" {
            let variants = value["oneOf"].as_array().map_or(0, Vec::len);
            found.extend((0..variants).filter_map(|variant| {
                let content = format!("/oneOf/{variant}/properties/data/contentSchema");
                value.pointer(&content).map(|_| format!("{here}{content}"))
            }));
            found.push(here);
        } else {
            find_schemas(value, here, found);
        }
    }
}

/// Lets every object of the description have its described fields only, except those that
/// are parts of another.
fn forbid_unknown_fields(description: &mut Value) {
    let text = description.to_string();
    let schemas = description["components"]["schemas"].as_object_mut().unwrap();
    for (name, schema) in schemas {
        let part = format!(r##"{{"allOf":[{{"$ref":"#/components/schemas/{name}""##);
        if schema.get("allOf").is_some() || !text.contains(&part) {
            schema["unevaluatedProperties"] = false.into();
        }
    }
}

impl Contract {
    /// The path of the description that an address belongs to.
    fn path_of(&self, address: &str) -> Option<String> {
        let asked: Vec<_> = address.split('/').collect();
        let paths = self.description["paths"].as_object().unwrap().keys();
        let fits = |path: &&String| {
            let parts: Vec<_> = path.split('/').collect();
            let pairs = || parts.iter().zip(&asked);
            parts.len() == asked.len()
                && pairs().all(|(part, asked)| part == asked || part.starts_with('{'))
        };
        // An address without parameters comes first.
        paths.filter(fits).min_by_key(|path| path.matches('{').count()).cloned()
    }

    #[track_caller]
    fn validate(&self, place: &str, value: &Value, what: &str) {
        let index = self.compiled.get(place).unwrap_or_else(|| panic!("{place} is not described"));
        if let Err(error) = self.schemas.validate(value, *index) {
            panic!("{what} is not as described: {error:#}\n{value:#}");
        }
    }
}

fn escaped(path: &str) -> String {
    path.replace('~', "~0").replace('/', "~1")
}

/// Checks an answer of the API; returns the operation, or `None` for an unknown address.
#[track_caller]
pub fn check(method: &Method, address: &str, reply: &Reply) -> Option<(String, u16)> {
    let address = address.split('?').next()?.strip_prefix("/api/v1")?;
    let contract = &*CONTRACT;
    let path = contract.path_of(address)?;
    let method = method.as_str().to_ascii_lowercase();
    let status = reply.status.as_u16();
    let operation = contract.description["paths"][&path].get(&method)?;
    let what = format!("{method} {path} {status}");
    let response = operation["responses"].get(status.to_string());
    let response = response.unwrap_or_else(|| panic!("{what} is not described"));
    if status == 204 {
        assert!(response.get("content").is_none() && reply.body.is_empty(), "{what}");
        return Some((format!("{method} {path}"), status));
    }
    let kind = reply.headers["content-type"].to_str().unwrap().split(';').next().unwrap();
    assert!(response["content"].get(kind).is_some(), "{what} has the type {kind}");
    if status == 429 || status == 503 {
        assert!(reply.headers.contains_key("retry-after"), "{what}");
    }
    if kind.ends_with("json") {
        let (path, kind) = (escaped(&path), escaped(kind));
        let pointer = format!("/paths/{path}/{method}/responses/{status}/content/{kind}/schema");
        contract.validate(&pointer, &reply.json(), &what);
    }
    Some((format!("{method} {path}"), status))
}

/// Checks an event against the schema that the description has for the events of a stream.
#[track_caller]
fn check_event(method: &str, path: &str, seen: &Seen) {
    let contract = &*CONTRACT;
    let content = &contract.description["paths"][path][method]["responses"]["200"]["content"];
    let schema = content["text/event-stream"]["schema"]["$ref"].as_str();
    let schema = schema.expect("events have a schema").trim_start_matches('#');
    let event = json!({"event": seen.name, "data": seen.data.to_string()});
    contract.validate(schema, &event, schema);
    let variants = contract.description.pointer(schema).unwrap()["oneOf"].as_array().unwrap();
    let is_variant = |variant: &Value| variant["properties"]["event"]["enum"][0] == seen.name;
    let variant = variants.iter().position(is_variant).unwrap();
    let place = format!("{schema}/oneOf/{variant}/properties/data/contentSchema");
    contract.validate(&place, &seen.data, &place);
}

/// Questions that the test below has asked.
#[derive(Default)]
struct Asked(BTreeSet<(String, u16)>);

impl Asked {
    async fn get(&mut self, client: &Client, path: &str) -> Reply {
        let reply = client.get(&format!("/api/v1{path}")).await;
        let path = format!("/api/v1{path}");
        self.0.insert(check(&Method::GET, &path, &reply).expect("a described operation"));
        reply
    }

    async fn post(&mut self, client: &Client, path: &str, json: Value) -> Reply {
        let path = format!("/api/v1{path}");
        let reply = client.post(&path, json).await;
        self.0.insert(check(&Method::POST, &path, &reply).expect("a described operation"));
        reply
    }

    /// Sends what is not JSON, and too much of it.
    async fn post_badly(&mut self, client: &Client, path: &str) {
        let path = format!("/api/v1{path}");
        for (kind, body) in [
            ("text/plain", "{}".to_owned()),
            ("application/json", "{\"".to_owned()),
            ("application/json", format!("\"{}\"", "x".repeat(600 << 10))),
        ] {
            let request = client.request(Method::POST, &path).header("content-type", kind);
            let request = request.header("content-length", body.len()).body(Body::from(body));
            let reply = client.send(request.unwrap()).await;
            assert!(reply.status.is_client_error(), "{path}");
            self.0.insert(check(&Method::POST, &path, &reply).expect("a described operation"));
        }
    }
}

/// Operations that read no body.
const BODILESS: [&str; 4] =
    ["/me/feed", "/me/feed/remove", "/me/links/revoke", "/me/sign-out-others"];

on_both_stores!(every_operation_answers_as_described, events_are_as_described);

/// The operations that answer with JSON or text, each with success and with errors.
async fn every_operation_answers_as_described(app: AppState) {
    let mut asked = Asked::default();
    let (anna, ben, game) = two_players(&app, "300+5").await;
    let id = game["id"].as_str().unwrap();
    let at = |what: &str| format!("/games/{id}/{what}");
    asked.get(&anna, "/openapi.json").await;
    asked.get(&anna, "/rules").await;
    asked.get(&anna, "/games?mine=true&limit=1").await;
    asked.get(&anna, "/games?status=odd").await;
    asked.get(&anna, "/games?waiting_for_me=true").await;
    asked.get(&anna, "/games?removal_asked=true").await;
    asked.get(&anna, &format!("/games?search={}", "x".repeat(65))).await;
    asked.get(&anna, "/explorer?game=nava").await;
    asked.get(&Client::program(&app), "/explorer?game=nava").await;
    asked.get(&anna, "/explorer?game=chess").await;
    asked.get(&anna, "/me").await;
    asked.post(&anna, "/me/feed", json!({})).await;
    asked.post(&Client::program(&app), "/me/feed", json!({})).await;
    asked.get(&anna, "/me").await;
    asked.post(&anna, "/me/feed/remove", json!({})).await;
    asked.get(&anna, "/me/records").await;
    asked.get(&anna, "/me/push").await;
    let subscription = Receiver::new().subscription("https://push.example/x");
    asked.post(&anna, "/me/push", subscription.clone()).await;
    asked.post(&Client::program(&app), "/me/push", subscription).await;
    asked.get(&anna, "/me/push").await;
    asked.post(&anna, "/me/push/remove", json!({"endpoint": "https://push.example/x"})).await;
    asked.post(&anna, "/me/links", json!({})).await;
    asked.post(&anna, "/me/links/revoke", json!({})).await;
    let link = asked.post(&anna, "/me/links", json!({})).await.ok();
    let tablet = Client::browser(&app);
    asked.post(&tablet, "/me/claim", json!({"token": link["token"]})).await;
    asked.post(&tablet, "/me/claim", json!({"token": link["token"]})).await;
    asked.post(&anna, "/me/sign-out-others", json!({})).await;
    asked.post(&Client::program(&app), "/me/sign-out-others", json!({})).await;
    asked.get(&anna, &format!("/games/{id}")).await;
    asked.get(&anna, "/games/0123456789").await;
    asked.get(&anna, "/games/0123456789/events").await;
    asked.post(&ben, &at("join"), json!({"name": "B"})).await;
    asked.post(&Client::browser(&app), &at("join"), json!({})).await;
    asked.post(&anna, &at("moves"), json!({"ply": 0, "move": "a1-e5"})).await;
    asked.post(&ben, &at("moves"), json!({"ply": 0, "move": "a1-a4"})).await;
    asked.post(&Client::browser(&app), &at("moves"), json!({"ply": 0, "move": "a1-a4"})).await;
    asked.post(&anna, &at("moves"), json!({"ply": 0, "move": "a1-a4"})).await;
    asked.post(&anna, &at("phrases"), json!({"phrase": "good-luck"})).await;
    asked.post(&anna, &at("phrases"), json!({"phrase": "nonsense"})).await;
    for claim in ["claim-win", "claim-draw"] {
        asked.post(&anna, &at(claim), json!({})).await;
        asked.post(&Client::browser(&app), &at(claim), json!({})).await;
    }
    asked.post(&anna, "/games/pair", json!({"game": "nava"})).await;
    asked.post(&anna, "/games/pair", json!({"game": "chess"})).await;
    asked.post(&anna, &at("offers/draw"), json!({})).await;
    asked.post(&anna, &at("offers/peace"), json!({})).await;
    asked.post(&anna, &at("offers/rematch"), json!({})).await;
    let link = asked.post(&ben, &at("links"), json!({})).await.ok();
    asked.post(&Client::browser(&app), &at("links"), json!({})).await;
    let phone = Client::browser(&app);
    asked.post(&phone, &at("claim"), json!({"token": link["token"]})).await;
    asked.post(&Client::browser(&app), &at("claim"), json!({"token": "x"})).await;
    asked.get(&Client::browser(&app), &at("devices")).await;
    let list = asked.get(&phone, &at("devices")).await.ok();
    let own = list["devices"].as_array().unwrap().iter().find(|device| device["current"] == true);
    asked.post(&ben, &at("sign-out"), json!({"device": own.unwrap()["id"]})).await;
    asked.get(&anna, &at("record")).await;
    asked.get(&anna, &at("evaluation")).await;
    asked.post(&anna, &at("abort"), json!({"side": "second"})).await;
    asked.post(&ben, &at("abort"), json!({})).await;
    asked.post(&ben, &at("resign"), json!({})).await;
    asked.post(&ben, &at("privacy"), json!({"private": true})).await;
    asked.post(&ben, &at("remove"), json!({})).await;
    asked.post(&Client::browser(&app), &at("remove"), json!({})).await;
    let (anna, _, other) = two_players(&app, "3d").await;
    asked.post(&anna, &format!("/games/{}/resign", other["id"].as_str().unwrap()), json!({})).await;
    for seeded in ["greener", "mitsudomoe", "glaisher", "glaisher:rulebook"] {
        asked.post(&anna, "/games", json!({"game": seeded, "listed": true, "level": 2})).await;
        for path in ["position", "moves"] {
            asked.get(&anna, &format!("/{path}?game={seeded}")).await;
        }
    }
    asked.post(&anna, "/games", json!({"game": "chess"})).await;
    let impossible = "x4,b/x5/x5/x5/w,x4 w";
    asked.post(&anna, "/games", json!({"game": "nava", "position": impossible})).await;
    for path in ["position", "moves"] {
        asked.get(&anna, &format!("/{path}?game=nava&position={impossible}")).await;
        asked.get(&anna, &format!("/{path}?game=chess")).await;
    }
    let moves = json!(["a1-a4", "e5-e4"]);
    asked.post(&anna, "/apply", json!({"game": "nava", "moves": moves})).await;
    asked.post(&anna, "/apply", json!({"game": "nava", "moves": ["a1-e5"]})).await;
    asked.post(&anna, "/convert", json!({"position": "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w"})).await;
    asked.post(&anna, "/convert", json!({"position": "?"})).await;
    asked.post(&anna, "/analyse", json!({"game": "nava", "time": 20, "lines": 2})).await;
    asked.post(&anna, "/analyse", json!({"game": "nava", "moves": ["a1-e5"]})).await;
    asked.post(&anna, "/analyse/stream", json!({"game": "nava", "moves": ["a1-e5"]})).await;
    asked.post(&anna, "/evaluate", json!({"game": "nava", "moves": ["a1-e5"]})).await;
    let record = "[Game \"nava\"]\n1. a1-a4 {well} (1. a1-a3 $1) e5-e4 *";
    let read = asked.post(&anna, "/records", json!({"record": record})).await.ok();
    asked.post(&anna, "/records", json!({"record": "["})).await;
    let text = json!({"game": "nava", "tags": read["tags"], "moves": read["moves"]});
    asked.post(&anna, "/records/text", text).await;
    asked.post(&anna, "/records/text", json!({"game": "nava", "moves": [{"move": "a1-e5"}]})).await;
    for text in [record, "1. a1-a4", "/a/nava", "?", "x4,b/x5/x5/x5/w,x4 w"] {
        asked.post(&anna, "/import", json!({"text": text})).await;
    }
    let study = json!({"title": "A plan", "record": {"game": "nava"}});
    let study = asked.post(&anna, "/studies", study).await.json();
    let study_path = format!("/studies/{}", study["id"].as_str().unwrap());
    asked.get(&anna, "/studies").await;
    asked.get(&anna, &study_path).await;
    asked.get(&anna, "/studies/0000000000").await;
    let change = json!({"revision": 0, "record": {"game": "nava", "comments": ["changed"]}});
    for revision in [change, json!({"revision": 9, "record": {"game": "nava"}})] {
        asked.post(&anna, &study_path, revision).await;
    }
    asked.post(&anna, &format!("{study_path}/remove"), json!({})).await;
    let lesson = json!({"game": "nava", "lesson": "lay-a-cube", "moves": ["a1-d1"]});
    asked.post(&anna, "/lessons/judge", lesson).await;
    asked.post(&anna, "/lessons/hint", json!({"game": "nava", "lesson": "lay-a-cube"})).await;
    let puzzle = asked.get(&anna, "/puzzles/daily").await.ok();
    let puzzle = format!("/puzzles/{}", puzzle["id"].as_str().expect("an id"));
    asked.get(&anna, "/puzzles/next?game=nava&difficulty=easy&seed=7").await;
    asked.get(&anna, "/puzzles/next?theme=mate").await;
    asked.get(&anna, &puzzle).await;
    asked.get(&anna, "/puzzles/nowhere").await;
    let solution = asked.get(&anna, &format!("{puzzle}/solution")).await.ok();
    let first = json!({"moves": [solution["moves"][0]]});
    asked.post(&anna, &format!("{puzzle}/try"), first).await;
    asked.post(&anna, &format!("{puzzle}/hint"), json!({"moves": []})).await;
    for path in described("post") {
        let path = path.replace("{id}", id).replace("{kind}", "draw");
        if !path.ends_with("links") && !BODILESS.contains(&path.as_str()) {
            asked.post_badly(&anna, &path).await;
        }
    }
    let succeeded: BTreeSet<_> =
        asked.0.iter().filter(|(_, status)| *status < 300).map(|(path, _)| path.clone()).collect();
    // Claims succeed where tests turn the clocks, and are checked there as well.
    let elsewhere = ["events", "evaluation", "stream", "evaluate", "claim-win", "claim-draw"];
    for method in ["get", "post"] {
        for path in described(method) {
            let elsewhere = elsewhere.iter().any(|end| path.ends_with(end));
            let operation = format!("{method} {path}");
            assert!(elsewhere || succeeded.contains(&operation), "{operation} was not called");
        }
    }
    for status in [400, 403, 404, 409, 413, 415, 422] {
        assert!(asked.0.iter().any(|(_, seen)| *seen == status), "no answer {status}");
    }
}

/// The paths with this method.
fn described(method: &str) -> Vec<String> {
    let contract = &*CONTRACT;
    let paths = contract.description["paths"].as_object().unwrap().iter();
    paths.filter(|(_, item)| item.get(method).is_some()).map(|(path, _)| path.clone()).collect()
}

async fn events_are_as_described(app: AppState) {
    let (anna, _, game) = two_players(&app, "none").await;
    let mut follower = EventReader::new(&app, &game, None).await;
    let mut check_next = async || {
        check_event("get", "/games/{id}/events", &follower.next().await.unwrap());
    };
    check_next().await;
    anna.make_move(&game, 0, "a1-a4").await.ok();
    check_next().await;
    anna.act(&game, "resign", json!({})).await.ok();
    check_next().await;
    let id = game["id"].as_str().unwrap();
    let evaluation = anna.request(Method::GET, &format!("/api/v1/games/{id}/evaluation"));
    let evaluation = evaluation.body(Body::empty()).unwrap();
    let post = |path: &str, body: Value| {
        let body = body.to_string();
        let request = anna.request(Method::POST, &format!("/api/v1{path}"));
        let request = request.header("content-type", "application/json");
        request.header("content-length", body.len()).body(Body::from(body)).unwrap()
    };
    for (method, path, request) in [
        ("get", "/games/{id}/evaluation", evaluation),
        ("post", "/evaluate", post("/evaluate", json!({"game": "nava", "moves": ["a1-a4"]}))),
        ("post", "/analyse/stream", post("/analyse/stream", json!({"game": "nava", "time": 60}))),
    ] {
        let mut follower = EventReader::of_request(&app, request).await;
        let mut last = String::new();
        while let Some(seen) = follower.next().await {
            check_event(method, path, &seen);
            last = seen.name;
        }
        assert_eq!(last, "done", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limits_are_described() {
    let place = Place::sqlite();
    let app = place.start_with_limits().await;
    let client = Client::program(&app);
    let mut statuses = BTreeSet::new();
    // Few new games are allowed, and more only every other second, however slow this machine is.
    for _ in 0..60 {
        // The client validates every answer.
        let new = json!({"game": "nava", "opponent": "same-screen"});
        statuses.insert(client.post("/api/v1/games", new).await.status.as_u16());
    }
    assert_eq!(statuses, BTreeSet::from([201, 429]));
    app.close().await;
}

#[test]
fn the_description_names_the_rule_sets() {
    let description: Value = serde_json::from_str(cairn_web::openapi()).unwrap();
    assert_eq!(description["openapi"], "3.1.0");
    assert_eq!(description["servers"][0]["url"], "/api/v1");
    let names = &description["components"]["schemas"]["RuleSetName"]["enum"];
    let known: Vec<_> = cairn_games::GameId::rule_sets().map(cairn_games::GameId::name).collect();
    assert_eq!(*names, json!(known));
}

#[test]
fn the_description_uses_what_tools_read() {
    let description: Value = serde_json::from_str(cairn_web::openapi()).unwrap();
    assert!(!cairn_web::openapi().contains("prefixItems"), "a pair is an array of two");
    let place = &description["components"]["schemas"]["ProblemView"]["properties"]["place"];
    assert_eq!((&place["minItems"], &place["maxItems"]), (&json!(2), &json!(2)));
    let join = &description["paths"]["/games/{id}/join"]["post"]["requestBody"];
    assert_eq!(join["required"], false, "a body that may be missing is not null");
    let schema = &join["content"]["application/json"]["schema"];
    assert_eq!(schema["$ref"], "#/components/schemas/JoinRequest");
}

#[test]
fn every_operation_says_what_it_does_and_answers() {
    let description: Value = serde_json::from_str(cairn_web::openapi()).unwrap();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path}");
            assert!(operation["operationId"].is_string(), "{method} {path}");
            let answers = operation["responses"].as_object().unwrap();
            assert!(answers.keys().any(|status| status.starts_with('2')), "{method} {path}");
            assert!(answers.contains_key("429"), "{method} {path}");
        }
    }
}
