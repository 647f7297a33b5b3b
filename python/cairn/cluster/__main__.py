"""`python -m cairn.cluster KIND ...`: long jobs on a Ray cluster, or on all cores of this machine.

After Ctrl-C or a crash, run the same command again to resume: only the missing tasks run. The result
does not depend on where or how often a job was stopped.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import os
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from . import jobs
from .driver import JobError, duration, run
from .pools import LocalPool, Pool, PoolError, RayPool
from .tasks import Results, Task


def whole_number(text: str) -> int:
    """Reads a positive number."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not a positive whole number")
    return int(text)


def elo_bounds(text: str) -> tuple[float, float]:
    """Reads two Elo differences."""
    try:
        low, high = (float(word) for word in text.split(","))
        if low < high:
            return low, high
    except ValueError:
        pass
    problem = f"`{text}` is not two Elo differences, the smaller first, such as 0,20"
    raise argparse.ArgumentTypeError(problem)


def add_pace(parser: argparse.ArgumentParser) -> None:
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument("--time", type=whole_number, metavar="MS", help="milliseconds per move")
    pace.add_argument("--nodes", type=whole_number, metavar="N", help="nodes per move")
    pace.add_argument("--tc", metavar="BASE+INC", help="seconds for the game and per move")


def add_games(parser: argparse.ArgumentParser, default: int | None, share: str) -> None:
    parser.add_argument("--games", type=whole_number, metavar="N", default=default,
                        required=default is None, help="number of games")
    parser.add_argument("--seed", type=int, metavar="S", default=1, help="random seed")
    parser.add_argument("--share", type=whole_number, metavar="N", help=share)


