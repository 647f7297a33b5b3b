import assert from "node:assert/strict";
import { test } from "node:test";

import { MoveSelection } from "../../assets/selection.js";

/** Moves from a1 to two cells; from hand to b1 and further to b2 or c2; two cells in any order; a pass. */
const tree = () => ({
  prompts: ["Move what?", "Where to?", "And then?"],
  groups: [
    {
      steps: /** @type {[number, string][]} */ ([[0, "a1"]]),
      prompt: 1,
      options: "a2 a3",
      around: /** @type {[string, string]} */ (["a1-", ""]),
    },
    { steps: /** @type {[number, string][]} */ ([[0, "hand"]]), prompt: 1, options: "b1", moves: ["+b1"] },
    {
      steps: /** @type {[number, string][]} */ ([
        [0, "hand"],
        [1, "b1"],
      ]),
      prompt: 2,
      options: "b2 c2",
      around: /** @type {[string, string]} */ (["+b1;", "!"]),
      shows: [2],
    },
    { steps: [], prompt: 0, options: "d1+d2 pass", moves: ["d1,d2", "-"] },
  ],
});

/** @param {string[]} picks */
function after(...picks) {
  const selection = new MoveSelection(tree());
  for (const name of picks) assert.ok(selection.pick(name), name);
  return selection;
}

test("every move begins with a first pick", () => {
  const selection = after();
  assert.deepEqual(selection.options, new Set(["a1", "hand", "d1", "d2", "pass"]));
  assert.equal(selection.prompt, "Move what?");
  assert.equal(selection.move, null);
});

test("picks narrow the moves", () => {
  const selection = after("a1");
  assert.deepEqual(selection.options, new Set(["a2", "a3"]));
  assert.equal(selection.prompt, "Where to?");
  assert.equal(selection.pick("b1"), false);
  assert.deepEqual(selection.picks, ["a1"]);
  assert.equal(after("a1", "a3").move, "a1-a3");
});

test("a whole move can be the beginning of a longer one", () => {
  const selection = after("hand", "b1");
  assert.equal(selection.move, "+b1");
  assert.deepEqual(selection.options, new Set(["b2", "c2"]));
  assert.equal(selection.prompt, "And then?");
  assert.equal(after("hand", "b1", "c2").move, "+b1;c2!");
  assert.equal(after("hand", "b1", "c2").prompt, null);
});

test("picks of one step are made in any order, each once", () => {
  assert.equal(after("d1", "d2").move, "d1,d2");
  assert.equal(after("d2", "d1").move, "d1,d2");
  assert.deepEqual(after("d2").options, new Set(["d1"]));
  assert.equal(after("d2").pick("d2"), false);
  assert.equal(after().allows(["d2", "d2"]), false);
});

test("the board shows the picks that change it", () => {
  assert.equal(after().shown, 0);
  assert.equal(after("hand").shown, 0);
  assert.equal(after("hand", "b1").shown, 2);
  assert.equal(after("hand", "b1", "b2").shown, 2);
});

test("a move is picked by its text", () => {
  const selection = after();
  assert.equal(selection.pickMove("+b1;b2!"), true);
  assert.deepEqual(selection.picks, ["hand", "b1", "b2"]);
  assert.equal(selection.pickMove("a1-a4"), false);
  assert.deepEqual(selection.picks, ["hand", "b1", "b2"]);
});

test("without moves nothing can be picked", () => {
  const selection = new MoveSelection({ prompts: [], groups: [] });
  assert.equal(selection.options.size, 0);
  assert.equal(selection.prompt, null);
  assert.equal(selection.move, null);
});
