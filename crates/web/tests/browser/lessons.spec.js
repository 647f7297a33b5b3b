// Courses in the browser: lessons with right and wrong answers, progress, the guided first game.

import { expect, test } from "./support/fixtures.js";
import { expectPly, expectStatus } from "./support/game-page.js";
import { lessonState, pickAll, pressLesson, said } from "./support/lesson-page.js";
import { areBuilt } from "./support/modules.js";
import { openAndCheck, settle, takeScreenshot } from "./support/page-checks.js";
import { setScreen } from "./support/screens.js";

/** The first lesson of each game: picks of a wrong move with the answer to it, and of a right one. */
const FIRST_LESSONS = [
  {
    game: "nava",
    lesson: "move-as-far-as-you-are-tall",
    wrong: ["a3"],
    because: "Two discs go two junctions",
    right: ["a4"],
    solved: "Three discs, three junctions.",
  },
  {
    game: "mitsudomoe",
    lesson: "a-ring-then-a-ball",
    wrong: ["a3", "a2", "confirm"],
    because: "This time put the ring on b2.",
    right: ["b2", "a1", "confirm"],
    solved: "The ball now sits on your new ring.",
  },
  {
    game: "greener",
    lesson: "take-a-green",
    wrong: ["c6", "b6"],
    because: "there is no green in it",
    right: ["e6", "e5"],
    solved: "The green is inside your stack now",
  },
  {
    game: "glaisher",
    lesson: "move-a-stack-place-a-piece",
    wrong: ["i6", "h6", "g6", "e5"],
    because: "This time all six go together.",
    right: ["i6", "c6", "c2"],
    solved: "Six pieces, six cells.",
  },
];

for (const { game, lesson, wrong, because, right, solved } of FIRST_LESSONS) {
  test(`the first lesson of ${game}`, async ({ page }) => {
    await page.goto(`/learn/${game}`);
    await page.locator("[data-course-begin]").click();
    await page.waitForURL(`/learn/${game}/${lesson}`);
    await pickAll(page, wrong);
    await expect(lessonState(page)).toHaveAttribute("data-state", "wrong");
    await expect(said(page)).toContainText(because);
    await takeScreenshot(page, `lesson-${game}-wrong`);
    await pressLesson(page, "again");
    await expect(said(page)).toHaveText("");
    await pressLesson(page, "hint");
    await expect(said(page)).toContainText("Hint: ");
    await pickAll(page, right);
    await expect(lessonState(page)).toHaveAttribute("data-state", "solved");
    await expect(said(page)).toContainText(solved);
    await expect(page.locator(`[data-lesson-link="${lesson}"]`)).toContainClass("is-solved");
    await takeScreenshot(page, `lesson-${game}-solved`);
    await page.locator("[data-lesson-next]").click();
    await expect(page.locator("h1")).not.toHaveText("");
    await expect(page.locator(`[data-lesson-link="${lesson}"]`)).toContainClass("is-solved");
    await page.goto(`/learn/${game}`);
    await expect(page.locator("[data-course-progress]")).toContainText("1 of ");
    await expect(page.locator("[data-course-begin]")).toHaveText("Continue with lesson 2");
    await page.goto("/learn");
    await expect(page.locator(`[data-course="${game}"] [data-course-progress]`)).toContainText("1 of ");
  });
}

test("a wrong move is refuted on the board, and a lesson of two moves goes on", async ({ page }) => {
  await page.goto("/learn/nava/out-of-reach");
  await pickAll(page, ["a5", "c5"]);
  await expect(said(page)).toContainText("Black takes c5 back from e5");
  await expect(page.locator('[data-cell="c5"]'), "Black's discs lie on top").toHaveAttribute(
    "data-pieces",
    "bbwwbb",
  );
  await pressLesson(page, "again");
  await expect(page.locator('[data-cell="a5"]')).toHaveAttribute("data-pieces", "wwww");
  await page.goto("/learn/greener/first-things-first");
  await pickAll(page, ["b6", "confirm"]);
  await expect(lessonState(page)).toHaveAttribute("data-state", "continue");
  await expect(said(page)).toContainText("Right so far.");
  await expect(page.locator("[data-board]")).toContainClass("is-playable");
  await pressLesson(page, "hint");
  await expect(said(page)).toContainText("Hint: ");
  const [, move] = /\(([^)]*)\)/.exec((await said(page).textContent()) ?? "") ?? [];
  await page.locator("#typed-move").fill(move);
  await page.locator("#typed-move").press("Enter");
  await expect(lessonState(page)).toHaveAttribute("data-state", "solved");
  await expect(page.locator("#typed-move")).toHaveValue("");
});

test("moves are judged on the device, and by the server where that fails", async ({ page, consoles }) => {
  test.skip(!areBuilt, "the modules are not built: scripts/wasm builds them");
  consoles.allow(page, "engine-worker.js");
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/lessons/")) asked += 1;
  });
  for (const byServer of [false, true]) {
    if (byServer) await page.route("**/engine-worker.js", (route) => route.abort());
    await page.goto("/learn/nava/move-as-far-as-you-are-tall");
    await pickAll(page, ["a3"]);
    await expect(said(page)).toContainText("Two discs go two junctions");
    expect(asked).toBe(byServer ? 1 : 0);
  }
});

test("the first game begins every turn with a hint, until that is switched off", async ({ page }) => {
  await page.goto("/learn/nava#first-game");
  await page.getByRole("button", { name: "Play your first game" }).click();
  await expectStatus(page, "playing");
  const prompt = page.locator("[data-prompt]");
  await expect(prompt).toContainText("Hint: Move ");
  await expect(page.locator("[data-view] .arrow").first()).toBeVisible();
  await page.locator('[data-cell="a4"]').click();
  await expectPly(page, 2);
  await expect(prompt).toContainText("Hint: Move ");
  await page.getByRole("switch", { name: "A hint on every turn" }).click();
  await expect(prompt).not.toContainText("Hint");
  await expect(page.locator("[data-view] .arrow")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("switch", { name: "A hint on every turn" })).not.toBeChecked();
});

test("courses and lessons in both themes and at all sizes", async ({ page }) => {
  await openAndCheck(page, "/learn", "learn");
  await openAndCheck(page, "/learn/glaisher", "learn-glaisher");
  await openAndCheck(page, "/learn/mitsudomoe/send-a-ball-back", "learn-lesson");
  await setScreen(page, "landscape");
  await settle(page);
  await takeScreenshot(page, "learn-lesson-landscape");
});

test("a lesson without scripts", async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto("/learn/nava/lay-a-cube");
  const type = async (/** @type {string} */ move) => {
    await page.locator("#typed-move").fill(move);
    await page.locator("#typed-move").press("Enter");
  };
  await type("a1-a2");
  await expect(said(page)).toContainText("Two discs stay behind on a1");
  await page.locator('[data-lesson-action="again"]').click();
  await type("a1-d1");
  await expect(said(page)).toContainText("Eight to go.");
  await page.locator("[data-lesson-next]").click();
  await expect(page.locator("h1")).toHaveText("Land on a stack");
});
