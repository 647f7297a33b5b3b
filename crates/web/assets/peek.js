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
  /** Place of the pointer in the last event, to tell a movement from a board that changed. */
  #pointer = "";

  /**
   * @param {HTMLElement} view
   * @param {() => About} about Returns the position that is shown.
   */
  constructor(view, about) {
    this.#view = view;
    this.#about = about;
    view.addEventListener("pointermove", (event) => this.#moved(event));
    view.addEventListener("pointerleave", () => this.hide());
    view.addEventListener("pointerdown", (event) => this.#down(event));
    view.addEventListener("focusin", (event) => {
      const cell = targetOf(event, "[data-cell]:focus-visible");
      if (cell) this.#show(cell, true);
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
  #moved(event) {
    const pointer = `${event.screenX} ${event.screenY}`;
    const cell = targetOf(event, "[data-cell]");
    // A board that changes under a pointer at rest is no reason to open anything.
    if (event.pointerType !== "mouse" || pointer === this.#pointer) return;
    this.#pointer = pointer;
    if (cell?.dataset.cell === this.#cell) return;
    this.hide();
    if (cell && !event.buttons) this.#timer = setTimeout(() => this.#show(cell, true), HOVER_DELAY);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = targetOf(event, "[data-cell]");
    this.#pointer = `${event.screenX} ${event.screenY}`;
    if (event.pointerType === "mouse") return this.hide();
    clearTimeout(this.#timer);
    if (cell) this.#timer = setTimeout(() => this.#show(cell), LONG_PRESS);
    const end = () => clearTimeout(this.#timer);
    document.addEventListener("pointerup", end, { once: true });
    document.addEventListener("pointercancel", end, { once: true });
  }

  /**
   * Shows the pieces of a cell.
   * @param {HTMLElement} cell
   * @param {boolean} keepsClear Whether nothing is shown rather than a cell covered that can be
   *   picked.
   */
  #show(cell, keepsClear = false) {
    this.hide();
    const { cell: name = "", pieces = "" } = cell.dataset;
    if (pieces.length < 2 || !cell.isConnected) return;
    const panel = this.#make(name, [...pieces]);
    this.#view.append(panel);
    const options = [...this.#view.querySelectorAll("[data-cell].is-option")];
    const taken = options.map((option) => option.getBoundingClientRect());
    const board = this.#view.getBoundingClientRect();
    if (!place(panel, cell.getBoundingClientRect(), board, taken) && keepsClear) {
      panel.remove();
      return;
    }
    this.#cell = name;
    this.#panel = panel;
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
    const { points } = this.#about();
    const counted = points && pieces.filter((letter) => kinds.get(letter)?.name.startsWith(points[0]));
    const head = counted ? `${name} · ${counted.length} ${points[0]}, ${pieces.length} high` : "";
    panel.append(make("b", "", head || `${name} · ${pieces.length} high`), list);
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
 * Places a panel beside a cell; returns whether it covers none of the areas that are taken.
 * @param {HTMLElement} panel
 * @param {DOMRect} cell
 * @param {DOMRect} board
 * @param {DOMRect[]} taken
 */
function place(panel, cell, board, taken) {
  const { offsetWidth: width, offsetHeight: height } = panel;
  const middle = { x: cell.left + (cell.width - width) / 2, y: cell.top + (cell.height - height) / 2 };
  const inside = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.max(least, Math.min(at, most));
  const places = [
    { x: cell.right + 6, y: middle.y },
    { x: cell.left - width - 6, y: middle.y },
    { x: middle.x, y: cell.top - height - 6 },
    { x: middle.x, y: cell.bottom + 6 },
  ].map(({ x, y }) => ({
    x: inside(x, board.left + 4, board.right - width - 4),
    y: inside(y, board.top + 4, board.bottom - height - 4),
  }));
  const covers = (/** @type {{ x: number, y: number }} */ { x, y }, /** @type {DOMRect} */ area) =>
    x < area.right && x + width > area.left && y < area.bottom && y + height > area.top;
  const isFree = (/** @type {{ x: number, y: number }} */ at) =>
    !covers(at, cell) && !taken.some((area) => covers(at, area));
  const free = places.find(isFree);
  const { x, y } = free ?? places[0];
  panel.style.left = `${x - board.left}px`;
  panel.style.top = `${y - board.top}px`;
  return free !== undefined;
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
