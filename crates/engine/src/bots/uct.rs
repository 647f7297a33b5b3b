//! Plain UCT: a tree that grows where UCB1 leads, and random play to the end from there.
//!
//! This is what general game systems offer for any game, and so the yardstick for an
//! engine that knows its games. It has no heuristics; it is only made not to waste time.

use cairn_games::random::Random;
use cairn_games::{AnyMove, Game, History, Outcome, Side, with_position};

use super::{chance, random_move};
use crate::bot::{Bot, EngineOptions, SearchError, SearchReport, Variation};
use crate::limiter::{NodeCounter, SearchLimiter};
use crate::limits::{Limits, StopFlag};
use crate::score::Score;

/// The weight of curiosity in UCB1; the square root of two is the textbook's.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Random play that lasts longer than this counts as a draw.
const LONGEST_PLAYOUT: u32 = 2_000;

/// Number of playouts before the first report; it doubles with each report.
const FIRST_REPORT_AT: u64 = 1_000;

/// Plain UCT with random playouts. A playout counts as one node.
///
/// ```
/// use cairn_engine::bots::Uct;
/// use cairn_engine::{Bot, EngineOptions, Limits, StopFlag};
/// use cairn_games::{GameId, History};
///
/// let game = History::new(GameId::Nava.start());
/// let mut uct = Uct::new(EngineOptions { hash_mb: 1, ..EngineOptions::default() });
/// let report = uct.search(&game, &Limits::nodes(100), &StopFlag::new(), &mut |_| ())?;
/// assert_eq!(report.nodes, 100);
/// # Ok::<(), cairn_engine::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Uct {
    options: EngineOptions,
}

impl Uct {
    /// Makes a bot that uses the random seed and the memory of the options.
    pub const fn new(options: EngineOptions) -> Self {
        Self { options }
    }
}

impl Bot for Uct {
    fn name(&self) -> String {
        "uct".to_owned()
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let limiter = SearchLimiter::until_target(limits, stop);
        with_position!(history.position(), position => {
            let mut tree = Tree::new(*position, history, &self.options);
            tree.grow(&limiter, watch);
            tree.report(&limiter).ok_or(SearchError::GameOver)
        })
    }
}

/// A position that has been reached, known by the move that led to it.
struct TreeNode<M> {
    /// The move into this position; none into the root.
    mv: Option<M>,
    visits: u32,
    /// Points of the side that made the move, summed over the visits.
    points: f64,
    /// Index of this node's first child in the arena, and number of children. None until
    /// the second visit, so that memory goes to positions that are visited again.
    first_child: u32,
    children: u32,
}

impl<M> TreeNode<M> {
    const fn new(mv: Option<M>) -> Self {
        Self { mv, visits: 0, points: 0.0, first_child: 0, children: 0 }
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.points / f64::from(self.visits) }
    }
}

struct Tree<G: Game> {
    root: G,
    nodes: Vec<TreeNode<G::Move>>,
    most_nodes: usize,
    /// Keys of the positions of the game so far, in order, if they can come up again.
    /// During a playout those of the path are added.
    earlier: Vec<u64>,
    /// The nodes of the playout under way.
    path: Vec<usize>,
    chance: Random,
    playouts: u64,
}

impl<G: Game> Tree<G> {
    fn new(root: G, history: &History, options: &EngineOptions) -> Self {
        // Half of the memory, because a growing list is copied to one twice as long.
        let bytes = options.hash_mb.max(1).saturating_mul(1 << 19);
        let most_nodes = (bytes / size_of::<TreeNode<G::Move>>()).min(u32::MAX as usize);
        let positions = history.positions().iter();
        let earlier =
            if G::info().can_repeat { positions.map(|p| p.key()).collect() } else { Vec::new() };
        Self {
            root,
            nodes: vec![TreeNode::new(None)],
            most_nodes,
            earlier,
            path: Vec::new(),
            chance: chance(options.seed, history),
            playouts: 0,
        }
    }

    fn grow(&mut self, limiter: &SearchLimiter<'_>, watch: &mut dyn FnMut(&SearchReport)) {
        let mut next_report = FIRST_REPORT_AT;
        self.expand(0, self.root);
        let mut counter = NodeCounter::new(limiter);
        // At least one playout, so that there is a move to give.
        while counter.count().is_ok() || self.playouts == 0 {
            self.visit_once();
            if self.playouts == next_report {
                next_report *= 2;
                if let Some(report) = self.report(limiter) {
                    watch(&report);
                }
            }
        }
    }

    /// One playout: down the tree, on at random, and back with the result.
    fn visit_once(&mut self) {
        self.playouts += 1;
        let played_so_far = self.earlier.len();
        self.path.clear();
        self.path.push(0);
        let (mut node, mut position) = (0, self.root);
        let mut result = None;
        while result.is_none() {
            if self.nodes[node].children == 0 && self.nodes[node].visits > 0 {
                self.expand(node, position);
            }
            let Some(child) = self.select(node) else { break };
            let Some(mv) = self.nodes[child].mv else { break };
            position.play_unchecked(mv);
            node = child;
            self.path.push(node);
            result = self.result_here(&position);
        }
        self.earlier.truncate(played_so_far);
        let result = result.unwrap_or_else(|| self.play_out(position));
        self.credit(result);
    }

