"""`python3 -m cairn_train.loop GAME ... --work DIR`: plays, trains and compares, in a loop.

A generation plays games with the best net so far (the built-in evaluation at first), trains
nets of several sizes on the games of the latest generations, plays a match of each against
the best net so far at equal time until a sequential test decides, and keeps the winner if it
is better. While the nets of one game are trained on the GPU, the next game is played on the
CPU. DIR/GAME.net is the best net so far and DIR/GAME.json its manifest. A loop that is stopped
loses only its current generation; the same command resumes it.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from cairn.training import read_net, read_selfplay_settings


@dataclass
class Candidate:
    """Net in training."""

    path: Path
    process: subprocess.Popen
    log: Path


@dataclass
class GameRun:
    """Training run of one game."""

    game: str
    folder: Path
    candidates: list[Candidate] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.game.replace(":", "-")

    @property
    def best(self) -> Path:
        return self.folder.parent / f"{self.name}.net"

    def manifest(self) -> dict:
        path = self.best.with_suffix(".json")
        return json.loads(path.read_text()) if path.exists() else {"generations": []}

    def data(self, generation: int) -> Path:
        return self.folder / f"{generation}.games"


def tell(text: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {text}", flush=True)


def run(command: list, log: Path) -> None:
    with open(log, "ab") as output:
        subprocess.run([str(word) for word in command], check=True, stdout=output, stderr=output)


def on_cluster(kind: str, asked: argparse.Namespace) -> list:
    """Returns the beginning of a command that spreads a job."""
    place = [] if asked.cluster == "local" else ["--ray", asked.cluster]
    return [sys.executable, "-m", "cairn.cluster", kind, "--cairn", asked.cairn,
            "--results", asked.work / "results", *place]


def play(game_run: GameRun, generation: int, asked: argparse.Namespace) -> None:
    """Plays the games of a generation."""
    settings = [game_run.game, "--out", game_run.data(generation), "--nodes", asked.nodes,
                "--seed", asked.seed + generation]
    if game_run.best.exists():
        settings += ["--net", game_run.best]
    limits = ["--seconds", asked.seconds, "--positions", asked.positions]
    if asked.cluster:
        limits = ["--games", asked.selfplay_games]
        run([*on_cluster("selfplay", asked), *settings, *limits], game_run.folder / "cluster.log")
    # After a cluster this reads all games and counts them.
    run([asked.cairn, "selfplay", *settings, *limits], game_run.folder / "play.log")
    lines = (game_run.folder / "play.log").read_text().splitlines()
    tell(f"{game_run.game} generation {generation}: {lines[-1].strip() if lines else 'resumed'}")


def start_training(game_run: GameRun, generation: int, asked: argparse.Namespace) -> None:
    """Starts training nets on the games of this generation and the latest ones before it."""
    first = max(1, generation - asked.keep + 1)
    files = [game_run.data(number) for number in range(first, generation + 1)]
    rows = game_run.folder / "rows.inputs"
    run([asked.cairn, "inputs", *[file for file in files if file.exists()], "--out", rows,
         "--views", asked.views], game_run.folder / "inputs.log")
    for hidden, share in product(asked.hidden, asked.result_share):
        out = game_run.folder / f"{generation}-{hidden}-{round(100 * share)}.net"
        log = out.with_suffix(".log")
        command = [sys.executable, "-m", "cairn_train", rows, "--out", out, "--hidden", hidden,
                   "--epochs", asked.epochs, "--result-share", share,
                   "--seed", asked.seed + generation]
        with open(log, "wb") as output:
            process = subprocess.Popen([str(word) for word in command], stdout=output,
                                       stderr=subprocess.STDOUT)
        game_run.candidates.append(Candidate(out, process, log))


def add_policy(game_run: GameRun, generation: int, path: Path, asked: argparse.Namespace) -> None:
    """Trains the policy of a net, if the game has one."""
    seed = asked.seed + generation
    run([asked.cairn, "policy", game_run.data(generation), "--net", path, "--out", path,
         "--epochs", asked.policy_epochs, "--seed", seed], path.with_suffix(".log"))
    manifest = path.with_suffix(".json")
    net = read_net(path)
    description = json.loads(manifest.read_text()) | {"checksum": net.checksum}
    # In net files and manifests the policy is called `guide`.
    if net.policy_weights:
        description["guide"] = {"weights": net.policy_weights, "epochs": asked.policy_epochs,
                                "seed": seed,
                                "learned_from": f"the games of generation {generation}"}
    manifest.write_text(json.dumps(description, indent=2) + "\n")


def compare(game_run: GameRun, a: Path, b: str, asked: argparse.Namespace) -> dict:
    """Plays a match at equal time and returns the report of `cairn match`."""
    command = on_cluster("match", asked) if asked.cluster else [asked.cairn, "match", "--json"]
    command += [game_run.game, f"net:{a}", b, "--games", asked.games, "--time", asked.time,
                "--seed", asked.seed, f"--sprt={asked.sprt}"]
    printed = subprocess.run([str(word) for word in command], check=True, capture_output=True)
    return json.loads(printed.stdout)


def decide(game_run: GameRun, generation: int, asked: argparse.Namespace) -> None:
    """Plays the new nets against the best one so far and keeps the best of all."""
    rival = f"net:{game_run.best}" if game_run.best.exists() else "simple"
    results = []
    for candidate in game_run.candidates:
        if candidate.process.wait() != 0:
            tell(f"{game_run.game}: training failed, see {candidate.log}")
            continue
        add_policy(game_run, generation, candidate.path, asked)
        result = compare(game_run, candidate.path, rival, asked)
        results.append((result["score"], candidate.path, result))
        verdict = result["sprt"]["verdict"] or "undecided"
        tell(f"{game_run.game} {candidate.path.stem}: {100 * result['score']:.1f} % of "
             f"{result['games']} games against {Path(rival).stem}, {verdict}")
    game_run.candidates.clear()
    if not results:
        return
    better = [entry for entry in results if entry[2]["sprt"]["verdict"] == "accepted"]
    accepted = bool(better)
    _, path, result = max(better or results, key=lambda entry: entry[0])
    manifest = game_run.manifest()
    manifest["generations"].append(describe(game_run, generation, path, result, accepted, rival))
    if accepted:
        manifest = {**json.loads(path.with_suffix(".json").read_text()),
                    "generations": manifest["generations"]}
        shutil.copy(path, game_run.best.with_suffix(".part"))
        game_run.best.with_suffix(".part").replace(game_run.best)
    game_run.best.with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n")
    tell(f"{game_run.game} generation {generation}: "
         f"{'keeps ' + path.stem if accepted else 'keeps the old one'}")


def describe(game_run: GameRun, generation: int, path: Path, result: dict, accepted: bool,
             rival: str) -> dict:
    """Returns the entry of a generation in the manifest."""
    settings = read_selfplay_settings(game_run.data(generation))
    played = re.findall(r"(\d+) games, (\d+) positions",
                        (game_run.folder / "play.log").read_text())
    games, positions = played[-1] if played else (0, 0)
    return {
        "generation": generation,
        # The evaluation that played the games.
        "judge": settings.evaluation,
        "nodes": settings.nodes,
        "seed": settings.seed,
        "games": int(games),
        "positions": int(positions),
        "net": path.stem,
        "against": "simple" if rival == "simple" else "the generation before",
        "match": {key: result[key] for key in ("games", "wins", "draws", "losses", "score",
                                               "elo", "interval", "sprt")},
        "accepted": accepted,
    }


def numbers(kind):
    """Returns a parser of comma-separated numbers."""
    return lambda text: [kind(word) for word in text.split(",")]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cairn_train.loop", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_to_learn", nargs="+", metavar="GAME[=SECONDS[/NODES]]",
                        help="game, seconds of self-play per generation, nodes per move")
    parser.add_argument("--work", type=Path, required=True, help="folder for all files")
    parser.add_argument("--cairn", default="cairn", help="the program")
    parser.add_argument("--cluster", metavar="ADDRESS",
                        help="play games and matches on this Ray cluster, or on `local` processes")
    parser.add_argument("--selfplay-games", type=int, default=10_000,
                        help="games of self-play per generation, with --cluster")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=600, help="of self-play per generation")
    parser.add_argument("--nodes", type=int, default=1000, help="per move of self-play")
    parser.add_argument("--positions", type=int, default=1_000_000_000,
                        help="limit per generation")
    parser.add_argument("--keep", type=int, default=2, help="number of generations to train on")
    parser.add_argument("--views", type=int, default=4)
    parser.add_argument("--hidden", type=numbers(int), default=[64],
                        help="sizes to try, comma-separated")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--policy-epochs", type=int, default=2,
                        help="epochs of training the policy")
    parser.add_argument("--result-share", type=numbers(float), default=[0.4],
                        help="weights of the result to try, comma-separated")
    parser.add_argument("--games", type=int, default=2000, help="limit per match")
    parser.add_argument("--sprt", default="0,30", metavar="ELO0,ELO1",
                        help="sequential test that a new net must pass")
    parser.add_argument("--time", type=int, default=100, help="per move in matches, ms")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    runs = []
    for word in asked.games_to_learn:
        game, _, amount = word.partition("=")
        seconds, _, nodes = amount.partition("/")
        settings = argparse.Namespace(**vars(asked))
        settings.seconds, settings.nodes = int(seconds or asked.seconds), int(nodes or asked.nodes)
        game_run = GameRun(game, asked.work / game.replace(":", "-"))
        game_run.folder.mkdir(parents=True, exist_ok=True)
        runs.append((game_run, settings))
    for _ in range(asked.generations):
        numbers = [len(game_run.manifest()["generations"]) + 1 for game_run, _ in runs]
        for (game_run, settings), number in zip(runs, numbers):
            play(game_run, number, settings)
            start_training(game_run, number, settings)
        for (game_run, settings), number in zip(runs, numbers):
            decide(game_run, number, settings)


if __name__ == "__main__":
    main()
