// Games on this device, and the site without a network. Without the target for WebAssembly there
// are no modules, and these tests are skipped.

import { readFile } from "node:fs/promises";

import { expect, test } from "./support/fixtures.js";
import { control, expectStatus, listedMoves, press, typeMove } from "./support/game-page.js";
import { doLessons, pressLesson, said } from "./support/lesson-page.js";
import { areBuilt } from "./support/modules.js";
import { puzzle, refuted, solveByHints, standing, typeTry } from "./support/puzzle-page.js";
import { Server } from "./support/server.js";
import { UpdatedSite } from "./support/updated-site.js";

/** @typedef {import("@playwright/test").Page} Page */

test.skip(!areBuilt, "the modules are not built: scripts/wasm builds them");

/** Starts a game by the form. @param {Page} page @param {string} game @param {Record<string, string>} choices */
async function startLocalGame(page, game, choices) {
  await page.goto(`/play/${game}`);
  for (const [name, value] of Object.entries(choices)) {
    const choice = page.locator(`input[name="${name}"][value="${value}"]`);
    if (await choice.count()) await page.locator("label").filter({ has: choice }).click();
    else await page.locator(`select[name="${name}"]`).selectOption(value);
  }
  await page.locator('[data-action="create"]').click();
  await page.waitForURL(/\/play\/board#/);
  await expectStatus(page, "playing");
}

const againstLevel1 = { opponent: "computer", level: "1", side: "first" };

/** Paths of the requests that a page sends from now on. @param {Page} page */
function watchRequests(page) {
  /** @type {string[]} */
  const paths = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

for (const game of ["nava", "mitsudomoe:single", "greener", "glaisher"]) {
  test(`a whole game of ${game} against the computer needs no server`, async ({ page, player }) => {
    await startLocalGame(page, game, againstLevel1);
    const paths = watchRequests(page);
    const somebody = player(page);
    const { moves, outcome } = await somebody.playOut();
    await expectStatus(page, "finished");
    expect(moves.length).toBeGreaterThan(3);
    expect(outcome).not.toBeNull();
    await expect(page.locator("#end .end-result")).toHaveText(/^(You (won|lost)|Draw)/);
    await expect(page.locator("#end .next-levels a").first()).toBeVisible();
    // The engine comes with the first move, and nothing else does.
    expect(paths.filter((path) => !path.startsWith("/assets/"))).toEqual([]);
  });
}

test("two people play at one screen, take back, agree on a draw and play again", async ({ page, player }) => {
  await startLocalGame(page, "nava", { opponent: "same-screen" });
  const somebody = player(page, "typed");
  for (let turn = 0; turn < 3; turn += 1) await somebody.takeTurn();
  const [first, second] = await listedMoves(page);
  await press(page, "take-back");
  await expect(page.locator("#moves [data-ply]")).toHaveText([first, second]);
  await page.locator('[data-cell="c3"]').click();
  await expect(page.locator("[data-prompt]")).toContainText("c3");
  await press(page, "draw");
  await expectStatus(page, "finished");
  await expect(page.locator("#end .end-result")).toHaveText("Draw by agreement.");
  const before = page.url();
  await press(page, "rematch");
  await expect.poll(() => page.url()).not.toBe(before);
  await expectStatus(page, "playing");
  await expect(page.locator("#moves [data-ply]")).toHaveCount(0);
});

test("games are kept, listed, downloaded, analysed and deleted", async ({ page, player }) => {
  await startLocalGame(page, "nava", againstLevel1);
  const somebody = player(page);
  await somebody.takeTurn();
  await expect(page.locator("#moves [data-ply]")).toHaveCount(2);
  const moves = await listedMoves(page);
  await page.reload();
  await expect(page.locator("#moves [data-ply]")).toHaveText(moves);
  await press(page, "take-back");
  await expect(page.locator("#moves [data-ply]")).toHaveCount(0);
  await somebody.takeTurn();
  await expect(page.locator("#moves [data-ply]")).toHaveCount(2);
  const kept = await listedMoves(page);

  await page.goto("/play");
  const lines = page.locator("#local-games li");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText("You – Level 1");
  await expect(lines).toContainText("move 3");
  const downloading = page.waitForEvent("download");
  await lines.locator('[data-action="record"]').click();
  const record = await readFile(await (await downloading).path(), "utf8");
  expect(record).toContain('[White "Anonymous"]');
  expect(record).toContain('[Black "cairn level 1"]');
  expect(record).toContain(`1. ${kept.join(" ")}`);

  await lines.locator('[data-action="analyse"]').click();
  await page.waitForURL(/\/a\/nava/);
  await expect(page.locator("#tree .tree-move")).toHaveText(kept);

  await page.goto("/play");
  await lines.locator('[data-action="delete"]').click();
  await lines.locator('[data-action="delete"]').click();
  await expect(page.locator("#local-games")).toBeHidden();
});

test("a hint points out a move, and a game can be resigned", async ({ page, player }) => {
  await startLocalGame(page, "greener", againstLevel1);
  await press(page, "hint");
  await expect(page.locator("[data-prompt]")).toContainText("Hint:");
  await player(page).takeTurn();
  await expect(page.locator("#moves [data-ply]")).toHaveCount(2);
  await press(page, "resign");
  await control(page, "resign").click();
  await expectStatus(page, "finished");
  await expect(page.locator("#end .end-result")).toHaveText("You resigned.");
  await expect(page.locator("#end .next-levels .primary, #end .next-levels a").first()).toBeVisible();
  await expect(control(page, "rematch")).toBeVisible();
});

test("two computers are watched, move by move and faster", async ({ page }) => {
  await startLocalGame(page, "nava", { opponent: "computers" });
  await expect(page.locator("#role")).toHaveText("you are watching");
  const made = page.locator("#moves [data-ply]");
  await expect(made).not.toHaveCount(0);
  const pause = page.locator('#watching [data-action="pause"]');
  await pause.click();
  await expect(pause).toHaveText("Resume");
  // A move that had begun before may still come; after a single step it is certain that all stand still.
  const step = page.locator('#watching [data-action="step"]');
  const before = await made.count();
  await step.click();
  await expect.poll(() => made.count()).toBeGreaterThan(before);
  await expect(page.locator(".is-option"), "nobody else moves").toHaveCount(0);
  await page.locator("#watching select").selectOption({ label: "Fast" });
  const paused = await made.count();
  await pause.click();
  await expect(pause).toHaveText("Pause");
  await expect.poll(() => made.count()).toBeGreaterThan(paused + 2);
});

test("after a game the accuracy of both sides is shown, and mistakes are exercises", async ({ page }) => {
  await startLocalGame(page, "nava", { opponent: "same-screen" });
  for (const [ply, move] of ["a1-a2", "e5-e4", "a2-a1", "e4-e5"].entries()) {
    await typeMove(page, move);
    await expect(page.locator("#moves [data-ply]")).toHaveCount(ply + 1);
  }
  await press(page, "resign");
  await control(page, "resign").click();
  await expectStatus(page, "finished");
  const rows = page.locator("#end .accuracy tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/White\d+\s%/);
  await expect(rows.last()).toContainText(/Black\d+\s%/);
  const table = await page.locator("#end .accuracy").textContent();
  await page.reload();
  await expect(page.locator("#end .accuracy"), "kept in the tab").toHaveText(table ?? "?");
  await page.locator('#end [data-action="learn-from-mistakes"]').click();
  await page.waitForURL(/\/a\/nava/);
  // The first exercise, or the summary if the engine found no mistake.
  const learns = page.locator("#exercise-title").filter({ visible: true });
  await expect(learns.or(page.locator("#review-summary .accuracy").filter({ visible: true }))).toBeVisible();
});

test("wrong positions, missing games and damaged entries are told", async ({ page }) => {
  await page.goto("/play/nava");
  await page
    .locator("label")
    .filter({ has: page.locator('[name="setup"][value="position"]') })
    .click();
  await page.locator('[name="position"]').fill("x4,b/x5");
  await page.locator('[data-action="create"]').click();
  await expect(page.locator("#new-problem")).not.toBeEmpty();
  await page.goto("/play/board#nothing");
  await expect(page.locator("#trouble")).toContainText("not on this device");
  await page.goto("/play");
  await page.evaluate(async () => {
    const opening = indexedDB.open("cairn /", 1);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const games = opening.result.transaction("games", "readwrite").objectStore("games");
    games.put({ id: "later", format: 99, moves: [] });
    games.put({
      ...{ id: "broken", format: 1, game: "nava", players: [null, null], ending: null, outcome: null },
      ...{ start: "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w", moves: ["a1-a4", "a1-e5"], seed: null, next: null },
    });
    await new Promise((resolve) => (games.transaction.oncomplete = resolve));
    opening.result.close();
  });
  await page.reload();
  await expect(page.locator("#local-games li").filter({ hasText: "Damaged game" })).toHaveCount(1);
  await page.goto("/play/board#broken");
  await expect(page.locator("#toasts")).toContainText("It continues after move 1");
  await expect(page.locator("#moves [data-ply]")).toHaveText(["a1-a4"]);
});

test("without the engine, without room and without the rules, the page says so", async ({
  page,
  player,
  consoles,
}) => {
  consoles.allow(page, "Failed to load resource", "net::ERR_FAILED", "cairn_engine", "cairn_board");
  await page.route("**/cairn_engine_bg.wasm", (route) => route.abort());
  await startLocalGame(page, "nava", againstLevel1);
  await player(page, "typed").takeTurn();
  await expect(page.locator("#trouble")).toContainText("The engine cannot be loaded");
  await page.unroute("**/cairn_engine_bg.wasm");
  await page.locator("#trouble button", { hasText: "try again" }).click();
  await expect(page.locator("#moves [data-ply]")).toHaveCount(2);

  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await player(page, "typed").takeTurn();
  await expect(page.locator("#trouble")).toContainText("This browser's storage is full");
  await expect(page.locator("#moves [data-ply]")).toHaveCount(4);

  await page.route("**/cairn_board_bg.wasm", (route) => route.abort());
  await page.reload();
  await expect(page.locator("#trouble")).toContainText("could not load the rules");
});

/** Opens a page and waits until everything is kept for use without a network. @param {Page} page @param {string} path */
async function openAndKeep(page, path) {
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Names of the caches of the site. @param {Page} page */
const cacheNames = (page) => page.evaluate(() => caches.keys());

test("in airplane mode a whole game is played and analysed, and lessons are done", async ({
  visit,
  player,
  consoles,
}) => {
  const server = await Server.start();
  const page = await visit({ baseURL: server.origin, serviceWorkers: "allow" });
  consoles.allow(page, "Failed to load resource", "net::ERR_");
  await openAndKeep(page, "/");
  await page.context().setOffline(true);
  await server.kill();

  await page.goto("/");
  await page.locator('[data-game="nava"] [data-action="play"]').click();
  await page.waitForURL(/\/play\/board#/);
  await player(page).playOut();
  await expect(page.locator("#end .end-result")).toBeVisible();
  await page.locator("#rules-fold summary").click();
  await expect(page.locator(".rules-text h1")).toHaveText("Nava");
  const moves = await listedMoves(page);

  await page.locator('[data-action="turning-points"]').click();
  await page.waitForURL(/\/a\/nava/);
  // The engine may have several threads here as well.
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(page.locator("#tree .tree-move").first()).toHaveText(moves[0]);
  await expect(page.locator("#graph svg")).toBeVisible();
  await page.locator('[data-step="first"]').click();
  const lines = page.locator("#engine-lines li");
  await expect(lines.or(page.locator("#toasts .toast")).first()).toBeVisible();
  await expect(page.locator("#toasts")).toBeEmpty();
  await expect(lines.first()).toBeVisible();
  await page.locator('[data-step="next"]').click();
  await page.waitForURL(/\/a\/nava\/./);
  await page.reload();
  await expect(page.locator("#tree [aria-current]")).toHaveText(moves[0]);

  await page.goto("/rules/greener");
  await expect(page.locator("h1").first()).toHaveText("Greener");
  await page.goto("/play");
  await expect(page.locator("#local-games li")).toHaveCount(1);
  await page.goto("/learn");
  await page.locator('[data-course="nava"] a').first().click();
  await doLessons(page);
  await page.goto("/g/somewhere");
  await expect(page.locator("h1")).toHaveText("No connection");
  await expect(page.locator("main")).toContainText("This page needs the server");
  // A form that cannot be sent is told as well.
  await page.goto("/play");
  await page.evaluate(() => {
    const form = document.createElement("form");
    [form.method, form.action] = ["post", "/new"];
    document.body.append(form);
    form.submit();
  });
  await expect(page.locator("h1")).toHaveText("No connection");
  await server.stop();
});

test("in airplane mode puzzles are chosen, solved, refuted and counted", async ({ visit, consoles }) => {
  const server = await Server.start();
  const page = await visit({ baseURL: server.origin, serviceWorkers: "allow" });
  consoles.allow(page, "Failed to load resource", "net::ERR_");
  await openAndKeep(page, "/");
  const { id, wrong, line } = await refuted(page);
  const daily = await (await page.request.get("/api/v1/puzzles/daily")).json();
  await page.context().setOffline(true);
  await server.kill();

  await page.goto("/");
  await page.locator("#daily").click();
  await page.waitForURL(`**/puzzles/${daily.game}/${daily.id}`);
  await expect(page.locator("h1")).toHaveText("Puzzle of the day");
  await expect(page.locator(".lesson-goal")).toContainText(daily.task);
  await expect(page.locator("[data-puzzle-facts]")).toBeHidden();
  await solveByHints(page);
  await expect(standing(page)).toContainText("Streak: 1 day");
  await expect(standing(page)).toContainText("0 of 1 solved");
  await expect(page.locator("[data-puzzle-facts]")).toContainText(`Rating ${daily.rating}`);
  const themes = page.locator("[data-theme]:visible a");
  await expect(themes).toHaveText(daily.themes);

  await page.goto(`/puzzles/nava/${id}`);
  await typeTry(page, wrong);
  await expect(puzzle(page)).toHaveAttribute("data-state", "wrong");
  await expect(said(page)).toContainText(`Refutation: ${line.join(", ")}.`);
  await pressLesson(page, "show");
  await expect(puzzle(page)).toHaveAttribute("data-state", "shown");
  await expect(said(page)).toContainText("Solution: ");
  await page.reload();
  await expect(puzzle(page)).toHaveAttribute("data-state", "open");
  await expect(page.locator("h1")).toHaveText(`Puzzle ${id}`);

  await page.goto("/puzzles");
  await expect(standing(page)).toContainText("0 of 2 solved");
  await page.locator('[data-puzzle-game="greener"] [href*="difficulty=easy"]').click();
  await page.waitForURL(/\/puzzles\/greener\/\w{6}\?difficulty=easy$/);
  await expect(page.locator(".lesson-intro")).toContainText("Greener · easy");
  await solveByHints(page);
  const first = page.url();
  await page.locator("[data-lesson-next]").click();
  await page.waitForURL((url) => url.href !== first && /\?difficulty=easy$/.test(url.href));
  await expect(puzzle(page)).toHaveAttribute("data-state", "open");
  await page.goto("/puzzles/nava/nowhere");
  await expect(said(page)).toContainText("There is no puzzle `nowhere`.");
  await page.locator("[data-lesson-next]").click();
  await page.waitForURL(/\/puzzles\/nava\/\w{6}$/);
  await expect(puzzle(page)).toHaveAttribute("data-state", "open");
  await server.stop();
});

test("an evening on a plane: a puzzle, an opening, a position, a game from it and its analysis", async ({
  visit,
  player,
  consoles,
}) => {
  const server = await Server.start();
  const page = await visit({ baseURL: server.origin, serviceWorkers: "allow" });
  consoles.allow(page, "Failed to load resource", "net::ERR_");
  await openAndKeep(page, "/");
  await page.context().setOffline(true);
  await server.kill();

  await page.goto("/");
  await page.getByRole("link", { name: "Puzzles" }).first().click();
  await page.locator('[data-puzzle-game="nava"] [href*="theme=fork"]').click();
  await solveByHints(page);
  await page.getByRole("link", { name: "Analyse this position" }).click();
  await page.waitForURL(/\/a\/nava\/./);

  await page.goto("/a/nava");
  await page.locator("#explorer > summary").click();
  const state = page.locator("#explorer-state");
  await expect(state).toContainText("White scores");
  const move = page.locator("#explorer-rows [data-row]").first();
  const opening = (await move.textContent()) ?? "";
  await move.click();
  await expect(page.locator("#tree [data-node]").first()).toContainText(opening);
  await expect(state).toContainText("Black scores");
  await page.locator("#explorer-source").selectOption("site");
  await expect(state).toContainText("The games on this site need the server");

  await page.locator('[data-link="edit"]').click();
  await page.waitForURL(/\/editor\/nava\?position=/);
  const verdict = page.locator("#verdict");
  await expect(verdict).toHaveText("A possible position, Black to move.");
  await page.locator('[data-edit="start"]').click();
  await expect(verdict).toHaveText("A possible position, White to move.");
  await page.locator('[data-cell="a1"]').click({ button: "right" });
  await expect(verdict).toContainText("Not possible:");
  await page.locator('[name="tool"][value="w"]').check();
  await page.locator('[data-cell="b2"]').click();
  await expect(verdict).toHaveText("A possible position, White to move.");
  const edited = await page.locator("#position-text").inputValue();
  await page.reload();
  await expect(page.locator("#position-text")).toHaveValue(edited);

  await page.locator('[data-link="play"]').click();
  await page.waitForURL(/\/play\/board#/);
  await expect(page.locator('[data-cell="b2"]')).toHaveAttribute("data-pieces", "w");
  await player(page).playOut();
  await expect(page.locator("#end .end-result")).toBeVisible();
  await page.locator('[data-action="turning-points"]').click();
  await page.waitForURL(/\/a\/nava/);
  await expect(page.locator("#graph svg")).toBeVisible();
  await expect(page.locator("#toasts")).toBeEmpty();
  await server.stop();
});

test("an update does not break a page that is open", async ({ visit, server, player }) => {
  const site = await UpdatedSite.start(server);
  const options = /** @type {const} */ ({ baseURL: site.origin, serviceWorkers: "allow" });
  const page = await visit(options);
  await openAndKeep(page, "/");
  // The engine is not loaded before the first move.
  await page.goto("/play/board#new?game=nava&level=1&side=first");
  await expect(page.locator("[data-board].is-playable")).toBeAttached();
  const [before] = await cacheNames(page);

  site.update();
  const other = await page.context().newPage();
  await other.goto("/rules");
  await other.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(async () => (await cacheNames(other)).length).toBe(2);
  const usesUpdate = () => other.locator(`script[src*="${site.newVersion}"]`).count();
  await expect
    .poll(async () => {
      await other.reload();
      return usesUpdate();
    })
    .toBeGreaterThan(0);
  // The server has no files of the old version any more, but the open page goes on with them.
  expect((await fetch(`${site.origin}/assets/${site.oldVersion}/board.js`)).status).toBe(404);
  await player(page).takeTurn();
  await expect(page.locator("#moves [data-ply]")).toHaveCount(2);
  expect(await cacheNames(other)).toContain(before);

  await page.close();
  await expect
    .poll(async () => {
      await other.reload();
      return cacheNames(other);
    })
    .toHaveLength(1);
  expect(await cacheNames(other)).not.toContain(before);
  await other.goto("/play");
  await expect(other.locator("#local-games li")).toContainText("move 3");
  await site.stop();
});

test("an update that cannot be fetched as a whole leaves the version before", async ({ visit, server }) => {
  const site = await UpdatedSite.start(server);
  const page = await visit({ baseURL: site.origin, serviceWorkers: "allow" });
  await openAndKeep(page, "/");
  const kept = await cacheNames(page);
  site.update({ without: "board.js" });
  const failed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing;
    if (worker) {
      await new Promise((resolve) => {
        worker.onstatechange = () => worker.state === "redundant" && resolve(null);
      });
    }
    return registration.waiting === null;
  });
  expect(failed).toBe(true);
  expect(await cacheNames(page)).toEqual(kept);
  await page.goto("/play");
  await expect(page.locator(`script[src*="${site.oldVersion}"]`).first()).toBeAttached();
  await site.stop();
});
