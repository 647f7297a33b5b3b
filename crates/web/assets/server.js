// Requests to the server.

import { hasServer } from "./base.js";

/** @import { ProblemBody } from "../types/server.d.ts" */

/** An error that the server explains. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {ProblemBody} body
   */
  constructor(status, { code, message, hint, place } = {}) {
    super(message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = code ?? "unknown";
    this.hint = hint;
    /** Bytes of a text that are wrong, if the problem is about a text. */
    this.place = place;
  }

  /**
   * Reads the problem of an answer.
   * @param {Response} response
   */
  static async of(response) {
    return new Problem(response.status, await response.json().catch(() => ({})));
  }

  /** Message and hint for people. */
  get text() {
    const hint = this.hint && this.hint[0].toUpperCase() + this.hint.slice(1);
    return [this.message, hint].filter(Boolean).join(" ");
  }
}

/**
 * Returns what to tell people about an error.
 * @param {unknown} error
 */
export function problemText(error) {
  return error instanceof Problem ? error.text : "The server cannot be reached. Try again.";
}

/** Makes a sentence of a message. @param {string} message */
export const asSentence = (message) => `${message[0].toUpperCase()}${message.slice(1)}.`;

/** Number of attempts to reach the server. */
const ATTEMPTS = 4;

/**
 * Posts JSON and returns the JSON of the answer. If the server cannot be reached, the
 * request is repeated a few times, so it must be one that may arrive twice.
 * @param {string} path
 * @param {unknown} body
 */
export async function post(path, body = {}) {
  if (!hasServer)
    throw new Problem(501, { message: "This feature needs a Cairn server, which this site does not have." });
  for (let attempt = 1; ; attempt += 1) {
    let response;
    try {
      response = await postOnce(path, body);
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
      continue;
    }
    if (!response.ok) throw await Problem.of(response);
    return response.json().catch(() => ({}));
  }
}

/**
 * Returns the JSON at an address of the server.
 * @param {string} path
 */
export async function get(path) {
  const response = await fetch(path, { headers: { accept: "application/json" } });
  if (!response.ok) throw await Problem.of(response);
  return response.json();
}

/**
 * @param {string} path
 * @param {unknown} body
 */
export function postOnce(path, body) {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
}
