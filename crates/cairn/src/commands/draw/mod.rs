//! `cairn draw`: pictures of positions and games.

mod arguments;

use std::io::IsTerminal;
use std::path::Path;

use cairn_app::illustration::Illustration;
use cairn_app::play_moves;
use cairn_app::records::RecordPath;
use cairn_draw::terminal::Depth;
use cairn_draw::text::{Charset, Size};
use cairn_draw::{Frame, TextStyle, gif, png, svg, text, words};
use cairn_games::History;
use cairn_legacy::{AnyStyle, program_of_style};

pub use self::arguments::DrawArguments;
use self::arguments::{BEST_LINE, ColorChoice};
use crate::failure::Failure;
use crate::files::write_file;
use crate::output::{Output, tell};

/// Default width of PNG pictures in pixels.
const DEFAULT_WIDTH: u32 = 600;
/// Default width of animations in pixels.
const DEFAULT_GIF_WIDTH: u32 = 400;

/// Format of a drawing.
#[derive(Clone, Copy)]
enum DrawingFormat {
    Text,
    Svg,
    Png,
    Gif,
}

/// Draws a position or a game.
pub fn run(arguments: &DrawArguments) -> Result<(), Failure> {
    let format = arguments.out.as_deref().map_or(Ok(DrawingFormat::Text), format_of)?;
    let subject = illustration(arguments)?;
    let bytes = match format {
        DrawingFormat::Text => {
            let depth = depth(arguments.color, arguments.out.is_none());
            as_text(arguments, subject.last(), depth)?.into_bytes()
        }
        DrawingFormat::Svg => as_svg(arguments, &subject).into_bytes(),
        DrawingFormat::Png => {
            let picture = still(arguments, subject.last());
            let width = arguments.width.unwrap_or(DEFAULT_WIDTH);
            png::encode(&picture, width).map_err(Failure::input)?
        }
        DrawingFormat::Gif => {
            let width = arguments.width.unwrap_or(DEFAULT_GIF_WIDTH);
            let options = options(arguments);
            gif::encode(subject.frames(), width, arguments.seconds, &options)
                .map_err(Failure::input)?
        }
    };
    if let Some(path) = &arguments.out {
        return write_file(path, &bytes);
    }
    let mut out = Output::new();
    out.bytes(&bytes)?;
    out.flush()
}

fn illustration(arguments: &DrawArguments) -> Result<Illustration, Failure> {
    let mut subject = match &arguments.record {
        Some(path) => {
            let record = RecordPath::parse(path).read()?;
            Illustration::of_record(&record, arguments.at, &arguments.play)?
        }
        None => of_position(arguments)?,
    };
    if let Some(mv) = &arguments.shown {
        subject.show_move(mv)?;
    }
    match arguments.line.as_deref().map(str::trim) {
        None => {}
        Some(BEST_LINE) => subject.show_best_line()?,
        Some(line) => subject.show_line(line)?,
    }
    if let Some(steps) = &arguments.targets {
        subject.show_choices(steps)?;
    }
    Ok(subject)
}

fn of_position(arguments: &DrawArguments) -> Result<Illustration, Failure> {
    let reading = arguments.start.reading(arguments.game.as_deref(), "a --position or --record")?;
    let subject = Illustration::of_reading(&reading);
    if arguments.play.is_empty() {
        if let Some(why) = subject.impossible() {
            tell(format!("warning: this position is impossible: {why}"));
        }
        return Ok(subject);
    }
    let start = reading.position().map_err(cairn_app::PositionSpecError::from)?;
    let mut history = History::new(start);
    play_moves(&mut history, &arguments.play)?;
    Ok(Illustration::of_history(&history))
}

/// Returns the format that a file extension names.
fn format_of(path: &Path) -> Result<DrawingFormat, Failure> {
    let extension = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("txt") => Ok(DrawingFormat::Text),
        Some("svg") => Ok(DrawingFormat::Svg),
        Some("png") => Ok(DrawingFormat::Png),
        Some("gif") => Ok(DrawingFormat::Gif),
        _ => Err(Failure::Usage(format!(
            "--out {}: the name must end in .svg, .png, .gif or .txt",
            path.display()
        ))),
    }
}

/// Returns the number of colours for text.
fn depth(when: ColorChoice, to_standard_output: bool) -> Option<Depth> {
    let variable = |name: &str| std::env::var(name).ok();
    match when {
        ColorChoice::Never => None,
        ColorChoice::Always => {
            let without_no_color = |name: &str| variable(name).filter(|_| name != "NO_COLOR");
            Depth::of_environment(without_no_color).or(Some(Depth::Sixteen))
        }
        ColorChoice::Auto if to_standard_output && std::io::stdout().is_terminal() => {
            Depth::of_environment(variable)
        }
        ColorChoice::Auto => None,
    }
}

fn options(arguments: &DrawArguments) -> svg::Options {
    svg::Options {
        pieces: svg::PieceSet::Relief,
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

/// Draws one position as a still picture, and several as an animation.
fn as_svg(arguments: &DrawArguments, subject: &Illustration) -> String {
    match subject.frames() {
        [frame] => still(arguments, frame),
        frames => svg::draw_animation(frames, arguments.seconds, &options(arguments)),
    }
}

/// Returns the style of text. A file is UTF-8, whatever the locale says.
fn text_style(arguments: &DrawArguments) -> AnyStyle {
    let variable = |name: &str| std::env::var(name).ok();
    let charset = match (arguments.ascii, &arguments.out) {
        (true, _) => Charset::Ascii,
        (false, None) => Charset::of_environment(variable),
        (false, Some(_)) => Charset::Unicode,
    };
    match &arguments.style {
        None => AnyStyle::Own(TextStyle::Drawn(charset, Size::default())),
        Some(style) if arguments.ascii => style.clone().with_charset(Charset::Ascii),
        Some(style) => style.clone(),
    }
}

fn as_text(
    arguments: &DrawArguments,
    frame: &Frame,
    depth: Option<Depth>,
) -> Result<String, Failure> {
    let Frame { view, marks } = frame;
    match &text_style(arguments) {
        AnyStyle::Own(TextStyle::Words) => Ok(words::position(view) + "\n"),
        AnyStyle::Original(program) => {
            let program = program_of_style(view.game, *program).map_err(Failure::usage)?;
            Ok(program.draw(view, marks).to_text(depth))
        }
        AnyStyle::Own(TextStyle::Drawn(charset, size)) => {
            let options = text::TextOptions {
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
