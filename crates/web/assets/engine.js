// The engine's panel: its lines for the position on the board.

import { hasServer } from "./base.js";
import * as device from "./device-engine.js";
import { find, findAs, make, makeButton, targetOf } from "./dom.js";
import { stream } from "./events.js";
import { mostThreads, usualThreads } from "./joint-search.js";
import { describeLine } from "./scores.js";
import { announce, note } from "./say.js";
import { Problem } from "./server.js";
import * as settings from "./settings.js";

/** @import { Analysis } from "../types/modules.d.ts" */
/** @import { AnalysisLine } from "../types/server.d.ts" */
/** @import { Node, NodeAnalysis } from "./tree.js" */
/** @typedef {{ game: string, start: string, sides: [string, string], begins: number }} Study */

/** Milliseconds on a position before the engine is asked, for those who step through a game. */
const DELAY = 200;
/** Most moves of a line that are shown. */
const MOST_MOVES = 10;

export class Engine {
  #panel;
  #study;
  #on;
  #switch;
  #count;
  #place;
  #threads;
  #lines;
  #state;
  /** @type {AbortController | null} */
  #running = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Node | null} */
  #node = null;
  #written = "";

  /**
   * @param {HTMLElement} panel
   * @param {() => Study} study
   * @param {{ change: (node: Node | null) => void, play: (moves: string[]) => void }} on Called
   *   when more is known of a node, and when a line is to be played.
   */
  constructor(panel, study, on) {
    this.#panel = panel;
    this.#study = study;
    this.#on = on;
    this.#switch = findAs("#engine-switch", HTMLInputElement, panel);
    this.#count = findAs("#engine-count", HTMLSelectElement, panel);
    this.#place = findAs("#engine-place", HTMLSelectElement, panel);
    this.#lines = find("#engine-lines", panel);
    this.#state = find("#engine-state", panel);
    this.#switch.checked = settings.get("engine");
    this.#count.value = settings.get("lines");
    this.#switch.addEventListener("change", () => {
      settings.set("engine", this.#switch.checked);
      this.look(this.#node);
      on.change(this.#node);
    });
    this.#count.addEventListener("change", () => {
      settings.set("lines", this.#count.value);
      this.look(this.#node);
    });
    this.#place.value = settings.get("engineplace");
    if (!hasServer) this.#place.value = "device";
    find(".engine-place", panel).hidden = !device.isPossible || !hasServer;
    this.#place.addEventListener("change", () => {
      settings.set("engineplace", this.#place.value);
      this.#threads.disabled = !this.#runsHere;
      this.look(this.#node);
    });
    this.#threads = findAs("#engine-threads", HTMLSelectElement, panel);
    this.#fillThreads();
    this.#lines.addEventListener("click", (event) => {
      const { line, until } = targetOf(event, "[data-line]")?.dataset ?? {};
      const moves = this.#node?.analysis?.lines[Number(line)]?.moves;
      if (moves) on.play(moves.slice(0, Number(until)));
    });
    document.addEventListener("visibilitychange", () => {
      // Others may need the server meanwhile; this device is the visitor's own.
      if (this.#runsHere) return;
      if (document.hidden) this.#stop();
      else this.look(this.#node);
    });
  }

  /** Lets the visitor choose the number of threads, where there can be several. */
  #fillThreads() {
    const numbers = Array.from({ length: mostThreads }, (_, index) => index + 1);
    this.#threads.replaceChildren(...numbers.map((number) => new Option(String(number))));
    const chosen = Number(settings.get("threads")) || usualThreads;
    this.#threads.value = String(Math.min(chosen, mostThreads));
    this.#threads.disabled = !this.#runsHere;
    find(".engine-threads", this.#panel).hidden = !device.isPossible || mostThreads === 1;
    this.#threads.addEventListener("change", () => {
      settings.set("threads", this.#threads.value);
      this.look(this.#node);
    });
  }

  get isOn() {
    return this.#switch.checked;
  }

  /** Whether the engine runs on this device. */
  get #runsHere() {
    return device.isPossible && this.#place.value === "device";
  }

  /** Number of lines that are wanted. */
  get #wanted() {
    return Number(this.#count.value);
  }

  /**
   * Analyses another position.
   * @param {Node | null} node
   */
  look(node) {
    this.#stop();
    this.#node = node;
    if (!node) return;
    this.#panel.classList.toggle("is-on", this.isOn);
    if (!this.isOn || node.ending) {
      this.#lines.replaceChildren();
      this.#written = "";
      this.#state.textContent = this.isOn ? "The game is over here" : "Off";
      return;
    }
    this.#show(node, node.analysis);
    const { analysis } = node;
    if (!analysis) this.#state.textContent = "…";
    else if (this.#isEnough(analysis)) return this.#showDepth(analysis);
    this.#timer = setTimeout(() => this.#analyse(node), DELAY);
  }

  /** @param {NodeAnalysis} analysis */
  #showDepth({ depth, finished, speed, threads = 1 }) {
    const words = [finished ? `Depth ${depth}` : `Depth ${depth}…`];
    if (threads > 1 && !finished) words.push(`${threads} threads`);
    if (speed && !finished) words.push(speedText(speed));
    this.#state.textContent = words.join(" · ");
  }

