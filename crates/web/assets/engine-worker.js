// Runs the engine in a worker. A search does not listen while it runs: the page ends the
// worker to stop it, and starts another one, or stops it by memory that they share.

/** @import { EngineModule, SharedMemoryModule, WorkerRequest } from "../types/modules.d.ts" */

/** @type {Promise<EngineModule> | null} */
let loading = null;
/** @type {{ net: string | null, engine: InstanceType<EngineModule["Engine"]> } | null} */
let kept = null;

/** @param {WorkerRequest} request */
async function load(request) {
  if ("joint" in request && request.joint) {
    const { compiled, memory } = request.joint;
    /** @type {SharedMemoryModule} */
    const shared = await import(new URL("cairn_shared_memory.js", import.meta.url).href);
    shared.connect(compiled, memory);
  }
  /** @type {EngineModule} */
  const module = await import(new URL("cairn_engine.js", import.meta.url).href);
  await module.default({ module_or_path: request.compiled });
  return module;
}

/** Rule sets whose puzzles the module has. */
const supplied = new Set();

/**
 * Fetches the puzzles that a request is about, those of the day's rule set if it names none.
 * @param {EngineModule} module
 * @param {WorkerRequest} request
 */
async function supplyPuzzles(module, request) {
  if (!("exercise" in request) || !request.exercise.path.startsWith("puzzles/")) return;
  const game = request.exercise.game ?? module.dailyGame() ?? "";
  if (supplied.has(game)) return;
  const response = await fetch(new URL(`${game.replace(":", "-")}.puzzles`, import.meta.url));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  module.supplyPuzzles(game, await response.text());
  supplied.add(game);
}

/**
 * @param {EngineModule} module
 * @param {WorkerRequest} request
 */
function answer(module, request) {
  if ("exercise" in request) return module.answerExercise(request.exercise.path, request.exercise.request);
  const { net, hashMb, game, start, moves, search, joint } = request;
  if (search.kind === "explore") return module.explore(game, start, search.table);
  const name = net?.name ?? null;
  if (!kept || kept.net !== name) {
    kept?.engine.free();
    kept = null;
    kept = { net: name, engine: new module.Engine(game, start, net?.bytes, hashMb) };
  }
  const { engine } = kept;
  if (search.kind === "choose") {
    return engine.choose(game, start, moves, search.opponent, search.seed, search.limits);
  }
  const report = (/** @type {unknown} */ soFar) => postMessage({ report: soFar });
  if (search.kind === "evaluate") return engine.evaluate(game, start, moves, search.limits, report);
  engine.searchTogether(joint?.part);
  const isHelper = joint && joint.part.helper !== null;
  return engine.analyse(game, start, moves, search.lines, search.limits, isHelper ? undefined : report);
}

addEventListener("message", async ({ data }) => {
  let module;
  try {
    module = await (loading ??= load(data));
  } catch {
    return postMessage({ broken: "not loaded" });
  }
  try {
    await supplyPuzzles(module, data);
  } catch {
    return postMessage({ broken: "no puzzles" });
  }
  try {
    postMessage({ answer: answer(module, data) });
  } catch (error) {
    // After an error of the module itself, such as one for want of memory, it is unusable.
    const isBroken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    const broken = isBroken ? "out of memory" : undefined;
    postMessage({ error: error instanceof Error ? error.message : String(error), broken });
  }
});
