//! Drawing of dialogs.

use cairn_app::lessons::{Course, CourseKind};
use cairn_app::records;
use cairn_draw::text;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use super::{ScreenBuffer, puzzles, wrapped};
use crate::screen::app::ClickTarget;
use crate::screen::course::CourseEntry;
use crate::screen::lessons::{GameLesson, LessonPart};
use crate::screen::overlay::{AskFor, Confirm, GameSource, Overlay};
use crate::session::Session;
use crate::store::SavedGame;

/// Lines of a box in ASCII.
const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Draws a dialog.
pub fn draw(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    overlay: &mut Overlay,
    game: Option<&Session>,
) {
    match overlay {
        Overlay::Help { scroll } => {
            let room = usize::from(boxed_width(area)).saturating_sub(4);
            let lines = paragraphs(crate::KEYS);
            let lines = lines.iter().flat_map(|line| help_lines(page, line, room)).collect();
            scrolled(page, area, "Help", "any other key closes", lines, scroll);
        }
        Overlay::Lesson { lesson, scroll } => {
            let room = boxed_width(area).saturating_sub(4);
            let lines = lesson_lines(page, lesson, room, area.height);
            let keys = page
                .theme
                .pick("←→ other games   ↑↓ scroll   q close", "left/right other games   q close");
            scrolled(page, area, "Instructions", keys, lines, scroll);
        }
        Overlay::Games { source, games, damaged, at } => {
            game_list(page, area, (*source, games, damaged), *at);
        }
        Overlay::Course { course, solved, at } => course_list(page, area, course, solved, *at),
        Overlay::Puzzles(list) => puzzles::list(page, area, list),
        Overlay::Ask { what, text, error } => {
            let (title, label) = match what {
                AskFor::SaveAs => ("Save", "File name (.svg, .png or .gif for a picture):"),
                AskFor::Load => ("Open", "File name (FILE#N for one of several games):"),
            };
            let cursor = page.theme.pick("▏", "_");
            let shown: String = {
                let letters: Vec<char> = text.chars().collect();
                let room = usize::from(boxed_width(area)) - 8;
                letters[letters.len().saturating_sub(room)..].iter().collect()
            };
            let mut lines = vec![label.to_owned(), format!("> {shown}{cursor}"), String::new()];
            lines.extend(wrapped(error, usize::from(boxed_width(area)) - 6));
            let keys = match what {
                AskFor::SaveAs => "Enter save   Esc cancel",
                AskFor::Load => "Enter open   Esc cancel",
            };
            small(page, area, title, keys, &lines);
        }
        Overlay::Confirm(confirm) => {
            let text = question(confirm, game);
            let lines = wrapped(&text, 50.min(usize::from(boxed_width(area)) - 6));
            small(page, area, "Confirm", "y yes   n no", &lines);
        }
        Overlay::Note { title, text } => {
            let room = usize::from(boxed_width(area)) - 6;
            let lines: Vec<_> = text.lines().flat_map(|line| wrapped(line, room)).collect();
            small(page, area, title, "any key closes", &lines);
        }
    }
}

fn question(confirm: &Confirm, game: Option<&Session>) -> String {
    match confirm {
        Confirm::Leave => {
            let kept = game.is_some_and(|game| game.file().is_some());
            let kept = if kept { " It is saved and can be continued from the menu." } else { "" };
            format!("The game is not over. Leave it?{kept}")
        }
        Confirm::Resign => {
            let name = game.map_or("", |game| game.info().side_name(game.who_would_resign()));
            format!("Resign as {name}?")
        }
        Confirm::Rematch => "The game is not over. Start a new one?".to_owned(),
        Confirm::Delete(_) => "Delete this game permanently?".to_owned(),
        Confirm::Overwrite(path) => format!("{} already exists. Overwrite it?", path.display()),
    }
}

pub(super) fn boxed_width(area: Rect) -> u16 {
    area.width.min(84)
}

