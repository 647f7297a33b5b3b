// The analysis board: any moves, kept as a tree, with the engine's lines.

import { startPath } from "./addresses.js";
import { Arrows } from "./arrows.js";
import { hasServer, pageAddress } from "./base.js";
import { Board } from "./board.js";
import { Drawing } from "./drawing.js";
import { find, findAll, findAs, readData, targetOf } from "./dom.js";
import { Engine } from "./engine.js";
import { Exercises } from "./mistakes.js";
import { Exports } from "./exports.js";
import "./import.js";
import { balanceOfExpectation, balanceOfLine, balanceOfOutcome } from "./scores.js";
import { toggleMark } from "./marks.js";
import { newGameAddress } from "./new-local-game.js";
import { applyMoves, boardModule } from "./modules.js";
import { Review } from "./review.js";
import { SavedStudy, draftOf, saveAs, studyAddress } from "./saved-study.js";
import { announce, copy, note } from "./say.js";
import { problemText } from "./server.js";
import * as settings from "./settings.js";
import * as studies from "./studies.js";
import { lineAddress, positionAddress, readAddress } from "./study-address.js";
import { TreeView } from "./tree-view.js";
import { Tree, mainLine } from "./tree.js";
import { suppliesText } from "./words.js";

/** @import { ExploredMove } from "../types/modules.d.ts" */
/** @import { About, AnalysisLine, Applied, Side, StudyData } from "../types/server.d.ts" */
/** @import { Node } from "./tree.js" */

/** Milliseconds on a position before its legal moves are fetched, for those who step through. */
const DELAY = 150;

/** @type {StudyData} */
const data = await studyOfAddress(readData("study-data"));
const { sides, id } = data;

const opened = open();
let { tree, current } = opened;
tree.standard = data.standard;

const board = new Board(find("[data-board]"), { onMove: play, onShow: shown, confirm: () => false });
const study = () => ({
  tree,
  current,
  sides,
  begins: data.begins,
  id,
  game: tree.game,
  start: tree.start,
  flipped: board.flipped,
  you: data.you?.length ? data.you : (opened.you ?? []),
});
const arrows = new Arrows(find("[data-board]"));
/** While two people play the game, the page has no engine. */
const panel = document.querySelector("#engine");
const engine =
  panel instanceof HTMLElement
    ? new Engine(panel, study, {
        change: (node) => node === current && showBalance(),
        play: (moves) => playAll(current, moves),
      })
    : null;
/** The opening explorer, once it was opened. @type {import("./explorer.js").Explorer | null} */
let explorer = null;
/** The move of the explorer that is pointed at. @type {ExploredMove | null} */
let pointed = null;
const view = new TreeView(find("#tree"), study, go);
const review = new Review(find("#review"), study, {
  go,
  better: playAll,
  change: () => view.show(),
  exercises: (found) => exercises.take(found),
  learn: (side) => exercises.start(side),
});
const exercises = new Exercises(find("#exercises"), study, {
  begin: (node, side) => {
    find("[data-study]").classList.add("is-learning");
    if (board.flipped !== (side === 1)) board.flip();
    current = node;
  },
  show: (node, made) => {
    current = node;
    engine?.look(null);
    arrows.show([]);
    const { game } = tree;
    const { parent, move, position } = node;
    if (made) board.show({ game, before: position, ...made });
    else board.show(parent ? { game, before: parent.position, move, position } : { game, position });
    board.interactive = !made;
    board.say(made ? "" : statusText());
  },
  end: (node) => {
    find("[data-study]").classList.remove("is-learning");
    go(node ?? current);
  },
});
/** The study on the server that this page shows, if it shows one. */
const saved =
  data.study && data.record ? new SavedStudy(find("#saved-study"), data.study, () => tree.toRecord()) : null;
const drawing = new Drawing(find("[data-board] [data-view]"), {
  draw: (mark) => {
    current.marks = toggleMark(current.marks, mark);
    arrows.showMarks(current.marks);
    remember();
  },
  clear: () => {
    const had = current.marks.length > 0;
    current.marks = [];
    if (had) arrows.showMarks([]);
    if (had) remember();
    return had;
  },
});
const exports = new Exports(findAs("#export", HTMLDialogElement), study);

/**
 * Returns the study that the address means. A page that was kept for use without the server, or that
 * is a file, has the start of the game instead.
 * @param {StudyData} sent
 * @returns {Promise<StudyData>}
 */
