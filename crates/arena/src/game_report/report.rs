//! The report on a game: all numbers, computed from a collection.

use cairn_games::record::Record;
use cairn_games::{GameId, Side};
use serde::{Deserialize, Serialize};

use super::collection::Collection;
use super::estimate::{Estimate, rounded};
use super::findings::findings;
use super::heat::{HeatMap, heat_maps};
use super::measures::{AnalysedGame, LeadReport, leads};
use super::opening_lines::{OpeningReport, openings};
use super::player_report::{PlayerReport, player_name};
use crate::elo::Tally;
use crate::match_log::half_points;

/// Version of the JSON form of reports.
pub(super) const REPORT_FORMAT: u32 = 1;

/// Number of intervals of the lengths of games.
const LENGTH_BINS: usize = 24;

/// Least share of games that last to a ply for which the choice of moves is given.
const LEAST_SHARE: f64 = 0.1;

/// A report on a game: numbers computed from games between players of stated strength.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReport {
    /// Version of this form.
    pub format: u32,
    /// Name of the rule set.
    pub game: String,
    /// Size of the board.
    pub size: String,
    /// Name of the rule set for people.
    pub title: String,
    /// Names of the players, first mover first.
    pub sides: [String; 2],
    /// Program that played the games.
    pub program: String,
    /// Command that makes this report.
    pub command: String,
    /// Greatest number of nodes per move.
    pub nodes: u64,
    /// Number of nodes for the evaluation of a position.
    pub review_nodes: u64,
    /// Whether each game begins at a set-up of its own.
    pub is_shuffled: bool,
    /// Whether positions can come up again.
    pub can_repeat: bool,
    /// Statements that follow from the numbers, in words.
    pub findings: Vec<String>,
    /// The players, from the weakest to the strongest.
    pub players: Vec<PlayerReport>,
    /// Matches between neighbouring players.
    pub rungs: Vec<RungReport>,
    /// Number of legal moves at each ply of the games of the strongest player.
    pub choice_by_ply: Vec<Estimate>,
    /// Numbers of games of the strongest player by their length.
    pub lengths: LengthCounts,
    /// Connection between being ahead and winning, in games of the strongest player.
    pub leads: Vec<LeadReport>,
    /// Use of the board in games of the strongest player.
    pub heat_maps: Vec<HeatMap>,
    /// Players whose openings are counted.
    pub opening_players: Vec<String>,
    /// Openings.
    pub openings: Vec<OpeningReport>,
}

/// Numbers of games by their length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthCounts {
    /// Number of plies that each interval spans.
    pub step: usize,
    /// Numbers of games with fewer than `step` plies, with fewer than twice as many, and so on.
    pub games: Vec<usize>,
}

/// A match between a player and the next weaker one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RungReport {
    /// The stronger player as a command names it.
    pub player: String,
    /// The weaker one.
    pub against: String,
    /// Command that plays the games.
    pub command: String,
    /// Number of games that the stronger player won.
    pub wins: u32,
    /// Number of games drawn.
    pub draws: u32,
    /// Number of games that the stronger player lost.
    pub losses: u32,
    /// Share of the points.
    pub score: Option<Estimate>,
    /// Elo difference; none if every game had the same winner.
    pub elo: Option<f64>,
    /// 95 % interval of the Elo difference; none for an end without a bound.
    pub interval: [Option<f64>; 2],
}

impl RungReport {
    fn new(collection: &Collection, index: usize) -> Self {
        let players = &collection.settings().players;
        let [player, against] = [index, index - 1].map(|index| players[index].to_string());
        let games = collection.games(index, index - 1);
        let mut tally = Tally::NOTHING;
        for pair in games.chunks(2) {
            let points = |record: &&Record| {
                let is_first = record.player(Side::First) == Some(&player);
                let side = if is_first { Side::First } else { Side::Second };
                record.result.map_or(1, |outcome| half_points(outcome, side))
            };
            tally.add(&pair.iter().map(points).collect::<Vec<_>>());
        }
        let Tally { wins, draws, losses, .. } = tally;
        let points = f64::from(wins) + f64::from(draws) / 2.0;
        Self {
            player,
            against,
            command: collection.games_command(index, index - 1),
            wins,
            draws,
            losses,
            score: Estimate::share(points, tally.games() as usize),
            elo: tally.elo().map(rounded),
            interval: tally.interval().map(|end| end.map(rounded)),
        }
    }

    /// Returns the players in words, such as "level 7 against level 6".
    pub(super) fn name(&self) -> String {
        format!("{} against {}", player_name(&self.player), player_name(&self.against))
    }

    /// Returns the Elo difference that is certain: the estimate, or the bound that there is if
    /// one side won all games.
    pub(super) fn known_elo(&self) -> f64 {
        let [low, high] = self.interval;
        self.elo.or(low).or(high).unwrap_or(0.0)
    }
}

