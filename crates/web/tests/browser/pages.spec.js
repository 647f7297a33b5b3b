// Every page in both themes and at three sizes.

import { expect, test } from "./support/fixtures.js";
import {
  againstComputer,
  control,
  expectPly,
  expectStatus,
  firstOption,
  press,
  sameScreen,
  startGame,
  typeMove,
} from "./support/game-page.js";
import {
  checkPage,
  expectFits,
  openAndCheck,
  preferColors,
  settle,
  takeScreenshot,
} from "./support/page-checks.js";
import { ruleSets } from "./support/programs.js";

/** Most bytes of the home page with all it loads, before compression. */
const MOST_BYTES = 150_000;
/** The same with compression and with its pictures. */
const MOST_SENT = 100_000;

const fileName = (/** @type {string} */ game) => game.replace(":", "-");

test("home", async ({ page }) => {
  await openAndCheck(page, "/", "home-new");
  // As soon as a visitor has games, the home page lists them.
  await startGame(page, "nava", { opponent: "computer", level: "1" });
  await startGame(page, "glaisher", { opponent: "friend", name: "Anna", listed: "true" });
  await openAndCheck(page, "/", "home");
});

test("form for a new game", async ({ page }) => {
  for (const { game } of ruleSets) await openAndCheck(page, `/new?game=${game}`, `new-${fileName(game)}`);
  await page.goto("/new?game=greener");
  for (const [name, value] of [
    ["opponent", "friend"],
    ["clock", "live"],
    ["setup", "position"],
  ]) {
    await page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
  }
  await checkPage(page, "new-friend-clock-position");
});

test("unknown game", async ({ page, consoles }) => {
  consoles.allow(page, "404");
  await openAndCheck(page, "/g/0123456789", "missing");
});

for (const { game } of ruleSets) {
  test(`game of ${game}`, async ({ page, player }) => {
    await startGame(page, game, againstComputer);
    const somebody = player(page);
    await somebody.takeTurn();
    await somebody.takeTurn();
    await expect(page.locator(".is-playable [data-view]")).toBeVisible();
    // In the middle of a turn, if it has one.
    await firstOption(page).click();
    await checkPage(page, `game-${fileName(game)}`);
  });
}

test("game of two people", async ({ visit, player, server }) => {
  const [anna, ben] = [await visit(), await visit()];
  const id = await startGame(anna, "nava", {
    opponent: "friend",
    name: "Anna",
    clock: "live",
    side: "first",
  });
  await checkPage(anna, "game-waiting");
  await openAndCheck(ben, `/g/${id}`, "game-join");
  await ben.locator('[data-action="join"]').click();
  for (const page of [anna, ben]) await expectStatus(page, "playing");
  await player(anna).takeTurn();
  await player(ben).takeTurn();
  await press(ben, "draw");
  await expect(control(anna, "accept-draw")).toBeVisible();
  await checkPage(anna, "game-offer");
  await openAndCheck(anna, `/g/${id}/devices`, "devices");
  await anna.locator('[data-action="private-link"]').click();
  const link = anna.locator("#private-link input");
  await expect(link).toHaveValue(/^http/);
  await checkPage(anna, "devices-link");
  const address = await link.inputValue();
  expect(address.startsWith(server.origin)).toBe(true);
  await openAndCheck(ben, address, "seat");
  await anna.goto(`/g/${id}`);
  await press(anna, "accept-draw");
  await expect(control(anna, "rematch")).toBeVisible();
  await checkPage(anna, "game-finished");
});

test("rules", async ({ page }) => {
  await openAndCheck(page, "/rules", "rules");
  await openAndCheck(page, "/rules/notice", "rules-notice");
});

for (const { game } of ruleSets) {
  test(`rules of ${game}`, async ({ page }) => {
    await openAndCheck(page, `/rules/${game}`, `rules-${fileName(game)}`);
  });
}

for (const { game } of ruleSets) {
  test(`report on ${game}`, async ({ page }) => {
    await openAndCheck(page, `/about/${game}`, `about-${fileName(game)}`);
  });
}

test("choice of analysis boards, and import", async ({ page }) => {
  await openAndCheck(page, "/a", "analysis");
  await openAndCheck(page, "/import", "import");
});

