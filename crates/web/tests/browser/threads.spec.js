// The engine in several workers that share memory. Browsers allow it in pages that are isolated from
// other sites, as the server asks them to.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "./support/fixtures.js";
import { areBuilt, loadBoard, loadEngine, packageFolder } from "./support/modules.js";
import { repository, ruleSets } from "./support/programs.js";

/** @import { EngineModule, SharedMemoryModule } from "../../types/modules.d.ts" */
/** @typedef {import("@playwright/test").Page} Page */

test.skip(!areBuilt, "the modules are not built: scripts/wasm builds them");

test("engines that share memory find what the others have stored", async () => {
  const address = (/** @type {string} */ name) => pathToFileURL(path.join(packageFolder, name)).href;
  const read = (/** @type {string} */ name) => readFile(path.join(packageFolder, name));
  /** @type {SharedMemoryModule} */
  const { connect } = await import(address("cairn_shared_memory.js"));
  const memory = new WebAssembly.Memory({ initial: 17, maximum: 17, shared: true });
  connect(await WebAssembly.compile(await read("cairn_shared_memory.wasm")), memory);
  const compiled = await WebAssembly.compile(await read("cairn_engine_bg.wasm"));
  const net = await readFile(path.join(repository, "nets", "nava.net"));
  // Two instances, each with memory of its own as well.
  const [first, second] = await Promise.all(
    ["first", "second"].map(async (name) => {
      /** @type {EngineModule} */
      const module = await import(`${address("cairn_engine.js")}?${name}`);
      await module.default({ module_or_path: compiled });
      return new module.Engine("nava", null, net, 1);
    }),
  );
  const words = new BigInt64Array(memory.buffer);
  const part = { helper: null, searches_before: 0, searches_forgotten: 0 };
  const search = (/** @type {typeof first} */ engine, /** @type {object} */ limits) =>
    engine.analyse("nava", null, [], 1, limits, undefined).nodes;
  const alone = search(first, { depth: 7 });
  first.newGame();
  first.searchTogether(part);
  second.searchTogether({ ...part, searches_before: 1 });
  expect(search(first, { depth: 7 })).toBe(alone);
  expect(words[8]).toBe(BigInt(alone));
  words[8] = 0n;
  expect(search(second, { depth: 7 })).toBeLessThan(alone / 2);
  // A limit holds for the nodes of both.
  words[8] = 0n;
  second.searchTogether({ ...part, helper: 0, searches_before: 2, searches_forgotten: 2 });
  expect(search(second, { nodes: 1000 })).toBe(1000);
  expect(search(first, { nodes: 3000 })).toBe(3000);
  // Told to stop, neither begins.
  words[0] = 1n;
  words[8] = 0n;
  expect([search(first, {}), search(second, {})]).toEqual([0, 0]);
});

/** Opens a page as on a device with this many cores, which remembers its workers. @param {Page} page @param {string} address */
async function open(page, address, cores = 3) {
  await page.addInitScript((cores) => {
    Object.defineProperty(navigator, "hardwareConcurrency", { get: () => cores });
    /** @type {Worker[]} */
    const workers = [];
    const Original = Worker;
    Object.assign(globalThis, {
      workers,
      Worker: class extends Original {
        /** @param {ConstructorParameters<typeof Worker>} given */
        constructor(...given) {
          super(...given);
          workers.push(this);
        }
      },
    });
  }, cores);
  await page.goto(address);
}

/** Takes the isolation from a page. @param {Page} page @param {string} address */
const withoutIsolation = (page, address) =>
  page.route(`**${address}`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers["cross-origin-embedder-policy"];
    await route.fulfill({ response, headers });
  });

const state = (/** @type {Page} */ page) => page.locator("#engine-state");
const threads = (/** @type {Page} */ page) => page.locator("#engine-threads");
const lines = (/** @type {Page} */ page) => page.locator("#engine-lines li");

/** Number of workers of a page that live. @param {Page} page */
const living = (page) => page.workers().filter((worker) => worker.url().includes("engine-worker")).length;

/** Kills the worker that was started as this one. @param {Page} page @param {number} index */
const kill = (page, index) =>
  page.evaluate((index) => {
    const { workers } = /** @type {{ workers: Worker[] }} */ (/** @type {unknown} */ (globalThis));
    workers[index].dispatchEvent(new ErrorEvent("error"));
  }, index);

