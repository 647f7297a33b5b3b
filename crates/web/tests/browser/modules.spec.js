// The engine and the boards in the page itself, and what happens when they fail. Without the
// target for WebAssembly there are no modules, and these tests are skipped.

import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

import { Bot } from "./support/bot.js";
import { expect, test } from "./support/fixtures.js";
import { againstComputer, startGame } from "./support/game-page.js";
import { areBuilt, loadBoard, loadEngine } from "./support/modules.js";
import { repository, ruleSets } from "./support/programs.js";
import { Server } from "./support/server.js";

/** @import { BoardModule } from "../../types/modules.d.ts" */
/** @typedef {import("@playwright/test").Page} Page */

test.skip(!areBuilt, "the modules are not built: scripts/wasm builds them");

/** Numbers that look random and are the same every time. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/**
 * Plays random games and yields every position with a legal move, until there are enough.
 * @param {BoardModule} board
 * @param {string} game
 * @param {number} count
 */
function* randomPositions(board, game, count) {
  const random = numbers(7);
  let position = board.startPosition(game);
  for (let made = 0; made < count; made += 1) {
    const moves = board.legalMoves(game, position);
    const move = moves[random(moves.length)];
    yield { position, move, random };
    position = move ? board.apply(game, position, [move]).position : board.startPosition(game);
  }
}

/** Arguments of the module and the query of the server for the same look. @param {{ position: string, move: string | undefined, random: (bound: number) => number }} at @param {string} first */
function randomLook({ move, random }, first) {
  const flipped = random(2) === 1;
  const coordinates = random(2) === 1;
  const flat = random(2) === 1;
  const choices = random(3) === 0;
  const made = random(2) === 1 ? move : undefined;
  const picks = !made && first && random(2) === 1 ? [first] : [];
  const hints = !made && move && random(3) === 0 ? [move] : [];
  const query = new URLSearchParams();
  if (made) query.set("move", made);
  if (picks.length) query.set("picks", picks.join(","));
  if (flipped) query.set("flip", "1");
  if (!coordinates) query.set("coordinates", "0");
  if (flat) query.set("pieces", "flat");
  if (choices) query.set("choices", "1");
  if (hints.length) query.set("hint", hints.join("|"));
  return { look: { move: made, picks, hints, flipped, coordinates, flat, choices }, query };
}

for (const { game } of ruleSets) {
  test(`boards of ${game} are the same as the server's, byte for byte`, async () => {
    const board = await loadBoard();
    // Each few requests come from another network, so that no rate limit is reached.
    const server = await Server.start("--behind-proxy");
    let compared = 0;
    for (const at of randomPositions(board, game, 400)) {
      const [group] = board.pickTree(game, at.position).groups;
      const first = group ? (group.steps[0]?.[1] ?? group.options.split(" ")[0]).split("+")[0] : "";
      const { look, query } = randomLook(at, first);
      const path = `/board/${game}/${encodeURIComponent(at.position.replaceAll(" ", "_"))}?${query}`;
      const headers = { "x-forwarded-for": `10.0.${Math.floor(compared / 20)}.1` };
      const { status, text } = await server.request("GET", path, { headers });
      expect(status, path).toBe(200);
      expect(board.boardFragment(game, at.position, look), path).toBe(text);
      if (compared % 10 === 0) {
        const picture = new URLSearchParams({ move: look.move ?? "", flip: look.flipped ? "1" : "0" });
        const drawn = await server.request(
          "GET",
          `${path.replace(/^\/board(.*)\?.*/, "/img$1.svg")}?${picture}`,
          { headers },
        );
        expect(board.boardSvg(game, at.position, { move: look.move, flipped: look.flipped })).toBe(
          drawn.text,
        );
      }
      compared += 1;
    }
    expect(compared).toBe(400);
    await server.stop();
  });
}

