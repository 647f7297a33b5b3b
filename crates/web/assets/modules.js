// The module that draws boards and knows the rules, in the page itself. Without it (an old
// browser, a server without modules, a module that does not load) everything is asked of the
// server, so that callers need not know.

import { hasServer } from "./base.js";
import { asSentence, post, Problem } from "./server.js";

/** @import { Applied, BoardModule } from "../types/modules.d.ts" */

/** @type {BoardModule | null} */
let board = null;

/** Whether the server offers the modules and the browser can run them. */
export const available =
  typeof WebAssembly === "object" && Boolean(document.querySelector('meta[name="cairn-modules"]'));

/**
 * Returns the address of a file beside this one.
 * @param {string} name
 */
export const beside = (name) => new URL(name, import.meta.url).href;

/** Resolves when boards are drawn in the page; rejects if they cannot be. */
export const ready = available ? load() : Promise.reject(new Error("there are no modules"));
// Those who do not wait for it need not know of an error either.
ready.catch(() => {});

async function load() {
  // The name is put together so that nothing but the browser looks for the file.
  /** @type {BoardModule} */
  const module = await import(beside("cairn_board.js"));
  await module.default({ module_or_path: await compileModule("cairn_board_bg.wasm") });
  board = module;
}

/** Number of attempts to fetch a file: on a busy device even the browser's own cache fails at times. */
const ATTEMPTS = 3;

/**
 * Fetches a file beside this one.
 * @param {string} name
 */
export async function fetchFile(name) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(beside(name));
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      return response;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200 * attempt));
    }
  }
}

/**
 * Fetches and compiles a module.
 * @param {string} name
 */
export async function compileModule(name) {
  const response = await fetchFile(name);
  // Not every web server knows what a module is.
  const isKnown = response.headers.get("content-type") === "application/wasm";
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Draws the board of an address such as `/board/nava/start?flip=1`, as the server would;
 * returns nothing if only the server can.
 * @param {string} address
 * @returns {string | undefined}
 */
export function drawBoard(address) {
  if (!board) return undefined;
  const { pathname, searchParams: query } = new URL(address, "http://localhost");
  const [, , game, ...rest] = pathname.split("/").map(decodeURIComponent);
  const position = rest.join("/").replaceAll("_", " ");
  const list = (/** @type {string} */ name, /** @type {string} */ between) =>
    (query.get(name) ?? "").split(between).filter(Boolean);
  try {
    return board.boardFragment(game, position === "start" ? undefined : position, {
      move: query.get("move"),
      picks: list("picks", ","),
      hints: list("hint", "|"),
      flipped: query.get("flip") === "1",
      coordinates: query.get("coordinates") !== "0",
      flat: query.get("pieces") === "flat",
      choices: query.get("choices") === "1",
    });
  } catch (error) {
    // An error of the module itself, unlike a wrong move, leaves it unusable.
    if (error instanceof WebAssembly.RuntimeError) board = null;
    return undefined;
  }
}

/** Returns the module, for pages that need it; rejects if it cannot be loaded. */
export async function boardModule() {
  await ready;
  if (!board) throw new Error("the module has stopped");
  return board;
}

/**
 * Returns the reason why something cannot be picked, as a sentence; nothing if only the server
 * can tell.
 * @param {string} game
 * @param {string} position
 * @param {string[]} picks
 * @param {string} pick
 */
export function whyNot(game, position, picks, pick) {
  try {
    return board?.whyNot(game, position, picks, pick);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) board = null;
    return undefined;
  }
}

/**
 * Returns the name of the file with the net for a position; `null` if its game has none.
 * @param {string} game
 * @param {string} position
 */
export async function netName(game, position) {
  await ready;
  return board?.netName(game, position) ?? null;
}

/**
 * Plays moves from a position, here or on the server.
 * @param {{ game: string, position: string, moves: string[] }} request
 * @returns {Promise<Applied>}
 */
export async function applyMoves(request) {
  // Where there is no server, the module is worth waiting for.
  if (!hasServer) await ready;
  if (!board) return post("/api/v1/apply", request);
  try {
    return board.apply(request.game, request.position, request.moves);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw asProblem(error);
    board = null;
    return applyMoves(request);
  }
}

/** Returns an error of the module as one that the server would explain. @param {unknown} error */
function asProblem(error) {
  const message = error instanceof Error ? error.message : String(error);
  return new Problem(422, { message: asSentence(message) });
}
