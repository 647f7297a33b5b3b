// The pieces of a stack, shown on hover, focus, tap or a long press.

import { make, targetOf } from "./dom.js";

/** @import { About } from "../types/server.d.ts" */

/** Delays in milliseconds. */
const HOVER_DELAY = 220;
const LONG_PRESS = 450;

export class Peek {
  #view;
  #about;
  /** @type {HTMLElement | null} */
  #panel = null;
  /** Name of the cell whose pieces are shown. @type {string | null} */
  #cell = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} view
   * @param {() => About} about Returns the position that is shown.
   */
  constructor(view, about) {
    this.#view = view;
    this.#about = about;
    view.addEventListener("pointerover", (event) => this.#over(event));
    view.addEventListener("pointerleave", () => this.hide());
    view.addEventListener("pointerdown", (event) => this.#down(event));
    view.addEventListener("focusin", (event) => {
      const cell = targetOf(event, "[data-cell]:focus-visible");
      if (cell) this.#show(cell);
    });
    view.addEventListener("focusout", () => this.hide());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.hide());
  }

  /**
   * Shows or hides the pieces of a cell.
   * @param {HTMLElement} cell
   */
  toggle(cell) {
    if (this.#cell === cell.dataset.cell) this.hide();
    else this.#show(cell);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#panel?.remove();
    this.#panel = null;
    this.#cell = null;
  }

  /** @param {PointerEvent} event */
  #over(event) {
    const cell = targetOf(event, "[data-cell]");
    if (event.pointerType !== "mouse" || cell?.dataset.cell === this.#cell) return;
    this.hide();
    if (cell && !event.buttons) this.#timer = setTimeout(() => this.#show(cell), HOVER_DELAY);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = targetOf(event, "[data-cell]");
    if (event.pointerType === "mouse") return this.hide();
    clearTimeout(this.#timer);
    if (cell) this.#timer = setTimeout(() => this.#show(cell), LONG_PRESS);
    const end = () => clearTimeout(this.#timer);
    document.addEventListener("pointerup", end, { once: true });
    document.addEventListener("pointercancel", end, { once: true });
  }

  /** @param {HTMLElement} cell */
  #show(cell) {
    this.hide();
    const { cell: name = "", pieces = "" } = cell.dataset;
    if (pieces.length < 2 || !cell.isConnected) return;
    this.#cell = name;
    this.#panel = this.#make(name, [...pieces]);
    this.#view.append(this.#panel);
    place(this.#panel, cell.getBoundingClientRect(), this.#view.getBoundingClientRect());
  }

  /**
   * Makes a list of the pieces from the top, equal ones together.
   * @param {string} name
   * @param {string[]} pieces
   */
  #make(name, pieces) {
    const kinds = new Map(this.#about().pieces.map(([letter, name, paint]) => [letter, { name, paint }]));
    const panel = make("div", "peek");
    // The name of the button says the same to screen readers.
    panel.setAttribute("aria-hidden", "true");
    const list = make("ol");
    panel.append(make("b", "", `${name} · ${pieces.length} high`), list);
    for (const { letter, count } of runs(pieces.reverse())) {
      const { name, paint } = kinds.get(letter) ?? { name: letter, paint: "g" };
      const item = list.appendChild(make("li"));
      item.append(
        make("span", `token token-${paint}`),
        make("span", "", count > 1 ? `${count} × ${name}` : name),
      );
    }
    return panel;
  }
}

/**
 * Places a panel beside a cell, where there is room.
 * @param {HTMLElement} panel
 * @param {DOMRect} cell
 * @param {DOMRect} board
 */
function place(panel, cell, board) {
  const { offsetWidth: width, offsetHeight: height } = panel;
  const right = cell.right - board.left + 6;
  const left = right + width <= board.width ? right : cell.left - board.left - width - 6;
  const top = cell.top - board.top + (cell.height - height) / 2;
  panel.style.left = `${Math.max(4, Math.min(left, board.width - width - 4))}px`;
  panel.style.top = `${Math.max(4, Math.min(top, board.height - height - 4))}px`;
}

/**
 * Joins equal letters that follow each other.
 * @param {string[]} letters
 */
export function runs(letters) {
  /** @type {{ letter: string, count: number }[]} */
  const found = [];
  for (const letter of letters) {
    const last = found.at(-1);
    if (last?.letter === letter) last.count += 1;
    else found.push({ letter, count: 1 });
  }
  return found;
}
