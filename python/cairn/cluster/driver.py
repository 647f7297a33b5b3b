"""The driver: runs the missing tasks of a job and reports progress."""

from __future__ import annotations

import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence

from .pools import Pool
from .tasks import DamagedResult, Result, Results, Task

# Attempts at a task that may be lost with a node or a process.
MOST_LOSSES = 10

# Statuses with which the program refuses its input: trying again is of no use.
REFUSALS = (1, 2)

# Seconds between two lines of progress, on a terminal and elsewhere.
TERMINAL_INTERVAL, FILE_INTERVAL = 0.5, 30.0


class JobError(RuntimeError):
    """A job that cannot be completed."""


class Progress:
    """Progress lines on standard error."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._is_terminal = sys.stderr.isatty()
        self._shown = 0.0
        self.done = 0
        self._times: list[float] = []

    def add(self, seconds: float) -> None:
        """Counts a completed task."""
        self.done += 1
        self._times.append(seconds)

    def seconds_left(self, slots: int) -> float | None:
        """Estimates the remaining time from the durations of completed tasks."""
        if not self._times:
            return None
        mean = sum(self._times) / len(self._times)
        left = self._total - self.done
        # Whole rounds at the end: the last task is not done by several nodes.
        return mean * max(left / slots, 1.0 if left else 0.0)

    def show(self, pool: Pool, running: int, *, now: bool = False) -> None:
        """Shows the progress, unless it was shown a moment ago."""
        interval = TERMINAL_INTERVAL if self._is_terminal else FILE_INTERVAL
        if not now and time.monotonic() - self._shown < interval:
            return
        self._shown = time.monotonic()
        left = self.seconds_left(pool.slots())
        ahead = f", {duration(left)} left" if left is not None and self.done < self._total else ""
        running = min(running, pool.slots())
        self.tell(
            f"{self.done} of {self._total} tasks, {running} running on {pool.name()}{ahead}",
            stays=not self._is_terminal,
        )

    def tell(self, text: str, *, stays: bool = True) -> None:
        """Prints a line; a temporary one is overwritten by the next."""
        begin, end = ("\r\033[K", "\n" if stays else "") if self._is_terminal else ("", "\n")
        print(f"{begin}{text}", end=end, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Returns a time in words.

    >>> [duration(it) for it in (4, 150, 5400, 200_000)]
    ['4 s', '3 min', '1.5 h', '2.3 days']
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60 + 0.01:.0f} min"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 86400:.1f} days"


def missing_tasks(tasks: Sequence[Task], results: Results, progress: Progress) -> list[Task]:
    """Returns the tasks without a result. Damaged results are removed."""
    missing = []
    for task in tasks:
        try:
            result = results.get(task)
        except DamagedResult as error:
            progress.tell(f"{results.path(task).name} is damaged and made again: {error}")
            results.remove(task)
            result = None
        if result is None:
            missing.append(task)
        else:
            progress.add(result.seconds)
    return missing


def run(
    tasks: Sequence[Task],
    results: Results,
    make_pool: Callable[[], Pool],
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Runs the missing tasks of a job, or as many as are needed.

    Every result is written as soon as it is there, so that nothing of it is lost when the driver
    is interrupted or killed. Attempts that are lost with a node are repeated.
    """
    if len({task.digest for task in tasks}) != len(tasks):
        raise JobError("a task is twice in the job")
    progress = Progress(len(tasks))
    waiting = deque(missing_tasks(tasks, results, progress))
    if progress.done:
        progress.tell(f"{progress.done} of {len(tasks)} tasks were done before")
    if not waiting or enough():
        return
    pool = make_pool()
    try:
        _run_in(pool, waiting, results, progress, enough)
    finally:
        pool.close()


def _run_in(
    pool: Pool,
    waiting: deque[Task],
    results: Results,
    progress: Progress,
    enough: Callable[[], bool],
) -> None:
    running = 0
    losses: Counter[str] = Counter()
    while waiting or running:
        while waiting and running < pool.slots() + pool.queue_length():
            pool.submit(waiting.popleft())
            running += 1
        progress.show(pool, running)
        for finished in pool.wait(0.5):
            running -= 1
            task, answer = finished.task, finished.answer
            if answer is not None and answer["status"] == 0:
                result = Result(answer["outputs"], answer["seconds"], answer["node"])
                results.put(task, result)
                progress.add(result.seconds)
                if enough():
                    progress.tell("the first results decide the job")
                    return
                continue
            command = " ".join(("cairn", *task.arguments))
            if answer is not None and answer["status"] in REFUSALS:
                raise JobError(f"`{command}`: {answer['message']}")
            problem = finished.problem if answer is None else f"status {answer['status']}"
            losses[task.digest] += 1
            if losses[task.digest] > MOST_LOSSES:
                raise JobError(f"`{command}` was lost {MOST_LOSSES} times: {problem}")
            progress.tell(f"an attempt was lost and is repeated ({problem}): {command}")
            waiting.append(task)
    progress.show(pool, running, now=True)
