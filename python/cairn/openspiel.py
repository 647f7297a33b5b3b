"""The games for OpenSpiel.

Importing this module registers one game for each rule set, with `:` written as `_`:

>>> import pyspiel
>>> import cairn.openspiel
>>> state = pyspiel.load_game("cairn_nava").new_initial_state()
>>> state.current_player(), state.legal_actions()
(0, [0])
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from .arrays import REWARDS, RUNNING, Batch, Bytes
from .position import rule_sets

MAX_TURNS = 1000
LONGEST_TURN = 16


def _game_type(name: str, title: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={},
        default_loadable=True,
    )


class CairnGame(pyspiel.Game):
    """A rule set as an OpenSpiel game. Each has its own class."""

    rules: str
    game_type: pyspiel.GameType

    def __init__(self, params: Any = None) -> None:
        batch = Batch(self.rules)
        self.observation_shape = batch.observation_shape
        info = pyspiel.GameInfo(
            num_distinct_actions=batch.number_of_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_TURNS * LONGEST_TURN,
        )
        super().__init__(self.game_type, info, params or {})

    def new_initial_state(self) -> CairnState:
        return CairnState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        if params:
            raise ValueError(f"there are no observation parameters such as {params}")
        return _Observer(self.observation_shape)


class CairnState(pyspiel.State):
    """A position within a turn."""

    def __init__(self, game: CairnGame) -> None:
        super().__init__(game)
        self._batch = Batch(game.rules, max_turns=MAX_TURNS)

    def current_player(self) -> int:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return int(self._batch.to_move()[0])

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(self._batch.masks()[0])]

    def _apply_action(self, action: int) -> None:
        self._batch.step(np.array([action]))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        return bool(self._batch.states()[0] != RUNNING)

    def returns(self) -> list[float]:
        return [float(it) for it in REWARDS[self._batch.states()[0]]]

    def fen(self) -> str:
        """Returns the position at the beginning of the turn."""
        return self._batch.fen()

    def observation(self) -> Bytes:
        """Returns the planes of the position."""
        return self._batch.observations()[0]

    def __str__(self) -> str:
        begun = " ".join(str(action) for action in self._batch.begun())
        return f"{self._batch.fen()} [{begun}]"


class _Observer:
    """Writes observations for OpenSpiel."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: CairnState, player: int) -> None:
        self.dict["observation"][:] = state.observation()

    def string_from(self, state: CairnState, player: int) -> str:
        return str(state)


def _register(rules: str, title: str) -> None:
    game_type = _game_type("cairn_" + rules.replace(":", "_"), title)
    # OpenSpiel keeps what is registered until the interpreter is gone, and could not free a
    # function then. A class is never freed.
    game_class = type("CairnGame", (CairnGame,), {"rules": rules, "game_type": game_type})
    pyspiel.register_game(game_type, game_class)


for _rules in rule_sets():
    _register(_rules.game, _rules.title)
