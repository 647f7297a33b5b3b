"""Batches of games and their actions."""

import random

import numpy as np
import pytest

import cairn
from cairn.arrays import DRAWN, FIRST_WON, REWARDS, RUNNING, SECOND_WON, TOO_LONG, Batch

GAMES = [rules.game for rules in cairn.rule_sets()]


@pytest.mark.parametrize("game", GAMES)
def test_actions_and_moves_agree(game):
    """Plays at random through moves and actions at the same time."""
    chance = random.Random(1)
    position, batch = cairn.Position(game), Batch(game)
    for _ in range(12):
        if position.is_game_over():
            break
        turns = {tuple(position.actions(move)): move for move in position.legal_moves}
        assert len(turns) == len(position.legal_moves)
        move_actions = chance.choice(sorted(turns))
        for at, action in enumerate(move_actions):
            begun = move_actions[:at]
            assert batch.begun() == list(begun)
            legal = {turn[at] for turn in turns if turn[:at] == begun}
            assert set(np.flatnonzero(batch.masks()[0])) == legal
            batch.step(np.array([action]))
        position.push(turns[move_actions])
        assert batch.fen() == position.fen()


@pytest.mark.parametrize("game", GAMES)
def test_random_games_end_as_the_rules_say(game):
    count = 8 if game.startswith("glaisher") else 32
    batch = Batch(game, count, seed=3)
    starts = batch.copy()
    moves = [[] for _ in range(count)]
    while (states := batch.states()).min() == RUNNING:
        actions = batch.random_actions()
        for index in np.flatnonzero(states == RUNNING):
            moves[index].append(int(actions[index]))
        batch.step(actions)
    assert set(states) <= {FIRST_WON, SECOND_WON, DRAWN, TOO_LONG}
    for index in range(count):
        winner = cairn.Position(game, batch.fen(index)).outcome()
        if winner is not None:
            state = {"first": FIRST_WON, "second": SECOND_WON, None: DRAWN}[winner.winner]
            assert states[index] == state
        else:
            assert states[index] in (DRAWN, TOO_LONG)
    assert not batch.masks().any()
    assert (starts.states() == RUNNING).all()
    batch.reset(all=False)
    assert (batch.states() == RUNNING).all()
    assert REWARDS.sum() == 0


def test_the_same_seed_gives_the_same_games():
    def fens():
        batch = Batch("greener", 50, seed=7, shuffled=True, auto_reset=True)
        for _ in range(100):
            batch.step(batch.random_actions())
        return [batch.fen(index) for index in range(50)]

    assert fens() == fens()
    assert len(set(fens())) > 40


def test_observations_show_the_board():
    batch = Batch("nava")
    planes = batch.observations()[0]
    kinds, levels = 4, 12
    white, first_cell = 0, 0
    assert planes[:levels * kinds].reshape(levels, kinds, 25)[:6, white, first_cell].sum() == 6
    assert planes[levels * kinds + white, first_cell] == 6
    batch.step(np.array([0]))
    assert batch.observations()[0][-2, 0] == 1
    batch.step(np.array([3]))
    assert (batch.observations()[0][-1] == 1).all()


def test_symmetries_permute_the_actions():
    for game in GAMES:
        batch = Batch(game)
        tables = batch.symmetries()
        assert (tables[0][0] == np.arange(batch.number_of_actions)).all() and not tables[0][1]
        for table, _ in tables:
            assert sorted(table) == list(range(batch.number_of_actions))
            assert (table[-2:] == [batch.number_of_actions - 2, batch.number_of_actions - 1]).all()


def test_wrong_actions_are_refused_and_change_nothing():
    batch = Batch("nava", 2)
    with pytest.raises(cairn.IllegalMoveError, match="action 5 is not legal in game 1"):
        batch.step(np.array([0, 5]))
    with pytest.raises(ValueError, match="there are 2 games and 1 actions"):
        batch.step(np.array([0]))
    with pytest.raises(ValueError, match="actions go from 0 to 26"):
        batch.step(np.array([0, 300]))
    assert batch.begun(0) == [] and batch.begun(1) == []
    with pytest.raises(IndexError):
        batch.fen(2)
    for wrong in ({"count": 0}, {"max_turns": 0}, {"shuffled": True}, {"size": "3x3"}):
        with pytest.raises(ValueError):
            Batch("nava", **wrong)


def test_fuzzed_actions_never_crash():
    chance = np.random.default_rng(8)
    for game in GAMES:
        batch = Batch(game, 4)
        for _ in range(200):
            try:
                batch.step(chance.integers(-2, batch.number_of_actions + 2, size=4))
            except ValueError:
                batch.step(batch.random_actions())
