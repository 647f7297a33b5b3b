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
// The picture comes from the server (`/board/GAME/POSITION`), and so do the legal moves;
// nothing here knows a rule. See `pages/board.rs` for the elements of a board.

import { Drag } from "./drag.js";
import { GridKeys } from "./grid.js";
import { arrive, remember } from "./motion.js";
import { Peek } from "./peek.js";
import { Picker } from "./picker.js";
import { announce, note } from "./say.js";
import * as settings from "./settings.js";

/** How many boards are kept, so that going back and forth asks nothing of the server. */
const KEPT = 60;

/** After how many milliseconds a board that does not come is asked for again, and how long
 * the pause between two attempts may become. */
const PATIENCE = 20000;
const LONGEST_PAUSE = 8000;

/** The server has answered, and will not answer otherwise. */
class Refused extends Error {}

/** The version of the site, as in the address of this file: what it asks for then never
 * changes. */
const VERSION = import.meta.url.split("/").at(-2);

/** A position as it stands in an address. */
export function positionPath(position) {
  return encodeURI(position.replaceAll(" ", "_")).replaceAll("?", "%3F").replaceAll("#", "%23");
}

export class Board {
  #root;
  #view;
  #options;
  #interactive = false;
  #flipped;
  #source = null;
  #picker = null;
  #shownUrl = null;
  #wantedUrl = null;
  #kept = new Map();
  #message = null;
  #busy = false;
  #hints = [];

