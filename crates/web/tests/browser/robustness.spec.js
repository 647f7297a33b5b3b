// Invalid input, double clicks, and people who act for others.

import { expect, test } from "./support/fixtures.js";
import {
  annaAndBen,
  control,
  expectPly,
  expectStatus,
  gameId,
  listedMoves,
  press,
  sameScreen,
  startGame,
  typeMove,
} from "./support/game-page.js";
import { ruleSets } from "./support/programs.js";
import { setScreen } from "./support/screens.js";
import { Server } from "./support/server.js";

const json = { "content-type": "application/json" };
const htmlForm = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };

// A form or link that is pressed twice must do its work once.
const doubleClick = (/** @type {import("@playwright/test").Locator} */ target) =>
  target.dblclick({ delay: 30 });

/**
 * Posts JSON from a page; returns the status of the answer.
 * @param {import("@playwright/test").Page} page
 * @param {string} path
 * @param {unknown} body
 */
const post = (page, path, body) =>
  page.evaluate(
    async ({ path, body }) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).status;
    },
    { path, body },
  );

test("addresses that lead nowhere", async ({ page, server, consoles }) => {
  const long = "x".repeat(3000);
  const paths = [
    "/nothing",
    "/g/",
    "/g/x",
    "/g/0123456789",
    "/g/%00%ff",
    "/g/../../etc/passwd",
    "/g/%F0%9F%92%A5",
    "/g/0123456789/seat/x",
    "/g/0123456789/analysis",
    "/new?game=chess",
    "/new?game=",
    "/new?game[]=1",
    "/new?position=%00",
    "/a/chess",
    "/a/nava/rubbish",
    "/a/nava/x5/x5/x5/x5/x5_w",
    "/a/nava?moves=a1-b2",
    "/a/nava?moves=__",
    "/a/nava?ply=-1",
    "/a/nava?ply=99999999999999999999",
    "/rules/chess",
    "/rules/nava:seed",
    "/rules/../Cargo.toml",
    "/?a=%ff",
    "/import?x=y",
    "/assets/x/site.css",
    "/assets/../../secret",
    `/g/${long}`,
    `/a/nava/${long}`,
    `/new?game=${long}`,
  ];
  for (const path of paths) {
    const { status, text } = await server.request("GET", path, { headers: { accept: "text/html" } });
    expect(status, `${path}: ${text}`).toBeLessThan(500);
    expect(text, `${path} tells nothing of the inside`).not.toMatch(/panicked|src\//);
  }
  consoles.allow(page, "400", "404", "422");
  for (const path of [
    "/nothing",
    "/g/x",
    "/new?game=chess",
    "/a/nava/rubbish",
    "/a/nava?moves=a1-b2",
    "/rules/chess",
  ]) {
    await page.goto(path);
    await expect(page.locator("main h1"), path).toBeVisible();
    expect((await page.locator("main").innerText()).length, path).toBeGreaterThan(20);
    // There is a way on, to a page that works.
    await page.locator(".notice .button").first().click();
    await expect(page.locator(".notice")).toHaveCount(0);
    await expect(page.locator("main form, main #games, main [data-board]").first()).toBeVisible();
  }
});

test("names are text of limited length", async ({ visit, server }) => {
  const [anna, ben] = [await visit(), await visit()];
  const sly = `<img src=x onerror=alert(1)>"'&`;
  const id = await startGame(anna, "nava", { opponent: "friend", name: sly, side: "first", listed: "true" });
  await ben.goto("/");
  await expect(ben.locator("#open-games")).toContainText("<img src=x");
  await ben.locator("#open-games .open-game-what").click();
  // The field takes no more than the server does.
  const field = ben.locator("#join input[name=name]");
  await field.pressSequentially("W".repeat(60));
  expect((await field.inputValue()).length).toBe(32);
  await ben.locator('[data-action="join"]').click();
  await expect(anna.locator('[data-name="second"]')).toContainText("WWWW");
  await expect(anna.locator('[data-name="first"]')).toHaveText(sly);
  for (const page of [anna, ben]) {
    await setScreen(page, "narrow");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide, "a long name makes the page wide").toBe(false);
    await expect(page.locator("img[src=x]")).toHaveCount(0);
  }
  for (const name of ["x".repeat(100_000), "\u202eevil\0", "\n\n\n", "💥".repeat(32)]) {
    const body = JSON.stringify({ game: "nava", name });
    const { status, text } = await server.request("POST", "/api/v1/games", { headers: json, body });
    expect([201, 400], text).toContain(status);
    expect(text).not.toContain("\u202e");
    expect(text).not.toContain("\\u0000");
  }
  expect((await server.game(id)).status).toBe("playing");
});

