// Measures the search speed of the module in Chromium against the program on one thread:
//
//   scripts/wasm && cargo build --profile dist && CAIRN=../../target/dist/cairn npm run speed
//
// Both search the start of each rule set to the same number of nodes, with the same memory, in
// turns. Processor time counts, and the best of several runs, so that other work on the machine
// matters little.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";

import { chromium as playwright } from "@playwright/test";

import { chromium, repository, targetFolder } from "./browser/support/programs.js";

/** @import { EngineModule } from "../types/modules.d.ts" */

const cairn = process.env.CAIRN ?? path.join(targetFolder, "release", "cairn");
const NODES = Number(process.env.NODES ?? 1_000_000);
const RUNS = Number(process.env.RUNS ?? 3);
const HASH_MB = 64;
/** Nets of the rule sets, and names of the rule sets. */
const GAMES = ["nava", "mitsudomoe", "mitsudomoe:single", "greener", "glaisher", "glaisher:rulebook"];

const server = http.createServer(async (request, response) => {
  const name = path.basename(request.url ?? "");
  const folder = name.endsWith(".net")
    ? path.join(repository, "nets")
    : path.join(targetFolder, "wasm", "module");
  const kind = name.endsWith(".js")
    ? "text/javascript"
    : name.endsWith(".wasm")
      ? "application/wasm"
      : "text/html";
  response.setHeader("content-type", kind);
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

console.log(`| rule set | program | ${browser.browserType().name()} ${browser.version()} | share |`);
console.log("|---|---|---|---|");
for (const game of GAMES) {
  let [program, module] = [0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    program = Math.max(program, native(game));
    module = Math.max(module, await inBrowser(game));
  }
  const thousands = (/** @type {number} */ speed) => `${Math.round(speed / 1000)} k/s`;
  const share = `${Math.round((100 * module) / program)} %`;
  console.log(`| ${game} | ${thousands(program)} | ${thousands(module)} | ${share} |`);
}
await browser.close();
server.close();
