// Dragging a stack to where it goes: the same two picks as clicking twice.

/** How far a pointer moves before it drags, in pixels. */
const THRESHOLD = 7;

export class Drag {
  #view;
  #board;
  #from = null;
  #ghost = null;
  #swallow = false;
  #droppedAt = -Infinity;

  constructor(view, board) {
    this.#view = view;
    this.#board = board;
    view.addEventListener("pointerdown", (event) => this.#down(event));
    view.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Whether the click that comes now is the end of a drag. */
  swallowsClick() {
    const swallow = this.#swallow;
    this.#swallow = false;
    return swallow;
  }

  /** Whether something was dropped just now. */
  dropped() {
    return performance.now() - this.#droppedAt < 500;
  }

  #down(event) {
    const cell = event.target.closest("[data-cell]");
    this.#swallow = false;
    if (!cell || event.button !== 0 || !event.isPrimary || this.#from) return;
    const name = cell.dataset.cell;
    if (!this.#board.options.has(name) && this.#board.picks.at(-1) !== name) return;
    this.#from = { name, x: event.clientX, y: event.clientY, id: event.pointerId, cell };
    const move = (event) => this.#move(event);
    const end = (event) => {
      if (event.pointerId !== this.#from?.id) return;
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      this.#up(event);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  }

  #move(event) {
    if (event.pointerId !== this.#from?.id) return;
    if (!this.#ghost) {
      const { x, y, name } = this.#from;
      if (Math.hypot(event.clientX - x, event.clientY - y) < THRESHOLD) return;
      const ghost = this.#makeGhost();
      // A cell is picked only once: dragging what is picked goes on with it.
      const ready = this.#board.picks.at(-1) === name || this.#board.pick(name);
      if (!ready || !ghost) {
        this.#from.dead = true;
        return;
      }
      this.#ghost = ghost;
      document.body.append(ghost);
      this.#stack()?.classList.add("is-lifted");
    }
    this.#ghost.style.left = `${event.clientX}px`;
    this.#ghost.style.top = `${event.clientY}px`;
    this.#hover(event);
  }

  #up(event) {
    const { name } = this.#from;
    const dragged = Boolean(this.#ghost);
    this.#stack()?.classList.remove("is-lifted");
    this.#ghost?.remove();
    this.#ghost = null;
    this.#from = null;
    this.#view.querySelector(".is-hovered")?.classList.remove("is-hovered");
    if (!dragged || event.type === "pointercancel") return;
    const target = this.#cellAt(event)?.dataset.cell;
    this.#swallow = target === name;
    // The click, if there is one, comes at once.
    setTimeout(() => (this.#swallow = false), 50);
    if (target && target !== name && this.#board.options.has(target)) {
      this.#droppedAt = performance.now();
      this.#board.pick(target);
    }
  }

  #hover(event) {
    const cell = this.#cellAt(event);
    this.#view.querySelector(".is-hovered")?.classList.remove("is-hovered");
    if (cell && this.#board.options.has(cell.dataset.cell)) cell.classList.add("is-hovered");
  }

  #cellAt({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    return cell && this.#view.contains(cell) ? cell : null;
  }

  #stack() {
    const name = this.#from?.name;
    return name && this.#view.querySelector(`[data-stack="${CSS.escape(name)}"]`);
  }

  /** A copy of the stack that follows the pointer. */
  #makeGhost() {
    const stack = this.#stack();
    const picture = this.#view.querySelector("svg.picture");
    if (!stack || !picture) return null;
    const cell = this.#from.cell.getBoundingClientRect();
    const whole = picture.getBoundingClientRect();
    const scale = picture.viewBox.baseVal.width / whole.width;
    const size = Math.max(cell.width, cell.height) * 1.1;
    const x = (cell.left + cell.width / 2 - whole.left - size / 2) * scale;
    const y = (cell.top + cell.height / 2 - whole.top - size / 2) * scale;
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    ghost.setAttribute("class", "picture ghost");
    ghost.setAttribute("viewBox", `${x} ${y} ${size * scale} ${size * scale}`);
    ghost.setAttribute("aria-hidden", "true");
    ghost.style.width = `${size}px`;
    ghost.style.height = `${size}px`;
    ghost.append(stack.cloneNode(true));
    return ghost;
  }
}
