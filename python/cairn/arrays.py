"""Many games at once, as NumPy arrays.

An *action* is one choice within a turn: a cell by its index, then the pieces in hand, then a
pass. A turn of Nava is two actions (from where, to where), one of Glaisher three to ten. Every
legal move is exactly one sequence of actions: cells that may be chosen in any order come in
ascending order. So a game has few actions, always the same, and a symmetry of the board permutes
them.

>>> import numpy as np
>>> games = Batch("nava", 1000, seed=1)
>>> games.masks().shape, games.observations().shape
((1000, 27), (1000, 54, 25))
>>> states = games.step(games.random_actions())
>>> bool((states == RUNNING).all())
True
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

from . import _native
from .position import rule_sets

RUNNING, FIRST_WON, SECOND_WON, DRAWN, TOO_LONG = range(5)
"""States of a game."""

REWARDS = np.array([[0, 0], [1, -1], [-1, 1], [0, 0], [0, 0]], dtype=np.int8)
"""Rewards of the first and the second player by the state of a game."""

Bytes = NDArray[np.uint8]


class Batch:
    """Games that are played action by action, all at once.

    `size` is the board. With `shuffled` each game of Greener begins with a set-up of its own.
    A game of more than `max_turns` turns is broken off. With `auto_reset` a game that ends is
    followed by the next one at once; otherwise it stays as it is, ignores its actions, and waits
    for `reset`.
    """

    def __init__(
        self,
        game: str,
        count: int = 1,
        *,
        size: str | None = None,
        seed: int = 0,
        shuffled: bool = False,
        max_turns: int = 1000,
        auto_reset: bool = False,
    ) -> None:
        self._native = _native.Batch(
            game, count, size=size, seed=seed, shuffled=shuffled, max_turns=max_turns,
            auto_reset=auto_reset,
        )

    def __len__(self) -> int:
        return len(self._native)

    @property
    def number_of_actions(self) -> int:
        """Number of different actions."""
        return self._native.number_of_actions

    @property
    def observation_shape(self) -> tuple[int, int]:
        """Number of planes, and of cells."""
        return self._native.number_of_planes, self._native.cells

    def step(self, actions: NDArray[np.integer]) -> Bytes:
        """Plays an action in each game and returns the resulting states.

        Raises `IllegalMoveError` if one of them is illegal.
        """
        actions = np.asarray(actions)
        if actions.size and (actions.min() < 0 or actions.max() >= self.number_of_actions):
            raise ValueError(f"actions go from 0 to {self.number_of_actions - 1}")
        return _array(self._native.step(actions.astype(np.uint8).tobytes()))

    def states(self) -> Bytes:
        """Returns the state of each game."""
        return _array(self._native.statuses())

    def to_move(self) -> Bytes:
        """Returns the side to move in each game, 0 or 1."""
        return _array(self._native.to_move())

    def masks(self) -> Bytes:
        """Returns whether each action is legal in each game."""
        return _array(self._native.masks()).reshape(len(self), -1)

    def observations(self) -> Bytes:
        """Returns the planes of each game.

        First, where stacks can be of mixed pieces, for each of the twelve levels from the top
        and each kind of piece whether it is there. Then for each kind of piece the number in the
        stack, the order in which cells have been chosen in this turn, and the side to move.
        """
        return _array(self._native.observations()).reshape(len(self), *self.observation_shape)

    def random_actions(self) -> Bytes:
        """Chooses a legal action in each game at random."""
        return _array(self._native.random_actions())

    def reset(self, *, all: bool = True) -> None:
        """Restarts all games, or those that have ended."""
        self._native.reset(all=all)

    def fen(self, index: int = 0) -> str:
        """Returns the position of a game at the beginning of the turn."""
        return self._native.fen(index)

    def begun(self, index: int = 0) -> list[int]:
        """Returns the actions of the current turn of a game so far."""
        return list(self._native.begun(index))

    def symmetries(self) -> list[tuple[Bytes, bool]]:
        """Returns the symmetries of the board.

        Each is the image of every action, and whether the players change places. After the
        mapping, cells that may be chosen in any order have to be sorted again.
        """
        return [
            (np.array(table, dtype=np.uint8), exchange)
            for table, exchange in self._native.symmetries()
        ]

    def copy(self) -> Batch:
        """Returns an independent copy."""
        batch = Batch.__new__(Batch)
        batch._native = self._native.copy()
        return batch


def _array(data: bytearray) -> Bytes:
    return np.frombuffer(data, dtype=np.uint8)


def _measure(game: str, count: int = 4096, seconds: float = 3.0) -> tuple[float, float]:
    """Returns the number of actions in random games, with masks made for each, per second and per
    second of processor time, which other programs that run do not change."""
    games = Batch(game, count, auto_reset=True)
    steps, begun, worked = 0, time.monotonic(), time.process_time()
    while (elapsed := time.monotonic() - begun) < seconds:
        games.masks()
        games.step(games.random_actions())
        steps += count
    return steps / elapsed, steps / (time.process_time() - worked)


if __name__ == "__main__":
    for name in sys.argv[1:] or [rules.game for rules in rule_sets()]:
        speed, of_core = _measure(name)
        print(f"{name:20} {speed:12,.0f} actions per second, {of_core:12,.0f} on each core")
