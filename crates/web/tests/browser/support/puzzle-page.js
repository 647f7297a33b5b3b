// Puzzles on a page: solving them, and finding one with a refutation.

import { expect } from "@playwright/test";

import { pressLesson, said } from "./lesson-page.js";

/** @typedef {import("@playwright/test").Page} Page */

export const puzzle = (/** @type {Page} */ page) => page.locator("[data-puzzle]");
export const standing = (/** @type {Page} */ page) => page.locator("[data-puzzle-standing]");

/** Asks the API. @param {Page} page @param {string} path @param {object} [data] */
async function ask(page, path, data) {
  const address = `/api/v1/${path}`;
  const reply = await (data ? page.request.post(address, { data }) : page.request.get(address));
  expect(reply.ok(), `${address}: ${reply.status()}`).toBe(true);
  return reply.json();
}

/** Solves the puzzle that is open, with the moves that the API names. @param {Page} page */
export async function solve(page) {
  const id = await puzzle(page).getAttribute("data-puzzle");
  /** @type {string[]} */
  let moves = [];
  for (let verdict = "continue"; verdict === "continue";) {
    const { move } = await ask(page, `puzzles/${id}/hint`, { moves });
    const judged = await ask(page, `puzzles/${id}/try`, { moves: [...moves, move] });
    ({ verdict, moves } = judged);
    await typeTry(page, move);
    await expect(said(page)).toContainText(judged.text);
    await expect(puzzle(page)).toHaveAttribute("data-state", verdict);
  }
}

/** Types a move. @param {Page} page @param {string} move */
export async function typeTry(page, move) {
  await expect(page.locator("[data-board]")).toContainClass("is-playable");
  await page.locator("#typed-move").fill(move);
  await page.locator("#typed-move").press("Enter");
}

/** Solves the puzzle that is open with its hints, which needs no server. @param {Page} page */
export async function solveByHints(page) {
  await expect(puzzle(page)).toHaveAttribute("data-state", "open");
  for (let state = "open"; state !== "solved";) {
    await pressLesson(page, "hint");
    await expect(said(page)).toContainText("Hint: ");
    const [, move] = /\((\S+)\)\.$/.exec((await said(page).textContent()) ?? "") ?? [];
    await typeTry(page, move);
    // The answer to the move replaces the hint.
    await expect(said(page)).not.toContainText("Hint: ");
    state = (await puzzle(page).getAttribute("data-state")) ?? "";
    expect(["continue", "solved"]).toContain(state);
  }
}

/** Finds a wrong move with its refutation, in a puzzle of Nava. @param {Page} page */
export async function refuted(page) {
  const { id, position } = await ask(page, "puzzles/next?game=nava&theme=defence&seed=1");
  const [right] = (await ask(page, `puzzles/${id}/solution`)).moves;
  const { moves } = await ask(page, `moves?${new URLSearchParams({ game: "nava", position })}`);
  const { move: wrong } = moves.find((/** @type {{ move: string }} */ { move }) => move !== right);
  const { line } = await ask(page, `puzzles/${id}/try`, { moves: [wrong] });
  expect(line, "every other move loses by force").not.toEqual([]);
  return { id, wrong, line };
}
