// Clocks that tick. What they show is counted from the server's last word, so that a tab
// that slept is right as soon as it hears from the server again.

const LOW = 20_000;

export class Clocks {
  #root;
  #clocks = null;
  #heard = 0;
  #timer = 0;

  constructor(root) {
    this.#root = root;
  }

  /** What the server says. */
  set({ clocks, time }) {
    this.#clocks = clocks;
    this.#live = time.kind === "live";
    this.#heard = Date.now();
    clearInterval(this.#timer);
    if (clocks?.running) this.#timer = setInterval(() => this.#show(), 200);
    this.#show();
  }

  #live = false;

  #show() {
    if (!this.#clocks) return;
    for (const side of ["first", "second"]) {
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

/** What a clock shows, as `clock_text` on the server writes it; tenths when it is close. */
export function clockText(left) {
  const rest = Math.max(0, left);
  const seconds = Math.floor(rest / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (rest > 0 && rest < 10_000) return `0:0${(Math.floor(rest / 100) / 10).toFixed(1)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
