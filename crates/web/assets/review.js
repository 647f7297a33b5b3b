// The evaluation of a whole game: a graph of the first side's expected score, and the moves
// that turned the game.

import { accuracyTable } from "./accuracy.js";
import { hasServer } from "./base.js";
import * as device from "./device-engine.js";
import { find, findAs, make, makeButton, makeSvg, targetOf } from "./dom.js";
import { stream } from "./events.js";
import { chance, mistakeText } from "./scores.js";
import { problemText } from "./server.js";
import * as settings from "./settings.js";

/** @import { Evaluation, EvaluationPoint, Exercise, Side, SideSummary } from "../types/server.d.ts" */
/** @import { Node, Tree } from "./tree.js" */
/** @typedef {{ tree: Tree, current: Node, sides: [string, string], begins: number, id: string | null, you: Side[] }} Study */
/** @typedef {Node & { point: EvaluationPoint }} EvaluatedNode */

/** Time of the engine on this device for each position, in milliseconds. */
const POSITION_TIME = 300;
const GLYPHS = { blunder: 4, mistake: 2, inaccuracy: 6 };
/** Whether the visitor has come for the turning points; the address changes with the position shown. */
const wantsTurns = location.hash === "#turning-points";
/** Size and margin of the drawing, before it is scaled. */
const [WIDTH, HEIGHT, MARGIN] = [600, 150, 6];

export class Review {
  #panel;
  #study;
  #on;
  #button;
  #graph;
  #turns;
  #state;
  #summary;
  /** Accuracy and mistakes of both sides. @type {Record<Side, SideSummary> | null} */
  #judged = null;
  /** The main line that was judged. */
  #judgedLine = "";
  /** @type {Node[]} */
  #turningPoints = [];
  /** Whether the visitor has come for the mistakes. */
  showsMistakes = location.hash === "#mistakes";
  #busy = false;
  /** Whether the evaluation is brought into view when it is done. */
  showsItself = wantsTurns;

