//! Turns of Mitsudomoe as text: `+c2;b1-c2`, `a1-d4(b2>c5,c3>e1)`.

use super::check::these_balls;
use super::moves::{BallStep, MitsudomoeMove, RingStep};
use super::position::Mitsudomoe;
use super::{BOARD, INFO, relocation};
use crate::game::{Game, Illegal};
use crate::text::{Cursor, TextError};

/// A turn as it was written.
pub(super) enum WrittenMove {
    Ring(RingStep),
    Ball(WrittenBallStep),
    Both(RingStep, WrittenBallStep),
}

/// A ball step as it was written: the balls that it passes over move one by one.
pub(super) struct WrittenBallStep {
    from: usize,
    to: usize,
    relocations: Vec<(usize, usize)>,
}

/// Reads a turn. The position only tells whether a single step is a ring's or a ball's.
pub(super) fn read<const SINGLE: bool>(
    position: &Mitsudomoe<SINGLE>,
    text: &str,
) -> Result<WrittenMove, TextError> {
    let help = match SINGLE {
        false => "a turn is a ring step and then a ball step, like +c2;b1-c2",
        true => "a turn is one ring step, like +c2, or one ball step, like b1-c2",
    };
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let turn = if SINGLE {
        read_one_step(position, &mut cursor)?
    } else {
        let ring = read_ring_step(&mut cursor)?;
        if !cursor.separator(';') {
            return Err(cursor.error_here("`;` and a ball step").help(help));
        }
        WrittenMove::Both(ring, read_ball_step(&mut cursor)?)
    };
    cursor.finish("move").map_err(|error| error.help(help))?;
    Ok(turn)
}

/// Reads a ring step or a ball step; the top piece where it begins says which.
fn read_one_step<const SINGLE: bool>(
    position: &Mitsudomoe<SINGLE>,
    cursor: &mut Cursor<'_>,
) -> Result<WrittenMove, TextError> {
    if cursor.peek() == Some('+') {
        return Ok(WrittenMove::Ring(read_ring_step(cursor)?));
    }
    let step = read_ball_step(cursor)?;
    if position.at(step.from).is_marked() || !step.relocations.is_empty() {
        return Ok(WrittenMove::Ball(step));
    }
    Ok(WrittenMove::Ring(RingStep { from: Some(step.from), to: step.to }))
}

fn read_ring_step(cursor: &mut Cursor<'_>) -> Result<RingStep, TextError> {
    if cursor.separator('+') {
        return Ok(RingStep { from: None, to: BOARD.read(cursor)? });
    }
    let (from, to) = read_pair(cursor, '-')?;
    Ok(RingStep { from: Some(from), to })
}

fn read_ball_step(cursor: &mut Cursor<'_>) -> Result<WrittenBallStep, TextError> {
    let (from, to) = read_pair(cursor, '-')?;
    let mut relocations = Vec::new();
    if cursor.separator('(') && !cursor.separator(')') {
        relocations.push(read_pair(cursor, '>')?);
        while cursor.separator(',') {
            relocations.push(read_pair(cursor, '>')?);
        }
        if !cursor.separator(')') {
            return Err(cursor.error_here("`,` or `)`"));
        }
    }
    Ok(WrittenBallStep { from, to, relocations })
}

/// Reads two spaces with this character between them.
fn read_pair(cursor: &mut Cursor<'_>, between: char) -> Result<(usize, usize), TextError> {
    let from = BOARD.read(cursor)?;
    if !cursor.separator(between) {
        let help = match between {
            '>' => "a ball on b2 that is relocated to c5 is written b2>c5",
            _ => "a step is written like b1-c2, or +c2 for a ring from supply",
        };
        return Err(cursor.error_here(&format!("`{between}`")).help(help));
    }
    Ok((from, BOARD.read(cursor)?))
}

impl WrittenMove {
    /// The turn, with the relocations made one by one; the rest is yet to be checked.
    pub(super) fn carried_out<const SINGLE: bool>(
        self,
        position: &Mitsudomoe<SINGLE>,
    ) -> Result<MitsudomoeMove, Illegal> {
        Ok(match self {
            Self::Ring(ring) => MitsudomoeMove::ring_only(ring),
            Self::Ball(ball) => MitsudomoeMove::ball_only(ball.carried_out(position)?),
            Self::Both(ring, ball) => {
                MitsudomoeMove::both(ring, ball.carried_out(&position.after_ring(ring)?)?)
            }
        })
    }
}

