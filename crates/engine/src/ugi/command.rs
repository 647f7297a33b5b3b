//! Commands of the UGI server.

use std::time::Duration;

use cairn_games::{GameId, History, Side, read_position};

use crate::limits::{ClockState, Limits};

/// A line that an engine understands.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum UgiCommand {
    Ugi,
    IsReady,
    SetOption { name: String, value: String },
    NewGame,
    Position(History),
    Go(Go),
    Stop,
    Query(Query),
    Quit,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    GameOver,
    FirstPlayersTurn,
    Result,
}

/// Limits of a `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    movetime: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Go {
    /// The limits for the side to move.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let increment = self.increment[side.index()];
        Limits {
            time: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
            clock: self.time[side.index()].map(|remaining| ClockState { remaining, increment }),
            ..Limits::default()
        }
    }
}

impl UgiCommand {
    /// Reads a line about a game on one of these boards; `None` if it is empty.
    ///
    /// # Errors
    /// Description of the problem.
    pub(super) fn read(line: &str, boards: &[GameId]) -> Result<Option<Self>, String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(None) };
        let command = match first {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "setoption" => read_option(rest)?,
            "uginewgame" => Self::NewGame,
            "position" => Self::Position(read_history(rest, boards)?),
            "go" => Self::Go(read_go(rest)?),
            "stop" => Self::Stop,
            "query" => Self::Query(read_query(rest)?),
            "quit" => Self::Quit,
            other => return Err(format!("`{}` is not a command", shortened(other))),
        };
        Ok(Some(command))
    }
}

/// The start of a text that may be long, for messages.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn read_option(words: &[&str]) -> Result<UgiCommand, String> {
    let usage = "write `setoption name N value V`";
    let Some((&"name", rest)) = words.split_first() else { return Err(usage.to_owned()) };
    let split = rest.iter().position(|&word| word == "value");
    let (name, value) = split.map(|at| (&rest[..at], &rest[at + 1..])).ok_or(usage)?;
    Ok(UgiCommand::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn read_history(words: &[&str], boards: &[GameId]) -> Result<History, String> {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(moves_at);
    let start = match place.split_first() {
        Some((&"startpos", [])) => boards.first().ok_or("there is no board")?.start(),
        // The text of a position has a space in it, before the side to move.
        Some((&"fen", text)) => {
            let text = text.join(" ");
            read_position(boards, &text)
                .map_err(|error| format!("`{}` is not a position: {error}", shortened(&text)))?
        }
        _ => return Err("write `position startpos` or `position fen P`".to_owned()),
    };
    let mut history = History::new(start);
    for text in moves.iter().skip(1) {
        let illegal = |why: String| format!("the move `{}` is wrong: {why}", shortened(text));
        let mv = history.position().read_move(text).map_err(|error| illegal(error.to_string()))?;
        history.play(mv).map_err(|error| illegal(error.to_string()))?;
    }
    Ok(history)
}

fn read_query(words: &[&str]) -> Result<Query, String> {
    match words {
        ["gameover"] => Ok(Query::GameOver),
        ["p1turn"] => Ok(Query::FirstPlayersTurn),
        ["result"] => Ok(Query::Result),
        _ => Err("questions are `gameover`, `p1turn` and `result`".to_owned()),
    }
}

fn read_go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if word == "infinite" {
            continue;
        }
        let number = words.next().and_then(|text| text.parse::<i64>().ok());
        let Some(number) = number else {
            return Err(format!("`go {}` needs a number", shortened(word)));
        };
        // Clocks that have run out are sometimes sent as negative numbers.
        let number = number.max(0) as u64;
        let time = Duration::from_millis(number);
        match word {
            "p1time" => go.time[0] = Some(time),
            "p2time" => go.time[1] = Some(time),
            "p1inc" => go.increment[0] = time,
            "p2inc" => go.increment[1] = time,
            "movetime" => go.movetime = Some(time),
            "depth" => go.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "nodes" => go.nodes = Some(number),
            other => return Err(format!("`go {}` is unknown", shortened(other))),
        }
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<UgiCommand>, String> {
        UgiCommand::read(line, &[GameId::Nava])
    }

    #[test]
    fn positions_are_read_with_their_space_and_moves() {
        let start = GameId::Nava.start();
        let text = start.to_text();
        for line in ["position startpos".to_owned(), format!("position fen {text}")] {
            assert_eq!(read(&line), Ok(Some(UgiCommand::Position(History::new(start)))));
            let Ok(Some(UgiCommand::Position(history))) =
                read(&format!("{line} moves a1-a4 e5-e4"))
            else {
                panic!("{line}")
            };
            assert_eq!(history.moves().len(), 2);
        }
    }

    #[test]
    fn clocks_are_those_of_the_side_to_move() {
        let line = "go p1time 1000 p2time 2000 p1inc 10 p2inc 20";
        let Ok(Some(UgiCommand::Go(go))) = read(line) else { panic!() };
        let ms = Duration::from_millis;
        let clock = |side| go.limits(side).clock.unwrap();
        assert_eq!(clock(Side::First), ClockState { remaining: ms(1000), increment: ms(10) });
        assert_eq!(clock(Side::Second), ClockState { remaining: ms(2000), increment: ms(20) });
    }

    #[test]
    fn nonsense_is_an_error_and_nothing_is_nothing() {
        assert_eq!(read("  "), Ok(None));
        for line in [
            "hello",
            "position",
            "position fen",
            "position fen x x",
            "position startpos moves a1-a9",
            "position startpos e2e4",
            "go depth",
            "go depth x",
            "go fast 3",
            "query",
            "query weather",
            "setoption",
            "setoption name Hash",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
