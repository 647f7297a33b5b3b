// The opening explorer beside the analysis board.

import { expect, test } from "./support/fixtures.js";
import { annaAndBen, expectPly, expectStatus, press, typeMove } from "./support/game-page.js";
import { expectFits } from "./support/page-checks.js";
import { phone } from "./support/screens.js";

/** @typedef {import("@playwright/test").Page} Page */

/** Opens an analysis board with the engine switched off, and its explorer. @param {Page} page @param {string} path */
async function openExplorer(page, path) {
  await page.addInitScript(() => localStorage.setItem("cairn.engine", "false"));
  await page.goto(path);
  await page.locator("#explorer > summary").click();
  await expect(page.locator("#explorer-state")).toContainText("games");
}

/** @param {Page} page */
const rows = (page) => page.locator("#explorer-rows [data-row]");

for (const [name, screen] of /** @type {const} */ ([
  ["desktop", {}],
  ["phone", phone],
])) {
  test(`moves of an opening are listed and played, ${name}`, async ({ visit }) => {
    const page = await visit(screen);
    await openExplorer(page, "/a/nava");
    const first = (await rows(page).first().textContent()) ?? "";
    await rows(page).first().click();
    await expect(page.locator("#tree [data-node]").first()).toContainText(first);
    await expect(page.locator("#explorer-state")).toContainText("Black scores");
    // It stays open, and goes back with the board.
    await page.locator('[data-step="previous"]').first().click();
    await expect(page.locator("#explorer-state")).toContainText("White scores");
    await expect(rows(page).first()).toHaveText(first);
    await page.reload();
    await expect(rows(page).first()).toHaveText(first);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(fits, "nothing is wider than the window").toBe(true);
  });
}

test("long moves stay on one line on a phone", async ({ visit }) => {
  const page = await visit(phone);
  await openExplorer(page, "/a/glaisher");
  const longest = rows(page).filter({ hasText: "," }).first();
  const [line, height] = await longest.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return [range.getClientRects().length, button.parentElement?.getBoundingClientRect().height ?? 0];
  });
  expect(line, "the move").toBe(1);
  expect(height, "the move and the star").toBeLessThan(50);
  await expectFits(page, "the explorer");
});

test("a move that is pointed at has an arrow", async ({ page }) => {
  await openExplorer(page, "/a/nava");
  await expect(page.locator("svg.arrows")).toHaveCount(0);
  await rows(page).first().hover();
  await expect(page.locator("svg.arrows polygon")).toHaveCount(1);
  await page.locator("#explorer > summary").hover();
  await expect(page.locator("svg.arrows")).toHaveCount(0);
  await rows(page).first().focus();
  await expect(page.locator("svg.arrows polygon")).toHaveCount(1);
});

test("a position beyond the openings is told", async ({ page }) => {
  await openExplorer(page, "/a/nava");
  await page.locator("#explorer-source").selectOption("site");
  await expect(page.locator("#explorer-state")).toHaveText("No games with this position.");
  await expect(page.locator("#explorer-rows tr")).toHaveCount(0);
});

test("a finished game is in the explorer of the site", async ({ page, visit, server }) => {
  const { anna, ben } = await annaAndBen({ visit, server }, "nava");
  await typeMove(anna, "a1-a4");
  await expectPly(ben, 1);
  await typeMove(ben, "e5-e4");
  await expectPly(anna, 2);
  // The second time confirms it.
  await press(anna, "resign");
  await press(anna, "resign");
  await expectStatus(ben, "finished");
  await openExplorer(page, "/a/nava");
  await page.locator("#explorer-source").selectOption("site");
  // It is counted within seconds; a page that was asked before does not know yet.
  await expect(async () => {
    await page.reload();
    await expect(page.locator("#explorer-state")).toContainText("1 game ·", { timeout: 2000 });
  }).toPass();
  await expect(rows(page)).toHaveCount(1);
});
