// The live connection: many tabs, people who come and go, the lobby, pairing, phrases.

import { expect, test } from "./support/fixtures.js";
import { annaAndBen, expectPly, expectStatus, press, startGame, typeMove } from "./support/game-page.js";
import { expectFits } from "./support/page-checks.js";
import { phone } from "./support/screens.js";

const json = { "content-type": "application/json" };

/** @param {import("./support/server.js").Server} server */
async function metric(server, name = "cairn_live_connections") {
  const { text } = await server.request("GET", "/metrics");
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
}

test("ten tabs all play", async ({ visit, server }) => {
  const anna = await visit();
  // A program opens ten games, and she joins all of them in tabs of one browser.
  const tabs = [];
  for (let number = 0; number < 10; number += 1) {
    const body = JSON.stringify({ game: "nava", side: "first" });
    const created = JSON.parse((await server.request("POST", "/api/v1/games", { headers: json, body })).text);
    const page = await anna.context().newPage();
    await page.goto(`/g/${created.id}`);
    await page.locator('[data-action="join"]').click();
    await expect(page.locator('[data-game-id][data-status="playing"]')).toBeVisible();
    tabs.push({ page, created });
  }
  const move = async (
    /** @type {any} */ { id, token },
    /** @type {number} */ ply,
    /** @type {string} */ text,
  ) => {
    const headers = { ...json, authorization: `Bearer ${token}` };
    const body = JSON.stringify({ ply, move: text });
    const { status, text: answer } = await server.request("POST", `/api/v1/games/${id}/moves`, {
      headers,
      body,
    });
    expect(status, answer).toBe(200);
  };
  for (const { created } of tabs) await move(created, 0, "a1-a4");
  for (const { page } of tabs) {
    await expectPly(page, 1);
    await typeMove(page, "e5-e4");
    await expectPly(page, 2);
  }
  for (const { created } of tabs) await move(created, 2, "a4-b4");
  for (const { page } of tabs) await expectPly(page, 3);
  await expect.poll(() => metric(server)).toBe(10);
});

test("a hidden page closes its connection and catches up", async ({ visit, server }) => {
  const watcher = await visit();
  await watcher.clock.install();
  const { anna, id } = await annaAndBen({ visit, server }, "nava");
  await watcher.goto(`/g/${id}`);
  await expect(watcher.locator("#attendance")).toHaveText(/watch/);
  await expect.poll(() => metric(server)).toBe(3);
  const hide = (/** @type {boolean} */ hidden) =>
    watcher.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await watcher.clock.fastForward(61_000);
  await expect.poll(() => metric(server)).toBe(2);
  await typeMove(anna, "a1-a4");
  await expectPly(anna, 1);
  await hide(false);
  await expectPly(watcher, 1);
  // Nothing stays open for a game that is over.
  await anna.locator('[data-action="abort"]').click();
  await anna.locator('[data-action="abort"]').click();
  await expect(watcher.locator('[data-game-id][data-status="aborted"]')).toBeAttached();
  await watcher.clock.fastForward(1000);
  await expect.poll(() => metric(server)).toBe(0);
});

test("players see whether the other one is there", async ({ visit, server }) => {
  const { ben, id } = await annaAndBen({ visit, server }, "nava", { clock: "live" });
  const watcher = await visit();
  await watcher.clock.install();
  await watcher.goto(`/g/${id}`);
  await expect(watcher.locator("#attendance")).toHaveText("White is here. Black is here. You are watching.");
  await ben.goto("/rules");
  await watcher.clock.fastForward(5000);
  await expect(watcher.locator("#attendance")).toHaveText("White is here. Black has left. You are watching.");
  await ben.goto(`/g/${id}`);
  await expect(watcher.locator("#attendance")).toHaveText("White is here. Black is here. You are watching.");
  await expect(ben.locator("#attendance")).toHaveText("Your opponent is here. 1 spectator.");
});

test("names fit beside the clock on a phone", async ({ visit, server }) => {
  const people = { visit: () => visit(phone), server };
  const { ben } = await annaAndBen(people, "nava", { clock: "live", name: "Anonymous" });
  await expect(ben.locator('[data-supplies="first"]')).toHaveText("9 cubes in hand");
  const name = ben.locator('[data-name="first"]');
  const cut = await name.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(cut, "pixels that are cut off").toBe(0);
  await expectFits(ben, "the game");
});

