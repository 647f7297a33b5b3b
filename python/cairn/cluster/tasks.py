"""Tasks, and the folder with their results.

A task is a pure description: the program by its SHA-256, its arguments, its input files by their
SHA-256, and the names of what it writes. Its result is a file that is named by the SHA-256 of the
description. So a job that is run again does only what is missing, and a result can neither be
counted twice nor be taken for that of another program, seed or setting.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from .worker import write_file

FORMAT = "cairn-result 1"


def sha256(content: bytes) -> str:
    """Returns the SHA-256 in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True)
class Task:
    """A run of the program that takes a few minutes.

    >>> task = Task("0" * 64, ("moves", "nava"))
    >>> task.digest == Task("0" * 64, ("moves", "nava")).digest
    True
    >>> task.digest == Task("0" * 64, ("moves", "greener")).digest
    False
    """

    program: str
    """SHA-256 of the program."""
    arguments: tuple[str, ...]
    """Its arguments."""
    outputs: tuple[str, ...] = ("stdout",)
    """Names of the files that it writes, or `stdout`."""
    files: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of the files that it reads, by their names."""

    @property
    def description(self) -> dict[str, Any]:
        """Everything the result depends on."""
        return {
            "program": self.program,
            "arguments": list(self.arguments),
            "outputs": list(self.outputs),
            "files": dict(self.files),
        }

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the description."""
        text = json.dumps(self.description, sort_keys=True, separators=(",", ":"))
        return sha256(text.encode())


class DamagedResult(ValueError):
    """A damaged results file."""


@dataclass(frozen=True)
class Result:
    """Output of a task."""

    outputs: Mapping[str, bytes]
    """Contents by the names of the outputs."""
    seconds: float
    """Duration in seconds."""
    node: str
    """Node that ran the task."""

    def to_bytes(self, task: Task) -> bytes:
        """Returns the file: a line of JSON with checksums, then the contents."""
        head = {
            "format": FORMAT,
            "task": task.description,
            "contents": [[len(content), sha256(content)] for content in self._ordered(task)],
            "seconds": round(self.seconds, 3),
            "node": self.node,
        }
        return json.dumps(head).encode() + b"\n" + b"".join(self._ordered(task))

    def _ordered(self, task: Task) -> list[bytes]:
        return [self.outputs[name] for name in task.outputs]

    @classmethod
    def from_bytes(cls, task: Task, data: bytes) -> Result:
        """Reads a file and checks that it is complete and belongs to the task."""
        line, _, rest = data.partition(b"\n")
        try:
            head = json.loads(line)
            if head["format"] != FORMAT or head["task"] != task.description:
                raise DamagedResult("it belongs to another task")
            outputs = {}
            for name, (length, digest) in zip(task.outputs, head["contents"], strict=True):
                content, rest = rest[:length], rest[length:]
                if sha256(content) != digest:
                    raise DamagedResult(f"the checksum of {name} is wrong")
                outputs[name] = content
            if rest:
                raise DamagedResult("there is more than was written")
            return cls(outputs, float(head["seconds"]), str(head["node"]))
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, DamagedResult):
                raise
            raise DamagedResult(f"its first line cannot be read: {error}") from error


class Results:
    """A results folder. Several jobs can share it, even at the same time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, task: Task) -> Path:
        """Returns the path of the result of a task."""
        return self.folder / f"{task.digest}.result"

    def get(self, task: Task) -> Result | None:
        """Returns the result of a task; `None` if there is none. Raises `DamagedResult`."""
        try:
            data = self.path(task).read_bytes()
        except FileNotFoundError:
            return None
        return Result.from_bytes(task, data)

    def remove(self, task: Task) -> None:
        """Removes the result of a task."""
        self.path(task).unlink(missing_ok=True)

    def put(self, task: Task, result: Result) -> None:
        """Writes the result of a task atomically: after a crash it is complete or missing."""
        write_file(self.path(task), result.to_bytes(task))
