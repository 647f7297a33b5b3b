//! Drawing of a game.

use std::time::Instant;

use cairn_app::pick_name;
use cairn_draw::canvas::{Area, Background, Role, Style as CanvasStyle};
use cairn_draw::{Canvas, text};
use cairn_games::{BoardView, Pick, Side};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::ScreenLayout;
use super::{ScreenBuffer, keys, lesson, panel, practice};
use crate::screen::app::ScreenApp;
use crate::session::Session;

/// Draws a game. Returns whether there is a panel beside the board.
pub fn draw(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    app: &ScreenApp,
    session: &Session,
    now: Instant,
) -> bool {
    let view = session.view();
    let options = text::TextOptions {
        charset: page.theme.charset,
        flipped: session.is_flipped(),
        ..text::TextOptions::default()
    };
    let layout = match ScreenLayout::new(area, &view, options, &app.options.style) {
        Ok(layout) => layout,
        Err(least) => {
            page.too_small(area, least);
            // A box would hide what the window needs.
            return true;
        }
    };
    match (&app.lesson, &app.practice) {
        (Some(lesson), _) => page.bar(layout.header, session.info().title, &lesson.title()),
        (None, Some(shown)) => page.bar(layout.header, session.info().title, &shown.title()),
        (None, None) => header(page, layout.header, session, layout.panel.is_some()),
    }
    let canvas = match layout.program {
        Some(program) => program.draw(&view, &session.marks()),
        None => text::draw(&view, &session.marks(), &layout.options),
    };
    let mut canvas = canvas;
    if layout.program.is_none() {
        draw_heights(&mut canvas, session, &view);
    }
    page.canvas(layout.board, &canvas, true);
    // The ending stands on the line of the question already.
    let ending = session.ending_text();
    let message = session.message();
    let mut message = if ending.as_deref() == Some(message) { "" } else { message };
    if let Some(panel) = layout.panel {
        match (&app.lesson, &app.practice) {
            (Some(lesson), _) => lesson::panel(page, panel, lesson, session, &view),
            (None, Some(shown)) => practice::panel(page, panel, shown, session, &view),
            (None, None) => {
                // What is too long for its line, such as a hint, stands beside the board.
                let is_long = message.chars().count() > room(area);
                let said = if is_long { std::mem::take(&mut message) } else { "" };
                panel::draw(page, panel, app, session, &view, said, now);
            }
        }
    }
    match layout.message {
        Some(area) => {
            let task = app.lesson.as_ref().map(|lesson| lesson.lesson().task.as_str());
            match task.filter(|_| message.is_empty() && layout.panel.is_none()) {
                Some(task) => said(page, area, task),
                None if message.is_empty() && layout.panel.is_none() => {
                    progress(page, area, session);
                }
                None => said(page, area, message),
            }
            question(page, layout.question, app, session, now);
        }
        None if !message.is_empty() && app.input.is_empty() => {
            said(page, layout.question, message);
        }
        None => question(page, layout.question, app, session, now),
    }
    let keys = match (&app.lesson, &app.practice) {
        (Some(lesson), _) => keys::of_lesson(app, lesson),
        (None, Some(shown)) => keys::of_practice(app, shown),
        (None, None) => keys::of_game(app, session),
    };
    keys::draw(page, layout.keys, &keys);
    layout.panel.is_some()
}

/// Writes the number of pieces that would land on a cell beside the mark of the choice.
fn draw_heights(canvas: &mut Canvas, session: &Session, view: &BoardView) {
    let Some(builder) = session.builder().filter(|_| !session.is_browsing()) else {
        return;
    };
    for (pick, height) in builder.heights() {
        let Pick::Cell(cell) = pick else {
            continue;
        };
        let (Some(area), Some(shown)) = (canvas.area(cell), view.cells.get(cell)) else {
            continue;
        };
        // Beside a label there is no room, and it says what is there already.
        if !shown.stack.is_empty() || shown.home.is_some() || area.width < 3 {
            continue;
        }
        let text = height.to_string();
        let background =
            if session.cursor() == cell { Background::Cursor } else { Background::Target };
        if let Some((x, y)) = place_of_sign(canvas, area).filter(|_| text.len() == 1) {
            canvas.text(x + 1, y, &text, CanvasStyle::of(Role::Mark(background)).bold());
        }
    }
}

