// Boards on which the rules can be tried.

import { Board } from "./board.js";
import { announce, note } from "./say.js";
import { Problem, post } from "./server.js";

class Lesson {
  #root;
  #board;
  /** The moves made, each with the position after it. */
  #made = [];

  constructor(root) {
    this.#root = root;
    const { game, position, moves, lesson } = root.dataset;
    Object.assign(this, { game, start: position, kind: lesson, wanted: moves ? moves.split(" ") : [] });
    this.#board = new Board(root.querySelector("[data-board]"), {
      onMove: (text) => this.#play([text]),
      onShow: (about) => this.#shown(about),
      confirm: () => false,
    });
    this.#board.interactive = true;
    for (const button of root.querySelectorAll("[data-lesson-action]")) {
      button.addEventListener("click", () => this.#press(button.dataset.lessonAction));
    }
    this.#refresh();
  }

  #say(text) {
    this.#root.querySelector("[data-lesson-said]").textContent = text;
  }

  #press(action) {
    if (action === "show") this.#play([this.wanted[this.#followed]]);
    if (action === "answer") this.#answer();
    if (action === "back") this.#go(this.#made.slice(0, -1));
    if (action === "reset") this.#go([]);
  }

  /** How many of the moves that the lesson is about have been made; -1 off its path. */
  get #followed() {
    const follows = this.#made.every(({ move }, index) => move === this.wanted[index]);
    return follows && this.#made.length <= this.wanted.length ? this.#made.length : -1;
  }

  async #play(texts, computer = false) {
    const moves = [...this.#made.map(({ move }) => move), ...texts];
    try {
      const applied = await post("/api/v1/apply", { game: this.game, position: this.start, moves });
      this.#go(applied.moves.map((move, index) => ({ move, position: applied.positions[index] })), applied.reason, computer);
    } catch (problem) {
      note(problem instanceof Problem ? problem.text : "The server cannot be reached. Try again.", "error");
      this.#board.clear();
    }
  }

  async #answer() {
    const moves = this.#made.map(({ move }) => move);
    this.#say("The computer thinks…");
    try {
      const wish = { game: this.game, position: this.start, moves, time: 400 };
      await this.#play([(await post("/api/v1/analyse", wish)).bestmove], true);
    } catch (problem) {
      this.#say(problem instanceof Problem ? problem.text : "The server cannot be reached. Try again.");
    }
  }

  #go(made, reason, computer) {
    const forward = made.length > this.#made.length;
    this.#made = made;
    const { game } = this;
    const last = made.at(-1);
    const before = made.length > 1 ? made.at(-2).position : this.start;
    this.#board.show(last ? { game, before, move: last.move, position: last.position } : { game, position: this.start });
    this.#board.interactive = true;
    const text = forward ? this.#words(last.move, reason, computer) : "";
    this.#say(text);
    announce(text);
    this.#refresh();
  }

  #words(move, reason, computer) {
    const over = reason ? ` The game is over: ${reason}.` : "";
    const followed = this.#followed;
    if (computer) return `The computer plays ${move}.${over}`;
    if (this.kind === "move" && followed === 1) return `Just so: ${move}.${over}`;
    if (this.kind === "walk" && followed > 0) return `Move ${followed} of ${this.wanted.length}: ${move}.${over}`;
    if (this.kind === "move" && this.#made.length === 1) {
      return `${move} is possible too.${over} The example is ${this.wanted[0]}: take back to try it.`;
    }
    return `${move}.${over}`;
  }

  #shown(about) {
    const over = Boolean(about.outcome);
    const side = about.sides[about.to_move === "first" ? 0 : 1];
    this.#board?.say(over ? "The game is over." : `${side}:`);
    this.#refresh(over);
  }

  #refresh(over = false) {
    const show = (action, shown) => {
      const button = this.#root.querySelector(`[data-lesson-action="${action}"]`);
      if (button) button.hidden = !shown;
    };
    const followed = this.#followed;
    show("show", followed >= 0 && followed < this.wanted.length);
    show("back", this.#made.length > 0);
    show("reset", this.#made.length > 1);
    show("answer", !over && (this.kind === "free" || this.#made.length > 0));
  }
}

// A page has many boards; one begins to live when it is seen.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      new Lesson(target);
    }
  },
  { rootMargin: "100px" },
);
for (const root of document.querySelectorAll("[data-lesson]")) observer.observe(root);

// On wide screens the contents stand beside the text and are always open.
const contents = document.querySelector("[data-contents]");
const wide = matchMedia("(min-width: 64rem)");
const unfold = () => {
  if (contents && wide.matches) contents.open = true;
};
wide.addEventListener("change", unfold);
unfold();
