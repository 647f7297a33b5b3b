// Measures the search speed of the module in Chromium against the program on one thread:
//
//   scripts/wasm && cargo build --profile dist && CAIRN=../../target/dist/cairn npm run speed
//
// Both search the start of each rule set to the same number of nodes, with the same memory, in
// turns. Processor time counts, and the best of several runs, so that other work on the machine
// matters little.
//
// With THREADS=2 it compares one worker with several instead, and needs no program: the positions that
// a thread searches to a depth, its processor time for them, and the speed of one thread with the shared
// table. The time until the depth is reached falls as much, if every thread has a core of its own.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";

import { chromium as playwright } from "@playwright/test";

import { loadBoard } from "./browser/support/modules.js";
import { chromium, repository, targetFolder } from "./browser/support/programs.js";

/** @import { EngineModule, SharedMemoryModule } from "../types/modules.d.ts" */

const cairn = process.env.CAIRN ?? path.join(targetFolder, "release", "cairn");
const NODES = Number(process.env.NODES ?? 1_000_000);
const RUNS = Number(process.env.RUNS ?? 3);
const THREADS = Number(process.env.THREADS ?? 1);
const HASH_MB = 64;
/** Nets of the rule sets, and names of the rule sets. */
const GAMES = ["nava", "mitsudomoe", "mitsudomoe:single", "greener", "glaisher", "glaisher:rulebook"];
/** Depths to which several workers search them, in some seconds. */
const DEPTHS = [12, 11, 12, 15, 8, 8];

