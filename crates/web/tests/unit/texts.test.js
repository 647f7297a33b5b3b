import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { clockText } from "../../assets/clocks.js";
import { balanceOfLine, balanceOfOutcome, chance, describeLine, mistakeText } from "../../assets/scores.js";
import { countText } from "../../assets/words.js";

const sides = /** @type {[string, string]} */ (["White", "Black"]);

test("clocks show days, hours, minutes or tenths", () => {
  const table = readFileSync(new URL("../../../app/tests/clock_texts.json", import.meta.url), "utf8");
  for (const [time, text] of JSON.parse(table)) assert.equal(clockText(time), text);
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

test("lines are described for the first side", () => {
  const estimate = { expectation: 0.75, proven: null, distance: null };
  assert.equal(describeLine(estimate, 0, sides).text, "White 75\u00a0%");
  assert.equal(describeLine(estimate, 1, sides).text, "White 25\u00a0%");
  const win = { expectation: 1, proven: /** @type {const} */ ("win"), distance: 5 };
  assert.equal(describeLine(win, 1, sides).text, "Black wins in 5");
  assert.deepEqual(balanceOfLine(win, 1, sides), { first: 0, words: ["White", "Black wins in 5"] });
  const loss = { expectation: 0, proven: /** @type {const} */ ("loss"), distance: 4 };
  assert.deepEqual(balanceOfLine(loss, 1, sides), { first: 1, words: ["White wins in 4", "Black"] });
  const draw = { expectation: 0.5, proven: /** @type {const} */ ("draw"), distance: null };
  assert.equal(describeLine(draw, 0, sides).text, "Draw");
});

test("the end of a game fills the bar", () => {
  assert.deepEqual(balanceOfOutcome("second", sides), { first: 0, words: ["White", "Black won"] });
  assert.equal(balanceOfOutcome("draw", sides).first, 0.5);
});

test("mistakes have a name and a price", () => {
  assert.equal(mistakeText({ mistake: "blunder", loss: 0.6 }, "White"), "Blunder: −60\u00a0% for White.");
  assert.equal(mistakeText({ mistake: null, loss: 0.05 }, "Black"), "−5\u00a0% for Black.");
});
