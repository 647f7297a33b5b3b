// Several people at one game.

import { expect, test } from "./support/fixtures.js";
import {
  againstComputer,
  annaAndBen,
  blur,
  control,
  expectPly,
  expectStatus,
  gameId,
  gameRoot,
  listedMoves,
  press,
  sameScreen,
  startGame,
  typeMove,
} from "./support/game-page.js";
import { areBuilt } from "./support/modules.js";

test("two play and one watches", async ({ visit, server, player }) => {
  const { anna, ben, id } = await annaAndBen({ visit, server }, "mitsudomoe:single");
  const watcher = await visit();
  await watcher.goto(`/g/${id}`);
  await expect(watcher.locator("#role")).toContainText("watching");
  await expect(ben.locator("[data-board]")).toHaveAttribute("data-flip", "1");
  const players = [player(anna), player(ben)];
  let ply = 0;
  while (await players[ply % 2].takeTurn()) {
    ply += 1;
    await expectPly(watcher, ply);
    await expectPly(players[ply % 2].page, ply);
    // Nothing on the watcher's board can be picked, whoever is to move.
    await expect(watcher.locator(".is-option")).toHaveCount(0);
    await expect(watcher.locator("#typed")).toBeHidden();
  }
  const moves = await listedMoves(anna);
  for (const page of [anna, ben, watcher]) {
    await expectStatus(page, "finished");
    expect(await listedMoves(page)).toEqual(moves);
  }
  const { outcome, reason } = await player(watcher).history();
  expect(outcome).not.toBeNull();
  await expect(watcher.locator("#status")).toContainText(reason ?? "?");
  await expect(
    watcher.locator("#controls button").filter({ visible: true }),
    "a watcher has no buttons",
  ).toHaveCount(0);
});

test("offers are made and answered", async ({ visit, server, player }) => {
  const { anna, ben, id } = await annaAndBen({ visit, server }, "nava");
  const [first, second] = [player(anna), player(ben)];
  await first.takeTurn();
  // A take-back is requested, declined, requested again and accepted.
  await press(anna, "take-back");
  await press(ben, "decline-take-back");
  await expect(control(anna, "take-back")).toBeVisible();
  await press(anna, "take-back");
  await press(ben, "accept-take-back");
  await expectPly(anna, 0);
  await expectPly(ben, 0);
  await first.takeTurn();
  await second.takeTurn();
  // A draw is offered, withdrawn, offered by the other, declined, offered again and accepted.
  await press(anna, "draw");
  await expect(control(ben, "accept-draw")).toBeVisible();
  await press(anna, "withdraw");
  await expect(control(ben, "accept-draw")).toBeHidden();
  await press(ben, "draw");
  await press(anna, "decline-draw");
  await expect(control(ben, "draw")).toBeVisible();
  await press(ben, "draw");
  await press(anna, "accept-draw");
  await expect(ben.locator("#status")).toContainText("Draw by agreement");
  expect((await server.game(id)).outcome).toBe("draw");
  // A rematch leads both to the next game, with the sides exchanged.
  await press(anna, "rematch");
  await expect(control(ben, "accept-rematch")).toBeVisible();
  await anna.locator("#end").getByRole("button", { name: "Withdraw offer" }).click();
  await expect(control(ben, "accept-rematch")).toBeHidden();
  await press(anna, "rematch");
  await press(ben, "accept-rematch");
  for (const page of [anna, ben]) {
    await expect(gameRoot(page)).not.toHaveAttribute("data-game-id", id);
    await expectStatus(page, "playing");
  }
  expect(await gameId(anna)).toBe(await gameId(ben));
  await expect(anna.locator('[data-name="second"]')).toContainText("Anna");
  // Resigning takes two presses.
  await second.takeTurn();
  await first.takeTurn();
  await press(ben, "resign");
  await expect(control(ben, "resign")).toHaveAttribute("data-sure");
  await expect(control(ben, "resign")).toContainText("Really");
  await expectStatus(ben, "playing");
  await press(ben, "resign");
  for (const page of [anna, ben]) await expectStatus(page, "finished");
  await expect(anna.locator("[data-prompt]")).toContainText("You won");
  await expect(ben.locator("[data-prompt]")).toContainText("You resigned");
});

