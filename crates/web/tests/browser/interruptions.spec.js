// Reloads, lost connections, and a server that is killed in the middle of a game.

import { expect, test } from "./support/fixtures.js";
import {
  againstComputer,
  annaAndBen,
  expectPly,
  firstOption,
  listedMoves,
  sameScreen,
  startGame,
  typeMove,
} from "./support/game-page.js";

test("a reload in the middle of a turn", async ({ page, player, server }) => {
  const picked = page.locator(".is-picked");
  const id = await startGame(page, "mitsudomoe", sameScreen);
  await page.locator("[data-setting=forced]").uncheck();
  const somebody = player(page);
  await somebody.takeTurn();
  await somebody.takeTurn();
  const before = await listedMoves(page);
  // The first step of a turn is forgotten with the page.
  await firstOption(page).click();
  await expect(picked.first()).toBeVisible();
  await page.reload();
  await expectPly(page, 2);
  expect(await listedMoves(page)).toEqual(before);
  await expect(picked).toHaveCount(0);
  await somebody.takeTurn();
  // Steps can be undone, by button and by key.
  await firstOption(page).click();
  await page.locator('[data-action="step-back"]').click();
  await expect(picked).toHaveCount(0);
  await firstOption(page).click();
  await expect(picked.first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(picked).toHaveCount(0);
  await somebody.takeTurn();
  expect((await server.game(id)).ply).toBe(4);
});

test("the connection comes and goes", async ({ visit, server, player, consoles }) => {
  const { anna, ben, id } = await annaAndBen({ visit, server }, "nava");
  for (const page of [anna, ben]) consoles.allow(page, "ERR_INTERNET_DISCONNECTED");
  const [first, second] = [player(anna), player(ben)];
  await first.takeTurn();
  await expectPly(ben, 1);
  // What happens while somebody is offline is there when they are back.
  await anna.context().setOffline(true);
  await second.takeTurn();
  await anna.context().setOffline(false);
  await expectPly(anna, 2);
  await expect(anna.locator("[data-board].is-playable")).toBeVisible();
  // A move that is made while offline is sent as soon as possible.
  const text = await first.choose(await first.history());
  await anna.context().setOffline(true);
  await typeMove(anna, text);
  await expect(anna.locator("[data-prompt]")).toContainText("Sending");
  await anna.context().setOffline(false);
  await expectPly(anna, 3);
  await expectPly(ben, 3);
  expect((await server.game(id)).moves[2].move).toBe(text);
});

test("the server is killed and started again", async ({ visit, server, player, consoles }) => {
  const { anna, ben, id } = await annaAndBen({ visit, server }, "nava", { clock: "live" });
  const watcher = await visit();
  await watcher.goto(`/g/${id}`);
  const everybody = [anna, ben, watcher];
  for (const page of everybody) {
    consoles.allow(
      page,
      "ERR_CONNECTION_REFUSED",
      "ERR_INCOMPLETE_CHUNKED_ENCODING",
      "ERR_CONNECTION_RESET",
      "ERR_EMPTY_RESPONSE",
    );
  }
  const [first, second] = [player(anna), player(ben)];
  await first.takeTurn();
  await second.takeTurn();
  await expectPly(anna, 2);
  const before = await listedMoves(anna);
  await server.kill();
  for (const page of everybody) {
    await expect(page.locator("#connection")).toBeVisible();
    await expect(page.locator("#attendance"), "nothing is known of the others").toBeHidden();
  }
  await server.restart();
  // Nobody reloads anything.
  for (const page of everybody) {
    await expect(page.locator("#connection")).toBeHidden();
    await expect(page.locator("#moves [data-ply]")).toHaveText(before);
  }
  await first.takeTurn();
  await second.takeTurn();
  await expectPly(watcher, 4);
  // A move that is under way when the server is killed is made once, whether it had arrived or not.
  await expect(anna.locator("[data-board].is-playable")).toBeVisible();
  const text = await first.choose(await first.history());
  await server.kill();
  await typeMove(anna, text);
  await server.restart();
  for (const page of everybody) await expectPly(page, 5);
  expect((await server.game(id)).ply).toBe(5);
});

test("back and forward", async ({ page, player, server }) => {
  const id = await startGame(page, "nava", againstComputer);
  const somebody = player(page);
  await somebody.takeTurn();
  await expectPly(page, 2);
  await page.locator('[data-action="analyse"]').click();
  await expect(page.locator("#tree [data-node]").first()).toBeVisible();
  await page.goBack();
  await expectPly(page, 2);
  await somebody.takeTurn();
  await expectPly(page, 4);
  // Back to the form, which has not been sent again.
  await page.goBack();
  await expect(page.locator('[data-action="create"]')).toBeVisible();
  await expect(page.locator("[data-game-id]")).toHaveCount(0);
  await page.goto("/");
  await expect(page.locator("#mine .listed-game"), "one game was made").toHaveCount(1);
  await page.locator("#mine .listed-game").click();
  await expectPly(page, 4);
  expect((await server.game(id)).ply).toBe(4);
});