for (const { game } of ruleSets) {
  test(`analysis of ${game}`, async ({ page }) => {
    await page.goto(`/a/${game}`);
    await expect(page.locator("#engine-state")).toContainText("Depth");
    await checkPage(page, `analysis-${fileName(game)}`);
  });
}

test("dialogs of the analysis board", async ({ page }) => {
  await page.goto("/a/nava");
  await expect(page.locator("#engine-state")).toContainText("Depth");
  await page.locator('[data-action="export"]').click();
  await expect(page.locator("#export[open]")).toBeVisible();
  await checkPage(page, "analysis-export");
  await page.keyboard.press("Escape");
  await page.locator('[data-action="import"]').click();
  await expect(page.locator("#import[open]")).toBeVisible();
  await checkPage(page, "analysis-import");
});

test("analysis of a game that was played", async ({ page, player }) => {
  await startGame(page, "mitsudomoe:single", againstComputer);
  await player(page, "typed").playOut();
  await page.locator('[data-action="analyse"]').click();
  await expect(page.locator("#graph svg")).toBeVisible();
  await expect(page.locator("#review-state")).not.toContainText("positions");
  await page.locator('#tree [data-node="2"]').click();
  await expect(page.locator("#engine-lines li").first()).toBeVisible();
  await page.locator("#engine-lines li:last-child button:last-child").click();
  // While the engine finds longer lines, what stands below them moves.
  await page.locator("#engine-switch").click();
  await expect(page.locator("#engine-lines li")).toHaveCount(0);
  await page.locator(".comment summary").click();
  await page.locator("#comment").fill("Worth a look.");
  await page.locator("#engine-switch").click();
  await expect(page.locator("#engine-lines li").first()).toBeVisible();
  await checkPage(page, "analysis-game");
});

test("the home page is light", async ({ page }) => {
  await page.goto("/");
  const weights = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
      (entry) => ({
        name: entry.name,
        bytes: /** @type {PerformanceResourceTiming} */ (entry).decodedBodySize,
        sent: /** @type {PerformanceResourceTiming} */ (entry).encodedBodySize,
        // The page does not wait for these.
        lazy: [...document.querySelectorAll("img[loading=lazy]")].some(
          (image) => image instanceof HTMLImageElement && image.src === entry.name,
        ),
      }),
    ),
  );
  expect(weights.length).toBeGreaterThan(3);
  const total = weights.filter(({ lazy }) => !lazy).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(weights)).toBeLessThan(MOST_BYTES);
  const sent = weights.reduce((sum, entry) => sum + entry.sent, 0);
  expect(sent, JSON.stringify(weights)).toBeLessThan(MOST_SENT);
});

test("the theme is chosen and remembered", async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const root = page.locator("html");
  const button = page.locator('[data-action="theme"]');
  await preferColors(page, "light");
  await page.goto("/");
  await expect(button).toBeVisible();
  const light = await background();
  await preferColors(page, "dark");
  const dark = await background();
  expect(dark, "the system decides").not.toBe(light);
  await button.click();
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await background(), "a choice overrides the system").toBe(light);
  await page.goto("/rules");
  expect(await background(), "and holds for all pages").toBe(light);
  await button.click();
  await preferColors(page, "light");
  await page.reload();
  expect(await background()).toBe(dark);
  await button.click();
  await expect(root).not.toHaveAttribute("data-theme");
  expect(await background()).toBe(light);
});

// `docs/img/game.png` is a copy of this screenshot.
test("the picture in the readme", async ({ page }) => {
  await startGame(page, "glaisher", sameScreen);
  await preferColors(page, "light");
  const moves = ["i6-h5,g4,f3+i6", "a4-b5,c6,d7+i9", "b1-c2,d3,e4+a1", "f2-f8+e8", "e4-e3,e2+d1"];
  for (const [ply, text] of moves.entries()) {
    await expect(page.locator("[data-board].is-playable")).toBeVisible();
    await typeMove(page, text);
    await expectPly(page, ply + 1);
  }
  await page.locator('[data-cell="h9"].is-option').click();
  await expect(page.locator(".is-picked").first()).toBeVisible();
  await page.locator("#typed-move").blur();
  await page.setViewportSize({ width: 1100, height: 700 });
  await settle(page);
  await takeScreenshot(page, "readme", 700);
  await expectFits(page, "the page of a game");
});
