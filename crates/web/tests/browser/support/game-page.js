// The page of a game, and the form that makes one.

import { expect } from "@playwright/test";

/** @typedef {import("@playwright/test").Page} Page */

/** The element that stands for the whole game. @param {Page} page */
export const gameRoot = (page) => page.locator("[data-game-id]");

/** Waits until the game is `waiting`, `playing`, `finished` or `aborted`. @param {Page} page @param {string} status */
export const expectStatus = (page, status) => expect(gameRoot(page)).toHaveAttribute("data-status", status);

/** Waits until the page knows of this many moves. @param {Page} page @param {number} ply */
export const expectPly = (page, ply) =>
  expect(page.locator("#typed input[name=ply]")).toHaveValue(String(ply));

/** The moves in the page's list. @param {Page} page */
export const listedMoves = (page) => page.locator("#moves [data-ply]").allTextContents();

/** Something that a move can begin with. @param {Page} page */
export const firstOption = (page) =>
  page.locator('[data-pick="hand"].is-option, [data-cell].is-option').first();

/** Presses a button of the game. @param {Page} page @param {string} action */
export const press = (page, action) => control(page, action).click();

/** A button of the game; the panel at the end has some. @param {Page} page @param {string} action */
export const control = (page, action) => page.locator(`:is(#controls, #end) [data-action="${action}"]`);

/** Types a move and sends it. @param {Page} page @param {string} text */
export async function typeMove(page, text) {
  await page.locator("#typed-move").fill(text);
  await page.locator("#typed-move").press("Enter");
}

/** Takes the keyboard's focus away. @param {Page} page */
export const blur = (page) =>
  page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());

/** The identifier of the game that is shown. @param {Page} page */
export async function gameId(page) {
  const id = await gameRoot(page).getAttribute("data-game-id");
  if (!id) throw new Error("the page shows no game");
  return id;
}

/**
 * Fills in the form for a new game and sends it; returns the identifier of the game.
 * @param {Page} page
 * @param {string} game
 * @param {Record<string, string>} choices
 */
export async function startGame(page, game, choices) {
  await page.goto(`/new?game=${game}`);
  for (const [name, value] of Object.entries(choices)) await fillIn(page, name, value);
  await page.locator('[data-action="create"]').click();
  await page.waitForURL(/\/g\//);
  return gameId(page);
}

/** @param {Page} page @param {string} name @param {string} value */
async function fillIn(page, name, value) {
  const choice = page.locator(
    `input[name="${name}"][value=${JSON.stringify(value)}]:is([type=radio], [type=checkbox])`,
  );
  const list = page.locator(`select[name="${name}"]`);
  if (await choice.count()) {
    // People press the label: the button itself may be drawn by it.
    await page.locator("label").filter({ has: choice }).click();
    await expect(choice).toBeChecked();
  } else if (await list.count()) {
    await list.selectOption(value);
  } else {
    await page.locator(`input[name="${name}"]`).fill(value);
  }
}

/** The settings of a game against the easiest level, with the first move. */
export const againstComputer = { opponent: "computer", level: "1", side: "first" };

/** The settings of a game at one screen. */
export const sameScreen = { opponent: "same-screen" };

/**
 * Anna creates a game and Ben joins it by its link.
 * @param {{ visit: () => Promise<Page>, server: import("./server.js").Server }} fixtures
 * @param {string} game
 * @param {Record<string, string>} [choices]
 */
export async function annaAndBen({ visit, server }, game, choices = {}) {
  const [anna, ben] = [await visit(), await visit()];
  const id = await startGame(anna, game, { opponent: "friend", name: "Anna", side: "first", ...choices });
  await expect(anna.locator("#invite")).toBeVisible();
  await expect(anna.locator("#invite-link")).toHaveValue(`${server.origin}/g/${id}`);
  await ben.goto(`/g/${id}`);
  await ben.locator("#join input[name=name]").fill("Ben");
  await ben.locator('[data-action="join"]').click();
  for (const page of [anna, ben]) {
    await expectStatus(page, "playing");
    await expect(page.locator('[data-name="second"]')).toContainText("Ben");
  }
  return { anna, ben, id };
}
