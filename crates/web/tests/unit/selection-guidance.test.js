import assert from "node:assert/strict";
import { test } from "node:test";

import { MoveSelection } from "../../assets/selection.js";

/** A stack on `a` that can go to `b` or `c`, and a ring from hand to `d`. */
const tree = {
  prompts: ["Which stack?", "Where to?"],
  groups: [
    { steps: [[0, "a"]], prompt: 1, options: "b c", around: ["a-", ""] },
    { steps: [[0, "hand"]], prompt: 1, options: "d", around: ["+", ""] },
  ],
  heights: { 1: { a: { b: 1, c: 2 } } },
};

test("heights are told after the first pick", () => {
  const selection = new MoveSelection(/** @type {any} */ (tree));
  assert.equal(selection.heights.size, 0);
  selection.pick("a");
  assert.deepEqual(
    [...selection.heights],
    [
      ["b", 1],
      ["c", 2],
    ],
  );
});

test("a step with one possibility is forced", () => {
  const selection = new MoveSelection(/** @type {any} */ (tree));
  assert.equal(selection.forced, null);
  assert.ok(selection.usesHand && !selection.isForced);
  selection.pick("hand");
  assert.equal(selection.forced, "d");
  selection.pick("d");
  assert.equal(selection.forced, null);
  assert.equal(selection.move, "+d");
});
