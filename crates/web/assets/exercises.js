// Exercises: moves of learners are judged on this device, or else by the server.

import { hasServer } from "./base.js";
import * as device from "./device-engine.js";
import { Problem, asSentence, post } from "./server.js";

/** Loads what judges moves, while the learner reads the task. */
export function prepare() {
  if (device.isPossible) device.prepare();
}

/**
 * Asks about an exercise.
 * @param {string} path Path of the question in the API, such as `lessons/judge`.
 * @param {object} request
 * @returns {Promise<any>} The answer that the API describes.
 */
export async function ask(path, request) {
  if (device.isPossible) {
    try {
      return await device.ask(path, request);
    } catch (error) {
      if (error instanceof device.WrongRequest)
        throw new Problem(422, { message: asSentence(error.message) });
      // The server may do what this device cannot.
      if (!hasServer) throw new Problem(501, { message: device.whyItFailed(error) });
    }
  }
  return post(`/api/v1/${path}`, request);
}
