// Following a game. The first event is always the whole game, so that a tab that slept
// through the night is right when it wakes.

/** A tab that was hidden for longer does not trust its connection. */
const ASLEEP = 20_000;
const LONGEST_PAUSE = 15_000;

export class Follower {
  #path;
  #on;
  #source = null;
  #pause = 1000;
  #timer = 0;
  #hiddenAt = 0;
  #away = 0;

  /** `onState(update)` gets what has changed, `onConnection(connected)` whether changes
   * arrive. */
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

  /** Begins anew, with the whole game. */
  again() {
    clearTimeout(this.#timer);
    this.#open();
  }

  #open() {
    this.#source?.close();
    const source = new EventSource(this.#path);
    this.#source = source;
    const news = ({ data }) => {
      this.#connected(true);
      this.#pause = 1000;
      this.#on.onState(JSON.parse(data));
    };
    source.addEventListener("state", news);
    source.addEventListener("update", news);
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.#connected(false);
      // A browser tries again by itself, unless the server has refused.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#timer = setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    });
  }

  /** Says so only if it lasts: a short break is nobody's worry. */
  #connected(connected) {
    if (connected) {
      clearTimeout(this.#away);
      this.#away = 0;
      this.#on.onConnection(true);
    } else if (!this.#away) {
      this.#away = setTimeout(() => this.#on.onConnection(false), 1200);
    }
  }
}
