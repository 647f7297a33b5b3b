// Arrow keys on a board: one cell is in the tab order, arrows go from cell to cell.

export class GridKeys {
  #view;
  #column = null;

  constructor(view) {
    this.#view = view;
    view.addEventListener("keydown", (event) => this.#key(event));
    view.addEventListener("focusin", (event) => {
      if (event.target.dataset.cell) this.#rove(event.target);
    });
    // A click must not take the focus: arrow keys would then no longer go through moves.
    view.addEventListener("mousedown", (event) => {
      if (event.target.closest("[data-cell]")) event.preventDefault();
    });
  }

  /** After the cells were exchanged: the same cell is in the tab order, and has the focus
   * again if it had it. */
  restore(name, focused) {
    const wanted = name ?? this.#last;
    const cell = wanted && this.#view.querySelector(`[data-cell="${CSS.escape(wanted)}"]`);
    if (!cell) return;
    this.#rove(cell);
    if (focused) cell.focus({ preventScroll: true });
  }

  #last = null;

  #rove(cell) {
    for (const other of this.#view.querySelectorAll('[data-cell][tabindex="0"]')) other.tabIndex = -1;
    cell.tabIndex = 0;
    this.#last = cell.dataset.cell;
  }

  #key(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell || event.altKey || event.metaKey) return;
    const next = this.#next(cell, event);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  /** The cell that a key leads to. On hexagons, up and down keep to a column as well as
   * they can, so that going up twice is straight up. */
  #next(cell, { key, ctrlKey }) {
    const rows = [...this.#view.querySelectorAll('[role="row"]')].map((row) => [
      ...row.querySelectorAll("[data-cell]"),
    ]);
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
        return ctrlKey ? rows.at(-1).at(-1) : rows[at].at(-1);
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

function middle(cell) {
  const { left, width } = cell.getBoundingClientRect();
  return left + width / 2;
}

function nearest(cells, x) {
  const distance = (cell) => Math.abs(middle(cell) - x - 0.5);
  return cells.reduce((best, cell) => (!best || distance(cell) < distance(best) ? cell : best), undefined);
}
