// The opening explorer: what was played in the position on the board, how often and with what result.

import { hasServer } from "./base.js";
import { find, findAs, make, makeButton, targetOf } from "./dom.js";
import { exploreHere } from "./explorer-here.js";
import { Problem, get, problemText } from "./server.js";
import * as settings from "./settings.js";

/** @import { ExploredMove, Exploration, Explorer as Answer, Score } from "../types/modules.d.ts" */
/** @import { Node } from "./tree.js" */
/** @typedef {{ game: string, sides: [string, string], begins: number }} Study */
/** @typedef {Pick<Answer, "engine"> & Partial<Pick<Answer, "site">>} Known Without the server, nothing of its games. */

/** Milliseconds on a position before it is looked up, for those who step through a game. */
const DELAY = 150;
/** Most moves that are shown at first. */
const MOST_ROWS = 12;

export class Explorer {
  #study;
  #on;
  #source;
  #state;
  #rows;
  /** @type {Map<string, Known>} */
  #known = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Node | null} */
  #node = null;
  /** @type {ExploredMove[]} */
  #moves = [];
  #all = false;

  /**
   * @param {HTMLElement} panel
   * @param {() => Study} study
   * @param {{ play: (moves: string[]) => void, point: (move: ExploredMove | null) => void }} on Called
   *   when a move is to be played, and when one is pointed at.
   */
  constructor(panel, study, on) {
    this.#study = study;
    this.#on = on;
    this.#source = findAs("#explorer-source", HTMLSelectElement, panel);
    this.#state = find("#explorer-state", panel);
    this.#rows = find("#explorer-rows", panel);
    this.#source.value = hasServer ? settings.get("explorersource") : "engine";
    find(".explorer-source", panel).hidden = !hasServer;
    this.#source.addEventListener("change", () => {
      settings.set("explorersource", this.#source.value);
      this.#all = false;
      this.#show();
    });
    this.#rows.addEventListener("click", (event) => {
      if (targetOf(event, "[data-more]")) {
        this.#all = true;
        this.#show();
        find("[data-row]", this.#rows).focus();
        return;
      }
      const move = this.#moveOf(event);
      if (move) on.play([move.move]);
    });
    const point = (/** @type {Event} */ event) => on.point(this.#moveOf(event));
    for (const name of ["mouseover", "focusin"]) this.#rows.addEventListener(name, point);
    for (const name of ["mouseleave", "focusout"]) {
      this.#rows.addEventListener(name, () => on.point(null));
    }
  }

  /** Returns the move of the row that an event is about. @param {Event} event */
  #moveOf(event) {
    const row = targetOf(event, "tr")?.querySelector("[data-row]");
    return row instanceof HTMLElement ? (this.#moves[Number(row.dataset.row)] ?? null) : null;
  }

  /**
   * Looks up another position.
   * @param {Node} node
   */
  look(node) {
    if (node === this.#node) return;
    clearTimeout(this.#timer);
    this.#node = node;
    this.#all = false;
    this.#on.point(null);
    const known = this.#known.get(node.position);
    // What the server would say may be known later.
    if (node.ending || (known && (known.site !== undefined || !hasServer))) return this.#show();
    this.#timer = setTimeout(() => this.#fetch(node), DELAY);
  }

  /** @param {Node} node */
  async #fetch(node) {
    const { game } = this.#study();
    try {
      this.#known.set(node.position, await lookUp(game, node.position));
    } catch (error) {
      if (node === this.#node) this.#say(problemText(error));
      return;
    }
    if (node === this.#node) this.#show();
  }

  /** Says something in place of the moves. @param {string} text */
  #say(text) {
    this.#state.textContent = text;
    this.#moves = [];
    this.#rows.replaceChildren();
  }

  #show() {
    const node = this.#node;
    if (!node) return;
    if (node.ending) return this.#say("The game is over here.");
    const answer = this.#known.get(node.position);
    if (!answer) return;
    const found = this.#source.value === "site" ? answer.site : answer.engine;
    if (found === undefined)
      return this.#say("The games on this site need the server, which cannot be reached right now.");
    if (!found) return this.#say("No games with this position.");
    const { sides, begins } = this.#study();
    const toMove = (begins + node.depth) % 2;
    this.#state.textContent = summary(found, toMove, sides);
    const shown = this.#all ? found.moves : found.moves.slice(0, MOST_ROWS);
    this.#moves = shown;
    const rows = shown.map((move, index) => rowOf(move, index, found, toMove, sides));
    const more = found.moves.length - shown.length;
    if (more > 0) {
      const row = make("tr");
      const cell = make("td");
      cell.colSpan = 4;
      cell.append(makeButton("link", `${more} more moves`, { more: "" }));
      row.append(cell);
      rows.push(row);
    }
    // Somebody who plays moves with the keyboard goes on from the first row.
    const isByKeyboard = this.#rows.querySelector(":focus-visible");
    this.#rows.replaceChildren(...rows);
    if (isByKeyboard) this.#rows.querySelector("button")?.focus();
  }
}

