// A good move for a position: by the engine on this device, or else by the server's.

import * as device from "./device-engine.js";
import { post } from "./server.js";

/**
 * @param {{ game: string, position: string, moves: string[] }} request
 * @param {number} milliseconds
 * @returns {Promise<string>}
 */
export async function bestMove(request, milliseconds) {
  if (device.isPossible) {
    const search = /** @type {const} */ ({ kind: "analyse", lines: 1, limits: { milliseconds } });
    try {
      return (await device.run(request, search, new AbortController().signal)).bestmove;
    } catch {
      // The server may do what this device cannot.
    }
  }
  return (await post("/api/v1/analyse", { ...request, time: milliseconds })).bestmove;
}