/// Draws a box in the middle and returns its inside.
pub(super) fn framed(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    size: (u16, u16),
    title: &str,
    keys: &str,
) -> Rect {
    let (width, height) = (size.0.min(area.width), size.1.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let frame = Rect::new(x, y, width, height);
    Clear.render(frame, page.buffer);
    let lines = match page.theme.charset {
        text::Charset::Unicode => border::ROUNDED,
        text::Charset::Ascii => ASCII_BORDER,
    };
    let strong = page.theme.strong();
    let block = Block::bordered()
        .border_set(lines)
        .title(Line::from(page.theme.text(&format!(" {title} ")).into_owned()).style(strong))
        .title_bottom(Line::from(format!(" {keys} ")).style(page.theme.quiet()).right_aligned());
    let inside = block.inner(frame);
    block.render(frame, page.buffer);
    // What is behind the box cannot be clicked.
    page.hits.clear();
    Rect::new(inside.x + 1, inside.y, inside.width.saturating_sub(2), inside.height)
}

fn small(page: &mut ScreenBuffer<'_>, area: Rect, title: &str, keys: &str, lines: &[String]) {
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = (longest.max(keys.chars().count()) as u16 + 6).max(34);
    let inside = framed(page, area, (width, lines.len() as u16 + 4), title, keys);
    // In low windows the empty line above gives way.
    let above = u16::from(usize::from(inside.height) > lines.len());
    for (row, line) in lines.iter().enumerate() {
        page.line(inside, row as u16 + above, line, Style::default());
    }
}

/// Draws a long text in a box.
fn scrolled(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    title: &str,
    keys: &str,
    lines: Vec<Line<'static>>,
    scroll: &mut usize,
) {
    let height = (lines.len() as u16 + 2).min(area.height);
    let inside = framed(page, area, (boxed_width(area), height), title, keys);
    let most = lines.len().saturating_sub(inside.height.into());
    *scroll = (*scroll).min(most);
    for (row, line) in lines.iter().skip(*scroll).take(inside.height.into()).enumerate() {
        let mut x = inside.x;
        for span in &line.spans {
            x = page.text(inside, x, inside.y + row as u16, &span.content, span.style);
        }
    }
    let signs = [
        (
            *scroll > 0,
            inside.y.saturating_sub(1),
            page.theme.pick(" ↑ more ", " more above "),
            KeyCode::PageUp,
        ),
        (
            *scroll < most,
            inside.bottom(),
            page.theme.pick(" ↓ more ", " more below "),
            KeyCode::PageDown,
        ),
    ];
    // On the frame, where they hide nothing; at the right above, where there is no title.
    for (_, y, text, code) in signs.into_iter().filter(|(shown, ..)| *shown) {
        let width = text.chars().count() as u16;
        let x =
            if code == KeyCode::PageUp { inside.right().saturating_sub(width) } else { inside.x };
        let end = page.text(area, x, y, text, page.theme.key());
        page.button(Rect::new(x, y, end.saturating_sub(x), 1), code);
    }
}

/// Column of the explanations of keys.
const EXPLAINED: usize = 18;

/// Returns the lines of the help, with the lines of a paragraph joined to one.
fn paragraphs(text: &str) -> Vec<String> {
    let is_prose = |line: &str| !line.is_empty() && !line.starts_with('#') && !line.contains("  ");
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match lines.last_mut() {
            Some(last) if is_prose(last) && is_prose(line) => *last = format!("{last} {line}"),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// Lays out a line of the help. In narrow windows, explanations stand below the keys.
fn help_lines(page: &ScreenBuffer<'_>, line: &str, width: usize) -> Vec<Line<'static>> {
    if let Some(heading) = line.strip_prefix("# ") {
        return vec![Line::from(Span::styled(heading.to_owned(), page.theme.strong()))];
    }
    let Some((keys, text)) = line.split_once("  ").filter(|(keys, _)| !keys.is_empty()) else {
        return wrapped(line, width).into_iter().map(Line::from).collect();
    };
    let text = text.trim_start();
    if EXPLAINED + text.chars().count() <= width {
        let keys = Span::styled(format!("{keys:<EXPLAINED$}"), page.theme.key());
        return vec![Line::from(vec![keys, Span::raw(text.to_owned())])];
    }
    let mut lines = vec![Line::from(Span::styled(keys.to_owned(), page.theme.key()))];
    let below = wrapped(text, width.saturating_sub(2));
    lines.extend(below.into_iter().map(|line| Line::from(format!("  {line}"))));
    lines
}

fn lesson_lines(
    page: &ScreenBuffer<'_>,
    lesson: &GameLesson,
    width: u16,
    height: u16,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for part in lesson.parts() {
        match part {
            LessonPart::Gap => lines.push(Line::default()),
            LessonPart::Heading(text) => {
                lines.push(Line::from(Span::styled(text, page.theme.strong())))
            }
            LessonPart::Text(text) => {
                lines.extend(wrapped(text, width.into()).into_iter().map(Line::from));
            }
            LessonPart::Drawing(drawing) => {
                let options = text::TextOptions {
                    charset: page.theme.charset,
                    ..text::TextOptions::default()
                };
                let fitting = text::TextOptions { size: text::Size::Compact, ..options };
                let (wide, high) = text::extent(&drawing.0, &fitting);
                let fits = wide <= width.into() && high + 3 <= height.into();
                let size = if fits { text::Size::Compact } else { text::Size::Tiny };
                let options = text::TextOptions { size, ..options };
                let canvas = text::draw(&drawing.0, &drawing.1, &options);
                for row in canvas.rows() {
                    let spans = row.iter().map(|glyph| {
                        Span::styled(glyph.symbol.to_string(), page.theme.canvas(glyph.style))
                    });
                    lines.push(Line::from(spans.collect::<Vec<_>>()));
                }
            }
        }
    }
    lines
}

/// Draws the lessons of a course, the selected one in sight.
fn course_list(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    course: &Course,
    solved: &[bool],
    at: usize,
) {
    let entries: Vec<_> = CourseEntry::all(course).collect();
    let title = match course.kind {
        CourseKind::Lessons => format!("Learn {}", course.game.info().title),
        CourseKind::Puzzles => format!("{} puzzles", course.game.info().title),
    };
    let height = entries.len() as u16 + 4;
    let keys = "Enter open   q back";
    let inside = framed(page, area, (boxed_width(area).min(48), height), &title, keys);
    let gap = usize::from(usize::from(inside.height) > entries.len());
    let lines: Vec<_> = (entries.iter().enumerate())
        .map(|(index, entry)| {
            let is_solved = solved.get(index).copied().unwrap_or(false);
            let mark = if is_solved { page.theme.pick("✓", "x") } else { " " };
            // The games stand apart from the lessons.
            let is_game = matches!(entry, CourseEntry::FirstGame { .. });
            (format!("{mark} {}", entry.line(course)), if is_game { gap } else { 0 })
        })
        .collect();
    list_lines(page, inside, at, lines.iter().map(|(line, gap)| (line.as_str(), *gap)));
}

/// Draws the lines of a list, the selected one in sight. Each has a number of rows by which it
/// stands lower.
pub(super) fn list_lines<'a>(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    at: usize,
    lines: impl ExactSizeIterator<Item = (&'a str, usize)>,
) {
    let (room, count) = (usize::from(area.height), lines.len());
    let first = at.saturating_sub(room.saturating_sub(1)).min(count.saturating_sub(room));
    for (row, (index, (text, gap))) in lines.enumerate().skip(first).take(room).enumerate() {
        let place = Rect::new(area.x, area.y + (row + gap) as u16, area.width, 1);
        let style = if index == at { page.theme.focus() } else { Style::default() };
        page.line(place, 0, &format!("{text:<width$}", width = usize::from(place.width)), style);
        page.hits.push((place, ClickTarget::Listed(index)));
    }
}

fn game_list(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    (source, games, damaged): (GameSource, &[SavedGame], &[String]),
    at: usize,
) {
    let width = usize::from(boxed_width(area)).saturating_sub(4);
    let mut unreadable: Vec<String> =
        damaged.iter().flat_map(|why| wrapped(&format!("Cannot be read: {why}"), width)).collect();
    // The games are more important than what is wrong with others.
    unreadable.truncate(usize::from(area.height / 3));
    let below = unreadable.len() as u16 + u16::from(!unreadable.is_empty());
    let height = (games.len().max(2) as u16 + 3 + below).clamp(6, area.height.max(6));
    let (title, keys) = match source {
        GameSource::SavedGames => ("Saved games", "Enter open   d delete   o open a file   q back"),
        GameSource::File => ("Games in this file", "Enter open   q back"),
    };
    let inside = framed(page, area, (boxed_width(area), height), title, keys);
    for (row, line) in unreadable.iter().enumerate() {
        let y = inside.bottom().saturating_sub(unreadable.len() as u16) + row as u16;
        page.text(inside, inside.x, y, line, page.theme.message());
    }
    let inside = Rect { height: inside.height.saturating_sub(below), ..inside };
    if games.is_empty() {
        page.line(
            inside,
            1,
            "No saved games. Games are saved as they are played.",
            Style::default(),
        );
        return;
    }
    let lines: Vec<_> = (1..)
        .zip(games)
        .map(|(number, game)| match source {
            GameSource::SavedGames => game.line(),
            GameSource::File => format!("{number:>4}  {}", records::summary(&game.record)),
        })
        .collect();
    let inside = Rect { height: inside.height.saturating_sub(1), ..inside };
    list_lines(page, inside, at, lines.iter().map(|line| (line.as_str(), 0)));
}
