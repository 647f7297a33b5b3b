"""Matches between computer players."""

from __future__ import annotations

import json
from dataclasses import dataclass

from . import _native
from .record import Record


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, from the first player's point of view."""

    game: str
    """Rule set."""
    a: str
    """Name of the first player."""
    b: str
    """Name of the second player."""
    games: int
    """Number of games played."""
    wins: int
    """Number of games that the first player won."""
    draws: int
    """Number of games drawn."""
    losses: int
    """Number of games that the first player lost."""
    score: float
    """Share of points, from 0 to 1."""
    elo: float | None
    """Elo difference; `None` if every game had the same winner."""
    interval: tuple[float | None, float | None]
    """95 % confidence interval of the Elo difference; `None` for an unbounded end."""
    records: tuple[Record, ...]
    """The games."""


def play_match(
    game: str,
    a: str,
    b: str,
    *,
    games: int = 20,
    time: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    threads: int = 1,
    opening: int = 4,
    size: str | None = None,
) -> MatchResult:
    """Plays a match. Each opening of random moves is played twice, with the sides exchanged.

    `time` in seconds and `nodes` limit each move. With nodes and a seed the same match gives the
    same games again.

    >>> result = play_match("nava", "3", "random", games=2, nodes=200)
    >>> result.wins + result.draws + result.losses
    2
    """
    text = _native.play_match(
        game, a, b, games=games, time=time, nodes=nodes, seed=seed, threads=threads,
        opening=opening, size=size,
    )
    document = json.loads(text)
    document["interval"] = tuple(document["interval"])
    document["records"] = tuple(Record.from_text(record) for record in document["records"])
    return MatchResult(**document)
