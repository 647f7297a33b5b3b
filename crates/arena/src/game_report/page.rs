//! The report as a document.

use cairn_engine::levels::Level;

use super::document::{Document, DocumentBlock};
use super::drama::{BEATEN, LEAD};
use super::estimate::Estimate;
use super::page_tables as tables;
use super::play::{VARIED_CHOICES, VARIED_NOISE, VARIED_PLIES};
use super::player_report::player_names;
use super::plot::{self, Plot, Series};
use super::report::{GameReport, Rating};

impl GameReport {
    /// Returns the report as a document.
    pub fn document(&self) -> Document {
        let mut blocks = self.beginning();
        blocks.extend(self.results());
        blocks.extend(self.lengths());
        blocks.extend(self.depth());
        blocks.extend(self.leads());
        blocks.extend(self.course());
        blocks.extend(self.openings());
        blocks.extend(self.board_use());
        blocks.extend(self.making());
        Document { title: format!("Report on {}", self.title), blocks }
    }

    fn strongest_name(&self) -> String {
        self.strongest().map(|player| player.name()).unwrap_or_default()
    }

    /// Whether the engine at full strength plays, which has no node limit of its own.
    fn has_highest_level(&self) -> bool {
        self.players.iter().any(|one| one.player == Level::HIGHEST.to_string())
    }

    fn name_of(&self, plot: &str) -> String {
        format!("{}-{plot}", self.file_name())
    }