test("take-back and hint against the computer", async ({ page, player, server }) => {
  const id = await startGame(page, "nava", againstComputer);
  const somebody = player(page);
  await somebody.takeTurn();
  await expectPly(page, 2);
  // Both moves are taken back at once.
  await press(page, "take-back");
  await expectPly(page, 0);
  await expect(page.locator("#moves [data-ply]")).toHaveCount(0);
  expect((await server.game(id)).ply).toBe(0);
  await press(page, "hint");
  await expect(page.locator("[data-prompt]")).toContainText("Hint:");
  await somebody.takeTurn();
  await expectPly(page, 2);
  // Keys step through the moves; nothing can be played meanwhile.
  await expect(page.locator("[data-board].is-playable")).toBeVisible();
  await blur(page);
  for (const [key, shown] of /** @type {const} */ ([
    ["ArrowLeft", 1],
    ["ArrowUp", 0],
    ["ArrowRight", 1],
    ["ArrowDown", 2],
  ])) {
    await page.keyboard.press(key);
    await expect(page.locator(`#moves [data-ply="${shown}"][aria-current]`)).toHaveCount(shown > 0 ? 1 : 0);
    await expect(page.locator(".is-playable")).toHaveCount(shown === 2 ? 1 : 0);
  }
  await page.keyboard.press("f");
  await expect(page.locator("[data-board]")).toHaveAttribute("data-flip", "1");
  await press(page, "resign");
  await expect(control(page, "resign")).toHaveAttribute("data-sure");
  await press(page, "resign");
  await expectStatus(page, "finished");
  await press(page, "rematch");
  await expect(gameRoot(page)).not.toHaveAttribute("data-game-id", id);
  await somebody.takeTurn();
});

test("a private link opens the seat elsewhere", async ({ visit, player, server, consoles }) => {
  const [anna, elsewhere, stranger] = [await visit(), await visit(), await visit()];
  await startGame(anna, "nava", againstComputer);
  const game = anna.url();
  await anna.locator('[data-action="devices"]').click();
  await expect(anna.locator("[data-device]")).toHaveCount(1);
  await anna.locator('[data-action="private-link"]').click();
  const field = anna.locator("#private-link input");
  await expect(field).toHaveValue(/^http/);
  const link = await field.inputValue();
  expect(link.startsWith(server.origin)).toBe(true);
  await anna.goto(game);
  await elsewhere.goto(link);
  // The code is taken out of the address.
  await expect(elsewhere).toHaveURL(`${game}/seat`);
  await elsewhere.locator('[data-action="claim"]').click();
  await expect(elsewhere.locator("#role")).toContainText("you play");
  await player(elsewhere).takeTurn();
  await expectPly(anna, 2);
  // A link works once.
  consoles.allow(stranger, "403", "404");
  await stranger.goto(link);
  await stranger.locator('[data-action="claim"]').click();
  await expect(stranger.locator("h1")).toContainText("Something went wrong");
  // The other device is signed out and can only watch.
  await anna.locator('[data-action="devices"]').click();
  await expect(anna.locator("[data-device]")).toHaveCount(2);
  await anna.locator("[data-device]").filter({ hasNotText: "this device" }).getByText("Sign out").click();
  await expect(anna.locator("[data-device]")).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere.locator("#role")).toContainText("watching");
});

