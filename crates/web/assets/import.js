// Imports a text in any format. Without this script the form works too, but loses variations.

import { positionPath } from "./addresses.js";
import { find, findAs } from "./dom.js";
import { Problem, post, problemText } from "./server.js";
import * as studies from "./studies.js";

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
      const read = await post("/api/v1/import", request);
      studies.handOver(read);
      location.assign(`/a/${read.game}/${positionPath(read.start)}`);
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
