import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Problem, post, problemText } from "../../assets/server.js";
import { moveNumber } from "../../assets/tree-view.js";

/** Answers every request with these answers in turn. @param {(Response | Error)[]} answers */
function answerWith(...answers) {
  return mock.method(globalThis, "fetch", async () => {
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new Error("no more answers");
  });
}

test("a problem is told with its hint", async () => {
  const body = { code: "illegal", message: "This move is illegal.", hint: "b6 is in the way." };
  const fetched = answerWith(Response.json(body, { status: 422 }));
  await assert.rejects(post("/x"), (error) => {
    assert.ok(error instanceof Problem);
    assert.equal(error.status, 422);
    assert.equal(error.code, "illegal");
    assert.equal(problemText(error), "This move is illegal. B6 is in the way.");
    return true;
  });
  assert.equal(fetched.mock.callCount(), 1, "an answer is final");
  mock.restoreAll();
});

test("an answer that is not JSON is a problem too", async () => {
  answerWith(new Response("<html>", { status: 502 }));
  await assert.rejects(post("/x"), { message: "The server answered 502." });
  mock.restoreAll();
});

test("a request is repeated while the server cannot be reached", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const fetched = answerWith(new TypeError("offline"), new TypeError("offline"), Response.json({ ply: 1 }));
  const answer = post("/x", { ply: 0 });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(500 * attempt);
  }
  assert.deepEqual(await answer, { ply: 1 });
  assert.equal(fetched.mock.callCount(), 3);
  mock.timers.reset();
  mock.restoreAll();
});

test("after four attempts the error is passed on", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const offline = new TypeError("offline");
  const fetched = answerWith(offline, offline, offline, offline, Response.json({}));
  const answer = assert.rejects(post("/x"), offline);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(500 * attempt);
  }
  await answer;
  assert.equal(fetched.mock.callCount(), 4);
  assert.equal(problemText(offline), "The server cannot be reached. Try again.");
  mock.timers.reset();
  mock.restoreAll();
});

test("moves are numbered by pairs", () => {
  assert.equal(moveNumber(0, false), "1.");
  assert.equal(moveNumber(1, true), "");
  assert.equal(moveNumber(1, false), "1…");
  assert.equal(moveNumber(4, true), "3.");
});
