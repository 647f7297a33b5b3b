"""The network, in floating point and as the integers of a net file."""

import numpy as np
import torch
from torch import nn

# Quantization of the numbers of a file, as in crates/engine/src/eval/net.
FULLY_ON = 255
SQUARE_SHIFT = 7
FRACTION_BITS = 10
DIRECT_BITS = 4
# The engine's values are hundredths of the logistic unit.
HUNDREDTHS = 100
OUTPUT_SCALE = HUNDREDTHS * 2**FRACTION_BITS * 2**SQUARE_SHIFT / FULLY_ON**2
DIRECT_SCALE = HUNDREDTHS * 2**DIRECT_BITS


class Net(nn.Module):
    """Sparse inputs, one hidden layer, and direct weights from inputs to output.

    The activation of a hidden unit is its sum, clipped to 0..1 and squared.
    """

    def __init__(self, inputs: int, hidden: int):
        super().__init__()
        self.inputs, self.hidden = inputs, hidden
        # The last row is the padding of rows of inputs; the last column has the direct
        # weights.
        self.rows = nn.EmbeddingBag(inputs + 1, hidden + 1, mode="sum", padding_idx=inputs)
        self.bias = nn.Parameter(torch.full((hidden,), 0.3))
        self.output = nn.Parameter(torch.randn(hidden) * 0.2)
        self.start = nn.Parameter(torch.zeros(()))
        with torch.no_grad():
            self.rows.weight.normal_(0, 0.08)
            self.rows.weight[:, hidden] = 0
            self.rows.weight[inputs] = 0

    def sums(self, active: torch.Tensor) -> torch.Tensor:
        """Returns the sums of the rows of the active inputs."""
        if not active.is_cuda:
            return self.rows(active)
        # A GPU multiplies whole matrices, mostly of zeros, many times faster than it
        # gathers rows and scatters their gradients.
        on = torch.zeros(len(active), self.inputs + 1, device=active.device)
        on.scatter_add_(1, active.long(), torch.ones_like(active, dtype=on.dtype))
        return on[:, : self.inputs] @ self.rows.weight[: self.inputs]

    def forward(self, active: torch.Tensor) -> torch.Tensor:
        sums = self.sums(active)
        units = (sums[:, : self.hidden] + self.bias).clamp(0, 1).square()
        return units @ self.output + sums[:, self.hidden] + self.start

    def load(self, numbers: np.ndarray, hidden: int) -> None:
        """Takes over the integers of a net file with at most as many hidden units.

        Units that the file does not have keep their random inputs. They begin without effect on
        the output, so that training continues where that of the file ended.
        """
        sizes = [self.inputs * hidden, hidden, hidden, self.inputs]
        rows, bias, output, direct, start = (
            torch.from_numpy(part.astype(np.float32)) for part in np.split(numbers, np.cumsum(sizes)))
        with torch.no_grad():
            self.rows.weight[: self.inputs, :hidden] = rows.view(self.inputs, hidden) / FULLY_ON
            self.rows.weight[: self.inputs, self.hidden] = direct / DIRECT_SCALE
            self.bias[:hidden] = bias / FULLY_ON
            self.output.zero_()
            self.output[:hidden] = output / OUTPUT_SCALE
            self.start.fill_(start.item() / DIRECT_SCALE)

    def numbers(self) -> np.ndarray:
        """Returns the integers of a net file, in their order."""
        weights = self.rows.weight.detach().cpu().double().numpy()[: self.inputs]
        parts = [
            weights[:, : self.hidden].ravel() * FULLY_ON,
            self.bias.detach().cpu().double().numpy() * FULLY_ON,
            self.output.detach().cpu().double().numpy() * OUTPUT_SCALE,
            weights[:, self.hidden] * DIRECT_SCALE,
            [self.start.item() * DIRECT_SCALE],
        ]
        rounded = np.rint(np.concatenate(parts))
        return np.clip(rounded, -(2**15), 2**15 - 1).astype("<i2")
