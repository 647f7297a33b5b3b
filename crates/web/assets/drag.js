// Dragging a stack to its target: the same two picks as clicking twice.

import { make, makeSvg, targetOf } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @typedef {{ name: string, x: number, y: number, id: number, cell: HTMLElement }} Start */

/** Distance in pixels that a pointer moves before it drags. */
const THRESHOLD = 7;
/** Milliseconds after a drop in which the new position is not animated. */
const JUST_DROPPED = 500;

export class Drag {
  #view;
  #board;
  /** @type {Start | null} */
  #start = null;
  /** @type {HTMLElement | SVGElement | null} */
  #ghost = null;
  /** Number of pieces that would land under the pointer. */
  #count = make("b", "ghost-count");
  #swallowsClick = false;
  #droppedAt = -Infinity;

  /**
   * @param {HTMLElement} root The board with what is beside it.
   * @param {HTMLElement} view
   * @param {Board} board
   */
  constructor(root, view, board) {
    this.#view = view;
    this.#board = board;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    view.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Returns whether the click that comes now is the end of a drag. */
  swallowsClick() {
    const swallows = this.#swallowsClick;
    this.#swallowsClick = false;
    return swallows;
  }

  /** Returns whether something was dropped just now. */
  justDropped() {
    return performance.now() - this.#droppedAt < JUST_DROPPED;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = targetOf(event, '[data-cell], [data-pick="hand"]');
    this.#swallowsClick = false;
    if (!cell || event.button !== 0 || !event.isPrimary || this.#start) return;
    const name = cell.dataset.cell ?? cell.dataset.pick ?? "";
    if (!this.#board.options.has(name) && this.#board.picks.at(-1) !== name) return;
    this.#start = { name, x: event.clientX, y: event.clientY, id: event.pointerId, cell };
    const move = (/** @type {PointerEvent} */ event) => this.#move(event);
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== this.#start?.id) return;
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      this.#up(event, this.#start.name);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const start = this.#start;
    if (event.pointerId !== start?.id) return;
    if (!this.#ghost && !this.#lift(start, event)) return;
    if (!this.#ghost) return;
    for (const moved of [this.#ghost, this.#count]) {
      moved.style.left = `${event.clientX}px`;
      moved.style.top = `${event.clientY}px`;
    }
    this.#hover(event);
  }

  /**
   * Begins to drag, once the pointer has moved far enough; returns whether it does.
   * @param {Start} start
   * @param {PointerEvent} event
   */
  #lift(start, event) {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < THRESHOLD) return false;
    const ghost = this.#makeGhost(start);
    // A cell is picked only once: dragging what is picked continues with it.
    const picked = this.#board.picks.at(-1) === start.name || this.#board.pick(start.name);
    if (!ghost || !picked) return false;
    this.#ghost = ghost;
    document.body.append(ghost, this.#count);
    this.#stack(start.name)?.classList.add("is-lifted");
    return true;
  }

  /**
   * @param {PointerEvent} event
   * @param {string} name
   */
  #up(event, name) {
    const dragged = this.#ghost !== null;
    this.#stack(name)?.classList.remove("is-lifted");
    this.#ghost?.remove();
    this.#count.remove();
    this.#ghost = null;
    this.#start = null;
    this.#unhover();
    if (!dragged || event.type === "pointercancel") return;
    const target = this.#cellAt(event)?.dataset.cell;
    this.#swallowsClick = target === name;
    // The click, if there is one, comes at once.
    setTimeout(() => (this.#swallowsClick = false), 50);
    if (target && target !== name && this.#board.options.has(target)) {
      this.#droppedAt = performance.now();
      this.#board.pick(target);
    }
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const cell = this.#cellAt(event);
    this.#unhover();
    const name = cell?.dataset.cell ?? "";
    if (cell && this.#board.options.has(name)) cell.classList.add("is-hovered");
    this.#count.textContent = String(this.#board.heights.get(name) ?? "");
  }

  #unhover() {
    this.#view.querySelector(".is-hovered")?.classList.remove("is-hovered");
  }

  /**
   * @param {PointerEvent} event
   * @returns {HTMLElement | null}
   */
  #cellAt({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    return cell instanceof HTMLElement && this.#view.contains(cell) ? cell : null;
  }

  /** @param {string} name */
  #stack(name) {
    return this.#view.querySelector(`[data-stack="${CSS.escape(name)}"]`);
  }

  /**
   * Makes a copy of the stack that follows the pointer.
   * @param {Start} start
   */
  #makeGhost({ name, cell }) {
    if (name === "hand") {
      const ghost = make("div", "ghost");
      const piece = cell.querySelector(".ring");
      if (piece) ghost.append(piece.cloneNode());
      return ghost;
    }
    const stack = this.#stack(name);
    /** @type {SVGSVGElement | null} */
    const picture = this.#view.querySelector("svg.picture");
    if (!stack || !picture) return null;
    const box = cell.getBoundingClientRect();
    const whole = picture.getBoundingClientRect();
    const scale = picture.viewBox.baseVal.width / whole.width;
    const size = Math.max(box.width, box.height) * 1.1;
    const x = (box.left + box.width / 2 - whole.left - size / 2) * scale;
    const y = (box.top + box.height / 2 - whole.top - size / 2) * scale;
    const ghost = makeSvg("svg", {
      class: "picture ghost",
      viewBox: `${x} ${y} ${size * scale} ${size * scale}`,
      "aria-hidden": "true",
    });
    ghost.style.width = `${size}px`;
    ghost.style.height = `${size}px`;
    ghost.append(stack.cloneNode(true));
    return ghost;
  }
}
