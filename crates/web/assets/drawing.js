// Drawing arrows and marks on a board: with the right mouse button, or with any pointer while the
// drawing mode is on.

import { findAll, targetOf } from "./dom.js";
import { colourOf } from "./marks.js";

/** @import { Mark, MarkColour } from "./marks.js" */

export class Drawing {
  #view;
  #on;
  /** The cell at which the pointer went down. @type {string | null} */
  #from = null;

  /**
   * @param {HTMLElement} view The part of the board with its cells.
   * @param {{ draw: (mark: Mark) => void, clear: () => boolean }} on Called when a mark is drawn, and
   *   when a click that picks nothing clears them; returns whether there were any.
   */
  constructor(view, on) {
    this.#view = view;
    this.#on = on;
    /** Whether any pointer draws. */
    this.isOn = false;
    /** Colour without a key. @type {MarkColour} */
    this.colour = "G";
    // Before the board sees them: in the drawing mode nothing is picked or dragged.
    view.addEventListener("pointerdown", (event) => this.#down(event), true);
    view.addEventListener("mousedown", (event) => this.#isDrawing(event) && swallow(event), true);
    view.addEventListener("touchstart", (event) => this.isOn && swallow(event), {
      capture: true,
      passive: false,
    });
    view.addEventListener("click", (event) => this.#click(event), true);
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => (this.#from = null));
    view.addEventListener("contextmenu", (event) => {
      // A long press shows what a stack is made of; it comes without a right button.
      if (this.#isMouse || this.isOn) event.preventDefault();
    });
  }

  #isMouse = false;

  /** @param {MouseEvent} event */
  #isDrawing(event) {
    return this.isOn || event.button === 2;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#isMouse = event.pointerType === "mouse";
    if (!this.#isDrawing(event)) return;
    this.#from = targetOf(event, "[data-cell]")?.dataset.cell ?? null;
    if (this.isOn) this.#view.releasePointerCapture?.(event.pointerId);
    swallow(event);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const from = this.#from;
    this.#from = null;
    if (!from) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const cells = new Set(findAll("[data-cell]", this.#view));
    const cell = under.find((element) => element instanceof HTMLElement && cells.has(element));
    const to = cell instanceof HTMLElement ? cell.dataset.cell : undefined;
    if (!to) return;
    this.#on.draw({ colour: colourOf(event, this.colour), from, to: to === from ? null : to });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.isOn) {
      // With a keyboard, Enter marks the cell that has the focus.
      const cell = targetOf(event, "[data-cell]")?.dataset.cell;
      if (cell && event.detail === 0) this.#on.draw({ colour: this.colour, from: cell, to: null });
      return swallow(event);
    }
    const cell = targetOf(event, "[data-cell]");
    if (cell && !cell.matches(".is-option, .is-picked") && this.#on.clear()) swallow(event);
  }
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  if (event.cancelable) event.preventDefault();
}
