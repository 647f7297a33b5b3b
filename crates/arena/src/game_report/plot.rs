//! Plots as SVG, in the colours of light and dark themes.

use std::fmt::Write;

use cairn_draw::svg::escaped;
use cairn_games::Board;

use super::heat::HeatMap;
use super::report::LengthCounts;

/// A drawing of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Name for a file, without its ending.
    pub name: String,
    /// Description for those who do not see it.
    pub description: String,
    width: f64,
    height: f64,
    body: String,
}

/// A row of points with intervals, such as the scores of all players.
pub(super) struct Series {
    pub(super) name: String,
    /// Value, lower and upper end of its interval for each label.
    pub(super) points: Vec<Option<[f64; 3]>>,
}

/// Classes of shapes with the property they set, and its colours in the light and the dark theme.
const COLOURS: [(&str, &str, &str, &str); 11] = [
    ("bg", "fill", "#fffdf9", "#17191d"),
    ("ink", "fill", "#2a2723", "#ece9e2"),
    ("faint", "fill", "#665e51", "#a9aeb6"),
    ("grid", "stroke", "#d9d1c1", "#3b4048"),
    ("mark", "stroke", "#8a8070", "#8b929c"),
    ("line0", "stroke", "#2f6090", "#8fc1ff"),
    ("line1", "stroke", "#a8501f", "#ffb27d"),
    ("fill0", "fill", "#2f6090", "#8fc1ff"),
    ("fill1", "fill", "#a8501f", "#ffb27d"),
    ("heat", "fill", "#e0912f", "#8f5414"),
    ("cell", "stroke", "#cfc5b2", "#4a5059"),
];

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 280.0;
/// Space for labels at the left, top, right and bottom of a chart.
const LEFT: f64 = 52.0;
const TOP: f64 = 30.0;
const RIGHT: f64 = 16.0;
const BOTTOM: f64 = 40.0;
/// Width of a heat map.
const MAP: f64 = 300.0;

impl Plot {
    fn new(name: &str, title: &str, description: String, size: (f64, f64), body: &str) -> Self {
        let title = format!("<text class=\"rp-ink\" x=\"8\" y=\"16\">{}</text>", escaped(title));
        Self {
            name: name.to_owned(),
            description,
            width: size.0,
            height: size.1,
            body: title + body,
        }
    }

    /// Returns the drawing for an HTML page, whose style sheet must have
    /// [`Plot::style_sheet`].
    pub fn inline(&self) -> String {
        let Self { description, width, height, body, .. } = self;
        format!(
            "<svg class=\"rp\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-label=\"{}\">{body}</svg>\n",
            escaped(description)
        )
    }

    /// Returns the drawing as a file.
    pub fn svg(&self) -> String {
        let Self { description, width, height, body, .. } = self;
        let rules = |dark: bool| -> String {
            let rule = |(class, property, light, night): &(&str, &str, &str, &str)| {
                format!(".rp-{class}{{{property}:{}}}", if dark { night } else { light })
            };
            COLOURS.iter().map(rule).collect()
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\">\
             <style>{TEXT_STYLE}{}@media(prefers-color-scheme:dark){{{}}}</style>\
             <rect class=\"rp-bg\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
            escaped(description),
            rules(false),
            rules(true)
        )
    }

    /// Returns the rules of a style sheet for plots within a page of both themes.
    pub fn style_sheet() -> String {
        let rule = |(class, property, light, dark): &(&str, &str, &str, &str)| {
            format!(".rp-{class}{{{property}:light-dark({light},{dark})}}\n")
        };
        format!("{}\n", TEXT_STYLE.replace("text{", ".rp text{"))
            + &COLOURS.iter().map(rule).collect::<String>()
    }
}

const TEXT_STYLE: &str = "text{font:12px system-ui,sans-serif}";