async function studyOfAddress(sent) {
  if (sent.study) return sent;
  const { position, moves, ply } = readAddress();
  const start = position ?? sent.standard;
  const isSent = start === sent.start && moves.join(" ") === sent.moves.map(([move]) => move).join(" ");
  if (sent.id || isSent) return sent;
  try {
    const module = await boardModule();
    const { moves: made, positions } = module.apply(sent.game, start, moves);
    const { position: from, to_move: begins } = module.apply(sent.game, start, []);
    const shown = Math.min(ply ?? made.length, made.length);
    const pairs = made.map((move, index) => /** @type {[string, string]} */ ([move, positions[index]]));
    return { ...sent, start: from, moves: pairs, shown, begins: begins === "first" ? 0 : 1 };
  } catch (error) {
    // What the server could read, it has sent.
    if (!hasServer) note(error instanceof Error ? error.message : String(error), "error");
    return sent;
  }
}

/** Adds the moves that the server sent; returns the nodes from the start on. @param {Tree} tree */
function addSentMoves(tree) {
  const nodes = [tree.root];
  for (const [index, [move, position]] of data.moves.entries()) {
    nodes.push(tree.add(nodes[index], move, position));
  }
  tree.played = nodes[nodes.length - 1].moves;
  return nodes;
}

/**
 * Returns the study that was kept in the browser, or the one that the server sent.
 * @returns {{ tree: Tree, current: Node, review?: boolean, learns?: boolean, you?: Side[] }}
 */
function open() {
  if (data.study && data.record) {
    const draft = data.study.yours ? draftOf(data.study.id) : null;
    const tree = Tree.fromRecord(draft?.record ?? data.record);
    return { tree, current: tree.main[data.shown] ?? tree.last };
  }
  const sent = new Tree(data);
  const seen = addSentMoves(sent)[data.shown];
  const kept = studies.restore({ game: data.game, id, position: seen.position });
  if (!kept) return { tree: sent, current: seen };
  if (id) {
    // The game may have continued since.
    const main = addSentMoves(kept.tree)[data.shown];
    return { tree: kept.tree, current: kept.current ?? main };
  }
  // The page may have been opened in the middle of the study, which has its own start. The
  // side to move is the last letter of a position.
  if (!kept.tree.start.endsWith(data.start.slice(-1))) data.begins = 1 - data.begins;
  return { ...kept, current: kept.current ?? kept.tree.root };
}

// ---- going and playing ----

/**
 * Looks at another position. Those who only step through need no legal moves.
 * @param {Node} node
 * @param {{ stepping?: boolean }} options
 */
function go(node, { stepping = false } = {}) {
  current = node;
  render(stepping);
  const at = data.begins + node.depth - 1;
  const move = `${Math.floor(at / 2) + 1}, ${sides[at % 2]}: ${node.move}.`;
  announce(`${node.parent ? move : "The start."} ${statusText()}`);
}

/**
 * Makes a move on the board.
 * @param {string} text
 */
function play(text) {
  return exercises.isOn ? exercises.try(text) : playAll(current, [text]);
}

/**
 * Makes moves from a position, and looks at where they lead; returns whether they are legal.
 * @param {Node} from
 * @param {string[]} texts
 */
async function playAll(from, texts) {
  try {
    const request = { game: tree.game, position: tree.start, moves: [...from.moves, ...texts] };
    /** @type {Applied} */
    const { moves, positions, outcome, reason } = await applyMoves(request);
    let node = from;
    for (let at = from.depth; at < moves.length; at += 1) node = tree.add(node, moves[at], positions[at]);
    if (outcome) node.ending = { outcome, reason };
    go(node);
    return true;
  } catch (error) {
    note(problemText(error), "error");
    board.clear();
    return false;
  }
}

/** @param {string | undefined} word */
function step(word) {
  /** @type {Record<string, Node | null | undefined>} */
  const targets = {
    first: tree.root,
    previous: current.parent,
    next: current.children[0],
    last: mainLine(current).at(-1),
  };
  const node = targets[word ?? ""];
  if (node && node !== current && !exercises.isOn) go(node, { stepping: true });
}

/**
 * Looks at the variation beside this one.
 * @param {number} by
 */
function goBeside(by) {
  if (exercises.isOn) return;
  const siblings = current.parent?.children ?? [];
  const other = siblings[siblings.indexOf(current) + by];
  if (other) go(other);
}

// ---- showing ----

/** Returns the index of the side to move. */
function toMove() {
  return (data.begins + current.depth) % 2;
}

