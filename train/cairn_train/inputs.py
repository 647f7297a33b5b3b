"""Positions as tensors, from the files that `cairn inputs` writes."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from cairn.training import read_inputs

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


def read(path: Path) -> Positions:
    """Reads all positions of a file."""
    rows = read_inputs(path)
    if rows.inputs >= 1 << 15:
        raise ValueError(f"{path}: {rows.inputs} inputs are too many for 16 bits with a sign")
    return Positions(
        game=rows.game,
        inputs=rows.inputs,
        active=torch.from_numpy(rows.active.view(np.int16)),
        by_search=torch.from_numpy(rows.by_search),
        by_result=torch.from_numpy(rows.by_result),
        is_training=torch.from_numpy(rows.part < FIRST_VALIDATION_PART),
    )
