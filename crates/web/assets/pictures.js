// The pictures of a board: drawn by the module in the page or fetched from the server, and kept.

import { positionPath } from "./addresses.js";
import { hasServer } from "./base.js";
import { available, drawBoard, ready, whyNot } from "./modules.js";
import { note } from "./say.js";
import * as settings from "./settings.js";

/** @import { About } from "../types/server.d.ts" */
/**
 * A position, or what a move leads to. If both are known, the move is marked.
 * @typedef {{ game: string, position?: string, before?: string, move?: string }} Source
 */
/**
 * @typedef {object} Look
 * @property {boolean} [flipped] Whether the second player's side is at the bottom.
 * @property {string} [picks]
 * @property {boolean} [choices] Whether the legal moves come with the picture.
 * @property {string[]} [hints] Moves that are marked by arrows.
 * @property {boolean} [coordinates] A setting if not given.
 * @property {string} [pieces] A setting if not given.
 */

/** Most boards that are kept, so that going back and forth asks nothing of the server. */
const KEPT = 60;

/** Milliseconds after which an answer that does not come is requested again. */
const TIMEOUT = 20_000;
/** Longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 8_000;

/** Waits for some milliseconds. @param {number} pause */
const later = (pause) => new Promise((resolve) => setTimeout(resolve, pause));

/** The server has answered, and will not answer differently. */
class Refused extends Error {}

/** The version of the site, from the address of this file: boards of a version never change. */
const VERSION = import.meta.url.split("/").at(-2) ?? "";

/** The pictures of a board, as HTML by their addresses. */
export class Pictures {
  /** @type {Map<string, string>} */
  #kept = new Map();
  #isWanted;

  /** @param {(url: string) => boolean} isWanted Whether a picture is still to be shown. */
  constructor(isWanted) {
    this.#isWanted = isWanted;
  }

  /**
   * Keeps a picture.
   * @param {string} url
   * @param {string} html
   */
  keep(url, html) {
    this.#kept.delete(url);
    this.#kept.set(url, html);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT) this.#kept.delete(oldest);
  }

  /**
   * Returns a picture that is there without waiting.
   * @param {string} url
   */
  kept(url) {
    return this.#kept.get(url) ?? drawBoard(url);
  }

  /**
   * Returns a picture, or throws if it cannot be fetched.
   * @param {string} url
   */
  async get(url) {
    return this.kept(url) ?? (await this.#fetch(url));
  }

  /**
   * Fetches a picture, repeatedly while the connection is down; returns nothing if it is no
   * longer wanted, or refused.
   * @param {string} url
   * @returns {Promise<string | undefined>}
   */
  async getWhileWanted(url) {
    for (let pause = 500; this.#isWanted(url); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      // Where there is no server, only the module can draw.
      if (!hasServer) await ready.catch(() => {});
      const drawn = drawBoard(url);
      if (drawn !== undefined) return drawn;
      try {
        return await this.#fetch(url);
      } catch (problem) {
        // Without a connection, a module that is kept in the browser may be about to come.
        if (available && pause === 500) await Promise.race([ready.catch(() => {}), later(pause)]);
        if (!this.#isWanted(url)) return undefined;
        const drawn = drawBoard(url);
        if (drawn !== undefined) return drawn;
        note("The board could not be loaded. Check your connection.", "error");
        if (problem instanceof Refused) return undefined;
        await later(pause);
      }
    }
    return undefined;
  }

  /** @param {string} url */
  async #fetch(url) {
    const signal = AbortSignal.timeout(TIMEOUT);
    const response = await fetch(url, { headers: { accept: "text/html" }, signal });
    if (response.status >= 500) throw new Error(`${response.status}`);
    if (!response.ok) throw new Refused(`${response.status}`);
    const html = await response.text();
    this.keep(url, html);
    return html;
  }
}

/**
 * Returns the address of a picture.
 * @param {Source} source
 * @param {Look} look
 */
export function boardUrl({ game, position, before, move }, look) {
  const { flipped, picks, choices, hints = [] } = look;
  const { coordinates = settings.get("coordinates"), pieces = settings.get("pieces") } = look;
  const query = new URLSearchParams();
  if (before !== undefined && move) query.set("move", move);
  if (picks) query.set("picks", picks);
  if (flipped) query.set("flip", "1");
  if (!coordinates) query.set("coordinates", "0");
  if (pieces === "flat") query.set("pieces", "flat");
  if (choices) query.set("choices", "1");
  if (hints.length) query.set("hint", hints.join("|"));
  query.set("v", VERSION);
  const from = (move ? before : undefined) ?? position ?? "";
  return `/board/${encodeURIComponent(game)}/${positionPath(from)}?${query}`;
}

/**
 * Returns the reason why something cannot be picked after other picks.
 * @param {string} game
 * @param {string} position
 * @param {string[]} picks
 * @param {string} name
 */
export async function whyNotPicked(game, position, picks, name) {
  const query = new URLSearchParams({ picks: picks.join(","), pick: name });
  let reason = whyNot(game, position, picks, name);
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    const address = `/why/${encodeURIComponent(game)}/${positionPath(position)}?${query}`;
    const response = reason === undefined ? await fetch(address, { signal }) : null;
    if (response?.ok) reason = await response.text();
  } catch {
    // Without a connection the short answer must do.
  }
  return reason || `${name} cannot be chosen here.`;
}

/**
 * Returns what a board shows.
 * @param {About} about
 * @returns {Source}
 */
export function sourceOf({ game, position, before, move }) {
  return before && move ? { game, before, move, position } : { game, position };
}

/**
 * Returns a text that is the same for equal sources.
 * @param {Source} source
 */
export function sourceKey({ game, position, before, move }) {
  return before !== undefined && move ? `${game} ${before} > ${move}` : `${game} ${position}`;
}
