// The moves with their variations, to be read and clicked.

export class TreeView {
  #place;
  #study;
  #written = null;

  /** `study()` gives `{tree, current, begins}`; `onPick(node)` is called with the move
   * that was clicked. */
  constructor(place, study, onPick) {
    this.#place = place;
    this.#study = study;
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", "Moves and variations");
    place.addEventListener("click", (event) => {
      const move = event.target.closest("[data-node]");
      if (!move) return;
      event.preventDefault();
      const node = study().tree.node(Number(move.dataset.node));
      if (node) onPick(node);
    });
  }

  /** Shows the moves, and which one has led to what is on the board. */
  show() {
    const { tree, current } = this.#study();
    const written = JSON.stringify(tree.toRecord());
    if (written !== this.#written) this.#write(tree);
    this.#written = written;
    const focused = this.#place.contains(document.activeElement);
    for (const move of this.#place.querySelectorAll('[tabindex="0"]')) {
      move.tabIndex = -1;
      move.removeAttribute("aria-current");
    }
    const move = this.#place.querySelector(`[data-node="${current.id}"]`) ?? this.#place.querySelector("[data-node]");
    if (!move) return;
    move.tabIndex = 0;
    if (current.parent) move.setAttribute("aria-current", "true");
    if (focused) move.focus({ preventScroll: true });
    this.#scrollTo(current.parent ? move : null);
  }

  #write(tree) {
    const parts = [];
    this.#comments(parts, tree.root.comments);
    if (tree.root.children.length) this.#line(parts, tree.root.children[0]);
    else parts.push(text("p", "faint tree-empty", "Make a move on the board."));
    this.#place.replaceChildren(...parts);
  }

  #line(parts, first) {
    let number = true;
    for (let node = first; node; node = node.children[0]) {
      const at = this.#study().begins + node.depth - 1;
      // A number stays with its move when the line breaks.
      const pair = text("span", "tree-pair", "");
      if (at % 2 === 0) pair.append(text("span", "tree-number", `${at / 2 + 1}.`));
      else if (number) pair.append(text("span", "tree-number", `${(at - 1) / 2 + 1}…`));
      pair.append(this.#move(node));
      parts.push(pair, " ");
      this.#comments(parts, node.comments);
      const others = node.parent.children[0] === node ? node.parent.children.slice(1) : [];
      for (const other of others) {
        const variation = text("div", "variation", "");
        variation.setAttribute("role", "group");
        variation.setAttribute("aria-label", `Variation: ${other.move}`);
        const inside = [];
        this.#line(inside, other);
        variation.append(...inside);
        parts.push(variation);
      }
      number = node.comments.length > 0 || others.length > 0;
    }
  }

  #move(node) {
    const move = document.createElement("button");
    move.type = "button";
    move.className = "tree-move";
    move.dataset.node = node.id;
    move.tabIndex = -1;
    move.textContent = node.move;
    if (node.glyphs.length) move.append(text("span", `glyph glyph-${node.glyphs[0]}`, node.signs));
    return move;
  }

  #comments(parts, comments) {
    for (const comment of comments) parts.push(text("span", "tree-comment", comment), " ");
  }

  /** Without moving the page. */
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

function text(name, kind, content) {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = content;
  return made;
}
