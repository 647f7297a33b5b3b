// Running clocks. The remaining time is counted from the server's last message, so that a
// tab that slept is right as soon as it hears from the server again.

/** @import { ClockTimes, GameState, Side } from "../types/server.d.ts" */

/** Below this many milliseconds a clock warns. */
const LOW = 20_000;

/** @type {Side[]} */
const SIDES = ["first", "second"];

export class Clocks {
  #root;
  /** @type {ClockTimes | null} */
  #clocks = null;
  #live = false;
  #heard = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Takes the times from the server.
   * @param {GameState} state
   */
  set({ clocks, time }) {
    this.#clocks = clocks;
    this.#live = time.kind === "live";
    this.#heard = Date.now();
    clearInterval(this.#timer);
    if (clocks?.running) this.#timer = setInterval(() => this.#show(), 200);
    this.#show();
  }

  #show() {
    if (!this.#clocks) return;
    for (const side of SIDES) {
      const place = this.#root.querySelector(`[data-clock="${side}"]`);
      if (!place) continue;
      const running = this.#clocks.running === side;
      const left = this.#clocks[side] - (running ? Date.now() - this.#heard : 0);
      place.textContent = clockText(left);
      place.classList.toggle("is-running", running);
      place.classList.toggle("is-low", this.#live && left < LOW);
    }
  }
}

/**
 * Writes a remaining time in milliseconds as `clock_text` does on the server.
 * @param {number} left
 */
export function clockText(left) {
  const rest = Math.max(0, left);
  if (rest > 0 && rest < 10_000) return `0:0${(Math.floor(rest / 100) / 10).toFixed(1)}`;
  const hoursLeft = Math.floor(rest / 3_600_000);
  if (hoursLeft >= 24) return `${Math.floor(hoursLeft / 24)} d ${hoursLeft % 24} h`;
  const seconds = Math.ceil(rest / 1000);
  const twoDigits = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours) return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  return `${minutes}:${twoDigits(seconds % 60)}`;
}
