// The list of moves.

export class MoveList {
  #list;
  #data;
  #id;
  #written = "";

  /** `onPick(ply)` is called when a move is clicked. */
  constructor(list, data, id, onPick) {
    this.#list = list;
    this.#data = data;
    this.#id = id;
    list.addEventListener("click", (event) => {
      const link = event.target.closest("[data-ply]");
      if (!link) return;
      event.preventDefault();
      onPick(Number(link.dataset.ply));
    });
  }

  /** Shows the moves, and which one has led to what is on the board. */
  show({ moves }, ply) {
    const texts = moves.map(({ move }) => move);
    const written = texts.join(" ");
    if (written !== this.#written || !this.#list.children.length) this.#write(texts);
    this.#written = written;
    for (const link of this.#list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const current = this.#list.querySelector(`[data-ply="${ply}"]`);
    current?.setAttribute("aria-current", "true");
    this.#scrollTo(current);
  }

  #write(texts) {
    const { begins } = this.#data;
    const cells = [...Array(begins).fill(null), ...texts];
    const lines = [];
    for (let at = 0; at < cells.length; at += 2) {
      const line = document.createElement("li");
      const number = document.createElement("span");
      number.className = "move-number";
      number.textContent = `${at / 2 + 1}.`;
      line.append(number, this.#cell(cells, at), this.#cell(cells, at + 1));
      lines.push(line);
    }
    this.#list.replaceChildren(...lines);
  }

  #cell(cells, at) {
    const text = cells[at];
    const cell = document.createElement(text ? "a" : "span");
    cell.className = text ? "move" : "move empty";
    cell.textContent = text ?? (text === null ? "…" : "");
    if (text) {
      const ply = at + 1 - this.#data.begins;
      cell.dataset.ply = ply;
      cell.href = `/g/${this.#id}?ply=${ply}`;
    }
    return cell;
  }

  /** Without moving the page. */
  #scrollTo(current) {
    const list = this.#list;
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    // The list is positioned, so that its lines are measured from it.
    const line = current.parentElement;
    list.scrollTop = line.offsetTop + line.offsetHeight / 2 - list.clientHeight / 2;
  }
}
