// Marks what can be picked and what has been: the cells of a board and the buttons beside it.

import { find, findAll, make } from "./dom.js";
import { countText } from "./words.js";

/** @import { About } from "../types/server.d.ts" */

/**
 * Marks the cells of a board.
 * @param {HTMLElement} view
 * @param {Set<string>} options
 * @param {string[]} picked
 * @param {Map<string, number>} heights
 */
export function markCells(view, options, picked, heights) {
  for (const cell of findAll("[data-cell]", view)) markCell(cell, options, picked, heights);
}

/**
 * @param {HTMLElement} cell
 * @param {Set<string>} options
 * @param {string[]} picked
 * @param {Map<string, number>} heights
 */
function markCell(cell, options, picked, heights) {
  const { cell: name = "" } = cell.dataset;
  const height = heights.get(name);
  if (height !== undefined && options.has(name)) cell.dataset.height = String(height);
  else delete cell.dataset.height;
  const isPicked = picked.includes(name);
  const isOption = options.has(name);
  cell.classList.toggle("is-option", isOption);
  cell.classList.toggle("is-picked", isPicked);
  cell.classList.toggle("is-last", picked.at(-1) === name);
  cell.dataset.name ??= cell.getAttribute("aria-label") ?? "";
  const { height: part } = cell.dataset;
  const purpose = part ? ` to move ${part} ${part === "1" ? "piece" : "pieces"}` : "";
  const state = isPicked ? ", picked" : isOption ? `, can be picked${purpose}` : "";
  cell.setAttribute("aria-label", cell.dataset.name + state);
}

/**
 * Marks the buttons for what is picked beside the board.
 * @param {HTMLElement} root
 * @param {Set<string>} options
 * @param {string[]} picked
 */
export function markButtons(root, options, picked) {
  for (const name of ["hand", "pass"]) {
    const button = find(`[data-pick="${name}"]`, root);
    button.hidden = !options.has(name) && !picked.includes(name);
    // The only possible pick must not be overlooked.
    button.classList.toggle("primary", options.size === 1 && options.has(name));
    button.classList.toggle("is-option", options.has(name));
    button.classList.toggle("is-picked", picked.includes(name));
    button.setAttribute("aria-pressed", String(picked.includes(name)));
  }
}

/**
 * Shows the pieces in hand of a side as a pile; hides them if there are none to show.
 * @param {HTMLElement} root
 * @param {About["hands"]} hands
 * @param {About["paints"]} paints
 * @param {number} side
 */
export function showPile(root, hands, paints, side) {
  const button = find(`[data-pick="hand"]`, root);
  button.hidden = !hands;
  if (!hands) return;
  const pieces = Array.from({ length: hands[1][side] }, () => make("i", `ring ring-${paints[side]}`));
  const pile = make("span", "pile-pieces");
  pile.append(...pieces);
  button.replaceChildren(pile, make("span", "", `${countText(hands, side)} in hand`));
}