SHARE = "games per task [default: as many as should take two minutes, at most 200]"


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    place = argparse.ArgumentParser(add_help=False)
    options = place.add_argument_group("where it runs")
    options.add_argument("--ray", metavar="ADDRESS",
                         help="Ray cluster, such as auto or 10.0.0.1:6379")
    options.add_argument("--workers", type=whole_number, metavar="N", default=os.cpu_count() or 1,
                         help="processes at the same time, without --ray [default: one per core]")
    options.add_argument("--cairn", metavar="PROGRAM", default="cairn",
                         help="the program, which is sent to the nodes")
    options.add_argument("--results", metavar="FOLDER", type=Path, default=Path("cairn-results"),
                         help="results of tasks [default: cairn-results]")

    main = argparse.ArgumentParser(prog="python -m cairn.cluster", description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = main.add_subparsers(metavar="KIND", required=True)

    def kind(name: str, build: object, text: str) -> argparse.ArgumentParser:
        made = kinds.add_parser(name, parents=[place], help=text, description=text)
        made.set_defaults(build=build, kind=name)
        return made

    one = kind("match", jobs.match, "a match between two players")
    for word in ("game", "a", "b"):
        one.add_argument(word)
    add_games(one, 100, SHARE)
    add_pace(one)
    one.add_argument("--size", metavar="SIZE", help="size of the board")
    one.add_argument("--odds", type=whole_number, metavar="MS", help="milliseconds per move for B")
    one.add_argument("--opening", type=int, metavar="N", help="random moves per opening")
    one.add_argument("--threads", type=whole_number, metavar="N", help="threads of each search")
    one.add_argument("--hash", type=whole_number, metavar="MB", help="size of the table")
    one.add_argument("--net", metavar="FILE", help="net, which is sent to the nodes")
    one.add_argument("--adjudicate", action="store_true", help="end games with a proved result")
    one.add_argument("--records", metavar="FILE", help="file for the games")
    one.add_argument("--sprt", type=elo_bounds, metavar="ELO0,ELO1",
                     help="stop when a sequential test decides; evaluated after each share")

    one = kind("ladder", jobs.ladder, "each level against the one below")
    one.add_argument("game_names", nargs="*", metavar="GAME")
    add_games(one, 100, SHARE)
    add_pace(one)

    one = kind("selfplay", jobs.selfplay, "games to learn from")
    one.add_argument("game")
    add_games(one, None, SHARE)
    one.add_argument("--out", required=True, metavar="FILE", help="file for the games")
    one.add_argument("--nodes", type=whole_number, metavar="N", default=1000, help="per move")
    one.add_argument("--size", metavar="SIZE", help="size of the board")
    evaluation = one.add_mutually_exclusive_group()
    evaluation.add_argument("--net", metavar="FILE", help="net, which is sent to the nodes")
    evaluation.add_argument("--simple", action="store_true", help="play without a net")

    one = kind("puzzles", jobs.puzzles, "puzzles found in games of the engine")
    one.add_argument("game")
    add_games(one, 1000, f"games per task [default: {jobs.PUZZLE_GAMES}]")
    one.add_argument("--out", required=True, metavar="FILE", help="file for the puzzles")
    one.add_argument("--nodes", type=whole_number, metavar="N", default=100_000,
                     help="node limit for the proof of one move")

    one = kind("solve", jobs.solve, "values of many starts, one per task")
    one.add_argument("game")
    one.add_argument("--out", required=True, metavar="FILE", help="file for the results")
    one.add_argument("--starts", default="standard,1-15", metavar="LIST")
    one.add_argument("--size", metavar="SIZE", help="size of the board")
    one.add_argument("--time", type=whole_number, metavar="MS", help="time limit per start")
    one.add_argument("--memory", type=whole_number, metavar="MB", default=256)
    one.add_argument("--threads", type=whole_number, metavar="N", default=1)
    one.add_argument("--lines", type=int, metavar="N", help="key lines of each proof")
    one.add_argument("--plies", type=whole_number, metavar="N", help="plies of a key line")

    one = kind("report", jobs.report, "a report on games")
    one.add_argument("game_names", nargs="+", metavar="GAME")
    one.add_argument("--out", required=True, metavar="FOLDER", help="folder for the report")
    one.add_argument("--collection", required=True, metavar="FOLDER", help="folder for the games")
    for name in ("games", "strong-games", "nodes", "review-nodes", "seed"):
        one.add_argument(f"--{name}", type=int, metavar="N")
    one.add_argument("--players", metavar="LIST")
    one.add_argument("--size", metavar="SIZE", help="size of the board")

    one = kind("check", jobs.check, "tiny tasks, to see that a cluster works and what a task costs")
    one.add_argument("--tasks", type=whole_number, default=200, metavar="N")
    return main


def joined(job: jobs.Job, results: Results) -> str:
    """Computes the total of a job from its results."""
    def outputs() -> Iterator[jobs.Outputs]:
        for task in job.tasks:
            result = results.get(task)
            if result is None:
                raise JobError(f"{results.path(task)} is missing")
            yield result.outputs

    return job.join(outputs())


def perform(asked: argparse.Namespace) -> str:
    """Runs a job and returns its output."""
    path = shutil.which(asked.cairn)
    if path is None:
        raise JobError(f"there is no program `{asked.cairn}`: build it and name it with --cairn")
    job: jobs.Job = asked.build(asked, jobs.Builder.of_program(path))

    def pool() -> Pool:
        if asked.ray:
            made: Pool = RayPool(asked.ray, job.contents, cpus=job.cpus, memory_mb=job.memory_mb)
        else:
            made = LocalPool(job.contents, max(1, asked.workers // job.cpus))
        # Ray has a handler of its own, which would lose the last lines.
        signal.signal(signal.SIGTERM, interrupted)
        return made

    if asked.kind == "check":
        with tempfile.TemporaryDirectory() as folder:
            results = Results(Path(folder))
            begun, worked = time.monotonic(), time.process_time()
            run(job.tasks, results, pool)
            elapsed, worked = time.monotonic() - begun, time.process_time() - worked
            return joined(job, results) + "\n" + costs(job.tasks, results, elapsed, worked)
    results = Results(asked.results)

    def outputs_of(task: Task) -> jobs.Outputs | None:
        result = results.get(task)
        return None if result is None else result.outputs

    run(job.tasks, results, pool, lambda: job.enough is not None and job.enough(outputs_of))
    return joined(job, results)


def costs(tasks: list[Task], results: Results, seconds: float, worked: float) -> str:
    """Reports the work of each node and the cost of a task."""
    found = [result for task in tasks if (result := results.get(task)) is not None]
    nodes = collections.Counter(result.node for result in found)
    inside = statistics.median(result.seconds for result in found)
    lines = [f"node {name}: {count} tasks" for name, count in sorted(nodes.items())]
    lines.append(f"{duration(seconds)} in all, {1000 * seconds / len(found):.1f} ms per task")
    lines.append(f"median time of a task on its core: {1000 * inside:.1f} ms")
    lines.append(f"processor time of the driver: {1000 * worked / len(found):.1f} ms per task")
    return "\n".join(lines)


def interrupted(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Runs the command line and returns the exit status."""
    asked = parser().parse_args()
    try:
        # Ray writes messages to standard output, which is for the result alone.
        with contextlib.redirect_stdout(sys.stderr):
            printed = perform(asked)
        print(printed)
        return 0
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from here", file=sys.stderr)
        return 130
    except (JobError, PoolError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
