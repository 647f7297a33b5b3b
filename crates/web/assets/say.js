// Messages: spoken by screen readers, and shown as notes on the page.

import { make, makeButton } from "./dom.js";

/** Most notes at a time. */
const MOST_NOTES = 3;

/**
 * Lets a screen reader say something when it is done with what it is saying.
 * @param {string | null} text
 */
export function announce(text) {
  const region = document.getElementById("announce");
  if (!region || !text) return;
  // The same text twice would not be read twice.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a note that goes away by itself.
 * @param {string} text
 * @param {"info" | "error"} kind
 */
export function note(text, kind = "info") {
  const place = document.getElementById("toasts");
  if (!place) return;
  const toast = make("div", `toast ${kind}`);
  const close = makeButton("toast-close", "×");
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => toast.remove());
  toast.append(make("span", "", text), close);
  // The same note twice says nothing new.
  for (const other of [...place.children]) {
    if (other.firstElementChild?.textContent === text) other.remove();
  }
  while (place.children.length >= MOST_NOTES) place.firstElementChild?.remove();
  place.append(toast);
  setTimeout(() => toast.remove(), kind === "error" ? 9000 : 5000);
}

/**
 * Copies a text and tells whether that worked.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} [field] A field that has the text.
 */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection there is only the old way.
    if (!field) return note(`Copy this: ${text}`);
    field.select();
    if (!document.execCommand("copy")) return note("Press Ctrl-C to copy it.");
  }
  note("Copied.");
}
