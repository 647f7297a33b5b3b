// The dialog for export: links, texts and files.

import { linePath, positionPath } from "./addresses.js";
import { findAs, targetOf } from "./dom.js";
import { copy, note } from "./say.js";
import { Problem, post, postOnce, problemText } from "./server.js";

/** @import { Node, Tree } from "./tree.js" */
/** @typedef {{ tree: Tree, current: Node, flipped: boolean }} Study */

export class Exports {
  #dialog;
  #study;
  /** Address of the record. @type {string | null} */
  #file = null;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {() => Study} study
   */
  constructor(dialog, study) {
    this.#dialog = dialog;
    this.#study = study;
    dialog.addEventListener("click", (event) => {
      const name = targetOf(event, "[data-copy]")?.dataset.copy;
      if (name) copy(this.#field(name).value, this.#field(name));
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      if (this.#file) URL.revokeObjectURL(this.#file);
      this.#file = null;
    });
  }

  /** @param {string} name */
  #field(name) {
    const field = this.#dialog.querySelector(`[data-export="${name}"]`);
    return /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field);
  }

  /** @param {string} name */
  #link(name) {
    return findAs(`[data-file="${name}"]`, HTMLAnchorElement, this.#dialog);
  }

  async open() {
    const { tree, current, flipped } = this.#study();
    const { game } = tree;
    const fileName = game.replace(":", "-");
    this.#field("link").value = `${location.origin}/a/${game}/${positionPath(current.position)}`;
    this.#field("line").value = location.origin + linePath(tree, current);
    this.#field("position").value = current.position;
    this.#field("prolog").value = "…";
    const before = (current.parent ?? current).position;
    const options = new URLSearchParams();
    if (current.parent) options.set("move", current.move);
    if (flipped) options.set("flip", "1");
    for (const kind of ["svg", "png"]) {
      this.#link(kind).href = `/img/${game}/${positionPath(before)}.${kind}?${options}`;
      this.#link(kind).download = `${fileName}.${kind}`;
    }
    this.#link("record").download = `${fileName}.txt`;
    this.#dialog.showModal();
    await Promise.all([this.#prolog(game, current.position), this.#record(tree)]);
  }

  /**
   * @param {string} game
   * @param {string} position
   */
  async #prolog(game, position) {
    const field = this.#field("prolog");
    try {
      field.value = (await post("/api/v1/convert", { game, position })).prolog;
    } catch (error) {
      field.value = problemText(error);
    }
  }

  /** @param {Tree} tree */
  async #record(tree) {
    try {
      const response = await postOnce("/api/v1/records/text", tree.toRecord());
      if (!response.ok) throw await Problem.of(response);
      this.#file = URL.createObjectURL(await response.blob());
      this.#link("record").href = this.#file;
    } catch (error) {
      note(error instanceof Problem ? error.text : "The record could not be fetched.", "error");
    }
  }
}
