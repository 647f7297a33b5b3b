// A board that is played by click, drag, touch and keyboard.
//
//   const board = new Board(document.querySelector("[data-board]"), {
//     onMove: async (text, about) => { ... },   // a whole move was made
//     onShow: (about) => { ... },               // another position is seen
//   });
//   board.interactive = true;
//   await board.show({ game, position });             // a position, or
//   await board.show({ game, before, move });         // what a move leads to
//
// The picture comes from the module in the page or from the server (`/board/GAME/POSITION`),
// and so do the legal moves; nothing here knows a rule. See `crates/app/src/board` for the elements of a board.

import { positionPath } from "./addresses.js";
import { hasServer } from "./base.js";
import { find, findAll, findAs, make, targetOf } from "./dom.js";
import { Drag } from "./drag.js";
import { GridKeys } from "./grid.js";
import { available, drawBoard, ready, whyNot } from "./modules.js";
import { animate, remember } from "./motion.js";
import { Peek } from "./peek.js";
import { MoveSelection } from "./selection.js";
import { announce, note } from "./say.js";
import * as settings from "./settings.js";
import { countText, sideIndex } from "./words.js";

/** @import { About } from "../types/server.d.ts" */
/**
 * A position, or what a move leads to. If both are known, the move is marked.
 * @typedef {{ game: string, position?: string, before?: string, move?: string }} Source
 */
/**
 * @typedef {object} BoardOptions
 * @property {(text: string, about: About) => boolean | void | Promise<boolean | void>} [onMove]
 *   Takes a whole move; `true` leaves the board as it is until `show` is called.
 * @property {(about: About) => void} [onShow] Called when another position is shown.
 * @property {() => boolean} [confirm] Whether moves are confirmed; a setting if not given.
 * @property {boolean} [makesForced] Whether steps with one possibility are made by themselves,
 *   unless the visitor has switched that off.
 */
/** @typedef {{ picks?: string, choices?: boolean, hints?: string[], coordinates?: boolean, pieces?: string }} Look */

/** Most boards that are kept, so that going back and forth asks nothing of the server. */
const KEPT = 60;

/** Milliseconds after which a board that does not come is requested again. */
const TIMEOUT = 20_000;
/** Longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 8_000;

/** Waits for some milliseconds. @param {number} pause */
const later = (pause) => new Promise((resolve) => setTimeout(resolve, pause));

/** The server has answered, and will not answer differently. */
class Refused extends Error {}

/** The version of the site, from the address of this file: boards of a version never change. */
const VERSION = import.meta.url.split("/").at(-2) ?? "";

export class Board {
  #root;
  #view;
  #options;
  #interactive = false;
  #flipped;
  /** @type {Source} */
  #source;
  /** @type {MoveSelection | null} */
  #selection = null;
  /** Address of the board that is shown. @type {string} */
  #shownUrl;
  /** Address of the board that is to be shown. @type {string} */
  #wantedUrl;
  /** HTML of boards by their addresses. @type {Map<string, string>} */
  #kept = new Map();
  /** @type {string | null} */
  #message = null;
  /** Whether a move is being sent. */
  #busy = false;
  /** @type {string[]} */
  #hints = [];
  /** Picks of the visitor, without those that were forced. @type {string[]} */
  #chosen = [];
  /** Whether the last pick was forced. */
  #endsForced = false;
  /** Reason why the last pick was not possible. @type {string | null} */
  #reason = null;
  /** Data of the board that is shown, a part of a move included. @type {About} */
  #shownAbout;

