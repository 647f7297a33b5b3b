"""Files of training: self-play games, net inputs and nets.

`cairn selfplay` writes games, `cairn inputs` turns them into rows of net inputs, and the trainer in
`train/` makes nets of them; `docs/formats.md` describes the files.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from . import _native

# Bytes that a header of self-play games has at most.
LONGEST_HEADER = 1000

# Columns after the inputs of a row: expectation by search, by result, and part of its game.
BESIDES = 3


@dataclass(frozen=True)
class SelfplaySettings:
    """Settings with which self-play games can be played again."""

    game: str
    """Rule set."""
    evaluation: str
    """Checksum of the net that evaluated positions, or `simple`."""
    nodes: int
    """Node limit per move."""
    seed: int
    """Random seed."""
    first: int
    """Number of the first game, from 1."""


@dataclass(frozen=True)
class SelfplayGame:
    """A game of the engine against itself."""

    start: str
    """First position."""
    moves: tuple[str, ...]
    """Moves in the notation."""
    expectations: tuple[float | None, ...]
    """Expected score of the side to move before each move, by the search; `None` for a random
    move."""
    result: str
    """`first`, `second` or `draw`."""


def read_selfplay_settings(path: str | os.PathLike[str]) -> SelfplaySettings:
    """Reads the header of a file of self-play games."""
    with open(path, "rb") as file:
        return SelfplaySettings(*_native.read_selfplay_settings(file.read(LONGEST_HEADER)))


def read_selfplay(path: str | os.PathLike[str]) -> tuple[SelfplaySettings, list[SelfplayGame]]:
    """Reads a file of self-play games. One that ends in the middle of a game is read up to there."""
    settings, games = _native.read_selfplay(Path(path).read_bytes())
    return SelfplaySettings(*settings), [
        SelfplayGame(start, tuple(moves), tuple(expectations), result)
        for start, moves, expectations, result in games
    ]


@dataclass(frozen=True)
class NetInputs:
    """Rows of net inputs, one for each position, all from the side to move."""

    game: str
    """Rule set."""
    inputs: int
    """Number of different inputs."""
    active: NDArray[np.uint16]
    """Active inputs of each row, filled up with the number of inputs."""
    by_search: NDArray[np.float32]
    """Expected score by the search, from 0 to 1."""
    by_result: NDArray[np.float32]
    """Score by the result of the game, from 0 to 1."""
    part: NDArray[np.uint16]
    """Part, of 100, to which the game of the row belongs."""

    def __len__(self) -> int:
        return len(self.part)


def read_inputs(path: str | os.PathLike[str]) -> NetInputs:
    """Reads a file of `cairn inputs`."""
    return _inputs(Path(path).read_bytes(), str(path))


def inputs_of_games(
    paths: Sequence[str | os.PathLike[str]], *, views: int = 4, threads: int = 1, seed: int = 1
) -> NetInputs:
    """Returns the net inputs of files of self-play games, as `cairn inputs` writes them."""
    files = [Path(path).read_bytes() for path in paths]
    data = _native.net_inputs(files, views=views, threads=threads, seed=seed)
    return _inputs(data, "the games")


def _inputs(data: bytes, name: str) -> NetInputs:
    head, mark, _ = data[:LONGEST_HEADER].partition(b"\nnumbers\n")
    first, *lines = head.decode("ascii", "replace").split("\n")
    if first != "cairn-inputs 1" or not mark:
        raise ValueError(f"{name} should begin with `cairn-inputs 1` and a header")
    values = dict(line.split(" ", 1) for line in lines if " " in line)
    try:
        game = values["game"]
        inputs, width, rows = (int(values[key]) for key in ("inputs", "width", "rows"))
    except (KeyError, ValueError) as error:
        raise ValueError(f"{name} has a header without {error}") from error
    numbers = np.frombuffer(data, dtype="<u2", offset=len(head) + len(mark))
    if width < 0 or rows < 0 or numbers.size != rows * (width + BESIDES):
        raise ValueError(f"{name} should have {rows} rows of {width + BESIDES} numbers")
    table = numbers.reshape(rows, width + BESIDES)
    return NetInputs(
        game,
        inputs,
        np.ascontiguousarray(table[:, :width]),
        table[:, width].astype(np.float32) / np.float32(65535),
        table[:, width + 1].astype(np.float32) / np.float32(65535),
        np.ascontiguousarray(table[:, width + 2]),
    )


@dataclass(frozen=True)
class NetFile:
    """Description of a net."""

    game: str
    """Rule set."""
    inputs: int
    """Number of inputs."""
    hidden: int
    """Number of hidden units."""
    policy_weights: int
    """Number of weights of the policy; 0 without one."""
    checksum: str
    """Checksum of its numbers, in hexadecimal digits."""


def read_net(path: str | os.PathLike[str]) -> NetFile:
    """Reads the file of a net and checks that it is whole."""
    return NetFile(*_native.read_net(Path(path).read_bytes()))


def read_net_numbers(path: str | os.PathLike[str]) -> NDArray[np.int16]:
    """Reads the numbers of a net without its policy, in the order in which `write_net` takes them."""
    net, data = read_net(path), Path(path).read_bytes()
    _, mark, numbers = data.partition(b"\nnumbers\n")
    if not mark:
        raise ValueError(f"{path} should have a header that ends with `numbers`")
    count = (net.inputs + 2) * net.hidden + net.inputs + 1
    return np.frombuffer(numbers, dtype="<i2", count=count)


def write_net(
    path: str | os.PathLike[str], game: str, inputs: int, hidden: int, numbers: NDArray[np.int16]
) -> NetFile:
    """Writes the file of a net, in the order of `docs/formats.md`, and returns its description."""
    data = _native.write_net(game, inputs, hidden, np.asarray(numbers).astype("<i2").tobytes())
    partial = Path(f"{path}.part")
    partial.write_bytes(data)
    partial.replace(path)
    return NetFile(*_native.read_net(data))
