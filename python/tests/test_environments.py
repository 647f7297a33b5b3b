"""The checks that the communities of PettingZoo, Gymnasium and OpenSpiel run."""

import warnings

import pytest

import cairn

GAMES = [rules.game for rules in cairn.rule_sets()]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo(game):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from cairn.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Dictionaries with a mask are PettingZoo's own way to tell legal actions.
        warnings.filterwarnings("ignore", message="Observation")
        api_test(env(game, max_turns=50), num_cycles=200)
    seed_test(lambda: env(game, max_turns=50), num_cycles=50)


@pytest.mark.parametrize("game", ["nava", "greener"])
def test_gymnasium(game):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from cairn.gymnasium import CairnEnv

    check_env(CairnEnv(game, opponent="random", render_mode="ansi"))
    environment = CairnEnv(game, opponent="1", side="second")
    _, info = environment.reset(seed=2)
    over = False
    while not over:
        action = int(info["action_mask"].argmax())
        _, reward, ended, cut, info = environment.step(action)
        over = ended or cut
    assert reward in (-1.0, 0.0, 1.0)


def test_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    import cairn.openspiel

    for game in GAMES:
        loaded = pyspiel.load_game("cairn_" + game.replace(":", "_"))
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def test_openspiel_search_plays_against_cairn():
    pyspiel = pytest.importorskip("pyspiel")
    import numpy as np
    from open_spiel.python.algorithms import mcts

    import cairn.openspiel

    game = pyspiel.load_game("cairn_nava")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    search = mcts.MCTSBot(game, 2, 5, evaluator, random_state=np.random.RandomState(2))
    engine = cairn.Engine(level=3)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(search.step(state))
        else:
            position = cairn.Position("nava", state.fen())
            for action in position.actions(engine.play(position)):
                state.apply_action(action)
    assert state.returns()[1] == 1.0
