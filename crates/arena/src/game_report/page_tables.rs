//! Tables of a report.

use super::document::DocumentBlock;
use super::drama::DramaReport;
use super::estimate::Estimate;
use super::format::{elo, number, percent};
use super::measures::LeadPhase;
use super::player_report::PlayerReport;
use super::report::GameReport;

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Makes a table with a row for each player.
fn by_player(
    report: &GameReport,
    head: &[&str],
    row: impl Fn(&PlayerReport) -> Vec<String>,
) -> DocumentBlock {
    let mut heads = texts(&["player"]);
    heads.extend(texts(head));
    let rows = report.players.iter().map(|player| {
        let mut cells = vec![player.name()];
        cells.extend(row(player));
        cells
    });
    DocumentBlock::Table(heads, rows.collect())
}

/// Results of the games between equals.
pub(super) fn results(report: &GameReport) -> DocumentBlock {
    let [first, second] = report.sides.each_ref().map(|name| format!("{name} wins"));
    let score = format!("points of {}", report.sides[0]);
    by_player(report, &["games", &first, "drawn", &second, &score], |player| {
        vec![
            player.games.to_string(),
            percent(player.first_wins),
            percent(player.draws),
            percent(player.second_wins),
            percent(player.first_score),
        ]
    })
}

/// Lengths of games and choice of moves.
pub(super) fn lengths(report: &GameReport) -> DocumentBlock {
    let head =
        ["plies", "median", "longest", "legal moves", "positions with one move", "different games"];
    by_player(report, &head, |player| {
        vec![
            number(player.length),
            number(player.median_length),
            player.longest.to_string(),
            number(player.choice),
            percent(player.forced),
            format!("{} of {}", player.different_games, player.games),
        ]
    })
}

/// The Elo ladder.
pub(super) fn ladder(report: &GameReport) -> DocumentBlock {
    let ratings = report.ratings();
    let rows = report.rungs.iter().zip(ratings.iter().skip(1)).map(|(rung, rating)| {
        vec![
            rung.name(),
            (rung.wins + rung.draws + rung.losses).to_string(),
            format!("+{} ={} -{}", rung.wins, rung.draws, rung.losses),
            percent(rung.score),
            elo(rung.elo, rung.interval),
            rating.text(),
        ]
    });
    let head = ["match", "games", "result", "score", "Elo", "Elo over the weakest"];
    DocumentBlock::Table(texts(&head), rows.collect())
}

/// Connection between being ahead and winning.
pub(super) fn leads(report: &GameReport) -> DocumentBlock {
    let head = [
        "more of",
        "ahead at 1/4",
        "and wins",
        "ahead at 1/2",
        "and wins",
        "ahead at 3/4",
        "and wins",
    ];
    let rows = report.leads.iter().map(|lead| {
        let mut cells = vec![lead.measure.clone()];
        for index in 0..3 {
            let phase = lead.phases.get(index);
            let find = |of: fn(&LeadPhase) -> Option<Estimate>| phase.and_then(of);
            cells.push(percent(find(|phase| phase.ahead)));
            cells.push(percent(find(|phase| phase.wins)));
        }
        cells
    });
    DocumentBlock::Table(texts(&head), rows.collect())
}

/// The course of games.
pub(super) fn drama(report: &GameReport) -> DocumentBlock {
    let head = [
        "lead changes",
        "with a change",
        "comebacks",
        "decided after",
        "mistakes",
        "mistake by the loser",
        "last, plies before the end",
    ];
    by_player(report, &head, |player| {
        let find = |of: fn(&DramaReport) -> Option<Estimate>| player.drama.as_ref().and_then(of);
        vec![
            number(find(|drama| drama.lead_changes)),
            percent(find(|drama| drama.with_lead_change)),
            percent(find(|drama| drama.comebacks)),
            percent(find(|drama| drama.decided_after)),
            number(find(|drama| drama.mistakes)),
            percent(find(|drama| drama.with_losing_mistake)),
            number(find(|drama| drama.losing_mistake_before_end)),
        ]
    })
}

/// Proofs and repetition.
pub(super) fn proofs(report: &GameReport) -> DocumentBlock {
    let mut head = vec!["proved before the last move", "plies before the end"];
    if report.can_repeat {
        head.extend(["a position repeats", "drawn by repetition"]);
    }
    by_player(report, &head, |player| {
        let find = |of: fn(&DramaReport) -> Option<Estimate>| player.drama.as_ref().and_then(of);
        let mut cells = vec![
            percent(find(|drama| drama.proved)),
            number(find(|drama| drama.proved_before_end)),
        ];
        if report.can_repeat {
            cells.extend([percent(player.repeated), percent(player.drawn_by_repetition)]);
        }
        cells
    })
}

/// Reasons for which the games of the strongest player ended.
pub(super) fn endings(player: &PlayerReport) -> DocumentBlock {
    let row = |ending: &super::player_report::EndingReport| {
        vec![ending.reason.clone(), percent(ending.share)]
    };
    DocumentBlock::Table(texts(&["ending", "games"]), player.endings.iter().map(row).collect())
}

/// Openings.
pub(super) fn openings(report: &GameReport) -> DocumentBlock {
    let score = format!("points of {}", report.sides[0]);
    let rows = report.openings.iter().map(|opening| {
        vec![
            opening.line.join(" "),
            percent(opening.share),
            percent(opening.first_score),
            percent(opening.expected),
            opening.orders.to_string(),
        ]
    });
    let head = ["moves", "games", &score, "expected score", "move orders"];
    DocumentBlock::Table(texts(&head), rows.collect())
}

/// The commands that play the games.
pub(super) fn commands(report: &GameReport) -> DocumentBlock {
    let code = |command: &str| format!("`{command}`");
    let equals = report.players.iter().map(|player| {
        let name = format!("{} against itself", player.name());
        vec![name, player.games.to_string(), code(&player.command)]
    });
    let matches = report.rungs.iter().map(|rung| {
        let games = rung.wins + rung.draws + rung.losses;
        vec![rung.name(), games.to_string(), code(&rung.command)]
    });
    DocumentBlock::Table(texts(&["games of", "number", "command"]), equals.chain(matches).collect())
}
