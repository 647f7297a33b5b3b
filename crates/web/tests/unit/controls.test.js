import assert from "node:assert/strict";
import { test } from "node:test";

import { ownOffer, visibleButtons } from "../../assets/controls.js";

/** @import { GameState, Seat } from "../../types/server.d.ts" */

const person = /** @type {Seat} */ ({ kind: "person" });
const computer = /** @type {Seat} */ ({ kind: "computer" });

/** A game of two people with a move of each side, seen by the first. @param {Partial<GameState>} fields */
const state = (fields = {}) =>
  /** @type {GameState} */ ({
    status: "playing",
    you: ["first"],
    offers: { draw: null, take_back: null, rematch: null },
    ply: 2,
    next: null,
    to_move: "first",
    first: person,
    second: person,
    ...fields,
  });

/** @param {GameState} game @param {boolean} [people] */
const buttons = (game, people = true) => [...visibleButtons(game, { people, begins: 0 })].sort();

test("two people in the middle of a game", () => {
  assert.deepEqual(buttons(state()), ["draw", "resign", "take-back"]);
});

test("before both have moved, the game can be aborted", () => {
  assert.deepEqual(buttons(state({ ply: 1 })), ["abort", "take-back"]);
  assert.deepEqual(buttons(state({ ply: 0 })), ["abort"]);
  assert.deepEqual(buttons(state({ status: "waiting", ply: 0 })), ["abort"]);
});

test("an offer is answered by one side and withdrawn by the other", () => {
  const offers = { draw: /** @type {const} */ ("second"), take_back: null, rematch: null };
  assert.deepEqual(buttons(state({ offers })), ["accept-draw", "decline-draw", "resign", "take-back"]);
  assert.deepEqual(buttons(state({ offers, you: ["second"] })), ["resign", "take-back", "withdraw"]);
  assert.equal(ownOffer(state({ offers, you: ["second"] })), "draw");
  assert.equal(ownOffer(state({ offers })), undefined);
});

test("the computer is not asked for a draw, and gives hints", () => {
  assert.deepEqual(buttons(state({ second: computer }), false), ["hint", "resign", "take-back"]);
  assert.deepEqual(buttons(state({ second: computer, to_move: "second" }), false), ["resign", "take-back"]);
});

test("watchers have no buttons", () => {
  for (const status of /** @type {const} */ (["waiting", "playing", "finished", "aborted"])) {
    assert.deepEqual(buttons(state({ you: [], status })), []);
  }
});

test("a finished game has a rematch until there is one", () => {
  assert.deepEqual(buttons(state({ status: "finished", to_move: null })), ["rematch"]);
  assert.deepEqual(buttons(state({ status: "finished", to_move: null, next: "x" })), []);
});
