// The moves with their variations, to be read and clicked.

import { findAll, make, makeButton, targetOf } from "./dom.js";
import { mainLine } from "./tree.js";

/** @import { Node, Tree } from "./tree.js" */
/** @typedef {{ tree: Tree, current: Node, begins: number }} Study */

export class TreeView {
  #place;
  #study;
  /** @type {string | null} */
  #written = null;

  /**
   * @param {HTMLElement} place
   * @param {() => Study} study
   * @param {(node: Node) => void} onPick
   */
  constructor(place, study, onPick) {
    this.#place = place;
    this.#study = study;
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", "Moves and variations");
    place.addEventListener("click", (event) => {
      const move = targetOf(event, "[data-node]");
      if (!move) return;
      event.preventDefault();
      const node = study().tree.node(Number(move.dataset.node));
      if (node) onPick(node);
    });
  }

  /** Shows the moves, and which one has led to the position on the board. */
  show() {
    const { tree, current } = this.#study();
    const written = JSON.stringify(tree.toRecord());
    if (written !== this.#written) this.#write(tree);
    this.#written = written;
    const focused = this.#place.contains(document.activeElement);
    for (const move of findAll('[tabindex="0"]', this.#place)) {
      move.tabIndex = -1;
      move.removeAttribute("aria-current");
    }
    const [move] = [
      ...findAll(`[data-node="${current.id}"]`, this.#place),
      ...findAll("[data-node]", this.#place),
    ];
    if (!move) return;
    move.tabIndex = 0;
    if (current.parent) move.setAttribute("aria-current", "true");
    if (focused) move.focus({ preventScroll: true });
    this.#scrollTo(current.parent ? move : null);
  }

  /** @param {Tree} tree */
  #write({ root }) {
    const [first] = root.children;
    const line = first ? this.#line(first) : [make("p", "faint tree-empty", "Make a move on the board.")];
    this.#place.replaceChildren(...comments(root), ...line);
  }

  /**
   * @param {Node} first
   * @returns {(string | HTMLElement)[]}
   */
  #line(first) {
    let numbered = false;
    return mainLine(first).flatMap((node) => {
      const number = moveNumber(this.#study().begins + node.depth - 1, numbered);
      const variations = node.alternatives.map((other) => this.#variation(other));
      numbered = !node.comments.length && !variations.length;
      // A number stays with its move when the line breaks.
      const pair = make("span", "tree-pair");
      if (number) pair.append(make("span", "tree-number", number));
      pair.append(moveButton(node));
      return [pair, " ", ...comments(node), ...variations];
    });
  }

  /** @param {Node} first */
  #variation(first) {
    const variation = make("div", "variation");
    variation.setAttribute("role", "group");
    variation.setAttribute("aria-label", `Variation: ${first.move}`);
    variation.append(...this.#line(first));
    return variation;
  }

  /**
   * Scrolls the list without moving the page.
   * @param {HTMLElement | null} move
   */
  #scrollTo(move) {
    const place = this.#place;
    if (!move) {
      place.scrollTop = 0;
      return;
    }
    const [outer, inner] = [place.getBoundingClientRect(), move.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      place.scrollTop += inner.top - outer.top - outer.height / 2;
    }
  }
}

/**
 * Writes the number before a move: `1.` for the first side, `1…` for the second where the
 * number is not clear from the move before.
 * @param {number} at Number of moves before it, counted from the first side's first move.
 * @param {boolean} follows Whether a move with its number stands directly before it.
 */
export function moveNumber(at, follows) {
  if (at % 2 === 0) return `${at / 2 + 1}.`;
  return follows ? "" : `${(at - 1) / 2 + 1}…`;
}

/** @param {Node} node */
function moveButton(node) {
  const button = makeButton("tree-move", node.move, { node: node.id });
  button.tabIndex = -1;
  if (node.glyphs.length) button.append(make("span", `glyph glyph-${node.glyphs[0]}`, node.signs));
  return button;
}

/** @param {Node} node */
function comments(node) {
  return node.comments.flatMap((comment) => [make("span", "tree-comment", comment), " "]);
}
