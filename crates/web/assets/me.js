// The visitor's own games: switches notifications, copies the address of the feed, and sends a filter when it is chosen.

import { findAll, targetOf } from "./dom.js";
import { bindSwitches } from "./notify.js";
import { copy } from "./say.js";

bindSwitches();

const field = document.querySelector("#feed-address");
const button = document.querySelector('[data-action="copy-feed"]');
if (field instanceof HTMLInputElement && button instanceof HTMLButtonElement) {
  // The address is the one by which the visitor came.
  field.value = location.origin + new URL(field.value, location.href).pathname;
  button.hidden = false;
  button.addEventListener("click", () => copy(field.value, field));
}

for (const list of findAll(".me-filters select")) {
  list.addEventListener("change", (event) => {
    const form = targetOf(event, "form");
    if (form instanceof HTMLFormElement) form.requestSubmit();
  });
}
