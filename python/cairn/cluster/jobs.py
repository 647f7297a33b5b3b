"""Kinds of jobs: how each is divided into tasks, and how the results are joined.

Shares of a job do not depend on its size or on the cluster, so that a longer job goes on where a
shorter one ended.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import _native
from ..position import Position, rule_sets
from .driver import JobError
from .tasks import Task, sha256
from .worker import write_file

# Seconds that a task should take, and what is assumed to estimate it.
TASK_SECONDS, TURNS, NODES_PER_SECOND = 120, 60, 300_000

# Most games in a task, however quick they are: small jobs should use all cores as well.
MOST_GAMES = 200

# Games of puzzle making in a task.
PUZZLE_GAMES = 50

Outputs = Mapping[str, bytes]


@dataclass
class Job:
    """A list of tasks, and how their results are combined."""

    tasks: list[Task]
    join: Callable[[Iterator[Outputs]], str]
    """Joins the outputs of all tasks, in order, and returns the job's output."""
    contents: dict[str, bytes]
    """Program and input files by their SHA-256."""
    cpus: int = 1
    memory_mb: int = 0
    enough: Callable[[Callable[[Task], Outputs | None]], bool] | None = None
    """Whether the first results already decide the job."""


@dataclass
class Builder:
    """Makes tasks of one program."""

    program: str
    path: str
    contents: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def of_program(cls, path: str) -> Builder:
        """Reads the program."""
        content = Path(path).read_bytes()
        digest = sha256(content)
        return cls(digest, path, {digest: content})

    def file(self, path: str) -> str:
        """Adds an input file, and returns its name in tasks: the beginning of its SHA-256."""
        content = Path(path).read_bytes()
        digest = sha256(content)
        self.contents[digest] = content
        return f"{digest[:16]}.net"

    def task(self, *words: object, outputs: tuple[str, ...] = ("stdout",)) -> Task:
        """Makes a task with the files that its arguments name."""
        arguments = tuple(str(word) for word in words)
        text = " ".join(arguments)
        names = {f"{digest[:16]}.net": digest for digest in self.contents}
        files = {name: digest for name, digest in names.items() if name in text}
        return Task(self.program, arguments, outputs, files)


def shares(total: int, size: int) -> Iterator[tuple[int, int]]:
    """Divides games into shares: the number of the first game, from 1, and their number.

    >>> list(shares(10, 4))
    [(1, 4), (5, 4), (9, 2)]
    """
    for first in range(1, total + 1, size):
        yield first, min(size, total + 1 - first)


def given(asked: argparse.Namespace, *names: str) -> list[str]:
    """Returns the options of these names that were given, as arguments of the program."""
    words: list[str] = []
    for name in names:
        value = getattr(asked, name)
        if value is True:
            words.append(f"--{name}")
        elif value is not None and value is not False:
            words += [f"--{name}", str(value)]
    return words


def share_size(asked: argparse.Namespace) -> int:
    """Returns the number of games in a task, which is even."""
    if asked.share is not None:
        games = int(asked.share)
        return max(2, games + games % 2)
    if asked.nodes:
        seconds = TURNS * asked.nodes / NODES_PER_SECOND
    elif getattr(asked, "tc", None):
        base, _, increment = asked.tc.partition("+")
        try:
            seconds = 2 * float(base or 0) + TURNS * float(increment or 0)
        except ValueError:
            raise JobError(f"`{asked.tc}` is not a time control such as 60+0.5") from None
    else:
        seconds = TURNS * (asked.time or 100) / 1000
    games = int(min(max(TASK_SECONDS / max(seconds, 0.001), 2), MOST_GAMES))
    return games - games % 2


# ---- matches ----


def threads_of(word: str) -> int:
    """Returns the number of threads that a player asks for.

    >>> threads_of("10,threads=8,hash=256"), threads_of("uct")
    (8, 1)
    """
    found = [part.partition("=")[2] for part in word.split(",") if part.startswith("threads=")]
    return max([int(number) for number in found if number.isdigit()], default=1)


def player(word: str, builder: Builder) -> str:
    """Returns the word for a player in tasks: nets are shipped."""
    if not word.startswith("net:"):
        return word
    path, comma, options = word[4:].partition(",")
    return f"net:{builder.file(path)}{comma}{options}"


def share_document(task: Task, output: Outputs) -> dict[str, Any]:
    """Checks that the document of a share is complete and returns it."""
    document: dict[str, Any] = json.loads(output["stdout"])
    expected = int(task.arguments[task.arguments.index("--games") + 1])
    if document["games"] != expected:
        raise JobError(f"a share of {expected} games has {document['games']}")
    return document


