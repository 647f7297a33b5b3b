// The opening explorer on this device, where there is no server: the table is fetched when it is first
// needed, and read by the engine's module.

import * as device from "./device-engine.js";
import { beside } from "./modules.js";

/** @import { Explorer } from "../types/modules.d.ts" */

/** Tables by the names of their games; `null` where a game has none. @type {Map<string, Promise<Uint8Array | null>>} */
const tables = new Map();

/** @param {string} game */
async function fetchTable(game) {
  const response = await fetch(beside(`${game.replace(":", "-")}.openings`));
  if (response.status === 404) return null;
  if (!response.ok) throw new device.EngineFailure("The openings cannot be loaded.");
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Returns what was played in a position.
 * @param {string} game
 * @param {string} position
 * @returns {Promise<Pick<Explorer, "engine">>}
 */
export async function exploreHere(game, position) {
  const fetching = tables.get(game) ?? fetchTable(game);
  tables.set(game, fetching);
  fetching.catch(() => tables.delete(game));
  const table = await fetching;
  if (!table) return { engine: null };
  const { signal } = new AbortController();
  const { engine } = await device.run({ game, position, moves: [] }, { kind: "explore", table }, signal);
  return { engine };
}
