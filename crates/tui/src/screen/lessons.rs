//! Short rules of the games, as the screen shows them. The texts are data files.
//!
//! A line that begins with `#` is a heading. `@ POSITION` is a drawing, and
//! `@ POSITION | MOVE` a drawing of the position after the move.

use cairn_draw::{Marks, marks_of_move};
use cairn_games::{BoardView, GameId, read_position};

/// Short rules of a game.
#[derive(Debug)]
pub struct Lesson {
    /// Name of the game without its variant.
    game: &'static str,
    text: &'static str,
}

static LESSONS: [Lesson; 4] = [
    Lesson { game: "nava", text: include_str!("../../data/nava.txt") },
    Lesson { game: "mitsudomoe", text: include_str!("../../data/mitsudomoe.txt") },
    Lesson { game: "greener", text: include_str!("../../data/greener.txt") },
    Lesson { game: "glaisher", text: include_str!("../../data/glaisher.txt") },
];

/// Part of a lesson.
#[derive(Debug)]
pub enum Part {
    Heading(&'static str),
    Text(&'static str),
    Drawing(Box<(BoardView, Marks)>),
    /// An empty line between paragraphs.
    Gap,
}

/// Returns the lesson of a game, or the first one if it has none.
pub fn of(game: GameId) -> &'static Lesson {
    let family = game.family();
    LESSONS.iter().find(|lesson| lesson.game == family).unwrap_or(&LESSONS[0])
}

/// Returns the next or the previous lesson.
pub fn next(lesson: &Lesson, forwards: bool) -> &'static Lesson {
    let at = LESSONS.iter().position(|other| other.game == lesson.game).unwrap_or(0);
    let step = if forwards { 1 } else { LESSONS.len() - 1 };
    &LESSONS[(at + step) % LESSONS.len()]
}

impl Lesson {
    /// Returns the parts in order.
    pub fn parts(&self) -> Vec<Part> {
        self.text.lines().map(|line| self.part(line)).collect()
    }

    fn part(&self, line: &'static str) -> Part {
        if line.is_empty() {
            return Part::Gap;
        }
        if let Some(heading) = line.strip_prefix("# ") {
            return Part::Heading(heading);
        }
        match line.strip_prefix("@ ") {
            Some(drawing) => self
                .drawing(drawing)
                .map_or(Part::Text(line), |drawing| Part::Drawing(Box::new(drawing))),
            None => Part::Text(line),
        }
    }

    fn drawing(&self, text: &str) -> Option<(BoardView, Marks)> {
        let (position, mv) = match text.split_once(" | ") {
            Some((position, mv)) => (position, Some(mv)),
            None => (text, None),
        };
        let boards = GameId::boards(self.game).ok()?;
        let before = read_position(&boards, position).ok()?;
        let view = |position: &cairn_games::AnyPosition| {
            BoardView::new(position.game(), &position.to_diagram())
        };
        let Some(mv) = mv else {
            return Some((view(&before), Marks::default()));
        };
        let mut after = before;
        after.play(before.read_move(mv).ok()?).ok()?;
        let marks = marks_of_move(&view(&before), &view(&after));
        Some((view(&after), marks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_lesson_whose_drawings_are_right() {
        for &game in GameId::ALL {
            let lesson = of(game);
            assert!(game.name().starts_with(lesson.game), "{game}");
            for part in lesson.parts() {
                if let Part::Text(text) = part {
                    assert!(!text.starts_with('@'), "{game}: {text}");
                }
            }
            let drawings = lesson.parts().into_iter();
            assert!(drawings.filter(|part| matches!(part, Part::Drawing(_))).count() > 1);
        }
        let names: Vec<_> = (0..4)
            .scan(&LESSONS[0], |lesson, _| {
                *lesson = next(lesson, true);
                Some(lesson.game)
            })
            .collect();
        assert_eq!(names, ["mitsudomoe", "greener", "glaisher", "nava"]);
        assert_eq!(next(&LESSONS[0], false).game, "glaisher");
    }
}
