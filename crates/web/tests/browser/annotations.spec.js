// Learning from mistakes, saved studies, own arrows and signs, and the position editor.

import { expect, test } from "./support/fixtures.js";
import { blur, typeMove } from "./support/game-page.js";
import { checkPage, openAndCheck } from "./support/page-checks.js";

/** @typedef {import("@playwright/test").Page} Page */

/** White throws the game away, and Black wins. */
const LOST = "/a/nava?moves=a1-a5_e5-a5_a1-a3_a5-a3";

/** Opens a page with the engine switched off and, where it is needed, on the server. @param {Page} page @param {string} path */
async function openQuietly(page, path) {
  await page.addInitScript(() => {
    localStorage.setItem("cairn.engine", "false");
    localStorage.setItem("cairn.engineplace", "server");
  });
  await page.goto(path);
}

/** @param {Page} page @param {string} name */
const cell = (page, name) => page.locator(`[data-cell="${name}"]`);

/** Drags from cell to cell with the right mouse button. @param {Page} page @param {string} from @param {string} to */
async function drawArrow(page, from, to) {
  for (const [name, press] of /** @type {const} */ ([
    [from, "down"],
    [to, "up"],
  ])) {
    const box = await cell(page, name).boundingBox();
    if (!box) throw new Error(`${name} is not on the board`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse[press]({ button: "right" });
  }
}

test("learning from mistakes", async ({ page }) => {
  await openQuietly(page, LOST);
  await page.locator('[data-action="review"]').click();
  const summary = page.locator("#review-summary");
  await expect(summary.locator("tbody tr")).toHaveCount(2);
  await expect(summary.locator("tbody tr").first()).toContainText("White");
  await summary.locator('[data-learn="first"]').click();
  // Nothing gives the solution away.
  await expect(page.locator("#exercise-text")).toContainText("Find a better move for White.");
  await expect(page.locator("#tree")).toBeHidden();
  await expect(page.locator("#review")).toBeHidden();
  await checkPage(page, "exercise");
  // Going on is not what is asked for here.
  const next = page.locator('[data-action="next-exercise"]');
  await expect(next).toHaveText("Skip");
  await expect(next).not.toContainClass("primary");
  // What was played is refused with the reason.
  const task = (await page.locator("#exercise-text").textContent()) ?? "";
  const played = /played (\S+)\./.exec(task)?.[1] ?? "";
  const [from, to] = played.split("-");
  await cell(page, from).click();
  await cell(page, to).click();
  await expect(page.locator("#exercise-text")).toContainText(`${played} was`);
  await expect(page.locator("#exercise-text")).toHaveAttribute("data-kind", "wrong");
  // Shown, then the next ones; at the end the results.
  await page.locator('[data-action="show-best"]').click();
  await expect(page.locator("#exercise-text")).toContainText(
    /The best move is \S+(, with \S+( \S+)? to follow)?\./,
  );
  await expect(next).toContainClass("primary");
  const title = page.locator("#exercise-title");
  for (let at = 0; at < 10 && (await title.textContent()) !== "Done"; at += 1) {
    await next.click();
  }
  await expect(title).toHaveText("Done");
  await expect(page.locator("#exercise-text")).toContainText("You found 0 of");
  // Each can be tried again: now with a good move.
  await page.locator("#exercise-results button").first().click();
  await expect(title).toContainText("Exercise 1 of");
  await page.locator('[data-action="end-exercises"]').click();
  await expect(page.locator("#tree [data-node]")).toHaveCount(4);
});

test("a better move is accepted by its value", async ({ page }) => {
  await openQuietly(page, LOST);
  await page.locator('[data-action="review"]').click();
  await page.locator('[data-learn="first"]').click();
  await expect(page.locator("#exercise-text")).toContainText("Find a better move");
  // The engine's best move in the start position is certainly one.
  const { bestmove } = await page.evaluate(async () => {
    const task = document.querySelector("#exercise-title")?.textContent ?? "";
    const moves = task.includes("1 of") ? [] : ["a1-a5"];
    const response = await fetch("/api/v1/analyse", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ game: "nava", moves, time: 500 }),
    });
    return response.json();
  });
  const [from, to] = bestmove.split("-");
  await cell(page, from).click();
  await cell(page, to).click();
  await expect(page.locator("#exercise-text")).toHaveAttribute("data-kind", "right");
  await expect(page.locator('[data-action="show-best"]')).toBeHidden();
});

