//! The pages in `docs/rules` as parts: text, and the positions that their comments hold.
//!
//! The comments are explained in `CONTRIBUTING.md`; a test of the rules checks that every
//! example in them is right. Here an example becomes a board to try it on.

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RulesPart {
    /// Markdown.
    Text(String),
    /// A position that is only shown.
    Picture(Drawn),
    /// A board on which something can be tried.
    Lesson(RulesLesson),
}

/// A position of a rule set, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// The rule set.
    pub(crate) game: String,
    /// The position.
    pub(crate) position: String,
    /// Its caption.
    pub(crate) caption: String,
}

/// A board on which something can be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RulesLesson {
    /// Position at which it begins.
    pub(crate) from: Drawn,
    /// Task of the lesson.
    pub(crate) task: Task,
}

/// Task on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Anything.
    Free,
    /// One move, and where it leads.
    Move(String, Option<Drawn>),
    /// A move that is not allowed, and why.
    Forbidden(String, String),
    /// Moves one after the other, and where they lead.
    Walk(Vec<String>, Option<Drawn>),
}

/// Meaning of a line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Text(String),
    Draw(Drawn),
    Example(MoveExample),
    Illegal { from: Drawn, made: String, reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct MoveExample {
    from: Drawn,
    made: String,
    /// Position after the move.
    after: String,
}

impl Drawn {
    fn new(game: &str, position: &str, caption: &str) -> Self {
        let [game, position, caption] = [game, position, caption].map(str::to_owned);
        Self { game, position, caption }
    }

    /// Whether both show the same position.
    fn is_at(&self, other: &Self) -> bool {
        (&self.game, &self.position) == (&other.game, &other.position)
    }
}

/// Splits a page into parts.
pub(crate) fn parts(markdown: &str) -> Vec<RulesPart> {
    let mut composer = Composer::default();
    for item in items(markdown) {
        composer.take(item);
    }
    composer.finish()
}

/// Returns the section under the heading `## name`, without the heading.
pub(crate) fn section<'a>(markdown: &'a str, name: &str) -> Option<&'a str> {
    let heading = format!("\n## {name}\n");
    let begin = markdown.find(&heading)? + heading.len();
    let rest = &markdown[begin..];
    Some(rest.find("\n## ").map_or(rest, |end| &rest[..end]))
}

/// Returns the text from the heading `## name` on.
pub(crate) fn from_section<'a>(markdown: &'a str, name: &str) -> Option<&'a str> {
    let heading = format!("\n## {name}\n");
    markdown.find(&heading).map(|at| &markdown[at + 1..])
}

fn items(markdown: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut text = String::new();
    let mut after_drawing = false;
    for line in markdown.lines() {
        // The picture of a drawing stands on the line after it; we draw our own.
        if after_drawing && line.starts_with("<img ") {
            after_drawing = false;
            continue;
        }
        let Some(item) = read_comment(line) else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        if !text.trim().is_empty() {
            items.push(Item::Text(std::mem::take(&mut text)));
        }
        text.clear();
        after_drawing = matches!(item, Some(Item::Draw(_)));
        items.extend(item);
    }
    if !text.trim().is_empty() {
        items.push(Item::Text(text));
    }
    items
}

/// Reads a comment; `None` if the line is not a comment, and `Some(None)` if it holds
/// nothing of interest here.
fn read_comment(line: &str) -> Option<Option<Item>> {
    let inside = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    let Some((kind, fields)) = inside.split_once(':') else {
        return Some(None);
    };
    let fields: Vec<_> = fields.split(" | ").map(str::trim).collect();
    Some(match (kind.trim(), fields.as_slice()) {
        ("draw", [game, position, caption]) => {
            Some(Item::Draw(Drawn::new(game, position, caption)))
        }
        ("example", [game, position, made, after]) => Some(Item::Example(MoveExample {
            from: Drawn::new(game, position, ""),
            made: (*made).to_owned(),
            after: (*after).to_owned(),
        })),
        ("illegal", [game, position, made, reason]) => Some(Item::Illegal {
            from: Drawn::new(game, position, ""),
            made: (*made).to_owned(),
            reason: (*reason).to_owned(),
        }),
        _ => None,
    })
}

/// Puts examples and drawings that belong together into lessons.
#[derive(Default)]
struct Composer {
    parts: Vec<RulesPart>,
    /// Examples whose drawings have not come yet.
    examples: Vec<MoveExample>,
    /// A lesson that comes after the next paragraph.
    forbidden: Option<RulesLesson>,
}