impl GameReport {
    /// Computes the report on the games of a collection.
    pub fn new(collection: &Collection) -> Self {
        let (game, settings) = (collection.game(), collection.settings());
        let info = game.info();
        let analysed = |index: usize| -> Vec<AnalysedGame> {
            let records = collection.games(index, index);
            records.iter().filter_map(|record| AnalysedGame::new(record)).collect()
        };
        let mut players = Vec::new();
        let mut opening_games = Vec::new();
        let mut strongest = Vec::new();
        let openings_from = settings.players.len() / 2;
        for (index, player) in settings.players.iter().enumerate() {
            let (records, games) = (collection.games(index, index), analysed(index));
            let command = collection.games_command(index, index);
            players.push(PlayerReport::new(player, command, &records, &games));
            if index + 1 == settings.players.len() {
                strongest = analysed(index);
            }
            if index >= openings_from {
                opening_games.extend(games);
            }
        }
        let mut report = Self {
            format: REPORT_FORMAT,
            game: game.name().to_owned(),
            size: info.board.size(),
            title: info.title.to_owned(),
            sides: Side::BOTH.map(|side| info.side_name(side).to_owned()),
            program: format!("cairn {}", env!("CARGO_PKG_VERSION")),
            command: collection.command(),
            nodes: settings.nodes,
            review_nodes: settings.review_nodes,
            is_shuffled: game.shuffled(0).is_some(),
            can_repeat: info.can_repeat,
            findings: Vec::new(),
            players,
            rungs: (1..settings.players.len())
                .map(|index| RungReport::new(collection, index))
                .collect(),
            choice_by_ply: choice_by_ply(&strongest),
            lengths: LengthCounts::new(&strongest),
            leads: leads(&strongest),
            heat_maps: heat_maps(&strongest),
            opening_players: settings.players[openings_from..]
                .iter()
                .map(ToString::to_string)
                .collect(),
            openings: openings(&opening_games),
        };
        report.findings = findings(&report);
        report
    }

    /// Reads a report from its JSON form, and derives its findings from the numbers again.
    ///
    /// # Errors
    /// If the text is not a report in the current form.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let mut report: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if report.format != REPORT_FORMAT {
            return Err(format!("it has format {}, not {REPORT_FORMAT}", report.format));
        }
        report.board()?;
        report.findings = findings(&report);
        Ok(report)
    }

    /// Returns the JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Returns the rule set on its board.
    pub(super) fn board(&self) -> Result<GameId, String> {
        let boards = GameId::boards(&self.game).map_err(|error| error.to_string())?;
        let found = boards.into_iter().find(|board| board.info().board.size() == self.size);
        found.ok_or_else(|| format!("{} has no board of size {}", self.game, self.size))
    }

    /// Returns the name of the files of this report, without endings.
    pub fn file_name(&self) -> String {
        let name = self.game.replace(':', "-");
        let is_standard = self.board().is_ok_and(GameId::is_standard_size);
        if is_standard { name } else { format!("{name}-{}", self.size) }
    }

    /// Returns the numbers about the strongest player.
    pub(super) fn strongest(&self) -> Option<&PlayerReport> {
        self.players.last()
    }

    /// Returns the number of all games.
    pub(super) fn games(&self) -> usize {
        let matches = self.rungs.iter().map(|rung| (rung.wins + rung.draws + rung.losses) as usize);
        self.players.iter().map(|player| player.games).chain(matches).sum()
    }

    /// Returns the Elo ratings of the players over the weakest one.
    pub(super) fn ratings(&self) -> Vec<Rating> {
        let mut rating = Rating { elo: 0.0, low: 0.0, high: Some(0.0), is_bound: false };
        let (mut below, mut above) = (0.0_f64, Some(0.0_f64));
        let mut ratings = vec![rating];
        for rung in &self.rungs {
            let elo = rung.known_elo();
            let [low, high] = rung.interval;
            below += low.map_or(0.0, |low| (elo - low).powi(2));
            above = above.zip(high).map(|(sum, high)| sum + (high - elo).powi(2));
            let total = rating.elo + elo;
            rating = Rating {
                elo: total,
                low: total - below.sqrt(),
                high: above.map(|sum| total + sum.sqrt()),
                is_bound: rating.is_bound || rung.elo.is_none(),
            };
            ratings.push(rating);
        }
        ratings
    }
}

/// Elo of a player over the weakest one, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rating {
    pub(super) elo: f64,
    pub(super) low: f64,
    /// Upper end of the interval, if there is one.
    pub(super) high: Option<f64>,
    /// Whether one side won all games of some match, so that the number is the least possible.
    pub(super) is_bound: bool,
}

impl Rating {
    /// Whether two ratings differ by more than chance explains.
    pub(super) fn differs_from(&self, other: &Self) -> bool {
        let is_above = |one: &Self, other: &Self| {
            other.high.is_some_and(|high| {
                one.elo - other.elo > (one.elo - one.low).hypot(high - other.elo)
            })
        };
        is_above(self, other) || is_above(other, self)
    }

    /// Returns the rating with its interval as text.
    pub(super) fn text(&self) -> String {
        let elo = (!self.is_bound).then_some(self.elo);
        super::format::elo(elo, [Some(self.low), self.high.filter(|_| !self.is_bound)])
    }
}

impl LengthCounts {
    fn new(games: &[AnalysedGame]) -> Self {
        let longest = games.iter().map(|game| game.history.moves().len()).max().unwrap_or(0);
        let step = longest / LENGTH_BINS + 1;
        let mut counts = vec![0; longest / step + 1];
        games.iter().for_each(|game| counts[game.history.moves().len() / step] += 1);
        Self { step, games: counts }
    }
}

/// Returns the mean number of legal moves at each ply that enough games reach.
fn choice_by_ply(games: &[AnalysedGame]) -> Vec<Estimate> {
    let at = |ply: usize| -> Vec<f64> {
        games.iter().filter_map(|game| game.choices.get(ply)).map(|moves| *moves as f64).collect()
    };
    let least = (LEAST_SHARE * games.len() as f64).max(2.0) as usize;
    let plies = (0..).map(at).take_while(|values| values.len() >= least);
    plies.filter_map(|values| Estimate::mean(&values)).collect()
}
