//! Findings: statements in words that follow from the numbers of a report by fixed rules.
//!
//! A difference is stated only if its 95 % interval excludes chance; where it does not, the
//! finding says so.

use super::estimate::Estimate;
use super::format::{list, number, percent};
use super::measures::{EVALUATION_MEASURE, LeadPhase, LeadReport};
use super::player_report::{PlayerReport, player_names};
use super::report::GameReport;

/// Elo of a class of players: the stronger of two neighbours scores about three quarters.
const CLASS_ELO: f64 = 200.0;

/// Least share of games in which somebody is ahead in a measure that is worth a finding.
const OFTEN_AHEAD: f64 = 0.3;

/// Share of the average use below which a cell is hardly used.
const HARDLY_USED: f64 = 1.0 / 3.0;

/// Largest number of cells that are named.
const NAMED_CELLS: usize = 8;

/// Index of the phase in the middle of the game.
pub(super) const MIDDLE: usize = 1;

/// Returns what follows from the numbers, the most important first.
pub(super) fn findings(report: &GameReport) -> Vec<String> {
    let Some(best) = report.strongest() else { return Vec::new() };
    [
        balance(report, best),
        balance_by_strength(report),
        draws(best),
        length(best),
        choice(best),
        depth(report),
        decisive(report),
        indecisive(report),
        drama(best),
        losing_mistakes(best),
        proofs(report, best),
        repetition(report, best),
        board(report),
        first_moves(report),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn balance(report: &GameReport, best: &PlayerReport) -> Option<String> {
    let score = best.first_score?;
    let distance = (score.value - 0.5).abs();
    let size = match distance {
        small if small < 0.05 => "a small",
        clear if clear < 0.15 => "a clear",
        _ => "a large",
    };
    let verdict = if score.contains(0.5) {
        format!("{} games show no significant advantage for either side", best.games)
    } else if score.value > 0.5 {
        format!("moving first is {size} advantage")
    } else {
        format!("moving first is {size} disadvantage")
    };
    Some(format!(
        "Between equals ({}), {} moves first and scores {} of the points: {verdict}.",
        best.name(),
        report.sides[0],
        percent(Some(score))
    ))
}

/// Pools the scores of the first player of some players.
fn pooled_score(players: &[PlayerReport]) -> Option<Estimate> {
    let scores: Vec<_> = players.iter().filter_map(|player| player.first_score).collect();
    let points = scores.iter().map(|score| score.value * score.games as f64).sum();
    Estimate::share(points, scores.iter().map(|score| score.games).sum())
}

fn balance_by_strength(report: &GameReport) -> Option<String> {
    let third = report.players.len() / 3;
    if third == 0 {
        return None;
    }
    let weak = pooled_score(&report.players[..third])?;
    let strong = pooled_score(&report.players[report.players.len() - third..])?;
    let figures = format!(
        "{} for the weakest third of the players, {} for the strongest",
        percent(Some(weak)),
        percent(Some(strong))
    );
    let verdict = if !weak.differs_from(&strong) {
        "The value of the first move does not change measurably with strength"
    } else if (strong.value > weak.value) == (strong.value > 0.5) {
        "The first move matters more among strong players"
    } else {
        "Among strong players the first move matters less, or favours the other side"
    };
    Some(format!("{verdict}: {figures}."))
}

fn draws(best: &PlayerReport) -> Option<String> {
    let draws = best.draws?;
    let figure = percent(Some(draws));
    let name = best.name();
    Some(match draws.value {
        0.0 => format!("None of the {} games of {name} was drawn: {figure}.", best.games),
        rare if rare < 0.05 => format!("Draws are rare: {figure} of the games of {name}."),
        some if some < 0.25 => format!("Some games are drawn: {figure} of the games of {name}."),
        _ => format!("Draws are frequent: {figure} of the games of {name}."),
    })
}

fn length(best: &PlayerReport) -> Option<String> {
    let length = best.length?;
    Some(format!(
        "Games of {} last {} plies on average, about {:.0} turns per side; half of them are over \
         after {} plies.",
        best.name(),
        number(Some(length)),
        (length.value / 2.0).ceil(),
        number(best.median_length),
    ))
}

fn choice(best: &PlayerReport) -> Option<String> {
    let (choice, forced) = (best.choice?, best.forced?);
    let verdict = match forced.value {
        none if none < 0.01 => "Moves are hardly ever forced",
        some if some < 0.1 => "Moves are seldom forced",
        _ => "Moves are often forced",
    };
    Some(format!(
        "Players have {} legal moves on average. {verdict}: {} of the positions have only one.",
        number(Some(choice)),
        percent(Some(forced))
    ))
}

fn depth(report: &GameReport) -> Option<String> {
    let (weakest, best) = (report.players.first()?, report.strongest()?);
    let rating = *report.ratings().last().filter(|_| !report.rungs.is_empty())?;
    let total = rating.elo;
    let verdict = match total {
        shallow if shallow < 600.0 => "Weak and strong play differ little",
        moderate if moderate < 1_200.0 => "Skill matters",
        deep if deep < 2_000.0 => "Skill matters a lot",
        _ => "Skill decides nearly everything",
    };
    let certain = report.rungs.iter().filter(|rung| rung.interval[0].is_some_and(|low| low > 0.0));
    let steps = match (certain.count(), report.rungs.len()) {
        (all, total) if all == total => {
            "Every player is significantly stronger than the next weaker one.".to_owned()
        }
        (some, total) => {
            format!("In {some} of {total} matches, the stronger player is significantly stronger.")
        }
    };
    Some(format!(
        "{verdict}: {} Elo separate {} from {}, about {:.0} classes of {CLASS_ELO:.0} Elo. {steps}",
        rating.text(),
        weakest.name(),
        best.name(),
        (total / CLASS_ELO).max(0.0),
    ))
}

/// Returns the measures that a side is often ahead in, in the middle of the game.
fn middle_leads(report: &GameReport) -> impl Iterator<Item = (&LeadReport, Estimate)> {
    let own = report.leads.iter().filter(|lead| lead.measure != EVALUATION_MEASURE);
    own.filter_map(|lead| {
        let LeadPhase { ahead, wins } = lead.phases.get(MIDDLE)?;
        ahead.filter(|ahead| ahead.value >= OFTEN_AHEAD).and(*wins).map(|wins| (lead, wins))
    })
}

fn decisive(report: &GameReport) -> Option<String> {
    let decisive = middle_leads(report).filter(|(_, wins)| !wins.contains(0.5));
    let mut found: Vec<_> = decisive.collect();
    found.sort_by(|a, b| (b.1.value - 0.5).abs().total_cmp(&(a.1.value - 0.5).abs()));
    let texts: Vec<_> = found
        .iter()
        .take(3)
        .map(|(lead, wins)| format!("{} {}", lead.measure, percent(Some(*wins))))
        .collect();
    (!texts.is_empty()).then(|| {
        format!(
            "What decides: the side that leads in one of these in mid-game wins this share of the \
             decided games: {}.",
            list(&texts)
        )
    })
}

fn indecisive(report: &GameReport) -> Option<String> {
    let names: Vec<_> = middle_leads(report)
        .filter(|(_, wins)| wins.contains(0.5))
        .map(|(lead, wins)| format!("{} {}", lead.measure, percent(Some(wins))))
        .collect();
    (!names.is_empty()).then(|| {
        format!("A mid-game lead in one of these has no significant effect: {}.", list(&names))
    })
}

fn drama(best: &PlayerReport) -> Option<String> {
    let drama = best.drama.as_ref()?;
    let changes = drama.lead_changes?;
    let verdict = match changes.value {
        quiet if quiet < 0.5 => "Most games are one-sided",
        some if some < 1.5 => "The lead changes about once per game",
        _ => "Games go back and forth",
    };
    Some(format!(
        "{verdict}: {} lead changes per game, at least one in {} of the games. {} of the decided \
         games are won by a side that was as good as beaten.",
        number(Some(changes)),
        percent(drama.with_lead_change),
        percent(drama.comebacks)
    ))
}

fn losing_mistakes(best: &PlayerReport) -> Option<String> {
    let drama = best.drama.as_ref()?;
    let before_end = drama.losing_mistake_before_end?;
    Some(format!(
        "In {} of the decided games, the evaluation shows a mistake by the loser; the last one comes \
         {} plies before the end.",
        percent(drama.with_losing_mistake),
        number(Some(before_end))
    ))
}

fn proofs(report: &GameReport, best: &PlayerReport) -> Option<String> {
    let drama = best.drama.as_ref()?;
    Some(format!(
        "A search of {} nodes proves the result before the last move in {} of the games, {} plies \
         before the end on average.",
        report.review_nodes,
        percent(drama.proved),
        number(Some(drama.proved_before_end?))
    ))
}

fn repetition(report: &GameReport, best: &PlayerReport) -> Option<String> {
    if !report.can_repeat {
        return Some("Positions cannot repeat, so every game comes to an end.".to_owned());
    }
    Some(format!(
        "A position repeats in {} of the games; {} are drawn by repetition.",
        percent(Some(best.repeated?)),
        percent(best.drawn_by_repetition)
    ))
}

fn board(report: &GameReport) -> Option<String> {
    let board = report.board().ok()?.info().board;
    let map = report.heat_maps.first()?;
    let average = map.cells.iter().sum::<f64>() / map.cells.len().max(1) as f64;
    let mut order: Vec<usize> = (0..map.cells.len()).collect();
    order.sort_by(|a, b| map.cells[*b].total_cmp(&map.cells[*a]));
    let names =
        |cells: &[usize]| list(&cells.iter().map(|cell| board.name(*cell)).collect::<Vec<_>>());
    let is_idle = |cell: &usize| map.cells[*cell] + map.half_width < HARDLY_USED * average;
    let mut idle: Vec<usize> = order.iter().copied().filter(is_idle).collect();
    idle.sort_unstable();
    let busiest = format!(
        "The busiest cells are {}: {:.0} % of the moves use the first of them (± {:.0})",
        names(&order[..order.len().min(3)]),
        100.0 * map.cells[order[0]],
        100.0 * map.half_width
    );
    let rest = match idle.len() {
        0 => "no cell has less than a third of the average use".to_owned(),
        count if count <= NAMED_CELLS => {
            format!("cells with less than a third of the average use: {}", names(&idle))
        }
        count => {
            format!("{count} of {} cells have less than a third of the average use", order.len())
        }
    };
    Some(format!("{busiest}; {rest}."))
}

fn first_moves(report: &GameReport) -> Option<String> {
    if report.is_shuffled {
        let games = report.strongest()?.games;
        return Some(format!(
            "Every game has a different set-up ({games} set-ups for the strongest player), so \
             there are no openings to learn."
        ));
    }
    let first = report.openings.iter().find(|opening| opening.plies == 1)?;
    Some(format!(
        "The most common first move of {} is {}, up to symmetry. It is played in {} of the games, in \
         which {} scores {} of the points.",
        player_names(&report.opening_players),
        first.line.concat(),
        percent(first.share),
        report.sides[0],
        percent(first.first_score)
    ))
}
