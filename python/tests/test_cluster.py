"""Jobs on a local pool: exact sums, going on after a crash, damaged results."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cairn.cluster import LocalPool, Results, Task, run
from cairn.cluster.simulate import Costs, Simulation, Work
from cairn.cluster.tasks import sha256

HERE = Path(__file__).resolve().parent.parent
CAIRN = os.environ.get("CAIRN", str(HERE.parent / "target" / "debug" / "cairn"))

# A match of fifteen games in eight shares, the last of one game.
MATCH = ["match", "nava", "4", "3", "--games", "15", "--nodes", "300", "--seed", "9"]
SHARES = 8


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


def cairn(*words):
    return subprocess.run([CAIRN, *words], check=True, capture_output=True, text=True).stdout


def command(*words, results):
    return [sys.executable, "-m", "cairn.cluster", *words, "--cairn", CAIRN, "--results",
            str(results)]


def cluster(*words, results, status=0):
    """Runs a job, and returns what it prints."""
    done = subprocess.run(command(*words, results=results), cwd=HERE, capture_output=True,
                          text=True)
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def files(folder):
    """Returns the results in a folder, with the times at which they were written."""
    return {path.name: path.stat().st_mtime_ns for path in Path(folder).glob("*.result")}


def test_a_match_in_shares_is_the_match(tmp_path):
    whole, joined = tmp_path / "whole.txt", tmp_path / "joined.txt"
    expected = json.loads(cairn(*MATCH, "--json", "--records", str(whole)))
    words = [*MATCH, "--share", "2", "--workers", "2", "--records", str(joined)]
    results = tmp_path / "results"
    assert json.loads(cluster(*words, results=results)) == expected
    assert joined.read_bytes() == whole.read_bytes()
    made = files(results)
    assert len(made) == SHARES
    # Nothing is left to do, and a longer match goes on where this one ended.
    assert json.loads(cluster(*words, results=results)) == expected
    assert files(results) == made
    longer = [word if word != "15" else "16" for word in words]
    document = json.loads(cluster(*longer, results=results))
    assert document["games"] == 16
    again = files(results)
    assert len(again) == SHARES + 1 and made.items() <= again.items()


def test_a_sequential_test_stops_a_match(tmp_path):
    words = ["match", "nava", "5", "random", "--games", "2000", "--nodes", "50", "--share", "4",
             "--sprt", "0,200", "--workers", "2"]
    document = json.loads(cluster(*words, results=tmp_path))
    assert document["sprt"]["verdict"] == "accepted"
    assert document["games"] % 4 == 0 and document["games"] < 200
    made = files(tmp_path)
    # Decided before, whatever else was played meanwhile.
    assert json.loads(cluster(*words, results=tmp_path)) == document
    assert files(tmp_path) == made


def test_a_ladder_in_shares_is_the_ladder(tmp_path):
    words = ["nava", "--games", "3", "--nodes", "50", "--seed", "2"]
    joined = cluster("ladder", *words, "--share", "2", results=tmp_path)
    assert joined == cairn("arena", "ladder", *words)


def test_self_play_in_shares_has_the_same_bytes(tmp_path):
    words = ["selfplay", "greener", "--games", "7", "--nodes", "40", "--seed", "3"]
    whole, joined = tmp_path / "whole.games", tmp_path / "joined.games"
    cairn(*words, "--out", str(whole))
    cluster(*words, "--share", "2", "--out", str(joined), results=tmp_path / "results")
    assert joined.read_bytes() == whole.read_bytes()


def test_puzzles_in_shares_are_the_puzzles(tmp_path):
    words = ["nava", "--games", "12", "--nodes", "2000", "--seed", "5"]
    whole, joined = tmp_path / "whole.txt", tmp_path / "joined.txt"
    cairn("puzzles", "make", *words, "--threads", "1", "--out", str(whole))
    cluster("puzzles", *words, "--share", "5", "--out", str(joined), results=tmp_path / "results")
    assert joined.read_text() == whole.read_text() != ""


def test_a_campaign_by_starts_has_the_same_results(tmp_path):
    def lines(path):
        documents = [json.loads(line) for line in path.read_text().splitlines()]
        for document in documents:
            assert document.pop("seconds") >= 0
        return documents

    whole, joined = tmp_path / "whole.jsonl", tmp_path / "joined.jsonl"
    cairn("solve", "campaign", "mitsudomoe:single", str(whole), "--starts", "standard",
          "--threads", "1", "--lines", "3")
    cluster("solve", "mitsudomoe:single", "--starts", "standard", "--lines", "3",
            "--out", str(joined), results=tmp_path / "results")
    assert lines(joined) == lines(whole)
    told = cluster("solve", "greener", "--starts", "standard,1-2", "--time", "20", "--lines", "0",
                   "--out", str(joined), results=tmp_path / "results")
    assert "3 starts" in told
    assert [line["seed"] for line in lines(joined)] == [None, 1, 2]


def test_a_report_on_shares_is_the_report(tmp_path):
    words = ["nava", "--players", "random,1", "--games", "4", "--nodes", "200", "--review-nodes",
             "20"]
    whole, joined = tmp_path / "whole", tmp_path / "joined"
    cairn("report", *words, "--collection", str(tmp_path / "games"), "--out", str(whole))
    cluster("report", *words, "--collection", str(tmp_path / "shares"), "--out", str(joined),
            results=tmp_path / "results")
    for one, other in ((whole, joined), (tmp_path / "games", tmp_path / "shares")):
        contents = {path.name: path.read_bytes() for path in one.iterdir()}
        assert contents == {path.name: path.read_bytes() for path in other.iterdir()}
        assert contents


def test_damaged_results_are_made_again(tmp_path):
    words = [*MATCH, "--share", "2"]
    expected = cluster(*words, results=tmp_path)
    paths = sorted(tmp_path.glob("*.result"))
    contents = [path.read_bytes() for path in paths]
    flipped = bytearray(contents[0])
    flipped[-2] ^= 1
    for path, damaged in zip(paths, [
        bytes(flipped), contents[1][:-1], contents[2] + b"x", contents[1], b"", b"\xff\n",
    ]):
        path.write_bytes(damaged)
    before = files(tmp_path)
    done = subprocess.run(command(*words, results=tmp_path), cwd=HERE, capture_output=True,
                          text=True)
    assert done.stdout == expected
    assert done.stderr.count("is damaged and made again") == 6
    after = files(tmp_path)
    assert sum(after[name] != before[name] for name in before) == 6
    for path, content in zip(paths, contents):
        # Times and nodes differ, contents do not.
        assert path.read_bytes().partition(b"\n")[2] == content.partition(b"\n")[2]


# Shares of some tenths of a second each, so many that none of these tests waits for the last. A
# shorter match has the same first shares.
LONG = ["match", "glaisher", "10", "10", "--nodes", "800", "--seed", "4", "--games", "2000"]
SHORT = [*LONG[:-1], "8"]


def wait_for(condition, process):
    deadline = time.monotonic() + 600
    while not condition():
        if time.monotonic() > deadline:
            process.kill()
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_driver_that_is_stopped_goes_on(tmp_path, sign):
    words = command(*LONG, "--share", "2", "--workers", "1", results=tmp_path)
    process = subprocess.Popen(words, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: files(tmp_path), process)
    process.send_signal(sign)
    process.communicate()
    assert process.returncode == (-sign if sign == signal.SIGKILL else 130)
    made = files(tmp_path)
    assert 1 <= len(made) < 1000
    expected = json.loads(cairn(*SHORT, "--json"))
    assert json.loads(cluster(*SHORT, "--share", "2", results=tmp_path)) == expected
    assert made.items() <= files(tmp_path).items()


def test_the_words_of_the_program_are_passed_on(tmp_path):
    told = cluster("match", "nava", "4", "nobody", results=tmp_path, status=1)
    assert "nobody" in told and "Traceback" not in told
    told = cluster("match", "chess", "4", "3", results=tmp_path, status=1)
    assert "chess" in told and "Traceback" not in told
    for words, status, word in [
        (["--sprt", "20,0"], 2, "the smaller first"), (["--games", "0"], 2, "positive whole number"),
        (["--tc", "long"], 1, "60+0.5"), (["--net", "no-such-file"], 1, "no-such-file"),
    ]:
        told = cluster("match", "nava", "4", "3", *words, results=tmp_path, status=status)
        assert word in told and "Traceback" not in told
    told = subprocess.run([*command(*MATCH, results=tmp_path), "--cairn", "no-such-program"],
                          cwd=HERE, capture_output=True, text=True)
    assert told.returncode == 1 and "no-such-program" in told.stderr


def test_nets_are_shipped_and_named_by_content(tmp_path):
    net = tmp_path / "some.net"
    shutil.copy(HERE.parent / "nets" / "nava.net", net)
    words = ["match", "nava", f"net:{net},nodes=50", "random", "--games", "4", "--share", "2"]
    document = json.loads(cluster(*words, results=tmp_path / "results"))
    assert document["games"] == 4 and document["a"] == f"net:{net},nodes=50"
    head = json.loads(next((tmp_path / "results").iterdir()).read_bytes().partition(b"\n")[0])
    assert list(head["task"]["files"].values()) == [sha256(net.read_bytes())]


def test_attempts_that_are_lost_are_repeated(tmp_path):
    program = tmp_path / "program"
    # Kills itself at the first attempt.
    program.write_text(f"#!/bin/sh\nmkdir {tmp_path}/tried 2>/dev/null && kill -9 $$\necho done\n")
    content = program.read_bytes()
    task = Task(sha256(content), ())
    results = Results(tmp_path / "results")
    run([task], results, lambda: LocalPool({task.program: content}, 1))
    assert results.get(task).outputs["stdout"] == b"done\n"


def test_simulated_clusters_do_all_work_and_lose_none_of_it():
    work = Work(tasks=600, seconds=60, spread=0.3)
    quick = Simulation(1, 4, work, Costs(driver=0, start=0)).run()
    assert quick.busy / quick.seconds == pytest.approx(4, rel=0.05)
    assert quick.busy == pytest.approx(600 * 60, rel=0.05)
    failing = Simulation(5, 4, Work(600, 60, 0.3, failures=48), Costs(node_start=30)).run()
    assert failing.lost > 0
    assert failing.busy == pytest.approx(600 * 60, rel=0.05)
    # A slow driver limits the speed-up to the length of a task over its time for one.
    slow = Simulation(50, 16, work, Costs(driver=1.0)).run()
    assert slow.busy / slow.seconds < 61
