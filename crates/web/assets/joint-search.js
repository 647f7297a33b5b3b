// A search by several workers at once, in pages that may share memory. Every worker has an engine of
// its own; the transposition table, the number of positions and the request to stop lie in memory
// that they share. The first worker leads: its reports are shown.

import { beside, compileModule } from "./modules.js";

/** @import { Analysis, SearchRequest, WorkerAnswer } from "../types/modules.d.ts" */
/** @typedef {Analysis & { threads: number }} JointAnalysis An analysis, and the number of workers that made it. */

/** Most threads that can be chosen. */
const MOST = 8;
/** Pages of WebAssembly's memory in a mebibyte. */
const PAGES_PER_MB = 16;
/** Words of the shared memory, as the engine has them (`SharedMemory`). */
const [STOP, NODES] = [0, 8];
/** Milliseconds after which a worker that does not stop is ended. */
const PATIENCE = 2000;

/** Whether the workers of this page can share memory: it has to be isolated from other sites. */
const isPossible = globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === "function";
const cores = isPossible ? navigator.hardwareConcurrency || 1 : 1;
/** Most threads among which the visitor can choose. */
export const mostThreads = Math.min(cores, MOST);
/** Number of threads for those who have not chosen: a core is left for the page and for others. */
export const usualThreads = Math.max(1, Math.min(cores - 1, MOST));

/** The shared memory and its module. @type {Promise<{ compiled: WebAssembly.Module, memory: WebAssembly.Memory }> | null} */
let sharing = null;
/** Workers that are kept for the next search. @type {Worker[]} */
let workers = [];
/** Resolves when no worker searches any more. @type {Promise<unknown>} */
let resting = Promise.resolve();
/** Number of searches so far, and of those before the first one of the present game. */
let [searches, forgotten] = [0, 0];
/** Name of the game and of the net of the last search. */
let lastGame = "";

/**
 * Analyses a position with several workers until the search ends or the signal comes. Rejects if the
 * memory cannot be shared, or if the worker that leads is lost.
 * @param {SearchRequest} request
 * @param {number} threads
 * @param {AbortSignal} signal
 * @param {(report: JointAnalysis) => void} [onReport]
 * @returns {Promise<{ answer: JointAnalysis } | { error: string }>}
 */
export function analyse(request, threads, signal, onReport) {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    // One search at a time, because all of them use the same memory.
    resting = resting.then(() => search(request, threads, signal, onReport)).then(resolve, reject);
  });
}

/** @param {number} hashMb */
async function share(hashMb) {
  const compiled = await compileModule("cairn_shared_memory.wasm");
  const pages = hashMb * PAGES_PER_MB + 1;
  return { compiled, memory: new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }) };
}

/**
 * Searches, and returns when all workers have ended.
 * @param {SearchRequest} request
 * @param {number} threads
 * @param {AbortSignal} signal
 * @param {(report: JointAnalysis) => void} [onReport]
 */
async function search(request, threads, signal, onReport) {
  signal.throwIfAborted();
  sharing ??= share(request.hashMb);
  // What failed once may work later.
  sharing.catch(() => (sharing = null));
  const { compiled, memory } = await sharing;
  signal.throwIfAborted();
  const words = new BigInt64Array(memory.buffer);
  Atomics.store(words, STOP, 0n);
  Atomics.store(words, NODES, 0n);
  const stopped = new AbortController();
  const stop = () => {
    Atomics.store(words, STOP, 1n);
    stopped.abort();
  };
  signal.addEventListener("abort", stop);
  const numbers = countSearch(request);
  setWorkers(threads);
  const parts = workers.map(async (worker, index) => {
    const joint = { compiled, memory, part: { helper: index === 0 ? null : index - 1, ...numbers } };
    const take = (/** @type {Analysis} */ report) => onReport?.({ ...report, threads: workers.length });
    const answer = await ask(worker, { ...request, joint }, stopped.signal, take);
    // What the first worker says is the end, be it lost, and so is a proof.
    if (index === 0 || (answer && isProved(answer))) stop();
    return answer;
  });
  const answers = await Promise.all(parts);
  signal.removeEventListener("abort", stop);
  return chosen(answers);
}

/** Counts a search, and returns what the engine has to know about those before. @param {SearchRequest} request */
function countSearch({ game, net }) {
  const name = `${game} ${net?.name}`;
  // The entries of another game or net are worth nothing.
  if (name !== lastGame) forgotten = searches;
  lastGame = name;
  searches += 1;
  return { searches_before: searches - 1, searches_forgotten: forgotten };
}

/** Starts or ends workers until there are this many. @param {number} threads */
function setWorkers(threads) {
  workers.splice(threads).forEach((worker) => worker.terminate());
  while (workers.length < threads) workers.push(new Worker(beside("engine-worker.js"), { type: "module" }));
}

/**
 * Sends a request to a worker and waits for the answer; there is none if the worker is lost.
 * @param {Worker} worker
 * @param {SearchRequest} request
 * @param {AbortSignal} stopped
 * @param {(report: Analysis) => void} onReport
 * @returns {Promise<WorkerAnswer | null>}
 */
function ask(worker, request, stopped, onReport) {
  return new Promise((resolve) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const wait = () => (timer = setTimeout(() => end(null), PATIENCE));
    const end = (/** @type {WorkerAnswer | null} */ answer) => {
      clearTimeout(timer);
      stopped.removeEventListener("abort", wait);
      worker.onmessage = worker.onerror = worker.onmessageerror = null;
      if (!answer) {
        worker.terminate();
        workers = workers.filter((kept) => kept !== worker);
      }
      resolve(answer);
    };
    stopped.addEventListener("abort", wait);
    worker.onerror = (event) => {
      event.preventDefault();
      end(null);
    };
    worker.onmessageerror = () => end(null);
    worker.onmessage = (/** @type {MessageEvent<WorkerAnswer>} */ { data }) => {
      if (data.report) onReport(/** @type {Analysis} */ (data.report));
      else end(data.broken ? null : data);
    };
    worker.postMessage(request);
  });
}

/** The analysis of an answer. @param {WorkerAnswer} answer */
const analysisOf = ({ answer }) => /** @type {Analysis | undefined} */ (answer);

/** Whether all lines of an answer are proved. @param {WorkerAnswer} answer */
const isProved = (answer) => analysisOf(answer)?.lines.every(({ proven }) => proven !== null) ?? false;

/** Value of a proof: quick wins and slow losses are best. @param {Analysis} analysis */
function proofValue({ lines: [{ proven, distance }] }) {
  const plies = (distance ?? 0) / 1000;
  return proven === "win" ? 1 - plies : proven === "loss" ? plies - 1 : 0;
}

/**
 * Returns the answer of the search: a proof, or else what the first worker found.
 * @param {(WorkerAnswer | null)[]} answers
 */
function chosen(answers) {
  const [first] = answers;
  if (first?.error !== undefined) return { error: first.error };
  const analyses = answers.flatMap((answer) => (answer && analysisOf(answer)) || []);
  const proofs = answers.flatMap((answer) => (answer && isProved(answer) && analysisOf(answer)) || []);
  const [best] = proofs.sort((one, other) => proofValue(other) - proofValue(one));
  const found = best ?? (first && analysisOf(first));
  if (!found) throw new Error("the first worker is lost");
  const nodes = Math.max(...analyses.map((analysis) => analysis.nodes));
  return { answer: { ...found, nodes, threads: analyses.length } };
}
