//! The panel beside the board: players, evaluation, moves, and the cell under the cursor.

use std::time::Instant;

use cairn_app::clock_text;
use cairn_draw::canvas::{Role, Style as CanvasStyle};
use cairn_draw::{Paint, words};
use cairn_engine::Score;
use cairn_engine::levels::Level;
use cairn_games::{BoardView, Pick, Side};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{ScreenBuffer, wrapped};
use crate::keys::KeyAction;
use crate::screen::app::{ClickTarget, ScreenApp};
use crate::session::Session;

/// Number of lines for the cell under the cursor.
const CELL_LINES: u16 = 3;
/// Least number of lines below the aim: some moves, and the cell under the cursor.
const LEAST_BELOW_AIM: u16 = 7;
/// Most lines of a message.
const MESSAGE_LINES: usize = 5;
/// In panels with more rows than this, these lines stand above the moves.
const TALL: u16 = 24;

/// Draws the panel, with a message in place of the aim or the result if there is one.
pub fn draw(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    app: &ScreenApp,
    session: &Session,
    view: &BoardView,
    message: &str,
    now: Instant,
) {
    let mut row = 0;
    for side in Side::BOTH {
        player(page, area, row, session, side, now);
        row += 1;
        let mut supplies = supplies(view, session, side);
        let together = supplies.join(", ");
        if together.chars().count() + 6 <= usize::from(area.width) {
            supplies = vec![together];
        }
        let width = usize::from(area.width).saturating_sub(6);
        let lines = supplies.iter().filter(|text| !text.is_empty());
        for text in &lines.flat_map(|text| wrapped(text, width)).collect::<Vec<_>>() {
            page.text(area, area.x + 6, area.y + row, text, page.theme.quiet());
            row += 1;
        }
    }
    row += 1;
    row = if !message.is_empty() {
        said(page, area, row, message)
    } else if session.ending().is_some() {
        result(page, area, row, app, session)
    } else {
        aim(page, area, row, session)
    };
    row = buttons(page, area, row, session);
    if session.study().is_evaluating() {
        row = value(page, area, row, session);
    }
    let has_cursor = session.builder().is_some() && !session.is_browsing();
    let kept = if has_cursor { CELL_LINES } else { 0 };
    let left = area.height.saturating_sub(row + kept);
    // In a tall window the foot of the panel is far from the board.
    let tall = area.height > TALL;
    let first = if tall { row + kept } else { row };
    moves(page, Rect::new(area.x, area.y + first, area.width, left), session);
    if kept > 0 && area.height >= row + kept {
        let cell = words::cell(view, session.cursor());
        let lines = wrapped(&cell, area.width.into());
        let start = if tall { row } else { area.height - (lines.len() as u16).min(kept) };
        for (line, text) in (start..start + kept).zip(&lines) {
            page.line(area, line, text, page.theme.quiet());
        }
    }
}

fn player(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    row: u16,
    session: &Session,
    side: Side,
    now: Instant,
) {
    let theme = page.theme;
    let running = match session.browsed_position() {
        Some(position) => position.to_move() == side,
        None => session.ending().is_none() && session.to_move() == side,
    };
    let sign = if running { theme.pick("▶", ">") } else { " " };
    let style = if running { theme.strong() } else { Style::default() };
    page.line(area, row, sign, style);
    let paint = Paint::of_side(session.game(), side);
    let swatch = theme.canvas(CanvasStyle::of(Role::Piece(paint)).bold());
    let y = area.y + row;
    page.text(area, area.x + 2, y, &format!(" {} ", paint.letter()), swatch);
    let name = session.info().side_name(side);
    let x = page.text(area, area.x + 6, y, &format!("{name} "), style);
    page.text(area, x, y, &session.player_name(side), theme.quiet());
    if let Some(left) = session.time_left(side, now) {
        page.right(area, row, &clock_text(left), style);
    }
}

/// Draws a message that is too long for its line.
fn said(page: &mut ScreenBuffer<'_>, area: Rect, row: u16, message: &str) -> u16 {
    let width = usize::from(area.width);
    let mut lines = wrapped(message, width);
    if lines.len() > MESSAGE_LINES {
        let dots = page.theme.pick("…", "...");
        lines.truncate(MESSAGE_LINES);
        let last = lines.pop().unwrap_or_default();
        let kept: String = last.chars().take(width.saturating_sub(dots.chars().count())).collect();
        lines.push(kept + dots);
    }
    paragraph(page, area, row, &lines, page.theme.message()) + 1
}