    fn beginning(&self) -> Vec<DocumentBlock> {
        let players: Vec<_> = self.players.iter().map(|player| player.name()).collect();
        let range = match (players.first(), players.last()) {
            (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
            (first, _) => first.cloned().unwrap_or_default(),
        };
        let limit = match self.has_highest_level() {
            true => format!(" at {} nodes per move", self.nodes),
            false => String::new(),
        };
        vec![
            DocumentBlock::Paragraph(format!(
                "From {} games between computer players of known strength, {range}{limit}. Every number \
                 has its 95 % interval in brackets. The findings below are derived from the numbers by \
                 fixed rules.",
                self.games()
            )),
            DocumentBlock::Heading("Findings".to_owned()),
            DocumentBlock::List(self.findings.clone()),
        ]
    }

    fn results(&self) -> Vec<DocumentBlock> {
        vec![
            DocumentBlock::Heading("Who wins".to_owned()),
            DocumentBlock::Paragraph(format!(
                "Each player against itself. {} moves first; a draw is half a point.",
                self.sides[0]
            )),
            tables::results(self),
            DocumentBlock::Plots(vec![score_plot(
                &self.name_of("first-move"),
                &format!("Points of {}, who moves first, by strength", self.sides[0]),
                &[self],
            )]),
        ]
    }

    fn lengths(&self) -> Vec<DocumentBlock> {
        let name = self.strongest_name();
        let points: Vec<_> = self
            .choice_by_ply
            .iter()
            .map(|choice| [choice.value, choice.low, choice.high])
            .collect();
        vec![
            DocumentBlock::Heading("Length and choice".to_owned()),
            DocumentBlock::Paragraph(
                "A ply is one turn of one side. The numbers of legal moves, and of positions with only \
                 one, are averages of the averages per game."
                    .to_owned(),
            ),
            tables::lengths(self),
            DocumentBlock::Plots(vec![
                plot::lengths(
                    &self.name_of("lengths"),
                    &format!("Games of {name} by length"),
                    &self.lengths,
                ),
                plot::curve(
                    &self.name_of("choice"),
                    &format!("Legal moves at each ply in games of {name}"),
                    &points,
                ),
            ]),
        ]
    }

    fn depth(&self) -> Vec<DocumentBlock> {
        if self.rungs.is_empty() {
            return Vec::new();
        }
        let mut text = "Each player against the next weaker one, with sides exchanged after every \
                        game. An Elo difference of 200 corresponds to a score of 76 %. Where one side \
                        won all games, the smallest difference that explains this is added."
            .to_owned();
        if self.has_highest_level() {
            let nodes = self.nodes;
            text += &format!(
                " Level 10 is the engine at full strength, with {nodes} nodes per move instead of a \
                 time limit, which makes its games reproducible."
            );
        }
        vec![
            DocumentBlock::Heading("Depth".to_owned()),
            DocumentBlock::Paragraph(text),
            tables::ladder(self),
            DocumentBlock::Plots(vec![ladder_plot(
                &self.name_of("ladder"),
                "Elo over the weakest player",
                &[self],
            )]),
        ]
    }

    fn leads(&self) -> Vec<DocumentBlock> {
        if self.leads.is_empty() {
            return Vec::new();
        }
        vec![
            DocumentBlock::Heading("What decides".to_owned()),
            DocumentBlock::Paragraph(format!(
                "In games of {}, after a quarter, a half and three quarters of the moves: how often \
                 one side is ahead in something, and how often that side wins the decided games. By \
                 chance alone, it would win half of them.",
                self.strongest_name()
            )),
            tables::leads(self),
        ]
    }

    fn course(&self) -> Vec<DocumentBlock> {
        let mut blocks = Vec::new();
        if self.players.iter().any(|player| player.drama.is_some()) {
            blocks.extend([
                DocumentBlock::Heading("Drama".to_owned()),
                DocumentBlock::Paragraph(format!(
                    "Measured with a search of {} nodes in every position. A side takes the lead with an \
                     expected score of at least {:.0} %, and keeps it until the other side takes it. The \
                     game is decided when the winner takes the lead for good, given as a share of its \
                     moves. A comeback is a win after an expected score of {:.0} % or less. A mistake \
                     costs at least 15 percentage points.",
                    self.review_nodes,
                    50.0 + 100.0 * LEAD,
                    100.0 * BEATEN
                )),
                tables::drama(self),
                DocumentBlock::Heading("Proofs and endings".to_owned()),
                DocumentBlock::Paragraph(
                    "How early the same search proves the final result.".to_owned(),
                ),
                tables::proofs(self),
            ]);
        }
        if let Some(player) = self.strongest() {
            blocks.push(DocumentBlock::Paragraph(format!("How games of {} end:", player.name())));
            blocks.push(tables::endings(player));
        }
        blocks
    }

    fn openings(&self) -> Vec<DocumentBlock> {
        let heading = DocumentBlock::Heading("Openings".to_owned());
        if self.openings.is_empty() {
            let text = if self.is_shuffled {
                "Every game has a different set-up, so there are no openings."
            } else {
                "There are too few games."
            };
            return vec![heading, DocumentBlock::Paragraph(text.to_owned())];
        }
        vec![
            heading,
            DocumentBlock::Paragraph(format!(
                "Positions after one, two and four plies in games of {}, each player against itself. \
                 Symmetric positions count as one, regardless of the order of moves; the most common \
                 order is shown. The expected score is from a search of {} nodes.",
                player_names(&self.opening_players),
                self.review_nodes
            )),
            tables::openings(self),
        ]
    }

    fn board_use(&self) -> Vec<DocumentBlock> {
        let Ok(game) = self.board() else { return Vec::new() };
        let widest = self.heat_maps.iter().map(|map| map.half_width).fold(0.0, f64::max);
        let plots =
            ["moves", "first", "second"].into_iter().zip(&self.heat_maps).map(|(name, map)| {
                plot::heat(&self.name_of(&format!("board-{name}")), map, game.info().board)
            });
        vec![
            DocumentBlock::Heading("Board use".to_owned()),
            DocumentBlock::Paragraph(format!(
                "In games of {}. Every number is accurate to within {:.1} percentage points.",
                self.strongest_name(),
                100.0 * widest
            )),
            DocumentBlock::Plots(plots.collect()),
        ]
    }

    fn making(&self) -> Vec<DocumentBlock> {
        vec![
            DocumentBlock::Heading("How this was made".to_owned()),
            DocumentBlock::Paragraph(format!("This report was made by {} with one command:", self.program)),
            DocumentBlock::Command(self.command.clone()),
            DocumentBlock::Paragraph(format!(
                "No move was searched with more than {} nodes. Players from level 7 up always play the \
                 same moves, so for variety they choose each of the first {VARIED_PLIES} plies from \
                 their {VARIED_CHOICES} best moves, by a softmax with a temperature of {:.1} on the scale \
                 of the evaluation. Proportions have Wilson's interval; means have the normal one, with \
                 one number per game.",
                self.nodes,
                VARIED_NOISE / 100.0
            )),
            DocumentBlock::Paragraph(
                "These commands play the games of each pair of players and write them to the folder \
                 given by `--collection`:"
                    .to_owned(),
            ),
            tables::commands(self),
        ]
    }
}

/// Draws the scores of the first player by strength, of one report or several.
pub(super) fn score_plot(name: &str, title: &str, reports: &[&GameReport]) -> Plot {
    let percent = |score: Estimate| [score.value, score.low, score.high].map(|x| 100.0 * x);
    by_strength(name, title, reports, " %", Some(50.0), |report| {
        report.players.iter().map(|player| player.first_score.map(percent)).collect()
    })
}

/// Draws the Elo ladder of one report or several.
pub(super) fn ladder_plot(name: &str, title: &str, reports: &[&GameReport]) -> Plot {
    by_strength(name, title, reports, "", None, |report| {
        let point =
            |rating: Rating| Some([rating.elo, rating.low, rating.high.unwrap_or(rating.elo)]);
        report.ratings().into_iter().map(point).collect()
    })
}

/// Draws something about each player of one report or several.
fn by_strength(
    name: &str,
    title: &str,
    reports: &[&GameReport],
    unit: &str,
    reference: Option<f64>,
    points: impl Fn(&GameReport) -> Vec<Option<[f64; 3]>>,
) -> Plot {
    let longest = reports.iter().max_by_key(|report| report.players.len());
    let labels: Vec<_> = longest
        .map(|report| report.players.iter().map(|player| player.player.clone()).collect())
        .unwrap_or_default();
    let series: Vec<_> = reports
        .iter()
        .map(|report| {
            let found = points(report);
            let find = |label: &String| {
                let index = report.players.iter().position(|player| player.player == *label)?;
                found.get(index).copied().flatten()
            };
            Series { name: report.title.clone(), points: labels.iter().map(find).collect() }
        })
        .collect();
    plot::points(name, title, &labels, &series, unit, reference)
}
