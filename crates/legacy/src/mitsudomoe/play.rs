//! The way program 002 chooses a turn.
//!
//! The program lists ring moves and ball moves by its own rules, which differ from the
//! game's: it knows no diagonal vaults, asks for too many free rings before Black may
//! vault up or down a column, and does not know the home rule. It values a turn by the
//! balls of the mover alone. All of that is kept here, because its choices follow from it.

use cairn_games::{AnyMove, AnyPosition, Side};

use super::{BOARD, SIDE, is_goal, value_of_balls};

const CELLS: usize = SIDE * SIDE;

/// Level of the program's computer player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Difficulty {
    Easy,
    Medium,
    Hard,
}

/// Chooses a turn as the program did.
///
/// If the program finds no turn, or one that the rules forbid, the choice is the legal
/// turn that its evaluation likes best.
pub(super) fn choose(position: &AnyPosition, difficulty: Difficulty) -> Option<AnyMove> {
    let text = State::of(position).turn(difficulty);
    let chosen = text.and_then(|text| {
        // Where a turn is a ring step or a ball step, the program's ball step comes first.
        let steps = [text.0.clone() + ";" + &text.1, text.1, text.0];
        steps.iter().find_map(|text| position.read_move(text).ok())
    });
    chosen.or_else(|| {
        let side = position.to_move();
        let value = |mv: &AnyMove| {
            let mut after = *position;
            after.play(*mv).map_or(0, |()| super::value(&after, side) as i64)
        };
        position.moves().into_iter().max_by_key(value)
    })
}

/// Board as the program sees it: cells are numbered along the rows from the top.
#[derive(Clone)]
struct State {
    /// Stacks from the bottom piece to the top piece.
    stacks: Vec<Vec<char>>,
    has_ring_in_hand: bool,
    side: Side,
}

/// Ring move; without an origin the ring comes from the hand.
type RingMove = (Option<usize>, usize);

/// Move of a ball from a cell to a cell.
type BallMove = (usize, usize);

const fn row(cell: usize) -> usize {
    cell / SIDE
}

const fn column(cell: usize) -> usize {
    cell % SIDE
}

/// Returns Cairn's number of a cell, which counts rows from the bottom.
const fn from_program(cell: usize) -> usize {
    BOARD.cell(column(cell), SIDE - 1 - row(cell))
}

fn name(cell: usize) -> String {
    BOARD.name(from_program(cell))
}

const fn ring_of(side: Side) -> char {
    ['w', 'b'][side.index()]
}

const fn ball_of(side: Side) -> char {
    ['W', 'B'][side.index()]
}

impl State {
    fn of(position: &AnyPosition) -> Self {
        let diagram = position.to_diagram();
        let side = position.to_move();
        Self {
            stacks: (0..CELLS).map(|cell| diagram.stacks[from_program(cell)].clone()).collect(),
            has_ring_in_hand: diagram.hands.is_some_and(|hands| hands[side.index()] > 0),
            side,
        }
    }

    fn top(&self, cell: usize) -> Option<char> {
        self.stacks[cell].last().copied()
    }

    fn cells_topped_by(&self, piece: char) -> Vec<usize> {
        (0..CELLS).filter(|&cell| self.top(cell) == Some(piece)).collect()
    }

    fn with_ring(&self, (from, to): RingMove) -> Self {
        let mut next = self.clone();
        if let Some(from) = from {
            next.stacks[from].pop();
        }
        next.stacks[to].push(ring_of(self.side));
        next
    }

    fn move_top(&mut self, (from, to): BallMove) {
        let piece = self.stacks[from].pop();
        self.stacks[to].extend(piece);
    }

    /// Returns the value to a side after one of its balls has moved.
    fn value_after(&self, side: Side, (from, to): BallMove) -> usize {
        let balls = self.cells_topped_by(ball_of(side)).into_iter();
        let moved = balls.map(|cell| from_program(if cell == from { to } else { cell }));
        value_of_balls(moved, side)
    }

    /// Lists the ring moves: the last origin first and the hand last; destinations from
    /// the first to the last.
    fn ring_moves(&self) -> Vec<RingMove> {
        let on_board = self.cells_topped_by(ring_of(self.side)).into_iter().rev().map(Some);
        let origins = on_board.chain(self.has_ring_in_hand.then_some(None));
        let is_free = |&to: &usize| !matches!(self.top(to), Some('W' | 'B'));
        origins
            .flat_map(|from| {
                let destinations = (0..CELLS).filter(is_free).filter(move |&to| from != Some(to));
                destinations.map(move |to| (from, to)).collect::<Vec<_>>()
            })
            .collect()
    }

    /// Lists the ball moves in the same order.
    fn ball_moves(&self) -> Vec<BallMove> {
        let balls = self.cells_topped_by(ball_of(self.side)).into_iter().rev();
        let origins = balls.filter(|&from| !is_goal(from_program(from), self.side));
        origins
            .flat_map(|from| (0..CELLS).map(move |to| (from, to)))
            .filter(|&ball| self.relocations(ball).is_some())
            .collect()
    }

