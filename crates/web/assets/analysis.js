// The analysis board: any moves, kept as a tree, with the engine looking on.

import { Arrows } from "./arrows.js";
import { Board, positionPath } from "./board.js";
import { chance, Engine, judge } from "./engine.js";
import { Exports, linePath, startPath } from "./exports.js";
import "./import.js";
import { Review } from "./review.js";
import { announce, copy, note } from "./say.js";
import { Problem, post } from "./server.js";
import * as settings from "./settings.js";
import * as studies from "./studies.js";
import { Tree } from "./tree.js";
import { TreeView } from "./tree-view.js";

/** How long somebody must look at a position to play from it. */
const PAUSE = 150;

const data = JSON.parse(document.getElementById("study-data").textContent);
const element = (selector) => document.querySelector(selector);
const { sides, id } = data;

let { tree, current } = open();
tree.standard = data.standard;

const board = new Board(element("[data-board]"), { onMove: play, onShow: shown, confirm: () => false });
const study = () => ({ tree, current, sides, begins: data.begins, id, flipped: board.flipped });
const arrows = new Arrows(element("[data-board]"));
const engine = new Engine(element("#engine"), () => ({ game: tree.game, start: tree.start, sides, begins: data.begins }), {
  change: (node) => node === current && showOpinion(),
  play: (moves) => playAll(current, moves),
});
const view = new TreeView(element("#tree"), study, (node) => go(node));
const review = new Review(element("#review"), study, { go: (node) => go(node), better: playAll, change: () => view.show() });
const exports = new Exports(element("#export"), study);

/** What was studied here before, or what the server sent. */
function open() {
  const sent = new Tree(data);
  let node = sent.root;
  let seen = node;
  for (const [move, position] of data.moves) {
    node = sent.add(node, move, position);
    if (node.depth === data.shown) seen = node;
  }
  sent.played = node.moves;
  const kept = studies.find({ game: data.game, id, position: seen.position });
  if (!kept) return { tree: sent, current: seen };
  if (!id) {
    // The page was opened somewhere in the middle; the study has its own beginning.
    const first = kept.tree.start.endsWith(data.start.slice(-1)) ? data.begins : 1 - data.begins;
    data.begins = first;
    return { tree: kept.tree, current: kept.current ?? kept.tree.root };
  }
  // The game may have gone on since.
  let last = kept.tree.root;
  for (const [move, position] of data.moves) last = kept.tree.add(last, move, position);
  kept.tree.played = node.moves;
  const main = [...kept.tree.nodes()].find((other) => other.depth === data.shown && other.position === seen.position);
  return { tree: kept.tree, current: kept.current ?? main ?? kept.tree.root };
}

// ---- going and playing ----

/** Looks at another position. Who only steps through asks for no legal moves. */
function go(node, stepping = false) {
  current = node;
  render(stepping);
  const at = data.begins + node.depth - 1;
  announce(node.parent ? `${Math.floor(at / 2) + 1}, ${sides[at % 2]}: ${node.move}. ${statusText()}` : `The start. ${statusText()}`);
}

/** Makes a move on the board. */
async function play(text) {
  return playAll(current, [text]);
}

/** Makes moves from a position, and looks at where they lead. */
async function playAll(from, texts) {
  try {
    const moves = [...from.moves, ...texts];
    const applied = await post("/api/v1/apply", { game: tree.game, position: tree.start, moves });
    const first = moves.length - texts.length;
    let node = from;
    for (let at = first; at < moves.length; at += 1) {
      node = tree.add(node, applied.moves[at], applied.positions[at]);
    }
    if (applied.reason) node.ending = { outcome: applied.outcome, reason: applied.reason };
    go(node);
    return true;
  } catch (problem) {
    note(problem instanceof Problem ? problem.text : "The server cannot be reached. Try again.", "error");
    board.clear();
    return false;
  }
}

function step(word) {
  const main = (node) => (node.children.length ? main(node.children[0]) : node);
  const node = { first: tree.root, previous: current.parent, next: current.children[0], last: main(current) }[word];
  if (node && node !== current) go(node, true);
}

/** The variation beside this one. */
function beside(by) {
  if (!current.parent) return;
  const { children } = current.parent;
  const other = children[children.indexOf(current) + by];
  if (other) go(other);
}

// ---- showing ----

function toMove() {
  return (data.begins + current.depth) % 2;
}

function statusText() {
  if (current.ending) return `The game is over: ${current.ending.reason}.`;
  return `${sides[toMove()]} to move.`;
}

let rest = null;

function render(stepping = false) {
  const { parent, move, position } = current;
  clearTimeout(rest);
  if (stepping) board.interactive = false;
  board.show(parent ? { game: tree.game, before: parent.position, move, position } : { game: tree.game, position });
  if (stepping) rest = setTimeout(() => (board.interactive = true), PAUSE);
  else board.interactive = true;
  view.show();
  review.show();
  const tools = element("#node-tools");
  tools.hidden = false;
  element('[data-action="promote"]').disabled = !current.branch;
  element('[data-action="delete"]').disabled = !parent;
  const comment = element("#comment");
  if (document.activeElement !== comment) comment.value = current.comments.join("\n\n");
  element(".comment").open = current.comments.length > 0 || document.activeElement === comment;
  const playFrom = new URLSearchParams({ game: tree.game, position });
  element('[data-link="play"]').href = `/new?${playFrom}`;
  engine.look(current);
  showStatus();
  showOpinion();
  remember();
}

