// The engine's panel: what it thinks of the position that is looked at.

import { stream } from "./events.js";
import { announce, note } from "./say.js";
import { Problem } from "./server.js";
import * as settings from "./settings.js";

/** Who steps quickly through a game asks only where they stop. */
const PAUSE = 200;
/** How many moves of a line are shown. */
const SHOWN = 10;

/** What a side can expect, for people. */
export function chance(expectation) {
  const percent = Math.round(expectation * 100);
  // What is not proved is not certain.
  return `${Math.min(99, Math.max(1, percent))}\u00a0%`;
}

/** A line in the first mover's view: `{first, text, title}`. */
export function judge(line, toMove, sides) {
  const mine = toMove === 0 ? line.expectation : 1 - line.expectation;
  if (line.proven === "draw") return { first: 0.5, text: "A draw", title: "Proved: neither side can do better" };
  if (line.proven) {
    const winner = sides[line.proven === "win" ? toMove : 1 - toMove];
    const title = `Proved: ${winner} wins in at most ${line.distance} turns of both sides`;
    return { first: mine, text: `${winner} wins in ${line.distance}`, title };
  }
  return { first: mine, text: `${sides[0]} ${chance(mine)}`, title: `${sides[1]} ${chance(1 - mine)}` };
}

export class Engine {
  #panel;
  #data;
  #on;
  #stop = null;
  #timer = null;
  #node = null;
  #written = "";

  /** `on.change(node)` is called when more is known of a node; `on.play(moves)` when a
   * line shall be played. */
  constructor(panel, data, on) {
    this.#panel = panel;
    this.#data = data;
    this.#on = on;
    panel.hidden = false;
    this.#switch.checked = settings.get("engine");
    this.#count.value = settings.get("lines");
    this.#switch.addEventListener("change", () => {
      settings.set("engine", this.#switch.checked);
      this.look(this.#node);
      this.#on.change(this.#node);
    });
    this.#count.addEventListener("change", () => {
      settings.set("lines", this.#count.value);
      this.look(this.#node);
    });
    this.#lines.addEventListener("click", (event) => {
      const button = event.target.closest("[data-line]");
      if (!button || !this.#node?.analysis) return;
      const { line, until } = button.dataset;
      this.#on.play(this.#node.analysis.lines[line].moves.slice(0, Number(until)));
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#halt();
      else this.look(this.#node);
    });
  }

  get on() {
    return this.#switch.checked;
  }

  get #switch() {
    return this.#panel.querySelector("#engine-switch");
  }

  get #count() {
    return this.#panel.querySelector("#engine-count");
  }

  get #lines() {
    return this.#panel.querySelector("#engine-lines");
  }

  #state(text) {
    this.#panel.querySelector("#engine-state").textContent = text;
  }

  /** Looks at another position. */
  look(node) {
    this.#halt();
    this.#node = node;
    if (!node) return;
    this.#panel.classList.toggle("is-on", this.on);
    if (!this.on || node.ending) {
      this.#lines.replaceChildren();
      this.#written = "";
      this.#state(this.on ? "The game is over here" : "Off");
      return;
    }
    this.#show(node.analysis);
    const enough = node.analysis?.finished && node.analysis.wanted >= this.#wanted;
    if (enough) return this.#state(this.#depth(node.analysis));
    if (!node.analysis) this.#state("…");
    this.#timer = setTimeout(() => this.#think(node), PAUSE);
  }

  get #wanted() {
    return Number(this.#count.value);
  }

  #depth({ depth, finished }) {
    return finished ? `Depth ${depth}` : `Depth ${depth}…`;
  }

  #halt() {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#stop = null;
  }

  async #think(node) {
    const stop = new AbortController();
    this.#stop = stop;
    const { game, start } = this.#data();
    const lines = this.#wanted;
    const wish = { game, position: start, moves: node.moves, lines };
    try {
      await stream("/api/v1/analyse/stream", wish, stop.signal, (name, analysis) => {
        if (stop.signal.aborted) return;
        if (name === "waiting" && !node.analysis) this.#state("Waiting for a turn…");
        if (name === "replaced") this.#pause("Paused: you analyse in another window");
        if (name !== "lines" && name !== "done") return;
        node.analysis = { ...analysis, finished: name === "done", wanted: lines };
        this.#show(node.analysis);
        this.#state(this.#depth(node.analysis));
        this.#on.change(node);
        if (name === "done") this.#tell(node);
      });
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof Problem && error.status !== 429 && error.status !== 503) note(error.text, "error");
      this.#pause(error instanceof Problem ? error.message : "The server cannot be reached");
    }
  }

  /** Says aloud what came of it. */
  #tell(node) {
    const { sides, begins } = this.#data();
    const [best] = node.analysis.lines;
    announce(`Engine: ${best.moves[0]}, ${judge(best, (begins + node.depth) % 2, sides).text}`);
  }

  /** Says why nothing more comes, and lets it be asked again. */
  #pause(why) {
    this.#state("");
    const again = document.createElement("button");
    again.type = "button";
    again.className = "link";
    again.textContent = `${why}. Go on`;
    again.addEventListener("click", () => this.look(this.#node));
    this.#panel.querySelector("#engine-state").replaceChildren(again);
  }

  #show(analysis) {
    const lines = analysis ? analysis.lines.slice(0, this.#wanted) : [];
    const { sides, begins } = this.#data();
    const toMove = (begins + this.#node.depth) % 2;
    const written = JSON.stringify([toMove, lines.map((line) => [line.moves, line.text])]);
    if (written === this.#written) return;
    this.#written = written;
    const focused = this.#lines.contains(document.activeElement) ? document.activeElement.dataset : null;
    this.#lines.replaceChildren(...lines.map((line, index) => this.#line(line, index, judge(line, toMove, sides))));
    if (focused) {
      const same = `[data-line="${focused.line}"][data-until="${focused.until}"]`;
      this.#lines.querySelector(same)?.focus({ preventScroll: true });
    }
  }

  #line(line, index, { text, title }) {
    const item = document.createElement("li");
    const score = document.createElement("span");
    score.className = line.proven ? "engine-score is-proved" : "engine-score";
    score.textContent = text;
    score.title = title;
    item.append(score);
    line.moves.slice(0, SHOWN).forEach((move, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "engine-move";
      button.dataset.line = index;
      button.dataset.until = at + 1;
      button.textContent = move;
      button.title = at === 0 ? "Play this move" : "Play the line to here";
      item.append(" ", button);
    });
    return item;
  }
}
