"""Positions, engine, solver, matches and records."""

import copy
import pickle
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import cairn

HERE = Path(__file__).resolve().parent.parent

GAMES = [rules.game for rules in cairn.rule_sets()]


def random_game(game, seed, turns=40):
    chance = random.Random(seed)
    position = cairn.Position(game)
    for _ in range(turns):
        if position.is_game_over():
            break
        position.push(chance.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("game", GAMES)
def test_moves_can_be_played_taken_back_and_recorded(game):
    position = random_game(game, seed=1)
    assert position.ply > 0
    texts = position.move_stack
    again = cairn.Position(game, moves=texts)
    assert again == position and again.fen() == position.fen()
    record = position.record(First="Ada", Second="Grace")
    assert record.tags["First"] == "Ada"
    assert [it.move for it in record.moves] == texts
    assert cairn.Record.from_text(str(record)).position() == position
    assert [it.fen() for it in record.positions()][-1] == position.fen()
    while position.ply:
        assert position.pop() == texts.pop()
    assert position == cairn.Position(game)
    with pytest.raises(IndexError):
        position.pop()


@pytest.mark.parametrize("game", GAMES)
def test_copies_are_independent_and_can_be_pickled(game):
    position = random_game(game, seed=2, turns=6)
    for other in (position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert other == position and other.move_stack == position.move_stack
        other.pop()
        assert other != position


def test_known_counts_of_moves():
    assert cairn.Position("nava").perft(3) == 784
    assert cairn.Position("mitsudomoe").perft(0) == 1
    assert len(cairn.Position("glaisher").legal_moves) == 1290


def test_games_end_with_a_reason():
    position = cairn.Position("greener")
    chance = random.Random(3)
    while not position.is_game_over():
        assert position.result() == "*"
        position.push(chance.choice(position.legal_moves))
    outcome = position.outcome()
    assert outcome.winner in ("first", "second", None) and outcome.reason
    assert position.result() == outcome.result()
    assert position.legal_moves == []
    with pytest.raises(cairn.IllegalMoveError, match="the game is over"):
        position.push("a1-a2")


def test_prolog_terms_are_written_and_read():
    for game in ("nava", "mitsudomoe", "greener", "glaisher"):
        position = random_game(game, seed=4, turns=4)
        term = position.prolog()
        assert cairn.Position(game, term, to_move=position.turn).fen() == position.fen()


def test_pictures_and_words():
    position = cairn.Position("nava", moves=["a1-a4"])
    assert position.svg(dark=True).startswith("<svg")
    assert position._repr_svg_().startswith("<svg")
    assert "e5" in position.words("e5-e4")
    assert "bbbbbb" in str(position)


WRONG = [
    (lambda: cairn.Position("chess"), "unknown game `chess`. The games are nava"),
    (lambda: cairn.Position("nava", "x5"), ""),
    (lambda: cairn.Position("nava", "x5/x5/x5/x5/x5 w"), "this position is impossible"),
    (lambda: cairn.Position("nava", seed=3), "takes no seed"),
    (lambda: cairn.Position("greener", size="7x7"), "The sizes are 6x6, 6x9, 9x9"),
    (lambda: cairn.Position("nava", moves=["a1-a4", "a1-a4"]), "a1-a4"),
    (lambda: cairn.Position("nava").push("hello"), "hello"),
    (lambda: cairn.Engine("stockfish"), "unknown player `stockfish`"),
    (lambda: cairn.Engine(level=0), "there is no level 0"),
    (lambda: cairn.Engine("3", level=3), "not both"),
    (lambda: cairn.Engine(threads=0), "at least 1"),
    (lambda: cairn.Engine().analyse(cairn.Position("nava"), time=-1.0), "seconds"),
    (lambda: cairn.play_match("nava", "3", "nobody"), "unknown player `nobody`"),
    (lambda: cairn.Position("nava").perft(100), "depth must be at most 99"),
    (lambda: cairn.read_records("[Game \"nava\"]\n1. a1-b2 *"), "a1-b2"),
]


@pytest.mark.parametrize("wrong, words", WRONG)
def test_wrong_input_raises_with_words(wrong, words):
    with pytest.raises(ValueError) as raised:
        wrong()
    assert words in str(raised.value)


def test_nothing_crashes_on_random_text():
    chance = random.Random(5)
    letters = "wbgryWBx0123456789,/ -+;()[]{}\"*:.abcdefghi\n\u00e9\0"
    for _ in range(3000):
        text = "".join(chance.choice(letters) for _ in range(chance.randrange(40)))
        game = chance.choice(GAMES + [text])
        for attempt in (cairn.Position, read_game, cairn.Position("nava").push, cairn.Engine):
            arguments = (game, text) if attempt in (cairn.Position, read_game) else (text,)
            try:
                attempt(*arguments)
            except ValueError:
                pass


def read_game(game, text):
    return cairn.read_records(f'[Game "{game}"]\n{text}')


def test_the_engine_analyses_and_plays():
    position = cairn.Position("mitsudomoe")
    analysis = cairn.Engine().analyse(position, nodes=3000, lines=3)
    assert analysis.best_move == analysis.lines[0].moves[0]
    assert len(analysis.lines) == 3 and analysis.nodes > 0
    assert 0 < analysis.score.expectation < 1
    for player in ("1", "random", "greedy", "original"):
        assert cairn.Engine(player).play(position, nodes=500) in position.legal_moves
    with pytest.raises(ValueError, match="the game is over"):
        over = random_game("greener", seed=6, turns=200)
        cairn.Engine().analyse(over, nodes=10)


def test_the_same_seed_gives_the_same_match():
    first, again = (
        cairn.play_match("greener", "2", "random", games=4, nodes=100, seed=9) for _ in range(2)
    )
    assert first == again and len(first.records) == 4
    assert first.wins + first.draws + first.losses == 4
    outcomes = [record.position().outcome().winner for record in first.records]
    won = sum(winner == ("first", "second")[i % 2] for i, winner in enumerate(outcomes))
    assert won == first.wins


# The signal comes while the work is done, which would take years.
INTERRUPTED = """
import signal, cairn
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("work", [
    "cairn.Position('glaisher').perft(20)",
    "cairn.Engine().analyse(cairn.Position('glaisher'), time=1e9)",
    "cairn.solve(cairn.Position('glaisher'))",
    "cairn.play_match('glaisher', '9', '9', games=1_000_000)",
])
def test_an_interrupt_ends_long_work(work):
    done = subprocess.run([sys.executable, "-c", INTERRUPTED.format(work=work)], text=True,
                          capture_output=True, timeout=120, cwd=HERE)
    assert done.stdout == "interrupted\n", done.stderr


def test_other_threads_run_while_it_thinks():
    counted = 0
    thinking = threading.Event()

    def think():
        thinking.set()
        cairn.Engine().analyse(cairn.Position("glaisher"), time=0.5)

    thread = threading.Thread(target=think)
    thread.start()
    thinking.wait()
    begun = time.monotonic()
    while thread.is_alive():
        counted += 1
    assert counted > 1000 or time.monotonic() - begun < 0.1
