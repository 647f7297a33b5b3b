import assert from "node:assert/strict";
import { test } from "node:test";

import { EventParser } from "../../assets/events.js";

/** @param {string[]} parts */
function parse(...parts) {
  /** @type {[string, unknown][]} */
  const events = [];
  const parser = new EventParser((name, data) => events.push([name, data]));
  for (const part of parts) parser.push(part);
  return events;
}

test("events have a name and data", () => {
  assert.deepEqual(parse('event: lines\ndata: {"depth":1}\n\ndata: 2\n\n'), [
    ["lines", { depth: 1 }],
    ["message", 2],
  ]);
});

test("events can arrive in pieces", () => {
  const text = 'event: lines\ndata: {"depth":\ndata: 1}\n\nevent: done\ndata: {}\n\n';
  const whole = [
    ["lines", { depth: 1 }],
    ["done", {}],
  ];
  for (let cut = 0; cut <= text.length; cut += 1) {
    assert.deepEqual(parse(text.slice(0, cut), text.slice(cut)), whole, `cut at ${cut}`);
  }
});

test("comments and unfinished events are left out", () => {
  assert.deepEqual(parse(": keep alive\n\n", "data: 1\n"), []);
});
