// Measures the search speed of the module in Chromium against the program on one thread:
//
//   scripts/wasm && cargo build --profile dist && CAIRN=../../target/dist/cairn npm run speed
//
// Both search the start of each rule set to the same number of nodes, with the same memory, in
// turns. Processor time counts, and the best of several runs, so that other work on the machine
// matters little.
//
// With THREADS=2 it measures instead the time that one worker and several take to a depth, in turns:
// the best of several runs counts. It needs as many free cores, and no program.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";

import { chromium as playwright } from "@playwright/test";

import { loadBoard } from "./browser/support/modules.js";
import { chromium, repository, targetFolder } from "./browser/support/programs.js";

/** @import { EngineModule } from "../types/modules.d.ts" */

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

/** Nodes per second of the module. @param {string} game */
async function inBrowser(game) {
  await page.goto(`${origin}/`);
  // The engine is compiled and its net is read before the time begins.
  await page.evaluate(
    async ({ game, hashMb }) => {
      /** @type {EngineModule} */
      const module = await import(`${location.origin}/cairn_engine.js`);
      await module.default({ module_or_path: `${location.origin}/cairn_engine_bg.wasm` });
      const net = await (await fetch(`/${game.replace(":", "-")}.net`)).arrayBuffer();
      const engine = new module.Engine(game, null, new Uint8Array(net), hashMb);
      engine.analyse(game, null, [], 1, { nodes: 20_000 }, undefined);
      engine.newGame();
      Object.assign(globalThis, { engine });
    },
    { game, hashMb: HASH_MB },
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
 * Seconds that some workers take to a depth from the start, and the positions that they search.
 * @param {string} game
 * @param {string} start
 * @param {number} depth
 * @param {number} threads
 * @param {number} run
 */
const together = (game, start, depth, threads, run) =>
  page.evaluate(
    async ({ game, start, depth, threads, run, hashMb }) => {
      /** @type {typeof import("../assets/joint-search.js")} */
      const { analyse } = await import(`${location.origin}/joint-search.js`);
      const compiled = await WebAssembly.compileStreaming(fetch("/cairn_engine_bg.wasm"));
      const bytes = new Uint8Array(await (await fetch(`/${game.replace(":", "-")}.net`)).arrayBuffer());
      const search = async (/** @type {string} */ name, /** @type {number} */ depth) => {
        // By another name of its net, everything is forgotten.
        const net = { name: `${game} ${run} ${threads} ${name}`, bytes };
        const kind = /** @type {const} */ ("analyse");
        const request = { compiled, net, hashMb, game, start, moves: [] };
        const limits = { depth };
        return analyse(
          { ...request, search: { kind, lines: 1, limits } },
          threads,
          new AbortController().signal,
        );
      };
      // The workers are started and compile the engine before the time begins.
      await search("before", depth - 2);
      const began = performance.now();
      const ended = await search("measured", depth);
      const seconds = (performance.now() - began) / 1000;
      if ("error" in ended) throw new Error(ended.error);
      return { seconds, nodes: ended.answer.nodes };
    },
    { game, start, depth, threads, run, hashMb: HASH_MB },
  );

async function compareThreads() {
  console.log(`| rule set | depth | 1 thread | ${THREADS} threads | time | positions per second |`);
  console.log("|---|---|---|---|---|---|");
  await page.goto(`${origin}/`);
  const board = await loadBoard();
  for (const [index, game] of GAMES.entries()) {
    const [start, depth] = [board.startPosition(game), DEPTHS[index]];
    const best = [1, THREADS].map(() => ({ seconds: Infinity, speed: 0 }));
    for (let run = 0; run < RUNS; run += 1) {
      for (const [at, threads] of [1, THREADS].entries()) {
        const { seconds, nodes } = await together(game, start, depth, threads, run);
        best[at].seconds = Math.min(best[at].seconds, seconds);
        best[at].speed = Math.max(best[at].speed, nodes / seconds);
      }
    }
    const [one, several] = best;
    const times = best.map(({ seconds }) => `${seconds.toFixed(1)} s`).join(" | ");
    const [quicker, more] = [one.seconds / several.seconds, several.speed / one.speed];
    console.log(`| ${game} | ${depth} | ${times} | ${quicker.toFixed(2)} | ${more.toFixed(2)} |`);
  }
}

await (THREADS > 1 ? compareThreads() : compareWithProgram());
await browser.close();
server.close();
