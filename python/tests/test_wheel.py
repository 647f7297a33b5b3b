"""A wheel is installed into a fresh environment and works there."""

import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent

SCRIPT = """
import cairn, cairn.cluster
from importlib.metadata import files, version
assert cairn.__version__ == version("cairn-games")
assert not cairn.__file__.startswith(SOURCE), cairn.__file__
assert any(file.name == "py.typed" for file in files("cairn-games"))
position = cairn.Position("nava")
position.push("a1-a4")
print(cairn.Engine(level=2).play(position, nodes=50) in position.legal_moves)
"""


def test_a_wheel_works_in_a_fresh_environment(tmp_path):
    pack = [sys.executable, str(HERE / "pack_wheel.py"),
            str(HERE / "cairn" / "_native.abi3.so"), str(tmp_path)]
    wheel = subprocess.run(pack, check=True, capture_output=True, text=True).stdout.strip()
    assert Path(wheel).name.endswith(".whl") and "-cp310-abi3-" in wheel
    fresh = tmp_path / "fresh"
    venv.create(fresh)
    python = fresh / "bin" / "python"
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet",
                    "--no-index", wheel], check=True)
    script = SCRIPT.replace("SOURCE", repr(str(HERE)))
    done = subprocess.run([python, "-I", "-c", script], check=True, capture_output=True, text=True,
                          cwd=tmp_path)
    assert done.stdout == "True\n"
    done = subprocess.run([python, "-I", "-m", "cairn.cluster", "match", "--help"], check=True,
                          capture_output=True, text=True, cwd=tmp_path)
    assert "--ray ADDRESS" in done.stdout