/// Returns the place of the first sign of a mark in a cell, or on the line before it.
fn place_of_sign(canvas: &Canvas, area: Area) -> Option<(usize, usize)> {
    let is_sign = |&(x, y): &(usize, usize)| {
        canvas.get(x, y).is_some_and(|glyph| matches!(glyph.style.role, Role::Mark(_)))
    };
    let columns = (area.x..area.x + area.width).chain(area.x.checked_sub(1));
    let mut places = columns.flat_map(|x| (area.y..area.y + area.height).map(move |y| (x, y)));
    places.find(is_sign)
}

/// Number of characters on a line of the screen.
fn room(area: Rect) -> usize {
    usize::from(area.width).saturating_sub(1)
}

/// Draws the message. If it is too long for its line, those sentences are drawn that fit; if not
/// even one does, it is cut.
fn said(page: &mut ScreenBuffer<'_>, area: Rect, message: &str) {
    let room = room(area);
    let style = page.theme.message();
    let ends = message.match_indices(". ").map(|(at, _)| at + 1).chain([message.len()]);
    let fits = |end: &usize| message[..*end].chars().count() <= room;
    if let Some(end) = ends.filter(fits).last() {
        page.text(area, area.x + 1, area.y, &message[..end], style);
        return;
    }
    let dots = page.theme.pick("…", "...");
    let kept: String = message.chars().take(room.saturating_sub(dots.chars().count())).collect();
    page.text(area, area.x + 1, area.y, &format!("{kept}{dots}"), style);
}

/// Draws the title, and the players if there is no panel.
fn header(page: &mut ScreenBuffer<'_>, area: Rect, session: &Session, with_panel: bool) {
    let info = session.info();
    let number = session.ply() / 2 + 1;
    let turn = format!("turn {number}");
    let right = if with_panel {
        turn
    } else {
        let who = |side| format!("{}: {}", info.side_name(side), session.player_name(side));
        let [first, second] = Side::BOTH.map(who);
        format!("{first}   {second}   {turn}")
    };
    let mut title = info.title.to_owned();
    if let Some(seed) = session.settings().shuffle {
        title = format!("{title}, shuffle {seed}");
    }
    page.bar(area, &title, &right);
}

