// The engine on this device: in a worker, so that the page stays lively, or in several.

import * as joint from "./joint-search.js";
import { available, beside, compileModule, fetchFile, netName } from "./modules.js";

/** @import { EngineSearch, SearchRequest, WorkerAnswer, WorkerRequest } from "../types/modules.d.ts" */
/** @typedef {{ game: string, position: string, moves: string[] }} Request */

/** The engine in this browser cannot be used, now or at all. */
export class EngineFailure extends Error {}
/** The engine can be used, but not for this. */
export class WrongRequest extends EngineFailure {}

/** Returns the reason for an error of the engine, as a sentence. @param {unknown} error */
export const whyItFailed = (error) =>
  error instanceof EngineFailure ? error.message : "The engine in this browser has failed.";

/** Memory of the device in gibibytes, as far as the browser tells. */
const { deviceMemory = 2 } = /** @type {{ deviceMemory?: number }} */ (navigator);
/** Memory for the transposition table, in mebibytes. */
const HASH_MB = Math.min(128, Math.max(16, 16 * deviceMemory));

/** Whether a search can run in this browser. */
export const isPossible = available && typeof Worker === "function";

/** The compiled module, shared by all workers. @type {Promise<WebAssembly.Module> | null} */
let compiling = null;
/** Nets by their names. @type {Map<string, Promise<ArrayBuffer>>} */
const nets = new Map();
/** A worker that does nothing now. @type {Worker | null} */
let idle = null;

/** @returns {Promise<WebAssembly.Module>} */
function compiled() {
  compiling ??= compileModule("cairn_engine_bg.wasm");
  // What failed once may work later.
  compiling.catch(() => (compiling = null));
  return compiling;
}

/**
 * Returns the net for a position, if its game has one.
 * @param {string} game
 * @param {string} position
 */
async function netOf(game, position) {
  const name = await netName(game, position);
  if (!name) return null;
  const fetching = nets.get(name) ?? fetchFile(name).then((file) => file.arrayBuffer());
  nets.set(name, fetching);
  fetching.catch(() => nets.delete(name));
  return { name, bytes: new Uint8Array(await fetching) };
}

/**
 * Searches a position until the search ends or the signal comes, and calls `onReport` with
 * what was found so far. What several workers search together has their number, `threads`.
 * @param {Request} request
 * @param {EngineSearch} search
 * @param {AbortSignal} signal
 * @param {(report: any) => void} [onReport] Takes an `Analysis` or, of a whole game, an `Evaluation`.
 * @returns {Promise<any>} The last report, or the move that was chosen.
 */
export async function run({ game, position, moves }, search, signal, onReport) {
  // Looking up an opening takes no evaluation.
  const fetching = search.kind === "explore" ? null : netOf(game, position);
  const [module, net] = await loaded(Promise.all([compiled(), fetching]));
  signal.throwIfAborted();
  const request = { compiled: module, net, hashMb: HASH_MB, game, start: position, moves, search };
  const threads = search.kind === "analyse" ? Math.min(search.threads ?? 1, joint.mostThreads) : 1;
  return (
    (threads > 1 && (await together(request, threads, signal, onReport))) ||
    exchange(request, signal, onReport)
  );
}

/**
 * Searches with several workers; returns nothing if that fails where one worker may do.
 * @param {SearchRequest} request
 * @param {number} threads
 * @param {AbortSignal} signal
 * @param {(report: any) => void} [onReport]
 */
async function together(request, threads, signal, onReport) {
  try {
    const ended = await joint.analyse(request, threads, signal, onReport);
    if ("answer" in ended) return ended.answer;
    throw new WrongRequest(ended.error);
  } catch (error) {
    if (signal.aborted || error instanceof WrongRequest) throw error;
    return null;
  }
}

/**
 * Asks about an exercise, see `answerExercise` of the module.
 * @param {string} path
 * @param {object} request
 * @param {string} [game] Rule set of a puzzle.
 */
export async function ask(path, request, game) {
  const module = await loaded(compiled());
  return exchange({ compiled: module, exercise: { path, request, game } }, new AbortController().signal);
}

/** Loads the module before it is needed. */
export function prepare() {
  compiled().catch(() => {});
}

/**
 * Waits for files of the engine.
 * @template T
 * @param {Promise<T>} loading
 */
async function loaded(loading) {
  try {
    return await loading;
  } catch (error) {
    throw new EngineFailure("The engine cannot be loaded in this browser.", { cause: error });
  }
}

/**
 * Sends a request to a worker, and waits for the answer. A worker that does not start, or that died
 * while it had nothing to do, is replaced once.
 * @param {WorkerRequest} request
 * @param {AbortSignal} signal
 * @param {(report: any) => void} [onReport]
 * @param {boolean} [isLast] Whether this is the last attempt.
 * @returns {Promise<any>}
 */
function exchange(request, signal, onReport, isLast = false) {
  const worker = idle ?? new Worker(beside("engine-worker.js"), { type: "module" });
  idle = null;
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener("abort", cancel);
      worker.onmessage = worker.onerror = worker.onmessageerror = null;
    };
    const fail = (/** @type {Error} */ error) => {
      end();
      worker.terminate();
      reject(error);
    };
    const cancel = () => fail(signal.reason);
    let isHeard = false;
    const died = () => {
      if (isHeard || isLast)
        return fail(new EngineFailure("The engine in this browser has stopped unexpectedly."));
      end();
      worker.terminate();
      resolve(exchange(request, signal, onReport, true));
    };
    signal.addEventListener("abort", cancel);
    worker.onerror = (event) => {
      event.preventDefault();
      died();
    };
    worker.onmessageerror = died;
    worker.onmessage = (/** @type {MessageEvent<WorkerAnswer>} */ { data }) => {
      if (data.broken === "not loaded") return died();
      isHeard = true;
      if (data.report) return onReport?.(data.report);
      if (data.broken === "no puzzles") return fail(new EngineFailure("The puzzles cannot be loaded."));
      if (data.broken) return fail(new EngineFailure("The engine in this browser has run out of memory."));
      end();
      idle?.terminate();
      idle = worker;
      if (data.error !== undefined) reject(new WrongRequest(data.error));
      else resolve(data.answer);
    };
    worker.postMessage(request);
  });
}
