// Help for newcomers: aims, steps that make themselves, reasons, part heights, the end of a game.

import { expect, test } from "./support/fixtures.js";
import {
  againstComputer,
  expectPly,
  expectStatus,
  press,
  sameScreen,
  startGame,
} from "./support/game-page.js";
import { expectFits } from "./support/page-checks.js";
import { phone, setScreen } from "./support/screens.js";

const cell = (/** @type {string} */ name) => `[data-cell="${name}"]`;
const prompt = "[data-prompt]";

/** Fails unless an element is inside the window. @param {import("@playwright/test").Page} page @param {string} selector */
async function expectInWindow(page, selector) {
  await expect(async () => {
    const box = await page.locator(selector).first().boundingBox();
    const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    expect(box, selector).not.toBeNull();
    if (!box) return;
    expect(box.y, `top of ${selector}`).toBeGreaterThanOrEqual(-1);
    expect(box.y + box.height, `bottom of ${selector}`).toBeLessThanOrEqual(size.height + 1);
    expect(box.x + box.width, `right side of ${selector}`).toBeLessThanOrEqual(size.width + 1);
  }).toPass({ timeout: 10_000 });
}

/** The guided steps of a turn of each game: the question, and the cell that answers it. */
const STEPS = {
  nava: [
    ["Where do the discs land?", "a4"],
    ["Where do the discs land?", "e2"],
    ["Choose a stack to move", "a4"],
    ["Where do the discs land?", ""],
  ],
  mitsudomoe: [
    ["Where does the ring go?", "b2"],
    ["Choose a ball to move", "a1"],
    ["Lay a ring on b2, then move the ball from a1 to b2", ""],
  ],
  greener: [
    ["Choose a stack to capture with", "e6"],
    ["Choose a stack to land on", ""],
  ],
  glaisher: [
    ["Choose a stack to split", "i6"],
    ["Where do its parts land?", "f6"],
    ["Where do its parts land?", "g6"],
    ["Where does the new piece go?", ""],
  ],
};

const SCREENS = /** @type {const} */ (["desktop", "phone", "landscape"]);
const THEMES = /** @type {const} */ (["light", "dark"]);

for (const [game, steps] of Object.entries(STEPS)) {
  test(`each step of a turn of ${game}, on every screen and in both themes`, async ({ page }) => {
    await startGame(page, game, game === "greener" ? { ...sameScreen, setup: "standard" } : sameScreen);
    await page.locator("[data-setting=confirm]").uncheck();
    for (const [index, [question, answer]] of steps.entries()) {
      await expect(page.locator(prompt)).toContainText(question);
      for (const screen of SCREENS) {
        await setScreen(page, screen);
        await page.evaluate(() => document.querySelector("[data-view]")?.scrollIntoView());
        await expectInWindow(page, "[data-view] svg");
        await expectInWindow(page, prompt);
        await expectFits(page, `${game}, ${question}, ${screen}`);
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme });
          const name = `guided-${game}-${index + 1}-${screen}-${theme}`;
          await page.screenshot({ path: `../../target/screenshots/${name}.png` });
        }
      }
      await setScreen(page, "desktop");
      if (answer) await page.locator(`${cell(answer)}.is-option`).click();
    }
  });
}

test("board, question and buttons fit the window of a laptop", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const address of ["/learn/mitsudomoe/a-ring-then-a-ball", "game"]) {
    if (address === "game") await startGame(page, "mitsudomoe", againstComputer);
    else await page.goto(address);
    await page.locator(`${cell("b2")}.is-option`).click();
    await page.locator(`${cell("a1")}.is-option`).click();
    for (const part of ["[data-view] svg", prompt, '[data-action="confirm"]']) {
      await expectInWindow(page, part);
    }
    expect(await page.evaluate(() => scrollY), "nothing had to be scrolled").toBe(0);
  }
});

test("a move that waits to be confirmed brings its button into view", async ({ visit }) => {
  const page = await visit(phone);
  await page.goto("/learn/mitsudomoe/a-ring-then-a-ball");
  await page.locator(`${cell("b2")}.is-option`).tap();
  await page.locator(`${cell("a1")}.is-option`).tap();
  await expect(page.locator(prompt)).toContainText("Lay a ring on b2");
  await expectInWindow(page, '[data-action="confirm"]');
});

test("the only choice beside the board is made by itself", async ({ page }) => {
  await startGame(page, "mitsudomoe", sameScreen);
  await expect(page.locator("#goal")).toContainText("far corner");
  const pile = page.locator('[data-pick="hand"]');
  await expect(pile).toHaveText("5 rings in hand");
  await expect(pile).toContainClass("is-picked");
  await expect(page.locator(cell("b2"))).toContainClass("is-option");
});

test("a wrong click is answered in words, and the pile can be dragged", async ({ page }) => {
  await startGame(page, "mitsudomoe", sameScreen);
  await page.locator(cell("a1")).click();
  await expect(page.locator(prompt)).toContainText("a ball stands there");
  await page.locator("[data-setting=forced]").uncheck();
  const pile = page.locator('[data-pick="hand"]');
  await expect(pile, "the only choice is marked").toContainClass("primary");
  await page.locator(cell("a1")).click();
  await expect(page.locator(prompt)).toContainText("covered by a ball");
  await pile.dragTo(page.locator(cell("b2")));
  await expect(pile).toHaveText("4 rings in hand");
  await expect(page.locator(cell("b2"))).toHaveAttribute("data-pieces", "w");
  await page.locator(cell("e5")).click();
  await expect(page.locator(prompt)).toContainText("is Black's, not yours");
});

