//! The rules in short, as they are shown on the screen; the text is part of a game's
//! description, [`GameInfo::lesson`](cairn_games::GameInfo::lesson).

use cairn_draw::{Marks, marks_of_move};
use cairn_games::{BoardView, GameId, read_position};

/// The lesson of a game. A game without one has its summary instead.
#[derive(Clone, Copy, Debug)]
pub struct GameLesson {
    game: GameId,
}

/// Part of a lesson.
#[derive(Debug)]
pub enum LessonPart {
    Heading(&'static str),
    Text(&'static str),
    Drawing(Box<(BoardView, Marks)>),
    /// An empty line between paragraphs.
    Gap,
}

/// Returns the lesson of a game.
pub fn of(game: GameId) -> GameLesson {
    let first = GameId::families().find(|other| other.family() == game.family());
    GameLesson { game: first.unwrap_or(game) }
}

/// Returns the lesson after this one, or before it.
pub fn next(lesson: &GameLesson, forwards: bool) -> GameLesson {
    let games: Vec<_> = GameId::families().collect();
    let at = games.iter().position(|&game| game == lesson.game).unwrap_or(0);
    let step = if forwards { 1 } else { games.len() - 1 };
    GameLesson { game: games[(at + step) % games.len()] }
}

impl GameLesson {
    /// Returns the parts in order.
    pub fn parts(&self) -> Vec<LessonPart> {
        let info = self.game.info();
        info.lesson.unwrap_or(info.summary).lines().map(|line| self.part(line)).collect()
    }

    fn part(&self, line: &'static str) -> LessonPart {
        if line.is_empty() {
            return LessonPart::Gap;
        }
        if let Some(heading) = line.strip_prefix("# ") {
            return LessonPart::Heading(heading);
        }
        match line.strip_prefix("@ ") {
            Some(drawing) => self
                .drawing(drawing)
                .map_or(LessonPart::Text(line), |drawing| LessonPart::Drawing(Box::new(drawing))),
            None => LessonPart::Text(line),
        }
    }

    fn drawing(&self, text: &str) -> Option<(BoardView, Marks)> {
        let (position, mv) = match text.split_once(" | ") {
            Some((position, mv)) => (position, Some(mv)),
            None => (text, None),
        };
        let before = read_position(&[self.game], position).ok()?;
        let Some(mv) = mv else {
            return Some((before.view(), Marks::default()));
        };
        let mut after = before;
        after.play(before.read_move(mv).ok()?).ok()?;
        let marks = marks_of_move(&before.view(), &after.view());
        Some((after.view(), marks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_have_drawings_that_are_right() {
        for &game in GameId::ALL {
            let lesson = of(game);
            assert_eq!(lesson.game.family(), game.family(), "{game}");
            for part in lesson.parts() {
                if let LessonPart::Text(text) = part {
                    assert!(!text.starts_with('@'), "{game}: {text}");
                }
            }
            let drawings = lesson.parts().into_iter();
            let drawings = drawings.filter(|part| matches!(part, LessonPart::Drawing(_))).count();
            assert_eq!(drawings > 1, game.info().lesson.is_some(), "{game}");
        }
        let names: Vec<_> = (0..4)
            .scan(of(GameId::Nava), |lesson, _| {
                *lesson = next(lesson, true);
                Some(lesson.game.name())
            })
            .collect();
        assert_eq!(names[..3], ["mitsudomoe", "greener", "glaisher"]);
        let last = GameId::families().last();
        assert_eq!(Some(next(&of(GameId::Nava), false).game), last);
    }
}
