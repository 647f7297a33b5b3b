"""`python3 -m cairn_train.strength`: measures and plots strength by time and by generation.

For each game, a match compares each time per move with the next shorter one
(`cairn match --odds`). Results are kept in a file, so that a run can be resumed. The plots are
drawn from that file and from the manifests of the nets.
"""

import argparse
import json
import math
import subprocess
from pathlib import Path

COLOURS = ["#3b6ea5", "#b5562c", "#4d8a4a", "#8a5aa8", "#9a7d1e"]
DASHES = ["", "7 4", "2 4", "10 3 2 3", "4 2"]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 56, 150, 24, 48


def measure(asked: argparse.Namespace) -> dict:
    """Measures the scores by game and time that the file does not have yet."""
    known = json.loads(asked.data.read_text()) if asked.data.exists() else {}
    for game in asked.games:
        for shorter, longer in zip(asked.times, asked.times[1:]):
            key = f"{longer} ms against {shorter} ms"
            if key in known.setdefault(game, {}):
                continue
            games = max(4, min(asked.matches, round(asked.budget * 1000 / longer) // 2 * 2))
            command = [asked.cairn, "match", game, "10", "10", "--time", longer, "--odds", shorter,
                       "--games", games, "--seed", 1, "--json"]
            printed = subprocess.run([str(word) for word in command], check=True,
                                     capture_output=True)
            result = json.loads(printed.stdout)
            known[game][key] = {name: result[name]
                                for name in ("games", "wins", "draws", "losses", "score",
                                             "elo", "interval")}
            asked.data.write_text(json.dumps(known, indent=2) + "\n")
            print(f"{game}: {key}: {100 * result['score']:.1f} % of {games}", flush=True)
    return known


def elo(score: float) -> float:
    score = min(max(score, 0.01), 0.99)
    return 400 * math.log10(score / (1 - score))


def by_time(known: dict, times: list[int]) -> dict[str, list[tuple[str, float]]]:
    """Returns Elo over the shortest time, summed over the steps."""
    lines = {}
    for game, steps in known.items():
        total, line = 0.0, [(time_label(times[0]), 0.0)]
        for shorter, longer in zip(times, times[1:]):
            step = steps.get(f"{longer} ms against {shorter} ms")
            if step is None:
                break
            total += elo(step["score"])
            line.append((time_label(longer), total))
        lines[game] = line
    return lines


def time_label(time: int) -> str:
    return f"{time} ms" if time < 1000 else f"{time // 1000} s"


def by_generation(nets: Path) -> dict[str, list[tuple[str, float]]]:
    """Returns Elo over the evaluation before the nets, summed over the generations."""
    lines = {}
    for path in sorted(nets.glob("*.json")):
        manifest = json.loads(path.read_text())
        total, line = 0.0, [("simple", 0.0)]
        for generation in manifest["generations"]:
            if generation["accepted"]:
                total += elo(generation["match"]["score"])
            line.append((f"generation {generation['generation']}", total))
        lines[manifest["game"]] = line
    return lines


def picture(title: str, lines: dict[str, list[tuple[str, float]]]) -> str:
    """Draws a plot as SVG: one line per game, in its own colour and dashes."""
    labels = max((list(label for label, _ in line) for line in lines.values()), key=len)
    values = [value for line in lines.values() for _, value in line]
    low, high = min(values + [0]), max(values + [1])
    step = next(step for step in (50, 100, 200, 500, 1000) if (high - low) / step <= 7)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step

    def x(index: int) -> float:
        return LEFT + index * (WIDTH - LEFT - RIGHT) / max(len(labels) - 1, 1)

    def y(value: float) -> float:
        return TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             f'font-family="sans-serif" font-size="12" role="img" aria-label="{title}">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for value in range(low, high + 1, step):
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#555">'
                     f'{value}</text>')
    for index, label in enumerate(labels):
        parts.append(f'<text x="{x(index):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" '
                     f'fill="#555">{label}</text>')
    ends = []
    for number, (game, line) in enumerate(lines.items()):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        points = " ".join(f"{x(index):.1f},{y(value):.1f}" for index, (_, value) in enumerate(line))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" '
                     f'stroke-width="2" stroke-dasharray="{dash}"/>')
        ends.append([y(line[-1][1]), x(len(line) - 1), game, colour, line[-1][1]])
    ends.sort()
    for number, end in enumerate(ends):
        if number > 0:
            end[0] = max(end[0], ends[number - 1][0] + 15)
    for at, right, game, colour, value in ends:
        parts.append(f'<text x="{right + 8:.1f}" y="{at + 4:.1f}" fill="{colour}">'
                     f'{game} {value:+.0f}</text>')
    parts.append(f'<text x="{LEFT}" y="14" fill="#222">{title}</text></svg>')
    return "\n".join(parts) + "\n"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cairn_train.strength", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME",
                        help="games to measure; none to draw only")
    parser.add_argument("--cairn", default="cairn", help="the program")
    parser.add_argument("--times", type=lambda text: [int(word) for word in text.split(",")],
                        default=[10, 100, 1000, 10000], help="milliseconds, comma-separated")
    parser.add_argument("--matches", type=int, default=100, help="limit of games per match")
    parser.add_argument("--budget", type=int, default=100,
                        help="seconds per move, summed over the games of a match")
    parser.add_argument("--data", type=Path, default=Path("../docs/plots/by-time.json"))
    parser.add_argument("--nets", type=Path, default=Path("../nets"))
    parser.add_argument("--pictures", type=Path, default=Path("../docs/plots"))
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    known = measure(asked)
    asked.pictures.mkdir(parents=True, exist_ok=True)
    if known:
        drawn = picture("Elo over 10 ms per move", by_time(known, asked.times))
        (asked.pictures / "by-time.svg").write_text(drawn)
    drawn = picture("Elo over the evaluation before the nets", by_generation(asked.nets))
    (asked.pictures / "by-generation.svg").write_text(drawn)


if __name__ == "__main__":
    main()
