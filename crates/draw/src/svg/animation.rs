//! Animated SVG pictures of games.
//!
//! The fixed parts are drawn once. Everything else is shown during a span of frames by a
//! style-sheet animation. Readers who prefer less motion, and programs without animations,
//! see the end of the game.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use super::scene::Scene;
use super::{Options, document, title};
use crate::animation::{Frame, PAUSE};
use crate::words;

/// Draws an animation with a number of seconds per move.
pub fn draw_animation(frames: &[Frame], seconds: f64, options: &Options) -> String {
    let Some((first, last)) = frames.first().zip(frames.last()) else {
        return String::new();
    };
    let scene = Scene::new(&first.view, options);
    let mut animation =
        AnimationFrames { frames: frames.len(), spans: BTreeSet::new(), body: scene.background() };
    for (index, frame) in frames.iter().enumerate() {
        animation.show(index..index + 1, &scene.marks_below(&frame.view, &frame.marks));
    }
    for &cell in &scene.geometry.order {
        let mut start = 0;
        while start < frames.len() {
            let stack = &frames[start].view.cells[cell].stack;
            let same = |frame: &Frame| frame.view.cells[cell].stack == *stack;
            let length = frames[start..].iter().take_while(|frame| same(frame)).count();
            animation.show(start..start + length, &scene.stack(&frames[start].view, cell));
            start += length;
        }
    }
    for (index, frame) in frames.iter().enumerate() {
        let above = scene.marks_above(&frame.view, &frame.marks) + &scene.caption(&frame.view);
        animation.show(index..index + 1, &above);
    }
    let moves = frames.len() - 1;
    let plural = if moves == 1 { "" } else { "s" };
    let name = format!("{}: a game of {moves} move{plural}", first.view.game.info().title);
    let description = format!("It ends like this. {}", words::position(&last.view));
    let name = if moves == 0 { title(&first.view) } else { name };
    let css = animation.style_sheet(seconds);
    document(&scene, options, &name, &description, &css, &animation.body)
}

struct AnimationFrames {
    frames: usize,
    /// Spans that need an animation.
    spans: BTreeSet<(usize, usize)>,
    body: String,
}

impl AnimationFrames {
    /// Shows markup during a span of frames.
    fn show(&mut self, span: Range<usize>, markup: &str) {
        if markup.is_empty() {
            return;
        }
        if span == (0..self.frames) {
            self.body.push_str(markup);
            return;
        }
        self.spans.insert((span.start, span.end));
        let last = if span.end == self.frames { " last" } else { "" };
        let _ = write!(
            self.body,
            r#"<g class="frame{last} s{}-{}">{markup}</g>"#,
            span.start, span.end
        );
    }

    fn style_sheet(&self, seconds: f64) -> String {
        if self.spans.is_empty() {
            return String::new();
        }
        let length = self.frames as f64 + f64::from(PAUSE);
        let duration = super::number(length * seconds);
        let mut css = format!(
            ".frame{{visibility:hidden;animation:{duration}s step-end infinite}}\
             .last{{visibility:visible}}"
        );
        for &(start, end) in &self.spans {
            let name = format!("s{start}-{end}");
            let percent = |frame: usize| format!("{:.4}%", frame as f64 / length * 100.0);
            let _ = write!(css, ".{name}{{animation-name:{name}}}@keyframes {name}{{");
            if start > 0 {
                css.push_str("0%{visibility:hidden}");
            }
            let _ = write!(css, "{}{{visibility:visible}}", percent(start));
            if end < self.frames {
                let _ =
                    write!(css, "{}{{visibility:hidden}}100%{{visibility:hidden}}", percent(end));
            } else {
                css.push_str("100%{visibility:visible}");
            }
            css.push('}');
        }
        css.push_str("@media (prefers-reduced-motion:reduce){.frame{animation:none}}");
        css
    }
}