/**
 * Asks the server, or this device where there is none or it cannot be reached.
 * @param {string} game
 * @param {string} position
 * @returns {Promise<Known>}
 */
async function lookUp(game, position) {
  if (!hasServer) return exploreHere(game, position);
  try {
    return await get(`/api/v1/explorer?${new URLSearchParams({ game, position })}`);
  } catch (error) {
    if (error instanceof Problem) throw error;
    return exploreHere(game, position);
  }
}

/**
 * Returns what is known of a position, in a line.
 * @param {Exploration} found
 * @param {number} toMove
 * @param {[string, string]} sides
 */
function summary(found, toMove, sides) {
  const games = found.games === 1 ? "1 game" : `${found.games.toLocaleString("en")} games`;
  const score = found.score ? ` · engine: ${scoreText(found.score)}` : "";
  return `${games} · ${sides[toMove]} scores ${percent(found)}${score}`;
}

/** Returns the engine's expectation for the side to move. @param {Score} score */
function scoreText({ proven, text, expectation }) {
  return proven ? text : `${Math.round(100 * expectation)} %`;
}

/** Returns the share of the points. @param {{ games: number, wins: number, draws: number }} results */
function percent({ games, wins, draws }) {
  return `${Math.round((100 * (wins + draws / 2)) / Math.max(games, 1))} %`;
}

/**
 * @param {ExploredMove} move
 * @param {number} index
 * @param {Exploration} found
 * @param {number} toMove
 * @param {[string, string]} sides
 */
function rowOf(move, index, found, toMove, sides) {
  const row = make("tr");
  const name = make("td", "explorer-move");
  const button = makeButton("engine-move", move.move, { row: index });
  button.title = move.also.length
    ? `Play this move. Counted with it: ${move.also.join(", ")}`
    : "Play this move";
  name.append(button);
  if (found.best && [move.move, ...move.also].includes(found.best)) {
    const star = make("span", "explorer-best", "★");
    star.title = "The engine's choice";
    star.role = "img";
    star.ariaLabel = "the engine's choice";
    name.append(star);
  }
  const games = make("td", "explorer-number", move.games.toLocaleString("en"));
  const score = make("td", "explorer-score");
  score.title = `${sides[toMove]}: ${move.wins} won, ${move.draws} drawn, ${move.losses} lost`;
  const bar = make("span", "explorer-bar");
  bar.ariaHidden = "true";
  for (const [part, count] of [
    ["won", move.wins],
    ["drawn", move.draws],
    ["lost", move.losses],
  ]) {
    const share = make("span", `is-${part}`);
    share.style.flexGrow = String(count);
    bar.append(share);
  }
  score.append(make("span", "explorer-percent", percent(move)), bar);
  const engine = make("td", "explorer-number");
  if (move.score) {
    engine.textContent = scoreText(move.score);
    engine.title = `The engine's expected score for ${sides[toMove]}`;
  }
  row.append(name, games, score, engine);
  return row;
}
