import assert from "node:assert/strict";
import { test } from "node:test";

import { linePath, positionPath, startPath } from "../../assets/addresses.js";
import { Tree } from "../../assets/tree.js";

const start = "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w";

function tree() {
  const made = new Tree({ game: "nava", start });
  made.standard = start;
  return made;
}

test("a position is written without spaces and reserved characters", () => {
  assert.equal(positionPath(start), "x4,bbbbbb/x5/x5/x5/wwwwww,x4_w");
  assert.equal(positionPath("a?b#c d"), "a%3Fb%23c_d");
});

test("the usual start position needs no address", () => {
  const usual = tree();
  assert.equal(startPath(usual), "/a/nava");
  usual.standard = "another one";
  assert.equal(startPath(usual), "/a/nava/x4,bbbbbb/x5/x5/x5/wwwwww,x4_w");
});

test("a line is written with its moves", () => {
  const line = tree();
  assert.equal(linePath(line, line.root), "/a/nava");
  const last = line.add(line.add(line.root, "a1-a4", "1"), "+c2;b1-c2", "2");
  assert.equal(linePath(line, last), "/a/nava?moves=a1-a4_%2Bc2%3Bb1-c2");
});
