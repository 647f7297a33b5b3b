// The position editor: sends each edit in the background and shows the answer of the server, which
// is the same page that browsers without scripts get.

import { find, findAs, targetOf } from "./dom.js";
import { GridKeys } from "./grid.js";
import { announce, copy, note } from "./say.js";

/** Counts edits, so that a late answer does not replace a later one. */
let turn = 0;
let keys = new GridKeys(find("#editor [data-view]"));

/**
 * Shows the page of an address in place of this one.
 * @param {string} address
 * @param {{ isNew?: boolean, focus?: string }} options Whether the visitor can go back to what was
 *   before, and the selector of what has the focus afterwards.
 */
async function show(address, { isNew = true, focus } = {}) {
  const now = (turn += 1);
  let text;
  try {
    const response = await fetch(address, { headers: { accept: "text/html" } });
    text = await response.text();
    if (!response.ok) throw new Error(String(response.status));
  } catch {
    if (now === turn) note("The server cannot be reached. The edit was not made.", "error");
    return;
  }
  if (now !== turn) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const selector of ["#editor", ".editor-text"]) {
    const [old, fresh] = [find(selector), page.querySelector(selector)];
    if (fresh) old.replaceWith(fresh);
  }
  keys = new GridKeys(find("#editor [data-view]"));
  const { value: position } = findAs("#editor [name=position]", HTMLInputElement);
  const query = new URLSearchParams({ position });
  if (document.querySelector("#editor [name=flip]")) query.set("flip", "1");
  const kept = `${location.pathname}?${query}`;
  if (isNew && kept !== location.pathname + location.search) history.pushState(null, "", kept);
  const focused = focus ? document.querySelector(focus) : null;
  if (focused instanceof HTMLElement) {
    if (focused.dataset.cell) keys.restore(focused.dataset.cell, true);
    else focused.focus({ preventScroll: true });
  }
  announce(find("#verdict").textContent ?? "");
}

/** @param {FormData} data */
const addressOf = (data) =>
  `${location.pathname}?${new URLSearchParams(/** @type {[string, string][]} */ ([...data]))}`;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("#editor, .editor-text")) return;
  event.preventDefault();
  const { submitter } = event;
  const data = new FormData(form, submitter);
  const { name, value } = /** @type {HTMLButtonElement} */ (submitter ?? {});
  const wasFocused = document.activeElement === submitter;
  const focus = name && wasFocused ? `#editor [name="${name}"][value="${CSS.escape(value)}"]` : undefined;
  show(addressOf(data), { focus });
});

document.addEventListener("click", (event) => {
  const action = targetOf(event, "[data-action]")?.dataset.action;
  if (action === "undo") history.back();
  if (action === "copy") {
    const field = findAs("#position-text", HTMLInputElement);
    copy(field.value, field);
  }
  if (action === "flip") {
    const data = new FormData(findAs("#editor", HTMLFormElement));
    if (data.has("flip")) data.delete("flip");
    else data.set("flip", "1");
    show(addressOf(data), { focus: '#editor [data-action="flip"]' });
  }
});

// A right click or a long press takes the top piece off, whatever the tool.
document.addEventListener("contextmenu", (event) => {
  const cell = targetOf(event, "#editor [data-cell]");
  if (!cell) return;
  event.preventDefault();
  const data = new FormData(findAs("#editor", HTMLFormElement));
  const address = new URLSearchParams(/** @type {[string, string][]} */ ([...data]));
  address.set("cell", cell.dataset.cell ?? "");
  const tool = address.get("tool") ?? "";
  address.set("tool", "take");
  show(`${location.pathname}?${address}`).then(() => chooseTool(tool));
});

/** Chooses a tool. @param {string} tool */
function chooseTool(tool) {
  const choice = document.querySelector(`#editor [name=tool][value="${CSS.escape(tool)}"]`);
  if (choice instanceof HTMLInputElement) choice.checked = true;
}

// The letter of a piece on a cell chooses it and puts it there; Delete takes pieces off.
document.addEventListener("keydown", (event) => {
  const cell = targetOf(event, "#editor [data-cell]");
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const tool = event.key === "Backspace" || event.key === "Delete" ? "take" : event.key;
  const choice = document.querySelector(`#editor [name=tool][value="${CSS.escape(tool)}"]`);
  if (!(choice instanceof HTMLInputElement)) return;
  event.preventDefault();
  choice.checked = true;
  cell.click();
});

addEventListener("popstate", () => show(location.pathname + location.search, { isNew: false }));
