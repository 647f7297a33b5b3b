"""Tests of the whole training loop on a small scale: play, convert, train, write, load, play.

`../test` runs them where PyTorch is installed. They need the built program, by default the
debug build.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from cairn.training import (inputs_of_games, read_inputs, read_net, read_net_numbers, read_selfplay,
                            write_net)

from cairn_train import inputs, model
from cairn_train.fit import Settings, fit, loss_without_noise, new_net, targets

HERE = Path(__file__).resolve().parent
# Enough that learning shows on games that were kept apart.
POSITIONS = 3000
CAIRN = os.environ.get("CAIRN", HERE.parent / "target" / "debug" / "cairn")


def cairn(*words, status: int = 0) -> str:
    """Runs the program, checks its exit status and returns its output."""
    done = subprocess.run([str(CAIRN), *map(str, words)], capture_output=True, text=True)
    assert done.returncode == status, f"{words}: status {done.returncode}: {done.stderr}"
    return done.stdout if status == 0 else done.stderr


class Loop(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = Path(cls.folder.name)
        cls.games, cls.rows, cls.net_file = (
            cls.at / name for name in ("nava.games", "nava.inputs", "nava.net"))
        cls.play(POSITIONS)
        cairn("inputs", cls.games, "--out", cls.rows, "--views", 2)
        cls.positions = inputs.read(cls.rows)
        settings = Settings(hidden=32, epochs=3, batch=256, seed=3)
        cls.net, cls.curve = fit(cls.positions, settings, lambda _: None)
        write_net(cls.net_file, "nava", cls.net.inputs, cls.net.hidden, cls.net.numbers())

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def play(cls, positions: int):
        cairn("selfplay", "nava", "--out", cls.games, "--positions", positions,
              "--nodes", 40, "--simple", "--threads", 2, "--seed", 5)

    def test_learning_lowers_the_loss(self):
        first, last = self.curve[0], self.curve[-1]
        self.assertLess(last["training"], first["training"])
        self.assertLess(last["kept_apart"], 0.9 * self.loss_of_even_values())

    def loss_of_even_values(self) -> float:
        """Returns the validation loss of an evaluation that calls every position even."""
        apart = ~self.positions.is_training
        target = targets(self.positions, Settings().result_share)[apart]
        return loss_without_noise(torch.zeros_like(target), target).item()

    def test_the_engine_plays_legal_moves_with_the_net(self):
        said = json.loads(cairn("analyse", "nava", "--net", self.net_file, "--nodes", 500, "--json"))
        self.assertIn(said["bestmove"], cairn("moves", "nava").split())
        result = json.loads(cairn("match", "nava", f"net:{self.net_file}", "random",
                                  "--games", 4, "--nodes", 300, "--json"))
        self.assertEqual((result["games"], result["wins"]), (4, 4))

    def test_the_package_reads_what_the_program_writes(self):
        settings, games = read_selfplay(self.games)
        self.assertEqual((settings.game, settings.evaluation, settings.nodes), ("nava", "simple", 40))
        searched = sum(score is not None for game in games for score in game.expectations)
        self.assertGreaterEqual(searched, POSITIONS)
        rows, same = read_inputs(self.rows), inputs_of_games([self.games], views=2)
        self.assertEqual((rows.game, rows.inputs, len(rows)), (same.game, same.inputs, len(same)))
        self.assertTrue((rows.active == same.active).all())
        self.assertTrue((rows.by_search == same.by_search).all())

    def test_playing_goes_on_where_it_stopped(self):
        whole = self.games.read_bytes()
        # A torn last game is played again, and is the same.
        self.games.write_bytes(whole[:-5])
        self.play(POSITIONS)
        self.assertEqual(self.games.read_bytes(), whole)
        refused = cairn("selfplay", "nava", "--out", self.games, "--nodes", 41, "--simple", status=1)
        self.assertIn("played with other settings", refused)

    def test_the_loop_plays_learns_and_decides(self):
        generation = self.loop("loop", "--positions", "1500")
        self.assertGreaterEqual(generation["positions"], 1500)

    def test_the_loop_runs_on_a_cluster(self):
        generation = self.loop("spread", "--cluster", "local", "--selfplay-games", "60")
        self.assertEqual(generation["games"], 60)
        self.assertGreater(generation["positions"], 600)

    def loop(self, name: str, *words: str) -> dict:
        """Runs a generation of the loop, and returns its entry in the manifest."""
        work = self.at / name
        done = subprocess.run([sys.executable, "-m", "cairn_train.loop", "nava=20/40", "--work",
                               work, "--cairn", CAIRN, "--generations", "1", "--hidden", "32",
                               "--epochs", "2", "--views", "1", "--games", "4", "--time", "5",
                               *words], cwd=HERE, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        [generation] = json.loads((work / "nava.json").read_text())["generations"]
        self.assertEqual(generation["match"]["games"], 4)
        accepted = generation["match"]["sprt"]["verdict"] == "accepted"
        self.assertEqual(generation["accepted"], accepted)
        self.assertEqual((work / "nava.net").exists(), accepted)
        return generation

    def test_a_net_learns_a_policy(self):
        games, rows, plain, with_policy = (
            self.at / name for name in ("g.games", "g.inputs", "plain.net", "policy.net"))
        cairn("selfplay", "glaisher", "--out", games, "--positions", 300, "--nodes", 20,
              "--simple", "--threads", 2, "--seed", 5)
        cairn("inputs", games, "--out", rows, "--views", 1)
        positions = inputs.read(rows)
        net, _ = fit(positions, Settings(hidden=32, epochs=1, batch=64, seed=3), lambda _: None)
        write_net(plain, "glaisher", net.inputs, net.hidden, net.numbers())
        cairn("policy", games, "--net", plain, "--out", with_policy, "--epochs", 1)
        self.assertGreater(read_net(with_policy).policy_weights, 0)
        self.assertEqual(read_net(plain).policy_weights, 0)
        self.assertNotEqual(read_net(with_policy).checksum, read_net(plain).checksum)
        said = json.loads(cairn("analyse", "glaisher", "--net", with_policy,
                                "--nodes", 200, "--json"))
        self.assertIn(said["bestmove"], cairn("moves", "glaisher").split())
        # A game whose search visits all moves has no policy.
        copy = self.at / "copy.net"
        cairn("policy", self.games, "--net", self.net_file, "--out", copy)
        self.assertEqual(copy.read_bytes(), self.net_file.read_bytes())

    def test_training_continues_with_a_net(self):
        def begin(hidden: int) -> model.Net:
            return new_net(self.net.inputs, Settings(hidden=hidden, begin_with=str(self.net_file)))

        self.assertTrue((begin(32).numbers() == read_net_numbers(self.net_file)).all())
        # Further units begin without effect.
        active = self.positions.active[:500].int()
        difference = begin(64)(active) - begin(32)(active)
        self.assertLess(difference.abs().max().item(), 1e-4)
        with self.assertRaisesRegex(ValueError, "32 hidden units"):
            begin(16)

    def test_damaged_and_foreign_nets_are_refused(self):
        damaged = self.at / "damaged.net"
        content = bytearray(self.net_file.read_bytes())
        content[-1] ^= 1
        damaged.write_bytes(content)
        told = cairn("analyse", "nava", "--net", damaged, status=1)
        self.assertIn("checksum", told)
        told = cairn("analyse", "greener", "--net", self.net_file, status=1)
        self.assertIn("does not fit greener", told)

    def test_integers_give_the_values_of_the_network(self):
        active = self.positions.active[:500].int()
        expected = self.net(active).detach().numpy() * model.HUNDREDTHS
        found = integer_values(self.net, active.numpy())
        self.assertLess(np.abs(found - expected).max(), 8)


def integer_values(net: model.Net, active: np.ndarray) -> np.ndarray:
    """Computes the values of the engine in integers, in hundredths."""
    numbers = net.numbers().astype(np.int64)
    sizes = [net.inputs * net.hidden, net.hidden, net.hidden, net.inputs]
    rows, bias, output, direct, start = np.split(numbers, np.cumsum(sizes))
    rows = np.vstack([rows.reshape(net.inputs, net.hidden), np.zeros(net.hidden, np.int64)])
    direct = np.append(direct, 0)
    units = np.clip(rows[active].sum(axis=1) + bias, 0, model.FULLY_ON)
    squares = (units * units) >> model.SQUARE_SHIFT
    past = (direct[active].sum(axis=1) + start) << (model.FRACTION_BITS - model.DIRECT_BITS)
    return (squares @ output + past) >> model.FRACTION_BITS


if __name__ == "__main__":
    unittest.main()