/// A scale from numbers to places on the drawing, with round marks.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// Makes an axis that contains all of the numbers.
    fn new(numbers: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (low, high) =
            numbers.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high.max(low + 1e-9)) };
        let rough = (high - low) / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough);
        let step = factor.unwrap_or(10.0) * power;
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step, from, to }
    }

    fn at(&self, number: f64) -> f64 {
        self.from + (self.to - self.from) * (number - self.low) / (self.high - self.low)
    }

    fn marks(&self) -> Vec<f64> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(|index| self.low + index as f64 * self.step).collect()
    }

    /// Draws the axis at the left, with lines across the chart.
    fn draw(&self, unit: &str) -> String {
        let digits = if self.step >= 1.0 { 0 } else { 1 };
        let mark = |number: f64| {
            let y = self.at(number);
            format!(
                "<path class=\"rp-grid\" d=\"M{LEFT} {y:.1}H{}\"/><text class=\"rp-faint\" x=\"{}\" \
                 y=\"{:.1}\" text-anchor=\"end\">{:.digits$}{unit}</text>\n",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                number + 0.0
            )
        };
        self.marks().into_iter().map(mark).collect()
    }
}

/// Draws rows of points with their intervals over labels. `reference` is marked by a line.
pub(super) fn points(
    name: &str,
    title: &str,
    labels: &[String],
    series: &[Series],
    unit: &str,
    reference: Option<f64>,
) -> Plot {
    let numbers = series.iter().flat_map(|row| row.points.iter().flatten().flatten().copied());
    let axis = Axis::new(numbers.chain(reference), HEIGHT - BOTTOM, TOP);
    let mut body = axis.draw(unit);
    let width = (WIDTH - LEFT - RIGHT) / labels.len().max(1) as f64;
    let centre = |index: usize| LEFT + width * (index as f64 + 0.5);
    // Writing to a string cannot fail.
    if let Some(reference) = reference {
        let y = axis.at(reference);
        let _ = writeln!(
            body,
            "<path class=\"rp-mark\" stroke-dasharray=\"4 4\" d=\"M{LEFT} {y:.1}H{}\"/>",
            WIDTH - RIGHT
        );
    }
    for (index, label) in labels.iter().enumerate() {
        let _ = writeln!(
            body,
            "<text class=\"rp-faint\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            centre(index),
            HEIGHT - BOTTOM + 18.0,
            escaped(label)
        );
    }
    let mut told = String::new();
    for (number, row) in series.iter().enumerate() {
        let shift = (number as f64 - (series.len() - 1) as f64 / 2.0) * 8.0;
        let colour = number % 2;
        let places: Vec<_> = (0..).zip(&row.points).filter_map(|(i, p)| Some((i, (*p)?))).collect();
        let line: Vec<_> = places
            .iter()
            .map(|(index, [value, ..])| {
                format!("{:.1} {:.1}", centre(*index) + shift, axis.at(*value))
            })
            .collect();
        let _ = writeln!(
            body,
            "<path class=\"rp-line{colour}\" fill=\"none\" opacity=\".45\" d=\"M{}\"/>",
            line.join("L")
        );
        for (index, [value, low, high]) in places {
            let x = centre(index) + shift;
            let _ = writeln!(
                body,
                "<path class=\"rp-line{colour}\" stroke-width=\"2\" d=\"M{x:.1} {:.1}V{:.1}\"/>\
                 <circle class=\"rp-fill{colour}\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"/>",
                axis.at(low),
                axis.at(high),
                axis.at(value)
            );
            let _ = write!(told, " {}: {value:.0}{unit},", labels[index]);
        }
        if series.len() > 1 {
            let y = HEIGHT - 6.0;
            let x = LEFT + 240.0 * number as f64;
            let _ = writeln!(
                body,
                "<circle class=\"rp-fill{colour}\" cx=\"{x}\" cy=\"{}\" r=\"4\"/>\
                 <text class=\"rp-ink\" x=\"{}\" y=\"{y}\">{}</text>",
                y - 4.0,
                x + 8.0,
                escaped(&row.name)
            );
            let _ = write!(told, " ({})", row.name);
        }
    }
    let description = format!("{title}:{}", told.trim_end_matches(','));
    Plot::new(name, title, description, (WIDTH, HEIGHT), &body)
}

