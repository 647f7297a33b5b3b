// Moves with variations. Knows neither the rules nor the page.

import { readMarks, writeMarks } from "./marks.js";

/** @import { Mark } from "./marks.js" */
/** @import { Analysis, EvaluationPoint, GameRecord, Outcome, RecordMove } from "../types/server.d.ts" */
/** @typedef {{ outcome: Outcome, reason: string | null }} Ending */
/**
 * An analysis with the number of lines that were wanted. If it comes from this device, with
 * the number of positions searched per second, and of threads if there are several.
 * @typedef {Analysis & { finished: boolean, wanted: number, here: boolean, speed?: number, threads?: number }} NodeAnalysis
 */

/** Signs of the glyphs 1 to 6. */
const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"];

/** A position, and the move that led to it. The first child is the main line. */
export class Node {
  /** Number of moves from the start. */
  depth = 0;
  /** @type {Node[]} */
  children = [];
  /** @type {string[]} */
  comments = [];
  /** Arrows and marked cells. @type {Mark[]} */
  marks = [];
  /** @type {number[]} */
  glyphs = [];
  /** Whether the visitor has chosen the glyphs. */
  hasOwnGlyph = false;
  /** The end of the game, if this position is the end. @type {Ending | null} */
  ending = null;
  /** The engine's analysis of this position. @type {NodeAnalysis | null} */
  analysis = null;
  /** The evaluation of this position as a part of the game. @type {EvaluationPoint | null} */
  point = null;

  /**
   * @param {number} id
   * @param {Node | null} parent
   * @param {string} move The move that led here; empty at the start.
   * @param {string} position
   */
  constructor(id, parent, move, position) {
    this.id = id;
    this.parent = parent;
    this.move = move;
    this.position = position;
    if (parent) this.depth = parent.depth + 1;
  }

  /** The moves from the start to here. */
  get moves() {
    return this.#line.map((node) => node.move);
  }

  /** The signs behind the move. */
  get signs() {
    return this.glyphs.map((glyph) => SIGNS[glyph] ?? `$${glyph}`).join(" ");
  }

  /** Whether this is the first move that was tried in its position. */
  get isMain() {
    return !this.parent || this.parent.children[0] === this;
  }

  /** The moves that were tried instead of this one, if it is the first. */
  get alternatives() {
    return this.parent && this.isMain ? this.parent.children.slice(1) : [];
  }

  /**
   * The first move of the innermost variation that this belongs to; `null` on the main line.
   * @returns {Node | null}
   */
  get branch() {
    return this.#line.findLast((node) => !node.isMain) ?? null;
  }

  /** Number of moves of the main line that lead here, or to the variation that does. */
  get mainPly() {
    const left = this.path.findIndex((index) => index > 0);
    return left < 0 ? this.depth : left;
  }

  /** Index of each move from the start to here among the children of its parent. */
  get path() {
    return this.#line.map((node) => node.parent?.children.indexOf(node) ?? 0);
  }

  /** The nodes from the first move to this one. */
  get #line() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }
}

export class Tree {
  #count = 0;
  /** The moves of the game, if one was played. @type {string[]} */
  played = [];
  /** Usual start position of the rule set. @type {string | undefined} */
  standard;

  /** @param {Pick<GameRecord, "game" | "start" | "tags" | "outcome">} record */
  constructor({ game, start, tags = [], outcome = null }) {
    this.game = game;
    this.start = start;
    this.tags = tags;
    this.outcome = outcome;
    this.root = this.#node(null, "", start);
  }

  /**
   * Makes a tree of a record in the server's format.
   * @param {GameRecord} record
   */
  static fromRecord(record) {
    const tree = new Tree(record);
    Object.assign(tree.root, readMarks(record.comments ?? []));
    tree.#addLine(tree.root, record.moves ?? []);
    tree.played = tree.last.moves;
    return tree;
  }

