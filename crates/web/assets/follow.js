// Follows a game over the live connection. It begins with the whole game, so that a tab that slept
// through the night is right when it wakes.

import { followGame } from "./live.js";

/** @import { Attendance, GameState, GameUpdate, Said } from "../types/server.d.ts" */

/** A lost connection is reported if it stays lost for this long. */
const LOST_AFTER = 1_200;
/** Failed attempts after which the game is asked for every few seconds: a proxy may know no WebSockets. */
const MANY_FAILURES = 3;
const POLL_PAUSE = 3_000;
/** Players may agree on a rematch for this long after the end of a game. */
const AFTERMATH = 10 * 60_000;

/**
 * @typedef {object} Listeners
 * @property {(update: GameUpdate) => void} onState
 * @property {(connected: boolean) => void} onConnection
 * @property {(attendance: Attendance) => void} [onAttendance]
 * @property {(said: Said) => void} [onPhrase]
 * @property {() => boolean} [wantsHidden] Whether news are wanted while the page is hidden.
 * @property {boolean} [isPlayer]
 */

export class Follower {
  #id;
  #on;
  /** @type {ReturnType<typeof followGame> | null} */
  #followed = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #lostTimer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pollTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #endTimer;

  /**
   * @param {string} id
   * @param {Listeners} on
   */
  constructor(id, on) {
    this.#id = id;
    this.#on = on;
  }

  /** Begins, unless nothing can happen any more. @param {GameState} [state] */
  begin(state) {
    if (state && !this.#mayChange(state)) return;
    this.#followed = followGame(this.#id, {
      onEvent: (event, data) => this.#take(event, data),
      onConnection: (connected, failures) => this.#showConnection(connected, failures),
      wantsHidden: this.#on.wantsHidden,
    });
  }

  /** Asks for the whole game. */
  again() {
    if (this.#followed) this.#followed.again();
    else this.#poll();
  }

  /**
   * @param {string} event
   * @param {any} data
   */
  #take(event, data) {
    if (event === "state" || event === "update") {
      this.#showConnection(true, 0);
      this.#news(data);
    }
    if (event === "attendance") this.#on.onAttendance?.(data);
    if (event === "phrase") this.#on.onPhrase?.(data);
    if (event === "missing") this.#end();
  }

  /** @param {GameUpdate} update */
  #news(update) {
    this.#on.onState(update);
    clearTimeout(this.#endTimer);
    const over = update.status === "finished" || update.status === "aborted";
    if (!over) return;
    // Nothing stays open for a finished game.
    const pause = this.#mayChange(update) ? AFTERMATH : 0;
    this.#endTimer = setTimeout(() => this.#end(), pause);
  }

  /** @param {Pick<GameState, "status" | "next" | "updated" | "now">} state */
  #mayChange({ status, next, updated = 0, now = 0 }) {
    if (status === "waiting" || status === "playing") return true;
    return status === "finished" && !!this.#on.isPlayer && !next && now - updated < AFTERMATH;
  }

  #end() {
    this.#followed?.stop();
    this.#followed = null;
    clearInterval(this.#pollTimer);
    this.#pollTimer = undefined;
  }

  /**
   * @param {boolean} connected
   * @param {number} failures
   */
  #showConnection(connected, failures) {
    if (connected) {
      clearTimeout(this.#lostTimer);
      this.#lostTimer = undefined;
      clearInterval(this.#pollTimer);
      this.#pollTimer = undefined;
      this.#on.onConnection(true);
      return;
    }
    this.#lostTimer ??= setTimeout(() => this.#on.onConnection(false), LOST_AFTER);
    if (failures >= MANY_FAILURES) this.#pollTimer ??= setInterval(() => this.#poll(), POLL_PAUSE);
  }

  /** Asks for the game without the live connection. */
  async #poll() {
    try {
      const response = await fetch(`/api/v1/games/${this.#id}`, { headers: { accept: "application/json" } });
      if (!response.ok) return;
      clearTimeout(this.#lostTimer);
      this.#on.onConnection(true);
      this.#on.onState(await response.json());
    } catch {
      this.#on.onConnection(false);
    }
  }
}
