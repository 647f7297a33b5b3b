// Moves with variations. Knows no rules and nothing of the page.

/** The signs of the glyphs 1 to 6. */
const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"];

/** A position, and the move that led to it. The first child is the main line. */
class Node {
  constructor(tree, parent, move, position) {
    this.id = tree.count++;
    this.parent = parent;
    this.move = move;
    this.position = position;
    this.depth = parent ? parent.depth + 1 : 0;
    this.children = [];
    this.comments = [];
    this.glyphs = [];
    /** Why the game is over here, if it is: `{outcome, reason}`. */
    this.ending = null;
    /** What the engine says: of this position, and as a part of the whole game. */
    this.analysis = null;
    this.point = null;
  }

  /** The moves from the start to here. */
  get moves() {
    const moves = [];
    for (let node = this; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  /** The signs behind the move. */
  get signs() {
    return this.glyphs.map((glyph) => SIGNS[glyph] ?? `$${glyph}`).join(" ");
  }

  /** The first move of the variation that this belongs to; `null` on the main line. */
  get branch() {
    for (let node = this; node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return node;
    }
    return null;
  }
}

export class Tree {
  count = 0;

  constructor({ game, start, tags = [], outcome = null }) {
    this.game = game;
    this.start = start;
    this.tags = tags;
    this.outcome = outcome;
    this.root = new Node(this, null, null, start);
    /** The moves that were played, if this is of a game. */
    this.played = [];
  }

  /** Whether the main line is what was played, no more and no less. */
  get isAsPlayed() {
    return this.main.at(-1).moves.join(" ") === this.played.join(" ");
  }

  /** From a record in the shape that the server reads and writes. */
  static fromRecord(record) {
    const tree = new Tree(record);
    tree.root.comments = record.comments ?? [];
    tree.#addLine(tree.root, record.moves ?? []);
    tree.played = tree.main.at(-1).moves;
    return tree;
  }

  #addLine(parent, moves) {
    for (const made of moves) {
      const node = this.add(parent, made.move, made.position);
      node.comments = made.comments ?? [];
      node.glyphs = made.glyphs ?? [];
      for (const variation of made.variations ?? []) {
        const first = this.#addLine(parent, variation.moves);
        if (first && variation.comments?.length) first.comments = [...variation.comments, ...first.comments];
      }
      parent = node;
    }
    return moves.length ? this.find(parent, moves) : null;
  }

  /** The first node of a line that ends at `last`. */
  find(last, moves) {
    let node = last;
    for (let at = 1; at < moves.length; at += 1) node = node.parent;
    return node;
  }

  /** The child with this move, made now if there is none. */
  add(parent, move, position) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const node = new Node(this, parent, move, position);
    parent.children.push(node);
    return node;
  }

  /** The nodes of the main line, the start first. */
  get main() {
    const nodes = [this.root];
    while (nodes.at(-1).children.length) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  }

  /** All nodes. */
  *nodes(from = this.root) {
    // Without recursion: a line can be long.
    const open = [from];
    while (open.length) {
      const node = open.pop();
      yield node;
      open.push(...node.children);
    }
  }

  /** The node with this number. */
  node(id) {
    for (const node of this.nodes()) if (node.id === id) return node;
    return null;
  }

  /** Makes the variation that a node belongs to the main line of its place. */
  promote(node) {
    const branch = node.branch;
    if (!branch) return false;
    const { children } = branch.parent;
    children.splice(children.indexOf(branch), 1);
    children.unshift(branch);
    return true;
  }

  /** Removes a move and all that follows it; the node before it is returned. */
  remove(node) {
    if (!node.parent) return node;
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    return node.parent;
  }

  /** In the shape that the server reads and writes. With `keep`, a move is marked: the
   * one that is looked at. */
  toRecord(keep = null) {
    const line = (first) => {
      const moves = [];
      for (let node = first; node; node = node.children[0]) {
        const made = { move: node.move, glyphs: node.glyphs, comments: node.comments, variations: [] };
        if (keep) Object.assign(made, { position: node.position }, node === keep && { kept: true });
        if (node.parent.children[0] === node) {
          made.variations = node.parent.children.slice(1).map((other) => ({ comments: [], moves: line(other) }));
        }
        moves.push(made);
      }
      return moves;
    };
    const { game, start, tags } = this;
    // How a game ended is not true of another main line.
    const outcome = this.isAsPlayed ? this.outcome : null;
    return { game, start, tags, outcome, comments: this.root.comments, moves: line(this.root.children[0]) };
  }
}