impl WrittenBallStep {
    /// The step, with the relocations made one by one in the order in which they stand.
    fn carried_out<const SINGLE: bool>(
        &self,
        position: &Mitsudomoe<SINGLE>,
    ) -> Result<BallStep, Illegal> {
        let passed = position.check_path(self.from, self.to)?;
        let opponent = position.to_move().other();
        let owner = INFO.side_name(opponent);
        let mut left = passed;
        let mut exposed = position.exposed_rings_of(opponent);
        let mut step = BallStep { from: self.from, to: self.to, relocated: 0 };
        for &(ball, to) in &self.relocations {
            let [ball_name, to_name] = [ball, to].map(|cell| BOARD.name(cell));
            if passed >> ball & 1 == 0 {
                return Err(format!("no ball of {owner} is passed over on {ball_name}").into());
            }
            if left >> ball & 1 == 0 {
                return Err(format!("the ball on {ball_name} has already been relocated").into());
            }
            if exposed >> to & 1 == 0 {
                let why = format!("which has no exposed ring of {owner} then");
                return Err(format!("the ball on {ball_name} cannot go to {to_name}, {why}").into());
            }
            left &= !(1 << ball);
            exposed = exposed & !(1 << to) | 1 << ball;
            step.relocated |= 1 << to;
        }
        match left {
            0 => Ok(step),
            _ if left == passed => Err(position.say_where(step, passed).into()),
            _ => Err(format!("the list leaves out {}", these_balls(owner, left)).into()),
        }
    }
}

/// Returns the text of a turn.
pub(super) fn write<const SINGLE: bool>(
    position: &Mitsudomoe<SINGLE>,
    mv: MitsudomoeMove,
) -> String {
    let ring = mv.ring().map(write_ring_step);
    let passed = |step: BallStep| position.passed_over(step.from, step.to);
    let ball = mv.ball().map(|step| write_ball_step(step, passed(step)));
    let steps: Vec<_> = ring.into_iter().chain(ball).collect();
    steps.join(";")
}

fn write_ring_step(step: RingStep) -> String {
    let to = BOARD.name(step.to);
    match step.from {
        Some(from) => format!("{}-{to}", BOARD.name(from)),
        None => format!("+{to}"),
    }
}

/// Writes a ball step that passes over these balls of the opponent.
pub(super) fn write_ball_step(step: BallStep, passed: u32) -> String {
    let path = format!("{}-{}", BOARD.name(step.from), BOARD.name(step.to));
    if step.relocated == 0 {
        return path;
    }
    let list: Vec<_> = relocation::first_list(passed, step.relocated)
        .into_iter()
        .map(|(from, to)| format!("{}>{}", BOARD.name(from), BOARD.name(to)))
        .collect();
    format!("{path}({})", list.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use crate::game::Notation;
    use crate::mitsudomoe::{MitsudomoePublished, MitsudomoeSingle};

    /// White's ball on a1 can vault over two black ones to d4.
    const TWO_ON_THE_WAY: &str = "x2,b,x,bB/x3,w,x/x2,bB,x2/wW,bB,x3/wW,wW,x2,b w";

    fn single_position(text: &str) -> MitsudomoeSingle {
        MitsudomoeSingle::from_diagram(&Diagram::read(&INFO, text).unwrap()).unwrap()
    }

    #[test]
    fn relocations_are_read_in_any_order_that_works_and_written_in_one() {
        let position = single_position(TWO_ON_THE_WAY);
        for (text, written) in [
            ("a1-d4(b2>e1,c3>c5)", "a1-d4(b2>c5,c3>e1)"),
            ("A1 - D4 ( c3>e1 , b2>c5 )", "a1-d4(b2>c5,c3>e1)"),
            ("a1-d4(c3>c5,b2>c3)", "a1-d4(c3>c5,b2>c3)"),
        ] {
            let mv = position.read_move(text).unwrap();
            assert_eq!(position.write_move(mv), written);
        }
    }

    #[test]
    fn what_is_wrong_with_relocations_is_said() {
        let position = single_position(TWO_ON_THE_WAY);
        for (text, problem) in [
            (
                "a1-d4",
                "passes over Black's balls on b2 and c3: add where to, for example a1-d4(b2>",
            ),
            ("a1-d4(b2>c5)", "the list leaves out Black's ball on c3"),
            ("a1-d4(b2>c3,c3>c5)", "b2 cannot go to c3, which has no exposed ring of Black then"),
            ("a1-d4(b2>c5,b2>e1)", "the ball on b2 has already been relocated"),
            ("a1-d4(a2>c5)", "no ball of Black is passed over on a2"),
        ] {
            let error = position.read_move(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn a_turn_has_as_many_steps_as_the_game_says() {
        let published = MitsudomoePublished::start();
        let mv = published.read_move(" +C2 ; b1-c2 ").unwrap();
        assert_eq!(published.write_move(mv), "+c2;b1-c2");
        let error = published.read_move("+c2").unwrap_err().to_string();
        assert!(error.contains("a turn is a ring step and then a ball step"), "{error}");
        let error = MitsudomoeSingle::start().read_move("+c2;b1-c2").unwrap_err().to_string();
        assert!(error.contains("a turn is one ring step, like +c2, or"), "{error}");
    }
}
