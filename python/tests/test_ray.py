"""Jobs on a real Ray cluster of two nodes, with a driver and a node that are killed."""

import json
import os
import pickle
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from test_cluster import CAIRN, HERE, cairn, command, files, wait_for

# Read when Ray is imported: nodes have the loopback address.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

ray = pytest.importorskip("ray")

from ray import cloudpickle  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

from cairn.cluster import pools, worker  # noqa: E402

# Shares of about a second each. A longer match has the same first shares.
MATCH = ["match", "glaisher", "10", "10", "--nodes", "2500", "--seed", "8", "--games", "31"]
LONGER = [*MATCH[:-1], "2000"]
SHARES = 16


@pytest.fixture(scope="module")
def two_nodes(tmp_path_factory):
    """A cluster of two nodes, of which the second one is to be killed."""
    settings = {
        "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache")),
        "RAY_USAGE_STATS_ENABLED": "0",
        # A node that does not answer is given up after a second rather than after many.
        "RAY_health_check_initial_delay_ms": "0",
        "RAY_health_check_period_ms": "300",
        "RAY_health_check_timeout_ms": "10000",
        "RAY_health_check_failure_threshold": "3",
    }
    before = dict(os.environ)
    os.environ.update(settings)
    size = {"object_store_memory": 256 << 20, "include_dashboard": False}
    cluster = Cluster()
    try:
        cluster.add_node(num_cpus=1, **size)
        second = cluster.add_node(num_cpus=2, **size)
        cluster.wait_for_nodes()
        assert cluster.address.startswith("127.0.0.1:")
        yield cluster, second
    finally:
        cluster.shutdown()
        os.environ.clear()
        os.environ.update(before)


def makers(folder):
    """Returns the node that made each result of a folder."""
    heads = {path.name: path.read_bytes().partition(b"\n")[0]
             for path in Path(folder).glob("*.result")}
    return {name: json.loads(head)["node"] for name, head in heads.items()}


def test_nodes_do_not_need_the_package():
    cloudpickle.register_pickle_by_value(worker)
    function = cloudpickle.dumps(worker.perform)
    cloudpickle.unregister_pickle_by_value(worker)
    program = Path(CAIRN).read_bytes()
    task = {"program": "0" * 64, "arguments": ["ok"], "outputs": ["stdout"], "files": {}}
    script = (
        "import pickle, sys\n"
        "perform, task = pickle.load(sys.stdin.buffer)\n"
        "perform = pickle.loads(perform)\n"
        "assert 'cairn' not in sys.modules\n"
        "try: perform(task, lambda digest: b'other', 'here')\n"
        "except ValueError as error: print(error)\n"
    )
    assert program
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd="/",
                          input=pickle.dumps((function, task)))
    assert b"has another SHA-256" in done.stdout, done.stderr.decode()


def test_sums_are_exact_after_a_killed_driver_and_a_killed_node(two_nodes, tmp_path):
    cluster, second = two_nodes

    def start(words):
        words = command(*words, "--share", "2", "--ray", cluster.address, results=tmp_path)
        return subprocess.Popen(words, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    driver = start(LONGER)
    wait_for(lambda: files(tmp_path), driver)
    driver.kill()
    driver.communicate()
    made = files(tmp_path)

    driver = start(MATCH)
    # The second node works for the second driver; then it dies with all of its processes.
    wait_for(lambda: any(name not in made and node == second.node_id
                         for name, node in makers(tmp_path).items()), driver)
    assert len(files(tmp_path)) < SHARES
    cluster.remove_node(second, allow_graceful=False)
    printed, told = driver.communicate(timeout=600)
    assert driver.returncode == 0, told
    assert "tasks were done before" in told
    assert json.loads(printed) == json.loads(cairn(*MATCH, "--json"))
    assert len(files(tmp_path)) == SHARES
    assert made.items() <= files(tmp_path).items()


# The driver on a machine that has no node of the cluster.
OUTSIDE = """
import runpy, sys
import ray._private.services
ray._private.services.find_node_ids = list
sys.argv[1:] = {words}
runpy.run_module("cairn.cluster", run_name="__main__")
"""


def refused(words):
    """Returns what a driver says that cannot work."""
    settings = {"RAY_gcs_server_request_timeout_seconds": "2"}
    done = subprocess.run(words, cwd=HERE, text=True, capture_output=True, timeout=300,
                          env=os.environ | settings)
    assert done.returncode == 1, done.stderr
    return done.stderr


def test_a_cluster_that_is_not_there_is_told():
    told = refused(command("check", "--ray", "127.0.0.1:1", results="unused"))
    assert "no Ray cluster answers at 127.0.0.1:1" in told
    assert "the port that `ray start --head` printed" in told
    told = refused(command("check", "--ray", "nowhere", results="unused"))
    assert "there is no Ray cluster at nowhere: " in told


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_something_else_that_listens_is_told(answer, monkeypatch):
    monkeypatch.setattr(pools, "CONNECTION_TIME", 0.5)
    connections = []

    def serve():
        connections.append(listener.accept()[0])
        connections[0].sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        port = listener.getsockname()[1]
        with pytest.raises(pools.PoolError, match="the port that `ray start --head` printed"):
            pools.require_head(f"127.0.0.1:{port}")
        thread.join()
    connections[0].close()


def test_a_driver_outside_the_cluster_is_told(two_nodes):
    cluster, _ = two_nodes
    words = command("check", "--ray", cluster.address, results="unused")[3:]
    told = refused([sys.executable, "-c", OUTSIDE.format(words=words)])
    assert "does not take this machine as its driver" in told
    assert f"ray start --num-cpus 0 --address {cluster.address}" in told
