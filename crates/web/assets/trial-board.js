// A board on which moves are tried outside of games, with its buttons and a place for remarks.

import { Board } from "./board.js";
import { find, findAll } from "./dom.js";

/** @import { About } from "../types/server.d.ts" */
/** @typedef {{ move: string, position: string }} Made A move and the position after it. */

export class TrialBoard {
  /** Moves that were made from the first position. @type {Made[]} */
  made = [];

  /**
   * @param {HTMLElement} root
   * @param {import("./board.js").BoardOptions} options
   */
  constructor(root, options = {}) {
    this.root = root;
    this.game = root.dataset.game ?? "";
    this.start = root.dataset.position ?? "";
    this.board = new Board(find("[data-board]", root), {
      onMove: (text) => this.tryMove(text),
      // The first position is shown before the board is known here.
      onShow: (about) => this.board && this.shown(about),
      confirm: () => false,
      ...options,
    });
    for (const button of findAll("[data-lesson-action]", root)) {
      button.addEventListener("click", (event) => {
        event.preventDefault();
        this.press(button.dataset.lessonAction ?? "");
      });
    }
  }

  /** The moves as texts. */
  get moves() {
    return this.made.map(({ move }) => move);
  }

  /** Takes a whole move. @param {string} _text @returns {Promise<boolean | void>} */
  async tryMove(_text) {}

  /** Carries out the action of a button. @param {string} _action */
  press(_action) {}

  /** Called when another position is shown. @param {About} _about */
  shown(_about) {}

  /** Writes a remark. @param {string} text */
  say(text) {
    find("[data-lesson-said]", this.root).textContent = text;
  }

  /**
   * Shows the position after some moves, the last of which is marked.
   * @param {Made[]} made
   * @param {boolean} interactive
   */
  showAfter(made, interactive = true) {
    const { game, start } = this;
    const last = made.at(-1);
    const before = made.at(-2)?.position ?? start;
    return this.board.show(last ? { game, before, ...last } : { game, position: start }, { interactive });
  }

  /**
   * Takes these moves as made, and shows the position after them.
   * @param {Made[]} made
   */
  goTo(made) {
    this.made = made;
    return this.showAfter(made);
  }

  /**
   * Shows some of the buttons and hides the others.
   * @param {Record<string, boolean>} shown
   */
  showButtons(shown) {
    for (const button of findAll("[data-lesson-action]", this.root)) {
      button.hidden = !shown[button.dataset.lessonAction ?? ""];
    }
  }
}
