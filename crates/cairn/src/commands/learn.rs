//! `cairn learn`: lessons with goals.

use std::io;

use cairn_app::lessons::{Course, CourseProgress};
use cairn_draw::TextStyle;
use cairn_games::GameId;
use cairn_legacy::AnyStyle;
use cairn_tui::{SavedGames, ScreenOptions};
use clap::Args;

use super::play;
use crate::display_arguments::DisplayArguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::position_arguments::game_names;

#[derive(Args, Debug)]
pub struct LearnArguments {
    /// Game; if omitted, lists the games that have lessons
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    /// Number of the first lesson [default: the first unsolved one]
    #[arg(long, value_name = "N", requires = "game")]
    pub lesson: Option<usize>,

    #[command(flatten)]
    pub display: DisplayArguments,
}

/// Teaches a game, or lists the games that have lessons.
pub fn run(arguments: &LearnArguments) -> Result<(), Failure> {
    let mut progress = CourseProgress::from_environment(play::variable);
    let Some(name) = &arguments.game else { return list(&progress) };
    let game = GameId::named(name).map_err(Failure::usage)?;
    let course = course(game)?
        .ok_or_else(|| Failure::Input(format!("there are no lessons for {}", game.info().title)))?;
    let count = course.lessons.len();
    if let Some(number) = arguments.lesson.filter(|number| course.lesson(*number).is_none()) {
        let title = course.game.info().title;
        return Err(Failure::Usage(format!("{title} has lessons 1 to {count}, not {number}")));
    }
    teach(course, arguments.lesson, &mut progress, &arguments.display)
}

/// Teaches a course from the lesson of this number on, or from the first that is not solved: on the
/// screen, or line by line.
pub(super) fn teach(
    course: Course,
    first: Option<usize>,
    progress: &mut CourseProgress,
    display: &DisplayArguments,
) -> Result<(), Failure> {
    let config = play::config()?;
    let look = play::style(display, &config)?;
    look.0.check(course.game).map_err(Failure::usage)?;
    let is_for_screen = look.0 != AnyStyle::Own(TextStyle::Words);
    if !display.plain && is_for_screen && play::has_screen() {
        let mut options = ScreenOptions::new(config, play::variable);
        (options.style, options.charset) = look;
        return Ok(cairn_tui::run_course(&options, course, first)?);
    }
    let store = SavedGames::from_environment(play::variable);
    let output = io::LineWriter::new(io::stdout().lock());
    let (input, options) = (io::stdin().lock(), play::plain_options(look));
    play::finished(cairn_tui::learn_plain(&course, first, progress, store, input, output, &options))
}

fn course(game: GameId) -> Result<Option<Course>, Failure> {
    Course::of(game).map_err(|error| Failure::Input(error.to_string()))
}

/// Lists the courses with the number of lessons that have been solved.
fn list(progress: &CourseProgress) -> Result<(), Failure> {
    let mut out = Output::new();
    for game in Course::games() {
        if let Some(course) = course(game)? {
            let (solved, count) = (progress.count(&course), course.lessons.len());
            let name = game.name();
            out.line(format!("cairn learn {name:<12} {solved:>2} of {count} lessons solved"))?;
        }
    }
    out.flush()
}