impl Composer {
    fn take(&mut self, item: Item) {
        match item {
            Item::Text(text) => self.text(&text),
            Item::Draw(drawn) => self.draw(drawn),
            Item::Example(example) => self.examples.push(example),
            Item::Illegal { from, made, reason } => {
                let task = Task::Forbidden(made, reason);
                match self
                    .parts
                    .pop_if(|part| matches!(part, RulesPart::Picture(drawn) if drawn.is_at(&from)))
                {
                    Some(RulesPart::Picture(from)) => {
                        self.parts.push(RulesPart::Lesson(RulesLesson { from, task }));
                    }
                    _ => self.forbidden = Some(RulesLesson { from, task }),
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        let text = text.trim();
        // A line that only announces the next picture; the lesson does that itself.
        let announces = text == "Before:" || text.starts_with("After `") && !text.contains('\n');
        if announces {
            return;
        }
        if let Some(lesson) = self.forbidden.take() {
            let (first, rest) = text.split_once("\n\n").unwrap_or((text, ""));
            self.parts.push(RulesPart::Text(first.to_owned()));
            self.parts.push(RulesPart::Lesson(lesson));
            if !rest.is_empty() {
                self.parts.push(RulesPart::Text(rest.to_owned()));
            }
            return;
        }
        // A section ends, and no drawing has come for its examples.
        if let Some(at) = text.find("\n## ").filter(|_| !self.examples.is_empty()) {
            self.parts.push(RulesPart::Text(text[..at].trim().to_owned()));
            let examples = std::mem::take(&mut self.examples);
            self.walk(examples, None);
            self.parts.push(RulesPart::Text(text[at..].trim().to_owned()));
            return;
        }
        self.parts.push(RulesPart::Text(text.to_owned()));
    }

    fn draw(&mut self, drawn: Drawn) {
        if let [example] = self.examples.as_slice()
            && example.from.is_at(&drawn)
        {
            let task = Task::Move(example.made.clone(), None);
            self.parts.push(RulesPart::Lesson(RulesLesson { from: drawn, task }));
            // It stays until its second drawing comes.
            return;
        }
        let ends = self.examples.last().is_some_and(|example| example.after == drawn.position);
        if !ends {
            let first = !self.parts.iter().any(|part| !matches!(part, RulesPart::Text(_)));
            self.parts.push(if first {
                RulesPart::Lesson(RulesLesson { from: drawn, task: Task::Free })
            } else {
                RulesPart::Picture(drawn)
            });
            return;
        }
        let examples = std::mem::take(&mut self.examples);
        if let Some(RulesPart::Lesson(RulesLesson { task: Task::Move(_, after @ None), .. })) =
            self.parts.last_mut()
        {
            *after = Some(drawn);
        } else {
            self.walk(examples, Some(drawn));
        }
    }

    fn walk(&mut self, examples: Vec<MoveExample>, end: Option<Drawn>) {
        let Some(first) = examples.first() else {
            return;
        };
        let from = first.from.clone();
        let mut moves: Vec<_> = examples.into_iter().map(|example| example.made).collect();
        let task = match moves.len() {
            1 => Task::Move(moves.remove(0), end),
            _ => Task::Walk(moves, end),
        };
        self.parts.push(RulesPart::Lesson(RulesLesson { from, task }));
    }

    fn finish(mut self) -> Vec<RulesPart> {
        let examples = std::mem::take(&mut self.examples);
        self.walk(examples, None);
        self.parts.extend(self.forbidden.take().map(RulesPart::Lesson));
        self.parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Game

Words.

<!-- draw: g | p0 w | The start -->
<img src=\"x.svg\">

More.

<!-- example: g | p1 w | a-b | p2 b -->

Before:

<!-- draw: g | p1 w | First -->
<img src=\"x.svg\">

After `a-b`:

<!-- draw: g | p2 b | Second -->
<img src=\"x.svg\">

<!-- illegal: g | p1 w | a-z | too far -->

Not allowed.

## Game two

<!-- example: g | p1 w | a-b | p2 b -->
<!-- example: g | p2 b | b-c | p3 w -->

1. `a-b` then `b-c`

<!-- outcome: g | p3 w | first -->
<!-- draw: g | p3 w | The end -->
<img src=\"x.svg\">
";

    #[test]
    fn examples_become_lessons() {
        let drawn = |position: &str, caption: &str| Drawn::new("g", position, caption);
        let lesson = |from, task| RulesPart::Lesson(RulesLesson { from, task });
        let text = |text: &str| RulesPart::Text(text.to_owned());
        let expected = [
            text("# Game\n\nWords."),
            lesson(drawn("p0 w", "The start"), Task::Free),
            text("More."),
            lesson(
                drawn("p1 w", "First"),
                Task::Move("a-b".to_owned(), Some(drawn("p2 b", "Second"))),
            ),
            text("Not allowed."),
            lesson(drawn("p1 w", ""), Task::Forbidden("a-z".to_owned(), "too far".to_owned())),
            text("## Game two"),
            text("1. `a-b` then `b-c`"),
            lesson(
                drawn("p1 w", ""),
                Task::Walk(
                    vec!["a-b".to_owned(), "b-c".to_owned()],
                    Some(drawn("p3 w", "The end")),
                ),
            ),
        ];
        assert_eq!(parts(PAGE), expected);
    }

    #[test]
    fn examples_without_drawings_belong_to_their_section() {
        let page = "<!-- example: g | p1 w | a-b | p2 b -->\n<!-- example: g | p2 b | b-c | p3 w -->\n\
            \n1. moves\n\n## Next\n\nWords.\n\n<!-- example: h | p1 w | a-b | p2 b -->\n";
        let told: Vec<_> = parts(page)
            .into_iter()
            .map(|part| match part {
                RulesPart::Text(text) => text,
                RulesPart::Lesson(RulesLesson { task: Task::Walk(moves, None), .. }) => {
                    moves.join(" ")
                }
                RulesPart::Lesson(RulesLesson { from, task: Task::Move(made, None) }) => {
                    from.game + &made
                }
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(told, ["1. moves", "a-b b-c", "## Next\n\nWords.", "ha-b"]);
    }

    #[test]
    fn sections_are_found() {
        assert!(section(PAGE, "Game two").unwrap().contains("p3 w"));
        assert_eq!(section(PAGE, "Game three"), None);
        assert!(from_section(PAGE, "Game two").unwrap().starts_with("## Game two"));
    }
}
