// A game on this device: the rules and the computer run in the page, and the browser keeps it.
// Shows the page of a game the same states as the server would.

import { pageAddress } from "./base.js";
import * as device from "./device-engine.js";
import { make, makeButton, saveFile } from "./dom.js";
import { HINT_TIME } from "./game-source.js";
import * as store from "./local-store.js";
import {
  BOTS,
  computerName,
  localAddress,
  makeGame,
  newGameAddress,
  rulesOf,
  SIDES,
} from "./new-local-game.js";
import { SHARED_WIDTH, pngOf } from "./png.js";
import { note } from "./say.js";
import { Problem } from "./server.js";
import * as settings from "./settings.js";
import * as studies from "./studies.js";

/** @import { Follower, GameSource, GameState, GameUpdate, LocalGameData, NewLocalGame, Side } from "../types/local.d.ts" */
/** @import { Applied, BoardModule } from "../types/modules.d.ts" */
/** @import { Level } from "../../wasm/src/types.d.ts" */

/** Longest time of the computer for a move, in milliseconds. */
const MOVE_TIME = 3000;

/** @implements {GameSource} */
export class LocalGame {
  #module;
  #data;
  #rules;
  #on;
  #revision = 0;
  /** @type {Applied} */
  #applied;
  /** The search for the computer's move. @type {AbortController | null} */
  #thinking = null;
  /** @type {((update: GameUpdate) => void) | null} */
  #tell = null;
  /** Whether a game between computers stands still. */
  #paused = false;
  /** Milliseconds between two moves of computers that play each other. */
  #pause = 1000;

  /**
   * @param {BoardModule} module
   * @param {LocalGameData} data
   * @param {{ trouble: (why: string, isComputer: boolean) => void }} on Called when the game cannot be
   *   kept, or the computer cannot move.
   */
  constructor(module, data, on) {
    this.#module = module;
    this.#data = data;
    this.#on = on;
    this.#rules = rulesOf(module, data.game);
    this.#applied = module.apply(data.game, data.start, data.moves);
  }

  get data() {
    return this.#data;
  }

  get rules() {
    return this.#rules;
  }

  /** The sides that people play. */
  get people() {
    return SIDES.filter((_, index) => this.#data.players[index] === null);
  }

  /** @param {Side} side */
  #name(side) {
    return this.#rules[side];
  }

