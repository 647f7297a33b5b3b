//! `cairn draw`: positions and games as pictures.

mod arguments;
mod subject;

use std::io::IsTerminal;
use std::path::Path;

use cairn_draw::terminal::Depth;
use cairn_draw::{Frame, TextStyle, gif, png, svg, text, words};
use cairn_legacy::{AnyStyle, program_of_style};

pub use self::arguments::DrawArguments;
use self::arguments::When;
use self::subject::Subject;
use crate::diagnostic::Failure;
use crate::output::Output;

/// The width of pictures made of pixels where none is asked for.
const USUAL_WIDTH: u32 = 600;
/// The same for films, which are larger files.
const USUAL_FILM_WIDTH: u32 = 400;

/// What a file can hold.
#[derive(Clone, Copy)]
enum Format {
    Text,
    Svg,
    Png,
    Gif,
}

/// Draws what the arguments say.
pub fn run(arguments: &DrawArguments) -> Result<(), Failure> {
    let format = arguments.out.as_deref().map_or(Ok(Format::Text), format_of)?;
    let subject = Subject::of(arguments)?;
    let bytes = match format {
        Format::Text => {
            let depth = depth(arguments.color, arguments.out.is_none());
            written(arguments, subject.now(), depth)?.into_bytes()
        }
        Format::Svg => svg_of(arguments, &subject).into_bytes(),
        Format::Png => {
            let picture = still(arguments, subject.now());
            let width = arguments.width.unwrap_or(USUAL_WIDTH);
            png::encode(&picture, width).map_err(cannot_draw)?
        }
        Format::Gif => {
            let width = arguments.width.unwrap_or(USUAL_FILM_WIDTH);
            let options = options(arguments);
            gif::encode(subject.film(), width, arguments.seconds, &options).map_err(cannot_draw)?
        }
    };
    match &arguments.out {
        Some(path) => std::fs::write(path, bytes)
            .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display()))),
        None => {
            let mut out = Output::new();
            out.bytes(&bytes)?;
            out.flush()
        }
    }
}

fn cannot_draw(error: png::PictureError) -> Failure {
    Failure::Input(error.to_string())
}

/// What a file is to hold, from its ending.
fn format_of(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("txt") => Ok(Format::Text),
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("gif") => Ok(Format::Gif),
        _ => Err(Failure::Usage(format!(
            "--out {}: the name must end in .svg, .png, .gif or .txt",
            path.display()
        ))),
    }
}

/// How many colours text gets.
fn depth(when: When, to_standard_output: bool) -> Option<Depth> {
    let variable = |name: &str| std::env::var(name).ok();
    match when {
        When::Never => None,
        When::Always => {
            let without_no_color = |name: &str| variable(name).filter(|_| name != "NO_COLOR");
            Depth::of_environment(without_no_color).or(Some(Depth::Sixteen))
        }
        When::Auto if to_standard_output && std::io::stdout().is_terminal() => {
            Depth::of_environment(variable)
        }
        When::Auto => None,
    }
}

fn options(arguments: &DrawArguments) -> svg::Options {
    svg::Options {
        theme: arguments.theme.theme(),
        width: arguments.width,
        flipped: arguments.flip,
        coordinates: !arguments.no_coordinates,
        caption: !arguments.no_caption,
    }
}

fn still(arguments: &DrawArguments, frame: &Frame) -> String {
    svg::draw(&frame.view, &frame.marks, &options(arguments))
}

/// A record moves, unless one of its positions is asked for.
fn svg_of(arguments: &DrawArguments, subject: &Subject) -> String {
    match subject.film() {
        [frame] => still(arguments, frame),
        film => svg::draw_film(film, arguments.seconds, &options(arguments)),
    }
}

/// A position as text.
fn written(
    arguments: &DrawArguments,
    frame: &Frame,
    depth: Option<Depth>,
) -> Result<String, Failure> {
    let Frame { view, marks } = frame;
    match &arguments.style {
        AnyStyle::Own(TextStyle::Words) => Ok(words::position(view) + "\n"),
        AnyStyle::Original(program) => {
            let program = program_of_style(view.game, *program)
                .map_err(|error| Failure::Usage(error.to_string()))?;
            Ok(program.draw(view, marks).to_text(depth))
        }
        AnyStyle::Own(TextStyle::Drawn(charset, size)) => {
            let options = text::Options {
                charset: *charset,
                size: *size,
                flipped: arguments.flip,
                coordinates: !arguments.no_coordinates,
            };
            let mut drawn = text::draw(view, marks, &options).to_text(depth);
            if !arguments.no_caption {
                drawn.push('\n');
                drawn.extend(words::caption(view).into_iter().map(|line| line + "\n"));
            }
            Ok(drawn)
        }
    }
}
