//! `cairn puzzle`: puzzles in the terminal.

use cairn_app::dates;
use cairn_app::lessons::{Course, CourseProgress};
use cairn_app::puzzles::{self, PuzzleFilter};
use cairn_games::GameId;

use super::{learn, play};
use crate::failure::Failure;
use crate::puzzle_arguments::PuzzleArguments;

/// Asks a puzzle, or those of a game.
pub fn run(arguments: &PuzzleArguments) -> Result<(), Failure> {
    let course = course(arguments)?;
    let mut progress = CourseProgress::from_environment(play::variable);
    // A single puzzle is asked again, even if it has been solved.
    let first = (course.lessons.len() == 1).then_some(1);
    learn::teach(course, first, &mut progress, &arguments.display)
}

/// Returns the puzzles that are asked for.
fn course(arguments: &PuzzleArguments) -> Result<Course, Failure> {
    let Some(which) = &arguments.which else {
        let puzzle = puzzles::daily(dates::now()).map_err(Failure::input)?;
        return Ok(puzzles::course(puzzle.game(), [puzzle]));
    };
    let Ok(game) = GameId::named(which) else {
        let puzzle = puzzles::find(which).map_err(|error| {
            let names: Vec<_> = puzzles::games().map(GameId::name).collect();
            let games = names.join(", ");
            Failure::Input(format!("{error}, and no game has this name; the games are {games}"))
        })?;
        return Ok(puzzles::course(puzzle.game(), [puzzle]));
    };
    if !puzzles::games().any(|known| known == game) {
        return Err(Failure::Input(format!("there are no puzzles for {}", game.info().title)));
    }
    let filter = PuzzleFilter {
        game: Some(game),
        theme: arguments.theme,
        difficulty: arguments.difficulty,
        near: None,
    };
    let found = filter.all().map_err(Failure::input)?;
    if found.is_empty() {
        return Err(Failure::Input(format!("{} has no puzzle of this kind", game.info().title)));
    }
    Ok(puzzles::course(game, found))
}
