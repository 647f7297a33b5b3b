"""Long jobs on a Ray cluster, or on all cores of one machine.

`python -m cairn.cluster KIND ...` plays matches and ladders, makes self-play games and puzzles,
solves starts and makes reports; `docs/clusters.md` leads from a laptop to fifty machines. A job is
a list of tasks of a few minutes, and its sum is computed from the set of their results alone: it
is the same on one core and on a thousand, and whatever was killed in between.
"""

from .driver import JobError, run
from .pools import LocalPool, PoolError, RayPool
from .tasks import DamagedResult, Result, Results, Task

__all__ = [
    "DamagedResult",
    "JobError",
    "LocalPool",
    "PoolError",
    "RayPool",
    "Result",
    "Results",
    "Task",
    "run",
]
