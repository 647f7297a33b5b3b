// Measures how long pages take until they can be used, in Chromium on this machine:
//
//   scripts/wasm && cargo build --profile dist && CAIRN=../../target/dist/cairn npm run start-times
//
// The first visit fetches everything from a server on this machine; from the second one on the site
// comes from the browser's cache, and the server is stopped. Chromium slows its main thread down to a
// quarter for the second column. Times are from the beginning of the navigation, the best of several
// runs, so that other work on the machine matters little.

import { chromium as playwright } from "@playwright/test";

import { chromium } from "./browser/support/programs.js";
import { Server } from "./browser/support/server.js";

/** @typedef {import("@playwright/test").BrowserContext} BrowserContext */

const RUNS = Number(process.env.RUNS ?? 3);
const SLOWER = 4;

/** What is waited for, by the selector of an element that appears. */
const HOME = { path: "/", selector: ".cards .card" };
const BOARD = { path: "/play/board#new?game=nava&level=2&side=first", selector: "[data-board].is-playable" };
const LINE = { path: "/a/nava", selector: "#engine-lines li" };

/** Remembers when an element first appears. @param {string} selector */
function watch(selector) {
  const look = () => {
    if (!document.querySelector(selector) || "appeared" in globalThis) return;
    Object.assign(globalThis, { appeared: performance.now() });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

/**
 * Returns the milliseconds until an element appears.
 * @param {BrowserContext} context
 * @param {{ path: string, selector: string }} what
 * @param {number} rate
 */
async function timeUntil(context, { path, selector }, rate) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await page.addInitScript(watch, selector);
  await page.goto(path);
  const appeared = await page.waitForFunction(() => /** @type {any} */ (globalThis).appeared);
  const time = await appeared.jsonValue();
  await page.close();
  return Math.round(time);
}

/** Opens a browser without a memory. @param {import("@playwright/test").BrowserContextOptions} options */
async function openBrowser(options) {
  const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox"] });
  return { browser, context: await browser.newContext(options) };
}

const shared = await Server.start();

/** Time of a first visit: everything is fetched. @param {typeof HOME} what @param {number} rate */
async function firstVisit(what, rate) {
  const { browser, context } = await openBrowser({ baseURL: shared.origin, serviceWorkers: "block" });
  const time = await timeUntil(context, what, rate);
  await browser.close();
  return time;
}

/** Time of a later visit, without the server. @param {typeof HOME} what @param {number} rate */
async function laterVisit(what, rate) {
  const server = await Server.start();
  const { browser, context } = await openBrowser({ baseURL: server.origin });
  const page = await context.newPage();
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
  await server.kill();
  const time = await timeUntil(context, what, rate);
  await browser.close();
  await server.stop();
  return time;
}

/** @param {(what: typeof HOME, rate: number) => Promise<number>} visit @param {typeof HOME} what @param {number} rate */
async function best(visit, what, rate) {
  let least = Infinity;
  for (let run = 0; run < RUNS; run += 1) least = Math.min(least, await visit(what, rate));
  return `${least} ms`;
}

// The server compresses each file once.
for (const what of [BOARD, LINE]) await firstVisit(what, 1);
console.log(`| until | this machine | ${SLOWER} times slower |`);
console.log("|---|---|---|");
/** @type {[string, typeof firstVisit, typeof HOME][]} */
const rows = [
  ["the games are shown, first visit", firstVisit, HOME],
  ["a board can be played, first visit", firstVisit, BOARD],
  ["the engine's first line, first visit", firstVisit, LINE],
  ["the games are shown, without the server", laterVisit, HOME],
  ["a board can be played, without the server", laterVisit, BOARD],
  ["the engine's first line, without the server", laterVisit, LINE],
];
for (const [label, visit, what] of rows) {
  console.log(`| ${label} | ${await best(visit, what, 1)} | ${await best(visit, what, SLOWER)} |`);
}
await shared.stop();
