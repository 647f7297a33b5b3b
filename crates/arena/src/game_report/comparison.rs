//! Rule sets side by side.

use serde::{Deserialize, Serialize};

use super::document::{Document, DocumentBlock};
use super::estimate::Estimate;
use super::format::{list, number, percent};
use super::page::{ladder_plot, score_plot};
use super::player_report::{PlayerReport, player_name};
use super::report::{GameReport, REPORT_FORMAT, Rating};

/// A comparison of rule sets by the games of one player, the strongest that all reports have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Version of this form.
    pub format: u32,
    /// Names of the rule sets.
    pub games: Vec<String>,
    /// Player whose games are compared.
    pub player: String,
    /// The numbers that are compared.
    pub rows: Vec<ComparedNumber>,
}

/// A number of all rule sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedNumber {
    /// Name of the number.
    pub name: String,
    /// Whether the number is a share.
    pub is_share: bool,
    /// The numbers, in the order of the rule sets.
    pub values: Vec<Option<Estimate>>,
    /// Whether some of them differ by more than chance explains.
    pub differ: bool,
}

impl Comparison {
    /// Compares reports; `None` if there are fewer than two, or no player that all of them have.
    pub fn new(reports: &[&GameReport]) -> Option<Self> {
        let (first, others) = reports.split_first().filter(|(_, others)| !others.is_empty())?;
        let is_shared = |player: &&PlayerReport| {
            let has =
                |report: &&GameReport| report.players.iter().any(|p| p.player == player.player);
            others.iter().all(has)
        };
        let player = first.players.iter().rev().find(is_shared)?.player.clone();
        let rows = NUMBERS.iter().map(|(name, is_share, find)| {
            let of_player = |report: &&GameReport| {
                let found = report.players.iter().find(|one| one.player == player)?;
                find(found)
            };
            ComparedNumber::new(name, *is_share, reports.iter().map(of_player).collect())
        });
        Some(Self {
            format: REPORT_FORMAT,
            games: reports.iter().map(|report| report.game.clone()).collect(),
            rows: rows.filter(|row| row.values.iter().any(Option::is_some)).collect(),
            player,
        })
    }

    /// Returns the name of the files of this comparison, without endings.
    pub fn file_name(&self) -> String {
        self.games.join("-and-").replace(':', "-")
    }

    /// Returns the JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Returns the comparison as a document, with plots from the same reports.
    pub fn document(&self, reports: &[&GameReport]) -> Document {
        let mut blocks = self.section(reports);
        blocks.push(DocumentBlock::Heading("How this was made".to_owned()));
        blocks.extend(reports.iter().map(|report| DocumentBlock::Command(report.command.clone())));
        blocks.push(DocumentBlock::Paragraph(
            "Given several games, `cairn report` makes their reports and this comparison together."
                .to_owned(),
        ));
        Document { title: Self::title(reports), blocks }
    }

    /// Returns the title of a comparison of these reports.
    pub fn title(reports: &[&GameReport]) -> String {
        let titles: Vec<_> = reports.iter().map(|report| report.title.clone()).collect();
        format!("{} compared", titles.join(" and "))
    }

    /// Returns the comparison as a part of another document.
    pub fn section(&self, reports: &[&GameReport]) -> Vec<DocumentBlock> {
        let titles: Vec<_> = reports.iter().map(|report| report.title.clone()).collect();
        let plot_name = |plot: &str| format!("{}-{plot}", self.file_name());
        let score = "Points of the side that moves first";
        vec![
            DocumentBlock::Paragraph(format!(
                "Numbers from games of {} against itself, with their 95 % intervals. Two numbers \
                 differ if the 95 % interval of their difference does not contain zero.",
                player_name(&self.player)
            )),
            DocumentBlock::List(self.findings(&titles)),
            self.table(&titles, reports),
            DocumentBlock::Plots(vec![
                score_plot(&plot_name("first-move"), score, reports),
                ladder_plot(&plot_name("ladder"), "Elo over the weakest player", reports),
            ]),
        ]
    }

    fn table(&self, titles: &[String], reports: &[&GameReport]) -> DocumentBlock {
        let mut head = vec!["number".to_owned()];
        head.extend(titles.iter().cloned());
        head.push("differ".to_owned());
        let mut rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let mut cells = vec![row.name.clone()];
                cells.extend(row.values.iter().map(|value| row.text(*value)));
                cells.push(if row.differ { "yes" } else { "not certain" }.to_owned());
                cells
            })
            .collect();
        let mut depth = vec!["Elo from the weakest to the strongest player".to_owned()];
        let texts = reports.iter().map(|report| report.ratings().last().map(Rating::text));
        depth.extend(texts.map(Option::unwrap_or_default));
        depth.push(if depths_differ(reports) { "yes" } else { "not certain" }.to_owned());
        rows.push(depth);
        DocumentBlock::Table(head, rows)
    }

    /// States the differences in words.
    fn findings(&self, titles: &[String]) -> Vec<String> {
        let mut findings: Vec<String> = self
            .rows
            .iter()
            .filter(|row| row.differ)
            .map(|row| {
                let values = titles.iter().zip(&row.values);
                let values: Vec<_> = values
                    .map(|(title, value)| format!("{} in {title}", row.text(*value)))
                    .collect();
                format!("The {} differ: {}.", row.name, list(&values))
            })
            .collect();
        let same: Vec<_> =
            self.rows.iter().filter(|row| !row.differ).map(|row| row.name.clone()).collect();
        if !same.is_empty() {
            findings.push(format!("No significant difference was found in {}.", list(&same)));
        }
        findings
    }
}

impl ComparedNumber {
    fn new(name: &str, is_share: bool, values: Vec<Option<Estimate>>) -> Self {
        let known: Vec<_> = values.iter().flatten().collect();
        let differ = known.iter().any(|one| known.iter().any(|other| one.differs_from(other)));
        Self { name: name.to_owned(), is_share, values, differ }
    }

    fn text(&self, value: Option<Estimate>) -> String {
        if self.is_share { percent(value) } else { number(value) }
    }
}

/// Whether the whole Elo ladders of some reports differ in height.
fn depths_differ(reports: &[&GameReport]) -> bool {
    let totals: Vec<_> = reports.iter().filter_map(|report| report.ratings().pop()).collect();
    totals.iter().any(|one| totals.iter().any(|other| one.differs_from(other)))
}

/// A number that is compared: its name, whether it is a share, and where it is found.
type NumberColumn = (&'static str, bool, fn(&PlayerReport) -> Option<Estimate>);

const NUMBERS: [NumberColumn; 13] = [
    ("points of the side that moves first", true, |player| player.first_score),
    ("shares of drawn games", true, |player| player.draws),
    ("lengths in plies", false, |player| player.length),
    ("numbers of legal moves", false, |player| player.choice),
    ("shares of positions with a single legal move", true, |player| player.forced),
    ("shares of games in which a position comes up again", true, |player| player.repeated),
    ("lead changes per game", false, |player| player.drama.as_ref()?.lead_changes),
    ("shares of comebacks", true, |player| player.drama.as_ref()?.comebacks),
    ("shares of the game after which it is decided", true, |player| {
        player.drama.as_ref()?.decided_after
    }),
    ("mistakes per game", false, |player| player.drama.as_ref()?.mistakes),
    ("plies from the loser's last mistake to the end", false, |player| {
        player.drama.as_ref()?.losing_mistake_before_end
    }),
    ("shares of games proved before the last move", true, |player| player.drama.as_ref()?.proved),
    ("plies before the end at which the result is proved", false, |player| {
        player.drama.as_ref()?.proved_before_end
    }),
];