test("the parts of a stack are shown while they are chosen", async ({ page }) => {
  await startGame(page, "glaisher", sameScreen);
  await page.locator(cell("i6")).click();
  await expect(page.locator(cell("f6"))).toHaveAttribute("data-height", "3");
  await page.locator(cell("f6")).click();
  await expect(page.locator(cell("f6"))).toHaveAttribute("data-pieces", "rrr");
  await expect(page.locator(cell("i6"))).toHaveAttribute("data-pieces", "rrr");
  await page.screenshot({ path: "../../target/screenshots/guided-glaisher-parts.png" });
  await page.locator(cell("g6")).click();
  await expect(page.locator(cell("h6")), "the last part has one place to go").toHaveAttribute(
    "data-pieces",
    "r",
  );
  await page.locator("[data-setting=confirm]").check();
  await page.locator(cell("e5")).click();
  const words = "Divide the stack on i6: 1 to h6, 2 to g6 and 3 to f6, then add a piece on e5";
  await expect(page.locator(prompt)).toHaveText(`${words} (i6-h6,g6,f6+e5)?`);
  await page.locator('[data-action="confirm"]').click();
  await expectPly(page, 1);
});

test("the end says what happened and what to do next, and the level is remembered", async ({ page }) => {
  await startGame(page, "nava", { ...againstComputer, level: "2" });
  await page.locator(cell("a4")).click();
  await expectPly(page, 2);
  await press(page, "resign");
  await press(page, "resign");
  await expectStatus(page, "finished");
  const end = page.locator("#end");
  await expect(end).toContainText("You resigned.");
  await expect(end.getByRole("button", { name: "Easier: Newcomer" })).toContainClass("primary");
  await expect(end.locator('[data-action="turning-points"]')).toBeVisible();
  await expect(end.locator('[data-action="picture"]')).toBeVisible();
  const animation = await page.request.get(
    (await end.locator('[data-action="animation"]').getAttribute("href")) ?? "",
  );
  expect((await animation.body()).subarray(0, 6).toString()).toBe("GIF89a");
  await page.screenshot({ path: "../../target/screenshots/guided-end.png" });
  // The choice for new games does not change what these buttons say.
  await page.evaluate(() => localStorage.setItem("cairn.level", "7"));
  await page.reload();
  await expect(end.locator('form[data-level="3"] input[name=level]')).toHaveValue("3");
  await end.getByRole("button", { name: "Harder: Casual" }).click();
  await expectStatus(page, "playing");
  await page.goto("/new?game=greener");
  await expect(page.locator("select[name=level]")).toHaveValue("3");
  await expect(page.locator("[data-level-said]")).toContainText("winning at once");
});

test("whoever loses to the lowest level is offered a rematch first", async ({ page }) => {
  const first = await startGame(page, "nava", againstComputer);
  await page.locator(cell("a4")).click();
  await expectPly(page, 2);
  await press(page, "resign");
  await press(page, "resign");
  const buttons = page.locator("#end .next-levels").getByRole("button");
  await expect(buttons.first()).toHaveText("Rematch");
  await expect(buttons.first()).toContainClass("primary");
  await expect(buttons.nth(1)).toHaveText("Harder: Beginner");
  await expect(buttons).toHaveCount(2);
  await buttons.first().click();
  await expectStatus(page, "playing");
  await expect(page).not.toHaveURL(new RegExp(first));
});

test("a won game shows how it was won", async ({ page }) => {
  const position = "W,W,W,W,W/W,W,W,x,bb/x5/x5/wwwww,w,x2,bbbb w";
  await startGame(page, "nava", { ...sameScreen, setup: "position", position });
  await expect(page.locator("#goal")).toContainText("White: 8 of 9 cubes laid.");
  await page.locator(cell("b1")).click();
  await page.locator(cell("b2")).click();
  await expectStatus(page, "finished");
  await expect(page.locator("[data-view] .winning-ring")).toHaveCount(9);
  await expect(page.locator("#end")).toContainText("White won: all nine cubes placed.");
  await page.locator('[data-action="turning-points"]').click();
  await expect(page.locator("#review")).toBeInViewport();
  await expect(page.locator("[data-view] .winning-ring")).toHaveCount(9);
});

test("rules unfold beside the board", async ({ page }) => {
  await startGame(page, "greener", againstComputer);
  await page.locator("#rules-fold summary").click();
  await expect(page.locator(".rules-text h2").first()).toBeVisible();
  await expect(page.locator(".rules-text svg.picture").first()).toBeVisible();
});

test("nothing moves while engine lines arrive", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.total += /** @type {any} */ (entry).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/a/glaisher");
  await expect(page.locator("#engine-lines li")).toHaveCount(3);
  await expect(page.locator("#engine-state")).toContainText("Depth");
  await expect(page.locator("#goal")).toContainText("short of a chain");
  const total = await page.evaluate(() => /** @type {any} */ (window).shifts.total);
  expect(total).toBeLessThan(0.02);
});