test("an isolated page searches with several threads", async ({ page }) => {
  await open(page, "/a/greener");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  // One core is left for others.
  await expect(threads(page)).toHaveValue("2");
  await expect(lines(page)).toHaveCount(3);
  await expect(state(page)).toContainText(/^Depth \d+… · 2 threads · .* positions\/s$/);
  expect(living(page)).toBe(2);
  // Another position: both stop, and search that one.
  await page.locator('#engine-lines [data-until="1"]').first().click();
  await expect(page.locator("#tree [data-node]")).toHaveCount(1);
  await expect(lines(page)).toHaveCount(3);
  await expect(state(page)).toContainText("2 threads");
  await expect.poll(() => living(page)).toBe(2);
  // The number can be chosen, and is remembered.
  await threads(page).selectOption("3");
  await expect(state(page)).toContainText("3 threads");
  await page.reload();
  await expect(threads(page)).toHaveValue("3");
  await expect(state(page)).toContainText("3 threads");
  await threads(page).selectOption("1");
  await expect(state(page)).toContainText(/^Depth \d+… · [^·]* positions\/s$/);
  // On the server it means nothing.
  await page.locator("#engine-place").selectOption("server");
  await expect(threads(page)).toBeDisabled();
});

test("without isolation the engine has one thread", async ({ page }) => {
  await withoutIsolation(page, "/a/nava");
  await open(page, "/a/nava");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await expect(lines(page)).toHaveCount(3);
  await expect(state(page)).toContainText(/^Depth \d+… · [^·]* positions\/s$/);
  await expect(threads(page)).toBeHidden();
  expect(living(page)).toBe(1);
});

test("the search goes on when a worker dies, and the page says so", async ({ page }) => {
  await open(page, "/a/nava");
  for (const index of [0, 1]) {
    await page.goto("/a/nava");
    await expect(state(page)).toContainText("2 threads");
    await kill(page, index);
    await expect(page.locator("#toasts .error")).toContainText(
      "Only 1 of the engine's 2 threads is still running",
    );
    await expect(state(page)).toContainText(/^Depth \d+… · [^·]* positions\/s$/);
    await expect(page.locator("#engine-place")).toHaveValue("device");
  }
  await expect.poll(() => living(page)).toBe(1);
  // The next search has all of them again.
  await page.locator('#engine-lines [data-until="1"]').first().click();
  await expect(state(page)).toContainText("2 threads");
});

test("several threads prove what one proves", async ({ page }) => {
  const [board, { Engine }] = [await loadBoard(), await loadEngine()];
  await page.addInitScript(() => localStorage.setItem("cairn.engine", "false"));
  await open(page, "/a/nava");
  for (const { game } of ruleSets) {
    // Some game, without as many of its last moves as one thread can prove quickly.
    /** @type {string[]} */
    const moves = [];
    let { position } = board.apply(game, null, []);
    for (let legal = board.legalMoves(game, position); legal.length;) {
      moves.push(legal[(7 * moves.length) % legal.length]);
      ({ position } = board.apply(game, null, moves));
      legal = board.legalMoves(game, position);
    }
    const engine = new Engine(game, null, null, 1);
    const limits = { depth: 60, nodes: 20_000 };
    const isSolved = (/** @type {number} */ left) =>
      engine.analyse(game, null, moves.slice(0, -left), 1, limits, undefined).lines[0].proven;
    const left = [6, 5, 4, 3, 2, 1].find(isSolved) ?? 0;
    engine.free();
    expect(left, game).toBeGreaterThan(0);
    const request = { game, position: board.startPosition(game), moves: moves.slice(0, -left) };
    const found = await page.evaluate(async (request) => {
      const site = document.querySelector('script[src*="/site.js"]')?.getAttribute("src") ?? "";
      const { run } = await import(site.replace("site.js", "device-engine.js"));
      const search = (/** @type {number} */ threads) =>
        run(
          request,
          { kind: "analyse", lines: 1, limits: { depth: 60 }, threads },
          new AbortController().signal,
        );
      return [await search(1), await search(2)];
    }, request);
    const [alone, together] = found.map(({ lines }) => lines[0].proven);
    expect(alone, game).not.toBeNull();
    expect(together, game).toBe(alone);
    const { position: here } = board.apply(game, null, request.moves);
    expect(board.legalMoves(game, here)).toContain(found[1].bestmove);
    expect(found[1].threads).toBe(2);
  }
});