/// Draws the aim of the person, or of the side to move. It gives way to the moves in low panels.
fn aim(page: &mut ScreenBuffer<'_>, area: Rect, row: u16, session: &Session) -> u16 {
    let reader = session.settings().lone_human().unwrap_or_else(|| session.to_move());
    let lines = wrapped(session.position().aim(reader), area.width.into());
    if area.height < row + lines.len() as u16 + LEAST_BELOW_AIM {
        return row;
    }
    paragraph(page, area, row, &lines, page.theme.quiet()) + 1
}

pub(super) fn paragraph(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    row: u16,
    lines: &[String],
    style: Style,
) -> u16 {
    for (line, text) in (row..).zip(lines) {
        page.line(area, line, text, style);
    }
    row + lines.len() as u16
}

/// Draws the result, advice on the next game, and what can be done now.
fn result(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    row: u16,
    app: &ScreenApp,
    session: &Session,
) -> u16 {
    let width = area.width.into();
    let ending = wrapped(&session.ending_text().unwrap_or_default(), width);
    let mut row = paragraph(page, area, row, &ending, page.theme.strong());
    let turning_point = session.turning_point_text();
    let offer = |action: KeyAction, does: &str| {
        Some((app.options.config.keys.key(action)?, does.to_owned()))
    };
    let mut offers = Vec::from_iter(offer(KeyAction::NewGame, "rematch, sides swapped"));
    if let Some(advice) = session.advice() {
        if turning_point.is_none() {
            let advice = wrapped(advice.sentence, width);
            row = paragraph(page, area, row, &advice, page.theme.message());
        }
        if let Some((_, level)) = session.level_of_opponent() {
            let named =
                |word: &str, level: Level| format!("{word}: level {level}, {}", level.word());
            offers.extend(level.harder().map(|level| ('+', named("harder", level))));
            offers.extend(level.easier().map(|level| ('-', named("easier", level))));
        }
    }
    // Both together leave no room for the offers.
    if let Some(text) = turning_point.or_else(|| session.accuracy_text()) {
        row = paragraph(page, area, row, &wrapped(&text, width), page.theme.quiet());
    }
    offers.extend(offer(KeyAction::TurningPoints, "the turning points"));
    offers.extend(offer(KeyAction::Mistakes, "learn from mistakes"));
    offers.extend(offer(KeyAction::Back, "review the moves"));
    offers.extend(offer(KeyAction::Save, "save game or picture"));
    row += 1;
    for (key, does) in offers {
        let x = page.line(area, row, &format!("[{key}] "), page.theme.key());
        let end = page.text(area, x, area.y + row, &does, Style::default());
        let button = Rect::new(area.x, area.y + row, end.saturating_sub(area.x), 1);
        page.button(button, KeyCode::Char(key));
        row += 1;
    }
    row + 1
}

/// Returns the pieces in hand, and the progress or the points of a side.
pub(super) fn supplies(view: &BoardView, session: &Session, side: Side) -> Vec<String> {
    let position = session.browsed_position().unwrap_or_else(|| session.position());
    let progress = position.progress(side).map(|progress| progress.text);
    let counted = |numbers: Option<(&'static str, [u32; 2])>, suffix: &str| {
        numbers.map(|(name, numbers)| {
            let number = numbers[side.index()];
            let name = if number == 1 { name.trim_end_matches('s') } else { name };
            format!("{number} {name}{suffix}")
        })
    };
    let Some(progress) = progress else {
        let parts = [counted(view.hands, " in hand"), counted(view.points, "")];
        return parts.into_iter().flatten().collect();
    };
    // Of what the progress counts already, nothing more needs to be said.
    let hands = view.hands.filter(|(name, _)| !progress.contains(name));
    [counted(hands, " in hand"), Some(progress)].into_iter().flatten().collect()
}

/// Draws the choices that are not cells of the board.
pub(super) fn buttons(page: &mut ScreenBuffer<'_>, area: Rect, row: u16, session: &Session) -> u16 {
    let Some(builder) = session.builder().filter(|_| !session.is_browsing()) else {
        return row;
    };
    let hand = session.game().look().hand.as_ref().map_or("piece", |hand| hand.name);
    let new = format!("[+] new {} from the supply", hand.trim_end_matches('s'));
    let mut next = row;
    for (pick, code, text) in [(Pick::Hand, '+', new.as_str()), (Pick::Pass, 'P', "[p] pass")] {
        if builder.offers(pick) {
            let x = page.line(area, next, text, page.theme.key());
            let width = x.saturating_sub(area.x);
            page.button(Rect::new(area.x, area.y + next, width, 1), KeyCode::Char(code));
            next += 1;
        }
    }
    if next > row { next + 1 } else { next }
}

