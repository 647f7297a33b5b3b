//! Mitsudomoe and Mitsudomoe with one action per turn. A cell is rings `w`
//! and `b`, bottom first, with a ball `W` or `B` on top or not.

use super::{
    Cells, Coordinates, Slow, cell_mut, count, join_position, name, on_board, place, places,
    split_position, step, top,
};
use std::collections::BTreeMap;

/// All eight directions.
const AROUND: [Coordinates; 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A Mitsudomoe position.
#[derive(Clone)]
pub struct SlowMitsudomoe {
    board: Cells,
    /// `w` or `b`; also the letter of that player's rings.
    to_move: char,
    /// Whether a turn is one step of either kind, and not one of each.
    single: bool,
}

fn opponent(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

/// The letter of a player's balls.
fn ball(colour: char) -> char {
    colour.to_ascii_uppercase()
}

fn home(colour: char) -> [Coordinates; 3] {
    match colour {
        'w' => ["a1", "b1", "a2"].map(place),
        _ => ["e5", "d5", "e4"].map(place),
    }
}

fn goal(colour: char) -> [Coordinates; 3] {
    home(opponent(colour))
}

fn has_ball(board: &Cells, at: Coordinates) -> bool {
    top(board, at) == 'W' || top(board, at) == 'B'
}

fn supply(board: &Cells, colour: char) -> usize {
    8_usize.saturating_sub(count(board, colour))
}

/// Takes the top piece of one space and puts it on another.
fn move_top(board: &mut Cells, from: Coordinates, to: Coordinates) {
    let piece = cell_mut(board, from).pop().unwrap();
    cell_mut(board, to).push(piece);
}

/// All ring steps: text, and the board after it.
fn ring_steps(board: &Cells, colour: char) -> Vec<(String, Cells)> {
    let mut steps = Vec::new();
    for to in places(board) {
        if has_ball(board, to) {
            continue;
        }
        if supply(board, colour) > 0 {
            let mut next = board.clone();
            cell_mut(&mut next, to).push(colour);
            steps.push((format!("+{}", name(to)), next));
        }
        for from in places(board) {
            if from != to && top(board, from) == colour {
                let mut next = board.clone();
                move_top(&mut next, from, to);
                steps.push((format!("{}-{}", name(from), name(to)), next));
            }
        }
    }
    steps
}

/// All ball steps: text, and the board after it.
fn ball_steps(board: &Cells, colour: char) -> Vec<(String, Cells)> {
    let mut steps = Vec::new();
    for from in places(board) {
        if top(board, from) != ball(colour) || goal(colour).contains(&from) {
            continue;
        }
        for direction in AROUND {
            // The unbroken line of balls that starts on the adjacent space. If
            // there is none, this is a move to the adjacent space.
            let mut line = Vec::new();
            let mut to = step(from, direction, 1);
            while on_board(board, to) && has_ball(board, to) {
                line.push(to);
                to = step(to, direction, 1);
            }
            if !on_board(board, to) || top(board, to) != colour {
                continue;
            }
            let mut opponents = line;
            opponents.retain(|&at| top(board, at) != ball(colour));
            let safe = goal(opponent(colour));
            if opponents.iter().any(|at| safe.contains(at)) {
                continue;
            }
            let text = format!("{}-{}", name(from), name(to));
            let mut next = board.clone();
            move_top(&mut next, from, to);
            if opponents.is_empty() {
                steps.push((text, next));
                continue;
            }
            // Of all lists that lead to the same board the smallest is kept.
            let mut smallest: BTreeMap<Cells, String> = BTreeMap::new();
            for (list, relocated) in relocations(&next, &opponents) {
                let list = list.join(",");
                let kept = smallest.entry(relocated).or_insert(list.clone());
                *kept = list.min(kept.clone());
            }
            for (relocated, list) in smallest {
                steps.push((format!("{text}({list})"), relocated));
            }
        }
    }
    steps
}

/// All ways to relocate these balls one after another, in every order, each to
/// a different space with, at that time, a ring of its colour on top and no ball.
fn relocations(board: &Cells, balls: &[Coordinates]) -> Vec<(Vec<String>, Cells)> {
    if balls.is_empty() {
        return vec![(Vec::new(), board.clone())];
    }
    let mut ways = Vec::new();
    for &from in balls {
        let ring = top(board, from).to_ascii_lowercase();
        for to in places(board) {
            if to == from || top(board, to) != ring {
                continue;
            }
            let mut next = board.clone();
            move_top(&mut next, from, to);
            let mut rest = balls.to_vec();
            rest.retain(|&at| at != from);
            for (list, end) in relocations(&next, &rest) {
                let mut whole = vec![format!("{}>{}", name(from), name(to))];
                whole.extend(list);
                ways.push((whole, end));
            }
        }
    }
    ways
}

impl SlowMitsudomoe {
    /// Reads position text.
    pub fn read(text: &str, single: bool) -> SlowMitsudomoe {
        let (board, to_move) = split_position(text);
        SlowMitsudomoe { board, to_move, single }
    }

    /// All turns the side to move could take if the game is not yet decided.
    fn turns(&self) -> Vec<String> {
        let mut turns = Vec::new();
        for (ring, board) in ring_steps(&self.board, self.to_move) {
            if self.single {
                turns.push(ring);
                continue;
            }
            for (ball, _) in ball_steps(&board, self.to_move) {
                turns.push(format!("{ring};{ball}"));
            }
        }
        if self.single {
            for (ball, _) in ball_steps(&self.board, self.to_move) {
                turns.push(ball);
            }
        }
        turns
    }

    /// The winner by what stands on the board at the end of the last turn.
    fn winner_on_board(&self) -> Option<char> {
        let moved = opponent(self.to_move);
        let mut balls = places(&self.board);
        balls.retain(|&at| top(&self.board, at) == ball(moved));
        if balls.iter().all(|at| goal(moved).contains(at)) {
            return Some(moved);
        }
        // A player with all five rings still in supply has not had a turn.
        let mut homes = home(moved).into_iter();
        let had_a_turn = supply(&self.board, moved) < 5;
        if !self.single && had_a_turn && homes.all(|at| has_ball(&self.board, at)) {
            return Some(self.to_move);
        }
        None
    }
}

impl Slow for SlowMitsudomoe {
    fn write(&self) -> String {
        join_position(&self.board, self.to_move)
    }

    fn moves(&self) -> Vec<String> {
        match self.winner_on_board() {
            Some(_) => Vec::new(),
            None => self.turns(),
        }
    }

    fn after(&self, mv: &str) -> Box<dyn Slow> {
        let mut next = self.clone();
        next.to_move = opponent(self.to_move);
        // Whatever the step, a top piece goes from one space to another; only a
        // ring from supply comes from nowhere.
        for word in mv.split([';', '(', ',', ')']).filter(|w| !w.is_empty()) {
            if let Some(to) = word.strip_prefix('+') {
                cell_mut(&mut next.board, place(to)).push(self.to_move);
            } else {
                let (from, to) = word.split_once(['-', '>']).unwrap();
                move_top(&mut next.board, place(from), place(to));
            }
        }
        Box::new(next)
    }

    fn outcome(&self) -> Option<Option<usize>> {
        let winner = match self.winner_on_board() {
            Some(winner) => winner,
            None if self.turns().is_empty() => opponent(self.to_move),
            None => return None,
        };
        Some(Some(if winner == 'w' { 0 } else { 1 }))
    }
}