  /**
   * Takes over a board that the server has made.
   * @param {HTMLElement} root
   * @param {BoardOptions} options
   */
  constructor(root, options = {}) {
    this.#root = root;
    this.#view = find("[data-view]", root);
    this.#options = options;
    this.#flipped = root.dataset.flip === "1";
    this.about = this.#readAbout();
    this.#shownAbout = this.about;
    this.#source = sourceOf(this.about);
    if (this.about.choices) this.#selection = new MoveSelection(this.about.choices);
    this.#shownUrl = this.#url(this.#source, {
      choices: Boolean(this.about.choices),
      coordinates: true,
      pieces: "relief",
    });
    this.#wantedUrl = this.#shownUrl;
    this.#keep(this.#shownUrl, this.#view.innerHTML);
    root.addEventListener("click", (event) => this.#clicked(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    this.peek = new Peek(this.#view, () => this.about);
    this.drag = new Drag(root, this.#view, this);
    this.keys = new GridKeys(this.#view);
    settings.onChange((name) => {
      if (name === "coordinates" || name === "pieces") this.#draw();
      if (name === "confirm") this.#refresh();
      if (name === "forced") this.clear();
    });
    if (!settings.get("coordinates") || settings.get("pieces") === "flat") this.#draw();
    this.#refresh();
  }

  /** Whether moves can be made. */
  get interactive() {
    return this.#interactive;
  }

  set interactive(value) {
    if (this.#interactive === value) return;
    this.#interactive = value;
    this.clear();
  }

  /** Whether the second player's side is at the bottom. */
  get flipped() {
    return this.#flipped;
  }

  /** Turns the board around. */
  flip(flipped = !this.#flipped) {
    this.#flipped = flipped;
    this.#root.dataset.flip = flipped ? "1" : "0";
    return this.#draw();
  }

  /** Picks of the move that is being made. */
  get picks() {
    return this.#selection ? [...this.#selection.picks] : [];
  }

  /** Names that can be picked next. @returns {Set<string>} */
  get options() {
    return this.#interactive && !this.#busy && this.#selection ? this.#selection.options : new Set();
  }

  /** The whole move that waits to be confirmed, if there is one. */
  get move() {
    return this.#selection?.move ?? null;
  }

  /**
   * Shows a position. Picks are forgotten, unless the position is the same as before.
   * @param {Source} source
   * @param {{ interactive?: boolean }} options Whether moves can be made; unchanged if not given.
   */
  async show(source, { interactive = this.#interactive } = {}) {
    const same = sourceKey(source) === sourceKey(this.#source);
    if (!same) {
      this.#busy = false;
      this.#hints = [];
    }
    if (!same || !interactive || !this.#selection?.picks.length) {
      this.#source = source;
      this.#selection = null;
      this.#chosen = [];
      this.#reason = null;
    }
    this.#interactive = interactive;
    await this.#draw();
  }

  /**
   * Marks moves of the position by arrows, until another position is shown.
   * @param {string[]} moves
   */
  hint(...moves) {
    this.#hints = moves;
    return this.#draw();
  }

  /**
   * Returns a legal move of the position in words.
   * @param {string} move
   */
  async words(move) {
    const { game, position } = this.about;
    const url = this.#url({ game, before: position, move }, {});
    const html = this.#kept.get(url) ?? drawBoard(url) ?? (await this.#fetch(url));
    const made = new DOMParser().parseFromString(html, "text/html");
    /** @type {About} */
    const about = JSON.parse(findAs("script.about", HTMLScriptElement, made).text);
    return about.words ?? move;
  }

  /**
   * Shows a message before the prompt, such as whose turn it is.
   * @param {string | null} text
   */
  say(text) {
    this.#message = text;
    this.#refresh();
  }

  /**
   * Picks a cell, `hand` or `pass`; returns whether that was possible.
   * @param {string} name
   */
  pick(name) {
    if (!this.#interactive || this.#busy || !this.#selection) return false;
    const selection = this.#selection;
    if ((selection.move && !selection.options.size) || !selection.options.has(name)) {
      return this.#repick(selection, name);
    }
    this.#choose([...this.#chosen, name]);
    this.#picked(selection);
    return true;
  }

  /**
   * Picks a whole move by its text, as if it had been clicked.
   * @param {string} text
   */
  pickMove(text) {
    if (!this.#interactive || this.#busy || !this.#selection?.pickMove(text)) return false;
    this.#chosen = [...this.#selection.picks];
    this.#endsForced = false;
    this.#reason = null;
    this.#picked(this.#selection);
    return true;
  }

  /** Takes the last pick back; returns whether there was one. */
  stepBack() {
    if (this.#busy || !this.#selection || !this.#chosen.length) return false;
    this.#choose(this.#chosen.slice(0, -1));
    this.#draw();
    announce(`Step taken back. ${this.#selection.prompt ?? ""}`);
    return true;
  }

  /** Takes all picks back. */
  clear() {
    this.#busy = false;
    this.#choose([]);
    this.#draw();
  }

  /** Whether steps with one possibility are made by themselves. */
  get #makesForced() {
    return this.#interactive && Boolean(this.#options.makesForced) && settings.get("forced");
  }

  /**
   * Sets the picks of the visitor, and makes those between and after them that are forced.
   * @param {string[]} chosen
   */
  #choose(chosen) {
    this.#chosen = chosen;
    this.#reason = null;
    this.#endsForced = false;
    const selection = this.#selection;
    if (!selection) return;
    selection.picks = [];
    this.#pickForced(selection);
    for (const name of chosen) {
      if (selection.pick(name)) this.#pickForced(selection);
    }
  }

  /** @param {MoveSelection} selection */
  #pickForced(selection) {
    this.#endsForced = false;
    for (let name = selection.forced; this.#makesForced && name !== null; name = selection.forced) {
      selection.picks.push(name);
      this.#endsForced = true;
    }
  }

  /**
   * Begins a move: what is forced is picked and said, and a move without alternative is made.
   * @param {MoveSelection} selection
   */
  #begin(selection) {
    this.#choose([]);
    if (!selection.picks.length) return;
    if (selection.move && selection.isForced) {
      note(`There was only one move: ${selection.move}.`);
      this.confirm();
      return;
    }
    announce(`${selection.picks.join(", ")} is the only choice. ${selection.prompt ?? ""}`);
    this.#draw();
  }

  /** Makes the move that has been picked. */
  async confirm() {
    const text = this.move;
    if (!text || this.#busy) return;
    this.#busy = true;
    this.#draw();
    /** @type {boolean | void} */
    let sent = false;
    try {
      sent = await this.#options.onMove?.(text, this.about);
    } finally {
      // A move that was sent stays on the board until the next position is shown.
      if (sent !== true) this.#busy = false;
      this.#refresh();
    }
  }

  get #confirms() {
    return this.#options.confirm ? this.#options.confirm() : settings.get("confirm");
  }

  /**
   * Clicking what is picked puts it down; clicking another thing of its kind takes that
   * instead.
   * @param {MoveSelection} selection
   * @param {string} name
   */
  #repick(selection, name) {
    if (this.#chosen.at(-1) === name) return this.stepBack();
    // What was picked by itself stays picked.
    if (this.#endsForced && selection.picks.at(-1) === name) return true;
    const before = [...this.#chosen];
    this.#choose(before.slice(0, -1));
    if (before.length && selection.options.has(name)) {
      this.#choose([...before.slice(0, -1), name]);
      this.#picked(selection);
      return true;
    }
    this.#choose(before);
    this.#explain(selection, name);
    return false;
  }

  /**
   * Says why a pick is not possible.
   * @param {MoveSelection} selection
   * @param {string} name
   */
  async #explain(selection, name) {
    if (selection.move && !selection.options.size) return;
    const { game, position } = this.about;
    const picks = selection.picks.join(",");
    const query = new URLSearchParams({ picks, pick: name });
    let reason = whyNot(game, position, selection.picks, name);
    try {
      const signal = AbortSignal.timeout(TIMEOUT);
      const address = `/why/${encodeURIComponent(game)}/${positionPath(position)}?${query}`;
      const response = reason === undefined ? await fetch(address, { signal }) : null;
      if (response?.ok) reason = await response.text();
    } catch {
      // Without a connection the short answer must do.
    }
    reason ||= `${name} cannot be chosen here.`;
    if (this.#selection !== selection || selection.picks.join(",") !== picks) return;
    this.#reason = reason;
    this.#refresh();
    announce(`${reason} ${selection.prompt ?? ""}`);
    const place = find("[data-prompt]", this.#root);
    place.classList.remove("is-asked-again");
    // Reading a measure restarts the animation.
    void place.offsetWidth;
    place.classList.add("is-asked-again");
  }

  /** @param {MoveSelection} selection */
  #picked({ move, options, prompt }) {
    // A move that ended by itself is shown before it is made.
    if (move && !options.size && !this.#confirms && !this.#endsForced) {
      this.confirm();
      return;
    }
    const byKeyboard = this.#view.contains(document.activeElement);
    announce(move ? `${move}. Confirm the move, or take the step back.` : prompt);
    this.#draw();
    if (move && !options.size && byKeyboard) this.#button("confirm").focus({ preventScroll: true });
  }

  /** Shows the position, a part of a move, or where a move leads. */
  async #draw() {
    const url = this.#urlNow();
    this.#wantedUrl = url;
    if (url === this.#shownUrl) return this.#adopt(url);
    this.#refresh();
    const html = this.#kept.get(url) ?? drawBoard(url) ?? (await this.#fetchWhileWanted(url));
    if (html === undefined) return;
    if (url !== this.#wantedUrl || url === this.#shownUrl) return;
    this.#swap(url, html);
  }

  /**
   * Fetches a board, repeatedly while the connection is down; returns nothing if it is no
   * longer wanted, or refused.
   * @param {string} url
   * @returns {Promise<string | undefined>}
   */
  async #fetchWhileWanted(url) {
    for (let pause = 500; url === this.#wantedUrl; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      // Where there is no server, only the module can draw.
      if (!hasServer) await ready.catch(() => {});
      const drawn = drawBoard(url);
      if (drawn !== undefined) return drawn;
      try {
        return await this.#fetch(url);
      } catch (problem) {
        // Without a connection, a module that is kept in the browser may be about to come.
        if (available && pause === 500) await Promise.race([ready.catch(() => {}), later(pause)]);
        if (url !== this.#wantedUrl) return undefined;
        const drawn = drawBoard(url);
        if (drawn !== undefined) return drawn;
        note("The board could not be fetched. Check the connection.", "error");
        if (problem instanceof Refused) return undefined;
        await later(pause);
      }
    }
    return undefined;
  }

  /** @param {string} url */
  async #fetch(url) {
    const signal = AbortSignal.timeout(TIMEOUT);
    const response = await fetch(url, { headers: { accept: "text/html" }, signal });
    if (response.status >= 500) throw new Error(`${response.status}`);
    if (!response.ok) throw new Refused(`${response.status}`);
    const html = await response.text();
    this.#keep(url, html);
    return html;
  }

  /**
   * @param {string} url
   * @param {string} html
   */
  #keep(url, html) {
    this.#kept.delete(url);
    this.#kept.set(url, html);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT) this.#kept.delete(oldest);
  }

  /**
   * Replaces the picture and the cells, and puts the focus back where it was.
   * @param {string} url
   * @param {string} html
   */
  #swap(url, html) {
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement ? activeElement.dataset.cell : undefined;
    const inside = this.#view.contains(activeElement);
    this.peek.hide();
    const before = remember(this.#view);
    const turned = url.includes("flip=1") !== this.#shownUrl.includes("flip=1");
    this.#view.innerHTML = html;
    this.#shownUrl = url;
    // What was dragged is in its place already.
    if (!turned && !this.drag.justDropped()) animate(this.#view, before);
    this.keys.restore(focused, inside);
    this.#adopt(url);
  }

  /**
   * Takes the data of the board that is shown: if it is the position itself, not a part of a
   * move, moves are made from it.
   * @param {string} url
   */
  #adopt(url) {
    const about = this.#readAbout();
    this.#shownAbout = about;
    const whole = (/** @type {boolean} */ choices) =>
      url === this.#url(this.#source, { choices, hints: this.#hints });
    if (whole(true) || whole(false)) {
      this.about = about;
      if (about.choices && !this.#selection) {
        this.#selection = new MoveSelection(about.choices);
        if (this.#interactive) this.#begin(this.#selection);
      }
    }
    this.#refresh();
    this.#options.onShow?.(about);
  }

  #urlNow() {
    const selection = this.#interactive ? this.#selection : null;
    if (selection?.picks.length) {
      const { game, position } = this.about;
      if (selection.move && (!selection.options.size || this.#busy)) {
        return this.#url({ game, before: position, move: selection.move }, {});
      }
      const shown = selection.shown;
      if (shown > 0) {
        return this.#url(this.#source, { picks: selection.picks.slice(0, shown).join(",") });
      }
    }
    // A board that brings the legal moves looks like one that does not.
    const hints = this.#hints;
    const playable = this.#url(this.#source, { choices: true, hints });
    const choices = this.#interactive || playable === this.#shownUrl;
    return this.#url(this.#source, { choices, hints });
  }

  /**
   * @param {Source} source
   * @param {Look} look
   */
  #url({ game, position, before, move }, look) {
    const { picks, choices, hints = [], coordinates = settings.get("coordinates") } = look;
    const { pieces = settings.get("pieces") } = look;
    const query = new URLSearchParams();
    if (before !== undefined && move) query.set("move", move);
    if (picks) query.set("picks", picks);
    if (this.#flipped) query.set("flip", "1");
    if (!coordinates) query.set("coordinates", "0");
    if (pieces === "flat") query.set("pieces", "flat");
    if (choices) query.set("choices", "1");
    if (hints.length) query.set("hint", hints.join("|"));
    query.set("v", VERSION);
    const from = (move ? before : undefined) ?? position ?? "";
    return `/board/${encodeURIComponent(game)}/${positionPath(from)}?${query}`;
  }

  /** @returns {About} */
  #readAbout() {
    return JSON.parse(findAs("script.about", HTMLScriptElement, this.#view).text);
  }

  /** @param {string} action */
  #button(action) {
    return find(`[data-action="${action}"]`, this.#root);
  }

  /** Marks the cells that can be picked and those that have been, and shows the prompt. */
  #refresh() {
    const options = this.options;
    const picked = this.#interactive && this.#selection ? this.#selection.picks : [];
    this.#root.classList.toggle("is-playable", options.size > 0);
    this.#root.classList.toggle("has-picks", picked.length > 0);
    this.#root.dataset.picks = picked.join(" ");
    const heights = options.size && this.#selection ? this.#selection.heights : new Map();
    for (const cell of findAll("[data-cell]", this.#view)) markCell(cell, options, picked, heights);
    for (const name of ["hand", "pass"]) this.#showBeside(name, options, picked);
    const move = this.#interactive && !this.#busy ? this.move : null;
    const confirm = this.#button("confirm");
    confirm.hidden = !move;
    if (move) confirm.textContent = `Play ${move}`;
    this.#button("step-back").hidden = this.#chosen.length === 0 || this.#busy;
    find("[data-prompt]", this.#root).textContent = this.#question(move);
  }

  /**
   * Shows the button for something beside the board.
   * @param {string} name
   * @param {Set<string>} options
   * @param {string[]} picked
   */
  #showBeside(name, options, picked) {
    const button = find(`[data-pick="${name}"]`, this.#root);
    button.hidden = !options.has(name) && !picked.includes(name);
    // The only possible pick must not be overlooked.
    button.classList.toggle("primary", options.size === 1 && options.has(name));
    button.classList.toggle("is-option", options.has(name));
    button.classList.toggle("is-picked", picked.includes(name));
    button.setAttribute("aria-pressed", String(picked.includes(name)));
    if (name === "hand") this.#showPile(button);
  }

  /**
   * Shows the pieces in hand of the player to move as a pile, in games in which they are picked.
   * @param {HTMLElement} button
   */
  #showPile(button) {
    const { hands, paints } = this.#shownAbout;
    const side = sideIndex(this.about.to_move);
    button.hidden = !hands || !this.#interactive || !this.#selection?.usesHand;
    if (button.hidden || !hands) return;
    const pieces = Array.from({ length: hands[1][side] }, () => make("i", `ring ring-${paints[side]}`));
    const pile = make("span", "pile-pieces");
    pile.append(...pieces);
    button.replaceChildren(pile, make("span", "", `${countText(hands, side)} in hand`));
  }

  /** Number of pieces that would land on each cell that can be picked next. */
  get heights() {
    return this.options.size && this.#selection ? this.#selection.heights : new Map();
  }

  /** @param {string | null} move */
  #question(move) {
    if (this.#busy) return "Sending…";
    if (this.#interactive && this.#selection) {
      const { prompt, options } = this.#selection;
      if (move && !options.size) {
        const { move: shown, words } = this.#shownAbout;
        return shown === move && words ? `${words} (${move})?` : `Play ${move}?`;
      }
      if (prompt && this.#reason) return `${this.#reason} ${prompt}`;
      if (prompt) return this.#message ? `${this.#message} ${prompt}` : prompt;
    }
    return this.#message ?? "";
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = targetOf(event, "[data-cell], [data-pick], [data-action]");
    if (!target || !this.#root.contains(target)) return;
    const { cell, pick, action } = target.dataset;
    if (action === "step-back") this.stepBack();
    else if (action === "confirm") this.confirm();
    else if (pick) this.pick(pick);
    else if (cell && !this.drag.swallowsClick()) {
      const done = this.pick(cell);
      if (!done && event.detail > 0) this.peek.toggle(target);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape" && this.stepBack()) {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

/**
 * @param {HTMLElement} cell
 * @param {Set<string>} options
 * @param {string[]} picked
 * @param {Map<string, number>} heights
 */
function markCell(cell, options, picked, heights) {
  const { cell: name = "" } = cell.dataset;
  const height = heights.get(name);
  if (height !== undefined && options.has(name)) cell.dataset.height = String(height);
  else delete cell.dataset.height;
  const isPicked = picked.includes(name);
  const isOption = options.has(name);
  cell.classList.toggle("is-option", isOption);
  cell.classList.toggle("is-picked", isPicked);
  cell.classList.toggle("is-last", picked.at(-1) === name);
  cell.dataset.name ??= cell.getAttribute("aria-label") ?? "";
  const part = cell.dataset.height ? ` for a part of ${cell.dataset.height}` : "";
  const state = isPicked ? ", picked" : isOption ? `, can be picked${part}` : "";
  cell.setAttribute("aria-label", cell.dataset.name + state);
}

/**
 * @param {About} about
 * @returns {Source}
 */
function sourceOf({ game, position, before, move }) {
  return before && move ? { game, before, move, position } : { game, position };
}

/** @param {Source} source */
function sourceKey({ game, position, before, move }) {
  return before !== undefined && move ? `${game} ${before} > ${move}` : `${game} ${position}`;
}