test("clocks run and a flag falls", async ({ visit, player, server }) => {
  const [anna, ben] = [await visit(), await visit()];
  // The shortest clock of the form would take a minute; the API takes seconds.
  await anna.goto("/");
  const id = await anna.evaluate(async () => {
    const body = JSON.stringify({ game: "nava", side: "first", time: "3+0", name: "Anna" });
    const headers = { "content-type": "application/json" };
    return (await (await fetch("/api/v1/games", { method: "POST", headers, body })).json()).id;
  });
  await anna.goto(`/g/${id}`);
  await ben.goto(`/g/${id}`);
  await ben.locator('[data-action="join"]').click();
  await expectStatus(anna, "playing");
  await player(anna).takeTurn();
  await player(ben).takeTurn();
  await expect(anna.locator('[data-clock="first"].is-running.is-low')).toBeVisible();
  for (const page of [anna, ben]) {
    await expectStatus(page, "finished");
    await expect(page.locator("#status")).toContainText("time");
  }
  expect((await server.game(id)).outcome).toBe("second");
  // The form makes the clock that it shows.
  const other = await startGame(anna, "nava", { ...sameScreen, clock: "live" });
  expect((await server.game(other)).time.kind).toBe("live");
  await expect(anna.locator('[data-clock="first"]')).toHaveText("10:00");
});

test("both players are told the same accuracy after a game", async ({ visit, server }) => {
  test.skip(!areBuilt, "the modules are not built: scripts/wasm builds them");
  const { anna, ben, id } = await annaAndBen({ visit, server }, "nava");
  const watcher = await visit();
  await watcher.goto(`/g/${id}`);
  // Everything that the panel says while the accuracy is computed.
  await anna.evaluate(() => {
    const panel = /** @type {HTMLElement} */ (document.querySelector("#end"));
    const said = /** @type {string[]} */ ([]);
    const note = () => said.push(panel.querySelector(".end-accuracy > .faint")?.textContent ?? "");
    new MutationObserver(note).observe(panel, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { said });
  });
  for (const [ply, move] of ["a1-a4", "e5-e4", "a4-b4", "e4-d4"].entries()) {
    const [mover, other] = ply % 2 ? [ben, anna] : [anna, ben];
    await typeMove(mover, move);
    await expectPly(other, ply + 1);
  }
  await press(ben, "resign");
  await control(ben, "resign").click();
  const numbers = (/** @type {import("@playwright/test").Page} */ page) =>
    page.locator("#end .accuracy tbody td").allTextContents();
  for (const page of [anna, ben]) {
    await expectStatus(page, "finished");
    await expect(page.locator("#end .accuracy")).toBeVisible();
    // A phone has nothing to point with, so that the signs are explained in words.
    await expect(page.locator("#end .accuracy caption")).toHaveText(
      "?! inaccuracies, ? mistakes, ?? blunders",
    );
    await expect(page.getByText("Hide or delete")).toBeVisible();
  }
  expect(await numbers(ben)).toEqual(await numbers(anna));
  const said = await anna.evaluate(() => /** @type {any} */ (window).said.join("\n"));
  const counts = [...said.matchAll(/: (\d+) of (\d+) positions/g)].map(([, done, all]) => [+done, +all]);
  expect(counts.length, said).toBeGreaterThan(0);
  for (const [done, all] of counts) expect([all, done <= all], said).toEqual([5, true]);
  await expect(anna.locator("#end .accuracy tbody th")).toHaveText(["Anna", "Ben"]);
  const told = await numbers(anna);
  await anna.reload();
  await expect(anna.locator("#end .accuracy")).toBeVisible();
  expect(await numbers(anna)).toEqual(told);
  // Nobody else's device has to compute.
  await expectStatus(watcher, "finished");
  await expect(watcher.locator("#end .end-result")).toBeVisible();
  await expect(watcher.locator("#end .end-accuracy")).toHaveCount(0);
});

test("two tabs of one player", async ({ page, context, player, server }) => {
  const id = await startGame(page, "nava", sameScreen);
  const other = await context.newPage();
  const [inFirst, inSecond] = [player(page), player(other)];
  await inFirst.takeTurn();
  await other.goto(`/g/${id}`);
  await inSecond.takeTurn();
  await inSecond.takeTurn();
  await expectPly(page, 3);
  await inFirst.takeTurn();
  await expectPly(other, 4);
  expect((await server.game(id)).ply).toBe(4);
});
