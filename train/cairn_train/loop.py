"""`python3 -m cairn_train.loop GAME ... --work DIR`: play, learn, compare, again and again.

A generation plays games with the best net so far (the built-in judgement at first), fits
nets of several kinds to the games of the latest generations, lets each of them play the
best net so far at equal time until a sequential test decides, and keeps the winner if it is
better. While one game's nets
are fitted on the GPU, the next game is played on the CPU. DIR/GAME.net is the best net at
any moment and DIR/GAME.json its manifest, so that a loop that is stopped loses nothing but
the generation it was in; started again, it goes on.
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

from . import netfile


@dataclass
class Candidate:
    """A net that is being fitted."""

    path: Path
    process: subprocess.Popen
    log: Path


@dataclass
class Contest:
    """A game and how far it has come."""

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


def play(contest: Contest, generation: int, asked: argparse.Namespace) -> None:
    """Plays the games of a generation."""
    out = contest.data(generation)
    command = [asked.cairn, "selfplay", contest.game, "--out", out, "--nodes", asked.nodes,
               "--seconds", asked.seconds, "--positions", asked.positions,
               "--seed", asked.seed + generation]
    if contest.best.exists():
        command += ["--net", contest.best]
    run(command, contest.folder / "play.log")
    lines = (contest.folder / "play.log").read_text().splitlines()
    tell(f"{contest.game} generation {generation}: {lines[-1].strip() if lines else 'resumed'}")


def begin_fits(contest: Contest, generation: int, asked: argparse.Namespace) -> None:
    """Starts fitting nets to the games of this and the latest generations before it."""
    first = max(1, generation - asked.keep + 1)
    files = [contest.data(number) for number in range(first, generation + 1)]
    rows = contest.folder / "rows.inputs"
    run([asked.cairn, "inputs", *[file for file in files if file.exists()], "--out", rows,
         "--views", asked.views], contest.folder / "inputs.log")
    for hidden, share in product(asked.hidden, asked.result_share):
        out = contest.folder / f"{generation}-{hidden}-{round(100 * share)}.net"
        log = out.with_suffix(".log")
        command = [sys.executable, "-m", "cairn_train", rows, "--out", out, "--hidden", hidden,
                   "--epochs", asked.epochs, "--result-share", share,
                   "--seed", asked.seed + generation]
        with open(log, "wb") as output:
            process = subprocess.Popen([str(word) for word in command], stdout=output,
                                       stderr=subprocess.STDOUT)
        contest.candidates.append(Candidate(out, process, log))


def add_guide(contest: Contest, generation: int, path: Path, asked: argparse.Namespace) -> None:
    """Lets a net learn which candidates to look at, where the game needs that."""
    seed = asked.seed + generation
    run([asked.cairn, "guide", contest.data(generation), "--net", path, "--out", path,
         "--epochs", asked.guide_epochs, "--seed", seed], path.with_suffix(".log"))
    manifest = path.with_suffix(".json")
    head = netfile.head(path)
    description = json.loads(manifest.read_text()) | {"checksum": head["checksum"]}
    if "guide" in head:
        description["guide"] = {"weights": int(head["guide"]), "epochs": asked.guide_epochs,
                                "seed": seed,
                                "learned_from": f"the games of generation {generation}"}
    manifest.write_text(json.dumps(description, indent=2) + "\n")


def compare(contest: Contest, a: Path, b: str, asked: argparse.Namespace) -> dict:
    """A match at equal time, as `cairn match` reports it."""
    command = [asked.cairn, "match", contest.game, f"net:{a}", b, "--games", asked.games,
               "--time", asked.time, "--json", "--seed", asked.seed, "--sprt", asked.sprt]
    printed = subprocess.run([str(word) for word in command], check=True, capture_output=True)
    return json.loads(printed.stdout)


def decide(contest: Contest, generation: int, asked: argparse.Namespace) -> None:
    """Lets the new nets play the best one so far, and keeps the best of all."""
    rival = f"net:{contest.best}" if contest.best.exists() else "simple"
    results = []
    for candidate in contest.candidates:
        if candidate.process.wait() != 0:
            tell(f"{contest.game}: fitting failed, see {candidate.log}")
            continue
        add_guide(contest, generation, candidate.path, asked)
        result = compare(contest, candidate.path, rival, asked)
        results.append((result["score"], candidate.path, result))
        verdict = result["sprt"]["verdict"] or "undecided"
        tell(f"{contest.game} {candidate.path.stem}: {100 * result['score']:.1f} % of "
             f"{result['games']} games against {Path(rival).stem}, {verdict}")
    contest.candidates.clear()
    if not results:
        return
    better = [entry for entry in results if entry[2]["sprt"]["verdict"] == "accepted"]
    accepted = bool(better)
    _, path, result = max(better or results, key=lambda entry: entry[0])
    manifest = contest.manifest()
    manifest["generations"].append(describe(contest, generation, path, result, accepted, rival))
    if accepted:
        manifest = {**json.loads(path.with_suffix(".json").read_text()),
                    "generations": manifest["generations"]}
        shutil.copy(path, contest.best.with_suffix(".part"))
        contest.best.with_suffix(".part").replace(contest.best)
    contest.best.with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n")
    tell(f"{contest.game} generation {generation}: "
         f"{'keeps ' + path.stem if accepted else 'keeps the old one'}")


def describe(contest: Contest, generation: int, path: Path, result: dict, accepted: bool,
             rival: str) -> dict:
    """What a manifest says of a generation."""
    head = {}
    with open(contest.data(generation), "rb") as file:
        for _ in range(5):
            key, _, value = file.readline().decode().strip().partition(" ")
            head[key] = value
    played = re.findall(r"(\d+) games, (\d+) positions",
                        (contest.folder / "play.log").read_text())
    games, positions = played[-1] if played else (0, 0)
    return {
        "generation": generation,
        "judge": head["judge"],
        "nodes": int(head["nodes"]),
        "seed": int(head["seed"]),
        "games": int(games),
        "positions": int(positions),
        "net": path.stem,
        "against": "simple" if rival == "simple" else "the generation before",
        "match": {key: result[key] for key in ("games", "wins", "draws", "losses", "score",
                                               "elo", "interval", "sprt")},
        "accepted": accepted,
    }


def numbers(kind):
    """Reads numbers with commas between them."""
    return lambda text: [kind(word) for word in text.split(",")]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cairn_train.loop", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_to_learn", nargs="+", metavar="GAME[=SECONDS[/NODES]]",
                        help="a game, how long to play it, and nodes a move")
    parser.add_argument("--work", type=Path, required=True, help="where all files go")
    parser.add_argument("--cairn", default="cairn", help="the program")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=600, help="of play a generation")
    parser.add_argument("--nodes", type=int, default=1000, help="a move in these games")
    parser.add_argument("--positions", type=int, default=1_000_000_000, help="at most")
    parser.add_argument("--keep", type=int, default=2, help="generations to learn from")
    parser.add_argument("--views", type=int, default=4)
    parser.add_argument("--hidden", type=numbers(int), default=[64],
                        help="sizes to try, with commas")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--guide-epochs", type=int, default=2,
                        help="of learning which candidates to look at")
    parser.add_argument("--result-share", type=numbers(float), default=[0.4],
                        help="how much results count, with commas to try several")
    parser.add_argument("--games", type=int, default=2000, help="of a match at most")
    parser.add_argument("--sprt", default="0,30", metavar="ELO0,ELO1",
                        help="the sequential test that a new net must pass")
    parser.add_argument("--time", type=int, default=100, help="a move in matches, ms")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    contests = []
    for word in asked.games_to_learn:
        game, _, amount = word.partition("=")
        seconds, _, nodes = amount.partition("/")
        settings = argparse.Namespace(**vars(asked))
        settings.seconds, settings.nodes = int(seconds or asked.seconds), int(nodes or asked.nodes)
        contest = Contest(game, asked.work / game.replace(":", "-"))
        contest.folder.mkdir(parents=True, exist_ok=True)
        contests.append((contest, settings))
    for _ in range(asked.generations):
        numbers = [len(contest.manifest()["generations"]) + 1 for contest, _ in contests]
        for (contest, settings), number in zip(contests, numbers):
            play(contest, number, settings)
            begin_fits(contest, number, settings)
        for (contest, settings), number in zip(contests, numbers):
            decide(contest, number, settings)


if __name__ == "__main__":
    main()
