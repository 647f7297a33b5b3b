// The analysis board, import and export, and the boards of the rules pages.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

import { expect, test } from "./support/fixtures.js";
import {
  againstComputer,
  annaAndBen,
  blur,
  expectStatus,
  press,
  startGame,
  typeMove,
} from "./support/game-page.js";
import { ruleSets } from "./support/programs.js";

/** @typedef {import("@playwright/test").Page} Page */

/** The moves of the tree, in the order in which they are shown. @param {Page} page */
const tree = (page) =>
  page.locator("#tree [data-node]").evaluateAll((nodes) => nodes.map((node) => node.firstChild?.textContent));

/** @param {Page} page @param {string[]} moves */
const expectTree = (page, moves) => expect.poll(() => tree(page)).toEqual(moves);

/** The position on the board. @param {Page} page @returns {Promise<string>} */
async function position(page) {
  const about = await page.locator("[data-view] script.about").textContent();
  return JSON.parse(about ?? "{}").position;
}

/** Waits for a position; the board follows the list of moves a little later. @param {Page} page @param {string} text */
const expectPosition = (page, text) => expect.poll(() => position(page)).toBe(text);

/** Types a move that is legal. @param {Page} page @param {string} text */
async function playTyped(page, text) {
  await typeMove(page, text);
  await expect(page.locator("#typed-move")).toHaveValue("");
}

/** Opens a page with the engine switched off. @param {Page} page @param {string} path */
async function openWithoutEngine(page, path) {
  await page.addInitScript(() => localStorage.setItem("cairn.engine", "false"));
  await page.goto(path);
}

/** @param {Page} page */
const address = (page) => page.url().replace(/^https?:\/\/[^/]+/, "");