  /**
   * @param {HTMLElement} panel
   * @param {() => Study} study
   * @param {{
   *   go: (node: Node) => void,
   *   better: (node: Node, moves: string[]) => void,
   *   change: () => void,
   *   exercises: (exercises: Exercise[]) => void,
   *   learn: (side: Side) => void,
   * }} on Called when a position or a better line is clicked, when more is known, with the exercises
   *   that were found, and when somebody wants to do those of a side.
   */
  constructor(panel, study, on) {
    this.#panel = panel;
    this.#study = study;
    this.#on = on;
    this.#button = findAs('[data-action="review"]', HTMLButtonElement, panel);
    this.#graph = find("#graph", panel);
    this.#turns = find("#turns", panel);
    this.#state = find("#review-state", panel);
    this.#summary = find("#review-summary", panel);
    this.#button.addEventListener("click", () => this.run());
    this.#graph.addEventListener("click", (event) => this.#graphClicked(event));
    this.#turns.addEventListener("click", (event) => this.#turnClicked(event));
    this.#summary.addEventListener("click", (event) => {
      const side = targetOf(event, "[data-learn]")?.dataset.learn;
      if (side) on.learn(/** @type {Side} */ (side));
    });
  }

  /** Lets the engine evaluate the main line. */
  async run() {
    const { tree, id } = this.#study();
    const { main } = tree;
    if (this.#busy || main.length < 2) return;
    this.#busy = true;
    this.#button.disabled = true;
    try {
      const take = (/** @type {string} */ name, /** @type {Evaluation} */ data) =>
        this.#take(name === "done", data, main);
      if (id && tree.isAsPlayed) {
        await stream(`/api/v1/games/${id}/evaluation`, null, undefined, take);
      } else {
        const request = { game: tree.game, position: tree.start, moves: tree.last.moves };
        const here = device.isPossible && (!hasServer || settings.get("engineplace") === "device");
        if (!here || !(await this.#runHere(request, take))) {
          await stream("/api/v1/evaluate", request, undefined, take);
        }
      }
    } catch (error) {
      this.#state.textContent = problemText(error);
    } finally {
      this.#busy = false;
      this.#button.disabled = false;
    }
  }

  /**
   * Evaluates on this device; returns whether that was possible. If not, the server goes on.
   * @param {{ game: string, position: string, moves: string[] }} request
   * @param {(name: string, data: Evaluation) => void} take
   */
  async #runHere(request, take) {
    const search = /** @type {const} */ ({ kind: "evaluate", limits: { milliseconds: POSITION_TIME } });
    const { signal } = new AbortController();
    try {
      take("done", await device.run(request, search, signal, (soFar) => take("points", soFar)));
      return true;
    } catch (error) {
      if (hasServer) return false;
      this.#state.textContent = error instanceof Error ? error.message : String(error);
      return true;
    }
  }

  /**
   * @param {boolean} done
   * @param {Evaluation} data
   * @param {Node[]} main
   */
  #take(done, { points, turning_points: turningPoints, summary, exercises }, main) {
    for (const point of points) {
      const node = main[point.ply];
      if (!node) continue;
      node.point = point;
      if (point.mistake && !node.glyphs.length && !node.hasOwnGlyph) node.glyphs = [GLYPHS[point.mistake]];
    }
    if (done) {
      this.#turningPoints = turningPoints.map((ply) => main[ply]);
      this.#judged = summary ?? null;
      this.#judgedLine = lineOf(main);
      this.#on.exercises(exercises ?? []);
    }
    this.#state.textContent = this.#progress(done, main);
    this.#on.change();
    this.show();
    // Whoever has come for them should not have to look for them.
    if (done && this.showsItself) this.#panel.scrollIntoView({ block: "nearest" });
    const [you] = this.#study().you;
    if (done && this.showsMistakes && you && exercises?.some(({ side }) => side === you)) {
      this.#on.learn(you);
    }
  }

  /**
   * @param {boolean} done
   * @param {Node[]} main
   */
  #progress(done, main) {
    if (!done) return `${main.filter(isEvaluated).length} of ${main.length} positions…`;
    return this.#turningPoints.length ? "" : "This game had no turning points.";
  }

  /** Draws the graph, and which position is on the board. */
  show() {
    const { tree, current } = this.#study();
    const { main } = tree;
    const known = main.filter(isEvaluated);
    this.#panel.hidden = main.length < 2;
    const possible = this.#panel.dataset.possible === "1" && main.length > 1;
    this.#button.hidden = !possible || known.length === main.length;
    this.#turningPoints = this.#turningPoints.filter((node) => main.includes(node));
    this.#graph.replaceChildren(...(known.length ? [this.#draw(main, known, current)] : []));
    this.#turns.replaceChildren(...this.#turningPoints.filter(isEvaluated).map((node) => this.#turn(node)));
    this.#showSummary(main);
  }

  /**
   * Shows the accuracy and the mistakes of both sides, as long as the main line is the one that was judged.
   * @param {Node[]} main
   */
  #showSummary(main) {
    const judged = this.#judgedLine === lineOf(main) ? this.#judged : null;
    this.#summary.hidden = !judged;
    if (!judged) return this.#summary.replaceChildren();
    const { sides, you } = this.#study();
    const buttons = make("p", "buttons");
    for (const [index, side] of SIDES.entries()) {
      const { inaccuracies, mistakes, blunders } = judged[side];
      if (!(inaccuracies + mistakes + blunders) || (you.length && !you.includes(side))) continue;
      const label = you.length === 1 ? "Learn from your mistakes" : `Learn from ${sides[index]}’s mistakes`;
      buttons.append(makeButton("button", label, { learn: side }));
    }
    this.#summary.replaceChildren(
      accuracyTable(sides, judged),
      ...(buttons.childElementCount ? [buttons] : []),
    );
  }

  /**
   * @param {Node[]} main
   * @param {EvaluatedNode[]} known
   * @param {Node} current
   */
  #draw(main, known, current) {
    const { sides } = this.#study();
    const last = Math.max(1, main.length - 1);
    const x = (/** @type {number} */ ply) => (ply / last) * WIDTH;
    const y = (/** @type {number} */ expectation) => (1 - expectation) * HEIGHT;
    const svg = makeSvg("svg", {
      viewBox: `${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`,
      role: "img",
      "aria-label": graphLabel(known, sides),
    });
    const line = known.map((node) => `${x(node.depth)},${y(node.point.expectation)}`).join(" ");
    const [from, to] = [x(known[0].depth), x(known[known.length - 1].depth)];
    svg.append(
      makeSvg("rect", { class: "graph-back", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
      makeSvg("rect", { class: "graph-second", x: from, y: 0, width: to - from, height: HEIGHT }),
      makeSvg("polygon", { class: "graph-first", points: `${from},${HEIGHT} ${line} ${to},${HEIGHT}` }),
      makeSvg("line", { class: "graph-even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      makeSvg("polyline", { class: "graph-line", points: line }),
    );
    const here = main.indexOf(current);
    if (here >= 0) {
      svg.append(makeSvg("line", { class: "graph-here", x1: x(here), x2: x(here), y1: 0, y2: HEIGHT }));
    }
    for (const node of this.#turningPoints.filter(isEvaluated)) {
      const [cx, cy] = [x(node.depth), y(node.point.expectation)];
      svg.append(makeSvg("circle", { class: "graph-turn", cx, cy, r: 6 }));
    }
    return svg;
  }

  /**
   * Describes a turning point: the move, what it cost, and the better move.
   * @param {EvaluatedNode} node
   */
  #turn(node) {
    const { sides, begins } = this.#study();
    const at = begins + node.depth - 1;
    const number = `${Math.floor(at / 2) + 1}${at % 2 ? "…" : "."}`;
    const row = make("p");
    const move = makeButton("turn-move", `${number} ${node.move} ${node.signs}`.trim(), { turn: node.depth });
    row.append(move, ` ${mistakeText(node.point, sides[at % 2])}`);
    const [best] = node.parent?.point?.best ?? [];
    if (best) {
      const better = makeButton("link", best, { better: node.depth });
      better.title = "Show the better line";
      row.append(" Best was ", better, ".");
    }
    // Games that were evaluated by an earlier version have no words.
    if (node.point.explanation) row.append(make("span", "explanation", node.point.explanation));
    return row;
  }

  /** @param {MouseEvent} event */
  #graphClicked(event) {
    const svg = event.target instanceof Element && event.target.closest("svg");
    if (!svg) return;
    const { left, width } = svg.getBoundingClientRect();
    const { main } = this.#study().tree;
    const part = (((event.clientX - left) / width) * (WIDTH + 2 * MARGIN) - MARGIN) / WIDTH;
    this.#on.go(main[Math.round(Math.min(1, Math.max(0, part)) * (main.length - 1))]);
  }

  /** @param {MouseEvent} event */
  #turnClicked(event) {
    const { turn, better } = targetOf(event, "button")?.dataset ?? {};
    const { main } = this.#study().tree;
    if (turn) this.#on.go(main[Number(turn)]);
    const before = better ? main[Number(better)].parent : null;
    if (before?.point) this.#on.better(before, before.point.best);
  }
}

/** @type {Side[]} */
const SIDES = ["first", "second"];

/** Writes the moves of a line. @param {Node[]} nodes */
const lineOf = (nodes) => nodes.map((node) => node.move).join(" ");

/**
 * @param {Node} node
 * @returns {node is EvaluatedNode}
 */
function isEvaluated(node) {
  return node.point !== null;
}

/**
 * Describes the graph for those who do not see it.
 * @param {EvaluatedNode[]} known
 * @param {[string, string]} sides
 */
function graphLabel(known, sides) {
  const { expectation, text } = known[known.length - 1].point;
  const moves = known.length - 1;
  return `Expected score of ${sides[0]} after each of ${moves} moves; at the end ${chance(expectation)}, ${text}.`;
}
