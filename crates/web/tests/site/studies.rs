//! Saved studies, and the position editor.

use cairn_web::AppState;
use serde_json::{Value, json};

use crate::client::Client;
use crate::pages::check_page;
use crate::stores::on_both_stores;

on_both_stores!(
    a_study_is_saved_and_read_by_others,
    two_windows_lose_nothing,
    wrong_studies_are_refused,
    a_study_moves_with_its_author,
    an_edited_position_is_judged,
    a_reviewed_game_has_accuracies_and_exercises,
);

/// A study with a variation, a comment, a glyph and marks.
fn record() -> Value {
    json!({"game": "nava", "comments": ["Two plans. [%csl Gc3]"], "moves": [
        {"move": "a1-a4", "glyphs": [1], "comments": ["up [%cal Ga4e4,Ra1a4]"], "variations": [
            {"comments": [], "moves": [{"move": "a1-b1"}]}]},
        {"move": "e5-e4"}]})
}

/// A browser that the site knows.
async fn visitor(app: &AppState) -> Client {
    let client = Client::browser(app);
    client.page("/").await;
    client
}

async fn create(client: &Client, title: &str) -> Value {
    let reply = client.post("/api/v1/studies", json!({"title": title, "record": record()})).await;
    assert_eq!(reply.status.as_u16(), 201, "{}", reply.text());
    reply.json()
}

async fn a_study_is_saved_and_read_by_others(app: AppState) {
    let (anna, ben) = (visitor(&app).await, visitor(&app).await);
    let study = create(&anna, "A plan").await;
    let path = format!("/api/v1/studies/{}", study["id"].as_str().unwrap());
    assert_eq!((&study["yours"], &study["revision"]), (&json!(true), &json!(0)));
    let seen = ben.get(&path).await.ok();
    assert_eq!((&seen["yours"], &seen["title"]), (&json!(false), &json!("A plan")));
    let text = seen["record"].as_str().unwrap().replace('\n', " ");
    assert!(text.contains("a1-a4! {up [%cal Ga4e4,Ra1a4]} (1. a1-b1)"), "{text}");
    // The page has it all, for its author with what changes it.
    let page = format!("/study/{}", study["id"].as_str().unwrap());
    let (own, other) = (anna.page(&page).await, ben.page(&page).await);
    assert!(check_page(&own).contains("id=\"study-title\""));
    assert!(check_page(&other).contains("Read-only."));
    assert!(!other.text().contains("id=\"study-title\""));
    // Others change and delete nothing.
    let change = json!({"revision": 0, "record": record()});
    assert_eq!(ben.post(&path, change).await.problem(403), "not_author");
    assert_eq!(ben.post(&format!("{path}/remove"), json!({})).await.problem(403), "not_author");
    // It is listed for its author until it is deleted.
    assert!(check_page(&anna.page("/me").await).contains("A plan"));
    assert_eq!(ben.get("/api/v1/studies").await.ok()["studies"], json!([]));
    assert_eq!(anna.get("/api/v1/studies").await.ok()["studies"][0]["id"], study["id"]);
    let other = anna.post(&format!("{path}/remove"), json!({"revision": 7})).await;
    assert_eq!(other.problem(409), "stale");
    let left = anna.post(&format!("{path}/remove"), json!({})).await.ok();
    assert_eq!(left["studies"], json!([]));
    assert_eq!(anna.get(&path).await.problem(404), "not_found");
    assert_eq!(anna.page(&page).await.status.as_u16(), 404);
}

async fn two_windows_lose_nothing(app: AppState) {
    let anna = visitor(&app).await;
    let study = create(&anna, "").await;
    assert_eq!(study["title"], "Nava", "a study without a title has that of its game");
    let path = format!("/api/v1/studies/{}", study["id"].as_str().unwrap());
    let change = |revision: i64, title: &str| json!({"revision": revision, "title": title, "record": record()});
    let first = anna.post(&path, change(0, "First window")).await.ok();
    assert_eq!((&first["revision"], &first["title"]), (&json!(1), &json!("First window")));
    let again = anna.post(&path, change(0, "First window")).await.ok();
    assert_eq!(again["revision"], 1, "a request that arrives twice acts once");
    assert_eq!(anna.post(&path, change(0, "Second window")).await.problem(409), "stale");
    assert_eq!(anna.get(&path).await.ok()["title"], "First window");
    let second = anna.post(&path, change(1, "Second window")).await.ok();
    assert_eq!(second["revision"], 2);
}

