// The visitor's own games, and being told when it is one's turn.

import { expect, test } from "./support/fixtures.js";
import { annaAndBen, control, expectPly, expectStatus, press, startGame } from "./support/game-page.js";
import { checkPage, openAndCheck } from "./support/page-checks.js";
import { phone } from "./support/screens.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page @param {string} id */
const ownGame = (page, id) => page.locator(`[data-own-game="${id}"]`);

/** Lets a page believe that another tab is shown. @param {Page} page */
const hide = (page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });

/** Waits for the service worker, and returns the titles and texts of the notifications. @param {Page} page */
const notifications = (page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

test("games that wait come first", async ({ visit, server, player }) => {
  const { anna, ben, id } = await annaAndBen({ visit, server }, "nava", { clock: "days" });
  await startGame(anna, "greener", { opponent: "computer", level: "1", side: "first" });
  await startGame(anna, "glaisher", { opponent: "friend", name: "Anna" });
  await anna.goto("/");
  await expect(anna).toHaveTitle(/^\(1\) Cairn/);
  await expect(anna.locator("#mine .listed-game")).toHaveText([
    /Nava.*against Ben.*Your turn, move 1/,
    /Glaisher.*against anyone who joins.*Nobody has joined yet/,
    /Greener.*against Level 1.*Your turn, move 1/,
  ]);
  await anna.locator("#my-games").click();
  await expect(anna).toHaveTitle(/^\(1\) My games/);
  await expect(anna.locator("#waiting-games [data-own-game]")).toHaveCount(1);
  await expect(anna.locator("#own-games [data-own-game]")).toHaveCount(2);
  await expect(ownGame(anna, id)).toContainText("against Ben");
  await expect(ownGame(anna, id)).toContainText("left");
  await checkPage(anna, "me");
  await anna.locator("select[name=show]").selectOption("waiting");
  await expect(anna).toHaveURL(/show=waiting/);
  await expect(anna.locator("[data-own-game]")).toHaveCount(1);
  await anna.goto("/me");
  await anna.locator("input[name=search]").fill("ben");
  await anna.locator("input[name=search]").press("Enter");
  await expect(anna.locator("#own-games [data-own-game]")).toHaveCount(1);
  await ownGame(anna, id).click();
  await player(anna).takeTurn();
  await anna.goto("/me");
  await expect(anna).toHaveTitle(/^My games/);
  await ben.goto("/me");
  await expect(ben).toHaveTitle(/^\(1\) My games/);
});

test("my games without scripts", async ({ visit }) => {
  const page = await visit({ ...phone, javaScriptEnabled: false });
  await page.goto("/me");
  await expect(page.locator("h1")).toHaveText("My games");
  await expect(page.locator("main")).toContainText("You have no games yet.");
  await page.goto("/");
  await page.locator('[data-game="nava"] [data-action="play-friend"]').click();
  await page.goto("/me?show=waiting");
  await expect(page.locator("[data-own-game]")).toHaveCount(1);
  await page.locator("select[name=game]").selectOption("greener");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.locator("[data-own-game]")).toHaveCount(0);
  await page.goto("/me");
  await page.locator('[data-action="new-feed"]').click();
  const address = await page.locator("#feed-address").inputValue();
  expect((await page.request.get(address)).headers()["content-type"]).toContain("application/atom+xml");
  await page.locator('[data-action="remove-feed"]').click();
  await expect(page.locator("#feed-address")).toHaveCount(0);
  expect((await page.request.get(address)).status()).toBe(404);
});