    /// Returns the list of relocations from which the program chooses after a ball move;
    /// empty for a step, `None` if the move is not possible.
    fn relocations(&self, (from, to): BallMove) -> Option<Vec<BallMove>> {
        if self.top(to) != Some(ring_of(self.side)) {
            return None;
        }
        let is_near = |a: usize, b: usize| a.abs_diff(b) < 2;
        if is_near(row(from), row(to)) && is_near(column(from), column(to)) {
            return Some(Vec::new());
        }
        let (low, high) = (from.min(to), from.max(to));
        let is_vertical = column(from) == column(to);
        let stride = match (is_vertical, row(from) == row(to)) {
            (true, _) => SIDE,
            (_, true) => 1,
            _ => return None,
        };
        let mut opponents = Vec::new();
        // The cells between the two, from the last to the first.
        for cell in (low..high).step_by(stride).skip(1).rev() {
            match self.top(cell) {
                Some(ball) if ball == ball_of(self.side) => {}
                Some(ball) if ball == ball_of(self.side.other()) => opponents.push(cell),
                _ => return None,
            }
        }
        let free_rings = self.cells_topped_by(ring_of(self.side.other()));
        let mut needed = opponents.len() * opponents.len();
        if is_vertical && self.side == Side::Second && !opponents.is_empty() {
            // Black forgets all balls but the last in a column, and counts that one twice.
            opponents = opponents.split_off(opponents.len() - 1);
            needed = 4;
        }
        let moves: Vec<_> = opponents
            .iter()
            .flat_map(|&ball| free_rings.iter().map(move |&to| (ball, to)))
            .collect();
        (moves.len() >= needed).then_some(moves)
    }

    /// Chooses a turn and writes its two steps; `None` if the program finds none.
    fn turn(&self, difficulty: Difficulty) -> Option<(String, String)> {
        let rings = self.ring_moves();
        let foresight =
            if difficulty == Difficulty::Hard { Difficulty::Hard } else { Difficulty::Easy };
        let values = rings.iter().map(|&ring| {
            let after = self.with_ring(ring);
            after.choose_ball(foresight).map_or(0, |ball| after.value_after(self.side, ball))
        });
        let values: Vec<_> = values.collect();
        let &(from, to) = rings.get(last_best(&values)?)?;
        let ring = format!("{}{}", from.map_or("+".to_owned(), |from| name(from) + "-"), name(to));

        let mut state = self.with_ring((from, to));
        let ball = state.choose_ball(difficulty)?;
        let relocations = state.relocations(ball)?;
        state.move_top(ball);
        let relocated = state.relocate(relocations, difficulty)?;
        let mut step = format!("{}-{}", name(ball.0), name(ball.1));
        if !relocated.is_empty() {
            let list: Vec<_> =
                relocated.iter().map(|&(from, to)| name(from) + ">" + &name(to)).collect();
            step += &format!("({})", list.join(","));
        }
        Some((ring, step))
    }

    /// Chooses a ball move: of the best ones the last in the list, or the one after it at
    /// the easy level.
    fn choose_ball(&self, difficulty: Difficulty) -> Option<BallMove> {
        let moves = self.ball_moves();
        let values: Vec<_> = moves.iter().map(|&ball| self.value_after(self.side, ball)).collect();
        let best = last_best(&values)?;
        let is_easy = difficulty == Difficulty::Easy && best + 1 < moves.len();
        moves.get(if is_easy { best + 1 } else { best }).copied()
    }

    /// Relocates the opponent's balls; `None` where the program never ends.
    fn relocate(
        &mut self,
        mut moves: Vec<BallMove>,
        difficulty: Difficulty,
    ) -> Option<Vec<BallMove>> {
        let other = self.side.other();
        let mut made = Vec::new();
        while !moves.is_empty() {
            let losses = moves.iter().map(|&ball| 1000 - self.value_after(other, ball));
            let losses: Vec<_> = losses.collect();
            let worst = last_best(&losses)?;
            let is_easy = difficulty == Difficulty::Easy && worst + 2 < moves.len();
            let chosen = moves[if is_easy { worst + 1 } else { worst }];
            if self.top(chosen.1) != Some(ring_of(other)) {
                return None;
            }
            self.move_top(chosen);
            made.push(chosen);
            moves = without(moves, chosen);
        }
        Some(made)
    }
}

/// Removes the relocations of the ball that has been relocated. Those to the same cell go
/// only if they come before the first that stays, as in the program.
fn without(moves: Vec<BallMove>, (from, to): BallMove) -> Vec<BallMove> {
    let mut taken = to;
    let mut kept = Vec::new();
    for ball in moves {
        if ball.0 == from || ball.1 == taken {
            continue;
        }
        kept.push(ball);
        taken = from;
    }
    kept.reverse();
    kept
}

/// Returns the place of the last of the highest values.
fn last_best(values: &[usize]) -> Option<usize> {
    let best = values.iter().max()?;
    values.iter().rposition(|value| value == best)
}