test("somebody who left can be beaten by claim", async ({ visit, server }) => {
  const [anna, ben] = [await visit(), await visit()];
  // With the shortest clocks twenty seconds are enough.
  await anna.goto("/");
  const id = await anna.evaluate(async () => {
    const body = JSON.stringify({ game: "nava", side: "first", time: "90+0" });
    const headers = { "content-type": "application/json" };
    return (await (await fetch("/api/v1/games", { method: "POST", headers, body })).json()).id;
  });
  await anna.goto(`/g/${id}`);
  await ben.goto(`/g/${id}`);
  await ben.locator('[data-action="join"]').click();
  await expectStatus(anna, "playing");
  await typeMove(anna, "a1-a4");
  await expectPly(ben, 1);
  await typeMove(ben, "e5-e4");
  await expectPly(anna, 2);
  await expect(anna.locator("#attendance")).toContainText("Your opponent is here.");
  await expect(anna.locator("#claim")).toBeHidden();
  await ben.close();
  await expect(anna.locator("#attendance")).toContainText("Your opponent has left.");
  await expect(anna.locator("#attendance")).toContainText(/Away since \d/);
  await expect(anna.locator("#attendance")).toContainText("You can claim the game after 20 seconds.");
  await expect(anna.locator("#claim"), "not at once").toBeHidden();
  const claim = anna.getByRole("button", { name: "Claim victory" });
  await expect(claim).toBeVisible({ timeout: 60_000 });
  await expect(anna.locator("#attendance")).not.toContainText("After 20 seconds");
  await expect(anna.getByRole("button", { name: "Call it a draw" })).toBeVisible();
  await claim.click();
  await expectStatus(anna, "finished");
  await expect(anna.locator("#status")).toContainText("Black left the game");
  await expect(anna.locator("#claim")).toBeHidden();
  expect((await server.game(id)).outcome).toBe("first");
});

test("the lobby changes by itself", async ({ visit }) => {
  const [anna, ben] = [await visit(), await visit()];
  await ben.goto("/");
  await expect(ben.locator("#open-games")).toHaveText("No open games at the moment.");
  await startGame(anna, "nava", { opponent: "friend", name: "Anna", side: "first", listed: "true" });
  const open = ben.locator(".open-game");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("Anna · no clock · you play Black");
  const carl = await visit();
  await carl.goto("/");
  await expect(carl.locator(".open-game")).toHaveCount(1);
  await open.locator('[data-action="join"]').click();
  await expect(ben.locator('[data-game-id][data-status="playing"]')).toBeVisible();
  await expect(anna.locator('[data-game-id][data-status="playing"]')).toBeVisible();
  await expect(carl.locator("#open-games")).toHaveText("No open games at the moment.");
  // Their game is what the home page shows, as it is played.
  await typeMove(anna, "a1-a4");
  await expectPly(ben, 1);
  await typeMove(ben, "e5-e4");
  await expectPly(anna, 2);
  await expect(carl.locator("#featured")).toContainText("Live: Nava");
  const board = carl.locator("#featured img");
  const before = await board.getAttribute("src");
  await expect(carl.locator("#featured")).toContainText("White to move");
  await typeMove(anna, "a4-b4");
  await expect(carl.locator("#featured")).toContainText("Black to move");
  await expect(board).not.toHaveAttribute("src", before ?? "");
  // When it is over, it is still there to be looked at, until another one begins.
  await press(anna, "resign");
  await press(anna, "resign");
  await expect(carl.locator("#featured")).toContainText("Played here: Nava");
  await expect(carl.locator("#featured")).toContainText("Black won: White resigned");
});

test("two people who ask for the same play each other", async ({ visit }) => {
  const [anna, ben] = [await visit(), await visit()];
  for (const page of [anna, ben]) {
    await page.goto("/");
    await page.locator("#play-now [name=game]").selectOption("nava");
    await page.locator('[data-action="play-now"]').click();
    if (page === anna) await expect(anna.locator("#seek")).toContainText("Looking for an opponent");
  }
  for (const page of [anna, ben]) {
    await expect(page.locator('[data-game-id][data-status="playing"]')).toBeVisible();
  }
  expect(new URL(anna.url()).pathname).toBe(new URL(ben.url()).pathname);
  // Whoever cancels is back in the lobby.
  const carl = await visit();
  await carl.goto("/");
  await carl.locator('[data-action="play-now"]').click();
  await carl.locator('[data-action="cancel-seek"]').click();
  await expect(carl.locator("#open-games")).toHaveText("No open games at the moment.");
});

test("players say phrases, which can be muted", async ({ visit, server }) => {
  const { anna, ben } = await annaAndBen({ visit, server }, "nava");
  await anna.locator('[data-phrase="good-luck"]').click();
  await expect(ben.locator(".toast")).toContainText("Good luck");
  await expect(anna.locator(".toast").last()).toContainText("You said: Good luck");
  await anna.locator("[data-setting=phrases]").uncheck();
  await ben.locator('[data-phrase="thanks"]').click();
  await expect(ben.locator(".toast").last()).toContainText("You said: Thanks");
  await expect(anna.locator(".toast", { hasText: "Thanks" })).toHaveCount(0);
});