  /** The end of the game: by the rules, or because somebody ended it. */
  get #ending() {
    const { outcome, reason } = this.#applied;
    return this.#data.ending ?? (outcome ? { outcome, reason: reason ?? "" } : null);
  }

  /** @returns {GameState["status"]} */
  get #status() {
    const ending = this.#ending;
    return !ending ? "playing" : ending.outcome ? "finished" : "aborted";
  }

  /** The state of the game, as the server would describe it. @returns {GameState} */
  get state() {
    const { id, game, start, moves, next } = this.#data;
    const { positions, position, to_move: toMove } = this.#applied;
    const ending = this.#ending;
    const status = this.#status;
    const [first, second] = SIDES.map((side) => this.#seat(side));
    return {
      id,
      revision: this.#revision,
      game,
      start,
      time: { kind: "none", text: "none" },
      status,
      status_text: this.#statusText(),
      status_texts: { first: this.#statusText("first"), second: this.#statusText("second") },
      actions: { first: this.#actions("first"), second: this.#actions("second") },
      outcome: ending?.outcome ?? null,
      reason: ending?.reason ?? null,
      ply: moves.length,
      position: position,
      to_move: status === "playing" ? toMove : null,
      first,
      second,
      clocks: null,
      offers: { draw: null, take_back: null, rematch: null },
      next,
      from: 0,
      moves: moves.map((move, ply) => ({ ply, move, position: positions[ply] })),
      you: this.people,
    };
  }

  /** @param {Side} side @returns {GameState["first"]} */
  #seat(side) {
    const level = this.#data.players[SIDES.indexOf(side)];
    const name = this.#name(side);
    const label = level === null ? name : computerName(level);
    return { side: name, kind: level === null ? "person" : "computer", level, name: null, label };
  }

  /** Describes how the game stands, for everybody or for the player of a side. @param {Side} [side] */
  #statusText(side) {
    const ending = this.#ending;
    if (!ending) return `${this.#name(this.#applied.to_move)} to move`;
    const { outcome, reason } = ending;
    if (!outcome) return "The game was aborted";
    const reader = this.people.length === 2 ? undefined : side;
    return this.#module.endingText(this.#data.game, outcome, reason, reader);
  }

  /**
   * Returns the buttons that make sense for a side. Other ones than on the server: here nobody has to
   * consent, and a hint takes the engine of the device.
   * @param {Side} side
   */
  #actions(side) {
    const { moves, players, next } = this.#data;
    if (players[SIDES.indexOf(side)] !== null) return [];
    const playing = this.#status === "playing";
    const begun = moves.length > 1;
    const own = this.people.length === 2 ? 1 : this.#ownMoves();
    const toMove = this.#applied.to_move === side;
    /** @type {[string, boolean][]} */
    const actions = [
      ["rematch", this.#status === "finished" && !next],
      ["take-back", playing && moves.length > 0 && own > 0],
      ["draw", playing && begun && this.people.length === 2],
      ["abort", playing && !begun],
      ["resign", playing && begun && (this.people.length === 1 || toMove)],
      ["hint", playing && toMove && device.isPossible],
    ];
    return actions.filter(([, makesSense]) => makesSense).map(([action]) => action);
  }

  /** Number of moves that the only person has made. */
  #ownMoves() {
    const isOwn = (/** @type {unknown} */ _, /** @type {number} */ ply) =>
      this.#data.players[(this.#begins + ply) % 2] === null;
    return this.#data.moves.filter(isOwn).length;
  }

  /** Index of the side that makes the first move. */
  get #begins() {
    const { game, start } = this.#data;
    return SIDES.indexOf(this.#module.apply(game, start, []).to_move);
  }

  /** The data with which the page of a game begins. */
  get pageData() {
    const { players } = this.#data;
    return {
      game: this.state,
      sides: SIDES.map((side) => this.#name(side)),
      computers: players.map((level) => (level === null ? null : computerName(level))),
      begins: this.#begins,
      people: false,
    };
  }

  /** The game as a record. */
  get record() {
    const { game, start, seed, moves, players, created } = this.#data;
    const { positions } = this.#applied;
    const ending = this.#ending;
    const name = (/** @type {number} */ side) => {
      const level = players[side];
      if (level === null) return "Anonymous";
      return BOTS[level] ? `cairn ${level}` : `cairn level ${level}`;
    };
    const date = new Date(created);
    const digits = (/** @type {number} */ number) => String(number).padStart(2, "0");
    /** @type {[string, string][]} */
    const tags = [
      [this.#name("first"), name(0)],
      [this.#name("second"), name(1)],
      ["Date", `${date.getFullYear()}.${digits(date.getMonth() + 1)}.${digits(date.getDate())}`],
    ];
    if (ending) tags.push(["Termination", ending.reason || (ending.outcome ? "agreement" : "aborted")]);
    return {
      game,
      start,
      seed,
      tags,
      outcome: ending?.outcome ?? null,
      moves: moves.map((move, ply) => ({ move, position: positions[ply] })),
    };
  }

  /** The record as text. */
  get recordText() {
    return this.#module.recordText(this.record);
  }

  /**
   * Opens the game on the analysis board.
   * @param {boolean} [learns] Whether the player wants to learn from mistakes.
   */
  analyse(learns = false) {
    const [review, you] = [this.#status === "finished", this.people];
    studies.handOver({ ...this.record, review, learns, you });
    location.assign(pageAddress(`a/${this.#data.game}`));
  }

  // ---- what happens ----

  /**
   * @param {string} path
   * @param {object} body
   */
  async act(path, body) {
    const { ply, move } = /** @type {{ ply?: number, move?: string }} */ (body);
    const { moves } = this.#data;
    if (ply !== undefined && ply !== moves.length) return this.state;
    if (path === "moves" && move !== undefined) this.#play(move);
    if (path === "resign") this.#resign();
    if (path === "abort") this.#end({ outcome: null, reason: "aborted" });
    if (path === "offers/draw") this.#end({ outcome: "draw", reason: "" });
    if (path === "offers/take-back") this.#takeBack();
    if (path === "offers/rematch") await this.#rematch();
    await this.#changed();
    return this.state;
  }

  /** @param {string} move */
  #play(move) {
    const { game, start, moves } = this.#data;
    try {
      // The module writes the move as the rules write it.
      this.#applied = this.#module.apply(game, start, [...moves, move]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Problem(422, { message: `${message[0].toUpperCase()}${message.slice(1)}.` });
    }
    this.#data.moves = this.#applied.moves;
    this.#data.outcome = this.#applied.outcome;
  }

  #resign() {
    const [only, other] = this.people;
    const side = other ? this.#applied.to_move : only;
    this.#end({ outcome: side === "first" ? "second" : "first", reason: `${this.#name(side)} resigned` });
  }

  /** @param {NonNullable<LocalGameData["ending"]>} ending */
  #end(ending) {
    this.#data.ending = ending;
    this.#data.outcome = ending.outcome;
  }

  /** Takes the last move of a person back, and what the computer answered. */
  #takeBack() {
    const { game, start, moves, players } = this.#data;
    const begins = this.#begins;
    let left = moves.length - 1;
    while (left > 0 && players[(begins + left) % 2] !== null) left -= 1;
    this.#data.moves = moves.slice(0, left);
    this.#applied = this.#module.apply(game, start, this.#data.moves);
  }

  /** The start of another game like this one. @returns {Partial<NewLocalGame>} */
  get #sameStart() {
    const { game, start, size, seed } = this.#data;
    if (seed !== null) return { game, size, setup: "random" };
    if (start === this.#rules.start) return { game, setup: "standard" };
    return { game, setup: "position", position: start };
  }

  async #rematch() {
    const [first, second] = this.#data.players;
    const again = makeGame(this.#module, this.#sameStart);
    await this.#keep({ ...again, players: [second, first] });
    this.#data.next = again.id;
  }

  /** Keeps the game, and lets the computer move if it is its turn. */
  async #changed() {
    this.#revision += 1;
    this.#thinking?.abort();
    this.#thinking = null;
    this.#data.changed = Date.now();
    await this.#keep(this.#data);
    this.#think();
  }

  /** @param {LocalGameData} data */
  async #keep(data) {
    try {
      await store.put(data);
    } catch (error) {
      const why = error instanceof store.StoreFailure ? error.message : "The game could not be saved.";
      this.#on.trouble(
        `${why} You can keep playing, but the game will be lost when you leave this page.`,
        false,
      );
    }
  }

  /** Whether computers have both seats. */
  get isWatched() {
    return !this.people.length;
  }

  /** Stops a game between computers, or lets it go on. @param {boolean} paused */
  setPaused(paused) {
    this.#paused = paused;
    this.#thinking?.abort();
    if (!paused) this.#think();
  }

  /** Lets the computer to move make one move. */
  step() {
    this.#thinking?.abort();
    this.#think(true);
  }

  /** @param {number} milliseconds Pause between two moves. */
  setSpeed(milliseconds) {
    this.#pause = milliseconds;
  }

  /**
   * Lets the computer move, if it is its turn.
   * @param {boolean} [isStep] Whether the move is made although the game stands still.
   */
  async #think(isStep = false) {
    const { game, start, moves, players, chance } = this.#data;
    const opponent = players[SIDES.indexOf(this.#applied.to_move)];
    if (this.#status !== "playing" || opponent === null) return;
    if (this.isWatched && this.#paused && !isStep) return;
    const { signal } = (this.#thinking = new AbortController());
    if (this.isWatched && moves.length && !isStep) {
      await new Promise((resolve) => setTimeout(resolve, this.#pause));
      if (signal.aborted) return;
    }
    const search = /** @type {const} */ ({
      kind: "choose",
      opponent,
      seed: chance + moves.length,
      limits: { milliseconds: MOVE_TIME },
    });
    try {
      const move = await device.run({ game, position: start, moves }, search, signal);
      if (signal.aborted) return;
      this.#play(move);
      await this.#changed();
      this.#tell?.(this.state);
    } catch (error) {
      if (signal.aborted) return;
      const known = error instanceof device.EngineFailure;
      this.#on.trouble(known ? error.message : "The computer has failed to move.", true);
    }
  }

  /** Lets the computer try again. */
  tryAgain() {
    if (!this.#thinking?.signal.aborted) this.#thinking?.abort();
    this.#think();
  }

  /** Lets people play all sides from now on. */
  async playBothSides() {
    this.#data.players = [null, null];
    await this.#changed();
  }

  /**
   * @param {{ onState: (update: GameUpdate) => void }} on
   * @returns {Follower}
   */
  follow({ onState }) {
    this.#tell = onState;
    return { begin: () => void this.#think(), again: () => onState(this.state) };
  }

  /** @param {GameState} state */
  async hint({ game, start, moves }) {
    const made = moves.map(({ move }) => move);
    const search = /** @type {const} */ ({ kind: "analyse", lines: 1, limits: { milliseconds: HINT_TIME } });
    const signal = new AbortController().signal;
    return (await device.run({ game, position: start, moves: made }, search, signal)).bestmove;
  }

  /** @param {string} id */
  address(id) {
    return localAddress(id);
  }

  /** @param {number} _ply */
  addressAt(_ply) {
    return localAddress(this.#data.id);
  }

  /**
   * Writes the result, what to play next, and what to look at.
   * @param {HTMLElement} panel
   * @param {GameState} state
   */
  async showEnd(panel, state) {
    const { game, position, status, status_text: all, status_texts: own } = state;
    const [side, other] = this.people;
    panel.replaceChildren(make("h2", "end-result", `${side && !other ? own[side] : all}.`));
    if (status === "finished" && this.#module.winningCells(game, position).length) {
      panel.append(make("p", "faint", "The deciding cells are marked on the board."));
    }
    panel.append(...this.#nextGames(state));
    if (status !== "finished") return;
    const buttons = make("p", "buttons");
    buttons.append(this.#analyseLink("See the turning points", "turning-points", false));
    if (side && this.#data.moves.length > 1) {
      buttons.append(this.#analyseLink("Learn from your mistakes", "learn-from-mistakes", true));
    }
    buttons.append(this.#picture(position));
    panel.append(buttons);
  }

  /**
   * @param {string} label
   * @param {string} action
   * @param {boolean} learns
   */
  #analyseLink(label, action, learns) {
    const link = make("a", "button", label);
    link.href = pageAddress(`a/${this.#data.game}`);
    link.dataset.action = action;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.analyse(learns);
    });
    return link;
  }

  /** Returns a button that saves a picture of a position, as its players see it. @param {string} position */
  #picture(position) {
    const { game } = this.#data;
    const button = makeButton("button quiet", "Picture", { action: "picture" });
    button.addEventListener("click", async () => {
      const flipped = this.people.join() === "second";
      try {
        const svg = this.#module.boardSvg(game, position, { flipped });
        saveFile(`${game.replace(":", "-")}.png`, await pngOf(svg, SHARED_WIDTH));
      } catch {
        note("The picture could not be made.", "error");
      }
    });
    return button;
  }

  /** Offers the next game: what is advised first. @param {GameState} state */
  #nextGames({ game, position, outcome }) {
    const [side, other] = this.people;
    const level = this.#data.players.find((player) => player !== null);
    const row = make("div", "buttons next-levels");
    const rematch = makeButton("button", "Rematch", { action: "rematch" });
    rematch.type = "submit";
    // Its presses go where those of the other buttons go.
    rematch.setAttribute("form", "controls");
    const more = make("a", "button", "New game");
    more.href = pageAddress(`play/${game}`);
    row.append(rematch, more);
    if (!side || other || !level || BOTS[level] || !outcome) {
      rematch.classList.add("primary");
      return [row];
    }
    const advice = this.#module.nextLevels(game, position, level, side, outcome);
    rematch.classList.toggle("primary", advice.level === level);
    const link = (/** @type {string} */ label, /** @type {Level | null} */ next) => {
      if (!next) return;
      const { level: number, word, sentence } = next;
      const isAdvised = number === advice.level;
      const made = make("a", isAdvised ? "button primary" : "button", `${label}: ${word}`);
      // As in a rematch, the sides are exchanged.
      const swapped = side === "first" ? "second" : "first";
      made.href = newGameAddress({ ...this.#sameStart, level: number, side: swapped });
      made.title = sentence;
      made.addEventListener("click", () => settings.set("level", number));
      (isAdvised ? rematch : more).before(made);
    };
    link("Easier", advice.easier);
    link("Harder", advice.harder);
    return [make("p", "", advice.sentence), row];
  }
}
