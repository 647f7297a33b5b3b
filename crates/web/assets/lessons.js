// Boards on which the rules can be tried.

import { bestMove } from "./best-move.js";
import { findAll } from "./dom.js";
import { applyMoves } from "./modules.js";
import { announce, note } from "./say.js";
import { problemText } from "./server.js";
import { TrialBoard } from "./trial-board.js";
import { sideIndex } from "./words.js";

/** @import { About, Applied } from "../types/server.d.ts" */
/** @import { Made } from "./trial-board.js" */

class RulesLesson extends TrialBoard {
  #kind;
  /** The moves that the lesson shows. @type {string[]} */
  #wanted;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const { moves, lesson } = root.dataset;
    this.#kind = lesson;
    this.#wanted = moves ? moves.split(" ") : [];
    this.board.interactive = true;
    this.#refresh();
  }

  /** @override @param {string} action */
  press(action) {
    if (action === "show") this.#play([this.#wanted[this.#followed]]);
    if (action === "answer") this.#answer();
    if (action === "back") this.#go(this.made.slice(0, -1));
    if (action === "reset") this.#go([]);
  }

  /** @override @param {string} text */
  async tryMove(text) {
    await this.#play([text]);
  }

  /** Number of the lesson's moves that have been made; -1 after any other move. */
  get #followed() {
    const follows = this.made.every(({ move }, index) => move === this.#wanted[index]);
    return follows ? this.made.length : -1;
  }

  /**
   * @param {string[]} texts
   * @param {boolean} byComputer
   */
  async #play(texts, byComputer = false) {
    const request = { game: this.game, position: this.start, moves: [...this.moves, ...texts] };
    try {
      /** @type {Applied} */
      const { moves, positions, reason } = await applyMoves(request);
      const made = moves.map((move, index) => ({ move, position: positions[index] }));
      this.#go(made, reason, byComputer);
    } catch (error) {
      note(problemText(error), "error");
      this.board.clear();
    }
  }

  async #answer() {
    this.say("The computer is thinking…");
    try {
      const request = { game: this.game, position: this.start, moves: this.moves };
      await this.#play([await bestMove(request, 400)], true);
    } catch (error) {
      this.say(problemText(error));
    }
  }

  /**
   * @param {Made[]} made
   * @param {string | null} reason Why the game is over, if it is.
   * @param {boolean} byComputer
   */
  #go(made, reason = null, byComputer = false) {
    const forward = made.length > this.made.length;
    const last = made.at(-1);
    this.goTo(made);
    const text = forward && last ? this.#comment(last.move, reason, byComputer) : "";
    this.say(text);
    announce(text);
    this.#refresh();
  }

  /**
   * @param {string} move
   * @param {string | null} reason
   * @param {boolean} byComputer
   */
  #comment(move, reason, byComputer) {
    const over = reason ? ` The game is over: ${reason}.` : "";
    const followed = this.#followed;
    if (byComputer) return `The computer plays ${move}.${over}`;
    if (this.#kind === "move" && followed === 1) return `Correct: ${move}.${over}`;
    if (this.#kind === "walk" && followed > 0) {
      return `Move ${followed} of ${this.#wanted.length}: ${move}.${over}`;
    }
    if (this.#kind === "move" && this.made.length === 1) {
      return `${move} is legal too.${over} The example is ${this.#wanted[0]}: take the move back to try it.`;
    }
    return `${move}.${over}`;
  }

  /** @override @param {About} about */
  shown(about) {
    const over = about.outcome !== null;
    this.board.say(over ? "The game is over." : `${about.sides[sideIndex(about.to_move)]} to move.`);
    this.#refresh(over);
  }

  #refresh(over = false) {
    const followed = this.#followed;
    this.showButtons({
      show: followed >= 0 && followed < this.#wanted.length,
      back: this.made.length > 0,
      reset: this.made.length > 1,
      answer: !over && (this.#kind === "free" || this.made.length > 0),
    });
  }
}

// A page has many boards; each one starts when it is seen.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      new RulesLesson(target);
    }
  },
  { rootMargin: "100px" },
);
for (const root of findAll("[data-lesson]")) observer.observe(root);

// On wide screens the contents stand beside the text and are always open.
const contents = document.querySelector("details[data-contents]");
const wide = matchMedia("(min-width: 64rem)");
const unfold = () => {
  if (contents instanceof HTMLDetailsElement && wide.matches) contents.open = true;
};
wide.addEventListener("change", unfold);
unfold();
