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

import { markButtons, markCells, showPile } from "./cells.js";
import { find, findAs, targetOf } from "./dom.js";
import { Drag } from "./drag.js";
import { GridKeys } from "./grid.js";
import { animate, remember } from "./motion.js";
import { Peek } from "./peek.js";
import { boardUrl, Pictures, sourceKey, sourceOf, whyNotPicked } from "./pictures.js";
import { MoveSelection } from "./selection.js";
import { announce, note } from "./say.js";
import * as settings from "./settings.js";
import { sideIndex } from "./words.js";

/** @import { About } from "../types/server.d.ts" */
/** @import { Look, Source } from "./pictures.js" */
/**
 * @typedef {object} BoardOptions
 * @property {(text: string, about: About) => boolean | void | Promise<boolean | void>} [onMove]
 *   Takes a whole move; `true` leaves the board as it is until `show` is called.
 * @property {(about: About) => void} [onShow] Called when another position is shown.
 * @property {() => boolean} [confirm] Whether moves are confirmed; a setting if not given.
 * @property {boolean} [makesForced] Whether steps with one possibility are made by themselves,
 *   unless the visitor has switched that off.
 */
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
  #pictures = new Pictures((url) => url === this.#wantedUrl);
  /** @type {string | null} */
  #message = null;
  /** Whether a move is being sent. */
  #busy = false;
  /** @type {string[]} */
  #hints = [];
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
    this.#pictures.keep(this.#shownUrl, this.#view.innerHTML);
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
    const url = this.#url({ game, before: position, move });
    const html = await this.#pictures.get(url);
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
    this.#choose([...selection.chosen, name]);
    this.#picked(selection);
    return true;
  }

  /**
   * Picks a whole move by its text, as if it had been clicked.
   * @param {string} text
   */
  pickMove(text) {
    if (!this.#interactive || this.#busy || !this.#selection?.pickMove(text)) return false;
    this.#reason = null;
    this.#picked(this.#selection);
    return true;
  }

  /** Takes the last pick back; returns whether there was one. */
  stepBack() {
    if (this.#busy || !this.#selection?.chosen.length) return false;
    this.#choose(this.#selection.chosen.slice(0, -1));
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
   * Sets the picks of the visitor.
   * @param {string[]} chosen
   */
  #choose(chosen) {
    this.#reason = null;
    this.#selection?.choose(chosen, this.#makesForced);
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
    if (selection.chosen.at(-1) === name) return this.stepBack();
    // What was picked by itself stays picked.
    if (selection.endsForced && selection.picks.at(-1) === name) return true;
    const before = [...selection.chosen];
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
    const reason = await whyNotPicked(game, position, selection.picks, name);
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
  #picked({ move, options, prompt, endsForced }) {
    // A move that ended by itself is shown before it is made.
    if (move && !options.size && !this.#confirms && !endsForced) {
      this.confirm();
      return;
    }
    const byKeyboard = this.#view.contains(document.activeElement);
    announce(move ? `${move}. Confirm the move, or undo the step.` : prompt);
    const drawn = this.#draw();
    if (!move || options.size) return;
    const confirm = this.#button("confirm");
    if (byKeyboard) confirm.focus({ preventScroll: true });
    // Below a board that fills a small screen the button would not be seen. The words of the move
    // come with the picture and take room above it.
    void drawn.then(() => confirm.scrollIntoView({ block: "nearest" }));
  }

  /** Shows the position, a part of a move, or where a move leads. */
  async #draw() {
    const url = this.#urlNow();
    this.#wantedUrl = url;
    if (url === this.#shownUrl) return this.#adopt(url);
    this.#refresh();
    const html = this.#pictures.kept(url) ?? (await this.#pictures.getWhileWanted(url));
    if (html === undefined) return;
    if (url !== this.#wantedUrl || url === this.#shownUrl) return;
    this.#swap(url, html);
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
        return this.#url({ game, before: position, move: selection.move });
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
  #url(source, look = {}) {
    return boardUrl(source, { flipped: this.#flipped, ...look });
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
    markCells(this.#view, options, picked, heights);
    markButtons(this.#root, options, picked);
    this.#showPile();
    const move = this.#interactive && !this.#busy ? this.move : null;
    const confirm = this.#button("confirm");
    confirm.hidden = !move;
    if (move) confirm.textContent = `Play ${move}`;
    this.#button("step-back").hidden = !this.#selection?.chosen.length || this.#busy;
    find("[data-prompt]", this.#root).textContent = this.#question(move);
  }

  /** Shows the pieces in hand of the player to move, in games in which they are picked. */
  #showPile() {
    const { hands, paints } = this.#shownAbout;
    const isShown = this.#interactive && this.#selection?.usesHand;
    showPile(this.#root, isShown ? hands : null, paints, sideIndex(this.about.to_move));
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