/// Draws the question or the state of the game, and the text being typed.
fn question(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    app: &ScreenApp,
    session: &Session,
    now: Instant,
) {
    let theme = page.theme;
    let name = session.info().side_name(session.to_move());
    let start = area.x + 1;
    if session.is_browsing() {
        return browsing(page, area, session);
    }
    let status = app.lesson.as_ref().and_then(lesson::status);
    if let Some(text) = status.or_else(|| app.practice.as_ref().and_then(practice::status)) {
        page.text(area, start, area.y, text, theme.strong());
        return;
    }
    if let Some(ending) = session.ending_text() {
        let x = page.text(area, start, area.y, &ending, theme.strong());
        let again = match session.advice() {
            Some(advice) => format!("  {}", advice.sentence),
            None => "  n: play again".to_owned(),
        };
        // The keys below say it too, so half of it is worse than nothing.
        if has_room(area, x, &again) {
            page.text(area, x, area.y, &again, theme.quiet());
        }
        return;
    }
    if let Some(since) = session.thinking_since() {
        let seconds = now.saturating_duration_since(since).as_secs();
        let text = format!("{name} is thinking {} {seconds} s", spinner(page, app, now));
        let x = page.text(area, start, area.y, &text, theme.strong());
        page.text(area, x, area.y, "   m: move now", theme.quiet());
        return;
    }
    if session.is_paused() && session.builder().is_none() {
        let text = "Paused. Press Space to continue.";
        page.text(area, start, area.y, text, theme.strong());
        return;
    }
    let Some(builder) = session.builder() else {
        page.text(area, start, area.y, &format!("{name} is about to move."), theme.quiet());
        return;
    };
    let picked = |&pick| app.labelled(&pick_name(session.position(), pick));
    let picks: Vec<_> = builder.picks().iter().map(picked).collect();
    let mut parts = vec![(format!("{name}: "), theme.strong())];
    if !picks.is_empty() {
        parts.push((format!("{} {} ", picks.join(" "), theme.pick("›", ">")), theme.key()));
    }
    parts.push((format!("{} ", builder.prompt()), theme.strong()));
    // What is typed must be seen; the question gives way to it.
    let room = usize::from(area.width).saturating_sub(2);
    let typed = app.input.text().chars().count();
    let length = |parts: &[(String, Style)]| -> usize {
        parts.iter().map(|(text, _)| text.chars().count()).sum()
    };
    while parts.len() > 1 && length(&parts) + typed > room + usize::from(typed == 0) {
        // The side to move is the first to go, as long as there is a question to be read.
        if typed == 0 {
            parts.remove(0);
        } else {
            parts.pop();
        }
    }
    let mut x = start;
    for (text, style) in parts {
        x = page.text(area, x, area.y, &text, style);
    }
    if app.input.is_empty() {
        let help = if session.only_choice_off_board().is_some() {
            "press Enter"
        } else if !session.has_chosen() {
            "arrow keys and Enter, or type a move"
        } else {
            "Backspace goes back a step"
        };
        if usize::from(area.right().saturating_sub(x + 1)) >= help.len() {
            page.text(area, x + 1, area.y, help, theme.quiet());
        }
    } else {
        let letters: Vec<char> = app.input.text().chars().collect();
        let room = usize::from(area.right().saturating_sub(x + 1));
        let tail: String = letters[letters.len().saturating_sub(room)..].iter().collect();
        x = page.text(area, x, area.y, &tail, theme.key());
        x = page.text(area, x, area.y, theme.pick("▏", "_"), theme.strong());
        let command = app.input.lone_letter().and_then(|key| app.options.config.keys.action(key));
        if let Some(action) = command {
            let help = format!("  Enter: {}", action.word());
            if usize::from(area.right().saturating_sub(x)) >= help.len() {
                page.text(area, x, area.y, &help, theme.quiet());
            }
        }
    }
}

/// Whether a text fits into the rest of a line.
fn has_room(area: Rect, x: u16, text: &str) -> bool {
    usize::from(area.right().saturating_sub(x)) >= text.chars().count()
}

/// Draws the progress of both sides, where there is no panel that has it.
fn progress(page: &mut ScreenBuffer<'_>, area: Rect, session: &Session) {
    let position = session.browsed_position().unwrap_or_else(|| session.position());
    let person = session.settings().lone_human();
    let of = |side| {
        let name = if person == Some(side) { "You" } else { session.info().side_name(side) };
        Some(format!("{name}: {}.", position.progress(side)?.text))
    };
    let parts: Vec<_> = Side::BOTH.into_iter().filter_map(of).collect();
    let room = room(area);
    let texts = [parts.join(" "), parts.join(" ").replace(" of ", "/")];
    if let Some(text) = texts.into_iter().find(|text| text.chars().count() <= room) {
        page.text(area, area.x + 1, area.y, &text, page.theme.quiet());
    }
}

/// Tells which earlier position is shown.
fn browsing(page: &mut ScreenBuffer<'_>, area: Rect, session: &Session) {
    let theme = page.theme;
    let (ply, last) = (session.ply(), session.history().moves().len());
    let text = format!("Position after {ply} of {last} moves. ");
    let x = page.text(area, area.x + 1, area.y, &text, theme.strong());
    let helps = [
        theme.pick("← → step, any other key returns", "left/right step, any other key returns"),
        "any key returns",
    ];
    let room = usize::from(area.right().saturating_sub(x + 1));
    if let Some(help) = helps.into_iter().find(|help| help.chars().count() <= room) {
        page.text(area, x + 1, area.y, help, theme.quiet());
    }
}

/// Returns the current character of the spinner.
fn spinner(page: &ScreenBuffer<'_>, app: &ScreenApp, now: Instant) -> char {
    let signs = page.theme.pick("◐◓◑◒", "|/-\\");
    let step = now.saturating_duration_since(app.began).as_millis() / 150;
    signs.chars().nth(step as usize % 4).unwrap_or(' ')
}
