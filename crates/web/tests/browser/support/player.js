// Somebody who plays a game on its page, in one of the ways there are.

import { expect } from "@playwright/test";

import { listedMoves } from "./game-page.js";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {"click" | "drag" | "keyboard" | "typed" | "touch"} Way
 * @typedef {{ game: string, start: string, moves: string[], position: string, outcome: string | null, reason: string | null }} History
 */

/** A game longer than this does not end. */
const LONGEST = 400;

export class Player {
  /**
   * @param {Page} page
   * @param {import("./server.js").Server} server
   * @param {(game: string) => import("./bot.js").Bot} bot
   * @param {Way} way
   */
  constructor(page, server, bot, way) {
    this.page = page;
    this.server = server;
    this.bot = bot;
    this.way = way;
  }

  /** Plays until the game is over; returns it as the page tells it. */
  async playOut() {
    for (let turn = 0; turn < LONGEST; turn += 1) {
      if (!(await this.takeTurn())) return this.history();
    }
    throw new Error("the game does not end");
  }

  /** Waits for the turn, also for the game to begin, and makes a move; returns whether the game goes on. */
  async takeTurn() {
    const over = this.page.locator('[data-game-id]:is([data-status="finished"], [data-status="aborted"])');
    await expect(over.or(this.page.locator("[data-board].is-playable")).first()).toBeAttached();
    if (await over.count()) return false;
    const history = await this.history();
    await this.make(history, await this.choose(history));
    return true;
  }

  /** The game on the page. The rules check every move. @returns {Promise<History>} */
  async history() {
    const { game } = JSON.parse((await this.page.locator("#game-data").textContent()) ?? "");
    const moves = await listedMoves(this.page);
    const applied = await this.server.postJson("/api/v1/apply", {
      game: game.game,
      position: game.start,
      moves,
    });
    expect(applied.moves).toEqual(moves);
    const { position, outcome, reason } = applied;
    return { game: game.game, start: game.start, moves, position, outcome, reason };
  }

  /** @param {History} history */
  choose({ game, start, moves }) {
    return this.bot(game).choose(start, moves);
  }

  /** Makes a move and waits until the server has it. @param {History} history @param {string} text */
  async make({ game, position, moves }, text) {
    const made = this.page.locator(`#moves [data-ply="${moves.length + 1}"]`);
    const confirm = this.page.locator('[data-action="confirm"]').filter({ visible: true });
    if (this.way === "typed") {
      await this.page.locator("#typed-move").fill(text);
      await this.page.locator("#typed-move").press("Enter");
    } else {
      const query = new URLSearchParams({ game, position });
      const legal = await this.server.getJson(`/api/v1/moves?${query}`);
      const move = legal.moves.find((/** @type {{ move: string }} */ { move }) => move === text);
      const picks = move.steps.flatMap((/** @type {{ picks: string[] }} */ step) => step.picks);
      await this.#pickAll(picks, made.or(confirm));
    }
    // What is picked may be a whole move and the beginning of a longer one.
    await expect(made.or(confirm).first()).toBeAttached();
    if (!(await made.count())) await this.#press('[data-action="confirm"]');
    await expect(made, `the move made by ${this.way}`).toHaveText(text);
  }

  /** @param {string[]} picks @param {import("@playwright/test").Locator} whole */
  async #pickAll(picks, whole) {
    for (let at = 0; at < picks.length; at += 1) {
      const [name, next] = picks.slice(at, at + 2);
      // A step with one possibility is made by itself, parts may be picked in any order, and a
      // cell can be picked twice.
      const count = picks.slice(0, at + 1).filter((pick) => pick === name).length;
      const isPicked = async () => (await this.#picks()).filter((pick) => pick === name).length >= count;
      const isOver = async () => (await whole.count()) > 0;
      const option = this.page.locator(selector(name)).and(this.page.locator(".is-option"));
      await expect
        .poll(async () => (await isPicked()) || (await option.count()) > 0 || (await isOver()))
        .toBe(true);
      if (await isPicked()) continue;
      if (!(await option.count())) return;
      if (this.way === "drag" && next && isCell(name) && isCell(next) && name !== next) {
        await drag(this.page, selector(name), selector(next));
        at += 1;
      } else {
        await this.#press(selector(name));
        // Nothing is picked any more when the move has been sent.
        await expect
          .poll(async () => (await isPicked()) || (await isOver()) || !(await this.#picks()).length)
          .toBe(true);
      }
    }
  }

  /** The picks of the turn so far. */
  async #picks() {
    const picks = (await this.page.locator("[data-board]").first().getAttribute("data-picks")) ?? "";
    return picks.split(" ").filter(Boolean);
  }

  /** @param {string} selector */
  async #press(selector) {
    const target = this.page.locator(selector);
    if (this.way === "keyboard") await this.#pressByKeys(selector);
    else if (this.way === "touch") await target.tap();
    else await target.click();
  }

  /** Goes to something with the tab and arrow keys, and presses it. @param {string} selector */
  async #pressByKeys(selector) {
    for (let count = 0; count < 120; count += 1) {
      const key = await this.page.evaluate(keyTowards, selector);
      await this.page.keyboard.press(key);
      if (key === "Enter") return;
    }
    throw new Error(`the keyboard does not reach ${selector}`);
  }
}

/** Runs in the page: the key that leads nearer to an element, or presses it. @param {string} selector */
function keyTowards(selector) {
  const here = document.activeElement;
  const there = document.querySelector(selector);
  if (!here || !there) return "Tab";
  if (here === there) return "Enter";
  if (!here.matches("[data-cell]") || !there.matches("[data-cell]")) return "Tab";
  const rows = [...document.querySelectorAll("[data-view] [role=row]")];
  const row = (/** @type {Element} */ cell) => rows.findIndex((candidate) => candidate.contains(cell));
  if (row(here) !== row(there)) return row(here) < row(there) ? "ArrowDown" : "ArrowUp";
  const left = (/** @type {Element} */ cell) => cell.getBoundingClientRect().left;
  return left(here) < left(there) ? "ArrowRight" : "ArrowLeft";
}

/** @param {Page} page @param {string} from @param {string} to */
async function drag(page, from, to) {
  const [source, target] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(source.x, source.y);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 3 });
  await page.mouse.up();
}

/** @param {Page} page @param {string} selector */
async function middle(page, selector) {
  const target = page.locator(selector);
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${selector} is not visible`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {string} name */
const isCell = (name) => name !== "hand" && name !== "pass";

/** @param {string} name */
const selector = (name) => (isCell(name) ? `[data-cell="${name}"]` : `[data-pick="${name}"]`);
