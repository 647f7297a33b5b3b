// The engine on this device: in a worker, so that the page stays lively.

import { available, beside, compileModule, netName } from "./modules.js";

/** @import { EngineSearch, WorkerAnswer } from "../types/modules.d.ts" */
/** @typedef {{ game: string, position: string, moves: string[] }} Request */

/** The engine in this browser cannot be used, now or at all. */
export class EngineFailure extends Error {}

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

/** @param {string} name */
async function fetchFile(name) {
  const response = await fetch(beside(name));
  if (!response.ok)
    throw new EngineFailure(`The engine cannot be loaded: the server answered ${response.status}.`);
  return response;
}

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
 * what was found so far.
 * @param {Request} request
 * @param {EngineSearch} search
 * @param {AbortSignal} signal
 * @param {(report: any) => void} [onReport] Takes an `Analysis` or, of a whole game, an `Evaluation`.
 * @returns {Promise<any>} The last report, or the move that was chosen.
 */
export async function run({ game, position, moves }, search, signal, onReport) {
  let files;
  try {
    // Looking up an opening takes no evaluation.
    const net = search.kind === "explore" ? null : netOf(game, position);
    files = await Promise.all([compiled(), net]);
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    throw new EngineFailure("The engine cannot be loaded in this browser.", { cause: error });
  }
  signal.throwIfAborted();
  const [module, net] = files;
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
    const died = () => fail(new EngineFailure("The engine in this browser has stopped unexpectedly."));
    signal.addEventListener("abort", cancel);
    worker.onerror = (event) => {
      event.preventDefault();
      died();
    };
    worker.onmessageerror = died;
    worker.onmessage = (/** @type {MessageEvent<WorkerAnswer>} */ { data }) => {
      if (data.report) return onReport?.(data.report);
      if (data.broken) return fail(new EngineFailure("The engine in this browser has run out of memory."));
      end();
      idle?.terminate();
      idle = worker;
      if (data.error !== undefined) reject(new EngineFailure(data.error));
      else resolve(data.answer);
    };
    worker.postMessage({ compiled: module, net, hashMb: HASH_MB, game, start: position, moves, search });
  });
}