test("a board in a page of another site", async ({ page }) => {
  await openWithoutEngine(page, "/a/nava?moves=a1-a4_e5-e4");
  const { origin } = new URL(page.url());
  await page.locator('[data-action="export"]').click();
  const html = await page.locator('[data-export="embed"]').inputValue();
  // Another port is another site to frames.
  const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(html));
  await new Promise((listens) => other.listen(0, "127.0.0.1", () => listens(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (other.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  const frame = page.frameLocator("iframe");
  const moved = () => frame.locator("[data-view] script.about").textContent();
  const shown = async () => JSON.parse((await moved()) ?? "{}").position;
  await expect.poll(shown).toContain(" w");
  const last = await shown();
  // Moves are numbered as in the list of moves.
  await expect(frame.locator("[data-prompt]")).toHaveText("1… e5-e4");
  await frame.locator('[data-step="previous"]').click();
  await expect(frame.locator("[data-prompt]")).toHaveText("1. a1-a4");
  await expect.poll(shown).toContain(" b");
  await frame.locator('[data-step="first"]').click();
  await frame.locator('[data-step="last"]').click();
  await expect.poll(shown).toBe(last);
  const link = frame.locator("#analyse");
  await expect(link).toHaveAttribute("href", `${origin}/a/nava?moves=a1-a4_e5-e4&ply=2`);
  other.closeAllConnections();
  other.close();
});

test("moves and variations", async ({ page, visit, consoles }) => {
  const option = (/** @type {string} */ cell) => page.locator(`[data-cell="${cell}"].is-option`);
  await openWithoutEngine(page, "/a/nava");
  // By click, for both sides.
  await option("a1").click();
  await option("a4").click();
  await expectTree(page, ["a1-a4"]);
  await option("e5").click();
  await option("e4").click();
  await expectTree(page, ["a1-a4", "e5-e4"]);
  // Back, and another move: a variation.
  await page.locator('[data-step="previous"]').click();
  await expect(page.locator("#tree [aria-current]")).toContainText("a1-a4");
  await playTyped(page, "e5-b5");
  await expectTree(page, ["a1-a4", "e5-e4", "e5-b5"]);
  await expect(page.locator("#tree .variation")).toContainText("e5-b5");
  // An illegal move is explained and changes nothing.
  consoles.allow(page, "422");
  await typeMove(page, "a1-b2");
  await expect(page.locator("#toasts .error")).toBeVisible();
  expect(await tree(page)).toHaveLength(3);
  // The variation becomes the main line, with a comment, and is there after a reload.
  await page.locator('[data-action="promote"]').click();
  await expectTree(page, ["a1-a4", "e5-b5", "e5-e4"]);
  await page.locator(".comment summary").click();
  await page.locator("#comment").fill("A <b>quiet</b> move.");
  await expect(page.locator("#tree")).toContainText("A <b>quiet</b> move.");
  const here = await position(page);
  await page.reload();
  await expectTree(page, ["a1-a4", "e5-b5", "e5-e4"]);
  await expectPosition(page, here);
  // By keys: to the start, forward, to the other variation, which is deleted.
  await blur(page);
  for (const key of ["ArrowUp", "ArrowRight", "ArrowRight", "Shift+ArrowDown"])
    await page.keyboard.press(key);
  await expect(page.locator("#tree [aria-current]")).toContainText("e5-e4");
  await page.locator('[data-action="delete"]').click();
  await expectTree(page, ["a1-a4", "e5-b5"]);
  await expect(page.locator("#tree [aria-current]")).toContainText("a1-a4");
  // Whoever opens the address sees the same position.
  const path = address(page);
  expect(path).toMatch(/^\/a\/nava\//);
  const friend = await visit();
  await friend.goto(path);
  await expect(friend.locator("[data-board]")).toBeVisible();
  await expectPosition(page, await position(friend));
  // The last analysis can be continued.
  await page.goto("/a");
  await page.locator("#last-study").click();
  await expectTree(page, ["a1-a4", "e5-b5"]);
  await page.locator('[data-action="clear"]').click();
  await expectTree(page, []);
});

test("the engine shows its lines", async ({ page }) => {
  const lines = page.locator("#engine-lines li");
  await page.goto("/a/mitsudomoe:single");
  await expect(lines).toHaveCount(3);
  await expect(page.locator("#balance")).toBeVisible();
  await expect(page.locator("svg.arrows g")).toHaveCount(3);
  await page.locator("#engine-count").selectOption("1");
  await expect(lines).toHaveCount(1);
  // A line is played by pressing one of its moves, and the engine goes on there.
  await page.locator('#engine-lines [data-until="1"]').click();
  await expect(page.locator("#tree [data-node]")).toHaveCount(1);
  await expect(lines).toHaveCount(1);
  // This rule set is solved: what is proved is shown as proved.
  await expect(page.locator("#engine-lines .is-proved")).toContainText("wins in");
  await page.locator("label:has(#engine-switch)").click();
  await expect(lines).toHaveCount(0);
  await expect(page.locator("svg.arrows")).toHaveCount(0);
  await expect(page.locator("#engine-state")).toHaveText("Off");
});

test("a finished game is reviewed", async ({ page, player }) => {
  await startGame(page, "mitsudomoe:single", againstComputer);
  const { moves } = await player(page, "typed").playOut();
  await page.locator('[data-action="analyse"]').click();
  const graph = page.locator("#graph svg");
  await expect(graph).toBeVisible();
  await expect(page.locator("#review-state")).not.toContainText("positions");
  expect(await tree(page)).toHaveLength(moves.length);
  await expect(page.locator("[data-prompt]")).toContainText("The game is over");
  // The graph leads to the middle of the game, the list to its turning points.
  await graph.click();
  const middle = [Math.floor(moves.length / 2), Math.ceil(moves.length / 2)];
  await expect(page).toHaveURL(new RegExp(`\\?ply=(${middle.join("|")})$`));
  await expect(page.locator("#tree [aria-current]")).toBeVisible();
  const turn = page.locator("[data-turn]").first();
  if (await turn.count()) {
    const ply = await turn.getAttribute("data-turn");
    await turn.click();
    await expect(page).toHaveURL(new RegExp(`\\?ply=${ply}$`));
    await expect(page.locator("#turns .explanation").first()).toContainText("Played: ");
  }
  await expect(graph).toHaveAttribute("aria-label", /^Expected score of White/);
});

test("exports can be imported", async ({ page, server }) => {
  const dialog = page.locator("#export");
  /** The value of a field of the dialog. @param {string} name */
  const exported = async (name) => {
    const field = dialog.locator(`[data-export="${name}"]`);
    await expect(field).toHaveValue(/[^…]/);
    return field.inputValue();
  };
  /** The content of a file. @param {string} name */
  const download = async (name) => {
    const link = dialog.locator(`[data-file="${name}"]`);
    await expect(link).not.toHaveAttribute("href", /#$/);
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    return readFile(await file.path(), "latin1");
  };
  await openWithoutEngine(page, "/a/nava?moves=a1-a4_e5-e4");
  await expectTree(page, ["a1-a4", "e5-e4"]);
  await page.locator('#tree [data-node="1"]').click();
  await playTyped(page, "e5-b5");
  await expectTree(page, ["a1-a4", "e5-e4", "e5-b5"]);
  const shown = await exportedPosition();
  await expectPosition(page, shown);
  expect(await exported("line")).toMatch(/\/a\/nava\?moves=a1-a4_e5-b5$/);
  const [link, prolog] = [await exported("link"), await exported("prolog")];
  expect(await download("svg")).toMatch(/^<svg/);
  expect(await download("png")).toMatch(/^\x89PNG/);
  await expect(dialog.locator('[data-file="gif"]')).toHaveAttribute("href", /\.gif\?moves=a1-a4_e5-b5$/);
  expect(await download("gif")).toMatch(/^GIF89a/);
  const record = await download("record");
  expect(record).toMatch(/^\[Game "nava"\]/);
  expect(record).toContain("(1... e5-b5)");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // The record comes back with its variation, by the dialog on the board.
  await page.locator('[data-action="import"]').click();
  await page.locator("#import textarea").fill(record);
  // The page that comes shows the same moves as the one that goes.
  await Promise.all([page.waitForEvent("load"), page.locator("#import [type=submit]").click()]);
  await expectTree(page, ["a1-a4", "e5-e4", "e5-b5"]);
  // The link and the term lead to the position.
  expect(link.startsWith(`${server.origin}/`)).toBe(true);
  await page.goto(link);
  await expectPosition(page, shown);
  await importText(page, prolog, { to_move: "first" });
  await page.waitForURL(/\/a\/nava\//);
  await expectPosition(page, shown);

  async function exportedPosition() {
    await page.locator('[data-action="export"]').click();
    await expect(dialog).toBeVisible();
    return exported("position");
  }
});

/**
 * Puts a text into the page for import and sends it.
 * @param {Page} page
 * @param {string} text
 * @param {Record<string, string>} [choices]
 */
async function importText(page, text, choices = {}) {
  await page.goto("/import");
  await page.locator("#import-text").fill(text);
  for (const [name, value] of Object.entries(choices)) {
    await page.locator(`#import-form select[name=${name}]`).selectOption(value);
  }
  await page.locator("#import-form [type=submit]").click();
}

test("every format is imported", async ({ page, server, consoles }) => {
  await page.addInitScript(() => localStorage.setItem("cairn.engine", "false"));
  for (const { game, start } of ruleSets) {
    const query = new URLSearchParams({ game });
    const [{ move }] = (await server.getJson(`/api/v1/moves?${query}`)).moves;
    const { position: after } = await server.postJson("/api/v1/apply", { game, moves: [move] });
    await importText(page, `[Game "${game}"]\n[Start "${start}"]\n1. ${move} *`);
    await expect(page.locator("#tree [data-node]").first()).toBeVisible();
    expect(await tree(page), game).toEqual([move]);
    await expectPosition(page, after);
    const { prolog } = await server.postJson("/api/v1/convert", { game, position: after });
    await importText(page, prolog, { game, to_move: "second" });
    await page.waitForURL(/\/a\//);
    await expect(page.locator("[data-board]")).toBeVisible();
    await expectPosition(page, after);
  }
  // What cannot be read is pointed at.
  consoles.allow(page, "400", "404", "422");
  for (const wrong of [
    '[Game "nava"]\n1. a1-a4 e5-e9 *',
    "gamestate([[nan",
    "💥".repeat(500),
    "/g/0123456789",
  ]) {
    await importText(page, wrong);
    await expect(page.locator("#import-problem")).toHaveText(/\S.{9,}\S/);
    expect(address(page)).toBe("/import");
  }
});

for (const { game } of ruleSets) {
  test(`the rules of ${game} can be tried`, async ({ page }) => {
    await page.goto(`/rules/${game}`);
    const lessons = page.locator("[data-lesson]");
    await expect(lessons.first()).toBeVisible();
    const count = await lessons.count();
    expect(count, "lessons").toBeGreaterThanOrEqual(3);
    for (let index = 0; index < count; index += 1) await tryLesson(lessons.nth(index));
  });
}

/** Does what a lesson asks for. @param {import("@playwright/test").Locator} lesson */
async function tryLesson(lesson) {
  const kind = await lesson.getAttribute("data-lesson");
  const moves = (await lesson.getAttribute("data-moves")) ?? "";
  const said = lesson.locator("[data-lesson-said]");
  const press = (/** @type {string} */ action) => lesson.locator(`[data-lesson-action="${action}"]`).click();
  await lesson.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await expect(lesson.locator(".is-playable")).toBeVisible();
  if (kind === "move") {
    await press("show");
    await expect(said).toContainText("Correct");
  } else if (kind === "walk") {
    const count = moves.split(" ").length;
    for (let number = 1; number <= count; number += 1) {
      await press("show");
      await expect(said).toContainText(`Move ${number} of ${count}`);
    }
  } else if (kind === "forbidden") {
    // An illegal move cannot be picked to its end.
    expect(moves.split(/[-;+>x]/).at(-1)).not.toBe("");
    await expect(lesson.locator(".is-option, [data-pick]:not([hidden])").first()).toBeVisible();
  } else {
    await press("answer");
    await expect(said).toContainText("The computer plays");
    await press("back");
    await expect(said).toHaveText("");
  }
}

test("the engine does not help in a running game between two people", async ({ visit, player, server }) => {
  const { anna, ben, id } = await annaAndBen({ visit, server }, "nava");
  await player(anna).takeTurn();
  await player(ben).takeTurn();
  for (const page of [anna, ben]) {
    await page.goto(`/g/${id}/analysis`);
    await expect(page.locator(".study-side")).toContainText("available when the game is over");
    await expect(page.locator("#engine")).toHaveCount(0);
    await page.goto(`/g/${id}`);
  }
  await press(anna, "resign");
  await press(anna, "resign");
  await expectStatus(ben, "finished");
  await ben.goto(`/g/${id}/analysis`);
  await expect(ben.locator("#engine")).toBeVisible();
});