function statusText() {
  if (current.ending) return `The game is over: ${current.ending.reason}.`;
  return `${sides[toMove()]} to move.`;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let playableTimer;

function render(stepping = false) {
  const { parent, move, position, comments } = current;
  const { game } = tree;
  clearTimeout(playableTimer);
  if (stepping) board.interactive = false;
  board.show(parent ? { game, before: parent.position, move, position } : { game, position });
  if (stepping) playableTimer = setTimeout(() => (board.interactive = true), DELAY);
  else board.interactive = true;
  view.show();
  review.show();
  findAs('[data-action="promote"]', HTMLButtonElement).disabled = !current.branch;
  findAs('[data-action="delete"]', HTMLButtonElement).disabled = !parent;
  const comment = findAs("#comment", HTMLTextAreaElement);
  const writing = document.activeElement === comment;
  if (!writing) comment.value = comments.join("\n\n");
  findAs(".comment", HTMLDetailsElement).open = comments.length > 0 || writing;
  findAs('[data-link="play"]', HTMLAnchorElement).href = hasServer
    ? `/new?${new URLSearchParams({ game, position })}`
    : newGameAddress({ game, position, setup: "position" });
  const edit = findAs('[data-link="edit"]', HTMLAnchorElement);
  edit.href = `${pageAddress(`editor/${game}`)}?${new URLSearchParams({ position })}`;
  showGlyphs();
  arrows.showMarks(current.marks);
  engine?.look(current);
  explorer?.look(current);
  board.say(statusText());
  showBalance();
  remember();
}

/** Shows which signs the move has. */
function showGlyphs() {
  for (const button of findAll("[data-glyph]")) {
    button.setAttribute("aria-pressed", String(current.glyphs.includes(Number(button.dataset.glyph))));
    if (button instanceof HTMLButtonElement) button.disabled = !current.parent;
  }
}

/**
 * Gives the move a sign, in place of another one, or takes it away.
 * @param {number} glyph 1 to 6, or 0 for none.
 */
function setGlyph(glyph) {
  if (!current.parent || exercises.isOn) return;
  const others = current.glyphs.filter((other) => other > 6);
  const isThere = current.glyphs.includes(glyph);
  current.glyphs = isThere || !glyph ? others : [glyph, ...others];
  // The evaluation of the whole game does not give it another one.
  current.hasOwnGlyph = true;
  showGlyphs();
  view.show();
  remember();
}

/**
 * Learns from the board whether the game is over here.
 * @param {About} about
 */
function shown(about) {
  const { position, outcome, reason } = about;
  find("#goal").textContent = `${about.goals[2]} ${suppliesText(about)}`;
  arrows.draw();
  if (position !== current.position || !outcome || current.ending || exercises.isOn) return;
  current.ending = { outcome, reason };
  engine?.look(current);
  board.say(statusText());
  showBalance();
}

/** Shows the expected score of both sides, and the arrows of the best moves. */
function showBalance() {
  const lines = engine?.isOn && !current.ending ? (current.analysis?.lines ?? []) : [];
  const best = settings.get("arrows") ? lines.slice(0, Number(settings.get("lines"))) : [];
  arrows.show(pointed ? [pointed] : best);
  const bar = find("#balance");
  const known = balance(lines[0]);
  bar.hidden = !engine?.isOn && !known;
  bar.classList.toggle("is-unknown", !known);
  const { first, words } = known ?? { first: 0.5, words: sides };
  find(".balance-share", bar).style.width = `${(first * 100).toFixed(1)}%`;
  find('[data-balance="first"]', bar).textContent = words[0];
  find('[data-balance="second"]', bar).textContent = words[1];
}

/**
 * Returns what is known of the position: its end, the engine's best line, or the evaluation
 * of the whole game.
 * @param {AnalysisLine | undefined} line
 */
function balance(line) {
  if (current.ending) return balanceOfOutcome(current.ending.outcome, sides);
  if (line) return balanceOfLine(line, toMove(), sides);
  return current.point ? balanceOfExpectation(current.point.expectation, sides) : null;
}

// ---- the opening explorer, which is loaded when it is opened ----

/** @param {HTMLDetailsElement} panel */
async function openExplorer(panel) {
  settings.set("explorer", panel.open);
  if (!panel.open || explorer) return;
  const { Explorer } = await import("./explorer.js");
  explorer ??= new Explorer(panel, study, {
    play: (moves) => playAll(current, moves),
    point: (move) => {
      if (move === pointed) return;
      pointed = move;
      showBalance();
    },
  });
  explorer.look(current);
}

const explorerPanel = document.querySelector("#explorer");
if (explorerPanel instanceof HTMLDetailsElement) {
  explorerPanel.addEventListener("toggle", () => openExplorer(explorerPanel));
  explorerPanel.open = settings.get("explorer");
}

// ---- remembering ----

function address() {
  const played = tree.main.indexOf(current);
  if (data.study) return studyAddress(data.study.id, played);
  if (id) {
    return `/g/${id}/analysis${played >= 0 ? `?ply=${played}` : ""}`;
  }
  if (hasServer && !current.parent) return startPath(tree);
  return positionAddress(tree.game, current.position);
}

function remember() {
  const now = address();
  if (now !== location.pathname + location.search + location.hash) history.replaceState(null, "", now);
  if (saved) saved.changed();
  else studies.keep(tree, current, id);
}

// ---- buttons, keys and fields ----

const typed = findAs("#typed", HTMLFormElement);
typed.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = findAs("[name=move]", HTMLInputElement, typed);
  const text = field.value.trim();
  if (text && (await play(text))) field.value = "";
  field.focus();
});

