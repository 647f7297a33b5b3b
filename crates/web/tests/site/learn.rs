//! Courses: pages, judged moves and hints.

use cairn_app::lessons::Course;
use cairn_app::puzzles;
use cairn_games::GameId;
use serde_json::json;

use crate::client::Client;
use crate::pages::check_page;
use crate::stores::Place;

#[tokio::test(flavor = "multi_thread")]
async fn every_course_has_pages_for_all_its_lessons() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let index = client.page("/learn").await;
    for game in Course::games() {
        let path = format!("/learn/{game}");
        assert!(check_page(&index).contains(&format!("href=\"{path}\"")), "{game}");
        for page in ["/".to_owned(), format!("/rules/{game}")] {
            assert!(client.page(&page).await.text().contains(&path), "{page} leads to {path}");
        }
        let course = Course::of(game).unwrap().unwrap();
        let page = client.page(&path).await;
        let html = check_page(&page);
        assert!(html.contains("name=\"level\" value=\"1\""), "the first game");
        for lesson in &course.lessons {
            let path = format!("{path}/{}", lesson.name());
            assert!(html.contains(&format!("href=\"{path}\"")), "{path}");
            let page = client.page(&path).await;
            let html = check_page(&page);
            assert!(html.contains("\"choices\":{"), "a move can be made at once: {path}");
            assert!(html.contains("role=\"grid\""), "{path}");
        }
        let last = course.lessons.last().unwrap().name();
        let page = client.page(&format!("{path}/{last}")).await;
        assert!(page.text().contains(&format!("href=\"{path}#first-game\"")));
    }
    let variant = client.page("/learn/mitsudomoe:single").await;
    assert!(variant.text().contains("Learn Mitsudomoe"));
    for path in ["/learn/chess", "/learn/nava/no-such-lesson"] {
        assert_eq!(client.get(path).await.problem(404), "not_found");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_in_lessons_are_judged() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::program(&app);
    let judge = |lesson: &str, moves: &[&str]| {
        let request = json!({ "game": "nava", "lesson": lesson, "moves": moves });
        let client = client.clone();
        async move { client.post("/api/v1/lessons/judge", request).await }
    };
    let solved = judge("move-as-far-as-you-are-tall", &["a1-a4"]).await.ok();
    assert_eq!((&solved["verdict"], &solved["reply"]), (&json!("solved"), &json!(null)));
    let wrong = judge("out-of-reach", &["a5-c5"]).await.ok();
    assert_eq!((&wrong["verdict"], &wrong["reply"]), (&json!("wrong"), &json!("e5-c5")));
    assert!(wrong["text"].as_str().unwrap().contains("Black takes c5 back"), "{wrong}");
    assert_eq!(wrong["moves"], json!(["a5-c5", "e5-c5"]));
    assert_eq!(wrong["positions"].as_array().unwrap().len(), 2);
    // A lesson of two moves, with hints.
    let mut moves: Vec<String> = Vec::new();
    for verdict in ["continue", "solved"] {
        let request = json!({ "game": "nava", "lesson": "two-cubes-to-go", "moves": moves });
        let hint = client.post("/api/v1/lessons/hint", request).await.ok();
        assert!(hint["words"].as_str().unwrap().len() > 10, "{hint}");
        moves.push(hint["move"].as_str().unwrap().to_owned());
        let texts: Vec<_> = moves.iter().map(String::as_str).collect();
        let judged = judge("two-cubes-to-go", &texts).await.ok();
        assert_eq!(judged["verdict"], verdict, "{judged}");
        moves.extend(judged["reply"].as_str().map(str::to_owned));
    }
    assert_eq!(judge("lay-a-cube", &[]).await.problem(400), "no_move");
    assert_eq!(judge("lay-a-cube", &["a1-c3"]).await.problem(422), "illegal_move");
    assert_eq!(judge("lay-a-cube", &["a1-a2", "e5-e4"]).await.problem(400), "too_many_moves");
    assert_eq!(judge("no-such-lesson", &["a1-a2"]).await.problem(404), "not_found");
    let request = json!({ "game": "nava", "lesson": "lay-a-cube", "moves": ["a1-a2"] });
    assert_eq!(client.post("/api/v1/lessons/hint", request).await.problem(409), "no_hint");
    app.close().await;
}