class MatchCount:
    """Sum of the shares of a match."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = 0
        self.pairs, self.singles = [0] * 5, [0] * 3

    def add(self, document: Mapping[str, Any]) -> None:
        """Adds the document of a share."""
        self.wins += document["wins"]
        self.draws += document["draws"]
        self.losses += document["losses"]
        self.pairs = [a + b for a, b in zip(self.pairs, document["pairs"], strict=True)]
        self.singles = [a + b for a, b in zip(self.singles, document["singles"], strict=True)]

    @property
    def counts(self) -> tuple[int, int, int, list[int], list[int]]:
        """All counts, in the order of the native functions."""
        return self.wins, self.draws, self.losses, self.pairs, self.singles


PACE = ("time", "nodes", "tc")


def match(asked: argparse.Namespace, builder: Builder) -> Job:
    """A match, whose shares are played by `cairn match --first`."""
    net = ["--net", builder.file(asked.net)] if asked.net else []
    players = [player(word, builder) for word in (asked.a, asked.b)]
    options = given(asked, *PACE, "size", "odds", "opening", "threads", "hash", "adjudicate")
    outputs = ("stdout", "records.txt") if asked.records else ("stdout",)
    records = ["--records", "records.txt"] if asked.records else []
    tasks = [
        builder.task(
            "match", asked.game, *players, "--games", games, "--first", first, "--seed",
            asked.seed, "--concurrency", 1, *options, *net, *records, "--json", outputs=outputs,
        )
        for first, games in shares(asked.games, share_size(asked))
    ]

    def summary(total: MatchCount) -> dict[str, Any]:
        text = _native.match_summary(asked.game, asked.a, asked.b, total.counts, sprt=asked.sprt)
        document: dict[str, Any] = json.loads(text)
        return document

    def is_decided(total: MatchCount) -> bool:
        return asked.sprt is not None and summary(total)["sprt"]["verdict"] is not None

    def join(all_outputs: Iterator[Outputs]) -> str:
        total, texts = MatchCount(), []
        for task, output in zip(tasks, all_outputs):
            total.add(share_document(task, output))
            texts.append(output.get("records.txt", b""))
            # The test looks after each share in their order, whenever they were played.
            if is_decided(total):
                break
        if asked.records:
            write_file(Path(asked.records), b"\n".join(texts))
        return json.dumps({"version": 1, **summary(total), "pairs": total.pairs,
                           "singles": total.singles})

    waiting, so_far = deque(tasks), MatchCount()

    def enough(outputs_of: Callable[[Task], Outputs | None]) -> bool:
        while waiting and (output := outputs_of(waiting[0])) is not None:
            so_far.add(share_document(waiting.popleft(), output))
            if is_decided(so_far):
                return True
        return False

    cpus = max(asked.threads or 1, threads_of(asked.a), threads_of(asked.b))
    return Job(tasks, join, builder.contents, cpus, enough=enough if asked.sprt else None)


def ladder(asked: argparse.Namespace, builder: Builder) -> Job:
    """Matches between neighbouring levels, like `cairn arena ladder`."""
    games = asked.game_names or [rules.game for rules in rule_sets()]
    levels = range(2, 11)
    rungs, tasks = [], []
    for game in games:
        for level in levels:
            for first, count in shares(asked.games, share_size(asked)):
                rungs.append((game, level))
                tasks.append(builder.task(
                    "match", game, level, level - 1, "--games", count, "--first", first,
                    "--seed", asked.seed, "--concurrency", 1, *given(asked, *PACE), "--json",
                ))

    def join(all_outputs: Iterator[Outputs]) -> str:
        totals: dict[tuple[str, int], MatchCount] = {}
        for rung, task, output in zip(rungs, tasks, all_outputs, strict=True):
            totals.setdefault(rung, MatchCount()).add(share_document(task, output))
        table = [(game, level, total.counts) for (game, level), total in totals.items()]
        return _native.ladder_table(table).rstrip("\n")

    return Job(tasks, join, builder.contents)


# ---- games and puzzles ----

HEAD_END = b"\ngames\n"


def selfplay(asked: argparse.Namespace, builder: Builder) -> Job:
    """Self-play games in one file, identical to that of `cairn selfplay --games`."""
    net = ["--net", builder.file(asked.net)] if asked.net else []
    tasks = [
        builder.task(
            "selfplay", asked.game, "--out", "share.games", "--games", games, "--first", first,
            "--nodes", asked.nodes, "--seed", asked.seed, "--threads", 1,
            *given(asked, "size", "simple"), *net, outputs=("share.games",),
        )
        for first, games in shares(asked.games, share_size(asked))
    ]

    def join(all_outputs: Iterator[Outputs]) -> str:
        head, parts = b"", []
        for task, output in zip(tasks, all_outputs, strict=True):
            begin, mark, games = output["share.games"].partition(HEAD_END)
            lines = begin.split(b"\n")
            first = task.arguments[task.arguments.index("--first") + 1]
            if first != "1" and lines.pop() != f"first {first}".encode():
                raise JobError(f"the share from game {first} on names another first game")
            head = head or b"\n".join(lines)
            if not mark or b"\n".join(lines) != head:
                raise JobError("the shares were played with different settings")
            parts.append(games)
        write_file(Path(asked.out), b"".join([head, HEAD_END, *parts]))
        return f"{asked.out}: {asked.games} games"

    return Job(tasks, join, builder.contents)


def puzzles(asked: argparse.Namespace, builder: Builder) -> Job:
    """Puzzles from many games, each position once up to symmetry."""
    tasks = [
        builder.task(
            "puzzles", "make", asked.game, "--out", "puzzles.txt", "--games", games, "--seed",
            asked.seed + first - 1, "--nodes", asked.nodes, "--threads", 1,
            outputs=("puzzles.txt",),
        )
        for first, games in shares(asked.games, asked.share or PUZZLE_GAMES)
    ]

    def join(all_outputs: Iterator[Outputs]) -> str:
        seen, lines = set(), []
        for output in all_outputs:
            for line in output["puzzles.txt"].decode().splitlines():
                position = Position(asked.game, line.partition(" | ")[0])
                if position.symmetric_key not in seen:
                    seen.add(position.symmetric_key)
                    lines.append(line + "\n")
        write_file(Path(asked.out), "".join(lines).encode())
        return f"{asked.out}: {len(lines)} puzzles of {asked.games} games"

    return Job(tasks, join, builder.contents)


# ---- proofs ----


def starts(text: str) -> list[str]:
    """Reads a list of starts.

    >>> starts("3,standard,1-2,2")
    ['standard', '1', '2', '3']
    """
    numbers: set[int] = set()
    words = [word.strip() for word in text.split(",")]
    for word in words:
        first, _, last = word.partition("-")
        if word != "standard":
            try:
                numbers.update(range(int(first), int(last or first) + 1))
            except ValueError:
                raise JobError(f"`{word}` is not `standard` or a range of seeds") from None
    standard = ["standard"] if "standard" in words else []
    return standard + [str(number) for number in sorted(numbers)]


def solve(asked: argparse.Namespace, builder: Builder) -> Job:
    """A solving campaign, one start per task."""
    tasks = [
        builder.task(
            "solve", "campaign", asked.game, "solved.jsonl", "--starts", start, "--threads",
            asked.threads, "--memory", asked.memory, *given(asked, "size", "time", "lines", "plies"),
            outputs=("solved.jsonl",),
        )
        for start in starts(asked.starts)
    ]

    def join(all_outputs: Iterator[Outputs]) -> str:
        lines = b"".join(output["solved.jsonl"] for output in all_outputs)
        values = [json.loads(line)["value"] for line in lines.splitlines()]
        if len(values) != len(tasks):
            raise JobError(f"{len(tasks)} starts have {len(values)} results")
        write_file(Path(asked.out), lines)
        count = {word: values.count(word) for word in ("win", "draw", "loss")}
        words = ", ".join(f"{number} {word}" for word, number in count.items())
        return f"{asked.out}: {len(values)} starts: {words}, {values.count(None)} not solved"

    return Job(tasks, join, builder.contents, asked.threads, asked.memory + 200)


# ---- reports ----


def report(asked: argparse.Namespace, builder: Builder) -> Job:
    """A report, whose games are played by the tasks that `cairn report plan` lists."""
    options = [*asked.game_names, *given(asked, "players", "games", "nodes", "seed", "size")]
    if asked.strong_games is not None:
        options += ["--strong-games", str(asked.strong_games)]
    if asked.review_nodes is not None:
        options += ["--review-nodes", str(asked.review_nodes)]
    lines = program_output(builder.path, "report", "plan", *options).splitlines()
    plan = [json.loads(line) for line in lines]
    names = [entry["file"] for entry in plan]
    tasks = [
        builder.task(
            *entry["arguments"], "--collection", ".", "--threads", 1, outputs=(entry["file"],)
        )
        for entry in plan
    ]

    def join(all_outputs: Iterator[Outputs]) -> str:
        collection = Path(asked.collection)
        collection.mkdir(parents=True, exist_ok=True)
        for name, output in zip(names, all_outputs, strict=True):
            write_file(collection / name, output[name])
        arguments = ["--collection", str(collection), "--out", asked.out]
        program_output(builder.path, "report", *options, *arguments)
        return f"{asked.out}: report on {len(plan)} files of games"

    return Job(tasks, join, builder.contents)


def program_output(path: str, *words: str) -> str:
    """Runs the program locally and returns its output."""
    done = subprocess.run([path, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise JobError(done.stderr.strip() or f"status {done.returncode}")
    return done.stdout


# ---- check of a cluster ----


def check(asked: argparse.Namespace, builder: Builder) -> Job:
    """Many tiny tasks that show whether the program runs on every node and what a task costs."""
    tasks = [builder.task("moves", "greener", "--seed", number) for number in range(asked.tasks)]

    def join(all_outputs: Iterator[Outputs]) -> str:
        moves = sum(len(output["stdout"].splitlines()) for output in all_outputs)
        return f"{len(tasks)} tasks, {moves} moves"

    return Job(tasks, join, builder.contents)
