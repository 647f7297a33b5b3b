// What is studied is kept in the browser: in the tab, so that a reload loses nothing; the
// last one for later; and what belongs to a game with that game.

import { Tree } from "./tree.js";

const TAB = "cairn.study";
const HANDED = "cairn.study.handed";
const LAST = "cairn.study.last";
const GAME = "cairn.study.game.";
/** How many games are remembered with what was tried in them. */
const MOST_GAMES = 30;

function read(storage, name) {
  try {
    return JSON.parse(storage().getItem(name));
  } catch {
    return null;
  }
}

function write(storage, name, value) {
  try {
    storage().setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

const tab = () => sessionStorage;
const browser = () => localStorage;

/** Keeps a study. */
export function keep(tree, current, id, address) {
  const study = { record: tree.toRecord(current), path: pathTo(current), id, address, at: Date.now() };
  write(tab, TAB, study);
  if (tree.root.children.length) write(browser, LAST, study);
  if (id) {
    write(browser, GAME + id, study);
    forgetOldGames();
  }
}

/** Gives a record to the page that is opened next. */
export function hand(record) {
  write(tab, HANDED, record);
}

/** The study that this page shall show: `{tree, current}`, or `null` if it shall begin
 * with what the server sent. */
export function find({ game, id, position }) {
  const handed = read(tab, HANDED);
  try {
    tab().removeItem(HANDED);
  } catch {
    // There was nothing to remove, then.
  }
  if (handed && handed.game === game && !id) {
    const tree = Tree.fromRecord(handed);
    const kept = handed.path ? follow(tree, handed.path) : null;
    return { tree, current: kept ?? tree.main.at(-1) };
  }
  const study = id ? read(browser, GAME + id) : read(tab, TAB);
  if (!study || study.record.game !== game || (study.id ?? null) !== (id ?? null)) return null;
  const again = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
  if (!id && !again) return null;
  const tree = Tree.fromRecord(study.record);
  const current = follow(tree, study.path);
  if (!id && current?.position !== position) return null;
  return { tree, current: again ? current : null };
}

/** The study of last time: `{record, address}`. */
export function last() {
  return read(browser, LAST);
}

/** Which children lead to a node. */
function pathTo(node) {
  const path = [];
  for (; node.parent; node = node.parent) path.unshift(node.parent.children.indexOf(node));
  return path;
}

function follow(tree, path) {
  let node = tree.root;
  for (const index of path) {
    node = node.children[index];
    if (!node) return null;
  }
  return node;
}

function forgetOldGames() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(GAME));
    if (names.length <= MOST_GAMES) return;
    names.sort((a, b) => (read(browser, a)?.at ?? 0) - (read(browser, b)?.at ?? 0));
    for (const name of names.slice(0, names.length - MOST_GAMES)) localStorage.removeItem(name);
  } catch {
    // They stay, then.
  }
}
