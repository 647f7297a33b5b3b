"""The engine, its levels, other computer players, and the solver."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _native
from .position import Position


@dataclass(frozen=True)
class Score:
    """A score for the side to move."""

    value: float | None
    """Estimate: 0 is even, 1 wins about 73 % of the points. `None` for a proof."""
    proven: str | None
    """`win`, `loss` or `draw`, if the value is proved."""
    distance: int | None
    """Plies to the end, if a win or a loss is proved."""
    expectation: float
    """Expected share of the points, from 0 to 1."""
    text: str
    """The score in words."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Line:
    """A sequence of moves with a score."""

    moves: tuple[str, ...]
    """The moves, in the notation."""
    score: Score
    """Score for the side to move at the beginning of the line."""


@dataclass(frozen=True)
class Analysis:
    """The result of a search."""

    best_move: str
    """Best move."""
    score: Score
    """Score of the best move."""
    depth: int
    """Search depth in plies."""
    nodes: int
    """Number of positions searched."""
    seconds: float
    """Search time in seconds."""
    lines: tuple[Line, ...]
    """Best lines, best first."""


@dataclass(frozen=True)
class Solution:
    """The result of the solver."""

    value: str | None
    """`win`, `loss` or `draw` for the side to move; `None` if nothing was proved."""
    distance: int | None
    """Plies to the end of the game."""
    is_shortest: bool
    """Whether the distance is the shortest win or the longest loss."""
    line: tuple[str, ...]
    """Moves to the end that preserve the value for both sides."""
    nodes: int
    """Number of positions searched."""
    seconds: float
    """Search time in seconds."""


def _score(document: dict[str, Any]) -> Score:
    return Score(
        value=document["score"],
        proven=document["proven"],
        distance=document["distance"],
        expectation=document["expectation"],
        text=document["text"],
    )


class Engine:
    """A computer player: a level from 1 to 10, or a player by name.

    Names are those of the command line: `random`, `greedy`, `original`, `uct`, and
    `ugi:COMMAND` for an engine in another program. Level 10, the default, is the engine at full
    strength. The engine keeps what it found from search to search; a search lets other threads
    of Python run and ends at once when it is interrupted.

    >>> engine = Engine(level=10)
    >>> analysis = engine.analyse(Position("nava"), nodes=2000, lines=2)
    >>> len(analysis.lines)
    2
    >>> Engine(level=11)
    Traceback (most recent call last):
    ...
    ValueError: there is no level 11; levels go from 1 to 10
    """

    def __init__(
        self,
        player: str | None = None,
        *,
        level: int | None = None,
        threads: int = 1,
        hash_mb: int = 64,
        seed: int = 0,
    ) -> None:
        if player is not None and level is not None:
            raise ValueError("give a player or a level, not both")
        if level is not None and not 1 <= level <= 10:
            raise ValueError(f"there is no level {level}; levels go from 1 to 10")
        if player is None:
            player = str(10 if level is None else level)
        self.player = player
        self._native = _native.NativeEngine(player, threads=threads, hash_mb=hash_mb, seed=seed)

    def __repr__(self) -> str:
        return f"Engine({self.player!r})"

    def analyse(
        self,
        position: Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Searches a position within seconds, nodes or plies.

        Without a limit level 10 goes on until the position is solved.
        """
        text = self._native.search(position, time=time, nodes=nodes, depth=depth, lines=lines)
        document = json.loads(text)
        return Analysis(
            best_move=document["bestmove"],
            score=_score(document),
            depth=document["depth"],
            nodes=document["nodes"],
            seconds=document["seconds"],
            lines=tuple(Line(tuple(it["moves"]), _score(it)) for it in document["lines"]),
        )

    def play(
        self,
        position: Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> str:
        """Chooses a move. Does not play it in the position."""
        return self.analyse(position, time=time, nodes=nodes, depth=depth).best_move

    def new_game(self) -> None:
        """Clears the transposition table."""
        self._native.new_game()


def solve(
    position: Position,
    *,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
    hash_mb: int = 64,
) -> Solution:
    """Searches for the game-theoretic value of a position.

    >>> solution = solve(Position("mitsudomoe:single"), nodes=20_000)
    >>> solution.value, solution.distance
    ('loss', 10)
    """
    text = _native.solve(
        position, time=time, nodes=nodes, depth=depth, threads=threads, hash_mb=hash_mb
    )
    document = json.loads(text)
    return Solution(
        value=document["value"],
        distance=document["distance"],
        is_shortest=document["shortest"],
        line=tuple(document["line"]),
        nodes=document["nodes"],
        seconds=document["seconds"],
    )
