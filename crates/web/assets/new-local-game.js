// New games on this device, their addresses, and the names of their opponents.

import { pageAddress } from "./base.js";
import * as store from "./local-store.js";
import * as settings from "./settings.js";

/** @import { LocalGameData, NewLocalGame, Side } from "../types/local.d.ts" */
/** @import { BoardModule, RuleSet } from "../types/modules.d.ts" */

/** Largest number of a shuffled set-up that is chosen by chance: short enough to type. */
const LARGEST_SEED = 999_999;
/** @type {Side[]} */
export const SIDES = ["first", "second"];
/** Names of the computer opponents besides the levels. @type {Record<string, string>} */
export const BOTS = { random: "Random mover", greedy: "Greedy bot", original: "Bot from the 2020 program" };

/** Returns the name of a computer opponent. @param {string} opponent */
export const computerName = (opponent) => BOTS[opponent] ?? `Level ${opponent}`;

/** Address of the page that shows a game on this device. */
const boardPage = () => pageAddress("play/board");

/** Returns the address at which a game on this device is played. @param {string} id */
export const localAddress = (id) => `${boardPage()}#${id}`;

/** Returns the address that starts a game. @param {Partial<NewLocalGame>} wanted */
export const newGameAddress = (wanted) => `${boardPage()}#new?${new URLSearchParams(wanted)}`;

/** @param {number} bound */
const random = (bound) => Math.floor(Math.random() * bound);

/**
 * Makes a game of what a form or a link says.
 * @param {BoardModule} module
 * @param {Partial<NewLocalGame>} wanted
 * @returns {LocalGameData}
 */
export function makeGame(module, wanted) {
  const { game = "", opponent = "computer", level, size, setup, position } = wanted;
  const rules = rulesOf(module, game);
  let seed = setup === "seed" ? Number(wanted.seed) : null;
  if (seed !== null && !Number.isSafeInteger(seed)) throw new Error("the set-up number is not a number");
  if (rules.shuffles && setup !== "seed" && setup !== "standard" && setup !== "position") {
    seed = random(LARGEST_SEED + 1);
  }
  const start =
    setup === "position" && position
      ? module.readPosition(game, position)
      : module.startPosition(game, size || undefined, seed);
  const now = Date.now();
  const computer = level || settings.get("level") || "2";
  const own = SIDES.find((side) => side === wanted.side) ?? SIDES[random(2)];
  /** @type {[string | null, string | null]} */
  const players = own === "first" ? [null, computer] : [computer, null];
  return {
    format: store.FORMAT,
    id: crypto.randomUUID ? crypto.randomUUID() : `${now}-${random(1e9)}`,
    game,
    start,
    size,
    seed,
    players: seats(opponent, players, [computer, wanted.level2 || computer]),
    moves: [],
    ending: null,
    outcome: null,
    created: now,
    changed: now,
    next: null,
    chance: random(2 ** 31),
  };
}

/**
 * Returns who plays each side.
 * @param {string} opponent
 * @param {[string | null, string | null]} single Players of a game of one person.
 * @param {[string, string]} computers
 * @returns {[string | null, string | null]}
 */
function seats(opponent, single, computers) {
  if (opponent === "computers") return computers;
  return opponent === "same-screen" ? [null, null] : single;
}

/**
 * Returns a rule set by its name.
 * @param {BoardModule} module
 * @param {string} game
 * @returns {RuleSet}
 */
export function rulesOf(module, game) {
  const rules = module.ruleSets().find((known) => known.game === game);
  if (!rules) throw new Error(`there is no game ${game || "without a name"}`);
  return rules;
}
