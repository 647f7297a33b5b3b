// Learning from mistakes: each bad move of a side is given back as an exercise.

import { hasServer } from "./base.js";
import * as device from "./device-engine.js";
import { find, findAs, make, makeButton } from "./dom.js";
import { applyMoves } from "./modules.js";
import { announce } from "./say.js";
import { chance } from "./scores.js";
import { post, problemText } from "./server.js";
import * as settings from "./settings.js";

/** @import { Analysis, Applied, Exercise, Side } from "../types/server.d.ts" */
/** @import { Node, Tree } from "./tree.js" */
/** @typedef {{ tree: Tree }} Study */
/** @typedef {"found" | "shown" | "skipped"} Result */

/** Time of the engine for judging a move, in milliseconds. */
const JUDGING_TIME = 600;

export class Exercises {
  #panel;
  #study;
  #on;
  /** @type {Exercise[]} */
  #all = [];
  /** @type {Exercise[]} */
  #list = [];
  #at = 0;
  /** What became of each exercise. @type {Result[]} */
  #results = [];
  #isOn = false;
  #isSolved = false;
  /** Counts what was begun, so that a late verdict on another exercise is not shown. */
  #turn = 0;

  /**
   * @param {HTMLElement} panel
   * @param {() => Study} study
   * @param {{
   *   begin: (node: Node, side: number) => void,
   *   show: (node: Node, made?: { move: string, position: string }) => void,
   *   end: (node: Node | null) => void,
   * }} on Called when the exercises begin, when a position is to be shown, perhaps with a move
   *   that is not kept, and when they end.
   */
  constructor(panel, study, on) {
    this.#panel = panel;
    this.#study = study;
    this.#on = on;
    /** @type {Record<string, () => void>} */
    const buttons = {
      "show-best": () => this.#showBest(),
      "next-exercise": () => this.#next(),
      "repeat-exercises": () => this.#begin(this.#list),
      "end-exercises": () => this.end(),
    };
    for (const [action, press] of Object.entries(buttons))
      this.#button(action).addEventListener("click", press);
  }

  /** Whether an exercise is on the board. */
  get isOn() {
    return this.#isOn;
  }

  /** @param {Exercise[]} exercises */
  take(exercises) {
    this.#all = exercises;
  }

  /**
   * Returns the number of exercises of a side.
   * @param {Side} side
   */
  count(side) {
    return this.#all.filter((exercise) => exercise.side === side).length;
  }

  /**
   * Begins with the first exercise of a side.
   * @param {Side} side
   */
  start(side) {
    this.#begin(this.#all.filter((exercise) => exercise.side === side));
  }

  end() {
    if (!this.#isOn) return;
    const node = this.#current ? this.#node(this.#current) : null;
    this.#isOn = false;
    this.#turn += 1;
    this.#panel.hidden = true;
    this.#on.end(node);
  }

  /**
   * Judges a move that was made on the board; returns whether it can be made.
   * @param {string} text
   */
  async try(text) {
    const exercise = this.#current;
    if (!exercise || this.#isSolved) return false;
    const turn = (this.#turn += 1);
    const { tree } = this.#study();
    const node = this.#node(exercise);
    const request = { game: tree.game, position: tree.start, moves: [...node.moves, text] };
    /** @type {Applied} */
    let applied;
    try {
      applied = await applyMoves(request);
    } catch (error) {
      this.#tell("wrong", problemText(error));
      this.#on.show(node);
      return false;
    }
    const move = applied.moves[node.depth];
    const made = { move, position: applied.positions[node.depth] };
    this.#on.show(node, made);
    if (move === exercise.played) {
      this.#tell("wrong", `${exercise.reason} Find a better move.`);
      this.#on.show(node);
      return true;
    }
    if (move === exercise.best[0]) return this.#solved(`${move} is the best move.`);
    this.#tell("", `Judging ${move}…`);
    try {
      const { expectation, reply } = await this.#judge(exercise, applied, {
        ...request,
        moves: applied.moves,
      });
      if (turn !== this.#turn) return true;
      if (expectation >= exercise.least_expectation) {
        return this.#solved(`${move} is good enough: your expected score stays at ${chance(expectation)}.`);
      }
      const answer = reply ? ` (reply: ${reply})` : "";
      this.#tell(
        "wrong",
        `After ${move} your expected score is ${chance(expectation)}${answer}. Try another move.`,
      );
    } catch (error) {
      if (turn !== this.#turn) return true;
      this.#tell("wrong", error instanceof device.EngineFailure ? error.message : problemText(error));
    }
    this.#on.show(node);
    return true;
  }

  /**
   * Returns what the side expects after its move, and the opponent's best answer.
   * @param {Exercise} exercise
   * @param {Applied} applied
   * @param {{ game: string, position: string, moves: string[] }} request
   * @returns {Promise<{ expectation: number, reply?: string }>}
   */
  async #judge({ side }, { outcome }, request) {
    if (outcome) return { expectation: outcome === "draw" ? 0.5 : Number(outcome === side) };
    const [line] = (await analyse(request)).lines;
    return { expectation: 1 - line.expectation, reply: line.moves[0] };
  }

  get #current() {
    return this.#isOn ? (this.#list[this.#at] ?? null) : null;
  }

