"""Fitting a net to positions."""

import math
import time
from dataclasses import asdict, dataclass

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from .inputs import Positions
from .model import Net


@dataclass
class Settings:
    """How to learn."""

    hidden: int = 64
    epochs: int = 12
    batch: int = 16384
    rate: float = 2e-3
    decay: float = 1e-2
    # How much the result counts; the rest is what the search said.
    result_share: float = 0.4
    seed: int = 1
    # Stop after so many seconds, with the learning rate brought down in time.
    seconds: float = math.inf

    def as_dict(self) -> dict:
        return {key: value for key, value in asdict(self).items() if value != math.inf}


def targets(positions: Positions, share: float) -> torch.Tensor:
    return share * positions.by_result + (1 - share) * positions.by_search


def loss_without_noise(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """The cross-entropy, less what even a perfect guess would have: 0 at best."""
    perfect = torch.xlogy(target, target) + torch.xlogy(1 - target, 1 - target)
    return binary_cross_entropy_with_logits(logits, target) + perfect.mean()


def validate(net: Net, positions: Positions, target: torch.Tensor, rows: torch.Tensor) -> float:
    """The mean loss on rows that were not learned from."""
    total = 0.0
    with torch.no_grad():
        for part in rows.split(1 << 16):
            logits = net(positions.active[part].int())
            total += loss_without_noise(logits, target[part]).item() * len(part)
    return total / max(len(rows), 1)


def fit(positions: Positions, settings: Settings, tell=print) -> tuple[Net, list[dict]]:
    """A net that has learned from the positions, and how its losses went."""
    torch.manual_seed(settings.seed)
    device = positions.active.device
    net = Net(positions.inputs, settings.hidden).to(device)
    target = targets(positions, settings.result_share)
    numbers = torch.arange(len(positions), device=device)
    training, kept_apart = numbers[positions.is_training], numbers[~positions.is_training]
    optimiser = torch.optim.AdamW(net.parameters(), lr=settings.rate, weight_decay=settings.decay)
    began = time.monotonic()
    curve = []
    for epoch in range(1, settings.epochs + 1):
        total = torch.zeros((), device=device)
        order = training[torch.randperm(len(training), device=device)]
        batches = order.split(settings.batch)
        for number, rows in enumerate(batches):
            done = (epoch - 1 + number / len(batches)) / settings.epochs
            elapsed = (time.monotonic() - began) / settings.seconds
            done = max(done, elapsed) if elapsed < 1 else 1
            for group in optimiser.param_groups:
                group["lr"] = settings.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
            optimiser.zero_grad(set_to_none=True)
            loss = loss_without_noise(net(positions.active[rows].int()), target[rows])
            loss.backward()
            optimiser.step()
            total += loss.detach() * len(rows)
            if done >= 1:
                break
        losses = {
            "epoch": epoch,
            "training": round(total.item() / max(len(training), 1), 6),
            "kept_apart": round(validate(net, positions, target, kept_apart), 6),
        }
        curve.append(losses)
        tell(f"epoch {epoch}: loss {losses['training']:.5f}, on games kept apart "
             f"{losses['kept_apart']:.5f}, {time.monotonic() - began:.0f} s")
        if time.monotonic() - began >= settings.seconds:
            break
    return net, curve
