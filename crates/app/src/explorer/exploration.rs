//! Moves of a position with their results.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use cairn_engine::Score;
use cairn_games::{AnyMove, AnyPosition, Outcome, Side};

use super::table::OpeningTable;

/// Results of games, seen from the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Number of games won.
    pub wins: u32,
    /// Number of games drawn.
    pub draws: u32,
    /// Number of games lost.
    pub losses: u32,
}

impl Results {
    /// Returns the result of one game for a side.
    pub fn of(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Draw => Self { draws: 1, ..Self::default() },
            Outcome::Win(winner) if winner == side => Self { wins: 1, ..Self::default() },
            Outcome::Win(_) => Self { losses: 1, ..Self::default() },
        }
    }

    /// Returns the number of games.
    pub const fn games(self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub mv: AnyMove,
    /// Moves that are symmetric to it and counted with it.
    pub also: Vec<AnyMove>,
    /// Results of the player who makes it.
    pub results: Results,
    /// The engine's score for that player, if the table has one.
    pub score: Option<Score>,
}

/// All that is known of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exploration {
    /// Results of the side to move.
    pub results: Results,
    /// The engine's score for the side to move.
    pub score: Option<Score>,
    /// The engine's choice.
    pub best: Option<AnyMove>,
    /// The moves that were played, the most frequent first.
    pub moves: Vec<ExploredMove>,
}

impl Exploration {
    /// Lists moves that were counted in the canonical form of a position, with the scores of a
    /// table.
    pub fn new(
        position: &AnyPosition,
        counts: &BTreeMap<AnyMove, Results>,
        table: Option<&OpeningTable>,
    ) -> Self {
        let canonical = position.canonical();
        let opinion = table.and_then(|table| table.opinion(canonical.key()));
        let mut exploration =
            Self { score: opinion.map(|opinion| opinion.score), ..Self::default() };
        // The form may be symmetric to itself, and the engine's move one of several alike.
        let form = canonical.position().canonical();
        let best = opinion.map(|opinion| form.map_move(opinion.best));
        let mut places: BTreeMap<AnyMove, usize> = BTreeMap::new();
        for mv in position.moves() {
            let image = canonical.map_move(mv);
            if exploration.best.is_none() && best == Some(image) {
                exploration.best = Some(mv);
            }
            let Some(&results) = counts.get(&image) else { continue };
            if let Some(&place) = places.get(&image) {
                exploration.moves[place].also.push(mv);
                continue;
            }
            places.insert(image, exploration.moves.len());
            exploration.results += results;
            let score = score_of_move(position, mv, table);
            exploration.moves.push(ExploredMove { mv, also: Vec::new(), results, score });
        }
        exploration.moves.sort_by_key(|explored| std::cmp::Reverse(explored.results.games()));
        exploration
    }
}

/// Returns the score of a move that ends the game, or of one to a position of the table.
fn score_of_move(
    position: &AnyPosition,
    mv: AnyMove,
    table: Option<&OpeningTable>,
) -> Option<Score> {
    let mut after = *position;
    after.play(mv).ok()?;
    Some(match after.outcome() {
        None => Score::of_move_to(table?.opinion(after.canonical().key())?.score),
        Some(Outcome::Draw) => Score::Draw,
        Some(Outcome::Win(side)) if side == position.to_move() => Score::Win(1),
        Some(Outcome::Win(_)) => Score::Loss(1),
    })
}
