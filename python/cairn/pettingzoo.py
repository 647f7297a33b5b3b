"""The games as PettingZoo environments.

>>> from cairn.pettingzoo import env
>>> nava = env("nava")
>>> nava.reset(seed=1)
>>> nava.agent_selection
'player_0'
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .arrays import REWARDS, RUNNING, TOO_LONG, Batch, Bytes
from .position import Position

AGENTS = ["player_0", "player_1"]


def env(game: str, **options: Any) -> AECEnv:
    """Returns an environment that validates its input; see `raw_env`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **options)))


class raw_env(AECEnv):
    """A game, action by action; a player acts until the turn is complete.

    Observations are dictionaries with `observation` and `action_mask`, as in PettingZoo's own
    classic games. The winner gets 1 and the loser -1.
    """

    metadata = {"render_fps": 4, "render_modes": ["ansi", "svg"], "name": "cairn_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        size: str | None = None,
        shuffled: bool = False,
        max_turns: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._options: dict[str, Any] = {"size": size, "shuffled": shuffled, "max_turns": max_turns}
        self._game = game
        self.render_mode = render_mode
        self._batch = Batch(game, **self._options)
        self._np_random, _ = seeding.np_random(None)
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        planes, cells = self._batch.observation_shape
        actions = self._batch.number_of_actions
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (planes, cells), np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._observation_spaces = {agent: space for agent in AGENTS}
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        setup = int(self._np_random.integers(2**31))
        self._batch = Batch(self._game, seed=setup, **self._options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = AGENTS[int(self._batch.to_move()[0])]

    def observe(self, agent: str) -> dict[str, Bytes]:
        acts = agent == self.agent_selection and agent in self.agents
        mask = self._batch.masks()[0].astype(np.int8)
        return {
            "observation": self._batch.observations()[0],
            "action_mask": mask if acts else np.zeros_like(mask),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        state = int(self._batch.step(np.array([action]))[0])
        if state != RUNNING:
            self.rewards = dict(zip(AGENTS, (int(it) for it in REWARDS[state])))
            over = self.truncations if state == TOO_LONG else self.terminations
            over.update(dict.fromkeys(self.agents, True))
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self.agent_selection = AGENTS[int(self._batch.to_move()[0])]
        self._accumulate_rewards()

    def position(self) -> Position:
        """Returns the position at the beginning of the turn."""
        return Position(self._game, self._batch.fen())

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self.position().svg() if self.render_mode == "svg" else str(self.position())

    def close(self) -> None:
        pass
