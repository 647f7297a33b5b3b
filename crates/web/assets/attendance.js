// Shows who is at a game: whether the opponent is there, how many watch, and what can be done about an
// opponent who has left.

import { find } from "./dom.js";
import { announce } from "./say.js";

/** @import { Attendance, GameState, PlayerAttendance, Side } from "../types/server.d.ts" */

/** Somebody who loads the page again is away for less than this. */
const RELOAD = 4_000;

/** @type {Side[]} */
const SIDES = ["first", "second"];

export class AttendanceLine {
  #you;
  /** @type {Attendance | null} */
  #attendance = null;
  /** @type {GameState | null} */
  #state = null;
  /** Difference between the clock of the server and that of this device. */
  #ahead = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #couldClaim = false;

  /** @param {Side[]} you */
  constructor(you) {
    this.#you = you;
  }

  /** @param {Attendance} attendance */
  take(attendance) {
    this.#attendance = attendance;
    this.#ahead = attendance.now - Date.now();
    this.#show();
  }

  /** Says nothing of others until the connection is there again. */
  forget() {
    clearTimeout(this.#timer);
    this.#attendance = null;
    find("#attendance").hidden = true;
  }

  /** @param {GameState} state */
  show(state) {
    this.#state = state;
    this.#show();
  }

  #show() {
    clearTimeout(this.#timer);
    if (!this.#attendance || !this.#state) return;
    const place = find("#attendance");
    this.#showClaim();
    const text = this.#sentences().join(" ");
    // The same words again would be read again.
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
  }

  #sentences() {
    if (!this.#attendance || !this.#state) return [];
    const { seats } = this.#attendance;
    const people = SIDES.every((side) => this.#state?.[side].kind === "person");
    const others = people && this.#you.length < 2 ? SIDES.filter((side) => !this.#you.includes(side)) : [];
    const running = this.#state.status === "playing";
    const sentences = others.flatMap((side) => (running || this.#you.length ? this.#player(side) : []));
    if (seats.watchers === 1) sentences.push(this.#you.length ? "1 spectator." : "You are watching.");
    if (seats.watchers > 1) sentences.push(`${seats.watchers} spectators.`);
    return sentences;
  }

  /** @param {Side} side */
  #player(side) {
    const seat = /** @type {PlayerAttendance} */ (this.#attendance?.seats[side]);
    const name = this.#you.length ? "Your opponent" : this.#state?.[side].side;
    if (seat.here) return [`${name} is here.`];
    if (seat.here === null || seat.gone_since === null) return [];
    const away = this.#now() - seat.gone_since;
    if (away >= RELOAD) {
      const since = `Away since ${moment(seat.gone_since - this.#ahead)}.`;
      return [`${name} has left.`, ...(this.#you.length ? [since, ...this.#claimHint()] : [])];
    }
    this.#later(RELOAD - away);
    return [`${name} is here.`];
  }

  /** Says when the game can be claimed; nothing if that is now, or never. */
  #claimHint() {
    const { status, time, ply = 0 } = this.#state ?? {};
    const limit = time?.absence_limit ?? null;
    const isTold = status === "playing" && ply > 1 && !this.#couldClaim;
    return isTold && limit !== null ? [`You can claim the game after ${limit / 1000} seconds.`] : [];
  }

  #now() {
    return Date.now() + this.#ahead;
  }

  /** @param {number} pause */
  #later(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), pause + 20);
  }

  /** Shows the buttons of a player whose opponent has been away for long enough. */
  #showClaim() {
    const form = document.querySelector("#claim");
    if (!(form instanceof HTMLFormElement)) return;
    const [own] = this.#you;
    const gone = this.#attendance?.seats[own === "first" ? "second" : "first"].gone_since ?? null;
    const { status, time, ply = 0 } = this.#state ?? {};
    const limit = time?.absence_limit ?? null;
    const left = gone === null || limit === null ? Infinity : gone + limit - this.#now();
    const can = status === "playing" && ply > 1 && left <= 0;
    if (status === "playing" && left > 0 && left < Infinity) this.#later(Math.min(left, RELOAD));
    if (can && !this.#couldClaim) announce("You can claim the game.");
    this.#couldClaim = can;
    form.hidden = !can;
  }
}

/**
 * Returns the time of day; the day if it was another one.
 * @param {number} at
 */
function moment(at) {
  const then = new Date(at);
  return then.toDateString() === new Date().toDateString()
    ? then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : then.toLocaleDateString();
}
