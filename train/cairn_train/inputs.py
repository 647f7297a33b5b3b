"""Reader of the files that `cairn inputs` writes."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

MAGIC = "cairn-inputs 1"
# Columns after the inputs of a row: expectation by search, by result, and part of its game.
BESIDES = 3
# Of 100 parts, those from this one on are for validation.
FIRST_VALIDATION_PART = 95


@dataclass
class Positions:
    """Inputs of positions, with the expected result for the side to move, from 0 to 1."""

    game: str
    inputs: int
    active: torch.Tensor
    by_search: torch.Tensor
    by_result: torch.Tensor
    is_training: torch.Tensor

    def __len__(self) -> int:
        return len(self.by_search)

    def to(self, device: str) -> "Positions":
        tensors = (self.active, self.by_search, self.by_result, self.is_training)
        return Positions(self.game, self.inputs, *(tensor.to(device) for tensor in tensors))


def read_head(path: Path) -> tuple[dict[str, str], int]:
    """Returns the header of a file and the offset of its numbers."""
    with open(path, "rb") as file:
        if file.readline(100).decode("ascii", "replace").rstrip("\n") != MAGIC:
            raise ValueError(f"{path} should begin with `{MAGIC}`")
        head = {}
        for _ in range(20):
            line = file.readline(100).decode("ascii", "replace").rstrip("\n")
            if line == "numbers":
                return head, file.tell()
            key, _, value = line.partition(" ")
            head[key] = value
    raise ValueError(f"{path} has no numbers")


def read(path: Path) -> Positions:
    """Reads all positions of a file."""
    head, start = read_head(path)
    inputs, width, rows = (int(head[key]) for key in ("inputs", "width", "rows"))
    if inputs >= 1 << 15:
        raise ValueError(f"{path}: {inputs} inputs are too many for 16 bits with a sign")
    numbers = np.fromfile(path, dtype="<u2", offset=start)
    if numbers.size != rows * (width + BESIDES):
        raise ValueError(f"{path} should have {rows} rows of {width + BESIDES} numbers")
    numbers = numbers.reshape(rows, width + BESIDES)

    def share(column: int) -> torch.Tensor:
        return torch.from_numpy(numbers[:, width + column].astype(np.float32) / 65535)

    return Positions(
        game=head["game"],
        inputs=inputs,
        active=torch.from_numpy(np.ascontiguousarray(numbers[:, :width]).view(np.int16)),
        by_search=share(0),
        by_result=share(1),
        is_training=torch.from_numpy(numbers[:, width + 2] < FIRST_VALIDATION_PART),
    )
