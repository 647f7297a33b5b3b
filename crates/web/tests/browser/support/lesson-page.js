// Lessons on a page: making moves in them, and reading the answers.

import { expect } from "@playwright/test";

/** @typedef {import("@playwright/test").Page} Page */

export const lessonState = (/** @type {Page} */ page) => page.locator("[data-course-lesson]");
export const said = (/** @type {Page} */ page) => page.locator("[data-lesson-said]");

/** Picks cells one after the other, and confirms a move that ended by itself. @param {Page} page @param {string[]} picks */
export async function pickAll(page, picks) {
  for (const name of picks) {
    const cell = page.locator(`[data-cell="${name}"].is-option`);
    await (name === "confirm" ? page.locator('[data-action="confirm"]') : cell).click();
  }
}

/** @param {Page} page @param {string} action */
export const pressLesson = (page, action) => page.locator(`[data-lesson-action="${action}"]`).click();

/**
 * Begins the course of Nava, makes a wrong move and then a right one, goes on with a lesson of
 * two moves, and begins the first game, on a page of the course.
 * @param {Page} page
 */
export async function doLessons(page) {
  const course = page.url();
  await page.locator("[data-course-begin]").click();
  await pickAll(page, ["a3"]);
  await expect(lessonState(page)).toHaveAttribute("data-state", "wrong");
  await expect(said(page)).toContainText("Two discs go two junctions");
  await pressLesson(page, "again");
  await pressLesson(page, "hint");
  await expect(said(page)).toContainText("Hint: ");
  await page.locator("#typed-move").fill("a1-c3");
  await page.locator("#typed-move").press("Enter");
  await expect(said(page)).toContainText("c3 is not in the same row or column as a1");
  await pickAll(page, ["a4"]);
  await expect(lessonState(page)).toHaveAttribute("data-state", "solved");
  await page.locator('[data-lesson-link="two-cubes-to-go"]').click();
  for (const state of ["continue", "solved"]) {
    await pressLesson(page, "hint");
    await expect(said(page)).toContainText("Hint: ");
    const [, move] = /\(([^)]*)\)/.exec((await said(page).textContent()) ?? "") ?? [];
    await expect(page.locator("[data-board]")).toContainClass("is-playable");
    await page.locator("#typed-move").fill(move);
    await page.locator("#typed-move").press("Enter");
    await expect(lessonState(page)).toHaveAttribute("data-state", state);
  }
  await page.goto(course);
  await expect(page.locator("[data-course-progress]")).toContainText("2 of ");
  await page.getByRole("button", { name: "Play your first game" }).click();
  await page.waitForURL(/play\/board\/?#/);
  await expect(page.locator("[data-prompt]")).toContainText("Hint: Move ");
  await expect(page.getByRole("switch", { name: "A hint on every turn" })).toBeChecked();
}