  /**
   * Adds moves after each other; returns the first of them.
   * @param {Node} parent
   * @param {RecordMove[]} moves
   */
  #addLine(parent, moves) {
    let last = parent;
    /** @type {Node | null} */
    let first = null;
    for (const made of moves) {
      const node = this.add(last, made.move, made.position ?? "");
      first ??= node;
      Object.assign(node, readMarks(made.comments ?? []));
      node.glyphs = made.glyphs ?? [];
      for (const variation of made.variations ?? []) {
        const other = this.#addLine(last, variation.moves);
        if (!other || !variation.comments?.length) continue;
        const before = readMarks(variation.comments);
        other.comments = [...before.comments, ...other.comments];
        other.marks = [...before.marks, ...other.marks];
      }
      last = node;
    }
    return first;
  }

  /**
   * @param {Node | null} parent
   * @param {string} move
   * @param {string} position
   */
  #node(parent, move, position) {
    const node = new Node(this.#count, parent, move, position);
    this.#count += 1;
    return node;
  }

  /**
   * Returns the child with this move, made now if there is none.
   * @param {Node} parent
   * @param {string} move
   * @param {string} position
   */
  add(parent, move, position) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const node = this.#node(parent, move, position);
    parent.children.push(node);
    return node;
  }

  /** The nodes of the main line, beginning with the start position. */
  get main() {
    return mainLine(this.root);
  }

  /** The last node of the main line. */
  get last() {
    return this.main.at(-1) ?? this.root;
  }

  /** Whether the main line has exactly the moves of the game that was played. */
  get isAsPlayed() {
    return this.last.moves.join(" ") === this.played.join(" ");
  }

  /** Iterates over all nodes. */
  *nodes() {
    // Without recursion: a line can be long.
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      open.push(...node.children);
    }
  }

  /**
   * Returns the node with this number.
   * @param {number} id
   */
  node(id) {
    for (const node of this.nodes()) if (node.id === id) return node;
    return null;
  }

  /**
   * Returns the node at the end of a path, see {@link Node.path}.
   * @param {number[]} path
   */
  follow(path) {
    let node = this.root;
    for (const index of path) {
      if (!node.children[index]) return null;
      node = node.children[index];
    }
    return node;
  }

  /**
   * Makes the variation of a node the main line of its position; returns whether it was one.
   * @param {Node} node
   */
  promote(node) {
    const { branch } = node;
    if (!branch?.parent) return false;
    const { children } = branch.parent;
    children.splice(children.indexOf(branch), 1);
    children.unshift(branch);
    return true;
  }

  /**
   * Removes a move and all that follows it; returns the node before it.
   * @param {Node} node
   */
  remove(node) {
    if (!node.parent) return node;
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    return node.parent;
  }

  /**
   * Returns the record in the server's format, with positions if they are wanted.
   * @param {{ positions?: boolean }} [options]
   * @returns {GameRecord}
   */
  toRecord({ positions = false } = {}) {
    /** @param {Node} first @returns {RecordMove[]} */
    const line = (first) =>
      mainLine(first).map((node) => ({
        move: node.move,
        ...(positions && { position: node.position }),
        glyphs: node.glyphs,
        comments: writeMarks(node.comments, node.marks),
        variations: node.alternatives.map((other) => ({ comments: [], moves: line(other) })),
      }));
    const { game, start, tags } = this;
    const [first] = this.root.children;
    return {
      game,
      start,
      tags,
      // The outcome of the game is not that of another main line.
      outcome: this.isAsPlayed ? this.outcome : null,
      comments: writeMarks(this.root.comments, this.root.marks),
      moves: first ? line(first) : [],
    };
  }
}

/**
 * Returns a node and the main line after it.
 * @param {Node} first
 */
export function mainLine(first) {
  const nodes = [first];
  for (let node = first.children[0]; node; node = node.children[0]) nodes.push(node);
  return nodes;
}
