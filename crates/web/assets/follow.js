// Follows a game. The first event is always the whole game, so that a tab that slept through
// the night is right when it wakes.

/** @import { GameUpdate } from "../types/server.d.ts" */

/** A tab that was hidden for longer than this does not trust its connection. */
const ASLEEP = 20_000;
const SHORTEST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
/** A lost connection is reported if it stays lost for this long. */
const LOST_AFTER = 1_200;

export class Follower {
  #path;
  #on;
  /** @type {EventSource | null} */
  #source = null;
  #pause = SHORTEST_PAUSE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #hiddenAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #lostTimer;

  /**
   * @param {string} id
   * @param {{ onState: (update: GameUpdate) => void, onConnection: (connected: boolean) => void }} on
   */
  constructor(id, on) {
    this.#path = `/api/v1/games/${id}/events`;
    this.#on = on;
  }

  begin() {
    this.#open();
    addEventListener("online", () => this.again());
    addEventListener("pageshow", ({ persisted }) => persisted && this.again());
    addEventListener("pagehide", () => this.#source?.close());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#hiddenAt = Date.now();
      else if (Date.now() - this.#hiddenAt > ASLEEP) this.again();
    });
  }

  /** Connects anew, which brings the whole game. */
  again() {
    clearTimeout(this.#timer);
    this.#open();
  }

  #open() {
    this.#source?.close();
    const source = new EventSource(this.#path);
    this.#source = source;
    const news = (/** @type {MessageEvent<string>} */ { data }) => {
      this.#connected();
      this.#pause = SHORTEST_PAUSE;
      this.#on.onState(JSON.parse(data));
    };
    source.addEventListener("state", news);
    source.addEventListener("update", news);
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.#lost();
      // A browser tries again by itself, unless the server has refused.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#timer = setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    });
  }

  #connected() {
    clearTimeout(this.#lostTimer);
    this.#lostTimer = undefined;
    this.#on.onConnection(true);
  }

  #lost() {
    this.#lostTimer ??= setTimeout(() => this.#on.onConnection(false), LOST_AFTER);
  }
}
