"""Places where tasks run: processes on this machine, or the nodes of a Ray cluster.

The driver ships the program (and nets) by content: through Ray's object store to each node that
lacks it, where it is kept under its SHA-256. Tasks are processes of the program rather than
functions of the package, because then a node needs nothing but Python and Ray, what runs is
exactly the program that the description names, and a search that is killed or runs out of memory
takes no worker with it.
"""

from __future__ import annotations

import logging
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from . import worker
from .tasks import Task


@dataclass(frozen=True)
class Finished:
    """End of a task, or of the attempt at one."""

    task: Task
    answer: dict[str, Any] | None
    """What `worker.perform` returned; `None` if the attempt was lost."""
    problem: str = ""
    """Reason why it was lost."""


class PoolError(RuntimeError):
    """A pool that cannot be used."""


class Pool(Protocol):
    """A place where tasks run."""

    def slots(self) -> int:
        """Returns the number of tasks that run at the same time."""

    def submit(self, task: Task) -> None:
        """Starts a task, or queues it."""

    def queue_length(self) -> int:
        """Returns the number of tasks worth submitting beyond the slots."""

    def wait(self, seconds: float) -> list[Finished]:
        """Returns the tasks that have ended, waiting at most this long."""

    def name(self) -> str:
        """Describes the pool in a few words."""

    def close(self) -> None:
        """Terminates all running tasks."""


class LocalPool:
    """Processes on this machine."""

    def __init__(self, contents: Mapping[str, bytes], workers: int) -> None:
        self._workers = workers
        self._contents = contents
        self._ended: queue.SimpleQueue[Finished] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False
        # Before there are threads: a program that is open for writing cannot be started.
        for digest in contents:
            worker.stored(digest, contents.__getitem__)

    def slots(self) -> int:
        return self._workers

    def queue_length(self) -> int:
        return 0

    def submit(self, task: Task) -> None:
        threading.Thread(target=self._perform, args=(task,), daemon=True).start()

    def _perform(self, task: Task) -> None:
        started: list[subprocess.Popen[bytes]] = []

        def begin(process: subprocess.Popen[bytes]) -> None:
            with self._lock:
                started.append(process)
                self._processes.add(process)
                if self._is_closed:
                    process.kill()

        try:
            fetch = self._contents.__getitem__
            answer = worker.perform(task.description, fetch, "local", begin)
            self._ended.put(Finished(task, answer))
        except Exception as error:
            self._ended.put(Finished(task, None, str(error)))
        finally:
            with self._lock:
                self._processes.difference_update(started)

    def wait(self, seconds: float) -> list[Finished]:
        ended = []
        try:
            ended.append(self._ended.get(timeout=seconds))
            while True:
                ended.append(self._ended.get_nowait())
        except queue.Empty:
            return ended

    def name(self) -> str:
        return f"{self._workers} processes"

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            for process in self._processes:
                process.kill()


# Seconds in which the head of a cluster has to answer.
CONNECTION_TIME = 10.0

# Beginning of a connection by HTTP/2, which gRPC and so Ray uses, with an empty frame of settings.
# A server answers with a frame of settings: three bytes of length, then its type.
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
SETTINGS = bytes([4])


