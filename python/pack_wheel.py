"""`python pack_wheel.py MODULE FOLDER`: packs a native module that is built already into a wheel.

`pip install ./python` and `maturin build` compile the module for a release, which takes minutes. The
tests want a wheel of the module that cargo has built for them: this has the metadata that maturin
writes and the files that it packs, and prints the path of the wheel.
"""

import base64
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from email.parser import Parser
from pathlib import Path

HERE = Path(__file__).resolve().parent


def metadata(folder: Path) -> Path:
    """Lets maturin write the metadata, and returns their folder."""
    beside = Path(sys.executable).with_name("maturin")
    maturin = str(beside) if beside.exists() else shutil.which("maturin") or "maturin"
    command = [maturin, "pep517", "write-dist-info", "--interpreter", sys.executable,
               "--metadata-directory", str(folder)]
    subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.PIPE)
    return next(folder.glob("*.dist-info"))


def pack(module: Path, out: Path) -> Path:
    """Packs the wheel and returns its path."""
    with tempfile.TemporaryDirectory() as folder:
        info = metadata(Path(folder))
        entries = {f"{info.name}/{path.name}": path.read_bytes() for path in info.iterdir()}
    tag = Parser().parsestr(entries[f"{info.name}/WHEEL"].decode())["Tag"]
    for path in sorted((HERE / "cairn").rglob("*")):
        if path.suffix in (".py", ".pyi", ".typed") or path.name == "py.typed":
            entries[path.relative_to(HERE).as_posix()] = path.read_bytes()
    entries["cairn/_native.abi3.so"] = module.read_bytes()
    record = f"{info.name}/RECORD"
    lines = []
    for name, content in entries.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    entries[record] = "".join([*lines, f"{record},,\n"]).encode()
    wheel = out / f"{info.name.removesuffix('.dist-info')}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return wheel


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]), Path(sys.argv[2])))