function showStatus() {
  board.say(current.ending ? statusText() : `${sides[toMove()]}:`);
}

/** The board has changed: it may know that the game is over here. */
function shown(about) {
  arrows.draw();
  if (about.position !== current.position || !about.outcome || current.ending) return;
  current.ending = { outcome: about.outcome, reason: about.reason };
  engine.look(current);
  showStatus();
  showOpinion();
}

/** What both sides can expect, and the arrows of the best moves. */
function showOpinion() {
  const lines = engine.on && !current.ending ? (current.analysis?.lines ?? []) : [];
  arrows.show(settings.get("arrows") ? lines.slice(0, Number(settings.get("lines"))) : []);
  const balance = element("#balance");
  const judged = opinion(lines[0]);
  balance.hidden = !engine.on && !judged;
  balance.classList.toggle("is-unknown", !judged);
  const share = judged?.first ?? 0.5;
  balance.querySelector(".balance-share").style.width = `${(share * 100).toFixed(1)}%`;
  const words = (side) => (judged ? judged.words[side] : sides[side]);
  balance.querySelector('[data-balance="first"]').textContent = words(0);
  balance.querySelector('[data-balance="second"]').textContent = words(1);
}

/** What is known of the position: its end, the engine's best line, or the whole game's
 * evaluation. */
function opinion(line) {
  if (current.ending) {
    const { outcome } = current.ending;
    const first = { first: 1, second: 0, draw: 0.5 }[outcome];
    const words = { first: [`${sides[0]} won`, sides[1]], second: [sides[0], `${sides[1]} won`], draw: ["A draw", "A draw"] };
    return { first, words: words[outcome] };
  }
  if (line) {
    const { first, text } = judge(line, toMove(), sides);
    if (line.proven) return { first, words: first >= 0.5 ? [text, sides[1]] : [sides[0], text] };
    return { first, words: [`${sides[0]} ${chance(first)}`, `${sides[1]} ${chance(1 - first)}`] };
  }
  if (!current.point) return null;
  const first = current.point.expectation;
  return { first, words: [`${sides[0]} ${chance(first)}`, `${sides[1]} ${chance(1 - first)}`] };
}

// ---- remembering ----

function address() {
  if (id) {
    const main = tree.main;
    const played = main.indexOf(current);
    return `/g/${id}/analysis${played >= 0 ? `?ply=${played}` : ""}`;
  }
  if (!current.parent) return startPath(tree);
  return `/a/${tree.game}/${positionPath(current.position)}`;
}

function remember() {
  const now = address();
  if (now !== location.pathname + location.search) history.replaceState(null, "", now);
  studies.keep(tree, current, id, now);
}

// ---- what can be pressed and typed ----

element("#typed").hidden = false;
element("#typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.elements.move;
  const text = field.value.trim();
  if (text && (await play(text))) field.value = "";
  field.focus();
});

for (const link of document.querySelectorAll("[data-step]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    step(link.dataset.step);
  });
}

const keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, textarea, [role=grid], dialog")) return;
  if (event.key === "Escape" && board.stepBack()) return event.preventDefault();
  if (event.key === "f") return board.flip();
  if (!keys[event.key]) return;
  event.preventDefault();
  if (event.shiftKey && event.key === "ArrowUp") return beside(-1);
  if (event.shiftKey && event.key === "ArrowDown") return beside(1);
  step(keys[event.key]);
});

element("#comment").addEventListener("input", (event) => {
  const text = event.target.value.trim();
  current.comments = text ? [text] : [];
  view.show();
  remember();
});

const buttons = {
  flip: () => board.flip(),
  promote: () => {
    if (tree.promote(current)) go(current);
  },
  delete: () => {
    if (current.parent) go(tree.remove(current));
  },
  share: () => copy(location.href),
  line: () => copy(location.origin + linePath(tree, current)),
  export: () => exports.open(),
  import: () => element("#import").showModal(),
  clear: () => {
    if (!tree.root.children.length) return;
    tree = new Tree(id ? data : { game: tree.game, start: tree.start });
    tree.standard = data.standard;
    let node = tree.root;
    if (id) for (const [move, position] of data.moves) node = tree.add(node, move, position);
    tree.played = node.moves;
    go(tree.root);
  },
};
for (const [action, press] of Object.entries(buttons)) {
  for (const button of document.querySelectorAll(`[data-action="${action}"]`)) {
    button.hidden = false;
    button.addEventListener("click", press);
  }
}
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector('[data-action="close"]').addEventListener("click", () => dialog.close());
}

element("#settings").hidden = false;
settings.bind(element("#settings"));
document.addEventListener("cairn:setting", ({ detail }) => {
  if (detail.name === "arrows" || detail.name === "lines") showOpinion();
});

render();
if (id && data.over && tree.main.length > 1) review.run();