/// Without scripts, moves and hints come by the address, and the page answers.
#[tokio::test(flavor = "multi_thread")]
async fn lessons_can_be_solved_without_scripts() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let page = client.page("/learn/greener/first-things-first").await;
    let html = check_page(&page);
    assert!(html.contains("name=\"move\"") && html.contains("method=\"get\""));
    let wrong = client.page("/learn/greener/first-things-first?move=b1-a1").await;
    let html = check_page(&wrong);
    assert!(html.contains("data-state=\"wrong\"") && html.contains("has the majority for good"));
    let unreadable = client.page("/learn/greener/first-things-first?move=x9").await;
    let html = check_page(&unreadable);
    assert!(html.contains("data-state=\"open\"") && html.contains("value=\"x9\""), "{html}");
    let hint = client.page("/learn/greener/first-things-first?hint=1").await;
    assert!(check_page(&hint).contains("(b6-b3)."));
    let right = client.page("/learn/greener/first-things-first?move=b6-b3").await;
    let html = check_page(&right);
    assert!(html.contains("data-state=\"continue\""), "{html}");
    let moves = html.split("name=\"moves\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(moves.split(' ').count(), 2, "{moves}");
    let moves = moves.replace(' ', "+");
    let hint =
        client.page(&format!("/learn/greener/first-things-first?hint=1&moves={moves}")).await;
    let text = check_page(&hint).split("Hint: ").nth(1).unwrap();
    let mv = text.split('(').nth(1).unwrap().split(')').next().unwrap();
    let path = format!("/learn/greener/first-things-first?moves={moves}&move={mv}");
    assert!(check_page(&client.page(&path).await).contains("data-state=\"solved\""));
    app.close().await;
}