for (const link of findAll("[data-step]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    step(link.dataset.step);
  });
}

/** @type {Record<string, string>} */
const keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (targetOf(event, "input, select, textarea, [role=grid], dialog")) return;
  if (event.key === "Escape" && board.stepBack()) return event.preventDefault();
  if (event.key === "Escape") return exercises.end();
  if (event.key === "f") return board.flip();
  if (/^[0-6]$/.test(event.key)) return setGlyph(Number(event.key));
  if (!keys[event.key]) return;
  event.preventDefault();
  if (event.shiftKey && event.key === "ArrowUp") return goBeside(-1);
  if (event.shiftKey && event.key === "ArrowDown") return goBeside(1);
  step(keys[event.key]);
});

findAs("#comment", HTMLTextAreaElement).addEventListener("input", () => {
  const text = findAs("#comment", HTMLTextAreaElement).value.trim();
  current.comments = text ? [text] : [];
  view.show();
  remember();
});

function clear() {
  if (!tree.root.children.length || exercises.isOn) return;
  tree = new Tree(id ? data : { game: tree.game, start: tree.start });
  tree.standard = data.standard;
  if (id) addSentMoves(tree);
  go(tree.root);
}

async function save() {
  try {
    await saveAs(tree.toRecord(), { ply: current.mainPly });
  } catch (error) {
    note(problemText(error), "error");
  }
}

const buttons = {
  flip: () => board.flip(),
  promote: () => {
    if (tree.promote(current)) go(current);
  },
  delete: () => {
    if (current.parent) go(tree.remove(current));
  },
  share: () => copy(location.href),
  line: () => copy(location.origin + lineAddress(tree, current)),
  export: () => exports.open(),
  import: () => findAs("#import", HTMLDialogElement).showModal(),
  clear,
  ...(hasServer && { "save-study": save }),
  draw: () => setDrawing(!drawing.isOn),
  "clear-marks": () => {
    current.marks = [];
    arrows.showMarks([]);
    remember();
  },
};
for (const [action, press] of Object.entries(buttons)) {
  for (const button of findAll(`[data-action="${action}"]`)) {
    button.hidden = false;
    button.addEventListener("click", press);
  }
}
for (const dialog of document.querySelectorAll("dialog")) {
  find('[data-action="close"]', dialog).addEventListener("click", () => dialog.close());
}

for (const button of findAll("[data-glyph]")) {
  button.addEventListener("click", () => setGlyph(Number(button.dataset.glyph)));
}

/** @param {boolean} isOn */
function setDrawing(isOn) {
  drawing.isOn = isOn;
  find("[data-board]").classList.toggle("is-drawing", isOn);
  find('[data-action="draw"]').setAttribute("aria-pressed", String(isOn));
  find("#drawing-colours").hidden = !isOn;
}
for (const button of findAll("[data-colour]")) {
  button.addEventListener("click", () => {
    drawing.colour = /** @type {import("./marks.js").MarkColour} */ (button.dataset.colour);
    for (const other of findAll("[data-colour]"))
      other.setAttribute("aria-pressed", String(other === button));
  });
}

settings.bind(find("#settings"));
settings.onChange((name) => {
  if (name === "arrows" || name === "lines") showBalance();
});

render();
review.showsItself ||= opened.review === true;
review.showsMistakes ||= opened.learns === true;
if (data.study)
  saved?.begin(Tree.fromRecord(data.record ?? tree.toRecord()).toRecord(), draftOf(data.study.id));
if ((opened.review || (id && data.over)) && tree.main.length > 1) review.run();