/// Draws a curve over the plies of a game, with the band of its intervals.
pub(super) fn curve(name: &str, title: &str, points: &[[f64; 3]]) -> Plot {
    // No number of moves is negative, however wide its interval.
    let points: Vec<_> = points.iter().map(|point| point.map(|number| number.max(0.0))).collect();
    let numbers = points.iter().flatten().copied().chain([0.0]);
    let axis = Axis::new(numbers, HEIGHT - BOTTOM, TOP);
    let across =
        Axis::new([0.0, points.len().max(2) as f64 - 1.0].into_iter(), LEFT, WIDTH - RIGHT);
    let mut body = axis.draw("");
    let place = |(ply, number): (usize, f64)| {
        format!("{:.1} {:.1}", across.at(ply as f64), axis.at(number))
    };
    let along = |end: usize| (0..).zip(&points).map(move |(ply, point)| (ply, point[end]));
    let line: Vec<_> = along(0).map(place).collect();
    let mut band: Vec<_> = along(2).map(place).collect();
    band.extend(along(1).map(place).collect::<Vec<_>>().into_iter().rev());
    let _ = writeln!(
        body,
        "<path class=\"rp-fill0\" opacity=\".25\" d=\"M{}Z\"/>\
         <path class=\"rp-line0\" fill=\"none\" stroke-width=\"2\" d=\"M{}\"/>",
        band.join("L"),
        line.join("L")
    );
    body += &marks_below(&across, "plies");
    let most = points.iter().map(|point| point[0]).fold(0.0, f64::max);
    let description = format!("{title}: at most {most:.0} on average, over {} plies", points.len());
    Plot::new(name, title, description, (WIDTH, HEIGHT), &body)
}

/// Draws numbers of games by their length.
pub(super) fn lengths(name: &str, title: &str, counts: &LengthCounts) -> Plot {
    let most = counts.games.iter().copied().max().unwrap_or(0) as f64;
    // Marks at whole numbers of games need at least five of them.
    let axis = Axis::new([0.0, most.max(5.0)].into_iter(), HEIGHT - BOTTOM, TOP);
    let last = (counts.step * counts.games.len()) as f64;
    let across = Axis::new([0.0, last.max(1.0)].into_iter(), LEFT, WIDTH - RIGHT);
    let mut body = axis.draw("");
    for (index, games) in counts.games.iter().enumerate().filter(|(_, games)| **games > 0) {
        let [from, to] = [index, index + 1].map(|index| across.at((index * counts.step) as f64));
        let top = axis.at(*games as f64);
        let _ = writeln!(
            body,
            "<rect class=\"rp-fill0\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            from + 1.0,
            (to - from - 2.0).max(1.0),
            HEIGHT - BOTTOM - top
        );
    }
    body += &marks_below(&across, "plies");
    let games: usize = counts.games.iter().sum();
    let description = format!("{title}: {games} games, the longest with fewer than {last} plies");
    Plot::new(name, title, description, (WIDTH, HEIGHT), &body)
}

/// Draws the marks of an axis below a chart.
fn marks_below(across: &Axis, unit: &str) -> String {
    let mark = |number: f64| {
        format!(
            "<text class=\"rp-faint\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{number:.0}</text>\n",
            across.at(number),
            HEIGHT - BOTTOM + 18.0
        )
    };
    let marks: String = across.marks().into_iter().map(mark).collect();
    let (x, y) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6.0);
    marks
        + &format!(
            "<text class=\"rp-faint\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{unit}</text>\n"
        )
}