  /**
   * Whether there is nothing more to find. The server stops after a while; this device goes on.
   * @param {NodeAnalysis} analysis
   */
  #isEnough({ finished, wanted, here }) {
    return finished && wanted >= this.#wanted && (here || !this.#runsHere);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
  }

  /** @param {Node} node */
  async #analyse(node) {
    const { signal } = (this.#running = new AbortController());
    const { game, start } = this.#study();
    const wanted = this.#wanted;
    const request = { game, position: start, moves: node.moves };
    if (this.#runsHere && (await this.#analyseHere(node, request, wanted, signal))) return;
    try {
      await stream("/api/v1/analyse/stream", { ...request, lines: wanted }, signal, (name, analysis) => {
        if (signal.aborted) return;
        if (name === "waiting" && !node.analysis) this.#state.textContent = "Waiting for a free engine…";
        if (name === "replaced") this.#pause("Paused: an analysis is running in another window.");
        if (name === "lines" || name === "done") {
          this.#take(node, { ...analysis, finished: name === "done", wanted, here: false });
        }
      });
    } catch (error) {
      if (signal.aborted) return;
      const known = error instanceof Problem;
      if (known && error.status !== 429 && error.status !== 503) note(error.text, "error");
      this.#pause(known ? error.message : "The server cannot be reached.");
    }
  }

  /**
   * Analyses on this device; returns whether that was possible. If not, the server goes on.
   * @param {Node} node
   * @param {{ game: string, position: string, moves: string[] }} request
   * @param {number} wanted
   * @param {AbortSignal} signal
   */
  async #analyseHere(node, request, wanted, signal) {
    const asked = Number(this.#threads.value);
    let expected = asked;
    const take = (/** @type {Analysis & { threads?: number }} */ analysis, finished = false) => {
      const { depth, nodes, seconds, lines, threads = 1 } = analysis;
      if (threads < expected && !finished) note(fewerThreads(asked, threads), "error");
      expected = Math.min(expected, threads);
      const known = node.analysis;
      // Every search begins anew; its first depths say less than what is shown already.
      const isNews = !known || known.wanted < wanted || depth >= known.depth || lines[0].proven !== null;
      const speed = seconds > 0 ? nodes / seconds : undefined;
      if (isNews || finished) this.#take(node, { ...analysis, finished, wanted, here: true, speed });
      else this.#showDepth({ ...known, finished, speed, threads });
    };
    try {
      const search = /** @type {const} */ ({ kind: "analyse", lines: wanted, threads: asked });
      take(await device.run(request, search, signal, take), true);
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const why = device.whyItFailed(error);
      if (!hasServer) {
        this.#pause(why);
        return true;
      }
      note(`${why} The server's engine takes over.`, "error");
      this.#place.value = "server";
      return false;
    }
  }

  /**
   * @param {Node} node
   * @param {NodeAnalysis} analysis
   */
  #take(node, analysis) {
    node.analysis = analysis;
    this.#show(node, analysis);
    this.#showDepth(analysis);
    this.#on.change(node);
    if (!analysis.finished) return;
    const { sides, begins } = this.#study();
    const [best] = analysis.lines;
    announce(`Engine: ${best.moves[0]}, ${describeLine(best, (begins + node.depth) % 2, sides).text}`);
  }

  /**
   * Says why the analysis has stopped, and lets it be resumed.
   * @param {string} why
   */
  #pause(why) {
    const resume = makeButton("link", `${why} Resume`);
    resume.addEventListener("click", () => this.look(this.#node));
    this.#state.replaceChildren(resume);
  }

  /**
   * @param {Node} node
   * @param {NodeAnalysis | null} analysis
   */
  #show(node, analysis) {
    const lines = analysis ? analysis.lines.slice(0, this.#wanted) : [];
    const { sides, begins } = this.#study();
    const toMove = (begins + node.depth) % 2;
    const written = JSON.stringify([toMove, lines.map((line) => [line.moves, line.text])]);
    if (written === this.#written) return;
    this.#written = written;
    const { activeElement } = document;
    const inside = activeElement instanceof HTMLElement && this.#lines.contains(activeElement);
    const focused = inside ? activeElement.dataset : null;
    this.#lines.replaceChildren(...lines.map((line, index) => lineItem(line, index, toMove, sides)));
    if (focused) {
      const same = `[data-line="${focused.line}"][data-until="${focused.until}"]`;
      const button = this.#lines.querySelector(same);
      if (button instanceof HTMLElement) button.focus({ preventScroll: true });
    }
  }
}

/**
 * Says that workers of a search were lost.
 * @param {number} asked
 * @param {number} left
 */
function fewerThreads(asked, left) {
  const verb = left === 1 ? "is" : "are";
  return `Only ${left} of the engine's ${asked} threads ${verb} still running; the others stopped unexpectedly.`;
}

/**
 * Returns a number of positions per second in a few letters.
 * @param {number} speed
 */
export function speedText(speed) {
  const [number, unit] = speed >= 1e6 ? [speed / 1e6, "M"] : [speed / 1e3, "k"];
  return `${number >= 100 ? Math.round(number) : number.toFixed(1)} ${unit} positions/s`;
}

/**
 * @param {AnalysisLine} line
 * @param {number} index
 * @param {number} toMove
 * @param {[string, string]} sides
 */
function lineItem(line, index, toMove, sides) {
  const { text, title } = describeLine(line, toMove, sides);
  const item = make("li");
  const score = make("span", line.proven ? "engine-score is-proved" : "engine-score", text);
  score.title = title;
  item.append(score);
  for (const [at, move] of line.moves.slice(0, MOST_MOVES).entries()) {
    const button = makeButton("engine-move", move, { line: index, until: at + 1 });
    button.title = at === 0 ? "Play this move" : "Play the line up to here";
    item.append(" ", button);
  }
  return item;
}
