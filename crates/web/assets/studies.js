// Studies are kept in the browser: in the tab, so that a reload loses nothing; the last one
// for later; and the study of a game with that game.

import { Tree } from "./tree.js";

/** @import { GameRecord, Side } from "../types/server.d.ts" */
/** @import { Node } from "./tree.js" */
/** @typedef {{ record: GameRecord, path: number[], id: string | null, at: number }} Study */

const TAB = "cairn.study";
const HANDED_OVER = "cairn.study.handed";
const LAST = "cairn.study.last";
const GAME = "cairn.study.game.";
/** Most games whose studies are kept. */
const MOST_GAMES = 30;

/** Access itself may fail, so the storages are functions. @typedef {() => Storage} StorageGetter */
const tab = () => sessionStorage;
const browser = () => localStorage;

/**
 * @param {StorageGetter} storage
 * @param {string} name
 */
function read(storage, name) {
  try {
    return JSON.parse(storage().getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {StorageGetter} storage
 * @param {string} name
 * @param {unknown} value
 */
function write(storage, name, value) {
  try {
    storage().setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, the study lasts as long as the page.
  }
}

/**
 * Keeps a study.
 * @param {Tree} tree
 * @param {Node} current
 * @param {string | null} id The game that is studied, if it was played here.
 */
export function keep(tree, current, id) {
  /** @type {Study} */
  const study = { record: tree.toRecord({ positions: true }), path: current.path, id, at: Date.now() };
  write(tab, TAB, study);
  if (tree.root.children.length) write(browser, LAST, study);
  if (id) {
    write(browser, GAME + id, study);
    forgetOldGames();
  }
}

/**
 * Hands a record over to the page that is opened next.
 * @param {GameRecord & { path?: number[] | string, review?: boolean, learns?: boolean, you?: Side[] }} record
 *   A record, perhaps with the position to show, whether the engine evaluates it and the player learns
 *   from mistakes, and the sides of the player.
 */
export function handOver(record) {
  write(tab, HANDED_OVER, record);
}

/**
 * Returns the study that this page shows; `null` if it begins with what the server sent.
 * @param {{ game: string, id: string | null, position: string }} page
 * @returns {{ tree: Tree, current: Node | null, review?: boolean, learns?: boolean, you?: Side[] } | null}
 */
export function restore({ game, id, position }) {
  const handed = read(tab, HANDED_OVER);
  try {
    tab().removeItem(HANDED_OVER);
  } catch {
    // Without storage there is nothing to remove.
  }
  if (handed && handed.game === game && !id) {
    const tree = Tree.fromRecord(handed);
    const current = Array.isArray(handed.path) ? tree.follow(handed.path) : null;
    const [review, learns] = [handed.review === true, handed.learns === true];
    const you = Array.isArray(handed.you) ? handed.you : [];
    return { tree, current: current ?? tree.last, review, learns, you };
  }
  /** @type {Study | null} */
  const study = id ? read(browser, GAME + id) : read(tab, TAB);
  if (!study || study.record.game !== game || (study.id ?? null) !== id) return null;
  const [navigation] = performance.getEntriesByType("navigation");
  const again = navigation instanceof PerformanceNavigationTiming && navigation.type !== "navigate";
  if (!id && !again) return null;
  const tree = Tree.fromRecord(study.record);
  const current = tree.follow(study.path);
  if (!id && current?.position !== position) return null;
  return { tree, current: again ? current : null };
}

/**
 * Returns the last study.
 * @returns {Study | null}
 */
export function last() {
  return read(browser, LAST);
}

function forgetOldGames() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(GAME));
    if (names.length <= MOST_GAMES) return;
    const keptAt = (/** @type {string} */ name) => read(browser, name)?.at ?? 0;
    names.sort((a, b) => keptAt(a) - keptAt(b));
    for (const name of names.slice(0, names.length - MOST_GAMES)) localStorage.removeItem(name);
  } catch {
    // Without access to the storage, they stay.
  }
}