test("own arrows, marks and signs", async ({ page }) => {
  await openQuietly(page, "/a/nava?moves=a1-a4_e5-e4");
  const marks = page.locator("svg.arrows .own-mark");
  await drawArrow(page, "a4", "e4");
  await expect(marks).toHaveCount(1);
  await drawArrow(page, "c3", "c3");
  await expect(marks).toHaveCount(2);
  // The same again takes it away; a key gives it another colour.
  await drawArrow(page, "c3", "c3");
  await expect(marks).toHaveCount(1);
  await page.keyboard.down("Shift");
  await drawArrow(page, "c3", "c3");
  await page.keyboard.up("Shift");
  await expect(page.locator(".own-mark.mark-R")).toHaveCount(1);
  // They belong to the position.
  await page.locator('[data-step="previous"]').click();
  await expect(marks).toHaveCount(0);
  await page.locator('[data-step="next"]').click();
  await expect(marks).toHaveCount(2);
  // By touch or keyboard in the drawing mode.
  await page.locator('[data-action="draw"]').click();
  await expect(page.locator("#drawing-colours")).toContainText("Tap a cell to mark it");
  await page.locator('[data-colour="B"]').click();
  await cell(page, "b2").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".own-mark.mark-B")).toHaveCount(1);
  await checkPage(page, "drawing");
  await page.locator('[data-action="draw"]').click();
  // Signs by button and by key.
  await page.locator('[data-glyph="5"]').click();
  await expect(page.locator("#tree .glyph-5")).toHaveText("!?");
  await blur(page);
  await page.keyboard.press("4");
  await expect(page.locator("#tree .glyph-4")).toHaveText("??");
  await page.keyboard.press("0");
  await expect(page.locator("#tree .glyph")).toHaveCount(0);
  await page.keyboard.press("1");
  // A reload loses nothing.
  await page.reload();
  await expect(marks).toHaveCount(3);
  await expect(page.locator("#tree .glyph-1")).toHaveText("!");
  // A click that picks nothing clears them.
  await cell(page, "c2").click();
  await expect(marks).toHaveCount(0);
});

test("a study is saved, read by others, and safe in two windows", async ({ page, visit, consoles }) => {
  consoles.allow(page, "409", "404");
  await openQuietly(page, "/a/nava?moves=a1-a4_e5-e4");
  await drawArrow(page, "a4", "e4");
  await page.locator('[data-action="save-study"]').click();
  // It goes on at the move where it was saved, also after a reload.
  await expect(page).toHaveURL(/\/study\/\w{10}\?ply=2$/);
  await page.locator('[data-step="previous"]').click();
  await expect(page).toHaveURL(/\/study\/\w{10}\?ply=1$/);
  await page.reload();
  await expect(page.locator("#tree [aria-current]")).toContainText("a1-a4");
  const state = page.locator("#study-state");
  await expect(state).toHaveText("Saved");
  await expect(page.locator("#saved-study")).toContainText("Anyone with the link can read it");
  await page.locator("#study-title").fill("A plan on the edge");
  await page.locator('[data-step="last"]').click();
  await typeMove(page, "a4-b4");
  await expect(page.locator("#tree [data-node]")).toHaveCount(3);
  await expect(state).toHaveText("Saved");
  await checkPage(page, "study-own");
  const link = page.url();
  // Somebody else reads it all, and saves nothing.
  const ben = await visit();
  consoles.allow(ben, "404");
  await openQuietly(ben, link);
  await expect(ben.locator("h1")).toHaveText("A plan on the edge");
  await expect(ben.locator("#tree [data-node]")).toHaveCount(3);
  await expect(ben.locator("#study-state")).toContainText("Read-only");
  await expect(ben.locator("svg.arrows .own-mark")).toHaveCount(0);
  await ben.locator("#tree [data-node]").nth(1).click();
  await expect(ben.locator("svg.arrows .own-mark")).toHaveCount(1);
  await typeMove(ben, "a1-a2");
  await ben.locator('[data-action="copy-study"]').click();
  await expect(ben).not.toHaveURL(link);
  await expect(ben.locator("#study-title")).toHaveValue("A plan on the edge");
  // Two windows of the author: the second one is told, and nothing is lost.
  const other = await page.context().newPage();
  consoles.allow(other, "409");
  await openQuietly(other, link);
  await expect(other.locator("#tree [data-node]")).toHaveCount(3);
  await page.locator("#comment").evaluate((field) => field.closest("details")?.setAttribute("open", ""));
  await page.locator("#comment").fill("From the first window");
  await expect(state).toHaveText("Saved");
  await other.locator("#study-title").fill("From the second window");
  await expect(other.locator("#study-state")).toContainText("changed in another window");
  await other.locator('[data-action="copy-study"]').click();
  await expect(other.locator("#study-title")).toHaveValue("From the second window (copy)");
  await page.reload();
  await expect(page.locator("#study-title")).toHaveValue("A plan on the edge");
  // Listed, and deleted for good.
  await page.goto("/me");
  await expect(page.locator("#own-studies li")).toHaveCount(2);
  await openAndCheck(page, "/me", "me-studies");
  await page.goto(link);
  await page.locator('[data-action="delete-study"]').click();
  await page.locator('[data-action="delete-study"]').click();
  await expect(page).toHaveURL(/\/me$/);
  await expect(page.locator("#own-studies li")).toHaveCount(1);
  await ben.goto(link);
  await expect(ben.locator("h1")).toContainText("not");
});

