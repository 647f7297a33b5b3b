"""`python3 -m cairn_train INPUTS --out NET`: trains a net."""

import argparse
import json
from pathlib import Path

import torch

from cairn.training import write_net

from . import inputs
from .fit import Settings, fit


def arguments() -> argparse.Namespace:
    usual = Settings()
    parser = argparse.ArgumentParser(prog="cairn_train", description=__doc__)
    parser.add_argument("inputs", type=Path, help="file written by `cairn inputs`")
    parser.add_argument("--out", type=Path, required=True, help="file for the net")
    parser.add_argument("--hidden", type=int, default=usual.hidden,
                        help="hidden units, a multiple of 32")
    parser.add_argument("--epochs", type=int, default=usual.epochs)
    parser.add_argument("--batch", type=int, default=usual.batch)
    parser.add_argument("--rate", type=float, default=usual.rate, help="initial learning rate")
    parser.add_argument("--decay", type=float, default=usual.decay, help="weight decay")
    parser.add_argument("--result-share", type=float, default=usual.result_share,
                        help="weight of the result; the rest is the score of the search")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="time limit")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--begin-with", metavar="NET",
                        help="net with at most as many hidden units to continue training from")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def main() -> None:
    asked = vars(arguments())
    source, out, device = (asked.pop(key) for key in ("inputs", "out", "device"))
    settings = Settings(**asked)
    torch.backends.cuda.matmul.allow_tf32 = True
    positions = inputs.read(source)
    print(f"{positions.game}: {len(positions)} rows of {positions.inputs} inputs on {device}",
          flush=True)
    net, curve = fit(positions.to(device), settings, lambda text: print(text, flush=True))
    written = write_net(out, positions.game, net.inputs, net.hidden, net.numbers())
    report = {
        "game": positions.game,
        "checksum": written.checksum,
        "inputs": net.inputs,
        "hidden": net.hidden,
        "rows": len(positions),
        "training": settings.as_dict(),
        "losses": curve,
    }
    out.with_suffix(".json").write_text(json.dumps(report, indent=2) + "\n")
    print(f"{out}: {out.stat().st_size} bytes, checksum {written.checksum}")


if __name__ == "__main__":
    main()
