"""Runs tasks, on a node of a cluster or in a local pool.

Only the standard library is used here, and nothing else of the package: Ray sends these functions
to the nodes by value, so that a node needs Python and Ray alone.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

# Starts a program that ends together with the process that asked for it: a worker that is killed
# leaves no search behind. The number of that process comes first, then the command.
LAUNCHER = """
import ctypes, os, signal, sys
try:
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
except (AttributeError, OSError):
    pass
if os.getppid() != int(sys.argv[1]):
    sys.exit(1)
os.execv(sys.argv[2], sys.argv[2:])
"""

# Length of what is kept of the messages of a program.
LONGEST_MESSAGE = 4000

Fetch = Callable[[str], bytes]
Started = Callable[["subprocess.Popen[bytes]"], None]


def cache_folder() -> str:
    """Returns the folder in which programs and nets are kept, each under its SHA-256."""
    default = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or default, "cairn", "cluster")


def write_file(path: str | os.PathLike[str], content: bytes, mode: int = 0o644) -> None:
    """Replaces a file atomically: after a crash it is complete or missing."""
    folder, name = os.path.split(os.path.abspath(path))
    handle, partial = tempfile.mkstemp(dir=folder, prefix=f".{name[:20]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(partial, mode)
        os.replace(partial, path)
    except BaseException:
        os.unlink(partial)
        raise
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def stored(digest: str, fetch: Fetch) -> str:
    """Returns the path of the content with this SHA-256, and fetches it if it is missing."""
    path = os.path.join(cache_folder(), digest)
    if os.path.exists(path):
        return path
    content = fetch(digest)
    if hashlib.sha256(content).hexdigest() != digest:
        raise ValueError(f"the content of {digest} has another SHA-256")
    os.makedirs(cache_folder(), exist_ok=True)
    write_file(path, content, 0o755)
    return path


def perform(
    description: dict[str, Any], fetch: Fetch, node: str, started: Started | None = None
) -> dict[str, Any]:
    """Runs a task in its own folder and returns its output.

    `started` is called with the process, for somebody who may want to end it.
    """
    program = stored(description["program"], fetch)
    with tempfile.TemporaryDirectory(prefix="cairn-") as folder:
        for name, digest in description["files"].items():
            os.symlink(stored(digest, fetch), os.path.join(folder, name))
        # Not killed by the Ctrl-C that a terminal sends to everybody.
        command = [sys.executable, "-I", "-S", "-c", LAUNCHER, str(os.getpid()), program]
        begun = time.monotonic()
        with subprocess.Popen(
            command + description["arguments"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            if started is not None:
                started(process)
            printed, told = process.communicate()
        outputs, status = {}, process.returncode
        message = told.decode(errors="replace").strip()[-LONGEST_MESSAGE:]
        for name in description["outputs"] if status == 0 else []:
            if name == "stdout":
                outputs[name] = printed
                continue
            try:
                with open(os.path.join(folder, name), "rb") as file:
                    outputs[name] = file.read()
            except OSError as error:
                status, message = 1, f"no file {name}: {error.strerror}"
    return {
        "status": status,
        "message": message,
        "outputs": outputs,
        "seconds": time.monotonic() - begun,
        "node": node,
    }


def perform_on_node(description: dict[str, Any], contents: dict[str, list[Any]]) -> dict[str, Any]:
    """Runs a task as a Ray function. Contents are references, fetched if needed."""
    import ray

    def fetch(digest: str) -> bytes:
        content: bytes = ray.get(contents[digest][0])
        return content

    return perform(description, fetch, ray.get_runtime_context().get_node_id())
