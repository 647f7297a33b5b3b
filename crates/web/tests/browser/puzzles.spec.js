// Puzzles in the browser: right and wrong tries, the solution, rating and streak.

import { puzzle, refuted, solve, standing } from "./support/puzzle-page.js";
import { expect, test } from "./support/fixtures.js";
import { pressLesson, said } from "./support/lesson-page.js";
import { checkPage, openAndCheck, settle, takeScreenshot } from "./support/page-checks.js";
import { phone, setScreen } from "./support/screens.js";

test("a puzzle is solved, and the rating counts the first try alone", async ({ page }) => {
  await page.goto("/puzzles");
  await expect(standing(page)).toContainText("Your rating: 1000");
  await page.locator('[data-puzzle-game="nava"] [href*="theme=fork"]').click();
  await page.waitForURL(/\/puzzles\/nava\/\w{6}\?theme=fork$/);
  await expect(page.locator("[data-puzzle-facts]")).toBeHidden();
  await solve(page);
  await expect(page.locator("[data-puzzle-facts]")).toContainText("two different ways");
  await expect(standing(page)).toContainText("(+");
  await expect(standing(page)).toContainText("1 of 1 solved");
  await takeScreenshot(page, "puzzle-solved");
  const rating = ((await standing(page).textContent()) ?? "").replace(/ \(.*?\)/, "");
  await pressLesson(page, "again");
  await expect(page.locator("[data-puzzle-facts]")).toBeHidden();
  await solve(page);
  await expect(standing(page)).toHaveText(rating);
  const first = page.url();
  await page.locator("[data-lesson-next]").click();
  await page.waitForURL((url) => url.href !== first);
  await expect(puzzle(page)).toHaveAttribute("data-state", "open");
  expect(page.url()).toContain("?theme=fork");
  await expect(standing(page)).toHaveText(rating);
  await page.goto("/puzzles");
  await expect(page.locator('[data-puzzle-game="nava"] [data-puzzle-progress]')).toContainText("1 of ");
});

test("a wrong try is refuted on the board, and the solution is shown", async ({ visit }) => {
  const page = await visit(phone);
  const { id, wrong, line } = await refuted(page);
  await page.goto(`/puzzles/${id}`);
  await page.locator("#typed-move").fill(wrong);
  await page.locator("#typed-move").press("Enter");
  await expect(puzzle(page)).toHaveAttribute("data-state", "wrong");
  await expect(said(page)).toContainText(`Refutation: ${line.join(", ")}.`);
  await expect(standing(page)).toContainText("(−");
  await expect(standing(page)).toContainText("0 of 1 solved");
  await takeScreenshot(page, "puzzle-wrong-phone");
  await pressLesson(page, "again");
  await expect(said(page)).toHaveText("");
  await pressLesson(page, "hint");
  await expect(said(page)).toContainText("Hint: ");
  await pressLesson(page, "show");
  await expect(puzzle(page)).toHaveAttribute("data-state", "shown");
  await expect(said(page)).toContainText("Solution: ");
  await expect(page.locator("[data-puzzle-facts]")).toBeVisible();
  await expect(standing(page)).toContainText("0 of 1 solved");
});

test("the puzzle of the day makes a streak", async ({ page }) => {
  await page.goto("/");
  const day = await page.evaluate(() => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
  await page.evaluate((day) => {
    const rated = { rating: 1200, deviation: 90, volatility: 0.06 };
    localStorage.setItem("cairn.puzzles", JSON.stringify({ rated, tried: {}, streak: { day, length: 2 } }));
  }, day);
  await page.locator("#daily").click();
  await expect(page.locator("h1")).toHaveText("Puzzle of the day");
  await expect(standing(page)).toContainText("Streak: 2 days");
  await solve(page);
  await expect(standing(page)).toContainText("Streak: 3 days");
  await page.goto("/puzzles");
  await expect(standing(page)).toContainText("Streak: 3 days");
});

test("puzzles in both themes and at all sizes", async ({ page }) => {
  await openAndCheck(page, "/puzzles", "puzzles");
  const { id } = await refuted(page);
  await openAndCheck(page, `/puzzles/${id}`, "puzzle");
  await setScreen(page, "landscape");
  await settle(page);
  await takeScreenshot(page, "puzzle-landscape");
  await setScreen(page, "desktop");
  await pressLesson(page, "show");
  await expect(puzzle(page)).toHaveAttribute("data-state", "shown");
  await checkPage(page, "puzzle-shown");
});

test("a puzzle is solved without scripts, by typed moves", async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto("/puzzles");
  await page.locator('[data-puzzle-game="nava"] [href*="theme=fork"]').click();
  const id = (await puzzle(page).getAttribute("data-puzzle")) ?? "";
  const { moves: line } = await (await page.request.get(`/api/v1/puzzles/${id}/solution`)).json();
  let [state, turn] = ["open", 0];
  while (state !== "solved") {
    // The best defence is the one of the solution, or one that is as good.
    const moves = await page.locator('input[name="moves"]').first().inputValue();
    const made = moves.split(" ").filter(Boolean);
    const reply = await page.request.post(`/api/v1/puzzles/${id}/hint`, { data: { moves: made } });
    const { move } = await reply.json();
    if (turn === 0) expect(move).toBe(line[0]);
    await page.locator("#typed-move").fill(move);
    await page.locator("#typed-move").press("Enter");
    await expect(said(page)).not.toHaveText("");
    state = (await puzzle(page).getAttribute("data-state")) ?? "";
    expect(["continue", "solved"]).toContain(state);
    expect((turn += 1)).toBeLessThan(20);
  }
  await expect(page.locator("[data-puzzle-facts]")).toBeVisible();
});

test("a puzzle without scripts", async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  const { id, wrong } = await refuted(page);
  await page.goto(`/puzzles/${id}`);
  await page.locator("#typed-move").fill("zz");
  await page.locator("#typed-move").press("Enter");
  await expect(said(page)).toContainText("found `z`. Cells run from a1 to e5.");
  await page.locator("#typed-move").fill(wrong);
  await page.locator("#typed-move").press("Enter");
  await expect(said(page)).toContainText("Refutation: ");
  await page.locator('[data-lesson-action="show"]').click();
  await expect(said(page)).toContainText("Solution: ");
  await expect(page.locator("[data-puzzle-facts]")).toBeVisible();
  await page.locator("[data-lesson-next]").click();
  await expect(page.locator("h1")).not.toHaveText("");
});
