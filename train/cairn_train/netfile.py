"""Reader and writer of the net files of the engine."""

from pathlib import Path

import numpy as np

MASK = 2**64 - 1


def mix(key: int) -> int:
    """Returns the engine's hash of one number."""
    key = ((key ^ (key >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    key = ((key ^ (key >> 27)) * 0x94D049BB133111EB) & MASK
    return key ^ (key >> 31)


def checksum(game: str, inputs: int, hidden: int, numbers: np.ndarray) -> int:
    """Returns the checksum in the header of the file."""
    total = 0
    for number in [*game.encode(), inputs, hidden, *numbers.view("<u2").tolist()]:
        total = mix(total ^ number)
    return total


def head(path: Path) -> dict[str, str]:
    """Reads the header of a net."""
    lines = {}
    with open(path, "rb") as file:
        file.readline()
        while line := file.readline(100).decode(errors="replace").strip():
            if line == "numbers":
                return lines
            key, _, value = line.partition(" ")
            lines[key] = value
    raise ValueError(f"{path} is not a net")


def write(path: Path, game: str, inputs: int, hidden: int, numbers: np.ndarray) -> str:
    """Writes a net and returns its checksum in hexadecimal digits."""
    digits = f"{checksum(game, inputs, hidden, numbers):016x}"
    beginning = (
        f"cairn-net 1\ngame {game}\ninputs {inputs}\nhidden {hidden}\n"
        f"checksum {digits}\nnumbers\n"
    )
    partial = path.with_name(path.name + ".part")
    partial.write_bytes(beginning.encode() + numbers.tobytes())
    partial.replace(path)
    return digits
