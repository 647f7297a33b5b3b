// The whole game: a graph of what the first mover can expect, and the moves that turned it.

import { element } from "./arrows.js";
import { chance } from "./engine.js";
import { stream } from "./events.js";
import { Problem } from "./server.js";

const GLYPHS = { blunder: 4, mistake: 2, inaccuracy: 6 };
/** The size of the drawing, before it is scaled. */
const [WIDTH, HEIGHT] = [600, 150];

export class Review {
  #panel;
  #study;
  #on;
  #turns = [];
  #busy = false;

  /** `study()` gives `{tree, current, sides, begins, id}`; `on.go(node)` and
   * `on.better(node, moves)` are called when something is clicked, `on.change()` when
   * more is known. */
  constructor(panel, study, on) {
    this.#panel = panel;
    this.#study = study;
    this.#on = on;
    panel.querySelector('[data-action="review"]').addEventListener("click", () => this.run());
    panel.querySelector("#graph").addEventListener("click", (event) => this.#clicked(event));
    panel.querySelector("#turns").addEventListener("click", (event) => this.#turned(event));
  }

  #say(text) {
    this.#panel.querySelector("#review-state").textContent = text;
  }

  /** Lets the engine go through the main line. */
  async run() {
    const { tree, id } = this.#study();
    const main = tree.main;
    if (this.#busy || main.length < 2) return;
    this.#busy = true;
    const button = this.#panel.querySelector('[data-action="review"]');
    button.disabled = true;
    try {
      const own = id && tree.isAsPlayed;
      const [path, body] = own
        ? [`/api/v1/games/${id}/evaluation`, null]
        : ["/api/v1/evaluate", { game: tree.game, position: tree.start, moves: main.at(-1).moves }];
      await stream(path, body, undefined, (name, data) => this.#take(name, data, main));
    } catch (error) {
      this.#say(error instanceof Problem ? error.text : "The server cannot be reached. Try again.");
    } finally {
      this.#busy = false;
      button.disabled = false;
    }
  }

  #take(name, data, main) {
    for (const point of data.points) {
      const node = main[point.ply];
      if (!node) continue;
      node.point = point;
      const glyph = GLYPHS[point.mistake];
      if (glyph && !node.glyphs.length) node.glyphs = [glyph];
    }
    const done = main.filter((node) => node.point).length;
    this.#say(name === "done" ? "" : `${done} of ${main.length} positions…`);
    if (name === "done") this.#turns = data.turning_points.map((ply) => main[ply]);
    if (name === "done" && !this.#turns.length) this.#say("No move turned this game.");
    this.#on.change();
    this.show();
  }

  /** Draws the graph, and which position is looked at. */
  show() {
    const { tree, current } = this.#study();
    const main = tree.main;
    const known = main.filter((node) => node.point);
    this.#panel.hidden = main.length < 2;
    const possible = this.#panel.dataset.possible === "1" && main.length > 1;
    this.#panel.querySelector('[data-action="review"]').hidden = !possible || known.length === main.length;
    const graph = this.#panel.querySelector("#graph");
    const turns = this.#panel.querySelector("#turns");
    if (!known.length) {
      graph.replaceChildren();
      turns.replaceChildren();
      return;
    }
    graph.replaceChildren(this.#draw(main, current));
    this.#turns = this.#turns.filter((node) => main.includes(node));
    turns.replaceChildren(...this.#turns.map((node) => this.#turn(node)));
  }

  #draw(main, current) {
    const { sides } = this.#study();
    const last = Math.max(1, main.length - 1);
    const x = (ply) => (ply / last) * WIDTH;
    const y = (expectation) => (1 - expectation) * HEIGHT;
    const known = main.filter((node) => node.point);
    const svg = element("svg", {
      viewBox: `-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`,
      role: "img",
      "aria-label": this.#words(known, sides),
    });
    const line = known.map((node) => `${x(node.depth)},${y(node.point.expectation)}`).join(" ");
    const [from, to] = [x(known[0].depth), x(known.at(-1).depth)];
    svg.append(
      element("rect", { class: "graph-back", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
      element("rect", { class: "graph-second", x: from, y: 0, width: to - from, height: HEIGHT }),
      element("polygon", { class: "graph-first", points: `${from},${HEIGHT} ${line} ${to},${HEIGHT}` }),
      element("line", { class: "graph-even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      element("polyline", { class: "graph-line", points: line }),
    );
    const here = main.indexOf(current);
    if (here >= 0) svg.append(element("line", { class: "graph-here", x1: x(here), x2: x(here), y1: 0, y2: HEIGHT }));
    for (const node of this.#turns.filter((node) => node.point)) {
      svg.append(element("circle", { class: "graph-turn", cx: x(node.depth), cy: y(node.point.expectation), r: 6 }));
    }
    return svg;
  }

  /** The graph for those who do not see it. */
  #words(known, sides) {
    const { expectation, text } = known.at(-1).point;
    return `What ${sides[0]} could expect after each of ${known.length - 1} moves; at the end ${chance(expectation)}, ${text}.`;
  }

  #turn(node) {
    const { sides, begins } = this.#study();
    const at = begins + node.depth - 1;
    const row = document.createElement("p");
    const go = button("turn-move", { turn: node.depth }, `${Math.floor(at / 2) + 1}${at % 2 ? "…" : "."} ${node.move} ${node.signs}`);
    const lost = Math.round(node.point.loss * 100);
    row.append(go, ` ${sides[at % 2]} gave away ${lost}\u00a0%.`);
    const best = node.parent.point?.best ?? [];
    if (best.length) {
      const better = button("link", { better: node.depth }, best[0]);
      better.title = "Show the better line";
      row.append(" Better: ", better);
    }
    return row;
  }

  #clicked(event) {
    const svg = event.target.closest("svg");
    if (!svg) return;
    const frame = svg.getBoundingClientRect();
    const main = this.#study().tree.main;
    const part = (((event.clientX - frame.left) / frame.width) * (WIDTH + 12) - 6) / WIDTH;
    const ply = Math.round(Math.min(1, Math.max(0, part)) * (main.length - 1));
    this.#on.go(main[ply]);
  }

  #turned(event) {
    const target = event.target.closest("button");
    if (!target) return;
    const main = this.#study().tree.main;
    const { turn, better } = target.dataset;
    if (turn) this.#on.go(main[turn]);
    if (better) this.#on.better(main[better].parent, main[better].parent.point.best);
  }
}

function button(kind, data, text) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  Object.assign(made.dataset, data);
  made.textContent = text.trim();
  return made;
}