test("levels play the same moves in the browser as in the program", async () => {
  const [board, { Engine }] = [await loadBoard(), await loadEngine()];
  for (const { game } of ruleSets) {
    const net = netPath(board.netName(game) ?? "");
    const engine = new Engine(game, null, await readFile(net), 64);
    const native = new Bot(game);
    native.say("setoption name Hash value 64");
    for (const { position, move, random } of randomPositions(board, game, 24)) {
      if (!move) continue;
      const level = 1 + random(6);
      native.say(`setoption name Level value ${level}`);
      native.say(`position fen ${position}`);
      const expected = await native.bestMove("go nodes 3000");
      const limits = { nodes: 3000 };
      const chosen = engine.choose(game, position, [], String(level), 0, limits);
      expect(chosen, `${game} level ${level}: ${position}`).toBe(expected);
    }
    // At full strength, with the same memory.
    native.say("setoption name Level value 10");
    const positions = [...randomPositions(board, game, 6)].filter(({ move }) => move);
    for (const { position } of positions) {
      native.say("uginewgame");
      native.say(`position fen ${position}`);
      const expected = await native.bestMove("go nodes 2000");
      engine.newGame();
      const { bestmove, nodes } = engine.analyse(game, position, [], 1, { nodes: 2000 }, undefined);
      expect(bestmove, `${game}: ${position}`).toBe(expected);
      expect(nodes).toBeLessThanOrEqual(2000);
    }
    native.stop();
    engine.free();
  }
});

/**
 * Sums of the hidden layer of a net as the format of the file says, one number at a time.
 * @param {Buffer} file
 * @param {number[][]} lists
 */
function plainSums(file, lists) {
  const end = file.indexOf("\nnumbers\n") + "\nnumbers\n".length;
  const head = file.subarray(0, end).toString();
  const [inputs, hidden] = ["inputs", "hidden"].map((name) =>
    Number(RegExp(`${name} (\\d+)`).exec(head)?.[1]),
  );
  const number = (/** @type {number} */ index) => file.readInt16LE(end + 2 * index);
  return lists.map((active) => {
    let sum = 0;
    for (let unit = 0; unit < hidden; unit += 1) {
      let value = number(inputs * hidden + unit);
      for (const input of active) {
        value = Math.min(32_767, Math.max(-32_768, value + number(input * hidden + unit)));
      }
      value = Math.min(255, Math.max(0, value));
      sum += ((value ** 2) >> 7) * number(inputs * hidden + hidden + unit);
    }
    return sum;
  });
}

test("nets compute on wide registers as one number at a time", async () => {
  const { hiddenSums } = await loadEngine();
  const nets = (await readdir(path.join(repository, "nets"))).filter((name) => name.endsWith(".net"));
  expect(nets.length).toBeGreaterThan(7);
  for (const name of nets) {
    const file = await readFile(path.join(repository, "nets", name));
    const inputs = Number(/inputs (\d+)/.exec(file.subarray(0, 200).toString())?.[1]);
    const random = numbers(11);
    const lists = Array.from({ length: 1000 }, (_, index) => {
      const list = Array.from({ length: random(60) }, () => random(inputs));
      // Many of the same input overflow sixteen bits, upwards or downwards.
      return index % 20 ? list : [...list, ...Array(400).fill(random(inputs))];
    });
    const lengths = Uint32Array.from(lists, (list) => list.length);
    const sums = hiddenSums(file, Uint16Array.from(lists.flat()), lengths);
    expect([...sums], name).toEqual(plainSums(file, lists));
  }
});

/** Path of the net whose name on the site is this: without the size if it is the standard one. @param {string} name */
function netPath(name) {
  return path.join(repository, "nets", name.replace(/-(\d+x\d+|hexagon)\.net$/, ".net"));
}

test("errors of the modules say what is wrong", async () => {
  const [board, { Engine }] = [await loadBoard(), await loadEngine()];
  expect(() => board.apply("nava", null, ["a1-a4", "e5-e4", "a4-b9"])).toThrow(/move 3/);
  expect(() => board.boardFragment("chess")).toThrow(/unknown game/);
  expect(() => board.boardFragment("nava", "nonsense")).toThrow();
  expect(() => board.boardFragment("nava", null, { picks: ["c3"] })).toThrow(/no move begins/);
  expect(() => new Engine("nava", null, new Uint8Array(100), 1)).toThrow(/net/);
  // It can still be used.
  expect(board.boardSvg("nava", null, { move: "a1-a4" })).toContain("</svg>");
});

// ---- in the page ----

/** Counts the requests of a page for something. @param {Page} page @param {RegExp} pattern */
function countRequests(page, pattern) {
  const found = { count: 0 };
  page.on("request", (request) => {
    if (pattern.test(new URL(request.url()).pathname)) found.count += 1;
  });
  return found;
}