/// Games against the first level offer a hint on every turn, others do not.
#[tokio::test(flavor = "multi_thread")]
async fn first_games_offer_hints() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    for (level, offered) in [(1, true), (2, false)] {
        let form = format!("game={}&opponent=computer&level={level}&side=first", GameId::Nava);
        let game = client.form("/new", &form).await.leads_to();
        let page = client.page(&game).await;
        assert_eq!(check_page(&page).contains("data-setting=\"hints\""), offered, "{level}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tries_in_puzzles_are_judged() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::program(&app);
    let daily = client.get("/api/v1/puzzles/daily").await.ok();
    let again =
        client.get(&format!("/api/v1/puzzles/{}", daily["id"].as_str().unwrap())).await.ok();
    assert_eq!(daily, again);
    let next = "/api/v1/puzzles/next?game=nava&theme=fork&seed=3";
    let puzzle = client.get(next).await.ok();
    let id = puzzle["id"].as_str().unwrap();
    assert!(puzzle["game"] == "nava" && puzzle["themes"].to_string().contains("fork"), "{puzzle}");
    assert_ne!(client.get(&format!("{next}&not={id}")).await.ok()["id"], puzzle["id"]);
    let solution = client.get(&format!("/api/v1/puzzles/{id}/solution")).await.ok();
    let solution: Vec<String> = serde_json::from_value(solution["moves"].clone()).unwrap();
    let path = format!("/api/v1/puzzles/{id}/try");
    for made in (1..=solution.len()).step_by(2) {
        let judged = client.post(&path, json!({ "moves": solution[..made] })).await.ok();
        let is_last = made + 1 >= solution.len();
        assert_eq!(judged["verdict"], if is_last { "solved" } else { "continue" }, "{judged}");
        // Another defence may be as good as the one of the main line.
        if judged["reply"].as_str() != solution.get(made).map(String::as_str) {
            break;
        }
    }
    let position = puzzles::find(id).unwrap().position;
    let wrong = position.move_texts().into_iter().find(|mv| *mv != solution[0]).unwrap();
    let judged = client.post(&path, json!({ "moves": [wrong] })).await.ok();
    assert!(judged["verdict"] == "wrong" && !judged["text"].as_str().unwrap().is_empty());
    assert_eq!(client.post(&path, json!({ "moves": [] })).await.problem(400), "no_move");
    let bad = client.post(&path, json!({ "moves": ["a1-a1"] })).await;
    assert_eq!(bad.status.as_u16(), 422);
    for (path, status, code) in [
        ("nowhere", 404, "not_found"),
        ("next?theme=mate", 400, "unknown_theme"),
        ("next?difficulty=mild", 400, "unknown_difficulty"),
        ("next?game=chess", 400, "unknown_game"),
        ("next?game=mitsudomoe:single", 404, "not_found"),
    ] {
        let reply = client.get(&format!("/api/v1/puzzles/{path}")).await;
        assert_eq!(reply.problem(status), code, "{path}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_have_pages() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let daily = puzzles::daily(cairn_app::dates::now()).unwrap();
    let daily = format!("href=\"/puzzles/{}/{}\"", daily.game(), daily.id);
    let index = client.page("/puzzles").await;
    let html = check_page(&index);
    assert!(html.contains(&daily), "the puzzle of the day");
    assert!(check_page(&client.page("/").await).contains(&daily), "on the first page too");
    for game in puzzles::games() {
        assert!(html.contains(&format!("href=\"/puzzles/{game}\"")), "{game}");
        assert!(html.contains(&format!("/puzzles/{game}?difficulty=hard")), "{game}");
        let path = client.get(&format!("/puzzles/{game}?difficulty=easy&theme=")).await.leads_to();
        assert!(path.starts_with(&format!("/puzzles/{game}/")), "{path}");
        assert!(path.ends_with("?difficulty=easy"), "{path}");
        let page = client.page(&path).await;
        let html = check_page(&page);
        assert!(html.contains("\"choices\":{"), "a move can be made at once: {path}");
        assert!(html.contains("name=\"difficulty\" value=\"easy\""), "{html}");
    }
    let puzzle = &puzzles::of(GameId::Nava).unwrap()[0];
    let path = format!("/puzzles/nava/{}", puzzle.id);
    assert!(daily.contains(&client.get("/puzzles/daily").await.leads_to()), "{daily}");
    for other in [format!("/puzzles/{}", puzzle.id), format!("/puzzles/greener/{}", puzzle.id)] {
        assert_eq!(client.get(&other).await.leads_to(), path, "{other}");
    }
    for (path, status, code) in [
        ("/puzzles/chess", 404, "not_found"),
        ("/puzzles/mitsudomoe:single", 404, "not_found"),
        ("/puzzles/nava/nowhere", 404, "not_found"),
        ("/puzzles/nava?theme=mate", 400, "unknown_theme"),
        ("/puzzles/nava?difficulty=mild", 400, "unknown_difficulty"),
        (&format!("{path}?theme=mate"), 400, "unknown_theme"),
        ("/puzzles/nava?theme=tie-break", 404, "not_found"),
    ] {
        assert_eq!(client.get(path).await.problem(status), code, "{path}");
    }
    app.close().await;
}

/// Without scripts, moves, hints and the solution come by the address, and the page answers.
#[tokio::test(flavor = "multi_thread")]
async fn puzzles_can_be_solved_without_scripts() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let all = puzzles::of(GameId::Nava).unwrap();
    let puzzle = all.iter().find(|puzzle| puzzle.solution.len() == 3).unwrap();
    let path = format!("/puzzles/nava/{}?theme=fork", puzzle.id);
    let page = client.page(&path).await;
    let html = check_page(&page);
    assert!(html.contains("data-state=\"open\"") && html.contains("name=\"move\""));
    assert!(html.contains("data-puzzle-facts") && html.contains("hidden>"), "not yet: {html}");
    let right = puzzle.position.write_move(puzzle.solution[0]).unwrap();
    let wrong = puzzle.position.move_texts().into_iter().find(|mv| *mv != right).unwrap();
    let page = client.page(&format!("{path}&move={wrong}")).await;
    assert!(check_page(&page).contains("data-state=\"wrong\""));
    let page = client.page(&format!("{path}&move=x9")).await;
    assert!(check_page(&page).contains("value=\"x9\""));
    let page = client.page(&format!("{path}&show=1")).await;
    let html = check_page(&page);
    assert!(html.contains("data-state=\"shown\"") && html.contains("Solution: "), "{html}");
    // The hints lead to the end.
    let mut moves = String::new();
    for state in ["continue", "solved"] {
        let hint = client.page(&format!("{path}&hint=1&moves={moves}")).await;
        let text = check_page(&hint).split("Hint: ").nth(1).unwrap();
        let mv = text.split('(').nth(1).unwrap().split(')').next().unwrap();
        let page = client.page(&format!("{path}&moves={moves}&move={mv}")).await;
        let html = check_page(&page);
        assert!(html.contains(&format!("data-state=\"{state}\"")), "{html}");
        let so_far = html.split("name=\"moves\" value=\"").nth(1).unwrap();
        moves = so_far.split('"').next().unwrap().replace(' ', "+");
    }
    app.close().await;
}
