// An exercise: a board on which moves are judged, with hints. Lessons and puzzles are exercises.

import { find, findAs } from "./dom.js";
import { problemText } from "./server.js";
import { sound } from "./sounds.js";
import { TrialBoard } from "./trial-board.js";

/** @import { About, ExerciseVerdict, LessonHint } from "../types/server.d.ts" */
/** @import { Made } from "./trial-board.js" */
/** @typedef {"open" | "shown" | ExerciseVerdict["verdict"]} ExerciseState */

/** Time that a move is seen before the answer to it, in milliseconds. */
const SEEN = 900;

export class Exercise extends TrialBoard {
  /** Number of the attempt; an answer that is still to be shown belongs to one. */
  #attempt = 0;
  /** Resolves when the answer to the last move is shown. @type {Promise<void>} */
  #answered = Promise.resolve();

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, { makesForced: true });
    this.setState("open");
    // An address with moves is for those without scripts, or who were quicker than this one.
    this.say("");
    this.showAfter([]);
    if (new URLSearchParams(location.search).has("hint")) this.#hint();
    const typed = findAs("#typed", HTMLFormElement, root);
    typed.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type(findAs("[name=move]", HTMLInputElement, typed));
    });
  }

  /**
   * Judges the last of the moves.
   * @param {string[]} _moves
   * @returns {Promise<ExerciseVerdict>}
   */
  async judge(_moves) {
    throw new Error("an exercise judges moves");
  }

  /**
   * Finds a right move after these.
   * @param {string[]} _moves
   * @returns {Promise<LessonHint>}
   */
  async findHint(_moves) {
    throw new Error("an exercise has hints");
  }

  /** Called when a move has been judged. @param {ExerciseVerdict} _verdict */
  judged(_verdict) {}

  /** @param {HTMLInputElement} field */
  async #type(field) {
    const text = field.value.trim();
    if (!text || !this.board.interactive) return;
    if (this.board.pickMove(text) || (await this.tryMove(text))) field.value = "";
    field.focus();
  }

  /** @override @param {string} text */
  async tryMove(text) {
    this.#attempt += 1;
    const attempt = this.#attempt;
    try {
      const verdict = await this.judge([...this.moves, text]);
      if (attempt === this.#attempt) this.#answered = this.#take(verdict, attempt);
      return true;
    } catch (error) {
      this.say(problemText(error));
      this.board.clear();
      return false;
    }
  }

  /** @override @param {string} action */
  press(action) {
    if (action === "again") this.#again();
    if (action === "hint") this.#hint();
  }

  /** @override @param {About} about */
  shown(about) {
    const reader = about.to_move === "first" ? 0 : 1;
    const over = about.outcome !== null;
    this.board.say(over || !this.board.interactive ? "" : `You are ${about.sides[reader]}.`);
  }

  /** @param {ExerciseState} state */
  setState(state) {
    this.root.dataset.state = state;
    const isOver = state === "solved" || state === "shown";
    this.showButtons({ again: state !== "open", hint: !isOver, show: !isOver });
    const primary = (/** @type {string} */ selector, /** @type {boolean} */ is) =>
      find(selector, this.root).classList.toggle("primary", is);
    primary('[data-lesson-action="again"]', state === "wrong");
    primary("[data-lesson-next]", isOver);
  }

  /**
   * Shows the learner's move, what is said about it, and the answer to it.
   * @param {ExerciseVerdict} verdict
   * @param {number} attempt
   */
  async #take(verdict, attempt) {
    const made = verdict.moves.map((move, index) => ({ move, position: verdict.positions[index] }));
    const answers = verdict.line?.length || (verdict.reply ? 1 : 0);
    const own = made.length - answers;
    await this.showAfter(made.slice(0, own), false);
    if (attempt !== this.#attempt) return;
    this.setState(verdict.verdict);
    this.say(verdict.text);
    find(".lesson-answer", this.root).scrollIntoView({ block: "nearest" });
    sound(verdict.verdict === "solved" ? "end" : "move");
    this.judged(verdict);
    await this.#playOut(made, own, attempt, verdict.verdict === "continue");
  }

  /**
   * Shows the rest of some moves, one after the other.
   * @param {Made[]} made
   * @param {number} from Number of moves that are on the board already.
   * @param {number} attempt
   * @param {boolean} goesOn Whether the learner goes on after them.
   */
  async #playOut(made, from, attempt, goesOn = false) {
    for (let count = from + 1; count <= made.length; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : SEEN));
      if (attempt !== this.#attempt) return;
      if (goesOn && count === made.length) await this.goTo(made);
      else await this.showAfter(made.slice(0, count), false);
    }
  }

  /**
   * Shows the solution from the first position on.
   * @param {Made[]} made
   */
  async showSolution(made) {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.setState("shown");
    this.made = [];
    await this.showAfter([], false);
    await this.#playOut(made, 0, attempt);
  }

  /** Takes a wrong move back; otherwise begins again. */
  #again() {
    this.#attempt += 1;
    const made = this.root.dataset.state === "wrong" ? this.made : [];
    this.setState(made.length ? "continue" : "open");
    this.say("");
    return this.goTo(made);
  }

  async #hint() {
    // A hint is for the position after the opponent's answer.
    await (this.root.dataset.state === "wrong" ? this.#again() : this.#answered);
    const attempt = this.#attempt;
    try {
      const { move, words } = await this.findHint(this.moves);
      if (attempt !== this.#attempt) return;
      this.board.hint(move);
      this.say(`Hint: ${words} (${move}).`);
    } catch (error) {
      this.say(problemText(error));
    }
  }
}