/** Waits until boards are drawn in the page. @param {Page} page */
const modulesReady = (page) =>
  page.evaluate(async () => {
    const { ready } = await import(
      document
        .querySelector('script[src*="/site.js"]')
        ?.getAttribute("src")
        ?.replace("site.js", "modules.js") ?? ""
    );
    await ready;
  });

const state = (/** @type {Page} */ page) => page.locator("#engine-state");

test("the page draws its boards without asking the server", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cairn.engine", "false"));
  await page.goto("/a/nava");
  await modulesReady(page);
  const requests = countRequests(page, /^\/(board|api)\//);
  await page.locator('[data-cell="a1"].is-option').click();
  await page.locator('[data-cell="a4"].is-option').click();
  await expect(page.locator("#tree [data-node]")).toHaveCount(1);
  await page.locator('[data-step="previous"]').click();
  await page.locator('[data-step="next"]').click();
  await page.locator('[data-action="flip"]').first().click();
  await expect(page.locator("[data-board]")).toHaveAttribute("data-flip", "1");
  await expect(page.locator("[data-cell].is-option").first()).toBeVisible();
  expect(requests.count).toBe(0);
});

test("a game against the computer asks the server for moves, not for boards", async ({ page, player }) => {
  await startGame(page, "nava", againstComputer);
  await modulesReady(page);
  const requests = countRequests(page, /^\/board\//);
  await player(page, "click").playOut();
  expect(requests.count).toBe(0);
});

test("the engine on this device analyses without the server, and without end", async ({ page }) => {
  const requests = countRequests(page, /analyse/);
  await page.goto("/a/greener");
  await expect(page.locator("#engine-place")).toHaveValue("device");
  await expect(page.locator("#engine-lines li")).toHaveCount(3);
  await expect(state(page)).toContainText("positions/s");
  // Another position: the search is cancelled, and the next one begins.
  await page.locator('#engine-lines [data-until="1"]').first().click();
  await expect(page.locator("#tree [data-node]")).toHaveCount(1);
  await expect(page.locator("#engine-lines li")).toHaveCount(3);
  await expect(state(page)).toContainText("positions/s");
  expect(requests.count).toBe(0);
  // By choice the server analyses.
  await page.locator("#engine-place").selectOption("server");
  await expect.poll(() => requests.count).toBeGreaterThan(0);
  await expect(state(page)).toContainText(/^Depth \d+…?$/);
});

test("without its worker the page goes on with the server", async ({ page, consoles }) => {
  consoles.allow(page, "engine-worker.js");
  await page.route("**/engine-worker.js", (route) => route.abort());
  const requests = countRequests(page, /analyse/);
  await page.goto("/a/nava");
  await expect(page.locator("#toasts .error")).toContainText("The server's engine takes over.");
  await expect(page.locator("#engine-lines li")).toHaveCount(3);
  await expect(page.locator("#engine-place")).toHaveValue("server");
  expect(requests.count).toBeGreaterThan(0);
});

test("what fails once is tried again on this device", async ({ page, consoles }) => {
  consoles.allow(page, "Failed to load resource", "engine-worker.js", "cairn_engine");
  const requests = countRequests(page, /analyse/);
  for (const name of ["engine-worker.js", "cairn_engine.js", "cairn_engine_bg.wasm", "*.net"]) {
    const failing = `**/${name}`;
    await page.route(failing, (route) => route.abort(), { times: 1 });
    await page.goto("/a/nava");
    await expect(page.locator("#engine-lines li"), name).toHaveCount(3);
    await expect(page.locator("#toasts")).toBeEmpty();
    await page.unroute(failing);
  }
  expect(requests.count).toBe(0);
});

test("with a damaged module the page works through the server", async ({ page, consoles }) => {
  consoles.allow(page, "wasm");
  await page.route("**/*.wasm", (route) =>
    route.fulfill({ body: "not a module", contentType: "application/wasm" }),
  );
  await page.goto("/a/nava");
  await expect(page.locator("#toasts .error")).toContainText("The server's engine takes over.");
  await expect(page.locator("#engine-lines li")).toHaveCount(3);
  await page.locator('[data-cell="a1"].is-option').click();
  await page.locator('[data-cell="a4"].is-option').click();
  await expect(page.locator("#tree [data-node]")).toHaveCount(1);
});
