"""Positions and rule sets."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _native

if TYPE_CHECKING:
    from .record import Record


@dataclass(frozen=True)
class RuleSet:
    """A rule set.

    >>> [rules.game for rules in rule_sets()][:3]
    ['nava', 'mitsudomoe', 'mitsudomoe:single']
    """

    game: str
    """Name in commands, files and this package."""
    title: str
    """Display name."""
    summary: str
    """Short description of the game."""
    designer: str
    """Designer of the game."""
    first: str
    """Name of the first player's side."""
    second: str
    """Name of the second player's side."""
    sizes: tuple[str, ...]
    """Board sizes, the standard one first."""
    shuffles: bool
    """Whether the game has numbered, shuffled set-ups."""
    start: str
    """Standard start in the notation."""


def rule_sets() -> list[RuleSet]:
    """Lists the rule sets."""
    return [
        RuleSet(**{**rules, "sizes": tuple(rules["sizes"])})
        for rules in json.loads(_native.rule_sets())
    ]


@dataclass(frozen=True)
class Outcome:
    """The result of a game that is over."""

    winner: str | None
    """`first` or `second`; `None` for a draw."""
    reason: str
    """Reason for the result, in words."""

    def result(self) -> str:
        """Returns the result in the form used by records: `1-0`, `0-1` or `1/2-1/2`."""
        return {"first": "1-0", "second": "0-1", None: "1/2-1/2"}[self.winner]


class Position(_native.Position):
    """A position, with the moves that led to it.

    `Position("greener", seed=7)` is the seventh shuffled set-up, `Position("greener",
    size="9x9")` a larger board. A position can be given in the notation or as a Prolog term of
    the original programs; `moves` are played from there. In a notebook a position shows itself
    as a picture, and `print` draws it with letters.

    >>> position = Position("greener")
    >>> position.push("c1-d1")
    >>> position.move_stack
    ['c1-d1']
    >>> position.pop()
    'c1-d1'
    >>> position.push("a1-f6")
    Traceback (most recent call last):
    ...
    cairn.IllegalMoveError: `a1-f6`: a1 is White's, not yours
    """

    def outcome(self) -> Outcome | None:
        """Returns the result if the game is over, including by threefold repetition.

        >>> Position("nava").outcome() is None
        True
        """
        ending = self.ending()
        if ending is None:
            return None
        word, _, reason = ending
        return Outcome(None if word == "draw" else word, reason)

    def is_game_over(self) -> bool:
        """Returns whether the game is over."""
        return self.ending() is not None

    def result(self) -> str:
        """Returns `1-0`, `0-1` or `1/2-1/2`, or `*` while the game is in progress."""
        ending = self.ending()
        return "*" if ending is None else ending[1]

    def pieces(self) -> dict[str, str]:
        """Returns the stacks by cell, as letters from bottom to top.

        >>> Position("nava").pieces()
        {'a1': 'wwwwww', 'e5': 'bbbbbb'}
        """
        cells = json.loads(self.board_json())["cells"]
        return {cell["cell"]: cell["pieces"] for cell in cells if cell["pieces"]}

    def copy(self) -> Position:
        """Returns a copy, including its moves."""
        return copy.copy(self)

    def record(self, **tags: str) -> Record:
        """Returns the game as a record, with these tags.

        >>> print(Position("nava", moves=["a1-a4"]).record(First="Ada"), end="")
        [Game "nava"]
        [First "Ada"]
        [Result "*"]
        <BLANKLINE>
        1. a1-a4 *
        """
        from .record import Record

        record = Record.from_text(self.record_text())
        record.tags.update(tags)
        return record
