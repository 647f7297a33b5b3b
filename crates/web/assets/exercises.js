// Exercises: moves of learners are judged on this device, or else by the server.

import { hasServer } from "./base.js";
import * as device from "./device-engine.js";
import { Problem, asSentence, get, post } from "./server.js";

/** Loads what judges moves, while the learner reads the task. */
export function prepare() {
  if (device.isPossible) device.prepare();
}

/**
 * Asks about an exercise.
 * @param {string} path Path of the question in the API, such as `lessons/judge`.
 * @param {object} request
 * @param {string} [game] Rule set of a puzzle.
 * @returns {Promise<any>} The answer that the API describes.
 */
export function ask(path, request, game) {
  return onDevice(path, request, game, () => post(`/api/v1/${path}`, request));
}

/**
 * Looks something up.
 * @param {string} path Path in the API, such as `puzzles/next`.
 * @param {Record<string, string | number>} query
 * @param {string} [game] Rule set of a puzzle; without it, that of the day.
 * @returns {Promise<any>} The answer that the API describes.
 */
export function look(path, query, game) {
  const fields = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return onDevice(path, query, game, () => get(`/api/v1/${path}?${new URLSearchParams(fields)}`));
}

/**
 * Answers a request on this device, or else by the server.
 * @param {string} path
 * @param {object} request
 * @param {string | undefined} game
 * @param {() => Promise<any>} byServer
 */
async function onDevice(path, request, game, byServer) {
  if (device.isPossible) {
    try {
      return await device.ask(path, request, game);
    } catch (error) {
      if (error instanceof device.WrongRequest)
        throw new Problem(422, { message: asSentence(error.message) });
      // The server may do what this device cannot.
      if (!hasServer) throw new Problem(501, { message: device.whyItFailed(error) });
    }
  }
  if (!hasServer)
    throw new Problem(501, { message: "This needs WebAssembly, which this browser does not have." });
  return byServer();
}
