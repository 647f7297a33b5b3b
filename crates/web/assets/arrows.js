// The engine's best moves as arrows over a board.

const SVG = "http://www.w3.org/2000/svg";

export class Arrows {
  #root;
  #lines = [];

  constructor(root) {
    this.#root = root;
    new ResizeObserver(() => this.draw()).observe(this.#view);
  }

  get #view() {
    return this.#root.querySelector("[data-view]");
  }

  /** Shows the first moves of these lines, the best first. */
  show(lines) {
    this.#lines = lines;
    this.draw();
  }

  /** Draws them again: after the board was exchanged, or has another size. */
  draw() {
    const view = this.#view;
    view.querySelector("svg.arrows")?.remove();
    if (!this.#lines.length) return;
    const frame = view.getBoundingClientRect();
    if (!frame.width) return;
    const svg = element("svg", { class: "arrows", viewBox: `0 0 ${frame.width} ${frame.height}`, "aria-hidden": "true" });
    // The best one last, so that it lies on top.
    [...this.#lines].reverse().forEach((line, index) => {
      const rank = this.#lines.length - 1 - index;
      const group = element("g", { class: rank === 0 ? "arrow-best" : "arrow-other" });
      for (const [from, to] of line.arrows) this.#arrow(group, this.#cell(from, frame), this.#cell(to, frame), rank);
      for (const name of line.targets) this.#ring(group, this.#cell(name, frame), rank);
      svg.append(group);
    });
    view.append(svg);
  }

  #cell(name, frame) {
    const cell = this.#view.querySelector(`[data-cell="${CSS.escape(name)}"]`)?.getBoundingClientRect();
    return cell && { x: cell.left - frame.left + cell.width / 2, y: cell.top - frame.top + cell.height / 2, size: cell.width };
  }

  #arrow(group, from, to, rank) {
    if (!from || !to) return;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    if (length < 1) return;
    const [ux, uy] = [dx / length, dy / length];
    const shaft = from.size * (rank === 0 ? 0.07 : 0.045);
    const head = from.size * (rank === 0 ? 0.24 : 0.18);
    const at = (along, aside) => `${from.x + ux * along - uy * aside},${from.y + uy * along + ux * aside}`;
    const [begin, neck, tip] = [from.size * 0.25, length - head * 1.3, length - from.size * 0.02];
    const points = [at(begin, shaft), at(neck, shaft), at(neck, head), at(tip, 0), at(neck, -head), at(neck, -shaft), at(begin, -shaft)];
    group.append(element("polygon", { points: points.join(" ") }));
  }

  #ring(group, cell, rank) {
    if (!cell) return;
    const width = cell.size * (rank === 0 ? 0.09 : 0.06);
    group.append(element("circle", { cx: cell.x, cy: cell.y, r: cell.size * 0.36, class: "arrow-ring", "stroke-width": width }));
  }
}

/** An element of a picture. */
export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
