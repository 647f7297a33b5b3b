"""The games as Gymnasium environments for one learner, against a computer player.

>>> from cairn.gymnasium import CairnEnv
>>> nava = CairnEnv("nava", opponent="random")
>>> observation, info = nava.reset(seed=1)
>>> int(info["action_mask"].sum())
1
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .arrays import REWARDS, RUNNING, TOO_LONG, Batch, Bytes
from .engine import Engine
from .position import Position


class CairnEnv(gymnasium.Env[Bytes, np.int64]):
    """A game against a computer player, action by action.

    `side` is the learner's: `first`, `second`, or `random` for another one in each game. The
    opponent is a name as `Engine` takes it. An illegal action ends the game as a loss, so that
    learners without masks learn the rules too; `info["action_mask"]` says which are legal.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        game: str = "nava",
        *,
        opponent: str = "random",
        nodes: int | None = 1000,
        side: str = "random",
        size: str | None = None,
        shuffled: bool = False,
        max_turns: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        if side not in ("first", "second", "random"):
            raise ValueError(f"`{side}` is not a side; use `first`, `second` or `random`")
        self._game, self._opponent, self._nodes, self._side = game, opponent, nodes, side
        self._options: dict[str, Any] = {"size": size, "shuffled": shuffled, "max_turns": max_turns}
        self.render_mode = render_mode
        self._batch = Batch(game, **self._options)
        self._learner = 0
        self._engine = Engine(opponent)
        self.observation_space = spaces.Box(0, 255, self._batch.observation_shape, np.uint8)
        self.action_space = spaces.Discrete(self._batch.number_of_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        super().reset(seed=seed)
        setup, chance, side = (int(it) for it in self.np_random.integers(2**31, size=3))
        self._batch = Batch(self._game, seed=setup, **self._options)
        self._engine = Engine(self._opponent, seed=chance)
        self._learner = side % 2 if self._side == "random" else ["first", "second"].index(self._side)
        self._let_opponent_play()
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        if not self._batch.masks()[0][int(action)]:
            return self._observation(), -1.0, True, False, self._info()
        self._batch.step(np.array([action]))
        self._let_opponent_play()
        state = int(self._batch.states()[0])
        reward = float(REWARDS[state][self._learner])
        over = state not in (RUNNING, TOO_LONG)
        return self._observation(), reward, over, state == TOO_LONG, self._info()

    def position(self) -> Position:
        """Returns the position at the beginning of the turn."""
        return Position(self._game, self._batch.fen())

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self.position().svg() if self.render_mode == "svg" else str(self.position())

    def _let_opponent_play(self) -> None:
        while self._batch.states()[0] == RUNNING and self._batch.to_move()[0] != self._learner:
            position = self.position()
            for action in position.actions(self._engine.play(position, nodes=self._nodes)):
                self._batch.step(np.array([action]))

    def _observation(self) -> Bytes:
        return self._batch.observations()[0]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.masks()[0].astype(np.int8)}
