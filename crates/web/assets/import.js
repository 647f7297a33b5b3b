// Reading whatever somebody has. Without this, the form works too, but loses variations.

import { positionPath } from "./board.js";
import { Problem, post } from "./server.js";
import * as studies from "./studies.js";

const form = document.getElementById("import-form");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const problem = document.getElementById("import-problem");
  const field = form.elements.text;
  const button = form.querySelector("[type=submit]");
  const wish = { text: field.value, game: form.elements.game.value, to_move: form.elements.to_move.value };
  problem.textContent = "";
  button.disabled = true;
  try {
    const read = await post("/api/v1/import", wish);
    studies.hand(read);
    location.assign(`/a/${read.game}/${positionPath(read.start)}`);
  } catch (error) {
    problem.textContent = error instanceof Problem ? error.text : "The server cannot be reached. Try again.";
    if (error.place) select(field, error.place);
    field.focus();
  } finally {
    button.disabled = false;
  }
});

const file = form?.querySelector("input[type=file]");
if (file) {
  file.closest("label").hidden = false;
  file.addEventListener("change", async () => {
    if (file.files[0]) form.elements.text.value = await file.files[0].text();
  });
}

/** Places are counted in bytes, a field counts in its own way. */
function select(field, [start, end]) {
  const bytes = new TextEncoder().encode(field.value.trim());
  const skipped = field.value.length - field.value.trimStart().length;
  const at = (count) => skipped + new TextDecoder().decode(bytes.slice(0, count)).length;
  field.setSelectionRange(at(start), at(end));
}
