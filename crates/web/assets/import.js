// Imports a text in any format. Without this script the form works too, but loses variations.

import { hasServer } from "./base.js";
import { find, findAs } from "./dom.js";
import { importHere } from "./import-here.js";
import { boardModule } from "./modules.js";
import { Problem, post, problemText } from "./server.js";
import * as studies from "./studies.js";
import { positionAddress } from "./study-address.js";

const form = document.getElementById("import-form");
if (form instanceof HTMLFormElement) begin(form);

/** @param {HTMLFormElement} form */
function begin(form) {
  const field = findAs("[name=text]", HTMLTextAreaElement, form);
  const game = findAs("[name=game]", HTMLSelectElement, form);
  const toMove = findAs("[name=to_move]", HTMLSelectElement, form);
  const button = findAs("[type=submit]", HTMLButtonElement, form);
  const problem = find("#import-problem");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    button.disabled = true;
    try {
      const request = { text: field.value, game: game.value, to_move: toMove.value };
      const read = await readText(request);
      studies.handOver(read);
      location.assign(positionAddress(read.game, read.start));
    } catch (error) {
      problem.textContent = problemText(error);
      if (error instanceof Problem && error.place) select(field, error.place);
      field.focus();
    } finally {
      button.disabled = false;
    }
  });
  const file = form.querySelector("input[type=file]");
  const label = file?.closest("label");
  if (!(file instanceof HTMLInputElement) || !label) return;
  label.hidden = false;
  file.addEventListener("change", async () => {
    if (file.files?.[0]) field.value = await file.files[0].text();
  });
}

/**
 * Reads a text on the server or, without one, in the page.
 * @param {{ text: string, game: string, to_move: string }} request
 */
async function readText(request) {
  if (hasServer && navigator.onLine) return post("/api/v1/import", request);
  const module = await boardModule();
  try {
    return importHere(module, request);
  } catch (error) {
    throw new Problem(422, { message: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Selects a part of a text that is given in bytes; a field counts in UTF-16.
 * @param {HTMLTextAreaElement} field
 * @param {[number, number]} place
 */
function select(field, [start, end]) {
  const bytes = new TextEncoder().encode(field.value.trim());
  const skipped = field.value.length - field.value.trimStart().length;
  const at = (/** @type {number} */ count) =>
    skipped + new TextDecoder().decode(bytes.slice(0, count)).length;
  field.setSelectionRange(at(start), at(end));
}