    /// The result if the game ends here. A position that came up before is taken for a
    /// draw: what could be reached the second time could have been reached the first.
    fn result_here(&mut self, position: &G) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        if G::info().can_repeat {
            let key = position.key();
            if self.earlier.contains(&key) {
                return Some(Outcome::Draw);
            }
            self.earlier.push(key);
        }
        None
    }

    /// Adds the children of a node if there is room. They are shuffled, since those not
    /// yet visited are taken in their order.
    fn expand(&mut self, node: usize, position: G) {
        let first = self.nodes.len();
        let count = position.count_moves() as usize;
        if first + count > self.most_nodes {
            return;
        }
        position.for_each_move(|mv| self.nodes.push(TreeNode::new(Some(mv))));
        self.chance.shuffle(&mut self.nodes[first..]);
        self.nodes[node].first_child = first as u32;
        self.nodes[node].children = (self.nodes.len() - first) as u32;
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let first = self.nodes[node].first_child as usize;
        first..first + self.nodes[node].children as usize
    }

    /// The child to visit by UCB1: one without visits if there is one.
    fn select(&self, node: usize) -> Option<usize> {
        let log_visits = f64::from(self.nodes[node].visits.max(1)).ln();
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        for index in self.children(node) {
            let child = &self.nodes[index];
            if child.visits == 0 {
                return Some(index);
            }
            let curiosity = (log_visits / f64::from(child.visits)).sqrt();
            let bound = child.mean() + EXPLORATION * curiosity;
            if bound > best_bound {
                best_bound = bound;
                best = Some(index);
            }
        }
        best
    }

    /// Random play to the end.
    fn play_out(&mut self, mut position: G) -> Outcome {
        for _ in 0..LONGEST_PLAYOUT {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            let Some(mv) = random_move(&position, &mut self.chance) else { break };
            position.play_unchecked(mv);
        }
        Outcome::Draw
    }

    /// Writes a result into every node of the path.
    fn credit(&mut self, result: Outcome) {
        let mut mover = self.root.to_move().other();
        for &index in &self.path {
            let node = &mut self.nodes[index];
            node.visits = node.visits.saturating_add(1);
            node.points += points(result, mover);
            mover = mover.other();
        }
    }

    /// The line of most visits and its mean; `None` if there are no moves.
    fn report(&self, limiter: &SearchLimiter<'_>) -> Option<SearchReport> {
        let most_visited = |node: usize| {
            self.children(node)
                .filter(|&child| self.nodes[child].visits > 0)
                .max_by_key(|&child| self.nodes[child].visits)
        };
        let best = most_visited(0)?;
        let line = std::iter::successors(Some(best), |&node| most_visited(node));
        let moves: Vec<_> = line.filter_map(|node| self.nodes[node].mv).map(AnyMove::new).collect();
        Some(SearchReport {
            depth: moves.len() as u32,
            nodes: self.playouts,
            elapsed: limiter.elapsed(),
            lines: vec![Variation { moves, score: value_of_mean(self.nodes[best].mean()) }],
        })
    }
}

/// Returns the points of a side for a result.
fn points(result: Outcome, side: Side) -> f64 {
    match result {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
    }
}

/// The value whose [`Score::expectation`] is this share of points.
fn value_of_mean(mean: f64) -> Score {
    let share = mean.clamp(0.001, 0.999);
    Score::Value((100.0 * (share / (1.0 - share)).ln()).round() as i32)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use cairn_games::GameId;

    use super::*;

    fn search(game: GameId, options: EngineOptions, limits: &Limits) -> SearchReport {
        let history = History::new(game.start());
        Uct::new(options).search(&history, limits, &StopFlag::new(), &mut |_| {}).unwrap()
    }

    #[test]
    fn a_number_of_playouts_gives_the_same_move_again() {
        for &game in GameId::ALL {
            let report = || search(game, EngineOptions::default(), &Limits::nodes(200));
            let (one, two) = (report(), report());
            assert_eq!(one.lines, two.lines, "{game}");
            assert_eq!(one.nodes, 200);
            assert!(game.start().moves().contains(&one.best_move()));
        }
    }

    #[test]
    fn memory_is_bounded_and_time_is_kept() {
        let options = EngineOptions { hash_mb: 1, ..EngineOptions::default() };
        for &game in GameId::ALL {
            let began = Instant::now();
            let report = search(game, options.clone(), &Limits::time(Duration::from_millis(50)));
            assert!(began.elapsed() < Duration::from_millis(500), "{game}");
            assert!(report.nodes > 0);
        }
    }

    #[test]
    fn one_playout_is_made_even_when_told_to_stop() {
        let stop = StopFlag::new();
        stop.raise();
        let history = History::new(GameId::Nava.start());
        let report = Uct::new(EngineOptions::default())
            .search(&history, &Limits::default(), &stop, &mut |_| {})
            .unwrap();
        assert_eq!(report.nodes, 1);
    }

    #[test]
    fn a_win_in_one_is_found() {
        // White's whole stack leaves a cube, the ninth.
        let text = "W,W,W,W,x/W,W,W,W,x/x5/x4,bbbbbb/wwww,x3,ww w";
        let position =
            cairn_games::read_position(&[GameId::Nava], text).expect("a possible position");
        let history = History::new(position);
        let report = Uct::new(EngineOptions::default())
            .search(&history, &Limits::nodes(3000), &StopFlag::new(), &mut |_| {})
            .unwrap();
        let mut after = *history.position();
        after.play(report.best_move()).unwrap();
        assert_eq!(after.outcome(), Some(Outcome::Win(Side::First)));
    }
}