test("all games on another device", async ({ visit, server, consoles }) => {
  const { anna, ben, id } = await annaAndBen({ visit, server }, "nava", { clock: "days" });
  const mobile = await visit(phone);
  await anna.goto("/me");
  await anna.locator('[data-action="identity-link"]').click();
  const link = anna.locator("#private-link input");
  await expect(link).toHaveValue(/^http.*\/me\/link#/);
  await anna.getByText("QR code").click();
  await expect(anna.getByRole("img", { name: "QR code for the link" })).toBeVisible();
  await checkPage(anna, "me-link");
  const address = await link.inputValue();
  await openAndCheck(ben, "/me/link", "me-link-claim");
  await mobile.goto(address);
  await expect(mobile, "the code is taken out of the address").toHaveURL(`${server.origin}/me/link`);
  await mobile.locator('[data-action="claim"]').click();
  await expect(ownGame(mobile, id)).toContainText("Your turn");
  // The link works once.
  consoles.allow(ben, "403");
  await ben.goto(address);
  await ben.locator('[data-action="claim"]').click();
  await expect(ben.locator("main")).toContainText("This private link is invalid.");
  // The phone is lost.
  await anna.goto("/me");
  await anna.locator("#devices summary").click();
  await anna.locator('[data-action="sign-out-others"]').click();
  await expect(ownGame(anna, id)).toBeVisible();
  await mobile.goto("/me");
  await expect(mobile.locator("main")).toContainText("You have no games yet.");
});

test("a game is hidden, then deleted by agreement", async ({ visit, server, player, consoles }) => {
  const { anna, ben, id } = await annaAndBen({ visit: () => visit(phone), server }, "nava");
  await player(anna, "touch").takeTurn();
  await player(ben, "touch").takeTurn();
  await press(anna, "resign");
  await control(anna, "resign").click();
  await anna.getByText("Hide or delete").click();
  await anna.getByRole("button", { name: "Hide from others" }).click();
  await expect(anna.locator("#keeping")).toContainText("Only the players can see this game.");
  const carl = await visit();
  consoles.allow(carl, "404");
  expect((await carl.goto(`/g/${id}`))?.status()).toBe(404);
  await anna.getByRole("button", { name: "Ask to delete" }).click();
  await expect(anna.locator("#keeping")).toContainText("It will be deleted when your opponent agrees.");
  await ben.goto(`/g/${id}`);
  await expect(ben.locator("#keeping")).toContainText("wants to delete this game.");
  await ben.goto("/me");
  await expect(ben.locator("#removal-requests")).toContainText("Anna wants to delete this game.");
  await checkPage(ben, "me-removal");
  await ben.getByRole("button", { name: "Keep the game" }).click();
  await expect(ben.locator("#removal-requests")).toHaveCount(0);
  await expect(ownGame(ben, id)).toBeVisible();
  await anna.reload();
  await anna.getByRole("button", { name: "Ask to delete" }).click();
  await expect(anna.locator("#keeping")).toContainText("It will be deleted when your opponent agrees.");
  await ben.reload();
  await ben.getByRole("button", { name: "Delete for both" }).click();
  await expect(ben.locator("main")).toContainText("You have no games yet.");
  consoles.allow(anna, "404");
  expect((await anna.goto(`/g/${id}`))?.status()).toBe(404);
});

test("notifications while a page is open", async ({ visit, server, player, consoles }) => {
  const { anna, ben, id } = await annaAndBen(
    { visit: () => visit({ permissions: ["notifications"], serviceWorkers: "allow" }), server },
    "nava",
  );
  // Web Push itself needs a browser that reaches a push service.
  consoles.allow(anna, "Push API");
  await player(anna).takeTurn();
  await expectPly(ben, 1);
  expect(await notifications(anna), "nobody is told who has not asked").toEqual([]);
  const button = anna.locator('[data-action="notify"]');
  await expect(button).toHaveText("Notify me when it is my turn");
  await button.click();
  await expect(button).toHaveText("Turn off notifications");
  await hide(anna);
  await player(ben).takeTurn();
  await expect
    .poll(() => notifications(anna))
    .toEqual([expect.stringMatching(/^Your turn in Nava: Ben played/)]);
  // One click turns them off.
  await anna.goto(`/g/${id}`);
  await button.click();
  await expect(button).toHaveText("Notify me when it is my turn");
  await expectStatus(anna, "playing");
});

test("messages of the server become notifications", async ({ visit, server }) => {
  const page = await visit({ permissions: ["notifications"], serviceWorkers: "allow" });
  await page.goto("/me");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const session = await page.context().newCDPSession(page);
  /** @type {Promise<string>} */
  const registration = new Promise((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const data = JSON.stringify({
    title: "Your turn in Nava",
    body: "Ben played a1-a4.",
    path: "/g/0123456789",
  });
  const message = { origin: server.origin, registrationId: await registration, data };
  await session.send("ServiceWorker.deliverPushMessage", message);
  await expect.poll(() => notifications(page)).toEqual(["Your turn in Nava: Ben played a1-a4."]);
});
