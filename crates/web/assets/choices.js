// What visitors choose for every game: their name, and the level of the computer with a sentence
// about it. The last choice is offered again.

import { findAll } from "./dom.js";
import * as settings from "./settings.js";

// The forms at the end of a game have levels of their own.
for (const field of findAll("[name=level]:not([data-level] *)")) {
  const level = settings.get("level");
  if (field instanceof HTMLInputElement && level) field.value = level;
  if (!(field instanceof HTMLSelectElement)) continue;
  const known = [...field.options].some(({ value }) => value === level);
  if (known) field.value = level;
  const said = field.parentElement?.querySelector("[data-level-said]");
  const say = () => {
    if (said) said.textContent = field.selectedOptions[0]?.dataset.said ?? "";
  };
  say();
  field.addEventListener("change", () => {
    settings.set("level", field.value);
    say();
  });
}

for (const field of findAll("input[name=name]")) {
  if (!(field instanceof HTMLInputElement)) continue;
  field.value ||= settings.get("name");
  field.form?.addEventListener("submit", () => settings.set("name", field.value.trim()));
}
