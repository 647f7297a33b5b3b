"""Training of a net on positions."""

import math
import time
from dataclasses import asdict, dataclass

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from cairn.training import read_net, read_net_numbers

from .inputs import Positions
from .model import Net


@dataclass
class Settings:
    """Settings of the training."""

    hidden: int = 64
    epochs: int = 12
    batch: int = 16384
    rate: float = 2e-3
    decay: float = 1e-2
    # Weight of the result of the game; the rest is the score of the search.
    result_share: float = 0.4
    seed: int = 1
    # Net that training continues; None to begin with random weights.
    begin_with: str | None = None
    # Time limit; the learning rate reaches its minimum by then.
    seconds: float = math.inf

    def as_dict(self) -> dict:
        return {key: value for key, value in asdict(self).items() if value not in (None, math.inf)}


def targets(positions: Positions, share: float) -> torch.Tensor:
    """Returns the expected results to learn, for the side to move."""
    return share * positions.by_result + (1 - share) * positions.by_search


def loss_without_noise(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Returns the cross-entropy minus the entropy of the target: 0 is perfect."""
    perfect = torch.xlogy(target, target) + torch.xlogy(1 - target, 1 - target)
    return binary_cross_entropy_with_logits(logits, target) + perfect.mean()


def validate(net: Net, positions: Positions, target: torch.Tensor, rows: torch.Tensor) -> float:
    """Returns the mean loss on the validation rows."""
    total = 0.0
    with torch.no_grad():
        for part in rows.split(1 << 16):
            logits = net(positions.active[part].int())
            total += loss_without_noise(logits, target[part]).item() * len(part)
    return total / max(len(rows), 1)


def new_net(inputs: int, settings: Settings) -> Net:
    """Returns the net that training begins with."""
    torch.manual_seed(settings.seed)
    net = Net(inputs, settings.hidden)
    if settings.begin_with:
        described = read_net(settings.begin_with)
        if described.inputs != inputs or described.hidden > settings.hidden:
            raise ValueError(f"{settings.begin_with} has {described.inputs} inputs and "
                             f"{described.hidden} hidden units")
        net.load(read_net_numbers(settings.begin_with), described.hidden)
    return net


def fit(positions: Positions, settings: Settings, tell=print) -> tuple[Net, list[dict]]:
    """Trains a net on the positions and returns it with its losses per epoch."""
    device = positions.active.device
    net = new_net(positions.inputs, settings).to(device)
    target = targets(positions, settings.result_share)
    numbers = torch.arange(len(positions), device=device)
    training, validation = numbers[positions.is_training], numbers[~positions.is_training]
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
            "kept_apart": round(validate(net, positions, target, validation), 6),
        }
        curve.append(losses)
        tell(f"epoch {epoch}: loss {losses['training']:.5f}, validation loss "
             f"{losses['kept_apart']:.5f}, {time.monotonic() - began:.0f} s")
        if time.monotonic() - began >= settings.seconds:
            break
    return net, curve
