// The dialog for taking something out: links, texts and files.

import { positionPath } from "./board.js";
import { copy, note } from "./say.js";
import { Problem, post } from "./server.js";

export class Exports {
  #dialog;
  #study;
  #file = null;

  /** `study()` gives `{tree, current, flipped}`. */
  constructor(dialog, study) {
    this.#dialog = dialog;
    this.#study = study;
    dialog.addEventListener("click", (event) => {
      const name = event.target.closest("[data-copy]")?.dataset.copy;
      if (name) copy(this.#field(name).value, this.#field(name));
      if (event.target.closest('[data-action="close"]') || event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      if (this.#file) URL.revokeObjectURL(this.#file);
      this.#file = null;
    });
  }

  #field(name) {
    return this.#dialog.querySelector(`[data-export="${name}"]`);
  }

  #link(name) {
    return this.#dialog.querySelector(`[data-file="${name}"]`);
  }

  async open() {
    const { tree, current, flipped } = this.#study();
    const { game } = tree;
    this.#field("link").value = `${location.origin}/a/${game}/${positionPath(current.position)}`;
    this.#field("line").value = location.origin + linePath(tree, current);
    this.#field("position").value = current.position;
    this.#field("prolog").value = "…";
    const before = current.parent ? current.parent.position : current.position;
    const options = new URLSearchParams();
    if (current.parent) options.set("move", current.move);
    if (flipped) options.set("flip", "1");
    for (const kind of ["svg", "png"]) {
      this.#link(kind).href = `/img/${game}/${positionPath(before)}.${kind}?${options}`;
      this.#link(kind).download = `${game.replace(":", "-")}.${kind}`;
    }
    this.#link("record").download = `${game.replace(":", "-")}.txt`;
    this.#dialog.showModal();
    await Promise.all([this.#prolog(game, current.position), this.#record(tree)]);
  }

  async #prolog(game, position) {
    try {
      this.#field("prolog").value = (await post("/api/v1/convert", { game, position })).prolog;
    } catch (problem) {
      this.#field("prolog").value = problem instanceof Problem ? problem.text : "The server cannot be reached.";
    }
  }

  async #record(tree) {
    try {
      const response = await fetch("/api/v1/records/text", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(tree.toRecord()),
      });
      if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
      this.#file = URL.createObjectURL(await response.blob());
      this.#link("record").href = this.#file;
    } catch (problem) {
      note(problem instanceof Problem ? problem.text : "The record could not be fetched.", "error");
    }
  }
}

/** The address of a line from its start. */
export function linePath(tree, node) {
  const moves = encodeURIComponent(node.moves.join("_"));
  return startPath(tree) + (moves ? `?moves=${moves}` : "");
}

/** The address of the position that a tree begins with. */
export function startPath({ game, start, standard }) {
  return start === standard ? `/a/${game}` : `/a/${game}/${positionPath(start)}`;
}
