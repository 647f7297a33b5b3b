"""Records of games, with variations, comments and glyphs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from . import _native
from .position import Position


@dataclass
class RecordedMove:
    """A move of a record, with its annotations."""

    move: str
    """The move in the notation."""
    glyphs: list[int] = field(default_factory=list)
    """Numeric annotation glyphs as in PGN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`."""
    comments: list[str] = field(default_factory=list)
    """Comments on the move."""
    variations: list[Variation] = field(default_factory=list)
    """Alternatives to the move."""


@dataclass
class Variation:
    """A line of moves."""

    moves: list[RecordedMove] = field(default_factory=list)
    """The moves."""
    comments: list[str] = field(default_factory=list)
    """Comments before the first move."""


@dataclass
class Record:
    """A game, or an analysis, from a start position.

    >>> record = Record.from_text('[Game "nava"]\\n\\n1. a1-a4 {well} (1. a1-a3) e5-e4 *')
    >>> record.moves[0].comments, record.moves[0].variations[0].moves[0].move
    (['well'], 'a1-a3')
    >>> record.position().fen()
    'x4,bbbbb/www,x3,b/x5/x5/www,x4 w'
    """

    game: str
    """Rule set."""
    start: str
    """First position."""
    tags: dict[str, str] = field(default_factory=dict)
    """Names and values of the tags."""
    outcome: str | None = None
    """`first`, `second` or `draw`."""
    comments: list[str] = field(default_factory=list)
    """Comments before the first move."""
    moves: list[RecordedMove] = field(default_factory=list)
    """Main line."""

    @staticmethod
    def from_text(text: str) -> Record:
        """Reads the first game of a text."""
        return read_records(text)[0]

    def position(self) -> Position:
        """Returns the last position of the main line, with its moves."""
        return Position(self.game, self.start, moves=[it.move for it in self.moves])

    def positions(self) -> Iterator[Position]:
        """Goes through the positions of the main line, the first one included."""
        position = Position(self.game, self.start)
        yield position.copy()
        for recorded in self.moves:
            position.push(recorded.move)
            yield position.copy()

    def __str__(self) -> str:
        document = {
            "game": self.game,
            "start": self.start,
            "tags": list(self.tags.items()),
            "outcome": self.outcome,
            "comments": self.comments,
            "moves": [_move_json(it) for it in self.moves],
        }
        return _native.write_record(json.dumps(document))


def read_records(text: str) -> list[Record]:
    """Reads a text with one or more games.

    >>> read_records("hello")
    Traceback (most recent call last):
    ...
    ValueError: missing tag with the name of the game (for example [Game "nava"])
    """
    return [
        Record(
            game=document["game"],
            start=document["start"],
            tags=dict(document["tags"]),
            outcome=document["outcome"],
            comments=document["comments"],
            moves=[_read_move(it) for it in document["moves"]],
        )
        for document in json.loads(_native.read_records(text))
    ]


def _read_move(document: dict[str, Any]) -> RecordedMove:
    variations = [
        Variation([_read_move(it) for it in line["moves"]], line["comments"])
        for line in document["variations"]
    ]
    return RecordedMove(document["move"], document["glyphs"], document["comments"], variations)


def _move_json(recorded: RecordedMove) -> dict[str, Any]:
    return {
        "move": recorded.move,
        "glyphs": recorded.glyphs,
        "comments": recorded.comments,
        "variations": [
            {"comments": line.comments, "moves": [_move_json(it) for it in line.moves]}
            for line in recorded.variations
        ],
    }
