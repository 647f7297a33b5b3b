// The list of moves.

import { findAll, make, targetOf } from "./dom.js";

/** @import { GameSource } from "../types/local.d.ts" */
/** @import { GameState } from "../types/server.d.ts" */

export class MoveList {
  #list;
  #begins;
  #source;
  /** @type {string | null} */
  #written = null;

  /**
   * @param {HTMLElement} list
   * @param {{ begins: number }} data Index of the side that makes the first move.
   * @param {GameSource} source
   * @param {(ply: number) => void} onPick
   */
  constructor(list, { begins }, source, onPick) {
    this.#list = list;
    this.#begins = begins;
    this.#source = source;
    list.addEventListener("click", (event) => {
      const link = targetOf(event, "[data-ply]");
      if (!link) return;
      event.preventDefault();
      onPick(Number(link.dataset.ply));
    });
  }

  /**
   * Shows the moves, and which one has led to the position on the board.
   * @param {GameState} state
   * @param {number} ply
   */
  show({ moves }, ply) {
    const texts = moves.map(({ move }) => move);
    const written = texts.join(" ");
    if (written !== this.#written) this.#write(texts);
    this.#written = written;
    for (const link of findAll("[aria-current]", this.#list)) link.removeAttribute("aria-current");
    const [current] = findAll(`[data-ply="${ply}"]`, this.#list);
    current?.setAttribute("aria-current", "true");
    this.#scrollTo(current);
  }

  /** @param {string[]} texts */
  #write(texts) {
    const first = this.#begins;
    const lines = [];
    for (let at = 0; at < first + texts.length; at += 2) {
      const line = make("li");
      line.append(make("span", "move-number", `${at / 2 + 1}.`));
      for (const ply of [at + 1 - first, at + 2 - first]) line.append(this.#cell(texts[ply - 1], ply));
      lines.push(line);
    }
    this.#list.replaceChildren(...lines);
  }

  /**
   * @param {string | undefined} text
   * @param {number} ply
   */
  #cell(text, ply) {
    if (!text) return make("span", "move empty", ply < 1 ? "…" : "");
    const link = make("a", "move", text);
    link.dataset.ply = String(ply);
    link.href = this.#source.addressAt(ply);
    return link;
  }

  /**
   * Scrolls the list without moving the page.
   * @param {HTMLElement | undefined} current
   */
  #scrollTo(current) {
    const list = this.#list;
    // The list is positioned, so that its lines are measured from it.
    const line = current?.parentElement;
    list.scrollTop = line ? line.offsetTop + line.offsetHeight / 2 - list.clientHeight / 2 : 0;
  }
}