const server = http.createServer(async (request, response) => {
  const name = path.basename(request.url ?? "");
  const folder = name.endsWith(".net")
    ? path.join(repository, "nets")
    : name.startsWith("cairn_")
      ? path.join(targetFolder, "wasm", "module")
      : path.join(repository, "crates", "web", "assets");
  const kind = name.endsWith(".js")
    ? "text/javascript"
    : name.endsWith(".wasm")
      ? "application/wasm"
      : "text/html";
  response.setHeader("content-type", kind);
  // Workers may share memory in pages that are isolated.
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-embedder-policy", "require-corp");
  try {
    response.end(name ? await readFile(path.join(folder, name)) : "<!doctype html><title>Speed</title>");
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox"] });
const page = await browser.newPage();
const session = await browser.newBrowserCDPSession();
const origin = `http://127.0.0.1:${port}`;

/** Nodes per second of the program. @param {string} game */
function native(game) {
  const options = ["--nodes", String(NODES), "--hash", String(HASH_MB), "--threads", "1", "--json"];
  const command = [cairn, "analyse", game, ...options];
  const output = execFileSync("bash", ["-c", '"$@"; times', "bash", ...command], { encoding: "utf8" });
  const [report, , times] = output.trim().split("\n");
  const seconds = [...times.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s));
  return JSON.parse(report).nodes / (seconds[0] + seconds[1]);
}

/** Processor time of the page so far, in seconds. */
async function processorTime() {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Nodes per second of the module. @param {string} game @param {boolean} isShared Whether its table is in shared memory. */
async function inBrowser(game, isShared = false) {
  await page.goto(`${origin}/`);
  // The engine is compiled and its net is read before the time begins.
  await page.evaluate(
    async ({ game, hashMb, isShared }) => {
      const pages = 16 * hashMb + 1;
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
      /** @type {SharedMemoryModule} */
      const { connect } = await import(`${location.origin}/cairn_shared_memory.js`);
      connect(await WebAssembly.compileStreaming(fetch("/cairn_shared_memory.wasm")), memory);
      // As an engine does with a table of its own.
      new Uint8Array(memory.buffer).fill(0);
      const part = { helper: null, searches_before: 0, searches_forgotten: 0 };
      /** @type {EngineModule} */
      const module = await import(`${location.origin}/cairn_engine.js`);
      await module.default({ module_or_path: `${location.origin}/cairn_engine_bg.wasm` });
      const net = await (await fetch(`/${game.replace(":", "-")}.net`)).arrayBuffer();
      const engine = new module.Engine(game, null, new Uint8Array(net), hashMb);
      if (isShared) engine.searchTogether(part);
      engine.analyse(game, null, [], 1, { nodes: 20_000 }, undefined);
      engine.newGame();
      // Nothing is found of the search before, and its positions are not counted.
      if (isShared) engine.searchTogether({ ...part, searches_before: 1, searches_forgotten: 1 });
      new BigInt64Array(memory.buffer)[8] = 0n;
      Object.assign(globalThis, { engine });
    },
    { game, hashMb: HASH_MB, isShared },
  );
  const before = await processorTime();
  const nodes = await page.evaluate(
    ({ game, nodes }) => {
      const { engine } = /** @type {{ engine: InstanceType<EngineModule["Engine"]> }} */ (
        /** @type {unknown} */ (globalThis)
      );
      return engine.analyse(game, null, [], 1, { nodes }, undefined).nodes;
    },
    { game, nodes: NODES },
  );
  return nodes / ((await processorTime()) - before);
}

const chromiumName = `${browser.browserType().name()} ${browser.version()}`;
const thousands = (/** @type {number} */ speed) => `${Math.round(speed / 1000)} k/s`;

async function compareWithProgram() {
  console.log(`| rule set | program | ${chromiumName} | share |`);
  console.log("|---|---|---|---|");
  for (const game of GAMES) {
    let [program, module] = [0, 0];
    for (let run = 0; run < RUNS; run += 1) {
      program = Math.max(program, native(game));
      module = Math.max(module, await inBrowser(game));
    }
    const share = `${Math.round((100 * module) / program)} %`;
    console.log(`| ${game} | ${thousands(program)} | ${thousands(module)} | ${share} |`);
  }
}

/**
 * Searches from the start to a depth with some workers, and returns the number of positions.
 * @param {string} game
 * @param {string} start
 * @param {number} depth
 * @param {number} threads
 * @param {string} name Name of the net: by another one, everything is forgotten.
 */
const together = (game, start, depth, threads, name) =>
  page.evaluate(
    async ({ game, start, depth, threads, name, hashMb }) => {
      /** @type {typeof import("../assets/joint-search.js")} */
      const { analyse } = await import(`${location.origin}/joint-search.js`);
      const kept = /** @type {{ compiled?: Promise<WebAssembly.Module> }} */ (globalThis);
      kept.compiled ??= WebAssembly.compileStreaming(fetch("/cairn_engine_bg.wasm"));
      const compiled = await kept.compiled;
      const bytes = new Uint8Array(await (await fetch(`/${game.replace(":", "-")}.net`)).arrayBuffer());
      const search = /** @type {const} */ ({ kind: "analyse", lines: 1, limits: { depth } });
      const request = { compiled, net: { name, bytes }, hashMb, game, start, moves: [], search };
      const ended = await analyse(request, threads, new AbortController().signal);
      if ("error" in ended) throw new Error(ended.error);
      return ended.answer.nodes;
    },
    { game, start, depth, threads, name, hashMb: HASH_MB },
  );

async function compareThreads() {
  console.log(
    `| rule set | depth | positions per thread, 1 to ${THREADS} | time per thread | shared table |`,
  );
  console.log("|---|---|---|---|---|");
  const board = await loadBoard();
  for (const [index, game] of GAMES.entries()) {
    const [start, depth] = [board.startPosition(game), DEPTHS[index]];
    const found = [1, THREADS].map(() => ({ seconds: 0, nodes: 0 }));
    await page.goto(`${origin}/`);
    for (let run = 0; run < RUNS; run += 1) {
      for (const [at, threads] of [1, THREADS].entries()) {
        // The workers are started and compile the engine before the time begins.
        await together(game, start, depth - 2, threads, `${run} ${threads} before`);
        const before = await processorTime();
        const nodes = await together(game, start, depth, threads, `${run} ${threads}`);
        found[at].seconds += ((await processorTime()) - before) / threads;
        found[at].nodes += nodes / threads;
      }
    }
    let [own, shared] = [0, 0];
    for (let run = 0; run < RUNS; run += 1) {
      own = Math.max(own, await inBrowser(game));
      shared = Math.max(shared, await inBrowser(game, true));
    }
    const [one, several] = found;
    const ratios = [one.nodes / several.nodes, one.seconds / several.seconds].map((ratio) =>
      ratio.toFixed(2),
    );
    const share = `${Math.round((100 * shared) / own)} %`;
    console.log(`| ${game} | ${depth} | ${ratios.join(" | ")} | ${share} |`);
  }
}

await (THREADS > 1 ? compareThreads() : compareWithProgram());
await browser.close();
server.close();
