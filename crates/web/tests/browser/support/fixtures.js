// Every test has a server of its own and as many visitors as it asks for.

import { test as base, expect } from "@playwright/test";

import { Bot } from "./bot.js";
import { Player } from "./player.js";
import { Server } from "./server.js";

export { expect };

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("@playwright/test").BrowserContextOptions} ContextOptions
 */

/** What the consoles of pages said, and what they may say. */
class Consoles {
  /** @type {{ page: Page, text: string }[]} */
  #messages = [];
  /** @type {Map<Page, string[]>} */
  #allowed = new Map();

  /** @param {Page} page */
  watch(page) {
    page.on("console", (message) => {
      if (message.type() !== "warning" && message.type() !== "error") return;
      // Most tests do without the service worker.
      if (message.text().startsWith("Service Worker registration blocked by Playwright")) return;
      this.#messages.push({ page, text: `${message.text()} (${message.location().url})` });
    });
    page.on("pageerror", (error) => this.#messages.push({ page, text: error.stack ?? error.message }));
  }

  /** Allows warnings and errors that contain one of these texts. @param {Page} page @param {string[]} texts */
  allow(page, ...texts) {
    this.#allowed.set(page, [...(this.#allowed.get(page) ?? []), ...texts]);
  }

  /** The warnings and errors that are not allowed. */
  messages() {
    const allowed = (/** @type {Page} */ page, /** @type {string} */ text) =>
      (this.#allowed.get(page) ?? []).some((part) => text.includes(part));
    return this.#messages.filter(({ page, text }) => !allowed(page, text)).map(({ text }) => text);
  }
}

/**
 * @typedef {object} Fixtures
 * @property {Server} server
 * @property {Consoles} consoles
 * @property {(options?: ContextOptions) => Promise<Page>} visit Opens a page of another visitor.
 * @property {(page: Page, way?: import("./player.js").Way) => Player} player Somebody who plays on a page.
 */

export const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<Fixtures, {}, import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions, import("@playwright/test").PlaywrightWorkerArgs>} */ ({
    // eslint-disable-next-line no-empty-pattern
    server: async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    baseURL: async ({ server }, use) => use(server.origin),
    consoles: async ({ server }, use) => {
      const consoles = new Consoles();
      await use(consoles);
      expect(consoles.messages(), `what the console said at ${server.origin}`).toEqual([]);
    },
    context: async ({ context, consoles }, use) => {
      context.on("page", (page) => consoles.watch(page));
      await use(context);
    },
    visit: async ({ browser, server, consoles, viewport }, use) => {
      /** @type {import("@playwright/test").BrowserContext[]} */
      const contexts = [];
      await use(async (options) => {
        const context = await browser.newContext({
          baseURL: server.origin,
          viewport,
          serviceWorkers: "block",
          ...options,
        });
        contexts.push(context);
        context.on("page", (page) => consoles.watch(page));
        return context.newPage();
      });
      for (const context of contexts) await context.close();
    },
    player: async ({ server }, use) => {
      /** @type {Map<string, Bot>} */
      const bots = new Map();
      const bot = (/** @type {string} */ game) => {
        const known = bots.get(game) ?? new Bot(game);
        bots.set(game, known);
        return known;
      };
      await use((page, way = "click") => new Player(page, server, bot, way));
      for (const started of bots.values()) started.stop();
    },
  }),
);
