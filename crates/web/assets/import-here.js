// Reads a text in any format in the page itself, for those without the server.

/** @import { BoardModule, GameRecord } from "../types/modules.d.ts" */

/**
 * Returns a text as a record; throws an error that people can read.
 * @param {BoardModule} module
 * @param {{ text: string, game: string }} request
 * @returns {GameRecord}
 */
export function importHere(module, { text, game }) {
  const trimmed = text.trim();
  const games = game ? [game] : module.ruleSets().map((rules) => rules.game);
  if (/^\[\s*\w+\s*"/.test(trimmed)) return module.readRecord(trimmed);
  const isPosition = /^[[%:]|^\w+\(|\//.test(trimmed);
  return firstThatWorks(games, (name) => {
    if (!isPosition) return module.readRecord(`[Game "${name}"]\n${trimmed}`);
    return { game: name, start: module.readPosition(name, trimmed), moves: [] };
  });
}

/**
 * @template T
 * @param {string[]} games
 * @param {(game: string) => T} read
 */
function firstThatWorks(games, read) {
  /** @type {unknown} */
  let first = null;
  for (const game of games) {
    try {
      return read(game);
    } catch (error) {
      first ??= error;
    }
  }
  throw games.length === 1
    ? first
    : new Error("This text cannot be read. If you know which game it is from, choose that game.");
}
