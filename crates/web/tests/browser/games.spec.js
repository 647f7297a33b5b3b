// Whole games, of every rule set and in every way to move.

import { expect, test } from "./support/fixtures.js";
import { againstComputer, expectStatus, sameScreen, startGame } from "./support/game-page.js";
import { ruleSets } from "./support/programs.js";
import { phone } from "./support/screens.js";

/**
 * Plays a game to its end and checks what holds of every finished game.
 * @param {import("./support/player.js").Player} player
 * @param {string} id
 */
async function playToTheEnd(player, id) {
  const { page, server } = player;
  const history = await player.playOut();
  expect(history.outcome, "the rules agree that the game is over").not.toBeNull();
  await expectStatus(page, "finished");
  await expect(page.locator("#status")).toContainText(history.reason ?? "?");
  const stored = await server.game(id);
  expect(stored.ply).toBe(history.moves.length);
  expect(stored.outcome).toBe(history.outcome);
  await expect(page.locator('[data-action="rematch"]')).toBeVisible();
  await expect(page.locator("#typed"), "nothing can be typed after the end").toBeHidden();
}

for (const { game } of ruleSets) {
  // The rule sets with the most moves per turn are played by one person for both sides.
  const choices = game === "mitsudomoe" || game === "glaisher" ? sameScreen : againstComputer;
  test(`${game} by click`, async ({ page, player }) => {
    const id = await startGame(page, game, choices);
    await playToTheEnd(player(page), id);
  });
}

for (const [game, way] of /** @type {const} */ ([
  ["nava", "drag"],
  ["mitsudomoe:single", "keyboard"],
  ["greener", "typed"],
])) {
  test(`${game} by ${way}`, async ({ page, player }) => {
    const id = await startGame(page, game, { opponent: "computer", level: "1" });
    await playToTheEnd(player(page, way), id);
  });
}

test("by touch, with confirmation", async ({ visit, player }) => {
  const page = await visit(phone);
  const id = await startGame(page, "mitsudomoe:single", { opponent: "computer", level: "1" });
  await expect(page.locator("[data-setting=confirm]"), "moves are confirmed on a touch screen").toBeChecked();
  await playToTheEnd(player(page, "touch"), id);
});

test("two clicks from the home page to a move", async ({ page, player }) => {
  for (const { game, title } of ruleSets.filter(({ game }) => !game.includes(":"))) {
    await page.goto("/");
    await page.locator(`[data-game="${game}"] [data-action="play"]`).click();
    await expect(page.locator("h1")).toContainText(title);
    expect(await player(page).takeTurn(), game).toBe(true);
  }
});