/// Draws a heat map on the board.
pub(super) fn heat(name: &str, map: &HeatMap, board: Board) -> Plot {
    let longest = (0..board.rows()).map(|row| board.row(row).len()).max().unwrap_or(1) as f64;
    let size = (MAP - 16.0) / longest;
    let is_hexagonal = matches!(board, Board::Hexagon);
    let row_height = if is_hexagonal { size * 3_f64.sqrt() / 2.0 } else { size };
    let most = map.cells.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut body = String::new();
    for row in 0..board.rows() {
        let cells = board.row(row);
        let left = 8.0 + (longest - cells.len() as f64) / 2.0 * size;
        let y = TOP + (board.rows() - 1 - row) as f64 * row_height + size / 2.0;
        for (column, cell) in cells.enumerate() {
            let x = left + (column as f64 + 0.5) * size;
            let share = map.cells.get(cell).copied().unwrap_or(0.0);
            let opacity = share / most;
            let shape = if is_hexagonal { hexagon(x, y, size) } else { square(x, y, size) };
            let _ = writeln!(
                body,
                "<path class=\"rp-heat\" opacity=\"{opacity:.2}\" d=\"{shape}\"/>\
                 <path class=\"rp-cell\" fill=\"none\" d=\"{shape}\"/>\
                 <text class=\"rp-ink\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.0}</text>",
                y + 4.0,
                100.0 * share
            );
        }
    }
    let height = TOP + (board.rows() - 1) as f64 * row_height + size + 8.0;
    let title = format!("{}, %", map.title);
    let busiest = (0..map.cells.len()).max_by(|a, b| map.cells[*a].total_cmp(&map.cells[*b]));
    let busiest = busiest.map_or_else(String::new, |cell| {
        format!("; most at {}, {:.0} %", board.name(cell), 100.0 * map.cells[cell])
    });
    let description = format!("{}, in percent{busiest}", map.title);
    Plot::new(name, &title, description, (MAP, height.ceil()), &body)
}

fn square(x: f64, y: f64, size: f64) -> String {
    let half = size / 2.0;
    format!("M{:.1} {:.1}h{size:.1}v{size:.1}h-{size:.1}z", x - half, y - half)
}

fn hexagon(x: f64, y: f64, size: f64) -> String {
    // Points up; neighbours in a row share a side.
    let (half, radius) = (size / 2.0, size / 3_f64.sqrt());
    format!(
        "M{x:.1} {:.1}L{:.1} {:.1}V{:.1}L{x:.1} {:.1}L{:.1} {:.1}V{:.1}z",
        y - radius,
        x + half,
        y - radius / 2.0,
        y + radius / 2.0,
        y + radius,
        x - half,
        y + radius / 2.0,
        y - radius / 2.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_marks_and_contain_the_numbers() {
        let axis = Axis::new([47.0, 61.0].into_iter(), 100.0, 0.0);
        assert_eq!(axis.marks(), [45.0, 50.0, 55.0, 60.0, 65.0]);
        assert_eq!((axis.at(45.0), axis.at(65.0)), (100.0, 0.0));
        assert!(Axis::new(std::iter::empty(), 0.0, 1.0).at(0.5).is_finite());
        assert!(Axis::new([3.0].into_iter(), 0.0, 1.0).at(3.0).is_finite());
    }

    #[test]
    fn a_file_has_the_colours_of_both_themes() {
        let points = [Some([50.0, 45.0, 55.0]), None];
        let row = Series { name: "nava".to_owned(), points: points.to_vec() };
        let labels = ["1".to_owned(), "<2>".to_owned()];
        let plot = super::points("score", "Score", &labels, &[row], " %", Some(50.0));
        let file = plot.svg();
        assert!(file.contains("prefers-color-scheme:dark") && file.contains("&lt;2&gt;"));
        assert!(!plot.inline().contains("<style"), "the site forbids styles in pages");
        assert_eq!(plot.description, "Score: 1: 50 %");
    }
}
