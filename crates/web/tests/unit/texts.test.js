import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText } from "../../assets/clocks.js";
import { balanceOfLine, balanceOfOutcome, chance, judge, mistakeText } from "../../assets/judgement.js";
import { countText, result, statusText } from "../../assets/words.js";

/** @import { GameState } from "../../types/server.d.ts" */

const names = { sides: /** @type {[string, string]} */ (["White", "Black"]) };
const { sides } = names;

/** @param {Partial<GameState>} fields */
const state = (fields) =>
  /** @type {GameState} */ ({ status: "playing", outcome: null, to_move: "first", you: [], ...fields });

/** @param {GameState["you"]} you @param {string} reason */
const finished = (you, reason) => state({ status: "finished", outcome: "first", to_move: null, you, reason });

test("clocks show days, hours, minutes or tenths", () => {
  assert.equal(clockText(90_000_000), "1 d 1 h");
  assert.equal(clockText(3_723_000), "1:02:03");
  assert.equal(clockText(600_000), "10:00");
  assert.equal(clockText(10_000), "0:10");
  assert.equal(clockText(9_999), "0:09.9");
  assert.equal(clockText(0), "0:00");
  assert.equal(clockText(-5), "0:00");
});

test("the status of a game", () => {
  assert.equal(statusText(state({}), names), "White to move");
  assert.equal(statusText(state({ to_move: "second" }), names), "Black to move");
  assert.equal(statusText(state({ status: "waiting" }), names), "Waiting for an opponent");
  assert.equal(statusText(state({ status: "aborted" }), names), "The game was aborted");
  assert.equal(statusText(finished([], "nine cubes"), names), "White won: nine cubes");
  assert.equal(statusText(state({ outcome: "draw", reason: "agreed" }), names), "A draw: agreed");
});

test("the result as a player reads it", () => {
  assert.equal(result(finished(["first"], "nine cubes"), names), "You won: nine cubes.");
  assert.equal(result(finished(["second"], "nine cubes"), names), "You lost: nine cubes.");
  assert.equal(result(finished(["second"], "Black resigned"), names), "You resigned.");
  assert.equal(result(finished(["first"], "Black resigned"), names), "You won: Black resigned.");
  assert.equal(result(finished(["first", "second"], "nine cubes"), names), "White won: nine cubes.");
  assert.equal(result(finished([], "nine cubes"), names), "White won: nine cubes.");
});

test("one of something is written in the singular", () => {
  assert.equal(countText(["rings", [1, 2]], 0), "1 ring");
  assert.equal(countText(["rings", [1, 2]], 1), "2 rings");
  assert.equal(countText(["rings", [0, 2]], 0), "0 rings");
});

test("an estimate is never certain", () => {
  assert.equal(chance(0), "1\u00a0%");
  assert.equal(chance(0.504), "50\u00a0%");
  assert.equal(chance(1), "99\u00a0%");
});

test("lines are judged for the first side", () => {
  const estimate = { expectation: 0.75, proven: null, distance: null };
  assert.equal(judge(estimate, 0, sides).text, "White 75\u00a0%");
  assert.equal(judge(estimate, 1, sides).text, "White 25\u00a0%");
  const win = { expectation: 1, proven: /** @type {const} */ ("win"), distance: 5 };
  assert.equal(judge(win, 1, sides).text, "Black wins in 5");
  assert.deepEqual(balanceOfLine(win, 1, sides), { first: 0, words: ["White", "Black wins in 5"] });
  const loss = { expectation: 0, proven: /** @type {const} */ ("loss"), distance: 4 };
  assert.deepEqual(balanceOfLine(loss, 1, sides), { first: 1, words: ["White wins in 4", "Black"] });
  const draw = { expectation: 0.5, proven: /** @type {const} */ ("draw"), distance: null };
  assert.equal(judge(draw, 0, sides).text, "A draw");
});

test("the end of a game fills the bar", () => {
  assert.deepEqual(balanceOfOutcome("second", sides), { first: 0, words: ["White", "Black won"] });
  assert.equal(balanceOfOutcome("draw", sides).first, 0.5);
});

test("mistakes have a name and a price", () => {
  assert.equal(mistakeText({ mistake: "blunder", loss: 0.6 }, "White"), "Blunder: −60\u00a0% for White.");
  assert.equal(mistakeText({ mistake: null, loss: 0.05 }, "Black"), "−5\u00a0% for Black.");
});
