// The dialog for export: links, texts and files.

import { positionPath } from "./addresses.js";
import { hasServer } from "./base.js";
import { findAs, targetOf } from "./dom.js";
import { boardModule } from "./modules.js";
import { PICTURE_WIDTH, pngOf } from "./png.js";
import { copy, note } from "./say.js";
import { Problem, post, postOnce, problemText } from "./server.js";

import { lineAddress, positionAddress } from "./study-address.js";
import { mainLine } from "./tree.js";

/** @import { Node, Tree } from "./tree.js" */
/** @typedef {{ tree: Tree, current: Node, flipped: boolean }} Study */

/**
 * Returns HTML that shows a line in another page.
 * @param {string} address Its address on the analysis board.
 * @param {boolean} flipped
 */
function frameHtml(address, flipped) {
  const frame = new URL(address.replace("/a/", "/embed/"), location.origin);
  if (flipped) frame.searchParams.set("flip", "1");
  return `<iframe src="${frame.href}" width="420" height="560" title="Cairn"></iframe>`;
}

/** The last move of the line that a position belongs to. @param {Node} node */
const lineEnd = (node) => mainLine(node).at(-1) ?? node;

export class Exports {
  #dialog;
  #study;
  /** Addresses of files that were made in the page. @type {string[]} */
  #files = [];

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
      for (const file of this.#files.splice(0)) URL.revokeObjectURL(file);
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
    this.#field("link").value = location.origin + positionAddress(game, current.position);
    this.#field("line").value = location.origin + lineAddress(tree, current);
    this.#field("position").value = current.position;
    this.#field("embed").value = frameHtml(lineAddress(tree, current), flipped);
    // A frame needs a page that the server makes.
    findAs('[data-row="embed"]', HTMLElement, this.#dialog).hidden = !hasServer;
    this.#field("prolog").value = "…";
    const before = (current.parent ?? current).position;
    const options = new URLSearchParams();
    if (current.parent) options.set("move", current.move);
    if (flipped) options.set("flip", "1");
    for (const kind of ["svg", "png"]) {
      this.#link(kind).href = `/img/${game}/${positionPath(before)}.${kind}?${options}`;
      this.#link(kind).download = `${fileName}.${kind}`;
      this.#link(kind).hidden = !hasServer;
    }
    const line = new URLSearchParams({ moves: lineEnd(current).moves.join("_") });
    if (flipped) line.set("flip", "1");
    this.#link("gif").href = `/img/${game}/${positionPath(tree.start)}.gif?${line}`;
    this.#link("gif").download = `${fileName}.gif`;
    // Only the server draws animations.
    this.#link("gif").hidden = !hasServer;
    this.#link("record").download = `${fileName}.txt`;
    this.#dialog.showModal();
    const picture = this.#picture(game, before, { move: current.move || null, flipped });
    await Promise.all([picture, this.#prolog(game, current.position), this.#record(tree)]);
  }

  /**
   * Offers a file that was made in the page.
   * @param {string} name
   * @param {Blob} file
   */
  #offer(name, file) {
    const address = URL.createObjectURL(file);
    this.#files.push(address);
    this.#link(name).href = address;
    this.#link(name).hidden = false;
  }

  /**
   * Draws the pictures in the page, if it can; otherwise the server's are offered.
   * @param {string} game
   * @param {string} before
   * @param {{ move: string | null, flipped: boolean }} options
   */
  async #picture(game, before, options) {
    try {
      const svg = (await boardModule()).boardSvg(game, before, options);
      this.#offer("svg", new Blob([svg], { type: "image/svg+xml" }));
      this.#offer("png", await pngOf(svg, PICTURE_WIDTH));
    } catch {
      // The links to the server stay, where there is one.
    }
  }

  /**
   * @param {string} game
   * @param {string} position
   */
  async #prolog(game, position) {
    const field = this.#field("prolog");
    try {
      const module = await boardModule().catch(() => null);
      const term = module?.prologTerm(game, position);
      field.value = term ?? (await post("/api/v1/convert", { game, position })).prolog;
    } catch (error) {
      field.value = problemText(error);
    }
  }

  /** @param {Tree} tree */
  async #record(tree) {
    try {
      const module = await boardModule().catch(() => null);
      if (module)
        return this.#offer("record", new Blob([module.recordText(tree.toRecord())], { type: "text/plain" }));
      const response = await postOnce("/api/v1/records/text", tree.toRecord());
      if (!response.ok) throw await Problem.of(response);
      this.#offer("record", await response.blob());
    } catch (error) {
      note(error instanceof Problem ? error.text : "The record could not be loaded.", "error");
    }
  }
}
