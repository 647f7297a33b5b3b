import assert from "node:assert/strict";
import { test } from "node:test";

import { colourOf, toggleMark } from "../../assets/marks.js";
import { Tree, mainLine } from "../../assets/tree.js";

/** A record with a variation after the first move, and another one inside of it. */
const record = () => ({
  game: "nava",
  start: "start",
  tags: /** @type {[string, string][]} */ ([["Event", "Test"]]),
  outcome: /** @type {const} */ ("first"),
  comments: ["An opening."],
  moves: [
    { move: "a", position: "A", glyphs: [1], comments: [], variations: [] },
    {
      move: "b",
      position: "B",
      glyphs: [],
      comments: ["Good."],
      variations: [
        {
          comments: [],
          moves: [
            { move: "c", position: "C", glyphs: [4, 9], comments: [], variations: [] },
            {
              move: "d",
              position: "D",
              glyphs: [],
              comments: [],
              variations: [
                {
                  comments: [],
                  moves: [{ move: "e", position: "E", glyphs: [], comments: [], variations: [] }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
});

/** @param {Tree} tree @param {string} move */
function nodeOf(tree, move) {
  const node = [...tree.nodes()].find((candidate) => candidate.move === move);
  assert.ok(node, move);
  return node;
}

test("a record becomes a tree and the same record again", () => {
  const tree = Tree.fromRecord(record());
  assert.deepEqual(tree.toRecord({ positions: true }), record());
});

test("positions are left out if they are not wanted", () => {
  const [first] = Tree.fromRecord(record()).toRecord().moves ?? [];
  assert.deepEqual(Object.keys(first), ["move", "glyphs", "comments", "variations"]);
});

test("comments of a variation go to its first move", () => {
  const tree = Tree.fromRecord({
    game: "nava",
    start: "start",
    moves: [{ move: "a", variations: [{ comments: ["Or so."], moves: [{ move: "b", comments: ["Hm."] }] }] }],
  });
  assert.deepEqual(nodeOf(tree, "b").comments, ["Or so.", "Hm."]);
});

test("nodes know their line", () => {
  const tree = Tree.fromRecord(record());
  const node = nodeOf(tree, "e");
  assert.deepEqual(node.moves, ["a", "c", "e"]);
  assert.deepEqual(node.path, [0, 1, 1]);
  assert.equal(node.depth, 3);
  assert.equal(tree.follow(node.path), node);
  assert.equal(tree.follow([0, 7]), null);
  assert.equal(tree.node(node.id), node);
  assert.equal(tree.node(99), null);
});

test("the main line is that of the first children", () => {
  const tree = Tree.fromRecord(record());
  assert.deepEqual(tree.last.moves, ["a", "b"]);
  assert.deepEqual(
    mainLine(nodeOf(tree, "c")).map(({ move }) => move),
    ["c", "d"],
  );
  assert.equal(nodeOf(tree, "b").branch, null);
  assert.equal(nodeOf(tree, "d").branch, nodeOf(tree, "c"));
  assert.equal(nodeOf(tree, "e").branch, nodeOf(tree, "e"));
});

test("a known move is not added again", () => {
  const tree = Tree.fromRecord(record());
  const { root } = tree;
  assert.equal(tree.add(root, "a", "A"), nodeOf(tree, "a"));
  assert.equal(root.children.length, 1);
  tree.add(root, "x", "X");
  assert.equal(root.children.length, 2);
});

test("a variation is promoted", () => {
  const tree = Tree.fromRecord(record());
  assert.equal(tree.promote(nodeOf(tree, "a")), false);
  assert.equal(tree.promote(nodeOf(tree, "d")), true);
  assert.deepEqual(tree.last.moves, ["a", "c", "d"]);
});

test("a move is removed with all that follows", () => {
  const tree = Tree.fromRecord(record());
  assert.equal(tree.remove(nodeOf(tree, "c")), nodeOf(tree, "a"));
  assert.deepEqual([...tree.nodes()].map(({ move }) => move).sort(), ["", "a", "b"]);
  assert.equal(tree.remove(tree.root), tree.root);
});

test("the outcome belongs to the moves that were played", () => {
  const tree = Tree.fromRecord(record());
  assert.equal(tree.toRecord().outcome, "first");
  tree.promote(nodeOf(tree, "c"));
  assert.equal(tree.isAsPlayed, false);
  assert.equal(tree.toRecord().outcome, null);
});

test("glyphs have signs", () => {
  const tree = Tree.fromRecord(record());
  assert.equal(nodeOf(tree, "a").signs, "!");
  assert.equal(nodeOf(tree, "c").signs, "?? $9");
});

test("marks are kept in comments", () => {
  const tree = Tree.fromRecord({
    game: "nava",
    start: "start",
    comments: ["Look [%csl Gc3] here"],
    moves: [{ move: "a", comments: ["[%cal Ga1a4,Rb2c3] plan", "[%cal broken]"] }],
  });
  const [first] = tree.root.children;
  assert.deepEqual(tree.root.marks, [{ colour: "G", from: "c3", to: null }]);
  assert.deepEqual(tree.root.comments, ["Look here"]);
  assert.equal(first.marks.length, 2);
  assert.deepEqual(first.comments, ["plan", "[%cal broken]"], "what is not understood stays");
  const written = tree.toRecord();
  assert.deepEqual(written.comments, ["Look here", "[%csl Gc3]"]);
  assert.deepEqual(written.moves?.[0].comments, ["plan", "[%cal broken]", "[%cal Ga1a4,Rb2c3]"]);
  assert.deepEqual(Tree.fromRecord(written).toRecord(), written);
});

test("a mark drawn twice is removed, in another colour it changes", () => {
  /** @type {import("../../assets/marks.js").Mark} */
  const green = { colour: "G", from: "a1", to: "a4" };
  const once = toggleMark([], green);
  assert.deepEqual(toggleMark(once, green), []);
  assert.deepEqual(toggleMark(once, { ...green, colour: "R" }), [{ ...green, colour: "R" }]);
  const keys = { shiftKey: true, altKey: false, ctrlKey: false, metaKey: false };
  assert.deepEqual([colourOf(keys, "G"), colourOf({ ...keys, shiftKey: false }, "B")], ["R", "B"]);
});
