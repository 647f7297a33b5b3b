// Arrows over a board: the engine's best moves, and the visitor's own arrows and marks.

import { find, makeSvg } from "./dom.js";

/** @import { AnalysisLine } from "../types/server.d.ts" */
/** @typedef {Pick<AnalysisLine, "arrows" | "targets">} ArrowLine A line, or any move with its arrows. */
/** @import { Mark } from "./marks.js" */
/** @typedef {{ x: number, y: number, size: number }} Cell Centre and width of a cell. */

export class Arrows {
  #view;
  /** @type {ArrowLine[]} */
  #lines = [];
  /** @type {Mark[]} */
  #marks = [];

  /** @param {HTMLElement} board */
  constructor(board) {
    this.#view = find("[data-view]", board);
    new ResizeObserver(() => this.draw()).observe(this.#view);
  }

  /**
   * Shows the first moves of these lines, the best first.
   * @param {ArrowLine[]} lines
   */
  show(lines) {
    this.#lines = lines;
    this.draw();
  }

  /**
   * Shows the visitor's own arrows and marks.
   * @param {Mark[]} marks
   */
  showMarks(marks) {
    this.#marks = marks;
    this.draw();
  }

  /** Draws the arrows again: the board was replaced, or has another size. */
  draw() {
    this.#view.querySelector("svg.arrows")?.remove();
    if (!this.#lines.length && !this.#marks.length) return;
    const frame = this.#view.getBoundingClientRect();
    if (!frame.width) return;
    const svg = makeSvg("svg", {
      class: "arrows",
      viewBox: `0 0 ${frame.width} ${frame.height}`,
      "aria-hidden": "true",
    });
    // The best one last, so that it lies on top.
    for (let rank = this.#lines.length - 1; rank >= 0; rank -= 1) {
      const { arrows, targets } = this.#lines[rank];
      const group = makeSvg("g", { class: rank === 0 ? "arrow-best" : "arrow-other" });
      for (const [from, to] of arrows) {
        const [start, end] = [this.#cell(from, frame), this.#cell(to, frame)];
        const points = start && end ? arrowPoints(start, end, rank === 0) : null;
        if (points) group.append(makeSvg("polygon", { points }));
      }
      for (const name of targets) {
        const cell = this.#cell(name, frame);
        if (cell) group.append(ring(cell, rank === 0));
      }
      svg.append(group);
    }
    for (const { colour, from, to } of this.#marks) {
      const group = makeSvg("g", { class: `own-mark mark-${colour}` });
      const [start, end] = [this.#cell(from, frame), to ? this.#cell(to, frame) : null];
      const points = start && end ? arrowPoints(start, end, true) : null;
      if (points) group.append(makeSvg("polygon", { points }));
      else if (start && !to) group.append(ring(start, false));
      svg.append(group);
    }
    this.#view.append(svg);
  }

  /**
   * @param {string} name
   * @param {DOMRect} frame
   * @returns {Cell | null}
   */
  #cell(name, frame) {
    const cell = this.#view.querySelector(`[data-cell="${CSS.escape(name)}"]`)?.getBoundingClientRect();
    if (!cell) return null;
    return {
      x: cell.left - frame.left + cell.width / 2,
      y: cell.top - frame.top + cell.height / 2,
      size: cell.width,
    };
  }
}

/**
 * Returns the outline of an arrow, or `null` if it has no length.
 * @param {Cell} from
 * @param {Cell} to
 * @param {boolean} best
 */
function arrowPoints(from, to, best) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return null;
  const [ux, uy] = [dx / length, dy / length];
  const shaft = from.size * (best ? 0.07 : 0.045);
  const head = from.size * (best ? 0.24 : 0.18);
  const [begin, neck, tip] = [from.size * 0.25, length - head * 1.3, length - from.size * 0.02];
  const outline = [
    [begin, shaft],
    [neck, shaft],
    [neck, head],
    [tip, 0],
    [neck, -head],
    [neck, -shaft],
    [begin, -shaft],
  ];
  return outline
    .map(([along, aside]) => `${from.x + ux * along - uy * aside},${from.y + uy * along + ux * aside}`)
    .join(" ");
}

/**
 * Makes a ring around a cell on which something is put.
 * @param {Cell} cell
 * @param {boolean} best
 */
function ring(cell, best) {
  return makeSvg("circle", {
    cx: cell.x,
    cy: cell.y,
    r: cell.size * 0.36,
    class: "arrow-ring",
    "stroke-width": cell.size * (best ? 0.09 : 0.06),
  });
}
