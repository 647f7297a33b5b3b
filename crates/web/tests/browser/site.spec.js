// The site without a server: `cairn site` writes it, a plain file server serves it from a sub-path.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { expect, test } from "./support/fixtures.js";
import { expectStatus, listedMoves } from "./support/game-page.js";
import { doLessons } from "./support/lesson-page.js";
import { areBuilt, packageFolder } from "./support/modules.js";
import { cairn } from "./support/programs.js";
import { puzzle, solveByHints, standing } from "./support/puzzle-page.js";

test.skip(!areBuilt, "the modules are not built: scripts/wasm builds them");

const run = promisify(execFile);

/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/**
 * Serves a folder under a path, as simple servers do: folders by their `index.html`, modules as
 * bytes of no known type.
 * @param {string} folder
 * @param {string} at
 */
async function serveFiles(folder, at) {
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (!pathname.startsWith(at)) return response.writeHead(404).end();
    const inside = decodeURIComponent(pathname.slice(at.length));
    const file = path.join(folder, inside.endsWith("/") || !inside ? `${inside}index.html` : inside);
    try {
      const bytes = await readFile(file);
      const type = TYPES[path.extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(bytes);
    } catch (error) {
      const isFolder = error instanceof Error && "code" in error && error.code === "EISDIR";
      if (isFolder) response.writeHead(301, { location: `${pathname}/` }).end();
      else response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}${at}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** @param {(folder: string) => Promise<void>} work */
async function withFolder(work) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-site-test-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Downloads a picture and returns its width.
 * @param {import("@playwright/test").Page} page
 * @param {import("@playwright/test").Locator} button
 */
async function pngWidth(page, button) {
  const downloading = page.waitForEvent("download");
  await button.click();
  const file = await readFile(await (await downloading).path());
  expect(file.subarray(1, 4).toString()).toBe("PNG");
  expect(file.length, "it is not empty").toBeGreaterThan(10_000);
  return file.readUInt32BE(16);
}

/** Closes all pages of a visitor, which may still fetch their icons. @param {import("@playwright/test").Page} page */
async function leave(page) {
  for (const open of page.context().pages()) await open.close();
}

test("the site works as files in a folder of a web server", async ({ visit, player }) => {
  await withFolder(async (folder) => {
    const out = path.join(folder, "public");
    await run(cairn, ["site", "--out", out]);
    const site = await serveFiles(out, "/some/cairn/");
    const page = await visit({ baseURL: site.url });
    /** @type {string[]} */
    const failed = [];
    page.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
    await page.goto("");
    await page.locator('[data-game="greener"] [data-action="play"]').click();
    await page.waitForURL(/play\/board\/#/);
    await player(page).playOut();
    await expectStatus(page, "finished");
    const moves = await listedMoves(page);
    expect(await pngWidth(page, page.locator('#end [data-action="picture"]'))).toBe(1200);
    await page.locator("#rules-fold summary").click();
    await expect(page.locator(".rules-text h1")).toHaveText("Greener");

    await page.locator('[data-action="turning-points"]').click();
    await page.waitForURL(/a\/greener\//);
    await expect(page.locator("#tree .tree-move").first()).toHaveText(moves[0]);
    await expect(page.locator("#graph svg")).toBeVisible();
    await page.locator('[data-step="first"]').click();
    await page.locator('[data-step="next"]').click();
    await page.waitForURL(/a\/greener\/#./);
    await expect(page.locator("#engine-lines li").first()).toBeVisible();
    await page.locator('[data-action="export"]').click();
    await expect(page.locator('[data-export="prolog"]')).toHaveValue(/\[/);
    await expect(page.locator('[data-file="record"]')).toHaveAttribute("href", /^blob:/);
    expect(await pngWidth(page, page.locator('[data-file="png"]'))).toBe(800);
    const link = await page.locator('[data-export="link"]').inputValue();
    await page.locator('#export [data-action="close"]').click();

    const other = await page.context().newPage();
    await other.goto(link);
    await expect(other.locator("[data-prompt]")).toContainText("to move");
    await other.goto(`${site.url}import/`);
    await other.locator("[name=text]").fill("1. a1-a4 e5-e4 {well}");
    await other.locator("[type=submit]").click();
    await other.waitForURL(/a\/nava\//);
    await expect(other.locator("#tree .tree-move")).toHaveText(["a1-a4", "e5-e4"]);
    await other.goto(`${site.url}rules/glaisher-rulebook/`);
    await expect(other.locator("h1").first()).toContainText("Glaisher");
    await other.goto(`${site.url}play/`);
    await expect(other.locator("#local-games li")).toHaveCount(1);
    await other.goto(`${site.url}learn/nava/`);
    await doLessons(other);
    expect(failed).toEqual([]);
    await leave(page);
    await site.stop();
  });
});

test("puzzles, openings and the editor work as files in a folder of a web server", async ({ visit }) => {
  await withFolder(async (folder) => {
    const out = path.join(folder, "public");
    await run(cairn, ["site", "--out", out]);
    const site = await serveFiles(out, "/some/cairn/");
    const page = await visit({ baseURL: site.url });
    /** @type {string[]} */
    const failed = [];
    page.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
    await page.goto("");
    await page.locator("#daily").click();
    await page.waitForURL(/some\/cairn\/puzzles\/[a-z-]+\/#\w{6}$/);
    await expect(page.locator("h1")).toHaveText("Puzzle of the day");
    await solveByHints(page);
    await expect(standing(page)).toContainText("Streak: 1 day");
    await page.getByRole("link", { name: "Puzzles" }).first().click();
    await expect(standing(page)).toContainText("Streak: 1 day");
    await page.locator('[data-puzzle-game="glaisher:rulebook"] [href*="theme=chain"]').click();
    await page.waitForURL(/puzzles\/glaisher-rulebook\/\?theme=chain#\w{6}$/);
    await expect(page.locator(".lesson-intro")).toContainText("· chain");
    const first = page.url();
    await page.locator("[data-lesson-next]").click();
    await page.waitForURL((url) => url.href !== first && /\?theme=chain#\w{6}$/.test(url.href));
    await expect(puzzle(page)).toHaveAttribute("data-state", "open");
    // Another address of the same page is another puzzle.
    await page.goto(first);
    await expect(puzzle(page)).toHaveAttribute("data-puzzle", first.slice(-6));
    await solveByHints(page);
    await page.getByRole("link", { name: "Analyse this position" }).click();
    await page.waitForURL(/a\/glaisher-rulebook\/#./);
    await expect(page.locator("[data-prompt]")).toContainText("to move");
    await expect(page.locator("#engine-lines li").first()).toBeVisible();

    await page.goto(`${site.url}a/nava/`);
    await page.locator("#explorer > summary").click();
    await expect(page.locator("#explorer-state")).toContainText("White scores");
    await page.locator("#explorer-rows [data-row]").first().click();
    await expect(page.locator("#explorer-state")).toContainText("Black scores");
    await page.locator('[data-link="edit"]').click();
    await page.waitForURL(/some\/cairn\/editor\/nava\/\?position=/);
    const verdict = page.locator("#verdict");
    await expect(verdict).toHaveText("A possible position, Black to move.");
    await page.locator('[data-edit="start"]').click();
    await expect(verdict).toHaveText("A possible position, White to move.");
    expect(await pngWidth(page, page.locator('[data-link="picture"]'))).toBe(800);
    await page.locator('[data-link="play"]').click();
    await page.waitForURL(/play\/board\/#/);
    await expectStatus(page, "playing");
    await page.goto(`${site.url}editor/`);
    await page.locator('[href*="greener"]').first().click();
    await page.locator(".sizes a", { hasText: "9x9" }).click();
    await page.waitForURL(/editor\/greener\/\?size=9x9$/);
    await expect(page.locator("#editor [data-board]")).toContainClass("board-9x9");
    await page.locator('[data-edit="clear"]').click();
    await expect(verdict).toContainText("Not possible:");
    expect(failed).toEqual([]);
    await leave(page);
    await site.stop();
  });
});

test("the site works without a network from then on", async ({ visit, player, consoles }) => {
  await withFolder(async (folder) => {
    const out = path.join(folder, "public");
    await run(cairn, ["site", "--out", out]);
    const site = await serveFiles(out, "/cairn/");
    const page = await visit({ baseURL: site.url, serviceWorkers: "allow" });
    consoles.allow(page, "Failed to load resource");
    await page.goto("");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await site.stop();
    // Without the slash, links within the page would lead elsewhere.
    await page.goto("play");
    await expect(page).toHaveURL(/play\/$/);
    await page.goto("");
    await page.locator('[data-game="nava"] [data-action="play"]').click();
    await page.waitForURL(/play\/board\/#/);
    await player(page).takeTurn();
    await expect.poll(() => page.locator("#moves [data-ply]").count()).toBeGreaterThan(1);
  });
});

test("a folder with something else is not touched, and one of ours is replaced", async () => {
  await withFolder(async (folder) => {
    const out = path.join(folder, "public");
    await run(cairn, ["site", "--out", out]);
    await writeFile(path.join(out, "old.html"), "old");
    await run(cairn, ["site", "--out", out]);
    expect(await readdir(folder)).toEqual(["public"]);
    expect(await readdir(out)).not.toContain("old.html");
    await writeFile(path.join(folder, "mine.txt"), "mine");
    const refused = run(cairn, ["site", "--out", folder]);
    await expect(refused).rejects.toThrow(/is not empty, and was not written by this command/);
    expect(await readFile(path.join(folder, "mine.txt"), "utf8")).toBe("mine");
  });
});

test("npm packs the modules, and the example of the package can be played", async ({ visit, consoles }) => {
  await withFolder(async (folder) => {
    const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: packageFolder,
    });
    const [{ filename, files }] = JSON.parse(stdout);
    const names = files.map((/** @type {{ path: string }} */ file) => file.path);
    for (const name of ["cairn_board_bg.wasm", "cairn_engine.d.ts", "example.html", "README.md"]) {
      expect(names).toContain(name);
    }
    await run("tar", ["-xzf", filename], { cwd: folder });
    const site = await serveFiles(path.join(folder, "package"), "/");
    const page = await visit({ baseURL: site.url });
    // The script that wasm-bindgen writes complains about servers that do not know modules.
    consoles.allow(page, "`WebAssembly.instantiateStreaming` failed", "favicon.ico");
    await page.goto("example.html");
    await page.locator('[data-cell="a1"]').click();
    await page.locator('[data-cell="a4"]').click();
    await expect(page.locator("#said")).toContainText("The computer played");
    await expect(page.locator('[data-cell="a4"]')).toHaveAttribute("data-pieces", /w/);
    await leave(page);
    await site.stop();
  });
});
