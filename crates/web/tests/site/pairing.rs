//! "Play now": two people with the same wish are paired, each of them once.

use std::collections::HashMap;
use std::time::Duration;

use cairn_web::{AppState, TimeSource};
use serde_json::{Value, json};

use crate::client::Client;
use crate::live::{LivePage, listen};
use crate::stores::{Place, on_both_places};

on_both_places!(
    equal_wishes_are_paired,
    the_form_works_without_scripts,
    all_are_paired_at_once,
    nobody_is_paired_with_somebody_who_left,
);

async fn pair(client: &Client, game: &str, time: &str) -> Value {
    client.post("/api/v1/games/pair", json!({"game": game, "time": time})).await.ok()
}

async fn equal_wishes_are_paired(place: Place) {
    let app = place.start().await;
    let [anna, ben, carl] = [(); 3].map(|()| Client::browser(&app));
    let waiting = pair(&anna, "nava", "300+5").await;
    assert_eq!((&waiting["status"], &waiting["listed"]), (&json!("waiting"), &json!(true)));
    assert_eq!(
        pair(&anna, "nava", "300+5").await["id"],
        waiting["id"],
        "asking again changes nothing"
    );
    let other = pair(&ben, "nava", "180+2").await;
    assert_ne!(other["id"], waiting["id"], "another time control");
    assert_ne!(pair(&ben, "glaisher", "300+5").await["id"], waiting["id"], "another game");
    let begun = pair(&carl, "nava", "300+5").await;
    assert_eq!((&begun["id"], &begun["status"]), (&waiting["id"], &json!("playing")));
    assert!(begun["token"].is_string());
    assert_eq!(begun["you"].as_array().unwrap().len(), 1);
    // Whoever cancels waits no more.
    anna.act(&waiting, "resign", json!({})).await;
    let waiting = pair(&anna, "nava", "300+5").await;
    anna.act(&waiting, "abort", json!({})).await.ok();
    assert_ne!(pair(&carl, "nava", "300+5").await["id"], waiting["id"]);
    let unknown = anna.post("/api/v1/games/pair", json!({"game": "chess"})).await;
    assert!(unknown.status.is_client_error());
    assert_eq!(
        anna.post("/api/v1/games/pair", json!({"game": "nava", "time": "1+1"})).await.problem(400),
        "bad_time"
    );
}

async fn the_form_works_without_scripts(place: Place) {
    let app = place.start().await;
    let [anna, ben] = [(); 2].map(|()| Client::browser(&app));
    let home = anna.page("/").await;
    assert!(home.text().contains("id=\"play-now\""));
    let place = anna.form("/play-now", "game=nava&time=600%2B5").await.leads_to();
    let page = anna.page(&place).await;
    assert!(page.text().contains("Looking for an opponent"), "{}", page.text());
    assert!(page.text().contains("http-equiv=\"refresh\" content=\"5\""), "it asks again");
    assert!(ben.page("/").await.text().contains("you play"), "the game is in the lobby");
    assert_eq!(ben.form("/play-now", "game=nava&time=600%2B5").await.leads_to(), place);
    assert!(anna.page(&place).await.text().contains("data-status=\"playing\""));
    // Nobody comes: the computer, an open game, or nothing.
    let place = anna.form("/play-now", "game=nava&time=600%2B5").await.leads_to();
    let against = anna.form(&format!("{place}/instead"), "choice=computer").await.leads_to();
    assert!(anna.page(&against).await.text().contains("data-status=\"playing\""));
    let place = anna.form("/play-now", "game=nava&time=600%2B5").await.leads_to();
    assert_eq!(ben.form(&format!("{place}/instead"), "choice=open").await.status, 403);
    assert_eq!(anna.form(&format!("{place}/instead"), "choice=open").await.leads_to(), place);
    assert!(anna.page(&place).await.text().contains("Invite a friend"));
    let other = ben.form("/play-now", "game=nava&time=600%2B5").await.leads_to();
    assert_ne!(other, place, "an open game is not a wish to play at once");
    assert_eq!(ben.form(&format!("{other}/instead"), "choice=cancel").await.leads_to(), "/#lobby");
    assert!(!anna.page("/").await.text().contains(&other));
}

async fn all_are_paired_at_once(place: Place) {
    let app = place.start().await;
    pair_all(&[app]).await;
}

/// Many people ask at the same time, through any of the servers.
async fn pair_all(apps: &[AppState]) {
    let wishes = (0..12).map(|number| {
        let client = Client::browser(&apps[number % apps.len()]);
        tokio::spawn(async move { (pair(&client, "nava", "300+5").await, client) })
    });
    let mut players: HashMap<String, usize> = HashMap::new();
    let mut clients = Vec::new();
    for wish in wishes.collect::<Vec<_>>() {
        let (game, client) = wish.await.unwrap();
        *players.entry(game["id"].as_str().unwrap().to_owned()).or_default() += 1;
        clients.push((client, game));
    }
    assert_eq!(players.len(), 6, "{players:?}");
    assert!(players.values().all(|count| *count == 2), "{players:?}");
    for (client, game) in clients {
        let now = client.look(&game).await;
        assert_eq!(now["status"], "playing");
        assert_eq!(now["you"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn two_servers_pair_each_person_once() {
    let place = Place::postgres().await;
    let apps = [place.start().await, place.start().await];
    pair_all(&apps).await;
    for app in apps {
        app.close().await;
    }
}

async fn nobody_is_paired_with_somebody_who_left(place: Place) {
    let time = TimeSource::manual();
    let app = place.start_with_clock(time.clone()).await;
    let addr = listen(&app).await;
    let [anna, ben, carl] = [(); 3].map(|()| Client::browser(&app));
    let first = pair(&anna, "nava", "300+5").await;
    let mut page = LivePage::follow(addr, &anna, &first).await;
    page.attendance(|_| true).await;
    time.turn(Duration::from_secs(100));
    // She is there as long as her page is open, and leaves when it is closed.
    app.run_maintenance().await.unwrap();
    assert_eq!(anna.look(&first).await["status"], "waiting");
    let mut watcher = LivePage::follow(addr, &ben, &first).await;
    page.close().await;
    let gone = |seats: &Value| ["first", "second"].iter().any(|side| seats[side]["here"] == false);
    watcher.attendance(gone).await;
    let second = pair(&ben, "nava", "300+5").await;
    assert_ne!(second["id"], first["id"]);
    assert_eq!(anna.look(&first).await["status"], "aborted", "nobody waits there");
    // Without a page, somebody counts as waiting for a while.
    time.turn(Duration::from_secs(14));
    let third = pair(&carl, "nava", "300+5").await;
    assert_eq!((&third["id"], &third["status"]), (&second["id"], &json!("playing")));
    let fourth = pair(&anna, "nava", "300+5").await;
    time.turn(Duration::from_secs(61));
    app.run_maintenance().await.unwrap();
    assert_eq!(anna.look(&fourth).await["status"], "aborted", "its game is called off");
    app.close().await;
}