/// Draws the evaluation: score, bar and best line.
fn value(page: &mut ScreenBuffer<'_>, area: Rect, row: u16, session: &Session) -> u16 {
    let theme = page.theme;
    let info = session.info();
    let Some((share, score)) = session.evaluation() else {
        let text = if session.ending().is_some() { "" } else { "Value: thinking ..." };
        page.line(area, row, text, theme.quiet());
        return row + 2;
    };
    let name = info.side_name(session.to_move());
    let depth = session.study().report().map_or(0, |report| report.depth);
    let text = match score {
        Score::Value(_) => format!("{name} {score}  (depth {depth})"),
        Score::Draw => "drawn with best play".to_owned(),
        _ => format!("{name} {score} moves"),
    };
    page.line(area, row, &text, theme.strong());
    let percent = format!("{:3.0} %", 100.0 * share);
    let width = area.width.saturating_sub(12).max(4);
    let filled = (share * f64::from(width)).round() as usize;
    let [first, second] = Side::BOTH.map(|side| Paint::of_side(session.game(), side).letter());
    let bar = theme.pick("█", "#").repeat(filled)
        + &theme.pick("░", ".").repeat(usize::from(width) - filled.min(width.into()));
    page.line(area, row + 1, &format!("{first} {bar} {second} {percent}"), theme.strong());
    let line = session.best_line().join(" ");
    let lines = wrapped(&line, area.width.into());
    let shown = lines.len().min(3);
    for (offset, text) in lines.iter().take(shown).enumerate() {
        page.line(area, row + 2 + offset as u16, text, theme.quiet());
    }
    row + 3 + shown as u16
}

/// Draws the moves around the one before the position that is shown.
fn moves(page: &mut ScreenBuffer<'_>, area: Rect, session: &Session) {
    if area.height < 2 {
        return;
    }
    let redo = session.redo_count();
    let heading = if redo > 0 { format!("Moves ({redo} undone)") } else { "Moves".to_owned() };
    page.line(area, 0, &heading, page.theme.strong());
    let lines = move_lines(session, area.width.into());
    let room = usize::from(area.height - 1);
    let shown = session.ply();
    let current = lines.iter().position(|line| line.moves.iter().any(|one| one.ply == shown));
    let last = lines.len().saturating_sub(room);
    let first = match current {
        // In the middle, so that one sees what comes next.
        Some(line) if session.is_browsing() => line.saturating_sub(room / 2).min(last),
        None if session.is_browsing() => 0,
        _ => last,
    };
    for (row, line) in lines.iter().skip(first).take(room).enumerate() {
        let y = area.y + row as u16 + 1;
        page.text(area, area.x, y, &line.number, page.theme.quiet());
        for one in &line.moves {
            let style = match (one.ply == shown, session.is_browsing()) {
                (true, true) => page.theme.focus(),
                (true, false) => page.theme.strong(),
                (false, _) => page.theme.quiet(),
            };
            let x = area.x + one.column as u16;
            let end = page.text(area, x, y, &one.text, style);
            page.hits.push((Rect::new(x, y, end.saturating_sub(x), 1), ClickTarget::Ply(one.ply)));
        }
    }
}

/// A line in the list of moves.
struct MoveLine {
    number: String,
    moves: Vec<MoveListEntry>,
}

/// A move in the list of moves.
struct MoveListEntry {
    /// Number of moves up to and including this one.
    ply: usize,
    text: String,
    /// Column in the list.
    column: usize,
}

/// Column of the first move of a line.
const MOVES: usize = 5;

/// Returns the moves, two per line if they fit, otherwise one.
fn move_lines(session: &Session, width: usize) -> Vec<MoveLine> {
    let history = session.history();
    let texts: Vec<_> = history
        .positions()
        .iter()
        .zip(history.moves())
        .map(|(position, &mv)| position.write_move(mv).unwrap_or_default())
        .collect();
    let offset = history.start().to_move().index();
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let pairs = MOVES + 2 * longest + 2 <= width;
    let mut lines: Vec<MoveLine> = Vec::new();
    for (at, text) in texts.into_iter().enumerate() {
        let is_second = !(at + offset).is_multiple_of(2);
        let number = (at + offset) / 2 + 1;
        let column = if pairs && is_second { MOVES + longest + 2 } else { MOVES };
        let listed = MoveListEntry { ply: at + 1, text, column };
        match lines.last_mut() {
            Some(line) if pairs && is_second => line.moves.push(listed),
            _ => {
                let dots = if is_second && !pairs { "…" } else { "." };
                lines.push(MoveLine { number: format!("{number:>3}{dots}"), moves: vec![listed] });
            }
        }
    }
    lines
}