test("a study is saved when the server is back", async ({ page, server, consoles }) => {
  consoles.allow(page, "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE");
  await openQuietly(page, "/a/nava?moves=a1-a4");
  await page.locator('[data-action="save-study"]').click();
  const state = page.locator("#study-state");
  await expect(state).toHaveText("Saved");
  await server.kill();
  await typeMove(page, "e5-e4");
  await expect(state).toContainText("The server cannot be reached. Your changes are kept in this browser");
  await server.restart();
  await expect(state).toHaveText("Saved");
  await page.reload();
  await expect(page.locator("#tree [data-node]")).toHaveText([/a1-a4/, /e5-e4/]);
});

test("a position is edited by mouse and keyboard", async ({ page }) => {
  await openAndCheck(page, "/editor", "editor-games");
  await page.goto("/editor/nava");
  const verdict = page.locator("#verdict");
  await expect(verdict).toHaveText("A possible position, White to move.");
  // A white disc from a1 to b2: told as one edits.
  await cell(page, "a1").click({ button: "right" });
  await expect(verdict).toContainText("Not possible:");
  await expect(page.locator('[data-link="play"]')).toHaveCount(0);
  await checkPage(page, "editor-impossible");
  await page.locator('[name="tool"][value="w"]').check();
  await cell(page, "b2").click();
  await expect(verdict).toHaveText("A possible position, White to move.");
  await page.locator('[name="side"][value="second"]').click();
  await expect(verdict).toHaveText("A possible position, Black to move.");
  await expect(page.locator("#position-text")).toHaveValue("x4,bbbbbb/x5/x5/x,w,x3/wwwww,x4 b");
  await page.locator('[data-action="undo"]').click();
  await expect(verdict).toHaveText("A possible position, White to move.");
  // By keyboard: a letter puts a piece, Delete takes it off.
  await cell(page, "b2").focus();
  await page.keyboard.press("Delete");
  await expect(verdict).toContainText("Not possible:");
  await expect(cell(page, "b2")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("w");
  await expect(page.locator("#position-text")).toHaveValue("x4,bbbbbb/x5/x5/x2,w,x2/wwwww,x4 w");
  await checkPage(page, "editor");
  await page.locator('[data-link="analyse"]').click();
  await expect(page).toHaveURL(/\/a\/nava\/x4,bbbbbb/);
  await page.locator('[data-link="edit"]').click();
  await expect(page.locator("#position-text")).toHaveValue("x4,bbbbbb/x5/x5/x2,w,x2/wwwww,x4 w");
  await page.locator('[data-edit="clear"]').click();
  await expect(page.locator("#position-text")).toHaveValue("x5/x5/x5/x5/x5 w");
  await page.locator("#position-text").fill("wrong");
  await page.locator("#position-text").press("Enter");
  await expect(verdict).toHaveAttribute("data-possible", "0");
  await expect(page.locator("#position-text")).toHaveValue("wrong");
});

test("a position is edited without scripts", async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto("/editor/greener");
  // Green never captures, so it is never on top of another piece.
  await page.locator('[name="tool"][value="g"]').check();
  await cell(page, "a1").click();
  await expect(page.locator("#verdict")).toContainText("Not possible:");
  await page.locator('[data-edit="shuffle"]').click();
  await expect(page.locator("#verdict")).toContainText("A possible position");
  await page.locator("#position-text").fill("x6/x6");
  await page.locator("#position-text").press("Enter");
  await expect(page.locator("#verdict")).toHaveAttribute("data-possible", "0");
});
