import assert from "node:assert/strict";
import { test } from "node:test";

import { ownOffer } from "../../assets/controls.js";

/** @import { GameState } from "../../types/server.d.ts" */

/** @param {GameState["you"]} you @param {Partial<GameState["offers"]>} offers */
const state = (you, offers) =>
  /** @type {GameState} */ ({ you, offers: { draw: null, take_back: null, rematch: null, ...offers } });

test("an offer belongs to the side that made it", () => {
  assert.equal(ownOffer(state(["second"], { draw: "second" })), "draw");
  assert.equal(ownOffer(state(["first"], { take_back: "first" })), "take-back");
  assert.equal(ownOffer(state(["first"], { draw: "second" })), undefined);
  assert.equal(ownOffer(state([], { draw: "second" })), undefined);
  assert.equal(ownOffer(state(["first"], {})), undefined);
});
