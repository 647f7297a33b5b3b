// Pages of puzzles that were kept for use without the server: a script finds the puzzle, and fills
// the page with it.

import { base, hasServer, pageAddress } from "./base.js";
import { find, findAll } from "./dom.js";
import * as exercises from "./exercises.js";
import { loadRecord } from "./puzzle-record.js";
import { Problem, problemText } from "./server.js";
import { positionAddress } from "./study-address.js";

/** @import { PuzzleView } from "../types/server.d.ts" */

/** Returns the day, in universal time, such as `2026-02-28`. */
export const today = () => new Date().toISOString().slice(0, 10);

/**
 * Returns the address of a puzzle. A file cannot have addresses below it, so that the id stands
 * behind a `#` where there is no server.
 * @param {string} game
 * @param {string} id
 * @param {string} [kind] The query with the kind of puzzle that comes next.
 */
export function puzzleAddress(game, id, kind = "") {
  return hasServer
    ? pageAddress(`puzzles/${game}/${id}`) + kind
    : `${pageAddress(`puzzles/${game}`)}${kind}#${id}`;
}

/** Returns the id in the address of this page; an empty text if there is none. */
function idInAddress() {
  const [, , id = ""] = location.pathname.slice(base.pathname.length).split("/");
  return hasServer ? id : location.hash.slice(1);
}

/** Returns the kind of puzzle in an address, as a query. @param {string} search */
function kindIn(search) {
  const query = new URLSearchParams(search);
  /** @type {[string, string][]} */
  const words = ["theme", "difficulty"].map((name) => [name, query.get(name) ?? ""]);
  return new URLSearchParams(words.filter(([, word]) => word));
}

/**
 * Chooses a puzzle that was not tried yet and suits the visitor's rating. If all were tried, it is
 * one of them.
 * @param {string} game
 * @param {string} search Query with the kind of puzzle.
 * @returns {Promise<PuzzleView>}
 */
export async function choosePuzzle(game, search) {
  const { rated, tried } = loadRecord();
  const near = Math.max(0, Math.round(rated.rating));
  const wish = { ...Object.fromEntries(kindIn(search)), game, near };
  const not = Object.keys(tried[game] ?? {}).join(",");
  try {
    return await exercises.look("puzzles/next", { ...wish, not }, game);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return exercises.look("puzzles/next", wish, game);
  }
}

/**
 * Fills a page with the puzzle of its address, or with another one. Returns whether there is one.
 * @param {HTMLElement} root
 */
export async function fillPage(root) {
  const { game = "" } = root.dataset;
  const kind = kindIn(location.search);
  const search = kind.size ? `?${kind}` : "";
  const next = find("[data-lesson-next]", root);
  if (next instanceof HTMLAnchorElement) next.search = search;
  // In a site of files, another puzzle is another part of this page.
  addEventListener("hashchange", () => location.reload());
  try {
    const id = idInAddress();
    /** @type {PuzzleView} */
    const puzzle = id ? await exercises.look(`puzzles/${id}`, {}, game) : await choosePuzzle(game, search);
    if (!id) history.replaceState(null, "", puzzleAddress(game, puzzle.id, search));
    fill(root, puzzle, [...kind.values()]);
    if (await isDaily(puzzle)) {
      root.dataset.daily = "";
      find("h1", root).textContent = "Puzzle of the day";
    }
    return true;
  } catch (error) {
    root.dataset.state = "failed";
    find("[data-lesson-said]", root).textContent = problemText(error);
    for (const button of findAll("[data-lesson-action]", root)) button.hidden = true;
    return false;
  }
}

/** Leads to the puzzle of the day. @param {HTMLElement} root */
export async function goToDaily(root) {
  const said = find("[data-lesson-said]", root);
  try {
    said.textContent = "Loading…";
    /** @type {PuzzleView} */
    const { game, id } = await exercises.look("puzzles/daily", {});
    location.replace(puzzleAddress(game, id));
  } catch (error) {
    said.textContent = problemText(error);
  }
}

/** @param {PuzzleView} puzzle */
async function isDaily({ id }) {
  try {
    return (await exercises.look("puzzles/daily", {})).id === id;
  } catch {
    // The puzzle can be solved all the same.
    return false;
  }
}

/**
 * @param {HTMLElement} root
 * @param {PuzzleView} puzzle
 * @param {string[]} kind
 */
function fill(root, puzzle, kind) {
  const [first, second] = (root.dataset.sides ?? "").split("|");
  Object.assign(root.dataset, { puzzle: puzzle.id, position: puzzle.position, rating: puzzle.rating });
  find("h1", root).textContent = `Puzzle ${puzzle.id}`;
  document.title = document.title.replace("puzzle", `puzzle ${puzzle.id}`);
  const facts = {
    ...{ kind: kind.map((word) => ` · ${word}`).join(""), task: puzzle.task },
    ...{ side: `${puzzle.to_move === "first" ? first : second} is to move.` },
    ...{ rating: puzzle.rating, difficulty: puzzle.difficulty, level: puzzle.level ?? "" },
  };
  for (const [name, text] of Object.entries(facts)) {
    find(`[data-fact="${name}"]`, root).textContent = String(text);
  }
  find('[data-fact="found"]', root).hidden = puzzle.level === null;
  find('[data-fact="missed"]', root).hidden = puzzle.level !== null;
  for (const theme of findAll("[data-theme]", root)) {
    theme.hidden = !puzzle.themes.includes(theme.dataset.theme ?? "");
  }
  const analysis = find('[data-fact="analysis"]', root);
  if (analysis instanceof HTMLAnchorElement) analysis.href = positionAddress(puzzle.game, puzzle.position);
}