test("typed moves", async ({ page, server, consoles }) => {
  consoles.allow(page, "400", "409", "422");
  const id = await startGame(page, "nava", sameScreen);
  const playable = page.locator(".is-playable [data-view]");
  const error = page.locator("#toasts .error span");
  await expect(playable).toBeVisible();
  for (const text of ["zz", "a1-a9", "a1-b2", "☃", "<b>", "a1-a4 e5-e4", "-", "a1-a4;drop table"]) {
    await typeMove(page, text);
    await expect(error, text).toHaveText(/.{11,}/);
    await expect(playable).toBeVisible();
    await page.locator("#toasts .error button").click();
    await expect(error).toHaveCount(0);
  }
  expect((await server.game(id)).ply).toBe(0);
  // Spaces and capitals do not matter.
  await typeMove(page, "  A1-A4 ");
  await expectPly(page, 1);
});

test("double clicks", async ({ visit, server, player, consoles }) => {
  const [anna, ben] = [await visit(), await visit()];
  consoles.allow(anna, "ERR_ABORTED");
  /** @type {string[]} */
  const posts = [];
  anna.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  // A slow answer, so that the second click finds the form as well.
  await anna.route("**/new", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await anna.goto("/new?game=nava");
  await doubleClick(anna.locator('[data-action="create"]'));
  await anna.waitForURL(/\/g\//);
  await gameId(anna);
  expect(posts, "the form is sent once").toHaveLength(1);
  await anna.goto("/");
  await expect(
    anna.locator("#mine .listed-game"),
    "one game, however often the button is pressed",
  ).toHaveCount(1);
  const id = await startGame(anna, "nava", { opponent: "friend", side: "first" });
  await ben.goto(`/g/${id}`);
  await doubleClick(ben.locator('[data-action="join"]'));
  await expectStatus(ben, "playing");
  await expect(ben.locator("#role")).toContainText("you play Black");
  // A cell that is clicked twice is picked and put down; a target makes one move.
  await anna.locator("[data-setting=forced]").uncheck();
  await expect(anna.locator('[data-cell="a1"].is-option')).toBeVisible();
  await doubleClick(anna.locator('[data-cell="a1"]'));
  await expect(anna.locator(".is-picked")).toHaveCount(0);
  await anna.locator('[data-cell="a1"]').click();
  await doubleClick(anna.locator('[data-cell="a4"].is-option'));
  await expectPly(anna, 1);
  await player(ben).takeTurn();
  await expectPly(anna, 2);
  await doubleClick(control(anna, "draw"));
  await expect(control(ben, "accept-draw")).toBeVisible();
  await press(ben, "decline-draw");
  // Nobody resigns by a double click.
  await doubleClick(control(anna, "resign"));
  await expect(control(anna, "resign")).toHaveAttribute("data-sure");
  await expectStatus(anna, "playing");
  expect((await server.game(id)).status).toBe("playing");
});

test("a watcher cannot move", async ({ visit, server, player, consoles }) => {
  const { anna, ben, id } = await annaAndBen({ visit, server }, "nava");
  const eve = await visit();
  for (const page of [eve, ben]) consoles.allow(page, "400", "403", "409");
  await eve.goto(`/g/${id}`);
  await expect(eve.locator("#role")).toContainText("watching");
  const move = { ply: 0, move: "a1-a4" };
  expect(await post(eve, `/api/v1/games/${id}/moves`, move)).toBe(403);
  for (const action of ["resign", "abort", "offers/draw", "offers/take-back", "offers/rematch", "links"]) {
    expect([400, 403, 409], action).toContain(
      await post(eve, `/api/v1/games/${id}/${action}`, { answer: "accept" }),
    );
  }
  expect(await post(eve, `/api/v1/games/${id}/join`, { name: "Eve" }), "both seats are taken").toBe(409);
  // Nor does it help to show the form for players.
  await eve.locator("#typed").evaluate((form) => form.removeAttribute("hidden"));
  await typeMove(eve, "a1-a4");
  await expect(eve.locator("#toasts .error")).toBeVisible();
  // Ben cannot move either when it is not his turn.
  expect([403, 409]).toContain(await post(ben, `/api/v1/games/${id}/moves`, move));
  expect((await server.game(id)).ply).toBe(0);
  await player(anna).takeTurn();
  await expectPly(eve, 1);
});

test("another site cannot move", async ({ page, server, consoles }) => {
  const id = await startGame(page, "nava", sameScreen);
  const evil = await Server.start();
  try {
    consoles.allow(page, "404", "403", "CORS", "ERR_FAILED", "Content Security Policy", "blocked");
    // This server is stopped while the browser may still be loading its icon.
    consoles.allow(page, evil.origin);
    await page.goto(`${evil.origin}/nothing`);
    // By script, the browser itself refuses; by form, the server does.
    await page.evaluate(async (address) => {
      await fetch(address, { method: "POST", mode: "no-cors", credentials: "include", body: "{}" }).catch(
        () => {},
      );
    }, `${server.origin}/api/v1/games/${id}/resign`);
    const { status } = await server.request("POST", `/g/${id}/do`, {
      headers: { ...htmlForm, origin: evil.origin, "sec-fetch-site": "same-site" },
      body: "action=move&ply=0&move=a1-a4",
    });
    expect(status).toBe(403);
  } finally {
    await evil.stop();
  }
  const { ply, status } = await server.game(id);
  expect(ply).toBe(0);
  expect(status).toBe("playing");
});

test("cookies of others", async ({ page, context, server, player }) => {
  const id = await startGame(page, "nava", sameScreen);
  expect(await page.evaluate(() => document.cookie), "scripts do not see the cookie").toBe("");
  const key = "A".repeat(32);
  for (const value of ["rubbish", "", "a.b", `${key}.${key}`]) {
    const { status, text } = await server.request("POST", `/api/v1/games/${id}/moves`, {
      headers: { ...json, cookie: `cairn=${value}` },
      body: JSON.stringify({ ply: 0, move: "a1-a4" }),
    });
    expect(status, text).toBe(403);
  }
  // Whoever loses the cookie watches, and can start another game.
  await context.clearCookies();
  await page.reload();
  await expect(page.locator("#role")).toContainText("watching");
  await expect(page.locator(".is-option")).toHaveCount(0);
  expect(await listedMoves(page)).toEqual([]);
  await startGame(page, "nava", sameScreen);
  await player(page).takeTurn();
});

test("the form for a new game, filled in with nonsense", async ({ page, server, consoles }) => {
  consoles.allow(page, "400", "422");
  for (const { game } of ruleSets) {
    await page.goto(`/new?game=${game}`);
    await page.locator('label:has(input[name="setup"][value="position"])').click();
    await page.locator("input[name=position]").fill("no position at all");
    await page.locator('[data-action="create"]').click();
    await expect(page.locator(".problem")).toContainText("position");
    await expect(page.locator("input[name=position]")).toHaveValue("no position at all");
    await expect(page.locator("[data-game-id]"), game).toHaveCount(0);
  }
  for (const body of [
    "",
    "game=chess",
    "game=nava&opponent=nobody",
    "game=nava&level=99",
    "game=nava&level=ugi:sh",
    "game=nava&side=third",
    "game=nava&clock=live&minutes=-1",
    "game=nava&clock=live&minutes=0&increment=0",
    "game=nava&clock=live&minutes=99999999",
    "game=nava&clock=days&days=0",
    "game=greener&size=1x1",
    "game=greener&setup=seed&seed=99999999999999999999999",
    "game=nava&setup=seed&seed=1",
    "%ff=%ff",
    "game=nava&game=nava",
  ]) {
    const { status } = await server.request("POST", "/new", { headers: htmlForm, body });
    expect(status === 303 || (status >= 400 && status < 500), `${body}: ${status}`).toBe(true);
  }
});
