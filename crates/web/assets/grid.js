// Arrow keys on a board: one cell is in the tab order, arrows go from cell to cell.

import { findAll, targetOf } from "./dom.js";

export class GridKeys {
  #view;
  /** Horizontal position that up and down keep to. @type {number | null} */
  #column = null;
  /** Name of the cell in the tab order. @type {string | undefined} */
  #current;

  /** @param {HTMLElement} view */
  constructor(view) {
    this.#view = view;
    view.addEventListener("keydown", (event) => this.#key(event));
    view.addEventListener("focusin", (event) => {
      const cell = targetOf(event, "[data-cell]");
      if (cell) this.#rove(cell);
    });
    // A click must not take the focus: arrow keys would then no longer go through the moves.
    view.addEventListener("mousedown", (event) => {
      if (targetOf(event, "[data-cell]")) event.preventDefault();
    });
  }

  /**
   * Restores the tab order after the cells were replaced, and the focus if a cell had it.
   * @param {string | undefined} name
   * @param {boolean} focused
   */
  restore(name, focused) {
    const wanted = name ?? this.#current;
    if (wanted === undefined) return;
    const [cell] = findAll(`[data-cell="${CSS.escape(wanted)}"]`, this.#view);
    if (!cell) return;
    this.#rove(cell);
    if (focused) cell.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} cell */
  #rove(cell) {
    for (const other of findAll('[data-cell][tabindex="0"]', this.#view)) other.tabIndex = -1;
    cell.tabIndex = 0;
    this.#current = cell.dataset.cell;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = targetOf(event, "[data-cell]");
    if (!cell || event.altKey || event.metaKey) return;
    const next = this.#next(cell, event);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  /**
   * Returns the cell that a key leads to. On hexagons, up and down keep to a column as well
   * as they can, so that going up twice is straight up.
   * @param {HTMLElement} cell
   * @param {KeyboardEvent} event
   */
  #next(cell, { key, ctrlKey }) {
    const rows = [...findAll('[role="row"]', this.#view)].map((row) => [...findAll("[data-cell]", row)]);
    const at = rows.findIndex((row) => row.includes(cell));
    const column = rows[at].indexOf(cell);
    if (key !== "ArrowUp" && key !== "ArrowDown") this.#column = null;
    switch (key) {
      case "ArrowLeft":
        return rows[at][column - 1];
      case "ArrowRight":
        return rows[at][column + 1];
      case "Home":
        return ctrlKey ? rows[0][0] : rows[at][0];
      case "End":
        return (ctrlKey ? rows.at(-1) : rows[at])?.at(-1);
      case "ArrowUp":
      case "ArrowDown": {
        this.#column ??= middle(cell);
        const row = rows[at + (key === "ArrowUp" ? -1 : 1)] ?? [];
        return nearest(row, this.#column);
      }
      default:
        return undefined;
    }
  }
}

/** @param {HTMLElement} cell */
function middle(cell) {
  const { left, width } = cell.getBoundingClientRect();
  return left + width / 2;
}

/**
 * Returns the cell nearest to a horizontal position; of two, the one to the right.
 * @param {HTMLElement[]} cells
 * @param {number} x
 * @returns {HTMLElement | undefined}
 */
function nearest(cells, x) {
  const distance = (/** @type {HTMLElement} */ cell) => Math.abs(middle(cell) - x - 0.5);
  return cells.toSorted((a, b) => distance(a) - distance(b))[0];
}
