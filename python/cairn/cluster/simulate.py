"""`python -m cairn.cluster.simulate`: simulates how long a job takes on clusters of any size.

Plays the driver, the nodes and their cores event by event, with costs that were measured on a real
cluster (`python -m cairn.cluster check --ray ADDRESS`): the time that the driver needs for each
task, the time in which a core starts a task, and the way of the program to each node. Durations of
tasks are spread as those of real ones, and nodes may die: their tasks are repeated elsewhere.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import math
import random
from collections import deque
from dataclasses import dataclass

from .driver import duration


@dataclass(frozen=True)
class Costs:
    """Costs of a cluster, in seconds and bytes per second."""

    driver: float = 0.004
    """Time the driver spends on each task."""
    start: float = 0.05
    """Time a core needs to start a task and return its result."""
    program: float = 40e6
    """Size of the program."""
    network: float = 100e6
    """Bytes per second that a node sends; nodes that have the program pass it on."""
    node_start: float = 60.0
    """Time until a node that replaces another has joined."""


@dataclass(frozen=True)
class Work:
    """A job."""

    tasks: int = 10_000
    seconds: float = 120.0
    """Mean duration of a task."""
    spread: float = 0.3
    """Standard deviation of a duration, as a share of the mean."""
    failures: float = 0.0
    """Failures of each node per day."""
    seed: int = 1


@dataclass(frozen=True)
class Outcome:
    """Course of a job."""

    seconds: float
    """Time from the first submission to the last result."""
    busy: float
    """Core seconds spent on tasks whose result counts."""
    lost: int
    """Number of lost attempts."""
    driver: float
    """Seconds that the driver was busy."""


class Simulation:
    """A job on a cluster, event by event."""

    def __init__(self, nodes: int, cores: int, work: Work, costs: Costs) -> None:
        self.nodes, self.cores, self.work, self.costs = nodes, cores, work, costs
        self.chance = random.Random(work.seed)
        self.events: list[tuple[float, int, str, tuple[int, ...]]] = []
        self.count = itertools.count()
        self.waiting = deque(range(work.tasks))
        """Tasks not yet submitted by the driver."""
        self.pending: deque[int] = deque()
        """Tasks waiting for a core."""
        self.idle: deque[tuple[int, int]] = deque()
        """Idle cores, with the life of their node."""
        self.life = [0] * nodes
        self.running: list[set[int]] = [set() for _ in range(nodes)]
        self.driver_free = self.driver_busy = self.busy = 0.0
        self.lost = 0

    def at(self, time: float, kind: str, *details: int) -> None:
        heapq.heappush(self.events, (time, next(self.count), kind, details))

    def length(self) -> float:
        """Draws the duration of a task."""
        variance = math.log(1 + self.work.spread**2)
        mean = math.log(self.work.seconds) - variance / 2
        return self.chance.lognormvariate(mean, math.sqrt(variance))

    def plan_failure(self, now: float, node: int) -> None:
        if self.work.failures > 0:
            wait = self.chance.expovariate(self.work.failures / 86400)
            self.at(now + wait, "failure", node, self.life[node])

    def run(self) -> Outcome:
        """Runs the job to its end."""
        costs = self.costs
        for node in range(self.nodes):
            # Every node that has the program passes it on: the number that has it doubles.
            rounds = math.ceil(math.log2(node + 1)) if node else 0
            self.at(rounds * costs.program / costs.network, "joined", node)
        for _ in range(2 * self.nodes * self.cores + 8):
            self.drive(0.0)
        done, now = 0, 0.0
        while done < self.work.tasks:
            now, _, kind, details = heapq.heappop(self.events)
            if kind == "joined":
                self.idle.extend([(details[0], self.life[details[0]])] * self.cores)
                self.plan_failure(now, details[0])
            elif kind == "slot" and self.waiting:
                self.pending.append(self.waiting.popleft())
            elif kind == "ended":
                done += self.ended(now, *details)
            elif kind == "failure" and self.life[details[0]] == details[1]:
                self.fail(now, details[0])
            self.assign(now)
        return Outcome(now, self.busy, self.lost, self.driver_busy)

    def drive(self, now: float) -> None:
        """Lets the driver take a result and submit the next task, one after the other."""
        self.driver_free = max(now, self.driver_free) + self.costs.driver
        self.driver_busy += self.costs.driver
        self.at(self.driver_free, "slot")

    def assign(self, now: float) -> None:
        """Gives pending tasks to idle cores."""
        while self.pending and self.idle:
            node, life = self.idle.popleft()
            if life != self.life[node]:
                continue
            task, length = self.pending.popleft(), self.length()
            self.running[node].add(task)
            self.at(now + self.costs.start + length, "ended", node, life, task,
                    round(1000 * length))

    def ended(self, now: float, node: int, life: int, task: int, length: int) -> int:
        """Counts a task, unless its node died before."""
        if life != self.life[node]:
            return 0
        self.running[node].remove(task)
        self.busy += length / 1000
        self.idle.append((node, life))
        self.drive(now)
        return 1

    def fail(self, now: float, node: int) -> None:
        """Lets a node die; another one takes its place."""
        self.life[node] += 1
        self.lost += len(self.running[node])
        for task in self.running[node]:
            self.waiting.append(task)
            self.drive(now)
        self.running[node].clear()
        self.at(now + self.costs.node_start, "joined", node)


def table(counts: list[int], cores: int, work: Work, costs: Costs, price: float) -> str:
    """Returns a table of clusters as Markdown."""
    lines = [
        "| nodes | cores | time | speed-up | use of cores | driver busy | attempts lost | cost |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for nodes in counts:
        outcome = Simulation(nodes, cores, work, costs).run()
        total = nodes * cores
        use = outcome.busy / (outcome.seconds * total)
        cost = price * total * outcome.seconds / 3600
        lines.append(
            f"| {nodes} | {total} | {duration(outcome.seconds)} | "
            f"{outcome.busy / outcome.seconds:.0f} | {100 * use:.1f} % | "
            f"{100 * outcome.driver / outcome.seconds:.1f} % | {outcome.lost} | {cost:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Prints a table for the requested clusters."""
    work, costs = Work(), Costs()
    parser = argparse.ArgumentParser(prog="python -m cairn.cluster.simulate", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", default="1,2,5,10,20,50", help="sizes, comma-separated")
    parser.add_argument("--cores", type=int, default=16, help="cores of each node")
    parser.add_argument("--tasks", type=int, default=work.tasks)
    parser.add_argument("--seconds", type=float, default=work.seconds, help="of a task")
    parser.add_argument("--spread", type=float, default=work.spread,
                        help="standard deviation of a task, as a share of its seconds")
    parser.add_argument("--failures", type=float, default=work.failures,
                        help="failures of each node per day")
    parser.add_argument("--seed", type=int, default=work.seed)
    parser.add_argument("--driver-ms", type=float, default=1000 * costs.driver,
                        help="time of the driver per task")
    parser.add_argument("--start-ms", type=float, default=1000 * costs.start,
                        help="time of a core per task")
    parser.add_argument("--program-mb", type=float, default=costs.program / 1e6)
    parser.add_argument("--network-mb", type=float, default=costs.network / 1e6,
                        help="megabytes per second")
    parser.add_argument("--price", type=float, default=0.04, help="of a core for an hour")
    asked = parser.parse_args()
    work = Work(asked.tasks, asked.seconds, asked.spread, asked.failures, asked.seed)
    costs = Costs(asked.driver_ms / 1000, asked.start_ms / 1000, 1e6 * asked.program_mb,
                  1e6 * asked.network_mb)
    counts = [int(word) for word in asked.nodes.split(",")]
    print(table(counts, asked.cores, work, costs, asked.price))


if __name__ == "__main__":
    main()
