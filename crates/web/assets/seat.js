// Private links: takes the code out of the address, and copies a new link.

import { copy } from "./say.js";

const code = document.querySelector("#seat-code");

function takeCode() {
  if (!(code instanceof HTMLInputElement) || location.hash.length < 2) return;
  code.value = location.hash.slice(1);
  // The code must not stay in the history of the browser.
  history.replaceState(null, "", location.pathname);
  const label = code.closest("label");
  if (label) label.hidden = true;
}

takeCode();
// The link may be opened where its page is open already.
addEventListener("hashchange", takeCode);

const field = document.querySelector("#private-link input");
const button = document.querySelector('[data-action="copy-private"]');
if (field instanceof HTMLInputElement && button instanceof HTMLButtonElement) {
  // The link is the address by which the visitor came.
  const { pathname, hash } = new URL(field.value, location.href);
  field.value = location.origin + pathname + hash;
  button.hidden = false;
  button.addEventListener("click", () => copy(field.value, field));
}