  /** Takes over a board that the server has made.
   * Options: `onMove(text, about)`, which may answer `true` (or a promise of it) if the
   * board shall stay as it is until `show` is called, `onShow(about)`, `confirm()` (whether moves are
   * confirmed; what the browser remembers if not given). */
  constructor(root, options = {}) {
    this.#root = root;
    this.#view = root.querySelector("[data-view]");
    this.#options = options;
    this.#flipped = root.dataset.flip === "1";
    this.about = this.#readAbout();
    this.#source = sourceOf(this.about);
    if (this.about.choices) this.#picker = new Picker(this.about.choices);
    this.#shownUrl = this.#url(this.#source, { choices: Boolean(this.about.choices), coordinates: true });
    this.#wantedUrl = this.#shownUrl;
    this.#keep(this.#shownUrl, this.#view.innerHTML);
    root.addEventListener("click", (event) => this.#clicked(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    this.peek = new Peek(this.#view, () => this.about);
    this.drag = new Drag(this.#view, this);
    this.keys = new GridKeys(this.#view);
    document.addEventListener("cairn:setting", ({ detail }) => {
      if (detail.name === "coordinates") this.#draw();
      if (detail.name === "confirm") this.#refresh();
    });
    if (!settings.get("coordinates")) this.#draw();
    this.#refresh();
  }

  /** Whether moves can be made. */
  get interactive() {
    return this.#interactive;
  }

  set interactive(value) {
    if (this.#interactive === Boolean(value)) return;
    this.#interactive = Boolean(value);
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

  /** What has been picked of the move that is being made. */
  get picks() {
    return this.#picker ? [...this.#picker.picks] : [];
  }

  /** What can be picked next. */
  get options() {
    return this.#interactive && !this.#busy && this.#picker ? this.#picker.options : new Set();
  }

  /** The whole move that waits to be confirmed, if there is one. */
  get move() {
    return this.#picker?.move ?? null;
  }

  /** Shows a position: `{game, position}`, or `{game, before, move}` with the move marked.
   * What had been picked is forgotten, unless the position is the same as before. Whether
   * moves can be made is as it was if it is not said. */
  async show(source, { interactive = this.#interactive } = {}) {
    const same = this.#source && sourceKey(source) === sourceKey(this.#source);
    if (!same) {
      this.#busy = false;
      this.#hints = [];
    }
    if (!same || !interactive || !this.#picker?.picks.length) {
      this.#source = source;
      this.#picker = null;
    }
    this.#interactive = interactive;
    await this.#draw();
  }

  /** Points out moves of the position by arrows; of none, to take them away. They are gone
   * when another position is shown. */
  hint(...moves) {
    this.#hints = moves;
    return this.#draw();
  }

  /** Says something instead of what is asked, such as whose turn it is; `null` ends it. */
  say(text) {
    this.#message = text;
    this.#refresh();
  }

  /** Picks a cell, `hand` or `pass`; says whether that was possible. */
  pick(name) {
    if (!this.#interactive || this.#busy || !this.#picker) return false;
    const picker = this.#picker;
    if (picker.move && !picker.options.size) return this.#repick(name);
    if (!picker.pick(name)) return this.#repick(name);
    this.#picked();
    return true;
  }

  /** Picks all of a move by its text, as if it had been clicked. */
  pickMove(text) {
    if (!this.#interactive || this.#busy || !this.#picker?.pickMove(text)) return false;
    this.#picked();
    return true;
  }

  /** Takes the last pick back; says whether there was one. */
  stepBack() {
    if (this.#busy || !this.#picker?.picks.length) return false;
    this.#picker.picks.pop();
    this.#draw();
    announce(`Step taken back. ${this.#picker.prompt ?? ""}`);
    return true;
  }

  /** Takes all picks back. */
  clear() {
    this.#busy = false;
    if (this.#picker) this.#picker.picks = [];
    this.#draw();
  }

  /** Makes the move that has been picked. */
  async confirm() {
    const text = this.move;
    if (!text || this.#busy) return;
    this.#busy = true;
    this.#draw();
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

  /** Clicking what is picked puts it down; clicking another thing of its kind takes that
   * instead. */
  #repick(name) {
    const { picks } = this.#picker;
    if (picks.at(-1) === name) return this.stepBack();
    const instead = [...picks.slice(0, -1), name];
    if (picks.length && this.#picker.allows(instead)) {
      this.#picker.picks = instead;
      this.#picked();
      return true;
    }
    this.#insist(name);
    return false;
  }

  /** Asks again, for what was picked is no answer. */
  #insist(name) {
    const { prompt } = this.#picker;
    if (!prompt) return;
    announce(`${name} is no answer. ${prompt}`);
    const place = this.#root.querySelector("[data-prompt]");
    place.classList.remove("is-asked-again");
    // Reading a measure lets the animation begin anew.
    void place.offsetWidth;
    place.classList.add("is-asked-again");
  }

  #picked() {
    const { move, options, prompt } = this.#picker;
    if (move && !options.size && !this.#confirms) {
      this.confirm();
      return;
    }
    const byKeyboard = this.#view.contains(document.activeElement);
    announce(move ? `${move}. Confirm the move, or take the step back.` : prompt);
    this.#draw();
    if (move && !options.size && byKeyboard) this.#button("confirm").focus({ preventScroll: true });
  }

  /** Shows what is to be seen now: the position, a part of a move, or where a move leads. */
  async #draw() {
    const url = this.#urlNow();
    this.#wantedUrl = url;
    if (url === this.#shownUrl) return this.#adopt(url);
    this.#refresh();
    const html = this.#kept.get(url) ?? (await this.#fetchWhileWanted(url));
    if (html === undefined) return;
    if (url !== this.#wantedUrl || url === this.#shownUrl) return;
    this.#swap(url, html);
  }

  /** Fetches a board, again and again while the connection is down; nothing if it is not
   * wanted any more, or refused. */
  async #fetchWhileWanted(url) {
    for (let pause = 500; url === this.#wantedUrl; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await this.#fetch(url);
      } catch (problem) {
        if (url !== this.#wantedUrl) return undefined;
        note("The board could not be fetched. Check the connection.", "error");
        if (problem instanceof Refused) return undefined;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return undefined;
  }

  async #fetch(url) {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url, { headers: { accept: "text/html" }, signal });
    if (response.status >= 500) throw new Error(`${response.status}`);
    if (!response.ok) throw new Refused(`${response.status}`);
    const html = await response.text();
    this.#keep(url, html);
    return html;
  }

  #keep(url, html) {
    this.#kept.delete(url);
    this.#kept.set(url, html);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
  }

  /** Exchanges the picture and the cells, and puts the focus back where it was. */
  #swap(url, html) {
    const focused = document.activeElement?.dataset?.cell;
    const inside = this.#view.contains(document.activeElement);
    this.peek.hide();
    const before = remember(this.#view);
    const turned = url.includes("flip=1") !== this.#shownUrl.includes("flip=1");
    this.#view.innerHTML = html;
    this.#shownUrl = url;
    // What was dragged is where it belongs already.
    if (!turned && !this.drag.dropped()) arrive(this.#view, before);
    this.keys.restore(focused, inside);
    this.#adopt(url);
  }

  /** What is shown is what was asked for: if it is the position itself, not a part of a
   * move, it is the one that moves are made from. */
  #adopt(url) {
    const about = this.#readAbout();
    const whole = (choices) => url === this.#url(this.#source, { choices, hints: this.#hints });
    if (whole(true) || whole(false)) {
      this.about = about;
      if (about.choices && !this.#picker) this.#picker = new Picker(about.choices);
    }
    this.#refresh();
    this.#options.onShow?.(about);
  }

  #urlNow() {
    const picker = this.#interactive ? this.#picker : null;
    if (picker?.picks.length) {
      const { game, position } = this.about;
      if (picker.move && (!picker.options.size || this.#busy)) {
        return this.#url({ game, before: position, move: picker.move }, {});
      }
      const shown = picker.shown;
      if (shown > 0) {
        return this.#url(this.#source, { picks: picker.picks.slice(0, shown).join(",") });
      }
    }
    // A board that brings the legal moves looks like one that does not.
    const hints = this.#hints;
    const playable = this.#url(this.#source, { choices: true, hints });
    const choices = this.#interactive || playable === this.#shownUrl;
    return this.#url(this.#source, { choices, hints });
  }

  #url({ game, position, before, move }, look) {
    const { picks, choices, hints = [], coordinates = settings.get("coordinates") } = look;
    const query = new URLSearchParams();
    if (before !== undefined && move) query.set("move", move);
    if (picks) query.set("picks", picks);
    if (this.#flipped) query.set("flip", "1");
    if (!coordinates) query.set("coordinates", "0");
    if (choices) query.set("choices", "1");
    if (hints.length) query.set("hint", hints.join("|"));
    query.set("v", VERSION);
    const from = before !== undefined && move ? before : position;
    return `/board/${encodeURIComponent(game)}/${positionPath(from)}?${query}`;
  }

  #readAbout() {
    return JSON.parse(this.#view.querySelector("script.about").textContent);
  }

  #button(action) {
    return this.#root.querySelector(`[data-action="${action}"]`);
  }

  /** Marks what can be picked and what has been, and asks. */
  #refresh() {
    const options = this.options;
    const picked = this.#interactive && this.#picker ? this.#picker.picks : [];
    this.#root.classList.toggle("is-playable", options.size > 0);
    this.#root.classList.toggle("has-picks", picked.length > 0);
    for (const cell of this.#view.querySelectorAll("[data-cell]")) {
      const name = cell.dataset.cell;
      const option = options.has(name);
      cell.classList.toggle("is-option", option);
      cell.classList.toggle("is-picked", picked.includes(name));
      cell.classList.toggle("is-last", picked.at(-1) === name);
      cell.dataset.name ??= cell.getAttribute("aria-label");
      const more = picked.includes(name) ? ", picked" : option ? ", can be picked" : "";
      cell.setAttribute("aria-label", cell.dataset.name + more);
    }
    for (const name of ["hand", "pass"]) this.#showBeside(name, options, picked);
    const move = this.#interactive && !this.#busy ? this.move : null;
    const confirm = this.#button("confirm");
    confirm.hidden = !move;
    if (move) confirm.textContent = `Play ${move}`;
    this.#button("step-back").hidden = picked.length === 0 || this.#busy;
    this.#root.querySelector("[data-prompt]").textContent = this.#question(move);
  }

  /** The buttons for what is beside the board. */
  #showBeside(name, options, picked) {
    const button = this.#root.querySelector(`[data-pick="${name}"]`);
    button.hidden = !options.has(name) && !picked.includes(name);
    // If there is nothing else to do, it must not be overlooked.
    button.classList.toggle("primary", options.size === 1 && options.has(name));
    button.classList.toggle("is-picked", picked.includes(name));
    button.setAttribute("aria-pressed", String(picked.includes(name)));
    if (name === "hand" && this.about.hands) {
      const [what, counts] = this.about.hands;
      const count = counts[this.about.to_move === "first" ? 0 : 1];
      button.textContent = `From hand (${count} ${what})`;
    }
  }

  #question(move) {
    if (this.#busy) return "Sending…";
    if (this.#interactive && this.#picker) {
      if (move && !this.#picker.options.size) return `${move} – play it?`;
      if (this.#picker.prompt) return this.#message ? `${this.#message} ${this.#picker.prompt}` : this.#picker.prompt;
    }
    return this.#message ?? "";
  }

  #clicked(event) {
    const target = event.target.closest("[data-cell], [data-pick], [data-action]");
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

  #key(event) {
    if (event.key === "Escape" && this.stepBack()) {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

function sourceOf(about) {
  const { game, position, before, move } = about;
  return before ? { game, before, move, position } : { game, position };
}

function sourceKey({ game, position, before, move }) {
  return before !== undefined && move ? `${game} ${before} > ${move}` : `${game} ${position}`;
}
