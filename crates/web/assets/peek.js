// What a stack is made of: shown on hover, focus, tap or a long press.

const HOVER_DELAY = 220;
const LONG_PRESS = 450;

export class Peek {
  #view;
  #about;
  #panel = null;
  #cell = null;
  #timer = 0;

  /** `about()` tells what the shown position is. */
  constructor(view, about) {
    this.#view = view;
    this.#about = about;
    view.addEventListener("pointerover", (event) => this.#over(event));
    view.addEventListener("pointerleave", () => this.hide());
    view.addEventListener("pointerdown", (event) => this.#down(event));
    view.addEventListener("focusin", ({ target }) => {
      if (target.matches("[data-cell]:focus-visible")) this.#show(target);
    });
    view.addEventListener("focusout", () => this.hide());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.hide());
  }

  /** Shows or hides what stands on a cell. */
  toggle(cell) {
    if (this.#cell === cell.dataset.cell) this.hide();
    else this.#show(cell);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#panel?.remove();
    this.#panel = null;
    this.#cell = null;
  }

  #over(event) {
    const cell = event.target.closest("[data-cell]");
    if (event.pointerType !== "mouse" || cell?.dataset.cell === this.#cell) return;
    this.hide();
    if (cell && !event.buttons) this.#timer = setTimeout(() => this.#show(cell), HOVER_DELAY);
  }

  #down(event) {
    const cell = event.target.closest("[data-cell]");
    if (event.pointerType === "mouse") return this.hide();
    clearTimeout(this.#timer);
    if (cell) this.#timer = setTimeout(() => this.#show(cell), LONG_PRESS);
    const end = () => clearTimeout(this.#timer);
    document.addEventListener("pointerup", end, { once: true });
    document.addEventListener("pointercancel", end, { once: true });
  }

  #show(cell) {
    this.hide();
    const pieces = [...cell.dataset.pieces];
    if (pieces.length < 2 || !cell.isConnected) return;
    this.#cell = cell.dataset.cell;
    this.#panel = this.#make(cell.dataset.cell, pieces);
    this.#view.append(this.#panel);
    this.#place(cell);
  }

  /** The pieces from the top, equal ones together. */
  #make(name, pieces) {
    const kinds = new Map(this.#about().pieces.map(([letter, name, paint]) => [letter, { name, paint }]));
    const panel = element("div", "peek");
    // The name of the button says the same to screen readers.
    panel.setAttribute("aria-hidden", "true");
    panel.append(element("b", "", `${name} · ${pieces.length} high`));
    const list = panel.appendChild(element("ol", ""));
    for (const { letter, count } of runs(pieces.reverse())) {
      const { name, paint } = kinds.get(letter) ?? { name: letter, paint: "g" };
      const item = list.appendChild(element("li", ""));
      item.append(element("span", `token token-${paint}`), element("span", "", count > 1 ? `${count} × ${name}` : name));
    }
    return panel;
  }

  /** Beside the cell, where there is room. */
  #place(cell) {
    const board = this.#view.getBoundingClientRect();
    const at = cell.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#panel;
    const right = at.right - board.left + 6;
    const left = right + width <= board.width ? right : at.left - board.left - width - 6;
    const top = at.top - board.top + (at.height - height) / 2;
    this.#panel.style.left = `${Math.max(4, Math.min(left, board.width - width - 4))}px`;
    this.#panel.style.top = `${Math.max(4, Math.min(top, board.height - height - 4))}px`;
  }
}

function runs(pieces) {
  const found = [];
  for (const letter of pieces) {
    if (found.at(-1)?.letter === letter) found.at(-1).count += 1;
    else found.push({ letter, count: 1 });
  }
  return found;
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