  /** @param {Exercise} exercise */
  #node({ ply }) {
    const { tree } = this.#study();
    return tree.main[ply] ?? tree.root;
  }

  /** @param {string} action */
  #button(action) {
    return findAs(`[data-action="${action}"]`, HTMLButtonElement, this.#panel);
  }

  /** @param {Exercise[]} list */
  #begin(list) {
    if (!list.length) return;
    this.#list = list;
    this.#at = 0;
    this.#results = [];
    this.#isOn = true;
    this.#panel.hidden = false;
    this.#on.begin(this.#node(list[0]), sideIndexOf(list[0]));
    this.#show();
    this.#panel.scrollIntoView({ block: "nearest" });
  }

  #show() {
    const exercise = this.#current;
    this.#turn += 1;
    this.#isSolved = false;
    find("#exercise-results", this.#panel).replaceChildren();
    if (!exercise) return this.#showResults();
    find("#exercise-title", this.#panel).textContent = `Exercise ${this.#at + 1} of ${this.#list.length}`;
    this.#showButtons({ "show-best": true, "next-exercise": true });
    this.#showNext("Skip");
    this.#on.show(this.#node(exercise));
    this.#tell("", exercise.task);
  }

  /**
   * @param {string} text
   * @returns {true}
   */
  #solved(text) {
    const exercise = this.#current;
    this.#results[this.#at] ??= "found";
    this.#isSolved = true;
    this.#showButtons({ "next-exercise": true });
    this.#showNext(this.#isLast ? "Results" : "Next", true);
    this.#tell("right", `${text} ${exercise?.reason ?? ""}`);
    return true;
  }

  get #isLast() {
    return this.#at + 1 >= this.#list.length;
  }

  async #showBest() {
    const exercise = this.#current;
    if (!exercise) return;
    this.#turn += 1;
    this.#results[this.#at] = "shown";
    const [best] = exercise.best;
    const line = exercise.best.slice(1, 3).join(" ");
    this.#solved(`The best move is ${best}${line && `, with ${line} to follow`}.`);
    const { tree } = this.#study();
    const node = this.#node(exercise);
    const moves = [...node.moves, best];
    const turn = this.#turn;
    const { positions } = await applyMoves({ game: tree.game, position: tree.start, moves });
    if (turn === this.#turn) this.#on.show(node, { move: best, position: positions[node.depth] });
  }

  #next() {
    this.#results[this.#at] ??= "skipped";
    this.#at += 1;
    this.#show();
  }

  #showResults() {
    const found = this.#results.filter((result) => result === "found").length;
    find("#exercise-title", this.#panel).textContent = "Done";
    this.#showButtons({ "repeat-exercises": true });
    this.#tell(found === this.#list.length ? "right" : "", `You found ${found} of ${this.#list.length}.`);
    const words = { found: "found", shown: "shown", skipped: "skipped" };
    const rows = this.#list.map((exercise, index) => {
      const row = make("li");
      const again = makeButton("link", `${exercise.played} → ${exercise.best[0]}`);
      again.title = "Try this exercise again";
      again.addEventListener("click", () => {
        this.#at = index;
        delete this.#results[index];
        this.#show();
      });
      row.append(again, ` ${words[this.#results[index] ?? "skipped"]}`);
      return row;
    });
    find("#exercise-results", this.#panel).replaceChildren(...rows);
  }

  /**
   * Names the button that goes on; what matters before is finding a move.
   * @param {string} text
   * @param {boolean} [isPrimary]
   */
  #showNext(text, isPrimary = false) {
    const button = this.#button("next-exercise");
    button.textContent = text;
    button.classList.toggle("primary", isPrimary);
  }

  /** @param {Record<string, boolean>} shown */
  #showButtons(shown) {
    for (const action of ["show-best", "next-exercise", "repeat-exercises"]) {
      this.#button(action).hidden = !shown[action];
    }
  }

  /**
   * @param {"" | "right" | "wrong"} kind
   * @param {string} text
   */
  #tell(kind, text) {
    const place = find("#exercise-text", this.#panel);
    place.textContent = text;
    place.dataset.kind = kind;
    announce(text);
  }
}

/** @param {Exercise} exercise */
const sideIndexOf = ({ side }) => (side === "first" ? 0 : 1);

/**
 * Analyses a position for a short time, on this device or on the server.
 * @param {{ game: string, position: string, moves: string[] }} request
 * @returns {Promise<Analysis>}
 */
async function analyse(request) {
  const here = device.isPossible && (!hasServer || settings.get("engineplace") === "device");
  if (here) {
    const search = /** @type {const} */ ({
      kind: "analyse",
      lines: 1,
      limits: { milliseconds: JUDGING_TIME },
    });
    try {
      return await device.run(request, search, new AbortController().signal);
    } catch (error) {
      if (!hasServer) throw error;
    }
  }
  return post("/api/v1/analyse", { ...request, time: JUDGING_TIME, lines: 1 });
}
