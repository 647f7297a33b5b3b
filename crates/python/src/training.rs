//! Files of training: self-play games, net inputs and nets.

use cairn_app::history_texts;
use cairn_engine::eval::NetFile;
use cairn_engine::selfplay::{Expansion, SelfplayGame, SelfplayHeader, SelfplayReader, expand};
use cairn_games::{
    AnyMove, Game, GameId, GameMove, History, Outcome, Side, read_position, with_game,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{MOST_THREADS, require, value_error};

/// Settings in the header of a file of games: rule set, evaluation, nodes per move, random seed
/// and number of the first game.
type Header = (String, String, u64, u64, u64);

/// A self-play game: start, moves, expected score of the side to move before each of them, and
/// the result.
type RecordedGame = (String, Vec<String>, Vec<Option<f64>>, &'static str);

/// Reads the header of a file of self-play games, from the beginning of the file.
#[pyfunction]
pub(crate) fn read_selfplay_settings(data: &[u8]) -> PyResult<Header> {
    let reader = SelfplayReader::new(data).map_err(value_error)?;
    Ok(header(reader.head()))
}

fn header(head: &SelfplayHeader) -> Header {
    let SelfplayHeader { game, evaluation, nodes, seed, first } = head.clone();
    (game, evaluation, nodes, seed, first)
}

/// Reads a file of self-play games.
#[pyfunction]
pub(crate) fn read_selfplay(py: Python<'_>, data: &[u8]) -> PyResult<(Header, Vec<RecordedGame>)> {
    py.detach(|| {
        let (header, board, games) = read(data)?;
        let games = games.iter().enumerate().map(|(index, game)| {
            replay(board, game).ok_or_else(|| {
                value_error(format!("game {} has a move that is not legal", index + 1))
            })
        });
        Ok((header, games.collect::<PyResult<_>>()?))
    })
}

fn read(data: &[u8]) -> PyResult<(Header, GameId, Vec<SelfplayGame>)> {
    let mut reader = SelfplayReader::new(data).map_err(value_error)?;
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().map_err(value_error)? {
        games.push(game);
    }
    let head = header(reader.head());
    let boards = GameId::boards(&head.0).map_err(value_error)?;
    // The games themselves tell the board they were played on.
    let start = games.first().map(|game| game.start.as_str()).unwrap_or_default();
    let board = read_position(&boards, start).map_or(boards[0], |position| position.game());
    Ok((head, board, games))
}

/// Returns a game with its moves in the notation; `None` if one of them is not legal.
fn replay(board: GameId, game: &SelfplayGame) -> Option<RecordedGame> {
    let mut history = History::new(read_position(&[board], &game.start).ok()?);
    with_game!(board, G => {
        for ply in &game.plies {
            let mv = <G as Game>::Move::from_bits(ply.bits)?;
            history.play(AnyMove::new(mv)).ok()?;
        }
    });
    let result = match game.outcome {
        Outcome::Win(Side::First) => "first",
        Outcome::Win(Side::Second) => "second",
        Outcome::Draw => "draw",
    };
    let expectations = game.plies.iter().map(|ply| ply.score.map(|score| score.expectation()));
    Some((game.start.clone(), history_texts(&history), expectations.collect(), result))
}

/// Returns the net inputs of the positions of some files of games, as the bytes of their file.
#[pyfunction]
#[pyo3(signature = (files, *, views=4, threads=1, seed=1))]
pub(crate) fn net_inputs<'py>(
    py: Python<'py>,
    files: Vec<Vec<u8>>,
    views: u8,
    threads: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    require("views", views.into(), 12)?;
    require("threads", threads, MOST_THREADS)?;
    let bytes = py.detach(|| {
        let mut all = Vec::new();
        let mut of: Option<(String, GameId)> = None;
        for file in &files {
            let (header, board, games) = read(file)?;
            let (name, _) = of.get_or_insert_with(|| (header.0.clone(), board));
            if *name != header.0 {
                return Err(value_error(format!("games of {name} and of {}", header.0)));
            }
            all.extend(games);
        }
        let Some((_, board)) = of else { return Err(value_error("no file of games was given")) };
        let expansion = Expansion { views: views.into(), threads, seed };
        let mut bytes = Vec::new();
        expand(board, &all, &expansion).write(&mut bytes).map_err(value_error)?;
        Ok(bytes)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// Returns the file of a net: `numbers` has two bytes for each, the lower one first.
#[pyfunction]
pub(crate) fn write_net<'py>(
    py: Python<'py>,
    game: &str,
    inputs: usize,
    hidden: usize,
    numbers: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    require("inputs", inputs, u16::MAX.into())?;
    require("hidden", hidden, 1024)?;
    let (pairs, rest) = numbers.as_chunks();
    if !rest.is_empty() {
        return Err(value_error("a number has two bytes"));
    }
    let numbers = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
    let net = NetFile::new(game, inputs, hidden, numbers).map_err(value_error)?;
    let file = net.write();
    NetFile::read(&file).map_err(value_error)?;
    Ok(PyBytes::new(py, &file))
}

/// Checks the file of a net, and returns its game, numbers of inputs, hidden units and weights of
/// the policy, and its checksum.
#[pyfunction]
pub(crate) fn read_net(data: &[u8]) -> PyResult<(String, usize, usize, usize, String)> {
    let net = NetFile::read(data).map_err(value_error)?;
    let checksum = format!("{:016x}", net.checksum());
    Ok((net.game().to_owned(), net.inputs(), net.hidden(), net.policy().len(), checksum))
}
