// Games on this device, kept in the browser's database.

import { base } from "./base.js";

/** @import { LocalGameData } from "../types/local.d.ts" */

/** Version of the entries. Whoever changes their shape has to read the older ones. */
export const FORMAT = 1;
/** Two sites on one host keep their games apart. */
const NAME = `cairn ${base.pathname}`;
const GAMES = "games";

/** Games cannot be kept, for a reason that people can read. */
export class StoreFailure extends Error {}

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function finished(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another page holds the database"));
    request.onsuccess = () => {
      // A later version of the site may need the database for itself.
      request.result.onversionchange = () => {
        request.result.close();
        opening = null;
      };
      resolve(request.result);
    };
  });
  opening.catch(() => (opening = null));
  return opening;
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T>} work
 */
async function withGames(mode, work) {
  try {
    const transaction = (await database()).transaction(GAMES, mode);
    const result = await finished(work(transaction.objectStore(GAMES)));
    // A full disk is noticed when the change is written.
    if (mode === "readwrite") await completed(transaction);
    return result;
  } catch (error) {
    throw failure(error);
  }
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function completed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @param {unknown} error */
function failure(error) {
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  const why = isFull
    ? "This browser's storage is full. Delete some games to make room."
    : "This browser does not allow the site to store games.";
  return new StoreFailure(why, { cause: error });
}

/** Keeps a game. @param {LocalGameData} game */
export const put = (game) => withGames("readwrite", (games) => games.put(game));

/** Removes a game. @param {string} id */
export const remove = (id) => withGames("readwrite", (games) => games.delete(id));

/** Returns what is kept under an identifier, whatever it is. @param {string} id @returns {Promise<unknown>} */
export const get = (id) => withGames("readonly", (games) => games.get(id));

/** Returns all entries, the last changed one first. @returns {Promise<{ id: string }[]>} */
export async function list() {
  const entries = await withGames("readonly", (games) => games.getAll());
  return entries.sort((a, b) => (Number(b.changed) || 0) - (Number(a.changed) || 0));
}

/**
 * Returns whether an entry is a game; another one was damaged, or kept by a later version.
 * @param {unknown} entry
 * @returns {entry is LocalGameData}
 */
export function isGame(entry) {
  if (typeof entry !== "object" || entry === null) return false;
  const { format, game, start, players, moves } = /** @type {Partial<LocalGameData>} */ (entry);
  const isText = (/** @type {unknown} */ value) => typeof value === "string";
  return (
    format === FORMAT &&
    isText(game) &&
    isText(start) &&
    Array.isArray(players) &&
    players.length === 2 &&
    players.every((player) => player === null || isText(player)) &&
    Array.isArray(moves) &&
    moves.every(isText)
  );
}