def require_head(address: str) -> bool:
    """Raises an error if no head of a cluster answers at an address with a port: Ray itself would
    wait for minutes. Returns whether there is one; other addresses are for Ray to find."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return False
    try:
        with socket.create_connection((host.strip("[]"), int(port)), CONNECTION_TIME) as connection:
            if os.environ.get("RAY_USE_TLS") in ("1", "true"):
                return True
            connection.sendall(GREETING)
            answer = connection.recv(4)
    except (OSError, OverflowError) as error:
        raise PoolError(f"no Ray cluster answers at {address}: {error}. {RIGHT_ADDRESS}") from error
    if answer[3:] != SETTINGS:
        problem = f"what answers at {address} is not the head of a Ray cluster"
        raise PoolError(f"{problem}. {RIGHT_ADDRESS}")
    return True


RIGHT_ADDRESS = (
    "The address is the host and the port that `ray start --head` printed, such as 10.0.0.1:6379; "
    "on a machine of the cluster, auto finds it"
)
OUTSIDE = (
    "The driver runs on a machine of the cluster, with the same versions of Python and Ray. To make "
    "this machine one that runs the driver only: ray start --num-cpus 0 --address {address}"
)


# Seconds for which the number of cores of a cluster is remembered.
REMEMBERED = 2.0


class RayPool:
    """Nodes of a Ray cluster."""

    def __init__(
        self, address: str, contents: Mapping[str, bytes], *, cpus: int, memory_mb: int
    ) -> None:
        try:
            import ray
            from ray import cloudpickle
        except ImportError as error:
            raise PoolError("Ray is not installed: pip install ray") from error
        self._ray = ray
        self._cpus = cpus
        self._running: dict[Any, Task] = {}
        self._counted = (0.0, 0, 0)
        has_head = require_head(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (RuntimeError, ValueError, OSError) as error:
            if has_head:
                problem = f"the Ray cluster at {address} does not take this machine as its driver"
                right = OUTSIDE.format(address=address)
            else:
                problem, right = f"there is no Ray cluster at {address}", RIGHT_ADDRESS
            raise PoolError(f"{problem}: {str(error).rstrip('.')}. {right}") from error
        # Nodes do not have this package.
        cloudpickle.register_pickle_by_value(worker)
        # Lost attempts are repeated by the driver, which knows what is missing.
        self._perform = ray.remote(worker.perform_on_node).options(
            num_cpus=cpus, memory=memory_mb << 20, max_retries=0
        )
        # In lists, so that Ray does not fetch them for tasks that do not need them.
        self._contents = {digest: [ray.put(content)] for digest, content in contents.items()}
        if not self._has_room(cpus, memory_mb):
            problem = f"no node has {cpus} cores and {memory_mb} MiB for a task; waiting for one"
            print(problem, file=sys.stderr)

    def _nodes(self) -> list[dict[str, float]]:
        return [node["Resources"] for node in self._ray.nodes() if node["Alive"]]

    def _has_room(self, cpus: int, memory_mb: int) -> bool:
        return any(
            node.get("CPU", 0) >= cpus and node.get("memory", 0) >= memory_mb << 20
            for node in self._nodes()
        )

    def _count(self) -> tuple[int, int]:
        at, nodes, slots = self._counted
        if time.monotonic() - at > REMEMBERED:
            resources = self._nodes()
            nodes = len(resources)
            slots = sum(int(node.get("CPU", 0)) // self._cpus for node in resources)
            self._counted = (time.monotonic(), nodes, slots)
        return nodes, slots

    def slots(self) -> int:
        return max(1, self._count()[1])

    def queue_length(self) -> int:
        # No core has to wait for the driver, and an autoscaler sees that more nodes are needed.
        return 8 + self.slots()

    def submit(self, task: Task) -> None:
        self._running[self._perform.remote(task.description, self._contents)] = task

    def wait(self, seconds: float) -> list[Finished]:
        ray = self._ray
        count = len(self._running)
        ready, _ = ray.wait(list(self._running), num_returns=min(count, 1), timeout=seconds)
        if ready:
            more, _ = ray.wait(list(self._running), num_returns=count, timeout=0)
            ready = more or ready
        ended = []
        for reference in ready:
            task = self._running.pop(reference)
            try:
                ended.append(Finished(task, ray.get(reference)))
            except ray.exceptions.RayError as error:
                reason = str(error).strip().splitlines()
                ended.append(Finished(task, None, reason[0] if reason else repr(error)))
        return ended

    def name(self) -> str:
        nodes, slots = self._count()
        return f"{nodes} {'node' if nodes == 1 else 'nodes'} with {slots} slots"

    def close(self) -> None:
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()
