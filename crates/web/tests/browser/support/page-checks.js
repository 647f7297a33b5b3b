// What holds of every page: nothing comes from elsewhere, nothing is inaccessible, nothing
// is wider than the screen. Screenshots of all of them go to `target/screenshots`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { expect } from "@playwright/test";

import { targetFolder } from "./programs.js";
import { setScreen } from "./screens.js";

/** @typedef {import("@playwright/test").Page} Page */

/** Screenshots of longer pages end here. */
const MOST_PIXELS = 2400;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Saves a screenshot. @param {Page} page @param {string} name @param {number} [longest] */
export async function takeScreenshot(page, name, longest = MOST_PIXELS) {
  const [width, height] = await page.evaluate(() => [innerWidth, document.documentElement.scrollHeight]);
  await page.screenshot({
    path: path.join(targetFolder, "screenshots", `${name}.png`),
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, longest) },
  });
}

/**
 * Checks accessibility: contrasts, which differ between themes, or the rest, which differs
 * between screens.
 * @param {Page} page
 * @param {string} name
 * @param {{ contrast: boolean, rest: boolean }} rules
 */
async function expectAccessible(page, name, { contrast, rest }) {
  await page.evaluate(axe);
  const violations = await page.evaluate(
    async ({ contrast, rest }) => {
      const rules = rest
        ? { rules: { "color-contrast": { enabled: contrast } } }
        : { runOnly: ["color-contrast"] };
      const axe = /** @type {{ axe: typeof import("axe-core") }} */ (/** @type {unknown} */ (globalThis)).axe;
      const found = await axe.run(document, { resultTypes: ["violations"], ...rules });
      return found.violations.map(({ id, help, nodes }) => ({
        rule: `${id}: ${help}`,
        nodes: nodes
          .slice(0, 4)
          .map(({ target, any }) => [target.join(" "), ...any.map(({ message }) => message)]),
      }));
    },
    { contrast, rest },
  );
  expect(violations, `${name} is accessible`).toEqual([]);
}

/** Checks that the page has asked nothing of another site. @param {Page} page @param {string} name */
async function expectNoOtherSites(page, name) {
  const elsewhere = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) => entry.name)
      .filter((url) => !url.startsWith(`${location.origin}/`) && !/^(data|blob):/.test(url)),
  );
  expect(elsewhere, `requests of ${name} to other sites`).toEqual([]);
}

/** Checks that nothing sticks out of the screen. @param {Page} page @param {string} name */
export async function expectFits(page, name) {
  const tooWide = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const out = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility(),
    );
    return [
      `${document.documentElement.scrollWidth} > ${innerWidth}`,
      ...out.slice(0, 6).map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
  expect(tooWide, `what is too wide in ${name}`).toEqual([]);
}

/** Waits until the page is loaded and painted. @param {Page} page */
export async function settle(page) {
  await page.waitForLoadState("load");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** @param {Page} page @param {"light" | "dark"} colorScheme */
export const preferColors = (page, colorScheme) =>
  page.emulateMedia({ colorScheme, reducedMotion: "reduce" });

/** Checks the page that is open, in both themes and at three sizes. @param {Page} page @param {string} name */
export async function checkPage(page, name) {
  for (const [screen, theme] of /** @type {const} */ ([
    ["desktop", "light"],
    ["desktop", "dark"],
    ["phone", "dark"],
    ["phone", "light"],
  ])) {
    const view = `${name}-${screen}-${theme}`;
    await setScreen(page, screen);
    await preferColors(page, theme);
    await settle(page);
    await takeScreenshot(page, view);
    const contrast = screen === "desktop";
    if (contrast || theme === "light")
      await expectAccessible(page, view, { contrast, rest: theme === "light" });
    await expectFits(page, view);
  }
  await setScreen(page, "narrow");
  await settle(page);
  await takeScreenshot(page, `${name}-narrow`);
  await expectFits(page, `${name} at 320 pixels`);
  await expectNoOtherSites(page, name);
  await setScreen(page, "desktop");
}

/** Opens a page and checks it. @param {Page} page @param {string} path @param {string} name */
export async function openAndCheck(page, path, name) {
  await setScreen(page, "desktop");
  await preferColors(page, "light");
  await page.goto(path);
  await checkPage(page, name);
}