async fn wrong_studies_are_refused(app: AppState) {
    let anna = visitor(&app).await;
    let program = Client::program(&app);
    let request = json!({"record": record()});
    assert_eq!(program.post("/api/v1/studies", request).await.problem(403), "no_cookie");
    for id in ["0000000000", "short", "..%2F..%2Fx"] {
        assert_eq!(anna.get(&format!("/api/v1/studies/{id}")).await.problem(404), "not_found");
    }
    let refused = async |record: Value, status: u16| {
        anna.post("/api/v1/studies", json!({"record": record})).await.problem(status)
    };
    let comment = |text: String| json!({"game": "nava", "comments": [text]});
    assert_eq!(refused(comment("x".repeat(300 << 10)), 413).await, "too_large");
    let megabyte = json!({"record": comment("x".repeat(1 << 20))});
    let reply = anna.post("/api/v1/studies", megabyte).await;
    assert!(reply.text().contains("A study or record can have up to 256 KB"), "{}", reply.text());
    assert_eq!(reply.problem(413), "too_large");
    for marks in ["[%cal Ga1a9]", "[%csl Qa1]", "[%csl Ga1"] {
        assert_eq!(refused(comment(marks.to_owned()), 422).await, "bad_mark", "{marks}");
    }
    let illegal = json!({"game": "nava", "moves": [{"move": "a1-e5"}]});
    assert_eq!(refused(illegal, 422).await, "illegal_move");
    let request = json!({"title": "x".repeat(101), "record": record()});
    assert_eq!(anna.post("/api/v1/studies", request).await.problem(400), "bad_title");
    assert_eq!(anna.get("/api/v1/studies").await.ok()["studies"], json!([]), "nothing was saved");
}

async fn a_study_moves_with_its_author(app: AppState) {
    let anna = visitor(&app).await;
    let study = create(&anna, "Moves along").await;
    let id = study["id"].as_str().unwrap().to_owned();
    anna.post("/api/v1/me/sign-out-others", json!({})).await.ok();
    let seen = anna.get(&format!("/api/v1/studies/{id}")).await.ok();
    assert_eq!(seen["yours"], true, "another cookie, the same author");
}

async fn an_edited_position_is_judged(app: AppState) {
    let client = Client::browser(&app);
    assert!(check_page(&client.page("/editor").await).contains("/editor/nava"));
    let start = client.page("/editor/nava").await;
    assert!(check_page(&start).contains("A possible position, White to move."));
    assert!(start.text().contains("data-link=\"play\""));
    // Taking a disc away is told with the words of the rules; putting it elsewhere is fine.
    let text = "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w".replace(' ', "+");
    let taken = client.page(&format!("/editor/nava?position={text}&tool=take&cell=a1")).await;
    let page = check_page(&taken);
    assert!(page.contains("Not possible: ") && page.contains("data-possible=\"0\""), "{page}");
    assert!(page.contains("value=\"x4,bbbbbb/x5/x5/x5/wwwww,x4 w\""));
    assert!(!page.contains("data-link=\"play\""));
    let text = "x4,bbbbbb/x5/x5/x5/wwwww,x4+w";
    let put = client.page(&format!("/editor/nava?position={text}&tool=w&cell=b1")).await;
    assert!(check_page(&put).contains("data-possible=\"1\""));
    let side = client.page(&format!("/editor/nava?position={text}&side=second")).await;
    assert!(check_page(&side).contains("value=\"x4,bbbbbb/x5/x5/x5/wwwww,x4 b\""));
    let empty = client.page("/editor/greener?edit=clear&size=9x9").await;
    assert!(check_page(&empty).contains("value=\"x9/x9/x9/x9/x9/x9/x9/x9/x9 b\""));
    let shuffled = client.page("/editor/greener?edit=shuffle").await;
    assert!(check_page(&shuffled).contains("data-possible=\"1\""));
    // A text that cannot be read stays in its field, with the reason.
    let wrong = client.page("/editor/nava?position=nonsense").await;
    assert!(check_page(&wrong).contains("value=\"nonsense\""));
    assert!(wrong.text().contains("data-possible=\"0\""));
    assert_eq!(client.page("/editor/chess").await.status.as_u16(), 400);
}

async fn a_reviewed_game_has_accuracies_and_exercises(app: AppState) {
    let client = Client::browser(&app);
    // White throws the game away, and Black wins.
    let request = json!({"game": "nava", "moves": ["a1-a5", "e5-a5", "a1-a3", "a5-a3"]});
    let reply = client.post("/api/v1/evaluate", request).await;
    let text = reply.text();
    let done = text.split("event: done\ndata: ").nth(1).and_then(|rest| rest.lines().next());
    let done: Value = serde_json::from_str(done.expect("the last event")).unwrap();
    let (first, second) = (&done["summary"]["first"], &done["summary"]["second"]);
    assert!(first["accuracy"].as_f64() < second["accuracy"].as_f64(), "{done}");
    assert!(first["blunders"].as_u64() >= Some(1), "{first}");
    let exercise = &done["exercises"][0];
    assert_eq!(exercise["side"], "first");
    assert!(exercise["reason"].as_str().unwrap().starts_with(exercise["played"].as_str().unwrap()));
    assert!(exercise["least_expectation"].as_f64() > Some(0.0));
}
