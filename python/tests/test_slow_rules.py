"""Random games of the slow rules, move by move, through positions, arrays and OpenSpiel.

The slow rules are a second implementation, which shares no code with the fast one. A test of the
crate `cairn-games` lets them play, and writes every position with all of its legal moves.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import cairn
from cairn.arrays import DRAWN, FIRST_WON, REWARDS, RUNNING, SECOND_WON, Batch

HERE = Path(__file__).resolve().parent.parent
STATES = {None: RUNNING, "first": FIRST_WON, "second": SECOND_WON, "draw": DRAWN}


@dataclass(frozen=True)
class Line:
    """A position as the slow rules see it."""

    game: str
    fen: str
    outcome: str | None
    played: str | None
    moves: list[str]


def read_line(text):
    game, fen, outcome, played, moves = text.rstrip("\n").split("\t")
    outcome, played = (None if word == "-" else word for word in (outcome, played))
    return Line(game, fen, outcome, played, moves.split())


@pytest.fixture(scope="module")
def games():
    """The games, each a list of lines."""
    named = os.environ.get("CAIRN_SLOW_GAMES")
    path = Path(named or HERE.parent / "target" / "tmp" / "slow-games.txt")
    if not named and not path.exists():
        pytest.skip("the slow rules have not played: cargo test --workspace --test it slow_games")
    found = [[]]
    for text in path.read_text().splitlines():
        line = read_line(text)
        found[-1].append(line)
        if line.played is None:
            found.append([])
    assert found.pop() == []
    return found


def test_every_rule_set_and_board_is_played(games):
    begun = {(game[0].game, cairn.Position(game[0].game, game[0].fen).size) for game in games}
    assert begun == {(rules.game, size) for rules in cairn.rule_sets() for size in rules.sizes}
    ended = {game[0].game for game in games if game[-1].outcome is not None}
    assert {"nava", "greener", "glaisher", "glaisher:rulebook"} <= ended


def test_positions_agree_with_the_slow_rules(games):
    for game in games:
        position = cairn.Position(game[0].game, game[0].fen)
        for line in game:
            assert position.fen() == line.fen
            assert sorted(position.legal_moves) == sorted(line.moves), line.fen
            outcome = position.outcome()
            assert (outcome and (outcome.winner or "draw")) == line.outcome, line.fen
            if line.played is not None:
                position.push(line.played)


def check_actions(game, *, legal, step, fen):
    """Plays a game action by action. In each turn the legal actions are those with which the moves
    of the slow rules go on."""
    for line in game:
        assert fen() == line.fen
        if line.played is None:
            return line
        position = cairn.Position(line.game, line.fen)
        turns = {tuple(position.actions(move)) for move in line.moves}
        assert len(turns) == len(line.moves)
        played = tuple(position.actions(line.played))
        for at, action in enumerate(played):
            expected = {turn[at] for turn in turns if turn[:at] == played[:at]}
            assert set(legal()) == expected, (line.fen, played[:at])
            step(action)
    raise AssertionError("a game has no end")


def test_arrays_agree_with_the_slow_rules(games):
    for number, game in enumerate(games):
        size = cairn.Position(game[0].game, game[0].fen).size
        batch = Batch(game[0].game, size=size)
        if batch.fen() != game[0].fen:
            batch = Batch(game[0].game, size=size, seed=1, shuffled=True)
        last = check_actions(
            game,
            legal=lambda batch=batch: np.flatnonzero(batch.masks()[0]),
            step=lambda action, batch=batch: batch.step(np.array([action])),
            fen=batch.fen,
        )
        assert batch.states()[0] == STATES[last.outcome], number


def test_openspiel_agrees_with_the_slow_rules(games):
    pyspiel = pytest.importorskip("pyspiel")
    import cairn.openspiel

    compared = set()
    for game in games:
        state = pyspiel.load_game("cairn_" + game[0].game.replace(":", "_")).new_initial_state()
        # OpenSpiel's games have the usual start and board.
        if state.fen() != game[0].fen:
            continue
        compared.add(game[0].game)
        last = check_actions(
            game, legal=state.legal_actions, step=state.apply_action, fen=state.fen
        )
        assert state.is_terminal() == (last.outcome is not None)
        assert state.returns() == list(REWARDS[STATES[last.outcome]])
    assert compared == {rules.game for rules in cairn.rule_sets()}
