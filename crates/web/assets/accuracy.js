// Accuracy of both sides of a game, in the review and in the panel at the end of the game. There the
// engine on this device computes it; the server is not asked.

import * as device from "./device-engine.js";
import { make } from "./dom.js";
import * as settings from "./settings.js";

/** @import { Evaluation, Side, SideSummary } from "../types/server.d.ts" */
/** @typedef {Record<Side, SideSummary>} Judged */
/** @typedef {{ id: string, game: string, start: string, moves: string[] }} PlayedGame */

/** Nodes for each position after a game: a number, so that both players are told the same. */
const POSITION_NODES = 20_000;
/** Entry of the tab's storage with the game that was judged last. */
const KEPT = "cairn.accuracy";

/** @type {Side[]} */
const SIDES = ["first", "second"];

/**
 * Returns a table of the accuracy and the mistakes of both sides.
 * @param {[string, string]} names
 * @param {Judged} judged
 */
export function accuracyTable(names, judged) {
  const table = make("table", "accuracy");
  const head = make("tr");
  for (const title of ["", "Accuracy", "?!", "?", "??"]) head.append(make(title ? "th" : "td", "", title));
  for (const [at, title] of ["Inaccuracies", "Mistakes", "Blunders"].entries()) {
    const cell = /** @type {HTMLElement} */ (head.children[at + 2]);
    cell.title = title;
    cell.setAttribute("aria-label", title);
  }
  const [top, body] = [make("thead"), make("tbody")];
  top.append(head);
  body.append(...SIDES.map((side, index) => tableRow(names[index], judged[side])));
  table.append(make("caption", "faint", "?! inaccuracies, ? mistakes, ?? blunders"), top, body);
  return table;
}

/**
 * @param {string} name
 * @param {SideSummary} summary
 */
function tableRow(name, { accuracy, inaccuracies, mistakes, blunders }) {
  const row = make("tr");
  row.append(make("th", "", name));
  const percent = accuracy === null ? "–" : `${Math.round(accuracy * 100)}\u00a0%`;
  for (const text of [percent, inaccuracies, mistakes, blunders]) row.append(make("td", "", String(text)));
  return row;
}

/**
 * Shows the accuracy of a finished game below its result, as soon as it is known. Where the engine
 * cannot run, or shall not, nothing is shown.
 * @param {HTMLElement} panel
 * @param {PlayedGame} played
 * @param {[string, string]} names
 * @param {Side[]} you The visitor's sides.
 */
export async function showAccuracy(panel, played, names, you) {
  if (!device.isPossible || settings.get("engineplace") !== "device") return;
  const place = make("div", "end-accuracy");
  panel.querySelector(":scope > h2 + .faint, :scope > h2:not(:has(+ .faint))")?.after(place);
  const show = (/** @type {Judged} */ judged) => {
    place.replaceChildren(accuracyTable(names, judged));
    const learn = panel.querySelector('[data-action="learn-from-mistakes"]');
    // Whoever has made no mistake needs no exercises.
    if (learn instanceof HTMLElement) learn.hidden = !you.some((side) => hasMistakes(judged[side]));
  };
  const known = recall(played);
  if (known) return show(known);
  const state = make("p", "faint", "Computing the accuracy…");
  place.append(state);
  try {
    const judged = await judge(played, (done) => {
      state.textContent = `Computing the accuracy: ${done} of ${played.moves.length + 1} positions…`;
    });
    remember(played, judged);
    show(judged);
  } catch {
    // The analysis page says what is wrong with the engine.
    place.remove();
  }
}

/** @param {SideSummary} summary */
const hasMistakes = ({ inaccuracies, mistakes, blunders }) => inaccuracies + mistakes + blunders > 0;

/**
 * @param {PlayedGame} played
 * @param {(done: number) => void} onProgress
 * @returns {Promise<Judged>}
 */
async function judge({ game, start, moves }, onProgress) {
  const search = /** @type {const} */ ({ kind: "evaluate", limits: { nodes: POSITION_NODES } });
  const { signal } = new AbortController();
  const count = (/** @type {Evaluation} */ { points }) => onProgress(points.length);
  /** @type {Evaluation} */
  const { summary } = await device.run({ game, position: start, moves }, search, signal, count);
  if (!summary) throw new Error("The engine has not evaluated any moves.");
  return summary;
}

/** @param {PlayedGame} played @returns {Judged | null} */
function recall({ id, moves }) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return kept?.id === id && kept.line === moves.join(" ") ? kept.judged : null;
  } catch {
    return null;
  }
}

/** @param {PlayedGame} played @param {Judged} judged */
function remember({ id, moves }, judged) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ id, line: moves.join(" "), judged }));
  } catch {
    // It can be computed again.
  }
}
