import assert from "node:assert/strict";
import { test } from "node:test";

import { rate } from "../../assets/glicko2.js";
import { counts, newRecord, readRecord, streakOn, withDaily, withTry } from "../../assets/puzzle-record.js";

/** @param {number} actual @param {number} expected @param {number} within */
const near = (actual, expected, within) =>
  assert.ok(Math.abs(actual - expected) < within, `${actual} is not ${expected}`);

test("ratings are those of the published example", () => {
  const rated = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  near(rated.rating, 1464.06, 0.01);
  near(rated.deviation, 151.52, 0.01);
  near(rated.volatility, 0.05999, 0.00001);
});

test("a surprise raises the volatility, a period without results only the deviation", () => {
  const player = { rating: 1500, deviation: 50, volatility: 0.06 };
  const won = rate(player, Array(6).fill({ rating: 2300, deviation: 30, score: 1 }));
  assert.ok(won.volatility > player.volatility && won.rating > 1550, JSON.stringify(won));
  const idle = rate(player, []);
  assert.deepEqual([idle.rating, idle.volatility], [1500, 0.06]);
  near(idle.deviation, Math.hypot(50, 0.06 * 173.7178), 0.0001);
});

test("only the first try at a puzzle counts", () => {
  const puzzle = { game: "nava", id: "k3f9b2", rating: 1100 };
  const wrong = withTry(newRecord(), puzzle, false);
  assert.ok(wrong.rated.rating < 1000 && wrong.rated.deviation < 350);
  assert.equal(withTry(wrong, puzzle, true), wrong);
  const right = withTry(wrong, { ...puzzle, id: "bbbbbb" }, true);
  assert.ok(right.rated.rating > wrong.rated.rating);
  assert.deepEqual(counts(right), { tried: 2, solved: 1 });
  assert.deepEqual(counts(right, "greener"), { tried: 0, solved: 0 });
});

test("a streak goes on from day to day and ends with a day left out", () => {
  let record = withDaily(newRecord(), "2026-02-28");
  record = withDaily(withDaily(record, "2026-03-01"), "2026-03-01");
  assert.equal(streakOn(record, "2026-03-01"), 2);
  assert.equal(streakOn(record, "2026-03-02"), 2);
  assert.equal(streakOn(record, "2026-03-03"), 0);
  assert.equal(withDaily(record, "2026-03-03").streak.length, 1);
  assert.equal(streakOn(newRecord(), "2026-03-03"), 0);
});

test("a damaged record is a new one", () => {
  const record = withDaily(newRecord(), "2026-02-28");
  assert.deepEqual(readRecord(JSON.stringify(record)), record);
  for (const text of [null, "", "{", "null", "[]", '{"rated":{"rating":"x"}}']) {
    assert.deepEqual(readRecord(text), newRecord());
  }
});
