"""Nothing that is passed to the native part ends the interpreter or panics."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent.parent

# Runs in a process of its own, so that a crash is noticed. Exceptions of Python are expected; a
# panic of the native part is not an `Exception` and passes through.
SCRIPT = """
import random, sys
import cairn
from cairn import _native

chance = random.Random(int(sys.argv[1]))
games = [rules.game for rules in cairn.rule_sets()]
texts = ["", "nava", "a1-a4", "x5/x5 w", "[[a],b].", "\\0", "é\\u202e", "9" * 400, "-" * 3000, "1. a1-a4"]
numbers = [0, 1, 2, 3, -1, 255, 256, 65_536, 2**31, 2**32 - 1, 2**63, 2**64 - 1, 2**64, -2**70]
floats = [0.0, 0.001, -1.0, float("nan"), float("inf"), 1e300]


def text():
    kind = chance.randrange(4)
    if kind == 0:
        return chance.choice(games)
    if kind == 1:
        position = chance.choice(positions)
        words = [position.fen(), position.record_text(), *position.legal_moves[:5]]
        word = list(chance.choice(words))
        for _ in range(chance.randrange(3)):
            if word:
                word[chance.randrange(len(word))] = chance.choice("abwx0123,/- |{}()\\n")
        return "".join(word)
    return chance.choice(texts)


def value():
    return chance.choice([
        text, lambda: chance.choice(numbers), lambda: chance.choice(floats), lambda: None,
        lambda: chance.randbytes(chance.randrange(40)), lambda: [text() for _ in range(2)],
        lambda: chance.choice(positions), lambda: True, lambda: {},
    ])()


def small():
    return chance.choice([1, 2, 5, 30])


names = ["moves", "size", "seed", "to_move", "threads", "hash_mb", "lines", "depth", "width",
         "dark", "all", "opening", "views", "shuffled", "max_turns", "auto_reset", "count"]
positions = [cairn.Position(game) for game in games]
batches = [_native.Batch(game, 3) for game in games]
engine = _native.NativeEngine("3", hash_mb=1)
net = _native.write_net("nava", 1, 32, bytes(2 * (32 + 32 + 32 + 1 + 1)))


def call():
    kind = chance.randrange(7)
    if kind == 0:
        position = chance.choice(positions)
        if moves := position.legal_moves:
            position.push(chance.choice(moves))
        else:
            positions[positions.index(position)] = cairn.Position(position.game)
        return
    if kind == 1:
        batch = chance.choice(batches)
        batch.step(batch.random_actions() if chance.random() < 0.7 else chance.randbytes(3))
        return
    if kind == 2:
        # Whatever is asked for, the search is a short one.
        words = {name: value() for name in ("lines", "depth", "time") if chance.random() < 0.3}
        engine.search(chance.choice(positions), nodes=small(), **words)
        return
    if kind == 3:
        data = bytearray(net)
        for _ in range(chance.randrange(3)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        chance.choice([_native.read_net, _native.read_selfplay, _native.read_selfplay_settings])(
            bytes(data))
        return
    target = chance.choice([
        cairn.Position, _native.Batch, _native.NativeEngine, _native.read_records,
        _native.write_record, _native.match_summary, _native.ladder_table, _native.read_selfplay,
        _native.net_inputs, _native.write_net, _native.read_net,
        *[getattr(chance.choice(positions), name) for name in (
            "is_legal", "push", "words", "actions", "pop", "svg", "record_text", "copy")],
        *[getattr(chance.choice(batches), name) for name in (
            "fen", "begun", "step", "reset", "masks", "observations", "symmetries", "copy")],
    ])
    arguments = [value() for _ in range(chance.randrange(4))]
    words = {chance.choice(names): value() for _ in range(chance.randrange(2))}
    if target is _native.Batch:
        # A million games are legal, and take their time.
        arguments[1:2] = [small()]
    target(*arguments, **words)


raised = 0
for _ in range(int(sys.argv[2])):
    try:
        call()
    except Exception:
        raised += 1
assert raised > int(sys.argv[2]) // 10, raised
print("alive")
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_no_call_ends_the_interpreter(seed):
    done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", SCRIPT, str(seed), "4000"],
                          cwd=HERE, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr[-3000:]
