// The position editor: makes each edit in the page, or else sends it in the background and shows the
// answer of the server, which is the same page that browsers without scripts get.

import { hasServer } from "./base.js";
import { find, findAs, saveFile, targetOf } from "./dom.js";
import { GridKeys } from "./grid.js";
import { available, boardModule } from "./modules.js";
import { newGameAddress } from "./new-local-game.js";
import { PICTURE_WIDTH, pngOf } from "./png.js";
import { announce, copy, note } from "./say.js";
import { asSentence } from "./server.js";
import { positionAddress } from "./study-address.js";

/** Numbers from which a shuffled set-up is chosen. */
const CHANCES = 2 ** 32;

/** Counts edits, so that a late answer does not replace a later one. */
let turn = 0;
let keys = new GridKeys(find("#editor [data-view]"));

/** The rule set, by its name. */
const game = () => find("#editor [data-board]").dataset.game ?? "";

/**
 * Returns the editor after the edit of an address, as HTML.
 * @param {string} address
 */
async function edited(address) {
  const module = available ? await boardModule().catch(() => null) : null;
  if (module) {
    const { searchParams } = new URL(address, location.href);
    return module.editorForm(game(), Object.fromEntries(searchParams), Math.random() * CHANCES);
  }
  if (!hasServer) throw new Error("the rules could not be loaded");
  const response = await fetch(address, { headers: { accept: "text/html" } });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}

/**
 * Shows the editor after the edit of an address in place of this one.
 * @param {string} address
 * @param {{ isNew?: boolean, focus?: string }} options Whether the visitor can go back to what was
 *   before, and the selector of what has the focus afterwards.
 */
async function show(address, { isNew = true, focus } = {}) {
  const now = (turn += 1);
  let text;
  try {
    text = await edited(address);
  } catch (error) {
    const why =
      error instanceof TypeError
        ? "the server cannot be reached"
        : String(/** @type {Error} */ (error).message);
    if (now === turn) note(`The edit was not made. ${asSentence(why)}`, "error");
    return;
  }
  if (now !== turn) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const selector of ["#editor", ".editor-text"]) {
    const [old, fresh] = [find(selector), page.querySelector(selector)];
    if (fresh) old.replaceWith(fresh);
  }
  setLinks();
  keys = new GridKeys(find("#editor [data-view]"));
  const query = new URLSearchParams({ position: position() });
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

/** The position so far. */
const position = () => findAs("#editor [name=position]", HTMLInputElement).value;

/** Returns a link to somewhere else with the position; none if it is impossible. @param {string} name */
const linkTo = (name) =>
  /** @type {HTMLAnchorElement | null} */ (document.querySelector(`#editor [data-link="${name}"]`));

/** Sets the links with the position, which the server would set. */
function setLinks() {
  const [play, analyse, picture] = ["play", "analyse", "picture"].map(linkTo);
  const wanted = { game: game(), position: position() };
  const isLocal = !hasServer || !navigator.onLine;
  if (play) {
    play.href = isLocal
      ? newGameAddress({ ...wanted, setup: "position" })
      : `/new?${new URLSearchParams(wanted)}`;
  }
  if (analyse) analyse.href = positionAddress(wanted.game, wanted.position);
  // It is made when it is wanted.
  if (picture) picture.href = "#";
}

/** Saves the position as a picture that is made in the page. */
async function savePicture() {
  try {
    const flipped = Boolean(document.querySelector("#editor [name=flip]"));
    const svg = (await boardModule()).boardSvg(game(), position(), { width: PICTURE_WIDTH, flipped });
    saveFile(`${game().replace(":", "-")}.png`, await pngOf(svg, PICTURE_WIDTH));
  } catch {
    note("The picture could not be made.", "error");
  }
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
  const picture = targetOf(event, '[data-link="picture"]');
  if (picture?.getAttribute("href") === "#") {
    event.preventDefault();
    savePicture();
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
// A kept page knows nothing of the position in its address.
if (document.querySelector("[data-kept]")) show(location.pathname + location.search, { isNew: false });
